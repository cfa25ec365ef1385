// SPDX-License-Identifier: MIT
// The demos of the document on multi-agent navigation graphs (Sud et al. 2008) are what they are
// said to be, and run as they should: nobody runs into anybody, or through a wall, and everybody
// gets on. In the long tier for five minutes each.
#include "tests/support/support.h"

#include "bench/mang_demos.h"
#include "wend/geometry.h"
#include "wend/mang_plan.h"

#include <math.h>
#include <string.h>

/// Two may be this part of a radius in each other.
#define DEEPEST 0.05
/// Whoever walks is so far from where it was after so long: farmers come to a stop before trees, as
/// they walk straight on. [Units: m, s]
#define FAR      0.5
#define PATIENCE 30.0
/// So often this is looked at. [Units: s]
#define LOOK_EVERY 1.0
/// How many people are in town after a while, over how many there were at first.
#define LEAST_PEOPLE 0.5
#define MOST_PEOPLE  1.6

static void open_demo(mang_run *run, const char *name, const mang_setup *setup)
{
    wend_error error = {0};
    if (mang_run_open(run, name, setup, &error) != WEND_OK)
        fail_msg("%s: %s", name, wend_error_text(&error));
}

static void run_until(mang_run *run, double seconds)
{
    wend_error error = {0};
    if (mang_run_until(run, seconds, &error) != WEND_OK)
        fail_msg("%s: %s", run->def.s->name, wend_error_text(&error));
}

// ---- what they are ------------------------------------------------------------------------------

static uint32_t count_named(const scene *s, const char *name)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        count += s->obstacles[i].name && strcmp(s->obstacles[i].name, name) == 0;
    return count;
}

static bool is_convex(const scene_shape *shape)
{
    bool left = false, right = false;
    for (uint32_t i = 0; i < shape->point_count; ++i) {
        wend_vec2 a = shape->points[i], b = shape->points[(i + 1) % shape->point_count],
                  c = shape->points[(i + 2) % shape->point_count];
        double turn = wend_orient2d(a, b, c);
        left = left || turn > 0;
        right = right || turn < 0;
    }
    return !(left && right);
}

static void test_town(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t people, cars;
    } towns[] = {{"crowd-10", 10, 2},
                 {"crowd-25", 25, 2},
                 {"crowd-50", 50, 3},
                 {"crowd-100", 100, 4},
                 {"crowd-200", 200, 5}};
    for (size_t i = 0; i < sizeof towns / sizeof towns[0]; ++i) {
        mang_run run;
        open_demo(&run, towns[i].name, &(mang_setup){0});
        assert_int_equal(run.def.s->obstacle_count, 15);
        assert_int_equal(count_named(run.def.s, "bench"), 5);
        assert_int_equal(count_named(run.def.s, "fountain"), 2);
        assert_int_equal(run.def.s->mover_count, towns[i].cars);
        assert_int_equal(wend_world_agents(run.world).count, towns[i].people);
        mang_run_close(&run);
    }
}

static void test_mars(void **state)
{
    (void)state;
    mang_run run;
    open_demo(&run, "mars-50", &(mang_setup){0});
    assert_int_equal(run.def.s->obstacle_count, 7);
    assert_int_equal(count_named(run.def.s, "rock"), 6);
    assert_int_equal(count_named(run.def.s, "crater"), 1);
    for (uint32_t i = 0; i < run.def.s->obstacle_count; ++i)
        assert_false(is_convex(&run.def.s->obstacles[i].shape));
    assert_int_equal(run.def.s->agents_count, 2);
    assert_string_not_equal(run.def.s->agents[0].role, run.def.s->agents[1].role);
    assert_true(run.def.s->agents[1].def.agent.preferred_speed >
                run.def.s->agents[0].def.agent.preferred_speed);
    assert_int_equal(wend_world_agents(run.world).count, 50);
    mang_run_close(&run);
}

static void test_orchard(void **state)
{
    (void)state;
    mang_run run;
    open_demo(&run, "fruit-100", &(mang_setup){0});
    const scene *s = run.def.s;
    assert_int_equal(count_named(s, "tree"), 64);
    assert_int_equal(s->resource_count, 1);
    double fruits = 0, least = INFINITY, most = 0;
    for (uint32_t i = 0; i < s->resources[0].def.patch_count; ++i) {
        fruits += s->resources[0].def.patches[i].amount;
        least = fmin(least, s->resources[0].def.patches[i].value);
        most = fmax(most, s->resources[0].def.patches[i].value);
    }
    assert_true(fruits == 64000 && most > least);
    uint32_t thieves = 0, farmers = 0;
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *some = &s->agents[i];
        bool chases = some->pursuit.def.kind == WEND_PURSUIT_CHASE;
        *(chases ? &farmers : &thieves) += some->def.count;
        // Only thieves plan by the graph.
        assert_true(chases == (some->def.agent.planner == WEND_PLANNER_DIRECT));
    }
    assert_int_equal(thieves, 96);
    assert_int_equal(farmers, 4);
    mang_run_close(&run);
}

// ---- first goals --------------------------------------------------------------------------------

/// How many agents have the first goal of another, in looks at the first seconds.
static uint32_t count_common(const char *name, bool first_order)
{
    enum { LOOKS = 4 };
    uint32_t sum = 0;
    mang_run run;
    open_demo(&run, name, &(mang_setup){.first_order = first_order});
    for (int i = 1; i <= LOOKS; ++i) {
        uint32_t heading, common;
        wend_error error = {0};
        run_until(&run, 0.2 * i);
        if (wend_world_common_first_goals(run.world, &heading, &common, &error) != WEND_OK)
            fail_msg("%s: %s", name, wend_error_text(&error));
        assert_true(heading > 0 && common <= heading);
        sum += common;
    }
    mang_run_close(&run);
    return sum;
}

