// SPDX-License-Identifier: MIT
// Sides of a wall. A vertex that touches a wall cuts it into stretches. Other walls may run along a
// stretch. A stretch has a side where there is no solid: none between two polygons that share it,
// one on a polygon's wall, two on a segment's. Of all walls along a stretch, the one of the first
// site owns its sides.
#include "geometry/predicates.h"
#include "geometry/sort.h"
#include "voronoi/boundary/parts.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// ---- nearby walls -------------------------------------------------------------------------------

typedef struct wall_visit {
    const wend_boundary *boundary;
    wend_grid_visit_fn *visit;
    void *context;
} wall_visit;

static void visit_element(void *context, uint32_t number)
{
    const wall_visit *v = context;
    const wend_element_link *link = &v->boundary->links.data[number];
    if (link->kind == WEND_ELEMENT_SIDE)
        v->visit(v->context, link->wall);
}

static void visit_quiet(void *context, uint32_t number)
{
    const wall_visit *v = context;
    if (number % 2 == 1)
        v->visit(v->context, number / 2);
}

void wend_boundary_walls_along(const wend_boundary *boundary, wend_vec2 p, wend_vec2 q,
                               wend_grid_visit_fn *visit, void *context)
{
    wall_visit v = {boundary, visit, context};
    wend_site_grid_along(&boundary->grid, p, q, visit_element, &v);
    wend_site_grid_along(&boundary->quiet, p, q, visit_quiet, &v);
}

typedef struct collector {
    wend_boundary *boundary;
    wend_box box;
    bool no_memory;
} collector;

static void collect(void *context, uint32_t wall)
{
    collector *c = context;
    wend_boundary *boundary = c->boundary;
    if (boundary->walls.data[wall].mark == boundary->mark)
        return;
    boundary->walls.data[wall].mark = boundary->mark;
    if (boundary->walls.data[wall].sides == 0)
        return; // it is being removed
    wend_segment line = wend_boundary_wall_segment(boundary, wall);
    if (!wend_box_meets(c->box, wend_box_of(&line.a, 2)))
        return;
    if (reserve(&boundary->scratch.touching, 1))
        boundary->scratch.touching.data[boundary->scratch.touching.count++] = wall;
    else
        c->no_memory = true;
}

void wend_boundary_next_mark(wend_boundary *boundary)
{
    if (++boundary->mark != 0)
        return;
    for (size_t i = 0; i < boundary->walls.count; ++i) // the counter has wrapped: all marks are
                                                       // outdated
        boundary->walls.data[i].mark = 0;
    boundary->mark = 1;
}

// Collects into touching every other wall whose box intersects that of a wall.
static bool collect_walls(wend_boundary *boundary, uint32_t wall)
{
    wend_segment line = wend_boundary_wall_segment(boundary, wall);
    collector c = {boundary, wend_box_of(&line.a, 2), false};
    wend_boundary_next_mark(boundary);
    boundary->walls.data[wall].mark = boundary->mark;
    boundary->scratch.touching.count = 0;
    wend_boundary_walls_along(boundary, line.a, line.b, collect, &c);
    return !c.no_memory;
}

// ---- cuts ---------------------------------------------------------------------------------------

static bool strictly_between(wend_vec2 low, wend_vec2 p, wend_vec2 high)
{
    return wend_is_before(low, p) && wend_is_before(p, high);
}

static wend_result fail_crossing(const wend_boundary *boundary, uint32_t wall, uint32_t other,
                                 wend_error *error)
{
    wend_vec2 at = {0, 0};
    wend_segments_meet(wend_boundary_wall_segment(boundary, wall),
                       wend_boundary_wall_segment(boundary, other), &at);
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, at,
                        "two walls cross: obstacles must not overlap");
}

// Classifies a wall near another: it cuts it or runs along it.
static wend_result classify(wend_boundary *boundary, uint32_t wall, wend_segment line,
                            uint32_t other, wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    wend_segment near = wend_boundary_wall_segment(boundary, other);
    int a = wend_orient2d_fast(line.a, line.b, near.a);
    int b = wend_orient2d_fast(line.a, line.b, near.b);
    if (a * b > 0)
        return WEND_OK;
    if (a * b < 0)
        return wend_orient2d_fast(near.a, near.b, line.a) *
                           wend_orient2d_fast(near.a, near.b, line.b) <
                       0
                   ? fail_crossing(boundary, wall, other, error)
                   : WEND_OK;
    bool forward = wend_is_before(line.a, line.b);
    wend_vec2 low = forward ? line.a : line.b, high = forward ? line.b : line.a;
    if (!reserve(&scratch->cuts, 2) || !reserve(&scratch->covering, 1))
        return wend_fail_memory(error);
    if (a == 0 && strictly_between(low, near.a, high))
        scratch->cuts.data[scratch->cuts.count++] = near.a;
    if (b == 0 && strictly_between(low, near.b, high))
        scratch->cuts.data[scratch->cuts.count++] = near.b;
    if (a == 0 && b == 0) {
        bool same = wend_is_before(near.a, near.b);
        wend_vec2 first = same ? near.a : near.b, last = same ? near.b : near.a;
        if (wend_is_before(first, high) && wend_is_before(low, last))
            scratch->covering.data[scratch->covering.count++] = other;
    }
    return WEND_OK;
}

