// SPDX-License-Identifier: MIT
// wend plan and the mesh layers of wend draw as their users meet them. Lengths are held against
// closed forms for a wall with one free end.
#include "tests/cli/cli_json.h"

#include "wend/geometry.h"

#define PI 3.14159265358979323846

// A room with a wall across it, whose free end leaves a gap of 4 m.
#define GAP                                                                                        \
    "{\"wend\": 1, \"name\": \"gap\", \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"         \
    " \"obstacles\": [{\"segment\": [[10, 0], [10, 6]]}],\n"                                       \
    " \"areas\": {\"left\": [[2, 2], [6, 2], [6, 6], [2, 6]],\n"                                   \
    "             \"right\": [[14, 2], [18, 2], [18, 6], [14, 6]],\n"                              \
    "             \"ring\": {\"polygon\": [[1, 1], [9, 1], [9, 9], [1, 9]],\n"                     \
    "                        \"holes\": [[[3, 3], [6, 3], [6, 6], [3, 6]]]},\n"                    \
    "             \"across\": [[8, 1], [12, 1], [12, 3], [8, 3]]}}\n"
static const wend_vec2 corner = {10, 6};

#define FROM_TO "--from 4,4 --to 16,4 "

/// The length of the way from (4, 4) around the corner to (16, 4).
static double gap_length(double radius)
{
    double distance = hypot(6, 2);
    return 2 * sqrt(distance * distance - radius * radius) +
           2 * radius * (atan2(2, 6) + asin(radius / distance));
}

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (failed)
        return failed;
    write_file("gap.json", GAP);
    write_file("overlap.json", "{\"wend\": 1, \"obstacles\": [\n"
                               "  {\"polygon\": [[0, 0], [4, 0], [4, 4], [0, 4]]},\n"
                               "  {\"polygon\": [[2, 2], [6, 2], [6, 6], [2, 6]]}\n]}\n");
    return 0;
}

static json_t *plan_json(int code, const char *arguments)
{
    return command_json(code, "plan", arguments);
}

static double angle_at(wend_vec2 p)
{
    return atan2(p.y - corner.y, p.x - corner.x);
}

// ---- one path -----------------------------------------------------------------------------------

static void test_text(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" plan gap.json " FROM_TO);
    assert_contains(r->out, "status              found\n");
    assert_contains(r->out, "length              12.64911064 m\n");
    assert_contains(r->out, "lower bound         12.64911064 m\n");
    assert_contains(r->out, "clearance           0 m\n");
    assert_contains(r->out, "points              3\n");
    assert_contains(r->out, "expansions          ");
    assert_contains(r->out, "search time         ");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" plan -q gap.json " FROM_TO);
    assert_string_equal(r->out, "");
    assert_contains(run_expect(0, "\"$WEND\" plan gap.json --radius 0.5,1 " FROM_TO)->out,
                    "\n\nradius              1 m\nstatus              found\n");
    // Wherever there is nothing, the way is straight, and no wall is near.
    write_file("empty.json", "{\"wend\": 1}");
    r = run_expect(0, "\"$WEND\" plan empty.json --from 0,0 --to 3,4 --radius 1");
    assert_contains(r->out, "length              5 m\n");
    assert_null(strstr(r->out, "clearance")); // no wall anywhere
    write_file("post.json", "{\"wend\": 1, \"obstacles\": [{\"point\": [100, 100]}]}");
    assert_contains(run_expect(0, "\"$WEND\" plan post.json --from 0,0 --to 1,0")->out,
                    "clearance           140.7160261 m\n");
}

/// The points of a path for a disc around the corner: outside the arc, at most a degree apart.
static void assert_points_clear(const json_t *points, double radius)
{
    size_t count = json_array_size(points);
    wend_vec2 last = point(json_array_get(points, 0));
    for (size_t i = 1; i < count; ++i) {
        wend_vec2 p = point(json_array_get(points, i));
        wend_segment side = {last, p};
        double room = wend_segment_distance(side, corner);
        assert_true(room >= radius * (1 - 1e-12));
        bool inside = i > 1 && i + 1 < count;
        if (radius > 0 && inside)
            assert_true(fabs(angle_at(p) - angle_at(last)) <= PI / 180 * (1 + 1e-9));
        last = p;
    }
}

