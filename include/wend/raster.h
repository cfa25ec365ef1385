// SPDX-License-Identifier: MIT
// Voronoi diagrams on a raster: nearest and second-nearest sites on a grid of pixels, and the
// multi-agent navigation graph extracted from them (A. Sud, E. Andersen, S. Curtis, M. Lin and D.
// Manocha, "Real-Time Path Planning in Dynamic Virtual Environments Using Multiagent Navigation
// Graphs", 2008, §6.1 to §6.3). Accepts input that the exact diagram rejects: bitmaps, occupancy
// grids, and shapes that overlap or are not simple.
//
// Sites are points, segments, polygons and blobs of pixels. The border of a polygon is cut at its
// concave corners, so that the medial line of a corridor inside one large polygon is part of the
// graph, as it is in the exact diagram; the pieces are called regions. Every other site is one
// region.
//
// A pixel is classified by its centre. Labels are exact except for ties: where two distances differ
// by less than WEND_RASTER_TIE (relative), the region with the lower index owns the pixel. Features
// narrower than a pixel may be lost; the repair removes features one pixel wide where that does not
// disconnect anything.
#ifndef WEND_RASTER_H
#define WEND_RASTER_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/mang.h"
#include "wend/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Maximum number of pixels: 8192 by 8192.
#define WEND_RASTER_MAX_PIXELS ((uint64_t)1 << 26)

/// Relative difference below which two distances count as equal. Distances are floats measured from
/// the centre of a block of 32 by 32 pixels and accurate to a tenth of this, so rounding does not
/// fray a line along which two sites are equally near.
#define WEND_RASTER_TIE 0x1p-19

/// No region, no site.
#define WEND_RASTER_NONE UINT32_MAX

typedef struct wend_raster_site {
    wend_shape shape; ///< A point, a segment, or a polygon (even-odd rule, solid inside)
    double radius;    ///< above 0: an agent [Limit: 0 unless shape is a point] [Units: m]
    bool hollow;      ///< the polygon is free inside and solid outside: the bounds of the scene
} wend_raster_site;

typedef struct wend_raster_def {
    wend_box box;           ///< area that the pixels cover; sites may lie outside it
    uint32_t width, height; ///< in pixels [Limit: >= 1, at most WEND_RASTER_MAX_PIXELS in total]
    const wend_raster_site *sites; ///< [site_count]
    uint32_t site_count;
    /// [opt, width * height] Row by row from the bottom: 0 is free, n is a solid pixel of blob n -
    /// 1. Blob k is site site_count + k. See wend_raster_blobs.
    const uint32_t *blobs;
    uint32_t blob_count;
    bool keep_undersampled; ///< skip the repair of undersampled labels (Sud et al. 2008, §6.2)
    wend_mang_def mang;
    uint32_t cookie; ///< set by wend_default_raster_def
} wend_raster_def;

/// 1,000 by 1,000 pixels, an empty box, no sites.
WEND_API wend_raster_def wend_default_raster_def(void);

typedef struct wend_raster wend_raster;

/// Creates an empty raster.
WEND_API wend_result wend_raster_create(const wend_allocator *allocator, wend_raster **raster,
                                        wend_error *error);
/// Destroys a raster. NULL is allowed.
WEND_API void wend_raster_destroy(wend_raster *raster);

/// Computes the diagrams and the graph, in parallel with tasks [opt]; the result does not depend on
/// the number of threads. Allocates when the raster exceeds its largest size so far. The definition
/// is not retained. After a failure there are no pixels and no graph.
WEND_API wend_result wend_raster_build(wend_raster *raster, const wend_raster_def *def,
                                       wend_tasks *tasks, wend_error *error);

/// The result of the last build, row by row from the bottom; valid until the next build.
typedef struct wend_raster_view {
    wend_box box;
    uint32_t width, height;
    const uint32_t *first; ///< [width * height] Nearest region; WEND_RASTER_NONE: none
    /// Second-nearest region where the nearest is an agent's, else WEND_RASTER_NONE
    const uint32_t *second;
    const float *first_distance;  ///< distance from the pixel centre; 0 in solid pixels [Units: m]
    const float *second_distance; ///< INFINITY: none
    const uint32_t *site_of;      ///< [region_count] Site of each region
    uint32_t region_count;
} wend_raster_view;
/// Returns the diagrams. O(1).
WEND_API wend_raster_view wend_raster_view_of(const wend_raster *raster);

/// Returns the graph. The slot of a site is its index, its id is {index + 1, 0}. A vertex of degree
/// two is a point where a black edge meets the border of its cell with no better vertex near it; a
/// vertex of degree one is a point where a red edge ends at a wall or at the box. Where several
/// black edges of a cell end at one vertex, each has its own node. `left` and `right` of links are
/// sites. Valid until the next build.
WEND_API const wend_mang_graph *wend_raster_graph(const wend_raster *raster);

/// Returns a red edge as a polyline from its first vertex to its second, at most half a pixel from
/// the row of pixel borders it was traced from; valid until the next build.
WEND_API const wend_vec2 *wend_raster_edge_line(const wend_raster *raster, uint32_t edge,
                                                uint32_t *count);

/// Timing and statistics of the last build.
typedef struct wend_raster_times {
    double cull, nearest, repair; ///< diagrams [Units: s]
    double trace, measure, join;  ///< graph [Units: s]
    uint64_t candidates;          ///< total number of site pieces examined, over all blocks
    uint32_t repaired;            ///< pixels that were relabelled
} wend_raster_times;
/// Returns the timing.
WEND_API wend_raster_times wend_raster_timing(const wend_raster *raster);

/// Labels the connected components of a bitmap (connected by pixel sides) 1, 2, ... in blobs
/// [width * height], in the order of their first pixels; 0 where occupied is 0. Returns their
/// number. blobs must not alias occupied. O(pixels), does not allocate.
/// [Limit: at most WEND_RASTER_MAX_PIXELS]
WEND_API uint32_t wend_raster_blobs(const uint8_t *occupied, uint32_t width, uint32_t height,
                                    uint32_t *blobs);

typedef enum wend_raster_picture {
    WEND_RASTER_FIRST,        ///< coloured by nearest site
    WEND_RASTER_SECOND,       ///< coloured by second-nearest site where the nearest is an agent
    WEND_RASTER_SECOND_ORDER, ///< coloured by the unordered pair of both
    WEND_RASTER_DISTANCE,     ///< grey level by the distance to the nearest site
} wend_raster_picture;

/// Writes a picture to pixels [width * height], row by row from the top, as in image files.
WEND_API void wend_raster_paint(const wend_raster *raster, wend_raster_picture picture,
                                wend_colour *pixels);

#ifdef __cplusplus
}
#endif

#endif
