// SPDX-License-Identifier: MIT
// The planner "voronoi": along the edges of the diagram, from shortest to safest by its clearance
// weight ("Real-Time Path Planning in Large Environments Based on the Dynamic Voronoi Diagram",
// UFRGS 2010, chapter 4).
//
// On a diagram of walls only, a path is searched once and followed by portals, as with the planner
// "mesh". With agents as sites it would be out of date by the next step, and is planned in every
// step (voronoi_agents.c).
#include "world/planners/voronoi.h"

#include "plan/roadmap.h"
#include "world/planners/mesh.h"

#include <math.h>

/// Paths are planned for discs smaller by this part: radii are floats, and an agent that touches a
/// wall may be nearer than its radius by rounding.
#define SMALLER 1e-5

wend_roadmap_request wend_voronoi_request(const wend_world *world, uint32_t slot, uint32_t goal)
{
    const wend_body *body = &world->crowd.bodies[slot];
    wend_roadmap_request request = wend_default_roadmap_request();
    request.from = body->position;
    request.agent = wend_diagram_site(&world->diagram, slot);
    request.goal = wend_goals_inner(&world->goals, goal);
    request.radius = body->radius * (1 - SMALLER);
    request.clearance_weight = world->def.clearance_weight;
    return request;
}

static wend_result find(const wend_planner_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found)
{
    const wend_world *world = step->world;
    wend_roadmap *roadmap = searcher->roadmap;
    wend_roadmap_path path;
    *found = (wend_found){.length = INFINITY};
    if (!world->diagram.voronoi)
        return WEND_NOT_FOUND;
    wend_roadmap_request request = wend_voronoi_request(world, slot, goal);
    request.iterations = wend_search_budget(world, slot);
    wend_result result = wend_roadmap_find(roadmap, world->diagram.voronoi, &request, &path, NULL);
    if (result == WEND_OUT_OF_MEMORY)
        return result;
    bool whole = result == WEND_OK;
    if (!whole && result != WEND_BUDGET_EXHAUSTED)
        return WEND_NOT_FOUND;
    searcher->expansions += path.iterations;
    if (!whole && path.circle_count == 0)
        return WEND_BUDGET_EXHAUSTED;
    // A part of the path that is not found yet counts as well.
    double more = whole ? 0 : path.gap_to_goal;
    found->length = path.length + more;
    found->cut = found->partial = !whole;
    // Agents that plan in every step only need the length.
    if (world->diagram.has_agents)
        return WEND_OK;
    if (wend_roadmap_route_portals(roadmap, WEND_PATH_LONGEST + 1, &searcher->portals, NULL) !=
        WEND_OK)
        return WEND_OUT_OF_MEMORY;
    wend_portals_keep(&searcher->portals, path.start, path.start, world->crowd.bodies[slot].radius,
                      more, found);
    return WEND_OK;
}

static bool follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim)
{
    return step->world->diagram.has_agents ? wend_planner_follow_lead(step, slot, aim)
                                           : wend_portals_follow(step, slot, aim);
}

const wend_planner wend_planner_voronoi = {
    .info =
        {
            .kind = WEND_PLANNER_VORONOI,
            .name = "voronoi",
            .summary = "path along the Voronoi diagram, from shortest to safest",
            .needs = WEND_NEEDS_MESH | WEND_NEEDS_DIAGRAM,
            .keeps_path = true,
            .replans_each_step = true,
        },
    .plan = wend_voronoi_plan,
    .follow = follow,
    .find = find,
};