static void test_json(void **state)
{
    (void)state;
    static const double radii[] = {0, 0.25, 1, 1.9, 2};
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; ++i) {
        char line[200];
        double radius = radii[i];
        snprintf(line, sizeof line, "gap.json " FROM_TO "--radius %.17g", radius);
        json_t *object = plan_json(0, line), *points = json_object_get(object, "points");
        assert_string_equal(string(object, "status"), "found");
        assert_near(number(object, "length"), gap_length(radius), 1e-9);
        assert_near(number(object, "bound"), gap_length(radius), 1e-9);
        assert_near(number(object, "clearance"), radius, 1e-9);
        assert_near(number(object, "radius"), radius, 0);
        assert_true(number(object, "expansions") >= 1);
        assert_true(number(object, "us") > 0);
        size_t count = json_array_size(points);
        wend_vec2 first = point(json_array_get(points, 0));
        wend_vec2 end = point(json_array_get(points, count - 1));
        assert_true(first.x == 4 && first.y == 4 && end.x == 16 && end.y == 4);
        assert_points_clear(points, radius);
        assert_null(json_object_get(object, "paths"));
        assert_null(json_object_get(object, "why"));

        json_t *pieces = json_object_get(object, "pieces");
        assert_int_equal(json_array_size(pieces), radius > 0 ? 3 : 2);
        json_t *middle = json_array_get(pieces, 1);
        assert_int_equal(json_integer_value(json_object_get(middle, "turn")), radius > 0 ? -1 : 0);
        if (radius > 0) {
            wend_vec2 centre = point(json_object_get(middle, "corner"));
            assert_true(centre.x == corner.x && centre.y == corner.y);
        } else {
            assert_true(json_is_null(json_object_get(middle, "corner")));
        }
        json_decref(object);
    }
}

static void test_several_radii(void **state)
{
    (void)state;
    json_t *object = plan_json(0, "gap.json " FROM_TO "--radius 1,0.5,0"), *paths;
    paths = json_object_get(object, "paths");
    assert_int_equal(json_array_size(paths), 3);
    assert_near(number(object, "length"), gap_length(1), 1e-9);
    assert_near(number(json_array_get(paths, 0), "length"), gap_length(1), 1e-9);
    assert_near(number(json_array_get(paths, 1), "length"), gap_length(0.5), 1e-9);
    assert_near(number(json_array_get(paths, 2), "length"), gap_length(0), 1e-9);
    json_decref(object);

    // One that fits and one that does not: both are told, and it is no full success.
    object = plan_json(1, "gap.json " FROM_TO "--radius 1,2.5");
    paths = json_object_get(object, "paths");
    assert_string_equal(string(json_array_get(paths, 0), "status"), "found");
    assert_string_equal(string(json_array_get(paths, 1), "status"), "none");
    json_decref(object);
}

static void test_goals(void **state)
{
    (void)state;
    json_t *object = plan_json(0, "gap.json --from 4,4 --to 16,4:16,9 --radius 1");
    wend_vec2 end = point(json_array_get(json_object_get(object, "points"),
                                         json_array_size(json_object_get(object, "points")) - 1));
    assert_true(end.x == 16 && end.y >= 4 && end.y <= 9);
    assert_true(number(object, "length") < gap_length(1));
    json_decref(object);

    object = plan_json(0, "gap.json --from 4,4 --to right");
    assert_near(number(object, "length"), hypot(6, 2) + 4, 1e-9); // level, to the upper left corner
    json_decref(object);

    // From an area: its centre, or a free place beside it where a wall stands on the centre.
    object = plan_json(0, "gap.json --from left --to 16,4 --radius 0.5");
    assert_near(number(object, "length"), gap_length(0.5), 1e-9);
    json_decref(object);
    object = plan_json(0, "gap.json --from across --to 4,4 --radius 0.5");
    wend_vec2 start = point(json_array_get(json_object_get(object, "points"), 0));
    assert_true(fabs(start.x - 10) >= 0.5 && start.x >= 8 && start.x <= 12 && start.y == 2);
    json_decref(object);

    // There already.
    object = plan_json(0, "gap.json --from 4,4 --to 4,4 --radius 1");
    assert_true(number(object, "length") == 0);
    assert_int_equal(json_array_size(json_object_get(object, "points")), 1);
    json_decref(object);
    object = plan_json(0, "gap.json --from 2,2 --to ring");
    assert_true(number(object, "length") == 0);
    json_decref(object);
    assert_contains(run_expect(2, "\"$WEND\" plan gap.json --from 4,4 --to ring")->err, "a hole");
}

