// SPDX-License-Identifier: MIT
// The diagram follows the world. What differs between the world and what the diagram was told last
// becomes one batch of changes, which it takes whole: first go agents that are gone or in the way,
// then things go and come, then agents move and come. So nobody is in the way of what comes.
//
// What the diagram refuses (a mover that overlaps a wall, an agent in a mover) is left out and
// tried again with the next changes. Such an agent has no site: others do not see it in the
// diagram.
#include "geometry/points.h"
#include "voronoi/diagram.h"
#include "wend/geometry.h"
#include "world/world.h"

#include <string.h>

static bool push(wend_world *world, wend_site_change change, uint32_t slot, bool is_agent)
{
    wend_diagram *diagram = &world->diagram;
    if (!wend_array_reserve(&diagram->changes, &world->allocator, 1) ||
        !wend_array_reserve(&diagram->notes, &world->allocator, 1))
        return false;
    diagram->changes.data[diagram->changes.count++] = change;
    diagram->notes.data[diagram->notes.count++] = (wend_diagram_note){slot, is_agent};
    return true;
}

// ---- things -------------------------------------------------------------------------------------

/// What a thing does.
typedef struct thing_change {
    bool goes, comes;
} thing_change;

static thing_change change_of_thing(const wend_world *world, uint32_t slot)
{
    const wend_thing *thing = &world->obstacles.things.data[slot];
    const wend_diagram_thing *known = &world->diagram.things.data[slot];
    bool is_known = !wend_site_id_is_null(known->site);
    bool stays =
        is_known && wend_diagram_holds(thing) &&
        wend_obstacle_id_equal(known->thing,
                               (wend_obstacle_id){wend_id_of_slot(&world->obstacles.ids, slot)}) &&
        wend_equal(known->offset, thing->offset);
    return (thing_change){is_known && !stays, wend_diagram_holds(thing) && !stays};
}

/// True if there may be something new about things.
static bool have_changed(const wend_world *world)
{
    return world->diagram.walls != world->obstacles.trail || world->obstacles.mover_count > 0 ||
           world->diagram.movers != 0;
}

static bool reserve_things(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    size_t count = world->obstacles.things.count;
    if (diagram->things.count >= count)
        return true;
    if (!wend_array_reserve(&diagram->things, &world->allocator, count - diagram->things.count))
        return false;
    while (diagram->things.count < count)
        diagram->things.data[diagram->things.count++] = (wend_diagram_thing){0};
    return true;
}

/// Lists where things come.
static bool list_boxes(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    const wend_obstacles *obstacles = &world->obstacles;
    for (uint32_t i = 0; i < obstacles->things.count; ++i) {
        if (!change_of_thing(world, i).comes)
            continue;
        if (!wend_array_reserve(&diagram->boxes, &world->allocator, 1))
            return false;
        wend_shape shape = wend_thing_shape(obstacles, &obstacles->things.data[i]);
        diagram->boxes.data[diagram->boxes.count++] = wend_box_of(shape.points, shape.point_count);
    }
    return true;
}

static bool list_things(wend_world *world)
{
    const wend_obstacles *obstacles = &world->obstacles;
    for (uint32_t i = 0; i < obstacles->things.count; ++i) {
        wend_site_change change = {.kind = WEND_SITE_REMOVE,
                                   .id = world->diagram.things.data[i].site};
        if (change_of_thing(world, i).goes && !push(world, change, i, false))
            return false;
    }
    for (uint32_t i = 0; i < obstacles->things.count; ++i) {
        wend_site_change change = {.kind = WEND_SITE_INSERT};
        change.shape = wend_thing_shape(obstacles, &obstacles->things.data[i]);
        if (change_of_thing(world, i).comes && !push(world, change, i, false))
            return false;
    }
    return true;
}

// ---- agents -------------------------------------------------------------------------------------

/// What becomes of an agent's site.
typedef enum agent_change {
    AGENT_STAYS,
    AGENT_GOES,
    AGENT_COMES,
    AGENT_MOVES,
    AGENT_MAKES_WAY, ///< goes, and comes again behind the things
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

static bool list_agents_that_go(wend_world *world)
{
    for (uint32_t i = 0; i < world->diagram.agents.count; ++i) {
        agent_change kind = change_of_agent(world, i);
        wend_site_change change = {.kind = WEND_SITE_REMOVE,
                                   .id = world->diagram.agents.data[i].site};
        if ((kind == AGENT_GOES || kind == AGENT_MAKES_WAY) && !push(world, change, i, true))
            return false;
    }
    return true;
}

/// The others: where they are now.
static bool list_agents(wend_world *world)
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
        if (!push(world, change, i, true))
            return false;
    }
    return true;
}

// ---- the batch ----------------------------------------------------------------------------------

static bool list_changes(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    bool things = have_changed(world);
    diagram->changes.count = diagram->notes.count = diagram->boxes.count = 0;
    return reserve_things(world) && reserve_agents(world) && (!things || list_boxes(world)) &&
           list_agents_that_go(world) && (!things || list_things(world)) && list_agents(world);
}

/// Room to note all sites that come. Slots of sites count up without gaps.
static bool reserve_owners(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    size_t slots = diagram->voronoi->boundary.ids.generations.count + diagram->changes.count;
    size_t more = slots > diagram->owners.count ? slots - diagram->owners.count : 0;
    return wend_array_reserve(&diagram->owners, &world->allocator, more);
}

/// Leaves out what was refused: one that moves is not there any more.
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

/// Notes what the diagram has now.
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
        wend_diagram_thing *thing = &diagram->things.data[note.slot];
        *thing = (wend_diagram_thing){.site = site};
        if (wend_site_id_is_null(site))
            return;
        thing->thing = (wend_obstacle_id){wend_id_of_slot(&world->obstacles.ids, note.slot)};
        thing->offset = world->obstacles.things.data[note.slot].offset;
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

/// False: out of memory. A diagram that has taken the changes and had no memory to make itself good
/// (stale) does so with the next, even if there are none.
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
    // It could not be made good: the next step makes another.
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
