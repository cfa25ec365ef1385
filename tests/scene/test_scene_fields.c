// SPDX-License-Identifier: MIT
// Doors, movers, zones, ways and spreads of JSON scenes: defaults, every field kept, and random
// scenes that read back as they were written.
#include "scene/check/check.h"
#include "tests/scene/scene_text.h"
#include "tests/support/failing_malloc.h"

#include "formats/formats.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

// ---- helpers ------------------------------------------------------------------------------------

static scene *try_read(const char *json, problem_list *problems)
{
    text t = {0};
    if (!text_copy(json, strlen(json), &t, problems))
        return NULL;
    scene *s = scene_read_json(&t, NULL, problems);
    text_free(&t);
    return s;
}

static scene *read_good(const char *json)
{
    problem_list problems = {0};
    scene *s = try_read(json, &problems);
    problem_print(&problems, stderr);
    if (!s)
        print_error("%s\n", json);
    assert_non_null(s);
    return s;
}

// ---- single scenes ------------------------------------------------------------------------------

static const char all[] =
    "{\n"
    "  \"wend\": 2,\n"
    "  \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]],\n"
    "  \"doors\": [\n"
    "    {\"polygon\": [[10, 5], [12, 5], [12, 15]], \"name\": \"gate\", \"shut\": true, "
    "\"toggle_times\": "
    "[3, 8.5], \"period\": 20},\n"
    "    {\"segment\": [[20, 0], [20, 8.125]]}\n"
    "  ],\n"
    "  \"moving_obstacles\": [\n"
    "    {\"circle\": [34, 4], \"radius\": 0.5, \"name\": \"cart\", \"path\": [[34, 4], [34, 9]], "
    "\"speed\": 2, \"start\": 3, \"pause\": 4, \"loop\": \"back_and_forth\", \"blocking\": true},\n"
    "    {\"polygon\": [[1, 1], [2, 1], [2, 2]], \"path\": [[1, 1], [2, 1], [3, 3]], \"loop\": "
    "\"cycle\"},\n"
    "    {\"segment\": [[1, 1], [2, 1]], \"path\": [[0, 0]]}\n"
    "  ],\n"
    "  \"areas\": {\n"
    "    \"left\": [[0, 0], [3, 0], [3, 20]],\n"
    "    \"desk\": [[5, 0], [8, 0], [8, 3]],\n"
    "    \"exit\": [[38, 8], [40, 8], [40, 12]]\n"
    "  },\n"
    "  \"zones\": [\n"
    "    {\"area\": \"desk\", \"factor\": 0.5}\n"
    "  ],\n"
    "  \"agents\": [\n"
    "    {\"in\": \"left\", \"count\": 200, \"rate\": 1.5, \"spawn_start\": 2, \"spawn_end\": 50, "
    "\"waypoints\": "
    "[{\"goal\": [\"desk\", \"exit\"], \"choice\": \"in_turn\", \"wait\": 5, \"wait_spread\": 2}, "
    "{\"goal\": [1, 2]}], \"goal\": [\"exit\", \"left\"], \"choice\": \"quickest\", "
    "\"on_arrival\": "
    "\"repeat\", \"repeats\": 3, \"radius\": {\"mean\": 0.3, \"std\": 0.01}, \"preferred_speed\": "
    "{\"mean\": 1.3, \"std\": 0.2, \"min\": 1, \"max\": 2.5}, \"max_speed\": 4, "
    "\"premovement_time\": {\"mean\": 10, \"std\": 5, \"max\": 20}, \"time_horizon\": 3, "
    "\"avoidance_share\": 0, "
    "\"group\": \"g\", \"role\": \"thief\"},\n"
    "    {\"at\": [5, 5], \"count\": 7, \"rate\": 2, \"goal\": \"exit\", \"on_arrival\": "
    "\"stay\"},\n"
    "    {\"at\": [5, 5], \"premovement_time\": 4}\n"
    "  ],\n"
    "  \"bias\": \"visible\",\n"
    "  \"portals_ahead\": 3,\n"
    "  \"portals\": false,\n"
    "  \"search_budget\": 1000,\n"
    "  \"clearance_weight\": 0.5,\n"
    "  \"barriers\": {\"weight\": 5, \"interval\": 4},\n"
    "  \"duration\": 90,\n"
    "  \"until\": \"empty\"\n"
    "}\n";

