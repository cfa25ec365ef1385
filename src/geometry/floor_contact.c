// SPDX-License-Identifier: MIT
// Contacts: the rings that meet at one point of a floor, and whether they are compatible.
//
// Walls that do not cross properly can meet only in points that are a vertex of one of them. At
// such a point every ring that passes divides the directions around it into a solid and a free
// sector. Next to the point, a shape fills the intersection of the solid sectors of its rings
// there. A rotation around the point, from wall to wall, maintains the set of shapes that are solid
// in the current direction; where one becomes solid while another is, the two conflict. All
// decisions use exact orientations: a wall with the point in its interior has exactly the
// directions of its ends.
#include "geometry/floor_contact.h"
#include "geometry/points.h"

#include "geometry/predicates.h"
#include "geometry/sort.h"

// ---- directions around a point ------------------------------------------------------------------

// Rotation around `at` from q to r, counter-clockwise: 0 none, 1 less than half a turn, 2 half a
// turn, 3 more.
static int turn(wend_vec2 at, wend_vec2 q, wend_vec2 r)
{
    int side = wend_orient2d_fast(at, q, r);
    if (side != 0)
        return side > 0 ? 1 : 3;
    return wend_is_before(at, q) == wend_is_before(at, r) ? 0 : 2;
}

// True if q lies strictly between `from` and `to` in counter-clockwise order around `at`.
static bool strictly_between(wend_vec2 at, wend_vec2 from, wend_vec2 q, wend_vec2 to)
{
    int to_q = turn(at, from, q), to_end = turn(at, from, to);
    if (to_q == 0 || to_q == 2 || to_q != to_end)
        return to_q != 0 && to_q < to_end;
    return wend_orient2d_fast(at, q, to) > 0;
}

static bool ray_before(const void *context, const void *one, const void *other)
{
    wend_vec2 at = *(const wend_vec2 *)context;
    const wend_ray *r = one, *s = other;
    bool r_up = r->to.y > at.y || (r->to.y == at.y && r->to.x > at.x);
    bool s_up = s->to.y > at.y || (s->to.y == at.y && s->to.x > at.x);
    if (r_up != s_up)
        return r_up;
    int side = wend_orient2d_fast(at, r->to, s->to);
    return side != 0 ? side > 0 : r->pass < s->pass;
}

bool wend_pass_is_solid_after(const wend_contact *contact, const wend_pass *pass, wend_vec2 towards)
{
    wend_vec2 at = contact->at;
    return pass->solid && turn(at, pass->from, towards) != 0 &&
           !strictly_between(at, pass->from, towards, pass->to);
}

// ---- collection ---------------------------------------------------------------------------------

static void add_pass(wend_contact *c, uint32_t wall, wend_segment w)
{
    const wend_floor *floor = c->floor;
    uint32_t ring = floor->ring_of[wall], count = floor->rings[ring].count;
    bool at_start = wend_equal(w.a, c->at), at_end = wend_equal(w.b, c->at);
    if (at_end && count > 2)
        return; // the next wall creates the pass
    if (!wend_array_reserve(&c->passes, &floor->allocator, 1)) {
        c->no_memory = true;
        return;
    }
    wend_pass pass = {.ring = ring, .shape = floor->rings[ring].shape, .wall = wall};
    pass.at_vertex = at_start || at_end;
    pass.solid = count > 2;
    pass.from = at_start ? floor->points[wend_wall_previous(floor, wall)] : w.a;
    pass.to = at_end ? w.a : w.b;
    if (at_end && count == 2)
        pass.wall = wend_wall_next(floor, wall);
    c->passes.data[c->passes.count++] = pass;
    if (pass.at_vertex && pass.wall < c->first)
        c->is_first = false;
}

static bool visit(void *context, uint32_t wall)
{
    wend_contact *c = context;
    const wend_floor *floor = c->floor;
    const wend_ring *ring = &floor->rings[floor->ring_of[wall]];
    // The second side of a segment adds nothing.
    if (c->unclear[floor->ring_of[wall]] || (ring->count == 2 && wall != ring->first))
        return true;
    wend_segment w = wend_wall_segment(floor, wall);
    if (wend_wall_holds(w, c->at)) {
        add_pass(c, wall, w);
    } else {
        // Normalised direction, so that rounding does not depend on the orientation of the wall.
        wend_segment forward = wend_is_before(w.a, w.b) ? w : (wend_segment){w.b, w.a};
        if (wend_segment_distance(forward, c->at) < c->gap) {
            if (wend_array_reserve(&c->near, &floor->allocator, 1))
                c->near.data[c->near.count++] = wall;
            else
                c->no_memory = true;
        }
    }
    return !c->no_memory && c->is_first;
}

static bool pass_before(const void *context, const void *one, const void *other)
{
    (void)context;
    return ((const wend_pass *)one)->ring < ((const wend_pass *)other)->ring;
}

