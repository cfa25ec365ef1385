// SPDX-License-Identifier: MIT
// wend measure as its users meet it: figures known by hand, flows of real experiments, every kind
// of plot and table, lines and areas by name, and words for whatever is wrong.
#include "tests/support/process.h"

#include <math.h>

enum { WALKERS = 5, WAY = 100 };

/// Five walk 10 m to the right at 1 m/s, one second after the other, side by side, at 10 frames a
/// second.
static void write_walkers(const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("frame,id,x,y\n", file);
    for (int i = 0; i < WALKERS; ++i)
        for (int k = 0; k <= WAY; ++k)
            fprintf(file, "%d,%d,%.1f,%.1f\n", 10 * i + k, 7 + i, k / 10.0, i / 2.0);
    assert_int_equal(fclose(file), 0);
}

/// Eight go through a gate into an area.
static const char gate[] =
    "{\"wend\": 1, \"name\": \"gate\", \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
    " \"obstacles\": [{\"segment\": [[12, 0], [12, 4]]}, {\"segment\": [[12, 6], [12, 10]]},\n"
    "                 {\"circle\": [8, 2], \"radius\": 0.5}],\n"
    " \"doors\": [{\"name\": \"gate\", \"segment\": [[12, 4], [12, 6]], \"times\": [3, 6]}],\n"
    " \"areas\": {\"in\": [[1, 1], [6, 1], [6, 9], [1, 9]],\n"
    "             \"out\": [[18, 3], [20, 3], [20, 7], [18, 7]]},\n"
    " \"agents\": [{\"in\": \"in\", \"count\": 8, \"goal\": \"out\", \"group\": \"eight\"}],\n"
    " \"seconds\": 30, \"until\": \"empty\"}\n";

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (failed)
        return failed;
    write_walkers("walkers.csv");
    write_file("gate.json", gate);
    return run("\"$WEND\" run gate.json -q -o gate.sqlite")->code;
}

static json_t *measure(const char *arguments)
{
    char line[900];
    snprintf(line, sizeof line, "\"$WEND\" measure --json %s", arguments);
    return parse_object(run_expect(0, line));
}

static void assert_near(double value, double wanted, double error)
{
    if (!(fabs(value - wanted) <= error))
        print_message("%.15g is not %.15g\n", value, wanted);
    assert_true(fabs(value - wanted) <= error);
}

static json_t *item(const json_t *object, const char *key, size_t i)
{
    json_t *found = json_array_get(json_object_get(object, key), i);
    assert_non_null(found);
    return found;
}

// ---- figures known by hand ----------------------------------------------------------------------

static void test_agents(void **state)
{
    (void)state;
    json_t *all = measure("walkers.csv --per-agent");
    assert_string_equal(string(all, "format"), "csv");
    assert_near(number(all, "agents"), WALKERS, 0);
    assert_near(number(all, "frames"), 10 * (WALKERS - 1) + WAY + 1, 0);
    assert_near(number(all, "fps"), 10, 0);
    assert_near(number(all, "seconds"), 14, 1e-12);
    assert_near(number(all, "rows"), WALKERS * (WAY + 1), 0);

    const json_t *speed = json_object_get(all, "speed"), *length = json_object_get(all, "length");
    assert_near(number(speed, "mean"), 1, 1e-9);
    assert_near(number(speed, "std"), 0, 1e-9);
    assert_near(number(length, "min"), 10, 1e-9);
    assert_near(number(length, "p95"), 10, 1e-9);
    assert_near(number(json_object_get(all, "waiting"), "max"), 0, 0);
    // No floor, no shortest way; no radius, no collisions.
    assert_near(number(json_object_get(all, "shortest"), "count"), 0, 0);
    assert_true(json_is_null(json_object_get(json_object_get(all, "shortest"), "mean")));
    assert_true(json_is_null(json_object_get(all, "collisions")));
    assert_true(json_is_null(json_object_get(all, "space")));
    assert_true(json_is_null(json_object_get(all, "rows_in_walls")));

    // All but the last are away before the end.
    const json_t *out = json_object_get(all, "evacuation");
    assert_near(number(out, "agents"), WALKERS, 0);
    assert_near(number(out, "exited"), WALKERS - 1, 0);
    assert_near(number(out, "inside"), 1, 0);
    const json_t *second = item(all, "each", 1);
    assert_near(number(second, "id"), 8, 0);
    assert_near(number(second, "entered"), 1, 1e-12);
    assert_near(number(second, "length"), 10, 1e-9);
    json_decref(all);
}

