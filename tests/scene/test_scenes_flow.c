// SPDX-License-Identifier: MIT
// The scenes of the document on max-flow maps and barriers (Farias 2020, chapters 4 and 5) show
// what they are there for: as many lanes as their names say, lanes that are missed without
// clearance, the long way where a short one is free, and queues that barriers make shorter.
#include "tests/scene/scene_show.h"

#include "measure/overlaps.h"
#include "scene/build/flow.h"

#include <math.h>
#include <string.h>

/// Lanes, and those that are missed without clearance, from either side.
static const struct {
    const char *name;
    double cut; ///< [Units: m]
    uint32_t lanes, missed;
    bool counts_missed; ///< the scene is there for it
} scenes[] = {
    {"lanes-1", 5.0, 12, 0, false},         {"lanes-2", 2.5, 6, 0, false},
    {"lanes-3", 3.4, 8, 0, false},          {"lanes-missed-1", 4.2132, 8, 1, true},
    {"lanes-missed-2", 3.6606, 8, 2, true}, {"lanes-detour", 2.2, 5, 0, true},
    {"flow-many", 4.5, 9, 0, false},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/// Lengths that are written here have four decimals. [Units: m]
#define WRITTEN 1e-4

typedef struct plan {
    scene *s;
    wend_flow *flow;
} plan;

static plan open_plan(const char *name)
{
    problem_list problems = {.file = name};
    wend_error error = {0};
    plan p = {.s = scene_load(name, &problems)};
    problem_print(&problems, stdout);
    assert_non_null(p.s);
    problem_free(&problems);
    if (scene_make_flow(p.s, &p.flow, &error) != WEND_OK)
        fail_msg("%s: %s", name, wend_error_text(&error));
    return p;
}

static void close_plan(plan *p)
{
    wend_flow_destroy(p->flow);
    scene_free(p->s);
}

/// They are held against their own check.
static wend_lanes *lanes_of(const plan *p, wend_lane_kind kind, wend_lane_side side,
                            uint32_t *count)
{
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes *lanes = NULL;
    wend_error error = {0};
    def.radius = scene_flow_radius(p->s);
    def.kind = kind;
    def.side = side;
    if (wend_lanes_create(p->flow, &def, &lanes, &error) != WEND_OK ||
        wend_lanes_check(lanes, p->flow, NULL, NULL, &error) != WEND_OK)
        fail_msg("%s: %s", p->s->name, wend_error_text(&error));
    wend_lanes_all(lanes, count);
    return lanes;
}

static double length_of(const wend_lanes *lanes)
{
    uint32_t count;
    const wend_lane *all = wend_lanes_all(lanes, &count);
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += all[i].length;
    return sum;
}

// ---- chapter 4 ----------------------------------------------------------------------------------

static void test_counts(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; ++i) {
        plan p = open_plan(scenes[i].name);
        assert_int_equal(wend_flow_solve(p.flow, &(wend_flow_request){0}, NULL), WEND_OK);
        print_message("%s: a cut of %.4f m\n", scenes[i].name, wend_flow_value(p.flow));
        assert_true(fabs(wend_flow_value(p.flow) - scenes[i].cut) < WRITTEN);
        for (wend_lane_side side = WEND_LANES_DIRECT; side <= WEND_LANES_TOP; ++side) {
            uint32_t clear, plain;
            wend_lanes_destroy(lanes_of(&p, WEND_LANES_CLEAR, side, &clear));
            wend_lanes_destroy(lanes_of(&p, WEND_LANES_PLAIN, side, &plain));
            print_message("  %u lanes, %u without clearance\n", clear, plain);
            assert_int_equal(clear, scenes[i].lanes);
            assert_true(plain <= clear);
            if (scenes[i].counts_missed)
                assert_int_equal(clear - plain, scenes[i].missed);
        }
        close_plan(&p);
    }
}

/// Between the two large obstacles of scenario 3, where shortest paths lead, there is room for
/// four.
static bool note_narrowest(void *context, const wend_flow_gate *edge)
{
    double *width = context;
    const wend_vec2 middle = {(edge->a.x + edge->b.x) / 2, (edge->a.y + edge->b.y) / 2};
    if (fabs(middle.x - 5) < 0.5 && fabs(middle.y - 5) < 0.5)
        *width = fmin(*width, edge->width);
    return true;
}

static void test_scenario_3(void **state)
{
    (void)state;
    plan p = open_plan("lanes-3");
    double width = INFINITY;
    assert_int_equal(wend_flow_graph(p.flow, note_narrowest, &width, NULL), WEND_OK);
    assert_int_equal((int)(width / (2 * scene_flow_radius(p.s))), 4);
    close_plan(&p);
}

/// From either side lanes take a way that is longer than the straight one by more than a third; and
/// not if the first of them is to be the shortest path.
static void test_detour(void **state)
{
    (void)state;
    plan p = open_plan("lanes-detour");
    const double straight = p.s->bounds[2].x - p.s->bounds[0].x;
    uint32_t count;
    for (wend_lane_side side = WEND_LANES_SHORTER; side <= WEND_LANES_TOP; ++side) {
        wend_lanes *lanes = lanes_of(&p, WEND_LANES_CLEAR, side, &count);
        assert_true(length_of(lanes) > 4.0 / 3 * straight * count);
        wend_lanes_destroy(lanes);
    }
    wend_lanes *lanes = lanes_of(&p, WEND_LANES_CLEAR, WEND_LANES_DIRECT, &count);
    const wend_lane *all = wend_lanes_all(lanes, &count);
    double least = INFINITY;
    for (uint32_t i = 0; i < count; ++i)
        least = fmin(least, all[i].length);
    assert_true(fabs(least - straight) < WRITTEN);
    wend_lanes_destroy(lanes);
    close_plan(&p);
}

