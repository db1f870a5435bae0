//! Arena control, which decides the game at the end of a turn (RULES 9.2).

use crate::clause;
use crate::game::{Arena, Side};

use super::run::{NewStep, Run, Stop};
use super::table::UnitIx;
use super::trace::{Cite, StepKind};
use super::window::WindowId;

impl Run<'_> {
    /// Who can't win now, with what says so (9.2.4).
    pub(super) fn barred_ends(&self) -> Vec<(Side, Cite)> {
        let barred = |side: Side| Some((side, self.forbids_end(side)?));
        Side::BOTH.into_iter().filter_map(barred).collect()
    }

    /// Arena control decides the game at the end of a turn (9.2), but for those who can't win.
    pub(super) fn check_control(&mut self, barred: &[(Side, Cite)]) -> Result<(), Stop> {
        self.window = WindowId::Control;
        self.note_retreated()?;
        self.note_uncounted()?;
        for side in Side::BOTH {
            let arenas = Arena::ALL
                .into_iter()
                .filter(|a| self.table.control(*a) == Some(side))
                .count();
            if arenas >= 2 && self.table.winner.is_none() {
                if let Some((_, stop)) = barred.iter().find(|(s, _)| *s == side) {
                    let text = format!(
                        "{} controls two arenas, but the game does not end.",
                        side.name()
                    );
                    self.step(
                        NewStep::of(StepKind::Note, text)
                            .by(side)
                            .resting_on([stop.clone()])
                            .on(clause!("9.2.4")),
                    )?;
                    continue;
                }
                let text = format!("{} controls at least two arenas and wins.", side.name());
                self.step(
                    NewStep::of(StepKind::Note, text)
                        .by(side)
                        .on(clause!("9.2.2"))
                        .on(clause!("9.2.1"))
                        .on(clause!("2.2.E2")),
                )?;
                self.table.winner = Some(side);
            }
        }
        Ok(())
    }

    /// Retreated units of a player without a unit in an arena control nothing there.
    fn note_retreated(&mut self) -> Result<(), Stop> {
        let waiting: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| {
                let unit = self.table.unit(*u);
                let mut arenas = unit.types.iter().filter_map(|t| t.arena());
                unit.is_retreated() && arenas.any(|a| self.table.control(a).is_none())
            })
            .collect();
        for unit in waiting {
            let text = format!(
                "{} is in the build zone and controls no arena.",
                self.table.name(unit)
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
            self.step(step.on(clause!("9.2.5")))?;
        }
        Ok(())
    }

    /// Units that a text keeps from counting for the control of their arena (9.2.1).
    fn note_uncounted(&mut self) -> Result<(), Stop> {
        let mut found = Vec::new();
        for unit in self.table.all() {
            let card = self.table.unit(unit);
            let Some(arena) = card.arena().filter(|_| card.in_battle()) else {
                continue;
            };
            let cite = self.table.uncounted(unit).cloned();
            found.extend(cite.map(|cite| (unit, arena, cite)));
        }
        for (unit, arena, cite) in found {
            let name = self.table.name(unit);
            let text = format!("{name} does not count for the {} arena.", arena.name());
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
            self.step(step.resting_on([cite]).on(clause!("9.2.1")))?;
        }
        Ok(())
    }

    /// A rule by which the side can't win, or its opponent can't lose.
    fn forbids_end(&self, winner: Side) -> Option<Cite> {
        use crate::cardtext::{PlayerBan, StaticRule};
        self.table.rules().into_iter().find_map(|found| {
            let StaticRule::PlayerCannot { player, what, .. } = &found.rule else {
                return None;
            };
            let sides = found.look.players(&self.table, *player);
            let stops = match what {
                PlayerBan::Win => sides.contains(&winner),
                PlayerBan::Lose => sides.contains(&winner.opponent()),
                _ => false,
            };
            stops.then_some(found.cite)
        })
    }
}
