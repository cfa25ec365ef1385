// SPDX-License-Identifier: MIT
// Paths on the diagram, by hand: lengths that are known, three radii on three ways, weights,
// budgets, dead ends, agents who are sites, errors and memory.
#include "plan/roadmap_stroke.h"
#include "support.h"
#include "wend/geometry.h"
#include "wend/random.h"
#include "wend/roadmap.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void assert_near(double value, double wanted, double error)
{
    if (!(fabs(value - wanted) <= error))
        fail_msg("%.17g is not %.17g", value, wanted);
}

static double apart(wend_vec2 a, wend_vec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

// ---- scenes -------------------------------------------------------------------------------------

static wend_shape shape_of(const wend_vec2 *points, uint32_t count)
{
    return (wend_shape){.points = points, .point_count = count};
}

static wend_voronoi *diagram_of(const wend_vec2 *bounds, uint32_t bounds_count,
                                const wend_shape *shapes, uint32_t count)
{
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = bounds_count;
    def.shapes = shapes;
    def.shape_count = count;
    wend_floor *floor;
    wend_voronoi *voronoi;
    wend_voronoi_def of = wend_default_voronoi_def();
    wend_error error = {0};
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_OK);
    if (wend_voronoi_create(floor, &of, &voronoi, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return voronoi;
}

/// Blocks of 15 m, 5 m apart, `across` in a row, and a street around them.
static wend_voronoi *make_city(uint32_t across)
{
    uint32_t count = across * across;
    wend_vec2 *points = malloc(4 * count * sizeof *points);
    wend_shape *shapes = malloc(count * sizeof *shapes);
    assert_true(points && shapes);
    for (uint32_t i = 0; i < count; ++i) {
        double x = 5 + 20.0 * (i % across), y = 5 + 20.0 * (i / across);
        wend_vec2 *ring = points + 4 * (size_t)i;
        ring[0] = (wend_vec2){x, y};
        ring[1] = (wend_vec2){x + 15, y};
        ring[2] = (wend_vec2){x + 15, y + 15};
        ring[3] = (wend_vec2){x, y + 15};
        shapes[i] = shape_of(ring, 4);
    }
    double size = 20.0 * across + 5;
    const wend_vec2 bounds[] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
    wend_voronoi *voronoi = diagram_of(bounds, 4, shapes, count);
    free(points);
    free(shapes);
    return voronoi;
}

/// A room of 30 x 20 with a wall across it that has a narrow gap below and a wide one above.
static wend_voronoi *make_gaps(void)
{
    static const wend_vec2 bounds[] = {{0, 0}, {30, 0}, {30, 20}, {0, 20}};
    static const wend_vec2 low[] = {{14, 0}, {16, 0}, {16, 4}, {14, 4}};
    static const wend_vec2 high[] = {{14, 5}, {16, 5}, {16, 14}, {14, 14}};
    wend_shape shapes[] = {shape_of(low, 4), shape_of(high, 4)};
    return diagram_of(bounds, 4, shapes, 2);
}

typedef struct asked {
    wend_roadmap *roadmap;
    wend_roadmap_request request;
    wend_vec2 goal;
    wend_roadmap_path path;
    wend_error error;
} asked;

static asked ask(wend_vec2 from, wend_vec2 to, double radius)
{
    asked a = {.request = wend_default_roadmap_request(), .goal = to};
    assert_int_equal(wend_roadmap_create(NULL, &a.roadmap, NULL), WEND_OK);
    a.request.from = from;
    a.request.radius = radius;
    return a;
}

static wend_result find(asked *a, const wend_voronoi *voronoi)
{
    a->request.goal = (wend_goal){&a->goal, 1};
    return wend_roadmap_find(a->roadmap, voronoi, &a->request, &a->path, &a->error);
}

// ---- strokes ------------------------------------------------------------------------------------

/// Lengths and costs of pieces against sums of small steps.
static void test_strokes(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 0);
    for (int i = 0; i < 600; ++i) {
        wend_vec2 corner = {wend_random_between(&random, -3, 3),
                            wend_random_between(&random, 0.1, 4)};
        double u = wend_random_between(&random, -5, 5), v = wend_random_between(&random, -5, 5);
        wend_voronoi_piece piece = {.right = {corner, corner}};
        if (i % 3 == 0) { // a parabola over the x axis, free above: that is its right going left
            piece.parabola = true;
            piece.left = (wend_segment){{10, 0}, {-10, 0}};
            for (int k = 0; k < 2; ++k) {
                double x = k ? v : u, d = x - corner.x;
                double y = 0.5 * (d * d / corner.y + corner.y);
                *(k ? &piece.b : &piece.a) = (wend_vec2){x, y};
                *(k ? &piece.radius_b : &piece.radius_a) = y;
            }
        } else if (i % 3 == 1) { // between the corner and its mirror image
            wend_vec2 other = {corner.x, -corner.y};
            piece.left = (wend_segment){other, other};
            piece.a = (wend_vec2){u, 0};
            piece.b = (wend_vec2){v, 0};
            piece.radius_a = apart(piece.a, corner);
            piece.radius_b = apart(piece.b, corner);
        } else { // between two sides, even now and then
            piece.left = (wend_segment){{0, 5}, {1, 5}};
            piece.right = (wend_segment){{0, -5}, {1, -5}};
            piece.a = (wend_vec2){u, 0};
            piece.b = (wend_vec2){v, 0};
            piece.radius_a = wend_random_between(&random, 0.1, 5);
            piece.radius_b = i % 2 ? piece.radius_a : wend_random_between(&random, 0.1, 5);
        }
        wend_stroke stroke = wend_stroke_of_piece(&piece);
        double from = wend_random_unit(&random), to = wend_random_unit(&random);
        double comfort = wend_random_between(&random, 0.2, 6);
        double s = stroke.from + from * (stroke.to - stroke.from);
        double t = stroke.from + to * (stroke.to - stroke.from);
        double length = 0, narrow = 0, radius;
        enum { STEPS = 2000 };
        wend_vec2 before = wend_piece_point(&piece, from, &radius);
        double least = radius;
        for (int k = 1; k <= STEPS; ++k) {
            double middle;
            wend_piece_point(&piece, from + (to - from) * (k - 0.5) / STEPS, &middle);
            wend_vec2 p = wend_piece_point(&piece, from + (to - from) * k / STEPS, &radius);
            length += apart(before, p);
            narrow += apart(before, p) * fmax(0, comfort / middle - 1);
            least = fmin(least, fmin(middle, radius));
            before = p;
        }
        assert_near(wend_stroke_length(&stroke, s, t), length, 1e-5 * (1 + length));
        assert_near(wend_stroke_narrow(&stroke, s, t, comfort), narrow, 1e-4 * (1 + narrow));
        assert_near(wend_stroke_narrow(&stroke, t, s, comfort), narrow, 1e-4 * (1 + narrow));
        assert_near(wend_stroke_least(&stroke, s, t), least, 1e-3);
        assert_near(wend_stroke_clearance(&stroke, t), radius, 1e-9);
        assert_near(wend_stroke_share(&stroke, t), to, 1e-9);
        // Where it widens to some clearance it has that.
        double wanted = wend_random_between(&random, 0.1, 5);
        double at = wend_stroke_widens(&stroke, s, t, wanted);
        if (!isnan(at)) {
            double bit = 1e-6 * (t - s);
            assert_near(wend_stroke_clearance(&stroke, at), wanted, 1e-9);
            assert_true(wend_stroke_clearance(&stroke, at + bit) >= wanted);
        }
    }
}

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
    assert_near(a.path.left, 0, 0);
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
    assert_int_equal(find(&a, city), WEND_NOTHING);
    assert_true(a.path.bound == INFINITY && !a.path.whole);
    a.request.radius = 2.5; // just fits, but not beside the middle: it ends there
    assert_int_equal(find(&a, city), WEND_OK);
    assert_near(a.path.end.y, 62.5, 1e-6);
    assert_near(a.path.left, 1.5, 1e-6);
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
    const wend_aim *portals;
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
    assert_int_equal(find(&a, gaps), WEND_NOTHING);
    assert_true(a.path.circle_count > 0); // leads as near as it can
    assert_true(a.path.left > 0);
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
        a.request.weight = 0.1 * i;
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
    assert_int_equal(result, WEND_NOTHING);
    assert_non_null(strstr(a.error.text, "goal"));
    wend_roadmap_destroy(a.roadmap);
    wend_voronoi_destroy(city);
}

