// SPDX-License-Identifier: MIT
// Repair: afterwards the scene is sound, its free area is what GEOS makes of the same shapes but
// for a rim as thin as the grid, what was sound and apart is untouched, and a second repair finds
// nothing to do. On random messes, on scenes by hand, and on real files.
#include "repair/repair.h"
#include "scene/check/check.h"
#include "scene/shape.h"
#include "tests/scene/scene_text.h"

#include "formats/formats.h"
#include "polygon/ground.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

// ---- helpers ------------------------------------------------------------------------------------

static bool is_sound(const scene *s)
{
    problem_list problems = {0};
    bool sound = scene_check(s, &problems);
    if (!sound)
        problem_print(&problems, stderr);
    problem_free(&problems);
    return sound;
}

// Repairs and returns what was said. Free it.
static char *repaired(scene *s, size_t *count)
{
    problem_list problems = {0};
    char *said = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&said, &size);
    assert_non_null(out);
    bool good = scene_repair(s, out, count, &problems);
    fclose(out);
    problem_print(&problems, stderr);
    assert_true(good);
    problem_free(&problems);
    return said;
}

static size_t lines_in(const char *said)
{
    size_t lines = 0;
    for (; *said; ++said)
        lines += *said == '\n';
    return lines;
}

// ---- by hand ------------------------------------------------------------------------------------

#define BOUNDS "{\"wend\": 1, \"bounds\": [[0,0],[20,0],[20,10],[0,10]], \"obstacles\": ["

static void says_what_it_does(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        size_t changes;
        uint32_t obstacles;
        const char *words;
    } cases[] = {
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}]}", 0, 1, ""},
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}, {\"polygon\": "
                "[[3,3],[8,3],[8,8],[3,8]]}, {\"circle\": [15,5], \"radius\": 1}]}",
         1, 2, "obstacle 2 and obstacle 1 overlap: united"},
        {BOUNDS "{\"polygon\": [[1,1],[5,5],[5,1],[1,5]]}]}", 1, 2, "winds around was kept"},
        {BOUNDS "{\"polygon\": [[-1,1],[5,1],[5,5],[-1,5]]}]}", 1, 1, "outside was cut off"},
        {BOUNDS "{\"polygon\": [[31,1],[35,1],[35,5]]}]}", 1, 0, "outside the bounds: removed"},
        {BOUNDS "{\"segment\": [[1,1],[9,9]]}, {\"segment\": [[1,9],[9,1]]}]}", 1, 4,
         "cross: split there"},
        {BOUNDS "{\"polygon\": [[4,4],[6,4],[6,6],[4,6]]}, {\"segment\": [[1,5],[9,5]]}]}", 1, 3,
         "cross: split there"},
        {BOUNDS "{\"polygon\": [[4,4],[6,4],[6,6],[4,6]]}, {\"point\": [5,5]}]}", 1, 1,
         "overlap: the first was removed"},
        {BOUNDS "{\"point\": [5,5]}, {\"point\": [5,5]}]}", 1, 1, "overlap: the first was removed"},
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}, {\"polygon\": "
                "[[5.000000001,1],[8,1],[8,8],[5,8]]}]}",
         1, 2, "nearly touch: snapped together"},
        {BOUNDS "{\"polygon\": [[1,1],[9,1],[9,9],[1,9]], \"holes\": "
                "[[[2,2],[5,2],[5,5],[2,5]], [[4,4],[7,4],[7,7],[4,7]]]}]}",
         1, 1, "holes were united"},
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}, {\"polygon\": [[2,2],[3,2],[2,3]]}]}", 1,
         1, "overlap: united"},
        {BOUNDS "{\"polygon\": [[-1,-1],[21,-1],[21,11],[-1,11]]}]}", 1, 1,
         "covers the bounds: what is outside was cut off"},
        {BOUNDS
         "{\"polygon\": [[1,1],[9,1],[9,9],[1,9]], \"holes\": [[[1,3],[3,3],[3,5],[1,5]]]}]}",
         1, 1, "what of it is inside was cut out"},
        {BOUNDS
         "{\"polygon\": [[1,1],[6,1],[6,6],[1,6]], \"holes\": [[[1,1],[6,1],[6,6],[1,6]]]}]}",
         1, 0, "leave nothing of it: removed"},
        {BOUNDS "{\"polygon\": [[1,1],[3,3],[5,5]]}]}", 1, 1, "no area, or too little"},
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,1.000000000001]]}]}", 1, 1, "made a segment"},
        {BOUNDS "{\"circle\": [5,5], \"radius\": 1e-9}]}", 1, 1, "made a point"},
        {BOUNDS "{\"segment\": [[4,4],[4.0000000001,4]]}]}", 1, 1, "too short for a scene"},
        {BOUNDS "{\"point\": [5,5]}, {\"point\": [5.0000000001,5]}]}", 1, 1,
         "nearly touch: the first was removed"},
        {"{\"wend\": 1, \"bounds\": [[0,0],[8,8],[8,0],[0,8]]}", 1, 2, "of the bounds touches"},
        {"{\"wend\": 1, \"bounds\": [[0,0],[9,0],[9,9],[0,9]], \"areas\": {\"a\": "
         "[[1,1],[5,5],[5,1],[1,5]]}}",
         1, 0, "area \"a\" is not a valid polygon: the largest of 2 parts"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene *s = read_scene(cases[i].json);
        size_t count = 0;
        char *said = repaired(s, &count);
        if (count != cases[i].changes || s->obstacle_count != cases[i].obstacles ||
            !strstr(said, cases[i].words))
            print_error("%s\n%zu changes, %u obstacles: %s", cases[i].json, count,
                        s->obstacle_count, said);
        assert_int_equal(count, cases[i].changes);
        assert_int_equal(count, lines_in(said));
        assert_int_equal(s->obstacle_count, cases[i].obstacles);
        assert_non_null(strstr(said, cases[i].words));
        assert_true(is_sound(s));
        free(said);
        scene_free(s);
    }
}

