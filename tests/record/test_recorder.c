// SPDX-License-Identifier: MIT
// The recorder against a slow one of its own, which keeps a list of everybody it ever saw; and what
// it tells of agents.
#include "tests/record/record_support.h"
#include "tests/support/failing_malloc.h"

#include "record/recorder.h"
#include "scene/frames.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

enum { MOST = 4000 };

/// Somebody, as the test has seen them.
typedef struct person {
    wend_agent_id id;
    bool there, told_coming, told_leaving, arrived;
    double arrived_at;
} person;

/// A sink that compares every frame with what the test knows.
typedef struct checking_sink {
    record_sink base;
    const wend_world *world;
    const scene *s;
    person people[MOST]; ///< by number
    uint32_t count;
    uint64_t frames, rows, left;
    uint32_t fails_at; ///< the frame that it refuses; UINT32_MAX: none
} checking_sink;

static person *find_person(checking_sink *sink, wend_agent_id id)
{
    for (uint32_t i = 0; i < sink->count; ++i)
        if (wend_agent_id_equal(sink->people[i].id, id))
            return &sink->people[i];
    return NULL;
}

static bool is_there(const wend_world *world, wend_agent_id id)
{
    wend_agent_state state;
    return wend_world_agent_state(world, id, &state, NULL) == WEND_OK;
}

static void check_rows(checking_sink *sink, const record_frame *frame)
{
    wend_agents agents = wend_world_agents(sink->world);
    assert_int_equal(frame->row_count, agents.count);
    for (uint32_t i = 0; i < frame->row_count; ++i) {
        const record_row *row = &frame->rows[i];
        assert_true(i == 0 || frame->rows[i - 1].number < row->number);
        assert_true(row->number < sink->count);
        wend_agent_id id = sink->people[row->number].id;
        assert_true(wend_agent_id_equal(agents.ids[id.raw.slot1 - 1], id));
        wend_vec2 at = frames_to_metres(sink->s, agents.bodies[id.raw.slot1 - 1].position);
        assert_true(at.x == row->at.x && at.y == row->at.y);
        double length = hypot((double)row->facing_x, (double)row->facing_y);
        assert_true(fabs(length - 1) < 1e-6);
        wend_vec2 v = agents.bodies[id.raw.slot1 - 1].velocity;
        double speed = hypot(v.x, v.y);
        if (speed > 0.02)
            assert_true(v.x / speed * (double)row->facing_x + (frames_mirrored(sink->s) ? -1 : 1) *
                                                                  v.y / speed *
                                                                  (double)row->facing_y >
                        1 - 1e-6);
    }
}

static bool check_frame(record_sink *base, const record_frame *frame)
{
    checking_sink *sink = (checking_sink *)base;
    if (frame->number == sink->fails_at)
        return false;
    assert_int_equal(frame->number, sink->frames++);
    assert_true(frame->time == wend_world_time(sink->world));
    for (uint32_t i = 0; i < frame->came_count; ++i) {
        assert_true(frame->came[i].number < sink->count);
        person *who = &sink->people[frame->came[i].number];
        assert_false(who->told_coming);
        assert_true(frame->came[i].came <= frame->time);
        who->told_coming = true;
    }
    for (uint32_t i = 0; i < frame->left_count; ++i) {
        person *who = &sink->people[frame->left[i].number];
        assert_true(who->told_coming && !who->told_leaving);
        assert_int_equal(frame->left[i].arrived, who->arrived);
        if (who->arrived)
            assert_true(frame->left[i].time == who->arrived_at);
        who->told_leaving = true;
    }
    for (uint32_t i = 0; i < sink->count; ++i) {
        const person *who = &sink->people[i];
        assert_true(who->told_coming);
        assert_int_equal(who->told_leaving, who->arrived || !is_there(sink->world, who->id));
    }
    check_rows(sink, frame);
    sink->rows += frame->row_count;
    sink->left += frame->left_count;
    return true;
}

static const record_kind checking = {.name = "checking", .endings = "", .frame = check_frame};

