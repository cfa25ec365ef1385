// SPDX-License-Identifier: MIT
// Density and speed by Voronoi cells: rooms whose answers are known by hand, random floors against
// pixels that are flooded, and an experiment against figures that another program found by PedPy's
// formulas.
#include "tests/record/recorded.h"
#include "tests/support/failing_malloc.h"

#include "measure/cells.h"
#include "measure/voronoi.h"
#include "scene/build/floor.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <stdio.h>
#include <string.h>

static const measure_window STEP = {1, MEASURE_SINGLE_SIDED};
static const wend_box ROOM = {{0, 0}, {8, 4}};

static measure_voronoi_rule rule_of(double cutoff)
{
    return (measure_voronoi_rule){STEP, cutoff, MEASURE_QUARTER};
}

/// Measures, with no word about problems.
static void find(const recording *r, double cutoff, const measure_voronoi_area *areas, size_t count,
                 double *cells)
{
    problem_list problems = {.file = "test"};
    const measure_voronoi_rule rule = rule_of(cutoff);
    assert_true(measure_voronoi_bounded(r, &rule));
    assert_true(measure_find_voronoi(r, &rule, areas, count, cells, &problems));
    assert_int_equal(problems.count, 0);
    problem_free(&problems);
}

// ---- by hand ------------------------------------------------------------------------------------

/// Two in a room, one of whom walks.
static recording make_pair(void)
{
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 3, (wend_vec2){1, 2}, (wend_vec2){1, 0});
    add_walk(&b, 2, 0, 3, (wend_vec2){5, 2}, (wend_vec2){0, 0});
    return finish_recording(&b, 1);
}

static void test_pair(void **state)
{
    (void)state;
    recording r = make_pair();
    give_floor(&r, ROOM);
    const wend_vec2 ring[] = {{2, 1}, {4, 1}, {4, 3}, {2, 3}};
    measure_moment m[3];
    double cells[6];
    find(&r, INFINITY, &(measure_voronoi_area){{ring, 4}, m}, 1, cells);
    // The border between them is at 3, 3.5 and 4.
    for (int f = 0; f < 3; ++f) {
        double border = 3 + 0.5 * f, left = (border - 2) * 2, right = (4 - border) * 2;
        assert_near(cells[f], 4 * border, ROUNDING);
        assert_near(cells[3 + f], 4 * (8 - border), ROUNDING);
        assert_int_equal(m[f].count, f < 2 ? 2 : 1);
        assert_near(m[f].density, (left / (4 * border) + right / (4 * (8 - border))) / 4, ROUNDING);
        assert_near(m[f].speed, left / 4, ROUNDING);
    }
    recording_free(&r);
}

/// A ring of any orientation and form measures the same.
static void test_forms(void **state)
{
    (void)state;
    recording r = make_pair();
    give_floor(&r, ROOM);
    // An L in both orientations, from each corner on, and as its two boxes.
    const wend_vec2 corners[] = {{1, 0.5}, {6, 0.5}, {6, 1.5}, {2, 1.5}, {2, 3.5}, {1, 3.5}};
    const wend_vec2 low[] = {{1, 0.5}, {6, 0.5}, {6, 1.5}, {1, 1.5}};
    const wend_vec2 high[] = {{1, 1.5}, {2, 1.5}, {2, 3.5}, {1, 3.5}};
    measure_moment a[3], b[3], m[3];
    const measure_voronoi_area boxes[] = {{{low, 4}, a}, {{high, 4}, b}};
    find(&r, INFINITY, boxes, 2, NULL);
    for (uint32_t i = 0; i < 12; ++i) {
        wend_vec2 ring[6];
        for (uint32_t k = 0; k < 6; ++k)
            ring[k] = corners[i < 6 ? (i + k) % 6 : (i + 6 - k) % 6];
        find(&r, INFINITY, &(measure_voronoi_area){{ring, 6}, m}, 1, NULL);
        for (int f = 0; f < 3; ++f) {
            assert_near(m[f].density * 7, a[f].density * 5 + b[f].density * 2, ROUNDING);
            assert_near(m[f].speed * 7, a[f].speed * 5 + b[f].speed * 2, ROUNDING);
        }
    }
    recording_free(&r);
}

