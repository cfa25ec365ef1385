// SPDX-License-Identifier: MIT
// wend map as its users meet it. Distances are held against closed forms for a wall with one free
// end.
#include "tests/cli/cli_json.h"

#include "tests/support/picture_check.h"

// A room with a wall across it, whose free end leaves a gap of 4 m.
#define GAP                                                                                        \
    "{\"wend\": 1, \"name\": \"gap\", \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"         \
    " \"obstacles\": [{\"segment\": [[10, 0], [10, 6]]}],\n"                                       \
    " \"areas\": {\"left\": [[2, 2], [6, 2], [6, 6], [2, 6]],\n"                                   \
    "             \"right\": [[14, 2], [18, 2], [18, 6], [14, 6]]},\n"                             \
    " \"goals\": {\"kiosk\": {\"point\": [16, 4]},\n"                                              \
    "             \"train\": {\"frames\": [{\"time\": 5, \"segment\": [[12, 0], [14, 0]]},\n"      \
    "                                      {\"time\": 9, \"segment\": [[16, 0], [18, 0]]}]}},\n"   \
    " \"agents\": [{\"at\": [4, 4], \"goal\": \"right\"}, {\"at\": [2, 8], \"goal\": [19, 9]}]}\n"
static const wend_vec2 corner = {10, 6};

/// What rounding may do to distances of some ten metres. [Units: m]
#define ROUNDING 1e-12

/// A post in the middle of nothing, and a room that nobody can leave.
#define POST "{\"wend\": 1, \"obstacles\": [{\"point\": [3, 4]}]}"
#define SHUT                                                                                       \
    "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]],\n"                                \
    " \"obstacles\": [{\"segment\": [[4, 0], [4, 9]]},\n"                                          \
    "                 {\"polygon\": [[6, 6], [7, 6], [7, 7], [6, 7]]}]}"

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (failed)
        return failed;
    write_file("gap.json", GAP);
    write_file("post.json", POST);
    write_file("shut.json", SHUT);
    return 0;
}

static json_t *map_json(int code, const char *arguments)
{
    return command_json(code, "map", arguments);
}

static double distance(double ax, double ay, double bx, double by)
{
    return hypot(bx - ax, by - ay);
}

/// The way from (x, y), which is left of the wall, to a point at its right.
static double around(double x, double y, double to_x, double to_y)
{
    return distance(x, y, corner.x, corner.y) + distance(corner.x, corner.y, to_x, to_y);
}

/// The distance of the only question.
static double ask(const char *arguments)
{
    json_t *object = map_json(0, arguments), *points = json_object_get(object, "points");
    assert_int_equal(json_array_size(points), 1);
    double found = number(json_array_get(points, 0), "distance");
    json_decref(object);
    return found;
}

// ---- questions ----------------------------------------------------------------------------------

static void test_text(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" map gap.json --goal 16,4 --query 4,4");
    assert_contains(r->out, "goals               1\n");
    assert_contains(r->out, "\ndistance            12.64911064 m\nto                  16,4\n");
    assert_contains(r->out, "\npath                10,6\n                    16,4\n");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" map -q gap.json --goal 16,4 --query 4,4");
    assert_string_equal(r->out, "");
}

static void test_json(void **state)
{
    (void)state;
    json_t *object = map_json(0, "gap.json --goal 16,4 --query 4,4 --query 12,4");
    json_t *first = json_array_get(json_object_get(object, "points"), 0);
    assert_string_equal(string(first, "status"), "found");
    assert_string_equal(string(first, "to"), "16,4");
    assert_near(number(first, "distance"), around(4, 4, 16, 4), ROUNDING);
    assert_near(number(first, "turns"), 1, 0);
    wend_vec2 next = point(json_object_get(first, "next"));
    assert_true(next.x == corner.x && next.y == corner.y);
    json_t *path = json_object_get(first, "path");
    assert_int_equal(json_array_size(path), 3);
    next = point(json_array_get(path, 2));
    assert_true(next.x == 16 && next.y == 4);
    json_t *second = json_array_get(json_object_get(object, "points"), 1);
    assert_near(number(second, "distance"), 4, ROUNDING);
    assert_true(number(object, "build_ms") > 0);
    assert_true(number(object, "windows") >= 1);
    assert_true(number(object, "roots") >= 2);
    json_decref(object);
    // Nothing is asked: the figures are an answer, too.
    object = map_json(0, "gap.json");
    assert_int_equal(json_array_size(json_object_get(object, "points")), 0);
    assert_int_equal(json_array_size(json_object_get(object, "places")), 2);
    json_decref(object);
}

