// SPDX-License-Identifier: MIT
// Every family can be solved: agents that cannot pass each other in a passage have room to wait at
// its ends, and streams against each other meet only where two abreast have room.
#include "tests/hunt/rooms.h"

#include <math.h>

// ---- walls --------------------------------------------------------------------------------------

static void add_wall(hunt_plan *p, const wend_vec2 *points, uint32_t count)
{
    hunt_case *c = p->c;
    if (c->wall_count == HUNT_MAX_WALLS)
        return;
    hunt_wall *wall = &c->walls[c->wall_count++];
    wall->count = count;
    for (uint32_t i = 0; i < count; ++i)
        wall->points[i] = points[i];
}

/// An upright wall from y0 to y1, as thick as the box is wide; thickness 0: a segment.
static void add_block(hunt_plan *p, double x0, double y0, double x1, double y1)
{
    wend_vec2 ring[4] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    if (x1 > x0 && y1 > y0)
        add_wall(p, ring, 4);
    else if (x1 > x0 || y1 > y0)
        add_wall(p, (wend_vec2[2]){ring[0], ring[2]}, 2);
}

static double between(hunt_plan *p, double low, double high)
{
    return wend_random_between(p->random, low, high);
}

/// On a grid of 1/8 m, where features touch exactly.
static double coarse(hunt_plan *p, double low, double high)
{
    return floor(8 * between(p, low, high)) / 8;
}

static uint32_t below(hunt_plan *p, uint32_t bound)
{
    return wend_random_below(p->random, bound);
}

/// Width of an opening: exactly that of an agent and a little more, or wider.
static double opening(hunt_plan *p)
{
    double body = 2 * p->radius;
    switch (below(p, 6)) {
    case 0:
        return body + 1e-6;
    case 1:
        return body + 1e-3;
    case 2:
        return body + 0.02;
    case 3:
        return body * between(p, 1.05, 1.9);
    default:
        return body * between(p, 1.9, 5);
    }
}

/// Width where two abreast have room.
static double wide(hunt_plan *p)
{
    return 2 * p->radius * between(p, 2.3, 8);
}

static double thickness(hunt_plan *p)
{
    static const double THICK[] = {0, 0, 0.125, 0.25, 0.5, 1, 2, 4};
    return THICK[below(p, 8)];
}

static void set_bounds(hunt_plan *p, double width, double height)
{
    p->c->bounds = (wend_box){{0, 0}, {width, height}};
}

// ---- streams ------------------------------------------------------------------------------------

static void add_stream(hunt_plan *p, wend_box from, wend_box to)
{
    if (p->stream_count < HUNT_MAX_FLOWS)
        p->streams[p->stream_count++] =
            (hunt_stream){.from = from, .to = to, .points = below(p, 4) == 0};
}

static void add_both(hunt_plan *p, wend_box a, wend_box b)
{
    add_stream(p, a, b);
    if (!p->one_way)
        add_stream(p, b, a);
}

static wend_box box(double x0, double y0, double x1, double y1)
{
    return (wend_box){{x0, y0}, {x1, y1}};
}

/// Number of agents for which a room has space to wait and to make room.
static void limit(hunt_plan *p, double area)
{
    double each = 12 * p->radius * p->radius;
    double most = floor(area / each);
    p->most = most < 2 ? 2 : most > 60 ? 60 : (uint32_t)most;
}

// ---- families -----------------------------------------------------------------------------------

static void draw_pair(hunt_plan *p)
{
    double width = coarse(p, 6, 24), height = wide(p) + 2 * p->radius;
    set_bounds(p, width, below(p, 2) ? height : height + coarse(p, 1, 6));
    double top = p->c->bounds.max.y;
    add_both(p, box(0, 0, 1.5, top), box(width - 1.5, 0, width, top));
    p->most = 1;
}

static void draw_field(hunt_plan *p)
{
    double width = coarse(p, 8, 24), height = coarse(p, 6, 20);
    set_bounds(p, width, height);
    add_both(p, box(0, 0, 2.5, height), box(width - 2, 0, width, height));
    if (below(p, 2))
        add_both(p, box(0, 0, width, 2.5), box(0, height - 2, width, height));
    limit(p, 2.5 * height);
}

