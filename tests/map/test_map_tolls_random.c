// SPDX-License-Identifier: MIT
// Path maps with tolls on random scenes: every distance is that of an oracle that knows no mesh,
// paths cost what they are said to cost, and no line makes a place farther than the way around it.
#include "tests/oracle/toll.h"

#include "wend/map.h"

/// How far a map may be from the truth, in sizes of the scene.
#define MAP_ERROR 1e-9

enum { MOST_POINTS_OF_PATH = 256 };

typedef struct toll_scene {
    plan p;
    uint64_t seed;
    toll_oracle oracle;
    wend_floor *floor;
    wend_mesh *mesh;
    wend_map *map;
    wend_map_source sources[2];
    uint32_t source_count;
} toll_scene;

static toll_scene scene; // large; filled anew for each

static void print_toll_scene(const toll_scene *s)
{
    print_message("seed %llu, size %g, bounds %d\n", (unsigned long long)s->seed, s->p.size,
                  s->p.has_bounds);
    for (uint32_t i = 0; i < s->p.shape_count; ++i) {
        print_message("shape");
        for (uint32_t k = 0; k < s->p.shapes[i].point_count; ++k)
            print_message(" %.17g,%.17g", s->p.shapes[i].points[k].x, s->p.shapes[i].points[k].y);
        print_message("\n");
    }
    for (uint32_t i = 0; i < s->oracle.line_count; ++i) {
        wend_segment line = s->oracle.lines[i];
        print_message("line %.17g,%.17g %.17g,%.17g to left %g, to right %g\n", line.a.x, line.a.y,
                      line.b.x, line.b.y, s->oracle.tolls[i].to_left, s->oracle.tolls[i].to_right);
    }
    for (uint32_t i = 0; i < s->source_count; ++i)
        print_message("source %.17g,%.17g offset %g\n", s->sources[i].a.x, s->sources[i].a.y,
                      s->sources[i].offset);
}

static void fail_scene(const toll_scene *s, wend_vec2 p, const char *what, double a, double b)
{
    print_toll_scene(s);
    fail_msg("at %.17g,%.17g: %s: %.17g, %.17g", p.x, p.y, what, a, b);
}

// ---- scenes -------------------------------------------------------------------------------------

static wend_vec2 somewhere(toll_scene *s, wend_random *random)
{
    if (wend_random_below(random, 3) == 0 && s->p.point_count > 0)
        return s->p.points[wend_random_below(random, s->p.point_count)];
    return point_on_grid(random, s->p.size, wend_random_below(random, 2) ? 1 : 24);
}

/// True for a place inside of a slanted segment.
static bool is_inside_slant(wend_segment s, wend_vec2 p)
{
    return s.a.x != s.b.x && s.a.y != s.b.y && wend_on_segment(s, p) && !wend_equal(s.a, p) &&
           !wend_equal(s.b, p);
}

/// True for a place on a slanted wall or line, not at its ends: where they are crossed, rounding
/// puts the place beside them.
static bool is_on_slant(const toll_scene *s, wend_vec2 p)
{
    for (uint32_t i = 0; i < s->floor->wall_count; ++i)
        if (is_inside_slant(wend_wall_segment(s->floor, i), p))
            return true;
    for (uint32_t i = 0; i < s->oracle.line_count; ++i)
        if (is_inside_slant(s->oracle.lines[i], p))
            return true;
    return false;
}

/// Mostly one that is not solid.
static wend_vec2 some_place(toll_scene *s, wend_random *random)
{
    wend_vec2 p = somewhere(s, random);
    for (int i = 0; is_on_slant(s, p) || i < 3; ++i) {
        if (!is_on_slant(s, p) && wend_floor_locate(s->floor, p, NULL) <= WEND_LOCATION_BOUNDARY)
            break;
        p = somewhere(s, random);
    }
    return p;
}

static double some_toll(wend_random *random)
{
    static const double tolls[] = {0, 0, 0.25, 1, 100};
    uint32_t kind = wend_random_below(random, 2 * (sizeof tolls / sizeof *tolls));
    return kind % 2 ? tolls[kind / 2] : wend_random_between(random, 0, 3);
}

/// From anywhere to anywhere, or far through everything, or along another line.
static wend_segment some_line(toll_scene *s, wend_random *random)
{
    wend_vec2 a = somewhere(s, random), b = somewhere(s, random);
    uint32_t kind = wend_random_below(random, 6);
    if (kind == 0 && s->oracle.line_count > 0) {
        wend_segment other = s->oracle.lines[wend_random_below(random, s->oracle.line_count)];
        a = (wend_vec2){(other.a.x + other.b.x) / 2, (other.a.y + other.b.y) / 2};
        if (wend_random_below(random, 2))
            b = (wend_vec2){2 * other.b.x - a.x, 2 * other.b.y - a.y};
    } else if (kind <= 2) {
        wend_vec2 way = {b.x - a.x, b.y - a.y};
        a = (wend_vec2){a.x - 2 * way.x, a.y - 2 * way.y};
        b = (wend_vec2){b.x + 2 * way.x, b.y + 2 * way.y};
    }
    return (wend_segment){a, b};
}

