// SPDX-License-Identifier: MIT
// What is unsound about a floor. Four questions, each answered for all walls with the index:
// 1. Is every ring simple? A shape with a ring that is not is unclear: nobody knows its inside. It
//    is left out of the other questions, but for crossings.
// 2. Do walls cross properly, in a point inside both?
// 3. What meets at each vertex, and what nearly does? If no walls cross, every other contact of two
//    rings has a vertex in it, and every near miss is that of a vertex and a wall.
// 4. Does a shape lie inside another, or outside the bounds, without a contact that says so?
//
// The last is asked once for each ring, of its lowest vertex p: what is the first wall below, and
// is its solid above it? One vertex is enough, and rings that touch need no special care. Suppose
// that the insides of A and B overlap and nothing was found by 2 and 3. Then the outer edge of
// what they have in common is the whole outline of one of them, say B, and no ring of A touches it,
// or the contact would have been found. So p, the lowest vertex of B, is inside A. If straight down
// from p is the solid of a shape that touches B there, that shape is also inside A and reaches
// lower. If not, the wall below is A's, and seen from inside, or that of another shape C which is
// then inside A as well and reaches lower than B (unless B is inside C). So the lowest of those
// inside A is told so by its own look down, and the others by what they stand on: shapes are asked
// from the lowest to the highest, and each takes over the container of what it stands on. Shapes
// that cross others have been reported; here they are asked, too, but otherwise overlooked, so that
// what the look down sees does not cross. Segments have no inside, so nothing stands on them. Holes
// are asked first, whether they lie in their polygon.
#include "geometry/floor_contact.h"
#include "geometry/floor_report.h"
#include "geometry/polygon.h"
#include "geometry/predicates.h"
#include "geometry/sort.h"

/// In place of a shape: none. No shape has this number, as each has a vertex of its own.
#define NOWHERE (UINT32_MAX - 1)

/// Why a ring is overlooked, and all those of its shape with it.
enum {
    NOT_SIMPLE = 1, ///< one of them touches itself, so nobody knows the shape's inside
    TANGLED = 2,    ///< one of them crosses another ring or is a misplaced hole, so a look down
                    ///< would not be exact or would not know the inside
};

typedef struct checker {
    const wend_floor *floor;
    uint8_t *unclear;     ///< for each ring: NOT_SIMPLE, TANGLED or 0
    uint32_t *containers; ///< for each shape: the shape around it, WEND_BOUNDS for outside
    wend_contact contact;
    wend_report report;
    wend_below below; ///< seen from the contact, if has_looked
    bool has_looked;
    uint32_t wall; ///< whose crossings are looked for
    bool no_memory;
} checker;

static bool goes_on(const checker *c)
{
    return !c->no_memory && !c->report.full && !c->report.no_memory;
}

// ---- 1: rings -----------------------------------------------------------------------------------

static void check_ring(checker *c, uint32_t number)
{
    const wend_floor *floor = c->floor;
    const wend_ring *ring = &floor->rings[number];
    const wend_vec2 *points = floor->points + ring->first;
    wend_ring_fault fault = {0};
    if (ring->count > 2)
        c->no_memory = !wend_ring_find_fault(points, ring->count, &floor->allocator, &fault);
    else if (ring->count == 2 && wend_same_place(points[0], points[1]))
        fault = (wend_ring_fault){WEND_FAULT_REPEAT, 0, 1, points[0]};
    if (c->no_memory || fault.kind == WEND_FAULT_NONE)
        return;
    c->unclear[number] = NOT_SIMPLE;
    wend_report_add(&c->report, (wend_finding){.kind = WEND_FLAW_NOT_SIMPLE,
                                               .detail = fault.kind,
                                               .ring = number,
                                               .other = number,
                                               .vertex = ring->first + fault.first,
                                               .place = fault.place});
}

