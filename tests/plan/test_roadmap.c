// SPDX-License-Identifier: MIT
// Paths on the diagram, by hand: lengths that are known, three radii, weights, goals, agents who
// are sites, errors and memory.
#include "tests/plan/roadmap_scenes.h"

// ---- ways ---------------------------------------------------------------------------------------

/// In a city the way is along the middle of streets, whose lengths are known.
static void test_city(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(4);
    asked a = ask((wend_vec2){32.5, 22.5}, (wend_vec2){72.5, 62.5}, 0.5);
    assert_int_equal(find(&a, city), WEND_OK);
    assert_near(a.path.length, 80, 1e-6);
    assert_near(a.path.cost, 80, 1e-6);
    assert_true(a.path.bound == a.path.cost && a.path.whole);
    assert_near(a.path.clearance, 2.5, 1e-6);
    assert_near(a.path.gap_to_goal, 0, 0);
    // The start's circle, the crossings between, the goal's circle.
    assert_int_equal(a.path.circle_count, 6);
    assert_near(a.path.circles[1].radius, hypot(2.5, 2.5), 1e-6);
    for (uint32_t i = 1; i < a.path.circle_count; ++i)
        assert_true(apart(a.path.circles[i - 1].centre, a.path.circles[i].centre) <= 20 + 1e-6);
    // Beside the middle of the street it goes there first, and back in the end.
    a.request.from = (wend_vec2){32.5, 24};
    a.goal = (wend_vec2){72.5, 61};
    assert_int_equal(find(&a, city), WEND_OK);
    assert_near(a.path.length, 83, 1e-6);
    assert_near(a.path.clearance, 1, 1e-6);
    // Too wide for the streets.
    a.request.radius = 2.6;
    assert_int_equal(find(&a, city), WEND_NOT_FOUND);
    assert_true(a.path.bound == INFINITY && !a.path.whole);
    a.request.radius = 2.5; // just fits, but not beside the middle: it ends there
    assert_int_equal(find(&a, city), WEND_OK);
    assert_near(a.path.end.y, 62.5, 1e-6);
    assert_near(a.path.gap_to_goal, 1.5, 1e-6);
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(city);
}

static void test_along_one_edge(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(2);
    asked a = ask((wend_vec2){22.5, 8}, (wend_vec2){22.5, 17}, 0.25);
    assert_int_equal(find(&a, city), WEND_OK);
    assert_near(a.path.length, 9, 1e-9);
    assert_int_equal(a.path.circle_count, 2);
    a.goal = (wend_vec2){22.5, 8.5}; // in the start's own circle
    assert_int_equal(find(&a, city), WEND_OK);
    assert_int_equal(a.path.circle_count, 0);
    assert_near(a.path.length, 0.5, 0);
    a.goal = a.request.from;
    assert_int_equal(find(&a, city), WEND_OK);
    assert_true(a.path.length == 0 && a.path.circle_count == 0 && a.path.whole);
    const wend_steering_target *portals;
    uint32_t count;
    assert_int_equal(wend_roadmap_portals(a.roadmap, 0, &portals, &count, NULL), WEND_OK);
    assert_int_equal(count, 1);
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(city);
}

/// Small discs go through the narrow gap, larger ones must take the wide one, the largest can't.
static void test_radii(void **state)
{
    (void)state;
    wend_voronoi *gaps = make_gaps();
    asked a = ask((wend_vec2){5, 5}, (wend_vec2){25, 5}, 0.4);
    assert_int_equal(find(&a, gaps), WEND_OK);
    double narrow = a.path.length;
    assert_near(a.path.clearance, 0.5, 1e-6);
    a.request.radius = 0.5; // just fits
    assert_int_equal(find(&a, gaps), WEND_OK);
    assert_near(a.path.length, narrow, 1e-9);
    a.request.radius = 0.6;
    assert_int_equal(find(&a, gaps), WEND_OK);
    assert_true(a.path.length > narrow + 5);
    assert_near(a.path.clearance, 3, 1e-6);
    a.request.radius = 3.1;
    assert_int_equal(find(&a, gaps), WEND_NOT_FOUND);
    assert_true(a.path.circle_count > 0); // leads as near as it can
    assert_true(a.path.gap_to_goal > 0);
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(gaps);
}

/// The safer, the longer and the wider.
static void test_weights(void **state)
{
    (void)state;
    wend_voronoi *gaps = make_gaps();
    asked a = ask((wend_vec2){5, 5}, (wend_vec2){25, 5}, 0.1);
    double length = 0, cost = 0, clearance = 0;
    for (int i = 0; i <= 10; ++i) {
        a.request.clearance_weight = 0.1 * i;
        assert_int_equal(find(&a, gaps), WEND_OK);
        assert_true(a.path.length >= length - 1e-9 && a.path.cost >= cost);
        assert_true(a.path.clearance >= clearance - 1e-9);
        assert_true(a.path.cost >= a.path.length - 1e-9);
        length = a.path.length;
        cost = a.path.cost;
        clearance = a.path.clearance;
    }
    assert_near(clearance, 3, 1e-6); // through the wide gap in the end
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(gaps);
}

