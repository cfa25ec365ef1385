// SPDX-License-Identifier: MIT
// The files of wend run as their users meet them: all kinds, several at once, interrupted runs,
// runs that are repeated from a recording, videos.
#include "tests/cli/run_command.h"

#include "record/recording.h"

#include <math.h>
#include <signal.h>
#include <sqlite3.h>

// Two crowds of 8 through a gate that is shut from 1 to 2 s, with a cart on their way.
static const char gate[] =
    "{\"wend\": 1, \"name\": \"gate\", \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
    " \"obstacles\": [{\"segment\": [[12, 0], [12, 4]]}, {\"segment\": [[12, 6], [12, 10]]},\n"
    "                 {\"circle\": [8, 2], \"radius\": 0.5}],\n"
    " \"doors\": [{\"segment\": [[12, 4], [12, 6]], \"times\": [1, 2]}],\n"
    " \"movers\": [{\"polygon\": [[4, 1], [5, 1], [5, 2], [4, 2]], \"speed\": 1,\n"
    "              \"path\": [[0, 0], [0, 6]], \"way\": \"back and forth\"}],\n"
    " \"areas\": {\"in\": [[1, 1], [6, 1], [6, 9], [1, 9]],\n"
    "             \"out\": [[18, 3], [20, 3], [20, 7], [18, 7]]},\n"
    " \"agents\": [{\"in\": \"in\", \"count\": 8, \"goal\": \"out\", \"speed\": 1.3,\n"
    "               \"radius\": {\"mean\": 0.25, \"deviation\": 0.02}},\n"
    "              {\"at\": [1, 5], \"count\": 8, \"rate\": 2, \"start\": 1, \"goal\": \"out\"}],\n"
    " \"seconds\": 10}\n";

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (!failed)
        write_file("gate.json", gate);
    return failed;
}

static bool has_ffmpeg(void)
{
    if (run("ffmpeg -version")->code == 0)
        return true;
    print_message("no ffmpeg here\n");
    return false;
}

static void change(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// ---- kinds --------------------------------------------------------------------------------------

/// The same run in all kinds of files.
static void test_kinds(void **state)
{
    (void)state;
    json_t *object = run_json(0, "gate.json -o a.sqlite -o a.csv --output a.TXT -oa.json --fps 5");
    json_t *files = json_object_get(object, "files");
    static const char *const names[] = {"a.sqlite", "a.csv", "a.TXT", "a.json"};
    static const char *const kinds[] = {"sqlite", "csv", "txt", "json"};
    assert_int_equal(json_array_size(files), 4);
    for (size_t i = 0; i < 4; ++i) {
        const json_t *file = json_array_get(files, i);
        struct stat status;
        assert_string_equal(string(file, "file"), names[i]);
        assert_string_equal(string(file, "kind"), kinds[i]);
        assert_int_equal(stat(names[i], &status), 0);
        assert_true(number(file, "bytes") == (double)status.st_size);
    }
    assert_string_equal(string(object, "file"), "a.sqlite");
    assert_true(number(object, "fps") == 5 && number(object, "recording") > 0);
    recording database = load_recording("a.sqlite", 0), table = load_recording("a.csv", 0),
              words = load_recording("a.TXT", 0);
    assert_true(database.has_fps && words.has_fps && database.fps == 5 && words.fps == 5);
    assert_int_equal(database.agent_count, 16);
    assert_int_equal(database.frame_count, 51);
    assert_true(database.row_count == table.row_count && table.row_count == words.row_count);
    for (size_t i = 0; i < table.row_count; ++i) {
        assert_true(database.frames[i] == table.frames[i] && table.frames[i] == words.frames[i]);
        assert_true(table.at[i].x == words.at[i].x && table.at[i].y == words.at[i].y);
        assert_true(fabs(table.at[i].x - database.at[i].x) <= 0.51e-5);
        assert_true(fabs(table.at[i].y - database.at[i].y) <= 0.51e-5);
    }
    // What the file says of the run is what was printed, but for the files themselves.
    json_t *summary = json_load_file("a.json", 0, NULL),
           *kept = json_loads(database.summary, 0, NULL);
    assert_true(json_is_object(summary) && json_equal(summary, kept));
    json_object_del(object, "file");
    json_object_del(object, "files");
    assert_true(json_equal(summary, object));
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)database.hash);
    assert_string_equal(string(object, "hash"), hash);
    assert_true(database.whole);
    json_decref(summary);
    json_decref(kept);
    json_decref(object);
    recording_free(&database);
    recording_free(&table);
    recording_free(&words);
}