static void check_rings(checker *c)
{
    const wend_floor *floor = c->floor;
    for (uint32_t r = 0; r < floor->ring_count && goes_on(c); r++)
        check_ring(c, r);
    // One unclear ring makes the whole shape so, forwards and backwards.
    for (uint32_t r = 1; r < floor->ring_count; r++)
        if (floor->rings[r].shape == floor->rings[r - 1].shape)
            c->unclear[r] |= c->unclear[r - 1];
    for (uint32_t r = floor->ring_count; r-- > 1;)
        if (floor->rings[r].shape == floor->rings[r - 1].shape)
            c->unclear[r - 1] |= c->unclear[r];
}

// ---- 2: crossings -------------------------------------------------------------------------------

// The second side of a segment, and a point, cross nothing that is not found anyway.
static bool can_cross(const wend_floor *floor, uint32_t wall)
{
    const wend_ring *ring = &floor->rings[floor->ring_of[wall]];
    return ring->count > 2 || (ring->count == 2 && wall == ring->first);
}

static bool before(wend_vec2 p, wend_vec2 q)
{
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

// The same point, whichever way and in whichever order the walls are given.
static wend_vec2 crossing(wend_segment s, wend_segment t)
{
    wend_vec2 at = s.a;
    if (before(s.b, s.a))
        s = (wend_segment){s.b, s.a};
    if (before(t.b, t.a))
        t = (wend_segment){t.b, t.a};
    bool in_order = before(s.a, t.a) || (!before(t.a, s.a) && before(s.b, t.b));
    wend_segments_meet(in_order ? s : t, in_order ? t : s, &at);
    return at;
}

// Properly, in a point inside both. Corners that are shared come first because they are frequent,
// and the exact predicate is slow to see that it must answer 0.
static bool cross(wend_segment s, wend_segment t)
{
    if (wend_same_place(s.a, t.a) || wend_same_place(s.a, t.b) || wend_same_place(s.b, t.a) ||
        wend_same_place(s.b, t.b))
        return false;
    return wend_orient2d_fast(s.a, s.b, t.a) * wend_orient2d_fast(s.a, s.b, t.b) < 0 &&
           wend_orient2d_fast(t.a, t.b, s.a) * wend_orient2d_fast(t.a, t.b, s.b) < 0;
}

static bool visit_crossing(void *context, uint32_t other)
{
    checker *c = context;
    const wend_floor *floor = c->floor;
    if (other <= c->wall || floor->ring_of[other] == floor->ring_of[c->wall] ||
        !can_cross(floor, other))
        return true;
    wend_segment s = wend_wall_segment(floor, c->wall), t = wend_wall_segment(floor, other);
    if (!cross(s, t))
        return true;
    uint32_t mine = floor->ring_of[c->wall], others = floor->ring_of[other];
    bool mine_is_later = wend_is_later(floor, mine, others);
    wend_report_add(&c->report, (wend_finding){.kind = WEND_FLAW_CROSSING,
                                               .ring = mine_is_later ? mine : others,
                                               .other = mine_is_later ? others : mine,
                                               .vertex = mine_is_later ? c->wall : other,
                                               .place = crossing(s, t)});
    return goes_on(c);
}

static void check_crossings(checker *c)
{
    for (c->wall = 0; c->wall < c->floor->wall_count && goes_on(c); c->wall++)
        if (can_cross(c->floor, c->wall))
            wend_index_along(c->floor->index, wend_wall_segment(c->floor, c->wall), visit_crossing,
                             c);
}

// ---- 3: contacts and near misses ----------------------------------------------------------------

static bool take_clash(void *context, wend_clash_kind clash, const wend_pass *one,
                       const wend_pass *other)
{
    checker *c = context;
    unsigned nested = clash != WEND_CLASH_INSIDE ? 0 : one->shape < other->shape ? 1 : 2;
    if (!wend_is_later(c->floor, one->ring, other->ring)) {
        const wend_pass *later = other;
        other = one;
        one = later;
    }
    wend_flaw_kind kind = clash == WEND_CLASH_HOLE      ? WEND_FLAW_HOLE
                          : clash == WEND_CLASH_CROSS   ? WEND_FLAW_CROSSING
                          : other->shape == WEND_BOUNDS ? WEND_FLAW_OUTSIDE
                                                        : WEND_FLAW_OVERLAP;
    wend_report_add(&c->report, (wend_finding){.kind = kind,
                                               .ring = one->ring,
                                               .other = other->ring,
                                               .vertex = one->wall,
                                               .other_vertex = other->wall,
                                               .nested = nested,
                                               .place = c->contact.at});
    return goes_on(c);
}

// A wall that is near a vertex of its own shape is reported for that shape alone.
static void take_near_miss(checker *c, uint32_t wall)
{
    const wend_contact *contact = &c->contact;
    uint32_t ring = c->floor->ring_of[wall], shape = c->floor->rings[ring].shape;
    bool own = false;
    for (size_t i = 0; i < contact->passes.count; i++)
        own |= contact->passes.data[i].at_vertex && contact->passes.data[i].shape == shape;
    for (size_t i = 0; i < contact->passes.count && goes_on(c); i++) {
        const wend_pass *pass = &contact->passes.data[i];
        if (!pass->at_vertex || (own && pass->shape != shape))
            continue;
        bool later = wend_is_later(c->floor, pass->ring, ring);
        wend_report_add(&c->report, (wend_finding){.kind = WEND_FLAW_TOO_CLOSE,
                                                   .ring = later ? pass->ring : ring,
                                                   .other = later ? ring : pass->ring,
                                                   .vertex = later ? pass->wall : wall,
                                                   .place = contact->at});
    }
}

static void check_vertex(checker *c, uint32_t vertex)
{
    wend_contact *contact = &c->contact;
    if (!wend_contact_gather(contact, c->floor->points[vertex], vertex)) {
        c->no_memory = true;
        return;
    }
    // Of the vertices at one place only the first asks.
    if (!contact->is_first || (contact->passes.count == 1 && contact->near.count == 0))
        return;
    if (!wend_contact_clashes(contact, take_clash, c))
        c->no_memory = true;
    for (size_t i = 0; i < contact->near.count && goes_on(c); i++)
        take_near_miss(c, contact->near.data[i]);
}

// Short walls of polygons are near misses of their neighbours; a segment has none.
static void check_length(checker *c, uint32_t ring)
{
    const wend_vec2 *points = c->floor->points + c->floor->rings[ring].first;
    bool forward = before(points[0], points[1]);
    wend_segment point = {points[!forward], points[!forward]};
    if (wend_segment_distance(point, points[forward]) < c->contact.gap)
        wend_report_add(&c->report, (wend_finding){.kind = WEND_FLAW_TOO_CLOSE,
                                                   .ring = ring,
                                                   .other = ring,
                                                   .vertex = c->floor->rings[ring].first,
                                                   .place = point.a});
}

static void check_vertices(checker *c)
{
    const wend_floor *floor = c->floor;
    for (uint32_t v = 0; v < floor->wall_count && goes_on(c); v++) {
        uint32_t ring = floor->ring_of[v];
        if (c->unclear[ring])
            continue;
        if (floor->rings[ring].role == WEND_RING_SEGMENT && v == floor->rings[ring].first)
            check_length(c, ring);
        check_vertex(c, v);
    }
}

// ---- 4: holes in their polygons, shapes inside others -------------------------------------------

// The look down is along a line that is a little to the right: just after the direction of this.
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

// Below a hole must be the solid of its own shape, which only that shape's walls can tell. If right
// below is the free side of another of its rings, then the two touch and do not overlap: what holds
// for that ring (which is the outline, or reaches lower) holds for this one.
static void check_hole(checker *c, uint32_t number, uint32_t lowest)
{
    const wend_ring *ring = &c->floor->rings[number];
    for (size_t i = 0; i < c->contact.passes.count; i++) {
        const wend_pass *pass = &c->contact.passes.data[i];
        if (pass->shape == ring->shape && pass->ring != number &&
            !wend_pass_is_solid_after(&c->contact, pass, below_of(c->contact.at)))
            return;
    }
    wend_look look = {.one_shape = true, .shape = ring->shape};
    wend_below below = wend_floor_below(c->floor, c->floor->points[lowest], look);
    if (below.solid == WEND_NO_RING)
        wend_report_add(&c->report, (wend_finding){.kind = WEND_FLAW_HOLE,
                                                   .ring = number,
                                                   .other = number,
                                                   .vertex = lowest,
                                                   .place = c->floor->points[lowest]});
}

static void check_holes(checker *c)
{
    for (uint32_t r = 0; r < c->floor->ring_count && goes_on(c); r++) {
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

static bool passes_here(const checker *c, uint32_t shape)
{
    for (size_t i = 0; i < c->contact.passes.count; i++)
        if (c->contact.passes.data[i].shape == shape)
            return true;
    return false;
}

// The first shape but `shape` that touches the gathered point and is solid right below it.
static uint32_t stands_on(const checker *c, uint32_t shape)
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
    return NOWHERE;
}

// The first shape at the gathered point of which a contact, here or elsewhere, has shown that
// `shape` is inside.
static uint32_t container_here(const checker *c, uint32_t shape)
{
    for (size_t i = 0; i < c->contact.passes.count; i++) {
        uint32_t other = c->contact.passes.data[i].shape;
        if (other != shape && wend_report_shows_inside(&c->report, shape, other))
            return other;
    }
    return NOWHERE;
}

static uint32_t container_of(const checker *c, uint32_t shape)
{
    return shape == WEND_BOUNDS || shape == NOWHERE ? NOWHERE : c->containers[shape];
}

static bool bounds_are_clear(const checker *c)
{
    return c->floor->has_bounds && !c->unclear[c->floor->ring_count - 1];
}

// Does p, which is on no wall of that shape, lie in its solid?
static bool is_inside(const checker *c, uint32_t shape, wend_vec2 p)
{
    wend_below below =
        wend_floor_below(c->floor, p, (wend_look){.one_shape = true, .shape = shape});
    return below.solid != WEND_NO_RING || (shape == WEND_BOUNDS && below.ring == WEND_NO_RING);
}

// In which shape does a ring lie, which is the outline, segment or point of another?
static uint32_t find_container(checker *c, uint32_t number, wend_vec2 lowest)
{
    const wend_floor *floor = c->floor;
    uint32_t shape = floor->rings[number].shape, container = container_here(c, shape);
    if (container != NOWHERE)
        return container;
    uint32_t under = stands_on(c, shape);
    if (under == NOWHERE) {
        if (!c->has_looked)
            c->below = wend_floor_below(floor, lowest, (wend_look){.unclear = c->unclear});
        c->has_looked = true;
        if (c->below.ring == WEND_NO_RING)
            return bounds_are_clear(c) ? WEND_BOUNDS : NOWHERE;
        under = floor->rings[c->below.ring].shape;
        if (c->below.solid != WEND_NO_RING)
            container = floor->rings[c->below.solid].shape;
    }
    if (container == NOWHERE)
        container = container_of(c, under);
    // What it stands on may lie inside others at whose edge it ends. And a container whose own
    // walls are here would have been found by the contact.
    while (container != NOWHERE &&
           (container == shape || passes_here(c, container) || !is_inside(c, container, lowest)))
        container = container_of(c, container);
    return container;
}

static void check_nesting(checker *c, uint32_t number, uint32_t lowest)
{
    const wend_floor *floor = c->floor;
    uint32_t container = find_container(c, number, floor->points[lowest]);
    c->containers[floor->rings[number].shape] = container;
    if (container == NOWHERE || passes_here(c, container))
        return;
    bool outside = container == WEND_BOUNDS;
    wend_report_add(&c->report,
                    (wend_finding){.kind = outside ? WEND_FLAW_OUTSIDE : WEND_FLAW_OVERLAP,
                                   .ring = number,
                                   .other = wend_first_ring(floor, container),
                                   .vertex = lowest,
                                   .place = floor->points[lowest]});
}

static double size_of(const wend_ring *ring)
{
    return (ring->box.max.x - ring->box.min.x) + (ring->box.max.y - ring->box.min.y);
}

static void overlook_shape(checker *c, uint32_t shape)
{
    const wend_floor *floor = c->floor;
    for (uint32_t r = wend_first_ring(floor, shape);
         r < floor->ring_count && floor->rings[r].shape == shape; r++)
        c->unclear[r] |= TANGLED;
}

// Of two shapes that cross it is enough to overlook one: the smaller, as that is less likely to
// have others inside, or both if they are equal. The bounds are never overlooked.
static void overlook_tangled(checker *c)
{
    for (size_t i = 0; i < c->report.findings.count; i++) {
        const wend_finding *finding = &c->report.findings.data[i];
        if (finding->kind != WEND_FLAW_CROSSING && finding->kind != WEND_FLAW_HOLE)
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

static void check_nestings(checker *c, wend_key *keys)
{
    const wend_floor *floor = c->floor;
    uint32_t count = floor->ring_count;
    for (uint32_t r = 0; r < count; r++) {
        uint32_t lowest = lowest_vertex(floor, &floor->rings[r]);
        keys[r] = (wend_key){{floor->points[lowest].y, floor->points[lowest].x}, lowest};
    }
    wend_sort_keys(keys, keys + count, count);
    bool gathered = false;
    for (uint32_t i = 0; i < count && goes_on(c); i++) {
        uint32_t lowest = keys[i].number, ring = floor->ring_of[lowest];
        wend_ring_role role = floor->rings[ring].role;
        wend_vec2 at = floor->points[lowest];
        if (c->unclear[ring] & NOT_SIMPLE || role == WEND_RING_BOUNDS || role == WEND_RING_HOLE)
            continue;
        // Rings with the same lowest vertex follow each other, and what is there serves them all.
        if (!gathered || !wend_same_place(at, c->contact.at)) {
            c->no_memory = !wend_contact_gather(&c->contact, at, 0);
            c->has_looked = false;
        }
        gathered = true;
        if (!c->no_memory)
            check_nesting(c, ring, lowest);
    }
}

// ---- all of it ----------------------------------------------------------------------------------

static void check_all(checker *c)
{
    const wend_allocator *allocator = &c->floor->allocator;
    size_t rings = c->floor->ring_count, shapes = c->floor->shape_count;
    c->unclear = wend_allocate(allocator, rings, sizeof *c->unclear);
    c->containers = wend_allocate(allocator, shapes, sizeof *c->containers);
    wend_key *keys = wend_allocate(allocator, 2 * rings, sizeof *keys);
    c->contact = (wend_contact){
        .floor = c->floor, .unclear = c->unclear, .gap = WEND_GAP_TOLERANCES * c->floor->tolerance};
    if (!c->unclear || !keys || (shapes > 0 && !c->containers)) {
        c->no_memory = true;
    } else {
        for (size_t i = 0; i < rings; i++)
            c->unclear[i] = 0;
        for (size_t i = 0; i < shapes; i++)
            c->containers[i] = NOWHERE;
        check_rings(c);
        check_crossings(c);
        check_vertices(c);
        wend_report_settle(&c->report);
        check_holes(c);
        overlook_tangled(c);
        check_nestings(c, keys);
    }
    wend_contact_free(&c->contact);
    wend_release(allocator, keys, 2 * rings, sizeof *keys);
    wend_release(allocator, c->containers, shapes, sizeof *c->containers);
    wend_release(allocator, c->unclear, rings, sizeof *c->unclear);
}

wend_result wend_floor_flaws(const wend_floor *floor, wend_flaw *flaws, uint32_t capacity,
                             uint32_t *count, wend_error *error)
{
    *count = 0;
    if (floor->ring_count == 0)
        return WEND_OK;
    checker c = {.floor = floor, .report = {.floor = floor}};
    check_all(&c);
    wend_result result = c.no_memory ? wend_fail_memory(error)
                                     : wend_report_write(&c.report, flaws, capacity, count, error);
    wend_report_free(&c.report);
    return result;
}
