// SPDX-License-Identifier: MIT
// The neighbours of an agent: agents and walls with cells of the Voronoi diagram adjacent to its
// own. The nearest of all is among them.
#include "world/models/neighbours.h"

#include "geometry/points.h"
#include "voronoi/diagram.h"
#include "voronoi/frame.h"
#include "wend/geometry.h"
#include "world/models/motion.h"

#include <math.h>

/// Agents per task.
enum { GRAIN = 64 };

/// Distance of corners around which other agents are searched: two agents that touch around a
/// corner are within their diameter of it; half of that is added for agents that approach in the
/// step. [Units: radii] MAX_EDGES corners and sides may lie between them.
#define NEAR_EDGE_RADII 3
enum { MAX_EDGES = 8 };

void wend_neighbours_free(wend_neighbours *neighbours, const wend_allocator *allocator)
{
    wend_array_free(&neighbours->list, allocator);
    wend_array_free(&neighbours->counts, allocator);
    wend_array_free(&neighbours->scratch, allocator);
    wend_array_free(&neighbours->moved, allocator);
    wend_array_free(&neighbours->social_groups, allocator);
}

/// Ranges of the interactions of a motion model with listed neighbours.
typedef struct interaction_ranges {
    double walls, bodies; ///< gaps [Units: m]
    double seconds;       ///< look-ahead for closing gaps, at maximum speeds [Units: s]
    double mover_seconds; ///< look-ahead for the velocity of moving obstacles [Units: s]
} interaction_ranges;

static interaction_ranges ranges_of(const wend_world_def *def, wend_motion_kind kind)
{
    double walls = def->social_force.interaction_distance,
           bodies = fmax(walls, def->social_force.keep_right_distance);
    double seconds =
        fmax(def->step, fmax(def->social_force.gap_time, def->social_force.wall_gap_time));
    if (kind == WEND_MOTION_STEER) {
        walls = def->steer.interaction_distance;
        bodies = fmax(walls, def->steer.sight);
        seconds = fmax(def->step, def->steer.wall_gap_time);
    }
    if (kind == WEND_MOTION_BOIDS) {
        walls = 0;
        bodies = fmax(def->boids.personal_distance, def->boids.perception_distance);
        seconds = def->step + fmax(def->boids.gap_time, def->boids.wall_gap_time);
    }
    return (interaction_ranges){.walls = walls,
                                .bodies = bodies,
                                .seconds = seconds,
                                .mover_seconds =
                                    fmax(def->social_force.prediction_time, seconds) + def->step};
}

/// Neighbours of one agent during the search: the nearest WEND_MAX_NEIGHBOURS are kept.
typedef struct collecting {
    const wend_world *world;
    uint32_t slot;
    interaction_ranges ranges;
    wend_neighbour *list;
    double squares[WEND_MAX_NEIGHBOURS]; ///< of the distances
    uint32_t count;
} collecting;

static bool is_listed(const collecting *c, const wend_neighbour *neighbour)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        const wend_neighbour *other = &c->list[i];
        if (other->body == neighbour->body && wend_equal(other->wall.a, neighbour->wall.a) &&
            wend_equal(other->wall.b, neighbour->wall.b))
            return true;
    }
    return false;
}

/// Adds a neighbour with its closest point unless that is further away than `far`. A full list
/// keeps the nearest ones.
static void keep(collecting *c, const wend_neighbour *neighbour, wend_vec2 point, double far)
{
    double square = wend_distance_squared(point, c->world->crowd.bodies[c->slot].position);
    uint32_t at = c->count;
    if (square > far * far || is_listed(c, neighbour))
        return;
    if (c->count == WEND_MAX_NEIGHBOURS) {
        at = 0;
        for (uint32_t i = 1; i < WEND_MAX_NEIGHBOURS; ++i)
            if (c->squares[i] > c->squares[at])
                at = i;
        if (square >= c->squares[at])
            return;
    } else {
        ++c->count;
    }
    c->list[at] = *neighbour;
    c->squares[at] = square;
}

/// The agent or obstacle that an element belongs to.
static wend_site_owner owner_of(const wend_diagram *diagram, uint32_t element)
{
    uint32_t site = diagram->voronoi->boundary.links.data[element].site;
    if (site < diagram->owners.count)
        return diagram->owners.data[site];
    return (wend_site_owner){WEND_NO_OWNER, WEND_NO_OWNER};
}

static uint32_t agent_of(const wend_diagram *diagram, uint32_t element)
{
    return owner_of(diagram, element).agent;
}

/// Adds an element of the diagram if it is within range.
static void add_element(collecting *c, uint32_t element)
{
    const wend_element *e = &c->world->diagram.voronoi->boundary.elements.data[element];
    wend_site_owner owner = owner_of(&c->world->diagram, element);
    const wend_body *bodies = c->world->crowd.bodies, *me = &bodies[c->slot];
    const interaction_ranges *ranges = &c->ranges;
    double far = me->radius + me->max_speed * ranges->seconds;
    if (owner.agent != WEND_NO_OWNER) {
        const wend_body *it = &bodies[owner.agent];
        wend_neighbour neighbour = {.body = owner.agent};
        far += ranges->bodies + it->radius + it->max_speed * ranges->seconds;
        keep(c, &neighbour, it->position, far);
        return;
    }
    wend_neighbour neighbour = {.wall = {e->p, e->q}, .body = WEND_NEIGHBOUR_WALL};
    if (owner.obstacle != WEND_NO_OWNER)
        neighbour.velocity = c->world->obstacles.list.data[owner.obstacle].velocity;
    far += ranges->walls;
    if (neighbour.velocity.x != 0 || neighbour.velocity.y != 0)
        far += wend_distance(neighbour.velocity, (wend_vec2){0, 0}) * ranges->mover_seconds;
    keep(c, &neighbour, wend_segment_closest(neighbour.wall, me->position), far);
}

