// SPDX-License-Identifier: MIT
// Travel-time maps with speed boosts at corners: after passing a corner with factor 2 a traveller
// is twice as fast, like someone who finds a bicycle there ("vertex weights" in Farias 2020, §3.5;
// full citation in wend/map.h). A traveller who passes several boosts keeps the fastest.
//
// A time map consists of shortest-path maps, its layers: one for each speed a traveller can have.
// Within a layer time is distance over speed, so the layer is an ordinary map. The boosts connect
// the layers: each is a source of another layer, with the time there as its offset. There are two
// forms:
//
// - WEND_TIME_FROM_SOURCES: all travellers start at the sources with speed 1. The slowest layer is
//   built first; each faster one starts at the corners with its factor, at the time slower
//   travellers reach them. The result at a point is the earliest of all layers. This is the map of
//   Farias 2020, Figures 3.7 to 3.9.
// - WEND_TIME_TO_SOURCES: sources are goals, and travellers start anywhere with any of the speeds.
//   The fastest layer is built first; each slower one leads to the goals and to all corners with a
//   larger factor, with the time remaining from there. A traveller reads the layer of its own
//   speed. Planners use this form.
//
// Times are those of a traveller who moves at 1 m/s with speed 1; divide by the actual speed of
// others.
#ifndef WEND_MAP_BOOSTS_H
#define WEND_MAP_BOOSTS_H

#include "wend/map_tolls.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A speed boost. The position is exactly a corner of the mesh (see wend_map_corner), or any point
/// in free space or on walls, except the interior of a wall with free space on both sides. A boost
/// elsewhere, for instance inside an obstacle, has no effect. A factor below 1 is an error: a path
/// that passes the corner at any small distance avoids it, so no path is fastest, and the infimum
/// of the times is that without the boost.
typedef struct wend_map_boost {
    wend_vec2 position;
    double factor; ///< speed from there on; 1: no effect [Limit: 1..WEND_MAP_MAX_BOOST]
} wend_map_boost;

/// Largest boost factor.
#define WEND_MAP_MAX_BOOST 1e6

/// Maximum number of different speeds, 1 included. Each needs a map of its own.
#define WEND_MAP_MAX_SPEEDS 64

/// Returns the corner of the mesh (a vertex next to free space; vertices of the frame do not count)
/// nearest to p and within distance reach. For interactive picking. Ties are resolved by smaller x,
/// then smaller y. WEND_NOT_FOUND: no corner within reach. O(n).
WEND_API wend_result wend_map_corner(const wend_mesh *mesh, wend_vec2 p, double reach,
                                     wend_vec2 *corner);

typedef enum wend_time_form {
    WEND_TIME_TO_SOURCES,   ///< sources are goals
    WEND_TIME_FROM_SOURCES, ///< sources are starting points
} wend_time_form;

/// Definition of a time map. Nothing in it is retained.
typedef struct wend_time_map_def {
    wend_time_form form;
    /// Sources; their offsets are times. [Limit: 0..WEND_MAP_MAX_OFFSET over the largest speed]
    /// [Units: s]
    const wend_map_source *sources;
    uint32_t source_count;
    /// [opt] In any order; of several boosts at one position the largest counts
    const wend_map_boost *boosts;
    uint32_t boost_count;
    /// [opt] Further speeds travellers may have, for WEND_TIME_TO_SOURCES: speeds gained at boosts
    /// that have expired since. [Limit: each 1..WEND_MAP_MAX_BOOST]
    const double *speeds;
    uint32_t speed_count;
    /// [opt] Tolls for crossing the lines of the mesh (wend/map_tolls.h), one for each line. Tolls
    /// are times, the same at every speed. [Limit: as for offsets] [Units: s]
    const wend_map_toll *tolls;
    uint32_t toll_count;
    uint32_t cookie; ///< set by wend_default_time_map_def
} wend_time_map_def;

/// WEND_TIME_TO_SOURCES, no sources, boosts, speeds or tolls.
WEND_API wend_time_map_def wend_default_time_map_def(void);

/// A travel-time map. Queries are const: any number of threads may run them at once, but not during
/// a build or an update.
typedef struct wend_time_map wend_time_map;

/// Creates an empty map.
WEND_API wend_result wend_time_map_create(const wend_allocator *allocator, wend_time_map **map,
                                          wend_error *error);
/// Destroys a map. NULL is allowed.
WEND_API void wend_time_map_destroy(wend_time_map *map);

/// Builds the map. Requirements on the mesh and memory use are those of wend_map_build.
/// WEND_BAD_ARGUMENT states the value outside its limits. After a failure the map is empty.
WEND_API wend_result wend_time_map_build(wend_time_map *map, const wend_mesh *mesh,
                                         const wend_time_map_def *def, wend_error *error);

/// Updates the map to the current mesh, sources and boosts; the results equal those of a full
/// build. Unchanged layers are kept: when a boost expires, all layers at least as fast as its
/// factor (WEND_TIME_TO_SOURCES), or all slower layers and those whose own corners are reached at
/// the same time as before (WEND_TIME_FROM_SOURCES). The others are updated as by wend_map_update.
/// After a failure the map is empty.
WEND_API wend_result wend_time_map_update(wend_time_map *map, const wend_mesh *mesh,
                                          const wend_time_map_def *def, wend_error *error);

