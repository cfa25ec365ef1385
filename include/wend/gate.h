// SPDX-License-Identifier: MIT
// Gates: passages of a floor that are narrower than a given width, such as doors and narrow
// corridors. They are found on the Voronoi diagram of the walls: a gate is a chain of its edges
// along which the walls on both sides are nearer to each other than the width.
#ifndef WEND_GATE_H
#define WEND_GATE_H

#include "wend/voronoi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Passages narrower than this have a right of way in worlds. [Units: radii of the agents]
#define WEND_GATE_RADII 6

/// One end of a gate.
typedef struct wend_gate_mouth {
    wend_vec2 left, right; ///< points on the walls, as seen by somebody who goes out here
    wend_vec2 out;         ///< unit vector out of the gate
} wend_gate_mouth;

/// A point on the axis of a gate.
typedef struct wend_gate_point {
    wend_vec2 at;
    double radius; ///< distance to the walls [Units: m]
} wend_gate_point;

/// A gate. A door in a thin wall has one pair of wall points, which both mouths share.
typedef struct wend_gate {
    wend_gate_mouth mouths[2];
    double width;         ///< narrowest place [Units: m]
    double length;        ///< of the axis from mouth to mouth [Units: m]
    uint32_t first_point; ///< in the list of points, from mouth 0 to mouth 1
    uint32_t point_count; ///< at least 2
} wend_gate;

/// The gates of a diagram.
typedef struct wend_gates {
    wend_gate *gates;
    wend_gate_point *points;
    uint32_t gate_count, point_count;
    size_t gate_room, point_room; ///< sizes of both arrays in memory
    wend_allocator allocator;
} wend_gates;

/// Finds the passages narrower than `width`. Dead ends are none. The order depends on the diagram
/// only. Agents must not be sites. Returns WEND_BAD_ARGUMENT if width is not positive and finite.
WEND_API wend_result wend_gates_find(const wend_voronoi *voronoi, double width,
                                     const wend_allocator *allocator, wend_gates *gates,
                                     wend_error *error);
/// Releases the memory of gates. {0} is allowed.
WEND_API void wend_gates_free(wend_gates *gates);

/// Draws the layer "gates".
WEND_API void wend_gates_draw(const wend_gates *gates, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
