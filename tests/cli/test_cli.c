// SPDX-License-Identifier: MIT
// The command as its users meet it: exit codes, what goes where, JSON that parses, outputs that are
// whole or absent, a terminal or a pipe.
#define _XOPEN_SOURCE 700 // posix_openpt
#include "tests/support/process.h"

#include "cli/table.h"

#include <dirent.h>
#include <signal.h>
#include <time.h>

#define SOUND "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
#define OVERLAPPING                                                                                \
    "{\"wend\": 1, \"obstacles\": [\n"                                                             \
    "  {\"polygon\": [[0, 0], [4, 0], [4, 4], [0, 4]]},\n"                                         \
    "  {\"polygon\": [[2, 2], [6, 2], [6, 6], [2, 6]]}\n"                                          \
    "]}\n"

static void assert_starts(const char *text, const char *start)
{
    if (strncmp(text, start, strlen(start)) != 0)
        print_message("does not start with %s: %s\n", start, text);
    assert_true(strncmp(text, start, strlen(start)) == 0);
}

enum { GRID = 60 }; // squares along each side of grid.json, which is much larger than a pipe

static void write_grid(const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("{\"wend\": 1, \"obstacles\": [", file);
    for (int i = 0; i < GRID * GRID; ++i) {
        int x = i % GRID * 20, y = i / GRID * 20;
        fprintf(file, "%s{\"polygon\": [[%d, %d], [%d, %d], [%d, %d], [%d, %d]]}", i ? ",\n" : "",
                x, y, x + 15, y, x + 15, y + 15, x, y + 15);
    }
    fputs("]}\n", file);
    assert_int_equal(fclose(file), 0);
}

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (failed)
        return failed;
    write_file("sound.json", SOUND);
    write_file("overlap.json", OVERLAPPING);
    write_file("broken.json", "{\"wend\": 1,\n  \"bounds\": [[0, 0], }\n");
    write_grid("grid.json");
    return 0;
}

// ---- the command line ---------------------------------------------------------------------------

static void test_help_and_version(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" --version");
    assert_string_equal(r->out, "wend " WEND_VERSION "\n");
    assert_starts(run_expect(0, "\"$WEND\" --help")->out, "Path planning");
    assert_starts(run_expect(0, "\"$WEND\" help")->out, "Path planning");
    assert_starts(run_expect(0, "\"$WEND\" -h")->out, "Path planning");
    assert_starts(run_expect(0, "\"$WEND\" check -h")->out, "Usage: wend check");
    r = run_expect(2, "\"$WEND\"");
    assert_string_equal(r->out, "");
    assert_starts(r->err, "Path planning");
    assert_string_equal(run_expect(2, "\"$WEND\" help chek")->err,
                        "wend: unknown command 'chek': did you mean check?\n");
    assert_starts(run_expect(0, "\"$WEND\" help --help")->out, "Path planning");
    assert_starts(run_expect(0, "\"$WEND\" help -q")->out, "Path planning");
    assert_starts(run_expect(0, "\"$WEND\" help --quiet check -h")->out, "Usage: wend check");
    assert_contains(run_expect(2, "\"$WEND\" help --hepl")->err, "unknown option '--hepl'");
    assert_contains(run_expect(2, "\"$WEND\" help check draw")->err, "unexpected argument 'draw'");
}

static void test_misspellings(void **state)
{
    (void)state;
    ran *r = run_expect(2, "\"$WEND\" scnees");
    assert_string_equal(r->err, "wend: unknown command 'scnees': did you mean scenes?\n");
    assert_string_equal(r->out, "");
    assert_contains(run_expect(2, "\"$WEND\" frobnicate")->err, "wend --help lists");
    assert_contains(run_expect(2, "\"$WEND\" --verison")->err, "did you mean --version?");
    assert_contains(run_expect(2, "\"$WEND\" check --jsno hall")->err, "did you mean --json?");
    assert_contains(run_expect(2, "\"$WEND\" convert --repiar a b")->err, "did you mean --repair?");
    assert_contains(run_expect(2, "\"$WEND\" check --xyzzy hall")->err, "unknown option --xyzzy.");
    assert_contains(run_expect(2, "\"$WEND\" check -x hall")->err, "unknown option -x");
    assert_contains(run_expect(2, "\"$WEND\" check hal")->err, "did you mean hall?");
    assert_contains(run_expect(2, "\"$WEND\" scenes hal")->err, "did you mean hall?");
    assert_contains(run_expect(2, "\"$WEND\" bench geometri")->err, "did you mean geometry?");
}

