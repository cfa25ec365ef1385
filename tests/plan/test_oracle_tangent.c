// SPDX-License-Identifier: MIT
// The oracle for paths of discs is tested itself: by hand, and by shortest paths of a point among
// walls that GEOS has grown by the radius.
#include "tests/support/support.h"

#include "bench/radius_cases.h"
#include "tests/oracle/tangent.h"
#include "wend/geometry.h"

#include <geos_c.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

// ---- by hand ------------------------------------------------------------------------------------

static wend_floor *floor_of(const wend_shape *shapes, uint32_t count)
{
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor;
    def.shapes = shapes;
    def.shape_count = count;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    return floor;
}

static double length_among(const wend_shape *shapes, uint32_t count, double radius, wend_vec2 from,
                           wend_vec2 to)
{
    wend_floor *floor = floor_of(shapes, count);
    oracle o;
    oracle_path found;
    assert_true(oracle_make(floor, radius, &o));
    assert_true(oracle_find(&o, from, &to, 1, &found));
    oracle_free(&o);
    wend_floor_destroy(floor);
    return found.length;
}

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void lengths_by_hand(void **state)
{
    (void)state;
    const wend_vec2 square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const wend_vec2 posts[] = {{0, -1}, {0, 1}};
    const wend_shape around[] = {{square, NULL, 0, 4}};
    const wend_shape between[] = {{posts, NULL, 0, 1}, {posts + 1, NULL, 0, 1}};
    // Around a square of side 2 with radius 1: up to a corner, along the top, and down.
    assert_near(length_among(around, 1, 1, vec(-3, 0), vec(3, 0)), 6 + 2 * atan2(4, 3));
    // Around one post.
    assert_near(length_among(between, 1, 2, vec(-5, -1), vec(5, -1)),
                2 * sqrt(21) + 4 * asin(2.0 / 5));
    // Just through two posts, and just not.
    assert_near(length_among(between, 2, 1, vec(-3, 0), vec(3, 0)), 6);
    assert_near(length_among(between, 2, 1 + 1e-12, vec(-3, 0), vec(3, 0)), 6);
    double r = 1 + 1e-6;
    assert_near(length_among(between, 2, r, vec(-3, 0), vec(3, 0)),
                2 * sqrt(10 - r * r) + 2 * r * (atan2(1, 3) + asin(r / sqrt(10))));
    // From the middle of the gap up and around: the way out is blocked by neither.
    assert_near(length_among(between, 2, 1, vec(0, 0), vec(1, 1)), TWO_PI / 4);
    // Too near to a post.
    assert_true(isinf(length_among(between, 2, 1, vec(-3, 0), vec(0.5, 0.5))));
}

static void arcs_by_sampling(void **state)
{
    (void)state;
    const uint64_t seed = 31;
    wend_random random = wend_random_stream(seed, 0);
    for (int round = 0; round < 2000; round++) {
        plain_arc arc = {vec(0, 0), 1, wend_random_between(&random, -3, 3),
                         wend_random_between(&random, 0, TWO_PI),
                         wend_random_below(&random, 2) ? 1 : -1};
        wend_segment wall;
        wall.a.x = wend_random_between(&random, -3, 3);
        wall.a.y = wend_random_between(&random, -3, 3);
        wall.b.x = wend_random_between(&random, -3, 3);
        wall.b.y = wend_random_between(&random, -3, 3);
        if (wend_random_below(&random, 4) == 0)
            wall.a = arc.centre;
        double least = INFINITY, step = arc.sweep / 1000;
        for (int i = 0; i <= 1000; i++)
            least =
                fmin(least, point_distance(arc_place(&arc, arc.from + arc.turn * i * step), wall));
        double exact = arc_distance(&arc, wall);
        if (exact > least + 1e-12 || exact < least - step)
            fail_msg("arc: %.17g, sampled %.17g (seed %llu, round %d)", exact, least,
                     (unsigned long long)seed, round);
    }
}

// ---- GEOS ---------------------------------------------------------------------------------------

enum { QUARTER = 64 }; ///< chords in a quarter of a circle

/// How much nearer than a grown wall a sight line may come, which would else touch it everywhere.
#define SIGHT_SLACK 1e-7

typedef struct sight {
    uint32_t a, b;
    double length;
} sight;

/// The corners of grown walls and which of them see each other.
typedef struct grown {
    GEOSContextHandle_t geos;
    GEOSGeometry *core; ///< the walls, grown a little less
    const GEOSPreparedGeometry *walls;
    wend_array(wend_vec2) points;
    wend_array(wend_vec2) sides; ///< of point i: its neighbours 2 i and 2 i + 1
    wend_array(sight) sights;
    size_t fixed_points, fixed_sights;
} grown;

