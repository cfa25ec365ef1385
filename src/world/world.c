// SPDX-License-Identifier: MIT
// A world's life: made from a def that is checked first, its memory, what it says of itself.
#include "world/world.h"

#include "motion/orca.h"
#include "world/guide.h"

#include <math.h>

#define WORLD_COOKIE 0x776f726cu

// Events beyond one for each agent, before the list has to grow: doors, movers, spawners.
enum { OTHER_EVENTS = 64 };

// Steps and waits up to this make sense to somebody. [s]
#define MOST_SECONDS 1e6

wend_world_def wend_default_world_def(void)
{
    return (wend_world_def){
        .frame = {{1, 1}, {0, 0}},
        .step = 0.1,
        .orca = wend_default_orca_def(),
        .steer = wend_default_steer_def(),
        .mang = wend_default_mang_plan_def(),
        .force = wend_default_force_def(),
        .flock = wend_default_flock_def(),
        .arc = wend_default_arc_def(),
        .bias = WEND_BIAS_AHEAD,
        .ahead = 2,
        .approach_angle = 0.2,
        .searches = 256,
        .stuck_after = 3,
        .rest_before_wall = 5,
        .maps = 32,
        .map_refresh = 1,
        .barriers = wend_default_barriers_def(),
        .cookie = WORLD_COOKIE,
    };
}

