// SPDX-License-Identifier: MIT
// Too many sources in free space for one solve: each is moved to the gates of its own minimum cut,
// which does not change the value (wend_flow_isolate). Sources in rooms then lie in doors, on the
// wall of a corridor.
#include "base/xalloc.h"
#include "cli/flow/flow.h"
#include "flow/cover.h"
#include "flow/domain.h"

#include <stdlib.h>

/// Adds the openings of a flow that stay, and gates instead of those of free sources. False: a
/// source cannot be moved.
static bool move_sources(wend_flow *flow, flow_openings *o)
{
    wend_array(bool) moved = {0};
    bool good = true;
    uint32_t count = (uint32_t)flow->is_sink.count;
    xreserve(&moved, count);
    for (; moved.count < count; ++moved.count)
        moved.data[moved.count] = false;
    for (uint32_t i = 0; i < flow->walks.count && good; ++i) {
        uint32_t first = flow->walks.data[i].first, h = first, gates;
        uint32_t opening = flow->kinds.data[h] - WEND_FLOW_OPENING;
        if (flow->walks.data[i].change_count > 0 || flow->is_sink.data[opening])
            continue;
        good = xresult(wend_flow_isolate(flow, i, NULL)) == WEND_OK;
        const wend_flow_gate *gate = wend_flow_gates(flow, &gates);
        for (uint32_t k = 0; k < gates && good; ++k) {
            good = gate[k].leg_count == 1 && gate[k].from < flow->body_count &&
                   gate[k].to < flow->body_count;
            flow_add_line(o, "", false, (wend_vec2[]){gate[k].a, gate[k].b}, 2);
        }
        do {
            if (flow->kinds.data[h] != WEND_NONE && flow->kinds.data[h] >= WEND_FLOW_OPENING)
                moved.data[flow->kinds.data[h] - WEND_FLOW_OPENING] = true;
            h = wend_flow_next_wall(flow->mesh, h);
        } while (h != first);
    }
    for (uint32_t i = 0; i < count; ++i) {
        const wend_vec2 *points;
        uint32_t size = wend_flow_opening(flow, i, &points);
        if (!moved.data[i])
            flow_add_line(o, "", flow->is_sink.data[i], points, size);
    }
    wend_array_free(&moved, NULL);
    return good;
}

wend_flow *flow_reduce(flow_job *job)
{
    flow_openings o = {0};
    wend_flow *reduced = NULL;
    if (move_sources(job->flow, &o)) {
        wend_flow_def def = wend_default_flow_def();
        wend_opening *openings = xcalloc(o.items.count, sizeof *openings);
        for (size_t i = 0; i < o.items.count; ++i)
            openings[i] = (wend_opening){o.points.data + o.items.data[i].first,
                                         o.items.data[i].count, o.items.data[i].is_sink};
        def.floor = job->built.floor;
        def.openings = openings;
        def.opening_count = (uint32_t)o.items.count;
        def.snap = 0;
        if (xresult(wend_flow_create(&def, &reduced, NULL)) != WEND_OK)
            reduced = NULL;
        free(openings);
    }
    wend_array_free(&o.items, NULL);
    wend_array_free(&o.points, NULL);
    return reduced;
}
