#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write scenes in which coherent groups meet, and compare two builds of wend on them.

    meet_scenes.py write DIRECTORY [--set SET]
    meet_scenes.py run DIRECTORY WEND...

Sets: "fixed" (40 corridors of 3 to 10 m with 10 to 50 members a side, crossings, niches, dead ends)
and "other" (the same kinds with random sizes; not used while wend was developed).
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys

RADIUS = 0.3


def square(x, y, half):
    return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]


def scene(name, bounds, groups, obstacles=()):
    """groups: (members, from, to[, speed]) with areas as polygons."""
    areas, agents = {}, []
    for i, (count, start, goal, *speed) in enumerate(groups):
        areas["from%d" % i], areas["to%d" % i] = start, goal
        agent = {"in": "from%d" % i, "count": count, "goal": "to%d" % i, "radius": RADIUS,
                 "planner": "group", "motion": "group_potential", "group": {"name": "g%d" % i}}
        if speed:
            agent["speed"] = speed[0]
        agents.append(agent)
    return {"wend": 2, "name": name, "bounds": bounds, "obstacles": list(obstacles),
            "areas": areas, "agents": agents, "duration": 400, "until": "empty"}


def dumbbell(left, right, length, low, high):
    """Two rooms of these (width, height), and a corridor between low and high."""
    a, b = left[0], left[0] + length
    c = b + right[0]
    return [[0, 0], [a, 0], [a, low], [b, low], [b, 0], [c, 0], [c, right[1]], [b, right[1]],
            [b, high], [a, high], [a, left[1]], [0, left[1]]]


def corridor(name, width, count, room=16.0, length=30.0, other=None, other_count=None, shift=0.0):
    other = other or room
    middle = min(room, other) / 2 + shift
    bounds = dumbbell((room, room), (other, other), length, middle - width / 2, middle + width / 2)
    a = square(room / 2, room / 2, room / 2 - 1)
    b = square(room + length + other / 2, other / 2, other / 2 - 1)
    return scene(name, bounds, [(count, a, b), (other_count or count, b, a)])


def circle(name, groups, count, radius, jitter=0.0, rng=None):
    half = radius + 8
    bounds = square(half, half, half)
    entries = []
    for i in range(groups):
        at = 2 * math.pi * i / groups + (rng.uniform(-jitter, jitter) if rng else 0)
        x, y = radius * math.cos(at), radius * math.sin(at)
        entries.append((count, square(half + x, half + y, 4), square(half - x, half - y, 4)))
    return scene(name, bounds, entries)


def plus(name, count, width, arm, room=14.0):
    """Four rooms at the ends of two crossing corridors; each group goes to the opposite room."""
    h, w, e, r = room / 2, width / 2, width / 2 + arm, width / 2 + arm + room
    quarter = [[e, -w], [e, -h], [r, -h], [r, h], [e, h], [e, w], [w, w]]
    bounds = []
    for turn in range(4):
        for x, y in quarter:
            for _ in range(turn):
                x, y = -y, x
            bounds.append([x + r, y + r])
    ends = []
    for turn in range(4):
        x, y = e + h, 0
        for _ in range(turn):
            x, y = -y, x
        ends.append(square(x + r, y + r, h - 1))
    return scene(name, bounds, [(count, ends[i], ends[(i + 2) % 4]) for i in range(4)])


def niche(name, counts, width, depth, length=60.0, at=0.5, ways=(1, -1, -1)):
    """A corridor between two rooms with one niche on its upper side."""
    room = 16.0
    low, high = room / 2 - width / 2, room / 2 + width / 2
    bounds = dumbbell((room, room), (2 * room, room), length, low, high)
    x = room + length * at
    size = 9.0
    # The upper side runs from right to left.
    i = bounds.index([room + length, high]) + 1
    bounds[i:i] = [[x + size / 2, high], [x + size / 2, high + depth], [x - size / 2, high + depth],
                   [x - size / 2, high]]
    end = room + length
    a = square(room / 2, room / 2, 7)
    b = [square(end + room / 2, room / 2, 7), square(end + 1.5 * room, room / 2, 7)]
    groups, back = [], 0
    for count, way in zip(counts, ways):
        if way > 0:
            groups.append((count, a, b[0]))
        else:
            groups.append((count, b[back % 2], a))
            back += 1
    return scene(name, bounds, groups)


def hall(name, counts, ways, width, depth, length=80.0, at=0.5):
    """A corridor with closed ends and one niche: those who go one way start at one end."""
    size, x = 9.0, length * at
    bounds = [[0, 0], [length, 0], [length, width], [x + size / 2, width],
              [x + size / 2, width + depth], [x - size / 2, width + depth], [x - size / 2, width],
              [0, width]]
    groups, rows = [], {1: 0, -1: 0}
    for count, way in zip(counts, ways):
        begin = 1 + 8.5 * rows[way]
        rows[way] += 1
        left = [[begin, 0.2], [begin + 8, 0.2], [begin + 8, width - 0.2], [begin, width - 0.2]]
        right = [[length - px, py] for px, py in left]
        groups.append((count, left, right) if way > 0 else (count, right, left))
    return scene(name, bounds, groups)