static void test_goals_that_are_no_points(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(3);
    asked a = ask((wend_vec2){22.5, 22.5}, (wend_vec2){0, 0}, 0.25);
    // The whole right side of the outer street: straight on is nearest.
    const wend_vec2 segment[] = {{64, 1}, {64, 64}};
    a.request.goal = (wend_goal){segment, 2};
    wend_result result = wend_roadmap_find(a.roadmap, city, &a.request, &a.path, &a.error);
    assert_int_equal(result, WEND_OK);
    assert_near(a.path.end.x, 64, 1e-9);
    assert_true(a.path.length < 50);
    // An area that is mostly in a block.
    const wend_vec2 area[] = {{30, 30}, {44, 30}, {44, 36}, {30, 36}};
    a.request.goal = (wend_goal){area, 4};
    result = wend_roadmap_find(a.roadmap, city, &a.request, &a.path, &a.error);
    assert_int_equal(result, WEND_OK);
    assert_true(a.path.end.x > 40);
    const wend_vec2 here[] = {{21, 21}, {24, 21}, {24, 24}, {21, 24}};
    a.request.goal = (wend_goal){here, 4};
    result = wend_roadmap_find(a.roadmap, city, &a.request, &a.path, &a.error);
    assert_int_equal(result, WEND_OK);
    assert_true(a.path.length == 0);
    const wend_vec2 solid[] = {{30, 30}, {35, 30}, {35, 35}};
    a.request.goal = (wend_goal){solid, 3};
    result = wend_roadmap_find(a.roadmap, city, &a.request, &a.path, &a.error);
    assert_int_equal(result, WEND_NOT_FOUND);
    assert_non_null(strstr(a.error.text, "goal"));
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(city);
}

// ---- agents -------------------------------------------------------------------------------------

