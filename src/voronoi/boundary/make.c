// SPDX-License-Identifier: MIT
// Construction of the border of a floor. Most obstacles touch nothing, so all are first laid out as
// if none did, in an order in which nearby ones follow each other. Then every vertex searches for
// walls of others that it lies on, and only those are repaired. Positions in the arrays are counted
// first, so that several threads can lay out shapes and numbers do not depend on them.
#include "voronoi/boundary/layout.h"

#include <math.h>
#include <string.h>

/// Grid cells per wall, and lone points per cell. Measured: half or twice as many cost a tenth
/// more.
#define CELLS_PER_WALL  1.4
#define POINTS_PER_CELL 2

/// Minimum number of grid cells.
#define MIN_CELLS 16

/// Bits of x or y used for the order of shapes, and of a digit in sorting.
enum { ORDER_BITS = 16, DIGIT_BITS = 11, DIGITS = 3 };

/// Shapes laid out by one call, and prefetched at a time.
enum { SHAPES_AT_ONCE = 1024, AHEAD = 64 };

/// Rings processed by one call.
enum { RINGS_AT_ONCE = 4096 };

#define IS_POINT 0x80000000u

typedef struct morton_key {
    uint32_t key;  ///< interleaved bits of x and y
    uint32_t ring; ///< first ring of a shape, with the bit IS_POINT
} morton_key;

