// SPDX-License-Identifier: MIT
// Straight runs of an inflated mesh: the lines of its definition and, in a point's mesh, the walls
// of segments.
//
// Where lines cross something they are moved by less than a step of the lattice (inflate_cross.c).
// Contacts must therefore be fixed before, or paths would lead through the gaps: a line is routed
// through every end or corner that lies on it up to rounding, and an end at a wall is moved into
// it.
#include "mesh/inflate.h"

#include "geometry/predicates.h"
#include "geometry/sort.h"

#include <math.h>

/// A line after clipping.
typedef struct line {
    wend_segment along;
    uint32_t owner;
} line;

/// A point that a line passes through.
typedef struct stop {
    double at; ///< from its start
    wend_vec2 position;
} stop;

typedef struct liner {
    wend_curves *curves;
    const wend_floor *floor;
    const wend_allocator *allocator;
    wend_array(line) lines;
    wend_array(stop) stops; ///< of the present line
    wend_segment present;
    bool starved;
} liner;

static bool add_run(liner *l, wend_segment run, uint32_t owner)
{
    if (!wend_array_reserve(&l->curves->runs, l->allocator, 1) ||
        !wend_curves_add(l->curves, run.a, l->allocator) ||
        !wend_curves_add(l->curves, run.b, l->allocator))
        return false;
    l->curves->runs.data[l->curves->runs.count++] = owner;
    return true;
}

static bool add_segments(liner *l)
{
    bool added = true;
    for (uint32_t i = 0; i < l->floor->ring_count && added; ++i) {
        const wend_ring *ring = &l->floor->rings[i];
        if (ring->role == WEND_RING_SEGMENT)
            added = add_run(l, wend_wall_segment(l->floor, ring->first), WEND_RUN_WALL);
    }
    return added;
}

// ---- ends ---------------------------------------------------------------------------------------

/// Clips a segment to low <= from + share * (to - from) <= high. False: nothing remains.
static bool cut_share(double from, double to, double low, double high, double share[2])
{
    double way = to - from;
    if (way == 0)
        return from >= low && from <= high;
    double one = (low - from) / way, other = (high - from) / way;
    share[0] = fmax(share[0], fmin(one, other));
    share[1] = fmin(share[1], fmax(one, other));
    return share[0] < share[1];
}

/// The part of a segment in a box; ends inside it are kept exactly. False: none.
static bool clip(wend_segment *s, wend_box box)
{
    double share[2] = {0, 1};
    wend_vec2 a = s->a, b = s->b;
    if (!cut_share(a.x, b.x, box.min.x, box.max.x, share) ||
        !cut_share(a.y, b.y, box.min.y, box.max.y, share))
        return false;
    if (share[0] > 0)
        s->a = wend_lerp(a, b, share[0]);
    if (share[1] < 1)
        s->b = wend_lerp(a, b, share[1]);
    return true;
}

/// An end in free space that lies at a wall up to rounding is moved to its corner, or behind it by
/// half a step, where it coincides with the wall.
static wend_vec2 reach_wall(const liner *l, wend_vec2 p)
{
    const wend_floor *floor = l->floor;
    wend_near near = wend_index_nearest(floor->index, p, floor->tolerance);
    if (near.number == WEND_NO_ITEM || wend_floor_locate(floor, p, NULL) != WEND_LOCATION_FREE)
        return p;
    wend_segment wall = wend_wall_segment(floor, near.number);
    double x = wall.b.x - wall.a.x, y = wall.b.y - wall.a.y, length = sqrt(x * x + y * y);
    if (wend_segment_distance((wend_segment){wall.a, wall.a}, p) <= floor->tolerance)
        return wall.a;
    if (wend_segment_distance((wend_segment){wall.b, wall.b}, p) <= floor->tolerance)
        return wall.b;
    int side = wend_orient2d_fast(wall.a, wall.b, p);
    double by = side * (near.distance + 0.5 * l->curves->lattice) / length;
    return (wend_vec2){p.x + by * y, p.y - by * x};
}

/// Fills l->lines. Far outside the bounds everything is solid.
static bool cut_lines(liner *l, double radius, const wend_mesh_def *def)
{
    const wend_floor *floor = l->floor;
    double by = fmax(radius, floor->tolerance);
    wend_box box = {{floor->box.min.x - by, floor->box.min.y - by},
                    {floor->box.max.x + by, floor->box.max.y + by}};
    if (!wend_array_reserve(&l->lines, l->allocator, def->line_count))
        return false;
    for (uint32_t i = 0; i < def->line_count; ++i) {
        wend_segment s = def->lines[i];
        if (floor->has_bounds && !clip(&s, box))
            continue;
        if (l->curves->exact)
            s = (wend_segment){reach_wall(l, s.a), reach_wall(l, s.b)};
        else
            s = (wend_segment){wend_curves_round(l->curves->lattice, s.a),
                               wend_curves_round(l->curves->lattice, s.b)};
        if (!wend_equal(s.a, s.b))
            l->lines.data[l->lines.count++] = (line){s, i};
    }
    return true;
}

// ---- points on a line ---------------------------------------------------------------------------

/// Notes a point that lies on the current line up to rounding, not at its ends.
static void note_stop(liner *l, wend_vec2 p)
{
    wend_vec2 a = l->present.a, b = l->present.b;
    double tolerance = l->floor->tolerance;
    double at = wend_distance(p, a), left = wend_distance(b, p);
    if (!(at > tolerance && left > tolerance && wend_segment_distance(l->present, p) <= tolerance))
        return;
    if (!wend_array_reserve(&l->stops, l->allocator, 1)) {
        l->starved = true;
        return;
    }
    l->stops.data[l->stops.count++] = (stop){at, p};
}

static bool note_wall(void *context, uint32_t number)
{
    liner *l = context;
    wend_segment wall = wend_wall_segment(l->floor, number);
    note_stop(l, wall.a);
    note_stop(l, wall.b);
    return !l->starved;
}

static bool is_stop_before(const void *context, const void *one, const void *other)
{
    const stop *a = one, *b = other;
    (void)context;
    return a->at < b->at;
}

/// Adds a line as runs from stop to stop.
static bool add_line(liner *l, const line *present)
{
    l->present = present->along;
    l->stops.count = 0;
    for (size_t i = 0; i < l->lines.count; ++i) {
        note_stop(l, l->lines.data[i].along.a);
        note_stop(l, l->lines.data[i].along.b);
    }
    if (l->curves->exact)
        wend_index_along(l->floor->index, l->present, note_wall, l);
    if (l->starved)
        return false;
    wend_sort(l->stops.data, l->stops.count, sizeof *l->stops.data, is_stop_before, NULL);
    wend_vec2 from = l->present.a;
    bool added = true;
    for (size_t i = 0; i <= l->stops.count && added; ++i) {
        wend_vec2 to = i < l->stops.count ? l->stops.data[i].position : l->present.b;
        if (!wend_equal(from, to))
            added = add_run(l, (wend_segment){from, to}, present->owner);
        from = to;
    }
    return added;
}

bool wend_curves_add_runs(wend_curves *curves, const wend_floor *floor, double radius,
                          const wend_mesh_def *def)
{
    liner l = {.curves = curves, .floor = floor, .allocator = &def->allocator};
    bool added = (!curves->exact || add_segments(&l)) && cut_lines(&l, radius, def);
    for (size_t i = 0; i < l.lines.count && added; ++i)
        added = add_line(&l, &l.lines.data[i]);
    wend_array_free(&l.lines, l.allocator);
    wend_array_free(&l.stops, l.allocator);
    return added;
}
