// SPDX-License-Identifier: MIT
// Speeds, statistics, crossings and flow, on trajectories whose answers are known by hand.
#include "tests/record/recorded.h"
#include "tests/support/failing_malloc.h"

#include "measure/measure.h"
#include "wend/random.h"

#include <string.h>

// ---- speed --------------------------------------------------------------------------------------

/// x = 0.01 f^2 in frames 0 to 10, ten a second.
static recording parabola(void)
{
    recording_build b;
    recording_build_start(&b);
    for (uint32_t f = 0; f <= 10; ++f)
        add_row(&b, 1, f, 0.01 * f * f, 3);
    return finish_recording(&b, 10);
}

static void test_speed(void **state)
{
    (void)state;
    recording r = parabola();
    const measure_window single = {2, MEASURE_SINGLE_SIDED}, exclude = {2, MEASURE_EXCLUDE},
                         adaptive = {2, MEASURE_ADAPTIVE};
    // In the middle all are the same: (0.49 - 0.09) / 0.4 s.
    assert_near(measure_speed(&r, 5, single), 1, ROUNDING);
    assert_near(measure_speed(&r, 5, exclude), 1, ROUNDING);
    assert_near(measure_speed(&r, 5, adaptive), 1, ROUNDING);
    // At the ends: from here to two later, or from two before to here ...
    assert_near(measure_speed(&r, 0, single), 0.04 / 0.2, ROUNDING);
    assert_near(measure_speed(&r, 1, single), (0.09 - 0.01) / 0.2, ROUNDING);
    assert_near(measure_speed(&r, 10, single), (1 - 0.64) / 0.2, ROUNDING);
    // ... nothing ...
    assert_true(isnan(measure_speed(&r, 1, exclude)));
    assert_true(isnan(measure_speed(&r, 9, exclude)));
    assert_near(measure_speed(&r, 2, exclude), 0.16 / 0.4, ROUNDING);
    // ... or as many as there are to both sides.
    assert_near(measure_speed(&r, 1, adaptive), 0.04 / 0.2, ROUNDING);
    assert_true(isnan(measure_speed(&r, 0, adaptive)));
    assert_true(isnan(measure_speed(&r, 10, adaptive)));
    // A direction; its length does not matter.
    assert_near(measure_speed_along(&r, 5, single, (wend_vec2){-3, 0}), -1, ROUNDING);
    assert_near(measure_speed_along(&r, 5, single, (wend_vec2){2, 2}), sqrt(0.5), ROUNDING);
    assert_true(isnan(measure_speed_along(&r, 0, exclude, (wend_vec2){1, 0})));
    recording_free(&r);
}

static void test_speed_with_missing_frames(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    const uint32_t frames[] = {0, 1, 2, 4, 5};
    for (size_t i = 0; i < 5; ++i)
        add_row(&b, 1, frames[i], frames[i], 0);
    add_row(&b, 2, 3, 0, 0); // alone in its frame
    recording r = finish_recording(&b, 1);
    // n counts rows and the time is the true one: it always walks at 1 m/s.
    for (size_t row = 0; row < 5; ++row)
        assert_near(measure_speed(&r, row, (measure_window){1, MEASURE_SINGLE_SIDED}), 1, ROUNDING);
    assert_near(measure_speed(&r, 2, (measure_window){1, MEASURE_EXCLUDE}), 1, ROUNDING);
    assert_true(isnan(measure_speed(&r, 2, (measure_window){1, MEASURE_ADAPTIVE})));
    assert_near(measure_speed(&r, 2, (measure_window){2, MEASURE_ADAPTIVE}), 1, ROUNDING);
    for (measure_border border = MEASURE_SINGLE_SIDED; border <= MEASURE_EXCLUDE; ++border)
        assert_true(isnan(measure_speed(&r, 5, (measure_window){1, border})));
    recording_free(&r);
}