static void test_txt(void **state)
{
    (void)state;
    assert_int_equal(mkdir("in cm", 0777), 0);
    run_expect(0, "cp gate.json 'in cm/my x in cm.json'; "
                  "\"$WEND\" run 'in cm/my x in cm.json' --step 0.15 --duration 1 -q -o b.txt");
    char *content = file_content("b.txt");
    static const char header[] =
        "# PeTrack project: my_x_in_cm.json\n"
        "# framerate: 6.666667 fps\n"
        "# z: can be 3d position or height of person (alternating or not)\n"
        "# id frame x/m y/m z/m\n"
        "0 0 ";
    assert_int_equal(strncmp(content, header, sizeof header - 1), 0);
    free(content);
}

static void test_several(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" run gate.json --duration 1 -o - -o c.csv");
    char *content = file_content("c.csv");
    assert_string_equal(r->out, content);
    free(content);
    r = run_expect(0, "\"$WEND\" run gate.json --duration 1 -o c.csv -o c.sqlite");
    assert_contains(r->out, "\nc.csv: written, ");
    assert_contains(r->out, "\nc.sqlite: written, ");
    r = run_expect(2, "\"$WEND\" run gate.json -o d.csv -o d.csv");
    assert_contains(r->err, "d.csv: output file given twice");
    r = run_expect(2, "\"$WEND\" run gate.json -o ./gate.json");
    assert_contains(r->err, "./gate.json: output would overwrite an input file");
    r = run_expect(2, "\"$WEND\" run gate.json -o d.csv -o d.svg");
    assert_contains(r->err, "d.svg: unknown file type (expected one of .sqlite, ");
    assert_nothing_written("d.csv");
    r = run_expect(2, "for i in $(seq 41); do "
                      "all=\"$all -o e$i.csv\"; done; \"$WEND\" run gate.json $all");
    assert_contains(r->err, "--output e41.csv: too many values");
    run_expect(0, "for i in $(seq 40); do all=\"$all -o e$i.csv\"; done; "
                  "\"$WEND\" run gate.json --duration 0 -q $all");
    // Either all files can be started or none is.
    r = run_expect(1, "\"$WEND\" run gate.json -o d.csv -o nowhere/d.txt");
    assert_contains(r->err, "wend: nowhere/d.txt: cannot write: No such file or directory");
    assert_nothing_written("d.csv");
}

static void test_full_disk(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    static const char *const names[] = {"full.csv", "full.txt", "full.json"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char line[300];
        snprintf(line, sizeof line,
                 "ln -sf /dev/full %s; \"$WEND\" run gate.json -o %s -o beside.csv", names[i],
                 names[i]);
        ran *r = run_expect(1, line);
        assert_contains(r->err, names[i]);
        assert_contains(r->err, "cannot write: No space left on device");
        assert_string_equal(r->out, "");
    }
}

// ---- again --------------------------------------------------------------------------------------

