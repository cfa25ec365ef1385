// SPDX-License-Identifier: MIT
// The inside of a path map.
//
// A window is what is seen from a root through the edges of some triangles in a row: the part of
// the plane between two rays. In each triangle that it enters it leaves a record of 64 bytes, one
// line of the cache, with all that a question needs. The records of a triangle lie together.
//
//                 c
//                / \            the window of root o enters the triangle x y c through its edge
//               /   \           x y, between the rays through `left` and `right`; seen from o,
//        left  x-----y  right   x is on the left
//               \   /
//                \ /
//                 o
//
// The root of a segment's stretch sends parallel rays to its left; a place is known by its foot,
// counted in metres from a.
#ifndef WEND_MAP_MAP_H
#define WEND_MAP_MAP_H

#include "core/array.h"
#include "mesh/mesh.h"
#include "wend/map.h"
#include "wend/map_tolls.h"

#include <math.h>

/// Flags in wend_map_window.edge: the root is the stretch of a segment; the window starts in this
/// triangle.
#define WEND_WINDOW_STRETCH 0x80000000u
#define WEND_WINDOW_STARTS  0x40000000u
#define WEND_WINDOW_FLAGS   (WEND_WINDOW_STRETCH | WEND_WINDOW_STARTS)

typedef struct wend_map_window {
    union {
        struct {
            wend_vec2 left, right; ///< points on the rays
        };
        struct {
            double from, to;     ///< the feet of the rays, on the left and on the right
            wend_vec2 direction; ///< of the stretch, of length 1
        };
    };
    wend_vec2 origin; ///< the root; of a stretch, its a
    double base;      ///< the distance there
    uint32_t root;
    uint32_t edge; ///< the half-edge of this triangle that it came through, or if it starts in
                   ///< this triangle one that it leaves through; and flags
} wend_map_window;

/// Rounding may put a point by this share of its distance to the wrong side of a ray, which is then
/// taken for the right one: so no point falls between two windows, or out of the triangle. (The
/// error of two products of differences is an eighth of it.)
#define WEND_WINDOW_SLACK 0x1p-49

/// The distance from the source to p by way of the window; INFINITY if p is not in it. p is in the
/// window's triangle.
static inline double wend_window_distance(const wend_map_window *window, wend_vec2 p)
{
    double x = p.x - window->origin.x, y = p.y - window->origin.y;
    if (window->edge & WEND_WINDOW_STRETCH) {
        double foot = x * window->direction.x + y * window->direction.y;
        double height = window->direction.x * y - window->direction.y * x;
        double slack = WEND_WINDOW_SLACK * (fabs(x) + fabs(y));
        if (!(foot >= window->from - slack && foot <= window->to + slack && height >= -slack))
            return INFINITY;
        return window->base + (height > 0 ? height : 0);
    }
    double left_x = window->left.x - window->origin.x, left_y = window->left.y - window->origin.y;
    double right_x = window->right.x - window->origin.x,
           right_y = window->right.y - window->origin.y;
    double left_a = left_x * y, left_b = left_y * x, right_a = right_x * y, right_b = right_y * x;
    // Which way these turn out nobody can foretell: a root for nothing costs less than a branch.
    bool is_in = (left_a - left_b <= WEND_WINDOW_SLACK * (fabs(left_a) + fabs(left_b))) &
                 (right_a - right_b >= -WEND_WINDOW_SLACK * (fabs(right_a) + fabs(right_b)));
    double length = sqrt(x * x + y * y);
    return is_in ? window->base + length : INFINITY;
}

/// The records of a triangle.
typedef struct wend_map_block {
    uint32_t first, count; ///< in windows
} wend_map_block;

/// What is the same for all questions: filled by build and update.
typedef struct wend_map_lookup {
    const wend_mesh *mesh;
    uint64_t layout; ///< of the mesh that the map is of
    wend_map_window *windows;
    wend_map_block *blocks; ///< [triangle_limit] by triangle; count 0: solid, or unreachable
    uint32_t triangle_limit;
} wend_map_lookup;

const wend_map_lookup *wend_map_lookup_of(const wend_map *map);

/// True if the map is of the mesh as it is now.
static inline bool wend_map_is_current(const wend_map_lookup *lookup)
{
    return lookup->mesh && lookup->mesh->layout == lookup->layout;
}

/// The allocator that the map was made with.
const wend_allocator *wend_map_allocator(const wend_map *map);

/// The window of a triangle that holds the shortest path from p; NULL: none. Of equal ones the
/// first.
static inline const wend_map_window *wend_map_best(const wend_map_lookup *lookup, uint32_t triangle,
                                                   wend_vec2 p, double *distance)
{
    wend_map_block block = lookup->blocks[triangle];
    const wend_map_window *best = NULL;
    double least = INFINITY;
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
        const wend_map_window *window = &lookup->windows[i]; // where there is none, nor are windows
        // Most are too far away, in or not.
        double x = p.x - window->origin.x, y = p.y - window->origin.y;
        if (!(window->edge & WEND_WINDOW_STRETCH) && window->base + sqrt(x * x + y * y) >= least)
            continue;
        double here = wend_window_distance(window, p);
        best = here < least ? window : best;
        least = here < least ? here : least;
    }
    *distance = least;
    return best;
}

// ---- corners by half-edge, for maps that are made of maps (weights.c) ---------------------------

/// A source at a corner of the mesh, that leads only into the free space around triangle
/// `spoke / 3`, whose corner it is; not into what lies behind walls that meet there.
typedef struct wend_map_seed {
    uint32_t spoke; ///< the half-edge of that triangle that starts there
    double offset;
} wend_map_seed;

/// As wend_map_build, with seeds besides: their numbers as sources follow those of the sources.
wend_result wend_map_build_seeded(wend_map *map, const wend_mesh *mesh,
                                  const wend_map_source *sources, uint32_t source_count,
                                  const wend_map_seed *seeds, uint32_t seed_count,
                                  wend_error *error);

/// As wend_map_build_tolled, with seeds besides.
wend_result wend_map_build_tolled_seeded(wend_map *map, const wend_mesh *mesh,
                                         const wend_map_source *sources, uint32_t source_count,
                                         const wend_map_seed *seeds, uint32_t seed_count,
                                         const wend_map_toll *tolls, uint32_t toll_count,
                                         wend_error *error);

/// As wend_map_update, with seeds besides; their spokes are those of the mesh as it is now.
wend_result wend_map_update_seeded(wend_map *map, const wend_mesh *mesh,
                                   const wend_map_source *sources, uint32_t source_count,
                                   const wend_map_seed *seeds, uint32_t seed_count,
                                   wend_error *error);

/// Makes `to` the same as `from`, for `mesh`, which is a copy of from's mesh (wend_mesh_copy): it
/// answers and will be updated alike. False: out of memory, `to` is empty.
bool wend_map_copy(wend_map *to, const wend_map *from, const wend_mesh *mesh);

/// The distance at the corner where a half-edge of a free triangle starts, as seen from there;
/// -1: unreachable.
double wend_map_corner_distance(const wend_map *map, uint32_t spoke);

/// The answer at such a corner, as wend_map_at would give it if it knew from where to come.
wend_map_answer wend_map_corner_answer(const wend_map *map, uint32_t spoke);

#endif