static void test_default_window(void **state)
{
    (void)state;
    const struct {
        double fps;
        uint32_t frames;
    } cases[] = {{25, 5}, {16, 3}, {10, 2}, {2, 1}, {0.1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        recording r = {.fps = cases[i].fps, .frame_count = 100};
        assert_int_equal(measure_default_window(&r).frames, cases[i].frames);
    }
    recording r = {.fps = 1e6, .frame_count = 3};
    assert_int_equal(measure_default_window(&r).frames, 4);
}

// ---- statistics ---------------------------------------------------------------------------------

static void test_statistics(void **state)
{
    (void)state;
    double values[23];
    for (int i = 0; i < 20; ++i)
        values[i] = (i * 7) % 20 + 1; // 1 to 20, shuffled
    values[20] = values[21] = values[22] = NAN;
    measure_statistics s;
    assert_true(measure_statistics_of(values, 23, &s));
    assert_int_equal(s.count, 20);
    assert_near(s.mean, 10.5, ROUNDING);
    assert_near(s.deviation, sqrt(35), ROUNDING);
    assert_near(s.median, 10.5, 0);
    assert_near(s.least, 1, 0);
    assert_near(s.most, 20, 0);
    assert_near(s.most_95, 19, 0);
    assert_true(measure_statistics_of(values, 1, &s));
    assert_near(s.mean, values[0], 0);
    assert_near(s.most_95, values[0], 0);
    assert_true(isnan(s.deviation));
    assert_true(measure_statistics_of(values + 20, 3, &s));
    assert_int_equal(s.count, 0);
    assert_true(isnan(s.mean) && isnan(s.deviation) && isnan(s.least) && isnan(s.median) &&
                isnan(s.most) && isnan(s.most_95));
    assert_true(measure_statistics_of(NULL, 0, &s));
    assert_int_equal(s.count, 0);
    const double sorted[] = {1, 2, 3, 4};
    assert_near(measure_quantile(sorted, 4, 0), 1, 0);
    assert_near(measure_quantile(sorted, 4, 0.25), 1, 0);
    assert_near(measure_quantile(sorted, 4, 0.26), 2, 0);
    assert_near(measure_quantile(sorted, 4, 1), 4, 0);
    assert_true(isnan(measure_quantile(sorted, 0, 0.5)));
}

// ---- crossings ----------------------------------------------------------------------------------

/// From (0, 0) to (0, 2): its left is x < 0.
static const wend_segment LINE = {{0, 0}, {0, 2}};

static measure_crossings crossings_of(const recording *r, measure_direction direction, bool every)
{
    measure_crossings c;
    const measure_line line = {LINE, direction, every};
    assert_true(measure_find_crossings(r, &line, &c));
    return c;
}

static void test_crossing(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 5, 0, 11, (wend_vec2){-0.75, 1}, (wend_vec2){0.5, 0}); // beyond in frame 2
    recording r = finish_recording(&b, 10);
    measure_crossings c = crossings_of(&r, MEASURE_BOTH, false);
    assert_int_equal(c.items.count, 1);
    assert_int_equal(c.items.data[0].agent, 0);
    assert_int_equal(c.items.data[0].frame, 2);
    assert_int_equal(c.items.data[0].row, 2);
    assert_int_equal(c.items.data[0].direction, MEASURE_TO_RIGHT);
    assert_near(c.items.data[0].time, 0.15, ROUNDING);
    uint32_t counts[11];
    measure_n_t(&r, &c, counts);
    for (uint32_t f = 0; f < 11; ++f)
        assert_int_equal(counts[f], f >= 2);
    measure_crossings_free(&c);
    c = crossings_of(&r, MEASURE_TO_LEFT, false);
    assert_int_equal(c.items.count, 0);
    measure_n_t(&r, &c, counts);
    assert_int_equal(counts[10], 0);
    measure_crossings_free(&c);
    recording_free(&r);
}

/// How often an agent with these places crosses, every time counted.
static size_t count_crossings(const wend_vec2 *places, uint32_t count)
{
    recording_build b;
    recording_build_start(&b);
    for (uint32_t f = 0; f < count; ++f)
        add_row(&b, 1, f, places[f].x, places[f].y);
    recording r = finish_recording(&b, 1);
    measure_crossings c = crossings_of(&r, MEASURE_BOTH, true);
    size_t found = c.items.count;
    measure_crossings_free(&c);
    recording_free(&r);
    return found;
}

#define crossings_along(...)                                                                       \
    count_crossings((const wend_vec2[]){__VA_ARGS__},                                              \
                    (uint32_t)(sizeof(const wend_vec2[]){__VA_ARGS__} / sizeof(wend_vec2)))

