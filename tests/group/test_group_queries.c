// SPDX-License-Identifier: MIT
// Queries on roadmaps of groups: by every sampler, again, for smaller groups, with obstacles, with
// no answer; and misuse, and memory that fails.
#include "tests/group/group_roadmaps.h"

static void test_every_sampler(void **state)
{
    (void)state;
    scene scenes[3];
    make_rooms(&scenes[0], 1.2 * SIZE.min_width);
    make_pillars(&scenes[1]);
    make_blocks(&scenes[2], 2 * SIZE.min_width);
    wend_group_query queries[] = {query_between(4, 4, 27, 10), query_between(4, 8, 28, 8),
                                  query_between(-1.5, 10.5, 34.5, 4)};
    uint64_t seeds = long_tier() ? 200 : 1;
    for (size_t i = 0; i < COUNT(scenes); ++i) {
        wend_floor *floor = make_floor(&scenes[i]);
        for (int sampler = 0; sampler < WEND_GROUP_SAMPLERS; ++sampler)
            for (uint64_t seed = 1; seed <= seeds; ++seed) {
                wend_group_roadmap *roadmap =
                    roadmap_of(floor, (wend_group_sampler)sampler, WEND_GROUP_HINGED, seed);
                expect_plan(roadmap, &queries[i]);
                check_roadmap(roadmap);
                wend_group_roadmap_destroy(roadmap);
            }
        wend_floor_destroy(floor);
    }
}

/// What was found is kept: asked again it takes no more samples, and a roadmap that has grown gives
/// a plan that is no dearer.
static void test_again(void **state)
{
    (void)state;
    scene s;
    make_blocks(&s, 3);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_CLOSEST, WEND_GROUP_HINGED, 5);
    wend_group_query query = query_between(-1.5, 10.5, 34.5, 4);
    expect_plan(roadmap, &query);
    wend_group_roadmap_counts before = wend_group_roadmap_count(roadmap);
    double cost = cheapest(roadmap, 0, 1, SIZE.area);
    expect_plan(roadmap, &query);
    wend_group_roadmap_counts after = wend_group_roadmap_count(roadmap);
    assert_true(after.tries == before.tries && after.nodes == before.nodes);
    query.max_samples = 0;
    wend_group_query back = query;
    back.from.centre = query.to.centre;
    back.to.centre = query.from.centre;
    expect_plan(roadmap, &back);
    assert_int_equal(wend_group_roadmap_grow(roadmap, 200, NULL), WEND_OK);
    expect_plan(roadmap, &query);
    assert_true(cheapest(roadmap, 0, 1, SIZE.area) <= cost);
    check_roadmap(roadmap);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

/// A group that asks again and again, from anywhere and with something in the way, does not make
/// the roadmap larger without end.
static void test_many(void **state)
{
    (void)state;
    scene s;
    make_pillars(&s);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_CORRIDOR, WEND_GROUP_HINGED, 5);
    roadmap->crowd = 8;
    wend_random random = wend_random_stream(1, 2);
    for (int i = 0; i < 100; ++i) {
        double x = wend_random_between(&random, 3, 6), y = wend_random_between(&random, 3, 13);
        wend_group_query query = query_between(x, y, 28, 8);
        wend_group_pose pose = {{16, wend_random_between(&random, 0, 16)}, 0, 1.6};
        wend_group_shape shape = wend_group_shape_of(&pose, 3);
        query.obstacles = &shape;
        query.obstacle_count = (uint32_t)i % 2;
        expect_plan(roadmap, &query);
    }
    uint32_t most = 8 * roadmap->crowd;
    wend_group_roadmap_counts counts = wend_group_roadmap_count(roadmap);
    assert_true(counts.nodes > most && counts.nodes < 2 * most && counts.edges < 4 * most);
    check_roadmap(roadmap);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

/// Smaller groups on the roadmap of the largest: where that has a way, they have one without
/// growing; and where only they have room, they find one.
static void test_smaller(void **state)
{
    (void)state;
    scene s;
    make_rooms(&s, 2);
    add_box(&s, 4, 4, 5, 14); // a niche 4 m wide on the left, too narrow to turn in
    add_box(&s, 9, 0, 10, 6);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_CORRIDOR, WEND_GROUP_HINGED, 5);
    wend_group_query query = query_between(12, 10, 27, 10);
    expect_plan(roadmap, &query);
    query.max_samples = 0;
    for (query.area = 2; query.area < SIZE.area; query.area += 1) {
        expect_plan(roadmap, &query);
        check_roadmap(roadmap);
    }
    // A disc of the smaller group's fits there, not the larger group's.
    query.max_samples = 10000;
    query.from.centre = (wend_vec2){2, 11};
    query.area = 6;
    query.from.width = wend_group_disc_width(query.area);
    expect_plan(roadmap, &query);
    check_roadmap(roadmap);
    query.area = 0;
    query.from.width = 0;
    expect_plan(roadmap, &query);
    check_roadmap(roadmap);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

