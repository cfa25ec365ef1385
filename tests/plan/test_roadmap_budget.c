// SPDX-License-Identifier: MIT
// Searches on the diagram that are cut short: slices, what they lead to, and dead ends.
#include "tests/plan/roadmap_scenes.h"

static void test_budgets(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(8);
    asked a = ask((wend_vec2){2.5, 12.5}, (wend_vec2){162.5, 152.5}, 0.25);
    assert_int_equal(find(&a, city), WEND_OK);
    wend_roadmap_path whole = a.path;
    a.request.iterations = 10;
    assert_int_equal(find(&a, city), WEND_BUDGET_EXHAUSTED);
    assert_true(a.path.iterations >= 10 && a.path.bound <= whole.cost && !a.path.whole);
    assert_true(a.path.gap_to_goal < apart(a.request.from, a.goal) && a.path.circle_count > 1);
    assert_near(a.path.gap_to_goal, apart(a.path.end, a.goal), 1e-9);
    wend_result result;
    double left = a.path.gap_to_goal;
    do {
        result = wend_roadmap_continue(a.roadmap, 10, 0, &a.path, &a.error);
        assert_true(a.path.gap_to_goal <= left);
        left = a.path.gap_to_goal;
    } while (result == WEND_BUDGET_EXHAUSTED);
    assert_int_equal(result, WEND_OK);
    assert_true(a.path.length == whole.length && a.path.iterations == whole.iterations);
    assert_int_equal(wend_roadmap_continue(a.roadmap, 10, 0, &a.path, &a.error), WEND_BAD_ARGUMENT);
    a.request.iterations = 0;
    a.request.seconds = 1e-9;
    assert_int_equal(find(&a, city), WEND_BUDGET_EXHAUSTED);
    assert_int_equal(wend_roadmap_continue(a.roadmap, 0, 0, &a.path, &a.error), WEND_OK);
    assert_true(a.path.length == whole.length);
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(city);
}

/// Two U in a row, open to the left, between the start and the goal. Their walls are jagged: each
/// tooth makes a vertex, so that 5 iterations do not see far.
enum { TEETH = 12 };
static wend_voronoi *make_dead_ends(void)
{
    static const wend_vec2 bounds[] = {{0, 0}, {110, 0}, {110, 50}, {0, 50}};
    wend_vec2 rings[2][8 * TEETH];
    wend_shape shapes[2];
    for (int i = 0; i < 2; ++i) {
        double x = 20 + 40.0 * i, y = 12 + 4.0 * i;
        uint32_t count = 0;
        wend_vec2 *ring = rings[i];
        // Around the outside, then back along the teeth of the inside.
        ring[count++] = (wend_vec2){x, y};
        ring[count++] = (wend_vec2){x + 26, y};
        ring[count++] = (wend_vec2){x + 26, y + 20};
        ring[count++] = (wend_vec2){x, y + 20};
        for (int k = 0; k <= TEETH; ++k)
            ring[count++] = (wend_vec2){x + 2 * k, y + (k % 2 ? 18.5 : 18)};
        for (int k = TEETH; k >= 0; --k)
            ring[count++] = (wend_vec2){x + 2 * k, y + (k % 2 ? 1.5 : 2)};
        shapes[i] = shape_of(ring, count);
    }
    return diagram_of(bounds, 4, shapes, 2);
}

/// A walker goes some way along its path.
static wend_vec2 walk(const asked *a, double stride)
{
    const wend_vec2 *points;
    uint32_t count;
    assert_int_equal(wend_roadmap_points(a->roadmap, 0.01, &points, &count, NULL), WEND_OK);
    wend_vec2 at = a->request.from;
    for (uint32_t i = 1; i < count && stride > 0; ++i) {
        double way = apart(at, points[i]), share = fmin(way > 0 ? stride / way : 1, 1);
        at = (wend_vec2){at.x + share * (points[i].x - at.x), at.y + share * (points[i].y - at.y)};
        stride -= way;
    }
    return at;
}

/// How many steps a walker needs that sees no further than 5 iterations and plans at each step;
/// 0: it does not get there. `remembers`: it hands on that it is in a dead end.
static int walk_blindly(const wend_voronoi *voronoi, bool remembers, bool *was_in_dead_end)
{
    asked a = ask((wend_vec2){3, 22}, (wend_vec2){107, 24}, 0.3);
    a.request.iterations = 5;
    int steps = 0;
    const double stride = 0.5;
    while (apart(a.request.from, a.goal) > stride && ++steps < 2000) {
        wend_result result = find(&a, voronoi);
        assert_true(result == WEND_OK || result == WEND_BUDGET_EXHAUSTED);
        *was_in_dead_end = *was_in_dead_end || a.path.dead_end > 0;
        a.request.dead_end = remembers ? a.path.dead_end : 0;
        a.request.from = walk(&a, stride);
        assert_true(wend_voronoi_clearance(voronoi, a.request.from, (wend_site_id){0}) >= 0.28);
    }
    wend_roadmap_destroy(a.roadmap);
    return steps < 2000 ? steps : 0;
}

/// It leaves a U as section 4.4.3 says, but not without remembering.
static void test_dead_ends(void **state)
{
    (void)state;
    wend_voronoi *voronoi = make_dead_ends();
    bool was_in_dead_end = false;
    int steps = walk_blindly(voronoi, true, &was_in_dead_end);
    assert_true(was_in_dead_end);
    assert_true(steps > 0 && steps < 700);
    assert_int_equal(walk_blindly(voronoi, false, &was_in_dead_end), 0);
    wend_voronoi_destroy(voronoi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_dead_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
