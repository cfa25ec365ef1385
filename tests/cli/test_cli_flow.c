// SPDX-License-Identifier: MIT
// wend flow as its users meet it, in rooms whose gates are known.
#include "tests/cli/cli_json.h"

#include "tests/support/picture_check.h"
#include "wend/lanes.h"

// A room with a wall across it that leaves a gap of 4 m. The areas: one reaches into the room, one
// lies outside along its wall, one stands free, one ends a little off the walls.
#define GAP                                                                                        \
    "{\"wend\": 1, \"name\": \"gap\", \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"         \
    " \"obstacles\": [{\"segment\": [[10, 0], [10, 6]]}],\n"                                       \
    " \"areas\": {\"left\": [[-1, 2], [2, 2], [2, 8], [-1, 8]],\n"                                 \
    "             \"right\": [[20, 1], [22, 1], [22, 9], [20, 9]],\n"                              \
    "             \"middle\": [[14, 4], [15, 4], [15, 5], [14, 5]],\n"                             \
    "             \"short\": [[16, 0.25], [18, 0.25], [18, 9.75], [16, 9.75]]},\n"                 \
    " \"goals\": {\"door\": {\"segment\": [[20, 3], [20, 4]]}, \"post\": {\"point\": [5, 5]}},\n"  \
    " \"agents\": [{\"in\": \"left\", \"count\": 9, \"radius\": 0.5, \"speed\": 2,\n"              \
    "              \"goal\": \"right\"}]}\n"

// Two blocks between two walls: gates of 2, 1.5 and 1 m.
#define BLOCKS                                                                                     \
    "{\"wend\": 1, \"bounds\": [[0, 0], [12, 0], [12, 9], [0, 9]],\n"                              \
    " \"obstacles\": [{\"polygon\": [[5, 2], [6, 2], [6, 4], [5, 4]]},\n"                          \
    "                 {\"polygon\": [[5, 5.5], [6, 5.5], [6, 8], [5, 8]]}],\n"                     \
    " \"flow\": {\"sources\": [[[0, 0], [0, 9]]], \"sinks\": [[[12, 0], [12, 9]]],\n"              \
    "            \"radius\": 0.25}}\n"

// Red where people come from, blue where they go.
#define SOURCE_COLOUR 0xd6202affu
#define SINK_COLOUR   0x1f4fd8ffu

/// What rounding may do to lengths of some metres. [Units: m]
#define ROUNDING 1e-12

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (failed)
        return failed;
    write_file("gap.json", GAP);
    write_file("blocks.json", BLOCKS);
    write_file("open.json", "{\"wend\": 1, \"obstacles\": [{\"point\": [3, 4]}]}");
    return 0;
}

static json_t *flow_json(int code, const char *words)
{
    return command_json(code, "flow", words);
}

static double value_of(const char *words)
{
    json_t *object = flow_json(0, words);
    double value = number(object, "max_flow_m");
    json_decref(object);
    return value;
}

static json_t *first_of(const json_t *object, const char *key)
{
    json_t *array = json_object_get(object, key);
    assert_true(json_array_size(array) > 0);
    return json_array_get(array, 0);
}

// ---- figures ------------------------------------------------------------------------------------

static void test_text(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" flow blocks.json");
    assert_contains(r->out, "max flow            4.5 m\ngates               3\n");
    assert_contains(r->out, "\nsource   0,0   0,9       9\n");
    assert_contains(r->out, "\nsink    12,0  12,9       9\n");
    assert_contains(r->out, "bottleneck gate     2\nbottleneck width    1 m\n");
    assert_contains(r->out, "radius              0.25 m\n");
    assert_contains(r->out, "lanes               9\n");
    assert_contains(r->out, "lane clearance      0.25 m\nlane separation     0.5 m\n");
    assert_contains(r->out, "Voronoi cut         length_m 4.5\n");
    assert_contains(r->out, "width  abreast  lanes  wider_max_flow_m  wider_lanes\n");
    assert_contains(r->out, "1.5        3      3               4.6            9\n");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" flow -q blocks.json");
    assert_string_equal(r->out, "");
    // One that is too large; points.
    r = run_expect(0, "\"$WEND\" flow blocks.json --radius 2");
    assert_contains(r->out, "lanes               0\n");
    r = run_expect(0, "\"$WEND\" flow blocks.json --radius 0");
    assert_null(strstr(r->out, "lanes"));
    assert_contains(r->out, "4.6\n");
}