static void test_none(void **state)
{
    (void)state;
    ran *r = run_expect(1, "\"$WEND\" plan gap.json " FROM_TO "--radius 2.5");
    assert_string_equal(r->out, "");
    assert_contains(r->err, "wend: gap.json: no path for radius 2.5 m: ");
    assert_contains(run_expect(1, "\"$WEND\" plan gap.json --from 30,4 --to 4,4")->err, "start");
    assert_contains(run_expect(1, "\"$WEND\" plan gap.json --from 4,4 --to 30,4")->err, "goal");
    assert_contains(run_expect(1, "\"$WEND\" plan gap.json --from 4,0.5 --to 4,4 --radius 1")->err,
                    "start");

    json_t *object = plan_json(1, "gap.json " FROM_TO "--radius 2.5");
    assert_string_equal(string(object, "status"), "none");
    assert_true(json_is_null(json_object_get(object, "length")));
    assert_true(json_is_null(json_object_get(object, "bound")));
    assert_int_equal(json_array_size(json_object_get(object, "points")), 0);
    assert_true(strlen(string(object, "why")) > 0);
    json_decref(object);
    run_expect(1, "\"$WEND\" plan gap.json " FROM_TO "--radius 2.5 -o none.svg");
    assert_int_equal(access("none.svg", F_OK), -1);
}

static void test_partial(void **state)
{
    (void)state;
    json_t *whole = plan_json(0, "museum --from entrance --to \"spiral's end\" --radius 0.2");
    json_t *object =
        plan_json(1, "museum --from entrance --to \"spiral's end\" --radius 0.2 --budget 1");
    assert_string_equal(string(object, "status"), "partial");
    assert_true(number(object, "bound") <= number(whole, "length") + 1e-9);
    assert_true(number(object, "expansions") <= number(whole, "expansions"));
    json_decref(object);
    object = plan_json(0, "museum --from entrance --to \"spiral's end\" --radius 0.2 "
                          "--budget 4000000000");
    assert_true(number(object, "length") == number(whole, "length"));
    json_decref(object);
    json_decref(whole);
    ran *r =
        run_expect(1, "\"$WEND\" plan museum --from entrance --to \"spiral's end\" --budget 1");
    assert_contains(r->out, "stopped by --budget");
}

// ---- on the Voronoi diagram ---------------------------------------------------------------------