bool wend_contact_gather(wend_contact *c, wend_vec2 at, uint32_t first)
{
    c->at = at;
    c->first = first;
    c->is_first = true;
    c->passes.count = c->near.count = 0;
    double reach = 2 * c->gap; // more than the gap, so that rounding decides nothing here
    wend_segment window = {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
    wend_index_along(c->floor->index, window, visit, c);
    if (c->passes.count > 1 && c->is_first)
        wend_sort(c->passes.data, c->passes.count, sizeof *c->passes.data, pass_before, NULL);
    return !c->no_memory;
}

void wend_contact_free(wend_contact *c)
{
    const wend_allocator *allocator = &c->floor->allocator;
    wend_array_free(&c->passes, allocator);
    wend_array_free(&c->near, allocator);
    wend_array_free(&c->parties, allocator);
    wend_array_free(&c->rays, allocator);
    wend_array_free(&c->solids, allocator);
}

// ---- conflicts ----------------------------------------------------------------------------------

typedef struct reporter {
    wend_contact *contact;
    wend_clash_fn *clash;
    void *context;
    bool enough;
} reporter;

static void report(reporter *r, wend_clash_kind kind, const wend_pass *one, const wend_pass *other)
{
    if (!r->enough)
        r->enough = !r->clash(r->context, kind, one, other);
}

// +1 if the direction of q is strictly in the solid of a shape, -1 strictly outside, 0 on a wall.
static int side_of(const wend_contact *c, const wend_party *party, wend_vec2 q)
{
    bool on = false;
    for (uint32_t i = party->first; i < party->end; i++) {
        const wend_pass *pass = &c->passes.data[i];
        if (!pass->solid)
            return -1;
        if (turn(c->at, pass->from, q) == 0 || turn(c->at, pass->to, q) == 0)
            on = true;
        else if (strictly_between(c->at, pass->from, q, pass->to))
            return -1;
    }
    return on ? 0 : 1;
}

static void count_sides(const wend_contact *c, const wend_party *one, const wend_party *other,
                        int *in, int *out)
{
    *in = *out = 0;
    for (uint32_t i = one->first; i < one->end; i++) {
        const wend_vec2 ends[2] = {c->passes.data[i].from, c->passes.data[i].to};
        for (int k = 0; k < 2; k++) {
            int side = side_of(c, other, ends[k]);
            *in += side > 0;
            *out += side < 0;
        }
    }
}

// Two shapes overlap next to the point. One is inside if it has no wall outside the other. They
// cross if a wall of one leads from the outside of the other to its inside, or if each has walls
// inside the other, or outside.
static void report_overlap(reporter *r, const wend_party *one, const wend_party *other)
{
    const wend_contact *c = r->contact;
    const wend_pass *first = &c->passes.data[one->first], *second = &c->passes.data[other->first];
    int in_other, out_of_other, in_one, out_of_one;
    count_sides(c, one, other, &in_other, &out_of_other);
    count_sides(c, other, one, &in_one, &out_of_one);
    if ((in_other && in_one) || (in_other && out_of_other) || (in_one && out_of_one) ||
        (out_of_other && out_of_one))
        report(r, WEND_CLASH_CROSS, first, second);
    else if (!out_of_other && !out_of_one)
        report(r, WEND_CLASH_SAME, first, second);
    else if (!out_of_other)
        report(r, WEND_CLASH_INSIDE, first, second);
    else
        report(r, WEND_CLASH_INSIDE, second, first);
}

// A segment's wall lies in one direction with other walls, and in the solids that continue there.
static void report_segment(reporter *r, size_t ray, size_t end, uint32_t direction)
{
    const wend_contact *c = r->contact;
    const wend_pass *pass = &c->passes.data[c->rays.data[ray].pass];
    for (size_t i = 0; i < c->solids.count && !r->enough; i++) {
        const wend_party *solid = &c->parties.data[c->solids.data[i]];
        if (solid->last_direction != direction)
            report_overlap(r, &c->parties.data[pass->party], solid);
    }
    for (size_t i = ray + 1; i < end && !r->enough; i++)
        if (c->rays.data[i].free == 0)
            report(r, WEND_CLASH_SAME, pass, &c->passes.data[c->rays.data[i].pass]);
}

// Two holes, or a hole and the outline, have free sides that overlap or are separated only by a
// wall.
static void report_holes(reporter *r, const wend_pass *pass, const wend_party *party)
{
    const wend_pass *passes = r->contact->passes.data;
    if (party->began != WEND_NO_RING && party->ended != WEND_NO_RING)
        report(r, WEND_CLASH_HOLE, &passes[party->began], &passes[party->ended]);
    else if (party->free > 1)
        report(r, WEND_CLASH_HOLE, pass,
               &passes[&passes[party->first] == pass ? party->first + 1 : party->first]);
}

static void leave_solid(wend_contact *c, uint32_t party)
{
    c->parties.data[party].solid = false;
    size_t i = 0;
    while (c->solids.data[i] != party)
        i++;
    c->solids.data[i] = c->solids.data[--c->solids.count];
}

// Advances the rotation past the walls in one direction, rays begin <= i < end.
static void turn_past(reporter *r, size_t begin, size_t end)
{
    wend_contact *c = r->contact;
    const wend_ray *rays = c->rays.data;
    uint32_t direction = (uint32_t)begin + 1;
    for (size_t i = begin; i < end; i++) {
        wend_party *party = &c->parties.data[c->passes.data[rays[i].pass].party];
        if (party->last_direction != direction)
            party->began = party->ended = WEND_NO_RING;
        party->last_direction = direction;
        party->free += rays[i].free;
        if (rays[i].free != 0)
            *(rays[i].free > 0 ? &party->began : &party->ended) = rays[i].pass;
    }
    for (size_t i = begin; i < end; i++)
        if (rays[i].free == 0)
            report_segment(r, i, end, direction);
    for (size_t i = begin; i < end; i++) {
        const wend_pass *pass = &c->passes.data[rays[i].pass];
        wend_party *party = &c->parties.data[pass->party];
        report_holes(r, pass, party);
        if (party->solid && party->free != 0)
            leave_solid(c, pass->party);
    }
    for (size_t i = begin; i < end; i++) {
        uint32_t number = c->passes.data[rays[i].pass].party;
        wend_party *party = &c->parties.data[number];
        if (rays[i].free == 0 || party->solid || party->free != 0)
            continue;
        for (size_t k = 0; k < c->solids.count && !r->enough; k++)
            report_overlap(r, party, &c->parties.data[c->solids.data[k]]);
        party->solid = true;
        c->solids.data[c->solids.count++] = number;
    }
}

// Groups the passes into parties and sorts their walls by direction. False: out of memory.
static bool prepare(wend_contact *c)
{
    const wend_allocator *allocator = &c->floor->allocator;
    size_t count = c->passes.count;
    c->parties.count = c->rays.count = c->solids.count = 0;
    if (!wend_array_reserve(&c->parties, allocator, count) ||
        !wend_array_reserve(&c->rays, allocator, 2 * count) ||
        !wend_array_reserve(&c->solids, allocator, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        wend_pass *pass = &c->passes.data[i];
        if (i == 0 || pass->shape != pass[-1].shape)
            c->parties.data[c->parties.count++] =
                (wend_party){.first = (uint32_t)i, .began = WEND_NO_RING, .ended = WEND_NO_RING};
        pass->party = (uint32_t)(c->parties.count - 1);
        c->parties.data[pass->party].end = (uint32_t)(i + 1);
        bool has_wall = !wend_equal(pass->to, c->at);
        if (has_wall)
            c->rays.data[c->rays.count++] = (wend_ray){pass->to, (uint32_t)i, pass->solid ? -1 : 0};
        if (has_wall && !wend_equal(pass->from, pass->to))
            c->rays.data[c->rays.count++] =
                (wend_ray){pass->from, (uint32_t)i, pass->solid ? 1 : 0};
    }
    wend_sort(c->rays.data, c->rays.count, sizeof *c->rays.data, ray_before, &c->at);
    return true;
}

// The state before the first direction equals that after the last: a free side contains it if it
// ends before it begins.
static void start_turn(wend_contact *c)
{
    for (size_t i = 0; i < c->parties.count; i++)
        c->parties.data[i].solid = c->passes.data[c->parties.data[i].first].solid;
    for (size_t i = 0; i < c->rays.count; i++) {
        wend_party *party = &c->parties.data[c->passes.data[c->rays.data[i].pass].party];
        const wend_ray *ray = &c->rays.data[i];
        const wend_pass *pass = &c->passes.data[ray->pass];
        wend_ray other = {ray->free < 0 ? pass->from : pass->to, ray->pass, 0};
        if (ray->free < 0 && ray_before(&c->at, ray, &other)) {
            party->free++;
            party->solid = false;
        }
    }
    for (size_t i = 0; i < c->parties.count; i++)
        if (c->parties.data[i].solid)
            c->solids.data[c->solids.count++] = (uint32_t)i;
}

static bool is_point(const wend_contact *c, const wend_pass *pass)
{
    return c->floor->rings[pass->ring].role == WEND_RING_POINT;
}

static void report_equal_points(reporter *r)
{
    const wend_contact *c = r->contact;
    for (size_t i = 0; i < c->passes.count; i++) {
        if (!is_point(c, &c->passes.data[i]))
            continue;
        for (size_t k = i + 1; k < c->passes.count && !r->enough; k++)
            if (is_point(c, &c->passes.data[k]))
                report(r, WEND_CLASH_SAME, &c->passes.data[i], &c->passes.data[k]);
    }
}

bool wend_contact_clashes(wend_contact *c, wend_clash_fn *clash, void *context)
{
    if (c->passes.count < 2)
        return true;
    if (!prepare(c))
        return false;
    reporter r = {c, clash, context, false};
    report_equal_points(&r);
    start_turn(c);
    for (size_t begin = 0, end; begin < c->rays.count && !r.enough; begin = end) {
        end = begin + 1;
        while (end < c->rays.count &&
               turn(c->at, c->rays.data[begin].to, c->rays.data[end].to) == 0)
            end++;
        turn_past(&r, begin, end);
    }
    return true;
}
