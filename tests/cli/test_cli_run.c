// SPDX-License-Identifier: MIT
// wend run and the trails of wend draw as their users meet them.
#include "tests/cli/run_command.h"

#include "record/recording.h"

#include <math.h>
#include <signal.h>
#include <time.h>

// 20 people leave a room of 12 m by a door of 2 m; 5 more come later.
#define EXIT_ROOM                                                                                  \
    "{\"wend\": 1, \"name\": \"room\", \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"        \
    " \"obstacles\": [{\"segment\": [[12, 0], [12, 4]]}, {\"segment\": [[12, 6], [12, 10]]}],\n"   \
    " \"areas\": {\"in\": [[1, 1], [6, 1], [6, 9], [1, 9]],\n"                                     \
    "             \"out\": [[18, 3], [20, 3], [20, 7], [18, 7]]},\n"                               \
    " \"agents\": [{\"in\": \"in\", \"count\": 20, \"goal\": \"out\"},\n"                          \
    "              {\"at\": [1, 5], \"count\": 5, \"rate\": 1, \"start\": 5, \"goal\": "           \
    "\"out\"}],\n"                                                                                 \
    " \"until\": \"%s\", \"seconds\": %s}\n"

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (failed)
        return failed;
    char json[2000];
    snprintf(json, sizeof json, EXIT_ROOM, "time", "60");
    write_file("room.json", json);
    snprintf(json, sizeof json, EXIT_ROOM, "empty", "200");
    write_file("empty.json", json);
    snprintf(json, sizeof json, EXIT_ROOM, "empty", "8");
    write_file("hurry.json", json);
    write_file("plan.json", "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
                            " \"obstacles\": [{\"polygon\": [[9, 3], [11, 3], [11, 7], [9, 7]]}]}");
    write_file("overlap.json", "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]],\n"
                               " \"obstacles\": [\n"
                               "  {\"polygon\": [[1, 1], [4, 1], [4, 4], [1, 4]]},\n"
                               "  {\"polygon\": [[2, 2], [6, 2], [6, 6], [2, 6]]}\n]}\n");
    return 0;
}

// ---- one run ------------------------------------------------------------------------------------

static void test_text(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" run room.json");
    assert_contains(
        r->out,
        "scene               room.json\nseed                0\ntime step           0.1 s\n");
    assert_contains(r->out,
                    "arrived             25\ninside              0\nnot spawned         0\n");
    assert_contains(r->out, "last arrival        ");
    assert_contains(r->out, "wall violations     0\nwall overlaps       0\n");
    assert_contains(r->out, "\noverlaps            ");
    assert_contains(r->out, "cost per agent-step ");
    assert_contains(r->out, "hash                ");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" run -q room.json --duration 1");
    assert_string_equal(r->out, "");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" run plan.json --duration 1");
    assert_contains(r->out, "agents              0\n");
    assert_contains(r->err, "the scene has no agents: --agents 100 adds 100");
}

static void test_json(void **state)
{
    (void)state;
    json_t *object = run_json(0, "room.json");
    assert_string_equal(string(object, "scene"), "room.json");
    assert_true(number(object, "agents") == 25 && number(object, "arrived") == 25);
    assert_true(fabs(number(object, "seconds") - 60) < 1e-9);
    assert_true(number(object, "steps") == 600 && number(object, "step") == 0.1);
    assert_true(number(object, "us_per_agent_step") > 0);
    assert_true(number(object, "walls_crossed") == 0 && number(object, "in_walls") == 0);
    double share = number(object, "overlap_share");
    assert_true(share >= 0 && share <= 1);
    assert_int_equal(strlen(string(object, "hash")), 16);
    assert_int_equal(strspn(string(object, "hash"), "0123456789abcdef"), 16);
    // From 12 to 19 m at 1.3 m/s; those who come last start after 9 s.
    double last = number(object, "last_s"), mean = number(object, "mean_s");
    assert_true(last > 9 + 17 / 1.3 - 1 && last < 60);
    assert_true(mean > 12 / 1.3 && mean < last);
    assert_true(number(object, "inside") == 0 && number(object, "not_spawned") == 0);
    assert_true(number(object, "threads") == 1 && number(object, "no_path") == 0);
    json_t *events = json_object_get(object, "events");
    assert_true(number(events, "arrived") == 25 && number(events, "spawned") >= 5);
    double phases = 0;
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(object, "phases"), key, value) phases +=
        json_number_value(value);
    assert_true(phases > 0 && phases <= 1.01 * number(object, "us_per_agent_step"));
    json_decref(object);
}