/// Around the free end of the wall, in the middle of a gap of 4 m.
static void test_voronoi(void **state)
{
    (void)state;
    json_t *object = plan_json(0, "gap.json --planner voronoi " FROM_TO "--radius 0.5");
    assert_string_equal(string(object, "status"), "found");
    double length = number(object, "length");
    assert_true(length > gap_length(0.5) && length < 30);
    assert_near(number(object, "bound"), length, 1e-9);
    assert_near(number(object, "cost"), length, 1e-9);
    assert_near(number(object, "clearance"), 2, 1e-6);
    assert_true(number(object, "expansions") >= 1 && number(object, "gap_to_goal") == 0);
    assert_true(number(object, "curve_length") < length);
    assert_true(number(object, "curve_length") >= gap_length(0.5));
    assert_true(number(object, "curve_clearance") >= 0.5 - 1e-6);
    double circles = number(object, "circles_share"), triangles = number(object, "triangles_share");
    assert_true(circles > 0.3 && circles < 1 && triangles > 0.3 && triangles <= 1);
    assert_near(number(object, "free_area"), 200, 1e-6);
    json_t *points = json_object_get(object, "points"), *curve = json_object_get(object, "curve");
    wend_vec2 first = point(json_array_get(points, 0)), end = point(json_array_get(curve, 0));
    assert_true(first.x == 4 && first.y == 4 && end.x == 4 && end.y == 4);
    // Circles touch no wall, and a portal leads over the end of the wall.
    json_t *array = json_object_get(object, "circles");
    for (size_t i = 0; i < json_array_size(array); ++i) {
        const json_t *one = json_array_get(array, i);
        wend_vec2 at = {json_number_value(json_array_get(one, 0)),
                        json_number_value(json_array_get(one, 1))};
        double radius = json_number_value(json_array_get(one, 2));
        double wall = wend_segment_distance((wend_segment){{10, 0}, corner}, at);
        assert_true(radius <= fmin(wall, 10 - at.y) + 1e-6);
    }
    array = json_object_get(object, "portals");
    bool over = false;
    for (size_t i = 0; i < json_array_size(array); ++i) {
        wend_vec2 a = point(json_object_get(json_array_get(array, i), "a"));
        wend_vec2 b = point(json_object_get(json_array_get(array, i), "b"));
        over = over || (fabs(a.x - 10) < 1e-6 && fabs(a.y - 9.5) < 1e-6 && fabs(b.x - 10) < 1e-6 &&
                        fabs(b.y - 6.5) < 1e-6);
    }
    assert_true(over);
    json_decref(object);

    object = plan_json(1, "gap.json --planner voronoi " FROM_TO "--radius 0.5,2.5");
    json_t *paths = json_object_get(object, "paths");
    assert_string_equal(string(json_array_get(paths, 1), "status"), "none");
    assert_true(strlen(string(json_array_get(paths, 1), "why")) > 0);
    json_decref(object);

    object = plan_json(0, "gap.json --planner voronoi --clearance-weight 1 --comfort 4 " FROM_TO);
    assert_true(number(object, "cost") > number(object, "length"));
    json_decref(object);
    object = plan_json(1, "museum --planner voronoi --budget 1 --from entrance --to shop");
    assert_string_equal(string(object, "status"), "partial");
    assert_true(number(object, "gap_to_goal") > 0);
    json_decref(object);
    ran *r = run_expect(0, "\"$WEND\" plan gap.json --planner voronoi --radius 0.5 " FROM_TO);
    assert_contains(r->out, "status              found\n");
    assert_contains(r->out, "\ncircles             ");
    r = run_expect(0, "\"$WEND\" plan gap.json --planner voronoi --radius 0.5 -o - " FROM_TO);
    assert_contains(r->out, "x,y,distance,clearance\n4,4,0,4\n");
}

/// What is told of a way that does not get to the goal, or not with room to spare.
static void test_voronoi_words(void **state)
{
    (void)state;
    ran *r = run_expect(1, "\"$WEND\" plan museum --planner voronoi --budget 1 --from entrance "
                           "--to shop");
    assert_contains(r->out, "stopped by --budget");
    assert_contains(r->out, "\ngap to goal         ");
    r = run_expect(0,
                   "\"$WEND\" plan gap.json --planner voronoi --from 4,4 --to 19.9,0.1 --radius 1");
    assert_contains(r->out, "the disc does not fit at the goal\n");
    assert_null(strstr(r->out, "at the start"));
    r = run_expect(0,
                   "\"$WEND\" plan gap.json --planner voronoi --from 0.1,0.1 --to 16,4 --radius 1");
    assert_contains(r->out, "note                the disc does not fit at the start\n");
    assert_null(strstr(r->out, "gap to goal"));

    // A plane without walls or an end.
    write_file("plane.json", "{\"wend\": 1}\n");
    r = run_expect(0, "\"$WEND\" plan plane.json --planner voronoi " FROM_TO);
    assert_null(strstr(r->out, "clearance"));
    assert_null(strstr(r->out, "inf"));
    assert_null(strstr(r->out, "%"));
    json_t *object = plan_json(0, "plane.json --planner voronoi " FROM_TO);
    static const char *const unknown[] = {"clearance", "curve_clearance", "free_area",
                                          "circles_share", "triangles_share"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; ++i)
        assert_true(json_is_null(json_object_get(object, unknown[i])));
    json_decref(object);
}

