// SPDX-License-Identifier: MIT
// May an obstacle be where it is to be? The rules are those of a sound floor (wend/floor.h), seen
// through the triangulation: everything that a new corner or wall could touch is next to it there.
//
// The free space of the mesh is what lies inside the bounds and outside the obstacles. So an
// obstacle may touch the bounds from inside and run along them, as it may with another's wall; one
// that touches them from outside would have to lie in solid space, and is refused like any other
// that does.
#include "mesh/edit.h"

#include "geometry/predicates.h"

#include <math.h>

static bool is_nearer(const wend_mesh *mesh, wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    // In one direction, so that the rounding is the same as for the floor.
    wend_segment wall = wend_is_before(a, b) ? (wend_segment){a, b} : (wend_segment){b, a};
    return wend_segment_distance(wall, p) < WEND_GAP_TOLERANCES * mesh->tolerance;
}

static wend_result fail_near(const wend_mesh *mesh, wend_vec2 place, wend_error *error)
{
    return wend_fail_at(error, WEND_UNSOUND, place,
                        "it nearly touches another's wall or vertex: let them touch, or move it "
                        "away (the least distance is %.2g m)",
                        WEND_GAP_TOLERANCES * mesh->tolerance);
}

static wend_result fail_solid(wend_vec2 place, wend_error *error)
{
    return wend_fail_at(error, WEND_UNSOUND, place,
                        "it lies inside another obstacle or outside the bounds: move it to free "
                        "space, or remove what is there first");
}

// ---- corners ------------------------------------------------------------------------------------

// True if a point obstacle is at a vertex. One with no walls around it is nothing else; where walls
// meet, only the obstacles themselves know.
static bool has_point(const wend_mesh *mesh, uint32_t vertex)
{
    uint32_t first = mesh->vertices.data[vertex].spoke, h = first;
    do {
        if (wend_is_fixed(mesh, h)) {
            for (size_t i = 0; i < mesh->obstacles.count; ++i) {
                const wend_obstacle *o = &mesh->obstacles.data[i];
                if (o->corner_count == 1 && o->corners[0] == vertex)
                    return true;
            }
            return false;
        }
        h = wend_turn_left(mesh, h);
    } while (h != first);
    return true;
}

wend_result wend_fit_corner(const wend_mesh *mesh, wend_vec2 p, bool is_point, uint32_t *triangle,
                            wend_error *error)
{
    wend_spot spot = wend_mesh_walk(mesh, *triangle, p);
    WEND_ASSERT(spot.kind != WEND_SPOT_OUT); // the caller has looked at the frame
    *triangle = spot.edge / 3;
    if (spot.kind == WEND_SPOT_VERTEX) {
        if (is_point && has_point(mesh, wend_origin(mesh, spot.edge)))
            return wend_fail_at(error, WEND_UNSOUND, p,
                                "another point is at the same place: leave one of them out");
        return WEND_OK;
    }
    bool on_wall = spot.kind == WEND_SPOT_EDGE && wend_is_fixed(mesh, spot.edge);
    return !on_wall && wend_is_solid(mesh, *triangle) ? fail_solid(p, error) : WEND_OK;
}

static bool is_near_vertex(const wend_mesh *mesh, wend_vec2 v, uint32_t vertex)
{
    wend_vec2 p = wend_at(mesh, vertex);
    return vertex >= 4 && is_nearer(mesh, v, p, p); // the frame is no obstacle
}

// Puts an edge on the stack if it is nearer than the gap. False if it is, and a wall.
static bool look_across(wend_mesh *mesh, wend_vec2 v, uint32_t h)
{
    if (wend_twin(mesh, h) == WEND_NONE || !is_nearer(mesh, v, wend_at(mesh, wend_origin(mesh, h)),
                                                      wend_at(mesh, wend_target(mesh, h))))
        return true;
    if (wend_is_fixed(mesh, h))
        return false;
    mesh->stack[mesh->stack_count++] = h;
    return true;
}

// Looks at everything nearer than the gap, from the vertex outwards: across edges that are so near.
// No way leads around a vertex: one of its edges points away, and is as far as the vertex itself.
wend_result wend_fit_vertex(wend_mesh *mesh, uint32_t vertex, wend_error *error)
{
    wend_vec2 v = wend_at(mesh, vertex);
    uint32_t first = mesh->vertices.data[vertex].spoke, h = first;
    bool is_near = false;
    do {
        is_near = is_near || is_near_vertex(mesh, v, wend_target(mesh, h));
        is_near = is_near || !look_across(mesh, v, wend_next(h));
        h = wend_turn_left(mesh, h);
    } while (h != first);
    while (mesh->stack_count > 0 && !is_near) {
        h = wend_twin(mesh, mesh->stack[--mesh->stack_count]);
        is_near = is_near_vertex(mesh, v, wend_origin(mesh, wend_prev(h))) ||
                  !look_across(mesh, v, wend_next(h)) || !look_across(mesh, v, wend_prev(h));
    }
    mesh->stack_count = 0;
    return is_near ? fail_near(mesh, v, error) : WEND_OK;
}

