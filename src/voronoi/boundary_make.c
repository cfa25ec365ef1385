// SPDX-License-Identifier: MIT
// Making the border from a floor. Most obstacles touch nothing. So all of them are laid out first
// as if none did, in an order in which near ones follow each other; then every vertex looks around
// for walls of others that it lies on, and only those are repaired.
#include "voronoi/boundary_layout.h"

#include <math.h>
#include <string.h>

/// Lone points in a cell of the grid; walls: one.
#define POINTS_PER_CELL 2

/// A grid has at least this many cells.
#define LEAST_CELLS 16

/// Bits of an x or y that the order of shapes depends on.
enum { ORDER_BITS = 16, DIGIT_BITS = 11, DIGITS = 3 };

typedef struct place_key {
    uint32_t key;  ///< the bits of x and y, by turns
    uint32_t ring; ///< the first of a shape
} place_key;

typedef struct making {
    wend_boundary *boundary;
    const wend_floor *floor;
    place_key *order, *other_order;
    size_t shape_count;   ///< the bounds included
    uint32_t *element_of; ///< by slot, of lone points
} making;

#define reserve(array, more) wend_array_reserve(array, &maker->boundary->allocator, more)

// ---- the order of shapes ------------------------------------------------------------------------

// The lower 16 bits, with a zero after each.
static uint32_t spread(uint32_t bits)
{
    bits = (bits | bits << 8) & 0x00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0fu;
    bits = (bits | bits << 2) & 0x33333333u;
    return (bits | bits << 1) & 0x55555555u;
}

static void sort_by_digit(const place_key *from, place_key *to, size_t count, unsigned shift)
{
    size_t starts[1 << DIGIT_BITS] = {0};
    uint32_t mask = (1u << DIGIT_BITS) - 1;
    for (size_t i = 0; i < count; ++i)
        ++starts[from[i].key >> shift & mask];
    size_t sum = 0;
    for (size_t digit = 0; digit <= mask; ++digit) {
        size_t here = starts[digit];
        starts[digit] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; ++i)
        to[starts[from[i].key >> shift & mask]++] = from[i];
}

// Orders shapes along a curve that fills the plane, Morton's, by their first points.
static void order_shapes(making *maker)
{
    const wend_floor *floor = maker->floor;
    wend_box box = maker->boundary->box;
    double most = (double)((1u << ORDER_BITS) - 1);
    double per_x = most / (box.max.x - box.min.x), per_y = most / (box.max.y - box.min.y);
    size_t count = 0;
    for (uint32_t ring = 0; ring < floor->ring_count; ++ring) {
        if (ring > 0 && floor->rings[ring].shape == floor->rings[ring - 1].shape)
            continue;
        wend_vec2 at = floor->points[floor->rings[ring].first];
        uint32_t x = (uint32_t)((at.x - box.min.x) * per_x);
        uint32_t y = (uint32_t)((at.y - box.min.y) * per_y);
        maker->order[count++] = (place_key){spread(x) | spread(y) << 1, ring};
    }
    maker->shape_count = count;
    for (unsigned digit = 0; digit < DIGITS; ++digit) {
        sort_by_digit(maker->order, maker->other_order, count, digit * DIGIT_BITS);
        place_key *sorted = maker->other_order;
        maker->other_order = maker->order;
        maker->order = sorted;
    }
}

// ---- laying out ---------------------------------------------------------------------------------

// The frame is a ring like bounds: clockwise.
static bool lay_out_frame(making *maker)
{
    wend_box box = maker->boundary->box;
    const wend_vec2 corners[4] = {box.min, {box.min.x, box.max.y}, box.max, {box.max.x, box.min.y}};
    const wend_ring ring = {.count = 4, .role = WEND_RING_BOUNDS};
    return wend_boundary_lay_out(maker->boundary, maker->boundary->bounds_slot, &ring, 1, corners);
}

// Shapes are read in an order that is not the floor's. So a few are fetched at a time, all their
// rings first and then a point of each: then the processor waits for many of them at once.
enum { AHEAD = 64 };

typedef struct fetched {
    wend_ring ring;
    wend_vec2 point;
} fetched;

