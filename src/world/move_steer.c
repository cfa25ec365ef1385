// SPDX-License-Identifier: MIT
// The motion "steer": its neighbours are those whose cells of the diagram meet the agent's own.
// The nearest of all is among them.
#include "world/move.h"

#include "voronoi/diagram.h"
#include "wend/geometry.h"

#include <math.h>

/// Agents that one worker looks at in one go.
enum { GRAIN = 64 };

/// Neighbours of one agent, as they are found: no more than the nearest are kept.
typedef struct collecting {
    const wend_world *world;
    uint32_t slot;
    wend_steer_near *nears;
    double squares[WEND_STEER_NEAR]; ///< of the distances
    uint32_t count;
} collecting;

static bool is_same(wend_vec2 p, wend_vec2 q)
{
    return p.x == q.x && p.y == q.y;
}

static bool is_listed(const collecting *c, const wend_steer_near *near)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        const wend_steer_near *other = &c->nears[i];
        if (other->body == near->body && is_same(other->wall.a, near->wall.a) &&
            is_same(other->wall.b, near->wall.b))
            return true;
    }
    return false;
}

/// Keeps a neighbour whose closest point that is, in the place of the furthest if there is no more
/// room.
static void keep(collecting *c, const wend_steer_near *near, wend_vec2 point)
{
    wend_vec2 p = c->world->crowd.bodies[c->slot].position;
    double x = point.x - p.x, y = point.y - p.y, square = x * x + y * y;
    uint32_t at = c->count;
    if (is_listed(c, near))
        return;
    if (c->count == WEND_STEER_NEAR) {
        at = 0;
        for (uint32_t i = 1; i < WEND_STEER_NEAR; ++i)
            if (c->squares[i] > c->squares[at])
                at = i;
        if (square >= c->squares[at])
            return;
    } else {
        ++c->count;
    }
    c->nears[at] = *near;
    c->squares[at] = square;
}

/// An element of the diagram beside the agent's cell.
static void add_element(collecting *c, uint32_t element)
{
    const wend_diagram *diagram = &c->world->diagram;
    const wend_boundary *boundary = &diagram->voronoi->boundary;
    const wend_element *e = &boundary->elements.data[element];
    uint32_t site = boundary->links.data[element].site;
    wend_site_owner owner = {WEND_NO_OWNER, WEND_NO_OWNER};
    if (site < diagram->owners.count)
        owner = diagram->owners.data[site];
    const wend_crowd *crowd = &c->world->crowd;
    if (owner.agent != WEND_NO_OWNER) {
        wend_steer_near near = {.body = owner.agent};
        keep(c, &near, crowd->bodies[owner.agent].position);
        return;
    }
    wend_steer_near near = {.wall = {e->p, e->q}, .body = WEND_STEER_WALL};
    if (owner.thing != WEND_NO_OWNER)
        near.velocity = c->world->obstacles.things.data[owner.thing].velocity;
    keep(c, &near, wend_segment_closest(near.wall, crowd->bodies[c->slot].position));
}

/// Those around the agent's cell; for one that shares a cell, the one it shares it with.
static void collect(collecting *c)
{
    const wend_diagram *diagram = &c->world->diagram;
    const wend_voronoi *voronoi = diagram->voronoi;
    wend_id id = wend_diagram_site(diagram, c->slot);
    if (!voronoi || wend_id_null(id))
        return;
    const wend_site *site = &voronoi->boundary.sites.data[wend_id_slot(id)];
    if (site->element == WEND_NO_ELEMENT)
        return;
    if (site->hidden)
        add_element(c, site->element);
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[site->element];
    for (uint32_t i = 0; i < cell->count; ++i)
        add_element(c, voronoi->arcs.data[cell->first + i].other);
}

static void look(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    wend_steer_memory *memory = &world->steer;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        collecting c = {
            .world = world, .slot = i, .nears = memory->nears.data + (size_t)i * WEND_STEER_NEAR};
        memory->steered.data[i] = !wend_id_null(world->crowd.id[i]) &&
                                  world->crowd.walkers[i].motion == WEND_MOTION_STEER;
        if (memory->steered.data[i])
            collect(&c);
        memory->near_counts.data[i] = c.count;
    }
}

static bool reserve(wend_world *world)
{
    wend_steer_memory *memory = &world->steer;
    const wend_allocator *allocator = &world->allocator;
    size_t slots = world->crowd.slots;
    return wend_array_reserve(&memory->nears, allocator, slots * WEND_STEER_NEAR) &&
           wend_array_reserve(&memory->near_counts, allocator, slots) &&
           wend_array_reserve(&memory->scratch, allocator, 4 * slots) &&
           wend_array_reserve(&memory->steered, allocator, slots);
}

static bool move(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    if (!reserve(world))
        return false;
    wend_parallel_for(world->tasks, crowd->slots, GRAIN, look, world);
    const wend_steer_input input = {
        .bodies = crowd->bodies,
        .wishes = crowd->wishes,
        .steered = world->steer.steered.data,
        .count = crowd->slots,
        .nears = world->steer.nears.data,
        .near_counts = world->steer.near_counts.data,
        .scratch = world->steer.scratch.data,
        .step = world->def.step,
        .tasks = world->tasks,
    };
    const wend_steer_output output = {crowd->next_positions, crowd->next_velocities};
    return wend_steer_step(&world->def.steer, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_steer = {
    .name = "steer",
    .move = move,
};
