// SPDX-License-Identifier: MIT
// A host that does anything: adds, changes, moves and removes agents, doors, movers, obstacles,
// zones, routes and spawners at random, with values good and bad and with ids that are no more,
// between steps. After each step everything must be in order: nobody in a wall, counts and ids
// right, the mesh sound and as if built afresh, the diagram sound, the walls those of the
// obstacles. And the same
// calls give the same world: with other threads, when a call runs out of memory and is made again,
// and after going back.
#include "tests/world/world_support.h"
#include "wend/geometry.h"
#include "world/world.h"

enum { MOST_GOALS = 12, MOST_ROUTES = 8, MOST_ZONES = 6, MOST_THINGS = 24, MOST_SPAWNERS = 5 };

/// What the host remembers; plain, so that it can go back together with the world.
typedef struct host {
    wend_id goals[MOST_GOALS], routes[MOST_ROUTES], zones[MOST_ZONES], things[MOST_THINGS];
    uint32_t goal_count, route_count, zone_count, thing_count, spawner_count;
    wend_id gone; ///< the id of an agent that was removed
} host;

typedef struct torture {
    wend_world *world;
    uint64_t seed;
    host host;
    failing_allocator memory;
    uint32_t fail_every; ///< > 0: about every so many requests one is refused
    bool fail_steps;     ///< also in steps, which then may let searches wait
    wend_random failures;
} torture;

static const double BOXES[][4] = {
    {0, 0, 24, 16}, {8, 0, 9, 6}, {8, 8, 9, 16}, {14, 3, 17, 5}, {14, 9, 15, 14}, {20, 6, 21, 7},
};

// ---- calls that may run out of memory -----------------------------------------------------------

static void aim_failure(torture *t)
{
    t->memory.fail_at =
        t->fail_every ? t->memory.calls + 1 + wend_random_below(&t->failures, t->fail_every) : 0;
}