static GEOSGeometry *line_of(GEOSContextHandle_t geos, wend_vec2 a, wend_vec2 b)
{
    bool is_point = wend_equal(a, b);
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, is_point ? 1 : 2, 2);
    GEOSCoordSeq_setXY_r(geos, sequence, 0, a.x, a.y);
    if (is_point)
        return GEOSGeom_createPoint_r(geos, sequence);
    GEOSCoordSeq_setXY_r(geos, sequence, 1, b.x, b.y);
    return GEOSGeom_createLineString_r(geos, sequence);
}

// Each wall is grown by itself: GEOS simplifies chains before it grows them.
static GEOSGeometry *grow(GEOSContextHandle_t geos, const plain_walls *plain, double radius)
{
    GEOSGeometry **parts = malloc(plain->wall_count * sizeof(GEOSGeometry *));
    for (uint32_t i = 0; i < plain->wall_count; i++) {
        GEOSGeometry *line = line_of(geos, plain->walls[i].a, plain->walls[i].b);
        parts[i] = GEOSBuffer_r(geos, line, radius, QUARTER);
        GEOSGeom_destroy_r(geos, line);
    }
    GEOSGeometry *all =
        GEOSGeom_createCollection_r(geos, GEOS_MULTIPOLYGON, parts, plain->wall_count);
    GEOSGeometry *one = GEOSUnaryUnion_r(geos, all);
    GEOSGeom_destroy_r(geos, all);
    free(parts);
    assert_non_null(one);
    return one;
}

static void add_ring(grown *g, const GEOSGeometry *ring)
{
    const GEOSCoordSequence *sequence = GEOSGeom_getCoordSeq_r(g->geos, ring);
    unsigned count;
    GEOSCoordSeq_getSize_r(g->geos, sequence, &count);
    assert_true(wend_array_reserve(&g->points, NULL, count));
    assert_true(wend_array_reserve(&g->sides, NULL, 2 * count));
    for (unsigned i = 0; i + 1 < count; i++) { // the last is the first again
        wend_vec2 p[3];
        for (unsigned k = 0; k < 3; k++)
            GEOSCoordSeq_getXY_r(g->geos, sequence, (i + count - 2 + k) % (count - 1), &p[k].x,
                                 &p[k].y);
        g->points.data[g->points.count++] = p[1];
        g->sides.data[g->sides.count++] = p[0];
        g->sides.data[g->sides.count++] = p[2];
    }
}

// A way that bends at a corner leaves both sides of the corner to one hand.
static bool may_bend(const grown *g, uint32_t corner, wend_vec2 towards)
{
    if (corner >= g->fixed_points)
        return true;
    wend_vec2 p = g->points.data[corner], way = minus(towards, p);
    double a = cross(way, minus(g->sides.data[2 * corner], p));
    double b = cross(way, minus(g->sides.data[2 * corner + 1], p));
    double rounding = 1e-12 * (fabs(way.x) + fabs(way.y));
    return (a > -rounding && b > -rounding) || (a < rounding && b < rounding);
}

static void add_sight(grown *g, uint32_t a, uint32_t b)
{
    wend_vec2 p = g->points.data[a], q = g->points.data[b];
    if (wend_equal(p, q) || !may_bend(g, a, q) || !may_bend(g, b, p))
        return;
    GEOSGeometry *line = line_of(g->geos, p, q);
    bool blocked = GEOSPreparedIntersects_r(g->geos, g->walls, line);
    GEOSGeom_destroy_r(g->geos, line);
    if (blocked)
        return;
    assert_true(wend_array_reserve(&g->sights, NULL, 1));
    g->sights.data[g->sights.count++] = (sight){a, b, distance(p, q)};
}

static void grown_make(GEOSContextHandle_t geos, const plain_walls *plain, double radius, grown *g)
{
    *g = (grown){.geos = geos};
    GEOSGeometry *walls = grow(geos, plain, radius);
    g->core = grow(geos, plain, radius - SIGHT_SLACK);
    g->walls = GEOSPrepare_r(geos, g->core);
    for (int i = 0; i < GEOSGetNumGeometries_r(geos, walls); i++) {
        const GEOSGeometry *polygon = GEOSGetGeometryN_r(geos, walls, i);
        add_ring(g, GEOSGetExteriorRing_r(geos, polygon));
        for (int k = 0; k < GEOSGetNumInteriorRings_r(geos, polygon); k++)
            add_ring(g, GEOSGetInteriorRingN_r(geos, polygon, k));
    }
    GEOSGeom_destroy_r(geos, walls);
    g->fixed_points = g->points.count;
    for (uint32_t i = 0; i < g->fixed_points; i++)
        for (uint32_t k = 0; k < i; k++)
            add_sight(g, i, k);
    g->fixed_sights = g->sights.count;
}