static void test_statuses(void **state)
{
    (void)state;
    const struct {
        double passage;
        wend_group_status status;
    } cases[] = {{0.9 * SIZE.min_width, WEND_GROUP_IMPOSSIBLE},
                 {SIZE.min_width - 1e-6, WEND_GROUP_IMPOSSIBLE},
                 {SIZE.min_width + 1e-6, WEND_GROUP_NOT_FOUND}, // it would touch both walls
                 {1.1 * SIZE.min_width, WEND_GROUP_FOUND}};
    wend_group_query query = query_between(4, 4, 27, 10);
    query.max_samples = 1000;
    for (size_t i = 0; i < COUNT(cases); ++i) {
        scene s;
        make_rooms(&s, cases[i].passage);
        wend_floor *floor = make_floor(&s);
        for (int sampler = WEND_GROUP_MEDIAL; sampler < WEND_GROUP_SAMPLERS; sampler += 5) {
            wend_group_roadmap *roadmap =
                roadmap_of(floor, (wend_group_sampler)sampler, WEND_GROUP_HINGED, 1);
            if (cases[i].status == WEND_GROUP_FOUND)
                expect_plan(roadmap, &query);
            else if (cases[i].status == WEND_GROUP_IMPOSSIBLE)
                expect_none(roadmap, &query, cases[i].status, "not even a disc 1.5 m wide");
            else
                expect_none(roadmap, &query, cases[i].status,
                            sampler == WEND_GROUP_CORRIDOR ? "the sampler is exhausted"
                                                           : "1000 additional samples");
            wend_group_roadmap_destroy(roadmap);
        }
        wend_floor_destroy(floor);
    }
    // A wall without a passage, and a start in a room of its own.
    scene s;
    memset(&s, 0, sizeof s);
    set_box_bounds(&s, 0, 0, 31, 14);
    add_segment(&s, 15, 0, 15, 14);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_UNIFORM, WEND_GROUP_HINGED, 1);
    expect_none(roadmap, &query, WEND_GROUP_IMPOSSIBLE, "no path");
    assert_int_equal(wend_group_roadmap_count(roadmap).tries, 0);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

/// Two passages. A group in one of them: the other is taken; one in each: there is no way; and then
/// there is again.
static void test_obstacles(void **state)
{
    (void)state;
    scene s;
    memset(&s, 0, sizeof s);
    set_box_bounds(&s, 0, 0, 31, 14);
    add_box(&s, 15, 0, 16, 2);
    add_box(&s, 15, 4, 16, 10);
    add_box(&s, 15, 12, 16, 14);
    wend_floor *floor = make_floor(&s);
    wend_group_pose poses[] = {{{15.5, 3}, 0, 1.9}, {{15.5, 11}, 0, 1.9}};
    wend_group_shape shapes[2];
    for (int i = 0; i < 2; ++i)
        shapes[i] = wend_group_shape_of(&poses[i], 4);
    for (int sampler = WEND_GROUP_MEDIAL; sampler < WEND_GROUP_SAMPLERS; sampler += 5) {
        wend_group_roadmap *roadmap =
            roadmap_of(floor, (wend_group_sampler)sampler, WEND_GROUP_HINGED, 1);
        wend_group_query query = query_between(5, 3, 26, 3);
        wend_group_query around = query, stuck = query;
        around.obstacles = stuck.obstacles = shapes;
        around.obstacle_count = 1;
        stuck.obstacle_count = 2;
        stuck.max_samples = 300;
        wend_group_plan *straight = find_plan(roadmap, &query);
        wend_group_plan *other = find_plan(roadmap, &around);
        assert_true(wend_group_plan_path_length(other) > wend_group_plan_path_length(straight) + 4);
        expect_none(roadmap, &stuck, WEND_GROUP_NOT_FOUND, "no path found");
        check_roadmap(roadmap);
        // As before, and nothing has to grow for it.
        query.max_samples = around.max_samples = 0;
        wend_group_plan *again = find_plan(roadmap, &query);
        assert_true(wend_group_plan_path_length(again) <
                    wend_group_plan_path_length(straight) + ROUNDING);
        expect_plan(roadmap, &around);
        wend_group_plan_destroy(straight);
        wend_group_plan_destroy(other);
        wend_group_plan_destroy(again);
        wend_group_roadmap_destroy(roadmap);
    }
    // What grew around an obstacle is of use without it.
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_CORRIDOR, WEND_GROUP_HINGED, 1);
    wend_group_query query = query_between(5, 3, 26, 3);
    query.obstacles = shapes;
    query.obstacle_count = 1;
    expect_plan(roadmap, &query);
    query.obstacle_count = query.max_samples = 0;
    wend_group_plan *plan = find_plan(roadmap, &query);
    assert_true(wend_group_plan_path_length(plan) < 24);
    wend_group_plan_destroy(plan);
    // The start is in an obstacle.
    wend_group_pose there = {{5, 3}, 0, 2};
    wend_group_shape shape = wend_group_shape_of(&there, SIZE.area);
    query.obstacles = &shape;
    query.obstacle_count = 1;
    answer got = ask(roadmap, &query);
    assert_int_equal(got.result, WEND_BAD_ARGUMENT);
    assert_non_null(strstr(got.error.text, "start"));
    check_roadmap(roadmap);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

