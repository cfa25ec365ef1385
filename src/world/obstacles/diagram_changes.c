// SPDX-License-Identifier: MIT
// Update of the diagram. The differences between the world and the last recorded state become one
// batch of changes. The order avoids overlaps with new sites: agents that are gone or in the way
// are removed, obstacles are removed and inserted, then agents are moved and inserted.
//
// Changes that the diagram refuses (a moving obstacle that overlaps a wall, an agent inside one)
// are left out and tried again in the next update. An agent that was left out has no site: the
// diagram does not show it to others.
#include "geometry/points.h"
#include "voronoi/diagram.h"
#include "wend/geometry.h"
#include "world/world.h"

#include <string.h>

static bool add_change(wend_world *world, wend_site_change change, uint32_t slot, bool is_agent)
{
    wend_diagram *diagram = &world->diagram;
    if (!wend_array_reserve(&diagram->changes, &world->allocator, 1) ||
        !wend_array_reserve(&diagram->notes, &world->allocator, 1))
        return false;
    diagram->changes.data[diagram->changes.count++] = change;
    diagram->notes.data[diagram->notes.count++] = (wend_diagram_note){slot, is_agent};
    return true;
}

// ---- obstacles ----------------------------------------------------------------------------------

/// What happens to the site of an obstacle.
typedef struct obstacle_change {
    bool goes, comes;
} obstacle_change;

static obstacle_change change_of_obstacle(const wend_world *world, uint32_t slot)
{
    const wend_world_obstacle *obstacle = &world->obstacles.list.data[slot];
    const wend_diagram_obstacle *known = &world->diagram.obstacles.data[slot];
    bool is_known = !wend_site_id_is_null(known->site);
    bool stays = is_known && wend_diagram_holds(obstacle) &&
                 wend_obstacle_id_equal(
                     known->id, (wend_obstacle_id){wend_id_of_slot(&world->obstacles.ids, slot)}) &&
                 wend_equal(known->offset, obstacle->offset);
    return (obstacle_change){is_known && !stays, wend_diagram_holds(obstacle) && !stays};
}

/// True if obstacles may have changed.
static bool may_have_changed(const wend_world *world)
{
    return world->diagram.walls != world->obstacles.trail || world->obstacles.mover_count > 0 ||
           world->diagram.movers != 0;
}

static bool reserve_obstacles(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    size_t count = world->obstacles.list.count;
    if (diagram->obstacles.count >= count)
        return true;
    if (!wend_array_reserve(&diagram->obstacles, &world->allocator,
                            count - diagram->obstacles.count))
        return false;
    while (diagram->obstacles.count < count)
        diagram->obstacles.data[diagram->obstacles.count++] = (wend_diagram_obstacle){0};
    return true;
}

/// Lists the boxes of obstacles to be inserted.
static bool list_boxes(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    const wend_obstacles *obstacles = &world->obstacles;
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        if (!change_of_obstacle(world, i).comes)
            continue;
        if (!wend_array_reserve(&diagram->boxes, &world->allocator, 1))
            return false;
        wend_shape shape = wend_obstacle_shape(obstacles, &obstacles->list.data[i]);
        diagram->boxes.data[diagram->boxes.count++] = wend_box_of(shape.points, shape.point_count);
    }
    return true;
}

static bool list_obstacles(wend_world *world)
{
    const wend_obstacles *obstacles = &world->obstacles;
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        wend_site_change change = {.kind = WEND_SITE_REMOVE,
                                   .id = world->diagram.obstacles.data[i].site};
        if (change_of_obstacle(world, i).goes && !add_change(world, change, i, false))
            return false;
    }
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        wend_site_change change = {.kind = WEND_SITE_INSERT};
        change.shape = wend_obstacle_shape(obstacles, &obstacles->list.data[i]);
        if (change_of_obstacle(world, i).comes && !add_change(world, change, i, false))
            return false;
    }
    return true;
}

// ---- agents -------------------------------------------------------------------------------------

