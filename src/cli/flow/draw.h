// SPDX-License-Identifier: MIT
// What the files that draw a flow share.
#ifndef WEND_CLI_FLOW_DRAW_H
#define WEND_CLI_FLOW_DRAW_H

#include "cli/flow/flow.h"
#include "flow/useful_cells.h"

/// A picture on its way.
typedef struct flow_sketch {
    flow_job *job;
    wend_flow_cells cells;
    double top; ///< the level where streams end, and colours: what is higher is of no use; 0: there
                ///< is no field
    wend_colour *levels, *useless; ///< images over the cells' frame; NULL: not wanted
    double *streams;               ///< [stream_count] levels of stream lines
    uint32_t stream_count;
    double step;                    ///< between two of them
    wend_array(wend_segment) graph; ///< edges of the critical graph, if wanted
} flow_sketch;

/// Colours of the document: red where people come from, blue where they go.
#define FLOW_SOURCE_COLOUR 0xd6202affu
#define FLOW_SINK_COLOUR   0x1f4fd8ffu

// ---- lines (flow_draw_lines.c) ------------------------------------------------------------------

/// The layers "streams", "bodies" and "graph", which lie below the gates.
void flow_draw_field(const flow_sketch *k, const wend_draw *draw);

// ---- marks (flow_draw_marks.c) ------------------------------------------------------------------

/// The layers "lanes", "openings" and "gates".
void flow_draw_marks(const flow_sketch *k, const wend_draw *draw);

// ---- colours (flow_draw.c) ----------------------------------------------------------------------

/// The colour of a body of that level; and of a place of that level, paler, since lines lie on it.
wend_colour flow_body_colour(double level, double top);
wend_colour flow_level_colour(double level, double top);

#endif