/// Makes the call again until memory suffices. The world must be as before after each failure.
#define PERSIST(t, result, call)                                                                   \
    do {                                                                                           \
        aim_failure(t);                                                                            \
        uint64_t persist_hash = wend_world_hash((t)->world);                                       \
        while ((result = (call)) == WEND_OUT_OF_MEMORY) {                                          \
            if (wend_world_hash((t)->world) != persist_hash)                                       \
                fail_msg("seed %llu, step %llu: a call that failed has changed the world: %s",     \
                         (unsigned long long)(t)->seed,                                            \
                         (unsigned long long)wend_world_steps((t)->world), #call);                 \
            assert_true((t)->fail_every > 0);                                                      \
        }                                                                                          \
        (t)->memory.fail_at = 0;                                                                   \
    } while (0)

// ---- values -------------------------------------------------------------------------------------

/// Mostly `usual`, now and then something that no sensible host would say.
static double odd(wend_random *random, double usual)
{
    static const double ODD[] = {0, -1, 1e-9, 1e5, 1e12, 1e300, INFINITY, -INFINITY, NAN};
    return wend_random_below(random, 80) == 0 ? ODD[wend_random_below(random, 9)] : usual;
}

static wend_vec2 some_place(wend_random *random)
{
    wend_vec2 p = {wend_random_between(random, -1, 25), wend_random_between(random, -1, 17)};
    if (wend_random_below(random, 6) == 0) // on the lattice where walls are
        p = (wend_vec2){floor(p.x), floor(p.y)};
    p.x = odd(random, p.x);
    return p;
}

static wend_id some_id(wend_random *random, const wend_id *ids, uint32_t count, wend_id gone)
{
    if (wend_random_below(random, 30) == 0)
        return gone;
    if (count == 0 || wend_random_below(random, 30) == 0)
        return (wend_id){wend_random_below(random, 40), wend_random_below(random, 3)};
    return ids[wend_random_below(random, count)];
}

/// A shape of 1 to 4 points in `points`.
static wend_shape some_shape(wend_random *random, wend_vec2 points[4])
{
    wend_vec2 p = some_place(random);
    double w = wend_random_between(random, 0.1, 2), h = wend_random_between(random, 0.1, 2);
    uint32_t count = 1 + wend_random_below(random, 4);
    if (wend_random_below(random, 3) == 0) // in a gap of the walls, where doors are
        p = wend_random_below(random, 2) ? (wend_vec2){8.5, 6} : (wend_vec2){15, 5}, w = 0,
        h = wend_random_below(random, 2) ? 2 : 4, count = 2;
    points[0] = p;
    points[1] = (wend_vec2){p.x + w, p.y + (count == 2 ? h : 0)};
    points[2] = (wend_vec2){p.x + w, p.y + h};
    points[3] = (wend_vec2){p.x, p.y + h};
    if (wend_random_below(random, 40) == 0)
        count = 0;
    return (wend_shape){.points = points, .point_count = count};
}

static wend_agent_id somebody(const torture *t, wend_random *random)
{
    wend_agents agents = wend_world_agents(t->world);
    return (wend_agent_id){
        some_id(random, (const wend_id *)agents.ids, agents.slots, t->host.gone)};
}

static wend_agent_def some_agent(const torture *t, wend_random *random)
{
    const host *h = &t->host;
    wend_agent_def def = wend_default_agent_def();
    def.position = some_place(random);
    def.radius = odd(random, wend_random_between(random, 0.05, 0.5));
    def.preferred_speed = odd(random, wend_random_between(random, 0, 3));
    def.max_speed = odd(random, def.preferred_speed + wend_random_between(random, 0, 1));
    def.time_horizon = odd(random, wend_random_between(random, 0.1, 5));
    def.avoidance_share = odd(random, wend_random_unit(random));
    def.velocity.y = odd(random, 0);
    def.premovement_time = odd(random, wend_random_below(random, 3) * 0.4);
    def.social_group = wend_random_below(random, 3);
    def.planner = wend_random_below(random, 3) ? WEND_PLANNER_MESH : WEND_PLANNER_DIRECT;
    if (t->seed % 2) { // with a diagram, in every fourth with agents in it from the start
        static const wend_planner_kind PLANNERS[] = {WEND_PLANNER_VORONOI, WEND_PLANNER_VORONOI,
                                                     WEND_PLANNER_MESH, WEND_PLANNER_DIRECT};
        def.planner = PLANNERS[wend_random_below(random, 4)];
        static const wend_motion_kind MOTIONS[] = {WEND_MOTION_STEER, WEND_MOTION_SOCIAL_FORCE,
                                                   WEND_MOTION_BOIDS};
        bool by_diagram = wend_random_below(random, t->seed % 4 == 1 ? 2 : 40) == 0;
        def.motion = by_diagram ? MOTIONS[wend_random_below(random, 3)] : WEND_MOTION_ORCA;
    }
    if (def.motion == WEND_MOTION_ORCA && wend_world_agents(t->world).count % 2)
        def.motion = WEND_MOTION_PEDESTRIAN;
    if (wend_random_below(random, 3) == 0)
        def.goal = (wend_goal_id){some_id(random, h->goals, h->goal_count, h->gone)};
    else if (wend_random_below(random, 4) > 0)
        def.route = (wend_route_id){some_id(random, h->routes, h->route_count, h->gone)};
    return def;
}

// ---- what the host does -------------------------------------------------------------------------

static wend_result add_goal_or_zone(torture *t, wend_random *random)
{
    host *h = &t->host;
    wend_vec2 points[4];
    wend_shape shape = some_shape(random, points);
    wend_goal area = {shape.points, shape.point_count};
    double factor = odd(random, wend_random_unit(random));
    wend_goal_id goal;
    wend_zone_id zone;
    wend_result result;
    if (wend_random_below(random, 3) > 0) {
        if (h->goal_count == MOST_GOALS)
            return WEND_OK;
        PERSIST(t, result, wend_world_add_goal(t->world, &area, &goal, NULL));
        if (result == WEND_OK)
            h->goals[h->goal_count++] = goal.raw;
    } else if (h->zone_count == MOST_ZONES) {
        zone.raw = some_id(random, h->zones, h->zone_count, h->gone);
        result = wend_world_remove_zone(t->world, zone, NULL);
        for (uint32_t i = 0; result == WEND_OK && i < h->zone_count; ++i)
            if (wend_id_pack(h->zones[i]) == wend_id_pack(zone.raw))
                h->zones[i] = h->zones[--h->zone_count];
    } else {
        PERSIST(t, result, wend_world_add_zone(t->world, &area, factor, &zone, NULL));
        if (result == WEND_OK)
            h->zones[h->zone_count++] = zone.raw;
    }
    return result;
}

static wend_result add_some_route(torture *t, wend_random *random)
{
    host *h = &t->host;
    wend_goal_id goals[3][3];
    wend_route_id id;
    wend_waypoint stops[3];
    if (h->route_count == MOST_ROUTES)
        return WEND_OK;
    for (uint32_t i = 0; i < 3; ++i) {
        stops[i] = (wend_waypoint){.goals = goals[i],
                                   .goal_count = wend_random_below(random, 4),
                                   .choice = (wend_choice)wend_random_below(random, 3),
                                   .wait = odd(random, wend_random_below(random, 2) * 0.3),
                                   .wait_spread = odd(random, 0)};
        for (uint32_t k = 0; k < 3; ++k)
            goals[i][k].raw = some_id(random, h->goals, h->goal_count, h->gone);
    }
    const wend_route_def def = {stops, wend_random_below(random, 4), wend_random_below(random, 3),
                                (wend_on_arrival)wend_random_below(random, 3)};
    wend_result result;
    PERSIST(t, result, wend_world_add_route(t->world, &def, &id, NULL));
    if (result == WEND_OK)
        h->routes[h->route_count++] = id.raw;
    return result;
}

static wend_result add_some_thing(torture *t, wend_random *random)
{
    host *h = &t->host;
    if (h->thing_count == MOST_THINGS)
        return WEND_OK;
    wend_vec2 points[4], path[3];
    double times[3] = {odd(random, 0.2), 0.9, odd(random, 1.3)};
    wend_shape shape = some_shape(random, points);
    wend_obstacle_id id;
    wend_result result;
    if (wend_random_below(random, 3) == 0) {
        PERSIST(t, result, wend_world_add_obstacle(t->world, &shape, &id, NULL));
    } else if (wend_random_below(random, 2) == 0) {
        wend_door_def door = wend_default_door_def();
        door.shape = shape;
        door.shut = wend_random_below(random, 2);
        door.toggle_times = times;
        door.toggle_count = wend_random_below(random, 4);
        door.period = odd(random, wend_random_below(random, 2) * 2.0);
        PERSIST(t, result, wend_world_add_door(t->world, &door, &id, NULL));
    } else {
        wend_moving_obstacle_def mover = wend_default_moving_obstacle_def();
        for (int i = 0; i < 3; ++i)
            path[i] = some_place(random);
        path[0] = points[0];
        mover.shape = shape;
        mover.path = path;
        mover.path_count = wend_random_below(random, 4);
        mover.speed = odd(random, wend_random_between(random, 0, 8));
        mover.start = odd(random, wend_random_below(random, 2));
        mover.pause = odd(random, wend_random_below(random, 2));
        mover.loop = (wend_loop_mode)wend_random_below(random, 4);
        mover.blocking = wend_random_below(random, 3) == 0;
        PERSIST(t, result, wend_world_add_moving_obstacle(t->world, &mover, &id, NULL));
    }
    if (result == WEND_OK)
        h->things[h->thing_count++] = id.raw;
    return result;
}

static wend_result change_thing(torture *t, wend_random *random)
{
    host *h = &t->host;
    wend_obstacle_id id = {some_id(random, h->things, h->thing_count, h->gone)};
    wend_result result;
    if (wend_random_below(random, 40) == 0)
        id = wend_world_shape(t->world, wend_random_below(random, 8));
    if (wend_random_below(random, 3) > 0) {
        bool shut = wend_random_below(random, 2);
        PERSIST(t, result, wend_world_set_door(t->world, id, shut, NULL));
        return result;
    }
    PERSIST(t, result, wend_world_remove_obstacle(t->world, id, NULL));
    for (uint32_t i = 0; result == WEND_OK && i < h->thing_count; ++i)
        if (wend_id_pack(h->things[i]) == wend_id_pack(id.raw))
            h->things[i] = h->things[--h->thing_count];
    return result;
}

static wend_result change_somebody(torture *t, wend_random *random)
{
    wend_agent_id id = somebody(t, random);
    wend_agent_def def = some_agent(t, random), now;
    wend_result result;
    switch (wend_random_below(random, 4)) {
    case 0:
        result = wend_world_remove_agent(t->world, id, NULL);
        if (result == WEND_OK) {
            t->host.gone = id.raw;
            assert_stale(t->world, id);
        }
        return result;
    case 1:
        PERSIST(t, result, wend_world_place_agent(t->world, id, def.position, &def.velocity, NULL));
        return result;
    case 2: // as it is, but for one thing
        if (wend_world_agent(t->world, id, &now, NULL) == WEND_OK) {
            now.radius = def.radius;
            def = now;
        }
        break;
    default:
        break;
    }
    PERSIST(t, result, wend_world_change_agent(t->world, id, &def, NULL));
    return result;
}

static wend_result add_some_agents(torture *t, wend_random *random)
{
    wend_agent_def def = some_agent(t, random);
    wend_vec2 points[4];
    wend_shape shape = some_shape(random, points);
    wend_agent_id id;
    wend_result result;
    if (wend_random_below(random, 8) > 0 || t->host.spawner_count == MOST_SPAWNERS) {
        PERSIST(t, result, wend_world_add_agent(t->world, &def, &id, NULL));
        assert_true((result == WEND_OK) == !wend_agent_id_is_null(id));
        return result;
    }
    wend_spawner_def spawner = wend_default_spawner_def();
    spawner.area = (wend_goal){shape.points, shape.point_count};
    spawner.agent = def;
    spawner.count = wend_random_below(random, 30);
    spawner.rate = odd(random, wend_random_below(random, 2) * 15.0);
    spawner.radius = (wend_spread){.std = odd(random, 0.1), .min = 0.1, .max = odd(random, 0.4)};
    spawner.end = odd(random, 4);
    PERSIST(t, result, wend_world_add_spawner(t->world, &spawner, NULL, NULL));
    t->host.spawner_count += result == WEND_OK;
    return result;
}

static wend_result meddle(torture *t, wend_random *random)
{
    uint32_t what = wend_random_below(random, 20);
    return what < 8    ? add_some_agents(t, random)
           : what < 12 ? change_somebody(t, random)
           : what < 14 ? add_some_thing(t, random)
           : what < 17 ? change_thing(t, random)
           : what < 19 ? add_goal_or_zone(t, random)
                       : add_some_route(t, random);
}

// ---- what must hold -----------------------------------------------------------------------------

#define HOLDS(t, condition, ...)                                                                   \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            print_error("seed %llu, step %llu: ", (unsigned long long)(t)->seed,                   \
                        (unsigned long long)wend_world_steps((t)->world));                         \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