/// Without a floor, cells are PedPy's circles: with 12 corners, 3 r^2.
static void test_cutoff(void **state)
{
    (void)state;
    recording r = make_pair();
    const measure_voronoi_rule none = rule_of(INFINITY);
    assert_false(measure_voronoi_bounded(&r, &none));
    double cells[6];
    find(&r, 0.5, NULL, 0, cells);
    for (int i = 0; i < 6; ++i)
        assert_near(cells[i], 3 * 0.25, ROUNDING);
    // 1 m from both: half of a circle, where they meet.
    find(&r, 2.5, NULL, 0, cells);
    assert_true(cells[2] < cells[1] && cells[1] < cells[0]);
    give_floor(&r, ROOM);
    find(&r, 0.5, NULL, 0, cells);
    for (int i = 0; i < 6; ++i)
        assert_near(cells[i], 3 * 0.25, ROUNDING);
    find(&r, 100, NULL, 0, cells);
    assert_near(cells[0], 12, 1e-9);
    recording_free(&r);
}

/// Two behind each other at one place have half a cell each; somebody leaves; nobody is there.
static void test_shared(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 2, (wend_vec2){2, 2}, (wend_vec2){1, 0});
    add_walk(&b, 2, 0, 2, (wend_vec2){2, 2}, (wend_vec2){0, 0});
    add_row(&b, 3, 3, 1, 1);
    recording r = finish_recording(&b, 1);
    give_floor(&r, ROOM);
    const wend_vec2 ring[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    measure_moment m[4];
    double cells[5];
    find(&r, INFINITY, &(measure_voronoi_area){{ring, 4}, m}, 1, cells);
    assert_near(cells[0], 16, ROUNDING);
    assert_near(cells[2], 16, ROUNDING);
    assert_near(cells[1], 4 * 5.5, ROUNDING);
    assert_near(m[0].density, 2 * 0.5 / 16, ROUNDING);
    assert_near(m[0].speed, 0.5, ROUNDING); // half at 1 m/s, half at 0
    assert_int_equal(m[2].count, 0);
    assert_near(m[2].density, 0, 0);
    assert_true(isnan(m[2].speed));
    assert_near(m[3].density, 0.5 / 16, ROUNDING);
    assert_true(isnan(m[3].speed)); // one row has no speed
    recording_free(&r);
}

/// A wall without thickness across the room, with an opening at the top.
static void test_wall(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_row(&b, 1, 0, 1, 1);
    add_row(&b, 2, 0, 7, 1);
    recording r = finish_recording(&b, 1);
    scene *s = give_floor(&r, ROOM);
    double cells[2];
    add_obstacle(s, SCENE_SEGMENT, (const wend_vec2[]){{5, 0}, {5, 4}}, 2);
    // The border is at 4: the strip from 4 to 5 is nobody's, because the wall is in between.
    find(&r, INFINITY, NULL, 0, cells);
    assert_near(cells[0], 16, ROUNDING);
    assert_near(cells[1], 12, ROUNDING);
    recording_free(&r);

    recording_build_start(&b);
    add_row(&b, 1, 0, 1, 1);
    add_row(&b, 2, 0, 7, 1);
    r = finish_recording(&b, 1);
    s = give_floor(&r, ROOM);
    add_obstacle(s, SCENE_SEGMENT, (const wend_vec2[]){{5, 0}, {5, 3}}, 2);
    find(&r, INFINITY, NULL, 0, cells);
    assert_near(cells[1], 16, ROUNDING); // around the end of the wall
    recording_free(&r);
}