/// What the test sees after a step: newcomers in the order of events, then of slots.
static void look(checking_sink *sink, bool started)
{
    uint32_t count;
    const wend_event *events = wend_world_events(sink->world, &count);
    for (uint32_t i = 0; started && i < count; ++i) {
        bool arrives = events[i].kind == WEND_EVENT_ARRIVED;
        if (!arrives && events[i].kind != WEND_EVENT_SPAWNED)
            continue;
        if (!find_person(sink, events[i].agent)) {
            assert_true(sink->count < MOST);
            sink->people[sink->count++] = (person){.id = events[i].agent};
        }
        person *who = find_person(sink, events[i].agent);
        if (arrives && !who->arrived) {
            who->arrived = true;
            who->arrived_at = events[i].time;
        }
    }
    wend_agents agents = wend_world_agents(sink->world);
    for (uint32_t i = 0; i < agents.slots; ++i)
        if (!wend_agent_id_is_null(agents.ids[i]) && !find_person(sink, agents.ids[i])) {
            assert_true(sink->count < MOST);
            sink->people[sink->count++] = (person){.id = agents.ids[i]};
        }
}

/// Agents that come, stop, stay, go round and leave; slots that are used again and again; some that
/// come where they want to go.
static const char busy[] =
    "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 12], [0, 12]],"
    " \"areas\": {\"left\": [[0, 0], [4, 0], [4, 12], [0, 12]],"
    "  \"exit\": [[18, 0], [20, 0], [20, 5], [18, 5]],"
    "  \"window\": [[18, 7], [20, 7], [20, 12], [18, 12]]},"
    " \"doors\": [{\"segment\": [[10, 2], [10, 6]], \"times\": [2, 5], \"period\": 7}],"
    " \"movers\": [{\"circle\": [12, 9], \"radius\": 0.5, \"path\": [[12, 9], [14, 9]],"
    "  \"way\": \"back and forth\"}],"
    " \"agents\": [{\"in\": \"left\", \"count\": 30, \"goal\": [\"exit\", \"window\"]},"
    "  {\"in\": \"left\", \"count\": 100, \"rate\": 5, \"start\": 1, \"goal\": \"exit\","
    "   \"reaction\": 0.5, \"group\": \"late\"},"
    "  {\"at\": [9, 10], \"goal\": [12, 11], \"end\": \"stay\", \"role\": \"guard\"},"
    "  {\"at\": [3, 11], \"goal\": [[16, 10], [16, 11]]},"
    "  {\"in\": \"exit\", \"count\": 20, \"rate\": 3, \"goal\": \"exit\"},"
    "  {\"at\": [1, 1]}]}";

/// A run in which the host takes some away, too; every step is checked.
static void run_checked(const scene *s, uint64_t seed, uint64_t every, int steps)
{
    wend_world *world = NULL;
    scene_names names;
    wend_random random = wend_random_stream(seed, 7);
    checking_sink *sink = calloc(1, sizeof *sink);
    assert_non_null(sink);
    assert_int_equal(scene_world(s, &(scene_world_options){.seed = &seed}, &world, &names, NULL),
                     WEND_OK);
    sink->base.kind = &checking;
    sink->world = world;
    sink->s = s;
    sink->fails_at = UINT32_MAX;
    record_about about = {.s = s, .names = &names, .step = s->world.step};
    look(sink, false);
    tracker tracked;
    assert_true(tracker_start(&tracked, world));
    recorder *r = recorder_start(&tracked, &about, every, &sink->base, NULL);
    assert_non_null(r);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        wend_agents agents = wend_world_agents(world);
        uint32_t slot = wend_random_below(&random, agents.slots);
        if (wend_random_below(&random, 20) == 0 && !wend_agent_id_is_null(agents.ids[slot]))
            assert_int_equal(wend_world_remove_agent(world, agents.ids[slot], NULL), WEND_OK);
        look(sink, true);
        assert_true(tracker_step(&tracked) && recorder_step(r));
    }
    assert_int_equal(recorder_frames(r), 1 + (uint64_t)steps / every);
    record_end end = {0};
    recorder_end(r, &end);
    assert_true(end.hash == wend_world_hash(world) && end.time == wend_world_time(world));
    for (uint32_t i = 0; i < end.left_count; ++i)
        assert_true(sink->people[end.left[i].number].told_coming &&
                    !sink->people[end.left[i].number].told_leaving);
    assert_true(sink->left > 10 && sink->rows > 1000);
    recorder_free(r);
    tracker_free(&tracked);
    free(sink);
    scene_names_free(&names);
    wend_world_destroy(world);
}