/// Lemma 3 in the demos, and what there would be without black edges.
static void test_first_goals(void **state)
{
    (void)state;
    assert_int_equal(count_common("figure-5", false), 0);
    assert_int_equal(count_common("crowd-50", false), 0);
    assert_int_equal(count_common("fruit-100", false), 0);
    assert_int_equal(count_common("mars-50", false), 0);
    assert_true(count_common("crowd-50", true) > 0);
    assert_true(count_common("fruit-100", true) > 0);
}

/// Figure 5: all four arrive.
static void test_figure_5(void **state)
{
    (void)state;
    mang_run run;
    open_demo(&run, "figure-5", &(mang_setup){0});
    assert_int_equal(wend_world_agents(run.world).count, 4);
    run_until(&run, run.def.s->duration);
    assert_int_equal(wend_world_agents(run.world).count, 0);
    mang_run_close(&run);
}

// ---- how they run -------------------------------------------------------------------------------

/// Somebody, and since when it has been where it is.
typedef struct stay {
    wend_agent_id id;
    wend_vec2 place;
    double since;
} stay;

enum { MOST_AGENTS = 2000 };

/// Whoever walks is elsewhere after a while: by `far` metres after `patience` seconds.
static void look_who_stays(const mang_run *run, stay *stays, double far, double patience)
{
    wend_agents agents = wend_world_agents(run->world);
    double now = wend_world_time(run->world);
    assert_true(agents.slots <= MOST_AGENTS);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_state agent;
        wend_vec2 p = agents.bodies[i].position;
        if (wend_agent_id_is_null(agents.ids[i]))
            continue;
        assert_int_equal(wend_world_agent_state(run->world, agents.ids[i], &agent, NULL), WEND_OK);
        bool moves = hypot(p.x - stays[i].place.x, p.y - stays[i].place.y) > far;
        if (moves || agent.activity != WEND_ACTIVITY_WALKING ||
            !wend_agent_id_equal(stays[i].id, agents.ids[i]))
            stays[i] = (stay){agents.ids[i], p, now};
        if (now - stays[i].since > patience)
            fail_msg("%s: agent %u has been at %.2f, %.2f for %g s, at %g s", run->def.s->name, i,
                     p.x, p.y, now - stays[i].since, now);
    }
}

/// Runs a demo for so long.
static void run_demo(const char *name, double seconds)
{
    static stay stays[MOST_AGENTS];
    mang_run run;
    memset(stays, 0, sizeof stays);
    open_demo(&run, name, &(mang_setup){.monitored = true});
    uint32_t people = wend_world_agents(run.world).count;
    for (double now = 0; now < seconds; now += LOOK_EVERY) {
        run_until(&run, fmin(now + LOOK_EVERY, seconds));
        look_who_stays(&run, stays, FAR, PATIENCE);
    }
    if (run.figures.deepest > DEEPEST || run.figures.walls_crossed + run.figures.in_walls > 0)
        fail_msg("%s: two are %g of a radius in each other, %u through a wall, %u in one", name,
                 run.figures.deepest, (unsigned)run.figures.walls_crossed,
                 (unsigned)run.figures.in_walls);
    // Those who leave are followed by others.
    uint32_t now = wend_world_agents(run.world).count;
    if (run.def.s->mover_count > 0 && (now < people * LEAST_PEOPLE || now > people * MOST_PEOPLE))
        fail_msg("%s: %u people, then %u", name, people, now);
    mang_run_close(&run);
}

static void test_runs(void **state)
{
    (void)state;
    static const double seconds[MANG_DEMOS] = {3, 2, 1.5, 1, 0.6, 3, 0.8, 3, 1.5};
    for (int i = 0; i < MANG_DEMOS; ++i)
        run_demo(mang_demos[i].scene, long_tier() ? 300 : seconds[i]);
}

/// The same bits with two threads, and with a world that was saved and restored on the way.
static void test_same_bits(void **state)
{
    (void)state;
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks = NULL;
    def.worker_count = 2;
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    static const char *const names[] = {"crowd-25", "fruit-10", "mars-10"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        mang_run one, two;
        wend_snapshot *snapshot = NULL;
        open_demo(&one, names[i], &(mang_setup){.seed = 3});
        open_demo(&two, names[i], &(mang_setup){.seed = 3, .tasks = tasks});
        run_until(&one, 1.2);
        run_until(&two, 0.5);
        assert_int_equal(wend_world_save(two.world, &snapshot, NULL), WEND_OK);
        run_until(&two, 1);
        assert_int_equal(wend_world_restore(two.world, snapshot, NULL), WEND_OK);
        run_until(&two, 1.2);
        assert_true(wend_world_hash(one.world) == wend_world_hash(two.world));
        wend_snapshot_destroy(snapshot);
        mang_run_close(&one);
        mang_run_close(&two);
    }
    wend_tasks_destroy(tasks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_town),        cmocka_unit_test(test_mars),
        cmocka_unit_test(test_orchard),     cmocka_unit_test(test_figure_5),
        cmocka_unit_test(test_first_goals), cmocka_unit_test(test_runs),
        cmocka_unit_test(test_same_bits),
    };
    return cmocka_run_group_tests_name("scenes_mang", tests, NULL, NULL);
}
