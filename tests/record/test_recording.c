// SPDX-License-Identifier: MIT
// Recordings in memory: rows in any order against a plain list of them; a run that is told to the
// sink in memory, and what comes back from each kind of file; floors.
#include "tests/record/recording_check.h"
#include "tests/scene/scene_text.h"
#include "tests/support/failing_malloc.h"

#include "formats/formats.h"
#include "record/recorder.h"
#include "record/recording_build.h"
#include "record/recording_floors.h"
#include "scene/frames.h"
#include "wend/random.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

static void must_hold(const recording *r)
{
    const char *wrong = recording_wrong(r);
    if (wrong)
        fail_msg("%s", wrong);
}

// ---- rows in any order --------------------------------------------------------------------------

typedef struct plain_row {
    uint64_t id;
    uint32_t frame;
    wend_vec2 at;
} plain_row;

enum { MOST_ROWS = 400 };

/// Rows of few agents in few frames, so that many meet, some twice in a frame if asked for.
static size_t make_rows(wend_random *random, bool twice, plain_row *rows)
{
    static const uint64_t far[] = {0, 1, RECORDING_MOST_ID, (uint64_t)1 << 40, INT64_MAX};
    uint32_t start = wend_random_below(random, 3) * 1000000007u;
    uint32_t step = 1 + wend_random_below(random, 8), span = 1 + wend_random_below(random, 60);
    uint32_t agents = 1 + wend_random_below(random, 20);
    size_t count = wend_random_below(random, MOST_ROWS + 1), kept = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t who = wend_random_below(random, agents);
        plain_row row = {who < 5 ? far[who] : who * 977u,
                         start + step * wend_random_below(random, span),
                         {wend_random_between(random, -9, 9), wend_random_between(random, -9, 9)}};
        bool there = false;
        for (size_t k = 0; k < kept && !there; ++k)
            there = rows[k].id == row.id && rows[k].frame == row.frame;
        if (!there || twice)
            rows[kept++] = row;
    }
    return kept;
}

static uint32_t divisor(uint32_t a, uint32_t b)
{
    return b == 0 ? a : divisor(b, a % b);
}

static void compare_with_rows(const recording *r, const plain_row *rows, size_t count)
{
    uint32_t first = UINT32_MAX, last = 0, step = 0;
    for (size_t i = 0; i < count; ++i) {
        first = rows[i].frame < first ? rows[i].frame : first;
        last = rows[i].frame > last ? rows[i].frame : last;
    }
    for (size_t i = 0; i < count; ++i)
        step = divisor(step, rows[i].frame - first);
    step = step ? step : 1;
    assert_int_equal(r->row_count, count);
    assert_int_equal(r->frame_step, step);
    assert_int_equal(r->frame_count, count > 0 ? (last - first) / step + 1 : 0);
    for (size_t i = 0; i < count; ++i) {
        uint32_t a = 0;
        while (a < r->agent_count && r->agents[a].id != rows[i].id)
            ++a;
        assert_true(a < r->agent_count);
        size_t row = recording_row(r, a, (rows[i].frame - first) / step);
        assert_true(row != SIZE_MAX);
        assert_true(r->at[row].x == rows[i].at.x && r->at[row].y == rows[i].at.y);
    }
    must_hold(r);
}

static void test_any_order(void **state)
{
    (void)state;
    int rounds = long_tier() ? 20000 : 1000;
    static plain_row rows[MOST_ROWS];
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(2005, (uint64_t)i);
        bool twice = i % 5 == 0;
        size_t count = make_rows(&random, twice, rows);
        recording_build b;
        recording r;
        recording_build_start(&b);
        bool doubled = false;
        for (size_t k = 0; k < count; ++k) {
            assert_true(recording_build_row(&b, rows[k].id, rows[k].frame, rows[k].at));
            for (size_t n = 0; n < k; ++n)
                doubled = doubled || (rows[n].id == rows[k].id && rows[n].frame == rows[k].frame);
        }
        bool good = recording_build_finish(&b, &(recording_rate){.guess = 7}, &r);
        if (good == doubled || (doubled && b.failure != RECORDING_TWICE))
            fail_msg("round %d", i);
        if (good) {
            compare_with_rows(&r, rows, count);
            recording_free(&r);
        }
        recording_build_free(&b);
    }
}

