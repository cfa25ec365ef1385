// SPDX-License-Identifier: MIT
// Creation and destruction of a world, memory reserved for a step, simple queries.
#include "world/world.h"

#include "motion/orca.h"
#include "world/planners/planner.h"

#include <math.h>

#define WORLD_COOKIE 0x776f726cu

// Events reserved in addition to those of agents: doors, moving obstacles, spawners.
enum { EXTRA_EVENTS = 64 };

// Longest step. [s]
#define MAX_SECONDS 1e6

wend_world_def wend_default_world_def(void)
{
    return (wend_world_def){
        .frame = {{1, 1}, {0, 0}},
        .step = 0.1,
        .orca = wend_default_orca_def(),
        .pedestrian = wend_default_pedestrian_def(),
        .steer = wend_default_steer_def(),
        .mang = wend_default_mang_plan_def(),
        .social_force = wend_default_social_force_def(),
        .boids = wend_default_boids_def(),
        .arc = wend_default_arc_def(),
        .bias = WEND_BIAS_AHEAD,
        .portals_ahead = 2,
        .approach_angle = 0.2,
        .max_searches = 256,
        .stuck_after = 3,
        .priority_after = 20,
        .rest_before_wall = 5,
        .maps = 32,
        .map_refresh = 1,
        .gates = true,
        .barriers = wend_default_barriers_def(),
        .cookie = WORLD_COOKIE,
    };
}