static wend_site_id put_agent(wend_voronoi *voronoi, wend_vec2 at, double radius)
{
    wend_site_id id;
    wend_error error = {0};
    const wend_shape shape = shape_of(&at, 1);
    if (wend_voronoi_insert(voronoi, &shape, radius, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static void test_agents(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(3);
    wend_vec2 at = {22.5, 12};
    wend_site_id walker = put_agent(city, at, 0.4);
    asked a = ask((wend_vec2){0, 0}, (wend_vec2){22.5, 50}, 0.4);
    a.request.agent = walker;
    assert_int_equal(find(&a, city), WEND_OK);
    // Its first circle touches it, and it goes straight there.
    assert_true(a.path.circle_count > 0);
    assert_near(apart(a.path.circles[0].centre, a.path.start), a.path.circles[0].radius, 1e-6);
    assert_near(apart(a.path.start, at), 0, 1e-6);
    assert_true(a.path.length >= 38 - 1e-6 && a.path.length < 46);
    // A goal in its own cell is seen.
    a.goal = (wend_vec2){22.5, 12.5};
    assert_int_equal(find(&a, city), WEND_OK);
    assert_int_equal(a.path.circle_count, 0);
    assert_near(a.path.length, 0.5, 1e-6);
    // So is one whose circle touches it.
    a.goal = (wend_vec2){20.5, 13};
    assert_int_equal(find(&a, city), WEND_OK);
    assert_int_equal(a.path.circle_count, 0);
    assert_near(a.path.gap_to_goal, 0, 1e-9);
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(city);
}

/// Somebody stands in the narrow gap: others go around, or press on.
static void test_blocked_by_agents(void **state)
{
    (void)state;
    wend_voronoi *gaps = make_gaps();
    asked a = ask((wend_vec2){5, 5}, (wend_vec2){25, 5}, 0.2);
    assert_int_equal(find(&a, gaps), WEND_OK);
    double narrow = a.path.length;
    wend_site_id standing = put_agent(gaps, (wend_vec2){15, 4.5}, 0.2);
    const wend_vec2 *points;
    uint32_t count;
    assert_int_equal(wend_roadmap_points(a.roadmap, 0.1, &points, &count, &a.error), WEND_STALE);
    assert_int_equal(find(&a, gaps), WEND_OK);
    assert_true(a.path.length > narrow + 5);
    a.request.press = true;
    assert_int_equal(find(&a, gaps), WEND_OK);
    assert_near(a.path.length, narrow, 0.5);
    a.request.press = false;
    // The one who stands there is not in its own way.
    a.request.agent = standing;
    assert_int_equal(find(&a, gaps), WEND_OK);
    assert_true(a.path.length < 12);
    assert_int_equal(wend_voronoi_remove(gaps, standing, NULL), WEND_OK);
    assert_int_equal(find(&a, gaps), WEND_STALE);
    a.request.agent = (wend_site_id){0};
    assert_int_equal(find(&a, gaps), WEND_OK);
    assert_near(a.path.length, narrow, 1e-9);
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(gaps);
}

// ---- errors and memory --------------------------------------------------------------------------

static void test_errors(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(2);
    asked a = ask((wend_vec2){22.5, 8}, (wend_vec2){2, 2}, 0);
    const wend_vec2 *points;
    uint32_t count;
    assert_int_equal(wend_roadmap_points(a.roadmap, 0.1, &points, &count, &a.error),
                     WEND_BAD_ARGUMENT);
    asked bad = a;
    bad.request.radius = -1;
    assert_int_equal(find(&bad, city), WEND_BAD_ARGUMENT);
    bad = a;
    bad.request.clearance_weight = 1.5;
    assert_int_equal(find(&bad, city), WEND_BAD_ARGUMENT);
    bad = a;
    bad.request.comfort = 0;
    assert_int_equal(find(&bad, city), WEND_BAD_ARGUMENT);
    bad = a;
    bad.request.cookie = 0;
    assert_int_equal(find(&bad, city), WEND_BAD_ARGUMENT);
    bad = a;
    bad.request.from.x = NAN;
    assert_int_equal(find(&bad, city), WEND_BAD_ARGUMENT);
    bad = a;
    bad.request.from = (wend_vec2){10, 10}; // in a block
    assert_int_equal(find(&bad, city), WEND_NOT_FOUND);
    assert_non_null(strstr(bad.error.text, "start"));
    bad = a;
    bad.goal = (wend_vec2){10, 10};
    assert_int_equal(find(&bad, city), WEND_NOT_FOUND);
    assert_non_null(strstr(bad.error.text, "goal"));
    assert_int_equal(find(&a, city), WEND_OK);
    const wend_circle *circles;
    assert_int_equal(wend_roadmap_channel(a.roadmap, 2, &circles, &count, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_roadmap_points(a.roadmap, 0, &points, &count, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_roadmap_create(NULL, NULL, NULL), WEND_BAD_ARGUMENT);
    wend_roadmap_destroy(NULL);
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(city);
}

/// Everything that can be asked.
static wend_result ask_all(wend_roadmap *roadmap, const wend_voronoi *voronoi, wend_vec2 from,
                           wend_vec2 to)
{
    wend_roadmap_request request = wend_default_roadmap_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = 0.3;
    wend_roadmap_path path;
    uint32_t count;
    const wend_voronoi_piece *pieces;
    const wend_vec2 *points;
    const wend_circle *circles;
    const wend_steering_target *portals;
    wend_result result = wend_roadmap_find(roadmap, voronoi, &request, &path, NULL);
    if (result == WEND_OK)
        result = wend_roadmap_pieces(roadmap, &pieces, &count, NULL);
    if (result == WEND_OK)
        result = wend_roadmap_points(roadmap, 0.01, &points, &count, NULL);
    if (result == WEND_OK)
        result = wend_roadmap_channel(roadmap, 0.5, &circles, &count, NULL);
    if (result == WEND_OK)
        result = wend_roadmap_curve(roadmap, 0.01, &points, &count, NULL, NULL);
    if (result == WEND_OK)
        result = wend_roadmap_portals(roadmap, 0, &portals, &count, NULL);
    return result;
}

static void test_memory(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(5);
    const wend_vec2 from = {2, 3}, to = {102, 103};
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_roadmap *roadmap;
    assert_int_equal(wend_roadmap_create(&allocator, &roadmap, NULL), WEND_OK);
    assert_int_equal(ask_all(roadmap, city, from, to), WEND_OK);
    // Warm: what is no larger takes no more.
    size_t calls = memory.calls;
    assert_int_equal(ask_all(roadmap, city, from, to), WEND_OK);
    assert_int_equal(ask_all(roadmap, city, to, from), WEND_OK);
    assert_int_equal(ask_all(roadmap, city, from, (wend_vec2){60, 62}), WEND_OK);
    assert_int_equal(memory.calls, calls);
    wend_roadmap_destroy(roadmap);
    assert_int_equal(memory.bytes, 0);
    for (size_t fail_at = 1;; ++fail_at) {
        memory = (failing_allocator){.fail_at = fail_at};
        wend_result result = wend_roadmap_create(&allocator, &roadmap, NULL);
        if (result == WEND_OK) {
            result = ask_all(roadmap, city, from, to);
            if (result != WEND_OK) {
                assert_int_equal(result, WEND_OUT_OF_MEMORY);
                assert_int_equal(ask_all(roadmap, city, from, to), WEND_OK); // as if nothing was
            }
            wend_roadmap_destroy(roadmap);
        }
        assert_int_equal(memory.bytes, 0);
        if (memory.calls < fail_at)
            break;
    }
    wend_voronoi_destroy(city);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_city),
        cmocka_unit_test(test_along_one_edge),
        cmocka_unit_test(test_radii),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_goals_that_are_no_points),
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_blocked_by_agents),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
