// SPDX-License-Identifier: MIT
// Snaps openings onto walls. A vertex near a wall moves onto it, and into a corner of that wall if
// one is near. The openings are then threaded: a leg between two vertices passes through every
// corner that lies on it, so that along a wall it consists of the exact edges of the wall. Where it
// cuts off a corner by less than the snapping distance it bends around it, and where a wall bends
// by less it follows it.
#include "flow/openings.h"

#include "core/memory.h"
#include "wend/vec2.h"

#include <math.h>

void wend_openings_visit(const wend_index *index, wend_segment s, double margin,
                         wend_visit_fn *visit, void *context)
{
    wend_segment diagonal = {{fmin(s.a.x, s.b.x) - margin, fmin(s.a.y, s.b.y) - margin},
                             {fmax(s.a.x, s.b.x) + margin, fmax(s.a.y, s.b.y) + margin}};
    wend_index_along(index, diagonal, visit, context);
}

// ---- vertices -----------------------------------------------------------------------------------

/// Searches the corner on a wall, or the vertex of another opening on it, nearest to a point there.
/// Points beyond a thin wall are near, too, but not on it.
typedef struct corner_search {
    const wend_openings *openings;
    wend_segment wall;
    wend_vec2 point, corner;
    double distance; ///< distance of the nearest so far
} corner_search;

static void consider(corner_search *search, wend_vec2 corner)
{
    double distance = wend_distance(search->point, corner);
    bool nearer = distance < search->distance ||
                  (distance == search->distance && wend_is_before(corner, search->corner));
    if (nearer && wend_segment_distance(search->wall, corner) <= search->openings->same) {
        search->corner = corner;
        search->distance = distance;
    }
}

static bool consider_corner(void *context, uint32_t wall)
{
    corner_search *search = context;
    consider(search, search->openings->floor->points[wall]);
    return true;
}

static bool consider_spot(void *context, uint32_t spot)
{
    corner_search *search = context;
    consider(search, search->openings->spots.data[spot]);
    return true;
}

/// Moves p onto the nearest wall within reach, or into a corner on it. Without such a wall *on_wall
/// is false and p is unchanged.
static wend_result snap_vertex(wend_openings *o, wend_vec2 *p, bool *on_wall, wend_error *error)
{
    wend_near near = wend_index_nearest(o->floor->index, *p, o->reach);
    *on_wall = near.number != WEND_NO_ITEM;
    if (!*on_wall)
        return WEND_OK;
    *p = near.point;
    // The smallest distance that is too large: corners at exactly the reach count.
    corner_search search = {o, wend_wall_segment(o->floor, near.number), *p, *p,
                            nextafter(o->reach, INFINITY)};
    wend_segment here = {*p, *p};
    wend_openings_visit(o->floor->index, here, o->reach, consider_corner, &search);
    wend_openings_visit(o->spot_index, here, o->reach, consider_spot, &search);
    if (search.distance <= o->reach) {
        *p = search.corner;
        return WEND_OK;
    }
    if (!wend_array_reserve(&o->spots, &o->flow->allocator, 1))
        return wend_fail_memory(error);
    o->spots.data[o->spots.count++] = *p;
    uint32_t number;
    return wend_index_insert(o->spot_index, (wend_item){*p, *p, WEND_ITEM_SEGMENT}, &number, error);
}

// ---- legs ---------------------------------------------------------------------------------------

/// Searches a point between the ends of a leg that it must pass through.
typedef struct leg_search {
    wend_openings *openings;
    wend_segment leg;
    double length;
    uint32_t opening;
    // The best so far: a point on the leg, the one nearest to its middle; otherwise a corner to
    // bend into, the nearest to the leg.
    bool on_leg;
    double key; ///< INFINITY: none
    wend_vec2 point;
    uint32_t corner; ///< to bend into
} leg_search;

/// Position of a point along the leg; negative if it is not between the ends.
static double along_leg(const leg_search *search, wend_vec2 p)
{
    wend_vec2 a = search->leg.a, b = search->leg.b;
    double along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / search->length;
    double same = search->openings->same;
    return along > same && along < search->length - same ? along : -1;
}