/// What happens to an agent's site.
typedef enum agent_change {
    AGENT_STAYS,
    AGENT_GOES,
    AGENT_COMES,
    AGENT_MOVES,
    AGENT_MAKES_WAY, ///< removed, and inserted again after the obstacles
} agent_change;

static bool is_in_way(const wend_diagram *diagram, wend_vec2 p)
{
    for (size_t i = 0; i < diagram->boxes.count; ++i) {
        const wend_box *box = &diagram->boxes.data[i];
        if (p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y)
            return true;
    }
    return false;
}

static agent_change change_of_agent(const wend_world *world, uint32_t slot)
{
    const wend_diagram_agent *known = &world->diagram.agents.data[slot];
    const wend_crowd *crowd = &world->crowd;
    bool is_known = !wend_site_id_is_null(known->site), wanted = false;
    if (wend_diagram_wants_agents(world) && slot < crowd->slots)
        wanted = !wend_agent_id_is_null(crowd->id[slot]);
    if (!is_known || !wanted)
        return is_known ? AGENT_GOES : wanted ? AGENT_COMES : AGENT_STAYS;
    if (!wend_agent_id_equal(known->agent, crowd->id[slot]) ||
        is_in_way(&world->diagram, known->place))
        return AGENT_MAKES_WAY;
    bool stays = wend_equal(known->place, crowd->bodies[slot].position) &&
                 known->radius == crowd->bodies[slot].radius;
    return stays ? AGENT_STAYS : AGENT_MOVES;
}

static bool reserve_agents(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    size_t count = wend_diagram_wants_agents(world) ? world->crowd.slots : 0;
    if (diagram->agents.count >= count)
        return true;
    if (!wend_array_reserve(&diagram->agents, &world->allocator, count - diagram->agents.count))
        return false;
    while (diagram->agents.count < count)
        diagram->agents.data[diagram->agents.count++] = (wend_diagram_agent){0};
    return true;
}

static bool list_agents_to_remove(wend_world *world)
{
    for (uint32_t i = 0; i < world->diagram.agents.count; ++i) {
        agent_change kind = change_of_agent(world, i);
        wend_site_change change = {.kind = WEND_SITE_REMOVE,
                                   .id = world->diagram.agents.data[i].site};
        if ((kind == AGENT_GOES || kind == AGENT_MAKES_WAY) && !add_change(world, change, i, true))
            return false;
    }
    return true;
}

/// Lists the agents that are inserted or moved.
static bool list_agents_to_add(wend_world *world)
{
    for (uint32_t i = 0; i < world->diagram.agents.count; ++i) {
        agent_change kind = change_of_agent(world, i);
        if (kind == AGENT_STAYS || kind == AGENT_GOES)
            continue;
        const wend_body *body = &world->crowd.bodies[i];
        wend_site_change change = {.kind = WEND_SITE_INSERT, .radius = body->radius};
        change.shape = (wend_shape){.points = &body->position, .point_count = 1};
        if (kind == AGENT_MOVES) {
            change.kind = WEND_SITE_MOVE;
            change.id = world->diagram.agents.data[i].site;
        }
        if (!add_change(world, change, i, true))
            return false;
    }
    return true;
}

// ---- the batch ----------------------------------------------------------------------------------

static bool list_changes(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    bool changed = may_have_changed(world);
    diagram->changes.count = diagram->notes.count = diagram->boxes.count = 0;
    return reserve_obstacles(world) && reserve_agents(world) && (!changed || list_boxes(world)) &&
           list_agents_to_remove(world) && (!changed || list_obstacles(world)) &&
           list_agents_to_add(world);
}

/// Reserves memory for the owners of all new sites. Slots of sites are allocated without gaps.
static bool reserve_owners(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    size_t slots = diagram->voronoi->boundary.ids.generations.count + diagram->changes.count;
    size_t more = slots > diagram->owners.count ? slots - diagram->owners.count : 0;
    return wend_array_reserve(&diagram->owners, &world->allocator, more);
}

