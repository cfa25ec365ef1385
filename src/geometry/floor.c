// SPDX-License-Identifier: MIT
// Construction of a floor from shapes, point location and clearance.
#include "geometry/floor.h"

#include "core/memory.h"

#include <math.h>

#define FLOOR_COOKIE 0x77f1004du

/// Relative precision of constructed points: 2^16 units in the last place, an allowance for the
/// errors of long computations, and 1/100 of the finest detail of a plan in metres.
#define RELATIVE_TOLERANCE 0x1p-36

wend_floor_def wend_default_floor_def(void)
{
    return (wend_floor_def){.cookie = FLOOR_COOKIE};
}

double wend_tolerance(wend_box box)
{
    double size = 0;
    if (box.min.x <= box.max.x) {
        size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
        size = fmax(size, fmax(fabs(box.min.x), fabs(box.max.x)));
        size = fmax(size, fmax(fabs(box.min.y), fabs(box.max.y)));
    }
    if (!(size > 0))
        size = 1;
    int exponent;
    double fraction = frexp(size, &exponent); // size = fraction * 2^exponent, 0.5 <= fraction < 1
    return ldexp(RELATIVE_TOLERANCE, fraction > 0.5 ? exponent : exponent - 1);
}

// ---- reading the definition ---------------------------------------------------------------------

static uint32_t rings_of(const wend_shape *shape)
{
    return shape->ring_ends ? shape->ring_count : 1;
}

static uint32_t ring_end(const wend_shape *shape, uint32_t ring)
{
    return shape->ring_ends ? shape->ring_ends[ring] : shape->point_count;
}

static wend_result check_shape(const wend_shape *shape, unsigned number, wend_error *error)
{
    if (shape->point_count > 0 && !shape->points)
        return wend_fail(error, WEND_BAD_ARGUMENT, "shape %u (counted from 0) has no points array",
                         number);
    if (rings_of(shape) == 0 || ring_end(shape, rings_of(shape) - 1) != shape->point_count)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "shape %u (counted from 0): the last ring must end at point_count",
                         number);
    uint32_t begin = 0;
    for (uint32_t r = 0; r < rings_of(shape); r++) {
        uint32_t end = ring_end(shape, r), minimum = rings_of(shape) > 1 ? 3 : 1;
        if (end < begin || end > shape->point_count)
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "shape %u (counted from 0): ring_ends must not decrease", number);
        if (end - begin < minimum)
            return wend_fail(error, WEND_INVALID_GEOMETRY,
                             "ring %u of shape %u (both counted from 0) has %u vertices: at least "
                             "%u are required",
                             (unsigned)r, number, (unsigned)(end - begin), (unsigned)minimum);
        begin = end;
    }
    return WEND_OK;
}

static wend_result check_points(const wend_vec2 *points, uint32_t count, const char *owner,
                                unsigned number, wend_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = points[i];
        if (!isfinite(p.x) || !isfinite(p.y))
            return wend_fail(error, WEND_INVALID_GEOMETRY,
                             "vertex %u of %s %u (counted from 0) is not finite", (unsigned)i,
                             owner, number);
        if (fabs(p.x) > WEND_MAX_COORDINATE || fabs(p.y) > WEND_MAX_COORDINATE)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, p,
                                "vertex %u of %s %u (counted from 0) is too far away: the limit of "
                                "coordinates is %g m",
                                (unsigned)i, owner, number, WEND_MAX_COORDINATE);
    }
    return WEND_OK;
}

// Checks everything that does not need geometry, and counts rings and points.
static wend_result check_def(const wend_floor_def *def, uint64_t *rings, uint64_t *points,
                             wend_error *error)
{
    if (def->cookie != FLOOR_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "def is not initialised: use wend_default_floor_def()");
    if (!(def->tolerance >= 0) || !isfinite(def->tolerance))
        return wend_fail(error, WEND_BAD_ARGUMENT, "tolerance must be finite and not negative");
    if (def->shape_count > 0 && !def->shapes)
        return wend_fail(error, WEND_BAD_ARGUMENT, "def has no shapes array");
    for (uint32_t i = 0; i < def->shape_count; i++) {
        const wend_shape *shape = &def->shapes[i];
        wend_result result = check_shape(shape, i, error);
        if (result == WEND_OK)
            result = check_points(shape->points, shape->point_count, "shape", i, error);
        if (result != WEND_OK)
            return result;
        *rings += rings_of(shape);
        *points += shape->point_count;
    }
    if (def->bounds) {
        if (def->bounds_count < 3)
            return wend_fail(error, WEND_INVALID_GEOMETRY,
                             "the bounds have %u vertices: at least 3 are required",
                             (unsigned)def->bounds_count);
        *rings += 1;
        *points += def->bounds_count;
    }
    if (*points >= UINT32_MAX)
        return wend_fail(error, WEND_BAD_ARGUMENT, "too many vertices: the limit is %u",
                         (unsigned)(UINT32_MAX - 1));
    return def->bounds ? check_points(def->bounds, def->bounds_count, "bounds ring", 0, error)
                       : WEND_OK;
}

// ---- building -----------------------------------------------------------------------------------

// Adds a ring with its solid to the left, within reserved capacity.
static void add_ring(wend_floor *floor, const wend_vec2 *points, uint32_t count, uint32_t shape,
                     uint32_t vertex, wend_ring_role role)
{
    wend_ring ring = {.first = floor->wall_count,
                      .count = count,
                      .shape = shape,
                      .vertex = vertex,
                      .role = role,
                      .box = wend_box_of(points, count)};
    if (count > 2) {
        int wanted = role == WEND_RING_OUTLINE ? 1 : -1;
        ring.reversed = wend_polygon_orientation(points, count) == -wanted;
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = points[ring.reversed ? count - 1 - i : i];
        floor->points[floor->wall_count] = p;
        floor->ring_of[floor->wall_count++] = floor->ring_count;
    }
    floor->box = wend_box_join(floor->box, ring.box);
    floor->rings[floor->ring_count++] = ring;
}