def dead_end(name, count, width):
    """A corridor with both ends closed: nobody can pass."""
    bounds = [[0, 0], [50, 0], [50, width], [0, width]]
    a = [[1, 0.3], [12, 0.3], [12, width - 0.3], [1, width - 0.3]]
    b = [[38, 0.3], [49, 0.3], [49, width - 0.3], [38, width - 0.3]]
    return scene(name, bounds, [(count, a, b), (count, b, a)])


def fixed():
    for width in range(3, 11):
        for count in (10, 20, 30, 40, 50):
            yield corridor("corridor_%d_%d" % (width, count), float(width), count)
    for groups, count in ((4, 15), (6, 12), (8, 10), (8, 20)):
        yield circle("circle_%d_%d" % (groups, count), groups, count, 25.0)
    yield plus("plus_12_8", 12, 8.0, 15.0)
    yield plus("plus_20_10", 20, 10.0, 15.0)
    yield niche("niche_2", (15, 15), 4.0, 6.0, ways=(1, -1))
    yield niche("niche_3", (15, 15, 15), 4.0, 6.0)
    yield niche("niche_3b", (15, 15, 15), 4.0, 6.0, ways=(-1, 1, -1))
    yield niche("niche_3c", (15, 15, 15), 4.0, 6.0, ways=(-1, -1, 1))
    yield hall("hall_2", (10, 10), (1, -1), 3.0, 6.0)
    yield hall("hall_3", (10, 10, 10), (1, -1, -1), 3.0, 6.0)
    yield hall("hall_3b", (10, 10, 10), (-1, 1, -1), 3.0, 6.0)
    yield hall("hall_3c", (10, 10, 10), (-1, -1, 1), 3.0, 6.0)
    yield dead_end("dead_end_10", 10, 2.5)
    yield dead_end("dead_end_20", 20, 4.0)


def other():
    rng = random.Random(2023)
    for i in range(40):
        room = rng.uniform(14.5, 19)
        count = rng.randint(10, 40 if i % 5 else 50)
        yield corridor("other_corridor_%02d_%d" % (i, count), rng.uniform(3, 10), count, room,
                       rng.uniform(18, 45), rng.uniform(14.5, 19), rng.randint(10, count),
                       rng.uniform(-1, 1))
    for i in range(6):
        groups = rng.randint(4, 8)
        yield circle("other_circle_%d" % i, groups, rng.randint(8, 20), rng.uniform(22, 32), 0.2, rng)
    for i in range(3):
        yield plus("other_plus_%d" % i, rng.randint(8, 20), rng.uniform(6, 11), rng.uniform(10, 20))
    for i in range(4):
        ways = [1, -1, rng.choice((1, -1))] if i else [1, -1]
        if ways.count(1) > 1:
            ways = [-w for w in ways]
        yield hall("other_hall_%d" % i, [rng.randint(8, 12) for _ in ways], ways,
                   rng.uniform(2.8, 3.6), rng.uniform(5, 7), rng.uniform(70, 90),
                   rng.uniform(0.45, 0.55))
        yield niche("other_niche_%d" % i, [rng.randint(8, 15) for _ in ways], rng.uniform(3, 4.5),
                    rng.uniform(5, 7), rng.uniform(50, 70), rng.uniform(0.35, 0.65), ways)


def write(args):
    os.makedirs(args.directory, exist_ok=True)
    for made in {"fixed": fixed, "other": other}[args.set]():
        with open(os.path.join(args.directory, made["name"] + ".json"), "w") as file:
            json.dump(made, file)


def run_one(wend, path):
    out = subprocess.run([wend, "run", path, "--json"], capture_output=True, text=True)
    try:
        return json.loads(out.stdout)
    except ValueError:
        sys.exit("%s %s: %s" % (wend, path, out.stderr))


def run(args):
    ratios, locked = [], [0] * len(args.wend)
    for name in sorted(os.listdir(args.directory)):
        if args.only and args.only not in name:
            continue
        runs = [run_one(wend, os.path.join(args.directory, name)) for wend in args.wend]
        times = [r["last_s"] if r["inside"] == 0 and r["not_spawned"] == 0 else None for r in runs]
        for i, time in enumerate(times):
            locked[i] += time is None
        if len(times) == 2 and None not in times:
            ratios.append(times[1] / times[0])
        last = runs[-1]
        told = {k: v for k, v in last["events"].items() if v and k in
                ("no_place_to_pass", "group_split", "door_refused", "no_path")}
        print("%-22s" % name[:-5], *("%8s" % ("locked" if t is None else "%.1f" % t) for t in times),
              " walls %d overlap %.2g" % (last["walls_crossed"] + last["in_walls"],
                                          last["deepest_overlap"]),
              "obstacles %.2f us" % last["phases"]["obstacles"], told or "", flush=True)
    print("locked", *locked)
    if ratios:
        print("geometric mean of the second over the first, where neither is locked: %.3f (%d)" %
              (math.exp(sum(map(math.log, ratios)) / len(ratios)), len(ratios)))


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
commands = parser.add_subparsers(required=True)
command = commands.add_parser("write")
command.add_argument("directory")
command.add_argument("--set", choices=("fixed", "other"), default="fixed")
command.set_defaults(call=write)
command = commands.add_parser("run")
command.add_argument("directory")
command.add_argument("wend", nargs="+")
command.add_argument("--only", help="part of the names of scenes")
command.set_defaults(call=run)
arguments = parser.parse_args()
arguments.call(arguments)
