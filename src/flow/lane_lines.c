// SPDX-License-Identifier: MIT
// The stream line of a level from a source to a sink. It begins where the level crosses an opening
// and leads inwards; lines that begin so and end at an opening of the same kind are useless.
#include "flow/stream.h"
#include "map/share.h"
#include "wend/geometry.h"

/// Openings where lines of equal level begin that have lower levels on their right.
static bool begins_here(const wend_flow *flow, uint32_t kind)
{
    if (kind == WEND_NONE || !(kind & WEND_FLOW_OPENING))
        return false;
    return flow->is_sink.data[kind & ~WEND_FLOW_OPENING] == flow->request.from_top;
}

bool wend_stream_prepare(wend_stream *stream)
{
    const wend_flow *flow = stream->flow;
    stream->edges.count = 0;
    for (uint32_t h = 0; h < flow->kinds.count; ++h) {
        if (!begins_here(flow, flow->kinds.data[h]))
            continue;
        if (!wend_array_reserve(&stream->edges, stream->allocator, 1))
            return false;
        stream->edges.data[stream->edges.count++] = h;
    }
    return true;
}

/// True if the line leads from p, on a half-edge of an opening, into the domain within the window.
static bool leads_in(const wend_stream *stream, uint32_t h, const wend_share_frame *frame,
                     wend_vec2 p)
{
    const wend_flow *flow = stream->flow;
    wend_vec2 a = wend_at(flow->mesh, wend_origin(flow->mesh, h));
    wend_vec2 b = wend_at(flow->mesh, wend_target(flow->mesh, h));
    double slack = wend_stream_slack(flow), nearest;
    // On the edge, which may be the limit of the window, rounding may move p out of all windows.
    (void)wend_map_best(wend_map_lookup_of(flow->map), h / 3, p, &nearest);
    if (wend_segment_distance((wend_segment){a, b}, p) > slack || nearest < stream->level - slack)
        return false;
    wend_vec2 off = frame->is_segment ? frame->across
                                      : (wend_vec2){p.x - frame->origin.x, p.y - frame->origin.y};
    return (b.x - a.x) * -off.x - (b.y - a.y) * off.y >
           0; // to the right of the direction away from the root
}

/// Follows the lines of one window that begin on an opening's half-edge, until one ends on the
/// other side.
static wend_result try_window(wend_stream *stream, uint32_t h, const wend_map_window *window,
                              wend_stream_line *line)
{
    const wend_flow *flow = stream->flow;
    double r = stream->level - window->base, x[2];
    if (!(r > 0))
        return WEND_NOT_FOUND;
    wend_share_frame frame = wend_share_frame_of(window);
    wend_share_curve level = wend_share_level(&frame, stream->level);
    wend_vec2 a = wend_at(flow->mesh, wend_origin(flow->mesh, h));
    wend_vec2 b = wend_at(flow->mesh, wend_target(flow->mesh, h));
    wend_vec2 direction = {b.x - a.x, b.y - a.y};
    wend_share_curve edge = wend_share_half_plane(&frame, a, direction, WEND_SHARE_SIDE, h);
    // A line may begin exactly at the limit of two windows.
    double beyond = wend_stream_slack(flow) / (frame.is_segment ? 1 : 2 * r);
    uint32_t count = wend_share_meet(&level, &edge, frame.low - beyond, frame.high + beyond, x);
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 p = wend_share_point(&frame, x[i], r);
        if (!leads_in(stream, h, &frame, p))
            continue;
        *line = (wend_stream_line){.first = stream->pieces.count};
        wend_stream_end end =
            wend_stream_follow(stream, h / 3, p, (wend_vec2){-direction.y, direction.x});
        if (end == WEND_STREAM_STARVED)
            return WEND_OUT_OF_MEMORY;
        bool arrives = end == WEND_STREAM_OPENING &&
                       flow->is_sink.data[stream->opening] != flow->request.from_top;
        if (arrives) {
            line->count = stream->pieces.count - line->first;
            line->source = flow->kinds.data[h] & ~WEND_FLOW_OPENING;
            line->sink = stream->opening;
            return WEND_OK;
        }
        stream->pieces.count = line->first;
    }
    return WEND_NOT_FOUND;
}

/// Reverses a line.
static void reverse(wend_stream *stream, wend_stream_line *line)
{
    wend_curve_piece *pieces = stream->pieces.data + line->first;
    for (size_t i = 0, k = line->count; i < k; ++i) {
        wend_curve_piece swap = wend_curve_piece_reversed(&pieces[i]);
        pieces[i] = wend_curve_piece_reversed(&pieces[--k]);
        pieces[k] = swap;
    }
    uint32_t source = line->sink;
    line->sink = line->source;
    line->source = source;
}

wend_result wend_stream_find(wend_stream *stream, double level, wend_stream_line *line)
{
    const wend_map_lookup *lookup = wend_map_lookup_of(stream->flow->map);
    wend_result result = WEND_NOT_FOUND;
    stream->level = level;
    stream->sense = 1;
    for (size_t i = 0; i < stream->edges.count && result == WEND_NOT_FOUND; ++i) {
        uint32_t h = stream->edges.data[i];
        wend_map_block block = lookup->blocks[h / 3];
        for (uint32_t k = 0; k < block.count && result == WEND_NOT_FOUND; ++k)
            result = try_window(stream, h, &lookup->windows[block.first + k], line);
    }
    if (result == WEND_OK && stream->flow->request.from_top)
        reverse(stream, line);
    return result;
}
