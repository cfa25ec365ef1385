// SPDX-License-Identifier: MIT
// What the border of the free space is made of: sides and corners. Each has a cell of the diagram.
//
// Every side has its free space on the right. So along a border, sides and corners follow each
// other counter-clockwise around what is solid, and around the free points next to it.
//
// An element starts at the joint (p, from) and ends at the joint (q, to): a place and the direction
// of the normal there. For a side both directions are its normal; for a corner both places are its
// own, and its normals turn counter-clockwise from `from` to `to`, less than a full turn. Where one
// element follows another around a convex corner or straight on, the joint at which the first ends
// has the same bits as the one at which the second starts (for straight on: the same place): both
// are made from the same values. The envelopes depend on that.
#ifndef WEND_VORONOI_ELEMENT_H
#define WEND_VORONOI_ELEMENT_H

#include "wend/base.h"

#define WEND_NO_ELEMENT UINT32_MAX

typedef struct wend_element {
    wend_vec2 p, q;     ///< of a side: where it starts and ends; of a corner: the same
    wend_vec2 from, to; ///< unit normals, towards the free space; of a lone point: (1, 0), (1, 0)
} wend_element;

typedef enum wend_element_kind {
    WEND_ELEMENT_NONE, ///< the number is not in use
    WEND_ELEMENT_SIDE,
    WEND_ELEMENT_CORNER, ///< convex: its cone is up to a half turn
    WEND_ELEMENT_POINT,  ///< a corner all around: a point or an agent that touches nothing
} wend_element_kind;

/// How the elements hang together, and whose they are.
typedef struct wend_element_link {
    uint32_t next, previous; ///< along the border; a lone point's: itself
    uint32_t start, end;     ///< nodes: where it starts and ends. Equal numbers, equal places.
    uint32_t wall;    ///< both sides of a wall, and all parts that it was cut into, have the same
                      ///< number; a corner's: UINT32_MAX
    uint32_t site;    ///< slot of the site, the smallest if it is several sites'
    uint32_t sibling; ///< a side's: the next one of the same wall; WEND_NO_ELEMENT: none
    uint8_t kind;     ///< wend_element_kind
    /// How it joins the next one: 1 convex (the next or this one is a corner, or it is the end of
    /// a lone segment), 0 straight on, -1 concave (both are sides).
    int8_t bend;
} wend_element_link;

#endif
