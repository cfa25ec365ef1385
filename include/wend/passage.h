// SPDX-License-Identifier: MIT
// Narrow passages of a floor, such as doors and corridors. They are found on the Voronoi diagram of
// the walls: a passage is a chain of its edges along which the walls on both sides are nearer to
// each other than a given width. In worlds, passages where two agents cannot pass each other are
// gates with a right of way.
#ifndef WEND_PASSAGE_H
#define WEND_PASSAGE_H

#include "wend/voronoi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Passages narrower than this have a right of way in worlds. [Units: radii of the agents]
#define WEND_PASSAGE_RADII 8

/// One end of a passage.
typedef struct wend_passage_mouth {
    wend_vec2 left, right; ///< points on the walls, as seen by somebody who goes out here
    wend_vec2 out;         ///< unit vector out of the passage
} wend_passage_mouth;

/// A point on the axis of a passage.
typedef struct wend_passage_point {
    wend_vec2 at;
    double radius; ///< distance to the walls [Units: m]
} wend_passage_point;

/// A passage. A door in a thin wall has one pair of wall points, which both mouths share.
typedef struct wend_passage {
    wend_passage_mouth mouths[2];
    double width;         ///< narrowest place [Units: m]
    double length;        ///< of the axis from mouth to mouth [Units: m]
    uint32_t first_point; ///< in the list of points, from mouth 0 to mouth 1
    uint32_t point_count; ///< at least 2
} wend_passage;

/// The passages of a diagram.
typedef struct wend_passages {
    wend_passage *list;
    wend_passage_point *points;
    uint32_t count, point_count;
    size_t room, point_room; ///< sizes of both arrays in memory
    wend_allocator allocator;
} wend_passages;

/// Finds the passages narrower than `width`. Dead ends are none. The order depends on the diagram
/// only. Agents must not be sites. Returns WEND_BAD_ARGUMENT if width is not positive and finite.
WEND_API wend_result wend_passages_find(const wend_voronoi *voronoi, double width,
                                        const wend_allocator *allocator, wend_passages *passages,
                                        wend_error *error);
/// Releases the memory of passages. {0} is allowed.
WEND_API void wend_passages_free(wend_passages *passages);

/// Draws the layer "gates".
WEND_API void wend_passages_draw(const wend_passages *passages, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
