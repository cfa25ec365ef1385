// SPDX-License-Identifier: MIT
// The mesh of a plan with openings. A wall in the interior of which an opening ends is split there:
// p-q becomes p-s-q with s as rounded, so that contact is exact on slanted walls, too. Everything
// that touched the wall before is inserted as well, since after rounding it would no longer lie on
// it.
#include "flow/openings.h"

#include "core/memory.h"
#include "geometry/sort.h"
#include "mesh/edit.h"
#include "wend/vec2.h"

/// A new vertex in a wall of the floor.
typedef struct wall_cut {
    uint32_t wall;
    double along; ///< its squared distance from the wall's start
    wend_vec2 at;
} wall_cut;

/// The floor with split walls, under construction. The points of a shape do not move: memory is
/// reserved.
typedef struct cut_floor {
    const wend_openings *openings;
    const wend_allocator *allocator;
    wend_array(wall_cut) cuts;      ///< sorted by walls
    size_t next_cut;                ///< first of the remaining walls
    wend_array(wend_vec2) points;   ///< of all shapes
    wend_array(uint32_t) ring_ends; ///< of all shapes
    wend_array(wend_shape) shapes;
    wend_array(uint32_t) dots; ///< shapes that are points
    size_t first_leg;          ///< first shape that is part of an opening
    wend_floor *floor;
} cut_floor;

// ---- splits of walls ----------------------------------------------------------------------------

static bool add_cut(cut_floor *cut, uint32_t wall, wend_vec2 at)
{
    wend_segment s = wend_wall_segment(cut->openings->floor, wall);
    if (wend_equal(s.a, at) || wend_equal(s.b, at))
        return true;
    if (!wend_array_reserve(&cut->cuts, cut->allocator, 1))
        return false;
    cut->cuts.data[cut->cuts.count++] = (wall_cut){wall, wend_distance_squared(s.a, at), at};
    return true;
}

/// Context of the visitors of the index.
typedef struct cut_search {
    cut_floor *cut;
    uint32_t wall;  ///< wall being split
    wend_vec2 spot; ///< end of an opening
    bool fits;
} cut_search;

static bool cut_at_spot(void *context, uint32_t wall)
{
    cut_search *search = context;
    const wend_openings *o = search->cut->openings;
    if (wend_segment_distance(wend_wall_segment(o->floor, wall), search->spot) <= o->same)
        search->fits = search->fits && add_cut(search->cut, wall, search->spot);
    return search->fits;
}

/// The start of another wall, if it lies on the one being split.
static bool cut_at_corner(void *context, uint32_t other)
{
    cut_search *search = context;
    const wend_floor *floor = search->cut->openings->floor;
    wend_vec2 corner = floor->points[other];
    if (wend_wall_holds(wend_wall_segment(floor, search->wall), corner))
        search->fits = search->fits && add_cut(search->cut, search->wall, corner);
    return search->fits;
}

static bool cut_before(const void *context, const void *one, const void *other)
{
    (void)context;
    const wall_cut *a = one, *b = other;
    if (a->wall != b->wall)
        return a->wall < b->wall;
    if (a->along != b->along)
        return a->along < b->along;
    return wend_is_before(a->at, b->at);
}

/// False: out of memory.
static bool find_cuts(cut_floor *cut)
{
    const wend_openings *o = cut->openings;
    cut_search search = {.cut = cut, .fits = true};
    for (size_t i = 0; i < o->spots.count && search.fits; ++i) {
        search.spot = o->spots.data[i];
        wend_openings_visit(o->floor->index, (wend_segment){search.spot, search.spot}, o->same,
                            cut_at_spot, &search);
    }
    wend_sort(cut->cuts.data, cut->cuts.count, sizeof *cut->cuts.data, cut_before, NULL);
    size_t count = cut->cuts.count;
    for (size_t i = 0; i < count && search.fits; ++i) {
        search.wall = cut->cuts.data[i].wall;
        if (i == 0 || search.wall != cut->cuts.data[i - 1].wall)
            wend_index_along(o->floor->index, wend_wall_segment(o->floor, search.wall),
                             cut_at_corner, &search);
    }
    wend_sort(cut->cuts.data, cut->cuts.count, sizeof *cut->cuts.data, cut_before, NULL);
    return search.fits;
}

// ---- floor with split walls ---------------------------------------------------------------------
// All memory has been reserved before: see reserve_all.

static void add_point(cut_floor *cut, wend_vec2 p)
{
    cut->points.data[cut->points.count++] = p;
}

/// Adds the points of a wall except its end. The walls come in order.
static void add_wall(cut_floor *cut, uint32_t wall)
{
    wend_vec2 last = cut->openings->floor->points[wall];
    add_point(cut, last);
    for (; cut->next_cut < cut->cuts.count; ++cut->next_cut) {
        const wall_cut *next = &cut->cuts.data[cut->next_cut];
        if (next->wall != wall)
            break;
        if (!wend_equal(next->at, last))
            add_point(cut, next->at);
        last = next->at;
    }
}