/// Agents that change places on a circle: the generator places them.
static void draw_circle(hunt_plan *p)
{
    double side = coarse(p, 8, 20);
    set_bounds(p, side, side);
    p->most = 2 + below(p, 24);
    if (below(p, 3) == 0)
        add_block(p, side / 2 - 0.5, side / 2 - 0.5, side / 2 + 0.5, side / 2 + 0.5);
}

static void draw_lane(hunt_plan *p)
{
    double width = coarse(p, 12, 40), height = wide(p);
    set_bounds(p, width, height);
    add_both(p, box(0, 0, width / 3, height), box(width - 2, 0, width, height));
    limit(p, width / 3 * height);
}

/// Two rooms with a corridor between them, at its middle or at a wall.
static void draw_corridor(hunt_plan *p)
{
    double room = coarse(p, 4, 9), length = coarse(p, 2, 16), height = coarse(p, 4, 9);
    double gap = fmin(opening(p), height - 0.5);
    double low = below(p, 3) ? between(p, 0, height - gap) : 0;
    set_bounds(p, 2 * room + length, height);
    if (low > 0)
        add_block(p, room, 0, room + length, low);
    add_block(p, room, low + gap, room + length, height);
    double end = 2 * room + length;
    add_both(p, box(0, 0, room - 0.5, height), box(end - 2, 0, end, height));
    limit(p, room * height);
}

/// A wall at x with openings of the given width, from y = 0 to height.
static void add_doors(hunt_plan *p, double x, double thick, double height, uint32_t count)
{
    double part = height / count, at = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double gap = fmin(opening(p), part - 0.25);
        double low = part * i + (below(p, 5) ? between(p, 0, part - gap) : 0);
        if (low > at)
            add_block(p, x, at, x + thick, low);
        at = low + gap;
    }
    add_block(p, x, at, x + thick, height);
}

static void draw_door(hunt_plan *p)
{
    double room = coarse(p, 4, 10), height = coarse(p, 4, 10), thick = thickness(p);
    double end = 2 * room + thick;
    set_bounds(p, end, height);
    add_doors(p, room, thick, height, below(p, 3) ? 1 : 2);
    add_both(p, box(0, 0, room - 0.5, height), box(end - 2, 0, end, height));
    limit(p, room * height);
}

static void draw_series(hunt_plan *p)
{
    uint32_t walls = 2 + below(p, 3);
    double room = coarse(p, 4, 9), height = coarse(p, 4, 9), x = room;
    double thick = below(p, 2) ? 0 : 0.25;
    for (uint32_t i = 0; i < walls; ++i) {
        add_doors(p, x, thick, height, 1);
        x += thick + (i + 1 < walls ? coarse(p, 2 * p->radius + 0.25, 5) : room);
    }
    set_bounds(p, x, height);
    add_both(p, box(0, 0, room - 0.5, height), box(x - 2, 0, x, height));
    limit(p, room * height);
}

/// Blocks in the corners leave a cross; or a T, where the lower arm is missing.
static void draw_crossing_of(hunt_plan *p, bool tee)
{
    double arm = coarse(p, 4, 9), a = p->one_way ? opening(p) : wide(p);
    double b = p->one_way ? opening(p) : wide(p);
    double right = 2 * arm + a, top = (tee ? 0 : arm) + b + arm, low = tee ? 0 : arm;
    set_bounds(p, right, top);
    add_block(p, 0, low + b, arm, top);
    add_block(p, arm + a, low + b, right, top);
    if (!tee) {
        add_block(p, 0, 0, arm, low);
        add_block(p, arm + a, 0, right, low);
    }
    wend_box west = box(0, low, arm / 2, low + b), east = box(right - arm / 2, low, right, low + b);
    wend_box north = box(arm, top - arm / 2, arm + a, top), south = box(arm, 0, arm + a, arm / 2);
    if (tee) {
        add_stream(p, west, east);
        add_stream(p, p->one_way ? west : north, p->one_way ? north : west);
        if (!p->one_way)
            add_stream(p, east, below(p, 2) ? west : north);
    } else {
        add_both(p, west, east);
        add_both(p, south, north);
    }
    limit(p, arm / 2 * fmin(a, b));
}

