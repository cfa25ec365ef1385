// SPDX-License-Identifier: MIT
// Recordings as a database: every row against what was told, all tables, repeated runs, files that
// are in the way, disks that are full.
#include "tests/record/record_support.h"
#include "tests/support/failing_malloc.h"
#include "wend/vec2.h"

#include "record/blake2b.h"
#include "record/gate_changes.h"
#include "record/recorder.h"
#include "record/recording.h"
#include "scene/frames.h"
#include "wend/random.h"
#include "wend/world_gates.h"

#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- a folder, scenes, questions ----------------------------------------------------------------

static int enter_folder(void **state)
{
    static char folder[] = "/tmp/wend-record-XXXXXX";
    *state = folder;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", (const char *)*state);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

/// Agents that come, stay and leave, doors and a mover.
static const char busy[] =
    "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 12], [0, 12]],"
    " \"obstacles\": [{\"polygon\": [[10, 0], [10.5, 0], [10.5, 4], [10, 4]]},"
    "  {\"polygon\": [[10, 6], [10.5, 6], [10.5, 12], [10, 12]]}],"
    " \"areas\": {\"left\": [[0, 0], [4, 0], [4, 12], [0, 12]],"
    "  \"exit\": {\"polygon\": [[18, 0], [20, 0], [20, 5], [18, 5]], \"role\": \"exit\"},"
    "  \"window\": [[18, 7], [20, 7], [20, 12], [18, 12]]},"
    " \"doors\": [{\"segment\": [[10.25, 4], [10.25, 6]], \"times\": [1, 2], \"period\": 4},"
    "  {\"polygon\": [[2, 5], [3, 5], [3, 6], [2, 6]], \"times\": [3]}],"
    " \"movers\": [{\"circle\": [15, 9], \"radius\": 0.5, \"path\": [[15, 9], [17, 9]],"
    "  \"way\": \"back and forth\"}],"
    " \"agents\": [{\"in\": \"left\", \"count\": 60, \"goal\": [\"exit\", \"window\"]},"
    "  {\"in\": \"left\", \"count\": 40, \"rate\": 5, \"start\": 1, \"goal\": \"exit\","
    "   \"reaction\": 0.5, \"group\": \"late\"},"
    "  {\"at\": [12, 10], \"goal\": [13, 11], \"end\": \"stay\", \"role\": \"guard\"}]}";

static sqlite3 *open_file(const char *path)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    return db;
}

static sqlite3_stmt *ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *made = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &made, NULL) != SQLITE_OK)
        print_message("%s: %s\n", sql, sqlite3_errmsg(db));
    assert_non_null(made);
    return made;
}

static double ask_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *made = ask(db, sql);
    assert_int_equal(sqlite3_step(made), SQLITE_ROW);
    double number = sqlite3_column_double(made, 0);
    sqlite3_finalize(made);
    return number;
}

/// The text, to be freed; "" if there is no row.
static char *ask_text(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *made = ask(db, sql);
    const char *found =
        sqlite3_step(made) == SQLITE_ROW ? (const char *)sqlite3_column_text(made, 0) : NULL;
    char *copy = malloc(found ? strlen(found) + 1 : 1);
    assert_non_null(copy);
    strcpy(copy, found ? found : "");
    sqlite3_finalize(made);
    return copy;
}

static void assert_answer(sqlite3 *db, const char *sql, const char *expected)
{
    char *found = ask_text(db, sql);
    if (strcmp(found, expected) != 0)
        print_message("%s: %s, not %s\n", sql, found, expected);
    assert_string_equal(found, expected);
    free(found);
}

// ---- runs that are told twice -------------------------------------------------------------------

/// Gives frames to the file and keeps the rows.
typedef struct tee {
    record_sink base;
    record_sink *file;
    struct told {
        uint64_t frame;
        record_row row;
    } * rows;
    size_t count, capacity;
    uint64_t refuse_after; ///< frames; 0: never
} tee;

static bool tee_frame(record_sink *base, const record_frame *frame)
{
    tee *t = (tee *)base;
    if (t->count + frame->row_count > t->capacity) {
        t->capacity = 2 * (t->count + frame->row_count);
        t->rows = realloc(t->rows, t->capacity * sizeof *t->rows);
        assert_non_null(t->rows);
    }
    for (uint32_t i = 0; i < frame->row_count; ++i)
        t->rows[t->count++] = (struct told){frame->number, frame->rows[i]};
    return t->file->kind->frame(t->file, frame);
}