static void test_options(void **state)
{
    (void)state;
    assert_contains(run_expect(2, "\"$WEND\" check")->err, "missing argument");
    assert_contains(run_expect(2, "\"$WEND\" convert hall")->err, "missing argument");
    assert_contains(run_expect(2, "\"$WEND\" convert a b c")->err, "unexpected argument 'c'");
    assert_contains(run_expect(2, "\"$WEND\" check hall --format")->err, "--format: missing value");
    assert_contains(run_expect(2, "\"$WEND\" check --format --json hall")->err, "missing value");
    assert_contains(run_expect(2, "\"$WEND\" check --format= hall")->err, "missing value");
    assert_contains(run_expect(2, "\"$WEND\" check --json=yes hall")->err,
                    "unexpected value 'yes'");
    assert_contains(run_expect(2, "\"$WEND\" check --format xml hall")->err,
                    "expected one of json");
    assert_contains(run_expect(2, "\"$WEND\" draw hall -o x.svg --width abc")->err,
                    "--width abc: invalid value (expected an integer from");
    run_expect(2, "\"$WEND\" draw hall -o x.svg --width 1e999");
    run_expect(2, "\"$WEND\" draw hall -o x.svg --width nan");
    run_expect(2, "\"$WEND\" draw hall -o x.svg --width 300.5");
    run_expect(2, "\"$WEND\" draw hall -o x.svg --width -5");
    assert_int_equal(access("x.svg", F_OK), -1);

    // Options before, between and behind operands; -- ends them; the last value wins.
    run_expect(0, "\"$WEND\" check --format=wkt sound.json --format json --quiet");
    run_expect(0, "\"$WEND\" check -q -- sound.json");
    write_file("--json", SOUND);
    assert_string_equal(run_expect(0, "\"$WEND\" check --format json -- --json")->out,
                        "--json: valid (vertices 4, width 9, height 9)\n");
    run_expect(0, "\"$WEND\" draw hall -qox.svg && test -s x.svg");
}

// With --json there is an object on standard output also when the command line is wrong.
static void test_usage_errors_as_json(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"\"$WEND\" scenes --json nosuch", "built-in scene nosuch: unknown value"},
        {"\"$WEND\" bench --json nosuch", "benchmark nosuch: unknown value"},
        {"\"$WEND\" draw --json hall", "missing option --output"},
        {"\"$WEND\" draw --json hall -o x.gif", "expected one of .svg"},
        {"\"$WEND\" draw hall -o x.svg --layers nosuch --json", "nosuch"},
        {"\"$WEND\" convert --json hall x.foo", "output format of x.foo: unknown"},
        {"\"$WEND\" convert hall --json", "missing argument"},
        {"\"$WEND\" check --xyzzy --json hall", "--xyzzy"},
        {"\"$WEND\" check --format --json hall", "missing value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        ran *r = run_expect(2, cases[i][0]);
        assert_starts(r->err, "wend: ");
        json_t *object = parse_object(r);
        assert_contains(json_string_value(json_object_get(object, "error")), cases[i][1]);
        json_decref(object);
    }
    assert_string_equal(run_expect(2, "\"$WEND\" check --xyzzy -- --json")->out, "");
}

// ---- scenes -------------------------------------------------------------------------------------

static void test_scenes(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" scenes");
    assert_contains(r->out, "\nhall ");
    assert_contains(r->out, "\ncity ");
    assert_contains(run_expect(0, "\"$WEND\" scenes --quiet")->out, "\nbottleneck\n");

    json_t *list = parse_object(run_expect(0, "\"$WEND\" scenes --json"));
    json_t *first = json_array_get(json_object_get(list, "scenes"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "hall");
    assert_int_equal(json_integer_value(json_object_get(first, "agents")), 221);
    assert_true(json_number_value(json_object_get(first, "width")) == 40);
    json_decref(list);

    json_t *hall = parse_object(run_expect(0, "\"$WEND\" scenes hall"));
    assert_int_equal(json_integer_value(json_object_get(hall, "wend")), 2);
    json_decref(hall);
    assert_starts(run_expect(0, "\"$WEND\" scenes city")->out, "{");
}

// ---- check --------------------------------------------------------------------------------------

