// SPDX-License-Identifier: MIT
// First goals in recordings: what the world says in a frame is in the file, for those who are
// guided by the multi-agent navigation graph and for nobody else, and is read back.
#include "tests/record/record_support.h"
#include "tests/support/failing_malloc.h"

#include "record/recorder.h"
#include "record/recording.h"
#include "scene/frames.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 40, AGENTS = 5 };

static const char path[] = "test-record-aims.sqlite";

/// Four who are guided by the graph, and one who is not.
static const char crossing[] =
    "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 20], [0, 20]], \"guide\": \"mang\","
    " \"obstacles\": [{\"point\": [10, 15]}], \"step\": 0.05,"
    " \"agents\": [{\"at\": [3, 4], \"goal\": [17, 17]}, {\"at\": [16, 3], \"goal\": [3, 17]},"
    " {\"at\": [17, 16], \"goal\": [3, 3]}, {\"at\": [4, 17], \"goal\": [17, 3]},"
    " {\"at\": [10, 4], \"goal\": [10, 18], \"guide\": \"mesh\"}]}";

typedef struct told {
    wend_vec2 aims[FRAMES][AGENTS]; ///< NAN: none
} told;

/// What the world says now. Agents that are there from the start are numbered as they stand.
static void note(const wend_world *world, const scene_names *names, const scene *s,
                 wend_vec2 aims[AGENTS])
{
    for (uint32_t i = 0; i < AGENTS; ++i) {
        wend_agent_state state;
        aims[i] = (wend_vec2){NAN, NAN};
        if (i + 1 < AGENTS &&
            wend_world_agent_state(world, names->agents[i], &state, NULL) == WEND_OK &&
            state.activity == WEND_ACTIVITY_WALKING && isfinite(state.remaining))
            aims[i] = frames_to_metres(s, state.target.a);
    }
}

static void record(const scene *s, told *t)
{
    wend_world *world;
    scene_names names;
    problem_list problems = {.file = path};
    assert_int_equal(scene_world(s, &(scene_world_options){0}, &world, &names, NULL), WEND_OK);
    const record_about about = {
        .s = s, .names = &names, .step = 0.05, .fps = 10, .seconds = 0.1 * FRAMES};
    record_sink *sink = record_sqlite.open(path, &about, &problems);
    assert_non_null(sink);
    tracker agents;
    assert_true(tracker_start(&agents, world));
    recorder *r = recorder_start(&agents, &about, 2, sink, NULL);
    assert_non_null(r);
    note(world, &names, s, t->aims[0]);
    for (int step = 1; step < 2 * FRAMES; ++step) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        assert_true(tracker_step(&agents) && recorder_step(r));
        if (step % 2 == 0)
            note(world, &names, s, t->aims[step / 2]);
    }
    record_end end = {.whole = true};
    recorder_end(r, &end);
    assert_true(record_sqlite.close(sink, &end, &problems));
    recorder_free(r);
    tracker_free(&agents);
    scene_names_free(&names);
    wend_world_destroy(world);
}

static void test_aims(void **state)
{
    (void)state;
    static told t;
    scene *s = read_sound_scene(crossing);
    problem_list problems = {.file = path};
    recording r;
    record(s, &t);
    assert_true(recording_load(path, NULL, &r, &problems));
    assert_int_equal(r.agent_count, AGENTS);
    assert_int_equal(r.frame_count, FRAMES);
    assert_non_null(r.aims);
    uint32_t known = 0;
    for (uint32_t f = 0; f < FRAMES; ++f)
        for (uint32_t a = 0; a < AGENTS; ++a) {
            size_t row = recording_row(&r, a, f);
            if (row == SIZE_MAX)
                continue;
            wend_vec2 wanted = t.aims[f][a], found = r.aims[row];
            assert_true(isnan(wanted.x) ? isnan(found.x)
                                        : found.x == wanted.x && found.y == wanted.y);
            known += !isnan(found.x);
        }
    assert_true(known > (AGENTS - 1) * FRAMES / 2);
    recording_free(&r);
    scene_free(s);
    unlink(path);
}

static bool load(const void *argument)
{
    problem_list problems = {.file = argument};
    recording r;
    bool good = recording_load(argument, NULL, &r, &problems);
    if (good)
        recording_free(&r);
    problem_free(&problems);
    return good;
}

/// Reading them stands any allocation that fails.
static void test_memory(void **state)
{
    (void)state;
    static told t;
    scene *s = read_sound_scene(crossing);
    record(s, &t);
    assert_true(count_failures(load, path) > 20);
    scene_free(s);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aims),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