/// Corners near the agent and short sides between them. The cells of two agents that touch around
/// such corners are separated by the cells of these elements.
typedef struct wall_edges {
    uint32_t elements[MAX_EDGES];
    uint32_t count;
} wall_edges;

/// Adds an element unless it is an agent, far away, long or already in the list.
static void add_edge(const collecting *c, wall_edges *edge, uint32_t element)
{
    const wend_diagram *diagram = &c->world->diagram;
    const wend_element *e = &diagram->voronoi->boundary.elements.data[element];
    const wend_body *me = &c->world->crowd.bodies[c->slot];
    double near = NEAR_EDGE_RADII * me->radius + me->max_speed * c->world->def.step;
    // An element of at most this length that comes as near has its start within twice the distance.
    if (edge->count == MAX_EDGES || wend_distance_squared(e->p, me->position) > 4 * near * near ||
        wend_distance_squared(e->p, e->q) > near * near ||
        agent_of(diagram, element) != WEND_NO_OWNER)
        return;
    for (uint32_t i = 0; i < edge->count; ++i)
        if (edge->elements[i] == element)
            return;
    edge->elements[edge->count++] = element;
}

/// Adds the agents adjacent to the cells of the edge, and to the edge the walls adjacent to it.
static void add_around(collecting *c, wall_edges *edge)
{
    const wend_voronoi *voronoi = c->world->diagram.voronoi;
    for (uint32_t i = 0; i < edge->count; ++i) {
        const wend_voronoi_cell_record *cell = &voronoi->cells.data[edge->elements[i]];
        for (uint32_t k = 0; k < cell->count; ++k) {
            uint32_t other = voronoi->arcs.data[cell->first + k].other;
            uint32_t agent = agent_of(&c->world->diagram, other);
            if (agent == WEND_NO_OWNER)
                add_edge(c, edge, other);
            else if (agent != c->slot)
                add_element(c, other);
        }
    }
}

/// Collects the neighbours around the agent's cell; for a hidden site, which has no cell, also the
/// element whose cell it shares.
static void collect(collecting *c)
{
    const wend_diagram *diagram = &c->world->diagram;
    const wend_voronoi *voronoi = diagram->voronoi;
    wend_site_id id = wend_diagram_site(diagram, c->slot);
    if (!voronoi || wend_site_id_is_null(id))
        return;
    const wend_site *site = &voronoi->boundary.sites.data[wend_id_slot(id.raw)];
    if (site->element == WEND_NO_ELEMENT)
        return;
    if (site->hidden)
        add_element(c, site->element);
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[site->element];
    wall_edges edge = {.count = 0};
    for (uint32_t i = 0; i < cell->count; ++i) {
        uint32_t other = voronoi->arcs.data[cell->first + i].other;
        add_element(c, other);
        add_edge(c, &edge, other);
    }
    add_around(c, &edge);
}

static void find_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_motion_kind motion = (wend_motion_kind)world->crowd.walkers[i].motion;
        collecting c = {.world = world,
                        .slot = i,
                        .ranges = ranges_of(&world->def, motion),
                        .list = world->neighbours.list.data + (size_t)i * WEND_MAX_NEIGHBOURS};
        if (!wend_agent_id_is_null(world->crowd.id[i]) &&
            wend_motion_info_of(motion)->needs & WEND_NEEDS_NEIGHBOURS)
            collect(&c);
        world->neighbours.counts.data[i] = c.count;
    }
}

bool wend_neighbours_reserve(wend_world *world)
{
    wend_neighbours *neighbours = &world->neighbours;
    const wend_allocator *allocator = &world->allocator;
    size_t slots = world->crowd.slots;
    return wend_array_reserve(&neighbours->list, allocator, slots * WEND_MAX_NEIGHBOURS) &&
           wend_array_reserve(&neighbours->counts, allocator, slots) &&
           wend_array_reserve(&neighbours->scratch, allocator, WEND_MOTION_SCRATCH * slots) &&
           wend_array_reserve(&neighbours->moved, allocator, slots) &&
           wend_array_reserve(&neighbours->social_groups, allocator, slots);
}

void wend_neighbours_find(wend_world *world)
{
    wend_parallel_for(world->tasks, world->crowd.slots, GRAIN, find_some, world);
}

wend_motion_input wend_neighbours_input(wend_world *world, wend_motion_kind kind)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_neighbours *neighbours = &world->neighbours;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        neighbours->moved.data[i] =
            !wend_agent_id_is_null(crowd->id[i]) && crowd->walkers[i].motion == kind;
    return (wend_motion_input){
        .bodies = crowd->bodies,
        .preferred = crowd->wishes,
        .social_groups = crowd->groups,
        .moved = neighbours->moved.data,
        .count = crowd->slots,
        .neighbours = neighbours->list.data,
        .neighbour_counts = neighbours->counts.data,
        .walls = world->obstacles.walls,
        .scratch = neighbours->scratch.data,
        .step = world->def.step,
        .tasks = world->tasks,
        .coherent_groups = wend_group_members_groups(world),
    };
}

wend_motion_output wend_neighbours_output(const wend_world *world)
{
    return (wend_motion_output){world->crowd.next_positions, world->crowd.next_velocities};
}
