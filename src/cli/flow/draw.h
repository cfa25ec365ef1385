// SPDX-License-Identifier: MIT
// Shared by the files that draw a flow.
#ifndef WEND_CLI_FLOW_DRAW_H
#define WEND_CLI_FLOW_DRAW_H

#include "cli/flow/flow.h"
#include "flow/useful_cells.h"

/// An image under construction.
typedef struct flow_sketch {
    flow_job *job;
    wend_flow_cells cells;
    double top; ///< maximum level of streams and colours; regions above it are useless; 0: no field
    wend_colour *levels, *useless; ///< images over the cells' frame; NULL: not drawn
    double *streams;               ///< [stream_count] levels of stream lines
    uint32_t stream_count;
    double step;                    ///< distance between two levels
    wend_array(wend_segment) graph; ///< edges of the critical graph, if drawn
} flow_sketch;

/// Colours of the paper: sources are red, sinks are blue.
#define FLOW_SOURCE_COLOUR 0xd6202affu
#define FLOW_SINK_COLOUR   0x1f4fd8ffu

// ---- lines (draw_lines.c) ------------------------------------------------------------------

/// The layers "streams", "bodies" and "graph", which are below the gates.
void flow_draw_field(const flow_sketch *k, const wend_draw *draw);

// ---- marks (draw_marks.c) ------------------------------------------------------------------

/// The layers "lanes", "openings" and "gates".
void flow_draw_marks(const flow_sketch *k, const wend_draw *draw);

// ---- colours (draw.c) ----------------------------------------------------------------------

/// The colour of a body of that level; and of free space of that level, paler, because lines are
/// drawn on it.
wend_colour flow_body_colour(double level, double top);
wend_colour flow_level_colour(double level, double top);

#endif