// What is apart from every change is the same to the last bit, with its name. What is made of one
// obstacle keeps its name and role, what is made of several the role that all have; that it lost
// its two names is said.
static void leaves_the_rest_alone(void **state)
{
    (void)state;
    scene *s = read_scene(
        BOUNDS "{\"circle\": [15.1,5.1], \"radius\": 0.7, \"name\": \"pillar\"}, "
               "{\"polygon\": [[1.1,1],[5,1],[5,5],[1,5]], \"name\": \"a\", \"role\": \"shop\"}, "
               "{\"polygon\": [[3,3],[8,3],[8,8],[3,8]], \"name\": \"b\", \"role\": \"shop\"}, "
               "{\"point\": [0.3,9.7], \"name\": \"tree\"}, "
               "{\"segment\": [[11,1],[12.7,9.3]], \"name\": \"fence\"}, "
               "{\"polygon\": [[17,1],[19,1],[19,2],[18,3],[18,0.5]], \"name\": \"c\", \"role\": "
               "\"shop\"}]}");
    scene_obstacle before[6];
    memcpy(before, s->obstacles, sizeof before);
    size_t count = 0;
    char *said = repaired(s, &count);
    assert_int_equal(count, 4);
    assert_non_null(strstr(said, "obstacle 2 (\"a\") was united with others"));
    assert_non_null(strstr(said, "obstacle 3 (\"b\") was united with others"));
    free(said);
    assert_true(is_sound(s));
    static const uint32_t untouched[] = {0, 3, 4};
    for (uint32_t i = 0; i < 3; ++i) {
        const scene_obstacle *was = &before[untouched[i]], *is = &s->obstacles[i];
        assert_string_equal(was->name, is->name);
        assert_int_equal(was->kind, is->kind);
        assert_int_equal(was->shape.point_count, is->shape.point_count);
        assert_memory_equal(was->shape.points, is->shape.points,
                            was->shape.point_count * sizeof *was->shape.points);
    }
    size_t united = 0, parts = 0;
    for (uint32_t i = 3; i < s->obstacle_count; ++i) {
        const scene_obstacle *is = &s->obstacles[i];
        assert_string_equal(is->role, "shop");
        united += !is->name;
        parts += is->name && strcmp(is->name, "c") == 0;
    }
    assert_int_equal(united, 1);
    assert_true(parts >= 1);
    scene_free(s);
}