/// Poses that are asked for are those of the plan, however near to a wall.
static void test_ends(void **state)
{
    (void)state;
    scene s;
    make_rooms(&s, 2);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_CORRIDOR, WEND_GROUP_HINGED, 1);
    wend_group_query query = query_between(7, 1.001, 20, 13);
    query.from.width = 2;
    query.to.width = 1.6;
    query.to.angle = 4; // more than half a turn
    query.to.centre = (wend_vec2){24, 7};
    wend_group_plan *plan = find_plan(roadmap, &query);
    wend_group_shape first = wend_group_plan_shape(plan, 0), wanted;
    wanted = wend_group_shape_of(&query.from, SIZE.area);
    assert_true(first.width == wanted.width);
    assert_true(wend_group_shape_depth(&first, wanted.spine[0].a, NULL) > 1 - ROUNDING);
    assert_true(wend_group_shape_depth(&first, wanted.spine[0].b, NULL) > 1 - ROUNDING);
    wend_group_plan_destroy(plan);
    // From a place to itself.
    query.to = query.from;
    plan = find_plan(roadmap, &query);
    assert_true(wend_group_plan_length(plan) == 0 && wend_group_plan_path_length(plan) == 0);
    wend_group_plan_destroy(plan);
    // Not free, by little and by much; and places where nothing fits.
    query.from.centre.y = 1 - 1e-6;
    assert_int_equal(ask(roadmap, &query).result, WEND_BAD_ARGUMENT);
    query = query_between(15.5, 1, 20, 7);
    assert_int_equal(ask(roadmap, &query).result, WEND_BAD_ARGUMENT);
    query = query_between(5, 7, 40, 7);
    answer got = ask(roadmap, &query);
    assert_int_equal(got.result, WEND_BAD_ARGUMENT);
    assert_true(strstr(got.error.text, "goal") && got.error.has_position);
    check_roadmap(roadmap);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

/// Without bounds there is a way around everything, also for what starts far away.
static void test_without_bounds(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        scene s;
        memset(&s, 0, sizeof s);
        if (i == 1)
            add_segment(&s, 0, -20, 0, 20);
        if (i == 2)
            add_segment(&s, 0, -0.01, 0, 0.01); // far smaller than the group
        wend_floor *floor = make_floor(&s);
        for (int sampler = 0; sampler < WEND_GROUP_SAMPLERS; ++sampler) {
            wend_group_roadmap *roadmap =
                roadmap_of(floor, (wend_group_sampler)sampler, WEND_GROUP_HINGED, 1);
            wend_group_query query = query_between(-4, 1, 4, 2);
            expect_plan(roadmap, &query);
            query = query_between(-500, 3, 700, 0);
            expect_plan(roadmap, &query);
            wend_group_roadmap_destroy(roadmap);
        }
        wend_floor_destroy(floor);
    }
}

// ---- misuse and memory
// ---------------------------------------------------------------------------

static void expect_bad_def(wend_group_roadmap_def def, const char *words)
{
    wend_group_roadmap *roadmap = (wend_group_roadmap *)1;
    wend_error error = {0};
    assert_int_equal(wend_group_roadmap_create(&def, &roadmap, &error), WEND_BAD_ARGUMENT);
    assert_null(roadmap);
    if (!strstr(error.text, words))
        fail_msg("\"%s\" has no \"%s\"", error.text, words);
}

static void expect_bad_query(wend_group_roadmap *roadmap, wend_group_query query, const char *words)
{
    answer got = ask(roadmap, &query);
    assert_int_equal(got.result, WEND_BAD_ARGUMENT);
    if (!strstr(got.error.text, words))
        fail_msg("\"%s\" has no \"%s\"", got.error.text, words);
}

