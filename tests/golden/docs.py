#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the tables of figures in docs/ list the keys that commands print with --json.

A table of COMMAND stands between <!-- figures: COMMAND --> and <!-- end -->, with a row `| `key` | unit | meaning |` for
each key at the top level. The keys that are printed are those recorded in COMMAND.txt (see golden.py).
"""

import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "..", "docs")


def documented():
    """Keys by command."""
    keys = {}
    for path in glob.glob(os.path.join(DOCS, "*.md")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for command, table in re.findall(r"<!-- figures: (\w+) -->\n(.*?)<!-- end -->", text, re.DOTALL):
            keys.setdefault(command, set()).update(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    return keys


def recorded(command):
    with open(os.path.join(HERE, command + ".txt"), encoding="utf-8") as file:
        cases = re.split(r"^=== ", file.read(), flags=re.MULTILINE)
    outputs = [re.search(r"^--- standard output\n\{\n(.*?)^\}$", case, re.MULTILINE | re.DOTALL)
               for case in cases if re.search(r"^\$ wend .*--json", case, re.MULTILINE)]
    return {key for o in outputs if o for key in re.findall(r'^  "(\w+)":', o.group(1), re.MULTILINE)} - {"error"}


wrong = False
for name, keys in sorted(documented().items()):
    printed = recorded(name)
    for key in sorted(keys ^ printed):
        print(f"{name}: {key} is " + ("documented but never printed" if key in keys else "printed but not documented"))
        wrong = True
sys.exit(wrong)
