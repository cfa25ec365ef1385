// SPDX-License-Identifier: MIT
// Maps with walls as sources at zero cost: when the wave first touches a body at some distance, all
// of its walls become sources of that distance. A path through a body then costs nothing, and the
// map is that of zero-cost obstacles (SPM0 of Farias 2020, §4.4; full citation in wend/map.h) in
// one pass.
#ifndef WEND_MAP_BODIES_H
#define WEND_MAP_BODIES_H

#include "map/map.h"

/// A point obstacle that is a body.
typedef struct wend_map_body_point {
    uint32_t spoke; ///< A half-edge that starts there
    uint32_t body;
} wend_map_body_point;

/// Maximum number of walls at an end of a gate that move: a corner has two, more where others touch
/// it.
#define WEND_WIDENING_WALLS 4

/// A widened gate: straight paths from a wall of one body to a wall of another are longer.
typedef struct wend_map_widening {
    uint32_t from, to;                          ///< the bodies
    wend_segment walls[2][WEND_WIDENING_WALLS]; ///< moving walls of each
    uint32_t counts[2];
    double by;
    double tolerance; ///< rounding of points on walls
} wend_map_widening;

typedef struct wend_map_bodies {
    /// [3 triangle_limit] Body of a wall, by half-edge of its free triangle; a number >= count is
    /// not a body but an ordinary wall
    const uint32_t *kinds;
    const wend_map_body_point *points; ///< in the order of bodies
    uint32_t point_count;
    uint32_t count;
    uint32_t start; ///< the body with distance 0
    double width;   ///< > 0: distances of bodies are rounded down to multiples of this;
    double tie;     ///< A value short of a multiple by this fraction of it counts as one
    const wend_map_widening *widening; ///< [opt]
    /// Only the start becomes a source. The other bodies receive the shortest path perpendicular to
    /// their walls (sliding along them does not shorten it), straight or around ordinary walls; no
    /// path is left out for being longer than one through other bodies.
    bool alone;
} wend_map_bodies;

/// How a body was reached.
typedef struct wend_map_reached {
    double level;    ///< its distance, rounded down; INFINITY: not reached
    double distance; ///< at the first contact
    wend_vec2 at;    ///< position of the first contact
    uint32_t root;   ///< root of the path; WEND_MAP_NONE for the start
} wend_map_reached;

/// Builds the map. The source of a root is the index of a body. reached[count] belongs to the
/// caller.
wend_result wend_map_build_bodies(wend_map *map, const wend_mesh *mesh,
                                  const wend_map_bodies *bodies, wend_map_reached *reached,
                                  wend_error *error);

#endif