static void test_json(void **state)
{
    (void)state;
    json_t *object = flow_json(0, "gap.json");
    assert_near(number(object, "max_flow_m"), 4, ROUNDING);
    assert_near(number(object, "lanes"), 4, 0);
    assert_near(number(object, "bottleneck"), 0, 0);
    assert_near(number(object, "radius"), 0.5, 0);
    assert_near(number(object, "bodies"), 2, 0);
    json_t *gate = first_of(object, "gates");
    assert_int_equal(json_array_size(json_object_get(object, "gates")), 1);
    assert_near(number(gate, "width"), 4, ROUNDING);
    assert_near(number(gate, "abreast"), 4, 0);
    assert_near(number(gate, "wider_max_flow_m"), 4.1, ROUNDING);
    assert_near(number(gate, "wider_lanes"), 4, 0);
    wend_vec2 a = point(json_object_get(gate, "a")), b = point(json_object_get(gate, "b"));
    assert_true(a.x == 10 && a.y == 6 && b.x == 10 && b.y == 10);
    json_t *leg = first_of(object, "cut");
    assert_near(point(json_array_get(leg, 0)).y, 6, 0);
    assert_near(point(json_array_get(leg, 1)).y, 10, 0);
    assert_near(number(json_object_get(object, "voronoi"), "excess"), 0, ROUNDING);
    json_t *lanes = json_object_get(object, "lane_figures");
    json_t *each = json_object_get(lanes, "each");
    assert_int_equal(json_array_size(each), 4);
    double capacity = 0;
    for (size_t i = 0; i < 4; ++i) {
        const json_t *lane = json_array_get(each, i);
        // Straight across is 18 m, and nobody is nearer behind another than two radii.
        assert_true(number(lane, "length") >= 18 - ROUNDING);
        assert_true(number(lane, "headway") >= 1 - ROUNDING);
        assert_near(number(lane, "capacity"), 2 / number(lane, "headway"), ROUNDING);
        capacity += number(lane, "capacity");
    }
    assert_near(number(lanes, "capacity"), capacity, ROUNDING);
    assert_true(number(lanes, "clearance") >= 0.5 * (1 - WEND_LANES_TOLERANCE));
    assert_true(number(lanes, "separation") >= 1 - 2 * WEND_LANES_TOLERANCE);
    json_decref(object);
}

static void test_widening(void **state)
{
    (void)state;
    json_t *object = flow_json(0, "blocks.json --widen 0.5");
    json_t *gates = json_object_get(object, "gates");
    assert_int_equal(json_array_size(gates), 3);
    static const double widths[] = {2, 1.5, 1};
    for (size_t i = 0; i < 3; ++i) {
        const json_t *gate = json_array_get(gates, i), *wider = gate;
        assert_near(number(gate, "width"), widths[i], ROUNDING);
        assert_near(number(wider, "wider_max_flow_m"), 5, ROUNDING);
        assert_near(number(wider, "wider_lanes"), 10, 0);
    }
    json_decref(object);
    // Two gaps in a row, 2 m and 2.25 m wide: the first is worth widening up to the second.
    write_file("row.json", "{\"wend\": 1, \"bounds\": [[0, 0], [12, 0], [12, 5], [0, 5]],\n"
                           " \"obstacles\": [{\"segment\": [[4, 0], [4, 3]]},\n"
                           "                 {\"segment\": [[8, 0], [8, 2.75]]}]}");
    object = flow_json(0, "row.json --source 0,0:0,5 --sink 12,0:12,5 --widen 1 --radius 0.5");
    const json_t *wider = first_of(object, "gates");
    assert_near(number(object, "max_flow_m"), 2, ROUNDING);
    assert_near(number(wider, "wider_max_flow_m"), 2.25, ROUNDING);
    assert_near(number(wider, "wider_lanes"), 2, 0);
    json_decref(object);
}

// ---- sources and sinks --------------------------------------------------------------------------