/// An obstacle in a cell, with a hole in it: the courtyard is nobody's.
static void test_courtyard(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_row(&b, 1, 0, 1, 2);
    recording r = finish_recording(&b, 1);
    scene *s = give_floor(&r, ROOM);
    const wend_vec2 rings[] = {{3, 1},   {6, 1},   {6, 3},   {3, 3},
                               {4, 1.5}, {4, 2.5}, {5, 2.5}, {5, 1.5}};
    scene_obstacle *yard = scene_add_obstacle(s);
    assert_non_null(yard);
    yard->kind = SCENE_POLYGON;
    wend_vec2 points[8];
    uint32_t ends[] = {4, 8};
    memcpy(points, rings, sizeof rings);
    yard->shape = (scene_shape){points, ends, 2, 8};
    double cells[1];
    find(&r, INFINITY, NULL, 0, cells);
    assert_near(cells[0], 32 - 6, ROUNDING);
    recording_free(&r);
}

/// Who leans over the wall has a cell, who is far outside has none.
static void test_astray(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_row(&b, 1, 0, 2, -0.5 * MEASURE_ASTRAY);
    add_row(&b, 2, 0, 6, 2);
    add_row(&b, 3, 0, 4, 4 + 2 * MEASURE_ASTRAY);
    recording r = finish_recording(&b, 1);
    give_floor(&r, ROOM);
    double cells[3];
    find(&r, INFINITY, NULL, 0, cells);
    assert_true(cells[0] > 5 && cells[0] < 16);
    assert_true(cells[1] > 5 && cells[1] < 16);
    assert_true(isnan(cells[2]));
    recording_free(&r);
}

static void test_unsound(void **state)
{
    (void)state;
    recording r = make_pair();
    scene *s = give_floor(&r, ROOM);
    add_obstacle(s, SCENE_SEGMENT, (const wend_vec2[]){{-5, 2}, {5, 2}}, 2);
    const wend_vec2 ring[] = {{2, 1}, {4, 1}, {4, 3}, {2, 3}};
    measure_moment m[3];
    double cells[6];
    problem_list problems = {.file = "test"};
    const measure_voronoi_rule rule = rule_of(INFINITY);
    const measure_voronoi_area area = {{ring, 4}, m};
    assert_true(measure_find_voronoi(&r, &rule, &area, 1, cells, &problems));
    assert_int_equal(problems.count, 1);
    assert_true(isnan(cells[0]) && isnan(m[1].density) && isnan(m[1].speed));
    problem_free(&problems);
    recording_free(&r);
}

/// The floor changes: a wall comes in frame 1.
static void test_floors(void **state)
{
    (void)state;
    recording r = make_pair();
    give_floor(&r, ROOM);
    scene *open = r.floors[0].floor;
    free(r.floors);
    scene *shut = give_floor(&r, ROOM);
    add_obstacle(shut, SCENE_SEGMENT, (const wend_vec2[]){{4.5, 0}, {4.5, 4}}, 2);
    recorded_floor *both = calloc(2, sizeof *both);
    assert_non_null(both);
    both[0].floor = open;
    both[1].floor = shut;
    free(r.floors);
    r.floors = both;
    r.floor_count = 2;
    r.frame_floor = calloc(3, sizeof *r.frame_floor);
    assert_non_null(r.frame_floor);
    r.frame_floor[1] = 1;
    double cells[6];
    find(&r, INFINITY, NULL, 0, cells);
    assert_near(cells[3], 20, ROUNDING);
    assert_near(cells[4], 4 * 3.5, ROUNDING);
    assert_near(cells[5], 16, ROUNDING);
    recording_free(&r);
}

