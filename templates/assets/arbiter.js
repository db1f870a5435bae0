// Arbiter works without script; this only adds comfort.