static const record_kind tee_kind = {.name = "tee", .endings = "", .frame = tee_frame};

typedef struct run_result {
    uint64_t hash, frames;
    uint32_t doors_shut; ///< changes
    tee told;            ///< rows, to be freed
} run_result;

/// Runs a scene into a file. end: how it ends: 'c' closed, 'i' interrupted, 'd' discarded.
static run_result record(const scene *s, const char *path, uint64_t seed, int steps, uint64_t every,
                         char end)
{
    run_result result = {.told.base.kind = &tee_kind};
    wend_world *world = NULL;
    scene_names names;
    wend_error error = {0};
    problem_list problems = {.file = path};
    scene_world_options options = {.seed = &seed};
    wend_result made = scene_world(s, &options, &world, &names, &error);
    if (made != WEND_OK)
        print_message("%s\n", wend_error_text(&error));
    assert_int_equal(made, WEND_OK);
    record_about about = {.s = s,
                          .names = &names,
                          .file = "test.json",
                          .options = "{\"guide\": \"mesh\"}",
                          .step = s->world.step,
                          .fps = 1 / (s->world.step * (double)every),
                          .seconds = steps * s->world.step,
                          .seed = seed};
    result.told.file = record_sqlite.open(path, &about, &problems);
    if (!result.told.file)
        problem_print(&problems, stderr);
    assert_non_null(result.told.file);
    tracker agents;
    assert_true(tracker_start(&agents, world));
    recorder *r = recorder_start(&agents, &about, every, &result.told.base, NULL);
    assert_non_null(r);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        assert_true(tracker_step(&agents) && recorder_step(r));
    }
    result.hash = wend_world_hash(world);
    result.frames = recorder_frames(r);
    record_end how = {.summary = "{\"agents\": 1}", .whole = end == 'c'};
    recorder_end(r, &how);
    if (end == 'd')
        record_sqlite.discard(result.told.file);
    else
        assert_true(record_sqlite.close(result.told.file, &how, &problems));
    assert_int_equal(problems.count, 0);
    recorder_free(r);
    tracker_free(&agents);
    scene_names_free(&names);
    wend_world_destroy(world);
    return result;
}

static void check_rows(sqlite3 *db, const run_result *run)
{
    sqlite3_stmt *rows = ask(db, "SELECT frame, id, pos_x, pos_y, ori_x, ori_y"
                                 " FROM trajectory_data ORDER BY rowid");
    for (size_t i = 0; i < run->told.count; ++i) {
        const struct told *told = &run->told.rows[i];
        assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
        assert_true((uint64_t)sqlite3_column_int64(rows, 0) == told->frame);
        assert_true(sqlite3_column_int64(rows, 1) == told->row.number);
        assert_true(sqlite3_column_double(rows, 2) == told->row.at.x);
        assert_true(sqlite3_column_double(rows, 3) == told->row.at.y);
        assert_true((float)sqlite3_column_double(rows, 4) == told->row.facing_x);
        assert_true((float)sqlite3_column_double(rows, 5) == told->row.facing_y);
    }
    assert_int_equal(sqlite3_step(rows), SQLITE_DONE);
    sqlite3_finalize(rows);
    assert_true(ask_number(db, "SELECT count(*) FROM frame_data") == (double)run->frames);
    assert_true(ask_number(db, "SELECT max(frame) FROM frame_data") == (double)run->frames - 1);
    assert_answer(db, "PRAGMA integrity_check", "ok");
}

static void test_rows(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    for (int round = 0; round < 3; ++round) {
        run_result run = record(s, "rows.sqlite", 5, 100, 1 + 3 * (uint64_t)round, "cid"[round]);
        sqlite3 *db = open_file("rows.sqlite");
        check_rows(db, &run);
        assert_answer(db, "SELECT value FROM wend_run WHERE key = 'whole'", round ? "0" : "1");
        sqlite3_close(db);
        free(run.told.rows);
        assert_true(access("rows.sqlite-journal", F_OK) != 0);
    }
    scene_free(s);
}

// ---- tables -------------------------------------------------------------------------------------