/// Half way through, nobody has arrived and some are to come.
static void test_time(void **state)
{
    (void)state;
    json_t *object = run_json(0, "room.json --duration 6.05 --step 0.2");
    assert_true(number(object, "steps") == 31 && number(object, "step") == 0.2);
    assert_true(number(object, "arrived") == 0);
    assert_true(json_is_null(json_object_get(object, "last_s")));
    assert_true(number(object, "inside") + number(object, "not_spawned") == 25);
    assert_true(number(object, "not_spawned") > 0);
    json_decref(object);
    object = run_json(0, "room.json --duration 0");
    assert_true(number(object, "steps") == 0 && number(object, "agents") == 20);
    assert_true(number(object, "us_per_agent_step") == 0);
    json_decref(object);
}

static void test_until_empty(void **state)
{
    (void)state;
    json_t *object = run_json(0, "empty.json");
    assert_true(number(object, "arrived") == 25);
    assert_true(number(object, "seconds") < 100);
    assert_true(fabs(number(object, "seconds") - number(object, "last_s")) < 0.15);
    json_decref(object);
    ran *r = run_expect(1, "\"$WEND\" run hurry.json");
    assert_contains(r->err, "wend: hurry.json: simulation ended at 8 s with ");
    assert_contains(r->out, "scene               hurry.json\n");
    object = run_json(1, "hurry.json");
    assert_true(number(object, "inside") > 0);
    json_decref(object);
}

static void test_threads(void **state)
{
    (void)state;
    static const char *const lines[] = {"room.json", "pillars --duration 15"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        char hash[20] = "";
        for (int threads = 1; threads <= 8; threads += threads > 1 ? 6 : 1) {
            char line[100];
            snprintf(line, sizeof line, "%s --threads %d", lines[i], threads);
            json_t *object = run_json(0, line);
            if (threads == 1)
                snprintf(hash, sizeof hash, "%s", string(object, "hash"));
            assert_string_equal(string(object, "hash"), hash);
            assert_true(number(object, "threads") == threads);
            json_decref(object);
        }
    }
}

/// What is typed goes before what the scene says, and changes the run.
static void test_options(void **state)
{
    (void)state;
    static const char *const changes[] = {"--seed 7", "--no-portals", "--bias middle",
                                          "--planner direct", "--step 0.05"};
    json_t *usual = run_json(0, "room.json --duration 12");
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        char line[100];
        snprintf(line, sizeof line, "room.json --duration 12 %s", changes[i]);
        json_t *changed = run_json(0, line);
        if (strcmp(string(usual, "hash"), string(changed, "hash")) == 0)
            print_message("%s makes no difference\n", changes[i]);
        assert_string_not_equal(string(usual, "hash"), string(changed, "hash"));
        json_decref(changed);
    }
    json_decref(usual);
}

static void test_runs(void **state)
{
    (void)state;
    json_t *object = run_json(0, "room.json --runs 4 --seed 10");
    json_t *runs = json_object_get(object, "runs"), *mean;
    assert_int_equal(json_array_size(runs), 4);
    double sum = 0, least = INFINITY, most = 0;
    for (size_t i = 0; i < 4; ++i) {
        json_t *one = json_array_get(runs, i);
        assert_true(number(one, "seed") == 10 + (double)i);
        sum += number(one, "mean_s");
        least = fmin(least, number(one, "mean_s"));
        most = fmax(most, number(one, "mean_s"));
    }
    mean = json_object_get(json_object_get(object, "figures"), "mean_s");
    assert_true(fabs(number(mean, "mean") - sum / 4) < 1e-9);
    assert_true(least < most && number(mean, "runs") == 4);
    assert_true(number(mean, "low") < sum / 4 && number(mean, "high") > sum / 4);
    // The keys of a single run are those of the first, which is the run with that seed.
    json_t *single = run_json(0, "room.json --seed 10");
    assert_string_equal(string(single, "hash"), string(object, "hash"));
    json_decref(single);
    json_decref(object);
    ran *r = run_expect(0, "\"$WEND\" run room.json --runs 2 --duration 2");
    assert_contains(r->out, "room.json: 2 runs, seeds 0 to 1\n");
    assert_contains(r->out, "figure ");
    assert_contains(r->out, "\nseconds ");
    assert_contains(r->out, "95 % confidence interval of the mean");
}