/// Returns the speeds of the layers in increasing order; the first is 1. Layer i has speeds[i].
/// Valid until the map is built or updated. An empty map has none.
WEND_API const double *wend_time_map_speeds(const wend_time_map *map, uint32_t *count);

/// Returns the layer for a traveller of that speed: the fastest layer that is not faster. Linear in
/// the number of layers.
WEND_API uint32_t wend_time_map_layer(const wend_time_map *map, double speed);

/// Returns the shortest-path map of a layer; its distances are times multiplied by the layer's
/// speed. Valid until the time map is built or updated. NULL: no such layer.
WEND_API const wend_map *wend_time_map_plain(const wend_time_map *map, uint32_t layer);

// ---- queries ------------------------------------------------------------------------------------

/// Default layer of a query. WEND_TIME_FROM_SOURCES: the earliest of all layers;
/// WEND_TIME_TO_SOURCES: the layer of speed 1.
#define WEND_TIME_DEFAULT_LAYER UINT32_MAX

typedef struct wend_time_result {
    double time;    ///< -1: unreachable, or not in free space [Units: s]
    wend_vec2 next; ///< next point of the path to its source, as in wend_map_result
    double speed;   ///< speed on the straight leg between the point and `next`
    uint32_t layer; ///< layer of that speed
    uint32_t root;  ///< root in the map of that layer. Layer and root identify the region.
    /// Index of the first boost on the path to its source, where the speed changes; WEND_MAP_NONE:
    /// the path passes none. Regions with the same `next` but different boosts share the parent,
    /// not the path.
    uint32_t boost;
    uint32_t source; ///< source at the end of the path; WEND_MAP_NONE: unreachable
} wend_time_result;

/// Returns the exact result at a point.
WEND_API wend_time_result wend_time_map_query(const wend_time_map *map, uint32_t layer,
                                              wend_vec2 p);

/// Runs a query for each of many points, in parallel with tasks [opt].
WEND_API void wend_time_map_query_batch(const wend_time_map *map, uint32_t layer,
                                        const wend_vec2 *points, uint32_t count,
                                        wend_time_result *results, wend_tasks *tasks);

/// A point of a path.
typedef struct wend_time_point {
    wend_vec2 position;
    double time;    ///< result of a query at this point [Units: s]
    double speed;   ///< speed between this point and the next; 0 at the last
    uint32_t boost; ///< boost at this point, where the speed changes; or WEND_MAP_NONE
} wend_time_point;

/// Writes the whole path from p to its source, p first (a traveller of WEND_TIME_FROM_SOURCES walks
/// it in reverse): at most capacity points, and their total number to *count. WEND_BUFFER_TOO_SMALL
/// if there are more. WEND_NOT_FOUND: unreachable, *count is 0.
WEND_API wend_result wend_time_map_path(const wend_time_map *map, uint32_t layer, wend_vec2 p,
                                        wend_time_point *points, uint32_t capacity,
                                        uint32_t *count);

/// Sizes, and the work of the last build or update.
typedef struct wend_time_map_size {
    uint32_t layers;
    uint32_t kept;    ///< layers that the last build or update did not touch
    uint32_t corners; ///< boosts that have an effect
    uint32_t windows, roots;
    uint64_t steps;
    size_t bytes;
} wend_time_map_size;
/// Returns the sizes. Linear in the size of the map.
WEND_API wend_time_map_size wend_time_map_measure(const wend_time_map *map);

/// Checks the invariants of every layer, and the times where layers connect. WEND_OK if all hold.
/// For tests.
WEND_API wend_result wend_time_map_check(const wend_time_map *map, wend_error *error);

// ---- output -------------------------------------------------------------------------------------

/// A raster, like wend_map_raster.
typedef struct wend_time_raster {
    wend_box box;
    uint32_t width, height; ///< [Limit: >= 1, at most WEND_MAP_MAX_PIXELS in total]
    /// Memory of the caller [width * height], row by row from the bottom; each opt.
    double *time;
    wend_vec2 *next;
    uint32_t *layer; ///< WEND_MAP_NONE where no source is reachable; likewise root and boost
    uint32_t *root;
    uint32_t *boost;
} wend_time_raster;

/// Computes the pixels, in parallel with tasks [opt]; the result does not depend on the number of
/// threads. Allocates scratch memory with the map's allocator.
WEND_API wend_result wend_time_map_paint(const wend_time_map *map, uint32_t layer,
                                         const wend_time_raster *raster, wend_tasks *tasks,
                                         wend_error *error);

/// Calls visit with pieces of the lines of equal time, like wend_map_isolines.
WEND_API wend_result wend_time_map_isolines(const wend_time_map *map, uint32_t layer,
                                            const double *levels, uint32_t level_count,
                                            double error, wend_map_line_fn *visit, void *context,
                                            wend_error *problem);

#ifdef __cplusplus
}
#endif

#endif
