// SPDX-License-Identifier: MIT
// wend draw of diagrams and moments, as a user types it: the figures of the document about the
// multi-agent navigation graph, and a scene as a recording has it at some time. (Pictures of scenes
// alone, and of trails, are in test_cli.c and test_cli_run.c.)
#include "tests/support/process.h"

/// How many elements of that name the group of a layer has. Groups of layers are not nested.
static int count_elements(const char *svg, const char *layer, const char *element)
{
    static const char next[] = "inkscape:groupmode=\"layer\"";
    char name[80];
    snprintf(name, sizeof name, "id=\"%s\"", layer);
    const char *begin = strstr(svg, name);
    if (!begin)
        print_message("no %s\n", name);
    assert_non_null(begin);
    begin = strstr(begin, next) + sizeof next;
    const char *end = strstr(begin, next);
    int count = 0;
    for (const char *at = begin; (at = strstr(at, element)) && (!end || at < end); ++at)
        ++count;
    return count;
}

/// Areas and lines.
static int count_paths(const char *svg, const char *layer)
{
    return count_elements(svg, layer, "<path ");
}

static char *draw(const char *scene, const char *layers)
{
    char line[300];
    snprintf(line, sizeof line, "\"$WEND\" draw %s --layers %s,agents -o drawn.svg --quiet", scene,
             layers);
    assert_string_equal(run_expect(0, line)->err, "");
    char *svg = file_content("drawn.svg");
    assert_non_null(svg);
    return svg;
}

/// Eight points in general position have at most 2 * 8 - 5 vertices and 3 * 8 - 6 edges, and
/// 3 * 8 - 6 pairs of neighbours; the frame around them adds some of each.
static void test_figure_2(void **state)
{
    (void)state;
    static const struct {
        const char *layer;
        int least, most;
    } wanted[] = {{"first-order", 8, 120},
                  {"second-order", 18, 300},
                  {"second-nearest", 18, 300},
                  {"second-graph", 36, 300},
                  {"mang", 36, 200}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        char *svg = draw("figure-2", wanted[i].layer);
        int paths = count_paths(svg, wanted[i].layer);
        if (paths < wanted[i].least || paths > wanted[i].most)
            print_message("%s: %d paths\n", wanted[i].layer, paths);
        assert_true(paths >= wanted[i].least && paths <= wanted[i].most);
        free(svg);
    }
    // The graph has black edges in the cells of agents only.
    char *all = draw("figure-2", "second-graph"), *graph = draw("figure-2", "mang");
    assert_true(count_paths(graph, "mang") < count_paths(all, "second-graph"));
    free(all);
    free(graph);
}

static void test_figure_5(void **state)
{
    (void)state;
    json_t *told = parse_object(run_expect(
        0, "\"$WEND\" draw figure-5 --layers mang,first-goals,first-order-goals -o 5.svg --json"));
    const json_t *mang = json_object_get(told, "first_goals");
    const json_t *first = json_object_get(told, "first_order_goals");
    assert_true(number(mang, "agents") == 4 && number(mang, "in_common") == 0);
    assert_true(number(first, "agents") == 4 && number(first, "in_common") == 4);
    json_decref(told);
    char *svg = file_content("5.svg");
    assert_contains(svg, "0 of 4 shared");
    assert_contains(svg, "4 of 4 shared");
    free(svg);
}

/// Walls of every kind, doors and movers: whatever can be a site.
static void test_walls(void **state)
{
    (void)state;
    write_file("room.json",
               "{\"wend\": 1, \"bounds\": [[0, 0], [12, 0], [12, 8], [0, 8]], \"obstacles\": ["
               "{\"polygon\": [[3, 3], [5, 3], [5, 5], [3, 5]]}, {\"segment\": [[8, 0], [8, 3]]},"
               "{\"point\": [10, 6]}], \"doors\": [{\"segment\": [[8, 3], [8, 8]]}],"
               "\"movers\": [{\"polygon\": [[1, 1], [2, 1], [2, 2], [1, 2]], \"path\": [[1, 1], "
               "[1, 5]]}], \"agents\": [{\"at\": [6, 6], \"goal\": [1, 7]}, {\"at\": [10, 2]}]}");
    char *svg = draw("room.json", "first-order,second-order,second-nearest,second-graph,mang");
    assert_true(count_paths(svg, "second-nearest") > 30 && count_paths(svg, "mang") > 10);
    free(svg);
    // A scene that is not sound has none.
    write_file("bad.json", "{\"wend\": 1, \"obstacles\": [{\"segment\": [[0, 0], [2, 2]]},"
                           "{\"segment\": [[0, 2], [2, 0]]}]}");
    ran *r = run_expect(2, "\"$WEND\" draw bad.json --layers mang -o bad.svg");
    assert_contains(r->err, "only a valid scene has a mesh or a diagram");
}

