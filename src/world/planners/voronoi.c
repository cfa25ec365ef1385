// SPDX-License-Identifier: MIT
// The planner "voronoi": along the lines of the diagram, as far from everything as its weight says
// ("Real-Time Path Planning in Large Environments Based on the Dynamic Voronoi Diagram", UFRGS
// 2010, chapter 4).
//
// Where the diagram is of walls only, a way is found once and followed by portals, as with the
// planner "mesh". Where agents are sites, it has gone stale by the next step: then it is planned in
// every step (planner_plan.c).
#include "world/planners/voronoi.h"

#include "plan/roadmap.h"
#include "world/planners/mesh.h"

#include <math.h>

/// The way is planned for a disc that is smaller by this part: a radius is kept as a float, and one
/// who touches a wall may be a hair nearer than its radius.
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
    // What is not found yet is not walked yet.
    double more = whole ? 0 : path.gap_to_goal;
    found->length = path.length + more;
    found->cut = found->partial = !whole;
    // One who plans in every step only wants to know how far it is.
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
