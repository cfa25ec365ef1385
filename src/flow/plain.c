// SPDX-License-Identifier: MIT
// Clearance-insensitive lanes (Farias 2020, §4.4.3 and §4.5.1; full citation in wend/lanes.h):
// levels are not rounded, so a line may squeeze through a gap or graze an obstacle, and such lanes
// fail. Each level has one line from source to sink, and lines two radii apart in level are so
// everywhere. The lowest level whose line keeps its clearance is therefore chosen, then the lowest
// that is two radii above it, and so on: no choice from a set of levels has more lanes.
//
// Candidates are levels in small steps, as Farias advances along the source pixel by pixel, and
// those that exactly keep the radius from a body on its path: the lowest that a body does not
// block.
#include "core/memory.h"
#include "flow/lanes.h"
#include "geometry/sort.h"

/// The step from level to level, as a fraction of the radius.
#define STEP 0.125

typedef struct plain_search {
    wend_stream *stream;
    double radius;
    wend_lane_walls walls;
    wend_array(double) levels;          ///< candidates, from the lowest up
    wend_array(wend_stream_line) lines; ///< those that fit; their pieces are the stream's
} plain_search;

static bool add_level(plain_search *in, double level)
{
    if (!(level > 0 && level < wend_flow_value(in->stream->flow)))
        return true;
    if (!wend_array_reserve(&in->levels, in->stream->allocator, 1))
        return false;
    in->levels.data[in->levels.count++] = level;
    return true;
}

static bool is_lower(const void *context, const void *one, const void *other)
{
    (void)context;
    return *(const double *)one < *(const double *)other;
}

/// False: out of memory.
static bool list_levels(plain_search *in)
{
    const wend_flow *flow = in->stream->flow;
    for (double i = 0; in->radius * (1 + i * STEP) < wend_flow_value(flow); ++i)
        if (!add_level(in, in->radius * (1 + i * STEP)))
            return false;
    for (size_t i = 0; i < flow->bodies.count; ++i) {
        double level = flow->bodies.data[i].level;
        if (!add_level(in, level + in->radius) || !add_level(in, level - in->radius))
            return false;
    }
    wend_sort(in->levels.data, in->levels.count, sizeof *in->levels.data, is_lower, NULL);
    return true;
}

static bool keeps_clear(void *context, const wend_curve_piece *piece)
{
    const plain_search *in = context;
    return wend_lane_walls_distance(&in->walls, piece, in->radius, NULL) >=
           in->radius * (1 - WEND_LANES_TOLERANCE / 2);
}

/// Tries the levels in order. False: out of memory.
static bool try_levels(plain_search *in)
{
    // Two levels that are a width apart within rounding are accepted.
    double width = 2 * in->radius * (1 - WEND_FLOW_TIE), next = 0;
    in->stream->accept = keeps_clear;
    in->stream->context = in;
    for (size_t i = 0; i < in->levels.count; ++i) {
        wend_stream_line line;
        if (in->levels.data[i] < next)
            continue;
        wend_result result = wend_stream_find(in->stream, in->levels.data[i], &line);
        if (wend_failed(result))
            return false;
        if (result != WEND_OK)
            continue;
        if (!wend_array_reserve(&in->lines, in->stream->allocator, 1))
            return false;
        in->lines.data[in->lines.count++] = line;
        next = in->levels.data[i] + width;
    }
    return true;
}

/// Adds the lines from the bottom to the top, on whichever side levels start.
static bool add_lines(const plain_search *in, wend_lanes *lanes)
{
    size_t count = in->lines.count;
    for (size_t i = 0; i < count; ++i) {
        bool from_top = in->stream->flow->request.from_top;
        const wend_stream_line *line = &in->lines.data[from_top ? count - 1 - i : i];
        if (!wend_lanes_add(lanes, in->stream->pieces.data + line->first, line->count, line->source,
                            line->sink))
            return false;
    }
    return true;
}

wend_result wend_lanes_add_plain(wend_lanes *lanes, wend_stream *stream, wend_error *error)
{
    plain_search in = {.stream = stream, .radius = lanes->radius};
    bool fits = wend_lane_walls_build(&in.walls, stream->flow, lanes->radius, stream->allocator) &&
                list_levels(&in) && try_levels(&in) && add_lines(&in, lanes);
    wend_lane_walls_free(&in.walls);
    wend_array_free(&in.levels, stream->allocator);
    wend_array_free(&in.lines, stream->allocator);
    return fits ? WEND_OK : wend_fail_memory(error);
}
