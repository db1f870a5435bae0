//! Dice as the count sees them: how many show each kind of face, never which die shows it.
//!
//! A face that something looks for by itself is a kind of its own; all other hits are one kind,
//! all other misses another. Of a face that is looked for it matters only whether one is left
//! after at most so many rerolls: dice beyond that count as any other hit or miss, so that the
//! number of states grows with the number of dice and not with its powers.

/// Kinds of dice: the six faces, any other hit, any other miss.
pub(super) const KINDS: usize = 8;
/// A hit whose face nothing looks for.
pub(super) const HIT: usize = 6;
/// A miss whose face nothing looks for.
pub(super) const MISS: usize = 7;

/// How many dice are of each kind.
pub(super) type Counts = [u8; KINDS];

/// What the faces of attack dice mean in one attack; the face 1 stands first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Faces {
    /// Whether the face hits, with what is added to each die.
    pub hits: [bool; 6],
    /// Whether something looks for it before any reroll.
    pub first: [bool; 6],
    /// Whether something looks for it in the final roll.
    pub last: [bool; 6],
}

impl Faces {
    /// The kind of a face, 1 to 6.
    pub fn kind(&self, face: u8) -> usize {
        let at = usize::from(face.clamp(1, 6)) - 1;
        match (self.last[at], self.hits[at]) {
            (true, _) => at,
            (false, true) => HIT,
            (false, false) => MISS,
        }
    }

    /// Whether dice of the kind are hits.
    pub fn kind_hits(&self, kind: usize) -> bool {
        self.hits.get(kind).copied().unwrap_or(kind == HIT)
    }

    /// The faces of a kind.
    pub fn of_kind(&self, kind: usize) -> Vec<u8> {
        (1..=6).filter(|f| self.kind(*f) == kind).collect()
    }

    /// The chance of each kind for one fresh die, impossible kinds left out.
    pub fn chances(&self) -> Vec<(usize, f64)> {
        (0..KINDS)
            .filter_map(|kind| {
                let faces = u32::try_from(self.of_kind(kind).len()).unwrap_or(0);
                (faces > 0).then(|| (kind, f64::from(faces) / 6.0))
            })
            .collect()
    }

    /// How many of these faces are of each kind.
    pub fn count(&self, faces: &[u8]) -> Counts {
        let mut counts = [0; KINDS];
        for face in faces {
            counts[self.kind(*face)] += 1;
        }
        counts
    }
}

/// What one fresh die does to a state.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Die {
    kind: usize,
    /// The place of the state among those told apart by what the first roll showed.
    shown: usize,
    chance: f64,
}

/// Where the states of a roll stand in a list.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layout {
    /// What the faces mean.
    pub faces: Faces,
    /// Dice of a face that is looked for are told apart up to so many.
    cap: usize,
    strides: [usize; KINDS],
    /// States of one list.
    pub size: usize,
    dice: Vec<Die>,
}

impl Layout {
    /// For so many dice, of which at most so many are rerolled in all.
    pub fn new(faces: Faces, dice: usize, rerolls: usize) -> Layout {
        let cap = (rerolls + 1).min(dice.max(1));
        let mut strides = [0; KINDS];
        let mut size = 1usize;
        for (kind, stride) in strides.iter_mut().enumerate().take(HIT) {
            if faces.last[kind] {
                *stride = size;
                size = size.saturating_mul(cap + 1);
            }
        }
        strides[HIT] = size;
        size = size.saturating_mul(dice + 1);
        let mut layout = Layout {
            faces,
            cap,
            strides,
            size,
            dice: Vec::new(),
        };
        layout.dice = layout.one_die();
        layout
    }

    /// The ways one die can fall, equal ones together.
    fn one_die(&self) -> Vec<Die> {
        let mut dice: Vec<Die> = Vec::new();
        for face in 1..=6u8 {
            let (kind, shown) = (self.faces.kind(face), self.bit(face));
            match dice.iter_mut().find(|d| d.kind == kind && d.shown == shown) {
                Some(die) => die.chance += 1.0 / 6.0,
                None => dice.push(Die {
                    kind,
                    shown,
                    chance: 1.0 / 6.0,
                }),
            }
        }
        dice
    }

    /// The bit of a face among those looked for before any reroll; 0 if nothing looks for it.
    pub fn bit(&self, face: u8) -> usize {
        let at = usize::from(face.clamp(1, 6)) - 1;
        if !self.faces.first[at] {
            return 0;
        }
        1 << self.faces.first.iter().take(at).filter(|f| **f).count()
    }

    /// How many lists there are: one for each set of faces that the first roll may have shown.
    pub fn lists(&self) -> usize {
        1 << self.faces.first.iter().filter(|f| **f).count()
    }