static void test_check_sound(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" check hall");
    assert_starts(r->out, "hall: valid (obstacles 11, ");
    assert_contains(r->out, ", agents 221, width 40, height 20)\n");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" check --quiet hall");
    assert_string_equal(r->out, "");
    assert_string_equal(r->err, "");
    assert_contains(run_expect(0, "\"$WEND\" check - < sound.json")->out, "standard input: valid");
    run_expect(0, "\"$WEND\" check hall office museum contacts");

    json_t *object = parse_object(run_expect(0, "\"$WEND\" check --json hall"));
    assert_true(json_is_true(json_object_get(object, "valid")));
    assert_int_equal(json_array_size(json_object_get(object, "problems")), 0);
    json_decref(object);
}

static void test_check_unsound(void **state)
{
    (void)state;
    ran *r = run_expect(2, "\"$WEND\" check overlap.json");
    assert_string_equal(r->out, "");
    assert_starts(r->err, "wend: overlap.json:");
    r = run_expect(2, "\"$WEND\" check broken.json");
    assert_string_equal(r->out, "");
    assert_starts(r->err, "wend: broken.json:2:");
    assert_starts(run_expect(2, "\"$WEND\" check --quiet broken.json")->err,
                  "wend: broken.json:2:");
    assert_starts(run_expect(2, "\"$WEND\" check - < broken.json")->err, "wend: standard input:2:");
    assert_contains(run_expect(2, "\"$WEND\" check missing.json")->err, "missing.json: ");
    assert_contains(run_expect(2, "\"$WEND\" check .")->err, "wend: .: ");

    r = run_expect(2, "\"$WEND\" check --json overlap.json");
    json_t *object = parse_object(r);
    assert_true(json_is_false(json_object_get(object, "valid")));
    json_t *problem = json_array_get(json_object_get(object, "problems"), 0);
    assert_true(json_is_string(json_object_get(problem, "where")));
    assert_true(strlen(json_string_value(json_object_get(problem, "what"))) > 0);
    json_decref(object);
}

static void test_check_several(void **state)
{
    (void)state;
    ran *r = run_expect(2, "\"$WEND\" check sound.json broken.json hall");
    assert_starts(r->out, "sound.json: valid (");
    assert_contains(r->out, "\nhall: valid (");
    assert_starts(r->err, "wend: broken.json:2:");
    run_expect(0, "\"$WEND\" check sound.json hall");

    json_t *object = parse_object(run_expect(2, "\"$WEND\" check --json broken.json hall"));
    assert_true(json_is_false(json_object_get(object, "valid")));
    json_t *files = json_object_get(object, "files");
    assert_int_equal(json_array_size(files), 2);
    assert_true(json_is_false(json_object_get(json_array_get(files, 0), "valid")));
    assert_true(json_is_true(json_object_get(json_array_get(files, 1), "valid")));
    assert_string_equal(json_string_value(json_object_get(json_array_get(files, 1), "file")),
                        "hall");
    json_decref(object);
}

static void test_names_that_are_not_utf8(void **state)
{
    (void)state;
    json_t *object =
        parse_object(run_expect(0, "cp sound.json \"$(printf 'p\\344.json')\"; "
                                   "\"$WEND\" check --json \"$(printf 'p\\344.json')\""));
    assert_string_equal(json_string_value(json_object_get(object, "file")), "p?.json");
    json_decref(object);
}

// A name may hold anything, and must not reach a terminal as more than a name.
static void test_control_characters(void **state)
{
    (void)state;
    ran *r = run_expect(0, "cp sound.json \"$(printf 'a\\033[31m\\nb\\302\\233.json')\"; "
                           "\"$WEND\" check \"$(printf 'a\\033[31m\\nb\\302\\233.json')\"");
    assert_starts(r->out, "a?[31m?b");
    assert_null(strpbrk(r->out, "\033\233"));
    r = run_expect(2, "\"$WEND\" check \"$(printf 'no\\033[31m\\302\\233.json')\"");
    assert_starts(r->err, "wend: no?[31m?.json: ");
    r = run_expect(2, "\"$WEND\" \"$(printf 'no\\033[31m\\302\\233.json')\"");
    assert_starts(r->err, "wend: unknown command 'no?[31m?.json'");
    write_file("c1.json", "{\"wend\": 1, \"bounds\": [[0,0],[1,0],[1,1]], \"obstacles\": "
                          "[{\"point\": [5,5], \"name\": \"a\\u009b31m\"}]}");
    assert_null(strchr(run_expect(2, "\"$WEND\" check c1.json")->err, '\233'));
    // U+00E9 has the same first byte as the control characters' neighbours and stays.
    assert_contains(run_expect(2, "\"$WEND\" check 'caf\303\251'")->err, "caf\303\251");
}