static void test_line(void **state)
{
    (void)state;
    json_t *all = measure("walkers.csv --line 5.05,-1:5.05,4 --per-agent");
    const json_t *line = item(all, "lines", 0);
    assert_string_equal(string(line, "line"), "5.05,-1:5.05,4");
    assert_near(number(line, "length"), 5, 1e-12);
    assert_near(number(line, "crossed"), WALKERS, 0);
    assert_near(number(line, "first"), 5.1, 1e-12);
    assert_near(number(line, "last"), 9.1, 1e-12);
    assert_near(number(line, "flow"), 1, 1e-12);
    assert_near(number(line, "specific_flow"), 0.2, 1e-12);
    assert_near(number(line, "speed"), 1, 1e-9);
    assert_near(number(line, "burst"), WALKERS, 0);
    assert_true(json_is_null(json_object_get(line, "burst_by_chance"))); // all go one way
    const json_t *third = item(line, "crossings", 2);
    assert_near(number(third, "id"), 9, 0);
    assert_near(number(third, "time"), 7.1, 1e-9); // as in CSV: the frame's
    assert_near(number(third, "at"), 7.05, 1e-9);
    assert_string_equal(string(third, "to"), "right"); // of who looks up along the line
    json_decref(all);

    all = measure("walkers.csv --direction left --line up=5.05,-1:5.05,4 "
                  "--line down=5.05,4:5.05,-1");
    assert_near(number(item(all, "lines", 0), "crossed"), 0, 0);
    assert_true(json_is_null(json_object_get(item(all, "lines", 0), "flow")));
    assert_near(number(item(all, "lines", 1), "crossed"), WALKERS, 0);
    assert_string_equal(string(item(all, "lines", 1), "line"), "down");
    json_decref(all);
}

static void test_area(void **state)
{
    (void)state;
    // Two corners are a box, which is the same as its four. Each is strictly inside for 19 frames.
    json_t *all = measure("walkers.csv --area 2,-1:4,4 --area box=2,4:2,-1:4,-1:4,4");
    for (size_t i = 0; i < 2; ++i) {
        const json_t *area = item(all, "areas", i);
        assert_near(number(area, "size"), 10, 1e-12);
        assert_near(number(area, "max_count"), 2, 0);
        assert_near(number(area, "density_max"), 0.2, 1e-12);
        assert_near(number(area, "density"), 19.0 * WALKERS / 141 / 10, 1e-12);
        assert_near(number(area, "speed"), 1, 1e-9);
    }
    assert_string_equal(string(item(all, "areas", 1), "area"), "box");
    json_decref(all);
}

static void test_hints(void **state)
{
    (void)state;
    json_t *all = measure("walkers.csv --fps 20 --unit cm --window 1");
    assert_near(number(all, "fps"), 20, 0);
    assert_near(number(json_object_get(all, "length"), "mean"), 0.1, 1e-9);
    assert_near(number(json_object_get(all, "speed"), "mean"), 0.02, 1e-9);
    json_decref(all);
    // Five lanes, half a metre apart.
    all = measure("walkers.csv --radius 0.2");
    assert_near(number(json_object_get(all, "collisions"), "collisions"), 0, 0);
    double lane = 10 * 0.4 + 3.14159 * 0.2 * 0.2;
    assert_near(number(json_object_get(all, "space"), "used"), 5 * lane, 0.03 * 5 * lane);
    json_decref(all);
}

static void test_text(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" measure walkers.csv --line door=5.05,-1:5.05,4");
    assert_contains(r->out, "frame rate          10 fps");
    assert_contains(r->out, "\nexited              4\n");
    assert_contains(r->out, "path length, m");
    assert_contains(r->out, "specific_flow");
    assert_contains(r->out, "door");
    assert_contains(r->out, "unknown without a radius");
    assert_null(strstr(r->out, "nan"));
    assert_null(strstr(r->out, "shortest path")); // nobody has one
    // Columns are as wide as characters, not bytes, and names can't steer a terminal.
    r = run_expect(0, "\"$WEND\" measure walkers.csv --line Größe=5.05,-1:5.05,4 "
                      "--line \"$(printf 'a\\033[1mbc')\"=5.05,-1:5.05,4");
    assert_contains(r->out, "\nGröße    5.05,-1 ");
    assert_null(strchr(r->out, '\033'));
    r = run_expect(0, "\"$WEND\" measure --per-agent - < walkers.csv");
    assert_contains(r->out, "file                -\n");
    assert_contains(r->out, "entered");
}