// The same in format 1.
static const char all_old[] =
    "{\n"
    "  \"wend\": 1,\n"
    "  \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]],\n"
    "  \"doors\": [\n"
    "    {\"polygon\": [[10, 5], [12, 5], [12, 15]], \"name\": \"gate\", \"shut\": true, "
    "\"times\": "
    "[3, 8.5], \"period\": 20},\n"
    "    {\"segment\": [[20, 0], [20, 8.125]]}\n"
    "  ],\n"
    "  \"movers\": [\n"
    "    {\"circle\": [34, 4], \"radius\": 0.5, \"name\": \"cart\", \"path\": [[34, 4], [34, 9]], "
    "\"speed\": 2, \"start\": 3, \"pause\": 4, \"way\": \"back and forth\", \"blocking\": true},\n"
    "    {\"polygon\": [[1, 1], [2, 1], [2, 2]], \"path\": [[1, 1], [2, 1], [3, 3]], \"way\": "
    "\"round\"},\n"
    "    {\"segment\": [[1, 1], [2, 1]], \"path\": [[0, 0]]}\n"
    "  ],\n"
    "  \"areas\": {\n"
    "    \"left\": [[0, 0], [3, 0], [3, 20]],\n"
    "    \"desk\": [[5, 0], [8, 0], [8, 3]],\n"
    "    \"exit\": [[38, 8], [40, 8], [40, 12]]\n"
    "  },\n"
    "  \"zones\": [\n"
    "    {\"area\": \"desk\", \"factor\": 0.5}\n"
    "  ],\n"
    "  \"agents\": [\n"
    "    {\"in\": \"left\", \"count\": 200, \"rate\": 1.5, \"start\": 2, \"stop\": 50, \"stops\": "
    "[{\"goal\": [\"desk\", \"exit\"], \"choice\": \"in turn\", \"wait\": 5, \"wait_spread\": 2}, "
    "{\"goal\": [1, 2]}], \"goal\": [\"exit\", \"left\"], \"choice\": \"quickest\", \"end\": "
    "\"repeat\", \"repeats\": 3, \"radius\": {\"mean\": 0.3, \"deviation\": 0.01}, \"speed\": "
    "{\"mean\": 1.3, \"deviation\": 0.2, \"least\": 1, \"most\": 2.5}, \"max_speed\": 4, "
    "\"reaction\": {\"mean\": 10, \"deviation\": 5, \"most\": 20}, \"horizon\": 3, \"share\": 0, "
    "\"group\": \"g\", \"role\": \"thief\"},\n"
    "    {\"at\": [5, 5], \"count\": 7, \"rate\": 2, \"goal\": \"exit\", \"end\": \"stay\"},\n"
    "    {\"at\": [5, 5], \"reaction\": 4}\n"
    "  ],\n"
    "  \"bias\": \"visible\",\n"
    "  \"ahead\": 3,\n"
    "  \"points\": true,\n"
    "  \"iterations\": 1000,\n"
    "  \"weight\": 0.5,\n"
    "  \"barriers\": {\"weight\": 5, \"interval\": 4},\n"
    "  \"seconds\": 90,\n"
    "  \"until\": \"empty\"\n"
    "}\n";