static void test_openings(void **state)
{
    (void)state;
    // The scene's agents: where they are and where they go.
    json_t *object = flow_json(0, "gap.json --radius 0");
    const json_t *source = first_of(object, "sources"), *sink = first_of(object, "sinks");
    assert_string_equal(string(source, "name"), "left");
    assert_near(number(source, "length"), 10, ROUNDING);
    assert_int_equal(json_array_size(json_object_get(source, "line")), 4);
    assert_string_equal(string(sink, "name"), "right");
    assert_near(number(sink, "length"), 8, ROUNDING);
    assert_true(json_is_null(json_object_get(object, "lane_figures")));
    json_decref(object);
    // Typed: lines with bends, along walls and across the room, goals, areas.
    assert_near(value_of("gap.json --sink 10,10:10,6"), 4, ROUNDING);
    assert_near(value_of("gap.json --sink 12,10:13,8:20,8"), 4, ROUNDING);
    assert_near(value_of("gap.json --sink 20,0:20,1:20,3"), 3, ROUNDING);
    assert_near(value_of("gap.json --source 0,4:0,5"), 1, ROUNDING);
    assert_near(value_of("gap.json --source 0,4:0,5 --source 0,6:0,8"), 3, ROUNDING);
    assert_near(value_of("gap.json --sink door"), 1, ROUNDING);
    assert_near(value_of("gap.json --source right --sink left"), 4, ROUNDING);
    // An area that almost reaches the walls does so with a snap.
    assert_near(value_of("gap.json --sink short --snap 0.3"), 4, ROUNDING);
    // Two groups with one goal.
    write_file("goals.json", "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 5], [0, 5]],\n"
                             " \"areas\": {\"a\": [[0, 0], [1, 0], [1, 5], [0, 5]]},\n"
                             " \"agents\": [{\"in\": \"a\", \"goal\": [[9, 2], [9, 4]]},\n"
                             "              {\"in\": \"a\", \"goal\": [[9, 2], [9, 4]]}]}");
    assert_near(value_of("goals.json"), 2, ROUNDING);
    // Ends that are a little off the wall: the line is as long as it is once they are on it.
    object = flow_json(0, "gap.json --sink 19.995,0.005:20.001,10 --radius 0");
    assert_near(number(object, "max_flow_m"), 4, ROUNDING);
    assert_near(number(first_of(object, "sinks"), "length"), 10, ROUNDING);
    json_decref(object);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"gap.json --sink 9,5:11,5", "gap.json: at 10,5: "},
        {"gap.json --sink left", "the area \"left\" is a sink too"},
        {"gap.json --sink rihgt", "did you mean \"right\"?"},
        {"gap.json --sink 1,2:3", "expected a line of two or more points, X,Y:X,Y"},
        {"gap.json --sink 1,2,3,4", "expected a line of two or more points, X,Y:X,Y"},
        {"gap.json --sink 1,2:3,2e9", "expected coordinates from -1e9 to 1e9"},
        {"open.json", "the scene has no source"},
        {"open.json --source 0,0:1,0", "the scene has no sink"},
        {"gap.json -o gap.txt", "expected one of .svg, .png, .pdf"},
        {"gap.json --json -o -", "both use standard output"},
        {"gap.json --stream-spacing 1", "--stream-spacing requires --output"},
        {"gap.json --radius 1e-6", "expected --radius 0.0004 or more"},
        {"gap.json --radius 0 --shorten", "--shorten requires lanes"},
        {"gap.json --shorten --no-shorten", "--shorten and --no-shorten exclude each other"},
        {"gap.json --from-top --from-bottom", "--from-bottom and --from-top exclude each other"},
        {"gap.json --radius 0 --stream-spacing 0.0001 -o a.svg",
         "40000 lines are too many (expected 0.0004 or more)"},
        {"gap.json --layers levels,wind --width 200 -o a.svg",
         "unknown layer \"wind\"; available layers:"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        char line[300];
        snprintf(line, sizeof line, "\"$WEND\" flow %s", wrong[i][0]);
        assert_contains(run_expect(2, line)->err, wrong[i][1]);
    }
    assert_string_equal(run("ls -A | grep '^a\\.'")->out, "");
    // A wall shuts the room in two.
    write_file("shut.json", "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]],\n"
                            " \"obstacles\": [{\"segment\": [[4, 0], [4, 9]]}],\n"
                            " \"areas\": {\"a\": [[0, 0], [1, 0], [1, 9], [0, 9]],\n"
                            "             \"b\": [[8, 0], [9, 0], [9, 9], [8, 9]]}}");
    assert_contains(run_expect(1, "\"$WEND\" flow shut.json --source a --sink b")->err,
                    "no path from a source to a sink");
}