    /// The place of a state in its list.
    pub fn at(&self, counts: &Counts) -> usize {
        counts
            .iter()
            .zip(&self.strides)
            .map(|(n, stride)| usize::from(*n) * stride)
            .sum()
    }

    /// The state at a place, of so many dice.
    pub fn counts(&self, at: usize, dice: usize) -> Counts {
        let mut counts = [0u8; KINDS];
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        counts[HIT] = small(at / self.strides[HIT]);
        for kind in (0..HIT).filter(|k| self.faces.last[*k]) {
            counts[kind] = small(at / self.strides[kind] % (self.cap + 1));
        }
        let others: usize = counts.iter().map(|n| usize::from(*n)).sum();
        counts[MISS] = small(dice.saturating_sub(others));
        counts
    }

    /// The state with dice added; what is beyond those told apart counts as any hit or miss.
    pub fn add(&self, counts: &Counts, more: &Counts) -> Counts {
        let mut sum = *counts;
        for (kind, n) in more.iter().enumerate() {
            sum[kind] += n;
            let over = usize::from(sum[kind]).saturating_sub(self.cap);
            if kind < HIT && over > 0 {
                let over = u8::try_from(over).unwrap_or(0);
                sum[kind] -= over;
                sum[if self.faces.kind_hits(kind) {
                    HIT
                } else {
                    MISS
                }] += over;
            }
        }
        sum
    }

    /// Every hit of a state.
    pub fn hits(&self, counts: &Counts) -> u16 {
        (0..KINDS)
            .filter(|k| self.faces.kind_hits(*k))
            .map(|k| u16::from(counts[k]))
            .sum()
    }

    /// The faces looked for in the final roll that a state shows, as bits.
    pub fn last(counts: &Counts) -> u8 {
        (0..HIT)
            .filter(|k| counts[*k] > 0)
            .fold(0, |bits, k| bits | (1 << k))
    }

    /// The lists of a roll not yet made.
    pub fn nothing(&self) -> Vec<f64> {
        let mut cells = vec![0.0; self.size * self.lists()];
        cells[0] = 1.0;
        cells
    }

    /// The lists after so many more dice. `noted`: what they show counts as shown by the first roll.
    pub fn roll(&self, mut cells: Vec<f64>, dice: usize, noted: bool) -> Vec<f64> {
        for _ in 0..dice {
            let mut next = vec![0.0; cells.len()];
            for (cell, p) in cells.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                let (shown, at) = (cell / self.size, cell % self.size);
                for die in &self.dice {
                    let shown = if noted { shown | die.shown } else { shown };
                    next[shown * self.size + self.one_more(at, die.kind)] += p * die.chance;
                }
            }
            cells = next;
        }
        cells
    }

    fn one_more(&self, at: usize, kind: usize) -> usize {
        let stride = self.strides[kind];
        if kind >= HIT {
            return at + stride;
        }
        if at / stride % (self.cap + 1) < self.cap {
            return at + stride;
        }
        if self.faces.kind_hits(kind) {
            at + self.strides[HIT]
        } else {
            at
        }
    }
}

/// Every result of so many fresh dice with its chance (multinomial).
pub(super) fn fresh(faces: &Faces, dice: usize) -> Vec<(Counts, f64)> {
    let chances = faces.chances();
    let mut found = vec![([0u8; KINDS], 1.0, dice)];
    for (i, (kind, chance)) in chances.iter().enumerate() {
        let last = i + 1 == chances.len();
        let mut next = Vec::new();
        for (counts, p, left) in found {
            for n in if last { left } else { 0 }..=left {
                let mut more = counts;
                more[*kind] = u8::try_from(n).unwrap_or(u8::MAX);
                let power = i32::try_from(n).unwrap_or(i32::MAX);
                next.push((more, p * ways(left, n) * chance.powi(power), left - n));
            }
        }
        found = next;
    }
    found
        .into_iter()
        .map(|(counts, p, _)| (counts, p))
        .collect()
}

/// Ways to choose `k` of `n`.
fn ways(n: usize, k: usize) -> f64 {
    let k = k.min(n - k.min(n));
    (0..k).fold(1.0, |ways, i| {
        let (n, i) = (u32::try_from(n).unwrap_or(0), u32::try_from(i).unwrap_or(0));
        ways * f64::from(n - i) / f64::from(i + 1)
    })
}

/// How many successes among so many dice, with chances.
pub(super) fn binomial(dice: usize, chance: f64) -> Vec<f64> {
    (0..=dice)
        .map(|k| {
            let power = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
            ways(dice, k) * chance.powi(power(k)) * (1.0 - chance).powi(power(dice - k))
        })
        .collect()
}
