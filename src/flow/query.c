// SPDX-License-Identifier: MIT
// The flow at a point.
#include "flow/stream.h"

#include "flow/domain.h"

#include <math.h>

/// The direction away from a body where p lies exactly on it: perpendicular to a wall of it that
/// ends or begins there.
static wend_vec2 normal_at(const wend_flow *flow, wend_vec2 p, uint32_t body)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(flow->map, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_map_root *root = &roots[i];
        double x = root->b.x - root->a.x, y = root->b.y - root->a.y, length = sqrt(x * x + y * y);
        wend_vec2 projection = wend_map_projection(root, p);
        if (root->source == body && length > 0 && projection.x == p.x && projection.y == p.y)
            return (wend_vec2){-y / length, x / length};
    }
    return (wend_vec2){1, 0}; // A point obstacle has no side
}

wend_flow_result wend_flow_query(const wend_flow *flow, wend_vec2 p)
{
    wend_flow_result nothing = {.level = -1, .body = UINT32_MAX};
    if (!flow->solved)
        return nothing;
    wend_map_result at = wend_map_query(flow->map, p);
    if (at.root == WEND_MAP_NONE)
        return nothing;
    uint32_t count;
    const wend_map_root *root = &wend_map_roots(flow->map, &count)[at.root];
    double x = p.x - at.next.x, y = p.y - at.next.y, length = sqrt(x * x + y * y);
    wend_vec2 off =
        length > 0 ? (wend_vec2){x / length, y / length} : normal_at(flow, p, root->source);
    double side = flow->request.from_top ? -1 : 1;
    return (wend_flow_result){at.distance, {side * off.y, -side * off.x}, root->source};
}

// ---- usefulness ---------------------------------------------------------------------------------

/// Where the line through p ends, followed in one sense: at a source, at a sink, or nowhere.
typedef enum outcome { AT_SOURCE, AT_SINK, NOWHERE } outcome;

static outcome follow(wend_stream *stream, uint32_t triangle, wend_vec2 p, wend_vec2 ahead,
                      int sense)
{
    stream->sense = sense;
    stream->pieces.count = 0;
    if (wend_stream_follow(stream, triangle, p, ahead) != WEND_STREAM_OPENING)
        return NOWHERE;
    return stream->flow->is_sink.data[stream->opening] ? AT_SINK : AT_SOURCE;
}

bool wend_flow_is_useful(const wend_flow *flow, wend_vec2 p)
{
    wend_flow_result at = wend_flow_query(flow, p);
    // On a body the level is its own, and lines of that level branch there.
    if (!(at.level > 0 && at.level < flow->value))
        return false;
    uint32_t triangle = wend_flow_triangle_at(flow, p);
    if (triangle == WEND_NONE)
        return false;
    // With the lower levels on its right a line leads with the stream, if levels start from the
    // bottom.
    int with = flow->request.from_top ? -1 : 1;
    wend_vec2 back = {-at.direction.x, -at.direction.y};
    wend_stream stream = {.flow = flow, .allocator = &flow->allocator, .level = at.level};
    bool is_useful = follow(&stream, triangle, p, at.direction, with) == AT_SINK &&
                     follow(&stream, triangle, p, back, -with) == AT_SOURCE;
    wend_stream_free(&stream);
    return is_useful;
}
