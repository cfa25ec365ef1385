// SPDX-License-Identifier: MIT
// Validation of a floor, in four steps over all walls with the index:
// 1. Is every ring simple? A shape with a ring that is not has no defined interior; it is ignored
//    by the other steps, except for crossings.
// 2. Do walls cross properly, in a point interior to both?
// 3. What meets at each vertex, and what nearly does? If no walls cross, every other contact of two
//    rings involves a vertex, and every near miss is that of a vertex and a wall.
// 4. Does a shape lie inside another, or outside the bounds, without a contact? See
//    floor_nesting.c.
#include "geometry/floor_checker.h"
#include "geometry/points.h"
#include "geometry/polygon.h"
#include "geometry/predicates.h"

// ---- 1: rings -----------------------------------------------------------------------------------

static void check_ring(wend_checker *c, uint32_t number)
{
    const wend_floor *floor = c->floor;
    const wend_ring *ring = &floor->rings[number];
    const wend_vec2 *points = floor->points + ring->first;
    wend_ring_fault fault = {0};
    if (ring->count > 2)
        c->no_memory = !wend_ring_find_fault(points, ring->count, &floor->allocator, &fault);
    else if (ring->count == 2 && wend_equal(points[0], points[1]))
        fault = (wend_ring_fault){WEND_FAULT_REPEAT, 0, 1, points[0]};
    if (c->no_memory || fault.kind == WEND_FAULT_NONE)
        return;
    c->unclear[number] = WEND_NOT_SIMPLE;
    wend_report_add(&c->report, (wend_finding){.kind = WEND_DEFECT_NOT_SIMPLE,
                                               .detail = fault.kind,
                                               .ring = number,
                                               .other = number,
                                               .vertex = ring->first + fault.first,
                                               .position = fault.position});
}

static void check_rings(wend_checker *c)
{
    const wend_floor *floor = c->floor;
    for (uint32_t r = 0; r < floor->ring_count && wend_checker_continues(c); r++)
        check_ring(c, r);
    // One unclear ring makes the whole shape unclear: forward and backward pass.
    for (uint32_t r = 1; r < floor->ring_count; r++)
        if (floor->rings[r].shape == floor->rings[r - 1].shape)
            c->unclear[r] |= c->unclear[r - 1];
    for (uint32_t r = floor->ring_count; r-- > 1;)
        if (floor->rings[r].shape == floor->rings[r - 1].shape)
            c->unclear[r - 1] |= c->unclear[r];
}

// ---- 2: crossings -------------------------------------------------------------------------------

// The second side of a segment, and a point, cross nothing that is not found otherwise.
static bool can_cross(const wend_floor *floor, uint32_t wall)
{
    const wend_ring *ring = &floor->rings[floor->ring_of[wall]];
    return ring->count > 2 || (ring->count == 2 && wall == ring->first);
}

// The same point for any orientation and order of the walls.
static wend_vec2 crossing(wend_segment s, wend_segment t)
{
    wend_vec2 at = s.a;
    if (wend_is_before(s.b, s.a))
        s = (wend_segment){s.b, s.a};
    if (wend_is_before(t.b, t.a))
        t = (wend_segment){t.b, t.a};
    bool in_order =
        wend_is_before(s.a, t.a) || (!wend_is_before(t.a, s.a) && wend_is_before(s.b, t.b));
    wend_segments_meet(in_order ? s : t, in_order ? t : s, &at);
    return at;
}

// Proper crossing, in a point interior to both. Shared corners are tested first: they are frequent,
// and the exact predicate is slow to return 0.
static bool cross(wend_segment s, wend_segment t)
{
    if (wend_equal(s.a, t.a) || wend_equal(s.a, t.b) || wend_equal(s.b, t.a) ||
        wend_equal(s.b, t.b))
        return false;
    return wend_orient2d_fast(s.a, s.b, t.a) * wend_orient2d_fast(s.a, s.b, t.b) < 0 &&
           wend_orient2d_fast(t.a, t.b, s.a) * wend_orient2d_fast(t.a, t.b, s.b) < 0;
}

static bool visit_crossing(void *context, uint32_t other)
{
    wend_checker *c = context;
    const wend_floor *floor = c->floor;
    if (other <= c->wall || floor->ring_of[other] == floor->ring_of[c->wall] ||
        !can_cross(floor, other))
        return true;
    wend_segment s = wend_wall_segment(floor, c->wall), t = wend_wall_segment(floor, other);
    if (!cross(s, t))
        return true;
    uint32_t mine = floor->ring_of[c->wall], others = floor->ring_of[other];
    bool mine_is_later = wend_is_later(floor, mine, others);
    wend_report_add(&c->report, (wend_finding){.kind = WEND_DEFECT_CROSSING,
                                               .ring = mine_is_later ? mine : others,
                                               .other = mine_is_later ? others : mine,
                                               .vertex = mine_is_later ? c->wall : other,
                                               .position = crossing(s, t)});
    return wend_checker_continues(c);
}

static void check_crossings(wend_checker *c)
{
    for (c->wall = 0; c->wall < c->floor->wall_count && wend_checker_continues(c); c->wall++)
        if (can_cross(c->floor, c->wall))
            wend_index_along(c->floor->index, wend_wall_segment(c->floor, c->wall), visit_crossing,
                             c);
}

// ---- 3: contacts and near misses ----------------------------------------------------------------

