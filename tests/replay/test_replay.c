// SPDX-License-Identifier: MIT
// The packed form of recordings: what was packed is read back by tests/replay_reader.h, and every
// place must be there, within the precision, and no other.
#define _XOPEN_SOURCE 700 // open_memstream
#include "tests/replay/replay_reader.h"
#include "tests/viewer/crowd.h"

#include "record/recording_build.h"
#include "replay/parts.h"
#include "replay/replay.h"
#include "tests/support/failing_malloc.h"
#include "wend/geometry.h"

/// Packs a recording into memory; NULL: it could not. Free it.
static char *pack(const recording *r, const replay_options *options, size_t *size,
                  replay_report *report)
{
    char *packed = NULL;
    problem_list problems = {0};
    FILE *out = open_memstream(&packed, size);
    assert_non_null(out);
    bool good = replay_write(r, options, out, report, &problems);
    assert_int_equal(fclose(out), 0);
    assert_true(good == (problem_kept(&problems) == 0));
    problem_free(&problems);
    if (good)
        return packed;
    free(packed);
    return NULL;
}

/// Where a place of the recording is in the page.
static void page_place(const replay_read *read, wend_vec2 at, double *x, double *y)
{
    json_t *origin = json_object_get(read->about, "origin");
    *x = at.x - json_number_value(json_array_get(origin, 0));
    *y = at.y - json_number_value(json_array_get(origin, 1));
    if (json_is_true(json_object_get(read->about, "mirrored")))
        *y = -*y;
}

/// Every row is there within the precision, and nobody is where there is no row.
static void check_rows(const recording *r, const replay_read *read, double precision)
{
    assert_int_equal(read->agents, r->agent_count);
    assert_int_equal(read->frames, r->frame_count);
    size_t there = 0;
    for (size_t i = 0; i < (size_t)read->agents * read->frames; ++i)
        there += !isnan(read->x[i]);
    assert_int_equal(there, r->row_count);
    for (uint32_t a = 0; a < r->agent_count; ++a)
        for (size_t k = 0; k < r->agents[a].count; ++k) {
            size_t row = r->agents[a].first + k;
            size_t i = (size_t)a * read->frames + r->frames[row];
            double x, y;
            page_place(read, r->at[row], &x, &y);
            // The page keeps floats: half of what two of them differ by is lost.
            double room = precision + 0x1p-24 * fmax(fabs(x), fabs(y)) + 1e-12;
            if (!(fabs(read->x[i] - x) <= room && fabs(read->y[i] - y) <= room))
                print_message("agent %u, frame %u: (%.9g, %.9g) instead of (%.9g, %.9g)\n",
                              (unsigned)a, (unsigned)r->frames[row], (double)read->x[i],
                              (double)read->y[i], x, y);
            assert_true(fabs(read->x[i] - x) <= room && fabs(read->y[i] - y) <= room);
        }
}

/// Packs, reads back and compares.
static replay_report check_recording(const recording *r, const replay_options *options)
{
    size_t size;
    replay_report report;
    char *packed = pack(r, options, &size, &report);
    assert_non_null(packed);
    assert_int_equal(size, report.bytes);
    replay_read read = replay_read_text(packed, size);
    assert_int_equal(read.knots, report.knots);
    check_rows(r, &read, report.precision);
    replay_read_free(&read);
    free(packed);
    return report;
}

static recording finish(recording_build *b, double fps)
{
    recording r;
    assert_true(recording_build_finish(b, &(recording_rate){.stated = fps}, &r));
    recording_build_free(b);
    return r;
}

static void add(recording_build *b, uint64_t id, uint32_t frame, double x, double y)
{
    assert_true(recording_build_row(b, id, frame, (wend_vec2){x, y}));
}

// ---- numbers and knots --------------------------------------------------------------------------