// ---- runs of our own ----------------------------------------------------------------------------

static void test_own_run(void **state)
{
    (void)state;
    json_t *all = measure("gate.sqlite --area in --area end=18,3:20,7");
    assert_near(number(json_object_get(all, "evacuation"), "arrived"), 8, 0);
    assert_near(number(json_object_get(all, "evacuation"), "inside"), 0, 0);
    // The door is a line of itself.
    const json_t *door = item(all, "lines", 0);
    assert_string_equal(string(door, "line"), "gate");
    assert_near(number(door, "crossed"), 8, 0);
    assert_near(number(door, "length"), 2, 1e-9);
    const json_t *in = item(all, "areas", 0);
    assert_string_equal(string(in, "area"), "in");
    assert_near(number(in, "size"), 40, 1e-9);
    assert_near(number(in, "max_count"), 8, 0);
    assert_true(number(json_object_get(all, "detour"), "min") > 1 - 1e-6);
    assert_near(number(json_object_get(all, "shortest"), "count"), 8, 0);
    assert_near(number(all, "rows_in_walls"), 0, 0);
    assert_true(number(json_object_get(all, "space"), "share") > 0.05);
    assert_string_equal(string(item(all, "groups", 0), "group"), "eight");
    assert_near(number(item(all, "groups", 0), "members"), 8, 0);
    json_decref(all);
    all = measure("gate.sqlite --skip-shortest --line gate");
    assert_near(number(json_object_get(all, "shortest"), "count"), 0, 0);
    assert_near(number(item(all, "lines", 0), "crossed"), 8, 0);
    json_decref(all);
}

// ---- real experiments ---------------------------------------------------------------------------

static void check_flow(const char *file, const char *options, const char *line, double persons,
                       double wanted)
{
    char arguments[800];
    snprintf(arguments, sizeof arguments, "'%s/trajectories/%s' %s --line %s", data_folder(), file,
             options, line);
    json_t *all = measure(arguments);
    assert_near(number(item(all, "lines", 0), "crossed"), persons, 0);
    assert_near(number(item(all, "lines", 0), "flow"), wanted, 0.02 * wanted);
    json_decref(all);
}

/// The flows that the data's own list states, within 2 %.
static void test_experiments(void **state)
{
    (void)state;
    char path[600];
    snprintf(path, sizeof path, "%s/trajectories/040_c_56_h-.txt", data_folder());
    if (access(path, R_OK) != 0) {
        print_message("skipped: no %s\n", path);
        skip();
    }
    check_flow("040_c_56_h-.txt", "", "-0.25,0:0.25,0", 75, 1.15);
    check_flow("uo-180-180-070.txt", "--fps 16 --unit cm", "0,4:1.8,4", 148, 2.16);
    check_flow("uo-180-180-070.txt", "--fps 16 --unit cm", "0,0:1.8,0", 148, 1.86);
    check_flow("uo-180-180-070.txt", "--fps 16 --unit cm", "0,-4:1.8,-4", 148, 1.60);
}

// ---- files --------------------------------------------------------------------------------------

static const char places[] = "--line 5.05,-1:5.05,4 --area 2,-1:4,4 --strip 1";

static int lines_of(const char *text)
{
    int count = 0;
    for (; *text; ++text)
        count += *text == '\n';
    return count;
}

/// Its first line, its number of lines, and one of the lines.
static void check_csv(const char *kind, const char *head, int lines, const char *one)
{
    char line[300];
    snprintf(line, sizeof line, "\"$WEND\" measure walkers.csv %s --plot %s -o -", places, kind);
    ran *r = run_expect(0, line);
    char *content = r->out;
    assert_true(strncmp(content, head, strlen(head)) == 0 && content[strlen(head)] == '\n');
    if (lines_of(content) != lines)
        print_message("%s: %d lines\n", kind, lines_of(content));
    assert_int_equal(lines_of(content), lines);
    assert_contains(content, one);
}