static void test_agents(void **state)
{
    (void)state;
    json_t *object = run_json(0, "plan.json --agents 40 --radius 0.2 --duration 60");
    assert_true(number(object, "agents") == 40);
    assert_true(number(object, "arrived") >= 38);
    assert_true(number(object, "walls_crossed") == 0);
    json_t *same = run_json(0, "plan.json --agents 40 --radius 0.2 --duration 60");
    assert_string_equal(string(object, "hash"), string(same, "hash"));
    json_decref(same);
    json_decref(object);
    object = run_json(0, "overlap.json --repair --agents 3 --duration 1");
    assert_true(number(object, "agents") == 3);
    json_decref(object);
}

static void refused(int code, const char *arguments, const char *words)
{
    char line[600];
    snprintf(line, sizeof line, "\"$WEND\" run %s", arguments);
    ran *r = run_expect(code, line);
    assert_contains(r->err, words);
    assert_string_equal(r->out, "");
}

/// The scene has barriers; without them it takes longer.
static void test_barriers(void **state)
{
    (void)state;
    json_t *with = run_json(0, "barrier"), *without = run_json(0, "barrier --barriers off");
    assert_true(number(with, "arrived") == 180 && number(without, "arrived") == 180);
    assert_true(number(with, "barriers") >= 1 && number(without, "barriers") == 0);
    assert_true(number(with, "last_s") < 0.8 * number(without, "last_s"));
    assert_true(number(json_object_get(with, "events"), "barrier") >= number(with, "barriers"));
    json_decref(with);
    json_decref(without);
    ran *r = run_expect(0, "\"$WEND\" run barrier");
    assert_contains(r->out, "\nfirst barrier       time ");
    r = run("\"$WEND\" run room.json --barriers on --duration 0.5");
    assert_contains(r->out, "\nbarriers            0\n");
}

static void test_refused(void **state)
{
    (void)state;
    refused(2, "", "missing argument");
    refused(2, "nothing.json", "nothing.json");
    refused(2, "room.json --planner mash", "did you mean mesh?");
    refused(2, "room.json --planner crowd",
            "expected one of mesh, direct, voronoi, mang, map, lanes, group");
    refused(2, "room.json --planner group", "starts in an area");
    refused(2, "room.json --motion swim", "--motion swim");
    refused(2, "room.json --bias left", "expected one of path, ahead, visible, middle");
    refused(2, "room.json --barriers maybe",
            "--barriers maybe: unknown value (expected one of on, off)");
    refused(2, "room.json --step 0", "--step 0: out of range (expected a number from 0.001 to 10)");
    refused(2, "room.json --duration -1", "--duration -1");
    refused(2, "room.json --threads 0", "--threads 0");
    refused(2, "room.json --agents 5", "--agents requires a scene without agents");
    refused(2, "room.json --radius 1", "--radius requires --agents");
    refused(2, "room.json --fps 5", "--fps requires --output");
    refused(2, "room.json -o run.xyz", "run.xyz: unknown file type (expected one of .sqlite, ");
    refused(2, "room.json -o csv", "unknown file type");
    refused(2, "room.json -o .csv", "unknown file type");
    refused(2, "room.json -o run.csv --runs 2", "--output and --runs exclude each other");
    refused(2, "room.json -o - --json > out.txt", "both use standard output");
    refused(2, "overlap.json --agents 5", "only a valid scene can be run");
    refused(1, "plan.json --agents 5000", "there is room for only");
    refused(1, "room.json -o nowhere/run.csv", "nowhere/run.csv: cannot write: No such file");
}

