// SPDX-License-Identifier: MIT
// Positions are drawn from the scene's box until one is free. Agents already placed are in a hash
// table of cells that are too small for two agents.
#include "scene/populate/random_agents.h"

#include "core/memory.h"
#include "scene/build/floor.h"
#include "wend/geometry.h"
#include "wend/path.h"
#include "wend/random.h"

#include <math.h>
#include <stdlib.h>

/// Positions drawn for one agent, and goals for one position, before giving up. In a plan with a
/// free share of 1 % a position is still found.
enum { MOST_PLACES = 2000, MOST_GOALS = 20 };

/// Initial distance of agents and walls, as a multiple of the contact distance.
#define SPACING 1.05

/// Area per agent in a scene without bounds and obstacles. [Units: m^2]
#define EMPTY_AREA 4.0

#define EMPTY UINT32_MAX

typedef struct crowd {
    wend_floor *floor;
    wend_mesh *mesh;
    wend_path_query *query;
    wend_random random;
    wend_box box; ///< from which positions are drawn
    double radius;
    double cell;       ///< side of a cell
    wend_vec2 *places; ///< [count]
    wend_vec2 *goals;  ///< [count]
    uint32_t count;
    uint32_t *table; ///< [mask + 1] agent in a cell, with linear probing; EMPTY
    uint32_t mask;
} crowd;

static void crowd_free(crowd *c)
{
    free(c->places);
    free(c->goals);
    free(c->table);
    wend_path_query_destroy(c->query);
    wend_mesh_destroy(c->mesh);
    wend_floor_destroy(c->floor);
}

// ---- positions ----------------------------------------------------------------------------------

static uint32_t bucket_of(const crowd *c, int64_t column, int64_t row)
{
    uint64_t h = (uint64_t)column * 0x9e3779b97f4a7c15u ^ (uint64_t)row * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h >> 32) & c->mask;
}

static int64_t cell_of(const crowd *c, double coordinate)
{
    return (int64_t)floor(coordinate / c->cell);
}

/// True if an agent in the bucket of that cell is too near. Agents of other cells in the same
/// bucket do no harm: they are far away, or too near as well.
static bool cell_blocks(const crowd *c, int64_t column, int64_t row, wend_vec2 p)
{
    double apart = 2 * c->radius * SPACING;
    for (uint32_t i = bucket_of(c, column, row); c->table[i] != EMPTY; i = (i + 1) & c->mask) {
        wend_vec2 q = c->places[c->table[i]];
        if (wend_distance(q, p) < apart)
            return true;
    }
    return false;
}

/// A cell's diagonal is the minimum distance of two agents, so agents that are too near are within
/// two cells.
static bool is_taken(const crowd *c, wend_vec2 p)
{
    int64_t column = cell_of(c, p.x), row = cell_of(c, p.y);
    for (int64_t y = row - 2; y <= row + 2; ++y)
        for (int64_t x = column - 2; x <= column + 2; ++x)
            if (cell_blocks(c, x, y, p))
                return true;
    return false;
}

static void place(crowd *c, wend_vec2 p, wend_vec2 goal)
{
    uint32_t i = bucket_of(c, cell_of(c, p.x), cell_of(c, p.y));
    while (c->table[i] != EMPTY)
        i = (i + 1) & c->mask;
    c->table[i] = c->count;
    c->places[c->count] = p;
    c->goals[c->count++] = goal;
}

// ---- sampling -----------------------------------------------------------------------------------

/// Draws a free position with enough clearance. False: none was found.
static bool draw_place(crowd *c, bool alone, wend_vec2 *p)
{
    for (int i = 0; i < MOST_PLACES; ++i) {
        p->x = wend_random_between(&c->random, c->box.min.x, c->box.max.x);
        p->y = wend_random_between(&c->random, c->box.min.y, c->box.max.y);
        if (wend_floor_clearance(c->floor, *p, NULL, NULL) >= c->radius * SPACING &&
            wend_floor_locate(c->floor, *p, NULL) == WEND_LOCATION_FREE &&
            !(alone && is_taken(c, *p)))
            return true;
    }
    return false;
}