static void test_everybody_is_told(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    uint64_t rounds = long_tier() ? 60 : 6;
    for (uint64_t seed = 1; seed <= rounds; ++seed)
        run_checked(s, seed, 1 + seed % 4, 300);
    s->origin = (wend_vec2){1000, -2000}; // the frame of a map whose y points down
    s->flipped = 500;
    run_checked(s, 99, 2, 300);
    scene_free(s);
}

// ---- what is told -------------------------------------------------------------------------------

/// A sink that keeps who came and left, doors and movers.
typedef struct keeping_sink {
    record_sink base;
    record_agent came[300];
    char goals[300][40];
    record_leaving left[300];
    uint32_t came_count, left_count, changes;
    wend_vec2 mover, mover_most;
    bool shut;
} keeping_sink;

static bool keep_frame(record_sink *base, const record_frame *frame)
{
    keeping_sink *sink = (keeping_sink *)base;
    for (uint32_t i = 0; i < frame->came_count; ++i) {
        const char *goal = frame->came[i].goal;
        snprintf(sink->goals[sink->came_count], 40, "%s", goal ? goal : "");
        sink->came[sink->came_count++] = frame->came[i];
    }
    for (uint32_t i = 0; i < frame->left_count; ++i)
        sink->left[sink->left_count++] = frame->left[i];
    sink->changes += frame->shut[0] != sink->shut;
    sink->shut = frame->shut[0];
    sink->mover = frame->movers[0];
    sink->mover_most.x = fmax(sink->mover_most.x, sink->mover.x);
    return true;
}

static const record_kind keeping = {.name = "keeping", .endings = "", .frame = keep_frame};

static void test_what_is_told(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    wend_world *world = NULL;
    scene_names names;
    keeping_sink *sink = calloc(1, sizeof *sink);
    assert_non_null(sink);
    sink->base.kind = &keeping;
    assert_int_equal(
        scene_world(s, &(scene_world_options){.planner = "direct"}, &world, &names, NULL), WEND_OK);
    record_about about = {.s = s, .names = &names, .step = s->world.step};
    tracker agents;
    assert_true(tracker_start(&agents, world));
    recorder *r = recorder_start(&agents, &about, 1, &sink->base, NULL);
    for (int i = 0; i < 300; ++i) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        assert_true(tracker_step(&agents) && recorder_step(r));
    }
    recorder_free(r);
    tracker_free(&agents);

    // Those of the start are in the scene's order.
    const record_agent *first = &sink->came[0];
    assert_true(first->entry == 0 && first->came == 0 && first->radius == 0.2f);
    assert_string_equal(sink->goals[0], "exit or window");
    assert_string_equal(first->planner, "direct");
    assert_string_equal(first->motion, "pedestrian");
    assert_true(isnan(first->aim.x) && first->premovement_time == 0 && first->speed == 1.3);
    const record_agent *guard = &sink->came[30];
    assert_string_equal(guard->role, "guard");
    assert_true(guard->entry == 2 && !guard->goal && guard->aim.x == 12 && guard->aim.y == 11);
    assert_true(sink->came[31].aim.x == 16 && sink->came[31].aim.y == 10.5);
    assert_true(sink->came[32].entry == 5 && !sink->came[32].goal && isnan(sink->came[32].aim.x));

    uint32_t late = 0, at_once = 0;
    for (uint32_t i = 33; i < sink->came_count; ++i) {
        const record_agent *a = &sink->came[i];
        at_once += a->entry == UINT32_MAX;
        if (a->entry != 1)
            continue;
        ++late;
        assert_string_equal(a->group, "late");
        assert_string_equal(sink->goals[i], "exit");
        assert_true(a->came >= 1 - 1e-9 && fabs(a->premovement_time - 0.5) < 1e-9);
        assert_true(a->aim.x == 19 && a->aim.y == 2.5);
    }
    assert_int_equal(late, 100);
    assert_true(at_once > 0); // who came where they wanted to go
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < sink->left_count; ++i)
        if (sink->left[i].goal) {
            assert_true(sink->left[i].number < 30 && sink->left[i].arrived);
            assert_true(strcmp(sink->left[i].goal, "exit") == 0 ||
                        strcmp(sink->left[i].goal, "window") == 0);
            ++chosen;
        }
    assert_true(chosen > 20);
    assert_true(sink->changes >= 6 && sink->changes <= 10); // 30 s: shut at 2, open at 5, each 7 s
    assert_true(sink->mover_most.x > 1.9 && sink->mover_most.x <= 2 + 1e-9);
    assert_true(sink->mover.y == 0);
    free(sink);
    scene_names_free(&names);
    wend_world_destroy(world);
    scene_free(s);
}

