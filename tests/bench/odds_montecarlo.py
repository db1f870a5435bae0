"""A million trials of one attack, in plain Python: what `arbiter odds` is measured against.

The attack: power 7, Critical Hit 2, Accuracy 1, Fury 2 and Lucky 2 against Parry 2. Each trial
rolls every die, as a fan's script does: no tables, no counting, no libraries beyond `random`.

    python3 tests/bench/odds_montecarlo.py [TRIALS [SEED]]
"""

import random
import sys
import time

POWER = 7
CRITICAL_HIT = 2
ACCURACY = 1
FURY = 2
LUCKY = 2
PARRY = 2


def hit(face):
    """A die with what Accuracy adds hits with 4 or more (attack.hits, accuracy.1)."""
    return face + ACCURACY >= 4


def worst_first(face):
    """Which die Lucky rerolls first: a 1 lets the defender parry, then any other miss."""
    return face


def trial():
    """One attack: pending damage after Parry."""
    dice = [random.randint(1, 6) for _ in range(POWER)]
    if 4 in dice:  # a natural 4 of the initial roll (fury.1), once (fury.3)
        dice += [random.randint(1, 6) for _ in range(FURY)]
    misses = sorted((f for f in dice if not hit(f)), key=worst_first)
    for face in misses[:LUCKY]:  # up to so many dice (lucky.7), after Fury's (fury.i1)
        dice[dice.index(face)] = random.randint(1, 6)
    damage = sum(1 for f in dice if hit(f))
    if 6 in dice:  # a natural 6 of the final roll (critical-hit.3)
        damage += CRITICAL_HIT
    if 1 in dice:  # a natural 1 of the final roll (parry.4)
        damage = max(0, damage - PARRY)
    return damage


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    start = time.perf_counter()
    counts = {}
    for _ in range(trials):
        damage = trial()
        counts[damage] = counts.get(damage, 0) + 1
    seconds = time.perf_counter() - start
    for damage in sorted(counts):
        print(f"{damage:3} {counts[damage] / trials:.6f}")
    mean = sum(d * n for d, n in counts.items()) / trials
    print(f"expected {mean:.4f}; {trials} trials in {seconds:.2f} s")


if __name__ == "__main__":
    main()