static void test_sources(void **state)
{
    (void)state;
    // Segments: the foot, or the nearer end.
    assert_near(ask("gap.json --goal 12,1:18,1 --query 15,7"), 6, ROUNDING);
    assert_near(ask("gap.json --goal 14,1:18,1 --query 12,1"), 2, ROUNDING);
    // Areas: outside of them to their rims, inside nothing is left.
    assert_near(ask("gap.json --goal right --query 12,4"), 2, ROUNDING);
    assert_near(ask("gap.json --goal right --query 16,4"), 0, 0);
    assert_near(ask("gap.json --goal left --goal right --query 7,4"), 1, ROUNDING);
    // Offsets.
    assert_near(ask("gap.json --goal 12,4@3 --query 14,4"), 5, ROUNDING);
    assert_near(ask("gap.json --goal 12,4@3 --goal 18,4 --query 14,4"), 4, ROUNDING);
    assert_near(ask("gap.json --goal right@1.5 --query 16,4"), 1.5, 0);
    assert_near(ask("gap.json --goal right@9 --goal 16,4@1 --query 16,5"), 2, ROUNDING);
    // The agents' goals are those of the scene.
    assert_near(ask("gap.json --query 19,7"), sqrt(2), ROUNDING);
    assert_near(ask("gap.json --query 19,8.5"), 0.5, ROUNDING);
    // Goals that have a name, and move.
    assert_near(ask("gap.json --goal kiosk --query 16,7"), 3, ROUNDING);
    assert_near(ask("gap.json --goal train --time 7 --query 15,4"), 4, ROUNDING);
    assert_near(ask("gap.json --goal train --time 100 --query 15,0"), 1, ROUNDING);
    ran *r = run_expect(2, "\"$WEND\" map gap.json --goal train --query 1,1");
    assert_contains(r->err, "--goal train: the goal is absent at 0 s");
    // What lies beyond the bounds is cut off.
    assert_near(ask("gap.json --goal 15,-3:25,7 --query 15,4"), 7 / sqrt(2), ROUNDING);
    assert_near(ask("gap.json --goal 16,-3:16,30 --query 12,4"), 4, ROUNDING);
    // Where there is nothing at all, ways are straight, and point obstacles are in nobody's way.
    assert_near(ask("post.json --goal 0,0 --query 6,8"), 10, ROUNDING);
}

static void test_unreachable(void **state)
{
    (void)state;
    ran *r = run_expect(
        1, "\"$WEND\" map shut.json --goal 1,1 --query 8,8 --query 6.5,6.5 --query 10,1");
    assert_contains(r->err, "no path from 8,8: walls enclose it");
    assert_contains(r->err, "no path from 6.5,6.5: it is inside an obstacle");
    assert_contains(r->err, "no path from 10,1: it is outside the bounds");
    json_t *object = map_json(1, "shut.json --goal 1,1 --query 8,8");
    json_t *answer = json_array_get(json_object_get(object, "points"), 0);
    assert_string_equal(string(answer, "status"), "none");
    assert_near(number(answer, "distance"), -1, 0);
    json_decref(object);
    // One of two sources is in a wall: the other one is enough, but it is told.
    r = run_expect(0, "\"$WEND\" map shut.json --goal 6.5,6.5 --goal 1,1 --query 2,1");
    assert_contains(r->err, "no path to 6.5,6.5: it is in an obstacle or outside");
    r = run_expect(1, "\"$WEND\" map shut.json --goal 50,50 --query 2,1");
    assert_contains(r->err, "no path to 50,50: it is in an obstacle or outside");
    r = run_expect(1, "\"$WEND\" map -q shut.json --goal 6.5,6.5 --query 2,1");
    assert_string_equal(r->err, "wend: shut.json: no source is in free space; the scene is "
                                "between 0,0 and 9,9\n");
}