/// Drops a refused change. A move becomes a removal: the agent is no longer at its old position.
static void leave_out(wend_diagram *diagram, uint32_t refused)
{
    wend_site_change *change = &diagram->changes.data[refused];
    if (change->kind == WEND_SITE_MOVE) {
        *change = (wend_site_change){.kind = WEND_SITE_REMOVE, .id = change->id};
        return;
    }
    wend_diagram_note *note = &diagram->notes.data[refused];
    size_t behind = --diagram->changes.count - refused;
    --diagram->notes.count;
    memmove(change, change + 1, behind * sizeof *change);
    memmove(note, note + 1, behind * sizeof *note);
}

/// Records one applied change.
static void note_change(wend_world *world, const wend_site_change *change, wend_diagram_note note,
                        wend_hash *trail)
{
    wend_diagram *diagram = &world->diagram;
    wend_site_id site = change->kind == WEND_SITE_REMOVE ? (wend_site_id){0} : change->id;
    wend_hash_u64(trail, (uint64_t)note.slot << 3 | (uint64_t)note.is_agent << 2 | change->kind);
    if (note.is_agent) {
        wend_diagram_agent *agent = &diagram->agents.data[note.slot];
        *agent = (wend_diagram_agent){.site = site};
        if (wend_site_id_is_null(site))
            return;
        const wend_body *body = &world->crowd.bodies[note.slot];
        agent->agent = world->crowd.id[note.slot];
        agent->place = body->position;
        agent->radius = body->radius;
        wend_hash_vec2(trail, agent->place);
        wend_hash_double(trail, agent->radius);
        wend_diagram_own(diagram, site, (wend_site_owner){note.slot, WEND_NO_OWNER});
    } else {
        wend_diagram_obstacle *obstacle = &diagram->obstacles.data[note.slot];
        *obstacle = (wend_diagram_obstacle){.site = site};
        if (wend_site_id_is_null(site))
            return;
        obstacle->id = (wend_obstacle_id){wend_id_of_slot(&world->obstacles.ids, note.slot)};
        obstacle->offset = world->obstacles.list.data[note.slot].offset;
        for (uint32_t i = 0; i < change->shape.point_count; ++i)
            wend_hash_vec2(trail, change->shape.points[i]);
        wend_diagram_own(diagram, site, (wend_site_owner){WEND_NO_OWNER, note.slot});
    }
}

static void note_changes(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    wend_hash trail = {diagram->trail};
    for (size_t i = 0; i < diagram->changes.count; ++i)
        note_change(world, &diagram->changes.data[i], diagram->notes.data[i], &trail);
    if (diagram->changes.count > 0)
        diagram->trail = wend_hash_end(&trail);
}

/// False: out of memory. A stale diagram (changes applied, but no memory for the repair) is
/// repaired by the next call, even without changes.
static bool apply_changes(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    wend_voronoi *voronoi = diagram->voronoi;
    wend_result result = WEND_OK;
    while (diagram->changes.count > 0 || voronoi->stale) {
        uint32_t refused = 0;
        result = wend_voronoi_change(voronoi, diagram->changes.data,
                                     (uint32_t)diagram->changes.count, &refused, NULL);
        if (result == WEND_OK || result == WEND_OUT_OF_MEMORY || voronoi->stale)
            break;
        leave_out(diagram, refused);
        result = WEND_OK; // unless another is refused
    }
    if (result == WEND_OUT_OF_MEMORY && !voronoi->stale)
        return false;
    note_changes(world);
    if (result == WEND_OK)
        return true;
    if (result == WEND_OUT_OF_MEMORY)
        return false;
    // It could not be repaired: the next step creates a new one.
    wend_voronoi_destroy(voronoi);
    diagram->voronoi = NULL;
    return true;
}

bool wend_diagram_change(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    if (!list_changes(world) || !reserve_owners(world) || !apply_changes(world))
        return false;
    diagram->walls = world->obstacles.trail;
    diagram->movers = world->obstacles.mover_count;
    diagram->has_agents = wend_diagram_wants_agents(world);
    return true;
}