/// Areas in several rooms: only one room has both.
static void test_parts(void **state)
{
    (void)state;
    write_file("rooms.json", "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
                             " \"obstacles\": [{\"segment\": [[0, 5], [20, 5]]}],\n"
                             " \"areas\": {\"a\": [[0, 0], [2, 0], [2, 10], [0, 10]],\n"
                             "             \"b\": [[18, 6], [20, 6], [20, 9], [18, 9]],\n"
                             "             \"c\": [[18, 1], [20, 1], [20, 2], [18, 2]]}}");
    json_t *object = flow_json(0, "rooms.json --source a --sink b --radius 0");
    assert_near(number(object, "max_flow_m"), 5, ROUNDING);
    assert_int_equal(json_array_size(json_object_get(object, "sources")), 1);
    assert_near(number(first_of(object, "sources"), "length"), 5, ROUNDING);
    json_decref(object);
    // Both rooms have both: the choice is told.
    ran *r = run_expect(0, "\"$WEND\" flow rooms.json --source a --sink b --sink c --radius 0");
    assert_contains(r->err, "1 other part of the free space connects sources with sinks");
}

static void test_turns(void **state)
{
    (void)state;
    static const char *const all =
        "gap.json --source 0,0:0,10 --source 20,0:20,10 --sink 5,0:9,0 --sink 11,10:15,10";
    json_t *object = flow_json(0, all);
    assert_near(number(object, "max_flow_m"), 8, ROUNDING);
    assert_true(json_is_true(json_object_get(object, "alternating")));
    assert_true(json_is_null(json_object_get(object, "lanes")));
    assert_true(json_is_null(json_object_get(object, "voronoi")));
    assert_int_equal(json_array_size(json_object_get(object, "gates")), 2);
    json_decref(object);
    char line[300];
    snprintf(line, sizeof line, "\"$WEND\" flow %s -o turns.svg", all);
    ran *r = run_expect(0, line);
    assert_contains(r->out, "sources alternate   yes");
    assert_contains(r->out, "turns.svg: written");
}

/// Areas, points and lines that stand free: what limits the flow is the way around them, or the
/// gap.
static void test_free_space(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        double value;
    } cases[] = {
        {"gap.json --sink middle", 4},
        {"gap.json --sink middle --source short", 4},
        {"gap.json --sink short", 4},
        {"gap.json --sink 15,1:16,1", 2},
        {"gap.json --source 3,5:3,6 --sink 5,5:5,7 --radius 0", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        json_t *object = flow_json(0, cases[i].words);
        assert_near(number(object, "max_flow_m"), cases[i].value, 1e-9);
        assert_true(json_is_true(json_object_get(object, "separate")));
        assert_true(json_is_false(json_object_get(object, "alternating")));
        assert_true(json_is_null(json_object_get(object, "lanes")));
        json_decref(object);
    }
    // Ten rooms: more sources in free space than are solved at once are moved to their doors.
    assert_near(value_of("office"), 2, 1e-9);
    assert_near(value_of("museum"), 2.2, 1e-9);
    // A point is an octagon with the radius of an agent.
    double side = 2 * 0.5 * sin(acos(-1) / 8);
    assert_near(value_of("gap.json --sink post --source right"), fmin(4, 8 * side), 1e-9);
    assert_near(value_of("gap.json --sink 15,5"), fmin(4, 8 * side), 1e-9);
}

/// Where y points down in the file, it does so in what is typed and told.
static void test_mirrored(void **state)
{
    (void)state;
    write_file("tiny.map", "type octile\nheight 4\nwidth 6\nmap\n......\n..@@@.\n..@@@.\n......\n");
    json_t *object = flow_json(0, "tiny.map --source 0,0:0,4 --sink 6,0:6,1 --radius 0");
    assert_near(number(object, "max_flow_m"), 1, ROUNDING);
    const json_t *line = json_object_get(first_of(object, "sinks"), "line");
    wend_vec2 a = point(json_array_get(line, 0)), b = point(json_array_get(line, 1));
    assert_true(a.x == 6 && a.y == 0 && b.x == 6 && b.y == 1);
    json_decref(object);
}

