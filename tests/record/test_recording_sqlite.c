// SPDX-License-Identifier: MIT
// Trajectory databases: every version, databases that are not what they should be, and bytes that
// are none.
#include "tests/record/recording_check.h"
#include "tests/support/failing_malloc.h"
#include "tests/support/support.h"

#include "record/database_file.h"
#include "record/recording_readers.h"
#include "wend/random.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

/// A database that the statements make.
static bytes make(const char *sql)
{
    sqlite3 *db;
    sqlite3_int64 size;
    char *error = NULL;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    sqlite3_exec(db, sql, NULL, NULL, &error);
    if (error)
        fail_msg("%s: %s", sql, error);
    unsigned char *data = sqlite3_serialize(db, "main", &size, 0);
    assert_non_null(data);
    sqlite3_close(db);
    return (bytes){data, (size_t)size};
}

static bool read_bytes(bytes b, const recording_hints *hints, recording *out,
                       problem_list *problems)
{
    const recording_hints none = {0};
    recording_build build;
    *out = (recording){0};
    recording_build_start(&build);
    bool good = recording_read_sqlite(b.data, b.size, hints ? hints : &none, &build, out, problems);
    recording_build_free(&build);
    return good;
}

static recording must_read(const char *sql)
{
    recording out;
    problem_list problems = {.file = "test"};
    bytes b = make(sql);
    bool good = read_bytes(b, NULL, &out, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    const char *wrong = recording_wrong(&out);
    if (wrong)
        fail_msg("%s", wrong);
    sqlite3_free(b.data);
    return out;
}

static void refused(const char *sql, const char *words)
{
    recording out;
    problem_list problems = {0};
    bytes b = make(sql);
    bool good = read_bytes(b, NULL, &out, &problems);
    if (good || problems.count != 1 || !strstr(problems.items[0].what, words))
        fail_msg("for %s:\n  expected %s\n  got %s", sql, words,
                 good ? "a recording" : problems.items[0].what);
    assert_null(out.at);
    problem_free(&problems);
    sqlite3_free(b.data);
}

// ---- versions -----------------------------------------------------------------------------------

#define METADATA                                                                                   \
    "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"            \
    "INSERT INTO metadata VALUES('version', '2'), ('fps', '20.0');"
#define ROWS_2                                                                                     \
    "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL,"                    \
    " pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"        \
    "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);"                                     \
    "INSERT INTO trajectory_data VALUES(0, 1, 1.5, 2, 1, 0), (0, 2, 5, 5, 1, 0),"                  \
    " (1, 1, 1.75, 2, 1, 0), (3, 1, 2, 2.25, 1, 0);"
#define SQUARE  "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))"
#define WITHOUT "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (7 7, 8 7, 8 8, 7 8, 7 7))"
#define GEOMETRY                                                                                   \
    "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"                             \
    "CREATE UNIQUE INDEX geometry_hash on geometry(hash);"                                         \
    "INSERT INTO geometry VALUES(-77, '" SQUARE "'), (9000000000000000001, '" WITHOUT "');"
#define FRAMES                                                                                     \
    "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"             \
    "INSERT INTO frame_data VALUES(0, -77), (1, 9000000000000000001), (2, -77), (3, -77),"         \
    " (4, 9000000000000000001), (5, 5);"

static void check_rows(const recording *r)
{
    assert_true(r->fps == 20 && r->has_fps && r->unit == 1 && r->has_unit);
    assert_true(r->agent_count == 2 && r->row_count == 4 && r->agents[0].id == 1);
    assert_true(r->at[0].x == 1.5 && r->at[2].y == 2.25 && r->at[3].x == 5);
    assert_true(r->frames[2] == 3 && !r->s && !r->note);
}

static void test_versions(void **state)
{
    (void)state;
    recording r = must_read(METADATA ROWS_2 GEOMETRY FRAMES);
    check_rows(&r);
    assert_int_equal(r.frame_count, 6);
    assert_int_equal(r.floor_count, 2);
    assert_true(r.floors[0].hash == -77);
    static const uint32_t holes[] = {0, 1, 0, 0, 1, 1};
    for (uint32_t f = 0; f < 6; ++f)
        assert_int_equal(recording_floor(&r, f)->obstacle_count, holes[f]);
    recording_free(&r);
    // Version 1: one geometry, no frames of its own.
    r = must_read(METADATA ROWS_2 "CREATE TABLE geometry(wkt TEXT NOT NULL);"
                                  "INSERT INTO geometry VALUES('" WITHOUT "');");
    check_rows(&r);
    assert_true(r.frame_count == 4 && r.floor_count == 1 && !r.frame_floor);
    assert_int_equal(recording_floor(&r, 3)->obstacle_count, 1);
    recording_free(&r);
    // Version 3: no directions.
    r = must_read(METADATA "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT "
                           "NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL);"
                           "INSERT INTO trajectory_data VALUES(0, 1, 1.5, 2), (0, 2, 5, 5), "
                           "(1, 1, 1.75, 2), (3, 1, 2, 2.25);" GEOMETRY FRAMES);
    check_rows(&r);
    assert_true(r.frame_count == 6 && r.floor_count == 2);
    recording_free(&r);
    // What PedPy needs is enough.
    r = must_read(METADATA ROWS_2);
    check_rows(&r);
    assert_true(r.floor_count == 0 && !recording_floor(&r, 0));
    recording_free(&r);
}

/// Coordinates of a map projection: the floor is not shifted to be near 0.
static void test_far_floor(void **state)
{
    (void)state;
    recording r = must_read(
        METADATA ROWS_2 "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
                        "INSERT INTO geometry VALUES(1, 'POLYGON ((400000.25 5600000.5, 400010 "
                        "5600000.5, 400010 5600020, 400000.25 5600020, 400000.25 5600000.5))')");
    wend_box box = scene_box(recording_floor(&r, 0));
    assert_true(box.min.x == 400000.25 && box.min.y == 5600000.5 && box.max.x == 400010);
    recording_free(&r);
}

static void test_rate(void **state)
{
    (void)state;
    recording r = must_read(ROWS_2);
    assert_true(r.fps == 10 && !r.has_fps && strstr(r.note, "10 frames per second are assumed"));
    recording_free(&r);
    bytes b = make(ROWS_2);
    problem_list problems = {0};
    assert_true(read_bytes(b, &(recording_hints){.fps = 8}, &r, &problems));
    assert_true(r.fps == 8 && !r.note);
    recording_free(&r);
    sqlite3_free(b.data);
}

// ---- databases that are not what they should be -------------------------------------------------

/// A table of rows without a word about their types.
#define LOOSE          "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y);"
#define INSERT(values) LOOSE "INSERT INTO trajectory_data VALUES(" values ");"

static void test_wrong_values(void **state)
{
    (void)state;
    refused("CREATE TABLE other(a);", "no table trajectory_data");
    refused("CREATE TABLE trajectory_data(frame, id, x, y);", "no such column: pos_x");
    refused(INSERT("0, 0, 'a', 1"), "a pos_x in it is no number");
    refused(INSERT("0, 0, 1, NULL"), "a pos_y in it is no number");
    refused(INSERT("0, 0, 1, x'00'"), "a pos_y in it is no number");
    refused(INSERT("0, 0, 1, 1e10"), "beyond 1e+09");
    refused(INSERT("0, 0, 9e999, 1"), "beyond 1e+09");
    refused(INSERT("-1, 0, 1, 1"), "a frame in it is no whole number");
    refused(INSERT("4294967296, 0, 1, 1"), "a frame in it is no whole number");
    refused(INSERT("1.5, 0, 1, 1"), "a frame in it is no whole number");
    refused(INSERT("0, -1, 1, 1"), "an id in it is no whole number");
    refused(INSERT("0, 'a', 1, 1"), "an id in it is no whole number");
    refused(INSERT("0, 3, 1, 1), (1, 3, 1, 1), (0, 3, 1, 1"), "agent 3 is twice in frame 0");
    refused(INSERT("0, 3, 1, 1), (1, 3, 1, 1), (4000000000, 3, 1, 1"), "spans more than");
    refused(ROWS_2 "CREATE TABLE metadata(key, value);INSERT INTO metadata VALUES('fps', 'many')",
            "its fps is 'many'");
    refused(ROWS_2 "CREATE TABLE metadata(key, value);INSERT INTO metadata VALUES('fps', '-5')",
            "its fps is '-5'");
    refused(ROWS_2 "CREATE TABLE metadata(key, value);INSERT INTO metadata VALUES('fps', 5)",
            "fps in it is no text");
    refused(ROWS_2 "CREATE TABLE metadata(a, b)", "no such column");
    refused(ROWS_2 "CREATE TABLE geometry(hash, wkt);INSERT INTO geometry VALUES(1, 'POLYGON ((')",
            "its geometry cannot be read");
    refused(ROWS_2 "CREATE TABLE geometry(hash, wkt);INSERT INTO geometry VALUES('a', '" SQUARE
                   "')",
            "a hash in its geometry");
    refused(ROWS_2 "CREATE TABLE geometry(hash, wkt);INSERT INTO geometry VALUES(1, x'41')",
            "a wkt in it is no text");
    refused(ROWS_2 "CREATE TABLE geometry(hash, wkt);INSERT INTO geometry VALUES(1, CAST(x'ff' AS "
                   "TEXT))",
            "no UTF-8");
    refused(ROWS_2 "CREATE TABLE frame_data(frame, geometry_hash);INSERT INTO frame_data "
                   "VALUES(-3, 0)",
            "a frame in it is no whole number");
    char many[8000] = ROWS_2 "CREATE TABLE geometry(hash, wkt);";
    for (int i = 0; i < 7; ++i)
        snprintf(many + strlen(many), sizeof many - strlen(many),
                 "INSERT INTO geometry VALUES(%d, '" SQUARE "');"
                 "INSERT INTO geometry SELECT hash + 1000 * %d, wkt FROM geometry;"
                 "INSERT INTO geometry SELECT hash + 1000000 * %d, wkt FROM geometry;",
                 i, i + 1, i + 1);
    refused(many, "more than 256 geometries");
}

/// Views, virtual tables and columns that the file computes are not run.
static void test_traps(void **state)
{
    (void)state;
    refused(
        "CREATE TABLE a(frame, id, pos_x, pos_y);"
        "CREATE VIEW trajectory_data AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 "
        "FROM n) SELECT i AS frame, 0 AS id, 0 AS pos_x, 0 AS pos_y FROM n;",
        "no table trajectory_data");
    refused("CREATE VIRTUAL TABLE trajectory_data USING fts5(frame, id, pos_x, pos_y);",
            "no table trajectory_data");
    refused("CREATE TABLE trajectory_data(frame, id, pos_y, pos_x AS (abs(pos_y)));"
            "INSERT INTO trajectory_data VALUES(0, 0, 1)",
            "no table trajectory_data");
    recording r = must_read(METADATA ROWS_2
                            "CREATE TABLE geometry(hash, wkt AS (printf('%.*c', 100000000, 'x')));"
                            "INSERT INTO geometry VALUES(1)");
    assert_int_equal(r.floor_count, 0);
    recording_free(&r);
    // A trigger is not in the way.
    r = must_read(METADATA ROWS_2 "CREATE TRIGGER t AFTER INSERT ON trajectory_data "
                                  "BEGIN DELETE FROM trajectory_data; END;");
    check_rows(&r);
    recording_free(&r);
}

// ---- wend's own tables --------------------------------------------------------------------------

#define SCENE_TEXT                                                                                 \
    "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"doors\": [{\"segment\": "       \
    "[[4, 0], [4, 9]], \"times\": [1]}], \"movers\": [{\"circle\": [2, 2], \"radius\": 1, "        \
    "\"path\": [[2, 2], [5, 5]]}]}"
#define OWN_RUN                                                                                    \
    "CREATE TABLE wend_run(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"     \
    "INSERT INTO wend_run VALUES('wend', '1'), ('scene', '" SCENE_TEXT "'), ('step', '0.1'),"      \
    " ('seconds', '3'), ('seed', '18446744073709551615'), ('hash', 'ffffffffffffff01'),"           \
    " ('whole', '1'), ('summary', '{}'), ('flipped', '0');"
#define OWN_STATES                                                                                 \
    "CREATE TABLE wend_doors(frame, door, shut);"                                                  \
    "INSERT INTO wend_doors VALUES(0, 0, 0), (2, 0, 1), (90, 0, 0), (1, 7, 1);"                    \
    "CREATE TABLE wend_movers(frame, mover, x, y);"                                                \
    "INSERT INTO wend_movers VALUES(1, 0, 0.5, 0.5);"
#define OWN_AGENTS                                                                                 \
    "CREATE TABLE wend_agents(id INTEGER PRIMARY KEY, entry, came, gone, arrived, radius, speed,"  \
    " reaction, goal, aim_x, aim_y, group_name, role, guide, motion);"
#define OWN_AGENT(values) OWN_AGENTS "INSERT INTO wend_agents VALUES(" values ");"

static void test_own(void **state)
{
    (void)state;
    recording r = must_read(METADATA ROWS_2 GEOMETRY FRAMES OWN_RUN OWN_STATES OWN_AGENT(
        "1, 0, 0.5, 2.5, 1, 0.25, 1.3, NULL, 'exit', 3, 4, NULL, 'guest', 'mesh', 'orca'), "
        "(9, 0, 1.5, 1.5, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL"));
    assert_true(r.seed == UINT64_MAX && r.hash == 0xffffffffffffff01u && r.whole);
    assert_true(r.step == 0.1 && r.seconds == 3 && !r.options && r.frame_count == 6);
    assert_true(r.agent_count == 3 && r.agents[2].id == 9 && r.agents[2].count == 0);
    assert_true(r.agents[0].left == 2.5 && r.agents[0].arrived &&
                isnan(r.agents[0].premovement_time));
    assert_string_equal(r.names[r.agents[0].goal], "exit");
    assert_true(r.agents[0].group == 0 && isnan(r.agents[2].radius));
    // Agent 2 is not told of: it left after its frame.
    assert_true(r.agents[1].came == 0 && r.agents[1].left == 0);
    static const uint8_t shut[] = {0, 0, 1, 1, 1, 1};
    assert_memory_equal(r.shut, shut, 6);
    assert_true(r.movers[0].x == 0 && r.movers[1].x == 0.5 && r.movers[5].y == 0.5);
    assert_true(r.floor_count == 2 && recording_floor(&r, 1)->obstacle_count == 0);
    assert_int_equal(recording_floor(&r, 2)->obstacle_count, 1);
    recording_free(&r);
    // A later version's tables are not looked at.
    r = must_read(METADATA ROWS_2 GEOMETRY FRAMES
                  "CREATE TABLE wend_run(key, value); INSERT INTO wend_run VALUES('wend', '2')");
    assert_true(!r.s && r.floor_count == 2);
    recording_free(&r);
}

#define OWN_GATES(values)                                                                          \
    "CREATE TABLE wend_gates(frame, gate, direction, closing, a1_x, a1_y, b1_x, b1_y, out1_x,"     \
    " out1_y, a2_x, a2_y, b2_x, b2_y, out2_x, out2_y);"                                            \
    "INSERT INTO wend_gates VALUES(" values ");"

#define OWN_AXES "CREATE TABLE wend_gate_axes(frame, gate, point, x, y);"

static void test_own_gates(void **state)
{
    (void)state;
    recording r = must_read(METADATA ROWS_2 GEOMETRY FRAMES OWN_RUN OWN_GATES(
        "2, 7, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "
        "(3, 7, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "
        "(90, 7, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "
        "(5, 0, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"));
    assert_int_equal(r.gate_count, 3); // by number; the recording has no frame 90
    assert_true(r.gates[0].frame == 5 && r.gates[0].state.number == 0);
    assert_true(r.gates[0].state.direction == 2 && r.gates[0].state.closing);
    assert_true(r.gates[1].frame == 2 && r.gates[2].frame == 3 && r.gates[2].state.number == 7);
    assert_true(r.gates[1].state.mouths[0].out.y == 6 && r.gates[1].state.mouths[1].a.x == 7);
    assert_int_equal(r.gates[1].state.axis_count, 0);
    recording_free(&r);
    // Axes: in the order of their points; too many, and those of no state, are left out.
    r = must_read(METADATA ROWS_2 GEOMETRY FRAMES OWN_RUN OWN_GATES(
        "2, 7, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "
        "(3, 7, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12") OWN_AXES
                  "INSERT INTO wend_gate_axes VALUES(2, 7, 1, 30, 40), (2, 7, 0, 10, 20), "
                  "(2, 6, 0, 1, 1), (4, 7, 0, 1, 1), (90, 7, 0, 1, 1);"
                  "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 40) "
                  "INSERT INTO wend_gate_axes SELECT 3, 7, i, i, 0 FROM n;");
    assert_int_equal(r.gates[0].state.axis_count, 2);
    assert_true(r.gates[0].state.axis[0].y == 20 && r.gates[0].state.axis[1].x == 30);
    assert_int_equal(r.gates[1].state.axis_count, RECORD_AXIS);
    assert_true(r.gates[1].state.axis[RECORD_AXIS - 1].x == RECORD_AXIS - 1);
    recording_free(&r);
    static const char *const wrong[][2] = {
        {OWN_GATES("0, 0, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"), "a direction of a gate"},
        {OWN_GATES("0, 0, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"), "closing"},
        {OWN_GATES("0, -1, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"), "a gate"},
        {OWN_GATES("-1, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"), "a frame"},
        {OWN_GATES("0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1e300"), "a mouth of a gate"},
        {OWN_GATES("0, 0, 1, 0, NULL, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"), "a mouth of a gate"},
        {OWN_GATES("0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12") OWN_AXES
         "INSERT INTO wend_gate_axes VALUES(0, 0, 0, 1, NULL);",
         "an axis of a gate"},
        {"CREATE TABLE wend_gates(frame, gate); INSERT INTO wend_gates VALUES(0, 0)", "direction"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        char sql[4000];
        snprintf(sql, sizeof sql, "%s%s", METADATA ROWS_2 OWN_RUN, wrong[i][0]);
        refused(sql, wrong[i][1]);
    }
}

#define OWN_SHAPES                                                                                 \
    "CREATE TABLE wend_members(id, coherent_group);"                                               \
    "INSERT INTO wend_members VALUES(1, 1), (70, 0);"                                              \
    "CREATE TABLE wend_shapes(frame, coherent_group, piece, width, a_x, a_y, b_x, b_y, corner_x,"  \
    " corner_y, turn);"
#define OWN_SHAPE(values) OWN_SHAPES "INSERT INTO wend_shapes VALUES(" values ");"

/// Shapes of groups hold until the next one, whatever the order of the rows.
static void test_shapes(void **state)
{
    (void)state;
    recording r = must_read(METADATA ROWS_2 GEOMETRY FRAMES OWN_RUN OWN_SHAPE(
        "3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), (1, 1, 1, 2, 1, 0, 2, 1, 1, 1, -1), "
        "(1, 1, 0, 2, 0, 0, 1, 0, 0, 0, 0), (0, 0, 0, 1.5, 5, 5, 5, 5, 0, 0, 0"));
    assert_true(r.shape_count == 3 && r.coherent_count == 2 && r.agents[0].coherent == 2);
    for (uint32_t f = 0; f < r.frame_count; ++f) {
        assert_true(recording_shape(&r, 0, f)->width == 1.5);
        assert_int_equal(recording_shape(&r, 1, f) != NULL, f == 1 || f == 2);
    }
    const wend_group_shape *bent = recording_shape(&r, 1, 2);
    assert_true(bent->count == 2 && bent->spine[1].turn == -1 && bent->spine[1].corner.y == 1);
    assert_null(recording_shape(&r, 2, 0));
    recording_free(&r);
    refused(METADATA ROWS_2 OWN_RUN OWN_SHAPE("0, 0, 1, 2, 0, 0, 1, 0, 0, 0, 0"), "lacks a piece");
    refused(METADATA ROWS_2 OWN_RUN OWN_SHAPE("0, 0, 0, 'a', 0, 0, 1, 0, 0, 0, 0"),
            "a shape of a group in it is no number");
    refused(METADATA ROWS_2 OWN_RUN OWN_SHAPE("0, 0, 0, 2, 0, 0, 1e300, 0, 0, 0, 0"),
            "a shape of a group in it is no number, or is beyond");
    refused(METADATA ROWS_2 OWN_RUN OWN_SHAPE("0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 2"),
            "a shape of a group in it is no number, or is beyond");
    refused(METADATA ROWS_2 OWN_RUN OWN_SHAPE("0, 5000, 0, 2, 0, 0, 1, 0, 0, 0, 0"), "a group");
}

static void bad_run(const char *key, const char *value)
{
    char sql[4000], words[100];
    snprintf(sql, sizeof sql,
             METADATA ROWS_2 OWN_RUN "INSERT OR REPLACE INTO wend_run "
                                     "VALUES('%s', '%s')",
             key, value);
    snprintf(words, sizeof words, "the value of %s in wend_run is wrong", key);
    refused(sql, words);
}

static void test_wrong_own(void **state)
{
    (void)state;
    bad_run("step", "0");
    bad_run("step", "fast");
    bad_run("seed", "18446744073709551616");
    bad_run("seed", "-1");
    bad_run("hash", "xyz");
    bad_run("hash", "fffffffffffffffff");
    bad_run("summary", "[]");
    bad_run("summary", "{\"a\": ");
    bad_run("options", "1");
    bad_run("plane", "[1, 2, 3]");
    bad_run("plane", "[1, 2, 3, \"a\"]");
    bad_run("plane", "[1, 2, 0, 1]");
    bad_run("flipped", "1e30");
    refused(ROWS_2 "CREATE TABLE wend_run(key, value); INSERT INTO wend_run VALUES('wend', '1')",
            "the value of scene");
    refused(ROWS_2 "CREATE TABLE wend_run(key, value); INSERT INTO wend_run VALUES('wend', '1'), "
                   "('scene', '{\"wend\": 1, \"agents\": 3}')",
            "its scene cannot be read: 1:23");
    refused(METADATA ROWS_2 OWN_RUN
            "CREATE TABLE wend_doors(frame, door, shut); INSERT INTO wend_doors VALUES(0, 0, 2)",
            "a state of a door");
    refused(METADATA ROWS_2 OWN_RUN
            "CREATE TABLE wend_movers(frame, mover, x, y); INSERT INTO wend_movers VALUES(0, 0, "
            "'a', 2)",
            "a position of a moving obstacle");
    refused(METADATA ROWS_2 OWN_RUN
            "CREATE TABLE wend_aims(frame, id, x, y); INSERT INTO wend_aims VALUES(0, 0, 1, 'b')",
            "a first goal");
    refused(METADATA ROWS_2 OWN_RUN
            "CREATE TABLE wend_aims(frame, id, x, y); INSERT INTO wend_aims VALUES(-1, 0, 1, 2)",
            "a frame");
    refused(METADATA ROWS_2 OWN_RUN OWN_AGENT("1, 0, NULL, 2.5, 1, 0.25, 1.3, 0, 'exit', 3, 4, "
                                              "NULL, NULL, 'mesh', 'orca'"),
            "a time in it is no number");
    refused(METADATA ROWS_2 OWN_RUN OWN_AGENT("1, 0, 1, 2.5, 1, 0.25, 1.3, 0, 5, 3, 4, NULL, NULL, "
                                              "'mesh', 'orca'"),
            "a goal in it is no text");
}

// ---- bytes --------------------------------------------------------------------------------------

/// Bytes changed, cut off or put together anew: read or refused, never more.
static void test_damage(void **state)
{
    (void)state;
    int rounds = long_tier() ? 20000 : 800, read = 0;
    bytes whole =
        make("PRAGMA page_size = 512;" METADATA ROWS_2 GEOMETRY FRAMES OWN_RUN OWN_STATES OWN_SHAPE(
            "0, 0, 0, 1.5, 5, 5, 5, 5, 0, 0, 0), (1, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0), "
            "(1, 0, 1, 2, 1, 0, 2, 1, 1, 1, -1")
                 OWN_GATES("2, 7, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12")
                     OWN_AGENT("1, 0, 0.5, 2.5, 1, 0.25, 1.3, NULL, 'exit', 3, 4, NULL, "
                               "'guest', 'mesh', 'orca'"));
    unsigned char *copy = malloc(whole.size);
    assert_non_null(copy);
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(18, (uint64_t)i);
        memcpy(copy, whole.data, whole.size);
        size_t size = whole.size;
        uint32_t kind = wend_random_below(&random, 4), pages = (uint32_t)(whole.size / 512);
        for (uint32_t k = 0; k <= wend_random_below(&random, 6) && kind < 2; ++k) {
            uint32_t at = wend_random_below(&random, (uint32_t)size);
            copy[at] = (unsigned char)wend_random_below(&random, 256);
        }
        if (kind == 2)
            size = wend_random_below(&random, (uint32_t)size);
        if (kind == 3) { // a page in the place of another: rows may go in circles
            uint32_t to = 1 + wend_random_below(&random, pages - 1);
            uint32_t from = 1 + wend_random_below(&random, pages - 1);
            memcpy(copy + 512 * to, whole.data + 512 * from, 512);
        }
        recording r;
        problem_list problems = {0};
        bool good = read_bytes((bytes){copy, size}, NULL, &r, &problems);
        const char *wrong = good ? recording_wrong(&r) : NULL;
        if (good != (problems.count == 0) || wrong)
            fail_msg("round %d: %s", i, wrong ? wrong : "refused without a word");
        read += good;
        recording_free(&r);
        problem_free(&problems);
    }
    assert_true(read > rounds / 10 && read < rounds);
    free(copy);
    sqlite3_free(whole.data);
}

/// A page of a tree that leads to itself, or to another many times, gives no end of rows.
static void test_circle(void **state)
{
    (void)state;
    bytes b = make("PRAGMA page_size = 512;"
                   "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y);"
                   "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
                   " INSERT INTO trajectory_data SELECT i, 0, 1, 1 FROM n;");
    // Interior pages of tables start with 5; let all their cells lead to the first child.
    for (size_t page = 512; page < b.size; page += 512) {
        unsigned char *p = b.data + page;
        unsigned cells = (unsigned)p[3] << 8 | p[4];
        for (unsigned i = 0; p[0] == 5 && i < cells; ++i) {
            unsigned first = (unsigned)p[12] << 8 | p[13],
                     at = (unsigned)p[12 + 2 * i] << 8 | p[13 + 2 * i];
            memmove(p + at, p + first, 4);
        }
    }
    recording r;
    problem_list problems = {0};
    assert_false(read_bytes(b, NULL, &r, &problems));
    assert_true(problems.count == 1);
    problem_free(&problems);
    sqlite3_free(b.data);
    assert_false(read_bytes((bytes){(unsigned char *)"", 0}, NULL, &r, &problems));
    problem_free(&problems);
    assert_false(read_bytes((bytes){(unsigned char *)"frame,id,x,y\n", 13}, NULL, &r, &problems));
    problem_free(&problems);
}

/// An inner page of a table whose cells all lead to one child.
static void fill_inner_page(unsigned char *page, size_t page_size, unsigned child)
{
    enum { CELLS = 60, CELL = 5, HEADER = 12 };
    memset(page, 0, page_size);
    page[0] = 5;
    page[4] = CELLS;
    page[11] = (unsigned char)child;
    for (unsigned i = 0; i < CELLS; ++i) {
        unsigned at = (unsigned)page_size - CELL * (i + 1);
        page[at + 3] = (unsigned char)child;
        page[at + 4] = (unsigned char)(i + 1);
        page[HEADER + 2 * i] = (unsigned char)(at >> 8);
        page[HEADER + 2 * i + 1] = (unsigned char)at;
    }
    page[5] = page[HEADER + 2 * (CELLS - 1)];
    page[6] = page[HEADER + 2 * (CELLS - 1) + 1];
}

/// Ten pages, each of which leads 61 times to the next, have rows without end, none of which is the
/// one that is looked for.
static void test_tower(void **state)
{
    (void)state;
    enum { PAGE = 512, LEVELS = 10, ROOT = 3 };
    bytes b = make("PRAGMA page_size = 512;"
                   "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y);"
                   "CREATE TABLE metadata(key, value); INSERT INTO metadata VALUES('x', '1');");
    size_t pages = b.size / PAGE, size = b.size + (size_t)LEVELS * PAGE;
    unsigned char *tower = malloc(size), *leaf = b.data + (size_t)(ROOT - 1) * PAGE;
    assert_non_null(tower);
    assert_true(pages == ROOT && leaf[0] == 13 && leaf[4] == 1);
    memcpy(tower, b.data, b.size);
    tower[31] = (unsigned char)(pages + LEVELS);
    for (unsigned i = 0; i < LEVELS; ++i)
        fill_inner_page(tower + (ROOT - 1 + i) * PAGE, PAGE, ROOT + i + 1);
    memcpy(tower + (ROOT - 1 + LEVELS) * PAGE, leaf, PAGE);
    recording r;
    problem_list problems = {0};
    assert_false(read_bytes((bytes){tower, size}, NULL, &r, &problems));
    assert_true(problems.count == 1 && strstr(problems.items[0].what, "reading it does not end"));
    problem_free(&problems);
    free(tower);
    sqlite3_free(b.data);
}

static void test_memory(void **state)
{
    (void)state;
    bytes b = make(METADATA ROWS_2 GEOMETRY FRAMES);
    bytes own = make(
        METADATA ROWS_2 GEOMETRY FRAMES OWN_RUN OWN_STATES OWN_GATES(
            "2, 7, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12")
            OWN_AGENT(
                "1, 0, 0.5, 2.5, 1, 0.25, 1.3, NULL, 'exit', 3, 4, NULL, 'guest', 'mesh', 'orca'"));
    for (int i = 0; i < 2; ++i) {
        bool done = false;
        for (size_t n = 1; !done; ++n) {
            problem_list problems = {0};
            recording r;
            allocations = 0;
            failing_allocation = n;
            bool good = read_bytes(i == 0 ? b : own, NULL, &r, &problems);
            done = allocations < n;
            failing_allocation = 0;
            assert_true(good == (problems.count == 0));
            assert_true(!done || (good && r.row_count == 4 && r.floor_count == 2));
            recording_free(&r);
            problem_free(&problems);
        }
    }
    sqlite3_free(b.data);
    sqlite3_free(own.data);
}

// ---- files --------------------------------------------------------------------------------------

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    for (int c; (c = getc(in)) != EOF;)
        putc(c, out);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

static void must(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

/// A journal that names a further file would make SQLite remove that: it is refused by who reads
/// the recording, and gone without harm where another one takes its place.
static void check_trap(const char *database, const char *journal, const char *folder)
{
    static const unsigned char mark[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    char victim[100], killed[100], to[120];
    unsigned char ends[12] = {0};
    snprintf(victim, sizeof victim, "%s/victim", folder);
    snprintf(killed, sizeof killed, "%s/trap.sqlite", folder);
    snprintf(to, sizeof to, "%s-journal", killed);
    copy_file(database, killed);
    copy_file(journal, to);
    copy_file(database, victim);
    uint32_t sum = 0, page = 0x40000000 / 4096 + 1;
    for (const char *c = victim; *c; ++c)
        sum += (unsigned char)*c;
    for (int i = 0; i < 4; ++i) {
        ends[i] = (unsigned char)(page >> (24 - 8 * i));
        ends[4 + i] = (unsigned char)((uint32_t)strlen(victim) >> (24 - 8 * i));
        ends[8 + i] = (unsigned char)(sum >> (24 - 8 * i));
    }
    FILE *file = fopen(to, "ab");
    assert_non_null(file);
    fwrite(ends, 1, 4, file);
    fputs(victim, file);
    fwrite(ends + 4, 1, 8, file);
    fwrite(mark, 1, sizeof mark, file);
    assert_int_equal(fclose(file), 0);
    recording r;
    problem_list problems = {0};
    assert_false(recording_load(killed, NULL, &r, &problems));
    assert_true(problems.count == 1 && strstr(problems.items[0].what, "names another file"));
    problem_free(&problems);
    assert_int_equal(access(victim, F_OK), 0);
    sqlite3 *db = database_file_create(killed, &problems);
    assert_non_null(db);
    sqlite3_close(db);
    assert_int_equal(access(to, F_OK), -1);
    assert_int_equal(access(victim, F_OK), 0);
}

/// Files as a program leaves them that was killed between two commits: with what SQLite needs to
/// take the second one back, in either of its ways.
static void test_unfinished(void **state)
{
    (void)state;
    char folder[] = "/tmp/wend-recording-XXXXXX", command[100];
    assert_non_null(mkdtemp(folder));
    for (int wal = 0; wal < 2; ++wal) {
        const char *beside = wal ? "-wal" : "-journal";
        char path[100], killed[100], from[120], to[120];
        sqlite3 *db;
        snprintf(path, sizeof path, "%s/run%d.sqlite", folder, wal);
        snprintf(killed, sizeof killed, "%s/killed%d.sqlite", folder, wal);
        snprintf(from, sizeof from, "%s%s", path, beside);
        snprintf(to, sizeof to, "%s%s", killed, beside);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        must(db, wal ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE");
        must(db, "PRAGMA synchronous = OFF;" METADATA ROWS_2);
        // So much more that it does not fit into memory.
        must(db,
             "PRAGMA cache_size = 5; BEGIN; WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i "
             "+ 1 FROM n WHERE i < 20000) INSERT INTO trajectory_data SELECT i, 1, 1, 1, 1, 0 "
             "FROM n; UPDATE trajectory_data SET pos_x = 7;");
        copy_file(path, killed);
        copy_file(from, to);
        if (!wal)
            check_trap(path, from, folder);
        sqlite3_close(db);
        recording r;
        problem_list problems = {.file = killed};
        bool good = recording_load(killed, NULL, &r, &problems);
        problem_print(&problems, stderr);
        assert_true(good);
        check_rows(&r);
        recording_free(&r);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),  cmocka_unit_test(test_far_floor),
        cmocka_unit_test(test_rate),      cmocka_unit_test(test_wrong_values),
        cmocka_unit_test(test_traps),     cmocka_unit_test(test_own),
        cmocka_unit_test(test_own_gates), cmocka_unit_test(test_wrong_own),
        cmocka_unit_test(test_shapes),    cmocka_unit_test(test_damage),
        cmocka_unit_test(test_circle),    cmocka_unit_test(test_tower),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_unfinished),
    };
    return cmocka_run_group_tests_name("recording_sqlite", tests, NULL, NULL);
}