static void test_voronoi_pictures(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" plan gap.json --planner voronoi --radius 0.5,1 -o way.svg " FROM_TO);
    char *svg = file_content("way.svg");
    static const char *const layers[] = {"channel", "voronoi", "portals", "paths", "curve"};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; ++i) {
        char group[40];
        snprintf(group, sizeof group, "id=\"%s\"", layers[i]);
        assert_contains(svg, group);
    }
    assert_null(strstr(svg, "id=\"triangles\""));
    free(svg);
    run_expect(0, "\"$WEND\" plan gap.json --planner voronoi -o way.svg --layers "
                  "triangles,obstacles " FROM_TO);
    svg = file_content("way.svg");
    assert_contains(svg, "id=\"triangles\"");
    free(svg);
    run_expect(0, "\"$WEND\" draw gap.json --layers voronoi,obstacles -o scene.svg");
    svg = file_content("scene.svg");
    assert_contains(svg, "Voronoi diagram, ");
    free(svg);
}

static void test_usage(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"gap.json", "missing option: give --from X,Y and --to X,Y"},
        {"gap.json --from 1,1", "missing option: give --from X,Y and --to X,Y"},
        {"gap.json --from 1 --to 2,2", "--from 1: invalid value (expected X,Y"},
        {"gap.json --from 1,2,3 --to 2,2", "--from 1,2,3: invalid value (expected X,Y"},
        {"gap.json --from nan,1 --to 2,2", "invalid value (expected X,Y"},
        {"gap.json --from 1,1e999 --to 2,2", "invalid value (expected X,Y"},
        {"gap.json --from 1,2e9 --to 2,2", "from -1e9 to 1e9"},
        {"gap.json --from 1,1 --to rigth", "did you mean \"right\"?"},
        {"empty.json --from 1,1 --to right", "the scene has no areas"},
        {"gap.json --from 1,1:2,2 --to 2,2", "expected a point X,Y or an area"},
        {"gap.json --radius x " FROM_TO,
         "--radius x: invalid value (expected numbers from 0 to 1000"},
        {"gap.json --radius -1 " FROM_TO, "from 0 to 1000"},
        {"gap.json --radius 1, " FROM_TO, "from 0 to 1000"},
        {"gap.json --radius 1,1,1,1,1,1,1 " FROM_TO, "at most 6"},
        {"gap.json --budget 0 " FROM_TO, "--budget 0"},
        {"gap.json --planner direct " FROM_TO, "expected one of mesh, voronoi"},
        {"gap.json --planner voronio " FROM_TO, "did you mean voronoi?"},
        {"gap.json --clearance-weight 1 " FROM_TO, "--clearance-weight requires --planner voronoi"},
        {"gap.json --planner voronoi --clearance-weight 2 " FROM_TO, "--clearance-weight 2"},
        {"gap.json --planner voronoi --queries a.scen", "--queries requires --planner mesh"},
        {"gap.json --layers paths,curve -o x.svg " FROM_TO,
         "--layers curve requires --planner voronoi"},
        {"gap.json --layers curves,paths -o x.svg " FROM_TO, "unknown layer \"curves\""},
        {"gap.json --layers , -o x.svg " FROM_TO, "layer"},
        {"gap.json --layers paths " FROM_TO, "--layers requires --output"},
        {"gap.json --planner mehs " FROM_TO, "did you mean mesh?"},
        {"gap.json -o x.txt " FROM_TO, "expected one of .csv, .geojson, .svg, .png, .pdf"},
        {"gap.json --spacing 1 " FROM_TO, "--spacing requires --output"},
        {"gap.json --width 300 -o x.csv " FROM_TO, "--width requires --output FILE.svg"},
        {"gap.json --queries a.scen " FROM_TO, "--queries and --from exclude each other"},
        {"gap.json --queries a.scen -o a.svg", "expected .csv with --queries"},
        {"gap.json --queries a.scen --radius 1,2", "--queries accepts one radius"},
        {"overlap.json --from 9,9 --to -9,9", "--repair may repair"},
        {"nosuch.json " FROM_TO, "nosuch.json: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char line[300];
        snprintf(line, sizeof line, "\"$WEND\" plan %s", cases[i][0]);
        ran *r = run_expect(2, line);
        assert_contains(r->err, cases[i][1]);
        assert_string_equal(r->out, "");
    }
    json_t *object = plan_json(2, "overlap.json --from 9,9 --to -9,9");
    assert_true(json_is_false(json_object_get(object, "valid")));
    json_decref(object);
    object = plan_json(2, "gap.json -o - " FROM_TO);
    assert_contains(string(object, "error"), "standard output");
    json_decref(object);
}