static void test_empty(void **state)
{
    (void)state;
    recording_build b;
    recording r;
    recording_build_start(&b);
    assert_true(recording_build_finish(&b, &(recording_rate){.stated = 5}, &r));
    recording_build_free(&b);
    must_hold(&r);
    assert_true(r.frame_count == 0 && r.agent_count == 0 && r.fps == 5 && r.has_fps);
    wend_box box = recording_box(&r);
    assert_true(box.min.x > box.max.x);
    recording_free(&r);
    recording_free(&r); // also a second time
}

/// Frames without rows count, and who is told of without a row is an agent.
static void test_told(void **state)
{
    (void)state;
    recording_build b;
    recording r;
    uint32_t agent, gate, same, none;
    recording_build_start(&b);
    for (uint32_t f = 10; f <= 50; f += 10)
        recording_build_frame(&b, f);
    assert_true(recording_build_row(&b, 4, 20, (wend_vec2){1, 2}));
    assert_true(recording_build_row(&b, 4, 30, (wend_vec2){1, 3}));
    assert_true(recording_build_agent(&b, 2, &agent));
    assert_true(recording_build_name(&b, "gate", &gate) && recording_build_name(&b, "", &none));
    assert_true(recording_build_name(&b, "gate", &same));
    assert_true(gate == same && none == 0);
    b.agents.data[agent].goal = gate;
    assert_true(recording_build_finish(&b, &(recording_rate){.asked = 50, .guess = 1}, &r));
    recording_build_free(&b);
    must_hold(&r);
    assert_true(r.fps == 5 && !r.has_fps && r.first_frame == 10 && r.frame_step == 10);
    assert_int_equal(r.frame_count, 5);
    assert_true(r.agents[0].id == 2 && r.agents[0].count == 0 && isnan(r.agents[0].came));
    assert_string_equal(r.names[r.agents[0].goal], "gate");
    assert_true(r.agents[1].came == 0.2 && r.agents[1].left == 0.4);
    assert_true(recording_row(&r, 1, 0) == SIZE_MAX && recording_row(&r, 1, 2) == 1);
    recording_free(&r);
}

/// Many names and agents find their places in tables that grow.
static void test_tables(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    for (int round = 0; round < 2; ++round)
        for (uint32_t i = 0; i < 5000; ++i) {
            char name[20];
            uint32_t number, agent;
            snprintf(name, sizeof name, "n%u", (unsigned)i);
            assert_true(recording_build_name(&b, name, &number));
            assert_int_equal(number, i + 1);
            assert_true(recording_build_agent(&b, (uint64_t)(i * 31 % 5000) << 32, &agent));
            assert_true(b.agents.data[agent].id == (uint64_t)(i * 31 % 5000) << 32);
            assert_int_equal(agent, i);
        }
    recording_build_free(&b);
}

static void test_limits(void **state)
{
    (void)state;
    recording_build b;
    recording r;
    problem_list problems = {0};
    recording_build_start(&b);
    b.most_rows = 2;
    assert_true(recording_build_row(&b, 1, 0, (wend_vec2){0}));
    assert_true(recording_build_row(&b, 1, 1, (wend_vec2){0}));
    assert_false(recording_build_row(&b, 1, 2, (wend_vec2){0}));
    assert_false(recording_build_problem(&b, &problems));
    assert_non_null(strstr(problems.items[0].what, "more than"));
    recording_build_free(&b);
    recording_build_start(&b);
    assert_true(recording_build_row(&b, 1, 0, (wend_vec2){0}));
    assert_true(recording_build_row(&b, 1, 1, (wend_vec2){0}));
    assert_true(recording_build_row(&b, 2, UINT32_MAX, (wend_vec2){0}));
    assert_false(recording_build_finish(&b, &(recording_rate){.stated = 1}, &r));
    assert_true(b.failure == RECORDING_TOO_MANY_FRAMES);
    recording_build_free(&b);
    problem_free(&problems);
}