static void test_points_file(void **state)
{
    (void)state;
    write_file("points.csv", "x,y,who\n4,4,ann\n\n12,4\r\n16,4,\n5,5");
    ran *r = run_expect(0, "\"$WEND\" map gap.json --goal right --query points.csv");
    assert_contains(r->out, "x,y,distance,next_x,next_y,turns,to\n4,4,");
    assert_contains(r->out, ",10,6,1,right\n12,4,2,14,4,0,right\n16,4,0,16,4,0,right\n5,5,");
    r = run_expect(0, "printf '8,8\\n6.5,6.5\\n' | \"$WEND\" map shut.json --goal 1,1 --query -");
    assert_string_equal(r->out,
                        "x,y,distance,next_x,next_y,turns,to\n8,8,-1,,,,\n6.5,6.5,-1,,,,\n");
    write_file("bad.csv", "1,2\n3;4\n");
    r = run_expect(2, "\"$WEND\" map gap.json --query bad.csv");
    assert_contains(r->err, "wend: bad.csv:2:1: invalid line (expected a point X,Y");
    write_file("bad.csv", "1;2\n3,4\n");
    r = run_expect(2, "\"$WEND\" map gap.json --query bad.csv");
    assert_contains(r->err, "wend: bad.csv:1:1: invalid line (expected a point X,Y");
    r = run_expect(0, "\"$WEND\" map gap.json --goal right --query - </dev/null");
    assert_string_equal(r->out, "x,y,distance,next_x,next_y,turns,to\n");
    r = run_expect(2, "\"$WEND\" map gap.json --query nowhere.csv");
    assert_contains(r->err, "--query nowhere.csv: neither a point X,Y nor an existing file");
}

static double time_at(const char *arguments)
{
    json_t *object = map_json(0, arguments);
    double found = number(json_array_get(json_object_get(object, "points"), 0), "time");
    json_decref(object);
    return found;
}

static void test_weights(void **state)
{
    (void)state;
    double half = distance(4, 4, corner.x, corner.y);
    assert_near(time_at("gap.json --goal 16,4 --boost 10,6=2 --query 4,4"), 1.5 * half, ROUNDING);
    assert_near(time_at("gap.json --goal 4,4 --forward --boost 10,6=2 --query 16,4"), 1.5 * half,
                ROUNDING);
    const char *words =
        run_expect(0, "\"$WEND\" map gap.json --goal 4,4 --forward --boost 10,6=2 --query 16,4")
            ->out;
    assert_contains(words, "starts              1\n");
    assert_contains(words, " s\nfrom                4,4\n");
    // A corner that is not typed to the last digit is found; one that is nowhere is not.
    assert_near(time_at("gap.json --goal 16,4 --boost 10.01,6.02=2 --query 4,4"), 1.5 * half,
                ROUNDING);
    ran *r = run_expect(2, "\"$WEND\" map gap.json --boost 5,5=2 --query 4,4");
    assert_contains(r->err, "the boost at 5,5 is not at a corner; the nearest corner is 10,6");
    r = run_expect(2, "\"$WEND\" map gap.json --boost 10,6=0.5 --query 4,4");
    assert_contains(r->err, "--boost 10,6=0.5: a factor below 1 has no effect on fastest paths");
    r = run_expect(2, "\"$WEND\" map gap.json --boost 10,6=-1 --query 4,4");
    assert_contains(r->err, "--boost 10,6=-1: invalid value (expected a corner and a factor");
}

// The gap has a door, which is shut for 20 s; a slot in the wall below it is 0.4 m wide.
#define DOOR                                                                                       \
    "{\"wend\": 2, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"                            \
    " \"obstacles\": [{\"polygon\": [[9, 0], [10, 0], [10, 3], [9, 3]]},\n"                        \
    "                 {\"polygon\": [[9, 3.4], [10, 3.4], [10, 6], [9, 6]]}],\n"                   \
    " \"doors\": [{\"segment\": [[9.5, 6], [9.5, 10]], \"shut\": true, \"toggle_times\": [20]}]}"

static void test_doors(void **state)
{
    (void)state;
    write_file("door.json", DOOR);
    ran *r = run_expect(1, "\"$WEND\" map door.json --goal 16,8 --query 4,8 --radius 0.25");
    assert_contains(r->err, "walls enclose it or the goals");
    assert_near(ask("door.json --goal 16,8 --query 4,8 --radius 0.25 --time 20"), 12, ROUNDING);
    run_expect(1, "\"$WEND\" map door.json --goal 16,8 --query 4,8 --radius 0.25 --time 19.9");
    run_expect(1, "\"$WEND\" plan door.json --from 4,8 --to 16,8 --radius 0.25");
    run_expect(0, "\"$WEND\" plan door.json --from 4,8 --to 16,8 --radius 0.25 --time 20");
    const char *flow = "\"$WEND\" flow door.json --source 0,0:0,10 --sink 20,0:20,10 --radius 0.25";
    r = run_expect(0, flow);
    assert_contains(r->out, "max flow            0.4 m");
    char later[200];
    snprintf(later, sizeof later, "%s --time 20", flow);
    r = run_expect(0, later);
    assert_contains(r->out, "max flow            4.4 m");
}