// ---- files --------------------------------------------------------------------------------------

static void test_csv(void **state)
{
    (void)state;
    assert_contains(run_expect(0, "\"$WEND\" plan gap.json " FROM_TO "--radius 1 -o p.csv")->out,
                    "p.csv: written");
    FILE *file = fopen("p.csv", "r");
    assert_non_null(file);
    char line[200];
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "x,y,distance,clearance\n");
    wend_vec2 p = {0}, last = {4, 4};
    double distance = 0, before = 0, clearance = 0;
    int rows = 0;
    for (; fgets(line, sizeof line, file); ++rows) {
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf", &p.x, &p.y, &distance, &clearance), 4);
        double apart = hypot(p.x - last.x, p.y - last.y);
        assert_true(apart <= 0.5 + 1e-9 && distance - before <= apart + 1e-9);
        assert_true(distance >= before && clearance >= 1 - 1e-9);
        double walls = fmin(fmin(p.x, 20 - p.x), fmin(p.y, 10 - p.y));
        double wall = wend_segment_distance((wend_segment){{10, 0}, corner}, p);
        assert_near(clearance, fmin(walls, wall), 1e-9);
        last = p;
        before = distance;
    }
    fclose(file);
    assert_true(rows > 26);
    assert_true(p.x == 16 && p.y == 4);
    assert_near(distance, gap_length(1), 1e-9);

    ran *r = run_expect(0, "\"$WEND\" plan gap.json " FROM_TO "-o - --spacing 100");
    assert_string_equal(r->out, "x,y,distance,clearance\n4,4,0,4\n"
                                "10,6,6.324555320336759,0\n16,4,12.649110640673518,4\n");
    r = run_expect(1, "\"$WEND\" plan gap.json " FROM_TO "--radius 0,2.5,1 -o - --spacing 100");
    assert_contains(r->out, "x,y,distance,clearance,radius\n4,4,0,4,0\n");
    assert_contains(r->out, "\n4,4,0,4,1\n");
    assert_string_equal(
        run_expect(0, "\"$WEND\" plan empty.json --from 0,0 --to 3,4 --spacing 5 -o -")->out,
        "x,y,distance,clearance\n0,0,0,\n3,4,5,\n");
    assert_contains(run_expect(2, "\"$WEND\" plan empty.json --from 0,0 --to 1e6,0 --spacing 0.001 "
                                  "-o -")
                        ->err,
                    "--spacing 0.001");
}

static void test_geojson(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" plan -q gap.json " FROM_TO "--radius 0.5,1 -o p.geojson");
    json_t *object = parse_object(run_expect(0, "cat p.geojson"));
    json_t *features = json_object_get(object, "features");
    assert_int_equal(json_array_size(features), 2);
    json_t *feature = json_array_get(features, 1);
    json_t *properties = json_object_get(feature, "properties");
    json_t *geometry = json_object_get(feature, "geometry");
    json_t *points = json_object_get(geometry, "coordinates");
    assert_string_equal(string(geometry, "type"), "LineString");
    assert_near(number(properties, "length"), gap_length(1), 1e-9);
    assert_near(number(properties, "clearance"), 1, 1e-9);
    assert_true(number(properties, "radius") == 1);
    json_t *clearances = json_object_get(properties, "clearances");
    assert_int_equal(json_array_size(points), json_array_size(clearances));
    assert_true(json_array_size(points) > 26);
    json_decref(object);
}