/// A map: squares have their parts of cells, so densities add up to agents.
static void test_map(void **state)
{
    (void)state;
    recording r = make_pair();
    give_floor(&r, ROOM);
    measure_map_rule rule = measure_default_map_rule(&r, MEASURE_DENSITY);
    const measure_voronoi_rule cells = rule_of(INFINITY);
    problem_list problems = {.file = "test"};
    measure_map map;
    rule.box = ROOM;
    rule.cell = 0.75; // 11 columns reach beyond the room
    assert_true(measure_make_voronoi_map(&r, &rule, &cells, &map, &problems));
    assert_int_equal(map.width, 11);
    double agents = 0;
    for (size_t i = 0; i < (size_t)map.width * map.height; ++i)
        agents += map.values[i] * 0.75 * 0.75;
    assert_near(agents, 2, ROUNDING);
    // Cells of 12, 14 and 16 m^2 are there in the three frames.
    assert_near(map.values[0], (1 / 12.0 + 1 / 14.0 + 1 / 16.0) / 3, ROUNDING);
    measure_map_free(&map);
    rule.kind = MEASURE_SPEED;
    rule.cell = 1;
    assert_true(measure_make_voronoi_map(&r, &rule, &cells, &map, &problems));
    assert_near(map.values[0], 1, ROUNDING);
    assert_near(map.values[7], 0, ROUNDING);
    assert_near(map.values[3], (0.5 + 1) / 3, ROUNDING); // half of it in frame 1, all in frame 2
    measure_map_free(&map);
    rule.first = 1;
    rule.last = 1;
    assert_true(measure_make_voronoi_map(&r, &rule, &cells, &map, &problems));
    assert_near(map.values[3], 0.5, ROUNDING);
    measure_map_free(&map);
    assert_int_equal(problems.count, 0);
    recording_free(&r);
}

// ---- against pixels -----------------------------------------------------------------------------

enum { WIDE = 320, HIGH = 160, AGENTS = 12 };
#define PIXEL (8.0 / WIDE)

static wend_vec2 middle_of(int pixel)
{
    return (wend_vec2){(pixel % WIDE + 0.5) * PIXEL, (pixel / WIDE + 0.5) * PIXEL};
}

/// Whose a pixel is: the nearest one's, or nobody's (-1) in a wall.
static void own_pixels(const wend_floor *floor, const wend_vec2 *agents, int8_t *owner)
{
    for (int i = 0; i < WIDE * HIGH; ++i) {
        wend_vec2 p = middle_of(i);
        int nearest = 0;
        for (int k = 1; k < AGENTS; ++k)
            if (hypot(agents[k].x - p.x, agents[k].y - p.y) <
                hypot(agents[nearest].x - p.x, agents[nearest].y - p.y))
                nearest = k;
        owner[i] = wend_floor_locate(floor, p, NULL) == WEND_LOCATION_FREE ? (int8_t)nearest : -1;
    }
}

/// How many pixels are joined to the agent's own, through pixels of its cell.
static int flood(const int8_t *owner, wend_vec2 agent, int8_t number)
{
    static int stack[WIDE * HIGH];
    static bool seen[WIDE * HIGH];
    memset(seen, 0, sizeof seen);
    int count = 0, used = 0, start = (int)(agent.y / PIXEL) * WIDE + (int)(agent.x / PIXEL);
    if (owner[start] != number)
        return 0;
    stack[used++] = start;
    seen[start] = true;
    while (used > 0) {
        int at = stack[--used], column = at % WIDE, row = at / WIDE;
        ++count;
        const int beside[] = {column > 0 ? at - 1 : at, column + 1 < WIDE ? at + 1 : at,
                              row > 0 ? at - WIDE : at, row + 1 < HIGH ? at + WIDE : at};
        for (int k = 0; k < 4; ++k)
            if (owner[beside[k]] == number && !seen[beside[k]]) {
                seen[beside[k]] = true;
                stack[used++] = beside[k];
            }
    }
    return count;
}

/// A room with some blocks in it, apart from each other, and agents between them.
static bool make_blocks(wend_random *random, recording *r, wend_vec2 *agents)
{
    recording_build b;
    recording_build_start(&b);
    for (uint32_t i = 0; i < AGENTS; ++i) {
        agents[i] = (wend_vec2){wend_random_unit(random) * 8, wend_random_unit(random) * 4};
        add_row(&b, i, 0, agents[i].x, agents[i].y);
    }
    *r = finish_recording(&b, 1);
    scene *s = give_floor(r, ROOM);
    for (int i = 0; i < 8; ++i) {
        double x = 1 + 2 * (i % 4), y = 1 + 2 * (i / 4);
        wend_vec2 ring[6];
        uint32_t corners = 3 + wend_random_below(random, 4);
        for (uint32_t k = 0; k < corners; ++k) {
            double angle = 6.283185307179586 * k / corners + 0.3 * i;
            double out = wend_random_between(random, 0.1, 0.95);
            ring[k] = (wend_vec2){x + out * cos(angle), y + out * sin(angle)};
        }
        if (wend_random_below(random, 4) > 0 &&
            wend_polygon_check(ring, corners, NULL, NULL) == WEND_OK)
            add_obstacle(s, SCENE_POLYGON, ring, corners);
    }
    return true;
}