static void test_crossings_on_the_line(void **state)
{
    (void)state;
    // Through an end; beside one; along the line; standing on it for a while.
    assert_int_equal(crossings_along({-1, 0}, {1, 0}), 1);
    assert_int_equal(crossings_along({-1, -1}, {1, -1}), 0);
    assert_int_equal(crossings_along({-1, 1}, {0, 1}, {0, 1}, {0, 1.5}, {1, 1}), 1);
    // Back from it; onto it and no more; from it at first.
    assert_int_equal(crossings_along({-1, 1}, {0, 1}, {-1, 1}), 0);
    assert_int_equal(crossings_along({-1, 1}, {0, 1}), 0);
    assert_int_equal(crossings_along({0, 1}, {1, 1}), 1);
    // Around its end, touching the line's continuation; then back through it.
    assert_int_equal(crossings_along({-1, 3}, {0, 3}, {1, 3}), 0);
    assert_int_equal(crossings_along({-1, 3}, {0, 3}, {1, 3}, {-1, 1}), 1);
    // Onto the continuation, then along it onto the line, and off: it leaves from the line.
    assert_int_equal(crossings_along({-1, 3}, {0, 3}, {0, 1}, {1, 1}), 1);
    assert_int_equal(crossings_along({-1, 1}, {0, 1}, {0, 3}, {1, 3}), 0);
    // To and fro.
    assert_int_equal(crossings_along({-1, 1}, {1, 1}, {-1, 1}, {1, 1}), 3);
    assert_int_equal(crossings_along({-1, 1}), 0);
    // A hair beyond is beyond.
    assert_int_equal(crossings_along({-1, 1}, {5e-324, 1}), 1);
}

static void test_directions(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    for (uint32_t f = 0; f < 6; ++f) // to the right in frames 1, 3, 5
        add_row(&b, 1, f, f % 2 ? 1 : -1, 1);
    add_row(&b, 2, 0, 1, 1); // to the left in frame 4, after missing frames
    add_row(&b, 2, 4, -3, 1);
    recording r = finish_recording(&b, 2);
    measure_crossings c = crossings_of(&r, MEASURE_BOTH, false);
    assert_int_equal(c.items.count, 2);
    assert_int_equal(c.items.data[0].frame, 1);
    assert_int_equal(c.items.data[1].frame, 4);
    assert_int_equal(c.items.data[1].direction, MEASURE_TO_LEFT);
    assert_near(c.items.data[1].time, 0.5, ROUNDING); // a quarter of the way from 0 s to 2 s
    measure_crossings_free(&c);
    c = crossings_of(&r, MEASURE_TO_LEFT, false);
    assert_int_equal(c.items.count, 2);
    assert_int_equal(c.items.data[0].frame, 2);
    measure_crossings_free(&c);
    c = crossings_of(&r, MEASURE_BOTH, true);
    assert_int_equal(c.items.count, 6);
    for (size_t i = 1; i < 6; ++i) // by frame, then by agent
        assert_true(c.items.data[i].frame > c.items.data[i - 1].frame ||
                    c.items.data[i].agent > c.items.data[i - 1].agent);
    measure_crossings_free(&c);
    recording_free(&r);
}

/// On a lattice, in whole numbers: does the way from p to q meet the line x = 0, 0 <= y <= 2?
static bool meets(const int p[2], const int q[2])
{
    if (p[0] == 0 && q[0] == 0)
        return !((p[1] < 0 && q[1] < 0) || (p[1] > 2 && q[1] > 2));
    if (p[0] * q[0] > 0)
        return false;
    // y = (p.y q.x - q.y p.x) / (q.x - p.x)
    int y = p[1] * q[0] - q[1] * p[0], by = q[0] - p[0];
    if (by < 0) {
        y = -y;
        by = -by;
    }
    return y >= 0 && y <= 2 * by;
}