static const scene_obstacle *named(const scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        if (s->obstacles[i].name && strcmp(s->obstacles[i].name, name) == 0)
            return &s->obstacles[i];
    return NULL;
}

// What only touches something that is mended stays apart from it; also where walls are askew, so
// that the grid moves them.
static void keeps_neighbours_apart(void **state)
{
    (void)state;
    static const char *const scenes[] = {
        BOUNDS "{\"polygon\": [[1,1],[2,1],[2,2],[1,2]], \"name\": \"library\", \"role\": \"x\"}, "
               "{\"polygon\": [[2,1],[3,1],[3,2],[2,2]], \"name\": \"school\", \"role\": \"x\"}, "
               "{\"polygon\": [[3,1],[4,1],[4,2],[3,2]], \"name\": \"bank\", \"role\": \"y\"}, "
               "{\"polygon\": [[3.5,1.5],[4.5,1.5],[4.5,2.5],[3.5,2.5]], \"role\": \"y\"}]}",
        BOUNDS "{\"polygon\": [[1.1234567891,1.3],[2.1234567891,1.7],[1.9876543219,3.1],[1,2]], "
               "\"name\": \"library\", \"role\": \"x\"}, "
               "{\"polygon\": [[2.1234567891,1.7],[4.3333333333,1.1],[4.1111111111,2.9],"
               "[1.9876543219,3.1]], \"name\": \"school\", \"role\": \"x\"}, "
               "{\"polygon\": [[4.3333333333,1.1],[6.7777777777,1.2],[6.5555555555,2.8],"
               "[4.1111111111,2.9]], \"name\": \"bank\", \"role\": \"y\"}, "
               "{\"circle\": [6.5,2.1], \"radius\": 0.7, \"role\": \"y\"}]}",
    };
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i) {
        scene *s = read_scene(scenes[i]);
        size_t count = 0;
        char *said = repaired(s, &count);
        assert_int_equal(count, 1);
        free(said);
        assert_true(is_sound(s));
        assert_int_equal(s->obstacle_count, 3);
        assert_string_equal(named(s, "library")->role, "x");
        assert_string_equal(named(s, "school")->role, "x");
        assert_string_equal(named(s, "bank")->role, "y"); // the only name of what was united
        scene_free(s);
    }
}

// A point and a segment that soundly touch what is mended stay, and a sound circle stays a circle.
static void keeps_what_touches(void **state)
{
    (void)state;
    scene *s = read_scene(BOUNDS "{\"segment\": [[1,5],[19,5]], \"name\": \"v\"}, "
                                 "{\"segment\": [[4,1],[4,9]], \"name\": \"w\"}, "
                                 "{\"point\": [8,5], \"name\": \"q\"}, "
                                 "{\"polygon\": [[10,5],[12,5],[12,7],[10,7]], \"name\": \"p\"}, "
                                 "{\"segment\": [[10,6],[10,7]], \"name\": \"along\"}]}");
    size_t count = 0;
    char *said = repaired(s, &count);
    assert_int_equal(count, 1);
    free(said);
    assert_true(is_sound(s));
    assert_int_equal(named(s, "q")->kind, SCENE_POINT);
    assert_int_equal(named(s, "along")->kind, SCENE_SEGMENT);
    assert_int_equal(named(s, "p")->kind, SCENE_POLYGON);
    scene_free(s);
}

// At most 100 lines, and one with the number of the others.
static void prints_a_hundred_changes(void **state)
{
    (void)state;
    enum { SAME = 20, PAIRS = SAME * (SAME - 1) / 2 };
    scene *s = scene_new();
    for (int i = 0; i < SAME; ++i) {
        scene_obstacle *o = scene_add_obstacle(s);
        assert_non_null(o);
        assert_true(
            scene_shape_ring(s, (wend_vec2[]){{1, 1}, {3, 1}, {3, 3}, {1, 3}}, 4, &o->shape));
    }
    size_t count = 0;
    char *said = repaired(s, &count), last[40];
    assert_true(count > 100);
    assert_int_equal(count, PAIRS);
    assert_int_equal(lines_in(said), 101);
    snprintf(last, sizeof last, "\nand %zu more changes\n", count - 100);
    assert_non_null(strstr(said, last));
    assert_int_equal(s->obstacle_count, 1);
    free(said);
    scene_free(s);
}