/// Pixels miss by as much as borders are long: a cell's area by this much at most, where it is not
/// joined through a gap of a pixel's width.
#define PIXEL_ERROR 0.1

static void test_pixels(void **state)
{
    (void)state;
    static int8_t owner[WIDE * HIGH];
    int compared = 0, apart = 0;
    uint64_t floors = long_tier() ? 400 : 8;
    for (uint64_t seed = 1; seed <= floors; ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        recording r;
        wend_vec2 agents[AGENTS];
        double cells[AGENTS];
        make_blocks(&random, &r, agents);
        wend_floor *floor;
        uint32_t defects;
        assert_int_equal(scene_floor(r.floors[0].floor, &floor, NULL), WEND_OK);
        if (wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK) {
            find(&r, INFINITY, NULL, 0, cells);
            own_pixels(floor, agents, owner);
            for (int8_t i = 0; i < AGENTS; ++i) {
                if (wend_floor_locate(floor, agents[i], NULL) != WEND_LOCATION_FREE)
                    continue;
                double wanted = flood(owner, agents[i], i) * PIXEL * PIXEL;
                ++compared;
                apart += fabs(cells[i] - wanted) > PIXEL_ERROR;
            }
        }
        wend_floor_destroy(floor);
        recording_free(&r);
    }
    if (compared < 30 || apart > compared / 50)
        fail_msg("%d of %d cells are not as large as their pixels", apart, compared);
}

// ---- an experiment ------------------------------------------------------------------------------

/// Juelich, bottleneck of 0.5 m, with the floor of PedPy's user planner.
static bool load_bottleneck(recording *r)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/trajectories/040_c_56_h-.txt", data_folder());
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("%s is not there\n", path);
        return false;
    }
    fclose(file);
    problem_list problems = {.file = path};
    assert_true(recording_load(path, &(recording_hints){0}, r, &problems));
    problem_free(&problems);
    scene *s = give_floor(r, (wend_box){{-3.5, -2}, {3.5, 8}});
    const wend_vec2 left[] = {{-0.7, -1.1}, {-0.25, -1.1}, {-0.25, -0.15}, {-0.4, 0},
                              {-2.8, 0},    {-2.8, 6.7},   {-3.05, 6.7},   {-3.05, -0.3},
                              {-0.7, -0.3}, {-0.7, -1}};
    const wend_vec2 right[] = {{0.25, -1.1}, {0.7, -1.1}, {0.7, -0.3}, {3.05, -0.3}, {3.05, 6.7},
                               {2.8, 6.7},   {2.8, 0},    {0.4, 0},    {0.25, -0.15}};
    add_obstacle(s, SCENE_POLYGON, left, 10);
    add_obstacle(s, SCENE_POLYGON, right, 9);
    return true;
}

/// What scipy and shapely find with PedPy's formulas, speeds over 5 frames to both sides.
typedef struct expected {
    double cutoff;
    double individual;                   ///< mean of all rows
    double density[2], speed[2];         ///< means of all frames in the two areas
    double early[2], middle[2], late[2]; ///< density in frames 100, 500 and 1500
    double flow[2];                      ///< speed in frame 500
} expected;

static const expected PEDPY[] = {
    {INFINITY,
     4.2074278315415725,
     {5.944774925543913, 3.625797245326536},
     {0.16201515736871785, 0.16413303463256873},
     {8.245530219492725, 5.684385811780022},
     {8.183648473451237, 5.200421745311792},
     {0.3957425857855689, 0.23649514320511203},
     {0.19286083062027437, 0.11149999251150819}},
    {1.0,
     4.316143049330015,
     {6.02260511250595, 3.771290381395345},
     {0.14377266804910666, 0.1308625066778244},
     {8.245530219492723, 5.695416243500132},
     {8.183648473451237, 5.211001077664276},
     {1.0968099446567492, 0.6879095699495085},
     {0.19286083062027434, 0.1114999925115082}},
};