// ---- lanes --------------------------------------------------------------------------------------

static double lanes_of(const char *words)
{
    json_t *object = flow_json(0, words);
    double found = number(object, "lanes");
    json_decref(object);
    return found;
}

static void test_lanes(void **state)
{
    (void)state;
    // What the document's figure shows: lanes of a flow of points miss one.
    double clear = lanes_of("lanes-missed-1 --no-shorten");
    assert_true(lanes_of("lanes-missed-1 --no-shorten --point-flow --from-bottom") < clear);
    assert_near(lanes_of("lanes-missed-1 --no-shorten --from-top"), clear, 0);
}

static void test_shorter(void **state)
{
    (void)state;
    double after[2];
    for (int i = 0; i < 2; ++i) {
        json_t *object = flow_json(0, "blocks.json --shorten --seed 7");
        json_t *gain = json_object_get(json_object_get(object, "lane_figures"), "shortened");
        after[i] = number(gain, "after");
        // No lane is shorter than straight across.
        assert_true(9 * 12 - 1e-9 <= number(gain, "shortest"));
        assert_true(number(gain, "shortest") <= after[i] + 1e-9);
        assert_true(after[i] < number(gain, "before"));
        assert_near(number(object, "lanes"), 9, 0);
        json_decref(object);
    }
    assert_near(after[0], after[1], 0);
}

/// A cut over the diagram's gates is never shorter, and longer where the wall of a door is in the
/// way of the shortest gate.
static void test_diagram(void **state)
{
    (void)state;
    write_file("door.json",
               "{\"wend\": 1, \"bounds\": [[0, 0], [8, 0], [8, 3], [8.5, 3], [8.5, 5],\n"
               "                       [8, 5], [8, 8], [0, 8]],\n"
               " \"obstacles\": [{\"polygon\": [[5, 3], [6, 3], [6, 5], [5, 5]]}]}");
    json_t *object = flow_json(0, "door.json --source 0,0:0,8 --sink 8.5,3:8.5,5 --radius 0");
    const json_t *voronoi = json_object_get(object, "voronoi");
    assert_near(number(object, "max_flow_m"), 2, ROUNDING);
    // Around the block: 3 m below it and 3 m above.
    assert_true(number(voronoi, "length_m") > 2.5 && number(voronoi, "length_m") <= 6 + ROUNDING);
    assert_near(number(voronoi, "excess"), number(voronoi, "length_m") / 2 - 1, ROUNDING);
    json_decref(object);
}

// ---- pictures -----------------------------------------------------------------------------------

static void test_picture(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" flow blocks.json --radius 0 --width 200 -o streams.svg --layers "
                  "levels,useless,bounds,obstacles,streams,bodies,graph,openings,gates");
    char *svg = file_content("streams.svg");
    static const char *const ids[] = {"levels", "useless", "streams", "bodies",
                                      "graph",  "gates",   "openings"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; ++i) {
        char id[40];
        snprintf(id, sizeof id, "<g id=\"%s\"", ids[i]);
        assert_contains(svg, id);
    }
    check_xml(svg);
    assert_contains(svg, "0 m from the bottom");
    assert_contains(svg, "minimum cut, 4.5 m");
    assert_contains(svg, ">1.50 m<");
    // Four bodies, and each pair that sees each other but bottom and top, the two blocks in
    // between.
    assert_contains(svg, "critical graph, ");
    free(svg);
    run_expect(0, "\"$WEND\" flow blocks.json --from-top --width 240 -o lanes.svg");
    svg = file_content("lanes.svg");
    assert_contains(svg, "blocks: max flow 4.5 m, 9 lanes");
    assert_contains(svg, "0 m from the top");
    assert_contains(svg, "agents of radius 0.25 m");
    free(svg);
    ran *r = run_expect(0, "\"$WEND\" flow blocks.json --layers gates -o -");
    assert_contains(r->out, "<svg ");
    run_expect(0, "\"$WEND\" flow blocks.json --layers openings --width 400 -o openings.png -q");
    cairo_surface_t *image = cairo_image_surface_create_from_png("openings.png");
    assert_int_equal(cairo_image_surface_get_width(image), 400);
    blot source = find_colour(image, SOURCE_COLOUR), sink = find_colour(image, SINK_COLOUR);
    assert_true(source.count > 100 && sink.count > 100 && source.x < sink.x);
    cairo_surface_destroy(image);
}