/// The tables of the format, word for word.
static void test_schema(void **state)
{
    (void)state;
    static const char *const words[][2] = {
        {"trajectory_data",
         "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL,"
         " pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL)"},
        {"metadata",
         "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL)"},
        {"geometry", "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL)"},
        {"geometry_hash", "CREATE UNIQUE INDEX geometry_hash ON geometry(hash)"},
        {"frame_data",
         "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL)"},
        {"frame_id_idx", "CREATE INDEX frame_id_idx ON trajectory_data(frame, id)"},
    };
    scene *s = read_scene(busy);
    run_result run = record(s, "schema.sqlite", 5, 20, 2, 'c');
    sqlite3 *db = open_file("schema.sqlite");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        char sql[200];
        snprintf(sql, sizeof sql, "SELECT sql FROM sqlite_schema WHERE name = '%s'", words[i][0]);
        assert_answer(db, sql, words[i][1]);
    }
    assert_true(ask_number(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND"
                               " name NOT LIKE 'wend\\_%' ESCAPE '\\'") == 4);
    assert_answer(db, "SELECT value FROM metadata WHERE key = 'version'", "2");
    assert_answer(db, "SELECT value FROM metadata WHERE key = 'fps'", "5");
    assert_answer(db,
                  "SELECT group_concat(value) FROM (SELECT value FROM metadata WHERE key IN"
                  " ('xmin', 'xmax', 'ymin', 'ymax') ORDER BY key)",
                  "20,0,12,0");
    sqlite3_close(db);
    free(run.told.rows);
    scene_free(s);
}

static void test_own_tables(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    run_result run = record(s, "own.sqlite", UINT64_MAX, 400, 1, 'c');
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)run.hash);
    sqlite3 *db = open_file("own.sqlite");
    assert_answer(db, "SELECT value FROM wend_run WHERE key = 'hash'", hash);
    assert_answer(db, "SELECT value FROM wend_run WHERE key = 'seed'", "18446744073709551615");
    assert_answer(db, "SELECT value FROM wend_run WHERE key = 'step'", "0.1");
    assert_answer(db, "SELECT value FROM wend_run WHERE key = 'summary'", "{\"agents\": 1}");
    assert_answer(db, "SELECT value FROM wend_run WHERE key = 'options'", "{\"guide\": \"mesh\"}");
    assert_answer(db, "SELECT value FROM wend_run WHERE key = 'file'", "test.json");

    // Agents: those of the rows, each from when it came to when it left.
    assert_true(ask_number(db, "SELECT count(*) FROM wend_agents") == 101);
    assert_true(ask_number(db, "SELECT count(*) FROM (SELECT id, min(frame) / 10.0 AS first,"
                               " max(frame) / 10.0 AS last FROM trajectory_data GROUP BY id)"
                               " JOIN wend_agents USING (id) WHERE first < came - 1e-9 OR"
                               " first > came + 0.11 OR (arrived AND goal IS NOT NULL AND"
                               " abs(last - gone) > 0.11)") == 0);
    assert_true(ask_number(db, "SELECT count(*) FROM wend_agents WHERE arrived") > 90);
    assert_true(ask_number(db, "SELECT count(*) FROM wend_agents WHERE goal = 'exit'") > 40);
    assert_true(ask_number(db, "SELECT count(*) FROM wend_agents WHERE arrived AND"
                               " goal = 'exit or window'") == 0);
    assert_answer(db,
                  "SELECT id || role || entry || aim_x || arrived || (gone > 0) FROM"
                  " wend_agents WHERE role IS NOT NULL",
                  "60guard213.011");
    assert_true(ask_number(db, "SELECT count(*) FROM wend_agents WHERE group_name = 'late'"
                               " AND abs(reaction - 0.5) < 1e-9 AND entry = 1") == 40);
    assert_answer(db, "SELECT group_concat(name || ifnull(role, '')) FROM wend_areas",
                  "exitexit,left,window");

    // Doors: 0 is thin, shuts the whole area, and changes at 1, 2, 5, 6 s ...; 1 shuts at 3 s.
    assert_answer(db,
                  "SELECT group_concat(frame || ':' || shut) FROM (SELECT * FROM wend_doors"
                  " WHERE door = 0 AND frame < 70 ORDER BY frame)",
                  "0:0,11:1,21:0,51:1,61:0");
    assert_answer(db,
                  "SELECT group_concat(frame || ':' || shut) FROM (SELECT * FROM wend_doors"
                  " WHERE door = 1 ORDER BY frame)",
                  "0:0,31:1");
    assert_true(ask_number(db, "SELECT count(*) FROM geometry") == 2);
    assert_true(ask_number(db, "SELECT count(*) FROM wend_geometry WHERE wkt LIKE 'MULTI%'") == 2);
    assert_true(ask_number(db, "SELECT count(DISTINCT geometry_hash) FROM frame_data") == 2);
    assert_answer(db,
                  "SELECT group_concat(frame) FROM (SELECT frame FROM wend_floors WHERE"
                  " frame < 60 ORDER BY frame)",
                  "0,11,21,31,51");
    assert_true(ask_number(db, "SELECT count(*) FROM wend_floors WHERE geometry_hash NOT IN"
                               " (SELECT hash FROM geometry UNION SELECT hash FROM"
                               " wend_geometry)") == 0);
    assert_true(ask_number(db, "SELECT count(*) FROM frame_data WHERE geometry_hash NOT IN"
                               " (SELECT hash FROM geometry)") == 0);
    sqlite3_stmt *states = ask(db, "SELECT hash, wkt FROM geometry");
    while (sqlite3_step(states) == SQLITE_ROW) {
        const char *wkt = (const char *)sqlite3_column_text(states, 1);
        assert_true(blake2b_8(wkt, strlen(wkt)) == sqlite3_column_int64(states, 0));
    }
    sqlite3_finalize(states);

    assert_true(ask_number(db, "SELECT max(x) FROM wend_movers") > 1.8);
    assert_true(ask_number(db, "SELECT count(*) FROM wend_movers WHERE y != 0 OR x < 0") == 0);
    assert_true(ask_number(db, "SELECT count(*) FROM wend_movers") > 300);
    sqlite3_close(db);
    free(run.told.rows);
    scene_free(s);
}