static void test_every_field_is_kept(void **state)
{
    (void)state;
    scene *s = read_good(all_old);
    char *written = write_out(s);
    assert_string_equal(written, all);
    free(written);
    scene_free(s);
    s = read_good(all);
    written = write_out(s);
    assert_string_equal(written, all);
    free(written);

    assert_true(s->doors[0].def.shut && s->doors[0].def.toggle_count == 2 &&
                s->doors[0].def.period == 20);
    assert_int_equal(s->doors[1].body.kind, SCENE_SEGMENT);
    assert_false(s->doors[1].def.shut);
    assert_true(s->movers[0].body.radius == 0.5 && s->movers[0].def.blocking);
    assert_int_equal(s->movers[1].def.loop, WEND_LOOP_CYCLE);
    assert_true(s->movers[2].def.speed == wend_default_moving_obstacle_def().speed &&
                s->movers[2].def.path_count == 1);
    const scene_agents *agents = &s->agents[0];
    assert_int_equal(agents->waypoint_count, 2);
    assert_int_equal(agents->waypoints[0].goal.choice, WEND_CHOICE_IN_TURN);
    assert_string_equal(agents->waypoints[0].goal.areas[1], "exit");
    assert_int_equal(agents->waypoints[1].goal.kind, SCENE_GOAL_POINT);
    assert_int_equal(agents->goal.kind, SCENE_GOAL_AREAS);
    assert_int_equal(agents->goal.choice, WEND_CHOICE_QUICKEST);
    assert_true(agents->route.repeats == 3 && agents->route.on_arrival == WEND_ON_ARRIVAL_REPEAT);
    assert_true(agents->def.agent.preferred_speed == 1.3 && agents->def.preferred_speed.max == 2.5);
    assert_true(agents->def.agent.premovement_time == 10 && agents->def.premovement_time.min == 1);
    assert_true(scene_agents_spawn(agents) && scene_agents_spawn(&s->agents[1]));
    assert_false(scene_agents_spawn(&s->agents[2]));
    assert_true(s->world.arc.points && s->world.portals_ahead == 3 &&
                s->until == SCENE_UNTIL_EMPTY);
    assert_true(s->world.search_budget == 1000 && s->world.clearance_weight == 0.5);
    assert_true(s->world.barriers.enabled && s->world.barriers.weight == 5 &&
                s->world.barriers.max_weight == 5);
    assert_true(s->world.barriers.interval == 4 && s->world.barriers.threshold == 3);
    scene_free(s);
}

static void test_defaults(void **state)
{
    (void)state;
    scene *s = read_good(
        "{\"wend\": 1, \"doors\": [{\"segment\": [[0, 0], [1, 1]], \"times\": []}], \"agents\": "
        "[{\"at\": [1, 1], \"stops\": [], \"goal\": [\"a\"], \"choice\": \"quickest\", \"speed\": "
        "{}, \"radius\": {\"mean\": 0.5}, \"reaction\": {\"deviation\": 2}}, {\"at\": [1, 1], "
        "\"speed\": {\"mean\": 999, \"deviation\": 5}}]}");
    assert_int_equal(s->world.bias, WEND_BIAS_AHEAD);
    assert_true(s->world.portals_ahead == wend_default_world_def().portals_ahead &&
                !s->world.arc.points && s->until == SCENE_UNTIL_TIME);
    assert_true(s->world.search_budget == 0 && s->world.clearance_weight == 0 &&
                !s->world.barriers.enabled);
    assert_int_equal(s->doors[0].def.toggle_count, 0);
    const scene_agents *agents = &s->agents[0];
    assert_true(agents->def.rate == 0 && agents->def.start == 0 && isinf(agents->def.end));
    assert_true(agents->def.agent.time_horizon == wend_default_agent_def().time_horizon &&
                agents->def.agent.avoidance_share == wend_default_agent_def().avoidance_share);
    assert_int_equal(agents->route.on_arrival, WEND_ON_ARRIVAL_LEAVE);
    assert_int_equal(agents->waypoint_count, 0);
    // A list of one is that one.
    assert_int_equal(agents->goal.kind, SCENE_GOAL_AREA);
    assert_string_equal(agents->goal.area, "a");
    assert_true(agents->def.agent.preferred_speed == wend_default_agent_def().preferred_speed &&
                agents->def.preferred_speed.std == 0);
    assert_true(agents->def.agent.radius == 0.5 && agents->def.radius.std == 0);
    assert_true(agents->def.agent.premovement_time == 0 && agents->def.premovement_time.std == 2);
    assert_true(agents->def.premovement_time.min == 0 && agents->def.premovement_time.max == 6);
    // What is cut off by default stays within the limits of the field.
    assert_true(s->agents[1].def.preferred_speed.max == SCENE_MAX_SPEED);
    assert_true(s->agents[1].def.agent.max_speed == SCENE_MAX_SPEED);
    scene_free(s);
}

