// SPDX-License-Identifier: MIT
// Drawing of the sources and sinks of a scene's flow (see draw.h), in the colours of Farias 2020:
// red and blue.
#include "scene/draw/draw.h"

#include <stdio.h>

static const wend_ink source_ink = {.line = WEND_VERMILION, .width = 4};
static const wend_ink sink_ink = {.line = WEND_BLUE, .width = 4};

static void describe_openings(const scene_flow *flow, const wend_draw *draw, bool sinks)
{
    wend_ink ink = sinks ? sink_ink : source_ink;
    char title[80] = "";
    uint32_t count = 0;
    for (uint32_t i = 0; i < flow->def.opening_count; ++i)
        count += flow->openings[i].is_sink == sinks;
    if (count > 0)
        snprintf(title, sizeof title, "%s, %u", sinks ? "sinks" : "sources", count);
    if (!draw->layer(draw->context, "flow", title, ink))
        return;
    for (uint32_t i = 0; i < flow->def.opening_count; ++i)
        if (flow->openings[i].is_sink == sinks)
            draw->line(draw->context, flow->openings[i].points, flow->openings[i].count, ink);
}

void scene_describe_flow(const scene *s, const wend_draw *draw)
{
    describe_openings(&s->flow, draw, false);
    if (s->flow.def.opening_count > 0)
        describe_openings(&s->flow, draw, true);
}