// ---- walls --------------------------------------------------------------------------------------

// The spoke of a vertex that lies in the direction of a point, or else the last one before it,
// counter-clockwise; *along says which.
static uint32_t find_direction(const wend_mesh *mesh, uint32_t vertex, wend_vec2 to, bool *along)
{
    wend_vec2 from = wend_at(mesh, vertex);
    uint32_t h = mesh->vertices.data[vertex].spoke;
    int side = wend_orient2d_fast(from, wend_at(mesh, wend_target(mesh, h)), to);
    for (;;) {
        wend_vec2 next = wend_at(mesh, wend_origin(mesh, wend_prev(h)));
        int next_side = wend_orient2d_fast(from, next, to);
        if (side >= 0 && next_side < 0) {
            *along = side == 0;
            return h;
        }
        side = next_side;
        h = wend_turn_left(mesh, h);
    }
}

// How many segments run along a half-edge: what walls there are but that of the solid.
static int count_segments(const wend_mesh *mesh, uint32_t h)
{
    return (mesh->flags[h] & WEND_EDGE_WALLS) -
           (wend_is_fixed(mesh, h) && wend_is_solid(mesh, h / 3));
}

// True if two edges with walls lie on one line through a vertex, on either side of the line to a
// point.
static bool is_line_across(const wend_mesh *mesh, uint32_t vertex, wend_vec2 to)
{
    wend_vec2 at = wend_at(mesh, vertex);
    uint32_t first = mesh->vertices.data[vertex].spoke, h = first;
    do {
        wend_vec2 left = wend_at(mesh, wend_target(mesh, h));
        if (wend_is_fixed(mesh, h) && wend_orient2d_fast(at, to, left) > 0)
            for (uint32_t k = wend_turn_left(mesh, h); k != h; k = wend_turn_left(mesh, k)) {
                wend_vec2 right = wend_at(mesh, wend_target(mesh, k));
                if (wend_is_fixed(mesh, k) && wend_orient2d_fast(at, to, right) < 0 &&
                    wend_orient2d_fast(left, at, right) == 0)
                    return true;
            }
        h = wend_turn_left(mesh, h);
    } while (h != first);
    return false;
}

// True if a wall of the obstacle has the vertex between its ends and is not on the line to a point.
static bool has_wall_across(const wend_mesh *mesh, const wend_obstacle *obstacle, uint32_t vertex,
                            wend_vec2 to)
{
    wend_vec2 at = wend_at(mesh, vertex);
    uint32_t first = 0;
    for (uint32_t i = 0, ring = 0; i < obstacle->corner_count; ++i) {
        bool last = i + 1 == obstacle->ring_ends[ring];
        uint32_t a = obstacle->corners[i], b = obstacle->corners[last ? first : i + 1];
        wend_segment wall = {wend_at(mesh, a), wend_at(mesh, b)};
        if (a != vertex && b != vertex && wend_on_segment(wall, at) &&
            wend_orient2d_fast(at, to, wall.a) != 0)
            return true;
        if (last)
            first = obstacle->ring_ends[ring++];
    }
    return false;
}

// The obstacle with a wall that the line to a point would cross at a vertex; NULL: none. Whether
// one wall runs through the vertex or two end there only the obstacles themselves know; they are
// rarely asked.
static const wend_obstacle *find_crossed(const wend_mesh *mesh, uint32_t vertex, wend_vec2 to)
{
    if (!is_line_across(mesh, vertex, to))
        return NULL;
    for (size_t i = 0; i < mesh->obstacles.count; ++i)
        if (has_wall_across(mesh, &mesh->obstacles.data[i], vertex, to))
            return &mesh->obstacles.data[i];
    return has_wall_across(mesh, &mesh->bounds, vertex, to) ? &mesh->bounds : NULL;
}

static wend_result fail_crossing(wend_vec2 place, bool two_segments, wend_error *error)
{
    return wend_fail_at(error, WEND_UNSOUND, place,
                        two_segments
                            ? "it crosses another segment: split both at the crossing"
                            : "its walls cross another obstacle's or the bounds: move it, or cut "
                              "off what is beyond");
}