/// A shape of all points since `first`.
static void add_shape(cut_floor *cut, size_t first, const uint32_t *ring_ends, uint32_t ring_count)
{
    cut->shapes.data[cut->shapes.count++] = (wend_shape){
        cut->points.data + first, ring_ends, ring_count, (uint32_t)(cut->points.count - first)};
}

static void add_segment(cut_floor *cut, wend_vec2 a, wend_vec2 b)
{
    size_t first = cut->points.count;
    add_point(cut, a);
    add_point(cut, b);
    add_shape(cut, first, NULL, 0);
}

/// A segment obstacle becomes several: a ring of three points would be a polygon.
static void add_segment_ring(cut_floor *cut, const wend_ring *ring)
{
    const wend_floor *floor = cut->openings->floor;
    wend_vec2 last = floor->points[ring->first];
    for (; cut->next_cut < cut->cuts.count; ++cut->next_cut) {
        const wall_cut *next = &cut->cuts.data[cut->next_cut];
        if (next->wall > ring->first + 1)
            break;
        // The second wall is the same from the other side.
        if (next->wall == ring->first && !wend_equal(next->at, last)) {
            add_segment(cut, last, next->at);
            last = next->at;
        }
    }
    add_segment(cut, last, floor->points[ring->first + 1]);
}

/// Adds the rings of one shape, or the bounds; returns the ring after them.
static uint32_t add_rings(cut_floor *cut, uint32_t r)
{
    const wend_floor *floor = cut->openings->floor;
    const wend_ring *ring = &floor->rings[r];
    size_t first = cut->points.count, first_end = cut->ring_ends.count;
    if (ring->role == WEND_RING_SEGMENT) {
        add_segment_ring(cut, ring);
        return r + 1;
    }
    if (ring->role == WEND_RING_POINT)
        cut->dots.data[cut->dots.count++] = (uint32_t)cut->shapes.count;
    uint32_t shape = ring->shape;
    for (; r < floor->ring_count && floor->rings[r].shape == shape; ++r) {
        ring = &floor->rings[r];
        for (uint32_t i = 0; i < ring->count; ++i)
            add_wall(cut, ring->first + i);
        cut->ring_ends.data[cut->ring_ends.count++] = (uint32_t)(cut->points.count - first);
    }
    if (shape != WEND_BOUNDS)
        add_shape(cut, first, cut->ring_ends.data + first_end,
                  (uint32_t)(cut->ring_ends.count - first_end));
    return r;
}

static bool reserve_all(cut_floor *cut)
{
    const wend_floor *floor = cut->openings->floor;
    size_t legs = cut->openings->flow->opening_points.count;
    return wend_array_reserve(&cut->points, cut->allocator,
                              floor->wall_count + 2 * cut->cuts.count + 2 * legs) &&
           wend_array_reserve(&cut->ring_ends, cut->allocator, floor->ring_count + 1u) &&
           wend_array_reserve(&cut->shapes, cut->allocator,
                              floor->ring_count + cut->cuts.count + legs) &&
           wend_array_reserve(&cut->dots, cut->allocator, floor->ring_count + 1u);
}

static void add_legs(cut_floor *cut)
{
    const wend_flow *flow = cut->openings->flow;
    cut->first_leg = cut->shapes.count;
    for (size_t i = 0, k = 0; i < flow->opening_ends.count; ++i, ++k)
        for (; k + 1 < flow->opening_ends.data[i]; ++k)
            add_segment(cut, flow->opening_points.data[k], flow->opening_points.data[k + 1]);
}

static wend_result build_floor(cut_floor *cut, wend_error *error)
{
    const wend_floor *floor = cut->openings->floor;
    if (!find_cuts(cut) || !reserve_all(cut))
        return wend_fail_memory(error);
    wend_floor_def def = wend_default_floor_def();
    def.allocator = *cut->allocator;
    def.tolerance = floor->tolerance;
    // The bounds' ring is the last.
    size_t bounds = 0;
    for (uint32_t r = 0; r < floor->ring_count;) {
        bounds = cut->points.count;
        r = add_rings(cut, r);
    }
    if (floor->has_bounds) {
        def.bounds = cut->points.data + bounds;
        def.bounds_count = (uint32_t)(cut->points.count - bounds);
    }
    add_legs(cut);
    def.shapes = cut->shapes.data;
    def.shape_count = (uint32_t)cut->shapes.count;
    return wend_floor_create(&def, &cut->floor, error);
}

// ---- mesh ---------------------------------------------------------------------------------------