/// The borders of a grown mesh as a floor; NULL if it is in several parts, or not sound.
static wend_floor *floor_of_borders(const wend_mesh *mesh)
{
    static wend_vec2 points[4096], bounds[4096];
    static wend_shape shapes[256];
    wend_floor_def def = wend_default_floor_def();
    const wend_obstacle *borders = mesh->obstacles.count ? &mesh->obstacles.data[0] : NULL;
    uint32_t begin = 0, bounds_count = 0, shape_count = 0, outer = 0;
    if (!borders || borders->corner_count > 4096 || borders->ring_count > 256)
        return NULL;
    for (uint32_t i = 0; i < borders->ring_count; begin = borders->ring_ends[i++]) {
        uint32_t end = borders->ring_ends[i];
        double area = 0;
        for (uint32_t k = begin; k < end; ++k)
            points[k] = wend_at(mesh, borders->corners[k]);
        for (uint32_t k = begin; k < end; ++k) {
            wend_vec2 p = points[k], q = points[k + 1 < end ? k + 1 : begin];
            area += (p.x - points[begin].x) * (q.y - points[begin].y) -
                    (p.y - points[begin].y) * (q.x - points[begin].x);
        }
        if (area > 0) {
            shapes[shape_count++] =
                (wend_shape){.points = points + begin, .point_count = end - begin};
            continue;
        }
        ++outer;
        bounds_count = end - begin;
        memcpy(bounds, points + begin, bounds_count * sizeof *bounds);
    }
    def.shapes = shapes;
    def.shape_count = shape_count;
    def.bounds = bounds;
    def.bounds_count = bounds_count;
    wend_floor *floor = NULL;
    uint32_t defects;
    if (outer != 1 || wend_floor_create(&def, &floor, NULL) != WEND_OK)
        return NULL;
    if (wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return NULL;
}

static wend_mesh *make_mesh_of(toll_scene *s, double radius, uint32_t line_count)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.lines = s->oracle.lines;
    def.line_count = line_count;
    def.frame = (wend_box){{-4 * s->p.size, -4 * s->p.size}, {5 * s->p.size, 5 * s->p.size}};
    wend_error error = {0};
    wend_floor *floor = plan_floor(&s->p);
    wend_mesh *mesh;
    if (wend_mesh_create_inflated(floor, radius, 0, &def, &mesh, &error) != WEND_OK ||
        wend_mesh_check(mesh, &error) != WEND_OK) {
        print_toll_scene(s);
        fail_msg("%s", wend_error_text(&error));
    }
    wend_floor_destroy(floor);
    return mesh;
}

/// s->floor is what the oracle sees: the plan, or its grown walls. False: it would not see them.
static bool make_floor_of(toll_scene *s, double radius)
{
    s->oracle.line_count = 0;
    if (radius == 0) {
        s->floor = plan_floor(&s->p);
        return true;
    }
    wend_mesh *bare = make_mesh_of(s, radius, 0);
    s->floor = s->p.has_bounds ? floor_of_borders(bare) : NULL;
    wend_mesh_destroy(bare);
    return s->floor != NULL;
}

static void draw_lots(toll_scene *s, wend_random *random)
{
    uint32_t lines = 1 + wend_random_below(random, 4);
    for (uint32_t i = 0; i < lines; ++i) {
        s->oracle.tolls[i].to_left = some_toll(random);
        s->oracle.tolls[i].to_right =
            wend_random_below(random, 2) ? s->oracle.tolls[i].to_left : some_toll(random);
        s->oracle.lines[i] = some_line(s, random);
        ++s->oracle.line_count;
    }
    s->source_count = 1 + wend_random_below(random, 2);
    for (uint32_t i = 0; i < s->source_count; ++i) {
        wend_vec2 at = some_place(s, random);
        s->sources[i] = (wend_map_source){at, at, i * 0.5};
    }
}

/// False: there is no oracle for it.
static bool start_toll_scene(toll_scene *s, uint64_t seed, double radius)
{
    wend_random random = wend_random_stream(seed, 2);
    s->seed = seed;
    plan_random(&s->p, seed);
    if (!make_floor_of(s, radius))
        return false;
    s->oracle.floor = s->floor;
    draw_lots(s, &random);
    toll_oracle_start(&s->oracle, s->p.size);
    toll_oracle_spread(&s->oracle, s->sources, s->source_count);
    s->mesh = make_mesh_of(s, radius, s->oracle.line_count);
    wend_error error = {0};
    assert_int_equal(wend_map_create(NULL, &s->map, NULL), WEND_OK);
    if (wend_map_build_tolled(s->map, s->mesh, s->sources, s->source_count, s->oracle.tolls,
                              s->oracle.line_count, &error) != WEND_OK ||
        wend_map_check(s->map, &error) != WEND_OK) {
        print_toll_scene(s);
        fail_msg("%s", wend_error_text(&error));
    }
    return true;
}

