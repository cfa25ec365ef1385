// SPDX-License-Identifier: MIT
// Who is near a body, for motions that work with neighbours given as lists: other bodies and walls,
// as a Voronoi diagram knows them.
#ifndef WEND_NEIGHBOUR_H
#define WEND_NEIGHBOUR_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most neighbours of one body that are minded: the nearest.
#define WEND_NEIGHBOURS 16

/// Of a wend_neighbour: it is a wall.
#define WEND_NEIGHBOUR_WALL UINT32_MAX

/// A neighbour of a body.
typedef struct wend_neighbour {
    wend_segment wall;  ///< a wall, or a corner where both ends are equal
    wend_vec2 velocity; ///< of it
    uint32_t body;      ///< or the number of another body
} wend_neighbour;

#ifdef __cplusplus
}
#endif

#endif
