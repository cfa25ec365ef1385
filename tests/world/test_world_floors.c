// SPDX-License-Identifier: MIT
// Nobody gets into a wall or through one: crowds on all built-in scenes and on real floor plans.
// After every step each centre is in free space, no nearer to a wall than its radius if it was not
// so before, and no further than it can have walked; or, rarely, been pushed out of an overlap.
//
// The crowds are such as to try it: packed, of mixed radii, some of them ten times as fast as
// people are, most with goals close to walls, where they push.
#include "repair/repair.h"
#include "scene/check/check.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "scene/build/floor.h"
#include "scene/builtin/builtin.h"
#include "wend/wend.h"

#include <math.h>
#include <string.h>

enum {
    MOST_AGENTS = 200,
    STOPS = 2,           // that each goes to, for ever
    SHORT = 3500,        // agent-steps on one floor
    LONG = 10000000 / 56 // two crowds on 8 built-in scenes and 20 plans or more: 10 million
};

#define STEP 0.1

// Velocities are floats.
#define SPEED_ERROR 1e-5

// How many there are to a square metre where they start.
#define DENSITY 1.5

// One in so many may be pushed in a step, by less than its radius.
#define PUSHED_ONE_IN 5000

#define MOST_RADIUS    0.4
#define GOAL_CLEARANCE 0.42

static const char *const plans[] = {
    "jupedsim/BUW.wkt",
    "jupedsim/Geometrie_verwinkelt_v1.wkt",
    "jupedsim/aknz_arrival.wkt",
    "jupedsim/aknz_evac.wkt",
    "jupedsim/bottleneck.wkt",
    "jupedsim/corner_with_shortcut.wkt",
    "jupedsim/office_rooms.wkt",
    "jupedsim/rimea_10/geometry.wkt",
    "jupedsim/triangular_obstacles.wkt",
    "vadere/02-Kaiserslautern-Mittel.scenario",
    "vadere/C-180-180-070.scenario",
    "vadere/rimea_01_pathway_discrete_ca.scenario",
    "vadere/rimea_04_flow_osm1_050_h.scenario",
    "vadere/rimea_06_corner.scenario",
    "vadere/rimea_08_parameter_variation.scenario",
    "vadere/rimea_09_public_room_2_exits_pso.scenario",
    "vadere/rimea_09_public_room_4_exits_pso.scenario",
    "vadere/rimea_10_pathfinding.scenario",
    "vadere/rimea_12_evacuation_pso.scenario",
    "vadere/rimea_14_select_route_pso.scenario",
};

// One floor and its crowd.
typedef struct place {
    const char *name;
    wend_motion_kind motion; // of all
    wend_floor *floor;
    wend_world *world;
    wend_path_query *query;
    wend_random random;
} place;

static void check(const place *p, wend_result result, const wend_error *error)
{
    if (result != WEND_OK)
        fail_msg("%s: %s", p->name, wend_error_text(error));
}

// ---- crowds -------------------------------------------------------------------------------------

