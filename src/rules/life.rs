//! The life of instances of damage (RULES 6.2): prevention, placement, discard. The attack's own
//! damage, a Retaliate, a card's dice and a Deflect all run through the same windows.

mod fall;
mod pending;
mod place;
mod prevent;
mod standing;
mod would;

pub(super) use pending::NewDamage;