static void test_numbers(void **state)
{
    (void)state;
    static const uint32_t numbers[] = {0,   1,     254,   255,        256,        382,
                                       383, 16638, 16639, 0x7fffffff, 0x80000000, UINT32_MAX};
    static const int32_t whole[] = {0, -1, 1, -127, 127, 128, -128, 1 << 30, -(1 << 30), INT32_MAX};
    enum { NUMBERS = sizeof numbers / sizeof *numbers, WHOLE = sizeof whole / sizeof *whole };
    replay_bytes b = {0};
    for (int i = 0; i < NUMBERS; ++i)
        replay_write_number(&b, numbers[i]);
    for (int i = 0; i < WHOLE; ++i)
        replay_write_signed(&b, whole[i]);
    assert_false(b.failed);
    for (size_t tail = 0; tail < 4; ++tail) { // base64 has three ways to end
        char *packed = NULL;
        size_t size, written;
        FILE *out = open_memstream(&packed, &size);
        replay_write_number(&b, 7);
        assert_true(replay_line(b.items.data, b.items.count, out, &written));
        fclose(out);
        assert_int_equal(size, written);
        replay_in in = replay_line_read(packed, size - 1);
        for (int i = 0; i < NUMBERS; ++i)
            assert_int_equal(replay_number(&in), numbers[i]);
        for (int i = 0; i < WHOLE; ++i)
            assert_int_equal(replay_signed(&in), whole[i]);
        assert_int_equal(in.size - in.at, tail + 1);
        free(in.data);
        free(packed);
    }
    replay_bytes_free(&b);
}

/// How many knots stand for that many places; checks the tolerance.
static size_t fit(const wend_vec2 *at, size_t count, double unit)
{
    const replay_grid grid = {.unit = unit};
    replay_knot *knots = malloc((count + 1) * sizeof *knots);
    assert_non_null(knots);
    knots[0] = replay_knot_at(&grid, 0, at[0]);
    size_t found = 1 + replay_fit(&grid, at, count, knots[0], knots + 1);
    assert_true(found <= count);
    assert_int_equal(knots[found - 1].frame, count - 1);
    for (size_t i = 0, k = 0; i < count; ++i) {
        while (k + 1 < found && knots[k + 1].frame <= i)
            ++k;
        const replay_knot *a = &knots[k], *b = k + 1 < found ? a + 1 : a;
        double share = b == a ? 0 : (double)(i - a->frame) / (b->frame - a->frame);
        assert_true(fabs(a->x + (b->x - a->x) * share - at[i].x / unit) <= 1);
        assert_true(fabs(a->y + (b->y - a->y) * share - at[i].y / unit) <= 1);
    }
    free(knots);
    return found;
}

static void test_knots(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static wend_vec2 at[COUNT];
    for (int i = 0; i < COUNT; ++i) // stands, between four places of the grid
        at[i] = (wend_vec2){0.0005, 0.0005};
    assert_int_equal(fit(at, COUNT, 0.001), 2);
    for (int i = 0; i < COUNT; ++i) // walks straight on
        at[i] = (wend_vec2){0.131 * i, -0.0777 * i};
    assert_true(fit(at, COUNT, 0.01) <= 3);
    for (int i = 0; i < COUNT; ++i) // turns back, and jumps
        at[i] = (wend_vec2){i < 500 ? i : 1000 - i, i < 700 ? 0 : 5000};
    assert_true(fit(at, COUNT, 0.01) <= 5);
    assert_int_equal(fit(at, 1, 0.01), 1);
    wend_random random = wend_random_stream(1, 0);
    for (int round = 0; round < (long_tier() ? 400 : 40); ++round) {
        double jitter = pow(10, wend_random_between(&random, -4, 3));
        wend_vec2 p = {wend_random_between(&random, -1e3, 1e3), 0};
        for (int i = 0; i < COUNT; ++i) {
            p.x += wend_random_between(&random, -jitter, jitter);
            p.y += wend_random_between(&random, -jitter, jitter) + 0.1;
            at[i] = p;
        }
        fit(at, 1 + wend_random_below(&random, COUNT), 0.01);
    }
}

// Knots where nothing can be near a place: what is not finite, or beyond the grid.
static void test_far_places(void **state)
{
    (void)state;
    const wend_vec2 at[] = {{1e300, -1e300}, {NAN, INFINITY}, {0, 0}, {-1e18, 1e18}};
    const replay_grid grid = {.unit = 1e-5};
    replay_knot knots[4] = {replay_knot_at(&grid, 0, at[0])};
    size_t found = 1 + replay_fit(&grid, at, 4, knots[0], knots + 1);
    for (size_t i = 0; i < found; ++i)
        assert_true(abs(knots[i].x) <= REPLAY_REACH && abs(knots[i].y) <= REPLAY_REACH);
    replay_knot far = replay_predict(knots[0], knots[found - 1], 1000000);
    assert_true(abs(far.x) <= REPLAY_REACH && abs(far.y) <= REPLAY_REACH);
}