static void check_ids(const torture *t)
{
    wend_agents agents = wend_world_agents(t->world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *body = &agents.bodies[i];
        HOLDS(t, wend_agent_id_is_null(agents.ids[i]) == (body->radius < 0), "slot %u is half used",
              i);
        if (body->radius < 0)
            continue;
        ++count;
        HOLDS(t, wend_id_slot(agents.ids[i].raw) == i, "the id of slot %u is another's", i);
        wend_agent_def def;
        wend_agent_state state;
        HOLDS(t, wend_world_agent(t->world, agents.ids[i], &def, NULL) == WEND_OK, "no id %u", i);
        wend_world_agent_state(t->world, agents.ids[i], &state, NULL);
        HOLDS(t, def.position.x == body->position.x && def.position.y == body->position.y,
              "slot %u is elsewhere than its def", i);
        HOLDS(t,
              isfinite(body->position.x + body->position.y + body->velocity.x + body->velocity.y),
              "slot %u is not finite", i);
        HOLDS(t,
              (unsigned)state.activity <= WEND_ACTIVITY_NO_PATH && !isnan(state.remaining) &&
                  state.remaining >= 0,
              "slot %u has %g m left and does %d", i, state.remaining, (int)state.activity);
    }
    HOLDS(t, count == agents.count, "%u agents, but the count is %u", count, agents.count);
}