// ---- convert ------------------------------------------------------------------------------------

static void test_convert(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" convert hall out.json");
    assert_starts(r->out, "out.json: written (obstacles 11, ");
    assert_string_equal(r->err, "");
    run_expect(0, "\"$WEND\" check out.json");
    r = run_expect(0, "\"$WEND\" convert --quiet hall out.json");
    assert_string_equal(r->out, "");
    json_t *scene = parse_object(run_expect(0, "\"$WEND\" convert hall -"));
    assert_true(json_is_array(json_object_get(scene, "obstacles")));
    json_decref(scene);
    run_expect(0, "\"$WEND\" convert hall - | \"$WEND\" convert - again.json --quiet");
    run_expect(0, "cmp out.json again.json");
    run_expect(0, "\"$WEND\" convert out.json out.json && cmp out.json again.json");
    run_expect(0, "\"$WEND\" convert hall x.data --out-format wkt");
    assert_contains(run_expect(0, "cat x.data")->out, "POLYGON");
    run_expect(0, "\"$WEND\" convert --format wkt x.data y.geojson");

    json_t *object = parse_object(run_expect(0, "\"$WEND\" convert --json hall out.json"));
    assert_true(json_is_true(json_object_get(object, "valid")));
    assert_string_equal(json_string_value(json_object_get(object, "in")), "hall");
    assert_string_equal(json_string_value(json_object_get(object, "out")), "out.json");
    assert_int_equal(json_array_size(json_object_get(object, "changes")), 0);
    json_decref(object);
}

static void test_convert_leaves_out_defaults(void **state)
{
    (void)state;
    write_file("usual.json",
               "{\"wend\": 1, \"guide\": \"mesh\", \"motion\": \"force\", \"agents\": "
               "[{\"at\": [1, 1], \"guide\": \"mesh\", \"motion\": \"orca\"}, "
               "{\"at\": [5, 5], \"guide\": \"direct\", \"motion\": \"force\"}]}");
    assert_string_equal(run_expect(0, "\"$WEND\" convert usual.json -")->out,
                        "{\n  \"wend\": 2,\n  \"agents\": [\n"
                        "    {\"at\": [1, 1], \"planner\": \"mesh\", \"motion\": \"orca\"},\n"
                        "    {\"at\": [5, 5], \"planner\": \"direct\", \"motion\": "
                        "\"social_force\"}\n"
                        "  ],\n  \"motion\": \"social_force\"\n}\n");
}

static void test_convert_refuses(void **state)
{
    (void)state;
    ran *r = run_expect(2, "\"$WEND\" convert overlap.json refused.json");
    assert_contains(r->err, "--repair may repair it");
    assert_int_equal(access("refused.json", F_OK), -1);
    write_file("kept.json", "old");
    run_expect(2, "\"$WEND\" convert overlap.json kept.json");
    run_expect(2, "\"$WEND\" convert broken.json kept.json");
    assert_string_equal(run_expect(0, "cat kept.json")->out, "old");

    json_t *object = parse_object(run_expect(2, "\"$WEND\" convert --json overlap.json kept.json"));
    assert_true(json_is_false(json_object_get(object, "valid")));
    assert_true(json_array_size(json_object_get(object, "problems")) > 0);
    json_decref(object);

    r = run_expect(2, "\"$WEND\" convert hall out.xyz");
    assert_contains(r->err, "expected one of json, wkt, geojson");
    assert_contains(run_expect(2, "\"$WEND\" convert hall out.png")->err,
                    "output format of out.png: unknown");
    run_expect(2, "\"$WEND\" convert hall out --out-format nothing");
    assert_contains(run_expect(2, "\"$WEND\" convert --json hall -")->err, "standard output");
}