// ---- again --------------------------------------------------------------------------------------

/// A run repeated from what the file says.
static void test_again_from_file(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    run_result run = record(s, "again.sqlite", 77, 100, 5, 'c');
    scene_free(s);
    sqlite3 *db = open_file("again.sqlite");
    char *json = ask_text(db, "SELECT value FROM wend_run WHERE key = 'scene'");
    s = read_scene(json);
    s->world.seed = (uint64_t)ask_number(db, "SELECT value FROM wend_run WHERE key = 'seed'");
    assert_true(hash_of(s, 100) == run.hash);
    free(json);
    sqlite3_close(db);
    free(run.told.rows);
    scene_free(s);
}

// ---- files --------------------------------------------------------------------------------------

/// Agents that are stuck, read back: one that stands in the way of another for a while.
static void test_stuck(void **state)
{
    (void)state;
    scene *s =
        read_scene("{\"wend\": 2, \"bounds\": [[0, 0], [20, 0], [20, 0.8], [0, 0.8]], \"agents\": ["
                   "{\"at\": [10, 0.4], \"avoidance_share\": 0, \"goal\": [19, 0.4],"
                   " \"premovement_time\": 12, \"radius\": 0.2},"
                   "{\"at\": [8, 0.4], \"goal\": [18, 0.4], \"radius\": 0.2}]}");
    run_result run = record(s, "stuck.sqlite", 1, 300, 2, 'c');
    recording r;
    problem_list problems = {.file = "stuck.sqlite"};
    assert_true(recording_load("stuck.sqlite", NULL, &r, &problems));
    assert_int_equal(r.stuck_count, 1);
    assert_int_equal(r.stuck[0].agent, 1);
    assert_int_equal(r.stuck[0].by, WEND_BLOCKER_AGENT);
    assert_int_equal(r.stuck[0].blocker, 0);
    assert_true(r.stuck[0].begin > 3 * 5 && r.stuck[0].begin < 10 * 5);
    assert_true(r.stuck[0].end > 12 * 5 && r.stuck[0].end < 18 * 5);
    recording_free(&r);
    free(run.told.rows);
    scene_free(s);
}

/// Two crowds at a door of 0.7 m, mirrored or not.
static scene *read_door(double flipped)
{
    scene *s = read_scene(
        "{\"wend\": 2, \"bounds\": [[0, 0], [12, 0], [12, 8], [0, 8]],"
        " \"obstacles\": [{\"segment\": [[6, 0], [6, 3]]}, {\"segment\": [[6, 3.7], [6, 8]]}],"
        " \"areas\": {\"a\": [[1, 1], [5, 1], [5, 7], [1, 7]],"
        "  \"b\": [[7, 1], [11, 1], [11, 7], [7, 7]]}, \"motion\": \"social_force\","
        " \"agents\": [{\"in\": \"a\", \"count\": 15, \"goal\": \"b\"},"
        "  {\"in\": \"b\", \"count\": 15, \"goal\": \"a\"}]}");
    s->flipped = flipped;
    return s;
}