static void test_csv(void **state)
{
    (void)state;
    check_csv(
        "agents",
        "id,entered,exited,arrived,travel,set_out,length,shortest,detour,speed,waiting,lost,slowed",
        1 + WALKERS, "\n8,1,");
    check_csv("nt", "line,time,count,id,to,at", 1 + WALKERS,
              "\n\"5.05,-1:5.05,4\",7.1,3,9,right,7.05\n");
    check_csv("time", "area,time,count,density,speed,voronoi_density,voronoi_speed", 1 + 141,
              "\n\"2,-1:4,4\",3.5,2,0.2,1,,\n");
    check_csv("inside", "time,count", 1 + 141, "\n14,1\n");
    check_csv("density", "x,y,density", 1 + 20 * 4, "\n0.25,0.25,");
    check_csv("speed", "x,y,speed", 1 + 20 * 4, "\n0.25,0.25,1\n");
    check_csv("trajectories", "frame,id,time,x,y,speed", 1 + WALKERS * (WAY + 1),
              "\n30,8,3,2,0.5,1\n");
    // It is a recording again, which says how many frames are a second.
    run_expect(0, "\"$WEND\" measure walkers.csv --fps 5 --plot trajectories -o again.csv -q");
    json_t *all = measure("again.csv");
    assert_near(number(all, "fps"), 5, 1e-9);
    assert_near(number(all, "rows"), WALKERS * (WAY + 1), 0);
    json_decref(all);
    run_expect(0, "\"$WEND\" measure walkers.csv --line 5.05,-1:5.05,4 --interval 2 --plot flow "
                  "-o flow.csv -q");
    char *content = file_content("flow.csv");
    assert_non_null(content);
    assert_contains(content, "line,from,to,crossed,flow,speed\n\"5.05,-1:5.05,4\",");
    free(content);
    // Bins of the area and persons in the strip to the left of the line.
    ran *r = run_expect(0, "\"$WEND\" measure walkers.csv --line strip=5.05,4:5.05,-1 --strip 1 "
                           "--plot fundamental -o -");
    assert_int_equal(lines_of(r->out), 1 + WALKERS);
    assert_contains(r->out, "\nstrip,0.2,1,,0.2,1\n");
}

static void check_plot(const char *kind)
{
    char line[400], name[60];
    snprintf(line, sizeof line,
             "\"$WEND\" measure walkers.csv %s --plot %s -o %s.svg -o %s.png -o %s.pdf", places,
             kind, kind, kind, kind);
    ran *r = run_expect(0, line);
    assert_int_equal(lines_of(r->out), 3);
    assert_contains(r->out, "drawn (");
    snprintf(name, sizeof name, "%s.svg", kind);
    char *svg = file_content(name);
    assert_non_null(svg);
    assert_true(strncmp(svg, "<?xml", 5) == 0);
    assert_contains(svg, "walkers.csv");
    assert_contains(svg, "</svg>");
    free(svg);
    snprintf(name, sizeof name, "%s.png", kind);
    char *png = file_content(name);
    assert_non_null(png);
    assert_memory_equal(png, "\x89PNG", 4);
    free(png);
    snprintf(name, sizeof name, "%s.pdf", kind);
    char *pdf = file_content(name);
    assert_non_null(pdf);
    assert_memory_equal(pdf, "%PDF", 4);
    free(pdf);
}

