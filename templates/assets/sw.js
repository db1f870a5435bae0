// Keeps the service at hand without a network. The server writes VERSION and SHELL above this line.
// One cache for the shell and the data pack, swapped whole with each version; one for pages seen last.

const SHELL_CACHE = `arbiter-shell-${VERSION}`;
const SEEN_CACHE = "arbiter-seen";
const SEEN_MOST = 80;
const PATIENCE = 6000;

const keep = /^\/(?:$|k(?:\/|$)|c\/|r\/|rules(?:\/|$)|rulings(?:\/|$)|table\/|about$)/;

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(SHELL_CACHE);
    await cache.addAll(SHELL);
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("arbiter-shell-") && name !== SHELL_CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

const remember = async (request, response) => {
  const control = response.headers.get("cache-control") ?? "";
  if (!response.ok || response.redirected || control.includes("no-store")) return;
  const cache = await caches.open(SEEN_CACHE);
  await cache.delete(request);
  await cache.put(request, response);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - SEEN_MOST)).map((old) => cache.delete(old)));
};

// The page as it was kept, with a line that says so and how old it is.
const dated = async (response) => {
  const text = await response.text();
  const date = new Date(response.headers.get("date") ?? Date.now());
  const words = `No network. This page is kept from ${date.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
  const line = `<p class="offline" role="status">${words} <a href="/offline">Look up cards and rules</a></p>`;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(text.replace(/<main [^>]*>/, (tag) => tag + line), { status: response.status, headers });
};

const kept = async (request) => {
  const seen = await (await caches.open(SEEN_CACHE)).match(request);
  const shell = await (await caches.open(SHELL_CACHE)).match(request);
  return seen ?? shell;
};

const navigate = async (event) => {
  const { request } = event;
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (keep.test(new URL(request.url).pathname)) {
      event.waitUntil(remember(request, response.clone()));
    }
    return response;
  } catch {
    const found = (await kept(request)) ?? (await kept(new Request("/offline")));
    return found ? dated(found) : Response.error();
  }
};

const file = async (request) => (await kept(request)) ?? fetch(request);

// The pack: from the network if there is one, so that it is never older than it must be.
const pack = async (request) => {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return (await kept(request)) ?? Response.error();
  }
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (url.pathname === "/pack.json") event.respondWith(pack(request));
});