/// A gate that is shut from 8 to 16 s, and a cart that goes up and down among people.
static void test_doors_and_movers(void **state)
{
    (void)state;
    write_file("gate.json",
               "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
               " \"obstacles\": [{\"segment\": [[12, 0], [12, 4]]},\n"
               "                 {\"segment\": [[12, 6], [12, 10]]}],\n"
               " \"doors\": [{\"segment\": [[12, 4], [12, 6]], \"times\": [8, 16]}],\n"
               " \"movers\": [{\"polygon\": [[4, 4], [5, 4], [5, 6], [4, 6]], \"speed\": 1,\n"
               "              \"path\": [[0, 0], [0, 3], [0, -3]], \"way\": \"back and forth\"}],\n"
               " \"areas\": {\"in\": [[1, 1], [6, 1], [6, 9], [1, 9]],\n"
               "             \"out\": [[18, 3], [20, 3], [20, 7], [18, 7]]},\n"
               " \"agents\": [{\"in\": \"in\", \"count\": 60, \"goal\": \"out\"}],\n"
               " \"until\": \"empty\", \"seconds\": 100}");
    json_t *object = run_json(0, "gate.json");
    assert_true(number(object, "arrived") == 60 && number(object, "last_s") > 16);
    assert_true(number(object, "walls_crossed") == 0);
    json_t *events = json_object_get(object, "events");
    assert_true(number(events, "door") == 2 && number(events, "no_path") > 0);
    json_decref(object);
}

// ---- trajectories -------------------------------------------------------------------------------

static void test_csv(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" run room.json --duration 30 -o run.csv");
    assert_contains(r->out, "run.csv: written, ");
    assert_contains(r->out, " kB\n");
    char *content = file_content("run.csv");
    assert_int_equal(strncmp(content, "frame,id,x,y\n0,0,", 17), 0);
    free(content);
    recording t = load_recording("run.csv", 10);
    assert_int_equal(t.agent_count, 25);
    for (size_t i = 0; i < t.agent_count; ++i) {
        const recorded_agent *agent = &t.agents[i];
        assert_true(agent->id == i);
        const wend_vec2 *at = t.at + agent->first;
        const uint32_t *frames = t.frames + agent->first;
        for (size_t k = 1; k < agent->count; ++k) {
            assert_int_equal(frames[k], frames[k - 1] + 1); // nobody is missing in between
            assert_true(hypot(at[k].x - at[k - 1].x, at[k].y - at[k - 1].y) <= 2 * 0.1 + 2e-5);
        }
        assert_true(at[agent->count - 1].x > 17.5 || frames[0] > 100);
    }
    size_t rows = t.row_count;
    recording_free(&t);
    // Every fifth step, the same rows.
    json_t *object = run_json(0, "room.json --duration 30 -o slow.csv --fps 2");
    assert_true(fabs(number(object, "fps") - 2) < 1e-9);
    assert_string_equal(string(object, "file"), "slow.csv");
    json_decref(object);
    t = load_recording("slow.csv", 10);
    assert_true(t.row_count * 5 > rows - 200 && t.row_count * 5 < rows + 200);
    assert_string_equal(run_expect(0, "grep '^50,' run.csv | sed 's/^50,//'")->out,
                        run_expect(0, "grep '^10,' slow.csv | sed 's/^10,//'")->out);
    recording_free(&t);
}

static void test_csv_elsewhere(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" run room.json --duration 1 -o - | head -n 3");
    assert_int_equal(strncmp(r->out, "frame,id,x,y\n0,0,", 17), 0);
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" run room.json --duration 1 --step 0.03 --fps 10 -o odd.csv");
    assert_contains(r->err, "odd.csv: 11.1111 frames per second instead of 10");
    // In a map whose y points down, and in one that lies far from the origin.
    write_file("small.map",
               "type octile\nheight 4\nwidth 6\nmap\n......\n......\n@@....\n@@....\n");
    run_expect(0, "\"$WEND\" run small.map --agents 3 --duration 0 -o map.csv");
    recording t = load_recording("map.csv", 10);
    for (size_t i = 0; i < t.row_count; ++i)
        assert_true(t.at[i].y < 2 || t.at[i].x > 2);
    recording_free(&t);
    write_file("utm.wkt", "POLYGON ((500000 5400000, 500020 5400000, 500020 5400010, 500000 "
                          "5400010, 500000 5400000))");
    run_expect(0, "\"$WEND\" run utm.wkt --agents 3 --duration 0 -o utm.csv");
    t = load_recording("utm.csv", 10);
    for (size_t i = 0; i < t.row_count; ++i)
        assert_true(t.at[i].x > 500000 && t.at[i].x < 500020 && t.at[i].y > 5400000);
    recording_free(&t);
    json_t *object =
        parse_object(run_expect(0, "\"$WEND\" draw utm.wkt --trails utm.csv --json -o utm.svg"));
    assert_true(number(object, "area_used") > 0.4 && number(object, "area_used") < 0.7);
    json_decref(object);
}