/// The mesh is as one that is made at once of what stands now.
static void check_mesh(const torture *t)
{
    const wend_obstacles *obstacles = &t->world->obstacles;
    wend_error error = {0};
    HOLDS(t, wend_mesh_check(obstacles->mesh, &error) == WEND_OK, "%s", wend_error_text(&error));
    wend_shape shapes[64];
    uint32_t count = 0;
    for (size_t i = 0; i < obstacles->list.count && count < 64; ++i)
        if (!wend_mesh_shape_id_is_null(obstacles->list.data[i].in_mesh))
            shapes[count++] = wend_obstacle_shape(obstacles, &obstacles->list.data[i]);
    wend_floor_def def = wend_default_floor_def();
    def.bounds = obstacles->bounds.data;
    def.bounds_count = (uint32_t)obstacles->bounds.count;
    def.shapes = shapes;
    def.shape_count = count;
    wend_floor *floor;
    wend_mesh *fresh;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    HOLDS(t, wend_mesh_create(floor, &mesh_def, &fresh, &error) == WEND_OK, "%s",
          wend_error_text(&error));
    HOLDS(t, wend_mesh_equal(obstacles->mesh, fresh, &error) == WEND_OK, "%s",
          wend_error_text(&error));
    wend_mesh_destroy(fresh);
    wend_floor_destroy(floor);
}