static size_t fetch(const making *maker, size_t first, fetched *ahead)
{
    size_t count = maker->shape_count - first < AHEAD ? maker->shape_count - first : AHEAD;
    for (size_t i = 0; i < count; ++i)
        ahead[i].ring = maker->floor->rings[maker->order[first + i].ring];
    for (size_t i = 0; i < count; ++i)
        ahead[i].point = maker->floor->points[ahead[i].ring.first];
    return count;
}

static bool lay_out_fetched(making *maker, uint32_t first, const fetched *here)
{
    const wend_floor *floor = maker->floor;
    uint32_t shape = here->ring.shape, end = first + 1;
    uint32_t slot = shape == WEND_BOUNDS ? maker->boundary->bounds_slot : shape;
    if (here->ring.role == WEND_RING_POINT) {
        maker->element_of[slot] = (uint32_t)maker->boundary->elements.count;
        return wend_boundary_lay_out_point(maker->boundary, slot, here->point);
    }
    while (end < floor->ring_count && floor->rings[end].shape == shape)
        ++end;
    return wend_boundary_lay_out(maker->boundary, slot, &floor->rings[first], end - first,
                                 floor->points + here->ring.first);
}

static bool lay_out_shapes(making *maker)
{
    if (!maker->floor->has_bounds && !lay_out_frame(maker))
        return false;
    fetched ahead[AHEAD];
    for (size_t i = 0, count; i < maker->shape_count; i += count) {
        count = fetch(maker, i, ahead);
        for (size_t k = 0; k < count; ++k)
            if (!lay_out_fetched(maker, maker->order[i + k].ring, &ahead[k]))
                return false;
    }
    return true;
}

// ---- making it ----------------------------------------------------------------------------------

// Room for as many as there are now in all lists that hold elements or nodes that are out of use.
static bool reserve_lists(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    size_t elements = boundary->elements.count, nodes = boundary->node_uses.count;
    if (!reserve(&boundary->came_at, elements) || !reserve(&boundary->free_elements, elements) ||
        !reserve(&boundary->free_nodes, nodes) || !reserve(&boundary->idle_nodes, nodes))
        return false;
    memset(boundary->came_at.data, 0xff, elements * sizeof *boundary->came_at.data);
    boundary->came_at.count = elements;
    return true;
}

static bool make_ids(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    uint32_t count = maker->floor->shape_count + 1;
    if (!reserve(&boundary->sites, count) || !wend_id_pool_reserve(&boundary->ids, count))
        return false;
    for (uint32_t slot = 0; slot < count; ++slot)
        wend_id_take(&boundary->ids);
    boundary->sites.count = count;
    boundary->bounds_slot = count - 1;
    return true;
}

// Records of lone points, in the order of slots; others have theirs since they were laid out.
static void write_point_sites(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    for (uint32_t i = 0; i < maker->floor->ring_count; ++i) {
        const wend_ring *ring = &maker->floor->rings[i];
        if (ring->role == WEND_RING_POINT)
            boundary->sites.data[ring->shape] =
                (wend_site){.id = wend_id_of_slot(&boundary->ids, ring->shape),
                            .place = maker->floor->points[ring->first],
                            .point_count = 1,
                            .ring_count = 1,
                            .element = maker->element_of[ring->shape]};
    }
}

// How many parts more than walls there will be, about.
static size_t expect_cuts(const making *maker)
{
    const wend_floor *floor = maker->floor;
    wend_box box = maker->boundary->box;
    double length = 2 * (box.max.x - box.min.x + box.max.y - box.min.y);
    for (uint32_t i = 0; i < floor->ring_count; ++i)
        if (floor->rings[i].role != WEND_RING_POINT)
            for (uint32_t k = 0; k < floor->rings[i].count; ++k) {
                wend_segment wall = wend_wall_segment(floor, floor->rings[i].first + k);
                length += fabs(wall.a.x - wall.b.x) + fabs(wall.a.y - wall.b.y);
            }
    return (size_t)fmin(length / maker->boundary->part_length, 1e9);
}