/// Runs a line with -o, repeats what it has written, and wants the same.
static void repeat(const char *arguments)
{
    char line[600];
    snprintf(line, sizeof line, "%s -o first.sqlite", arguments);
    json_t *first = run_json(0, line);
    json_t *again = run_json(0, "--reproduce first.sqlite --threads 2 -o again.sqlite");
    if (!json_is_true(json_object_get(again, "same")))
        print_message("not the same: %s\n", arguments);
    assert_true(json_is_true(json_object_get(again, "same")));
    assert_string_equal(string(first, "hash"), string(again, "hash"));
    assert_string_equal(string(first, "hash"), string(again, "recorded_hash"));
    assert_string_equal(string(first, "scene"), string(again, "scene"));
    assert_string_equal(string(again, "from"), "first.sqlite");
    static const char *const keys[] = {"agents",  "arrived", "steps", "step",
                                       "seconds", "seed",    "fps"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i)
        assert_true(number(first, keys[i]) == number(again, keys[i]));
    json_decref(first);
    json_decref(again);
    // The repeated run's recording is the same, and can be repeated in turn.
    ran *r = run_expect(0, "for f in first again; do sqlite3 $f.sqlite \"SELECT * FROM "
                           "trajectory_data; SELECT * FROM geometry; SELECT * FROM wend_agents; "
                           "SELECT * FROM wend_run WHERE key NOT IN ('summary')\" > $f.out; done; "
                           "cmp first.out again.out");
    assert_string_equal(r->out, "");
    r = run_expect(0, "\"$WEND\" run --reproduce again.sqlite");
    assert_contains(r->out, "same as recorded    yes\n");
}

static void test_from(void **state)
{
    (void)state;
    if (run("sqlite3 -version")->code != 0) {
        print_message("no sqlite3 here\n");
        skip();
    }
    write_file("small.map", "type octile\nheight 8\nwidth 12\nmap\n............\n............\n"
                            "@@.....@@@..\n@@.....@@@..\n............\n............\n"
                            "....@@......\n....@@......\n");
    write_file("utm.wkt", "POLYGON ((500000 5400000, 500020.3 5400000, 500020.3 5400010.7, 500000 "
                          "5400010.7, 500000 5400000))");
    write_file("overlap.json", "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]],\n"
                               " \"obstacles\": [\n"
                               "  {\"polygon\": [[1, 1], [4, 1], [4, 4], [1, 4]]},\n"
                               "  {\"polygon\": [[2, 2], [6, 2], [6, 6], [2, 6]]}\n]}\n");
    repeat("gate.json --fps 2");
    repeat("gate.json --planner direct --bias middle --no-portals --step 0.0625 --duration 7.3 "
           "--seed 99");
    repeat("small.map --agents 10 --radius 0.2 --seed 3 --duration 6");
    repeat("utm.wkt --agents 5 --duration 5");
    repeat("overlap.json --repair --agents 5 --duration 5");
}

static void test_from_other(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" run gate.json -q -o other.sqlite");
    // A changed scene is another run.
    change("other.sqlite", "UPDATE wend_run SET value = '5' WHERE key = 'seed'");
    ran *r = run_expect(1, "\"$WEND\" run --reproduce other.sqlite");
    assert_contains(r->err, "wend: other.sqlite: the run differs: recorded hash ");
    assert_contains(r->err, " after 100 steps, this run ");
    json_t *object = run_json(1, "--reproduce other.sqlite");
    assert_true(json_is_false(json_object_get(object, "same")));
    json_decref(object);
    // One that was killed knows no hash.
    change("other.sqlite", "DELETE FROM wend_run WHERE key IN ('hash', 'summary', 'time')");
    r = run_expect(0, "\"$WEND\" run --reproduce other.sqlite");
    assert_contains(r->err, "the recording is incomplete: it has no hash to compare with");
    assert_null(strstr(r->out, "the same"));
    object = run_json(0, "--reproduce other.sqlite");
    assert_true(json_is_null(json_object_get(object, "same")));
    assert_true(number(object, "steps") == 100);
    json_decref(object);
}

static void refused(const char *arguments, const char *words)
{
    char line[600];
    snprintf(line, sizeof line, "\"$WEND\" run %s", arguments);
    ran *r = run_expect(2, line);
    assert_contains(r->err, words);
    assert_string_equal(r->out, "");
}