/// The first opening from number `first` on that passes through a point, within rounding;
/// WEND_NONE: none.
static uint32_t opening_at(const wend_openings *o, uint32_t first, wend_vec2 p)
{
    const wend_flow *flow = o->flow;
    for (uint32_t i = first; i < flow->opening_ends.count; ++i)
        for (uint32_t k = i > 0 ? flow->opening_ends.data[i - 1] : 0;
             k + 1 < flow->opening_ends.data[i]; ++k) {
            wend_segment leg = {flow->opening_points.data[k], flow->opening_points.data[k + 1]};
            if (wend_segment_distance(leg, p) <= o->same)
                return i;
        }
    return WEND_NONE;
}

static wend_result build_mesh(cut_floor *cut, wend_error *error)
{
    const wend_openings *o = cut->openings;
    wend_flow *flow = o->flow;
    wend_mesh_def def = wend_default_mesh_def();
    def.allocator = *cut->allocator;
    wend_error cause = {0};
    wend_result result = wend_mesh_create(cut->floor, &def, &flow->mesh, &cause);
    if (result == WEND_OK)
        return result;
    uint32_t one = cause.has_position ? opening_at(o, 0, cause.position) : WEND_NONE;
    uint32_t other = one != WEND_NONE ? opening_at(o, one + 1, cause.position) : WEND_NONE;
    if (other != WEND_NONE)
        return wend_fail_at(error, result, cause.position,
                            "openings %u and %u (counted from 0) cross: draw them apart",
                            (unsigned)one, (unsigned)other);
    if (one != WEND_NONE)
        return wend_fail_at(error, result, cause.position,
                            WEND_OPENING " crosses a wall: end it there, or draw it past the wall",
                            WEND_OPENING_NAME(flow, one));
    if (error)
        *error = cause;
    return result;
}

/// The shapes of the floor that a mesh was made of have its first slots, in order.
static const wend_obstacle *obstacle_of(const wend_mesh *mesh, size_t shape)
{
    return &mesh->obstacles.data[shape];
}

/// Marks the half-edges along an opening that have free space on their left.
static wend_result mark_leg(wend_flow *flow, const wend_obstacle *leg, uint32_t opening,
                            wend_error *error)
{
    const wend_mesh *mesh = flow->mesh;
    wend_wall_walk walk = {.mesh = mesh, .obstacle = leg};
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;) {
        if (wend_is_solid(mesh, h / 3))
            continue;
        uint32_t kind = flow->kinds.data[h];
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
        wend_vec2 middle = wend_midpoint(a, b);
        if (kind == WEND_FLOW_OPENING + opening)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle,
                                WEND_OPENING " overlaps itself: draw it here once",
                                WEND_OPENING_NAME(flow, opening));
        if (kind != WEND_NONE)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle,
                                "openings %u and %u (counted from 0) overlap: let "
                                "one end where the other begins",
                                (unsigned)(kind - WEND_FLOW_OPENING), (unsigned)opening);
        flow->kinds.data[h] = WEND_FLOW_OPENING + opening;
    }
    return WEND_OK;
}

static wend_result mark(const cut_floor *cut, wend_error *error)
{
    wend_flow *flow = cut->openings->flow;
    const wend_mesh *mesh = flow->mesh;
    size_t edges = 3 * (size_t)mesh->triangle_count;
    if (!wend_array_reserve(&flow->kinds, cut->allocator, edges) ||
        !wend_array_reserve(&flow->body_points, cut->allocator, cut->dots.count))
        return wend_fail_memory(error);
    for (; flow->kinds.count < edges; ++flow->kinds.count)
        flow->kinds.data[flow->kinds.count] = WEND_NONE;
    size_t shape = cut->first_leg;
    for (uint32_t i = 0, k = 0; i < flow->opening_ends.count; ++i, ++k)
        for (; k + 1 < flow->opening_ends.data[i]; ++k) {
            wend_result result = mark_leg(flow, obstacle_of(mesh, shape++), i, error);
            if (result != WEND_OK)
                return result;
        }
    for (size_t i = 0; i < cut->dots.count; ++i) {
        uint32_t vertex = obstacle_of(mesh, cut->dots.data[i])->corners[0];
        flow->body_points.data[flow->body_points.count++] =
            (wend_map_body_point){mesh->vertices.data[vertex].spoke, WEND_NONE};
    }
    return WEND_OK;
}

wend_result wend_openings_mesh(wend_openings *openings, wend_error *error)
{
    const wend_allocator *allocator = &openings->flow->allocator;
    cut_floor cut = {.openings = openings, .allocator = allocator};
    wend_result result = build_floor(&cut, error);
    if (result == WEND_OK)
        result = build_mesh(&cut, error);
    if (result == WEND_OK)
        result = mark(&cut, error);
    wend_floor_destroy(cut.floor);
    wend_array_free(&cut.cuts, allocator);
    wend_array_free(&cut.points, allocator);
    wend_array_free(&cut.ring_ends, allocator);
    wend_array_free(&cut.shapes, allocator);
    wend_array_free(&cut.dots, allocator);
    return result;
}