/// Runs the scene of four, who are not there yet when it ends.
static void record(const char *arguments)
{
    char line[200];
    snprintf(line, sizeof line, "\"$WEND\" run figure-5 --quiet %s", arguments);
    assert_contains(run_expect(1, line)->err, "still inside");
}

/// What the recording tells of a moment is drawn: agents, first goals, doors.
static void test_moment(void **state)
{
    (void)state;
    record("--duration 4 -o run.sqlite");
    json_t *told =
        parse_object(run_expect(0, "\"$WEND\" draw figure-5 --trails run.sqlite --time 1.5 "
                                   "--layers mang,agents,first-goals -o at.svg --json"));
    const json_t *goals = json_object_get(told, "first_goals");
    assert_true(number(goals, "agents") == 4 && number(goals, "in_common") == 0);
    json_decref(told);
    char *now = file_content("at.svg");
    char *start = draw("figure-5", "mang");
    assert_int_equal(count_elements(now, "agents", "<circle"), 4);
    assert_string_not_equal(strstr(now, "id=\"mang\""), strstr(start, "id=\"mang\""));
    free(now);
    free(start);
    // Without layers it is the scene.
    run_expect(0, "\"$WEND\" draw figure-5 --trails run.sqlite --time 0 -o at.svg --quiet");
    now = file_content("at.svg");
    assert_contains(now, "id=\"agents\"");
    assert_null(strstr(now, "id=\"trails\""));
    free(now);
    // The shapes of groups: one at first, two after 40 s.
    run("\"$WEND\" run tours --quiet --duration 41 -o tours.sqlite");
    run_expect(0, "\"$WEND\" draw tours --trails tours.sqlite --time 41 -o at.svg --quiet");
    now = file_content("at.svg");
    assert_int_equal(count_elements(now, "shapes", "<path "), 2);
    assert_contains(now, "shapes of groups, 2");
    free(now);
    run_expect(0, "\"$WEND\" draw tours --trails tours.sqlite --time 9 --layers shapes,agents -o "
                  "at.svg --quiet");
    now = file_content("at.svg");
    assert_int_equal(count_elements(now, "shapes", "<path "), 1);
    assert_int_equal(count_elements(now, "agents", "<circle"), 12);
    free(now);
    // Goals that move are where they are then, and not also where they get to.
    run("\"$WEND\" run trains --quiet --duration 3 -o trains.sqlite");
    run_expect(0, "\"$WEND\" draw trains --trails trains.sqlite --time 3 --layers areas -o at.svg");
    now = file_content("at.svg");
    start = draw("trains", "areas");
    assert_contains(start, "stroke-dasharray");
    assert_null(strstr(now, "stroke-dasharray"));
    free(now);
    free(start);
}

static void test_one_agent(void **state)
{
    (void)state;
    record("--duration 4 -o run.sqlite");
    record("--duration 4 --planner mesh --motion orca -o other.sqlite");
    run_expect(0, "\"$WEND\" draw figure-5 --trails run.sqlite --baseline other.sqlite --agent 2 "
                  "-o one.svg --quiet");
    run_expect(0, "\"$WEND\" draw figure-5 --trails run.sqlite --agent 2 -o alone.svg --quiet");
    char *both = file_content("one.svg"), *alone = file_content("alone.svg");
    assert_contains(both, "run.sqlite, agent 2");
    assert_contains(both, "other.sqlite, agent 2");
    assert_null(strstr(alone, "other.sqlite"));
    // A line more, and one in the legend.
    assert_int_equal(count_paths(both, "trails"), count_paths(alone, "trails") + 2);
    free(both);
    free(alone);
}

static void test_refuses(void **state)
{
    (void)state;
    record("--duration 1 -o run.sqlite");
    static const struct {
        int code;
        const char *line, *words;
    } cases[] = {
        {2, "draw figure-5 --time 1 -o x.svg", "--time requires --trails"},
        {2, "draw figure-5 --agent 1 -o x.svg", "--agent requires --trails"},
        {1, "draw figure-5 --trails run.sqlite --time 7 -o x.svg", "ends at 1 s, before --time 7"},
        {1, "draw figure-5 --trails run.sqlite --agent 9 -o x.svg", "has no agent 9"},
        {2, "draw figure-5 --layers mangy -o x.svg", "unknown layer"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char line[200];
        snprintf(line, sizeof line, "\"$WEND\" %s", cases[i].line);
        ran *r = run(line);
        if (r->code != cases[i].code)
            print_message("%s: %d, %s\n", cases[i].line, r->code, r->err);
        assert_int_equal(r->code, cases[i].code);
        assert_contains(r->err, cases[i].words);
        assert_int_equal(access("x.svg", F_OK), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_2),  cmocka_unit_test(test_figure_5),
        cmocka_unit_test(test_walls),     cmocka_unit_test(test_moment),
        cmocka_unit_test(test_one_agent), cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