static void test_from_refused(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" run gate.json -q -o from.sqlite -o from.csv --duration 1");
    refused("--reproduce nothing.sqlite", "nothing.sqlite");
    refused("--reproduce from.sqlite gate.json", "unexpected argument 'gate.json': --reproduce");
    refused("--reproduce from.sqlite --seed 3", "--reproduce and --seed exclude");
    refused("--reproduce from.sqlite --duration 3", "--reproduce and --duration exclude");
    refused("--reproduce from.sqlite --runs 3", "--reproduce and --runs exclude");
    refused("--reproduce from.sqlite -o ./from.sqlite", "output would overwrite an input file");
    refused("--reproduce from.csv", "the recording has no scene");
    write_file("bytes.sqlite", "this is no database at all, however long it goes on");
    refused("--reproduce bytes.sqlite", "bytes.sqlite");
    static const struct {
        const char *sql, *words;
    } damages[] = {
        {"UPDATE wend_run SET value = '{\"guide\": \"mash\"}' WHERE key = 'options'", "mash"},
        {"UPDATE wend_run SET value = '{\"guide\": 3}' WHERE key = 'options'", "is not a string"},
        {"UPDATE wend_run SET value = '{\"dt\": -3}' WHERE key = 'options'",
         "is not a number from"},
        {"UPDATE wend_run SET value = '[' WHERE key = 'options'", "damaged"},
        {"UPDATE wend_run SET value = '{}' WHERE key = 'summary'", "no number of steps"},
        {"UPDATE wend_run SET value = '-1' WHERE key = 'step'", "from.sqlite"},
        {"UPDATE wend_run SET value = '{' WHERE key = 'scene'", "from.sqlite"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; ++i) {
        run_expect(0, "\"$WEND\" run gate.json -q -o from.sqlite --duration 1");
        change("from.sqlite", damages[i].sql);
        refused("--reproduce from.sqlite", damages[i].words);
    }
}

// ---- interrupted --------------------------------------------------------------------------------

/// Starts a long run and ends it with a signal when it has got somewhere.
static ran *interrupt(const char *arguments, const char *signal, int code)
{
    char line[900];
    snprintf(line, sizeof line,
             "rm -f long.*; \"$WEND\" run gate.json --duration 1e6 %s & pid=$!; n=0; "
             "while ! [ -s long.sqlite ] && [ $n -lt 200 ]; do sleep 0.02; n=$((n + 1)); done; "
             "sleep 0.3; kill -%s $pid; wait $pid",
             arguments, signal);
    return run_expect(code, line);
}

/// What grows is kept, the rest is not; and what is kept can be repeated up to there.
static void test_interrupted(void **state)
{
    (void)state;
    ran *r = interrupt("-o long.sqlite -o long.csv -o long.json", "TERM", 128 + SIGTERM);
    assert_contains(r->err, "wend: gate.json: interrupted at ");
    assert_contains(r->err,
                    "agents had arrived: long.sqlite keeps the frames before, long.csv was not "
                    "written, long.json was not written\n");
    assert_nothing_written("long.csv");
    assert_nothing_written("long.json");
    recording kept = load_recording("long.sqlite", 0);
    assert_false(kept.whole);
    assert_non_null(kept.summary);
    assert_true(kept.frame_count > 10);
    json_t *summary = json_loads(kept.summary, 0, NULL);
    assert_true(kept.frame_count == number(summary, "steps") + 1);
    json_t *again = run_json(0, "--reproduce long.sqlite");
    assert_true(json_is_true(json_object_get(again, "same")));
    assert_true(number(again, "steps") == number(summary, "steps"));
    json_decref(again);
    json_decref(summary);
    recording_free(&kept);
}

static void test_killed(void **state)
{
    (void)state;
    interrupt("-o long.sqlite", "KILL", 128 + SIGKILL);
    recording kept = load_recording("long.sqlite", 0);
    assert_false(kept.whole);
    assert_null(kept.summary);
    recording_free(&kept);
}

// ---- videos -------------------------------------------------------------------------------------