static void test_shifting_moves_everything(void **state)
{
    (void)state;
    scene *s = read_good(all), *moved = read_good(all);
    scene_shift(moved, (wend_vec2){100, -50});
    wend_box before = scene_box(s), after = scene_box(moved);
    assert_true(after.min.x == before.min.x - 100 && after.max.y == before.max.y + 50);
    assert_true(moved->doors[1].body.shape.points[0].x == s->doors[1].body.shape.points[0].x - 100);
    assert_true(moved->movers[0].body.centre.y == s->movers[0].body.centre.y + 50);
    assert_true(moved->movers[0].def.path[1].y == s->movers[0].def.path[1].y + 50);
    assert_true(moved->agents[0].waypoints[1].goal.segment.a.x ==
                s->agents[0].waypoints[1].goal.segment.a.x - 100);
    scene_shift(moved, (wend_vec2){-100, 50});
    char *one = write_out(s), *two = write_out(moved);
    // A mover's circle is written as such; its polygon must have come along, too.
    assert_true(fabs(moved->movers[0].body.shape.points[0].x -
                     s->movers[0].body.shape.points[0].x) < 1e-12);
    assert_string_equal(one, two);
    free(one);
    free(two);
    scene_free(s);
    scene_free(moved);
}

static void test_the_box_holds_all_that_moves(void **state)
{
    (void)state;
    scene *s = read_good("{\"wend\": 1, \"doors\": [{\"segment\": [[-3, 0], [1, 1]]}], \"movers\": "
                         "[{\"segment\": [[0, 0], [1, 0]], \"path\": [[50, 50], [57, 41]]}], "
                         "\"agents\": [{\"at\": [0, 0], \"stops\": [{\"goal\": [[0, 1], [2, "
                         "30]]}], \"goal\": [0, 0]}]}");
    wend_box box = scene_box(s);
    assert_true(box.min.x == -3 && box.max.x == 8 && box.min.y == -9 && box.max.y == 30);
    scene_free(s);
}

static void expect_losses(const char *format, const char *const *words, size_t count)
{
    scene *s = read_good(all);
    problem_list losses = {0};
    scene_format_losses(scene_format_named(format), s, &losses);
    assert_true(count > 0 || losses.count == 0);
    for (size_t i = 0; i < count; ++i) {
        bool found = false;
        for (size_t k = 0; k < losses.count; ++k)
            found = found || strcmp(losses.items[k].what, words[i]) == 0;
        if (!found)
            fail_msg("%s does not tell of %s", format, words[i]);
    }
    problem_free(&losses);
    scene_free(s);
}

static void test_what_formats_lose_is_told(void **state)
{
    (void)state;
    static const char *const words[] = {"2 doors",  "3 moving obstacles", "1 zone",   "208 agents",
                                        "the bias", "the portals",        "the until"};
    expect_losses("wkt", words, sizeof words / sizeof *words);
    expect_losses("geojson", words, sizeof words / sizeof *words);
    expect_losses("mesh", words, sizeof words / sizeof *words);
    expect_losses("json", NULL, 0);
}

// ---- random scenes ------------------------------------------------------------------------------

typedef struct maker {
    wend_random random;
    scene *s;
} maker;

static bool toss(maker *m)
{
    return wend_random_below(&m->random, 2) == 0;
}

// Often a small round number, as people write it.
static double number(maker *m, double low, double high)
{
    double any = wend_random_between(&m->random, low, high);
    double round = floor(low) + 1 + wend_random_below(&m->random, 10) / 4.0;
    return toss(m) && round < high ? round : any;
}

static wend_vec2 point(maker *m)
{
    return (wend_vec2){number(m, -100, 100), number(m, -100, 100)};
}

static const char *name(maker *m)
{
    static const char *const names[] = {"a", "b", "\"quoted\"", "caf\xc3\xa9", "in turn", "0"};
    return names[wend_random_below(&m->random, sizeof names / sizeof *names)];
}

static scene_shape ring(maker *m, size_t count)
{
    wend_vec2 points[8] = {{0, 0}};
    for (size_t i = 0; i < count; ++i)
        points[i] = (wend_vec2){point(m).x + 1000 * (double)i, point(m).y};
    scene_shape shape;
    assert_true(scene_shape_ring(m->s, points, count, &shape));
    return shape;
}