static void add_shape(wend_floor *floor, const wend_shape *shape, uint32_t number)
{
    uint32_t begin = 0;
    for (uint32_t r = 0; r < rings_of(shape); r++) {
        uint32_t end = ring_end(shape, r), count = end - begin;
        wend_ring_role role = r > 0        ? WEND_RING_HOLE
                              : count == 1 ? WEND_RING_POINT
                              : count == 2 ? WEND_RING_SEGMENT
                                           : WEND_RING_OUTLINE;
        add_ring(floor, shape->points + begin, count, number, begin, role);
        begin = end;
    }
}

static wend_result build_index(wend_floor *floor, wend_error *error)
{
    const wend_allocator *allocator = &floor->allocator;
    uint32_t count = floor->wall_count;
    wend_item *items = wend_allocate(allocator, count, sizeof *items);
    if (!items && count > 0)
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        wend_segment wall = wend_wall_segment(floor, i);
        items[i] = (wend_item){wall.a, wall.b, WEND_ITEM_SEGMENT};
    }
    wend_result result = wend_index_create(items, count, allocator, &floor->index, error);
    wend_release(allocator, items, count, sizeof *items);
    return result;
}

static wend_result build(wend_floor *floor, const wend_floor_def *def, wend_error *error)
{
    floor->box = wend_box_empty();
    for (uint32_t i = 0; i < def->shape_count; i++)
        add_shape(floor, &def->shapes[i], i);
    floor->shape_count = def->shape_count;
    if (def->bounds) {
        add_ring(floor, def->bounds, def->bounds_count, WEND_BOUNDS, 0, WEND_RING_BOUNDS);
        floor->has_bounds = true;
    }
    floor->tolerance = def->tolerance > 0 ? def->tolerance : wend_tolerance(floor->box);
    // Approximate distance of two walls if they are evenly spread; must not be 0.
    double height = floor->wall_count > 0 ? floor->box.max.y - floor->box.min.y : 0;
    floor->first_window = fmax(height / sqrt(floor->wall_count + 1.0), wend_tolerance(floor->box));
    return build_index(floor, error);
}

wend_result wend_floor_create(const wend_floor_def *def, wend_floor **floor, wend_error *error)
{
    *floor = NULL;
    uint64_t ring_count = 0, point_count = 0;
    wend_result result = check_def(def, &ring_count, &point_count, error);
    if (result != WEND_OK)
        return result;
    wend_floor *created = wend_allocate(&def->allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    *created = (wend_floor){.allocator = def->allocator};
    created->points = wend_allocate(&def->allocator, point_count, sizeof *created->points);
    created->ring_of = wend_allocate(&def->allocator, point_count, sizeof *created->ring_of);
    created->rings = wend_allocate(&def->allocator, ring_count, sizeof *created->rings);
    if (ring_count > 0 && (!created->points || !created->ring_of || !created->rings))
        result = wend_fail_memory(error);
    else
        result = build(created, def, error);
    // The allocated size is recorded for destroy, even if it is not filled.
    created->wall_count = (uint32_t)point_count;
    created->ring_count = (uint32_t)ring_count;
    if (result != WEND_OK)
        wend_floor_destroy(created);
    else
        *floor = created;
    return result;
}

void wend_floor_destroy(wend_floor *floor)
{
    if (!floor)
        return;
    wend_allocator allocator = floor->allocator;
    if (floor->index)
        wend_index_destroy(floor->index);
    wend_release(&allocator, floor->points, floor->wall_count, sizeof *floor->points);
    wend_release(&allocator, floor->ring_of, floor->wall_count, sizeof *floor->ring_of);
    wend_release(&allocator, floor->rings, floor->ring_count, sizeof *floor->rings);
    wend_release(&allocator, floor, 1, sizeof *floor);
}

// ---- queries ------------------------------------------------------------------------------------

double wend_floor_tolerance(const wend_floor *floor)
{
    return floor->tolerance;
}

wend_box wend_floor_box(const wend_floor *floor)
{
    return floor->box;
}

wend_location wend_floor_locate(const wend_floor *floor, wend_vec2 p, uint32_t *shape)
{
    WEND_ASSERT(isfinite(p.x) && isfinite(p.y));
    uint32_t ignored;
    if (!shape)
        shape = &ignored;
    wend_below below = wend_floor_below(floor, p, (wend_below_filter){0});
    if (below.on != WEND_NO_RING) {
        *shape = floor->rings[below.on].shape;
        return WEND_LOCATION_BOUNDARY;
    }
    bool nothing = below.ring == WEND_NO_RING;
    if (nothing ? floor->has_bounds
                : below.solid != WEND_NO_RING && floor->rings[below.solid].shape == WEND_BOUNDS) {
        *shape = WEND_BOUNDS;
        return WEND_LOCATION_OUTSIDE;
    }
    if (below.solid == WEND_NO_RING)
        return WEND_LOCATION_FREE;
    *shape = floor->rings[below.solid].shape;
    return WEND_LOCATION_SOLID;
}

double wend_floor_clearance(const wend_floor *floor, wend_vec2 p, wend_vec2 *point, uint32_t *shape)
{
    WEND_ASSERT(wend_is_in_range(p));
    wend_near near = wend_index_nearest(floor->index, p, INFINITY);
    if (near.number == WEND_NO_ITEM)
        return INFINITY;
    if (point)
        *point = near.point;
    if (shape)
        *shape = floor->rings[floor->ring_of[near.number]].shape;
    return near.distance;
}