// ---- recordings ---------------------------------------------------------------------------------

static void test_crowd(void **state)
{
    (void)state;
    recording r;
    assert_true(crowd_record(60, long_tier() ? 9000 : 4500, 10, 3, &r)); // more than one chunk
    replay_report fine = check_recording(&r, &(replay_options){.precision = 0.001});
    assert_true(fine.precision == 0.001 && fine.chunks > 1);
    replay_report coarse = check_recording(&r, &(replay_options){.precision = 0.02});
    assert_true(coarse.bytes < fine.bytes && coarse.knots < fine.knots);
    replay_report usual = check_recording(&r, &(replay_options){0});
    assert_true(usual.precision == 0.001); // it is small: the finest will do
    replay_report small = check_recording(&r, &(replay_options){.size = fine.bytes / 2});
    assert_true(small.precision > 0.001 && small.bytes <= fine.bytes / 2);
    replay_report tiny = check_recording(&r, &(replay_options){.size = 10});
    assert_true(tiny.precision == 0.1); // not possible: the coarsest
    recording_free(&r);
}

// A crowd of the size that pages are made for, or its share: 5,000 x 6,000 take 20 MB at 1 cm.
static void test_size(void **state)
{
    (void)state;
    recording r;
    uint32_t agents = long_tier() ? 5000 : 250, frames = long_tier() ? 6000 : 1200;
    assert_true(crowd_record(agents, frames, 10, 1, &r));
    size_t limit = (size_t)(20e6 * (double)r.row_count / 30e6);
    replay_report report;
    FILE *out = tmpfile();
    problem_list problems = {0};
    assert_non_null(out);
    assert_true(replay_write(&r, &(replay_options){.size = limit}, out, &report, &problems));
    fclose(out);
    print_message("%u agents, %u frames: %.2f MB, within %g mm, %.2f bits a row\n",
                  (unsigned)agents, (unsigned)frames, (double)report.bytes / 1e6,
                  1000 * report.precision, 8.0 * (double)report.bytes / (double)r.row_count);
    assert_true(report.bytes <= limit && report.precision <= 0.01);
    recording_free(&r);
}

// Agents that come and go at any time, in and out of chunks, with gaps of any length.
static void test_gaps(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 200u : 20u); ++seed) {
        wend_random random = wend_random_stream(seed, 7);
        recording_build b;
        recording_build_start(&b);
        uint32_t frames = 2 + wend_random_below(&random, 9000);
        uint32_t agents = 1 + wend_random_below(&random, 8);
        recording_build_frame(&b, 0);
        recording_build_frame(&b, frames - 1);
        for (uint32_t a = 0; a < agents; ++a) {
            double share = wend_random_unit(&random), x = 0, y = 0;
            bool here = false;
            for (uint32_t f = 0; f < frames; ++f) {
                if (wend_random_below(&random, 30) == 0)
                    here = wend_random_unit(&random) < share;
                x += wend_random_between(&random, -0.1, 0.2);
                y += wend_random_between(&random, -0.1, 0.1);
                if (here)
                    add(&b, a * 10, f, x, y);
            }
        }
        recording r = finish(&b, 10);
        check_recording(&r, &(replay_options){.precision = 0.01});
        recording_free(&r);
    }
}

// The last frame of a chunk is the first of the next: single rows there, and at both sides.
static void test_chunk_ends(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    static const uint32_t ends[] = {4095, 4096, 4097, 8191, 8192, 8193};
    recording_build_frame(&b, 0);
    recording_build_frame(&b, 8193);
    for (uint32_t from = 0; from < 6; ++from)
        for (uint32_t to = from; to < 6; ++to) // there all the time, and at both ends only
            for (int gap = 0; gap <= 1; ++gap)
                for (uint32_t f = ends[from]; f <= ends[to]; ++f)
                    if (!gap || f == ends[from] || f == ends[to])
                        add(&b, from * 100 + to * 10 + (uint32_t)gap, f, 0.3 * f,
                            1.0 / (1 + f % 7));
    recording r = finish(&b, 25);
    replay_report report = check_recording(&r, &(replay_options){.precision = 0.005});
    assert_int_equal(report.chunk_frames, 4096);
    assert_int_equal(report.chunks, 3);
    recording_free(&r);
}