static void make_goal(maker *m, scene_goal *goal)
{
    goal->kind = (scene_goal_kind)(1 + wend_random_below(&m->random, 4));
    goal->segment.a = point(m);
    goal->segment.b = goal->kind == SCENE_GOAL_SEGMENT ? point(m) : goal->segment.a;
    if (goal->kind == SCENE_GOAL_AREA)
        goal->area = name(m);
    if (goal->kind != SCENE_GOAL_AREAS)
        return;
    goal->area_count = 2 + wend_random_below(&m->random, 3);
    goal->choice = (wend_choice)wend_random_below(&m->random, 3);
    goal->areas = pool_allocate(&m->s->memory, goal->area_count, sizeof *goal->areas);
    assert_non_null(goal->areas);
    for (uint32_t i = 0; i < goal->area_count; ++i)
        goal->areas[i] = name(m);
}

static void make_spread(maker *m, double *mean, wend_spread *spread, double limit)
{
    *mean = number(m, 0.01, limit / 2);
    if (toss(m))
        return;
    *spread = scene_default_spread(*mean, number(m, 0.001, 1), limit);
    spread->distribution = (wend_distribution)wend_random_below(&m->random, 5);
    if (spread->distribution > WEND_DISTRIBUTION_UNIFORM)
        spread->std = fmin(spread->std, *mean * SCENE_MAX_VARIATION);
    scene_limit_spread(*mean, spread, limit);
    if (toss(m))
        spread->min = *mean * wend_random_between(&m->random, 0.5, 1);
    if (toss(m))
        spread->max = *mean * wend_random_between(&m->random, 1, 2);
    if (spread->distribution == WEND_DISTRIBUTION_UNIFORM) {
        *mean = spread->min / 2 + spread->max / 2;
        spread->std = (spread->max - spread->min) / sqrt(12);
    }
}

static void make_way(maker *m, scene_agents *agents)
{
    make_goal(m, &agents->goal);
    agents->waypoint_count = wend_random_below(&m->random, 3);
    agents->waypoints =
        pool_allocate(&m->s->memory, agents->waypoint_count, sizeof *agents->waypoints);
    assert_non_null(agents->waypoints);
    for (uint32_t i = 0; i < agents->waypoint_count; ++i) {
        make_goal(m, &agents->waypoints[i].goal);
        agents->waypoints[i].wait = toss(m) ? 0 : number(m, 0, 100);
        agents->waypoints[i].wait_spread = toss(m) ? 0 : number(m, 0, 100);
    }
    agents->route.on_arrival =
        (wend_on_arrival)wend_random_below(&m->random, agents->waypoint_count ? 3 : 2);
    if (agents->route.on_arrival == WEND_ON_ARRIVAL_REPEAT)
        agents->route.repeats = wend_random_below(&m->random, 3);
}

static void make_agents(maker *m)
{
    scene_agents *agents = scene_add_agents(m->s);
    assert_non_null(agents);
    if (toss(m)) {
        agents->in = name(m);
        agents->def.count = 1 + wend_random_below(&m->random, 100);
    } else {
        agents->def.agent.position = point(m);
    }
    agents->def.rate = toss(m) ? 0 : number(m, 0.01, 100);
    agents->def.start = toss(m) ? 0 : number(m, 0, 100);
    if (toss(m))
        agents->def.end = agents->def.start + number(m, 0.1, 100);
    if (toss(m))
        make_way(m, agents);
    make_spread(m, &agents->def.agent.radius, &agents->def.radius, SCENE_MAX_RADIUS);
    make_spread(m, &agents->def.agent.preferred_speed, &agents->def.preferred_speed,
                SCENE_MAX_SPEED);
    make_spread(m, &agents->def.agent.premovement_time, &agents->def.premovement_time,
                SCENE_MAX_SECONDS);
    double fastest =
        scene_spread_max(agents->def.agent.preferred_speed, &agents->def.preferred_speed);
    agents->def.agent.max_speed = toss(m) ? fmax(fastest, wend_default_agent_def().max_speed)
                                          : fmin(fastest * 2, SCENE_MAX_SPEED);
    agents->def.agent.time_horizon =
        toss(m) ? wend_default_agent_def().time_horizon : number(m, 0.1, 100);
    agents->def.agent.avoidance_share =
        toss(m) ? wend_default_agent_def().avoidance_share : wend_random_unit(&m->random);
    agents->group = toss(m) ? NULL : name(m);
    agents->role = toss(m) ? NULL : name(m);
}

