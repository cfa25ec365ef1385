// SPDX-License-Identifier: MIT
// Path maps: for every point of the plane at once, how far it is to the nearest source and which
// way: the optimal path maps of Farias, "GPU Rasterization Methods for Path Planning and
// Multi-Agent Navigation" (2020), chapter 3, but exact and without pixels.
//
// A map is grown from corners over the triangles of a mesh: shortest paths bend only at convex
// corners, and behind a corner there is something new only where its parent could not see. Windows
// (a root and two rays) pass through the triangles in the order of distance; a corner that they see
// becomes a root itself. Each triangle keeps the few windows that may hold its shortest paths. So a
// question takes a look at one triangle, and no resolution comes into it; a raster is one output
// among others.
//
// Sources may be points and segments. In most uses they are goals: then paths lead from anywhere to
// the nearest of them.
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include "wend/mesh.h"
#include "wend/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A source: a point (a equals b) or a segment. It may lie anywhere in free space or on its walls,
/// corners included; what of a segment is not in free space is no source.
typedef struct wend_map_source {
    wend_vec2 a, b;
    double offset; ///< what the distance is right there [Limit: 0..WEND_MAP_MAX_OFFSET] [Units: m]
} wend_map_source;

/// Beyond that the distances in a scene would be rounding.
#define WEND_MAP_MAX_OFFSET 1e12

/// More sources than this are refused.
#define WEND_MAP_MAX_SOURCES 1048576

/// No root, no source.
#define WEND_MAP_NONE UINT32_MAX

/// Queries are const: any number of threads may ask at once, while nobody builds or updates.
typedef struct wend_map wend_map;

/// An empty map.
WEND_API wend_result wend_map_create(const wend_allocator *allocator, wend_map **map,
                                     wend_error *error);
/// NULL is allowed.
WEND_API void wend_map_destroy(wend_map *map);

/// Makes the map. The mesh must outlive it, and stay as it is while the map is asked: after an edit
/// every question is answered with "unreachable" until the next build or update. Takes memory only
/// when it is larger than all before. O(n log n) for walls as they are in towns; more where small
/// posts stand far apart, since the map itself is larger there. WEND_BAD_ARGUMENT names a source
/// that is not finite, lies outside of the mesh's box, or has a negative offset; a source that is
/// in an obstacle is none. After a failure the map is empty.
WEND_API wend_result wend_map_build(wend_map *map, const wend_mesh *mesh,
                                    const wend_map_source *sources, uint32_t source_count,
                                    wend_error *error);

/// Brings the map up to what the mesh is now and to these sources; source i is the one that was i
/// before, wherever it is now. What comes out answers as a map that was built anew (but for
/// rounding, and which of two equally long paths is told). Takes time for what has changed. The
/// same mesh as in wend_map_build, edited since or not; with another one, it is built.
WEND_API wend_result wend_map_update(wend_map *map, const wend_mesh *mesh,
                                     const wend_map_source *sources, uint32_t source_count,
                                     wend_error *error);

// ---- questions ----------------------------------------------------------------------------------

typedef struct wend_map_answer {
    double distance; ///< to the nearest source; -1: unreachable, or not in free space [Units: m]
    wend_vec2 next;  ///< the next point of the shortest path: a corner, or the place on the source;
                     ///< the point itself where it is unreachable
    uint32_t root;   ///< whose point that is, a number in wend_map_roots: the region that the point
                     ///< lies in; WEND_MAP_NONE: unreachable
} wend_map_answer;

/// The exact answer at a point.
WEND_API wend_map_answer wend_map_at(const wend_map *map, wend_vec2 p);

/// The same for many points at once, in parallel with tasks [opt]. Quickest if neighbours follow
/// each other.
WEND_API void wend_map_ask(const wend_map *map, const wend_vec2 *points, uint32_t count,
                           wend_map_answer *answers, wend_tasks *tasks);

/// The whole path from p to its source, p first. Writes at most capacity points and their whole
/// number to *count; WEND_BUFFER_TOO_SMALL if there were more. WEND_NOTHING: unreachable, *count is
/// 0. Linear in the number of points.
WEND_API wend_result wend_map_path(const wend_map *map, wend_vec2 p, wend_vec2 *points,
                                   uint32_t capacity, uint32_t *count);