static void test_little(void **state)
{
    (void)state;
    recording r = {.fps = 10};
    size_t no_frames[] = {0};
    r.frame_starts = no_frames;
    check_recording(&r, &(replay_options){0}); // nothing at all
    recording_build b;
    recording_build_start(&b);
    recording_build_frame(&b, 5); // a frame without agents
    r = finish(&b, 10);
    check_recording(&r, &(replay_options){0});
    recording_free(&r);
    recording_build_start(&b);
    add(&b, (uint64_t)1 << 53, 0, 3, 4); // one agent in one frame
    r = finish(&b, 10);
    check_recording(&r, &(replay_options){.title = "a \"title\"\n"});
    recording_free(&r);
}

static void test_large_coordinates(void **state)
{
    (void)state;
    static const wend_vec2 places[] = {{432112.5, 5123456.25}, {-1e9, 1e9}, {0, 0}};
    for (int i = 0; i < 3; ++i) {
        recording_build b;
        recording_build_start(&b);
        for (uint32_t f = 0; f < 100; ++f)
            add(&b, 1, f, places[i].x + 0.13 * f, places[i].y - 0.05 * f);
        if (i == 2) { // as far apart as can be
            add(&b, 2, 0, -1e9, -1e9);
            add(&b, 2, 1, 1e9, 1e9);
        }
        recording r = finish(&b, 10);
        replay_report report = check_recording(&r, &(replay_options){.precision = 0.001});
        assert_true(i == 2 ? report.precision > 1 : report.precision == 0.001);
        recording_free(&r);
    }
}

static void test_too_many_frames(void **state)
{
    (void)state;
    recording r = {.fps = 10, .frame_count = REPLAY_MAX_FRAMES + 1};
    size_t size;
    assert_null(pack(&r, &(replay_options){0}, &size, NULL));
}

// ---- what else is told --------------------------------------------------------------------------