static void draw_crossing(hunt_plan *p)
{
    draw_crossing_of(p, false);
}

static void draw_tee(hunt_plan *p)
{
    draw_crossing_of(p, true);
}

/// A post, a square, or a triangle that touches the next pillar with a corner.
static void add_pillar(hunt_plan *p, double x, double y, double size)
{
    wend_vec2 at = {x, y};
    switch (below(p, 4)) {
    case 0:
        add_wall(p, &at, 1);
        break;
    case 1:
        add_wall(p, (wend_vec2[3]){{x, y}, {x + size, y + size / 2}, {x, y + size}}, 3);
        break;
    default:
        add_block(p, x, y, x + size, y + size);
        break;
    }
}

static void draw_pillars(hunt_plan *p)
{
    double pitch = ceil(8 * (2 * p->radius + between(p, 0.3, 2.5))) / 8;
    double size = floor(4 * (pitch - 2 * p->radius)) / 4, start = 3;
    uint32_t columns = 2 + below(p, 6), rows = 2 + below(p, 5);
    double width = 2 * start + pitch * columns, height = pitch * rows + pitch;
    set_bounds(p, width, height);
    for (uint32_t i = 0; i < columns; ++i)
        for (uint32_t k = 0; k < rows; ++k)
            if (below(p, 3))
                add_pillar(p, start + pitch * i + 0.125, pitch * k + pitch / 2,
                           below(p, 6) ? size * 0.75 : pitch);
    add_both(p, box(0, 0, start - 0.5, height), box(width - 2, 0, width, height));
    limit(p, start * height);
}

/// A pocket across the straight way, open to the left; some agents start in it.
static void draw_dead_end(hunt_plan *p)
{
    double height = coarse(p, 6, 12), width = coarse(p, 12, 20), depth = coarse(p, 1, 4);
    double side = coarse(p, 2 * p->radius + 0.25, height / 3), x = coarse(p, 5, 7);
    double low = side, high = height - coarse(p, 2 * p->radius + 0.25, height / 3);
    set_bounds(p, width, height);
    add_block(p, x, low, x + depth, low);
    add_block(p, x, high, x + depth, high);
    add_block(p, x + depth, low, x + depth, high);
    wend_box goal = box(width - 2, 0, width, height);
    add_both(p, box(0, 0, 2.5, height), goal);
    add_stream(p, box(x, low, x + depth, high), goal);
    limit(p, fmin(2.5 * height, depth * (high - low)));
}

/// Rooms on a grid; every wall between two rooms has a door, or most have.
static void draw_rooms(hunt_plan *p)
{
    uint32_t columns = 2 + below(p, 2), rows = 1 + below(p, 3);
    double side = coarse(p, 3, 6), thick = 0;
    for (uint32_t i = 1; i < columns; ++i)
        add_doors(p, side * i, thick, side * rows, rows);
    for (uint32_t k = 1; k < rows; ++k)
        for (uint32_t i = 0; i < columns; ++i) {
            double gap = fmin(opening(p), side - 0.5), low = between(p, 0.125, side - gap - 0.125);
            double x = side * i, y = side * k;
            add_block(p, x, y, x + low, y);
            if (below(p, 4))
                add_block(p, x + low + gap, y, x + side, y);
        }
    set_bounds(p, side * columns, side * rows);
    for (int i = 0; i < 4; ++i) {
        double x = side * below(p, columns), y = side * below(p, rows);
        add_stream(p, box(x, y, x + side, y + side), box(0, 0, side * columns, side * rows));
        p->streams[i].points = true;
    }
    limit(p, side * side / 3);
}

/// Walls from the bottom and the top in turn: a switchback.
static void draw_bends(hunt_plan *p)
{
    uint32_t walls = 2 + below(p, 4);
    double room = coarse(p, 4, 8), height = coarse(p, 5, 9), x = room;
    double leg = fmax(p->one_way ? opening(p) : wide(p), 1);
    for (uint32_t i = 0; i < walls; ++i) {
        double gap = p->one_way ? opening(p) : wide(p);
        gap = fmin(gap, height - 1);
        add_block(p, x, i % 2 ? 0 : gap, x, i % 2 ? height - gap : height);
        x += i + 1 < walls ? leg : room;
    }
    set_bounds(p, x, height);
    add_both(p, box(0, 0, room - 0.5, height), box(x - 2, 0, x, height));
    limit(p, room * height);
}