static void grown_free(grown *g)
{
    GEOSPreparedGeom_destroy_r(g->geos, g->walls);
    GEOSGeom_destroy_r(g->geos, g->core);
    wend_array_free(&g->points, NULL);
    wend_array_free(&g->sides, NULL);
    wend_array_free(&g->sights, NULL);
}

// By Bellman and Ford: look through all sights until nothing gets shorter.
static double grown_length(grown *g, wend_vec2 from, wend_vec2 to)
{
    g->points.count = g->fixed_points;
    g->sights.count = g->fixed_sights;
    assert_true(wend_array_reserve(&g->points, NULL, 2));
    uint32_t start = (uint32_t)g->points.count, goal = start + 1;
    g->points.data[g->points.count++] = from;
    g->points.data[g->points.count++] = to;
    for (uint32_t i = 0; i < goal; i++)
        add_sight(g, goal, i);
    for (uint32_t i = 0; i < start; i++)
        add_sight(g, start, i);
    double *cost = malloc(g->points.count * sizeof *cost);
    for (size_t i = 0; i < g->points.count; i++)
        cost[i] = i == start ? 0 : INFINITY;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < g->sights.count; i++) {
            sight s = g->sights.data[i];
            for (int way = 0; way < 2; way++) {
                uint32_t a = way ? s.a : s.b, b = way ? s.b : s.a;
                if (cost[a] + s.length < cost[b]) {
                    cost[b] = cost[a] + s.length;
                    changed = true;
                }
            }
        }
    }
    double length = cost[goal];
    free(cost);
    return length;
}

// Chords lie inside the circle: walls grown by the radius are a little too thin. (And by a little
// less, so that nothing just touches.) Grown by more, so that the chords touch the true circle,
// they are a little too thick.
static int compare_with_geos(GEOSContextHandle_t geos, uint32_t number, uint64_t seed, int rank,
                             int queries)
{
    static radius_case c;
    oracle o;
    oracle_path found;
    grown thin, thick;
    int compared = 0;
    assert_true(radius_case_make(number, seed, &c));
    double radius = c.radii[rank], more = radius / cos(TWO_PI / 8 / QUARTER) * (1 + 1e-9);
    assert_true(oracle_make(c.floor, radius, &o));
    grown_make(geos, &o.plain, radius * (1 - 1e-6), &thin);
    grown_make(geos, &o.plain, more, &thick);
    wend_random random = wend_random_stream(seed, 7);
    for (int i = 0; i < queries; i++) {
        wend_vec2 from, to;
        if (!radius_place(&c, more + 0.001, &random, &from) ||
            !radius_place(&c, more + 0.001, &random, &to) || wend_equal(from, to))
            continue;
        double low = grown_length(&thin, from, to), high = grown_length(&thick, from, to);
        assert_true(oracle_find(&o, from, &to, 1, &found));
        if (!(found.length >= low - 1e-6 && found.length <= high + 1e-6))
            fail_msg("oracle %.17g, GEOS %.17g to %.17g: scene %u seed %llu radius %.17g "
                     "from %.17g,%.17g to %.17g,%.17g",
                     found.length, low, high, number, (unsigned long long)seed, radius, from.x,
                     from.y, to.x, to.y);
        compared += high < low * (1 + 1e-3);
    }
    grown_free(&thin);
    grown_free(&thick);
    oracle_free(&o);
    radius_case_free(&c);
    return compared;
}

static void lengths_as_geos_says(void **state)
{
    (void)state;
    const struct {
        uint32_t number;
        int rank;
    } cases[] = {{10, 1}, {10, 4}, {8, 1}, {7, 2}, {2, 2}, {5, 3}, {3, 3}, {4, 1}, {4, 3}};
    GEOSContextHandle_t geos = GEOS_init_r();
    int compared = 0, queries = long_tier() ? 20 : 10;
    uint64_t seeds = long_tier() ? 10 : 1;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        for (uint32_t i = 0; i < COUNT(cases); i++)
            if (long_tier() || i < 5)
                compared += compare_with_geos(geos, cases[i].number, seed, cases[i].rank, queries);
    GEOS_finish_r(geos);
    print_message("%d lengths within a thousandth\n", compared);
    assert_true(compared > 2 * queries);
}

// ---- the oracle against itself ------------------------------------------------------------------

