// SPDX-License-Identifier: MIT
// Maps whose sources are walls that light up: when the wave first touches a body at some distance,
// all of its walls become sources of that distance. So a way through a body costs nothing, and the
// map is that of zero-cost obstacles (SPM0 of Farias 2020, 4.4) in one pass.
#ifndef WEND_MAP_BODIES_H
#define WEND_MAP_BODIES_H

#include "map/map.h"

/// A point obstacle that is a body.
typedef struct wend_map_body_point {
    uint32_t spoke; ///< a half-edge that starts there
    uint32_t body;
} wend_map_body_point;

/// Most walls at an end of a gate that move: a corner has two, one where others touch it some more.
#define WEND_WIDENING_WALLS 4

/// A gate that gets wider: straight ways from a wall of one body to a wall of another are longer.
typedef struct wend_map_widening {
    uint32_t from, to;                          ///< the bodies
    wend_segment walls[2][WEND_WIDENING_WALLS]; ///< on either of them, those that move
    uint32_t counts[2];
    double by;
    double tolerance; ///< that places on walls are rounded by
} wend_map_widening;

typedef struct wend_map_bodies {
    const uint32_t *kinds; ///< [3 triangle_limit] the body of a wall, by half-edge of its free
                           ///< triangle; a number >= count is no body: an ordinary wall
    const wend_map_body_point *points; ///< in the order of bodies
    uint32_t point_count;
    uint32_t count;
    uint32_t start; ///< the body with distance 0
    double width;   ///< > 0: distances of bodies are rounded down to multiples of this ...
    double tie;     ///< ... but what is short of one by this share of it counts as one
    const wend_map_widening *widening; ///< [opt]
    /// Only the start lights up. The others learn of the shortest way that is square to their walls
    /// (it can't be shortened by sliding along them), straight or around ordinary walls; no way
    /// is left out for being longer than one by way of others.
    bool alone;
} wend_map_bodies;

/// How a body was reached.
typedef struct wend_map_reached {
    double level;    ///< its distance, rounded down; INFINITY: not reached
    double distance; ///< at the first touch
    wend_vec2 at;    ///< where that was
    uint32_t root;   ///< where from; WEND_MAP_NONE for the start
} wend_map_reached;

/// Builds the map. The source of a root is the number of a body. reached[count] is the caller's.
wend_result wend_map_build_bodies(wend_map *map, const wend_mesh *mesh,
                                  const wend_map_bodies *bodies, wend_map_reached *reached,
                                  wend_error *error);

#endif
