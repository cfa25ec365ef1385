// SPDX-License-Identifier: MIT
// Shortest-path maps: for every point of the plane, the exact distance to the nearest source and
// the next point of the shortest path to it. These are the optimal path maps of R. Farias, "GPU
// Rasterization Methods for Path Planning and Multi-Agent Navigation", 2020, chapter 3, but exact
// and independent of any resolution.
//
// A map is propagated from its sources over the triangles of a mesh. Shortest paths bend only at
// convex corners, and a corner adds new paths only to the region that its parent cannot see.
// Windows (a root and two rays) pass through the triangles in the order of distance; a corner that
// a window reaches becomes a root itself. Each triangle stores the few windows that can hold its
// shortest paths, so a query inspects one triangle. A raster is one output among others.
//
// Sources are points and segments. Usually they are goals: paths lead from every point to the
// nearest of them.
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include "wend/mesh.h"
#include "wend/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A source: a point (a equals b) or a segment. It may lie anywhere in free space or on walls,
/// corners included. The parts of a segment outside free space are ignored.
typedef struct wend_map_source {
    wend_vec2 a, b;
    double offset; ///< distance at the source itself [Limit: 0..WEND_MAP_MAX_OFFSET] [Units: m]
} wend_map_source;

/// Largest offset. Beyond it the distances within a scene would be lost in rounding.
#define WEND_MAP_MAX_OFFSET 1e12

/// Maximum number of sources.
#define WEND_MAP_MAX_SOURCES 1048576

/// No root, no source.
#define WEND_MAP_NONE UINT32_MAX

/// A shortest-path map. Queries are const: any number of threads may run them at once, but not
/// during a build or an update.
typedef struct wend_map wend_map;

/// Creates an empty map.
WEND_API wend_result wend_map_create(const wend_allocator *allocator, wend_map **map,
                                     wend_error *error);
/// Destroys a map. NULL is allowed.
WEND_API void wend_map_destroy(wend_map *map);

/// Builds the map. The mesh must outlive it and must not change while the map is queried: after an
/// edit every query returns "unreachable" until the next build or update. Allocates only when the
/// map exceeds its largest size so far. O(n log n) for walls like those of a town; more where small
/// posts stand far apart, because the map itself is larger there. WEND_BAD_ARGUMENT if a source is
/// not finite, lies outside the bounding box of the mesh or has a negative offset. A source inside
/// an obstacle is ignored. After a failure the map is empty.
WEND_API wend_result wend_map_build(wend_map *map, const wend_mesh *mesh,
                                    const wend_map_source *sources, uint32_t source_count,
                                    wend_error *error);

/// Updates the map incrementally to the current mesh and to these sources; source i is the former
/// source i, possibly moved. The results equal those of a full build, except for rounding and for
/// the choice between paths of equal length. The cost is proportional to what has changed. The mesh
/// is that of wend_map_build, edited or not; with another mesh the map is rebuilt.
WEND_API wend_result wend_map_update(wend_map *map, const wend_mesh *mesh,
                                     const wend_map_source *sources, uint32_t source_count,
                                     wend_error *error);

// ---- queries ------------------------------------------------------------------------------------

typedef struct wend_map_result {
    double distance; ///< distance to the nearest source; -1: unreachable, or not in free space
                     ///< [Units: m]
    /// Next point of the shortest path: a corner, or the point on the source. The query point
    /// itself where no source is reachable.
    wend_vec2 next;
    /// Index into wend_map_roots of the root that `next` lies on: the region of the query point.
    /// WEND_MAP_NONE: unreachable.
    uint32_t root;
} wend_map_result;

/// Returns the exact result at a point: a walk to its triangle from a grid of hints, then the
/// windows of that triangle.
WEND_API wend_map_result wend_map_query(const wend_map *map, wend_vec2 p);

/// Runs a query for each of many points, in parallel with tasks [opt]. Fastest if consecutive
/// points are close to each other.
WEND_API void wend_map_query_batch(const wend_map *map, const wend_vec2 *points, uint32_t count,
                                   wend_map_result *results, wend_tasks *tasks);

/// Writes the whole path from p to its source, p first: at most capacity points, and their total
/// number to *count. WEND_BUFFER_TOO_SMALL if there are more. WEND_NOT_FOUND: unreachable, *count
/// is 0. Linear in the number of points.
WEND_API wend_result wend_map_path(const wend_map *map, wend_vec2 p, wend_vec2 *points,
                                   uint32_t capacity, uint32_t *count);