static wend_result check_def(const wend_world_def *def, wend_error *error)
{
    if (!def || def->cookie != WORLD_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_world_def()");
    if (!(def->step > 0) || !(def->step <= MOST_SECONDS))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the step is %g: give more than 0, up to %g s",
                         def->step, MOST_SECONDS);
    if ((int)def->bias < WEND_BIAS_PATH || (int)def->bias > WEND_BIAS_MIDDLE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there is no bias %d", (int)def->bias);
    if (def->ahead < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "ahead is 0: give 1 or more portals");
    if (!(def->approach_angle >= 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the approach angle is %g: give 0 or more",
                         def->approach_angle);
    if (!(def->weight >= 0 && def->weight <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the weight is %g: give 0 to 1", def->weight);
    if (def->searches < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "searches is 0: nobody would find a path");
    if (!(def->stuck_after > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "stuck_after is %g: give more than 0 s",
                         def->stuck_after);
    if (!(def->rest_before_wall >= 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "rest_before_wall is %g: give 0 s or more",
                         def->rest_before_wall);
    if (def->maps > WEND_MOST_MAPS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "maps is %u: give 0 to %u", def->maps,
                         WEND_MOST_MAPS);
    if (!(def->map_refresh >= 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "map_refresh is %g: give 0 s or more",
                         def->map_refresh);
    wend_result result = wend_steer_def_check(&def->steer, error);
    if (result == WEND_OK)
        result = wend_force_def_check(&def->force, error);
    if (result == WEND_OK)
        result = wend_flock_def_check(&def->flock, error);
    if (result == WEND_OK)
        result = wend_mang_plan_def_check(&def->mang, error);
    return result == WEND_OK ? wend_barriers_def_check(&def->barriers, error) : result;
}

// ---- made and unmade ----------------------------------------------------------------------------

static void hash_force(wend_hash *hash, const wend_force_def *def)
{
    wend_hash_double(hash, def->relaxation);
    wend_hash_double(hash, def->strength);
    wend_hash_double(hash, def->range);
    wend_hash_double(hash, def->lambda);
    wend_hash_double(hash, def->attraction);
    wend_hash_double(hash, def->wall_strength);
    wend_hash_double(hash, def->mover_strength);
    wend_hash_double(hash, def->wall_range);
    wend_hash_double(hash, def->mover_lambda);
    wend_hash_double(hash, def->reach);
    wend_hash_double(hash, def->keep_right);
    wend_hash_double(hash, def->sight);
    wend_hash_double(hash, def->foresight);
    wend_hash_double(hash, def->calm);
    wend_hash_double(hash, def->wall_calm);
    wend_hash_double(hash, def->margin);
    wend_hash_double(hash, def->substep);
}

static void hash_flock(wend_hash *hash, const wend_flock_def *def)
{
    wend_hash_double(hash, def->separation);
    wend_hash_double(hash, def->alignment);
    wend_hash_double(hash, def->cohesion);
    wend_hash_double(hash, def->goal);
    wend_hash_double(hash, def->personal);
    wend_hash_double(hash, def->sight);
    wend_hash_double(hash, def->relaxation);
    wend_hash_double(hash, def->wall_calm);
    wend_hash_double(hash, def->calm);
    wend_hash_double(hash, def->margin);
    wend_hash_double(hash, def->substep);
}

static void hash_barriers(wend_hash *hash, const wend_barriers_def *def)
{
    wend_hash_u64(hash, def->on);
    wend_hash_double(hash, def->weight);
    wend_hash_double(hash, def->most_weight);
    wend_hash_double(hash, def->interval);
    wend_hash_double(hash, def->threshold);
    wend_hash_double(hash, def->slowed);
}

// What two worlds must have in common to take each other's snapshots.
static uint64_t hash_def(const wend_world *world)
{
    const wend_world_def *def = &world->def;
    wend_hash hash = wend_hash_start();
    wend_hash_double(&hash, def->step);
    wend_hash_u64(&hash, def->seed);
    wend_hash_u64(&hash, (uint64_t)def->orca.neighbours << 32 | def->orca.substeps);
    wend_hash_double(&hash, def->orca.distance);
    wend_hash_double(&hash, def->orca.margin);
    wend_hash_double(&hash, def->orca.twist);
    wend_hash_double(&hash, def->orca.wall_horizon);
    wend_hash_double(&hash, def->steer.space);
    wend_hash_double(&hash, def->steer.calm);
    wend_hash_double(&hash, def->steer.wall_calm);
    wend_hash_double(&hash, def->steer.sidestep);
    wend_hash_u64(&hash, def->steer.substeps);
    wend_hash_double(&hash, def->mang.graph.comfort);
    wend_hash_double(&hash, def->mang.graph.least_room);
    wend_hash_double(&hash, def->mang.regret);
    wend_hash_double(&hash, def->mang.renew);
    wend_hash_u64(&hash, def->mang.first_order);
    hash_force(&hash, &def->force);
    hash_flock(&hash, &def->flock);
    wend_hash_double(&hash, def->arc.relative_error);
    wend_hash_double(&hash, def->arc.absolute_error);
    wend_hash_double(&hash, def->arc.detour);
    wend_hash_double(&hash, def->arc.deviation);
    wend_hash_u64(&hash, def->arc.points);
    wend_hash_u64(&hash, (uint64_t)def->bias << 32 | def->ahead);
    wend_hash_double(&hash, def->approach_angle);
    wend_hash_u64(&hash, (uint64_t)def->searches << 32 | def->search_budget);
    wend_hash_u64(&hash, def->step_budget);
    wend_hash_double(&hash, def->weight);
    wend_hash_double(&hash, def->stuck_after);
    wend_hash_double(&hash, def->rest_before_wall);
    wend_hash_u64(&hash, (uint64_t)def->maps << 1 | def->host_moves);
    wend_hash_double(&hash, def->map_refresh);
    hash_barriers(&hash, &def->barriers);
    wend_box box = wend_mesh_box(world->obstacles.mesh);
    wend_hash_vec2(&hash, box.min);
    wend_hash_vec2(&hash, box.max);
    wend_obstacles_hash(&world->obstacles, &hash);
    return wend_hash_end(&hash);
}

static void keep_def(wend_world *world, const wend_world_def *def)
{
    world->def = *def;
    world->def.floor = NULL;
    world->def.tasks = NULL;
    world->def.allocator = (wend_allocator){0};
    world->def.orca.allocator = (wend_allocator){0};
}

static wend_result make_parts(wend_world *world, const wend_world_def *def, wend_error *error)
{
    wend_allocator *allocator = &world->allocator;
    world->crowd.ids.allocator = *allocator;
    world->goals.goal_ids.allocator = *allocator;
    world->goals.route_ids.allocator = *allocator;
    world->goals.zone_ids.allocator = *allocator;
    world->paths.free_block = UINT32_MAX;
    wend_orca_def orca = def->orca;
    orca.allocator = *allocator;
    wend_result result = wend_arc_make(&def->arc, &world->arc, error);
    if (result == WEND_OK)
        result = wend_orca_create(&orca, &world->orca, error);
    if (result == WEND_OK)
        result = wend_obstacles_make(&world->obstacles, def, error);
    return result;
}

wend_result wend_world_create(const wend_world_def *def, wend_world **world, wend_error *error)
{
    if (!world)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there must be a place for the world");
    *world = NULL;
    wend_result result = check_def(def, error);
    if (result != WEND_OK)
        return result;
    wend_world *made = wend_allocate(&def->allocator, 1, sizeof *made);
    if (!made)
        return wend_fail_memory(error);
    *made = (wend_world){.allocator = def->allocator, .tasks = def->tasks};
    keep_def(made, def);
    result = make_parts(made, def, error);
    if (result != WEND_OK) {
        wend_world_destroy(made);
        return result;
    }
    made->made = hash_def(made);
    *world = made;
    return WEND_OK;
}

void wend_world_destroy(wend_world *world)
{
    if (!world)
        return;
    wend_allocator allocator = world->allocator;
    if (world->spare)
        wend_world_free_parts(world->spare, &allocator);
    wend_release(&allocator, world->spare, 1, sizeof *world->spare);
    wend_guides_destroy(world->guides);
    wend_mang_memory_free(&world->mang, &allocator);
    wend_map_memory_free(&world->map_memory, &allocator);
    wend_barrier_memory_free(&world->barrier_memory, &allocator);
    wend_lane_memory_free(&world->lane_memory, &allocator);
    wend_group_memory_free(&world->group_memory, &allocator);
    wend_orca_destroy(world->orca);
    wend_nears_free(&world->nears, &allocator);
    wend_world_free_parts(world, &allocator);
    wend_release(&allocator, world, 1, sizeof *world);
}

// ---- memory -------------------------------------------------------------------------------------

bool wend_world_reserve_agents(wend_world *world, uint32_t more)
{
    wend_crowd *crowd = &world->crowd;
    return wend_crowd_reserve(crowd, more, &world->allocator) &&
           wend_paths_reserve(&world->paths, crowd->capacity, &world->allocator) &&
           wend_lane_walks_reserve(world) && wend_group_members_reserve(world);
}

bool wend_world_reserve_step(wend_world *world)
{
    uint32_t more = wend_spawners_due(world);
    if (!wend_world_reserve_agents(world, more))
        return false;
    uint32_t agents = world->crowd.slots + more;
    // Whoever is caught may have arrived somewhere in the same step.
    size_t events = (world->pursuits.list.count > 0 ? 2 : 1) * (size_t)agents + OTHER_EVENTS;
    wend_events *list = &world->events;
    size_t room = events > list->list.count ? events - list->list.count : 0;
    return wend_array_reserve(&list->list, &world->allocator, room) &&
           wend_barriers_reserve(world, more) &&
           wend_orca_reserve(world->orca, agents, wend_tasks_workers(world->tasks));
}

// ---- questions ----------------------------------------------------------------------------------

double wend_world_time(const wend_world *world)
{
    return world->time;
}

uint64_t wend_world_steps(const wend_world *world)
{
    return world->steps;
}

void wend_world_set_tasks(wend_world *world, wend_tasks *tasks)
{
    world->tasks = tasks;
}

const wend_mesh *wend_world_mesh(const wend_world *world)
{
    return world->obstacles.mesh;
}

const wend_voronoi *wend_world_voronoi(const wend_world *world)
{
    return world->diagram.voronoi;
}

const wend_walls *wend_world_walls(const wend_world *world)
{
    // After edits they are made again when somebody asks: for the host nothing changes by that.
    wend_obstacles *obstacles = &((wend_world *)world)->obstacles;
    return wend_obstacles_refresh(obstacles, &world->allocator) ? obstacles->walls : NULL;
}
