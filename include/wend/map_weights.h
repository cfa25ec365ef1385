// SPDX-License-Identifier: MIT
// Maps of time with weights at corners: past a corner of weight 2 a traveller is twice as fast, as
// one who finds a bicycle there ("vertex weights" in Farias 2020, section 3.5). Who comes by
// several keeps the fastest.
//
// A time map is made of plain path maps, the layers: one for each speed that a traveller may have.
// In a layer time is distance over speed, so that layer is an ordinary map, and what joins the
// layers are the weighted corners: each is a source of another layer, with the time there as its
// offset. There are two forms:
//
// - WEND_TIME_FROM_SOURCES: all travellers start at the sources, with speed 1. The slowest layer
//   comes first; each faster one starts at the corners of its weight, at the time when slower
//   travellers get there. The answer at a point is the earliest of all layers. This is the map of
//   the document (Figures 3.7 to 3.9).
// - WEND_TIME_TO_SOURCES: sources are goals, and travellers start anywhere, with any of the speeds.
//   The fastest layer comes first; each slower one leads to the goals and to all corners of a
//   larger weight, with the time that is left from there. A traveller reads the layer of its own
//   speed. This is the map for guides.
//
// Times are those of a traveller who makes 1 m/s at speed 1; others divide by what they make.
#ifndef WEND_MAP_WEIGHTS_H
#define WEND_MAP_WEIGHTS_H

#include "wend/map_tolls.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A weighted corner. The place is exactly a corner of the mesh (see wend_map_corner), or anywhere
/// in free space or on its walls, but for the inside of a wall that is free on both sides. One that
/// is elsewhere, in an obstacle for instance, has no effect.
typedef struct wend_map_weight {
    wend_vec2 at;
    double weight; ///< the speed from there on; 1: none [Limit: 1..WEND_MAP_MAX_WEIGHT]
} wend_map_weight;

#define WEND_MAP_MAX_WEIGHT 1e6

/// Different speeds, 1 included; more are refused, since each is a whole map.
#define WEND_MAP_MAX_SPEEDS 64

/// The corner of the mesh (a vertex with free space beside it; the frame's are none) that is
/// nearest to p, if it is no further away than reach: for people, who do not click on all digits.
/// Of equally near ones that with the smaller x, then y. WEND_NOTHING: there is none. O(n).
WEND_API wend_result wend_map_corner(const wend_mesh *mesh, wend_vec2 p, double reach,
                                     wend_vec2 *corner);

typedef enum wend_time_form {
    WEND_TIME_TO_SOURCES,   ///< sources are goals
    WEND_TIME_FROM_SOURCES, ///< sources are starts
} wend_time_form;

/// What a time map is made of. Nothing of it is retained.
typedef struct wend_time_map_def {
    wend_time_form form;
    /// Their offsets are times. [Limit: 0..WEND_MAP_MAX_OFFSET over the greatest speed] [Units: s]
    const wend_map_source *sources;
    uint32_t source_count;
    const wend_map_weight
        *weights; ///< [opt] in any order; of several at one place the largest counts
    uint32_t weight_count;
    /// [opt] More speeds that travellers may have, for WEND_TIME_TO_SOURCES: of those who took a
    /// weight that has reverted since. [Limit: each 1..WEND_MAP_MAX_WEIGHT]
    const double *speeds;
    uint32_t speed_count;
    /// [opt] What it costs to cross the lines of the mesh (wend/map_tolls.h), one for each. Tolls
    /// are times, the same at every speed. [Limit: as offsets] [Units: s]
    const wend_map_toll *tolls;
    uint32_t toll_count;
    uint32_t cookie; ///< set by wend_default_time_map_def
} wend_time_map_def;

WEND_API wend_time_map_def wend_default_time_map_def(void);

/// Queries are const: any number of threads may ask at once, while nobody builds or updates.
typedef struct wend_time_map wend_time_map;

/// An empty map.
WEND_API wend_result wend_time_map_create(const wend_allocator *allocator, wend_time_map **map,
                                          wend_error *error);
/// NULL is allowed.
WEND_API void wend_time_map_destroy(wend_time_map *map);

/// Makes the map. Mesh and memory as in wend_map_build. WEND_BAD_ARGUMENT names what is out of its
/// limits. After a failure the map is empty.
WEND_API wend_result wend_time_map_build(wend_time_map *map, const wend_mesh *mesh,
                                         const wend_time_map_def *def, wend_error *error);

/// Brings the map up to what mesh, sources and weights are now, and answers as one that was built
/// anew. Layers in which nothing changes are kept as they are: when a weight reverts, all that are
/// no slower than it (WEND_TIME_TO_SOURCES), or all that are slower and those whose own corners are
/// reached as early as before (WEND_TIME_FROM_SOURCES). The others are updated as wend_map_update
/// does it. After a failure the map is empty.
WEND_API wend_result wend_time_map_update(wend_time_map *map, const wend_mesh *mesh,
                                          const wend_time_map_def *def, wend_error *error);