/// The gates of every frame of the run, from the world itself, are those of the recording.
static void check_gates(const scene *s, const recording *r, uint64_t seed, int steps)
{
    wend_world *world = NULL;
    scene_names names;
    scene_world_options options = {.seed = &seed};
    uint32_t acting = 0, closing = 0;
    assert_int_equal(scene_world(s, &options, &world, &names, NULL), WEND_OK);
    for (uint32_t f = 0; f <= (uint32_t)steps; ++f) {
        if (f > 0)
            assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        for (uint32_t number = 0; number < 4; ++number) {
            const recorded_gate *found = NULL;
            for (uint32_t i = 0; i < r->gate_count && r->gates[i].frame <= f; ++i)
                if (r->gates[i].state.number == number)
                    found = &r->gates[i];
            wend_world_gate_state now;
            (void)wend_world_gate(world, number, &now, NULL);
            assert_int_equal(now.direction, found ? found->state.direction : 0);
            if (now.direction == 0)
                continue;
            assert_true(number == 0 && now.closing == found->state.closing);
            ++acting;
            closing += now.closing;
            for (int k = 0; k < 2; ++k) {
                const wend_passage_mouth *mouth = &now.passage.mouths[k];
                const record_mouth *m = &found->state.mouths[k];
                wend_vec2 a = frames_to_metres(s, mouth->left), out = mouth->out;
                assert_true(m->a.x == a.x && m->a.y == a.y && m->b.x == mouth->right.x);
                out.y = s->flipped != 0 ? -out.y : out.y;
                assert_true(fabs(m->out.x - (m->a.x + m->b.x) / 2 - out.x) < 1e-9 &&
                            fabs(m->out.y - (m->a.y + m->b.y) / 2 - out.y) < 1e-9);
            }
        }
    }
    assert_true(acting > 20 && closing > 0);
    scene_names_free(&names);
    wend_world_destroy(world);
}

static void test_gates(void **state)
{
    (void)state;
    enum { STEPS = 400 };
    for (int round = 0; round < 2; ++round) {
        scene *s = read_door(round * 8.0);
        run_result run = record(s, "gates.sqlite", 1, STEPS, 1, 'c');
        recording r;
        problem_list problems = {.file = "gates.sqlite"};
        assert_true(recording_load("gates.sqlite", NULL, &r, &problems));
        assert_true(r.gate_count > 2 && r.gates[0].state.direction > 0);
        check_gates(s, &r, 1, STEPS);
        // A row is a change.
        for (uint32_t i = 1; i < r.gate_count; ++i) {
            const recorded_gate *last = &r.gates[i - 1], *now = &r.gates[i];
            assert_true(last->frame < now->frame);
            assert_true(last->state.direction != now->state.direction ||
                        last->state.closing != now->state.closing ||
                        !record_gate_has_mouths_of(&last->state, &now->state));
        }
        recording_free(&r);
        free(run.told.rows);
        scene_free(s);
    }
}

static double distance_to_axis(const record_gate *gate, wend_vec2 p)
{
    wend_vec2 last = wend_midpoint(gate->mouths[0].a, gate->mouths[0].b);
    double distance = INFINITY;
    for (uint32_t i = 0; i <= gate->axis_count; ++i) {
        wend_vec2 next = i < gate->axis_count ? gate->axis[i]
                                              : wend_midpoint(gate->mouths[1].a, gate->mouths[1].b);
        wend_vec2 v = wend_sub(next, last);
        double t = wend_dot(wend_sub(p, last), v) / wend_length_squared(v);
        wend_vec2 nearest = wend_lerp(last, next, fmin(fmax(t, 0), 1));
        distance = fmin(distance, wend_distance(p, nearest));
        last = next;
    }
    return distance;
}

/// Steps until a gate changes.
static void step_until_gate(wend_world *world, const scene *s, gate_changes *c)
{
    for (int i = 0; i < 400 && c->changed.count == 0; ++i) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        assert_true(gate_changes_find(c, world, s));
    }
    assert_int_equal(c->changed.count, 1);
}

