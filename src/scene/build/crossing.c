// SPDX-License-Identifier: MIT
// Lanes of flows that cross, each pair of a source and a sink solved alone.
#include "scene/build/crossing.h"

#include "core/memory.h"
#include "scene/build/flow.h"

uint32_t scene_pair_count(const scene *s)
{
    return s->flow.def.opening_count / 2;
}

wend_result scene_make_pair(const scene *s, uint32_t pair, wend_flow **flow, wend_error *error)
{
    scene one = *s;
    const wend_opening *all = s->flow.openings;
    wend_opening openings[2] = {all[pair], all[scene_pair_count(s) + pair]};
    one.flow.openings = openings;
    one.flow.def.opening_count = 2;
    return scene_make_flow(&one, flow, error);
}

wend_result scene_make_crossing(const scene *s, wend_lanes **lanes, wend_crossing *crossing,
                                wend_error *error)
{
    uint32_t count = scene_pair_count(s), made = 0;
    wend_lanes **sets = wend_allocate(NULL, count, sizeof(wend_lanes *));
    wend_result result = sets ? WEND_OK : wend_fail_memory(error);
    *lanes = NULL;
    for (; made < count && result == WEND_OK; ++made) {
        wend_flow *flow = NULL;
        sets[made] = NULL;
        result = scene_make_pair(s, made, &flow, error);
        if (result == WEND_OK)
            result = scene_make_lanes(s, flow, &sets[made], error);
        wend_flow_destroy(flow);
    }
    if (result == WEND_OK) {
        wend_crossing_def def = wend_default_crossing_def();
        def.max_headway = s->flow.max_headway;
        result =
            wend_lanes_cross((const wend_lanes *const *)sets, count, &def, lanes, crossing, error);
    }
    for (uint32_t i = 0; i < made; ++i)
        wend_lanes_destroy(sets[i]);
    wend_release(NULL, sets, count, sizeof(wend_lanes *));
    return result;
}