static bool is_earlier(const void *context, const void *one, const void *other)
{
    (void)context;
    return wend_is_before(*(const wend_vec2 *)one, *(const wend_vec2 *)other);
}

// All cuts of a wall, its ends included, from left to right.
static wend_result find_cuts(wend_boundary *boundary, uint32_t wall, wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    wend_segment line = wend_boundary_wall_segment(boundary, wall);
    scratch->cuts.count = scratch->covering.count = 0;
    if (!collect_walls(boundary, wall) || !reserve(&scratch->cuts, 2))
        return wend_fail_memory(error);
    scratch->cuts.data[scratch->cuts.count++] = line.a;
    scratch->cuts.data[scratch->cuts.count++] = line.b;
    for (size_t i = 0; i < scratch->touching.count; ++i) {
        wend_result result = classify(boundary, wall, line, scratch->touching.data[i], error);
        if (result != WEND_OK)
            return result;
    }
    wend_sort(scratch->cuts.data, scratch->cuts.count, sizeof *scratch->cuts.data, is_earlier,
              NULL);
    size_t kept = 1;
    for (size_t i = 1; i < scratch->cuts.count; ++i)
        if (!wend_equal(scratch->cuts.data[i], scratch->cuts.data[kept - 1]))
            scratch->cuts.data[kept++] = scratch->cuts.data[i];
    scratch->cuts.count = kept;
    return WEND_OK;
}

// ---- planned sides ------------------------------------------------------------------------------

// The walls along a stretch, seen from its left end to its right end.
typedef struct stretch {
    wend_vec2 low, high;
    bool solid_left, solid_right;
    uint32_t owner;
} stretch;

static void collect_wall(const wend_boundary *boundary, stretch *s, uint32_t wall)
{
    const wend_boundary_wall *record = &boundary->walls.data[wall];
    const wend_boundary_wall *owner = &boundary->walls.data[s->owner];
    wend_segment line = wend_boundary_wall_segment(boundary, wall);
    if (record->sides == 1)
        *(wend_is_before(line.a, line.b) ? &s->solid_left : &s->solid_right) = true;
    if (record->site < owner->site || (record->site == owner->site && wall < s->owner))
        s->owner = wall;
}

static stretch visit_along(const wend_boundary *boundary, uint32_t wall, wend_vec2 low,
                           wend_vec2 high)
{
    stretch s = {.low = low, .high = high, .owner = wall};
    collect_wall(boundary, &s, wall);
    for (size_t i = 0; i < boundary->scratch.covering.count; ++i) {
        uint32_t other = boundary->scratch.covering.data[i];
        wend_segment line = wend_boundary_wall_segment(boundary, other);
        bool forward = wend_is_before(line.a, line.b);
        wend_vec2 first = forward ? line.a : line.b, last = forward ? line.b : line.a;
        if (!wend_is_before(low, first) && !wend_is_before(last, high))
            collect_wall(boundary, &s, other);
    }
    return s;
}

static bool plan_sides(wend_boundary *boundary, wend_vec2 a, wend_vec2 b, wend_vec2 normal)
{
    uint32_t count = wend_boundary_part_count(boundary, a, b);
    if (!reserve(&boundary->scratch.parts, count))
        return false;
    for (uint32_t part = 0; part < count; ++part)
        boundary->scratch.parts.data[boundary->scratch.parts.count++] =
            (wend_element){wend_boundary_part_point(a, b, part, count),
                           wend_boundary_part_point(a, b, part + 1, count), normal, normal};
    return true;
}

// Plans all parts of a wall. *quiet: not all of it can be found by its sides.
static bool plan_parts(wend_boundary *boundary, uint32_t wall, bool *quiet)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    wend_segment line = wend_boundary_wall_segment(boundary, wall);
    wend_vec2 right = wend_boundary_normal(line.a, line.b);
    wend_vec2 left = {-right.x, -right.y};
    bool forward = wend_is_before(line.a, line.b);
    *quiet = false;
    for (size_t i = 0; i + 1 < scratch->cuts.count; ++i) {
        stretch s = visit_along(boundary, wall, scratch->cuts.data[i], scratch->cuts.data[i + 1]);
        if (s.owner != wall || (s.solid_left && s.solid_right)) {
            *quiet = true;
            continue;
        }
        if (!s.solid_right && !plan_sides(boundary, s.low, s.high, forward ? right : left))
            return false;
        if (!s.solid_left && !plan_sides(boundary, s.high, s.low, forward ? left : right))
            return false;
    }
    return true;
}

// ---- update -------------------------------------------------------------------------------------

static bool is_part(const wend_boundary *boundary, uint32_t number, const wend_element *part)
{
    const wend_element *side = &boundary->elements.data[number];
    return wend_equal(side->p, part->p) && wend_equal(side->q, part->q);
}

