// SPDX-License-Identifier: MIT
// The raster road: nearest and second-nearest sites on a grid of pixels, and the multi-agent
// navigation graph read off them, as in sections 6.1 to 6.3 of "Real-Time Path Planning in Dynamic
// Virtual Environments Using Multiagent Navigation Graphs" (Sud et al. 2008). It takes what the
// exact diagram does not: bitmaps, occupancy grids, shapes that overlap or are not simple.
//
// Sites are points, segments, polygons and blobs of pixels. The border of a polygon is cut at its
// concave corners, so that the middle line of a corridor in one large polygon is part of the graph,
// as it is in the exact diagram; the pieces are called regions. Every other site is one region.
//
// A pixel is told by its centre. Labels are right but for ties: where two distances differ by less
// than WEND_RASTER_TIE of them, the lower region has the pixel. What is narrower than a pixel may
// be lost; the repair takes away what is one pixel wide where that parts nothing.
#ifndef WEND_RASTER_H
#define WEND_RASTER_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/mang.h"
#include "wend/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// More pixels than this are refused: 8192 by 8192.
#define WEND_RASTER_MAX_PIXELS ((uint64_t)1 << 26)

/// Distances that differ by less than this part count as equal. Distances are floats measured from
/// the centre of a block of 32 by 32 pixels, and are good to a tenth of it: so a line along which
/// two sites are equally near is not frayed by rounding.
#define WEND_RASTER_TIE 0x1p-19

/// No region, no site.
#define WEND_RASTER_NONE UINT32_MAX

typedef struct wend_raster_site {
    wend_shape shape; ///< a point, a segment, or a polygon: even-odd, solid inside
    double radius;    ///< above 0: an agent [Limit: 0, or shape is a point] [Units: m]
    bool hollow;      ///< a polygon that is free inside and solid outside: the bounds
} wend_raster_site;

typedef struct wend_raster_def {
    wend_box box;           ///< what the pixels cover; sites may lie outside of it
    uint32_t width, height; ///< in pixels [Limit: >= 1, at most WEND_RASTER_MAX_PIXELS in all]
    const wend_raster_site *sites; ///< [site_count]
    uint32_t site_count;
    /// [opt, width * height] Row by row from the lowest up: 0 is free, n is a pixel of blob n - 1,
    /// solid. Blob k is site site_count + k. See wend_raster_blobs.
    const uint32_t *blobs;
    uint32_t blob_count;
    bool keep_undersampled; ///< leave out the repair of section 6.2
    wend_mang_def mang;
    uint32_t cookie; ///< set by wend_default_raster_def
} wend_raster_def;

/// 1,000 by 1,000 pixels, no box, no sites.
WEND_API wend_raster_def wend_default_raster_def(void);

typedef struct wend_raster wend_raster;

WEND_API wend_result wend_raster_create(const wend_allocator *allocator, wend_raster **raster,
                                        wend_error *error);
/// NULL is allowed.
WEND_API void wend_raster_destroy(wend_raster *raster);

/// Makes the diagrams and the graph, in parallel with tasks [opt], with the same bits for any
/// number of threads. Takes memory when it is larger than all before. No reference to def is
/// retained. After a failure there are no pixels and no graph.
WEND_API wend_result wend_raster_build(wend_raster *raster, const wend_raster_def *def,
                                       wend_tasks *tasks, wend_error *error);

/// What was built last, row by row from the lowest up; valid until the next build.
typedef struct wend_raster_view {
    wend_box box;
    uint32_t width, height;
    const uint32_t *first;       ///< [width * height] the nearest region; WEND_RASTER_NONE: none
    const uint32_t *second;      ///< the second nearest, where the nearest is an agent's; else NONE
    const float *first_distance; ///< from the centre to it, 0 in what is solid [Units: m]
    const float *second_distance; ///< INFINITY: none
    const uint32_t *site_of;      ///< [region_count] whose region that is
    uint32_t region_count;
} wend_raster_view;
WEND_API wend_raster_view wend_raster_look(const wend_raster *raster);

/// The graph. A site's slot is its number, its id is {number + 1, 0}. A vertex of two ways is where
/// a black edge comes to the border of its cell and there is no better vertex beside it; one of one
/// way is where a red edge ends in a wall or at the box. Where several black edges of a cell end at
/// one vertex each has a node of its own there. `left` and `right` of links are sites.
WEND_API const wend_mang_graph *wend_raster_graph(const wend_raster *raster);

/// A red edge as a line from its first vertex to its second, at most half a pixel off the row of
/// pixels' borders that it was read from; valid until the next build.
WEND_API const wend_vec2 *wend_raster_edge_line(const wend_raster *raster, uint32_t edge,
                                                uint32_t *count);

/// How long the parts of the last build took, and what they did.
typedef struct wend_raster_times {
    double cull, nearest, repair; ///< the diagrams [Units: s]
    double trace, measure, join;  ///< the graph [Units: s]
    uint64_t candidates;          ///< pieces of sites that were looked at for a block, in all
    uint32_t repaired;            ///< pixels that changed hands
} wend_raster_times;
WEND_API wend_raster_times wend_raster_timing(const wend_raster *raster);

/// Labels the parts of a bitmap that hang together by sides of pixels: 1, 2, ... in blobs
/// [width * height], 0 where occupied is 0; in the order of their first pixels. blobs may not be
/// occupied. O(pixels), takes no memory. [Limit: at most WEND_RASTER_MAX_PIXELS]
WEND_API uint32_t wend_raster_blobs(const uint8_t *occupied, uint32_t width, uint32_t height,
                                    uint32_t *blobs);

typedef enum wend_raster_picture {
    WEND_RASTER_FIRST,        ///< by nearest site
    WEND_RASTER_SECOND,       ///< by second-nearest site, where the nearest is an agent
    WEND_RASTER_SECOND_ORDER, ///< by the pair of both, in any order
    WEND_RASTER_DISTANCE,     ///< by the distance to the nearest, in grey
} wend_raster_picture;

/// Paints pixels [width * height], row by row from the top down, as pictures are.
WEND_API void wend_raster_paint(const wend_raster *raster, wend_raster_picture picture,
                                wend_colour *pixels);

#ifdef __cplusplus
}
#endif

#endif
