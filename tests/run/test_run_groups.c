// SPDX-License-Identifier: MIT
// Coherence of groups: `wend run` finds what `wend measure` finds in its recording, and both find
// what a slow count over the steps of the world does.
#include "measure/coherence.h"
#include "record/recording_shapes.h"
#include "run/run.h"
#include "tests/scene/scene_text.h"
#include "wend/world_groups.h"

#include <math.h>
#include <unistd.h>

#define EVERY 2 // a frame in so many steps

static char *scene_of(const char *motion)
{
    char *json = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&json, &size);
    fprintf(out,
            "{\"wend\": 2, \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]], "
            "\"obstacles\": [{\"polygon\": [[19, 0], [21, 0], [21, 8.5], [19, 8.5]]}, "
            "{\"polygon\": [[19, 11.5], [21, 11.5], [21, 20], [19, 20]]}], "
            "\"areas\": {\"a\": [[2, 5], [12, 5], [12, 15], [2, 15]]}, "
            "\"agents\": [{\"in\": \"a\", \"count\": 15, \"goal\": [34, 10], "
            "\"radius\": {\"distribution\": \"uniform\", \"min\": 0.15, \"max\": 0.35}, "
            "\"preferred_speed\": {\"distribution\": \"uniform\", \"min\": 0.8, \"max\": 1.6}, "
            "\"group\": {\"name\": \"g\", \"count\": 3, \"interval\": 18}}, "
            "{\"at\": [30, 4], \"goal\": [5, 3], \"planner\": \"mesh\", \"motion\": \"orca\"}], "
            "\"planner\": \"group\", \"motion\": \"%s\"}",
            motion);
    fclose(out);
    return json;
}

// The figures again, from the world.
typedef struct slow_count {
    double frames, together_at_least, inside, width;
} slow_count;

static void count_slowly(const wend_world *world, slow_count *sum)
{
    // A frame is evaluated if another half of a second has begun, which takes five steps.
    uint64_t steps = wend_world_steps(world);
    bool evaluated = steps == 0 || steps / 5 != (steps - EVERY) / 5;
    if (steps % EVERY != 0)
        return;
    for (uint32_t g = 0; g < wend_world_group_count(world); ++g) {
        wend_group_id id = wend_world_group_at(world, g);
        wend_world_group_state state;
        wend_agents agents = wend_world_agents(world);
        double members = 0, inside = 0;
        assert_int_equal(wend_world_group(world, id, &state, NULL), WEND_OK);
        if (state.members == 0)
            continue;
        sum->width = fmin(sum->width, state.shape.width);
        for (uint32_t i = 0; i < agents.slots && evaluated; ++i) {
            wend_agent_def def;
            if (wend_agent_id_is_null(agents.ids[i]) ||
                wend_world_agent(world, agents.ids[i], &def, NULL) != WEND_OK ||
                !wend_group_id_equal(def.coherent_group, id))
                continue;
            members += 1;
            inside += wend_group_shape_depth(&state.shape, def.position, NULL) >=
                      def.radius * (1 - COHERENCE_SLACK);
        }
        sum->frames += evaluated;
        sum->inside += evaluated ? inside / members : 0;
        sum->together_at_least += evaluated && inside == members;
    }
}

static void assert_same(const coherence_totals *a, const coherence_totals *b)
{
    assert_int_equal(a->groups, b->groups);
    assert_true(a->together == b->together && a->inside == b->inside && a->width == b->width);
    assert_true(a->width_time == b->width_time && a->width_at.x == b->width_at.x &&
                a->width_at.y == b->width_at.y);
}