// What a format has no place for is said, and the line of success is true.
static void test_convert_tells_losses(void **state)
{
    (void)state;
    write_file("rich.json",
               "{\"wend\": 1, \"name\": \"rich\", \"bounds\": [[0,0],[40,0],[40,40],[0,40]], "
               "\"obstacles\": [{\"polygon\": [[1,1],[2,1],[2,2]], \"role\": \"hut\"}, "
               "{\"segment\": [[5,5],[6,6]]}, {\"point\": [8,8]}, "
               "{\"circle\": [30,30], \"radius\": 1}], "
               "\"areas\": {\"a\": [[10,10],[20,10],[20,20]]}, "
               "\"agents\": [{\"in\": \"a\", \"count\": 3}], \"seed\": 7}");
    ran *r = run_expect(0, "\"$WEND\" convert rich.json rich.wkt");
    assert_string_equal(r->out, "rich.wkt: written (free area)\n");
    assert_string_equal(r->err, "wend: rich.wkt: wkt cannot hold 1 segment, 1 point, 1 circle (a "
                                "polygon instead), 1 obstacle's name or role, the name, 1 area, 3 "
                                "agents and the seed\n");
    r = run_expect(0, "\"$WEND\" convert rich.json rich.geojson");
    assert_starts(r->out, "rich.geojson: written (obstacles 4, ");
    assert_null(strstr(r->out, "agents"));
    assert_string_equal(r->err, "wend: rich.geojson: geojson cannot hold 1 circle (a polygon "
                                "instead), 3 agents and the seed\n");
    r = run_expect(0, "\"$WEND\" convert --quiet rich.json rich.wkt");
    assert_string_equal(r->out, "");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" convert rich.json again.json");
    assert_string_equal(r->err, "");
    assert_contains(r->out, ", agents 3, ");

    json_t *object = parse_object(run_expect(0, "\"$WEND\" convert --json rich.json rich.geojson"));
    json_t *lost = json_object_get(object, "lost");
    assert_int_equal(json_array_size(lost), 3);
    assert_string_equal(json_string_value(json_array_get(lost, 1)), "3 agents");
    json_decref(object);
    object = parse_object(run_expect(0, "\"$WEND\" convert --json rich.json again.json"));
    assert_true(json_is_array(json_object_get(object, "lost")));
    assert_int_equal(json_array_size(json_object_get(object, "lost")), 0);
    json_decref(object);
}

static void test_convert_nothing_free(void **state)
{
    (void)state;
    write_file("empty.json", "{\"wend\": 1}");
    write_file("full.json", "{\"wend\": 1, \"bounds\": [[0,0],[9,0],[9,9],[0,9]], \"obstacles\": "
                            "[{\"polygon\": [[0,0],[9,0],[9,9],[0,9]]}]}");
    write_file("kept.wkt", "old");
    ran *r = run_expect(1, "\"$WEND\" convert empty.json kept.wkt");
    assert_contains(r->err, "wend: empty.json: nothing was written: there is no free area");
    run_expect(1, "\"$WEND\" convert full.json kept.wkt");
    assert_string_equal(run_expect(0, "cat kept.wkt")->out, "old");
    json_t *object = parse_object(run_expect(1, "\"$WEND\" convert --json empty.json kept.wkt"));
    assert_contains(json_string_value(json_object_get(object, "error")), "no free area");
    json_decref(object);
}

// Numbers that may be degrees of a country, or metres of a floor: read as metres, and told.
static void test_notes(void **state)
{
    (void)state;
    write_file("country.geojson", "{\"type\": \"Polygon\", \"coordinates\": "
                                  "[[[5, 52], [7, 52], [7, 53], [5, 53], [5, 52]]]}");
    assert_contains(run_expect(0, "\"$WEND\" check country.geojson")->err,
                    "wend: country.geojson: the coordinates are taken as metres");
    assert_contains(run_expect(0, "\"$WEND\" convert country.geojson c.json")->err, "as metres");
    assert_contains(run_expect(0, "\"$WEND\" draw country.geojson -o c.svg")->err, "as metres");
    assert_string_equal(run_expect(0, "\"$WEND\" check -q country.geojson")->err, "");
}

static void test_repair(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" convert --repair overlap.json repaired.json");
    assert_starts(r->err, "wend: overlap.json: ");
    run_expect(0, "\"$WEND\" check repaired.json");
    r = run_expect(0, "\"$WEND\" convert --repair --quiet overlap.json repaired.json");
    assert_string_equal(r->err, "");
    json_t *object =
        parse_object(run_expect(0, "\"$WEND\" convert --repair --json overlap.json r.json"));
    json_t *changes = json_object_get(object, "changes");
    assert_true(json_array_size(changes) > 0);
    assert_true(json_is_string(json_array_get(changes, 0)));
    json_decref(object);
}

// ---- bench --------------------------------------------------------------------------------------

