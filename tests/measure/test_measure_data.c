// SPDX-License-Identifier: MIT
// Real experiments: the flows that the data's manifest states, within 2 %, and figures that an
// independent program found by PedPy's definitions.
#include "tests/record/recorded.h"

#include "measure/measure.h"

#include <stdio.h>

/// What the other program prints has nine decimals.
#define PRINTED 1e-9

/// Reads a file of the data; false: it is not there, and the test is skipped.
static bool load(const char *name, double fps, double unit, recording *r)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/trajectories/%s", data_folder(), name);
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("%s is not there\n", path);
        return false;
    }
    fclose(file);
    problem_list problems = {.file = name};
    const recording_hints hints = {.fps = fps, .unit = unit};
    bool loaded = recording_load(path, &hints, r, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    assert_true(loaded);
    return true;
}

/// Juelich, bottleneck of 0.5 m: 75 people, 25 frames a second.
static bool load_bottleneck(recording *r)
{
    return load("040_c_56_h-.txt", 0, 0, r);
}

/// Juelich, corridor of 1.8 m with an exit of 0.7 m: 148 people, 16 frames a second, centimetres.
static bool load_corridor(recording *r)
{
    return load("uo-180-180-070.txt", 16, 0.01, r);
}

/// What is expected at a line from (low, y) to (high, y).
typedef struct expected_line {
    double low, high, y;
    size_t count;
    double manifest; ///< the flow that the manifest states [Units: 1/s]
    uint32_t first, last;
    size_t parts; ///< of 100 frames
    double part_flow, part_speed, speed;
} expected_line;

static void check_line(const recording *r, uint32_t window_frames, const expected_line *e)
{
    const measure_window window = {window_frames, MEASURE_SINGLE_SIDED};
    const measure_line line = {.at = {{e->low, e->y}, {e->high, e->y}}};
    measure_crossings c;
    measure_flow_parts parts;
    assert_true(measure_find_crossings(r, &line, &c));
    measure_flow flow = measure_flow_of(r, &line, &c, window);
    assert_int_equal(flow.count, e->count);
    assert_near(flow.flow, e->manifest, 0.02 * e->manifest);
    assert_near(flow.speed, e->speed, PRINTED);
    assert_int_equal(c.items.data[0].frame, e->first);
    assert_int_equal(c.items.data[c.items.count - 1].frame, e->last);
    assert_true(measure_find_flow_parts(r, &c, 100, window, &parts));
    assert_int_equal(parts.items.count, e->parts);
    double flows = 0, speeds = 0;
    for (size_t i = 0; i < parts.items.count; ++i) {
        flows += parts.items.data[i].flow;
        speeds += parts.items.data[i].speed;
    }
    assert_near(flows / (double)e->parts, e->part_flow, PRINTED);
    assert_near(speeds / (double)e->parts, e->part_speed, PRINTED);
    measure_flow_parts_free(&parts);
    measure_crossings_free(&c);
}

/// The means of classic density and of the mean speed in a box.
static void check_area(const recording *r, uint32_t window_frames, wend_box box, double density,
                       double speed, size_t frames)
{
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    measure_moment *m = calloc(r->frame_count, sizeof *m);
    assert_non_null(m);
    measure_moments(r, (measure_area){ring, 4},
                    (measure_window){window_frames, MEASURE_SINGLE_SIDED}, m);
    double densities = 0, speeds = 0;
    size_t known = 0;
    for (uint32_t f = 0; f < r->frame_count; ++f) {
        densities += m[f].density;
        if (isnan(m[f].speed))
            continue;
        speeds += m[f].speed;
        ++known;
    }
    assert_int_equal(known, frames);
    assert_near(densities / r->frame_count, density, PRINTED);
    assert_near(speeds / (double)known, speed, PRINTED);
    free(m);
}

static void check_speeds(const recording *r, uint32_t window_frames, double mean)
{
    double sum = 0;
    for (size_t row = 0; row < r->row_count; ++row)
        sum += measure_speed(r, row, (measure_window){window_frames, MEASURE_SINGLE_SIDED});
    assert_near(sum / (double)r->row_count, mean, PRINTED);
}

