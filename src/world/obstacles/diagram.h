// SPDX-License-Identifier: MIT
// The Voronoi diagram of a world: its walls as they are, its movers where they are, and, if some
// agent's motion is steer or force or its planner is mang, all agents. It is made in the first step
// in which somebody's planner or motion needs it, and takes what has changed at the start of each
// step, after the mesh.
#ifndef WEND_WORLD_OBSTACLES_DIAGRAM_H
#define WEND_WORLD_OBSTACLES_DIAGRAM_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/voronoi.h"
#include "wend/world.h"

#define WEND_NO_OWNER UINT32_MAX

/// A thing (obstacles.h) as the diagram has it.
typedef struct wend_diagram_thing {
    wend_obstacle_id thing; ///< null: none
    wend_site_id site;      ///< null: not in the diagram
    wend_vec2 offset;       ///< of a mover
} wend_diagram_thing;

/// An agent as the diagram has it.
typedef struct wend_diagram_agent {
    wend_agent_id agent; ///< null: none
    wend_site_id site;   ///< null: not in the diagram
    wend_vec2 place;
    float radius;
} wend_diagram_agent;

/// Whose site it is: a slot of the crowd or of the obstacles. The bounds are nobody's.
typedef struct wend_site_owner {
    uint32_t agent, thing; ///< WEND_NO_OWNER: none
} wend_site_owner;

/// Whom a change is about.
typedef struct wend_diagram_note {
    uint32_t slot;
    bool is_agent; ///< else a thing
} wend_diagram_note;

typedef struct wend_diagram {
    wend_voronoi *voronoi; ///< NULL: nobody has needed it yet
    uint64_t trail;        ///< a hash of all that was done to it: with the same one it is the same
    uint64_t walls;        ///< trail of the obstacles when their things were looked at
    uint32_t movers;       ///< and how many there were
    bool has_agents;
    wend_array(wend_diagram_thing) things; ///< by slot of the obstacles
    wend_array(wend_diagram_agent) agents; ///< by slot of the crowd
    wend_array(wend_site_owner) owners;    ///< by slot of the site

    // Only memory.
    wend_array(wend_site_change) changes;
    wend_array(wend_diagram_note) notes; ///< of each change
    wend_array(wend_box) boxes;          ///< of things that come
} wend_diagram;

/// True if agents are sites of it: somebody's motion is steer or force, or its planner is mang.
bool wend_diagram_wants_agents(const wend_world *world);

/// Brings it up to date, if anybody needs it. False: out of memory, it is as it was.
bool wend_diagram_follow(wend_world *world);

/// The same for one that is there. (diagram_changes.c)
bool wend_diagram_change(wend_world *world);

/// Notes whose site it is; there must be room.
void wend_diagram_own(wend_diagram *diagram, wend_site_id site, wend_site_owner owner);

struct wend_thing;

/// True for what is a site: of the things, those that stand in the mesh, and movers anywhere.
bool wend_diagram_holds(const struct wend_thing *thing);

/// The site of an agent; null: it has none.
static inline wend_site_id wend_diagram_site(const wend_diagram *diagram, uint32_t slot)
{
    return slot < diagram->agents.count ? diagram->agents.data[slot].site : (wend_site_id){0};
}

#endif
