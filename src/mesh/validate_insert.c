// SPDX-License-Identifier: MIT
// Validation of an insertion. The rules are those of a valid floor (wend/floor.h), evaluated on the
// triangulation: everything that a new corner or wall could touch is adjacent to it there.
//
// The free space of the mesh lies inside the bounds and outside the obstacles. An obstacle may
// touch the bounds from inside and run along them, as with another's wall; one that touches them
// from outside would lie in solid space, and is rejected like any other that does.
#include "mesh/edit.h"

#include "geometry/predicates.h"

#include <math.h>

static bool is_nearer(const wend_mesh *mesh, wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    // Normalised direction, so that the rounding is the same as for the floor.
    wend_segment wall = wend_is_before(a, b) ? (wend_segment){a, b} : (wend_segment){b, a};
    return wend_segment_distance(wall, p) < WEND_GAP_TOLERANCES * mesh->tolerance;
}

static wend_result fail_near(const wend_mesh *mesh, wend_vec2 position, wend_error *error)
{
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, position,
                        "it nearly touches a wall or vertex of another obstacle: let them touch, "
                        "or move it away (minimum distance %.2g m)",
                        WEND_GAP_TOLERANCES * mesh->tolerance);
}

static wend_result fail_solid(wend_vec2 position, wend_error *error)
{
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, position,
                        "it lies inside another obstacle or outside the bounds: move it to free "
                        "space, or remove the other obstacle first");
}

// ---- corners ------------------------------------------------------------------------------------

// True if a point obstacle is at a vertex. A vertex without walls is one; where walls meet, the
// obstacles are searched.
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

wend_result wend_insert_check_corner(const wend_mesh *mesh, wend_vec2 p, bool is_point,
                                     uint32_t *triangle, wend_error *error)
{
    wend_spot spot = wend_mesh_walk(mesh, *triangle, p);
    WEND_ASSERT(spot.kind != WEND_SPOT_OUT); // the caller has checked the frame
    *triangle = spot.edge / 3;
    if (spot.kind == WEND_SPOT_VERTEX) {
        if (is_point && has_point(mesh, wend_origin(mesh, spot.edge)))
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, p,
                                "another point has the same position: remove one of them");
        return WEND_OK;
    }
    bool on_wall = spot.kind == WEND_SPOT_EDGE && wend_is_fixed(mesh, spot.edge);
    return !on_wall && wend_is_solid(mesh, *triangle) ? fail_solid(p, error) : WEND_OK;
}

static bool is_near_vertex(const wend_mesh *mesh, wend_vec2 v, uint32_t vertex)
{
    wend_vec2 p = wend_at(mesh, vertex);
    return vertex >= 4 && is_nearer(mesh, v, p, p); // the frame is not an obstacle
}

// Pushes an edge on the stack if it is nearer than the gap. False if it is, and a wall.
static bool push_near_edge(wend_mesh *mesh, wend_vec2 v, uint32_t h)
{
    if (wend_twin(mesh, h) == WEND_NONE || !is_nearer(mesh, v, wend_at(mesh, wend_origin(mesh, h)),
                                                      wend_at(mesh, wend_target(mesh, h))))
        return true;
    if (wend_is_fixed(mesh, h))
        return false;
    mesh->stack[mesh->stack_count++] = h;
    return true;
}

// Visits everything nearer than the gap, from the vertex outwards across near edges. It never
// circles a vertex: one of the vertex's edges points away, and is as far as the vertex itself.
wend_result wend_insert_check_vertex(wend_mesh *mesh, uint32_t vertex, wend_error *error)
{
    wend_vec2 v = wend_at(mesh, vertex);
    uint32_t first = mesh->vertices.data[vertex].spoke, h = first;
    bool is_near = false;
    do {
        is_near = is_near || is_near_vertex(mesh, v, wend_target(mesh, h));
        is_near = is_near || !push_near_edge(mesh, v, wend_next(h));
        h = wend_turn_left(mesh, h);
    } while (h != first);
    while (mesh->stack_count > 0 && !is_near) {
        h = wend_twin(mesh, mesh->stack[--mesh->stack_count]);
        is_near = is_near_vertex(mesh, v, wend_origin(mesh, wend_prev(h))) ||
                  !push_near_edge(mesh, v, wend_next(h)) || !push_near_edge(mesh, v, wend_prev(h));
    }
    mesh->stack_count = 0;
    return is_near ? fail_near(mesh, v, error) : WEND_OK;
}

// ---- walls --------------------------------------------------------------------------------------

// The spoke of a vertex in the direction of a point, or else the last one before it,
// counter-clockwise; *along distinguishes the two.
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

// Number of segments along a half-edge: its walls without that of the solid.
static int count_segments(const wend_mesh *mesh, uint32_t h)
{
    return (mesh->flags[h] & WEND_EDGE_WALLS) -
           (wend_is_fixed(mesh, h) && wend_is_solid(mesh, h / 3));
}

