// SPDX-License-Identifier: MIT
#include "world/models/blocker.h"

#include "wend/vec2.h"
#include "world/world.h"

/// A wall blocks an agent if the gap to it is below this, and the cosine of the angle to it is
/// above WALL_AHEAD. [Units: radii]
#define WALL_GAP   0.5
#define WALL_AHEAD 0.3
enum { WALLS = 16 };

static bool has_wall_ahead(const wend_world *world, const wend_walls *walls, uint32_t slot)
{
    const wend_body *body = &world->crowd.bodies[slot];
    wend_vec2 way = wend_sub(wend_crowd_target(&world->crowd, slot), body->position);
    wend_wall_near near[WALLS];
    uint32_t count =
        wend_walls_near(walls, body->position, (1 + WALL_GAP) * body->radius, near, WALLS);
    for (uint32_t i = 0; i < count && i < WALLS; ++i) {
        wend_vec2 to = wend_sub(near[i].point, body->position);
        if (wend_dot(way, to) > WALL_AHEAD * wend_length(way) * wend_length(to))
            return true;
    }
    return false;
}

/// The gate that an agent may not enter now, plus 1; 0: none.
static uint32_t shut_gate1(const wend_world *world, uint32_t slot)
{
    const wend_gate_memory *memory = &world->gate_memory;
    if (slot >= memory->visits.count || memory->visits.data[slot].gate1 == 0)
        return 0;
    wend_gate_visit visit = memory->visits.data[slot];
    const wend_gate_right *right = &world->gates.rights.data[visit.gate1 - 1];
    bool shut = right->direction != 0 && visit.place == WEND_GATE_BEFORE &&
                (right->closing || right->direction != visit.mouth + 1);
    return shut ? visit.gate1 : 0;
}

/// The agent that blocks an agent, slot plus 1; 0: none, or it has left in this step.
static uint32_t blocker1_of(const wend_world *world, uint32_t slot)
{
    uint32_t other1 = world->crowd.walkers[slot].blocker1;
    return other1 > 0 && !wend_agent_id_is_null(world->crowd.id[other1 - 1]) ? other1 : 0;
}

/// The group that blocks a member's own group, or that another agent belongs to. Null: none.
static wend_group_id group_of(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (wend_group_members_in(world, slot)) {
        uint32_t group = wend_id_slot(walker->shape.raw),
                 blocker1 = group < world->group_memory.turns.count
                                ? world->group_memory.turns.data[group].blocker1
                                : 0;
        if (blocker1 > 0)
            return wend_world_group_at(world, blocker1 - 1);
    }
    uint32_t other1 = blocker1_of(world, slot);
    if (other1 == 0)
        return (wend_group_id){0};
    wend_group_id other = world->crowd.walkers[other1 - 1].shape;
    return wend_group_id_equal(other, walker->shape) ? (wend_group_id){0} : other;
}

wend_blocker wend_blocker_of(const wend_world *world, uint32_t slot)
{
    uint32_t gate1 = shut_gate1(world, slot), other1 = blocker1_of(world, slot);
    wend_group_id group = group_of(world, slot);
    if (gate1 > 0)
        return (wend_blocker){.kind = WEND_BLOCKER_GATE, .gate = gate1 - 1};
    if (!wend_group_id_is_null(group))
        return (wend_blocker){.kind = WEND_BLOCKER_GROUP, .group = group};
    if (other1 > 0)
        return (wend_blocker){.kind = WEND_BLOCKER_AGENT, .agent = world->crowd.id[other1 - 1]};
    if (has_wall_ahead(world, world->obstacles.walls, slot) ||
        has_wall_ahead(world, world->obstacles.movers, slot))
        return (wend_blocker){.kind = WEND_BLOCKER_WALL};
    return (wend_blocker){.kind = WEND_BLOCKER_NONE};
}

const char *wend_blocker_name(wend_blocker_kind kind)
{
    static const char *const NAMES[] = {
        [WEND_BLOCKER_NONE] = "nothing", [WEND_BLOCKER_AGENT] = "agent",
        [WEND_BLOCKER_GATE] = "gate",    [WEND_BLOCKER_GROUP] = "group",
        [WEND_BLOCKER_WALL] = "wall",
    };
    return (unsigned)kind < sizeof NAMES / sizeof *NAMES ? NAMES[kind] : "unknown blocker";
}
