// SPDX-License-Identifier: MIT
// A corner becomes a root. A path that comes straight to a corner goes on beyond it, for what its
// parent sees, or bends around the wall there: the corner's windows fill the part of its sector
// between the two, and nothing else.
//
//            u, straight on
//         b  |                both walls on the left of the way: from u, counter-clockwise, to the
//         | .|                last wall b; both on its right: from the first wall a to u; one on
//         |. |                either side: the way runs into the obstacle, and what it could bend
//       --v--+                to has a shorter one
//       a |
//         parent
#include "map/wave.h"

#include "geometry/predicates.h"

/// The way by which the shortest path comes to a corner.
typedef struct approach {
    wend_map_root parent;
    wend_vec2 corner;
    wend_vec2 ahead;      ///< straight on, of length 1
    bool is_stretch;      ///< square to its parent's stretch
    wend_map_window feet; ///< to tell feet on it as the parent's windows do
    double slack;         ///< feet are rounded by less
} approach;

static approach find_approach(const wend_map *map, const wend_corner *corner)
{
    approach way = {
        .parent = map->roots.data[corner->parent], .corner = corner->at, .slack = map->margin};
    wend_vec2 a = way.parent.a, b = way.parent.b;
    way.is_stretch = a.x != b.x || a.y != b.y;
    if (way.is_stretch) {
        double length = wend_map_length(a, b);
        way.feet.origin = a;
        way.feet.direction = (wend_vec2){(b.x - a.x) / length, (b.y - a.y) / length};
        way.ahead = (wend_vec2){-way.feet.direction.y, way.feet.direction.x};
    } else {
        double length = wend_map_length(a, corner->at);
        way.ahead = (wend_vec2){(corner->at.x - a.x) / length, (corner->at.y - a.y) / length};
    }
    return way;
}

/// On which side of the way straight on a place lies: 1 on the left. Exact from a point; from a
/// stretch, whose feet are rounded, what is nearly straight on counts as straight on, since windows
/// for nothing do no harm.
static int side_of(const approach *way, wend_vec2 p)
{
    if (!way->is_stretch)
        return wend_orient2d_fast(way->parent.a, way->corner, p);
    double at_corner = wend_stretch_foot(&way->feet, way->corner),
           at_p = wend_stretch_foot(&way->feet, p);
    return (at_p < at_corner - way->slack) - (at_p > at_corner + way->slack);
}

/// True if a spoke's end is in the part to be opened, on that side of the way straight on; if only
/// nearly straight on it is, so is what comes next.
static bool is_within(const approach *way, wend_vec2 p, int side)
{
    int its = side_of(way, p);
    return its == side || (its == 0 && way->is_stretch);
}

/// A point on the ray straight on, turned to that side by so little that it matters only to
/// rounding: whatever the parent fails to see by that much, the corner sees.
static wend_vec2 spread(const wend_map *map, const approach *way, int side)
{
    double turn = side * map->nudge;
    return (wend_vec2){way->corner.x + map->reach * way->ahead.x - turn * way->ahead.y,
                       way->corner.y + map->reach * way->ahead.y + turn * way->ahead.x};
}

void wend_map_send_part(wend_map *map, wend_map_window *window, uint32_t exit, wend_vec2 left,
                        wend_vec2 right)
{
    if (wend_orient2d_fast(window->origin, right, left) <= 0)
        return;
    window->left = left;
    window->right = right;
    window->edge = exit;
    wend_wave_keep(map, window);
    wend_wave_send(map, window, exit);
}

static void see_along(wend_map *map, const wend_map_window *window, uint32_t spoke, wend_vec2 at)
{
    wend_wave_see(map, spoke, window->base + wend_map_length(window->origin, at), window->root);
}

/// From the last wall clockwise to the way straight on.
static void open_left(wend_map *map, const wend_corner *corner, const approach *way,
                      wend_map_window window)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (uint32_t spoke = corner->last;; spoke = wend_turn_right(mesh, spoke)) {
        uint32_t left_end = wend_prev(spoke), right_end = wend_next(spoke);
        wend_vec2 left = wend_at(mesh, wend_origin(mesh, left_end)),
                  right = wend_at(mesh, wend_origin(mesh, right_end));
        see_along(map, &window, left_end, left);
        if (is_within(way, right, 1)) {
            wend_map_send_part(map, &window, right_end, left, right);
            if (spoke == corner->first)
                return;
            continue;
        }
        wend_vec2 limit = spread(map, way, -1);
        if (wend_orient2d_fast(corner->at, limit, right) >= 0) {
            limit = right;
            see_along(map, &window, right_end, right);
        }
        wend_map_send_part(map, &window, right_end, left, limit);
        return;
    }
}

/// From the first wall counter-clockwise to the way straight on.
static void open_right(wend_map *map, const wend_corner *corner, const approach *way,
                       wend_map_window window)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (uint32_t spoke = corner->first;; spoke = wend_turn_left(mesh, spoke)) {
        uint32_t left_end = wend_prev(spoke), right_end = wend_next(spoke);
        wend_vec2 left = wend_at(mesh, wend_origin(mesh, left_end)),
                  right = wend_at(mesh, wend_origin(mesh, right_end));
        see_along(map, &window, right_end, right);
        if (is_within(way, left, -1)) {
            wend_map_send_part(map, &window, right_end, left, right);
            if (spoke == corner->last)
                return;
            continue;
        }
        wend_vec2 limit = spread(map, way, 1);
        if (wend_orient2d_fast(corner->at, limit, left) <= 0) {
            limit = left;
            see_along(map, &window, left_end, left);
        }
        wend_map_send_part(map, &window, right_end, limit, right);
        return;
    }
}

/// The root of a corner goes, since the corner is nearer now: what was its own is its heir's.
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
    // What an earlier root has sent is still true if bodies are rounded: no way, but a longer one.
    bool was_root = corner.root != WEND_MAP_NONE && map->updating;
    map->corners.data[number].root = WEND_MAP_NONE;
    // A source that stands right here has opened the whole sector already.
    if (wend_map_is_at(&map->roots.data[corner.parent], corner.at)) {
        if (was_root)
            retire(map, &corner, corner.parent);
        return;
    }
    approach way = find_approach(map, &corner);
    int first = side_of(&way, wend_corner_first_wall(mesh, &corner)),
        last = side_of(&way, wend_corner_last_wall(mesh, &corner));
    if (first * last < 0 && !was_root)
        return;
    wend_map_root root = {.a = corner.at,
                          .b = corner.at,
                          .distance = corner.distance,
                          .parent = corner.parent,
                          .source = way.parent.source};
    uint32_t own = wend_wave_add_root(map, root, number);
    if (own == WEND_MAP_NONE)
        return;
    if (was_root)
        retire(map, &corner, own);
    map->corners.data[number].root = own;
    wend_map_window window = {.origin = corner.at, .base = corner.distance, .root = own};
    if (first >= 0 && last >= 0)
        open_left(map, &corner, &way, window);
    if (first <= 0 && last <= 0)
        open_right(map, &corner, &way, window);
}