static void test_touched_goals(void **state)
{
    (void)state;
    write_file("door.json", DOOR);
    // The centre stops 1.01 radii before a wall.
    assert_near(ask("door.json --goal 20,4:20,6 --query 15,5 --radius 0.25"), 5 - 0.2525, ROUNDING);
    assert_near(ask("door.json --goal 20,4:20,6 --query 19.7499,5 --radius 0.25"), 0, ROUNDING);
    ran *r = run_expect(0, "\"$WEND\" plan door.json --from 15,5 --to 20,4:20,6 --radius 0.25");
    assert_contains(r->out, "length              4.7475 m");
    const char *why = "no disc of radius 0.25 m can touch it, only one of up to 0.2 m: the opening "
                      "before it is 0.4 m wide and must be 0.5 m";
    r = run_expect(1, "\"$WEND\" map door.json --goal 9.5,3.2 --query 15,5 --radius 0.25");
    assert_contains(r->err, why);
    r = run_expect(1, "\"$WEND\" plan door.json --from 15,5 --to 9.5,3.2 --radius 0.25");
    assert_contains(r->err, why);
    r = run_expect(1, "\"$WEND\" map door.json --goal 20,10 --query 15,5 --radius 0.25");
    assert_contains(r->err, "no disc can touch it");
}

static void test_radius(void **state)
{
    (void)state;
    json_t *plan = parse_object(
        run_expect(0, "\"$WEND\" plan --json gap.json --from 4,4 --to 16,4 --radius 0.5"));
    double exact = number(plan, "length");
    json_decref(plan);
    // The arc is a few tangents, outside of it by at most 1 % of the radius.
    double found = ask("gap.json --goal 16,4 --radius 0.5 --query 4,4");
    assert_true(found >= exact - 1e-9);
    assert_true(found <= exact + 0.02 * 0.5);
    ran *r = run_expect(1, "\"$WEND\" map gap.json --goal 16,4 --radius 0.5 --query 10,5.8");
    assert_contains(r->err, "no path from 10,5.8: the disc does not fit");
}

// ---- files --------------------------------------------------------------------------------------

/// The values of a grid, from the upper row down.
typedef struct grid {
    int columns, rows;
    double x, y, cell, nothing;
    double values[400];
} grid;

static grid read_grid(const char *path)
{
    grid g = {0};
    char *content = file_content(path);
    int used = 0;
    assert_non_null(content);
    assert_int_equal(sscanf(content,
                            "ncols %d\nnrows %d\nxllcorner %lf\nyllcorner %lf\ncellsize "
                            "%lf\nNODATA_value %lf\n%n",
                            &g.columns, &g.rows, &g.x, &g.y, &g.cell, &g.nothing, &used),
                     6);
    assert_true(g.columns * g.rows <= 400);
    char *rest = content + used;
    for (int i = 0; i < g.columns * g.rows; ++i)
        g.values[i] = strtod(rest, &rest);
    assert_string_equal(rest, "\n");
    free(content);
    return g;
}

static void test_grid(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" map -q gap.json --goal 16,4 --array gap.asc --cell 1");
    grid g = read_grid("gap.asc");
    assert_int_equal(g.columns, 20);
    assert_int_equal(g.rows, 10);
    assert_true(g.x == 0 && g.y == 0 && g.cell == 1 && g.nothing == -1);
    // Ten digits are written.
    assert_near(g.values[0], distance(0.5, 9.5, 16, 4), 1e-7);
    assert_near(g.values[9 * 20], around(0.5, 0.5, 16, 4), 1e-7);
    assert_near(g.values[9 * 20 + 19], distance(19.5, 0.5, 16, 4), 1e-7);
    run_expect(0, "\"$WEND\" map -q shut.json --goal 1,1 --array shut.asc --size 18");
    g = read_grid("shut.asc");
    assert_true(g.columns == 18 && g.rows == 18 && g.cell == 0.5);
    assert_near(g.values[17 * 18 + 17], -1, 0);
    assert_near(g.values[17 * 18 + 2], distance(1.25, 0.25, 1, 1), 1e-9);
    // A size of both sides keeps cells square.
    run_expect(0, "\"$WEND\" map -q gap.json --goal 16,4 --array gap.asc --size 20x20");
    g = read_grid("gap.asc");
    assert_true(g.columns == 20 && g.rows == 20 && g.cell == 1 && g.y == -5);
    assert_near(g.values[0], -1, 0);
}