/// Ways as letters: how long the runs of the same letter are.
static void test_bursts(void **state)
{
    (void)state;
    static const struct {
        const char *ways;
        size_t count;
        double mean, chance;
    } cases[] = {
        {"", 0, NAN, NAN},         {"l", 1, 1, NAN},
        {"llll", 1, 4, NAN},       {"lrlr", 4, 1, 16.0 / 12},
        {"llrr", 2, 2, 16.0 / 12}, {"rrrlllllr", 3, 3, 81.0 / (9 + 2 * 5 * 4)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        measure_crossing items[16];
        size_t count = strlen(cases[i].ways);
        for (size_t k = 0; k < count; ++k)
            items[k] = (measure_crossing){.direction = cases[i].ways[k] == 'l' ? MEASURE_TO_LEFT
                                                                               : MEASURE_TO_RIGHT};
        measure_crossings crossings = {0};
        crossings.items.data = items;
        crossings.items.count = count;
        measure_bursts found = measure_bursts_of(&crossings);
        assert_int_equal(found.count, cases[i].count);
        assert_true(isnan(cases[i].mean) ? isnan(found.mean) : found.mean == cases[i].mean);
        assert_true(isnan(cases[i].chance) ? isnan(found.chance)
                                           : fabs(found.chance - cases[i].chance) < ROUNDING);
    }
}

static void test_crossings_against_whole_numbers(void **state)
{
    (void)state;
    const uint64_t seed = 5;
    wend_random random = wend_random_stream(seed, 0);
    int rounds = long_tier() ? 100000 : 3000;
    for (int round = 0; round < rounds; ++round) {
        wend_vec2 places[12];
        int last[2] = {0, 0}, side = 0;
        size_t expected = 0;
        for (int i = 0; i < 12; ++i) {
            int at[2] = {(int)wend_random_below(&random, 5) - 2,
                         (int)wend_random_below(&random, 7) - 2};
            places[i] = (wend_vec2){at[0], at[1]};
            int now = (at[0] > 0) - (at[0] < 0);
            if (now != 0) {
                expected += i > 0 && now != side && meets(last, at);
                side = now;
            }
            last[0] = at[0];
            last[1] = at[1];
        }
        if (count_crossings(places, 12) != expected)
            fail_msg("seed %llu, round %d", (unsigned long long)seed, round);
    }
}

// ---- flow ---------------------------------------------------------------------------------------

/// One after the other every half second at 1.3 m/s through the line of 2 m, 11 in all.
static recording queue(void)
{
    recording_build b;
    recording_build_start(&b);
    for (uint32_t i = 0; i < 11; ++i)
        add_walk(&b, i, 5 * i, 40, (wend_vec2){-1.31, 1}, (wend_vec2){0.13, 0});
    return finish_recording(&b, 10);
}

static void test_flow(void **state)
{
    (void)state;
    recording r = queue();
    const measure_line line = {.at = LINE};
    measure_window window = measure_default_window(&r);
    measure_crossings c = crossings_of(&r, MEASURE_BOTH, false);
    assert_int_equal(c.items.count, 11);
    measure_flow flow = measure_flow_of(&r, &line, &c, window);
    assert_int_equal(flow.count, 11);
    assert_near(flow.first, 1.1, ROUNDING);
    assert_near(flow.last, 6.1, ROUNDING);
    assert_near(flow.flow, 2, ROUNDING);
    assert_near(flow.specific, 1, ROUNDING);
    assert_near(flow.speed, 1.3, ROUNDING);
    c.items.count = 1;
    flow = measure_flow_of(&r, &line, &c, window);
    assert_near(flow.first, flow.last, 0);
    assert_true(isnan(flow.flow) && isnan(flow.specific));
    c.items.count = 0;
    flow = measure_flow_of(&r, &line, &c, window);
    assert_true(isnan(flow.first) && isnan(flow.last) && isnan(flow.flow) && isnan(flow.speed));
    measure_crossings_free(&c);
    recording_free(&r);
}

static void test_flow_parts(void **state)
{
    (void)state;
    recording r = queue(); // crossings in frames 11, 16, 21, .. 61; the last frame is 89
    measure_window window = measure_default_window(&r);
    measure_crossings c = crossings_of(&r, MEASURE_BOTH, false);
    measure_flow_parts parts;
    assert_true(measure_find_flow_parts(&r, &c, 20, window, &parts));
    // Looks in frames 31, 51 and 71: 5, 9 and 11 have crossed, the last in 31, 51 and 61.
    assert_int_equal(parts.items.count, 3);
    const measure_flow_part *p = parts.items.data;
    assert_int_equal(p[0].from, 11);
    assert_int_equal(p[0].to, 32);
    assert_int_equal(p[0].count, 5);
    assert_near(p[0].flow, 50 / 21.0, ROUNDING);
    assert_near(p[0].speed, 1.3, ROUNDING);
    assert_int_equal(p[1].from, 32);
    assert_int_equal(p[1].to, 52);
    assert_int_equal(p[1].count, 4);
    assert_near(p[1].flow, 40 / 20.0, ROUNDING);
    assert_int_equal(p[2].to, 62);
    assert_near(p[2].flow, 20 / 10.0, ROUNDING);
    measure_flow_parts_free(&parts);
    // Longer than the recording: no whole part.
    assert_true(measure_find_flow_parts(&r, &c, UINT32_MAX, window, &parts));
    assert_int_equal(parts.items.count, 0);
    c.items.count = 0;
    assert_true(measure_find_flow_parts(&r, &c, 10, window, &parts));
    assert_int_equal(parts.items.count, 0);
    measure_crossings_free(&c);
    recording_free(&r);
}

static void test_door_line(void **state)
{
    (void)state;
    recording r = {.s = scene_new()};
    assert_non_null(r.s);
    // 2 m by 0.2 m, at 30 degrees, around (100000.5, 7); clockwise.
    const double c = sqrt(3) / 2, s = 0.5;
    const wend_vec2 corners[] = {{-1, -0.1}, {-1, 0.1}, {1, 0.1}, {1, -0.1}};
    wend_vec2 ring[4];
    for (int i = 0; i < 4; ++i)
        ring[i] = (wend_vec2){100000.5 + c * corners[i].x - s * corners[i].y,
                              7 + s * corners[i].x + c * corners[i].y};
    scene_door *door = scene_add_door(r.s);
    assert_non_null(door);
    assert_true(scene_shape_ring(r.s, ring, 4, &door->body.shape));
    door = scene_add_door(r.s);
    assert_non_null(door);
    door->body.kind = SCENE_SEGMENT;
    assert_true(scene_shape_ring(r.s, ring, 2, &door->body.shape));
    wend_segment line = measure_door_line(&r, 0);
    assert_near(line.a.x, 100000.5 - c, 1e-9);
    assert_near(line.a.y, 7 - s, 1e-9);
    assert_near(line.b.x, 100000.5 + c, 1e-9);
    assert_near(line.b.y, 7 + s, 1e-9);
    line = measure_door_line(&r, 1);
    assert_near(line.a.x, ring[0].x, 0);
    assert_near(line.b.y, ring[1].y, 0);
    // In the frame of positions, not of the scene.
    r.s->origin = (wend_vec2){10, 20};
    assert_near(measure_door_line(&r, 1).a.x, ring[0].x + 10, 0);
    recording_free(&r);
}

// ---- memory -------------------------------------------------------------------------------------

/// Everything here that takes memory. False: it was refused some, and has kept none.
static bool measure_all(const void *argument)
{
    const recording *r = argument;
    const measure_line line = {.at = LINE};
    measure_window window = measure_default_window(r);
    measure_crossings c;
    measure_flow_parts parts = {0};
    measure_statistics s;
    const double values[] = {1, 2};
    if (!measure_find_crossings(r, &line, &c))
        return false;
    bool done =
        measure_find_flow_parts(r, &c, 5, window, &parts) && measure_statistics_of(values, 2, &s);
    measure_flow_parts_free(&parts);
    measure_crossings_free(&c);
    return done;
}

static void test_memory(void **state)
{
    (void)state;
    recording r = queue();
    assert_true(count_failures(measure_all, &r) > 2);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speed),
        cmocka_unit_test(test_speed_with_missing_frames),
        cmocka_unit_test(test_default_window),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_crossing),
        cmocka_unit_test(test_crossings_on_the_line),
        cmocka_unit_test(test_directions),
        cmocka_unit_test(test_bursts),
        cmocka_unit_test(test_crossings_against_whole_numbers),
        cmocka_unit_test(test_flow),
        cmocka_unit_test(test_flow_parts),
        cmocka_unit_test(test_door_line),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