static void test_failures(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    scene_names names;
    checking_sink *sink = calloc(1, sizeof *sink);
    assert_non_null(sink);
    sink->base.kind = &checking;
    sink->s = s;
    record_about about = {.s = s, .names = &names, .step = s->world.step};
    for (uint32_t fails_at = 0; fails_at < 3; ++fails_at) {
        wend_world *world = NULL;
        bool failed = false;
        assert_int_equal(scene_world(s, &(scene_world_options){0}, &world, &names, NULL), WEND_OK);
        *sink = (checking_sink){.base = {&checking}, .world = world, .s = s, .fails_at = fails_at};
        look(sink, false);
        tracker agents;
        assert_true(tracker_start(&agents, world));
        recorder *r = recorder_start(&agents, &about, 1, &sink->base, &failed);
        assert_int_equal(failed, fails_at == 0);
        assert_int_equal(r == NULL, fails_at == 0);
        for (uint32_t i = 1; r && i <= fails_at; ++i) {
            assert_int_equal(wend_world_step(world, NULL), WEND_OK);
            look(sink, true);
            assert_true(tracker_step(&agents));
            assert_int_equal(recorder_step(r), i < fails_at);
            assert_int_equal(recorder_sink_failed(r), i == fails_at);
        }
        recorder_free(r);
        tracker_free(&agents);
        scene_names_free(&names);
        wend_world_destroy(world);
    }
    free(sink);
    scene_free(s);
}

/// Every request for memory fails once: nothing leaks, and it is no failure of the sink.
static void test_no_memory(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    wend_world *world = NULL;
    scene_names names;
    keeping_sink *sink = calloc(1, sizeof *sink);
    assert_non_null(sink);
    assert_int_equal(scene_world(s, &(scene_world_options){0}, &world, &names, NULL), WEND_OK);
    record_about about = {.s = s, .names = &names, .step = s->world.step};
    bool done = false;
    for (size_t at = 1; !done; ++at) {
        bool failed = true;
        *sink = (keeping_sink){.base = {&keeping}};
        allocations = 0;
        failing_allocation = at;
        tracker agents;
        bool tracked = tracker_start(&agents, world);
        recorder *r = tracked ? recorder_start(&agents, &about, 1, &sink->base, &failed) : NULL;
        done = r != NULL;
        failing_allocation = 0;
        assert_true(done || !tracked || !failed);
        recorder_free(r);
        tracker_free(&agents);
        assert_true(at < 1000);
    }
    free(sink);
    scene_names_free(&names);
    wend_world_destroy(world);
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_is_told),
        cmocka_unit_test(test_what_is_told),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