// ---- a run --------------------------------------------------------------------------------------

static const char busy_scene[] =
    "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]], \"step\": 0.1,\n"
    " \"obstacles\": [{\"segment\": [[4, 2], [4, 8]], \"name\": \"thin\"},\n"
    "   {\"circle\": [15, 7], \"radius\": 0.5}],\n"
    " \"areas\": {\"start\": [[1, 1], [3, 1], [3, 9], [1, 9]],\n"
    "   \"exit\": [[18, 4], [19, 4], [19, 6], [18, 6]]},\n"
    " \"doors\": [{\"segment\": [[10, 0], [10, 10]], \"name\": \"gate\", \"shut\": true,\n"
    "   \"times\": [2, 4, 5]}],\n"
    " \"movers\": [{\"polygon\": [[12, 1], [13, 1], [13, 2], [12, 2]],\n"
    "   \"path\": [[12, 1], [12, 7]], \"speed\": 0.7, \"way\": \"back and forth\"}],\n"
    " \"agents\": [{\"at\": [16, 5], \"goal\": \"exit\", \"end\": \"stay\"},\n"
    "   {\"at\": [17.9, 5], \"goal\": \"exit\"},\n"
    "   {\"in\": \"start\", \"count\": 12, \"goal\": \"exit\", \"group\": \"red\", \"rate\": 3,\n"
    "   \"role\": \"guest\"}]}\n";

typedef struct run {
    scene *s;
    scene_names names;
    wend_world *world;
    record_about about;
} run;