/// The axis of a bent gate, as it is recorded, is near to all of its points.
static void test_bent_gate(void **state)
{
    (void)state;
    scene *s = read_scene(
        "{\"wend\": 2, \"bounds\": [[0, 0], [8, 0], [8, 3], [13, 3], [13, 8], [16, 8], [16, 4],"
        " [24, 4], [24, 12], [16, 12], [16, 9.2], [11.8, 9.2], [11.8, 4.2], [8, 4.2], [8, 8],"
        " [0, 8]], \"areas\": {\"a\": [[1, 1], [5, 1], [5, 7], [1, 7]],"
        " \"b\": [[18, 5], [23, 5], [23, 11], [18, 11]]},"
        " \"agents\": [{\"in\": \"a\", \"count\": 14, \"goal\": \"b\", \"radius\": 0.28},"
        "  {\"in\": \"b\", \"count\": 14, \"goal\": \"a\", \"radius\": 0.28}]}");
    gate_changes c = {0};
    wend_world *world = NULL;
    scene_names names;
    const scene_world_options options = {0};
    assert_int_equal(scene_world(s, &options, &world, &names, NULL), WEND_OK);
    step_until_gate(world, s, &c);
    const record_gate *gate = &c.changed.data[0];
    wend_world_gate_state now;
    assert_int_equal(wend_world_gate(world, gate->number, &now, NULL), WEND_OK);
    const wend_passage_point *points = wend_world_gate_axis(world, gate->number);
    assert_null(wend_world_gate_axis(world, wend_world_gate_count(world)));
    assert_true(gate->axis_count >= 2 && gate->axis_count < RECORD_AXIS);
    // It begins and ends a little outside of the mouths.
    for (uint32_t i = 1; i + 1 < now.passage.point_count; ++i)
        assert_true(distance_to_axis(gate, points[i].at) < 0.051);
    gate_changes_free(&c);
    scene_names_free(&names);
    wend_world_destroy(world);
    scene_free(s);
}

/// A gate that acts is gone when the walls have changed, or has other mouths.
static void test_gates_found_again(void **state)
{
    (void)state;
    scene *s = read_door(0);
    gate_changes c = {0};
    wend_world *world = NULL;
    scene_names names;
    const scene_world_options options = {0};
    assert_int_equal(scene_world(s, &options, &world, &names, NULL), WEND_OK);
    step_until_gate(world, s, &c);
    const record_gate first = c.changed.data[0];
    assert_true(first.direction > 0);
    assert_true(gate_changes_find(&c, world, s));
    assert_int_equal(c.changed.count, 0);
    // Another world, whose gates are not known yet, as after a change of the walls.
    wend_world *other = NULL;
    scene_names others;
    assert_int_equal(scene_world(s, &options, &other, &others, NULL), WEND_OK);
    assert_true(gate_changes_find(&c, other, s));
    assert_int_equal(c.changed.count, 1);
    assert_true(c.changed.data[0].direction == 0 && !c.changed.data[0].closing);
    assert_true(record_gate_has_mouths_of(&c.changed.data[0], &first));
    assert_true(gate_changes_find(&c, other, s));
    assert_int_equal(c.changed.count, 0);
    // Memory fails: nothing changed.
    for (size_t at = 1, done = 0; !done; ++at) {
        gate_changes none = {0};
        allocations = 0;
        failing_allocation = at;
        done = gate_changes_find(&none, world, s);
        failing_allocation = 0;
        assert_int_equal(none.changed.count, done);
        assert_int_equal(none.last.count, done ? wend_world_gate_count(world) : 0);
        assert_true(done == (at == 3));
        gate_changes_free(&none);
    }
    // The same gate in another place.
    s->flipped = 8;
    assert_true(gate_changes_find(&c, world, s));
    assert_int_equal(c.changed.count, 1);
    assert_false(record_gate_has_mouths_of(&c.changed.data[0], &first));
    s->flipped = 0;
    assert_true(gate_changes_find(&c, world, s));
    assert_int_equal(c.changed.count, 1);
    assert_true(record_gate_has_mouths_of(&c.changed.data[0], &first));
    gate_changes_free(&c);
    scene_names_free(&names);
    scene_names_free(&others);
    wend_world_destroy(world);
    wend_world_destroy(other);
    scene_free(s);
}

static record_about about_of(const scene *s)
{
    return (record_about){.s = s, .file = "test", .step = 0.1, .fps = 10, .seconds = 10};
}