// Fills a box with up to count agents, standing.
static void fill_box(const place *p, wend_box box, uint32_t count)
{
    const wend_vec2 area[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    wend_spawner_def def = wend_default_spawner_def();
    wend_error error = {0};
    def.agent.motion = p->motion;
    def.area = (wend_goal){area, 4};
    def.count = count;
    // What finds no room now is not to come later.
    def.end = wend_world_time(p->world) + 1e-9;
    def.radius = (wend_spread){.std = 0.1, .min = 0.1, .max = MOST_RADIUS};
    def.preferred_speed = (wend_spread){.std = 0.4, .min = 0.5, .max = 2};
    check(p, wend_world_add_spawner(p->world, &def, NULL, &error), &error);
}

static wend_box box_around(wend_vec2 middle, double half)
{
    return (wend_box){{middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}};
}

// A point by the wall that is nearest to somebody, as near as all can get.
static wend_vec2 random_goal(place *p, const wend_vec2 *starts, uint32_t count)
{
    wend_vec2 at = starts[wend_random_below(&p->random, count)], wall;
    double clearance = wend_floor_clearance(p->floor, at, &wall, NULL);
    if (!isfinite(clearance) || clearance < GOAL_CLEARANCE)
        return at;
    double part = 1 - GOAL_CLEARANCE / clearance;
    return (wend_vec2){at.x + part * (wall.x - at.x), at.y + part * (wall.y - at.y)};
}

static void send(place *p, wend_agent_id id, const wend_goal_id *goals, uint32_t goal_count)
{
    wend_agent_def agent;
    wend_error error = {0};
    wend_waypoint stops[STOPS];
    check(p, wend_world_agent(p->world, id, &agent, &error), &error);
    for (int i = 0; i < STOPS; i++)
        stops[i] = (wend_waypoint){.goals = &goals[wend_random_below(&p->random, goal_count)],
                                   .goal_count = 1};
    const wend_route_def route = {stops, STOPS, 0, WEND_ON_ARRIVAL_REPEAT};
    check(p, wend_world_add_route(p->world, &route, &agent.route, &error), &error);
    if (wend_random_below(&p->random, 10) == 0) {
        agent.preferred_speed = 10;
        agent.max_speed = 12;
    }
    check(p, wend_world_change_agent(p->world, id, &agent, &error), &error);
}

// Everybody near some random places, with few goals for all. In a city only one place: ways across
// it are looked for in other tests.
static void make_crowd(place *p)
{
    enum { PLACES = 3, GOALS = 6, CITY = 20000 };
    uint32_t most = MOST_AGENTS;
    double size = wend_mesh_measure(wend_world_mesh(p->world)).area;
    if (size * DENSITY < most)
        most = (uint32_t)fmax(1, size * DENSITY);
    fill_box(p, wend_floor_box(p->floor), size > CITY ? 1 : PLACES);
    wend_agents agents = wend_world_agents(p->world);
    wend_vec2 first[PLACES];
    uint32_t places = agents.count, slots = agents.slots;
    if (places == 0)
        fail_msg("%s has no room for anybody", p->name);
    for (uint32_t i = 0, k = 0; i < slots && k < PLACES; i++)
        if (!wend_agent_id_is_null(agents.ids[i]))
            first[k++] = agents.bodies[i].position;
    double half = sqrt(most / DENSITY / places) / 2;
    for (uint32_t i = 0; i < places; i++)
        fill_box(p, box_around(first[i], half), most / places);

    static wend_vec2 starts[2 * MOST_AGENTS];
    static wend_agent_id ids[2 * MOST_AGENTS];
    uint32_t count = 0;
    agents = wend_world_agents(p->world);
    for (uint32_t i = 0; i < agents.slots; i++)
        if (!wend_agent_id_is_null(agents.ids[i])) {
            starts[count] = agents.bodies[i].position;
            ids[count++] = agents.ids[i];
        }
    wend_goal_id goals[GOALS];
    for (int i = 0; i < GOALS; i++) {
        wend_vec2 at = random_goal(p, starts, count);
        wend_error error = {0};
        check(p, wend_world_add_goal(p->world, &(wend_goal){&at, 1}, &goals[i], &error), &error);
    }
    for (uint32_t i = 0; i < count; i++)
        send(p, ids[i], goals, GOALS);
}

// ---- the check ----------------------------------------------------------------------------------

typedef struct findings {
    uint64_t agent_steps;
    uint64_t close;  // of these, how many ended as near to a wall as can be
    uint64_t pushed; // how many went further than anybody walks
    double deepest;  // what was taken from a radius at most
} findings;

// What is known of an agent from the step before.
typedef struct past {
    bool there, kept; // it kept its distance
    wend_vec2 position;
} past;

static void fail_at(const place *p, uint32_t slot, wend_vec2 at, const char *what, double figure)
{
    fail_msg("%s: slot %u %s (%g) at (%.17g, %.17g) after %u steps", p->name, slot, what, figure,
             at.x, at.y, (unsigned)wend_world_steps(p->world));
}

// The way from a to b: the straight one, or, if a wall is in between, the shortest one around it.
static double walked(const place *p, wend_vec2 a, wend_vec2 b)
{
    const wend_mesh *mesh = wend_world_mesh(p->world);
    wend_ray ray;
    assert_int_equal(wend_mesh_raycast(mesh, a, b, &ray, NULL), WEND_OK);
    if (!ray.hit)
        return hypot(b.x - a.x, b.y - a.y);
    wend_path_request request = wend_default_path_request();
    request.from = a;
    request.goal = (wend_goal){&b, 1};
    wend_path path;
    wend_result result = wend_path_find(p->query, mesh, &request, &path, NULL);
    return result == WEND_OK ? path.length : INFINITY;
}

static void look(const place *p, past *before, double slack, findings *found)
{
    wend_agents agents = wend_world_agents(p->world);
    for (uint32_t i = 0; i < agents.slots; i++) {
        const wend_body *body = &agents.bodies[i];
        past *b = &before[i];
        if (body->radius < 0) {
            b->there = false;
            continue;
        }
        wend_vec2 at = body->position;
        if (wend_floor_locate(p->floor, at, NULL) != WEND_LOCATION_FREE)
            fail_at(p, i, at, "is not in free space", 0);
        double lacks =
            body->radius * (1 - WEND_BODY_GIVE) - wend_floor_clearance(p->floor, at, NULL, NULL);
        if (b->there && b->kept && lacks > slack)
            fail_at(p, i, at, "is too close to a wall", lacks);
        double most = STEP * body->max_speed * (1 + SPEED_ERROR) + slack;
        double way = b->there ? walked(p, b->position, at) : 0;
        found->pushed += way > most;
        if (way > most + body->radius)
            fail_at(p, i, at, "has gone further than it can", way - most);
        found->deepest = b->there && b->kept ? fmax(found->deepest, lacks) : found->deepest;
        found->close += lacks > -0.01 * body->radius;
        found->agent_steps++;
        *b = (past){.there = true, .kept = lacks <= slack, .position = at};
    }
}

static void run(place *p, uint64_t budget, findings *all)
{
    static past before[2 * MOST_AGENTS];
    findings found = {.deepest = -INFINITY};
    wend_error error = {0};
    // What sliding may lose, and what the two ways to compute a distance may differ by.
    double slack = wend_walls_slack(wend_world_walls(p->world)) + wend_floor_tolerance(p->floor);
    memset(before, 0, sizeof before);
    look(p, before, slack, &found);
    found.agent_steps = 0;
    while (found.agent_steps < budget) {
        check(p, wend_world_step(p->world, &error), &error);
        look(p, before, slack, &found);
    }
    all->agent_steps += found.agent_steps;
    all->close += found.close;
    all->pushed += found.pushed;
    all->deepest = fmax(all->deepest, found.deepest);
}

static void run_crowd(const char *name, wend_motion_kind motion, wend_floor *floor, findings *all)
{
    place p = {.name = name,
               .motion = motion,
               .floor = floor,
               .random = wend_random_stream(7, strlen(name))};
    wend_error error = {0};
    wend_world_def def = wend_default_world_def();
    def.floor = p.floor;
    def.seed = 7;
    def.step = STEP;
    check(&p, wend_world_create(&def, &p.world, &error), &error);
    check(&p, wend_path_query_create(NULL, &p.query, &error), &error);
    make_crowd(&p);
    run(&p, long_tier() ? LONG : SHORT, all);
    wend_path_query_destroy(p.query);
    wend_world_destroy(p.world);
}

// Takes the scene.
static void run_scene(const char *name, scene *s, findings *all)
{
    problem_list problems = {.file = name};
    if (!scene_check(s, &problems)) {
        problem_free(&problems);
        problems = (problem_list){.file = name};
        if (!scene_repair(s, NULL, NULL, &problems))
            fail_msg("%s cannot be repaired", name);
    }
    problem_free(&problems);

    wend_floor *floor = NULL;
    wend_error error = {0};
    check(&(place){.name = name}, scene_floor(s, &floor, &error), &error);
    scene_free(s);
    run_crowd(name, WEND_MOTION_ORCA, floor, all);
    run_crowd(name, WEND_MOTION_PEDESTRIAN, floor, all);
    wend_floor_destroy(floor);
}

static void report(const char *what, const findings *all)
{
    print_message("%s: %.0f agent-steps, %.0f of them along a wall, none in one; the least "
                  "distance lacks %g m; %.0f were pushed\n",
                  what, (double)all->agent_steps, (double)all->close, all->deepest,
                  (double)all->pushed);
    assert_true(all->pushed * PUSHED_ONE_IN <= all->agent_steps);
    // It would prove little if they never came near a wall.
    assert_true(all->close * 50 > all->agent_steps);
}

// True for scenes that have the floor of another one, or one of its kind: "city", "crowd-10", ...,
// or none.
static bool has_no_floor_of_its_own(const char *name)
{
    static const char *const again[] = {"city-",      "crowd-",      "fruit-",  "mars-",
                                        "profiling-", "evacuation-", "figure-5"};
    static const char *const first[] = {"crowd-10", "fruit-10", "mars-10", "profiling-3",
                                        "evacuation-1"};
    bool is_again = false;
    for (size_t i = 0; i < sizeof again / sizeof again[0]; i++)
        is_again = is_again || strncmp(name, again[i], strlen(again[i])) == 0;
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        is_again = is_again && strcmp(name, first[i]) != 0;
    return is_again;
}

static void test_builtin(void **state)
{
    (void)state;
    findings all = {.deepest = -INFINITY};
    for (size_t i = 0; i < builtin_count(); i++) {
        builtin_scene builtin = builtin_at(i);
        if (has_no_floor_of_its_own(builtin.name))
            continue;
        problem_list problems = {.file = builtin.name};
        scene *s = builtin_load(builtin, &problems);
        assert_non_null(s);
        problem_free(&problems);
        run_scene(builtin.name, s, &all);
    }
    report("built-in scenes", &all);
}

static void test_plans(void **state)
{
    (void)state;
    findings all = {.deepest = -INFINITY};
    size_t absent = 0;
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", data_folder(), plans[i]);
        FILE *file = fopen(path, "rb");
        if (!file) {
            absent++;
            continue;
        }
        fclose(file);
        problem_list problems = {.file = path};
        scene *s = scene_load(path, &problems);
        if (!s)
            fail_msg("%s cannot be read", path);
        problem_free(&problems);
        run_scene(plans[i], s, &all);
    }
    if (absent > 0)
        print_message("%u floor plans are not in %s\n", (unsigned)absent, data_folder());
    if (all.agent_steps == 0)
        skip();
    report("floor plans", &all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builtin),
                                       cmocka_unit_test(test_plans)};
    return cmocka_run_group_tests_name("world_floors", tests, NULL, NULL);
}