// True if two edges with walls are collinear through a vertex, on either side of the line to a
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
// one wall runs through the vertex or two end there is found in the obstacles themselves, which is
// rare.
static const wend_obstacle *find_crossed(const wend_mesh *mesh, uint32_t vertex, wend_vec2 to)
{
    if (!is_line_across(mesh, vertex, to))
        return NULL;
    for (size_t i = 0; i < mesh->obstacles.count; ++i)
        if (has_wall_across(mesh, &mesh->obstacles.data[i], vertex, to))
            return &mesh->obstacles.data[i];
    return has_wall_across(mesh, &mesh->bounds, vertex, to) ? &mesh->bounds : NULL;
}

static wend_result fail_crossing(wend_vec2 position, bool two_segments, wend_error *error)
{
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, position,
                        two_segments ? "it crosses another segment: split both at the crossing"
                                     : "its walls cross another obstacle's or the bounds: move it, "
                                       "or remove the part beyond");
}

// A stretch of the wall on an existing edge.
static wend_result check_along(const wend_mesh *mesh, uint32_t h, bool is_segment,
                               wend_error *error)
{
    wend_vec2 position = wend_at(mesh, wend_origin(mesh, h));
    bool is_wall = wend_is_fixed(mesh, h);
    if (is_segment && count_segments(mesh, h) > 0)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, position,
                            "it overlaps another segment: remove the common part from one of them");
    return (!is_segment || !is_wall) && wend_is_solid(mesh, h / 3) ? fail_solid(position, error)
                                                                   : WEND_OK;
}

// A stretch of the wall from the vertex *at through the triangle of h, up to the next vertex on the
// line to b, which *at becomes.
static wend_result check_across(const wend_mesh *mesh, uint32_t h, uint32_t *at, uint32_t b,
                                bool is_segment, wend_error *error)
{
    wend_segment wall = {wend_at(mesh, *at), wend_at(mesh, b)};
    if (wend_is_solid(mesh, h / 3))
        return fail_solid(wall.a, error);
    h = wend_next(h);
    for (;;) {
        if (wend_is_fixed(mesh, h)) {
            wend_vec2 position = wall.a;
            wend_segment other = {wend_at(mesh, wend_origin(mesh, h)),
                                  wend_at(mesh, wend_target(mesh, h))};
            wend_segments_meet(wall, other, &position);
            return fail_crossing(position, is_segment && count_segments(mesh, h) > 0, error);
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

wend_result wend_insert_check_wall(const wend_mesh *mesh, uint32_t a, uint32_t b, bool is_segment,
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
            result = check_along(mesh, h, is_segment, error);
            at = wend_target(mesh, h);
        } else {
            result = check_across(mesh, h, &at, b, is_segment, error);
        }
    }
    return result;
}

// ---- near misses of a wall ----------------------------------------------------------------------

/// The strip is this much narrower than the gap, so that everything in the strip is within the gap
/// for certain: its sides are rounded by less than a millionth of the gap.
#define STRIP_MARGIN 0x1p-16

/// The strip on the left of a wall that must be empty.
typedef struct strip {
    wend_vec2 from, along;
    double length, width; ///< in the units of along
} strip;

// Keeps the part of 0 <= lambda <= 1 where a linear function from f0 to f1 is positive.
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
// none. Visits all triangles with a part in the strip. It never returns to one of them: it would
// circle a vertex in the strip, and that is the result.
static uint32_t find_near(wend_mesh *mesh, uint32_t wall)
{
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, wall));
    wend_vec2 b = wend_at(mesh, wend_target(mesh, wall));
    wend_vec2 along = {b.x - a.x, b.y - a.y};
    double square = along.x * along.x + along.y * along.y;
    double width = (1 - STRIP_MARGIN) * WEND_GAP_TOLERANCES * mesh->tolerance;
    strip s = {a, along, square, width * sqrt(square)};
    uint32_t near = WEND_NONE, h = wall;
    // The count is for tolerances so small that rounding could cause a cycle.
    for (uint32_t visited = 0; visited < mesh->triangle_count; ++visited) {
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

wend_result wend_insert_check_walls(wend_mesh *mesh, const wend_obstacle *obstacle,
                                    wend_error *error)
{
    wend_wall_walk walk = {.mesh = mesh, .obstacle = obstacle};
    int own = obstacle->solid ? 1 : 2;
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;) {
        uint32_t twin = wend_twin(mesh, h);
        int walls = (mesh->flags[h] & WEND_EDGE_WALLS) + (mesh->flags[twin] & WEND_EDGE_WALLS);
        if (walls > own)
            continue; // it existed before
        uint32_t near = find_near(mesh, h);
        if (near == WEND_NONE && obstacle->solid) // a segment's other side is processed separately
            near = find_near(mesh, twin);
        if (near != WEND_NONE)
            return fail_near(mesh, wend_at(mesh, near), error);
    }
    return WEND_OK;
}

// ---- interior -----------------------------------------------------------------------------------

// Floods from one triangle up to the obstacle's own walls. Everything else it meets is in the way:
// walls of others, and vertices at which no wall of its own starts. Returns one of those,
// WEND_NONE: none.
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

wend_result wend_insert_check_inside(wend_mesh *mesh, const wend_obstacle *obstacle,
                                     wend_error *error)
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
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, wend_at(mesh, intruder),
                        "another obstacle lies inside it: remove that first, move one of them, or "
                        "make a hole for it");
}