static void make_door(maker *m)
{
    scene_door *door = scene_add_door(m->s);
    assert_non_null(door);
    door->body.kind = toss(m) ? SCENE_POLYGON : SCENE_SEGMENT;
    door->body.shape =
        ring(m, door->body.kind == SCENE_POLYGON ? 3 + wend_random_below(&m->random, 5) : 2);
    door->body.name = toss(m) ? NULL : name(m);
    door->def.shut = toss(m);
    door->def.toggle_count = wend_random_below(&m->random, 4);
    double *times = pool_allocate(&m->s->memory, door->def.toggle_count, sizeof *times);
    assert_non_null(times);
    for (uint32_t i = 0; i < door->def.toggle_count; ++i)
        times[i] = number(m, 0, 10) + 20 * i;
    door->def.toggle_times = times;
    if (door->def.toggle_count > 0 && toss(m))
        door->def.period = door->def.toggle_times[door->def.toggle_count - 1] + number(m, 0.5, 9);
}

static void make_mover(maker *m)
{
    scene_mover *mover = scene_add_mover(m->s);
    assert_non_null(mover);
    switch (wend_random_below(&m->random, 3)) {
    case 0: {
        wend_vec2 centre = point(m);
        assert_true(scene_circle(m->s, &mover->body, centre, number(m, 0.1, 9)));
        break;
    }
    case 1:
        mover->body.kind = SCENE_SEGMENT;
        mover->body.shape = ring(m, 2);
        break;
    default:
        mover->body.shape = ring(m, 3);
    }
    mover->body.name = toss(m) ? NULL : name(m);
    scene_shape path = ring(m, 1 + wend_random_below(&m->random, 5));
    mover->def.path = path.points;
    mover->def.path_count = path.point_count;
    mover->def.speed = toss(m) ? wend_default_moving_obstacle_def().speed : number(m, 0.1, 100);
    mover->def.start = toss(m) ? 0 : number(m, 0, 100);
    mover->def.pause = toss(m) ? 0 : number(m, 0, 100);
    mover->def.loop = (wend_loop_mode)wend_random_below(&m->random, 3);
    mover->def.blocking = toss(m);
}

static void make_barriers(maker *m)
{
    wend_barriers_def *barriers = &m->s->world.barriers;
    barriers->enabled = toss(m);
    if (!barriers->enabled || toss(m))
        return;
    barriers->weight = number(m, 1, 9);
    barriers->max_weight = toss(m) ? fmax(barriers->max_weight, barriers->weight) : 10;
    barriers->interval = number(m, 1, 60);
    barriers->threshold = number(m, 0, 10);
    barriers->slowed = toss(m) ? barriers->slowed : number(m, 0, 1);
}

static scene *random_scene(uint64_t seed)
{
    maker m = {.random = wend_random_stream(seed, 0), .s = scene_new()};
    assert_non_null(m.s);
    for (uint32_t left = wend_random_below(&m.random, 4); left > 0; --left)
        make_agents(&m);
    for (uint32_t left = wend_random_below(&m.random, 3); left > 0; --left)
        make_door(&m);
    for (uint32_t left = wend_random_below(&m.random, 3); left > 0; --left)
        make_mover(&m);
    for (uint32_t left = wend_random_below(&m.random, 3); left > 0; --left) {
        scene_zone *zone = scene_add_zone(m.s);
        assert_non_null(zone);
        *zone = (scene_zone){name(&m), number(&m, 0, 10)};
    }
    m.s->world.bias = (wend_bias)wend_random_below(&m.random, 4);
    m.s->world.portals_ahead = 1 + wend_random_below(&m.random, SCENE_MAX_AHEAD);
    m.s->world.arc.points = toss(&m);
    m.s->world.search_budget = toss(&m) ? 0 : wend_random_below(&m.random, SCENE_MAX_ITERATIONS);
    m.s->world.clearance_weight = toss(&m) ? 0 : number(&m, 0, 1);
    make_barriers(&m);
    m.s->until = toss(&m) ? SCENE_UNTIL_TIME : SCENE_UNTIL_EMPTY;
    return m.s;
}