// A stretch of the wall on an edge that is there.
static wend_result fit_along(const wend_mesh *mesh, uint32_t h, bool is_segment, wend_error *error)
{
    wend_vec2 place = wend_at(mesh, wend_origin(mesh, h));
    bool is_wall = wend_is_fixed(mesh, h);
    if (is_segment && count_segments(mesh, h) > 0)
        return wend_fail_at(error, WEND_UNSOUND, place,
                            "it runs along another segment, so that the same wall is there twice: "
                            "cut the common stretch off one of them");
    return (!is_segment || !is_wall) && wend_is_solid(mesh, h / 3) ? fail_solid(place, error)
                                                                   : WEND_OK;
}

// A stretch of the wall from the vertex *at through the triangle of h, up to the next vertex on the
// line to b, which *at becomes.
static wend_result fit_across(const wend_mesh *mesh, uint32_t h, uint32_t *at, uint32_t b,
                              bool is_segment, wend_error *error)
{
    wend_segment wall = {wend_at(mesh, *at), wend_at(mesh, b)};
    if (wend_is_solid(mesh, h / 3))
        return fail_solid(wall.a, error);
    h = wend_next(h);
    for (;;) {
        if (wend_is_fixed(mesh, h)) {
            wend_vec2 place = wall.a;
            wend_segment other = {wend_at(mesh, wend_origin(mesh, h)),
                                  wend_at(mesh, wend_target(mesh, h))};
            wend_segments_meet(wall, other, &place);
            return fail_crossing(place, is_segment && count_segments(mesh, h) > 0, error);
        }
        h = wend_twin(mesh, h);
        *at = wend_origin(mesh, wend_prev(h));
        int side = *at == b ? 0 : wend_orient2d_fast(wall.a, wall.b, wend_at(mesh, *at));
        if (side == 0)
            return WEND_OK;
        // h runs from the wall's left to its right.
        h = side > 0 ? wend_next(h) : wend_prev(h);
    }
}

wend_result wend_fit_wall(const wend_mesh *mesh, uint32_t a, uint32_t b, bool is_segment,
                          wend_error *error)
{
    wend_result result = WEND_OK;
    for (uint32_t at = a; at != b && result == WEND_OK;) {
        const wend_obstacle *crossed = at == a ? NULL : find_crossed(mesh, at, wend_at(mesh, b));
        if (crossed)
            return fail_crossing(wend_at(mesh, at), is_segment && !crossed->solid, error);
        bool along;
        uint32_t h = find_direction(mesh, at, wend_at(mesh, b), &along);
        if (along) {
            result = fit_along(mesh, h, is_segment, error);
            at = wend_target(mesh, h);
        } else {
            result = fit_across(mesh, h, &at, b, is_segment, error);
        }
    }
    return result;
}

// ---- what nearly touches a wall -----------------------------------------------------------------

/// The strip is this much narrower than the gap, so that what is in the strip is within the gap for
/// certain: its sides are rounded by less than a millionth of the gap.
#define STRIP_MARGIN 0x1p-16

/// The strip on the left of a wall in which nothing may be.
typedef struct strip {
    wend_vec2 from, along;
    double length, width; ///< in the units of along
} strip;

// Keeps the part of 0 <= lambda <= 1 where a linear function that goes from f0 to f1 is positive.
static void clip(double f0, double f1, double *low, double *high)
{
    if (f0 < 0 && f1 < 0)
        *high = -1;
    else if (f0 < 0)
        *low = fmax(*low, f0 / (f0 - f1));
    else if (f1 < 0)
        *high = fmin(*high, f0 / (f0 - f1));
}

static bool meets_strip(const strip *s, wend_vec2 p, wend_vec2 q)
{
    wend_vec2 d = s->along;
    double px = p.x - s->from.x, py = p.y - s->from.y, qx = q.x - s->from.x, qy = q.y - s->from.y;
    double p_along = px * d.x + py * d.y, q_along = qx * d.x + qy * d.y;
    double p_across = d.x * py - d.y * px, q_across = d.x * qy - d.y * qx;
    double low = 0, high = 1;
    clip(p_along, q_along, &low, &high);
    clip(s->length - p_along, s->length - q_along, &low, &high);
    clip(p_across, q_across, &low, &high);
    clip(s->width - p_across, s->width - q_across, &low, &high);
    return low < high;
}

