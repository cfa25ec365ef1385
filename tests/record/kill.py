#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills runs (kill -9) at random moments, and compares what their files have with a run that came
to its end: the same rows, every frame up to some moment, and all tables of that moment.

Usage: kill.py WEND [HOW_OFTEN]
"""
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SEED = 20240607
LONGEST = 0.06  # a run is killed at most so long after its file is there [s]

SCENE = {
    "wend": 1,
    "bounds": [[0, 0], [30, 0], [30, 20], [0, 20]],
    "areas": {"left": [[0, 0], [6, 0], [6, 20], [0, 20]], "exit": [[28, 0], [30, 0], [30, 20], [28, 20]]},
    "doors": [
        {"segment": [[15, 5], [15, 9]], "times": [1, 2], "period": 3},
        {"polygon": [[20, 11], [21, 11], [21, 14], [20, 14]], "times": [2, 5], "period": 7},
    ],
    "movers": [{"circle": [12, 3], "radius": 0.5, "path": [[12, 3], [12, 17]], "way": "back and forth"}],
    "agents": [
        {"in": "left", "count": 30, "goal": "exit"},
        {"in": "left", "count": 100000, "rate": 4, "goal": "exit"},
    ],
    "seconds": 200,
}


def start(wend, folder, name):
    return subprocess.Popen([wend, "run", "scene.json", "-o", name, "--quiet"], cwd=folder,
                            stdout=subprocess.DEVNULL)


def kill_one(wend, folder, name, chance):
    """Runs into a new file and kills that at some moment, which may be before there is a file."""
    path = Path(folder, name)
    child = start(wend, folder, name)
    if chance.random() < 0.9:
        while not path.exists() and child.poll() is None:
            time.sleep(0.0005)
    time.sleep(chance.random() * LONGEST)
    child.kill()
    return path, child.wait() == -9


def answer(run, sql):
    return run.execute(sql).fetchone()[0]


def check(path, whole):
    """How many frames it has; 0 for one that has no tables yet."""
    run = sqlite3.connect(path)
    assert answer(run, "PRAGMA integrity_check") == "ok"
    if answer(run, "SELECT count(*) FROM sqlite_schema") == 0:
        return 0
    run.execute("ATTACH ? AS whole", (f"{whole}",))
    frames = answer(run, "SELECT count(*) FROM frame_data")
    assert frames == 0 or answer(run, "SELECT max(frame) FROM frame_data") == frames - 1
    before = f"frame < {frames}"
    parts = {table: ("*", "*", before) for table in (
        "trajectory_data", "frame_data", "wend_doors", "wend_movers", "wend_gates", "wend_floors")}
    parts["metadata"] = parts["wend_areas"] = ("*", "*", "TRUE")
    parts["geometry"] = ("*", "*", f"hash IN (SELECT geometry_hash FROM whole.frame_data WHERE {before})")
    # Whoever leaves later is still there.
    parts["wend_agents"] = (
        "id, came, speed, gone", f"id, came, speed, iif(gone < {(frames - 1) / 10 + 1e-6}, gone, NULL)",
        f"id IN (SELECT id FROM whole.trajectory_data WHERE {before})")
    for table, (mine, others, limit) in parts.items():
        this, that = f"SELECT {mine} FROM main.{table}", f"SELECT {others} FROM whole.{table} WHERE {limit}"
        wrong = answer(run, f"SELECT count(*) FROM ({this} EXCEPT {that})") + answer(
            run, f"SELECT count(*) FROM ({that} EXCEPT {this})")
        assert wrong == 0, f"{table} has {wrong} other rows"
    assert answer(run, "SELECT value FROM wend_run WHERE key = 'whole'") == "0"
    run.close()
    return frames


def main():
    wend, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "scene.json").write_text(json.dumps(SCENE), encoding="utf-8")
        assert start(wend, folder, "whole.sqlite").wait() == 0
        found, journals, absent = [], 0, 0
        for number in range(rounds):
            path, killed = kill_one(wend, folder, f"{number}.sqlite", chance)
            assert killed, "the run was over before it could be killed"
            journals += os.path.exists(f"{path}-journal")
            if not path.exists():
                absent += 1
                continue
            try:
                found.append(check(path, Path(folder, "whole.sqlite")))
            except (AssertionError, sqlite3.Error) as error:
                sys.exit(f"seed {SEED}, round {number}: {error}")
            path.unlink()
        some = sum(frames > 0 for frames in found)
        print(f"{rounds} killed: {absent} before there was a file, {some} with frames, up to "
              f"{max(found)} of them, {journals} in the middle of a change")
        assert some > rounds / 10, "too few of them had written something"


if __name__ == "__main__":
    main()
