// SPDX-License-Identifier: MIT
// The pursuit "chase": head for the nearest agent of a role, like the farmers of Sud et al. 2008
// (full citation in gather.c), §7.2. If agents are sites of the Voronoi diagram, the nearest agent
// has a cell adjacent to the agent's own; the paper uses the second-order diagram for this. If the
// nearest agent does not have the role, or without such a diagram, all agents are compared.
#include "world/goals/pursuits.h"

#include "wend/vec2.h"
#include "wend/voronoi.h"
#include "world/world.h"

#include <math.h>

/// Maximum number of adjacent cells, of which there are six on average. An agent with more compares
/// all agents.
enum { MAX_NEIGHBOURS = 64 };

/// The path is planned again when the quarry has moved by this fraction of its distance.
#define OTHER_PATH 0.25

static wend_result check(const wend_world *world, const wend_pursuit_def *def, wend_error *error)
{
    (void)world;
    if (def->role != 0)
        return WEND_OK;
    return wend_fail(error, WEND_BAD_ARGUMENT, "role must be that of the agents to chase, found 0");
}

static double distance_between(const wend_crowd *crowd, uint32_t one, uint32_t other)
{
    return wend_distance(crowd->bodies[one].position, crowd->bodies[other].position);
}

/// The nearest of the agents with adjacent cells, if it has the role; otherwise WEND_NO_OWNER.
static uint32_t nearest_beside(const wend_world *world, uint32_t slot, uint32_t role)
{
    const wend_diagram *diagram = &world->diagram;
    wend_site_id site = wend_diagram_site(diagram, slot), around[MAX_NEIGHBOURS];
    uint32_t count = 0, nearest = WEND_NO_OWNER;
    // The diagram is not updated while no agent needs it.
    if (!diagram->voronoi || !wend_diagram_wants_agents(world) || wend_site_id_is_null(site) ||
        wend_voronoi_neighbours(diagram->voronoi, site, around, MAX_NEIGHBOURS, &count, NULL) !=
            WEND_OK)
        return WEND_NO_OWNER;
    double least = INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t owner = wend_id_slot(around[i].raw) < diagram->owners.count
                             ? diagram->owners.data[wend_id_slot(around[i].raw)].agent
                             : WEND_NO_OWNER;
        if (owner == WEND_NO_OWNER || owner == slot)
            continue;
        double distance = distance_between(&world->crowd, slot, owner);
        if (distance < least) {
            least = distance;
            nearest = owner;
        }
    }
    return nearest != WEND_NO_OWNER && world->crowd.walkers[nearest].role == role ? nearest
                                                                                  : WEND_NO_OWNER;
}

/// The nearest of all agents with the role; WEND_NO_OWNER: none.
static uint32_t nearest_of_all(const wend_crowd *crowd, uint32_t slot, uint32_t role)
{
    wend_vec2 p = crowd->bodies[slot].position;
    uint32_t nearest = WEND_NO_OWNER;
    double least = INFINITY;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        double square = wend_distance_squared(p, crowd->bodies[i].position);
        if (square >= least || i == slot || crowd->bodies[i].radius < 0 ||
            crowd->walkers[i].role != role)
            continue;
        least = square;
        nearest = i;
    }
    return nearest;
}

static void aim(wend_world *world, uint32_t slot)
{
    wend_crowd *crowd = &world->crowd;
    wend_walker *walker = &crowd->walkers[slot];
    wend_pursuer *pursuer = wend_pursuer_of(world, slot);
    uint32_t role = wend_pursuit_of(world, slot)->def.role;
    uint32_t quarry = nearest_beside(world, slot, role);
    if (quarry == WEND_NO_OWNER)
        quarry = nearest_of_all(crowd, slot, role);
    if (quarry == WEND_NO_OWNER) {
        pursuer->quarry = (wend_agent_id){0};
        wend_pursuit_stand(world, slot);
        return;
    }
    bool other = !wend_agent_id_equal(pursuer->quarry, crowd->id[quarry]);
    wend_vec2 at = crowd->bodies[quarry].position;
    bool has_gone =
        wend_distance(pursuer->seen, at) > OTHER_PATH * distance_between(crowd, slot, quarry);
    bool on_its_way = walker->doing == WEND_ACTIVITY_WALKING && walker->chosen != WEND_NO_GOAL;
    // A quarry without a path to it is tried again after a while.
    bool tries = walker->doing != WEND_ACTIVITY_NO_PATH || world->time >= pursuer->again;
    pursuer->quarry = crowd->id[quarry];
    if (other || ((has_gone || !on_its_way) && tries)) {
        pursuer->seen = at;
        wend_pursuit_head_for(world, slot, at);
    } else {
        wend_goals_move(&world->goals, walker->chosen, at);
    }
}

static void act(wend_world *world, uint32_t slot)
{
    wend_crowd *crowd = &world->crowd;
    wend_pursuit *pursuit = wend_pursuit_of(world, slot);
    wend_pursuer *pursuer = wend_pursuer_of(world, slot);
    if (!wend_id_valid(&crowd->ids, pursuer->quarry.raw))
        return;
    uint32_t quarry = wend_id_slot(pursuer->quarry.raw);
    double apart = distance_between(crowd, slot, quarry) - crowd->bodies[slot].radius -
                   crowd->bodies[quarry].radius;
    if (apart > pursuit->def.reach)
        return;
    ++pursuit->sums.caught;
    ++pursuer->sums.caught;
    wend_events_add_agent(world, WEND_EVENT_CAUGHT, quarry, slot);
    wend_world_drop_agent(world, quarry);
}

const wend_pursuit_rules wend_pursuit_chase = {
    .name = "chase",
    .check = check,
    .aim = aim,
    .act = act,
};