static void assert_refused(const char *path, const char *words)
{
    scene *s = read_scene("{\"wend\": 1}");
    record_about about = about_of(s);
    problem_list problems = {.file = path};
    assert_null(record_sqlite.open(path, &about, &problems));
    assert_int_equal(problems.count, 1);
    if (!strstr(problems.items[0].what, words))
        print_message("%s: %s\n", path, problems.items[0].what);
    assert_non_null(strstr(problems.items[0].what, words));
    problem_free(&problems);
    scene_free(s);
}

static void touch(const char *path, const char *content)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const names[] = {"file:a.sqlite?mode=memory", ":memory:", "with space.db",
                                        "link.sqlite", "old.sqlite"};
    scene *s = read_scene(busy);
    touch("old.sqlite", "not a database");
    touch("old.sqlite-journal", "nor a journal");
    touch("old.sqlite-wal", "nor a log");
    touch("real.sqlite", "");
    assert_int_equal(symlink("real.sqlite", "link.sqlite"), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        run_result run = record(s, names[i], 1, 3, 1, 'c');
        char path[100];
        snprintf(path, sizeof path, "./%s", names[i]);
        sqlite3 *db = open_file(path);
        check_rows(db, &run);
        sqlite3_close(db);
        free(run.told.rows);
    }
    struct stat found;
    assert_true(lstat("link.sqlite", &found) == 0 && S_ISLNK(found.st_mode));
    assert_true(stat("real.sqlite", &found) == 0 && found.st_size > 10000);
    assert_true(access("old.sqlite-wal", F_OK) != 0);
    scene_free(s);
    assert_refused("-", "standard output");
    assert_refused("/dev/null", "not a regular file");
    assert_refused(".", "not a regular file");
    assert_refused("nowhere/run.sqlite", "cannot be created");
    assert_refused("", "");
}

/// While a run writes, its file can be read and not be replaced.
static void test_two_at_once(void **state)
{
    (void)state;
    scene *s = read_scene("{\"wend\": 1}");
    record_about about = about_of(s);
    problem_list problems = {.file = "two.sqlite"};
    record_sink *sink = record_sqlite.open("two.sqlite", &about, &problems);
    assert_non_null(sink);
    record_row row = {.number = 0, .at = {1, 2}, .facing_x = 1};
    record_frame frame = {
        .rows = &row, .row_count = 1, .shut = (bool[]){false}, .movers = (wend_vec2[]){{0, 0}}};
    double seen = 0;
    sqlite3 *reader = open_file("two.sqlite");
    sqlite3_busy_timeout(reader, 10000);
    for (int i = 0; i < 300 && seen == 0; ++i) {
        for (int k = 0; k < 100; ++k) {
            assert_true(sink->kind->frame(sink, &frame));
            ++frame.number;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        seen = ask_number(reader, "SELECT count(*) FROM frame_data");
        assert_true(seen == ask_number(reader, "SELECT count(*) FROM trajectory_data") || seen > 0);
    }
    assert_true(seen > 0);
    sqlite3_close(reader);
    assert_refused("two.sqlite", "another program is writing it");
    assert_true(record_sqlite.close(sink, &(record_end){.whole = true}, &problems));
    reader = open_file("two.sqlite");
    assert_true(ask_number(reader, "SELECT count(*) FROM frame_data") == (double)frame.number);
    sqlite3_close(reader);
    scene_free(s);
}

/// A run that waits has its frames in the file after a second.
static void test_slow_run(void **state)
{
    (void)state;
    scene *s = read_scene("{\"wend\": 1}");
    record_about about = about_of(s);
    about.fps = 0.001; // no simulated second goes by
    problem_list problems = {.file = "slow.sqlite"};
    record_sink *sink = record_sqlite.open("slow.sqlite", &about, &problems);
    assert_non_null(sink);
    record_frame frame = {.shut = (bool[]){false}, .movers = (wend_vec2[]){{0, 0}}};
    assert_true(sink->kind->frame(sink, &frame));
    sqlite3 *reader = open_file("slow.sqlite");
    sqlite3_busy_timeout(reader, 10000);
    double seen = 0, waited = 0;
    for (; seen == 0 && waited < 30; waited += 0.05) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        seen = ask_number(reader, "SELECT count(*) FROM frame_data");
    }
    assert_true(seen == 1);
    sqlite3_close(reader);
    record_sqlite.discard(sink);
    scene_free(s);
}