static void check_diagram(const torture *t)
{
    const wend_voronoi *voronoi = wend_world_voronoi(t->world);
    wend_error error = {0};
    if (voronoi)
        HOLDS(t, wend_voronoi_check(voronoi, &error) == WEND_OK, "%s", wend_error_text(&error));
}

/// The distance to the nearest wall by looking at each.
static double slow_clearance(const wend_obstacles *obstacles, wend_vec2 p, double limit)
{
    for (size_t i = 0, n = obstacles->bounds.count; i < n; ++i) {
        wend_segment wall = {obstacles->bounds.data[i], obstacles->bounds.data[(i + 1) % n]};
        limit = fmin(limit, wend_segment_distance(wall, p));
    }
    for (size_t i = 0; i < obstacles->list.count; ++i) {
        const wend_world_obstacle *thing = &obstacles->list.data[i];
        if (wend_mesh_shape_id_is_null(thing->in_mesh) || thing->kind == WEND_OBSTACLE_MOVING)
            continue;
        wend_shape shape = wend_obstacle_shape(obstacles, thing);
        for (uint32_t k = 0; k < shape.point_count; ++k) {
            wend_segment wall = {shape.points[k], shape.points[(k + 1) % shape.point_count]};
            limit = fmin(limit, wend_segment_distance(wall, p));
        }
    }
    return limit;
}

static void check_walls(torture *t, wend_random *random)
{
    const wend_walls *walls = wend_world_walls(t->world);
    assert_non_null(walls);
    for (int i = 0; i < 4; ++i) {
        wend_vec2 p = {wend_random_between(random, 0, 24), wend_random_between(random, 0, 16)};
        double is = wend_walls_clearance(walls, p, 30);
        double should = slow_clearance(&t->world->obstacles, p, 30);
        HOLDS(t, fabs(is - should) <= 1e-12, "clearance %.17g, should be %.17g", is, should);
    }
}

