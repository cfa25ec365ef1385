// SPDX-License-Identifier: MIT
// Containment of shapes without contacts of walls. For the lowest vertex p of each ring: what is
// the first wall below, and is its solid above it?
//
// One vertex is sufficient, and touching rings need no special case. Suppose that the interiors of
// A and B overlap, and neither a crossing nor a contact was reported. Then the outer border of
// their intersection is the whole outline of one of them, say B, and no ring of A touches it, or
// the contact would have been found. So p, the lowest vertex of B, is inside A. If directly below p
// is the solid of a shape that touches B there, that shape is also inside A and reaches lower. If
// not, the wall below is A's, seen from inside, or that of another shape C which is then inside A
// as well and reaches lower than B (unless B is inside C). So the lowest of those inside A finds A
// by its own downward ray, and the others inherit it: shapes are processed from the lowest to the
// highest, and each inherits the container of the shape it stands on. Shapes that cross others have
// been reported; they are processed here too, but otherwise ignored, so that the walls seen by rays
// do not cross. Segments have no interior, so nothing stands on them. Holes are checked first for
// lying in their polygon.
#include "geometry/floor_checker.h"

#include "geometry/sort.h"
#include "wend/vec2.h"

/// Instead of a shape: none. No shape has this number, as each has a vertex of its own.
#define NO_CONTAINER (UINT32_MAX - 1)

typedef struct nesting {
    wend_checker *checker;
    uint32_t *containers; ///< per shape: the shape around it; WEND_BOUNDS for outside
    wend_below below;     ///< result of the downward ray from the contact, if has_below
    bool has_below;
} nesting;

// ---- holes in their polygons --------------------------------------------------------------------

// The direction of the downward ray, shifted slightly to the right.
static wend_vec2 below_of(wend_vec2 p)
{
    return (wend_vec2){p.x, p.y - 1};
}

static uint32_t lowest_vertex(const wend_floor *floor, const wend_ring *ring)
{
    uint32_t lowest = ring->first;
    for (uint32_t i = ring->first + 1; i < ring->first + ring->count; i++) {
        wend_vec2 p = floor->points[i], q = floor->points[lowest];
        if (p.y < q.y || (p.y == q.y && p.x < q.x))
            lowest = i;
    }
    return lowest;
}

// Below a hole must be the solid of its own shape, which only that shape's walls can decide. If
// directly below is the free side of another of its rings, the two touch and do not overlap: the
// result for that ring (the outline, or a ring that reaches lower) applies to this one.
static void check_hole(wend_checker *c, uint32_t number, uint32_t lowest)
{
    const wend_ring *ring = &c->floor->rings[number];
    for (size_t i = 0; i < c->contact.passes.count; i++) {
        const wend_pass *pass = &c->contact.passes.data[i];
        if (pass->shape == ring->shape && pass->ring != number &&
            !wend_pass_is_solid_after(&c->contact, pass, below_of(c->contact.at)))
            return;
    }
    wend_below_filter filter = {.one_shape = true, .shape = ring->shape};
    wend_below below = wend_floor_below(c->floor, c->floor->points[lowest], filter);
    if (below.solid == WEND_NO_RING)
        wend_report_add(&c->report, (wend_finding){.kind = WEND_DEFECT_HOLE,
                                                   .ring = number,
                                                   .other = number,
                                                   .vertex = lowest,
                                                   .position = c->floor->points[lowest]});
}

static void check_holes(wend_checker *c)
{
    for (uint32_t r = 0; r < c->floor->ring_count && wend_checker_continues(c); r++) {
        const wend_ring *ring = &c->floor->rings[r];
        if (ring->role != WEND_RING_HOLE || c->unclear[r])
            continue;
        uint32_t lowest = lowest_vertex(c->floor, ring);
        if (wend_contact_gather(&c->contact, c->floor->points[lowest], 0))
            check_hole(c, r, lowest);
        else
            c->no_memory = true;
    }
}

