#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a run with nothing but Python's sqlite3 and docs/recordings.md, and compares it with what
`wend run --json` has printed and with the same run as CSV.

Usage: check.py WEND SOURCE_DIR
"""
import csv
import hashlib
import json
import math
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

SCENE = {
    "wend": 1,
    "bounds": [[0, 0], [20, 0], [20, 12], [0, 12]],
    "obstacles": [
        {"polygon": [[10, 0], [10.5, 0], [10.5, 4], [10, 4]]},
        {"polygon": [[10, 6], [10.5, 6], [10.5, 12], [10, 12]]},
    ],
    "areas": {"left": [[0, 0], [4, 0], [4, 12], [0, 12]], "exit": [[18, 0], [20, 0], [20, 12], [18, 12]]},
    "doors": [{"segment": [[10.25, 4], [10.25, 6]], "times": [2, 4]}],
    "agents": [
        {"in": "left", "count": 60, "goal": "exit"},
        {"in": "left", "count": 30, "rate": 5, "goal": "exit", "group": "late"},
    ],
    "seconds": 100,
    "until": "empty",
}


def plain(sql):
    """One spelling for all: a statement in lower case with single spaces."""
    return re.sub(r"\s+", " ", sql.strip().rstrip(";")).lower()


def documented_statements(source):
    text = (source / "docs" / "recordings.md").read_text(encoding="utf-8")
    for block in re.findall(r"```sql\n(.*?)```", text, re.S):
        for statement in block.split(";"):
            if statement.strip():
                yield plain(statement)


def check_schema(run, source):
    made = {plain(sql) for (sql,) in run.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}
    documented = set(documented_statements(source))
    assert made == documented, f"other tables than documented: {made ^ documented}"


def check_summary(run, summary):
    fps = float(run.execute("SELECT value FROM metadata WHERE key = 'fps'").fetchone()[0])
    about = dict(run.execute("SELECT key, value FROM wend_run"))
    assert about["whole"] == "1" and about["hash"] == summary["hash"]
    assert json.loads(about["summary"])["hash"] == summary["hash"]
    assert json.loads(about["scene"])["areas"] == SCENE["areas"]
    assert abs(float(about["time"]) - summary["seconds"]) < 1e-9

    frames = [frame for (frame,) in run.execute("SELECT frame FROM frame_data ORDER BY rowid")]
    assert frames == list(range(len(frames)))
    assert len(frames) == 1 + math.floor(summary["seconds"] * fps + 1e-6)
    agents, rows = run.execute("SELECT count(DISTINCT id), count(*) FROM trajectory_data").fetchone()
    assert agents == summary["agents"]
    # With a frame for each step, the rows are the agents of all steps and of the beginning.
    first = run.execute("SELECT count(*) FROM trajectory_data WHERE frame = 0").fetchone()[0]
    assert rows == first + summary["agent_steps"]
    arrived, last, mean = run.execute(
        "SELECT count(*), max(gone), avg(gone - came) FROM wend_agents WHERE arrived").fetchone()
    assert arrived == summary["arrived"] == 90
    assert abs(last - summary["last_s"]) < 1e-9 and abs(mean - summary["mean_s"]) < 1e-9
    # Whoever has arrived is gone from the next frame on, and was in the exit shortly before.
    late = run.execute(
        "SELECT count(*) FROM wend_agents JOIN (SELECT id, max(frame) AS last FROM trajectory_data"
        " GROUP BY id) USING (id) WHERE abs(gone - (last + 1) / ?) > 1e-6", (fps,)).fetchone()[0]
    assert late == 0
    near = run.execute(
        "SELECT min(pos_x) FROM trajectory_data JOIN (SELECT id, max(frame) AS frame FROM"
        " trajectory_data GROUP BY id) USING (id, frame)").fetchone()[0]
    assert near > 17.5


def check_positions(run, table):
    """The same run as CSV has the same positions, in hundredths of a millimetre."""
    told = run.execute("SELECT frame, id, pos_x, pos_y FROM trajectory_data ORDER BY frame, id")
    with open(table, newline="", encoding="ascii") as file:
        count = 0
        for row, found in zip(csv.DictReader(file), told, strict=True):
            assert (int(row["frame"]), int(row["id"])) == found[:2]
            assert abs(float(row["x"]) - found[2]) < 0.51e-5
            assert abs(float(row["y"]) - found[3]) < 0.51e-5
            count += 1
    assert count > 5000


def check_floor(run):
    for sql in ("SELECT hash, wkt FROM geometry", "SELECT hash, wkt FROM wend_geometry"):
        for number, wkt in run.execute(sql):
            digest = hashlib.blake2b(wkt.encode(), digest_size=8).digest()
            assert number == int.from_bytes(digest, "big", signed=True)
    shown = {wkt for (wkt,) in run.execute(
        "SELECT wkt FROM frame_data JOIN geometry ON hash = geometry_hash")}
    assert len(shown) == 1 and shown.pop().startswith("POLYGON ((")
    # The shut door splits the floor: its own table has that.
    true = run.execute(
        "SELECT frame, coalesce(g.wkt, w.wkt) FROM wend_floors LEFT JOIN geometry AS g ON"
        " g.hash = geometry_hash LEFT JOIN wend_geometry AS w ON w.hash = geometry_hash"
        " ORDER BY frame").fetchall()
    assert [wkt.split(" ")[0] for _, wkt in true] == ["POLYGON", "MULTIPOLYGON", "POLYGON"]
    doors = run.execute("SELECT frame, door, shut FROM wend_doors ORDER BY frame").fetchall()
    assert [(door, shut) for _, door, shut in doors] == [(0, 0), (0, 1), (0, 0)]
    assert [frame for frame, _, _ in doors] == [frame for frame, _ in true]


def check_example(source, folder):
    """The program in the documentation runs."""
    text = (source / "docs" / "recordings.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", text, re.S).group(1)
    lines = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, check=True, capture_output=True, text=True).stdout
    assert re.match(r"0\.0 s: agent 0 at \(\d+\.\d\d, \d+\.\d\d\)\n", lines), lines[:200]


def main():
    wend, source = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "scene.json").write_text(json.dumps(SCENE), encoding="utf-8")
        done = subprocess.run(
            [wend, "run", "scene.json", "--fps", "10", "-o", "run.sqlite", "-o", "run.csv", "--json"],
            cwd=folder, check=True, capture_output=True, text=True)
        summary = json.loads(done.stdout)
        run = sqlite3.connect(Path(folder, "run.sqlite"))
        assert run.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        check_schema(run, source)
        check_summary(run, summary)
        check_positions(run, Path(folder, "run.csv"))
        check_floor(run)
        run.close()
        check_example(source, folder)
    print("the recording is what was printed")


if __name__ == "__main__":
    main()