/// Number of features of a role; *length: sum of their lengths along the points of their lines.
static size_t count_role(const json_t *object, const char *role, double *length)
{
    size_t count = 0, i, k;
    json_t *feature, *at;
    *length = 0;
    json_array_foreach(json_object_get(object, "features"), i, feature)
    {
        const json_t *properties = json_object_get(feature, "properties");
        if (strcmp(json_string_value(json_object_get(properties, "role")), role) != 0)
            continue;
        assert_int_equal(number(properties, "number"), count++);
        const json_t *line = json_object_get(json_object_get(feature, "geometry"), "coordinates");
        json_array_foreach(line, k, at)
        {
            if (k > 0)
                *length += wend_distance(point(json_array_get(line, k - 1)), point(at));
        }
    }
    return count;
}

/// The files say the same as --json.
static void test_files(void **state)
{
    (void)state;
    json_t *figures =
        flow_json(0, "blocks.json -o f.geojson --raster f.png --array f.npy --cell 0.5 "
                     "--query 5.5,1 --query 5.5,3");
    json_t *object = parse_object(run_expect(0, "cat f.geojson"));
    double length, total = 0;
    size_t i;
    json_t *lane;
    assert_int_equal(count_role(object, "gate", &length),
                     json_array_size(json_object_get(figures, "gates")));
    assert_near(length, number(figures, "max_flow_m"), 1e-9);
    assert_int_equal(count_role(object, "source", &length), 1);
    assert_near(length, 9, 1e-9);
    assert_true(count_role(object, "critical", &length) >= 3);
    json_array_foreach(json_object_get(json_object_get(figures, "lane_figures"), "each"), i, lane)
    {
        total += number(lane, "length");
    }
    assert_int_equal(count_role(object, "lane", &length), (size_t)number(figures, "lanes"));
    assert_true(length <= total && length >= 0.999 * total);
    // In the middle of the gate at the bottom half of its width has passed; in a block nothing
    // does.
    const json_t *queries = json_object_get(figures, "queries");
    assert_near(number(json_array_get(queries, 0), "level"), 1, 1e-9);
    assert_true(point(json_object_get(json_array_get(queries, 0), "direction")).x > 0.99);
    assert_true(json_is_null(json_object_get(json_array_get(queries, 1), "level")));
    assert_int_equal(json_array_size(json_object_get(figures, "files")), 4);
    json_decref(object);
    object = parse_object(run_expect(0, "cat f.npy.json"));
    assert_true(number(object, "rows") == 18 && number(object, "columns") == 24);
    assert_int_equal(json_array_size(json_object_get(object, "planes")), 5);
    json_decref(object);
    json_decref(figures);
    // 128 bytes before five planes of doubles.
    assert_int_equal(atoi(run_expect(0, "wc -c < f.npy")->out), 128 + 5 * 18 * 24 * 8);
    run_expect(0, "\"$WEND\" flow -q blocks.json -o f.csv");
    assert_string_equal(run_expect(0, "head -n 2 f.csv")->out,
                        "role,number,point,x,y,along\nsource,0,0,0,0,0\n");
    run_expect(0, "\"$WEND\" flow -q blocks.json --array f.asc --cell 1");
    assert_string_equal(run_expect(0, "head -n 2 f.asc")->out, "ncols 12\nnrows 9\n");
    assert_contains(run_expect(2, "\"$WEND\" flow blocks.json --query 1")->err,
                    "--query 1: invalid value (expected a point X,Y)");
    assert_contains(run_expect(2, "\"$WEND\" flow blocks.json -o f.doc")->err, ".geojson");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),       cmocka_unit_test(test_json),
        cmocka_unit_test(test_widening),   cmocka_unit_test(test_openings),
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_parts),
        cmocka_unit_test(test_turns),      cmocka_unit_test(test_mirrored),
        cmocka_unit_test(test_free_space), cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_shorter),    cmocka_unit_test(test_diagram),
        cmocka_unit_test(test_picture),    cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, setup, leave_folder);
}
