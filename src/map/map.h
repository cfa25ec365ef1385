// SPDX-License-Identifier: MIT
// Internals of a path map.
//
// A window is what is visible from a root through a sequence of edges of triangles: the part of the
// plane between two rays. In each triangle that it enters it leaves a record of 64 bytes, one cache
// line, with everything a query needs. The records of a triangle are contiguous.
//
//                 c
//                / \            the window of root o enters the triangle x y c through its edge
//               /   \           x y, between the rays through `left` and `right`; seen from o,
//        left  x-----y  right   x is on the left
//               \   /
//                \ /
//                 o
//
// The root of a segment sends parallel rays to its left; a point is identified by its projection
// onto the segment, in metres from a.
#ifndef WEND_MAP_MAP_H
#define WEND_MAP_MAP_H

#include "core/array.h"
#include "mesh/mesh.h"
#include "wend/map.h"
#include "wend/map_tolls.h"

#include <math.h>

/// Flags in wend_map_window.edge: the root is a segment; the window starts in this triangle.
#define WEND_WINDOW_SEGMENT 0x80000000u
#define WEND_WINDOW_STARTS  0x40000000u
#define WEND_WINDOW_FLAGS   (WEND_WINDOW_SEGMENT | WEND_WINDOW_STARTS)

typedef struct wend_map_window {
    union {
        struct {
            wend_vec2 left, right; ///< points on the rays
        };
        struct {
            double from, to;     ///< projections of the rays, on the left and on the right
            wend_vec2 direction; ///< unit vector along the segment
        };
    };
    wend_vec2 origin; ///< the root; of a segment, its a
    double base;      ///< distance at the root
    uint32_t root;
    /// The half-edge of this triangle that it came through, or if it starts in this triangle one
    /// that it leaves through; and flags
    uint32_t edge;
} wend_map_window;

/// Rounding may put a point on the wrong side of a ray by this fraction of its distance; such a
/// point counts as inside: no point then falls between two windows, or out of the triangle. (The
/// error of two products of differences is an eighth of it.)
#define WEND_WINDOW_SLACK 0x1p-49

/// The distance from the source to p by way of the window; INFINITY if p is not in it. p is in the
/// window's triangle.
static inline double wend_window_distance(const wend_map_window *window, wend_vec2 p)
{
    double x = p.x - window->origin.x, y = p.y - window->origin.y;
    if (window->edge & WEND_WINDOW_SEGMENT) {
        double projection = x * window->direction.x + y * window->direction.y;
        double height = window->direction.x * y - window->direction.y * x;
        double slack = WEND_WINDOW_SLACK * (fabs(x) + fabs(y));
        if (!(projection >= window->from - slack && projection <= window->to + slack &&
              height >= -slack))
            return INFINITY;
        return window->base + (height > 0 ? height : 0);
    }
    double left_x = window->left.x - window->origin.x, left_y = window->left.y - window->origin.y;
    double right_x = window->right.x - window->origin.x,
           right_y = window->right.y - window->origin.y;
    double left_a = left_x * y, left_b = left_y * x, right_a = right_x * y, right_b = right_y * x;
    // These conditions are unpredictable: a superfluous square root costs less than a branch.
    bool is_in = (left_a - left_b <= WEND_WINDOW_SLACK * (fabs(left_a) + fabs(left_b))) &
                 (right_a - right_b >= -WEND_WINDOW_SLACK * (fabs(right_a) + fabs(right_b)));
    double length = sqrt(x * x + y * y);
    return is_in ? window->base + length : INFINITY;
}

/// The records of a triangle.
typedef struct wend_map_block {
    uint32_t first, count; ///< in windows
} wend_map_block;

/// Data common to all queries: set by build and update.
typedef struct wend_map_lookup {
    const wend_mesh *mesh;
    uint64_t layout; ///< of the mesh of the map
    wend_map_window *windows;
    wend_map_block *blocks; ///< [triangle_limit] By triangle; count 0: solid, or unreachable
    uint32_t triangle_limit;
} wend_map_lookup;

const wend_map_lookup *wend_map_lookup_of(const wend_map *map);

/// True if the mesh has not changed since the map was built.
static inline bool wend_map_is_current(const wend_map_lookup *lookup)
{
    return lookup->mesh && lookup->mesh->layout == lookup->layout;
}

/// The allocator of the map.
const wend_allocator *wend_map_allocator(const wend_map *map);

/// The window of a triangle that holds the shortest path from p; NULL: none. Ties go to the first.
static inline const wend_map_window *wend_map_best(const wend_map_lookup *lookup, uint32_t triangle,
                                                   wend_vec2 p, double *distance)
{
    wend_map_block block = lookup->blocks[triangle];
    const wend_map_window *best = NULL;
    double min = INFINITY;
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
        const wend_map_window *window =
            &lookup->windows[i]; // without windows the array may be NULL
        // Most are too far away, inside or not.
        double x = p.x - window->origin.x, y = p.y - window->origin.y;
        if (!(window->edge & WEND_WINDOW_SEGMENT) && window->base + sqrt(x * x + y * y) >= min)
            continue;
        double here = wend_window_distance(window, p);
        best = here < min ? window : best;
        min = here < min ? here : min;
    }
    *distance = min;
    return best;
}

// ---- corners by half-edge, for maps made of maps (boosts.c) -------------------------------------

/// A source at a corner of the mesh that leads only into the free space around triangle `spoke /
/// 3`, whose corner it is; not into the space behind walls that meet there.
typedef struct wend_map_seed {
    uint32_t spoke; ///< the half-edge of that triangle that starts there
    double offset;
} wend_map_seed;

/// What a map is built from. The indices of seeds as sources follow those of the sources.
typedef struct wend_map_input {
    const wend_map_source *sources;
    const wend_map_seed *seeds; ///< their spokes refer to the current mesh
    const wend_map_toll *tolls; ///< one for each line of the mesh, if `tolled`
    uint32_t source_count, seed_count, toll_count;
    bool tolled; ///< lines can be crossed; otherwise they are walls
} wend_map_input;

/// As wend_map_build or wend_map_build_tolled, and wend_map_update.
wend_result wend_map_build_from(wend_map *map, const wend_mesh *mesh, const wend_map_input *input,
                                wend_error *error);
wend_result wend_map_update_from(wend_map *map, const wend_mesh *mesh, const wend_map_input *input,
                                 wend_error *error);

/// Makes `to` identical to `from`, for `mesh`, which is a copy of from's mesh (wend_mesh_copy):
/// queries and later updates give the same results. False: out of memory, `to` is empty.
bool wend_map_copy(wend_map *to, const wend_map *from, const wend_mesh *mesh);

/// The result at the corner where a half-edge of a free triangle starts, as wend_map_query would
/// return it for that sector.
wend_map_result wend_map_corner_result(const wend_map *map, uint32_t spoke);

#endif