static void visit_point(leg_search *search, wend_vec2 p)
{
    double along = along_leg(search, p);
    if (along < 0 || wend_segment_distance(search->leg, p) > search->openings->same)
        return;
    double key = fabs(along - 0.5 * search->length);
    if (search->on_leg && !(key < search->key))
        return;
    search->on_leg = true;
    search->key = key;
    search->point = p;
}

static bool visit_spot(void *context, uint32_t spot)
{
    leg_search *search = context;
    visit_point(search, search->openings->spots.data[spot]);
    return true;
}

/// A corner that the leg may have to bend into; ties are resolved by position. Each only once, for
/// termination.
static void visit_bend(leg_search *search, uint32_t corner)
{
    const wend_openings *o = search->openings;
    wend_vec2 p = o->floor->points[corner];
    double distance = wend_segment_distance(search->leg, p);
    bool nearer =
        distance < search->key || (distance == search->key && search->corner != WEND_NO_WALL &&
                                   wend_is_before(p, search->point));
    if (search->on_leg || distance > o->reach || !nearer || along_leg(search, p) < 0 ||
        o->used.data[corner] == search->opening + 1)
        return;
    search->key = distance;
    search->point = p;
    search->corner = corner;
}

static bool visit_wall(void *context, uint32_t number)
{
    leg_search *search = context;
    const wend_openings *o = search->openings;
    visit_point(search, o->floor->points[number]);
    wend_segment wall = wend_wall_segment(o->floor, number);
    // It bends around walls that it crosses, and follows those that it begins or ends on, as far as
    // they run along it.
    if (!search->on_leg && (wend_segments_meet(search->leg, wall, NULL) == WEND_CROSS ||
                            wend_segment_distance(wall, search->leg.a) <= o->same ||
                            wend_segment_distance(wall, search->leg.b) <= o->same)) {
        visit_bend(search, number);
        visit_bend(search, wend_wall_next(o->floor, number));
    }
    return true;
}

/// Finds a point that the leg must pass through. False: none.
static bool find_between(wend_openings *o, uint32_t opening, wend_segment leg, wend_vec2 *point)
{
    leg_search search = {.openings = o,
                         .leg = leg,
                         .length = wend_distance(leg.a, leg.b),
                         .opening = opening,
                         .key = INFINITY,
                         .corner = WEND_NO_WALL};
    wend_openings_visit(o->floor->index, leg, o->same, visit_wall, &search);
    wend_openings_visit(o->spot_index, leg, o->same, visit_spot, &search);
    if (!search.on_leg && search.corner == WEND_NO_WALL)
        return false;
    if (!search.on_leg)
        o->used.data[search.corner] = opening + 1;
    *point = search.point;
    return true;
}

// ---- openings -----------------------------------------------------------------------------------

typedef wend_array(wend_vec2) vertex_list;

static bool push(vertex_list *list, const wend_allocator *allocator, wend_vec2 p)
{
    if (!wend_array_reserve(list, allocator, 1))
        return false;
    list->data[list->count++] = p;
    return true;
}

/// Adds the path from the last point of the flow's openings to `to`. A leg that must pass through a
/// point is processed again in two parts: `ahead` is the stack of the remaining ones.
static bool thread(wend_openings *o, uint32_t opening, wend_vec2 to, vertex_list *ahead)
{
    wend_flow *flow = o->flow;
    ahead->count = 0;
    if (!push(ahead, &flow->allocator, to))
        return false;
    while (ahead->count > 0) {
        wend_vec2 from = flow->opening_points.data[flow->opening_points.count - 1], between;
        wend_segment leg = {from, ahead->data[ahead->count - 1]};
        if (wend_equal(leg.a, leg.b)) {
            --ahead->count;
            continue;
        }
        if (find_between(o, opening, leg, &between)) {
            if (!push(ahead, &flow->allocator, between))
                return false;
            continue;
        }
        if (!wend_array_reserve(&flow->opening_points, &flow->allocator, 1))
            return false;
        flow->opening_points.data[flow->opening_points.count++] = leg.b;
        --ahead->count;
    }
    return true;
}