// Decimals that need no change stay what they are.
static void keeps_decimals(void **state)
{
    (void)state;
    scene *s = read_scene(BOUNDS "{\"polygon\": [[1.1,1.3],[5.7,1.3],[5.7,5.9],[1.1,5.9]]}, "
                                 "{\"polygon\": [[3.3,3.7],[8.1,3.7],[8.1,8.123],[3.3,8.123]]}]}");
    free(repaired(s, NULL));
    assert_int_equal(s->obstacle_count, 1);
    static const double xs[] = {1.1, 5.7, 8.1, 3.3}, ys[] = {1.3, 5.9, 3.7, 8.123};
    for (uint32_t i = 0; i < s->obstacles[0].shape.point_count; ++i) {
        wend_vec2 p = s->obstacles[0].shape.points[i];
        bool known_x = false, known_y = false;
        for (int k = 0; k < 4; ++k) {
            known_x = known_x || p.x == xs[k];
            known_y = known_y || p.y == ys[k];
        }
        assert_true(known_x && known_y);
    }
    scene_free(s);
}

// ---- random messes ------------------------------------------------------------------------------

enum { MOST_CORNERS = 12 };

typedef struct mess {
    scene *s;
    wend_random random;
    double unit; ///< coordinates are multiples of it, or lie anywhere if it is 0
} mess;

static double anywhere(mess *m)
{
    double x = wend_random_between(&m->random, 0, 100);
    return m->unit > 0 ? floor(x / m->unit) * m->unit : x;
}

static void add(mess *m, scene_obstacle_kind kind, const wend_vec2 *points, const uint32_t *ends,
                size_t rings)
{
    scene_obstacle *o = scene_add_obstacle(m->s);
    assert_non_null(o);
    o->kind = kind;
    char name[20];
    int size = snprintf(name, sizeof name, "o%u", m->s->obstacle_count);
    o->name = pool_string(&m->s->memory, name, (size_t)size);
    assert_non_null(o->name);
    assert_true(scene_shape_rings(m->s, points, ends, rings, &o->shape));
}

static void add_ring(mess *m, const wend_vec2 *points, uint32_t count)
{
    add(m, SCENE_POLYGON, points, &count, 1);
}