static void end_toll_scene(toll_scene *s)
{
    wend_map_destroy(s->map);
    wend_mesh_destroy(s->mesh);
    wend_floor_destroy(s->floor);
}

// ---- what is held against the oracle ------------------------------------------------------------

static double told_at(const toll_scene *s, wend_vec2 p)
{
    double distance = wend_map_query(s->map, p).distance;
    return distance < 0 ? INFINITY : distance;
}

/// Tells whether the place was reached.
static bool check_place(toll_scene *s, wend_vec2 p)
{
    double told = told_at(s, p), truth, slack = MAP_ERROR * (s->oracle.size + told);
    if (!toll_oracle_agrees(&s->oracle, p, told, isinf(told) ? 0 : slack, &truth))
        fail_scene(s, p, "the map and the oracle say", told, truth);
    return told < INFINITY;
}

/// Legs and tolls together are the distance: no leg is longer, and what is missing are tolls.
static void check_path(const toll_scene *s, wend_vec2 p)
{
    wend_vec2 points[MOST_POINTS_OF_PATH];
    uint32_t count, toll = 0;
    double told = told_at(s, p), length = 0;
    wend_result result = wend_map_path(s->map, p, points, MOST_POINTS_OF_PATH, &count);
    if (result == WEND_NOT_FOUND) {
        assert_true(isinf(told));
        return;
    }
    assert_int_equal(result, WEND_OK);
    for (uint32_t i = 0; i + 1 < count; ++i)
        length += toll_length(points[i], points[i + 1]);
    for (uint32_t i = 0; i < s->oracle.line_count; ++i)
        toll |= s->oracle.tolls[i].to_left > 0 || s->oracle.tolls[i].to_right > 0;
    uint32_t root_count;
    const wend_map_root *roots = wend_map_roots(s->map, &root_count);
    uint32_t source = roots[wend_map_query(s->map, p).root].source;
    double rest = told - length - s->sources[source].offset;
    if (rest < -MAP_ERROR * s->oracle.size || (!toll && rest > MAP_ERROR * s->oracle.size))
        fail_scene(s, p, "the distance and the length of the path are", told, length);
    if (!wend_equal(points[count - 1], s->sources[source].a))
        fail_scene(s, p, "the path ends elsewhere", points[count - 1].x, points[count - 1].y);
}

/// Who can walk from one to the other without crossing a line is no farther away than that.
static void check_pair(const toll_scene *s, wend_vec2 p, wend_vec2 q)
{
    for (uint32_t i = 0; i < s->oracle.line_count; ++i)
        if (wend_segments_meet(s->oracle.lines[i], (wend_segment){p, q}, NULL) != WEND_APART)
            return;
    double a = told_at(s, p), b = told_at(s, q);
    if (isinf(toll_leg(&s->oracle, p, q)) || (isinf(a) && isinf(b)))
        return;
    if (!(fabs(a - b) <= toll_length(p, q) + MAP_ERROR * (s->oracle.size + a)))
        fail_scene(s, p, "farther apart than their distance", a, b);
}

typedef struct tally {
    uint32_t scenes, asked, reached;
} tally;

static void check_seed(uint64_t seed, double radius, tally *count)
{
    if (!start_toll_scene(&scene, seed, radius))
        return;
    wend_random random = wend_random_stream(seed, 3);
    wend_vec2 last = {0, 0};
    ++count->scenes;
    for (uint32_t i = 0; i < 25; ++i) {
        wend_vec2 p = some_place(&scene, &random);
        ++count->asked;
        count->reached += check_place(&scene, p);
        check_path(&scene, p);
        if (i > 0)
            check_pair(&scene, p, last);
        last = p;
    }
    end_toll_scene(&scene);
}

static void test_a_point_s_distances_are_the_oracle_s(void **state)
{
    (void)state;
    tally count = {0};
    uint32_t seeds = long_tier() ? 3000 : 30;
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        check_seed(seed, 0, &count);
    assert_true(2 * count.reached > count.asked);
}

static void test_a_disc_s_distances_are_the_oracle_s(void **state)
{
    (void)state;
    static const double radii[] = {0.03125, 0.1, 0.25};
    tally count = {0};
    uint32_t seeds = long_tier() ? 3000 : 30;
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        check_seed(seed, radii[seed % 3], &count);
    assert_true(count.scenes > seeds / 10 && 3 * count.reached > count.asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_point_s_distances_are_the_oracle_s),
        cmocka_unit_test(test_a_disc_s_distances_are_the_oracle_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