/// WEND_OK, WEND_NOT_FOUND or WEND_OUT_OF_MEMORY.
static wend_result find_way(crowd *c, wend_vec2 from, wend_vec2 to)
{
    if (!wend_mesh_connected(c->mesh, from, to))
        return WEND_NOT_FOUND;
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = c->radius;
    wend_path path;
    wend_result result = wend_path_find(c->query, c->mesh, &request, &path, NULL);
    return result == WEND_OK || result == WEND_OUT_OF_MEMORY ? result : WEND_NOT_FOUND;
}

/// Places one agent. A position from which no goal is found (a closet) is given up.
static wend_result draw_agent(crowd *c)
{
    for (int i = 0; i < MOST_GOALS; ++i) {
        wend_vec2 from, to;
        if (!draw_place(c, true, &from))
            return WEND_NOT_FOUND;
        for (int k = 0; k < MOST_GOALS && draw_place(c, false, &to); ++k) {
            wend_result result = find_way(c, from, to);
            if (result == WEND_OK)
                place(c, from, to);
            if (result != WEND_NOT_FOUND)
                return result;
        }
    }
    return WEND_NOT_FOUND;
}

// ---- all agents ---------------------------------------------------------------------------------

static wend_result prepare(crowd *c, const scene *s, uint32_t count, wend_error *error)
{
    wend_result result = scene_floor(s, &c->floor, error);
    if (result != WEND_OK)
        return result;
    wend_mesh_def def = wend_default_mesh_def();
    c->box = wend_floor_box(c->floor);
    if (c->box.min.x > c->box.max.x) {
        double side = sqrt(EMPTY_AREA * count);
        c->box = (wend_box){{0, 0}, {side, side}};
        def.frame = (wend_box){{-side, -side}, {2 * side, 2 * side}};
    }
    result = wend_mesh_create(c->floor, &def, &c->mesh, error);
    if (result == WEND_OK)
        result = wend_path_query_create(NULL, &c->query, error);
    if (result != WEND_OK)
        return result;
    for (c->mask = 63; c->mask < 2 * count; c->mask = 2 * c->mask + 1)
        continue;
    c->places = malloc(count * sizeof *c->places);
    c->goals = malloc(count * sizeof *c->goals);
    c->table = malloc(((size_t)c->mask + 1) * sizeof *c->table);
    if (!c->places || !c->goals || !c->table)
        return wend_fail_memory(error);
    for (uint32_t i = 0; i <= c->mask; ++i)
        c->table[i] = EMPTY;
    return WEND_OK;
}

static wend_result add_to_scene(const crowd *c, scene *s, wend_error *error)
{
    uint32_t before = s->agents_count;
    for (uint32_t i = 0; i < c->count; ++i) {
        scene_agents *agents = scene_add_agents(s);
        if (!agents) {
            s->agents_count = before;
            return wend_fail_memory(error);
        }
        *agents = scene_default_agents();
        agents->def.agent.position = c->places[i];
        agents->def.agent.radius = c->radius;
        agents->goal.kind = SCENE_GOAL_POINT;
        agents->goal.segment = (wend_segment){c->goals[i], c->goals[i]};
    }
    return WEND_OK;
}

wend_result random_agents(scene *s, uint32_t count, double radius, uint64_t seed, wend_error *error)
{
    crowd c = {.radius = radius,
               .cell = 2 * radius * SPACING / sqrt(2),
               .random = wend_random_stream(seed, 0)};
    wend_result result = prepare(&c, s, count, error);
    while (result == WEND_OK && c.count < count) {
        result = draw_agent(&c);
        if (result == WEND_OUT_OF_MEMORY)
            wend_fail_memory(error);
        else if (result == WEND_NOT_FOUND)
            wend_fail(error, result,
                      "there is room for only %lu of %lu agents of radius %g m: give fewer, or "
                      "smaller ones",
                      (unsigned long)c.count, (unsigned long)count, radius);
    }
    if (result == WEND_OK)
        result = add_to_scene(&c, s, error);
    crowd_free(&c);
    return result;
}