static void add_box(mess *m)
{
    double x = anywhere(m), y = anywhere(m);
    double w = wend_random_between(&m->random, 1, 30), h = wend_random_between(&m->random, 1, 30);
    if (m->unit > 0) {
        w = ceil(w / m->unit) * m->unit;
        h = ceil(h / m->unit) * m->unit;
    }
    add_ring(m, (wend_vec2[]){{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, 4);
}

// A star or a zigzag around a centre: simple, or wound several times around.
static void add_star(mess *m)
{
    wend_vec2 corners[MOST_CORNERS];
    uint32_t count = 3 + wend_random_below(&m->random, MOST_CORNERS - 2);
    uint32_t step = 1 + wend_random_below(&m->random, count / 2 + 1);
    wend_vec2 centre = {anywhere(m), anywhere(m)};
    double radius = wend_random_between(&m->random, 1, 25);
    for (uint32_t i = 0; i < count; ++i) {
        double angle = 6.283185307179586 * (double)(i * step % count) / count;
        double reach = radius * wend_random_between(&m->random, 0.5, 1);
        corners[i] = (wend_vec2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    add_ring(m, corners, count);
}

// Corners anywhere: crosses itself as often as not.
static void add_tangle(mess *m)
{
    wend_vec2 corners[MOST_CORNERS];
    uint32_t count = 3 + wend_random_below(&m->random, 4);
    for (uint32_t i = 0; i < count; ++i)
        corners[i] = (wend_vec2){anywhere(m), anywhere(m)};
    add_ring(m, corners, count);
}

static void add_frame(mess *m)
{
    wend_vec2 c[8];
    uint32_t ends[2] = {4, 8};
    double x = anywhere(m), y = anywhere(m), w = wend_random_between(&m->random, 5, 40);
    double dx = wend_random_between(&m->random, -1, w), dy = wend_random_between(&m->random, -1, w);
    double hole = wend_random_between(&m->random, 0.5, w);
    for (int i = 0; i < 4; ++i) {
        double right = i == 1 || i == 2, up = i >= 2;
        c[i] = (wend_vec2){x + right * w, y + up * w};
        c[i + 4] = (wend_vec2){x + dx + right * hole, y + dy + up * hole};
    }
    add(m, SCENE_POLYGON, c, ends, 2);
}

static void add_thin(mess *m)
{
    wend_vec2 ends[2] = {{anywhere(m), anywhere(m)}, {anywhere(m), anywhere(m)}};
    uint32_t count = 1 + wend_random_below(&m->random, 2);
    if (ends[0].x == ends[1].x && ends[0].y == ends[1].y)
        count = 1;
    add(m, count == 1 ? SCENE_POINT : SCENE_SEGMENT, ends, &count, 1);
}

// What is there again: the same, or a hair beside it, or sharing a corner.
static void add_again(mess *m)
{
    if (m->s->obstacle_count == 0)
        return;
    scene_obstacle old = m->s->obstacles[wend_random_below(&m->random, m->s->obstacle_count)];
    wend_vec2 points[2 * MOST_CORNERS];
    double shift = wend_random_below(&m->random, 2)
                       ? 0
                       : pow(10, -(double)(4 + wend_random_below(&m->random, 10)));
    assert_true(old.shape.point_count <= 2 * MOST_CORNERS);
    memcpy(points, old.shape.points, old.shape.point_count * sizeof *points);
    uint32_t moved = wend_random_below(&m->random, old.shape.point_count + 1);
    for (uint32_t i = 0; i < moved; ++i)
        points[i].x += shift;
    if (old.shape.ring_count == 1 && moved > 0 && wend_random_below(&m->random, 3) == 0)
        points[0] = (wend_vec2){anywhere(m), anywhere(m)};
    add(m, old.kind, points, old.shape.ring_ends, old.shape.ring_count);
}

static void add_bounds(mess *m)
{
    static const wend_vec2 shapes[][5] = {
        {{0, 0}, {100, 0}, {100, 100}, {0, 100}},
        {{5, 3}, {97, 11}, {88, 95}, {-7, 71}},
        {{10, 10}, {90, 90}, {90, 20}, {10, 80}}, // crosses itself
    };
    uint32_t which = wend_random_below(&m->random, 4);
    if (which == 3)
        return;
    scene_shape shape;
    assert_true(scene_shape_ring(m->s, shapes[which], 4, &shape));
    m->s->bounds = shape.points;
    m->s->bounds_count = 4;
}

static mess make_mess(uint64_t seed)
{
    mess m = {.s = scene_new(), .random = wend_random_stream(seed, 0)};
    static void (*const kinds[])(mess *) = {add_box,  add_star,  add_tangle, add_frame,
                                            add_thin, add_again, add_again};
    static const double units[] = {0, 0, 5, 1, 0.1, 1.0 / 64};
    assert_non_null(m.s);
    m.unit = units[wend_random_below(&m.random, sizeof units / sizeof units[0])];
    add_bounds(&m);
    uint32_t count = wend_random_below(&m.random, 12);
    for (uint32_t i = 0; i < count; ++i)
        kinds[wend_random_below(&m.random, sizeof kinds / sizeof kinds[0])](&m);
    return m;
}

// ---- the oracle ---------------------------------------------------------------------------------

// In a scene of 100 m a cell is 2e-7 m at the first, and a wall may be moved by a few.
#define REACH 4e-6

// A copy of the shapes as they were, and the walls as they are.
typedef struct floor_copy {
    polygons shapes; ///< the bounds first, if there are any
    bool bounded;
} floor_copy;

static wend_vec2 farthest(wend_shape shape, wend_vec2 from)
{
    wend_vec2 best = from;
    for (uint32_t i = 0; i < shape.point_count; ++i) {
        wend_vec2 p = shape.points[i];
        if (hypot(p.x - from.x, p.y - from.y) > hypot(best.x - from.x, best.y - from.y))
            best = p;
    }
    return best;
}

// The ends of a shape that is as thin as a line, or else false.
static bool is_line(wend_shape shape, wend_vec2 ends[2])
{
    ends[0] = farthest(shape, shape.points[0]);
    ends[1] = farthest(shape, ends[0]);
    for (uint32_t i = 0; i < shape.point_count; ++i)
        if (wend_segment_distance((wend_segment){ends[0], ends[1]}, shape.points[i]) > REACH)
            return false;
    return true;
}

// Of what was given, a polygon as thin as a line counts as one.
static floor_copy copy_floor(const scene *s, bool given)
{
    floor_copy copy = {.bounded = s->bounds != NULL};
    wend_vec2 ends[2];
    if (s->bounds)
        assert_true(polygons_add(
            &copy.shapes, (wend_shape){.points = s->bounds, .point_count = s->bounds_count}));
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        wend_shape shape = shape_view(&s->obstacles[i].shape);
        if (given && shape.point_count >= 3 && is_line(shape, ends))
            shape = (wend_shape){.points = ends, .point_count = 2};
        assert_true(polygons_add(&copy.shapes, shape));
    }
    return copy;
}

// Free ground by what the rings wind around, one after the other.
static bool is_free(const floor_copy *f, wend_vec2 p)
{
    for (size_t i = 0; i < f->shapes.spans.count; ++i) {
        wend_shape shape = polygons_get(&f->shapes, i);
        bool bounds = f->bounded && i == 0;
        if (shape.point_count >= 3 && shape_covers(shape, p) != bounds)
            return false;
    }
    return true;
}

// The distance from p to the nearest wall, of all shapes or only of segments and points.
static double wall_distance(const floor_copy *f, wend_vec2 p, bool thin_only)
{
    double nearest = INFINITY;
    for (size_t i = 0; i < f->shapes.spans.count; ++i) {
        wend_shape shape = polygons_get(&f->shapes, i);
        for (uint32_t r = 0; r < shape.ring_count; ++r) {
            uint32_t begin, end;
            shape_ring(shape, r, &begin, &end);
            for (uint32_t k = begin; k < end && (!thin_only || shape.point_count <= 2); ++k) {
                wend_segment wall = {shape.points[k], shape.points[k + 1 < end ? k + 1 : begin]};
                nearest = fmin(nearest, wend_segment_distance(wall, p));
            }
        }
    }
    return nearest;
}

// A point on a random wall of a shape, and one beside it, from a hundredth of a millimetre to
// metres.
static void sample(const floor_copy *f, wend_random *random, size_t i, wend_vec2 *on,
                   wend_vec2 *off)
{
    wend_shape shape = polygons_get(&f->shapes, i);
    uint32_t ring = wend_random_below(random, shape.ring_count), begin, end;
    shape_ring(shape, ring, &begin, &end);
    uint32_t k = begin + wend_random_below(random, end - begin);
    wend_vec2 a = shape.points[k], b = shape.points[k + 1 < end ? k + 1 : begin];
    double t = wend_random_unit(random), angle = wend_random_between(random, 0, 6.283185307179586);
    double far = pow(10, wend_random_between(random, -5, 1));
    *on = (wend_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    *off = (wend_vec2){on->x + far * cos(angle), on->y + far * sin(angle)};
}

// What was free is free, but for a rim along the walls; segments on free ground are still walls,
// and there are no others.
static void compare(const floor_copy *before, const floor_copy *after, uint32_t samples,
                    wend_random *random, const char *what)
{
    for (uint32_t n = 0; n < samples && before->shapes.spans.count > 0; ++n) {
        size_t i = wend_random_below(random, (uint32_t)before->shapes.spans.count);
        wend_vec2 on, off;
        sample(before, random, i, &on, &off);
        bool was_free = is_free(before, off), is = is_free(after, off);
        if (was_free != is && wall_distance(before, off, false) > REACH) {
            print_error("%s: (%.17g, %.17g) was %s\n", what, off.x, off.y,
                        was_free ? "free" : "solid");
            fail();
        }
        uint32_t corners = polygons_get(&before->shapes, i).point_count;
        if (corners <= 2 && is_free(before, on) && wall_distance(after, on, false) > REACH) {
            print_error("%s: the wall at (%.17g, %.17g) is lost\n", what, on.x, on.y);
            fail();
        }
    }
    for (uint32_t n = 0; n < samples && after->shapes.spans.count > 0; ++n) {
        size_t i = wend_random_below(random, (uint32_t)after->shapes.spans.count);
        wend_vec2 on, off;
        sample(after, random, i, &on, &off);
        uint32_t corners = polygons_get(&after->shapes, i).point_count;
        if (corners <= 2 && wall_distance(before, on, true) > REACH) {
            print_error("%s: the wall at (%.17g, %.17g) is made up\n", what, on.x, on.y);
            fail();
        }
    }
}

// Repairs a scene: it must be sound then, be the same by the oracle, and need no second repair.
// Free what was said.
static size_t repair_and_compare(scene *s, uint32_t samples, const char *what, char **said)
{
    problem_list problems = {.file = what};
    size_t count = 0, second = 0;
    floor_copy before = copy_floor(s, true);
    *said = repaired(s, &count);
    bool sound = scene_check(s, &problems);
    if (!sound)
        problem_print(&problems, stderr);
    assert_true(sound);
    floor_copy after = copy_floor(s, false);
    wend_random random = wend_random_stream(samples, 1);
    compare(&before, &after, samples, &random, what);
    assert_true(scene_repair(s, NULL, &second, &problems));
    assert_int_equal(second, 0);
    polygons_free(&before.shapes);
    polygons_free(&after.shapes);
    problem_free(&problems);
    return count;
}

// Of each obstacle, the name is still there, or a line says what became of it.
static void check_names(const scene *s, uint32_t given, const char *said, const char *what)
{
    for (uint32_t i = 1; i <= given; ++i) {
        char name[20], quoted[24];
        snprintf(name, sizeof name, "o%u", i);
        snprintf(quoted, sizeof quoted, "(\"%s\")", name);
        if (!named(s, name) && !strstr(said, quoted)) {
            print_error("%s: %s is gone without a word:\n%s", what, name, said);
            fail();
        }
    }
}

static void mends_messes(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 50000 : 300, changed = 0;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        char name[40];
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
        mess m = make_mess(seed);
        uint32_t given = m.s->obstacle_count;
        char *said = NULL;
        size_t changes = repair_and_compare(m.s, 300, name, &said);
        changed += changes > 0;
        if (changes <= 100) // of more, not all are printed
            check_names(m.s, given, said, name);
        free(said);
        scene_free(m.s);
    }
    assert_true(changed > rounds / 2);
}

// ---- real files ---------------------------------------------------------------------------------

static void mends_real_files(void **state)
{
    (void)state;
    static const char *const files[] = {
        "jupedsim/BUW.wkt",
        "jupedsim/Geometrie_verwinkelt_v1.wkt",
        "jupedsim/aknz_evac.wkt",
        "jupedsim/rimea_10/geometry.wkt",
        "city/kaiserslautern_pollichstrasse.geojson",
        "city/kaiserslautern_richard_wagner_strasse.geojson",
        "vadere/02-Kaiserslautern-Mittel.scenario",
        "vadere/C-180-180-070.scenario",
        "vadere/rimea_01_pathway_discrete_ca.scenario",
        "vadere/rimea_04_flow_osm1_050_h.scenario",
        "vadere/rimea_06_corner.scenario",
        "vadere/rimea_08_parameter_variation.scenario",
        "vadere/rimea_09_public_room_2_exits_pso.scenario",
        "vadere/rimea_10_pathfinding.scenario",
        "vadere/rimea_12_evacuation_pso.scenario",
        "vadere/rimea_14_select_route_pso.scenario",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", data_folder(), files[i]);
        FILE *there = fopen(path, "rb");
        if (!there) {
            print_message("%s is not there: skipped\n", path);
            skip();
        }
        fclose(there);
        problem_list problems = {.file = files[i]};
        scene *s = scene_load_as(path, scene_format_of(path), &problems);
        assert_non_null(s);
        char *said = NULL;
        repair_and_compare(s, 100, files[i], &said);
        free(said);
        scene_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_it_does),
        cmocka_unit_test(leaves_the_rest_alone),
        cmocka_unit_test(keeps_neighbours_apart),
        cmocka_unit_test(keeps_what_touches),
        cmocka_unit_test(prints_a_hundred_changes),
        cmocka_unit_test(keeps_decimals),
        cmocka_unit_test(mends_messes),
        cmocka_unit_test(mends_real_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