/// Two rooms with a door and a pillar, and something that moves.
static scene *make_scene(void)
{
    scene *s = scene_new();
    assert_non_null(s);
    static const wend_vec2 bounds[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    static const wend_vec2 low[] = {{10, 0}, {10, 4}}, high[] = {{10, 6}, {10, 10}};
    static const wend_vec2 gate[] = {{10, 4}, {10, 6}};
    static const wend_vec2 pillar[] = {{4, 1}, {5, 1}, {5, 2}, {4, 2}};
    static const wend_vec2 cart[] = {{2, 2}, {3, 2}, {3, 3}, {2, 3}};
    static const wend_vec2 way_out[] = {{18, 4}, {20, 4}, {20, 6}, {18, 6}};
    s->bounds = pool_allocate(&s->memory, 4, sizeof *bounds);
    memcpy(s->bounds, bounds, sizeof bounds);
    s->bounds_count = 4;
    s->name = "two rooms";
    bool good = true;
    for (int i = 0; i < 2; ++i) {
        scene_obstacle *wall = scene_add_obstacle(s);
        wall->kind = SCENE_SEGMENT;
        good = good && scene_shape_ring(s, i ? high : low, 2, &wall->shape);
    }
    scene_obstacle *solid = scene_add_obstacle(s);
    good = good && scene_shape_ring(s, pillar, 4, &solid->shape);
    scene_door *door = scene_add_door(s);
    door->body.name = "gate";
    door->body.kind = SCENE_SEGMENT;
    scene_mover *mover = scene_add_mover(s);
    mover->body.name = "cart";
    scene_area *area = scene_add_area(s);
    area->name = "out";
    static wend_goal_frame train[] = {{2, {1, 9}, {1, 9}}, {6, {1, 9}, {5, 9}}};
    scene_goal_place *goal = scene_add_goal(s);
    goal->name = "train";
    goal->def.frames = train;
    goal->def.frame_count = 2;
    goal->def.period = 30;
    assert_true(good && scene_shape_ring(s, gate, 2, &door->body.shape) &&
                scene_shape_ring(s, cart, 4, &mover->body.shape) &&
                scene_shape_ring(s, way_out, 4, &area->shape));
    return s;
}

/// One walks from room to room, to and fro, through a door that opens and shuts.
static recording make_run(bool mirrored)
{
    enum { FRAMES = 200 };
    recording_build b;
    recording_build_start(&b);
    scene *s = make_scene();
    s->flipped = mirrored ? 10 : 0;
    for (uint32_t f = 0; f < FRAMES; ++f)
        add(&b, 4, f, 10 + 5 * sin(f * 0.05), 5);
    uint32_t agent;
    assert_true(recording_build_agent(&b, 4, &agent));
    assert_true(recording_build_name(&b, "out", &b.agents.data[agent].goal));
    b.agents.data[agent].aim = (wend_vec2){19, 5};
    b.agents.data[agent].left = 12.5;
    b.agents.data[agent].arrived = true;
    recording r = finish(&b, 10);
    r.s = s;
    r.shut = calloc(FRAMES, sizeof *r.shut);
    r.movers = calloc(FRAMES, sizeof *r.movers);
    assert_true(r.shut && r.movers);
    for (uint32_t f = 0; f < FRAMES; ++f) {
        r.shut[f] = f / 50 % 2; // open, shut, open, shut
        r.movers[f] = (wend_vec2){0.1 * (f < 100 ? f : 100), 0};
    }
    return r;
}

static double item(const json_t *array, size_t i)
{
    assert_true(json_is_number(json_array_get(array, i)));
    return json_number_value(json_array_get(array, i));
}

static json_t *entry(const replay_read *read, const char *list, size_t i)
{
    json_t *found = json_array_get(json_object_get(read->about, list), i);
    assert_non_null(found);
    return found;
}

/// The numbers of an array are these, in units of the fine grid.
static void assert_numbers(const replay_read *read, const json_t *array, const double *wanted,
                           size_t count)
{
    double fine = replay_field(read, "fine");
    assert_int_equal(json_array_size(array), count);
    for (size_t i = 0; i < count; ++i)
        assert_true(fabs(item(array, i) * fine - wanted[i]) <= fine / 2 + 1e-12);
}

static void check_things(const replay_read *read, bool mirrored)
{
    double fine = replay_field(read, "fine");
    const json_t *floor = entry(read, "floors", 0), *door = entry(read, "doors", 0);
    const json_t *mover = entry(read, "movers", 0), *area = entry(read, "areas", 0);
    assert_int_equal(json_array_size(json_object_get(floor, "rings")), 2);
    assert_int_equal(json_array_size(json_object_get(floor, "lines")), 2);
    // In the frame of the positions y points down: the page turns it up again, below zero.
    double base = mirrored ? -10 : 0;
    const double gate[] = {10, base + 4, 10, base + 6};
    const double out[] = {18, base + 4, 20, base + 4, 20, base + 6, 18, base + 6};
    assert_numbers(read, json_object_get(door, "ring"), gate, 4);
    assert_numbers(read, json_object_get(area, "ring"), out, 8);
    assert_string_equal(json_string_value(json_object_get(door, "name")), "gate");
    const json_t *changes = json_object_get(door, "changes");
    assert_int_equal(json_array_size(changes), 3);
    assert_true(item(changes, 0) == 50 && item(changes, 1) == 100 && item(changes, 2) == 150);
    const json_t *knots = json_object_get(mover, "knots");
    size_t count = json_array_size(knots);
    assert_true(count >= 9 && count <= 12);
    assert_true(fabs(item(knots, count - 2) * fine - 10) <= fine);
    assert_true(item(knots, count - 3) == 199);
    const json_t *goal = entry(read, "goals", 0), *times = json_object_get(goal, "times");
    const double late[] = {1, mirrored ? -1 : 9, 5, mirrored ? -1 : 9};
    assert_true(json_array_size(times) == 2 && item(times, 0) == 2 && item(times, 1) == 6);
    assert_numbers(read, json_array_get(json_object_get(goal, "places"), 1), late, 4);
    assert_true(json_is_null(json_object_get(goal, "gone")));
    assert_true(json_number_value(json_object_get(goal, "period")) == 30);
}

static void test_things(void **state)
{
    (void)state;
    for (int mirrored = 0; mirrored <= 1; ++mirrored) {
        recording r = make_run(mirrored);
        size_t size;
        char *packed = pack(&r, &(replay_options){.precision = 0.01}, &size, NULL);
        assert_non_null(packed);
        replay_read read = replay_read_text(packed, size);
        check_rows(&r, &read, 0.01);
        check_things(&read, mirrored);
        const json_t *agents = json_object_get(read.about, "agents");
        const json_t *aim = json_array_get(json_object_get(agents, "aim"), 0);
        assert_true(item(aim, 0) == 19 && item(aim, 1) == (mirrored ? -5 : 5));
        size_t goal = (size_t)item(json_object_get(agents, "goal"), 0);
        assert_string_equal(json_string_value(entry(&read, "names", goal)), "out");
        assert_true(item(json_object_get(agents, "left"), 0) == 12.5);
        assert_true(json_is_null(json_array_get(json_object_get(agents, "radius"), 0)));
        assert_string_equal(json_string_value(json_object_get(read.about, "title")), "two rooms");
        replay_read_free(&read);
        free(packed);
        recording_free(&r);
    }
}

/// A floor with bounds, or one without but for a pillar.
static scene *make_floor(bool bounded)
{
    static const wend_vec2 ring[] = {{0, 0}, {8, 0}, {8, 6}, {0, 6}};
    scene *s = scene_new();
    assert_non_null(s);
    if (bounded) {
        s->bounds = pool_allocate(&s->memory, 4, sizeof *ring);
        memcpy(s->bounds, ring, sizeof ring);
        s->bounds_count = 4;
    } else {
        assert_true(scene_shape_ring(s, ring, 4, &scene_add_obstacle(s)->shape));
    }
    return s;
}

// A recording of others has a floor for each state; one without bounds gets some.
static void test_floors(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    for (uint32_t f = 0; f < 10; ++f)
        add(&b, 1, f, 9, f);
    recording r = finish(&b, 10);
    r.floors = calloc(2, sizeof *r.floors);
    r.frame_floor = calloc(10, sizeof *r.frame_floor);
    assert_true(r.floors && r.frame_floor);
    r.floor_count = 2;
    r.floors[0].floor = make_floor(true);
    r.floors[1].floor = make_floor(false);
    for (int f = 4; f < 7; ++f)
        r.frame_floor[f] = 1;
    size_t size;
    char *packed = pack(&r, &(replay_options){0}, &size, NULL);
    assert_non_null(packed);
    replay_read read = replay_read_text(packed, size);
    const json_t *changes = json_object_get(read.about, "floor_changes");
    const double wanted[] = {0, 0, 4, 1, 7, 0};
    assert_int_equal(json_array_size(changes), 6);
    for (size_t i = 0; i < 6; ++i)
        assert_true(item(changes, i) == wanted[i]);
    const json_t *bounded = json_object_get(entry(&read, "floors", 0), "rings");
    const json_t *open = json_object_get(entry(&read, "floors", 1), "rings");
    const double ring[] = {0, 0, 8, 0, 8, 6, 0, 6};
    assert_int_equal(json_array_size(bounded), 1);
    assert_int_equal(json_array_size(open), 2);
    assert_numbers(&read, json_array_get(bounded, 0), ring, 8);
    assert_numbers(&read, json_array_get(open, 1), ring, 8);
    const json_t *frame = json_array_get(open, 0); // around everything, the agent too
    double fine = replay_field(&read, "fine");
    assert_true(item(frame, 0) * fine < 0 && item(frame, 4) * fine > 9 &&
                item(frame, 5) * fine > 9);
    replay_read_free(&read);
    free(packed);
    recording_free(&r);
}

/// The segments of a layer.
static uint32_t read_layer(const char *packed, int line, double fine, double *out, uint32_t room)
{
    for (; line > 0; --line)
        packed = strchr(packed, '\n') + 1;
    replay_in in = replay_line_read(packed, (size_t)(strchr(packed, '\n') - packed));
    uint32_t count = replay_number(&in);
    assert_true(count <= room);
    double x = 0, y = 0;
    for (uint32_t i = 0; i < count; ++i) {
        x += replay_signed(&in);
        y += replay_signed(&in);
        out[4 * i] = x * fine;
        out[4 * i + 1] = y * fine;
        out[4 * i + 2] = (x + replay_signed(&in)) * fine;
        out[4 * i + 3] = (y + replay_signed(&in)) * fine;
    }
    assert_int_equal(in.at, in.size);
    free(in.data);
    return count;
}

/// True if the walk of make_run, from x = 5 to 15 at y = 5, crosses the side.
static bool walk_crosses(const double *side)
{
    if ((side[1] < 5) == (side[3] < 5))
        return false;
    double x = side[0] + (side[2] - side[0]) * (5 - side[1]) / (side[3] - side[1]);
    return x > 5 && x < 15;
}

// The sides of cells that the walk crosses are portals, and no others.
static void test_layers(void **state)
{
    (void)state;
    enum { ROOM = 16 };
    recording r = make_run(false);
    size_t size;
    char *packed = pack(&r, &(replay_options){.precision = 0.01}, &size, NULL);
    assert_non_null(packed);
    replay_read read = replay_read_text(packed, size);
    double mesh[4 * ROOM], portals[4 * ROOM], fine = replay_field(&read, "fine");
    assert_string_equal(json_string_value(entry(&read, "layers", 0)), "mesh");
    assert_string_equal(json_string_value(entry(&read, "layers", 1)), "portals");
    uint32_t all = read_layer(packed, 1, fine, mesh, ROOM);
    uint32_t crossed = read_layer(packed, 2, fine, portals, ROOM);
    uint32_t wanted = 0, portal = 0;
    for (uint32_t i = 0; i < all; ++i) {
        if (!walk_crosses(mesh + 4 * i))
            continue;
        ++wanted;
        assert_true(portal < crossed);
        for (int k = 0; k < 4; ++k)
            assert_true(portals[4 * portal + (uint32_t)k] == mesh[4 * i + (uint32_t)k]);
        ++portal;
    }
    assert_true(wanted >= 1 && wanted < all);
    assert_int_equal(crossed, wanted);
    replay_read_free(&read);
    free(packed);
    recording_free(&r);
}

// Who went by the Voronoi diagram is shown it, in the frame of the other layers, and nobody else.
// What the scene says does not count: a run may have had another planner.
static void test_voronoi_layer(void **state)
{
    (void)state;
    enum { ROOM = 256 };
    recording r = make_run(false);
    size_t size;
    r.s->planner = WEND_PLANNER_VORONOI;
    char *packed = pack(&r, &(replay_options){.precision = 0.01}, &size, NULL);
    assert_non_null(packed);
    replay_read read = replay_read_text(packed, size);
    assert_int_equal(json_array_size(json_object_get(read.about, "layers")), 2);
    replay_read_free(&read);
    free(packed);
    r.s->planner = WEND_PLANNER_MESH;
    r.agents[0].planner = r.agents[0].goal; // a name that there is
    r.names[r.agents[0].planner] = "voronoi";
    packed = pack(&r, &(replay_options){.precision = 0.01}, &size, NULL);
    assert_non_null(packed);
    read = replay_read_text(packed, size);
    assert_string_equal(json_string_value(entry(&read, "layers", 2)), "voronoi");
    double lines[4 * ROOM], fine = replay_field(&read, "fine"), left = INFINITY, right = -INFINITY;
    uint32_t count = read_layer(packed, 3, fine, lines, ROOM);
    assert_true(count > 4);
    for (uint32_t i = 0; i < count; ++i) {
        left = fmin(left, fmin(lines[4 * i], lines[4 * i + 2]));
        right = fmax(right, fmax(lines[4 * i], lines[4 * i + 2]));
    }
    // From corner to corner of the bounds.
    wend_box box = wend_box_of(r.s->bounds, r.s->bounds_count);
    assert_true(fabs(left - box.min.x) < 0.01 && fabs(right - box.max.x) < 0.01);
    replay_read_free(&read);
    free(packed);
    recording_free(&r);
}

// Whatever allocation fails: false, and nothing leaks.
static void test_memory(void **state)
{
    (void)state;
    recording r = make_run(false);
    FILE *out = tmpfile();
    assert_non_null(out);
    bool good = false;
    size_t failed = 0;
    for (size_t i = 1; !good; ++i) {
        problem_list problems = {0};
        rewind(out);
        allocations = 0;
        failing_allocation = i;
        good = replay_write(&r, &(replay_options){0}, out, NULL, &problems);
        failing_allocation = 0;
        failed += !good;
        problem_free(&problems);
    }
    assert_true(failed > 20);
    fclose(out);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_knots),
        cmocka_unit_test(test_far_places),
        cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_chunk_ends),
        cmocka_unit_test(test_little),
        cmocka_unit_test(test_large_coordinates),
        cmocka_unit_test(test_too_many_frames),
        cmocka_unit_test(test_things),
        cmocka_unit_test(test_floors),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_voronoi_layer),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
