// SPDX-License-Identifier: MIT
// A corner becomes a root. A path that comes straight to a corner continues beyond it, into what
// its parent sees, or bends around the wall there: the corner's windows fill the part of its sector
// between the two, and nothing else.
//
//            u, straight on
//         b  |                both walls on the left of the path: from u, counter-clockwise, to the
//         | .|                last wall b; both on its right: from the first wall a to u; one on
//         |. |                either side: the path runs into the obstacle, and what it could bend
//       --v--+                to has a shorter one
//       a |
//         parent
#include "map/wave.h"

#include "geometry/predicates.h"

/// The direction from which the shortest path reaches a corner.
typedef struct approach {
    wend_map_root parent;
    wend_vec2 corner;
    wend_vec2 ahead;                ///< straight on, a unit vector
    bool is_segment;                ///< perpendicular to its parent's segment
    wend_map_window segment_window; ///< to compute projections as the parent's windows do
    double slack;                   ///< bound of the rounding of projections
} approach;

static approach find_approach(const wend_map *map, const wend_corner *corner)
{
    approach from = {
        .parent = map->roots.data[corner->parent], .corner = corner->at, .slack = map->margin};
    wend_vec2 a = from.parent.a, b = from.parent.b;
    from.is_segment = !wend_equal(a, b);
    if (from.is_segment) {
        double length = wend_distance(a, b);
        from.segment_window.origin = a;
        from.segment_window.direction = (wend_vec2){(b.x - a.x) / length, (b.y - a.y) / length};
        from.ahead = wend_perp_left(from.segment_window.direction);
    } else {
        double length = wend_distance(a, corner->at);
        from.ahead = (wend_vec2){(corner->at.x - a.x) / length, (corner->at.y - a.y) / length};
    }
    return from;
}

/// The side of the straight continuation on which a point lies: 1 on the left. Exact from a point;
/// from a segment, whose projections are rounded, nearly straight counts as straight, since
/// superfluous windows do no harm.
static int side_of(const approach *from, wend_vec2 p)
{
    if (!from->is_segment)
        return wend_orient2d_fast(from->parent.a, from->corner, p);
    double at_corner = wend_window_projection(&from->segment_window, from->corner),
           at_p = wend_window_projection(&from->segment_window, p);
    return (at_p < at_corner - from->slack) - (at_p > at_corner + from->slack);
}

/// True if the end of a spoke is in the part to be opened, on that side of the straight
/// continuation; if only nearly straight it is, so is the next one.
static bool is_within(const approach *from, wend_vec2 p, int side)
{
    int its = side_of(from, p);
    return its == side || (its == 0 && from->is_segment);
}

/// A point on the straight ray, rotated to that side by an amount that matters only to rounding:
/// whatever the parent misses by that much, the corner covers.
static wend_vec2 spread(const wend_map *map, const approach *from, int side)
{
    double turn = side * map->nudge;
    return (wend_vec2){from->corner.x + map->reach * from->ahead.x - turn * from->ahead.y,
                       from->corner.y + map->reach * from->ahead.y + turn * from->ahead.x};
}

void wend_map_send_part(wend_map *map, wend_map_window *window, uint32_t exit, wend_vec2 left,
                        wend_vec2 right)
{
    if (wend_orient2d_fast(window->origin, right, left) <= 0)
        return;
    window->left = left;
    window->right = right;
    window->edge = exit;
    wend_wave_record(map, window);
    wend_wave_send(map, window, exit);
}

static void visit_along(wend_map *map, const wend_map_window *window, uint32_t spoke, wend_vec2 at)
{
    wend_wave_visit(map, spoke, window->base + wend_distance(window->origin, at), window->root);
}

/// Opens the sector on one side of the path: from the last wall clockwise to the straight
/// continuation (left), or from the first wall counter-clockwise to it.
static void open_part(wend_map *map, const wend_corner *corner, const approach *from, bool is_left,
                      wend_map_window window)
{
    const wend_mesh *mesh = map->lookup.mesh;
    int side = is_left ? 1 : -1;
    uint32_t spoke = is_left ? corner->last : corner->first,
             end = is_left ? corner->first : corner->last;
    for (;; spoke = is_left ? wend_turn_right(mesh, spoke) : wend_turn_left(mesh, spoke)) {
        uint32_t exit = wend_next(spoke), outer = is_left ? wend_prev(spoke) : exit,
                 inner = is_left ? exit : wend_prev(spoke);
        wend_vec2 at_wall = wend_at(mesh, wend_origin(mesh, outer)),
                  limit = wend_at(mesh, wend_origin(mesh, inner)), ahead = limit;
        visit_along(map, &window, outer, at_wall);
        bool within = is_within(from, ahead, side);
        if (!within) {
            limit = spread(map, from, -side);
            if (side * wend_orient2d_fast(corner->at, limit, ahead) >= 0) {
                limit = ahead;
                visit_along(map, &window, inner, ahead);
            }
        }
        wend_map_send_part(map, &window, exit, is_left ? at_wall : limit,
                           is_left ? limit : at_wall);
        if (!within || spoke == end)
            return;
    }
}

/// Removes the root of a corner that is nearer now: its heir takes over.
static void retire(wend_map *map, const wend_corner *corner, uint32_t heir)
{
    map->roots.data[corner->root].source = WEND_MAP_NONE;
    map->roots.data[corner->root].parent = heir;
    map->retires = true;
    if (!wend_map_drop_root(map, corner, corner->root))
        map->starved = true;
}

void wend_map_open_corner(wend_map *map, uint32_t number)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_corner corner = map->corners.data[number];
    if (corner.meets) {
        wend_tolls_open(map, number);
        return;
    }
    // What an earlier root has sent is still valid if bodies are rounded: only longer.
    bool was_root = corner.root != WEND_MAP_NONE && map->updating;
    map->corners.data[number].root = WEND_MAP_NONE;
    // A source exactly here has opened the whole sector already.
    if (wend_map_is_at(&map->roots.data[corner.parent], corner.at)) {
        if (was_root)
            retire(map, &corner, corner.parent);
        return;
    }
    approach from = find_approach(map, &corner);
    int first = side_of(&from, wend_corner_first_wall(mesh, &corner)),
        last = side_of(&from, wend_corner_last_wall(mesh, &corner));
    if (first * last < 0 && !was_root)
        return;
    wend_map_root root = {.a = corner.at,
                          .b = corner.at,
                          .distance = corner.distance,
                          .parent = corner.parent,
                          .source = from.parent.source};
    uint32_t own = wend_wave_add_root(map, root, number);
    if (own == WEND_MAP_NONE)
        return;
    if (was_root)
        retire(map, &corner, own);
    map->corners.data[number].root = own;
    wend_map_window window = {.origin = corner.at, .base = corner.distance, .root = own};
    if (first >= 0 && last >= 0)
        open_part(map, &corner, &from, true, window);
    if (first <= 0 && last <= 0)
        open_part(map, &corner, &from, false, window);
}