// The vertex on the left of a wall's half-edge that nearly touches it between its ends; WEND_NONE:
// none. Looks at all triangles with a part in the strip. No way leads back to one of them: it would
// go around a vertex in the strip, and that is the answer.
static uint32_t find_near(wend_mesh *mesh, uint32_t wall)
{
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, wall));
    wend_vec2 b = wend_at(mesh, wend_target(mesh, wall));
    wend_vec2 along = {b.x - a.x, b.y - a.y};
    double square = along.x * along.x + along.y * along.y;
    double width = (1 - STRIP_MARGIN) * WEND_GAP_TOLERANCES * mesh->tolerance;
    strip s = {a, along, square, width * sqrt(square)};
    uint32_t near = WEND_NONE, h = wall;
    // The count is for tolerances so small that rounding could lead the way back.
    for (uint32_t looks = 0; looks < mesh->triangle_count; ++looks) {
        uint32_t apex = wend_origin(mesh, wend_prev(h));
        bool is_end = apex == wend_origin(mesh, wall) || apex == wend_target(mesh, wall);
        if (!is_end && apex >= 4 && is_nearer(mesh, wend_at(mesh, apex), a, b)) {
            near = apex;
            break;
        }
        const uint32_t others[2] = {wend_next(h), wend_prev(h)};
        for (int i = 0; i < 2; ++i)
            if (wend_twin(mesh, others[i]) != WEND_NONE && !wend_is_fixed(mesh, others[i]) &&
                meets_strip(&s, wend_at(mesh, wend_origin(mesh, others[i])),
                            wend_at(mesh, wend_target(mesh, others[i]))))
                mesh->stack[mesh->stack_count++] = others[i];
        if (mesh->stack_count == 0)
            break;
        h = wend_twin(mesh, mesh->stack[--mesh->stack_count]);
    }
    mesh->stack_count = 0;
    return near;
}

wend_result wend_fit_walls(wend_mesh *mesh, const wend_obstacle *obstacle, wend_error *error)
{
    wend_wall_walk walk = {.mesh = mesh, .obstacle = obstacle};
    int own = obstacle->solid ? 1 : 2;
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;) {
        uint32_t twin = wend_twin(mesh, h);
        int walls = (mesh->flags[h] & WEND_EDGE_WALLS) + (mesh->flags[twin] & WEND_EDGE_WALLS);
        if (walls > own)
            continue; // it was there before
        uint32_t near = find_near(mesh, h);
        if (near == WEND_NONE && obstacle->solid) // a segment's other side has its turn
            near = find_near(mesh, twin);
        if (near != WEND_NONE)
            return fail_near(mesh, wend_at(mesh, near), error);
    }
    return WEND_OK;
}

// ---- the inside ---------------------------------------------------------------------------------

// Floods from one triangle up to the obstacle's own walls. What else it meets is in the way: walls
// of others, and vertices that no wall of its own starts at. Returns one of those, WEND_NONE: none.
static uint32_t flood_inside(wend_mesh *mesh, uint32_t triangle)
{
    uint32_t intruder = WEND_NONE;
    if (wend_is_solid(mesh, triangle))
        return intruder;
    wend_mesh_touch(mesh, triangle);
    mesh->state[triangle] |= WEND_TRIANGLE_SOLID;
    mesh->stack[mesh->stack_count++] = triangle;
    while (mesh->stack_count > 0) {
        uint32_t h = 3 * mesh->stack[--mesh->stack_count];
        for (uint32_t end = h + 3; h < end; ++h) {
            uint32_t vertex = wend_origin(mesh, h), other = wend_twin(mesh, h) / 3;
            if (!(mesh->flags[mesh->vertices.data[vertex].spoke] & WEND_EDGE_OWN))
                intruder = vertex;
            if (mesh->flags[h] & WEND_EDGE_OWN)
                continue;
            if (wend_is_fixed(mesh, h)) {
                intruder = vertex;
            } else if (!wend_is_solid(mesh, other)) {
                wend_mesh_touch(mesh, other);
                mesh->state[other] |= WEND_TRIANGLE_SOLID;
                mesh->stack[mesh->stack_count++] = other;
            }
        }
    }
    return intruder;
}

wend_result wend_fit_inside(wend_mesh *mesh, const wend_obstacle *obstacle, wend_error *error)
{
    wend_wall_walk walk = {.mesh = mesh, .obstacle = obstacle};
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;) {
        mesh->flags[h] |= WEND_EDGE_OWN;
        mesh->vertices.data[wend_origin(mesh, h)].spoke = h;
    }
    uint32_t intruder = WEND_NONE;
    walk = (wend_wall_walk){.mesh = mesh, .obstacle = obstacle};
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;) {
        uint32_t found = flood_inside(mesh, h / 3);
        intruder = found != WEND_NONE ? found : intruder;
    }
    walk = (wend_wall_walk){.mesh = mesh, .obstacle = obstacle};
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;)
        mesh->flags[h] &= (uint8_t)~WEND_EDGE_OWN;
    if (intruder == WEND_NONE)
        return WEND_OK;
    return wend_fail_at(error, WEND_UNSOUND, wend_at(mesh, intruder),
                        "another obstacle is inside it: remove that first, move one of them, or "
                        "make a hole for it");
}