static void same_text(const char *a, const char *b)
{
    assert_true(!a == !b);
    if (a)
        assert_string_equal(a, b);
}

static void same_points(const wend_vec2 *a, const wend_vec2 *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        assert_true(a[i].x == b[i].x && a[i].y == b[i].y);
}

static void same_goal(const scene_goal *a, const scene_goal *b)
{
    assert_int_equal(a->kind, b->kind);
    switch (a->kind) {
    case SCENE_GOAL_NONE:
        break;
    case SCENE_GOAL_AREA:
        same_text(a->area, b->area);
        break;
    case SCENE_GOAL_POINT:
    case SCENE_GOAL_SEGMENT:
        same_points(&a->segment.a, &b->segment.a, 1);
        same_points(&a->segment.b, &b->segment.b, 1);
        break;
    case SCENE_GOAL_AREAS:
        assert_int_equal(a->choice, b->choice);
        assert_int_equal(a->area_count, b->area_count);
        for (uint32_t i = 0; i < a->area_count; ++i)
            same_text(a->areas[i], b->areas[i]);
    }
}

static void same_spread(const wend_spread *a, const wend_spread *b)
{
    assert_true(a->std == b->std && a->min == b->min && a->max == b->max);
    assert_int_equal(a->distribution, b->distribution);
}

static void same_agents(const scene_agents *a, const scene_agents *b)
{
    same_text(a->in, b->in);
    same_points(&a->def.agent.position, &b->def.agent.position, 1);
    assert_true(a->def.count == b->def.count && a->def.rate == b->def.rate &&
                a->def.start == b->def.start && a->def.end == b->def.end);
    same_goal(&a->goal, &b->goal);
    assert_true(a->waypoint_count == b->waypoint_count &&
                a->route.on_arrival == b->route.on_arrival && a->route.repeats == b->route.repeats);
    for (uint32_t i = 0; i < a->waypoint_count; ++i) {
        same_goal(&a->waypoints[i].goal, &b->waypoints[i].goal);
        assert_true(a->waypoints[i].wait == b->waypoints[i].wait &&
                    a->waypoints[i].wait_spread == b->waypoints[i].wait_spread);
    }
    assert_true(a->def.agent.radius == b->def.agent.radius &&
                a->def.agent.preferred_speed == b->def.agent.preferred_speed &&
                a->def.agent.premovement_time == b->def.agent.premovement_time);
    same_spread(&a->def.radius, &b->def.radius);
    same_spread(&a->def.preferred_speed, &b->def.preferred_speed);
    same_spread(&a->def.premovement_time, &b->def.premovement_time);
    assert_true(a->def.agent.max_speed == b->def.agent.max_speed &&
                a->def.agent.time_horizon == b->def.agent.time_horizon &&
                a->def.agent.avoidance_share == b->def.agent.avoidance_share);
    same_text(a->group, b->group);
    same_text(a->role, b->role);
}

static void same_doors(const scene *a, const scene *b)
{
    assert_int_equal(a->door_count, b->door_count);
    for (uint32_t i = 0; i < a->door_count; ++i) {
        const scene_door *one = &a->doors[i], *two = &b->doors[i];
        assert_true(one->body.kind == two->body.kind && one->def.shut == two->def.shut &&
                    one->def.period == two->def.period &&
                    one->def.toggle_count == two->def.toggle_count);
        same_text(one->body.name, two->body.name);
        assert_int_equal(one->body.shape.point_count, two->body.shape.point_count);
        same_points(one->body.shape.points, two->body.shape.points, one->body.shape.point_count);
        for (uint32_t k = 0; k < one->def.toggle_count; ++k)
            assert_true(one->def.toggle_times[k] == two->def.toggle_times[k]);
    }
}