/// The speeds of the layers, the first is 1, each greater than the one before. Layer i is that of
/// speeds[i]. Valid until the map is built or updated. Empty maps have none.
WEND_API const double *wend_time_map_speeds(const wend_time_map *map, uint32_t *count);

/// The layer for a traveller of that speed: the fastest that is not faster.
WEND_API uint32_t wend_time_map_layer(const wend_time_map *map, double speed);

/// The plain map of a layer: its distances are times multiplied by the layer's speed. Valid until
/// the time map is built or updated. NULL: there is no such layer.
WEND_API const wend_map *wend_time_map_plain(const wend_time_map *map, uint32_t layer);

// ---- questions ----------------------------------------------------------------------------------

/// For a layer: the usual question. WEND_TIME_FROM_SOURCES: whichever is earliest;
/// WEND_TIME_TO_SOURCES: that of speed 1.
#define WEND_TIME_USUAL UINT32_MAX

typedef struct wend_time_answer {
    double time;    ///< -1: unreachable, or not in free space [Units: s]
    wend_vec2 next; ///< the next point of the path to its source, as in wend_map_answer
    double speed;   ///< on the straight way between the point and next
    uint32_t layer; ///< whose speed that is
    uint32_t root;  ///< a root of that layer's plain map. Layer and root are the region.
    uint32_t
        weight; ///< the first weighted corner on the path to its source, where the speed
                ///< changes: a number in weights; WEND_MAP_NONE: it comes by none. Regions with
                ///< the same next but another weight have the same parent, but another path.
    uint32_t source; ///< where the path ends; WEND_MAP_NONE: unreachable
} wend_time_answer;

/// The exact answer at a point.
WEND_API wend_time_answer wend_time_map_at(const wend_time_map *map, uint32_t layer, wend_vec2 p);

/// The same for many points at once, in parallel with tasks [opt].
WEND_API void wend_time_map_ask(const wend_time_map *map, uint32_t layer, const wend_vec2 *points,
                                uint32_t count, wend_time_answer *answers, wend_tasks *tasks);

/// A point of a path.
typedef struct wend_time_stop {
    wend_vec2 at;
    double time;  ///< what an answer there tells [Units: s]
    double speed; ///< between this and the next stop; 0 at the last
    uint32_t
        weight; ///< the weighted corner that this is, where the speed changes; or WEND_MAP_NONE
} wend_time_stop;

/// The whole path from p to its source, p first (a traveller of WEND_TIME_FROM_SOURCES goes it
/// backwards). Writes at most capacity stops and their whole number to *count;
/// WEND_BUFFER_TOO_SMALL if there were more. WEND_NOTHING: unreachable, *count is 0.
WEND_API wend_result wend_time_map_path(const wend_time_map *map, uint32_t layer, wend_vec2 p,
                                        wend_time_stop *stops, uint32_t capacity, uint32_t *count);

/// Sizes and work of the last build or update.
typedef struct wend_time_map_size {
    uint32_t layers;
    uint32_t kept;    ///< layers that the last build or update did not touch
    uint32_t corners; ///< weights that have an effect
    uint32_t windows, roots;
    uint64_t steps;
    size_t bytes;
} wend_time_map_size;
WEND_API wend_time_map_size wend_time_map_measure(const wend_time_map *map);

/// WEND_OK if everything is as it should be: every layer, and the times where they join.
WEND_API wend_result wend_time_map_check(const wend_time_map *map, wend_error *error);

// ---- outputs ------------------------------------------------------------------------------------

/// A raster, as wend_map_raster.
typedef struct wend_time_raster {
    wend_box box;
    uint32_t width, height; ///< [Limit: >= 1, at most WEND_MAP_MAX_PIXELS in all]
    /// The caller's memory [width * height], row by row from the lowest up; each opt.
    double *time;
    wend_vec2 *next;
    uint32_t *layer; ///< WEND_MAP_NONE where it is unreachable, and so for the others
    uint32_t *root;
    uint32_t *weight;
} wend_time_raster;

/// Paints the pixels, in parallel with tasks [opt], with the same bits for any number of threads.
/// Takes scratch memory from the map's allocator.
WEND_API wend_result wend_time_map_paint(const wend_time_map *map, uint32_t layer,
                                         const wend_time_raster *raster, wend_tasks *tasks,
                                         wend_error *error);

/// Calls visit with pieces of the lines of equal time, as wend_map_isolines does.
WEND_API wend_result wend_time_map_isolines(const wend_time_map *map, uint32_t layer,
                                            const double *levels, uint32_t level_count,
                                            double error, wend_map_line_fn *visit, void *context,
                                            wend_error *problem);

#ifdef __cplusplus
}
#endif

#endif