// ---- shapes inside others -----------------------------------------------------------------------

static bool passes_here(const wend_checker *c, uint32_t shape)
{
    for (size_t i = 0; i < c->contact.passes.count; i++)
        if (c->contact.passes.data[i].shape == shape)
            return true;
    return false;
}

// The first shape other than `shape` that touches the contact point and is solid directly below it.
static uint32_t stands_on(const wend_checker *c, uint32_t shape)
{
    const wend_pass *passes = c->contact.passes.data;
    wend_vec2 below = below_of(c->contact.at);
    for (size_t i = 0, end; i < c->contact.passes.count; i = end) {
        bool solid = passes[i].shape != shape;
        for (end = i; end < c->contact.passes.count && passes[end].shape == passes[i].shape; end++)
            solid = solid && wend_pass_is_solid_after(&c->contact, &passes[end], below);
        if (solid)
            return passes[i].shape;
    }
    return NO_CONTAINER;
}

// The first shape at the contact point which contains `shape` according to a contact, here or
// elsewhere.
static uint32_t container_here(const wend_checker *c, uint32_t shape)
{
    for (size_t i = 0; i < c->contact.passes.count; i++) {
        const wend_pass *pass = &c->contact.passes.data[i];
        // Segments have no interior: an overlap with one does not locate the shape.
        if (pass->shape != shape && c->floor->rings[pass->ring].count > 2 &&
            wend_report_shows_inside(&c->report, shape, pass->shape))
            return pass->shape;
    }
    return NO_CONTAINER;
}

static uint32_t container_of(const nesting *n, uint32_t shape)
{
    return shape == WEND_BOUNDS || shape == NO_CONTAINER ? NO_CONTAINER : n->containers[shape];
}

static bool bounds_are_clear(const wend_checker *c)
{
    return c->floor->has_bounds && !c->unclear[c->floor->ring_count - 1];
}

// True if p, which is on no wall of that shape, lies in its solid.
static bool is_inside(const wend_checker *c, uint32_t shape, wend_vec2 p)
{
    wend_below below =
        wend_floor_below(c->floor, p, (wend_below_filter){.one_shape = true, .shape = shape});
    return below.solid != WEND_NO_RING || (shape == WEND_BOUNDS && below.ring == WEND_NO_RING);
}

// The shape that contains a ring, which is the outline, segment or point of another.
static uint32_t find_container(nesting *n, uint32_t number, wend_vec2 lowest)
{
    const wend_checker *c = n->checker;
    const wend_floor *floor = c->floor;
    uint32_t shape = floor->rings[number].shape, container = container_here(c, shape);
    if (container != NO_CONTAINER)
        return container;
    uint32_t under = stands_on(c, shape);
    if (under == NO_CONTAINER) {
        if (!n->has_below)
            n->below = wend_floor_below(floor, lowest, (wend_below_filter){.unclear = c->unclear});
        n->has_below = true;
        if (n->below.ring == WEND_NO_RING)
            return bounds_are_clear(c) ? WEND_BOUNDS : NO_CONTAINER;
        under = floor->rings[n->below.ring].shape;
        if (n->below.solid != WEND_NO_RING)
            container = floor->rings[n->below.solid].shape;
    }
    if (container == NO_CONTAINER)
        container = container_of(n, under);
    // The shape it stands on may lie inside others at whose edge it ends. A container whose own
    // walls are here would have been found by the contact.
    while (container != NO_CONTAINER &&
           (container == shape || passes_here(c, container) || !is_inside(c, container, lowest)))
        container = container_of(n, container);
    return container;
}

static void check_shape(nesting *n, uint32_t number, uint32_t lowest)
{
    wend_checker *c = n->checker;
    const wend_floor *floor = c->floor;
    uint32_t container = find_container(n, number, floor->points[lowest]);
    n->containers[floor->rings[number].shape] = container;
    if (container == NO_CONTAINER || passes_here(c, container))
        return;
    bool outside = container == WEND_BOUNDS;
    wend_report_add(&c->report,
                    (wend_finding){.kind = outside ? WEND_DEFECT_OUTSIDE : WEND_DEFECT_OVERLAP,
                                   .ring = number,
                                   .other = wend_first_ring(floor, container),
                                   .vertex = lowest,
                                   .position = floor->points[lowest]});
}