static void same_as_measured(void **state)
{
    (void)state;
    static const char *const motions[] = {"group_potential", "orca", "social_force"};
    for (int m = 0; m < 3; ++m) {
        static const char path[] = "run_groups.sqlite";
        unlink(path);
        char *json = scene_of(motions[m]);
        scene *s = read_scene(json);
        problem_list problems = {0};
        recording memory, read;
        scene_run run;
        slow_count slow = {.width = INFINITY};
        assert_true(run_open(&run, &(run_def){.s = s, .seconds = 70, .every = EVERY}));
        // Two recordings: in memory, and in a file.
        record_about about = run_about(&run, "scene", EVERY);
        record_sink *sink = recording_sink(&about, &memory);
        record_sink *database = record_sqlite.open(path, &about, &problems);
        assert_non_null(sink);
        assert_non_null(database);
        assert_true(run_record(&run, &about, EVERY, sink));
        recorder *second = recorder_start(&run.agents, &about, EVERY, database, NULL);
        assert_non_null(second);
        count_slowly(run.world, &slow);
        while (wend_world_steps(run.world) < 700) {
            assert_int_equal(run_step(&run), RUN_COMPLETE);
            assert_true(recorder_step(second));
            count_slowly(run.world, &slow);
        }
        coherence_totals told = coherence_total(&run.groups);
        record_end end = {.whole = true};
        recorder_end(run.recorder, &end);
        assert_true(sink->kind->close(sink, &end, &problems));
        record_end same_end = {.whole = true};
        recorder_end(second, &same_end);
        assert_true(database->kind->close(database, &same_end, &problems));
        recorder_free(second);
        assert_true(recording_load(path, &(recording_hints){0}, &read, &problems));
        assert_int_equal(memory.coherent_count, 3);
        assert_int_equal(read.coherent_count, 3);
        assert_int_equal(memory.shape_count, read.shape_count);
        coherence one, two;
        assert_true(coherence_of(&memory, &one) && coherence_of(&read, &two));
        const coherence_totals measured = coherence_total(&one), from_file = coherence_total(&two);
        print_message("%s: coherence %g, inside %g, narrowest %g m\n", motions[m], told.together,
                      told.inside, told.width);
        assert_same(&told, &measured);
        assert_same(&told, &from_file);
        assert_true(told.width == slow.width);
        assert_true(fabs(told.inside - slow.inside / slow.frames) < 1e-12);
        assert_true(told.together >= slow.together_at_least / slow.frames - 1e-12);
        assert_true(m > 0 || (told.together == 1 && told.inside == 1));
        coherence_free(&one);
        coherence_free(&two);
        recording_free(&memory);
        recording_free(&read);
        run_close(&run);
        scene_free(s);
        problem_free(&problems);
        free(json);
        unlink(path);
    }
}

// Two groups of discs whose figures can be told by hand.
static void by_hand(void **state)
{
    (void)state;
    coherence c = {0};
    const wend_group_pose pose = {.centre = {5, 5}, .width = 2};
    const wend_group_shape shape = wend_group_shape_of(&pose, 8);
    // At 4 frames a second every second frame is evaluated.
    for (uint64_t f = 0; f < 8; ++f) {
        coherence_begin(&c, f, 4);
        assert_int_equal(c.evaluated, f % 2 == 0);
        assert_true(coherence_shape(&c, 7, &shape));
        // One is inside, one 20 m away in the second half.
        assert_true(coherence_member(&c, 7, (wend_vec2){5, 5}, 0.25));
        assert_true(coherence_member(&c, 7, (wend_vec2){f < 4 ? 5.5 : 25, 5}, 0.25));
        assert_true(coherence_end(&c));
    }
    const coherence_totals all = coherence_total(&c);
    assert_int_equal(all.groups, 1);
    assert_int_equal(c.groups.data[0].group, 7);
    assert_int_equal(c.groups.data[0].frames, 4);
    assert_true(all.together == 0.5 && all.inside == 0.75 && all.width == 2 && all.width_time == 0);
    coherence_free(&c);
}

// Only changes are kept, and each shape is found in all frames up to the next.
static void changes(void **state)
{
    (void)state;
    shape_changes found = {0};
    wend_group_pose pose = {.centre = {5, 5}, .width = 2};
    const wend_group_shape a = wend_group_shape_of(&pose, 8);
    pose.centre.x = 6;
    const wend_group_shape b = wend_group_shape_of(&pose, 8);
    const record_shape one[] = {{2, a}}, both[] = {{0, b}, {2, a}};
    const struct {
        const record_shape *shapes;
        uint32_t count, changed;
    } frames[] = {{NULL, 0, 0}, {one, 1, 1}, {one, 1, 0}, {both, 2, 1}, {one, 1, 1}, {NULL, 0, 1}};
    recording r = {0};
    recorded_shape *kept = malloc(10 * sizeof *kept);
    size_t count = 0;
    for (uint32_t f = 0; f < 6; ++f) {
        record_frame frame = {.shapes = frames[f].shapes, .shape_count = frames[f].count};
        assert_true(shape_changes_find(&found, &frame));
        assert_int_equal(found.changed.count, frames[f].changed);
        for (size_t i = 0; i < found.changed.count; ++i)
            kept[count++] = (recorded_shape){.group = found.changed.data[i].group,
                                             .frame = f,
                                             .shape = found.changed.data[i].shape};
    }
    recording_set_shapes(&r, kept, count);
    assert_int_equal(r.coherent_count, 3);
    for (uint32_t f = 0; f < 8; ++f) {
        assert_int_equal(recording_shape(&r, 0, f) != NULL, f == 3);
        assert_null(recording_shape(&r, 1, f));
        assert_int_equal(recording_shape(&r, 2, f) != NULL, f >= 1 && f <= 4);
    }
    assert_true(recording_shape(&r, 0, 3)->spine[0].a.x == b.spine[0].a.x);
    free(kept);
    shape_changes_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_measured),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
