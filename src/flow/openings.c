// SPDX-License-Identifier: MIT
// Puts openings on the walls. A vertex that is near to a wall goes on it, and into a corner of that
// wall if one is near. Then the openings are threaded: a leg between two vertices goes through
// every corner that lies on it, so that along a wall it is made of the very edges of the wall.
// Where it cuts a corner off by less than the snap it bends around it, and where a wall bends by
// less it goes along.
#include "flow/openings.h"

#include "core/memory.h"

#include <math.h>

static double length_of(wend_vec2 a, wend_vec2 b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

void wend_openings_look(const wend_index *index, wend_segment s, double margin,
                        wend_visit_fn *visit, void *context)
{
    wend_segment diagonal = {{fmin(s.a.x, s.b.x) - margin, fmin(s.a.y, s.b.y) - margin},
                             {fmax(s.a.x, s.b.x) + margin, fmax(s.a.y, s.b.y) + margin}};
    wend_index_along(index, diagonal, visit, context);
}

// ---- a vertex -----------------------------------------------------------------------------------

/// Looks for the corner on a wall, or the vertex of another opening on it, that is nearest to a
/// place there. What lies beyond a thin wall is near, too, but not on it.
typedef struct corner_look {
    const wend_openings *openings;
    wend_segment wall;
    wend_vec2 place, corner;
    double distance; ///< of the nearest so far
} corner_look;

static void consider(corner_look *look, wend_vec2 corner)
{
    double distance = length_of(look->place, corner);
    bool nearer = distance < look->distance ||
                  (distance == look->distance && wend_is_before(corner, look->corner));
    if (nearer && wend_segment_distance(look->wall, corner) <= look->openings->same) {
        look->corner = corner;
        look->distance = distance;
    }
}

static bool consider_corner(void *context, uint32_t wall)
{
    corner_look *look = context;
    consider(look, look->openings->floor->points[wall]);
    return true;
}

static bool consider_spot(void *context, uint32_t spot)
{
    corner_look *look = context;
    consider(look, look->openings->spots.data[spot]);
    return true;
}

/// Puts p on the nearest wall in reach, or into a corner on it. *on_wall is false, and p unchanged,
/// if there is none.
static wend_result place_vertex(wend_openings *o, wend_vec2 *p, bool *on_wall, wend_error *error)
{
    wend_near near = wend_index_nearest(o->floor->index, *p, o->reach);
    *on_wall = near.number != WEND_NO_ITEM;
    if (!*on_wall)
        return WEND_OK;
    *p = near.point;
    // The least distance that is too much: corners at the reach itself count.
    corner_look look = {o, wend_wall_segment(o->floor, near.number), *p, *p,
                        nextafter(o->reach, INFINITY)};
    wend_segment here = {*p, *p};
    wend_openings_look(o->floor->index, here, o->reach, consider_corner, &look);
    wend_openings_look(o->spot_index, here, o->reach, consider_spot, &look);
    if (look.distance <= o->reach) {
        *p = look.corner;
        return WEND_OK;
    }
    if (!wend_array_reserve(&o->spots, &o->flow->allocator, 1))
        return wend_fail_memory(error);
    o->spots.data[o->spots.count++] = *p;
    uint32_t number;
    return wend_index_insert(o->spot_index, (wend_item){*p, *p, WEND_ITEM_SEGMENT}, &number, error);
}

// ---- a leg --------------------------------------------------------------------------------------

/// Looks for a place between the ends of a leg that it must pass through.
typedef struct leg_look {
    wend_openings *openings;
    wend_segment leg;
    double length;
    uint32_t opening;
    // The best so far: a place on the leg, the one most in the middle; else a corner to bend into,
    // the nearest to the leg.
    bool on_leg;
    double key; ///< INFINITY: none
    wend_vec2 place;
    uint32_t corner; ///< to bend into
} leg_look;

/// How far along the leg a place lies; negative if it is not between the ends.
static double along_leg(const leg_look *look, wend_vec2 p)
{
    wend_vec2 a = look->leg.a, b = look->leg.b;
    double along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / look->length;
    double same = look->openings->same;
    return along > same && along < look->length - same ? along : -1;
}

static void see_place(leg_look *look, wend_vec2 p)
{
    double along = along_leg(look, p);
    if (along < 0 || wend_segment_distance(look->leg, p) > look->openings->same)
        return;
    double key = fabs(along - 0.5 * look->length);
    if (look->on_leg && !(key < look->key))
        return;
    look->on_leg = true;
    look->key = key;
    look->place = p;
}

static bool see_spot(void *context, uint32_t spot)
{
    leg_look *look = context;
    see_place(look, look->openings->spots.data[spot]);
    return true;
}

/// A corner that the leg may have to bend into; of those as near the first by its place. Once, so
/// that this ends.
static void see_bend(leg_look *look, uint32_t corner)
{
    const wend_openings *o = look->openings;
    wend_vec2 p = o->floor->points[corner];
    double distance = wend_segment_distance(look->leg, p);
    bool nearer = distance < look->key || (distance == look->key && look->corner != WEND_NO_WALL &&
                                           wend_is_before(p, look->place));
    if (look->on_leg || distance > o->reach || !nearer || along_leg(look, p) < 0 ||
        o->used.data[corner] == look->opening + 1)
        return;
    look->key = distance;
    look->place = p;
    look->corner = corner;
}

static bool see_wall(void *context, uint32_t number)
{
    leg_look *look = context;
    const wend_openings *o = look->openings;
    see_place(look, o->floor->points[number]);
    wend_segment wall = wend_wall_segment(o->floor, number);
    // It bends around walls that it crosses, and goes along those that it begins or ends on, as far
    // as they run with it.
    if (!look->on_leg && (wend_segments_meet(look->leg, wall, NULL) == WEND_CROSS ||
                          wend_segment_distance(wall, look->leg.a) <= o->same ||
                          wend_segment_distance(wall, look->leg.b) <= o->same)) {
        see_bend(look, number);
        see_bend(look, wend_wall_next(o->floor, number));
    }
    return true;
}

/// Finds a place that the leg must pass through. False: none.
static bool find_between(wend_openings *o, uint32_t opening, wend_segment leg, wend_vec2 *place)
{
    leg_look look = {.openings = o,
                     .leg = leg,
                     .length = length_of(leg.a, leg.b),
                     .opening = opening,
                     .key = INFINITY,
                     .corner = WEND_NO_WALL};
    wend_openings_look(o->floor->index, leg, o->same, see_wall, &look);
    wend_openings_look(o->spot_index, leg, o->same, see_spot, &look);
    if (!look.on_leg && look.corner == WEND_NO_WALL)
        return false;
    if (!look.on_leg)
        o->used.data[look.corner] = opening + 1;
    *place = look.place;
    return true;
}

// ---- an opening ---------------------------------------------------------------------------------

typedef wend_array(wend_vec2) vertex_list;

static bool push(vertex_list *list, const wend_allocator *allocator, wend_vec2 p)
{
    if (!wend_array_reserve(list, allocator, 1))
        return false;
    list->data[list->count++] = p;
    return true;
}

/// Adds the way from the last point of the flow's openings to `to`. A leg that must pass through a
/// place is looked at again in two parts: `ahead` is a stack of what is still to come.
static bool thread(wend_openings *o, uint32_t opening, wend_vec2 to, vertex_list *ahead)
{
    wend_flow *flow = o->flow;
    ahead->count = 0;
    if (!push(ahead, &flow->allocator, to))
        return false;
    while (ahead->count > 0) {
        wend_vec2 from = flow->opening_points.data[flow->opening_points.count - 1], between;
        wend_segment leg = {from, ahead->data[ahead->count - 1]};
        if (wend_same_place(leg.a, leg.b)) {
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

static wend_result fail_off_walls(const wend_openings *o, uint32_t opening, wend_vec2 p,
                                  wend_error *error)
{
    double distance = wend_index_nearest(o->floor->index, p, INFINITY).distance;
    if (!isfinite(distance))
        return wend_fail_at(error, WEND_UNSOUND, p,
                            WEND_OPENING " ends off the walls: the plan has none",
                            WEND_OPENING_NAME(o->flow, opening));
    return wend_fail_at(error, WEND_UNSOUND, p,
                        WEND_OPENING " ends %.3g m off the nearest wall: end it on a wall, or "
                                     "choose a snap greater than that",
                        WEND_OPENING_NAME(o->flow, opening), distance);
}

/// Puts the vertices of one opening on the walls, into `placed`.
static wend_result place_opening(wend_openings *o, uint32_t number, const wend_opening *opening,
                                 vertex_list *placed, wend_error *error)
{
    size_t first = placed->count;
    for (uint32_t i = 0; i < opening->count; ++i) {
        wend_vec2 p = opening->points[i];
        bool on_wall;
        wend_result result = place_vertex(o, &p, &on_wall, error);
        if (result != WEND_OK)
            return result;
        if (!on_wall && (i == 0 || i + 1 == opening->count))
            return fail_off_walls(o, number, p, error);
        if (placed->count > first && wend_same_place(placed->data[placed->count - 1], p))
            continue;
        if (!push(placed, &o->flow->allocator, p))
            return wend_fail_memory(error);
    }
    if (placed->count - first < 2)
        return wend_fail_at(error, WEND_UNSOUND, opening->points[0],
                            WEND_OPENING " has no length once it is put on the walls: make it "
                                         "longer, or the snap smaller",
                            WEND_OPENING_NAME(o->flow, number));
    return WEND_OK;
}

/// Threads all openings, whose vertices are placed; ends[i] is where those of number i end.
static bool thread_all(wend_openings *o, const vertex_list *placed, const uint32_t *ends)
{
    wend_flow *flow = o->flow;
    vertex_list ahead = {0};
    bool fits = true;
    for (uint32_t i = 0, k = 0; i < flow->is_sink.count && fits; ++i) {
        fits = wend_array_reserve(&flow->opening_points, &flow->allocator, 1);
        if (fits)
            flow->opening_points.data[flow->opening_points.count++] = placed->data[k];
        for (++k; k < ends[i] && fits; ++k)
            fits = thread(o, i, placed->data[k], &ahead);
        flow->opening_ends.data[flow->opening_ends.count++] = (uint32_t)flow->opening_points.count;
    }
    wend_array_free(&ahead, &flow->allocator);
    return fits;
}

/// Room for what is known in advance.
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

wend_result wend_openings_place(wend_openings *o, const wend_flow_def *def, wend_error *error)
{
    const wend_allocator *allocator = &o->flow->allocator;
    vertex_list placed = {0};
    wend_array(uint32_t) ends = {0};
    wend_result result = begin(o, def, error);
    if (result == WEND_OK && !wend_array_reserve(&ends, allocator, def->opening_count))
        result = wend_fail_memory(error);
    for (uint32_t i = 0; i < def->opening_count && result == WEND_OK; ++i) {
        result = place_opening(o, i, &def->openings[i], &placed, error);
        ends.data[ends.count++] = (uint32_t)placed.count;
    }
    if (result == WEND_OK && !thread_all(o, &placed, ends.data))
        result = wend_fail_memory(error);
    wend_array_free(&placed, allocator);
    wend_array_free(&ends, allocator);
    return result;
}

void wend_openings_free(wend_openings *o)
{
    wend_array_free(&o->spots, &o->flow->allocator);
    wend_array_free(&o->used, &o->flow->allocator);
    wend_index_destroy(o->spot_index);
}