static void test_table(void **state)
{
    (void)state;
    json_t *rows =
        json_loads("[{\"case\": \"dense\", \"n\": 100, \"us\": 12345.678},"
                   " {\"case\": \"x\", \"us\": 0.51234, \"ok\": true, \"note\": \"slow\"}]",
                   0, NULL);
    assert_non_null(rows);
    FILE *file = tmpfile();
    assert_non_null(file);
    table_print(rows, file);
    char seen[400];
    read_back(file, seen, sizeof seen);
    assert_string_equal(seen, "case     n      us   ok  note\n"
                              "dense  100   12346    -  -\n"
                              "x        -  0.5123  yes  slow\n");
    json_decref(rows);
}

// Figures that are objects have tables of their own.
static void test_nested_table(void **state)
{
    (void)state;
    json_t *rows = json_loads("[{\"case\": \"a\", \"last\": {\"0.1\": 5, \"0.2\": 6}, \"n\": 1},"
                              " {\"case\": \"b\", \"n\": 2, \"none\": {}},"
                              " {\"case\": \"c\", \"last\": {\"0.2\": 7}}]",
                              0, NULL);
    assert_non_null(rows);
    FILE *file = tmpfile();
    assert_non_null(file);
    table_print(rows, file);
    char seen[400];
    read_back(file, seen, sizeof seen);
    assert_string_equal(seen, "case  n\n"
                              "a     1\n"
                              "b     2\n"
                              "c     -\n"
                              "\nlast\n"
                              "case  0.1  0.2\n"
                              "a       5    6\n"
                              "c       -    7\n"
                              "\nnone\n"
                              "case\n"
                              "b\n");
    json_decref(rows);
}

static void test_bench(void **state)
{
    (void)state;
    assert_contains(run_expect(0, "\"$WEND\" bench")->out, "geometry");
    json_t *object = parse_object(run_expect(0, "\"$WEND\" bench --json"));
    json_t *first = json_array_get(json_object_get(object, "benches"), 0);
    assert_true(json_is_string(json_object_get(first, "about")));
    json_decref(object);
    if (long_tier()) {
        object = parse_object(run_expect(0, "\"$WEND\" bench geometry --json"));
        assert_string_equal(json_string_value(json_object_get(object, "bench")), "geometry");
        assert_true(json_array_size(json_object_get(object, "rows")) > 0);
        json_decref(object);
    }
    assert_contains(run_expect(2, "\"$WEND\" bench nothing")->err, "expected one of geometry, ");
}

// ---- outputs that fail --------------------------------------------------------------------------

static void test_output_fails(void **state)
{
    (void)state;
    ran *r = run_expect(1, "\"$WEND\" convert hall no-such-folder/x.json");
    assert_string_equal(r->err, "wend: no-such-folder/x.json: cannot write: "
                                "No such file or directory\n");
    r = run_expect(1, "\"$WEND\" scenes >&-");
    assert_starts(r->err, "wend: standard output: cannot write: ");
    // Nothing may end in a file that has taken the place of standard output.
    run_expect(1, "\"$WEND\" convert hall out.json >&-");
    run_expect(0, "\"$WEND\" check --quiet out.json");
    run_expect(0, "\"$WEND\" convert --quiet hall out.json >&- 2>&- <&-");
    json_t *object = parse_object(run_expect(1, "\"$WEND\" convert --json hall no/x.json"));
    assert_contains(json_string_value(json_object_get(object, "error")), "no/x.json");
    json_decref(object);
    if (access("/dev/full", W_OK) != 0)
        return;
    r = run_expect(1, "\"$WEND\" scenes > /dev/full");
    assert_string_equal(r->err, "wend: standard output: cannot write: No space left on device\n");
    run_expect(1, "\"$WEND\" check --json hall > /dev/full");
    run_expect(1, "\"$WEND\" convert grid.json - > /dev/full");
    r = run_expect(1, "\"$WEND\" convert hall /dev/full --out-format json");
    assert_string_equal(r->err, "wend: /dev/full: cannot write: No space left on device\n");
}

