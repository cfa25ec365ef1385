// SPDX-License-Identifier: MIT
// Checks of the flow: its openings separate the floor, and agents on lanes have a flow.
#include "scene/build/flow.h"
#include "scene/build/crossing.h"
#include "scene/check/parts.h"

// Creates the flow, or that of each pair.
static wend_result try_flows(const scene *s, wend_error *error)
{
    uint32_t count = s->flow.pairs ? scene_pair_count(s) : 1;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; ++i) {
        wend_flow *flow = NULL;
        result =
            s->flow.pairs ? scene_make_pair(s, i, &flow, error) : scene_make_flow(s, &flow, error);
        wend_flow_destroy(flow);
    }
    return result;
}

// Reports the library's error about the openings, at its position.
static void check_openings(checking *c)
{
    wend_error error = {0};
    way w;
    wend_result result = try_flows(c->s, &error);
    way_start(&w, "flow");
    if (result == WEND_OUT_OF_MEMORY)
        problem_no_memory(c->problems);
    else if (wend_failed(result))
        check_problem(c, &w, error.has_position ? &error.position : NULL, "the flow: %s",
                      wend_error_text(&error));
}

// The speed that a timetable has: that of the first agents on lanes.
static double timetable_speed(const scene *s)
{
    for (uint32_t i = 0; i < s->agents_count; ++i)
        if (scene_agents_follow_lanes(s, &s->agents[i]))
            return s->agents[i].def.agent.preferred_speed;
    return 0;
}

static void check_follower(checking *c, uint32_t entry)
{
    const scene_agents *agents = &c->s->agents[entry];
    bool follows = scene_agents_follow_lanes(c->s, agents);
    double radius = scene_spread_max(agents->def.agent.radius, &agents->def.radius);
    way w;
    way_start(&w, "agents");
    way_item(&w, entry);
    if ((follows || agents->on_lanes) && c->s->flow.def.opening_count == 0)
        check_problem(c, &w, NULL,
                      "agents entry %u follows lanes, but there is no flow: give the scene a "
                      "\"flow\" with \"sources\" and \"sinks\"",
                      entry + 1);
    else if (agents->on_lanes && !follows && !agents->in)
        check_problem(c, &w, NULL,
                      "agents entry %u is \"on\" the lanes but has another planner: make its "
                      "\"%s\" \"lanes\", or name their area with \"in\"",
                      entry + 1, scene_key(c->s, "planner"));
    else if (follows && c->s->flow.pairs && !agents->on_lanes)
        check_problem(c, &w, NULL,
                      "agents entry %u follows lanes with a timetable but is not \"on\" them: add "
                      "\"on\": \"lanes\"",
                      entry + 1);
    else if (follows && c->s->flow.pairs &&
             (agents->def.preferred_speed.std > 0 ||
              agents->def.agent.preferred_speed != timetable_speed(c->s)))
        check_problem(
            c, &w, NULL,
            "agents entry %u has another speed than %.10g m/s, but agents on lanes with a "
            "timetable need one: give all the same \"%s\" without a deviation",
            entry + 1, timetable_speed(c->s), scene_key(c->s, "preferred_speed"));
    else if (follows && radius > scene_flow_radius(c->s))
        check_problem(c, &w, NULL,
                      "agents entry %u has a radius of up to %.10g m, the flow's lanes are for "
                      "%.10g m: make the flow's \"radius\" larger",
                      entry + 1, radius, c->s->flow.lanes.radius);
}

void check_flow(checking *c)
{
    if (c->valid && c->s->flow.def.opening_count > 0)
        check_openings(c);
    for (uint32_t i = 0; i < c->s->agents_count; ++i)
        check_follower(c, i);
}