static void test_full_disk(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    ran *r = run_expect(1, "\"$WEND\" run room.json --duration 60 -o full.csv > /dev/null; "
                           "ln -sf /dev/full full.csv; \"$WEND\" run room.json -o full.csv");
    assert_contains(r->err, "full.csv: cannot write: No space left on device");
    assert_string_equal(r->out, "");
}

/// Starts a long run in the background, and sends it a signal when it has opened its file.
static void interrupt(const char *name, int code)
{
    char line[600];
    snprintf(line, sizeof line,
             "rm -f long.csv; \"$WEND\" run pillars --duration 1e6 -o long.csv & pid=$!; n=0; "
             "while ! ls -A | grep -q '^\\.wend-' && [ $n -lt 200 ]; do sleep 0.05; "
             "n=$((n + 1)); done; kill -%s $pid; wait $pid",
             name);
    ran *r = run_expect(code, line);
    assert_contains(r->err, "wend: pillars: interrupted at ");
    assert_contains(r->err, "of 1e+06 s; ");
    assert_contains(r->err, "agents had arrived: long.csv was not written");
    assert_nothing_written("long.csv");
}

static void test_interrupted(void **state)
{
    (void)state;
    interrupt("TERM", 128 + SIGTERM);
    // A shell in the background ignores INT for its children; what is ignored stays ignored.
    ran *r = run_expect(0, "trap '' INT; \"$WEND\" run room.json --duration 1");
    assert_contains(r->out, "scene               room.json\n");
}

// ---- pictures -----------------------------------------------------------------------------------

static void test_draw(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" run room.json -q -o portals.csv");
    run_expect(0, "\"$WEND\" run room.json -q --no-portals -o points.csv");
    json_t *object = parse_object(
        run_expect(0, "\"$WEND\" draw room.json --trails portals.csv --json -o trails.svg"));
    double used = number(object, "area_used");
    assert_true(number(object, "trails") == 25 && number(object, "radius") == 0.2);
    assert_true(used > 20 && used < 200 && number(object, "cell") == 0.05);
    json_decref(object);
    char *content = file_content("trails.svg");
    assert_contains(content, "<g id=\"used\"");
    assert_contains(content, "<g id=\"trails\"");
    assert_contains(content, "portals.csv, 25 agents");
    free(content);
    object = parse_object(run_expect(0, "\"$WEND\" draw room.json --trails portals.csv --baseline "
                                        "points.csv --json -o gain.svg"));
    assert_true(number(object, "area_used") == used);
    double other = number(object, "area_against"), beyond = number(object, "area_beyond");
    assert_true(fabs(number(object, "area_ratio") - used / other) < 1e-9);
    assert_true(beyond > 0 && beyond >= used - other - 1e-9);
    json_decref(object);
    content = file_content("gain.svg");
    assert_contains(content, "only portals.csv, ");
    assert_null(strstr(content, "<g id=\"trails\""));
    free(content);
    run_expect(0, "\"$WEND\" draw room.json --trails portals.csv --layers trails,cells -o t.png");
}

static void draw_refused(const char *arguments, const char *words)
{
    char line[600];
    snprintf(line, sizeof line, "\"$WEND\" draw %s", arguments);
    ran *r = run_expect(2, line);
    assert_contains(r->err, words);
    assert_nothing_written("no.svg");
}

static void test_draw_refused(void **state)
{
    (void)state;
    write_file("bad.csv", "frame,id,x,y\n0,0,1\n");
    write_file("none.csv", "frame,id,x,y\n");
    draw_refused("room.json --trails bad.csv -o no.svg", "wend: bad.csv:2:1: this line has fewer");
    draw_refused("room.json --trails gone.csv -o no.svg", "gone.csv");
    draw_refused("room.json --baseline bad.csv -o no.svg", "--baseline requires --trails");
    run_expect(0, "\"$WEND\" draw room.json --trails none.csv -o none.svg");
    // Trails beyond the scene are in the picture.
    write_file("far.csv", "frame,id,x,y\n0,0,5,5\n1,0,500,5\n");
    json_t *object =
        parse_object(run_expect(0, "\"$WEND\" draw room.json --trails far.csv --json -o far.png"));
    assert_true(number(object, "width") > 5 * number(object, "height"));
    json_decref(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_until_empty),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_doors_and_movers),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_csv_elsewhere),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_draw_refused),
    };
    return cmocka_run_group_tests_name("cli_run", tests, setup, leave_folder);
}