static bool make_grids(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    const wend_floor *floor = maker->floor;
    size_t lone = 0;
    for (uint32_t i = 0; i < floor->ring_count; ++i)
        lone += floor->rings[i].role == WEND_RING_POINT;
    size_t walls = floor->wall_count - lone, few = 64;
    double cells = fmax((double)walls + (double)lone / POINTS_PER_CELL, LEAST_CELLS);
    boundary->grid_made_for = (uint32_t)cells;
    if (!wend_site_grid_make(&boundary->grid, boundary->box, cells, &boundary->allocator) ||
        !wend_site_grid_make(&boundary->quiet, boundary->box, cells, &boundary->allocator))
        return false;
    boundary->part_length = WEND_WALL_CELLS * boundary->grid.side;
    size_t cut = expect_cuts(maker) + few;
    return wend_boundary_layout_room(boundary, 2 * walls + lone + cut, walls + lone + cut) &&
           reserve(&boundary->grid.blocks, walls + lone + few) &&
           reserve(&boundary->points, walls + few) && reserve(&boundary->walls, walls + few);
}

static wend_result make(making *maker, wend_error *error)
{
    wend_boundary *boundary = maker->boundary;
    if (!make_ids(maker) || !make_grids(maker))
        return wend_fail_memory(error);
    order_shapes(maker);
    if (!lay_out_shapes(maker) || !reserve_lists(maker))
        return wend_fail_memory(error);
    write_point_sites(maker);
    if (!wend_boundary_note_contacts(boundary))
        return wend_fail_memory(error);
    wend_result result = wend_boundary_repair(boundary, error);
    wend_boundary_settle(boundary);
    return result;
}

static bool is_in(wend_box inner, wend_box outer)
{
    return inner.min.x > inner.max.x || (inner.min.x >= outer.min.x && inner.max.x <= outer.max.x &&
                                         inner.min.y >= outer.min.y && inner.max.y <= outer.max.y);
}

// The frame where the caller gives none: the box grown by its longer side, or by a metre.
static wend_box default_frame(wend_box box)
{
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    double more = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    if (!(more > 0))
        more = 1;
    return (wend_box){{box.min.x - more, box.min.y - more}, {box.max.x + more, box.max.y + more}};
}

static wend_result find_box(wend_boundary *boundary, const wend_floor *floor, wend_box frame,
                            wend_error *error)
{
    boundary->box = floor->box;
    if (!floor->has_bounds) {
        bool given = frame.min.x <= frame.max.x;
        if (given && (!isfinite(frame.min.x) || !isfinite(frame.max.x) || !isfinite(frame.min.y) ||
                      !isfinite(frame.max.y) || !(frame.min.y < frame.max.y) ||
                      !(frame.min.x < frame.max.x)))
            return wend_fail(error, WEND_BAD_ARGUMENT, "a frame must be finite and have an area");
        boundary->box = given ? frame : default_frame(floor->box);
    }
    if (!is_in(floor->box, boundary->box))
        return wend_fail(error, WEND_BAD_ARGUMENT, "all obstacles must lie in the frame");
    // A power of two, so that rounding to multiples of it is exact.
    int exponent;
    boundary->tolerance = floor->tolerance;
    double fraction = frexp(boundary->tolerance * WEND_AGENT_TOLERANCES, &exponent);
    boundary->unit = ldexp(1, fraction > 0.5 ? exponent : exponent - 1);
    boundary->has_bounds = floor->has_bounds;
    return WEND_OK;
}

wend_result wend_boundary_make(wend_boundary *boundary, const wend_floor *floor, wend_box frame,
                               const wend_allocator *allocator, wend_error *error)
{
    *boundary = (wend_boundary){.allocator = allocator ? *allocator : (wend_allocator){0}};
    boundary->ids.allocator = boundary->allocator;
    memset(boundary->free_points, 0xff, sizeof boundary->free_points);
    memset(boundary->free_ends, 0xff, sizeof boundary->free_ends);
    wend_result result = find_box(boundary, floor, frame, error);
    if (result != WEND_OK)
        return result;
    making maker = {.boundary = boundary, .floor = floor};
    size_t rings = (size_t)floor->ring_count + 1, slots = (size_t)floor->shape_count + 1;
    place_key *keys = wend_allocate(&boundary->allocator, 2 * rings, sizeof *keys);
    maker.element_of = wend_allocate(&boundary->allocator, slots, sizeof *maker.element_of);
    if (keys && maker.element_of) {
        maker.order = keys;
        maker.other_order = keys + rings;
        result = make(&maker, error);
    } else {
        result = wend_fail_memory(error);
    }
    wend_release(&boundary->allocator, keys, 2 * rings, sizeof *keys);
    wend_release(&boundary->allocator, maker.element_of, slots, sizeof *maker.element_of);
    if (wend_failed(result))
        wend_boundary_free(boundary);
    return result;
}