static void compare(const recording *r, const expected *e)
{
    const wend_vec2 box[] = {{-0.4, 0.5}, {0.4, 0.5}, {0.4, 1.3}, {-0.4, 1.3}};
    const wend_vec2 hook[] = {{-1, 0.5}, {1, 0.5}, {1, 3}, {0.5, 3}, {0.5, 1}, {-1, 1}};
    uint32_t frames = r->frame_count;
    measure_moment *moments = calloc(2 * (size_t)frames, sizeof *moments);
    double *cells = calloc(r->row_count, sizeof *cells);
    assert_true(moments && cells);
    const measure_voronoi_area areas[] = {{{box, 4}, moments}, {{hook, 6}, moments + frames}};
    const measure_voronoi_rule rule = {{5, MEASURE_SINGLE_SIDED}, e->cutoff, MEASURE_QUARTER};
    problem_list problems = {.file = "test"};
    assert_true(measure_find_voronoi(r, &rule, areas, 2, cells, &problems));
    assert_int_equal(problems.count, 0);
    double individual = 0;
    for (size_t i = 0; i < r->row_count; ++i)
        individual += 1 / cells[i];
    assert_near(individual / (double)r->row_count, e->individual, 1e-11);
    for (int i = 0; i < 2; ++i) {
        const measure_moment *m = areas[i].moments;
        double density = 0, speed = 0;
        for (uint32_t f = 0; f < frames; ++f) {
            density += m[f].density;
            speed += isnan(m[f].speed) ? 0 : m[f].speed; // as PedPy
        }
        assert_near(density / frames, e->density[i], 1e-11);
        assert_near(speed / frames, e->speed[i], 1e-11);
        assert_near(m[100].density, e->early[i], 1e-11);
        assert_near(m[500].density, e->middle[i], 1e-11);
        assert_near(m[1500].density, e->late[i], 1e-11);
        assert_near(m[500].speed, e->flow[i], 1e-11);
    }
    free(moments);
    free(cells);
}

static void test_pedpy(void **state)
{
    (void)state;
    recording r;
    if (!load_bottleneck(&r)) {
        skip();
        return;
    }
    assert_int_equal(r.frame_count, 1657);
    assert_int_equal(r.row_count, 63110);
    compare(&r, &PEDPY[0]);
    compare(&r, &PEDPY[1]);
    recording_free(&r);
}

// ---- memory -------------------------------------------------------------------------------------

static bool measure_all(const void *argument)
{
    const recording *r = argument;
    const wend_vec2 ring[] = {{2, 1}, {4, 1}, {4, 3}, {2, 3}};
    measure_moment m[3];
    double cells[6];
    problem_list problems = {.file = "test"};
    const measure_voronoi_rule rule = rule_of(1.5);
    const measure_voronoi_area area = {{ring, 4}, m};
    measure_map map = {0};
    const measure_map_rule speeds = measure_default_map_rule(r, MEASURE_SPEED);
    bool done = measure_find_voronoi(r, &rule, &area, 1, cells, &problems) &&
                measure_make_voronoi_map(r, &speeds, &rule, &map, &problems);
    measure_map_free(&map);
    problem_free(&problems);
    return done;
}

static void test_memory(void **state)
{
    (void)state;
    recording r = make_pair();
    scene *s = give_floor(&r, ROOM);
    add_obstacle(s, SCENE_SEGMENT, (const wend_vec2[]){{4, 1}, {4, 3}}, 2);
    assert_true(count_failures(measure_all, &r) > 20);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pair),   cmocka_unit_test(test_forms),
        cmocka_unit_test(test_cutoff), cmocka_unit_test(test_shared),
        cmocka_unit_test(test_wall),   cmocka_unit_test(test_courtyard),
        cmocka_unit_test(test_astray), cmocka_unit_test(test_unsound),
        cmocka_unit_test(test_floors), cmocka_unit_test(test_map),
        cmocka_unit_test(test_pixels), cmocka_unit_test(test_pedpy),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