static void test_numpy(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" map gap.json --goal 16,4 --goal right --array gap.npy --cell 2");
    json_t *frame = json_load_file("gap.npy.json", 0, NULL);
    assert_non_null(frame);
    assert_near(number(frame, "x"), 1, 0);
    assert_near(number(frame, "y"), 1, 0);
    assert_near(number(frame, "dx"), 2, 0);
    assert_near(number(frame, "dy"), 2, 0);
    assert_near(number(frame, "rows"), 5, 0);
    assert_near(number(frame, "columns"), 10, 0);
    json_decref(frame);
    char *content = file_content("gap.npy");
    assert_int_equal(memcmp(content, "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', ", 26), 0);
    assert_contains(content + 10, "'shape': (4, 5, 10)");
    double planes[4][5][10];
    memcpy(planes, content + 128, sizeof planes);
    free(content);
    // The cell around (5, 1) is left of the wall: its way leads around the corner to the area.
    assert_near(planes[0][0][2], distance(5, 1, 10, 6) + 4, ROUNDING);
    assert_true(planes[1][0][2] == 10 && planes[2][0][2] == 6);
    // Around (15, 3), in the area, nothing is left to go.
    assert_true(planes[0][1][7] == 0 && planes[1][1][7] == 15 && planes[2][1][7] == 3);
    assert_true(planes[3][0][2] >= 0 && planes[3][1][7] != planes[3][0][2]);
}

static void test_raster(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" map gap.json --goal 16,4 --raster gap.png --size 200");
    assert_contains(r->out, "raster              columns 200, rows 100, cell 0.1\n");
    assert_contains(r->out, "gap.png: written");
    cairo_surface_t *image = cairo_image_surface_create_from_png("gap.png");
    assert_int_equal(cairo_image_surface_get_width(image), 200);
    assert_true(cairo_image_surface_get_height(image) > 100); // the scale
    // Near is more green than red; far, more red than green.
    uint32_t near = pixel(image, 160, 60), far = pixel(image, 0, 99);
    assert_true((near >> 8 & 0xff) > (near >> 16));
    assert_true((far >> 16) > (far >> 8 & 0xff));
    cairo_surface_destroy(image);
    // A narrow one has no room for the scale.
    run_expect(0, "\"$WEND\" map gap.json --goal 16,4 --raster small.png --size 20");
    image = cairo_image_surface_create_from_png("small.png");
    assert_int_equal(cairo_image_surface_get_height(image), 10);
    cairo_surface_destroy(image);
    // The same with any number of threads.
    run_expect(0, "\"$WEND\" map gap.json --goal 16,4 --size 300 --raster 1.png && "
                  "\"$WEND\" map gap.json --goal 16,4 --size 300 --raster 2.png --threads 3 && "
                  "cmp 1.png 2.png");
    run_expect(2, "\"$WEND\" map gap.json --raster gap.svg");
}

/// Where y points down in the file, it does so in the frame.
static void test_mirrored(void **state)
{
    (void)state;
    write_file("tiny.map", "type octile\nheight 4\nwidth 6\nmap\n......\n..@@@.\n..@@@.\n......\n");
    assert_near(ask("tiny.map --goal 0.5,0.5 --query 0.5,3.5"), 3, ROUNDING);
    run_expect(0, "\"$WEND\" map -q tiny.map --goal 0.5,0.5 --array tiny.npy --cell 1");
    json_t *frame = json_load_file("tiny.npy.json", 0, NULL);
    assert_non_null(frame);
    assert_near(number(frame, "y"), 3.5, 0);
    assert_near(number(frame, "dy"), -1, 0);
    json_decref(frame);
    char *content = file_content("tiny.npy");
    double planes[4][4][6];
    memcpy(planes, content + 128, sizeof planes);
    free(content);
    assert_near(planes[0][3][0], 0, 0);
    assert_near(planes[0][0][0], 3, ROUNDING);
    assert_near(planes[0][1][2], -1, 0);
}

// ---- pictures -----------------------------------------------------------------------------------