/// What paths lead to: a source or a corner. A segment has roots of its own: its two ends, and the
/// stretch between them, once for each side.
typedef struct wend_map_root {
    wend_vec2 a, b;  ///< equal but for the stretch of a segment, which leads to its left
    double distance; ///< at a (and anywhere on the stretch) [Units: m]
    uint32_t parent; ///< the root that the path goes to next; WEND_MAP_NONE for a source
    uint32_t source; ///< where the path ends: a number in the sources; WEND_MAP_NONE: not in use
} wend_map_root;

/// All roots, valid until the map is built or updated. There are gaps after updates (see source).
WEND_API const wend_map_root *wend_map_roots(const wend_map *map, uint32_t *count);

/// The point of a root that a path from p leads to: a, or the foot of p on the stretch.
WEND_API wend_vec2 wend_map_foot(const wend_map_root *root, wend_vec2 p);

/// Sizes and work of the last build or update.
typedef struct wend_map_size {
    uint32_t triangles; ///< free ones
    uint32_t windows;   ///< kept
    uint32_t roots;     ///< in use
    uint32_t fullest;   ///< most windows in one triangle
    uint64_t steps;     ///< windows that went into a triangle
    bool rebuilt;       ///< by the last wend_map_update: everything was new
    size_t bytes;
} wend_map_size;
WEND_API wend_map_size wend_map_measure(const wend_map *map);

/// WEND_OK if everything is as it should be: windows in their triangles, roots before their
/// children, distances along parents.
WEND_API wend_result wend_map_check(const wend_map *map, wend_error *error);

// ---- outputs ------------------------------------------------------------------------------------

/// A raster of any resolution. A pixel tells what is true at its centre.
typedef struct wend_map_raster {
    wend_box box;           ///< what the pixels cover
    uint32_t width, height; ///< [Limit: >= 1, at most WEND_MAP_MAX_PIXELS in all]
    /// The caller's memory [width * height], row by row from the lowest up; each opt.
    double *distance; ///< -1: unreachable, or not in free space
    uint32_t *root;   ///< WEND_MAP_NONE there
    wend_vec2 *next;
} wend_map_raster;

/// More pixels than this are refused: 16,384 by 16,384.
#define WEND_MAP_MAX_PIXELS ((uint64_t)1 << 28)

/// The centre of a pixel.
WEND_API wend_vec2 wend_map_pixel(const wend_map_raster *raster, uint32_t column, uint32_t row);

/// Paints the pixels, in parallel with tasks [opt], with the same bits for any number of threads.
/// Equal to wend_map_at at the centres, bit for bit but on edges of the mesh, where it may be off
/// by a rounding. Takes scratch memory from the map's allocator, as all outputs do: so not from two
/// threads at once unless that allows it. WEND_BAD_ARGUMENT for no pixels, too many, a box that is
/// empty, or pixels so small that their centres can't be told apart.
WEND_API wend_result wend_map_paint(const wend_map *map, const wend_map_raster *raster,
                                    wend_tasks *tasks, wend_error *error);

/// Calls visit with the lines along which the distance is one of the levels, level by level, each a
/// polyline that leaves the true line by at most error [Units: m], on the outside of its arcs. The
/// first point of a closed line is its last, too. Stops when visit returns false.
typedef bool wend_map_line_fn(void *context, double level, const wend_vec2 *points, uint32_t count);
WEND_API wend_result wend_map_isolines(const wend_map *map, const double *levels,
                                       uint32_t level_count, double error, wend_map_line_fn *visit,
                                       void *context, wend_error *problem);

/// Calls visit with the borders between regions: lines on which two roots are equally near and no
/// other is nearer, but for the segments of sources. Polylines that leave the true line by at most
/// about error [Units: m]. Stops when visit returns false.
typedef bool wend_map_border_fn(void *context, uint32_t root, uint32_t other,
                                const wend_vec2 *points, uint32_t count);
WEND_API wend_result wend_map_borders(const wend_map *map, double error, wend_map_border_fn *visit,
                                      void *context, wend_error *problem);

/// Draws the layers "borders", "isolines" at the levels, and "sources", with the critical points of
/// segments: where paths from corners end on them. Lines are off by at most error [Units: m].
WEND_API wend_result wend_map_draw(const wend_map *map, const double *levels, uint32_t level_count,
                                   double error, const wend_draw *draw, wend_error *problem);

#ifdef __cplusplus
}
#endif

#endif