static void test_plots(void **state)
{
    (void)state;
    static const char *const names[] = {"nt",     "flow",    "time",  "fundamental",
                                        "inside", "density", "speed", "trajectories"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        check_plot(names[i]);
    run_expect(0, "\"$WEND\" measure gate.sqlite --plot density --smooth 1 --cell 0.2 --width 900 "
                  "-o smooth.png");
}

/// Coherent groups: the figures of the run, and a curve for each group.
static void test_groups(void **state)
{
    (void)state;
    static const char *const keys[] = {"coherence", "in_shape", "min_shape_width"};
    json_t *told = parse_object(
        run_expect(1, "\"$WEND\" run tours --motion orca --duration 50 -o tours.sqlite --json"));
    json_t *all = measure("tours.sqlite --skip-shortest");
    for (int i = 0; i < 3; ++i)
        assert_true(number(told, keys[i]) == number(all, keys[i]) && number(all, keys[i]) > 0);
    const json_t *second = item(all, "coherent_groups", 1);
    assert_near(number(second, "number"), 2, 0);
    assert_near(number(second, "members"), 12, 0);
    assert_string_equal(string(second, "group"), "tour");
    assert_true(number(second, "min_width_time") >= 40);
    json_decref(told);
    json_decref(all);
    ran *r = run_expect(0, "\"$WEND\" measure tours.sqlite --plot coherence -o -");
    assert_contains(r->out, "group,time,in_shape,coherent,width\n1,0,1,1,");
    // Every half of a second: from 0 s on, and after the step that begins at 40 s.
    assert_int_equal(lines_of(r->out), 1 + 101 + 20);
    run_expect(0, "\"$WEND\" measure tours.sqlite --plot coherence -o coherence.svg");
    char *svg = file_content("coherence.svg");
    assert_contains(svg, "group 2");
    free(svg);
}

/// Collisions of several recordings: with the names of files, or with time steps.
static void test_collisions(void **state)
{
    (void)state;
    ran *r =
        run_expect(0, "\"$WEND\" measure gate.sqlite --plot collisions --with gate.sqlite -o -");
    assert_contains(r->out, "recording,time,share\n1,0.5,");
    assert_contains(r->out, "\n2,0.5,");
    check_plot("collisions");
    run("\"$WEND\" run hall --duration 2 --step 0.05 -o fine.sqlite -q");
    run("\"$WEND\" run hall --duration 2 --step 0.2 -o coarse.sqlite -q");
    run_expect(0, "\"$WEND\" measure fine.sqlite --with coarse.sqlite --interval 0.5 --plot "
                  "collisions -o steps.svg");
    char *svg = file_content("steps.svg");
    assert_contains(svg, "time step 0.05 s");
    assert_contains(svg, "time step 0.2 s");
    free(svg);
}

/// What is drawn where --plot does not say.
static void test_usual_plots(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" measure walkers.csv -o usual.svg");
    assert_contains(r->out, "usual.svg: trajectories, drawn");
    r = run_expect(0, "\"$WEND\" measure walkers.csv --line 5,-1:5,4 -o usual.svg -o usual.csv");
    assert_contains(r->out, "usual.svg: nt, drawn");
    assert_contains(r->out, "usual.csv: agents, written");
    r = run_expect(0, "\"$WEND\" measure walkers.csv --area 2,-1:4,4 -o usual.svg -o usual.json");
    assert_contains(r->out, "usual.svg: time, drawn");
    char *content = file_content("usual.json");
    json_t *all = json_loads(content, 0, NULL);
    assert_near(number(all, "agents"), WALKERS, 0);
    json_decref(all);
    free(content);
}

/// Voronoi cells: squares of 1 m^2 around the walkers, or what the gate's room leaves.
static void test_voronoi(void **state)
{
    (void)state;
    json_t *all = measure("walkers.csv --area 2,-1:4,4");
    assert_true(json_is_null(json_object_get(item(all, "areas", 0), "voronoi_density")));
    assert_true(json_is_null(json_object_get(item(all, "areas", 0), "voronoi_speed")));
    json_decref(all);
    // One walks alone for a second: its cell is a polygon of 3 r^2 with 12 corners.
    ran *r = run_expect(0, "\"$WEND\" measure walkers.csv --plot voronoi --cutoff 2 -o -");
    assert_contains(r->out, "frame,id,time,x,y,area,density,speed\n");
    assert_contains(r->out, "\n5,7,0.5,0.5,0,12,0.0833333333333,1\n");
    assert_int_equal(lines_of(r->out), 1 + WALKERS * (WAY + 1));
    r = run_expect(0, "\"$WEND\" measure walkers.csv --plot voronoi --cutoff 2 --time 0.5 -o -");
    assert_int_equal(lines_of(r->out), 2);
    all = measure("walkers.csv --area 0,-1:1,1 --cutoff 2");
    assert_true(number(item(all, "areas", 0), "voronoi_density") > 0.01);
    assert_true(number(item(all, "areas", 0), "voronoi_speed") > 0.5);
    json_decref(all);
    all = measure("gate.sqlite --area in --skip-shortest");
    assert_true(number(item(all, "areas", 0), "voronoi_density_max") > 0.05);
    json_decref(all);
    r = run_expect(0, "\"$WEND\" measure gate.sqlite --plot voronoi -o cells.svg -o cells.csv");
    assert_contains(r->out, "cells.svg: voronoi, drawn");
    char *svg = file_content("cells.svg");
    assert_contains(svg, "8 agents at 0 s");
    free(svg);
    run_expect(0, "\"$WEND\" measure gate.sqlite --area in --voronoi --plot time -o time.svg");
    run_expect(0, "\"$WEND\" measure gate.sqlite --area in --voronoi --plot fundamental -o fd.svg "
                  "-o fd.csv");
    run_expect(0, "\"$WEND\" measure gate.sqlite --voronoi --plot speed -o speeds.svg");
    run_expect(0, "\"$WEND\" measure walkers.csv --voronoi --cutoff 1 --plot density -o map.csv");
    svg = file_content("fd.svg");
    assert_contains(svg, "by Voronoi cells");
    free(svg);
}

// ---- what is wrong ------------------------------------------------------------------------------

