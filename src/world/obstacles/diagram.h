// SPDX-License-Identifier: MIT
// The Voronoi diagram of a world. Its sites are the walls, the moving obstacles at their current
// positions and, if an agent's motion model is boids, social_force or steer or its planner is mang,
// all agents. It is created in the first step in which a planner or motion model needs it, and
// updated at the start of each such step, after the mesh.
#ifndef WEND_WORLD_OBSTACLES_DIAGRAM_H
#define WEND_WORLD_OBSTACLES_DIAGRAM_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/voronoi.h"
#include "wend/world.h"

#define WEND_NO_OWNER UINT32_MAX

/// An obstacle as it is in the diagram.
typedef struct wend_diagram_obstacle {
    wend_obstacle_id id; ///< null: none
    wend_site_id site;   ///< null: not in the diagram
    wend_vec2 offset;    ///< of a moving obstacle, when it was inserted
} wend_diagram_obstacle;

/// An agent as it is in the diagram.
typedef struct wend_diagram_agent {
    wend_agent_id agent; ///< null: none
    wend_site_id site;   ///< null: not in the diagram
    wend_vec2 place;
    float radius;
} wend_diagram_agent;

/// Owner of a site: a slot of the crowd or of the obstacles. The bounds have no owner.
typedef struct wend_site_owner {
    uint32_t agent, obstacle; ///< WEND_NO_OWNER: none
} wend_site_owner;

/// The agent or obstacle that a change is about.
typedef struct wend_diagram_note {
    uint32_t slot;
    bool is_agent; ///< false: an obstacle
} wend_diagram_note;

typedef struct wend_diagram {
    wend_voronoi *voronoi; ///< NULL until first use
    uint64_t trail;        ///< hash of all changes: equal trails mean equal diagrams
    uint64_t walls;        ///< trail of the obstacles at the last update
    uint32_t movers;       ///< number of moving obstacles at the last update
    bool has_agents;
    wend_array(wend_diagram_obstacle) obstacles; ///< by slot of the obstacles
    wend_array(wend_diagram_agent) agents;       ///< by slot of the crowd
    wend_array(wend_site_owner) owners;          ///< by slot of the site

    // Scratch memory.
    wend_array(wend_site_change) changes;
    wend_array(wend_diagram_note) notes; ///< by change
    wend_array(wend_box) boxes;          ///< of obstacles to be inserted
} wend_diagram;

/// True if agents are sites of the diagram: some agent's motion model is boids, social_force or
/// steer, or its planner is mang.
bool wend_diagram_wants_agents(const wend_world *world);

/// Creates or updates the diagram if a planner or motion model needs it. False: out of memory; the
/// update is retried in the next call.
bool wend_diagram_follow(wend_world *world);

/// Updates an existing diagram. (diagram_changes.c)
bool wend_diagram_change(wend_world *world);

/// Records the owner of a site; memory must be reserved.
void wend_diagram_own(wend_diagram *diagram, wend_site_id site, wend_site_owner owner);

struct wend_world_obstacle;

/// True if an obstacle is a site: moving ones always, others while they are in the mesh.
bool wend_diagram_holds(const struct wend_world_obstacle *obstacle);

/// The site of an agent; null: none.
static inline wend_site_id wend_diagram_site(const wend_diagram *diagram, uint32_t slot)
{
    return slot < diagram->agents.count ? diagram->agents.data[slot].site : (wend_site_id){0};
}

#endif