// Finds the planned parts among the existing ones. Parts that stay are nearly always in the same
// order in both lists: the search starts after the last match.
static bool match_parts(wend_boundary *boundary, uint32_t wall)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    scratch->olds.count = scratch->numbers.count = 0;
    for (uint32_t side = boundary->walls.data[wall].first; side != WEND_NO_ELEMENT;
         side = boundary->links.data[side].sibling) {
        if (!reserve(&scratch->olds, 1))
            return false;
        scratch->olds.data[scratch->olds.count++] = side;
    }
    if (!reserve(&scratch->numbers, scratch->parts.count))
        return false;
    size_t at = 0, count = scratch->olds.count;
    for (size_t i = 0; i < scratch->parts.count; ++i) {
        uint32_t found = WEND_NO_ELEMENT;
        for (size_t k = 0; k < count && found == WEND_NO_ELEMENT; ++k, ++at) {
            at = at < count ? at : 0;
            uint32_t old = scratch->olds.data[at];
            if (old != WEND_NO_ELEMENT && is_part(boundary, old, &scratch->parts.data[i])) {
                found = old;
                scratch->olds.data[at] = WEND_NO_ELEMENT;
            }
        }
        scratch->numbers.data[scratch->numbers.count++] = found;
    }
    return true;
}

static uint32_t node_for(wend_boundary *boundary, wend_vec2 position)
{
    uint32_t node = wend_boundary_node_at(boundary, position);
    return node != WEND_NO_NODE ? node : wend_boundary_add_node(boundary);
}

static uint32_t add_side(wend_boundary *boundary, uint32_t wall, const wend_element *part)
{
    wend_element_link link = {.next = WEND_NO_ELEMENT,
                              .previous = WEND_NO_ELEMENT,
                              .start = node_for(boundary, part->p),
                              .end = node_for(boundary, part->q),
                              .wall = wall,
                              .site = boundary->walls.data[wall].site,
                              .sibling = WEND_NO_ELEMENT,
                              .kind = WEND_ELEMENT_SIDE};
    if (link.start == WEND_NO_NODE || link.end == WEND_NO_NODE ||
        !wend_boundary_note_position(boundary, part->p) ||
        !wend_boundary_note_position(boundary, part->q))
        return WEND_NO_ELEMENT;
    return wend_boundary_add(boundary, part, &link);
}

static bool drop_side(wend_boundary *boundary, uint32_t side)
{
    wend_element gone = boundary->elements.data[side];
    return wend_boundary_note_position(boundary, gone.p) &&
           wend_boundary_note_position(boundary, gone.q) && wend_boundary_drop(boundary, side);
}

static bool chain_parts(wend_boundary *boundary, uint32_t wall, bool quiet)
{
    const wend_boundary_scratch *scratch = &boundary->scratch;
    size_t count = scratch->numbers.count;
    for (size_t i = 0; i < count; ++i) {
        wend_element_link link = boundary->links.data[scratch->numbers.data[i]];
        uint32_t next = i + 1 < count ? scratch->numbers.data[i + 1] : WEND_NO_ELEMENT;
        if (link.sibling == next)
            continue;
        link.sibling = next;
        if (!wend_boundary_relink(boundary, scratch->numbers.data[i], &link))
            return false;
    }
    wend_boundary_wall record = boundary->walls.data[wall];
    uint32_t first = count > 0 ? scratch->numbers.data[0] : WEND_NO_ELEMENT;
    if (record.first == first && record.quiet == quiet)
        return true;
    record.first = first;
    record.quiet = quiet;
    return wend_boundary_set_wall(boundary, wall, &record);
}

static bool change_parts(wend_boundary *boundary, uint32_t wall, bool quiet)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    if (!match_parts(boundary, wall))
        return false;
    // First the new ones: they use the nodes of those that are removed.
    for (size_t i = 0; i < scratch->parts.count; ++i)
        if (scratch->numbers.data[i] == WEND_NO_ELEMENT) {
            scratch->numbers.data[i] = add_side(boundary, wall, &scratch->parts.data[i]);
            if (scratch->numbers.data[i] == WEND_NO_ELEMENT)
                return false;
        }
    for (size_t i = 0; i < scratch->olds.count; ++i)
        if (scratch->olds.data[i] != WEND_NO_ELEMENT && !drop_side(boundary, scratch->olds.data[i]))
            return false;
    return chain_parts(boundary, wall, quiet);
}

wend_result wend_boundary_repair_wall(wend_boundary *boundary, uint32_t wall, wend_error *error)
{
    bool quiet = false, ok = true;
    boundary->scratch.parts.count = 0;
    if (boundary->walls.data[wall].sides > 0) {
        wend_result result = find_cuts(boundary, wall, error);
        if (result != WEND_OK)
            return result;
        ok = plan_parts(boundary, wall, &quiet);
    }
    return ok && change_parts(boundary, wall, quiet) ? WEND_OK : wend_fail_memory(error);
}