static void test_no_ffmpeg(void **state)
{
    (void)state;
    ran *r = run_expect(1, "mkdir -p empty; PATH=$PWD/empty \"$WEND\" run gate.json -o v.mp4");
    assert_contains(
        r->err, "wend: v.mp4: ffmpeg not found: install it to write video, or record to .sqlite "
                "instead\n");
    assert_string_equal(r->out, "");
    assert_nothing_written("v.mp4");
    // One that fails.
    write_file("empty/ffmpeg", "#!/bin/sh\necho 'Unknown encoder' >&2\nexit 3\n");
    assert_int_equal(chmod("empty/ffmpeg", 0755), 0);
    r = run_expect(1, "PATH=$PWD/empty \"$WEND\" run gate.json -o v.mp4");
    assert_contains(r->err, "wend: v.mp4: cannot write: ffmpeg: Unknown encoder\n");
    assert_nothing_written("v.mp4");
    write_file("empty/ffmpeg", "#!/bin/sh\nexit 3\n");
    r = run_expect(1, "PATH=$PWD/empty \"$WEND\" run gate.json -o v.gif");
    assert_contains(r->err, "wend: v.gif: cannot write: ffmpeg failed with exit status 3\n");
    assert_nothing_written("v.gif");
    r = run_expect(1, "mkfifo v.mp4; \"$WEND\" run gate.json -o v.mp4 & exec 3< v.mp4; wait $!");
    assert_contains(r->err, "a video cannot be written to a device or a pipe");
    assert_int_equal(remove("v.mp4"), 0);
}

/// One pixel of a picture of a video, as 0xRRGGBB.
static unsigned pixel(const char *path, double time, int x, int y)
{
    char line[400];
    snprintf(line, sizeof line,
             "ffmpeg -loglevel error -ss %g -i %s -frames:v 1 -vf format=rgb24,crop=1:1:%d:%d -f "
             "rawvideo -",
             time, path, x, y);
    const ran *r = run_expect(0, line);
    const unsigned char *bytes = (const unsigned char *)r->out;
    return (unsigned)bytes[0] << 16 | (unsigned)bytes[1] << 8 | bytes[2];
}

static bool is_close(unsigned a, unsigned b)
{
    int most = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int difference = abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff));
        most = difference > most ? difference : most;
    }
    return most < 30;
}

/// A video has the pictures that it should: the pillar is grey, the door brown while it is shut.
static void check_video(const char *path, int frames, int scale, int below)
{
    char line[300];
    snprintf(line, sizeof line,
             "ffprobe -loglevel error -count_packets -show_entries "
             "stream=nb_read_packets -of csv=p=0 %s",
             path);
    int counted = atoi(run_expect(0, line)->out);
    if (abs(counted - frames) > 1)
        print_message("%s: %d frames\n", path, counted);
    assert_true(abs(counted - frames) <= 1);
    int pillar_x = 12 + 8 * scale / 100, pillar_y = below - 2 * scale / 100;
    int door_x = 12 + 12 * scale / 100, door_y = below - 5 * scale / 100;
    assert_true(is_close(pixel(path, 0.5, pillar_x, pillar_y), 0x666666));
    assert_true(is_close(pixel(path, 1.6, door_x, door_y), 0x8c510a));
    assert_false(is_close(pixel(path, 0.5, door_x, door_y), 0x8c510a));
}

static void test_video(void **state)
{
    (void)state;
    if (!has_ffmpeg())
        skip();
    ran *r = run_expect(0, "\"$WEND\" run gate.json --duration 2 --fps 5 -o v.mp4 -o v.gif");
    assert_contains(r->out, "v.mp4: written, ");
    assert_contains(r->out, "v.gif: written, ");
    // 5 frames a second become 30 and 10 pictures; the last stays for a second.
    check_video("v.mp4", 2 * 30 + 1 + 30, 100 * (1280 - 24) / 20, 12 + (1280 - 24) / 2);
    check_video("v.gif", 2 * 10 + 1 + 10, 100 * (720 - 24) / 20, 12 + (720 - 24) / 2);
    r = interrupt("--fps 2 -o long.sqlite -o long.mp4", "TERM", 128 + SIGTERM);
    assert_contains(r->err, "long.mp4 was not written");
    assert_nothing_written("long.mp4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),        cmocka_unit_test(test_txt),
        cmocka_unit_test(test_several),      cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_from),         cmocka_unit_test(test_from_other),
        cmocka_unit_test(test_from_refused), cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_killed),       cmocka_unit_test(test_no_ffmpeg),
        cmocka_unit_test(test_video),
    };
    return cmocka_run_group_tests_name("cli_record", tests, setup, leave_folder);
}