static void print_query(uint32_t number, uint64_t seed, double radius, wend_vec2 from, wend_vec2 to)
{
    print_message("scene %u seed %llu radius %.17g from %.17g,%.17g to %.17g,%.17g\n", number,
                  (unsigned long long)seed, radius, from.x, from.y, to.x, to.y);
}

// The oracle's paths are paths, and as long the other way round.
static void paths_are_valid(void **state)
{
    (void)state;
    static radius_case c;
    oracle_path found, back;
    uint64_t seeds = long_tier() ? 20 : 1;
    uint32_t queries = long_tier() ? 20 : 6;
    for (uint32_t i = 0; i < seeds * (RADIUS_SCENES - 1) * RADIUS_CLASSES; i++) {
        uint32_t number = i / RADIUS_CLASSES % (RADIUS_SCENES - 1);
        uint64_t seed = 1 + i / RADIUS_CLASSES / (RADIUS_SCENES - 1);
        oracle o;
        assert_true(radius_case_make(number, seed, &c));
        double radius = c.radii[i % RADIUS_CLASSES];
        uint32_t defects;
        assert_int_equal(wend_floor_validate(c.floor, NULL, 0, &defects, NULL), WEND_OK);
        assert_true(oracle_make(c.floor, radius, &o));
        for (uint32_t k = 0; k < queries; k++) {
            wend_vec2 from, to;
            if (!radius_query(&c, i % RADIUS_CLASSES, k, &from, &to))
                continue;
            assert_true(oracle_find(&o, from, &to, 1, &found));
            assert_true(oracle_find(&o, to, &from, 1, &back));
            wend_path path = {found.pieces, found.piece_count, found.length, 0, radius, 0};
            const char *wrong = isinf(found.length) ? NULL : check_path(&o.plain, &path, from);
            if (!wrong && isinf(found.length) != isinf(back.length))
                wrong = "only in one direction";
            if (!wrong && fabs(found.length - back.length) > 1e-8)
                wrong = "not as long the other way round";
            if (wrong) {
                print_query(number, seed, radius, from, to);
                fail_msg("%s (%.17g, back %.17g)", wrong, found.length, back.length);
            }
        }
        oracle_free(&o);
        radius_case_free(&c);
    }
}

// A goal that is a segment is as near as the nearest of many points on it.
static void segments_by_sampling(void **state)
{
    (void)state;
    enum { SAMPLES = 400 };
    static radius_case c;
    static oracle_goals goals;
    oracle_path found;
    int compared = 0;
    uint64_t seeds = long_tier() ? 20 : 2;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        oracle o;
        uint32_t number = (uint32_t)(2 + seed % 6);
        assert_true(radius_case_make(number, seed, &c));
        wend_random random = wend_random_stream(seed, 8);
        // Not half of a gap: there a disc can be in places that no sample hits.
        double radius = wend_random_between(&random, 0.2, 0.9);
        assert_true(oracle_make(c.floor, radius, &o));
        for (int k = 0; k < 6; k++) {
            wend_vec2 from, samples[SAMPLES + 1];
            wend_segment s;
            if (!radius_place(&c, radius, &random, &from) ||
                !radius_place(&c, radius, &random, &s.a))
                continue;
            s.b.x = s.a.x + wend_random_between(&random, -4, 4);
            s.b.y = s.a.y + wend_random_between(&random, -4, 4);
            for (int i = 0; i <= SAMPLES; i++)
                samples[i] = plus(s.a, i / (double)SAMPLES, minus(s.b, s.a));
            assert_true(oracle_find(&o, from, samples, SAMPLES + 1, &found));
            double sampled = found.length;
            goals.count = 0;
            oracle_goals_on(&o, from, s, &goals);
            assert_true(oracle_find(&o, from, goals.at, goals.count, &found));
            if (found.length > sampled + 1e-9 ||
                (!isinf(sampled) && found.length < sampled - distance(s.a, s.b) / SAMPLES)) {
                print_query(number, seed, radius, from, s.a);
                fail_msg("goal to %.17g,%.17g: %.17g, sampled %.17g", s.b.x, s.b.y, found.length,
                         sampled);
            }
            compared += !isinf(sampled);
        }
        oracle_free(&o);
        radius_case_free(&c);
    }
    assert_true(compared > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_by_hand),      cmocka_unit_test(arcs_by_sampling),
        cmocka_unit_test(lengths_as_geos_says), cmocka_unit_test(paths_are_valid),
        cmocka_unit_test(segments_by_sampling),
    };
    return cmocka_run_group_tests_name("oracle_tangent", tests, NULL, NULL);
}