static void check_events(const torture *t, double began)
{
    uint32_t count;
    const wend_event *events = wend_world_events(t->world, &count);
    double now = wend_world_time(t->world);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_event *e = &events[i];
        HOLDS(t, (unsigned)e->kind <= WEND_EVENT_BARRIER, "event kind %d", (int)e->kind);
        HOLDS(t, (e->time == began || e->time == now) && isfinite(e->position.x + e->position.y),
              "%s at %g s", wend_event_name(e->kind), e->time);
        if (e->kind > WEND_EVENT_MOVED)
            continue;
        HOLDS(t, !wend_agent_id_is_null(e->agent), "%s of nobody", wend_event_name(e->kind));
        HOLDS(t,
              e->kind == WEND_EVENT_ARRIVED ||
                  wend_id_slot(e->agent.raw) < t->world->crowd.capacity,
              "%s of slot %u", wend_event_name(e->kind), wend_id_slot(e->agent.raw));
    }
}

/// How far everybody was from the walls before the step.
typedef struct before {
    double clearance[512];
    wend_agent_id ids[512];
    uint32_t slots;
} before;

/// Agents may be closer to walls than they should when they are put there, when they grow, or when
/// a wall comes; a step never brings one closer.
static void check_places(const torture *t, const before *b)
{
    const wend_obstacles *obstacles = &t->world->obstacles;
    wend_agents agents = wend_world_agents(t->world);
    bool doors = count_events(t->world, WEND_EVENT_DOOR, NULL) > 0;
    double slack = 64 * wend_walls_slack(obstacles->walls);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *body = &agents.bodies[i];
        if (body->radius < 0)
            continue;
        // Where there is no place at all, one stays where something has come down on it.
        HOLDS(t,
              obstacles->any_came ||
                  wend_mesh_locate(obstacles->mesh, body->position) == WEND_LOCATION_FREE,
              "slot %u is in a wall at (%.17g, %.17g)", i, body->position.x, body->position.y);
        if (doors || i >= b->slots || !wend_agent_id_equal(b->ids[i], agents.ids[i]))
            continue;
        double least = fmin(b->clearance[i], body->radius * (1 - WEND_BODY_GIVE));
        double is = slow_clearance(obstacles, body->position, 30);
        HOLDS(t, is >= least - slack, "slot %u is %.12g from a wall, was %.12g, radius %g", i, is,
              b->clearance[i], body->radius);
    }
}

static void note_places(const torture *t, before *b)
{
    wend_agents agents = wend_world_agents(t->world);
    b->slots = agents.slots < 512 ? agents.slots : 512;
    for (uint32_t i = 0; i < b->slots; ++i) {
        b->ids[i] = agents.ids[i];
        if (agents.bodies[i].radius >= 0)
            b->clearance[i] = slow_clearance(&t->world->obstacles, agents.bodies[i].position, 30);
    }
}

// ---- one run ------------------------------------------------------------------------------------

/// Some calls and a step. What is done depends only on the seed and the state.
static uint64_t advance(torture *t, bool checked)
{
    wend_random random = wend_random_stream(t->seed, wend_world_steps(t->world));
    for (uint32_t calls = wend_random_below(&random, 12); calls > 0; --calls)
        meddle(t, &random);
    before b;
    double began = wend_world_time(t->world);
    wend_error error = {0};
    wend_result result;
    note_places(t, &b);
    if (t->fail_steps)
        aim_failure(t);
    while ((result = wend_world_step(t->world, &error)) == WEND_OUT_OF_MEMORY && t->fail_steps)
        HOLDS(t, wend_world_time(t->world) == began, "a step that failed took time");
    t->memory.fail_at = 0;
    HOLDS(t, result == WEND_OK, "%s", wend_error_text(&error));
    if (checked) {
        check_ids(t);
        check_mesh(t);
        check_diagram(t);
        check_walls(t, &random);
        check_events(t, began);
        check_places(t, &b);
    }
    return wend_world_hash(t->world);
}

static void start(torture *t, uint64_t seed, wend_tasks *tasks, uint32_t fail_every)
{
    *t = (torture){.seed = seed, .fail_every = fail_every, .failures = wend_random_stream(seed, 9)};
    wend_world_def def = wend_default_world_def();
    def.seed = seed;
    def.tasks = tasks;
    def.bias = (wend_bias)(seed % 4);
    def.max_searches = seed % 3 == 0 ? 2 : 256;
    def.step = seed % 5 == 0 ? 0.5 : 0.1;
    // Barriers for whoever waits a moment.
    def.barriers.enabled = seed % 2 == 0;
    def.barriers.interval = 1;
    def.barriers.threshold = 0.2;
    def.allocator = failing_allocator_of(&t->memory);
    t->world = box_world(def, BOXES, sizeof BOXES / sizeof *BOXES);
}

