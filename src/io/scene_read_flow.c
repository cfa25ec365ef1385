// SPDX-License-Identifier: MIT
// The flow of a JSON scene: its sources and sinks, and the lanes for it.
#include "io/scene_flow.h"
#include "io/scene_read.h"

static const char expected[] =
    "a list of lines, each of two points or more, like [[[x, y], [x, y]]]";

// Adds the lines of a list to the shape in work; how many.
static bool read_lines(reading *r, const field *f, size_t *count)
{
    *count = json_array_size(f->value);
    if (!json_is_array(f->value) || *count == 0)
        return field_wrong(r, f, expected);
    if (*count > WEND_MOST_OPENINGS)
        return field_problem(r, f, "there are %zu of them: %d is the most", *count,
                             WEND_MOST_OPENINGS);
    bool good = true;
    for (size_t i = 0; i < *count && !r->no_memory; ++i) {
        field line = field_item(f, i);
        size_t points = json_array_size(line.value);
        if (!json_is_array(line.value) || points < 2 ||
            !json_is_array(json_array_get(line.value, 0)))
            return field_wrong(r, &line, "a line of two points or more, like [[x, y], [x, y]]");
        good = read_points(r, &line, points) && good;
    }
    return good;
}

// Makes the lines in work the scene's sources and sinks.
static bool finish_openings(reading *r, size_t sources)
{
    wend_array(wend_opening) openings = {0};
    size_t count = r->ring_ends.count;
    if (!wend_array_reserve(&openings, NULL, count))
        return reading_no_memory(r);
    for (uint32_t i = 0, start = 0; i < count; start = r->ring_ends.data[i++])
        openings.data[i] = (wend_opening){
            .points = r->points.data + start,
            .count = r->ring_ends.data[i] - start,
            .is_sink = i >= sources,
        };
    bool good = scene_set_flow(r->s, openings.data, (uint32_t)count) || reading_no_memory(r);
    wend_array_free(&openings, NULL);
    return good;
}

static void read_lanes(reading *r, const field *f)
{
    static const char *const kinds[] = {"clear", "plain", NULL};
    static const char *const sides[] = {"direct", "shorter", "bottom", "top", NULL};
    static const number_limits any_radius = {0, SCENE_MAX_RADIUS, true};
    static const number_limits any_snap = {0, 1, false};
    scene_flow *flow = &r->s->flow;
    field radius = field_member(f, "radius"), snap = field_member(f, "snap"),
          lanes = field_member(f, "lanes"), side = field_member(f, "side"),
          shorten = field_member(f, "shorten");
    unsigned kind = flow->lanes, from = flow->side;
    read_number(r, &radius, any_radius, &flow->radius);
    read_number(r, &snap, any_snap, &flow->snap);
    read_option(r, &lanes, kinds, &kind);
    read_option(r, &side, sides, &from);
    read_truth(r, &shorten, &flow->shorten);
    flow->lanes = (wend_lane_kind)kind;
    flow->side = (wend_lane_side)from;
}

void read_flow(reading *r, const field *f)
{
    static const char *const keys[] = {"sources", "sinks",   "radius", "lanes",
                                       "side",    "shorten", "snap",   NULL};
    if (field_is_absent(f))
        return;
    bool good = read_object(r, f, "an object like {\"sources\": [...], \"sinks\": [...]}", keys);
    if (!json_is_object(f->value))
        return;
    field sources = field_member(f, "sources"), sinks = field_member(f, "sinks");
    if (field_is_absent(&sources) || field_is_absent(&sinks)) {
        field_misses(r, f, !good,
                     "a flow needs \"sources\" and \"sinks\", a list of lines each: where it comes "
                     "from and where it goes");
        return;
    }
    size_t source_count, sink_count;
    start_shape(r);
    good = read_lines(r, &sources, &source_count) && good;
    good = read_lines(r, &sinks, &sink_count) && good;
    if (good && finish_openings(r, source_count))
        read_lanes(r, f);
}