static void refuse(int code, const char *arguments, const char *words)
{
    char line[500];
    snprintf(line, sizeof line, "\"$WEND\" measure %s", arguments);
    assert_contains(run_expect(code, line)->err, words);
}

static void test_wrong(void **state)
{
    (void)state;
    refuse(2, "", "missing argument");
    refuse(2, "none.csv", "none.csv");
    refuse(2, "gate.json", "no positions");
    refuse(2, "walkers.csv --plot densiti -o x.svg", "did you mean density?");
    refuse(2, "walkers.csv --plot qqq -o x.svg", "expected one of agents, nt, flow");
    refuse(2, "walkers.csv --plot nt", "--plot requires --output");
    refuse(2, "walkers.csv --plot nt -o x.svg", "--plot nt requires --line");
    refuse(2, "walkers.csv --plot time -o x.svg", "--plot time requires --area");
    refuse(2, "walkers.csv --plot fundamental --line 5,0:5,1 -o x.svg", "--strip");
    refuse(2, "walkers.csv --plot agents -o x.svg", "expected .csv with --plot agents");
    refuse(2, "walkers.csv -o x.txt", "expected one of .svg, .png, .pdf, .csv, .json");
    refuse(2, "walkers.csv --json -o -", "standard output");
    refuse(2, "walkers.csv --line 1,2", "X,Y:X,Y");
    refuse(2, "walkers.csv --line 1,2:1,2", "the two ends are equal");
    refuse(2, "walkers.csv --line 1,2:nan,3", "X,Y:X,Y");
    refuse(2, "walkers.csv --line 1,2:3,1e10", "X,Y:X,Y");
    refuse(2, "walkers.csv --area 1,1:1,3", "--area 1,1:1,3: ");
    refuse(2, "walkers.csv --area bow=0,0:2,2:2,0:0,2", "--area bow: ");
    refuse(2, "gate.sqlite --area inn", "did you mean \"in\"?");
    refuse(2, "gate.sqlite --line gat", "did you mean \"gate\"?");
    refuse(2, "gate.sqlite --area 1", "corners X,Y:X,Y:X,Y... or");
    refuse(2, "walkers.csv --direction up", "left, right, both");
    refuse(2, "walkers.csv --strip 1", "--strip requires --line X,Y:X,Y");
    refuse(2, "walkers.csv --unit inch", "m, cm, mm");
    refuse(2, "walkers.csv --plot voronoi -o x.svg", "give --floor SCENE with bounds, or --cutoff");
    refuse(2, "walkers.csv --voronoi --area 2,0:3,1 -o x.svg", "--voronoi requires bounded cells");
    refuse(2, "walkers.csv --voronoi --cutoff 1 --smooth 1 --plot density -o x.svg",
           "--voronoi and --smooth exclude each other");
    refuse(2, "walkers.csv --plot coherence -o x.svg", "a recording with coherent groups");
    refuse(2, "walkers.csv --with walkers.csv -o x.svg", "--with requires --plot collisions");
    refuse(2, "walkers.csv --plot collisions --with none.csv -o x.svg", "none.csv");
    refuse(2, "walkers.csv --time 3", "--time requires --plot voronoi");
    refuse(2, "gate.sqlite --plot voronoi --time 1000 -o x.svg", "the end of the recording");
    refuse(2, "walkers.csv -o ./walkers.csv", "output would overwrite an input file");
    refuse(2, "walkers.csv -o twice.csv -o twice.csv", "twice.csv: output file given twice");
    refuse(1, "walkers.csv -o none/x.svg", "cannot write");
    refuse(1, "walkers.csv -o none/x.csv", "cannot write");
    assert_int_equal(access("x.svg", F_OK), -1);
    // A full device takes no picture.
    if (access("/dev/full", W_OK) == 0) {
        run_expect(0, "ln -sf /dev/full full.png");
        refuse(1, "walkers.csv -o full.png", "cannot write");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents),      cmocka_unit_test(test_line),
        cmocka_unit_test(test_area),        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_text),        cmocka_unit_test(test_own_run),
        cmocka_unit_test(test_experiments), cmocka_unit_test(test_csv),
        cmocka_unit_test(test_groups),      cmocka_unit_test(test_collisions),
        cmocka_unit_test(test_plots),       cmocka_unit_test(test_usual_plots),
        cmocka_unit_test(test_voronoi),     cmocka_unit_test(test_wrong),
    };
    return cmocka_run_group_tests(tests, setup, leave_folder);
}