static void same_movers(const scene *a, const scene *b)
{
    assert_int_equal(a->mover_count, b->mover_count);
    for (uint32_t i = 0; i < a->mover_count; ++i) {
        const scene_mover *one = &a->movers[i], *two = &b->movers[i];
        assert_true(one->body.kind == two->body.kind && one->body.radius == two->body.radius);
        same_text(one->body.name, two->body.name);
        assert_int_equal(one->body.shape.point_count, two->body.shape.point_count);
        same_points(one->body.shape.points, two->body.shape.points, one->body.shape.point_count);
        assert_int_equal(one->def.path_count, two->def.path_count);
        same_points(one->def.path, two->def.path, one->def.path_count);
        assert_true(one->def.speed == two->def.speed && one->def.start == two->def.start &&
                    one->def.pause == two->def.pause && one->def.loop == two->def.loop &&
                    one->def.blocking == two->def.blocking);
    }
}

static void same_scenes(const scene *a, const scene *b)
{
    assert_int_equal(a->agents_count, b->agents_count);
    for (uint32_t i = 0; i < a->agents_count; ++i)
        same_agents(&a->agents[i], &b->agents[i]);
    same_doors(a, b);
    same_movers(a, b);
    assert_int_equal(a->zone_count, b->zone_count);
    for (uint32_t i = 0; i < a->zone_count; ++i) {
        same_text(a->zones[i].area, b->zones[i].area);
        assert_true(a->zones[i].factor == b->zones[i].factor);
    }
    assert_int_equal(a->world.bias, b->world.bias);
    assert_true(a->world.portals_ahead == b->world.portals_ahead &&
                a->world.arc.points == b->world.arc.points && a->until == b->until);
    assert_true(a->world.search_budget == b->world.search_budget &&
                a->world.clearance_weight == b->world.clearance_weight);
    const wend_barriers_def *one = &a->world.barriers, *other = &b->world.barriers;
    assert_true(one->enabled == other->enabled && one->weight == other->weight &&
                one->max_weight == other->max_weight && one->interval == other->interval &&
                one->threshold == other->threshold && one->slowed == other->slowed);
}

static void test_random_scenes_read_back_as_they_were(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 100000 : 2000;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        scene *s = random_scene(seed);
        char *once = write_out(s);
        scene *copy = read_good(once);
        char *twice = write_out(copy);
        if (strcmp(once, twice) != 0)
            print_error("seed %llu\n", (unsigned long long)seed);
        assert_string_equal(once, twice);
        same_scenes(s, copy);
        free(once);
        free(twice);
        scene_free(copy);
        scene_free(s);
    }
}

// Takes any scene, sound or not, through the check and all questions about it.
static void test_random_scenes_can_be_checked(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; ++seed) {
        scene *s = random_scene(seed);
        char *json = write_out(s);
        scene *copy = read_good(json);
        problem_list problems = {0}, again = {0};
        bool sound = scene_check(s, &problems);
        assert_int_equal(scene_check(copy, &again), sound);
        assert_int_equal(problems.count, again.count);
        problem_free(&problems);
        problem_free(&again);
        free(json);
        scene_free(copy);
        scene_free(s);
    }
}

// Fails each allocation in turn, jansson's too.
static void test_running_out_of_memory_is_an_ordinary_result(void **state)
{
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    bool done = false;
    size_t step = long_tier() ? 1 : 5;
    for (size_t n = 1; !done; n += step) {
        problem_list problems = {0};
        allocations = 0;
        failing_allocation = n;
        scene *s = try_read(all, &problems);
        bool checked = s && scene_check(s, &problems);
        done = allocations < n;
        failing_allocation = 0;
        assert_true(checked || problems.count > 0);
        scene_free(s);
        problem_free(&problems);
    }
    json_set_alloc_funcs(malloc, free);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_kept),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_shifting_moves_everything),
        cmocka_unit_test(test_the_box_holds_all_that_moves),
        cmocka_unit_test(test_what_formats_lose_is_told),
        cmocka_unit_test(test_random_scenes_read_back_as_they_were),
        cmocka_unit_test(test_random_scenes_can_be_checked),
        cmocka_unit_test(test_running_out_of_memory_is_an_ordinary_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
