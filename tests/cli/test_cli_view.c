// SPDX-License-Identifier: MIT
// wend view as a user types it: what it writes, says and refuses. What the page does is tried in
// tests/viewer, what its data holds in test_replay.c.
#include "tests/support/process.h"

static int enter(void **state)
{
    if (enter_folder(state) != 0)
        return -1;
    write_file("walk.csv", "# framerate: 10 fps\nframe,id,x,y\n"
                           "0,1,0,0\n0,2,5,5\n1,1,0.13,0\n1,2,5,5\n2,1,0.26,0\n2,2,5,5\n");
    write_file("room.json", "{\"wend\": 1, \"bounds\": [[-1, -1], [9, -1], [9, 9], [-1, 9]]}");
    return 0;
}

static void test_page(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" view walk.csv -o walk.html");
    assert_contains(r->out, "walk.html: written (");
    assert_contains(r->out, "MB, 2 agents, 3 frames, positions within 1 mm)\n");
    assert_string_equal(r->err, "");
    char *page = file_content("walk.html");
    assert_non_null(page);
    assert_contains(page, "<title>walk</title>");
    assert_contains(page, "window.wendReplay");
    assert_null(strstr(page, "@@"));
    // The same recording gives the same page, also on standard output.
    r = run_expect(0, "\"$WEND\" view walk.csv -o - | cmp - walk.html");
    assert_string_equal(r->out, "");
    // Nothing is asked of a network.
    assert_null(strstr(page, "src=\"http"));
    assert_null(strstr(page, "href=\"http"));
    free(page);
}

static void test_json(void **state)
{
    (void)state;
    json_t *o =
        parse_object(run_expect(0, "\"$WEND\" view walk.csv --precision 0.05 -o walk.html --json"));
    assert_string_equal(string(o, "file"), "walk.html");
    assert_true(number(o, "agents") == 2 && number(o, "frames") == 3 && number(o, "rows") == 6);
    assert_true(number(o, "fps") == 10 && number(o, "precision") == 0.05);
    assert_true(number(o, "knots") == 4 && number(o, "chunks") == 1);
    assert_true(number(o, "moments") == 0);
    struct stat file;
    assert_int_equal(stat("walk.html", &file), 0);
    assert_true(number(o, "bytes") == (double)file.st_size);
    json_decref(o);
}

static void test_title_and_floor(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" view walk.csv --title 'a <b> & c' --floor room.json -o t.html -q");
    char *page = file_content("t.html");
    assert_contains(page, "<title>a &lt;b&gt; &amp; c</title>");
    free(page);
    // Pages are UTF-8, whatever bytes a file's name has.
    run_expect(0, "cp walk.csv \"$(printf 'w\\303\\244\\377k.csv')\" && "
                  "\"$WEND\" view \"$(printf 'w\\303\\244\\377k.csv')\" -o t.html -q");
    page = file_content("t.html");
    assert_contains(page, "<title>w\303\244?k</title>");
    free(page);
    // Notes are about the recording, not about the floor that was read after it.
    assert_contains(
        run_expect(0, "\"$WEND\" view walk.csv --fps 3 --floor room.json -o t.html")->err,
        "walk.csv: the file says itself");
    assert_contains(run_expect(0, "\"$WEND\" view --unit cm --fps 5 walk.csv -o t.html")->out,
                    "t.html: written");
}

static void test_run_is_viewed(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" run crossing --duration 3 -o run.sqlite --quiet");
    json_t *o = parse_object(run_expect(0, "\"$WEND\" view run.sqlite -o run.html --json"));
    assert_true(number(o, "frames") == 31 && number(o, "agents") > 0);
    json_decref(o);
    char *page = file_content("run.html");
    assert_contains(page, "<title>crossing</title>");
    free(page);
    assert_contains(run_expect(0, "\"$WEND\" view run.sqlite --floor hall -o run.html")->err,
                    "run.sqlite: the file has a floor of its own");
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        int code;
        const char *arguments, *words;
    } cases[] = {
        {2, "walk.csv", "missing option --output FILE"},
        {2, "walk.csv -o walk.svg", "walk.svg: unknown file type (expected one of .html"},
        {2, "walk.csv -o - --json", "both use standard output"},
        {2, "walk.csv --unit inch -o x.html",
         "--unit inch: unknown value (expected one of m, cm, mm)"},
        {2, "walk.csv --precision 0 -o x.html", "--precision"},
        {2, "nowhere.csv -o x.html", "nowhere.csv"},
        {2, "room.json -o x.html", "room.json"},
        {2, "walk.csv --floor nowhere.json -o x.html", "nowhere.json"},
        {1, "walk.csv -o no/folder/x.html", "no/folder/x.html"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char line[200];
        snprintf(line, sizeof line, "\"$WEND\" view %s", cases[i].arguments);
        assert_contains(run_expect(cases[i].code, line)->err, cases[i].words);
        assert_null(file_content("x.html"));
    }
    // A full disk: said, and nothing is left.
    if (run("test -w /dev/full")->code == 0)
        assert_contains(run_expect(1, "\"$WEND\" view walk.csv -o - > /dev/full")->err, "wend: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_title_and_floor),
        cmocka_unit_test(test_run_is_viewed),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("cli_view", tests, enter, leave_folder);
}