/// The target of the last leg of paths: a source or a corner. A segment has its own roots: its two
/// end points, and the segment between them once for each side.
typedef struct wend_map_root {
    /// End points; equal, except for the roots of a segment, which serve the points on its left.
    wend_vec2 a, b;
    double distance; ///< distance at a, and anywhere on the segment [Units: m]
    uint32_t parent; ///< next root on the path to the source; WEND_MAP_NONE for a source
    uint32_t source; ///< index of the source at the end of the path; WEND_MAP_NONE: slot not in use
} wend_map_root;

/// Returns all roots, valid until the map is built or updated. After updates some slots are unused
/// (see `source`).
WEND_API const wend_map_root *wend_map_roots(const wend_map *map, uint32_t *count);

/// Returns the point of a root that a path from p leads to: a, or the projection of p onto the
/// segment.
WEND_API wend_vec2 wend_map_projection(const wend_map_root *root, wend_vec2 p);

/// Sizes, and the work of the last build or update.
typedef struct wend_map_size {
    uint32_t triangles;   ///< free triangles
    uint32_t windows;     ///< windows stored
    uint32_t roots;       ///< roots in use
    uint32_t max_windows; ///< largest number of windows in one triangle
    uint64_t steps;       ///< windows propagated into a triangle
    bool rebuilt;         ///< true if the last wend_map_update rebuilt the whole map
    size_t bytes;
} wend_map_size;
/// Returns the sizes. Linear in the size of the map.
WEND_API wend_map_size wend_map_measure(const wend_map *map);

/// Checks the invariants: windows lie in their triangles, roots precede their children, distances
/// add up along parents. WEND_OK if all hold. For tests.
WEND_API wend_result wend_map_check(const wend_map *map, wend_error *error);

// ---- output -------------------------------------------------------------------------------------

/// A raster of any resolution. Every pixel holds the values at its centre.
typedef struct wend_map_raster {
    wend_box box;           ///< area that the pixels cover
    uint32_t width, height; ///< [Limit: >= 1, at most WEND_MAP_MAX_PIXELS in total]
    /// Memory of the caller [width * height], row by row from the bottom; each opt.
    double *distance; ///< -1: unreachable, or not in free space
    uint32_t *root;   ///< WEND_MAP_NONE for such pixels
    wend_vec2 *next;
} wend_map_raster;

/// Maximum number of pixels: 16,384 by 16,384.
#define WEND_MAP_MAX_PIXELS ((uint64_t)1 << 28)

/// Returns the centre of a pixel.
WEND_API wend_vec2 wend_map_pixel(const wend_map_raster *raster, uint32_t column, uint32_t row);

/// Computes the pixels, in parallel with tasks [opt]; the result does not depend on the number of
/// threads. It equals wend_map_query at the centres bit for bit, except on edges of the mesh, where
/// it may differ by rounding. Allocates scratch memory with the map's allocator, like every output
/// function: call from one thread at a time unless the allocator is thread-safe. WEND_BAD_ARGUMENT
/// for no pixels, too many pixels, an empty box, or pixels too small for distinct centres.
WEND_API wend_result wend_map_paint(const wend_map *map, const wend_map_raster *raster,
                                    wend_tasks *tasks, wend_error *error);

/// Calls visit with the isolines of the distance, level by level. Each is a polyline whose distance
/// from the true line is at most error [Units: m], on the outside of its arcs. A closed line
/// repeats its first point at the end. Stops when visit returns false.
typedef bool wend_map_line_fn(void *context, double level, const wend_vec2 *points, uint32_t count);
WEND_API wend_result wend_map_isolines(const wend_map *map, const double *levels,
                                       uint32_t level_count, double error, wend_map_line_fn *visit,
                                       void *context, wend_error *problem);

/// Calls visit with the borders between regions: the lines on which two roots are equally near and
/// no other root is nearer. Segments of sources are not included. The polylines deviate by at most
/// about error [Units: m]. Stops when visit returns false.
typedef bool wend_map_border_fn(void *context, uint32_t root, uint32_t other,
                                const wend_vec2 *points, uint32_t count);
WEND_API wend_result wend_map_borders(const wend_map *map, double error, wend_map_border_fn *visit,
                                      void *context, wend_error *problem);

/// Draws the layers "borders", "isolines" at the levels, and "sources" with the critical points of
/// segments, where paths from corners end on them. Lines deviate by at most error [Units: m].
WEND_API wend_result wend_map_draw(const wend_map *map, const double *levels, uint32_t level_count,
                                   double error, const wend_draw *draw, wend_error *problem);

#ifdef __cplusplus
}
#endif

#endif
