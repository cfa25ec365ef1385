#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Golden files: compares the output of every command with the output recorded in this folder.

Usage: golden.py WEND [--update] [SECTION...]     WEND is the built command.

cases.txt has one row per case: a name and the arguments of wend. A line [SECTION] starts a section,
whose results are in SECTION.txt. A case runs in a temporary directory of its own, which holds the
files of input/ and the files written by the cases of [setup]; `< FILE` is standard input. Recorded
are standard output, standard error, the exit status and a description of each file written. In
[hashes] only the state hash is recorded, so that this file does not depend on any word of the output.

Values that differ from run to run or between machines are replaced by # (MASKS below).
--update rewrites the recorded files of the given sections (default: all).
"""

import base64
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
INPUT = os.path.join(HERE, "input")
PROCESSES = 2
LONGEST_TEXT = 60  # lines of a text file; of longer ones the first lines and a digest are recorded

NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
REAL = r"\d+(?:\.\d+(?:e[-+]?\d+)?|e[-+]?\d+)"
PHASES = r"obstacles|spawn|index|plan|avoid|integrate|events"
# (pattern, what replaces it): the only places where a recorded output may differ from the real one.
MASKS = [
    # Durations in JSON: plan, map, flow, group; phases of run; duration of a test of verify.
    (rf'("(?:(?:\w+_)?us|\w+_ms|measuring|recording|us_per_agent_step|{PHASES})": ?){REAL}', r"\1#"),
    (rf'("(?:us_per_agent_step|measuring)": {{\s*"mean": ){NUMBER}(,\s*"low": ){NUMBER}(,\s*"high": ){NUMBER}', r"\1#\2#\3#"),
    (rf'("completed": \w+,\s*"seconds": ){NUMBER}', r"\1#"),
    # Durations in text: numbers with a unit, phases and statistics of run.
    (rf"\b{NUMBER} (us|ms)\b", r"# \1"),
    (r"^(phases +).*", r"\1#"),
    (rf"\b(\w+_ms) {NUMBER}", r"\1 #"),
    (rf"^(us_per_agent_step|measuring) +{NUMBER} +{NUMBER} +{NUMBER}$", r"\1 # # #"),
    # Column `micro` of plan --queries, and the three times of group --compare.
    (r"^(\d+;)\d+\.\d+(;\d+;)", r"\1#\2"),
    (rf"^(\S+ +(?:deformable|hinged) +\w+ +\d+ +\d+) +{NUMBER} +{NUMBER} +{NUMBER}$", r"\1 # # #"),
    # Sizes of files: those with a summary hold durations, and a replay page is compressed by zlib.
    (r'("bytes": )\d+', r"\1#"),
    (rf"\b{NUMBER} (kB|MB)\b", r"# \1"),
    # Version of wend.
    (r"\bwend \d+\.\d+\.\d+\b", r"wend #"),
]
# Only for readability: JSON lists of numbers are written on one line.
NUMBERS = re.compile(rf"\[\s*{NUMBER}(?:,\s*{NUMBER})*\s*\]")
POINTS = re.compile(rf"\[\s*\[{NUMBER}(?:, {NUMBER})*\](?:,\s*\[{NUMBER}(?:, {NUMBER})*\])*\s*\]")


def mask(text):
    for pattern, to in MASKS:
        text = re.sub(pattern, to, text, flags=re.MULTILINE)
    # A column that holds times is as wide as they are.
    text = re.sub(r"^(figure|scene) +.*(?:\n.+)*# # #(?:\n.+)*",
                  lambda m: re.sub(r"(?<=\S) {2,}", " ", m.group()), text, flags=re.MULTILINE)
    for pattern in NUMBERS, POINTS:
        text = pattern.sub(lambda m: re.sub(r"\s+", " ", m.group()).replace("[ ", "[").replace(" ]", "]"), text)
    return text


def digest(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()[:16]


# ---- files ---------------------------------------------------------------------------------------

def describe_text(data):
    text = mask(data.decode("utf-8", "replace"))
    lines = text.splitlines()
    if len(lines) <= LONGEST_TEXT:
        return lines
    return lines[:4] + [f"... {len(lines)} lines, digest {digest(text)}"]


def describe_svg(data):
    """Size, words, and for each layer the number of its elements and a digest."""
    text = data.decode()
    lines = [re.search(r'width="[^"]*" height="[^"]*"', text).group()]
    layers = re.split(r'(?=<g id=")', text)
    for layer in layers:
        name = re.match(r'<g id="([^"]*)"', layer)
        # After the last layer come legend and scale bar; a digest of each part shows what has changed.
        title = name.group(1) if name else "head"
        lines.append(f"{title}: elements {len(re.findall('<[a-z]', layer))}, digest {digest(layer)}")
    words = [re.sub(r"<[^>]*>", "", w) for w in re.findall(r"<text[^>]*>.*?</text>", text)]
    return lines + ["words: " + " | ".join(words[:40])]


def describe_html(data):
    """Title, and what the streams of compressed data hold; of pages without data the headings."""
    text = data.decode()
    lines = ["title: " + re.search(r"<title>(.*?)</title>", text).group(1)]
    streams = re.search(r'<script id="data" type="text/plain">(.*?)</script>', text, re.DOTALL)
    if not streams:
        return lines + [mask(re.sub(r"<[^>]*>", "", h)) for h in re.findall(r"<h\d.*?</h\d>", text)]
    for line in streams.group(1).split():
        raw = zlib.decompress(base64.b64decode(line))
        if not raw.startswith(b"{"):
            lines.append(f"data: {len(raw)} bytes, digest {digest(raw)}")
            continue
        for key, value in json.loads(raw).items():
            value = mask(value) if isinstance(value, str) else json.dumps(value)
            lines.append(f"{key}: {value}" if len(value) < 80 else f"{key}: digest {digest(value)}")
    return lines


def describe_sqlite(path):
    """Columns of each table, and its rows: those of short tables as text, of others a digest."""
    base = sqlite3.connect(path)
    lines = []
    for (sql,) in base.execute("select sql from sqlite_master where sql is not null order by name"):
        lines.append(sql)
    tables = [n for (n,) in base.execute("select name from sqlite_master where type='table' order by name")]
    for table in tables:
        rows = base.execute(f"select * from {table}").fetchall()
        lines.append(f"{table}: {len(rows)} rows, digest {digest(mask(repr(rows).replace(chr(92) + 'n', chr(10))))}")
        if table in ("metadata", "wend_run"):
            for key, value in rows:
                value = mask(value)
                lines.append(f"  {key} = {value if chr(10) not in value else 'text, digest ' + digest(value)}")
    base.close()
    return lines


def describe_file(path):
    with open(path, "rb") as file:
        data = file.read()
    end = os.path.splitext(path)[1]
    if end == ".svg":
        return describe_svg(data)
    if end == ".html":
        return describe_html(data)
    if end == ".sqlite":
        return describe_sqlite(path)
    if end == ".png":  # pixels depend on the versions of cairo and the fonts
        return [f"PNG, {int.from_bytes(data[16:20], 'big')} x {int.from_bytes(data[20:24], 'big')}"]
    if end == ".pdf":
        return ["PDF" if data.startswith(b"%PDF-") else "no PDF"]
    if end == ".npy":
        return [f"{len(data)} bytes, digest {digest(data)}"]
    return describe_text(data)


# ---- cases ---------------------------------------------------------------------------------------

def read_cases():
    """Sections by name, each a list of (name, arguments)."""
    sections, name = {}, None
    with open(os.path.join(HERE, "cases.txt"), encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("["):
                name = line[1:-1]
                sections[name] = []
            else:
                case, _, arguments = line.partition(" ")
                sections[name].append((case, arguments.strip()))
    for name, cases in sections.items():
        names = [case for case, _ in cases]
        if len(set(names)) != len(names):
            sys.exit(f"cases.txt: [{name}] has two cases of one name")
    return sections


def execute(command, arguments, folder):
    words = shlex.split(arguments)
    given = subprocess.DEVNULL
    if "<" in words:
        at = words.index("<")
        given = open(os.path.join(folder, words[at + 1]), "rb")
        del words[at:at + 2]
    env = dict(os.environ, LC_ALL="C.UTF-8", TZ="UTC")
    done = subprocess.run([command] + words, cwd=folder, stdin=given, capture_output=True, env=env, check=False)
    if given != subprocess.DEVNULL:
        given.close()
    return done


def state_hash(done):
    figures = json.loads(done.stdout or "{}")
    return figures.get("hash", f"refused, exit status {done.returncode}")


def run_case(command, section, case, arguments, common):
    """The recorded text of a case."""
    with tempfile.TemporaryDirectory(prefix="wend-golden-") as folder:
        for name in os.listdir(common):
            os.link(os.path.join(common, name), os.path.join(folder, name))
        before = set(os.listdir(folder))
        done = execute(command, arguments, folder)
        if section == "hashes":
            return f"{case}: {state_hash(done)}\n"
        lines = [f"=== {case}", f"$ wend {arguments}", f"--- exit status {done.returncode}"]
        for title, data in ("standard output", done.stdout), ("standard error", done.stderr):
            if data.startswith(b"<?xml"):
                lines += [f"--- {title}"] + describe_svg(data)
            elif data:
                lines += [f"--- {title}"] + mask(data.decode("utf-8", "replace")).splitlines()
        for name in sorted(set(os.listdir(folder)) - before):
            lines += [f"--- file {name}"] + describe_file(os.path.join(folder, name))
    text = "\n".join(lines) + "\n\n"
    for path in (folder, common, HERE, os.path.dirname(command)):
        if path in text:
            sys.exit(f"golden: [{section}] {case}: its output has a path of this machine:\n{text}")
    return text


def prepare(command, cases, common):
    for name in os.listdir(INPUT):
        shutil.copy(os.path.join(INPUT, name), common)
    for case, arguments in cases:
        done = execute(command, arguments, common)
        if done.returncode != 0:
            sys.exit(f"golden: [setup] {case}: exit status {done.returncode}\n{done.stderr.decode()}")


def missing_scenes(command, cases):
    """Built-in scenes without a hash."""
    names = subprocess.run([command, "scenes", "--quiet"], capture_output=True, text=True, check=True).stdout.split()
    run = {shlex.split(arguments)[1] for _, arguments in cases}
    return [name for name in names if name not in run]


def compare(section, text, update):
    """Whether the section is as recorded; prints the difference, or records it."""
    path = os.path.join(HERE, section + ".txt")
    old = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = file.read()
    if old == text:
        return True
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"golden: {section}.txt written")
        return True
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True),
                                               f"tests/golden/{section}.txt", f"{section}, now"))
    return False


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    update = "--update" in sys.argv
    if not arguments:
        sys.exit(__doc__)
    command = os.path.abspath(arguments[0])
    sections = read_cases()
    setup = sections.pop("setup")
    chosen = arguments[1:] or list(sections)
    for name in chosen:
        if name not in sections:
            sys.exit(f"golden: no section '{name}': known are {', '.join(sections)}")
    good = True
    if "hashes" in chosen:
        absent = missing_scenes(command, sections["hashes"])
        if absent:
            print(f"golden: [hashes] has no case for the built-in scenes {', '.join(absent)}")
            good = False
    with tempfile.TemporaryDirectory(prefix="wend-golden-") as common:
        prepare(command, setup, common)
        with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
            waiting = {name: [pool.submit(run_case, command, name, case, line, common)
                              for case, line in sections[name]] for name in chosen}
            for name in chosen:
                text = "".join(future.result() for future in waiting[name])
                good = compare(name, text, update) and good
    count = sum(len(sections[name]) for name in chosen)
    if not good:
        print("golden: differs from what is recorded. If it is meant: tests/golden/golden.py WEND --update")
        sys.exit(1)
    print(f"golden: {count} cases as recorded")


if __name__ == "__main__":
    main()