static wend_result check_def(const wend_world_def *def, wend_error *error)
{
    if (!def || def->cookie != WORLD_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_world_def()");
    if (!(def->step > 0) || !(def->step <= MAX_SECONDS))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "step must be above 0 and at most %g s, found %g", MAX_SECONDS, def->step);
    if ((int)def->bias < WEND_BIAS_PATH || (int)def->bias > WEND_BIAS_MIDDLE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown bias %d", (int)def->bias);
    if (def->portals_ahead < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "portals_ahead must be 1 or more, found 0");
    if (!(def->approach_angle >= 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "approach_angle must be 0 or more, found %g",
                         def->approach_angle);
    if (!(def->clearance_weight >= 0 && def->clearance_weight <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "clearance_weight must be 0 to 1, found %g",
                         def->clearance_weight);
    if (def->max_searches < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "max_searches must be 1 or more, found 0");
    if (!(def->stuck_after > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "stuck_after must be above 0 s, found %g",
                         def->stuck_after);
    if (!(def->priority_after > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "priority_after must be above 0 s, found %g",
                         def->priority_after);
    if (!(def->rest_before_wall >= 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "rest_before_wall must be 0 s or more, found %g",
                         def->rest_before_wall);
    if (def->maps > WEND_MAX_MAPS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "maps must be 0 to %u, found %u", WEND_MAX_MAPS,
                         def->maps);
    if (!(def->map_refresh >= 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "map_refresh must be 0 s or more, found %g",
                         def->map_refresh);
    wend_result result = wend_steer_def_check(&def->steer, error);
    if (result == WEND_OK)
        result = wend_pedestrian_def_check(&def->pedestrian, error);
    if (result == WEND_OK)
        result = wend_social_force_def_check(&def->social_force, error);
    if (result == WEND_OK)
        result = wend_boids_def_check(&def->boids, error);
    if (result == WEND_OK)
        result = wend_mang_plan_def_check(&def->mang, error);
    return result == WEND_OK ? wend_barriers_def_check(&def->barriers, error) : result;
}

// ---- creation and destruction -------------------------------------------------------------------

static void hash_orca(wend_hash *hash, const wend_orca_def *def)
{
    wend_hash_u64(hash, (uint64_t)def->max_neighbours << 32 | def->substeps);
    wend_hash_u64(hash, def->separations);
    wend_hash_doubles(hash, def->neighbour_distance, def->interval, def->margin,
                      def->symmetry_angle, def->wall_time_horizon);
}

static void hash_pedestrian(wend_hash *hash, const wend_pedestrian_def *def)
{
    hash_orca(hash, &def->avoidance);
    wend_hash_doubles(hash, def->headway, def->path_half_width, def->side_slope, def->flow_weight,
                      def->flow_threshold, def->flow_distance, def->flow_half_width,
                      def->heading_cost, def->wall_headway, def->wall_distance, def->overspeed,
                      def->sidestep_speed, def->ahead_share, def->held_yields,
                      def->same_way_horizon, def->keep_right, def->look_distance,
                      def->look_half_width, def->look_interval, def->side_speed, def->side_offset,
                      def->side_width, def->oncoming_slowdown, def->passing_speed);
}

static void hash_force(wend_hash *hash, const wend_social_force_def *def)
{
    wend_hash_doubles(hash, def->relaxation, def->strength, def->range, def->lambda,
                      def->attraction, def->wall_strength, def->moving_wall_strength,
                      def->wall_range, def->moving_wall_lambda, def->interaction_distance,
                      def->keep_right, def->keep_right_distance, def->prediction_time,
                      def->gap_time, def->wall_gap_time, def->margin, def->substep);
}

static void hash_boids(wend_hash *hash, const wend_boids_def *def)
{
    wend_hash_doubles(hash, def->separation, def->alignment, def->cohesion, def->goal,
                      def->personal_distance, def->perception_distance, def->symmetry_angle,
                      def->relaxation, def->wall_gap_time, def->gap_time, def->margin,
                      def->substep);
}

static void hash_barriers(wend_hash *hash, const wend_barriers_def *def)
{
    wend_hash_u64(hash, def->enabled);
    wend_hash_doubles(hash, def->weight, def->max_weight, def->interval, def->threshold,
                      def->slowed);
}

// Hash of everything that two worlds must have in common to restore each other's snapshots.
static uint64_t hash_def(const wend_world *world)
{
    const wend_world_def *def = &world->def;
    wend_hash hash = wend_hash_start();
    wend_hash_double(&hash, def->step);
    wend_hash_u64(&hash, def->seed);
    hash_orca(&hash, &def->orca);
    hash_pedestrian(&hash, &def->pedestrian);
    wend_hash_doubles(&hash, def->steer.interaction_distance, def->steer.gap_time,
                      def->steer.wall_gap_time, def->steer.lateral_bias);
    wend_hash_doubles(&hash, def->steer.priority_ahead, def->steer.sight, def->steer.passing_gap,
                      def->steer.keep_right);
    wend_hash_doubles(&hash, def->steer.file_distance, def->steer.file_gap, def->steer.step_back,
                      def->steer.acceleration);
    wend_hash_u64(&hash, def->steer.substeps);
    wend_hash_doubles(&hash, def->mang.graph.comfort, def->mang.graph.agent_comfort,
                      def->mang.graph.min_clearance, def->mang.replan_threshold,
                      def->mang.replan_interval);
    wend_hash_u64(&hash, def->mang.first_order);
    hash_force(&hash, &def->social_force);
    hash_boids(&hash, &def->boids);
    wend_hash_doubles(&hash, def->arc.relative_error, def->arc.absolute_error, def->arc.detour,
                      def->arc.deviation);
    wend_hash_u64(&hash, def->arc.points);
    wend_hash_u64(&hash, (uint64_t)def->bias << 32 | def->portals_ahead);
    wend_hash_double(&hash, def->approach_angle);
    wend_hash_u64(&hash, (uint64_t)def->max_searches << 32 | def->search_budget);
    wend_hash_u64(&hash, def->step_budget);
    wend_hash_doubles(&hash, def->clearance_weight, def->stuck_after, def->priority_after,
                      def->rest_before_wall);
    wend_hash_u64(&hash, (uint64_t)def->maps << 2 | (uint64_t)def->gates << 1 | def->host_moves);
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
    world->def.pedestrian.avoidance.allocator = (wend_allocator){0};
}

static wend_result make_parts(wend_world *world, const wend_world_def *def, wend_error *error)
{
    wend_allocator *allocator = &world->allocator;
    world->crowd.ids = wend_id_pool_make(WEND_ID_AGENT, allocator);
    world->goals.goal_ids = wend_id_pool_make(WEND_ID_GOAL, allocator);
    world->goals.route_ids = wend_id_pool_make(WEND_ID_ROUTE, allocator);
    world->goals.zone_ids = wend_id_pool_make(WEND_ID_ZONE, allocator);
    world->spawners.ids = wend_id_pool_make(WEND_ID_SPAWNER, allocator);
    world->lanes.ids = wend_id_pool_make(WEND_ID_LANES, allocator);
    world->groups.ids = wend_id_pool_make(WEND_ID_GROUP, allocator);
    world->fields.ids = wend_id_pool_make(WEND_ID_RESOURCE, allocator);
    world->pursuits.ids = wend_id_pool_make(WEND_ID_PURSUIT, allocator);
    world->weights.ids = wend_id_pool_make(WEND_ID_BOOST, allocator);
    world->paths.free_block = UINT32_MAX;
    wend_orca_def orca = def->orca;
    orca.allocator = *allocator;
    wend_result result = wend_arc_make(&def->arc, &world->arc, error);
    if (result == WEND_OK)
        result = wend_orca_create(&orca, &world->orca, error);
    wend_pedestrian_def pedestrian = def->pedestrian;
    pedestrian.avoidance.allocator = *allocator;
    if (result == WEND_OK)
        result = wend_pedestrian_create(&pedestrian, &world->pedestrian, error);
    if (result == WEND_OK)
        result = wend_obstacles_make(&world->obstacles, def, error);
    return result;
}

wend_result wend_world_create(const wend_world_def *def, wend_world **world, wend_error *error)
{
    if (!world)
        return wend_fail(error, WEND_BAD_ARGUMENT, "world must not be NULL");
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
        wend_state_free(world->spare, &allocator);
    wend_release(&allocator, world->spare, 1, sizeof *world->spare);
    wend_planners_destroy(world->planners);
    wend_mang_memory_free(&world->mang, &allocator);
    wend_mang_pass_memory_free(&world->pass_memory, &allocator);
    wend_map_memory_free(&world->map_memory, &allocator);
    wend_barrier_memory_free(&world->barrier_memory, &allocator);
    wend_lane_memory_free(&world->lane_memory, &allocator);
    wend_group_memory_free(&world->group_memory, &allocator);
    wend_gate_memory_free(&world->gate_memory, &allocator);
    wend_priority_memory_free(&world->priority_memory, &allocator);
    wend_orca_destroy(world->orca);
    wend_pedestrian_destroy(world->pedestrian);
    wend_array_free(&world->walks, &allocator);
    wend_neighbours_free(&world->neighbours, &allocator);
    wend_state_free(&world->state, &allocator);
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

// Memory of the motion models that the agents have, or those to come may have.
static bool reserve_models(wend_world *world, uint32_t agents, uint32_t more)
{
    uint32_t workers = wend_tasks_workers(world->tasks);
    double step = world->def.step;
    bool walks = world->crowd.by_motion[WEND_MOTION_PEDESTRIAN] > 0 || more > 0;
    world->walks.count = 0;
    return wend_orca_reserve(world->orca, agents, workers, step) &&
           (!walks ||
            (wend_array_reserve(&world->walks, &world->allocator, agents) &&
             wend_orca_reserve(wend_pedestrian_orca(world->pedestrian), agents, workers, step)));
}

bool wend_world_reserve_step(wend_world *world)
{
    uint32_t spawned = wend_spawners_due(world), grouped = wend_groups_due(world);
    uint32_t more = grouped < UINT32_MAX - spawned ? spawned + grouped : UINT32_MAX;
    if (!wend_world_reserve_agents(world, more))
        return false;
    uint32_t agents = world->crowd.slots + more;
    // An agent that is caught may also arrive somewhere in the same step.
    size_t events = (world->pursuits.list.count > 0 ? 2 : 1) * (size_t)agents + EXTRA_EVENTS;
    wend_events *list = &world->events;
    size_t room = events > list->list.count ? events - list->list.count : 0;
    return wend_array_reserve(&list->list, &world->allocator, room) &&
           wend_barriers_reserve(world, more) && reserve_models(world, agents, more);
}

// ---- queries ------------------------------------------------------------------------------------

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
    // After edits they are rebuilt on demand. The state that the host can observe does not change.
    wend_obstacles *obstacles = &((wend_world *)world)->obstacles;
    return wend_obstacles_refresh(obstacles, &world->allocator) ? obstacles->walls : NULL;
}
