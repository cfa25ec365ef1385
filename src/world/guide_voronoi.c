// SPDX-License-Identifier: MIT
// The guide "voronoi": along the lines of the diagram, as far from everything as its weight says
// ("Real-Time Path Planning in Large Environments Based on the Dynamic Voronoi Diagram", UFRGS
// 2010, chapter 4).
//
// Where the diagram is of walls only, a way is found once and followed by portals, as with the
// guide "mesh". Where agents are sites, it has gone stale by the next step: then it is planned in
// every step (guide_plan.c).
#include "world/guide_voronoi.h"

#include "plan/roadmap.h"
#include "world/guide_mesh.h"

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
    request.weight = world->def.weight;
    return request;
}

static wend_result find(const wend_guide_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found)
{
    const wend_world *world = step->world;
    wend_roadmap *roadmap = searcher->roadmap;
    wend_roadmap_path path;
    *found = (wend_found){.length = INFINITY};
    if (!world->diagram.voronoi)
        return WEND_NOTHING;
    wend_roadmap_request request = wend_voronoi_request(world, slot, goal);
    request.iterations = wend_search_budget(world, slot);
    wend_result result = wend_roadmap_find(roadmap, world->diagram.voronoi, &request, &path, NULL);
    if (result == WEND_NO_MEMORY)
        return result;
    bool whole = result == WEND_OK;
    if (!whole && result != WEND_BUDGET_SPENT)
        return WEND_NOTHING;
    searcher->expansions += path.iterations;
    if (!whole && path.circle_count == 0)
        return WEND_BUDGET_SPENT;
    // What is not found yet is not walked yet.
    double more = whole ? 0 : path.left;
    found->length = path.length + more;
    found->cut = found->partial = !whole;
    // One who plans in every step only wants to know how far it is.
    if (world->diagram.has_agents)
        return WEND_OK;
    if (wend_roadmap_way_portals(roadmap, WEND_PATH_LONGEST + 1, &searcher->portals, NULL) !=
        WEND_OK)
        return WEND_NO_MEMORY;
    wend_portals_keep(&searcher->portals, path.start, path.start, world->crowd.bodies[slot].radius,
                      more, found);
    return WEND_OK;
}

static bool follow(const wend_guide_step *step, uint32_t slot, wend_aim *aim)
{
    return step->world->diagram.has_agents ? wend_guide_follow_lead(step, slot, aim)
                                           : wend_portals_follow(step, slot, aim);
}

const wend_guide wend_guide_voronoi = {
    .name = "voronoi",
    .plan = wend_voronoi_plan,
    .follow = follow,
    .find = find,
};
