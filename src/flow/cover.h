// SPDX-License-Identifier: MIT
// A cover of a domain whose openings are on several walls: sheets, each a copy of the domain, that
// are joined along cut lines. A cut line leads from an opening on the first wall to an opening on
// another one; whoever crosses line i changes from sheet s to sheet s ^ (1 << i). The sheet where a
// curve ends thus has the parity of its crossings with every line.
#ifndef WEND_FLOW_COVER_H
#define WEND_FLOW_COVER_H

#include "flow/flow.h"

/// Maximum number of cut lines.
#define WEND_COVER_MAX_LINES 6

typedef struct wend_flow_cover {
    const wend_flow *base;
    uint32_t part;      ///< of the free space
    uint32_t lines;     ///< number of cut lines: walks with openings, except one
    uint32_t sheets;    ///< 1 << lines
    uint32_t triangles; ///< of one sheet
    /// Bit i: the ends of line i are openings of different kinds, so that every cut crosses it an
    /// odd number of times.
    uint32_t required;
    wend_array(uint32_t) base_of; ///< [triangles] The base's triangle
    /// Convex corners between two walls of openings, as half-edges of the first sheet that start
    /// there: a cut may bend around them.
    wend_array(uint32_t) corners;
    /// A closed curve that crosses a line an odd number of times is at least this long if it
    /// touches no body: it goes around a wall with openings. [Units: m]
    double shortest_loop;
    /// As far as maps of bodies need it: half-edge h of sheet s is 3 s triangles + h.
    wend_mesh mesh;
    wend_array(wend_half_edge) edges;
    wend_array(uint8_t) flags, state;
    /// The flow on the cover: body b of the base in sheet s is b * sheets + s. There is one more
    /// body in each sheet, for the point where a cut starts; it has no walls.
    wend_flow flow;
} wend_flow_cover;

/// Builds the cover of one part of a flow's domain. It must be freed in any case. With a walk
/// `alone` (WEND_NONE: all count) only that walk and those with sinks have lines.
/// WEND_BAD_ARGUMENT: too many walls with openings.
wend_result wend_flow_cover_build(wend_flow_cover *cover, const wend_flow *base, uint32_t part,
                                  uint32_t alone, wend_error *error);
void wend_flow_cover_free(wend_flow_cover *cover);

/// Puts the body that has no walls at a corner, or removes it. (WEND_NONE)
void wend_flow_cover_put(wend_flow_cover *cover, uint32_t corner);

/// The value of wend_flow_pair for a split domain, with its gates. (split.c)
wend_result wend_flow_split(wend_flow *flow, double *value, wend_error *error);

/// The minimum cut between the sources of one walk, which has no sinks, and all sinks, as if there
/// were no other sources. By submodularity some minimum cut for all sources has these sources' side
/// of it on its own side, so that they may be moved to its gates without changing the value.
wend_result wend_flow_isolate(wend_flow *flow, uint32_t walk, wend_error *error);

#endif