typedef struct making {
    wend_boundary *boundary;
    const wend_floor *floor;
    wend_tasks *tasks;
    morton_key *order, *other_order;
    uint32_t shape_count; ///< including the bounds
    wend_layout *starts;  ///< for each SHAPES_AT_ONCE
    wend_layout frame, all;
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

static void sort_by_digit(const morton_key *from, morton_key *to, size_t count, unsigned shift)
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

// Orders shapes along Morton's space-filling curve by their first points.
static void order_shapes(making *maker)
{
    const wend_floor *floor = maker->floor;
    wend_box box = maker->boundary->box;
    double limit = (double)((1u << ORDER_BITS) - 1);
    double per_x = limit / (box.max.x - box.min.x), per_y = limit / (box.max.y - box.min.y);
    uint32_t count = 0;
    for (uint32_t i = 0; i < floor->ring_count; ++i) {
        const wend_ring *ring = &floor->rings[i];
        if (i > 0 && ring->shape == ring[-1].shape)
            continue;
        wend_vec2 at = floor->points[ring->first];
        uint32_t x = (uint32_t)((at.x - box.min.x) * per_x);
        uint32_t y = (uint32_t)((at.y - box.min.y) * per_y);
        maker->order[count++] = (morton_key){spread(x) | spread(y) << 1,
                                             ring->role == WEND_RING_POINT ? i | IS_POINT : i};
    }
    maker->shape_count = count;
    for (unsigned digit = 0; digit < DIGITS; ++digit) {
        sort_by_digit(maker->order, maker->other_order, count, digit * DIGIT_BITS);
        morton_key *sorted = maker->other_order;
        maker->other_order = maker->order;
        maker->order = sorted;
    }
}

// ---- positions in the arrays --------------------------------------------------------------------

static wend_layout_shape shape_of(const wend_floor *floor, uint32_t ring)
{
    uint32_t end = ring + 1, shape = floor->rings[ring].shape;
    while (end < floor->ring_count && floor->rings[end].shape == shape)
        ++end;
    return (wend_layout_shape){&floor->rings[ring], end - ring,
                               floor->points + floor->rings[ring].first};
}

static uint32_t batch_count(const making *maker)
{
    return (maker->shape_count + SHAPES_AT_ONCE - 1) / SHAPES_AT_ONCE;
}

static uint32_t batch_end(const making *maker, uint32_t batch)
{
    uint32_t end = (batch + 1) * SHAPES_AT_ONCE;
    return end < maker->shape_count ? end : maker->shape_count;
}

static void count_batches(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    making *maker = argument;
    for (uint32_t batch = begin; batch < end; ++batch) {
        wend_layout needs = {0};
        for (uint32_t i = batch * SHAPES_AT_ONCE; i < batch_end(maker, batch); ++i) {
            if (maker->order[i].ring & IS_POINT) {
                ++needs.elements;
                ++needs.nodes;
            } else {
                wend_layout_shape shape = shape_of(maker->floor, maker->order[i].ring);
                wend_layout_count(&needs, maker->boundary, &shape);
            }
        }
        maker->starts[batch] = needs;
    }
}

static void add_layout(wend_layout *to, wend_layout more)
{
    to->elements += more.elements;
    to->nodes += more.nodes;
    to->points += more.points;
    to->ends += more.ends;
}

// The frame is a ring like bounds: clockwise.
static const wend_ring frame_ring = {.count = 4, .role = WEND_RING_BOUNDS};

static void frame_corners(wend_box box, wend_vec2 corners[4])
{
    corners[0] = box.min;
    corners[1] = (wend_vec2){box.min.x, box.max.y};
    corners[2] = box.max;
    corners[3] = (wend_vec2){box.max.x, box.min.y};
}

// Counts all elements, nodes, points and ring ends, and finds the start of each batch.
static void find_starts(making *maker)
{
    wend_parallel_for(maker->tasks, batch_count(maker), 1, count_batches, maker);
    if (!maker->floor->has_bounds) {
        wend_vec2 corners[4];
        frame_corners(maker->boundary->box, corners);
        wend_layout_count(&maker->all, maker->boundary,
                          &(wend_layout_shape){&frame_ring, 1, corners});
    }
    for (uint32_t batch = 0; batch < batch_count(maker); ++batch) {
        wend_layout needs = maker->starts[batch];
        maker->starts[batch] = maker->all;
        add_layout(&maker->all, needs);
    }
}

// ---- laying them out ----------------------------------------------------------------------------

// Spare capacity, so that the first edits do not reallocate.
static size_t with_slack(size_t count)
{
    return count + count / 8 + 64;
}

// Reserves memory for all, and as much for the lists of free numbers.
static bool reserve_all(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    size_t elements = maker->all.elements, nodes = maker->all.nodes, points = maker->all.points;
    size_t numbers = with_slack(elements), positions = with_slack(nodes), pool = with_slack(points);
    if (elements >= WEND_NO_ELEMENT || points >= UINT32_MAX / 2 ||
        !reserve(&boundary->elements, numbers) || !reserve(&boundary->links, numbers) ||
        !reserve(&boundary->came_at, numbers) || !reserve(&boundary->free_elements, numbers) ||
        !reserve(&boundary->node_uses, positions) || !reserve(&boundary->free_nodes, positions) ||
        !reserve(&boundary->idle_nodes, positions) || !reserve(&boundary->points, pool) ||
        !reserve(&boundary->walls, pool) || !reserve(&boundary->ring_ends, maker->all.ends))
        return false;
    boundary->elements.count = boundary->links.count = boundary->came_at.count = elements;
    boundary->node_uses.count = nodes;
    boundary->points.count = boundary->walls.count = points;
    boundary->ring_ends.count = maker->all.ends;
    return true;
}

// Shapes are read in an order other than the floor's. They are fetched a few at a time, all their
// rings first and then a point of each, so that the processor waits for many of them at once.
typedef struct fetched {
    wend_ring ring;
    wend_vec2 point;
} fetched;

static uint32_t fetch(const making *maker, uint32_t first, uint32_t end, fetched *ahead)
{
    uint32_t count = end - first < AHEAD ? end - first : AHEAD;
    for (uint32_t i = 0; i < count; ++i)
        ahead[i].ring = maker->floor->rings[maker->order[first + i].ring & ~IS_POINT];
    for (uint32_t i = 0; i < count; ++i)
        ahead[i].point = maker->floor->points[ahead[i].ring.first];
    return count;
}

static void lay_out(making *maker, wend_layout *layout, uint32_t ring, const fetched *here)
{
    uint32_t slot =
        here->ring.shape == WEND_BOUNDS ? maker->boundary->bounds_slot : here->ring.shape;
    if (ring & IS_POINT) {
        maker->element_of[slot] = (uint32_t)layout->elements;
        wend_layout_point_at(layout, maker->boundary, slot, here->point);
    } else {
        wend_layout_shape shape = shape_of(maker->floor, ring);
        wend_layout_shape_at(layout, maker->boundary, slot, &shape);
    }
}

static void lay_out_batches(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    making *maker = argument;
    fetched ahead[AHEAD];
    for (uint32_t batch = begin; batch < end; ++batch) {
        wend_layout layout = maker->starts[batch];
        uint32_t last = batch_end(maker, batch);
        for (uint32_t i = batch * SHAPES_AT_ONCE, count; i < last; i += count) {
            count = fetch(maker, i, last, ahead);
            for (uint32_t k = 0; k < count; ++k)
                lay_out(maker, &layout, maker->order[i + k].ring, &ahead[k]);
        }
    }
}

// Records of lone points, in slot order; others were written during the layout.
static void write_point_sites(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    making *maker = argument;
    wend_boundary *boundary = maker->boundary;
    for (uint32_t i = begin; i < end; ++i) {
        const wend_ring *ring = &maker->floor->rings[i];
        if (ring->role == WEND_RING_POINT)
            boundary->sites.data[ring->shape] =
                (wend_site){.id = {wend_id_of_slot(&boundary->ids, ring->shape)},
                            .position = maker->floor->points[ring->first],
                            .point_count = 1,
                            .ring_count = 1,
                            .element = maker->element_of[ring->shape]};
    }
}

static void lay_out_all(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    if (!maker->floor->has_bounds) {
        wend_vec2 corners[4];
        wend_layout first = {0};
        frame_corners(boundary->box, corners);
        wend_layout_shape_at(&first, boundary, boundary->bounds_slot,
                             &(wend_layout_shape){&frame_ring, 1, corners});
    }
    wend_parallel_for(maker->tasks, batch_count(maker), 1, lay_out_batches, maker);
    wend_parallel_for(maker->tasks, maker->floor->ring_count, RINGS_AT_ONCE, write_point_sites,
                      maker);
}

// ---- construction -------------------------------------------------------------------------------

static bool make_ids(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    uint32_t count = maker->floor->shape_count + 1;
    uint32_t slots = (uint32_t)fmin((double)with_slack(count), UINT32_MAX - 1.0);
    if (!reserve(&boundary->sites, slots) || !wend_id_pool_reserve(&boundary->ids, slots))
        return false;
    for (uint32_t slot = 0; slot < count; ++slot)
        wend_id_take(&boundary->ids);
    boundary->sites.count = count;
    boundary->bounds_slot = count - 1;
    return true;
}

static bool make_grids(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    const wend_floor *floor = maker->floor;
    size_t lone = 0;
    for (uint32_t i = 0; i < floor->ring_count; ++i)
        lone += floor->rings[i].role == WEND_RING_POINT;
    size_t walls = floor->wall_count - lone;
    double cells = fmax((double)walls * CELLS_PER_WALL + (double)lone / POINTS_PER_CELL, MIN_CELLS);
    boundary->grid_size = (uint32_t)cells;
    if (!wend_site_grid_make(&boundary->grid, boundary->box, cells, &boundary->allocator) ||
        !wend_site_grid_make(&boundary->quiet, boundary->box, cells, &boundary->allocator))
        return false;
    boundary->part_length = WEND_WALL_CELLS * boundary->grid.side;
    return true;
}

static bool fill_grid(making *maker)
{
    wend_boundary *boundary = maker->boundary;
    if (!reserve(&boundary->grid.blocks, with_slack(boundary->elements.count)))
        return false;
    for (uint32_t i = 0; i < boundary->elements.count; ++i)
        if (!wend_site_grid_add(&boundary->grid, i, &boundary->elements.data[i],
                                &boundary->allocator))
            return false;
    return true;
}

static wend_result make(making *maker, wend_error *error)
{
    if (!make_ids(maker) || !make_grids(maker))
        return wend_fail_memory(error);
    order_shapes(maker);
    find_starts(maker);
    if (!reserve_all(maker))
        return wend_fail_memory(error);
    lay_out_all(maker);
    if (!fill_grid(maker) || !wend_boundary_note_contacts(maker->boundary, maker->tasks))
        return wend_fail_memory(error);
    wend_result result = wend_boundary_repair(maker->boundary, error);
    wend_boundary_settle(maker->boundary);
    return result;
}

// Allocates the memory for the construction.
static wend_result make_with_memory(making *maker, wend_error *error)
{
    const wend_allocator *allocator = &maker->boundary->allocator;
    size_t rings = (size_t)maker->floor->ring_count + 1;
    size_t slots = (size_t)maker->floor->shape_count + 1;
    size_t batches = rings / SHAPES_AT_ONCE + 1;
    morton_key *keys = wend_allocate(allocator, 2 * rings, sizeof *keys);
    maker->element_of = wend_allocate(allocator, slots, sizeof *maker->element_of);
    maker->starts = wend_allocate(allocator, batches, sizeof *maker->starts);
    maker->order = keys;
    maker->other_order = keys ? keys + rings : NULL;
    wend_result result = keys && maker->element_of && maker->starts && rings < IS_POINT
                             ? make(maker, error)
                             : wend_fail_memory(error);
    wend_release(allocator, keys, 2 * rings, sizeof *keys);
    wend_release(allocator, maker->element_of, slots, sizeof *maker->element_of);
    wend_release(allocator, maker->starts, batches, sizeof *maker->starts);
    return result;
}

static bool is_in(wend_box inner, wend_box outer)
{
    return inner.min.x > inner.max.x || (inner.min.x >= outer.min.x && inner.max.x <= outer.max.x &&
                                         inner.min.y >= outer.min.y && inner.max.y <= outer.max.y);
}

// The default frame: the box extended by its longer side, or by a metre.
static wend_box default_frame(wend_box box)
{
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    double more = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    if (!(more > 0))
        more = 1;
    return (wend_box){{box.min.x - more, box.min.y - more}, {box.max.x + more, box.max.y + more}};
}

// Checks the frame given by the caller, if there is one.
static wend_result check_frame(wend_box frame, wend_error *error)
{
    double far = fmax(fmax(fabs(frame.min.x), fabs(frame.min.y)),
                      fmax(fabs(frame.max.x), fabs(frame.max.y)));
    bool has_area = frame.min.x < frame.max.x && frame.min.y < frame.max.y;
    return has_area && far <= WEND_MAX_COORDINATE
               ? WEND_OK
               : wend_fail(error, WEND_BAD_ARGUMENT,
                           "the frame must have an area and extend no further than %g m",
                           WEND_MAX_COORDINATE);
}

/// Maximum size of a frame relative to the extent for which the floor's tolerance was chosen:
/// noise, which grows with it, is still well below.
#define MAX_FRAME_GROWTH 64

/// Products of four lengths of at least this size stay in range. [Units: m]
#define MIN_SIZE 1e-30

// The tolerance of the floor, or of the frame if the floor is empty.
static wend_result find_tolerance(wend_boundary *boundary, const wend_floor *floor,
                                  wend_error *error)
{
    double wanted = wend_tolerance(boundary->box);
    double width = boundary->box.max.x - boundary->box.min.x;
    double height = boundary->box.max.y - boundary->box.min.y;
    if (!(fmin(width, height) >= MIN_SIZE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the scene must be at least %g m wide and high",
                         MIN_SIZE);
    boundary->tolerance = floor->tolerance;
    if (!floor->has_bounds && floor->shape_count == 0)
        boundary->tolerance = fmax(floor->tolerance, wanted);
    else if (!floor->has_bounds && wanted > MAX_FRAME_GROWTH * floor->tolerance)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the frame is much larger than the floor: reduce it, or set the floor's "
                         "tolerance to %g m",
                         wanted);
    // A power of two, so that rounding to multiples of it is exact.
    int exponent;
    double fraction = frexp(boundary->tolerance * WEND_AGENT_TOLERANCES, &exponent);
    boundary->unit = ldexp(1, fraction > 0.5 ? exponent : exponent - 1);
    return WEND_OK;
}

static wend_result find_box(wend_boundary *boundary, const wend_floor *floor, wend_box frame,
                            wend_error *error)
{
    boundary->box = floor->box;
    boundary->has_bounds = floor->has_bounds;
    if (!floor->has_bounds) {
        bool given = !(frame.min.x > frame.max.x);
        wend_result result = given ? check_frame(frame, error) : WEND_OK;
        if (result != WEND_OK)
            return result;
        boundary->box = given ? frame : default_frame(floor->box);
    }
    if (!is_in(floor->box, boundary->box))
        return wend_fail(error, WEND_BAD_ARGUMENT, "all obstacles must lie inside the frame");
    return find_tolerance(boundary, floor, error);
}

wend_result wend_boundary_make(wend_boundary *boundary, const wend_floor *floor, wend_box frame,
                               wend_tasks *tasks, const wend_allocator *allocator,
                               wend_error *error)
{
    *boundary = (wend_boundary){.allocator = allocator ? *allocator : (wend_allocator){0}};
    boundary->ids = wend_id_pool_make(WEND_ID_SITE, &boundary->allocator);
    memset(boundary->free_points, 0xff, sizeof boundary->free_points);
    memset(boundary->free_ends, 0xff, sizeof boundary->free_ends);
    wend_result result = find_box(boundary, floor, frame, error);
    if (result != WEND_OK)
        return result;
    making maker = {.boundary = boundary, .floor = floor, .tasks = tasks};
    result = make_with_memory(&maker, error);
    if (wend_failed(result))
        wend_boundary_free(boundary);
    return result;
}