static void test_misuse(void **state)
{
    (void)state;
    scene s;
    make_rooms(&s, 2);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap_def def = wend_default_group_roadmap_def(), bad;
    expect_bad_def(def, "floor");
    def.floor = floor;
    expect_bad_def(def, "area");
    def.size = SIZE;
    expect_bad_def((bad = def, bad.cookie = 0, bad), "wend_default_group_roadmap_def");
    expect_bad_def((bad = def, bad.size.area = NAN, bad), "area");
    expect_bad_def((bad = def, bad.size.min_width = 0, bad), "min_width");
    expect_bad_def((bad = def, bad.size.min_width = 5, bad), "min_width");
    expect_bad_def((bad = def, bad.sampler = (wend_group_sampler)WEND_GROUP_SAMPLERS, bad),
                   "sampler");
    expect_bad_def((bad = def, bad.local_planner = (wend_group_local)WEND_GROUP_LOCALS, bad),
                   "local");
    expect_bad_def((bad = def, bad.metric.turn = -1, bad), "metric");
    expect_bad_def((bad = def, bad.metric.deform = INFINITY, bad), "metric");
    expect_bad_def((bad = def, bad.neighbours = 0, bad), "neighbours");
    expect_bad_def((bad = def, bad.neighbours = 65, bad), "neighbours");
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_MEDIAL, WEND_GROUP_HINGED, 1);
    wend_group_query query = query_between(4, 4, 27, 10), wrong;
    expect_bad_query(roadmap, (wrong = query, wrong.cookie = 0, wrong), "default");
    expect_bad_query(roadmap, (wrong = query, wrong.area = -1, wrong), "area");
    expect_bad_query(roadmap, (wrong = query, wrong.area = 13, wrong), "area");
    expect_bad_query(roadmap, (wrong = query, wrong.area = 1, wrong), "area");
    expect_bad_query(roadmap, (wrong = query, wrong.obstacle_count = 1, wrong), "obstacles");
    expect_bad_query(roadmap, (wrong = query, wrong.from.width = 1.4, wrong), "start");
    expect_bad_query(roadmap, (wrong = query, wrong.to.width = 4.1, wrong), "goal");
    expect_bad_query(roadmap, (wrong = query, wrong.to.angle = NAN, wrong), "goal");
    expect_bad_query(roadmap, (wrong = query, wrong.from.centre.x = 1e10, wrong), "start");
    assert_int_equal(wend_group_roadmap_grow(NULL, 1, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_group_roadmap_create(NULL, NULL, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_group_roadmap_find(roadmap, NULL, NULL, NULL, NULL), WEND_BAD_ARGUMENT);
    wend_group_roadmap_destroy(NULL);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

/// Everything that takes memory, which fails once: nothing is lost, and it works afterwards.
static bool work(const wend_floor *floor, wend_group_sampler sampler, failing_allocator *memory)
{
    wend_group_roadmap_def def = wend_default_group_roadmap_def();
    def.floor = floor;
    def.size = SIZE;
    def.sampler = sampler;
    def.allocator = failing_allocator_of(memory);
    wend_group_roadmap *roadmap;
    wend_error error = {0};
    wend_result result = wend_group_roadmap_create(&def, &roadmap, &error);
    if (result != WEND_OK) {
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
        assert_int_equal(memory->bytes, 0);
        return false;
    }
    wend_group_query query = query_between(4, 4, 27, 10);
    wend_group_pose pose = {{24, 3}, 0, 1.9};
    wend_group_shape shape = wend_group_shape_of(&pose, 4);
    query.obstacles = &shape;
    query.obstacle_count = 1;
    result = wend_group_roadmap_grow(roadmap, 10, &error);
    wend_group_plan *plan = NULL;
    wend_group_status status;
    if (result == WEND_OK)
        result = wend_group_roadmap_find(roadmap, &query, &plan, &status, &error);
    bool good = result == WEND_OK;
    if (!good) {
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
        assert_int_equal(error.result, WEND_OUT_OF_MEMORY);
        assert_null(plan);
        memory->fail_at = 0;
        check_roadmap(roadmap);
        plan = find_plan(roadmap, &query);
    }
    wend_group_plan_destroy(plan);
    wend_group_roadmap_destroy(roadmap);
    assert_int_equal(memory->bytes, 0);
    return good;
}

static void test_memory(void **state)
{
    (void)state;
    scene s;
    make_rooms(&s, 2);
    wend_floor *floor = make_floor(&s);
    const wend_group_sampler samplers[] = {WEND_GROUP_ALIGNMENT, WEND_GROUP_CORRIDOR};
    for (size_t i = 0; i < COUNT(samplers); ++i) {
        size_t failures = 0;
        for (size_t fail_at = 1;; ++fail_at) {
            failing_allocator memory = {.fail_at = fail_at};
            if (work(floor, samplers[i], &memory))
                break;
            ++failures;
        }
        assert_true(failures > 20);
    }
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_sampler), cmocka_unit_test(test_again),
        cmocka_unit_test(test_many),          cmocka_unit_test(test_smaller),
        cmocka_unit_test(test_statuses),      cmocka_unit_test(test_obstacles),
        cmocka_unit_test(test_ends),          cmocka_unit_test(test_without_bounds),
        cmocka_unit_test(test_misuse),        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