static void test_picture(void **state)
{
    (void)state;
    run_expect(
        0, "\"$WEND\" map gap.json --goal 12,1:18,1 --query 3,3 --boost 10,6=2 --isoline-spacing 1 "
           "--width 300 -o gap.svg");
    char *svg = file_content("gap.svg");
    static const char *const ids[] = {"distance", "obstacles", "isolines", "borders",
                                      "paths",    "sources",   "weights"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; ++i) {
        char id[40];
        snprintf(id, sizeof id, "<g id=\"%s\"", ids[i]);
        assert_contains(svg, id);
    }
    assert_contains(svg, "<image ");
    assert_contains(svg, "xlink:href=\"data:image/png;base64,iVBORw0KGgo");
    assert_contains(svg, "lines every 1 s");
    assert_null(strstr(svg, "<g id=\"regions\""));
    free(svg);
    run_expect(
        0, "\"$WEND\" map gap.json --goal 12,1 --layers regions,borders --width 300 -o gap.pdf");
    run_expect(0, "\"$WEND\" map gap.json --goal 12,1 --layers distance --width 400 -o gap.png");
    cairo_surface_t *image = cairo_image_surface_create_from_png("gap.png");
    assert_int_equal(cairo_image_surface_get_width(image), 400);
    cairo_surface_destroy(image);
    ran *r = run_expect(2, "\"$WEND\" map gap.json --layers distance,wind -o gap.png");
    assert_contains(r->err, "unknown layer \"wind\"; available layers: distance, regions, ");
    r = run_expect(0, "\"$WEND\" map gap.json --layers obstacles -o -");
    assert_contains(r->out, "<svg ");
}

static void test_usage(void **state)
{
    (void)state;
    write_file("map.png", "");
    static const char *const wrong[][2] = {
        {"gap.json", "give at least one of --output, --query"},
        {"gap.json -o gap.txt", "expected one of .svg, .png, .pdf"},
        {"gap.json --array gap.csv", "expected one of .asc, .npy"},
        {"gap.json --query 1,1 --size 10", "--size requires --raster or --array"},
        {"gap.json --raster a.png --size 10 --cell 1", "--size and --cell exclude each other"},
        {"gap.json --raster a.png --size 0", "--size 0: invalid value (expected W or WxH"},
        {"gap.json --raster a.png --size 3x", "--size 3x: invalid value (expected W or WxH"},
        {"gap.json --raster a.png --cell 0.000001", "use a larger --cell"},
        {"gap.json --query 1,1 --isoline-spacing 2", "--isoline-spacing requires --output"},
        {"gap.json --isoline-spacing 0.000001 -o a.svg", "lines are too many (expected "},
        {"gap.json --goal 1,1@-2 --query 2,2", "invalid distance after @"},
        {"gap.json --goal left@x --query 2,2", "invalid distance after @"},
        {"gap.json --goal left@1e400 --query 2,2", "invalid distance after @"},
        {"gap.json --goal lefd --query 2,2", "did you mean \"left\"?"},
        {"gap.json --goal 1,2,3 --query 2,2", "invalid value (expected X,Y or one of \"left\""},
        {"gap.json --goal 1,2:3 --query 2,2",
         "invalid value (expected a segment X,Y:X,Y or one of \"left\""},
        {"gap.json --query 1,1 -o -", "--query and output to - both use standard output"},
        {"gap.json -o a.png --raster a.png", "a.png: output file given twice"},
        {"map.png --raster ./map.png", "./map.png: output would overwrite an input file"},
        {"post.json --query 1,1", "no agent of the scene has a goal: give one with --goal"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        char line[300];
        snprintf(line, sizeof line, "\"$WEND\" map %s", wrong[i][0]);
        assert_contains(run_expect(2, line)->err, wrong[i][1]);
    }
    assert_string_equal(run("ls -A | grep '^a\\.'")->out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),          cmocka_unit_test(test_json),
        cmocka_unit_test(test_sources),       cmocka_unit_test(test_unreachable),
        cmocka_unit_test(test_weights),       cmocka_unit_test(test_points_file),
        cmocka_unit_test(test_radius),        cmocka_unit_test(test_doors),
        cmocka_unit_test(test_touched_goals), cmocka_unit_test(test_grid),
        cmocka_unit_test(test_numpy),         cmocka_unit_test(test_raster),
        cmocka_unit_test(test_mirrored),      cmocka_unit_test(test_picture),
        cmocka_unit_test(test_usage),
    };
    return cmocka_run_group_tests(tests, setup, leave_folder);
}