/// Walls along the edges of a lattice, which touch where they meet.
static void draw_lattice(hunt_plan *p)
{
    double pitch = ceil(8 * fmax(5 * p->radius, between(p, 1, 3))) / 8, start = 3;
    uint32_t columns = 2 + below(p, 5), rows = 2 + below(p, 4), percent = 15 + below(p, 30);
    double width = 2 * start + pitch * columns, height = pitch * rows;
    set_bounds(p, width, height);
    for (uint32_t i = 0; i <= columns; ++i)
        for (uint32_t k = 0; k < rows; ++k) {
            double x = start + pitch * i, y = pitch * k;
            if (below(p, 100) < percent)
                add_block(p, x, y, x, y + pitch);
            if (i < columns && k > 0 && below(p, 100) < percent)
                add_block(p, x, y, x + pitch, y);
        }
    add_both(p, box(0, 0, start - 0.5, height), box(width - 2, 0, width, height));
    limit(p, start * height);
}

// ---- groups and lanes ---------------------------------------------------------------------------

enum { GROUP_ROOM = 9 };

/// Two halls for groups, with an opening, a corridor, pillars or nothing between them.
static void draw_halls(hunt_plan *p)
{
    double height = coarse(p, 12, 20), length = coarse(p, 3, 14), room = GROUP_ROOM;
    double end = 2 * room + length, gap = between(p, 2.5, 7);
    double low = between(p, 0.5, height - gap - 0.5);
    set_bounds(p, end, height);
    switch (below(p, 4)) {
    case 0:
        break;
    case 1:
        add_block(p, room + length / 2, 0, room + length / 2, low);
        add_block(p, room + length / 2, low + gap, room + length / 2, height);
        break;
    case 2:
        add_block(p, room, 0, room + length, low);
        add_block(p, room, low + gap, room + length, height);
        break;
    default:
        for (int i = 0; i < 4; ++i)
            add_pillar(p, room + coarse(p, 0, length - 1), height / 4 * i + 1, 1);
        break;
    }
    add_both(p, box(0, 0, room - 1, height), box(end - room + 1, 0, end, height));
    p->most = 30;
}

/// A corridor with pillars, and lanes through it.
static void draw_stream(hunt_plan *p)
{
    double width = coarse(p, 12, 20), height = coarse(p, 3, 8);
    set_bounds(p, width, height);
    for (uint32_t i = below(p, 5); i > 0; --i)
        add_block(p, 2 + 2.0 * i, coarse(p, 0.5, height - 1.5), 3 + 2.0 * i, height / 2 + 0.25);
    p->c->flow = (hunt_flow){.source = {{0, 0}, {0, height}},
                             .sink = {{width, 0}, {width, height}},
                             .radius = p->radius};
    add_stream(p, box(0.25, 0, 3, height), box(width - 1, 0, width, height));
    if (!p->one_way)
        add_stream(p, box(3, 0, width - 3, height), box(3, 0, width - 3, height));
    limit(p, 3 * height);
}

const hunt_family hunt_families[] = {
    {"pair", draw_pair, true, false},         {"field", draw_field, true, false},
    {"circle", draw_circle, true, false},     {"lane", draw_lane, true, false},
    {"corridor", draw_corridor, true, false}, {"door", draw_door, true, false},
    {"series", draw_series, true, false},     {"crossing", draw_crossing, true, false},
    {"tee", draw_tee, true, false},           {"pillars", draw_pillars, true, false},
    {"dead_end", draw_dead_end, true, false}, {"rooms", draw_rooms, true, false},
    {"bends", draw_bends, false, false},      {"lattice", draw_lattice, true, false},
    {"halls", draw_halls, true, true},        {"stream", draw_stream, true, false},
};
const uint32_t hunt_family_count = sizeof hunt_families / sizeof hunt_families[0];