/// Every entrance and every exit has lanes.
static void test_many_openings(void **state)
{
    (void)state;
    plan p = open_plan("flow-many");
    uint32_t count, used[6] = {0};
    wend_lanes *lanes = lanes_of(&p, WEND_LANES_CLEAR, WEND_LANES_DIRECT, &count);
    const wend_lane *all = wend_lanes_all(lanes, &count);
    assert_int_equal(p.s->flow.def.opening_count, 6);
    for (uint32_t i = 0; i < count; ++i) {
        ++used[all[i].source];
        ++used[all[i].sink];
    }
    for (int i = 0; i < 6; ++i)
        assert_int_equal(used[i], 3);
    wend_lanes_destroy(lanes);
    close_plan(&p);
}

static void test_many_obstacles(void **state)
{
    (void)state;
    const char *const names[] = {"lanes-many", "lanes-400"};
    const uint32_t obstacles[] = {40, 400};
    for (int i = 0; i < (long_tier() ? 2 : 1); ++i) {
        plan p = open_plan(names[i]);
        uint32_t count;
        assert_int_equal(p.s->obstacle_count, obstacles[i]);
        wend_lanes_destroy(lanes_of(&p, WEND_LANES_CLEAR, WEND_LANES_DIRECT, &count));
        print_message("%s: %u lanes\n", names[i], count);
        assert_true(count >= 8);
        close_plan(&p);
    }
}

// ---- who gets through ---------------------------------------------------------------------------

/// How many arrive in the scene's time; nobody may overlap another on lanes.
static uint32_t through(const char *name, const scene_world_options *options, bool on_lanes)
{
    show it = open_show_with(name, options);
    overlaps *memory = overlaps_create();
    uint32_t arrived = 0;
    assert_non_null(memory);
    while (wend_world_time(it.world) < it.s->duration) {
        step(&it);
        uint32_t count;
        const wend_event *events = wend_world_events(it.world, &count);
        for (uint32_t i = 0; i < count; ++i)
            arrived += events[i].kind == WEND_EVENT_ARRIVED;
        uint64_t hits = 0;
        wend_agents agents = wend_world_agents(it.world);
        if (on_lanes)
            assert_true(overlaps_count(memory, agents.bodies, agents.slots, &hits));
        assert_int_equal(hits, 0);
    }
    overlaps_free(memory);
    close_show(&it, false);
    return arrived;
}

static void test_table(void **state)
{
    (void)state;
    const char *const names[] = {"lanes-1", "lanes-2", "lanes-3"};
    for (int i = 0; i < (long_tier() ? 3 : 1); ++i) {
        uint32_t lanes = through(names[2 - i], &(scene_world_options){0}, true);
        uint32_t shortest = through(
            names[2 - i], &(scene_world_options){.planner = "map", .motion = "orca"}, false);
        print_message("%s: %u by lanes, %u by shortest paths\n", names[2 - i], lanes, shortest);
        assert_true(lanes > 1.5 * shortest);
    }
}

// ---- chapter 5 ----------------------------------------------------------------------------------

/// When the last has arrived.
static double last_arrival(const char *name, const char *barriers)
{
    show it = open_show_with(name, &(scene_world_options){.barriers = barriers});
    while (goes_on(&it))
        step(&it);
    double time = wend_world_time(it.world);
    close_show(&it, true);
    return time;
}

/// One seed each; the benchmark has twenty.
static void test_barriers(void **state)
{
    (void)state;
    const char *const names[] = {"barrier", "barrier-office"};
    for (int i = 0; i < 2; ++i) {
        double without = last_arrival(names[i], "off"), with = last_arrival(names[i], NULL);
        print_message("%s: %.1f s without barriers, %.1f s with them\n", names[i], without, with);
        assert_true(with < 0.9 * without);
    }
}

// ---- crossing flows (section 6.2) ---------------------------------------------------------------

/// Nobody brakes, and nobody touches another.
static void test_crossing(void **state)
{
    (void)state;
    enum { MOST = 512 };
    static wend_vec2 before[MOST];
    static uint64_t who[MOST];
    show it = open_show("crossing-lanes");
    double slowest = INFINITY, nearest = INFINITY;
    memset(who, 0, sizeof who);
    while (goes_on(&it)) {
        step(&it);
        wend_agents agents = wend_world_agents(it.world);
        assert_true(agents.slots <= MOST);
        for (uint32_t i = 0; i < agents.slots; ++i) {
            const wend_body *body = &agents.bodies[i];
            uint64_t id = body->radius >= 0 ? wend_id_pack(agents.ids[i].raw) : 0;
            if (id && who[i] == id)
                slowest = fmin(slowest, wend_distance(before[i], body->position));
            who[i] = id;
            before[i] = body->position;
            for (uint32_t k = 0; id && k < i; ++k)
                if (who[k])
                    nearest = fmin(nearest, wend_distance(before[k], body->position));
        }
    }
    assert_int_equal(it.started, 500);
    slowest /= it.s->world.step;
    print_message("crossing-lanes: the slowest at %.5f m/s, the nearest %.7f m apart, %.1f s\n",
                  slowest, nearest, wend_world_time(it.world));
    assert_true(slowest > 0.99 * wend_default_agent_def().preferred_speed);
    assert_true(nearest > 2 * 0.25 * (1 - 1e-6));
    close_show(&it, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),         cmocka_unit_test(test_scenario_3),
        cmocka_unit_test(test_detour),         cmocka_unit_test(test_many_openings),
        cmocka_unit_test(test_many_obstacles), cmocka_unit_test(test_table),
        cmocka_unit_test(test_barriers),       cmocka_unit_test(test_crossing),
    };
    return cmocka_run_group_tests_name("scenes_flow", tests, NULL, NULL);
}