static void stop(torture *t)
{
    wend_world_destroy(t->world);
    assert_int_equal(t->memory.bytes, 0);
}

enum { STEPS = 60 };

static uint64_t seeds_to_run(void)
{
    return long_tier() ? 200 : 12;
}

static void everything_holds_and_repeats(void **state)
{
    (void)state;
    wend_tasks_def tasks_def = wend_default_tasks_def();
    wend_tasks *tasks = NULL;
    tasks_def.worker_count = 3;
    assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
    for (uint64_t seed = 0; seed < seeds_to_run(); ++seed) {
        torture plain, again;
        start(&plain, seed, NULL, 0);
        start(&again, seed, tasks, 1 + seed % 40);
        for (int k = 0; k < STEPS; ++k) {
            uint64_t one = advance(&plain, true), other = advance(&again, false);
            HOLDS(&plain, one == other, "threads or memory made a difference");
        }
        stop(&plain);
        stop(&again);
    }
    wend_tasks_destroy(tasks);
}

static void steps_survive_without_memory(void **state)
{
    (void)state;
    for (uint64_t seed = 2000; seed < 2000 + seeds_to_run(); ++seed) {
        torture t;
        start(&t, seed, NULL, 1 + seed % 40);
        t.fail_steps = true;
        for (int k = 0; k < STEPS; ++k)
            advance(&t, true);
        stop(&t);
    }
}

// Steps and periods so short that their numbers are beyond what is counted.
static void tiny_times(void **state)
{
    (void)state;
    const double at[] = {0};
    const wend_vec2 line[] = {{8.5, 6}, {8.5, 8}};
    wend_world_def world_def = wend_default_world_def();
    wend_door_def door = wend_default_door_def();
    door.shape = (wend_shape){.points = line, .point_count = 2};
    door.toggle_times = at;
    door.toggle_count = 1;
    door.period = 1e-300;
    for (int i = 0; i < 2; ++i) {
        world_def.step = i ? 1e-300 : 0.1;
        wend_world *world = box_world(world_def, BOXES, sizeof BOXES / sizeof *BOXES);
        wend_agent_def def = walker_at(2, 2, point_goal(world, 20, 2));
        add_agent(world, &def);
        assert_int_equal(wend_world_add_door(world, &door, NULL, NULL), WEND_OK);
        for (int k = 0; k < 3; ++k)
            step(world);
        wend_world_destroy(world);
    }
}

static void going_back_repeats(void **state)
{
    (void)state;
    for (uint64_t seed = 1000; seed < 1000 + seeds_to_run(); ++seed) {
        torture t;
        start(&t, seed, NULL, 0);
        wend_random random = wend_random_stream(seed, 10);
        wend_snapshot *snapshot = NULL;
        for (int round = 0; round < 4; ++round) {
            uint64_t hashes[16];
            uint32_t steps = 1 + wend_random_below(&random, 16);
            host kept = t.host;
            assert_int_equal(wend_world_save(t.world, &snapshot, NULL), WEND_OK);
            for (uint32_t k = 0; k < steps; ++k)
                hashes[k] = advance(&t, false);
            wend_result result;
            t.fail_every = round % 2 ? 5 : 0;
            t.failures = random;
            PERSIST(&t, result, wend_world_restore(t.world, snapshot, NULL));
            assert_int_equal(result, WEND_OK);
            t.fail_every = 0;
            t.host = kept;
            for (uint32_t k = 0; k < steps; ++k)
                HOLDS(&t, advance(&t, true) == hashes[k], "after going back");
        }
        wend_snapshot_destroy(snapshot);
        stop(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_holds_and_repeats),
        cmocka_unit_test(steps_survive_without_memory),
        cmocka_unit_test(going_back_repeats),
        cmocka_unit_test(tiny_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