// ---- budgets ------------------------------------------------------------------------------------

static void test_budgets(void **state)
{
    (void)state;
    wend_voronoi *city = make_city(8);
    asked a = ask((wend_vec2){2.5, 12.5}, (wend_vec2){162.5, 152.5}, 0.25);
    assert_int_equal(find(&a, city), WEND_OK);
    wend_roadmap_path whole = a.path;
    a.request.iterations = 10;
    assert_int_equal(find(&a, city), WEND_BUDGET_SPENT);
    assert_true(a.path.iterations >= 10 && a.path.bound <= whole.cost && !a.path.whole);
    assert_true(a.path.left < apart(a.request.from, a.goal) && a.path.circle_count > 1);
    assert_near(a.path.left, apart(a.path.end, a.goal), 1e-9);
    wend_result result;
    double left = a.path.left;
    do {
        result = wend_roadmap_continue(a.roadmap, 10, 0, &a.path, &a.error);
        assert_true(a.path.left <= left);
        left = a.path.left;
    } while (result == WEND_BUDGET_SPENT);
    assert_int_equal(result, WEND_OK);
    assert_true(a.path.length == whole.length && a.path.iterations == whole.iterations);
    assert_int_equal(wend_roadmap_continue(a.roadmap, 10, 0, &a.path, &a.error), WEND_BAD_ARGUMENT);
    a.request.iterations = 0;
    a.request.seconds = 1e-9;
    assert_int_equal(find(&a, city), WEND_BUDGET_SPENT);
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
        assert_true(result == WEND_OK || result == WEND_BUDGET_SPENT);
        *was_in_dead_end = *was_in_dead_end || a.path.dead_end > 0;
        a.request.dead_end = remembers ? a.path.dead_end : 0;
        a.request.from = walk(&a, stride);
        assert_true(wend_voronoi_clearance(voronoi, a.request.from, (wend_id){0}) >= 0.28);
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

// ---- agents -------------------------------------------------------------------------------------

static wend_id put_agent(wend_voronoi *voronoi, wend_vec2 at, double radius)
{
    wend_id id;
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
    wend_id walker = put_agent(city, at, 0.4);
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
    assert_near(a.path.left, 0, 1e-9);
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
    wend_id standing = put_agent(gaps, (wend_vec2){15, 4.5}, 0.2);
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
    a.request.agent = (wend_id){0};
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
    bad.request.weight = 1.5;
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
    assert_int_equal(find(&bad, city), WEND_NOTHING);
    assert_non_null(strstr(bad.error.text, "start"));
    bad = a;
    bad.goal = (wend_vec2){10, 10};
    assert_int_equal(find(&bad, city), WEND_NOTHING);
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
    const wend_aim *portals;
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
                assert_int_equal(result, WEND_NO_MEMORY);
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
        cmocka_unit_test(test_strokes),        cmocka_unit_test(test_city),
        cmocka_unit_test(test_along_one_edge), cmocka_unit_test(test_radii),
        cmocka_unit_test(test_weights),        cmocka_unit_test(test_goals_that_are_no_points),
        cmocka_unit_test(test_budgets),        cmocka_unit_test(test_dead_ends),
        cmocka_unit_test(test_agents),         cmocka_unit_test(test_blocked_by_agents),
        cmocka_unit_test(test_errors),         cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