static void test_bottleneck(void **state)
{
    (void)state;
    recording r;
    if (!load_bottleneck(&r))
        skip();
    assert_int_equal(r.agent_count, 75);
    assert_int_equal(r.row_count, 63110);
    assert_int_equal(measure_default_window(&r).frames, 5);
    check_speeds(&r, 5, 0.199764622);
    const expected_line line = {-0.5, 0.5, 0,           75,          1.15,       13,
                                1625, 16,  1.177304701, 0.410225477, 0.411557529};
    check_line(&r, 5, &line);
    // The manifest: between 0.52 s and 65.0 s.
    assert_near(measure_time(&r, line.first), 0.52, ROUNDING);
    assert_near(measure_time(&r, line.last), 65, ROUNDING);
    check_area(&r, 5, (wend_box){{-0.5, 0.5}, {0.5, 1.3}}, 6.531382016, 0.137836730, 1599);
    recording_free(&r);
}

static void test_corridor(void **state)
{
    (void)state;
    recording r;
    if (!load_corridor(&r))
        skip();
    assert_int_equal(r.agent_count, 148);
    assert_int_equal(r.row_count, 75336);
    check_speeds(&r, 3, 0.480232190);
    const expected_line lines[] = {
        {-1, 3, 4, 148, 2.16, 31, 1121, 11, 2.162040959, 0.546308714, 0.676050962},
        {-1, 3, 0, 148, 1.86, 60, 1323, 13, 1.871069482, 0.525738722, 0.614014451},
        {-1, 3, -4, 148, 1.60, 91, 1564, 15, 1.602788385, 0.741157179, 0.744306096},
    };
    for (size_t i = 0; i < 3; ++i)
        check_line(&r, 3, &lines[i]);
    check_area(&r, 3, (wend_box){{0, -2}, {1.8, 2}}, 2.163107639, 0.500238510, 1419);
    // The strip from y = 1 down to y = -1: the left of who looks against x.
    measure_passages p;
    assert_true(measure_find_passages(&r, (wend_segment){{3, 1}, {-1, 1}}, 2, &p));
    assert_int_equal(p.items.count, 148);
    double density = 0, speed = 0;
    for (size_t i = 0; i < p.items.count; ++i) {
        density += p.items.data[i].density;
        speed += p.items.data[i].speed;
    }
    assert_near(density / 148, 1.171819200, PRINTED);
    assert_near(speed / 148, 0.556386151, PRINTED);
    measure_passages_free(&p);
    recording_free(&r);
}

/// Nobody walks less than the shortest way, but for corners that are cut between frames.
static void test_shortest_ways(void **state)
{
    (void)state;
    recording r;
    if (!load_bottleneck(&r))
        skip();
    // As in the manifest: two barriers leave an opening of 0.5 m; the heads lean over them.
    const wend_vec2 left[] = {{-3.5, -0.2}, {-0.25, -0.2}, {-0.25, 0}, {-3.5, 0}};
    const wend_vec2 right[] = {{0.25, -0.2}, {3.5, -0.2}, {3.5, 0}, {0.25, 0}};
    scene *s = give_floor(&r, (wend_box){{-3.5, -2}, {3.5, 8}});
    add_obstacle(s, SCENE_POLYGON, left, 4);
    add_obstacle(s, SCENE_POLYGON, right, 4);
    measure_agent *agents = calloc(r.agent_count, sizeof *agents);
    assert_non_null(agents);
    measure_agents_rule rule = measure_default_agents_rule(&r);
    problem_list problems = {.file = "test"};
    assert_true(measure_agents(&r, &rule, agents, &problems));
    assert_int_equal(problems.count, 0);
    measure_agents_summary summary;
    assert_true(measure_summarise(&r, agents, &summary));
    assert_int_equal(summary.detour.count, 75);
    assert_true(summary.detour.least > 0.99);
    assert_true(summary.detour.mean > 1 && summary.detour.mean < 3);
    free(agents);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bottleneck),
        cmocka_unit_test(test_corridor),
        cmocka_unit_test(test_shortest_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