// Large coordinates are shifted on import; what is typed and printed is the file's.
static void test_frame(void **state)
{
    (void)state;
    write_file("utm.wkt", "POLYGON ((500000 5600000, 500020 5600000, 500020 5600010, "
                          "500000 5600010, 500000 5600000))\n");
    json_t *object = plan_json(0, "utm.wkt --from 500004,5600004 --to 500016,5600004 --radius 1");
    json_t *points = json_object_get(object, "points");
    wend_vec2 first = point(json_array_get(points, 0));
    assert_true(first.x == 500004 && first.y == 5600004);
    assert_near(number(object, "length"), 12, 1e-9);
    json_decref(object);
    ran *r = run_expect(0, "\"$WEND\" plan utm.wkt --from 500004,5600004 --to 500016,5600004 "
                           "--spacing 100 -o -");
    assert_string_equal(r->out, "x,y,distance,clearance\n500004,5600004,0,4\n"
                                "500016,5600004,12,4\n");
    // As JSON it has coordinates of its own, and remembers the map's.
    run_expect(0, "\"$WEND\" convert -q utm.wkt utm.json");
    r = run_expect(0, "\"$WEND\" plan utm.json --from -6,-1 --to 6,-1 --spacing 100 -o -");
    assert_string_equal(r->out, "x,y,distance,clearance\n500004,5600004,0,4\n"
                                "500016,5600004,12,4\n");
}

static void test_pictures(void **state)
{
    (void)state;
    run_expect(1, "\"$WEND\" plan -q gap.json " FROM_TO "--radius 0,1,2.5 -o p.svg");
    char *picture = file_content("p.svg");
    assert_non_null(picture);
    static const char *const wanted[] = {
        "id=\"obstacles\"", "id=\"swept\"",        "id=\"paths\"",          "id=\"ends\"",
        "a point: 12.65 m", "radius 1 m: 13.45 m", "radius 2.5 m: no path", "gap: from 4,4",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; ++i)
        assert_contains(picture, wanted[i]);
    free(picture);
    run_expect(0, "\"$WEND\" plan -q gap.json --from left --to 16,4:16,6 -o p.png --width 300");
    picture = file_content("p.png");
    assert_memory_equal(picture, "\x89PNG", 4);
    free(picture);
    run_expect(0, "\"$WEND\" plan -q gap.json --from 4,4 --to right --radius 2 -o p.pdf");
    picture = file_content("p.pdf");
    assert_memory_equal(picture, "%PDF", 4);
    free(picture);
    assert_contains(run_expect(1, "\"$WEND\" plan gap.json " FROM_TO "-o no/p.svg")->err,
                    "no/p.svg: cannot write");
}

static void test_mesh_layers(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" draw -q gap.json -o plain.svg");
    char *picture = file_content("plain.svg");
    assert_null(strstr(picture, "id=\"cells\""));
    assert_null(strstr(picture, "id=\"triangles\""));
    free(picture);
    json_t *object = parse_object(run_expect(
        0, "\"$WEND\" draw gap.json --json --layers triangles,cells,obstacles -o m.svg"));
    assert_int_equal(json_array_size(json_object_get(object, "layers")), 3);
    json_decref(object);
    picture = file_content("m.svg");
    assert_contains(picture, "id=\"cells\"");
    assert_contains(picture, "id=\"triangles\"");
    assert_null(strstr(picture, "id=\"bounds\""));
    free(picture);
    assert_contains(run_expect(2, "\"$WEND\" draw gap.json --layers cell -o m.svg")->err,
                    "cells, triangles");
    // A scene that is not sound can be drawn, but has no mesh.
    run_expect(0, "\"$WEND\" draw -q overlap.json -o o.svg");
    assert_contains(run_expect(2, "\"$WEND\" draw overlap.json --layers cells -o c.svg")->err,
                    "--repair may repair");
    assert_int_equal(access("c.svg", F_OK), -1);
}

// ---- whole scenarios ----------------------------------------------------------------------------

// Rows are counted from the top. Between the left and the right half there is one free cell, in the
// last row.
#define MAP "type octile\nheight 3\nwidth 5\nmap\n..@..\n..@..\n.....\n"
#define SCEN                                                                                       \
    "version 1\n"                                                                                  \
    "0\tsmall.map\t5\t3\t1\t0\t4\t0\t7\n"                                                          \
    "0\tsmall.map\t5\t3\t0\t0\t0\t3\t3\n"                                                          \
    "0\tsmall.map\t5\t3\t2\t1\t2\t2\t1\n"