/// A world of the scene, which it takes.
static run start_run(scene *s)
{
    run r = {.s = s};
    wend_error error = {0};
    if (scene_world(s, &(scene_world_options){0}, &r.world, &r.names, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    r.about = (record_about){.s = s,
                             .file = "busy",
                             .options = "{\"guide\":\"mesh\"}",
                             .step = s->world.step,
                             .fps = 5,
                             .seconds = 12,
                             .seed = 77};
    return r;
}

static void end_run(run *r)
{
    scene_names_free(&r->names);
    wend_world_destroy(r->world);
    scene_free(r->s);
}

/// Steps a run, two steps a frame, and tells it to a sink. False with a problem.
static bool tell_run(run *r, record_sink *sink, problem_list *problems)
{
    bool failed = false;
    r->about.names = &r->names;
    tracker agents;
    recorder *told = NULL;
    if (tracker_start(&agents, r->world))
        told = recorder_start(&agents, &r->about, 2, sink, &failed);
    bool good = told != NULL;
    for (int i = 0; good && i < 121; ++i)
        good = wend_world_step(r->world, NULL) == WEND_OK && tracker_step(&agents) &&
               recorder_step(told);
    record_end end = {.summary = "{\"agents\": 14}", .whole = true};
    if (good)
        recorder_end(told, &end);
    good = good ? sink->kind->close(sink, &end, problems) : (sink->kind->discard(sink), false);
    if (!good && problems->count == 0)
        problem_no_memory(problems);
    recorder_free(told);
    tracker_free(&agents);
    return good;
}

static recording record_in_memory(scene *s)
{
    recording out;
    problem_list problems = {0};
    run r = start_run(s);
    record_sink *sink = recording_sink(&r.about, &out);
    assert_non_null(sink);
    bool good = tell_run(&r, sink, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    end_run(&r);
    must_hold(&out);
    return out;
}

static void test_sink(void **state)
{
    (void)state;
    recording r = record_in_memory(read_scene(busy_scene));
    assert_true(r.fps == 5 && r.has_fps && r.has_unit && r.whole && r.seed == 77);
    assert_true(r.step == 0.1 && r.seconds == 12 && r.hash != 0);
    assert_string_equal(r.source, "run");
    assert_string_equal(r.file, "busy");
    assert_string_equal(r.summary, "{\"agents\": 14}");
    assert_int_equal(r.frame_count, 61);
    assert_int_equal(r.agent_count, 14);
    // The first two are there from the beginning, and one of them is in its goal soon.
    const recorded_agent *stays = &r.agents[0], *leaves = &r.agents[1];
    assert_true(stays->arrived && stays->left > 0.5 && stays->count == 61);
    assert_true(leaves->arrived && leaves->left < 0.5 && leaves->count < 4);
    assert_true(stays->radius == 0.2f && stays->speed == 1.3);
    assert_true(stays->aim.x == 18.5 && stays->aim.y == 5);
    assert_string_equal(r.names[stays->goal], "exit");
    assert_string_equal(r.names[r.agents[5].group], "red");
    assert_string_equal(r.names[r.agents[5].role], "guest");
    assert_string_equal(r.names[r.agents[5].planner], "mesh");
    // The gate is shut for 2 s, open for 2 s, shut for 1 s, then open.
    assert_int_equal(r.floor_count, 2);
    assert_true(r.shut[0] == 1 && r.shut[11] == 0 && r.shut[21] == 1 && r.shut[26] == 0);
    assert_int_equal(recording_floor(&r, 0)->obstacle_count, 3);
    assert_int_equal(recording_floor(&r, 11)->obstacle_count, 2);
    assert_ptr_equal(recording_floor(&r, 0), recording_floor(&r, 22));
    assert_ptr_equal(recording_floor(&r, 12), recording_floor(&r, 60));
    assert_true(fabs(r.movers[10].y - 1.4) < 1e-9 && r.movers[10].x == 0);
    recording_free(&r);
}

static void test_sink_memory(void **state)
{
    (void)state;
    bool done = false;
    // Most of what it takes is taken in the first frames and at the end.
    for (size_t n = 1, gap = 1; !done; n += gap, gap = n > 200 && !long_tier() ? 7 : 1) {
        problem_list problems = {0};
        recording out = {0};
        run r = start_run(read_scene(busy_scene));
        allocations = 0;
        failing_allocation = n;
        record_sink *sink = recording_sink(&r.about, &out);
        bool good = sink && tell_run(&r, sink, &problems);
        done = allocations < n;
        failing_allocation = 0;
        assert_true(!sink || good == (problems.count == 0));
        assert_true(good || out.agent_count == 0);
        assert_true(!done || good);
        recording_free(&out);
        problem_free(&problems);
        end_run(&r);
    }
}

// ---- files --------------------------------------------------------------------------------------

static char folder[] = "/tmp/wend-recording-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static char *path_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static recording must_load(const char *path, const recording_hints *hints)
{
    recording out;
    problem_list problems = {.file = path};
    bool good = recording_load(path, hints, &out, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    must_hold(&out);
    return out;
}

static recording write_and_load(const record_kind *kind, const char *name, scene *s)
{
    problem_list problems = {.file = name};
    run r = start_run(s);
    record_sink *sink = kind->open(path_of(name), &r.about, &problems);
    bool good = sink && tell_run(&r, sink, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    end_run(&r);
    recording out = must_load(path_of(name), NULL);
    unlink(path_of(name));
    return out;
}

static void compare_rows(const recording *a, const recording *b, double error)
{
    assert_int_equal(a->agent_count, b->agent_count);
    assert_int_equal(a->row_count, b->row_count);
    assert_int_equal(a->frame_count, b->frame_count);
    for (size_t i = 0; i < a->row_count; ++i) {
        assert_true(a->frames[i] == b->frames[i] && a->row_agent[i] == b->row_agent[i]);
        assert_true(fabs(a->at[i].x - b->at[i].x) <= error);
        assert_true(fabs(a->at[i].y - b->at[i].y) <= error);
    }
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void compare_agents(const recording *a, const recording *b)
{
    for (uint32_t i = 0; i < a->agent_count; ++i) {
        const recorded_agent *x = &a->agents[i], *y = &b->agents[i];
        assert_true(x->id == y->id && x->arrived == y->arrived);
        assert_true(same_number(x->came, y->came) && same_number(x->left, y->left));
        assert_true(same_number(x->radius, y->radius) && same_number(x->speed, y->speed));
        assert_true(same_number(x->premovement_time, y->premovement_time));
        assert_true(same_number(x->aim.x, y->aim.x) && same_number(x->aim.y, y->aim.y));
        assert_string_equal(a->names[x->goal], b->names[y->goal]);
        assert_string_equal(a->names[x->group], b->names[y->group]);
        assert_string_equal(a->names[x->role], b->names[y->role]);
        assert_string_equal(a->names[x->planner], b->names[y->planner]);
        assert_string_equal(a->names[x->motion], b->names[y->motion]);
    }
}

static void compare_scenes(const scene *a, const scene *b)
{
    char *words[2];
    size_t sizes[2];
    for (int i = 0; i < 2; ++i) {
        FILE *file = open_memstream(&words[i], &sizes[i]);
        assert_true(file && scene_write_json(i == 0 ? a : b, file));
        fclose(file);
    }
    assert_string_equal(words[0], words[1]);
    assert_true(a->flipped == b->flipped && a->plane.x_factor == b->plane.x_factor);
    assert_true(a->plane.centre.x == b->plane.centre.x);
    free(words[0]);
    free(words[1]);
}

static void compare_runs(const recording *a, const recording *b)
{
    compare_rows(a, b, 0);
    compare_agents(a, b);
    compare_scenes(a->s, b->s);
    assert_true(a->fps == b->fps && a->step == b->step && a->seconds == b->seconds);
    assert_true(a->seed == b->seed && a->hash == b->hash && a->whole == b->whole);
    assert_string_equal(a->options, b->options);
    assert_string_equal(a->summary, b->summary);
    assert_int_equal(a->floor_count, b->floor_count);
    for (uint32_t i = 0; i < a->floor_count; ++i)
        compare_scenes(a->floors[i].floor, b->floors[i].floor);
    for (uint32_t f = 0; f < a->frame_count; ++f) {
        for (uint32_t i = 0; i < a->s->door_count; ++i)
            assert_int_equal(a->shut[f * a->s->door_count + i], b->shut[f * a->s->door_count + i]);
        for (uint32_t i = 0; i < a->s->mover_count; ++i) {
            size_t k = f * a->s->mover_count + i;
            assert_true(a->movers[k].x == b->movers[k].x && a->movers[k].y == b->movers[k].y);
        }
        assert_true(!a->frame_floor || a->frame_floor[f] == b->frame_floor[f]);
    }
}

static void test_sqlite(void **state)
{
    (void)state;
    recording told = record_in_memory(read_scene(busy_scene));
    recording loaded = write_and_load(&record_sqlite, "run.sqlite", read_scene(busy_scene));
    assert_string_equal(loaded.source, "sqlite");
    compare_runs(&told, &loaded);
    recording_free(&told);
    recording_free(&loaded);
}

/// A map whose y points down, and one in degrees: floors and areas lie where the positions do.
static void test_frames(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        scene *scenes[2];
        for (int i = 0; i < 2; ++i) {
            scene *s = scenes[i] = read_scene(busy_scene);
            s->origin = (wend_vec2){100, 200};
            s->flipped = kind == 0 ? 1000 : 0;
            if (kind == 1)
                s->plane = (geographic){{8.5, 50}, 71000.125, 111000.5};
        }
        recording told = record_in_memory(scenes[0]);
        recording loaded = write_and_load(&record_sqlite, "frame.sqlite", scenes[1]);
        compare_runs(&told, &loaded);
        wend_box floor = scene_box(recording_floor(&told, 0)), people = recording_box(&told);
        assert_true(floor.min.x == (kind == 0 ? 100 : 0) && floor.max.y == (kind == 0 ? 800 : 10));
        assert_true(people.min.x > floor.min.x && people.max.x < floor.max.x);
        assert_true(people.min.y > floor.min.y && people.max.y < floor.max.y);
        wend_vec2 corner = frames_to_metres(loaded.s, (wend_vec2){0, 0});
        assert_true(corner.x == floor.min.x && corner.y == (kind == 0 ? 800 : 0));
        recording_free(&told);
        recording_free(&loaded);
    }
}

static void test_tables_of_runs(void **state)
{
    (void)state;
    recording told = record_in_memory(read_scene(busy_scene));
    recording txt = write_and_load(&record_txt, "run.txt", read_scene(busy_scene));
    recording csv = write_and_load(&record_csv, "run.csv", read_scene(busy_scene));
    compare_rows(&told, &txt, 0.5e-4);
    compare_rows(&told, &csv, 0.5e-4);
    assert_true(txt.has_fps && txt.fps == 5 && txt.has_unit && txt.unit == 1);
    assert_true(!txt.note && txt.floor_count == 0 && !txt.s);
    recording_free(&told);
    recording_free(&txt);
    recording_free(&csv);
}

/// What a run that was interrupted leaves; what only the run as a whole is asked from.
static void test_interrupted(void **state)
{
    (void)state;
    problem_list problems = {0};
    run r = start_run(read_scene(busy_scene));
    record_sink *sink = record_sqlite.open(path_of("cut.sqlite"), &r.about, &problems);
    assert_non_null(sink);
    bool failed;
    tracker agents;
    assert_true(tracker_start(&agents, r.world));
    recorder *told = recorder_start(&agents, &r.about, 2, sink, &failed);
    assert_non_null(told);
    for (int i = 0; i < 40; ++i)
        assert_true(wend_world_step(r.world, NULL) == WEND_OK && tracker_step(&agents) &&
                    recorder_step(told));
    record_end end = {.whole = false};
    recorder_end(told, &end);
    assert_true(sink->kind->close(sink, &end, &problems));
    recorder_free(told);
    tracker_free(&agents);
    end_run(&r);
    recording cut = must_load(path_of("cut.sqlite"), NULL);
    assert_true(!cut.whole && cut.s && !cut.summary && cut.frame_count == 21);
    recording_free(&cut);
    cut = must_load(path_of("cut.sqlite"), &(recording_hints){.no_rows = true});
    assert_true(cut.row_count == 0 && cut.s && cut.seed == 77 && cut.fps == 5);
    recording_free(&cut);
    unlink(path_of("cut.sqlite"));
    problem_free(&problems);
}

/// A floor from a scene that the caller names, with the doors as they are at first.
static void test_floor_hint(void **state)
{
    (void)state;
    char scene_path[200];
    snprintf(scene_path, sizeof scene_path, "%s", path_of("floor.json"));
    FILE *file = fopen(scene_path, "w");
    assert_true(file && fputs(busy_scene, file) >= 0 && fclose(file) == 0);
    char *table = path_of("rows.csv");
    file = fopen(table, "w");
    assert_true(file && fputs("frame,id,x,y\n0,0,1,2\n", file) >= 0 && fclose(file) == 0);
    recording r = must_load(table, &(recording_hints){.floor = scene_path});
    assert_int_equal(r.floor_count, 1);
    assert_int_equal(recording_floor(&r, 0)->obstacle_count, 3);
    recording_free(&r);
    problem_list problems = {.file = table};
    assert_false(recording_load(table, &(recording_hints){.floor = "nowhere.json"}, &r, &problems));
    assert_string_equal(problems.file, "nowhere.json");
    assert_true(r.agent_count == 0 && r.at == NULL);
    problem_free(&problems);
    unlink(path_of("rows.csv"));
    unlink(scene_path);
}

/// What the file says goes before what the caller says, and this is told.
static void test_unused_hints(void **state)
{
    (void)state;
    char *table = path_of("rows.txt");
    FILE *file = fopen(table, "w");
    assert_true(file &&
                fputs("# framerate: 8\n# id frame x/cm y/cm\n1 4 100 0\n1 6 200 0\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    recording r = must_load(table, &(recording_hints){.fps = 9, .unit = 1});
    assert_true(r.fps == 4 && r.at[0].x == 1);
    assert_non_null(strstr(r.note, "8 frames per second"));
    assert_non_null(strstr(r.note, "a unit is 0.01 m"));
    recording_free(&r);
    r = must_load(table, &(recording_hints){.fps = 8, .unit = 0.01});
    assert_null(r.note);
    recording_free(&r);
    unlink(table);
}

static void test_kinds(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"run.mp4", "supported: .sqlite"},   {"run", "supported: .sqlite"},
        {"a.csv/run", "supported: .sqlite"}, {"run.json", "a summary has no positions"},
        {"gone.csv", "cannot be opened"},    {"gone.SQLITE", "cannot be opened"},
        {"gone.traj", "cannot be opened"},   {"gone.txt", "cannot be opened"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        recording r;
        problem_list problems = {0};
        assert_false(recording_load(bad[i][0], NULL, &r, &problems));
        assert_int_equal(problems.count, 1);
        if (!strstr(problems.items[0].what, bad[i][1]))
            fail_msg("%s: %s", bad[i][0], problems.items[0].what);
        problem_free(&problems);
    }
}

/// More states of doors than there is room for: later ones have all doors open.
static void test_many_states(void **state)
{
    (void)state;
    enum { DOORS = 10, FRAMES = 1 << DOORS };
    recording_build b;
    recording r;
    recording_build_start(&b);
    for (uint32_t f = 0; f < FRAMES; ++f)
        recording_build_frame(&b, f);
    assert_true(recording_build_finish(&b, &(recording_rate){.stated = 1}, &r));
    recording_build_free(&b);
    r.s = scene_new();
    assert_non_null(r.s);
    for (int i = 0; i < DOORS; ++i) {
        scene_door *door = scene_add_door(r.s);
        assert_non_null(door);
        door->body.kind = SCENE_SEGMENT;
        const wend_vec2 ends[] = {{i, 0}, {i, 1}};
        assert_true(scene_shape_ring(r.s, ends, 2, &door->body.shape));
    }
    r.shut = malloc((size_t)FRAMES * DOORS);
    assert_non_null(r.shut);
    for (uint32_t f = 0; f < FRAMES; ++f)
        for (uint32_t i = 0; i < DOORS; ++i)
            r.shut[f * DOORS + i] = f >> i & 1;
    assert_true(recording_make_floors(&r));
    must_hold(&r);
    assert_int_equal(r.floor_count, RECORDING_MAX_FLOORS);
    for (uint32_t f = 0; f < FRAMES; ++f) {
        uint32_t shut = 0;
        for (uint32_t i = 0; i < DOORS; ++i)
            shut += f >> i & 1;
        bool kept = f + 1 < RECORDING_MAX_FLOORS;
        assert_int_equal(recording_floor(&r, f)->obstacle_count, kept ? shut : 0);
    }
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order),    cmocka_unit_test(test_empty),
        cmocka_unit_test(test_told),         cmocka_unit_test(test_tables),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_sink),
        cmocka_unit_test(test_sink_memory),  cmocka_unit_test(test_sqlite),
        cmocka_unit_test(test_frames),       cmocka_unit_test(test_tables_of_runs),
        cmocka_unit_test(test_interrupted),  cmocka_unit_test(test_floor_hint),
        cmocka_unit_test(test_unused_hints), cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_many_states),
    };
    return cmocka_run_group_tests_name("recording", tests, make_folder, remove_folder);
}