static void test_pipes(void **state)
{
    (void)state;
    // A reader that has enough ends the command quietly, as it ends cat.
    ran *r =
        run_expect(0, "{ \"$WEND\" convert grid.json -; echo $? > code; } | head -c 1; cat code");
    assert_string_equal(r->out, "{141\n");
    assert_string_equal(r->err, "");
    // Where SIGPIPE is ignored, it is an error like any other.
    r = run_expect(0,
                   "trap '' PIPE; { \"$WEND\" convert grid.json -; echo $? > code; } | head -c 1; "
                   "cat code");
    assert_string_equal(r->out, "{1\n");
    assert_contains(r->err, "standard output: cannot write: ");
    run_expect(0, "mkfifo fifo; cat fifo > got.json & "
                  "\"$WEND\" convert hall fifo --out-format json && wait && "
                  "\"$WEND\" check got.json");
    run_expect(0, "\"$WEND\" convert hall /dev/null --out-format json");
}

static bool temporary_file_exists(void)
{
    bool found = false;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    struct dirent *entry;
    while (!found && (entry = readdir(folder)))
        found = strncmp(entry->d_name, ".wend-", 6) == 0;
    closedir(folder);
    return found;
}

/// Starts a conversion and sends it a signal while it writes. True if it was caught in the act.
static bool interrupt_conversion(int number)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        execl(WEND_COMMAND, "wend", "convert", "--quiet", "grid.json", "slow.json", (char *)NULL);
        _exit(127);
    }
    int status;
    while (!temporary_file_exists()) {
        if (waitpid(child, &status, WNOHANG) == child) {
            assert_int_equal(exit_code(status), 0);
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    kill(child, number);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(temporary_file_exists());
    return WIFSIGNALED(status) && WTERMSIG(status) == number;
}

static void test_interrupted(void **state)
{
    (void)state;
    enum { ATTEMPTS = 50 };
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; ++i) {
        bool caught = false;
        for (int attempt = 0; attempt < ATTEMPTS && !caught; ++attempt) {
            write_file("slow.json", "old");
            caught = interrupt_conversion(signals[i]);
            char *content = file_content("slow.json");
            assert_true(strcmp(content, "old") == 0 || !caught);
            free(content);
        }
        assert_true(caught);
    }
}

// ---- terminals ----------------------------------------------------------------------------------

/// Runs the command with standard error on a terminal and returns what appears there.
static const char *on_terminal(const char *line, const char *terminal_kind)
{
    static char seen[4000];
    int screen = posix_openpt(O_RDWR | O_NOCTTY);
    if (screen < 0 || grantpt(screen) != 0 || unlockpt(screen) != 0) {
        print_message("no terminals here\n");
        skip();
    }
    int terminal = open(ptsname(screen), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("TERM", terminal_kind, 1);
        int out = open("terminal-out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, STDOUT_FILENO);
        dup2(terminal, STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child); // what is shown fits the terminal's buffer
    assert_int_equal(exit_code(status), 0);
    // What was written may come in pieces; when nobody has the terminal open any more, it ends.
    close(terminal);
    size_t size = 0;
    for (ssize_t more; (more = read(screen, seen + size, sizeof seen - 1 - size)) > 0;)
        size += (size_t)more;
    seen[size] = 0;
    close(screen);
    return seen;
}

static void test_progress(void **state)
{
    (void)state;
    const char *seen = on_terminal("\"$WEND\" check grid.json", "xterm");
    assert_contains(seen, "[....");
    assert_contains(seen, "grid.json");
    size_t length = strlen(seen);
    assert_true(length >= 4);
    assert_string_equal(seen + length - 4, "\r\033[K"); // gone in the end
    assert_contains(run_expect(0, "cat terminal-out")->out, "grid.json: valid");
    assert_string_equal(on_terminal("\"$WEND\" check --quiet grid.json", "xterm"), "");
    assert_string_equal(on_terminal("\"$WEND\" check grid.json", "dumb"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_help_and_version),
        cmocka_unit_test(test_misspellings),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_usage_errors_as_json),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_check_sound),
        cmocka_unit_test(test_check_unsound),
        cmocka_unit_test(test_check_several),
        cmocka_unit_test(test_names_that_are_not_utf8),
        cmocka_unit_test(test_control_characters),
        cmocka_unit_test(test_convert),
        cmocka_unit_test(test_convert_leaves_out_defaults),
        cmocka_unit_test(test_convert_refuses),
        cmocka_unit_test(test_convert_tells_losses),
        cmocka_unit_test(test_convert_nothing_free),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_repair),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_nested_table),
        cmocka_unit_test(test_bench),
        cmocka_unit_test(test_output_fails),
        cmocka_unit_test(test_pipes),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests_name("cli", tests, setup, leave_folder);
}