static void test_queries(void **state)
{
    (void)state;
    write_file("small.map", MAP);
    write_file("small.scen", SCEN);
    ran *r = run_expect(0, "\"$WEND\" plan small.map --queries small.scen");
    assert_contains(r->err, "queries             3\nfound               3\n");
    assert_string_equal(run_expect(0, "\"$WEND\" plan -q small.map --queries small.scen")->err, "");

    // Starts may lie on corners and walls; y points down.
    static const double lengths[] = {2 * 2.2360679774997898 + 1, 3, 1}, costs[] = {7, 3, 1};
    run_expect(0, "\"$WEND\" plan -q small.map --queries small.scen -o small.csv");
    FILE *file = fopen("small.csv", "r");
    assert_non_null(file);
    char line[200];
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "index;micro;successor_calls;generated;pushed;popped;"
                              "pruned_post_pop;length;gridcost\n");
    for (int i = 0; i < 3; ++i) {
        double micro, length, cost;
        int index, calls;
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(
            sscanf(line, "%d;%lf;%d;0;0;0;0;%lf;%lf", &index, &micro, &calls, &length, &cost), 5);
        assert_int_equal(index, i);
        assert_near(length, lengths[i], 1e-9);
        assert_true(cost == costs[i] && micro > 0 && calls >= 0);
    }
    assert_null(fgets(line, sizeof line, file));
    fclose(file);

    json_t *object = plan_json(0, "small.map --queries small.scen --radius 0.4");
    assert_true(number(object, "queries") == 3 && number(object, "found") == 0);
    assert_true(number(object, "none") == 3); // all are nearer to a wall than the radius
    assert_string_equal(string(object, "status"), "none");
    json_t *row = json_array_get(json_object_get(object, "rows"), 0);
    assert_true(json_is_null(json_object_get(row, "length")));
    json_decref(object);
    object = plan_json(0, "small.map --queries small.scen -o small.csv");
    assert_string_equal(string(object, "status"), "found");
    assert_null(json_object_get(object, "rows"));
    json_decref(object);

    r = run_expect(2, "\"$WEND\" plan small.map --queries small.map");
    assert_contains(r->err, "wend: small.map:1:");
    assert_contains(run_expect(2, "\"$WEND\" plan small.map --queries no.scen")->err, "no.scen: ");
}

// A map's own frame has y down, typed and printed, and what turns left there turns left.
static void test_map_frame(void **state)
{
    (void)state;
    write_file("small.map", MAP);
    ran *r = run_expect(0, "\"$WEND\" plan small.map --from 1,0 --to 4,0 --spacing 100 -o -");
    assert_contains(r->out, "distance,clearance\n1,0,0,0\n2,2,");
    assert_contains(r->out, "\n3,2,3.23606797749979,0\n4,0,5.47213595499958,0\n");
    json_t *object = plan_json(0, "small.map --from 1,1 --to 4,1 --radius 0.25");
    json_t *pieces = json_object_get(object, "pieces"), *arc = NULL;
    for (size_t i = 0; i < json_array_size(pieces); ++i)
        if (json_integer_value(json_object_get(json_array_get(pieces, i), "turn")) != 0)
            arc = json_array_get(pieces, i);
    assert_non_null(arc);
    wend_vec2 a = point(json_object_get(arc, "from")), b = point(json_object_get(arc, "to"));
    wend_vec2 centre = point(json_object_get(arc, "corner"));
    int left = (a.x - centre.x) * (b.y - centre.y) - (a.y - centre.y) * (b.x - centre.x) > 0;
    assert_int_equal(json_integer_value(json_object_get(arc, "turn")), left ? 1 : -1);
    assert_true(centre.y == 2);
    json_decref(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_several_radii),
        cmocka_unit_test(test_goals),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_partial),
        cmocka_unit_test(test_voronoi),
        cmocka_unit_test(test_voronoi_words),
        cmocka_unit_test(test_voronoi_pictures),
        cmocka_unit_test(test_usage),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_geojson),
        cmocka_unit_test(test_frame),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_mesh_layers),
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_map_frame),
    };
    return cmocka_run_group_tests_name("cli_plan", tests, setup, leave_folder);
}