static bool add_clash(void *context, wend_clash_kind clash, const wend_pass *one,
                      const wend_pass *other)
{
    wend_checker *c = context;
    unsigned nested = clash != WEND_CLASH_INSIDE ? 0 : one->shape < other->shape ? 1 : 2;
    if (!wend_is_later(c->floor, one->ring, other->ring)) {
        const wend_pass *later = other;
        other = one;
        one = later;
    }
    wend_defect_kind kind = clash == WEND_CLASH_HOLE      ? WEND_DEFECT_HOLE
                            : clash == WEND_CLASH_CROSS   ? WEND_DEFECT_CROSSING
                            : other->shape == WEND_BOUNDS ? WEND_DEFECT_OUTSIDE
                                                          : WEND_DEFECT_OVERLAP;
    wend_report_add(&c->report, (wend_finding){.kind = kind,
                                               .ring = one->ring,
                                               .other = other->ring,
                                               .vertex = one->wall,
                                               .other_vertex = other->wall,
                                               .nested = nested,
                                               .position = c->contact.at});
    return wend_checker_continues(c);
}

// A wall near a vertex of its own shape is reported for that shape alone.
static void add_near_miss(wend_checker *c, uint32_t wall)
{
    const wend_contact *contact = &c->contact;
    uint32_t ring = c->floor->ring_of[wall], shape = c->floor->rings[ring].shape;
    bool own = false;
    for (size_t i = 0; i < contact->passes.count; i++)
        own |= contact->passes.data[i].at_vertex && contact->passes.data[i].shape == shape;
    for (size_t i = 0; i < contact->passes.count && wend_checker_continues(c); i++) {
        const wend_pass *pass = &contact->passes.data[i];
        if (!pass->at_vertex || (own && pass->shape != shape))
            continue;
        bool later = wend_is_later(c->floor, pass->ring, ring);
        wend_report_add(&c->report, (wend_finding){.kind = WEND_DEFECT_TOO_CLOSE,
                                                   .ring = later ? pass->ring : ring,
                                                   .other = later ? ring : pass->ring,
                                                   .vertex = later ? pass->wall : wall,
                                                   .position = contact->at});
    }
}

static void check_vertex(wend_checker *c, uint32_t vertex)
{
    wend_contact *contact = &c->contact;
    if (!wend_contact_gather(contact, c->floor->points[vertex], vertex)) {
        c->no_memory = true;
        return;
    }
    // Only the first of several vertices at one position is processed.
    if (!contact->is_first || (contact->passes.count == 1 && contact->near.count == 0))
        return;
    if (!wend_contact_clashes(contact, add_clash, c))
        c->no_memory = true;
    for (size_t i = 0; i < contact->near.count && wend_checker_continues(c); i++)
        add_near_miss(c, contact->near.data[i]);
}

// Short walls of polygons are near misses of their neighbours; a segment has none.
static void check_length(wend_checker *c, uint32_t ring)
{
    const wend_vec2 *points = c->floor->points + c->floor->rings[ring].first;
    bool forward = wend_is_before(points[0], points[1]);
    wend_segment point = {points[!forward], points[!forward]};
    if (wend_segment_distance(point, points[forward]) < c->contact.gap)
        wend_report_add(&c->report, (wend_finding){.kind = WEND_DEFECT_TOO_CLOSE,
                                                   .ring = ring,
                                                   .other = ring,
                                                   .vertex = c->floor->rings[ring].first,
                                                   .position = point.a});
}

static void check_vertices(wend_checker *c)
{
    const wend_floor *floor = c->floor;
    for (uint32_t v = 0; v < floor->wall_count && wend_checker_continues(c); v++) {
        uint32_t ring = floor->ring_of[v];
        if (c->unclear[ring])
            continue;
        if (floor->rings[ring].role == WEND_RING_SEGMENT && v == floor->rings[ring].first)
            check_length(c, ring);
        check_vertex(c, v);
    }
}

// ---- entry point --------------------------------------------------------------------------------

static void check_all(wend_checker *c)
{
    const wend_allocator *allocator = &c->floor->allocator;
    size_t rings = c->floor->ring_count;
    c->unclear = wend_allocate(allocator, rings, sizeof *c->unclear);
    if (!c->unclear) {
        c->no_memory = true;
        return;
    }
    for (size_t i = 0; i < rings; i++)
        c->unclear[i] = 0;
    c->contact = (wend_contact){
        .floor = c->floor, .unclear = c->unclear, .gap = WEND_GAP_TOLERANCES * c->floor->tolerance};
    check_rings(c);
    check_crossings(c);
    check_vertices(c);
    wend_report_settle(&c->report);
    wend_check_nesting(c);
    wend_contact_free(&c->contact);
    wend_release(allocator, c->unclear, rings, sizeof *c->unclear);
}

wend_result wend_floor_validate(const wend_floor *floor, wend_defect *defects, uint32_t capacity,
                                uint32_t *count, wend_error *error)
{
    *count = 0;
    if (floor->ring_count == 0)
        return WEND_OK;
    wend_checker c = {.floor = floor, .report = {.floor = floor}};
    check_all(&c);
    wend_result result = c.no_memory
                             ? wend_fail_memory(error)
                             : wend_report_write(&c.report, defects, capacity, count, error);
    wend_report_free(&c.report);
    return result;
}