static double size_of(const wend_ring *ring)
{
    return (ring->box.max.x - ring->box.min.x) + (ring->box.max.y - ring->box.min.y);
}

static void overlook_shape(wend_checker *c, uint32_t shape)
{
    const wend_floor *floor = c->floor;
    for (uint32_t r = wend_first_ring(floor, shape);
         r < floor->ring_count && floor->rings[r].shape == shape; r++)
        c->unclear[r] |= WEND_TANGLED;
}

// Of two shapes that cross, ignoring one is sufficient: the smaller, which is less likely to
// contain others, or both if they are equal. The bounds are never ignored.
static void overlook_tangled(wend_checker *c)
{
    for (size_t i = 0; i < c->report.findings.count; i++) {
        const wend_finding *finding = &c->report.findings.data[i];
        if (finding->kind != WEND_DEFECT_CROSSING && finding->kind != WEND_DEFECT_HOLE)
            continue;
        const wend_ring *rings = c->floor->rings;
        uint32_t shape = rings[finding->ring].shape, other = rings[finding->other].shape;
        double size = size_of(&rings[wend_first_ring(c->floor, shape)]);
        double other_size = size_of(&rings[wend_first_ring(c->floor, other)]);
        if (other == WEND_BOUNDS || size <= other_size)
            overlook_shape(c, shape);
        if (other != WEND_BOUNDS && other_size <= size)
            overlook_shape(c, other);
    }
}

// From the lowest to the highest.
static void check_shapes(nesting *n, wend_key *keys)
{
    wend_checker *c = n->checker;
    const wend_floor *floor = c->floor;
    uint32_t count = floor->ring_count;
    for (uint32_t r = 0; r < count; r++) {
        uint32_t lowest = lowest_vertex(floor, &floor->rings[r]);
        keys[r] = (wend_key){{floor->points[lowest].y, floor->points[lowest].x}, lowest};
    }
    wend_sort_keys(keys, keys + count, count);
    bool gathered = false;
    for (uint32_t i = 0; i < count && wend_checker_continues(c); i++) {
        uint32_t lowest = keys[i].number, ring = floor->ring_of[lowest];
        wend_ring_role role = floor->rings[ring].role;
        wend_vec2 at = floor->points[lowest];
        if (c->unclear[ring] & WEND_NOT_SIMPLE || role == WEND_RING_BOUNDS ||
            role == WEND_RING_HOLE)
            continue;
        // Rings with the same lowest vertex are consecutive and share the contact.
        if (!gathered || !wend_equal(at, c->contact.at)) {
            c->no_memory = !wend_contact_gather(&c->contact, at, 0);
            n->has_below = false;
        }
        gathered = true;
        if (!c->no_memory)
            check_shape(n, ring, lowest);
    }
}

void wend_check_nesting(wend_checker *c)
{
    const wend_allocator *allocator = &c->floor->allocator;
    size_t rings = c->floor->ring_count, shapes = c->floor->shape_count;
    check_holes(c);
    overlook_tangled(c);
    nesting n = {.checker = c,
                 .containers = wend_allocate(allocator, shapes, sizeof *n.containers)};
    wend_key *keys = wend_allocate(allocator, 2 * rings, sizeof *keys);
    if (keys && (n.containers || shapes == 0)) {
        for (size_t i = 0; i < shapes; i++)
            n.containers[i] = NO_CONTAINER;
        check_shapes(&n, keys);
    } else {
        c->no_memory = true;
    }
    wend_release(allocator, keys, 2 * rings, sizeof *keys);
    wend_release(allocator, n.containers, shapes, sizeof *n.containers);
}
