// SPDX-License-Identifier: MIT
// Elements of the border of the free space: sides and corners. Each has a cell of the diagram.
//
// Every side has its free space on the right. Along a border, sides and corners follow each other
// counter-clockwise around the solid, and around the free points next to it.
//
// An element starts at the joint (p, from) and ends at the joint (q, to): a position and the
// direction of the normal there. For a side both directions are its normal; for a corner both
// positions are its own, and its normals turn counter-clockwise from `from` to `to`, less than a
// full turn. Where one element follows another around a convex corner or straight on, the end joint
// of the first is bit-identical to the start joint of the second (straight on: the same position):
// both are computed from the same values. The envelopes depend on this.
#ifndef WEND_VORONOI_ELEMENT_H
#define WEND_VORONOI_ELEMENT_H

#include "wend/base.h"

#define WEND_NO_ELEMENT UINT32_MAX

typedef struct wend_element {
    wend_vec2 p, q;     ///< side: start and end; corner: equal
    wend_vec2 from, to; ///< unit normals towards the free space; lone point: (1, 0), (1, 0)
} wend_element;

typedef enum wend_element_kind {
    WEND_ELEMENT_NONE, ///< unused number
    WEND_ELEMENT_SIDE,
    WEND_ELEMENT_CORNER, ///< convex: its cone is at most a half turn
    WEND_ELEMENT_POINT,  ///< a corner with all directions: a point or an agent that touches nothing
} wend_element_kind;

/// Links between elements, and their owners.
typedef struct wend_element_link {
    uint32_t next, previous; ///< along the border; a lone point is its own neighbour
    uint32_t start, end;     ///< start and end nodes; equal numbers mean equal positions
    uint32_t wall;    ///< both sides of a wall, and all its parts, have the same number; corner:
                      ///< UINT32_MAX
    uint32_t site;    ///< slot of the site; of several sites the smallest
    uint32_t sibling; ///< side: the next one of the same wall; WEND_NO_ELEMENT: none
    uint8_t kind;     ///< wend_element_kind
    /// Joint with the next element: 1 convex (the next or this one is a corner, or it is the end of
    /// a lone segment), 0 straight on, -1 concave (both are sides).
    int8_t bend;
} wend_element_link;

#endif