/// Snaps the vertices of one opening onto the walls, into `snapped`.
static wend_result snap_opening(wend_openings *o, uint32_t number, const wend_opening *opening,
                                vertex_list *snapped, wend_error *error)
{
    size_t first = snapped->count;
    for (uint32_t i = 0; i < opening->count; ++i) {
        wend_vec2 p = opening->points[i];
        bool on_wall;
        wend_result result = snap_vertex(o, &p, &on_wall, error);
        if (result != WEND_OK)
            return result;
        if (snapped->count > first && wend_equal(snapped->data[snapped->count - 1], p))
            continue;
        if (!push(snapped, &o->flow->allocator, p))
            return wend_fail_memory(error);
    }
    if (snapped->count - first < 2)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, opening->points[0],
                            WEND_OPENING " has no length after snapping: make it "
                                         "longer, or the snap smaller",
                            WEND_OPENING_NAME(o->flow, number));
    return WEND_OK;
}

/// Threads all openings, whose vertices are snapped; ends[i] is where those of number i end.
static bool thread_all(wend_openings *o, const vertex_list *snapped, const uint32_t *ends)
{
    wend_flow *flow = o->flow;
    vertex_list ahead = {0};
    bool fits = true;
    for (uint32_t i = 0, k = 0; i < flow->is_sink.count && fits; ++i) {
        fits = wend_array_reserve(&flow->opening_points, &flow->allocator, 1);
        if (fits)
            flow->opening_points.data[flow->opening_points.count++] = snapped->data[k];
        for (++k; k < ends[i] && fits; ++k)
            fits = thread(o, i, snapped->data[k], &ahead);
        flow->opening_ends.data[flow->opening_ends.count++] = (uint32_t)flow->opening_points.count;
    }
    wend_array_free(&ahead, &flow->allocator);
    return fits;
}

/// Reserves memory for what is known in advance.
static wend_result begin(wend_openings *o, const wend_flow_def *def, wend_error *error)
{
    wend_flow *flow = o->flow;
    uint32_t count = def->opening_count, walls = o->floor->wall_count;
    if (!wend_array_reserve(&flow->opening_ends, &flow->allocator, count) ||
        !wend_array_reserve(&flow->is_sink, &flow->allocator, count) ||
        !wend_array_reserve(&o->used, &flow->allocator, walls))
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < count; ++i)
        flow->is_sink.data[flow->is_sink.count++] = def->openings[i].is_sink;
    for (uint32_t i = 0; i < walls; ++i)
        o->used.data[o->used.count++] = 0;
    o->same = o->floor->tolerance;
    o->reach = fmax(def->snap, WEND_GAP_TOLERANCES * o->same);
    return wend_index_create(NULL, 0, &flow->allocator, &o->spot_index, error);
}

wend_result wend_openings_snap(wend_openings *o, const wend_flow_def *def, wend_error *error)
{
    const wend_allocator *allocator = &o->flow->allocator;
    vertex_list snapped = {0};
    wend_array(uint32_t) ends = {0};
    wend_result result = begin(o, def, error);
    if (result == WEND_OK && !wend_array_reserve(&ends, allocator, def->opening_count))
        result = wend_fail_memory(error);
    for (uint32_t i = 0; i < def->opening_count && result == WEND_OK; ++i) {
        result = snap_opening(o, i, &def->openings[i], &snapped, error);
        ends.data[ends.count++] = (uint32_t)snapped.count;
    }
    if (result == WEND_OK && !thread_all(o, &snapped, ends.data))
        result = wend_fail_memory(error);
    wend_array_free(&snapped, allocator);
    wend_array_free(&ends, allocator);
    return result;
}

void wend_openings_free(wend_openings *o)
{
    wend_array_free(&o->spots, &o->flow->allocator);
    wend_array_free(&o->used, &o->flow->allocator);
    wend_index_destroy(o->spot_index);
}
