"""Exact odds against a million trials in plain Python, both as whole processes.

    cargo build --release
    python3 tests/bench/odds_speed.py target/release/arbiter [TRIALS]

Prints both times, their ratio and both expected values; fails if the ratio is below 500 or the
values differ by more than four standard errors.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
RUNS = 21


def timed(command):
    start = time.perf_counter()
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - start, out


def main():
    arbiter = sys.argv[1]
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    attack = str(HERE / "odds_attack.toml")
    slow, out = timed([sys.executable, str(HERE / "odds_montecarlo.py"), str(trials)])
    sampled = float(out.split("expected ")[1].split(";")[0])
    slow *= 1_000_000 / trials
    print(f"machine load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"python, a million trials: {slow:.2f} s, expected damage {sampled:.4f}")
    good = True
    for policy in ["none", "all", "best"]:
        command = [arbiter, "odds", attack, "--policy", policy, "--format", "json"]
        runs = [timed(command) for _ in range(RUNS)]
        quick = statistics.median(seconds for seconds, _ in runs)
        damage = json.loads(runs[0][1])["units"][0]["damage"]
        ratio = slow / quick
        print(
            f"arbiter odds --policy {policy}: {1000 * quick:.2f} ms, {ratio:.0f} times faster,"
            f" expected damage {damage['expected']:.4f}"
        )
        if policy == "all":  # the policy the script plays by
            mean = damage["expected"]
            spread = sum(p * (int(n) - mean) ** 2 for n, p in damage["exactly"].items())
            good &= abs(sampled - mean) <= 4 * (spread / trials) ** 0.5 + 5e-5
        good &= ratio >= 500
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
