// SPDX-License-Identifier: MIT
// Stream lines: lines of equal level, traced from window to window of the flow's map. Around the
// root of a window they are circles, along a wall parallels.
#ifndef WEND_FLOW_STREAM_H
#define WEND_FLOW_STREAM_H

#include "flow/flow.h"
#include "geometry/curve.h"

typedef wend_array(wend_curve_piece) wend_lane_pieces;

typedef enum wend_stream_end {
    WEND_STREAM_OPENING, ///< at an opening
    WEND_STREAM_CLOSED,  ///< it returned to its start
    WEND_STREAM_WALL,    ///< at a body: a line of that body's own level
    WEND_STREAM_LOST,    ///< rounding left no continuation
    WEND_STREAM_STOPPED, ///< not accepted
    WEND_STREAM_STARVED, ///< out of memory
} wend_stream_end;

/// False: the line need not be traced beyond this piece.
typedef bool wend_stream_accept_fn(void *context, const wend_curve_piece *piece);

/// Reused from line to line for its memory. Initialise with zeros except flow and allocator.
typedef struct wend_stream {
    const wend_flow *flow; ///< solved
    const wend_allocator *allocator;
    double level;
    int sense;                     ///< 1: lower levels are on the right, -1: on the left
    wend_lane_pieces pieces;       ///< lines are appended here
    uint32_t opening;              ///< opening where it ended
    wend_stream_accept_fn *accept; ///< [opt]
    void *context;
    wend_array(uint32_t) about; ///< triangles around a point
    wend_array(uint32_t) edges; ///< half-edges of openings where lines begin
} wend_stream;

/// Traces the line through p, which is in a triangle of the domain or on its border and has the
/// stream's level. `ahead` is any direction that the line does not turn back from: its own, or the
/// direction inwards from an opening. Linear in the number of windows it passes.
wend_stream_end wend_stream_follow(wend_stream *stream, uint32_t triangle, wend_vec2 p,
                                   wend_vec2 ahead);

/// The line of a level from a source to a sink, which exists for every level below that of the last
/// body. Its pieces start at index `first`, in the direction of the stream.
typedef struct wend_stream_line {
    size_t first, count;
    uint32_t source, sink;
} wend_stream_line;

/// Lists the half-edges where lines may begin, after the flow is solved. False: out of memory.
bool wend_stream_prepare(wend_stream *stream);

/// Finds the line of a level. WEND_NOT_FOUND: no such line.
wend_result wend_stream_find(wend_stream *stream, double level, wend_stream_line *line);

void wend_stream_free(wend_stream *stream);

/// Tolerance for points of a line: a thousand times the rounding error (WEND_MAP_MARGIN of the
/// mesh's tolerance). Smaller lengths and differences are not distinguished.
double wend_stream_slack(const wend_flow *flow);

#endif