// ---- full disks ---------------------------------------------------------------------------------

static char this_program[1000];

/// In a process of its own (main, with arguments): a file may not grow beyond so many bytes. Says
/// by its exit code what went wrong, 0: as it should be.
static int fill_disk(const char *path, rlim_t bytes)
{
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {bytes, bytes};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 1;
    scene *s = read_scene("{\"wend\": 1}");
    record_about about = about_of(s);
    problem_list problems = {.file = path};
    record_sink *sink = record_sqlite.open(path, &about, &problems);
    enum { ROWS = 5000 };
    static record_row rows[ROWS];
    for (uint32_t i = 0; i < ROWS; ++i)
        rows[i] = (record_row){i, {sin(i), cos(i)}, 1, 0};
    record_frame frame = {
        .rows = rows, .row_count = ROWS, .shut = (bool[]){false}, .movers = (wend_vec2[]){{0, 0}}};
    // Those that wait in the queue when the disk is full are refused only at the end.
    while (sink && frame.number < 70 && sink->kind->frame(sink, &frame))
        ++frame.number;
    bool closed = sink && record_sqlite.close(sink, &(record_end){.whole = true}, &problems);
    bool told = problems.count == 1 && strstr(problems.items[0].what, "cannot be");
    scene_free(s);
    problem_free(&problems);
    return closed ? 2 : told ? 0 : 3;
}

static void test_full_disk(void **state)
{
    (void)state;
    static const int most[] = {5000, 60000, 200000, 3000000, 9000000, 16000000};
    enum { SIZES = sizeof most / sizeof most[0] };
    int rounds = long_tier() ? 60 : SIZES, whole = 0;
    wend_random random = wend_random_stream(9, 1);
    for (int i = 0; i < rounds; ++i) {
        rlim_t bytes = (rlim_t)most[i % SIZES] + wend_random_below(&random, 5000);
        char limit[24];
        snprintf(limit, sizeof limit, "%lu", (unsigned long)bytes);
        unlink("full.sqlite");
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            execl(this_program, this_program, "full.sqlite", limit, (char *)NULL);
            _exit(127);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (status != 0)
            print_message("%lu bytes: status %d\n", (unsigned long)bytes, status);
        assert_int_equal(status, 0);
        if (access("full.sqlite", F_OK) != 0)
            continue;
        sqlite3 *db = open_file("full.sqlite");
        assert_answer(db, "PRAGMA integrity_check", "ok");
        if (ask_number(db, "SELECT count(*) FROM sqlite_schema") > 0) {
            assert_answer(db,
                          "SELECT count(*) * 5000 - (SELECT count(*) FROM trajectory_data)"
                          " FROM frame_data",
                          "0");
            assert_answer(db, "SELECT value FROM wend_run WHERE key = 'whole'", "0");
            whole += ask_number(db, "SELECT count(*) FROM frame_data") > 0;
        }
        sqlite3_close(db);
    }
    assert_true(whole > 0);
}

// ---- no memory ----------------------------------------------------------------------------------

static void test_no_memory(void **state)
{
    (void)state;
    scene *s = read_scene(busy);
    scene_names names = {0};
    record_about about = about_of(s);
    about.names = &names;
    record_sink *sink = NULL;
    for (size_t at = 1; !sink; at += at < 30 ? 1 : 7) {
        problem_list problems = {.file = "memory.sqlite"};
        allocations = 0;
        failing_allocation = at;
        sink = record_sqlite.open("memory.sqlite", &about, &problems);
        failing_allocation = 0;
        assert_true(sink || problems.count > 0);
        problem_free(&problems);
        assert_true(at < 100000);
    }
    record_sqlite.discard(sink);
    scene_free(s);
}

int main(int count, char **words)
{
    if (count == 3)
        return fill_disk(words[1], strtoul(words[2], NULL, 10));
    char folder[500] = "";
    if (words[0][0] != '/' && getcwd(folder, sizeof folder - 1))
        strcat(folder, "/");
    snprintf(this_program, sizeof this_program, "%s%s", folder, words[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),       cmocka_unit_test(test_schema),
        cmocka_unit_test(test_stuck),      cmocka_unit_test(test_gates),
        cmocka_unit_test(test_bent_gate),  cmocka_unit_test(test_gates_found_again),
        cmocka_unit_test(test_own_tables), cmocka_unit_test(test_again_from_file),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_slow_run),   cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
