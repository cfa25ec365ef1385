// SPDX-License-Identifier: MIT
// Questions to a mesh against slow answers, on random floors, before and after edits: where points
// lie against the floor, rays against all walls, what is seen against rays and against a sweep
// through all corners.
#include "tests/oracle/ray.h"

#include "mesh/visible.h"
#include "scene/build/floor.h"
#include "tests/formats/import_support.h"

/// Often a corner or a place of the grid, sometimes anywhere.
static wend_vec2 pick_point(const plan *p, wend_random *random)
{
    uint32_t kind = wend_random_below(random, 5);
    if (kind == 0 && p->point_count > 0)
        return p->points[wend_random_below(random, p->point_count)];
    if (kind == 1) {
        double x = wend_random_between(random, 0, p->size);
        return (wend_vec2){x, wend_random_between(random, 0, p->size)};
    }
    return point_on_grid(random, p->size, (int)wend_random_below(random, 3));
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// True if there is free space beside a place: between two walls that meet there, if it is on any.
static bool is_beside_free(const wend_floor *floor, wend_vec2 p)
{
    static double angles[4 * PLAN_POINTS];
    uint32_t count = 0;
    if (wend_floor_locate(floor, p, NULL) != WEND_LOCATION_BOUNDARY)
        return wend_floor_locate(floor, p, NULL) == WEND_LOCATION_FREE;
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_segment wall = wend_wall_segment(floor, i);
        const wend_vec2 ends[2] = {wall.a, wall.b};
        for (int k = 0; k < 2 && wend_on_segment(wall, p); ++k)
            if (!wend_equal(ends[k], p))
                angles[count++] = atan2(ends[k].y - p.y, ends[k].x - p.x);
    }
    if (count == 0) // a point obstacle
        return true;
    qsort(angles, count, sizeof *angles, compare_numbers);
    angles[count] = angles[0] + 2 * acos(-1);
    for (uint32_t i = 0; i < count; ++i) {
        double angle = (angles[i] + angles[i + 1]) / 2;
        wend_vec2 near = {p.x + 1e-9 * cos(angle), p.y + 1e-9 * sin(angle)};
        if (wend_floor_locate(floor, near, NULL) == WEND_LOCATION_FREE)
            return true;
    }
    return false;
}

// ---- where points lie ---------------------------------------------------------------------------

static void check_places(const plan *p, const wend_floor *floor, const wend_mesh *mesh,
                         wend_random *random, uint64_t seed)
{
    for (int i = 0; i < 60; ++i) {
        wend_vec2 at = pick_point(p, random);
        if (wend_random_below(random, 8) == 0)
            at = (wend_vec2){at.x * 2 - p->size / 2, at.y * 2 - p->size / 2};
        wend_location expected = wend_floor_locate(floor, at, NULL);
        if (wend_mesh_locate(mesh, at) != expected)
            fail_msg("seed %u: %d instead of %d at %.17g, %.17g", (unsigned)seed,
                     wend_mesh_locate(mesh, at), expected, at.x, at.y);
    }
}

// ---- rays ---------------------------------------------------------------------------------------

static void check_ray(const wend_floor *floor, const wend_mesh *mesh, wend_vec2 p, wend_vec2 q,
                      uint64_t seed)
{
    wend_ray ray;
    wend_result result = wend_mesh_raycast(mesh, p, q, &ray, NULL);
    if (result != WEND_OK) {
        assert_int_equal(result, WEND_BAD_ARGUMENT);
        if (is_beside_free(floor, p))
            fail_msg("seed %u: refused at %.17g, %.17g", (unsigned)seed, p.x, p.y);
        return;
    }
    wend_vec2 at = q;
    bool hit = !wend_equal(p, q) && oracle_hit(floor, p, q, &at);
    at = hit ? at : q;
    double off = hypot(ray.at.x - at.x, ray.at.y - at.y);
    if (ray.hit != hit || off > 1e-12 || fabs(ray.length - hypot(at.x - p.x, at.y - p.y)) > 1e-12)
        fail_msg("seed %u: from %.17g, %.17g to %.17g, %.17g: %s at %.17g, %.17g instead of %s at "
                 "%.17g, %.17g",
                 (unsigned)seed, p.x, p.y, q.x, q.y, ray.hit ? "stopped" : "passed", ray.at.x,
                 ray.at.y, hit ? "stopped" : "passed", at.x, at.y);
    if (hit) {
        assert_true(wend_segment_distance((wend_segment){ray.a, ray.b}, ray.at) < 1e-12);
        assert_int_equal(wend_floor_locate(floor, ray.a, NULL), WEND_LOCATION_BOUNDARY);
        assert_int_equal(wend_floor_locate(floor, ray.b, NULL), WEND_LOCATION_BOUNDARY);
    } else if (!wend_equal(p, q)) {
        assert_true(wend_mesh_connected(mesh, p, q));
    }
}

static void check_rays(const plan *p, const wend_floor *floor, const wend_mesh *mesh,
                       wend_random *random, uint64_t seed)
{
    for (int i = 0; i < 120; ++i) {
        wend_vec2 from = pick_point(p, random), to = pick_point(p, random);
        if (i % 4 == 0) // along lines of the grid
            *(i % 8 == 0 ? &to.x : &to.y) = i % 8 == 0 ? from.x : from.y;
        check_ray(floor, mesh, from, to, seed);
    }
}

// ---- what is seen -------------------------------------------------------------------------------

enum { MOST_SEEN = 4000 };

/// The wall of the floor that a ray has hit, not at a corner.
static wend_segment wall_at(const wend_floor *floor, wend_vec2 at)
{
    wend_segment nearest = wend_wall_segment(floor, 0);
    for (uint32_t i = 1; i < floor->wall_count; ++i) {
        wend_segment wall = wend_wall_segment(floor, i);
        if (wend_segment_distance(wall, at) < wend_segment_distance(nearest, at))
            nearest = wall;
    }
    return nearest;
}

/// Where the line of a wall lies in a direction.
static wend_vec2 seen_at(wend_vec2 from, double angle, wend_segment wall)
{
    wend_vec2 d = {cos(angle), sin(angle)};
    wend_vec2 e = {wall.b.x - wall.a.x, wall.b.y - wall.a.y};
    double r = ((wall.a.x - from.x) * e.y - (wall.a.y - from.y) * e.x) / (d.x * e.y - d.y * e.x);
    return (wend_vec2){r * d.x, r * d.y};
}

/// The area seen, by a sweep: between neighbouring directions to corners one wall is seen.
/// [Limit: the floor has bounds]
static double swept_area(const plan *p, const wend_floor *floor, wend_vec2 from)
{
    static double angles[2 * PLAN_POINTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < floor->wall_count; ++i)
        if (!wend_equal(floor->points[i], from))
            angles[count++] = atan2(floor->points[i].y - from.y, floor->points[i].x - from.x);
    qsort(angles, count, sizeof *angles, compare_numbers);
    angles[count] = angles[0] + 2 * acos(-1);
    double area = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double a = angles[i], b = angles[i + 1], reach = 3 * p->size;
        if (b - a < 1e-9)
            continue;
        wend_vec2 far = {from.x + reach * cos((a + b) / 2), from.y + reach * sin((a + b) / 2)};
        wend_vec2 at;
        assert_true(oracle_hit(floor, from, far, &at));
        if (wend_equal(at, from))
            continue;
        wend_segment wall = wall_at(floor, at);
        wend_vec2 right = seen_at(from, a, wall), left = seen_at(from, b, wall);
        area += 0.5 * (right.x * left.y - right.y * left.x);
    }
    return area;
}

static double distance_to_ring(const wend_vec2 *ring, uint32_t count, wend_vec2 p)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < count; ++i)
        least = fmin(least, wend_segment_distance(
                                (wend_segment){ring[i], ring[i + 1 < count ? i + 1 : 0]}, p));
    return least;
}

static void check_view(const plan *p, const wend_floor *floor, const wend_mesh *mesh,
                       wend_vec2 from, wend_random *random, uint64_t seed)
{
    static wend_vec2 ring[MOST_SEEN], again[MOST_SEEN];
    uint32_t count, other;
    wend_result result = wend_mesh_visible(mesh, from, ring, MOST_SEEN, &count, NULL);
    if (result != WEND_OK) {
        assert_int_equal(result, WEND_BAD_ARGUMENT);
        assert_false(is_beside_free(floor, from));
        return;
    }
    assert_true(count >= 3);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = i + 1 < count ? i + 1 : 0;
        assert_false(wend_equal(ring[i], ring[next]));
        assert_true(wend_cross_from(from, ring[i], ring[next]) > -1e-12); // counter-clockwise
    }
    for (uint32_t room = 1; room < 4; ++room) {
        assert_int_equal(wend_visible_with(mesh, room, from, again, MOST_SEEN, &other, NULL), 0);
        assert_int_equal(other, count);
        assert_memory_equal(again, ring, count * sizeof *ring);
    }
    for (int i = 0; i < 20; ++i) {
        double x = wend_random_between(random, 0, p->size);
        wend_vec2 to = {x, wend_random_between(random, 0, p->size)};
        wend_ray ray;
        assert_int_equal(wend_mesh_raycast(mesh, from, to, &ray, NULL), WEND_OK);
        bool inside = wend_polygon_locate(ring, count, to) == WEND_INSIDE;
        if (inside == ray.hit && distance_to_ring(ring, count, to) > 1e-9)
            fail_msg("seed %u: from %.17g, %.17g: %.17g, %.17g is %s the ring", (unsigned)seed,
                     from.x, from.y, to.x, to.y, inside ? "inside" : "outside");
    }
    if (!p->has_bounds)
        return;
    double area = wend_polygon_area(ring, count), expected = swept_area(p, floor, from);
    if (fabs(area - expected) > 1e-6)
        fail_msg("seed %u: from %.17g, %.17g: area %.9g instead of %.9g", (unsigned)seed, from.x,
                 from.y, area, expected);
}

// ---- everything, on random floors ---------------------------------------------------------------

static void check_everything(const plan *p, const wend_floor *floor, const wend_mesh *mesh,
                             uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 2);
    check_places(p, floor, mesh, &random, seed);
    check_rays(p, floor, mesh, &random, seed);
    for (int i = 0; i < 6; ++i)
        check_view(p, floor, mesh, pick_point(p, &random), &random, seed);
}

static void test_random_floors(void **state)
{
    (void)state;
    static plan p;
    uint64_t count = long_tier() ? 20000 : 150;
    for (uint64_t seed = 0; seed < count; ++seed) {
        plan_random(&p, seed);
        wend_floor *floor = plan_floor(&p);
        wend_mesh *mesh = make_mesh(floor, p.size);
        check_everything(&p, floor, mesh, seed);
        wend_mesh_destroy(mesh);
        wend_floor_destroy(floor);
    }
}

// All four by four grids of squares would be many; all three by three are few.
static void test_all_small_grids(void **state)
{
    (void)state;
    static plan p;
    for (uint64_t bits = 0; bits < 512; ++bits) {
        plan_clear(&p, 3, true);
        for (uint32_t i = 0; i < 9; ++i) {
            double x = i % 3, y = i / 3;
            if (bits >> i & 1)
                assert_true(
                    plan_add(&p, (wend_vec2[]){{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}, 4));
        }
        wend_floor *floor = plan_floor(&p);
        wend_mesh *mesh = make_mesh(floor, p.size);
        wend_random random = wend_random_stream(bits, 3);
        check_places(&p, floor, mesh, &random, bits);
        for (int i = 0; i < 16; ++i)
            for (int k = 0; k < 16; ++k)
                if (long_tier() || wend_random_below(&random, 4) == 0)
                    check_ray(floor, mesh, (wend_vec2){i % 4, i / 4}, (wend_vec2){k % 4, k / 4},
                              bits);
        wend_mesh_destroy(mesh);
        wend_floor_destroy(floor);
    }
}

// ---- after edits --------------------------------------------------------------------------------

/// Two meshes of the same obstacles give the same answers to the last bit, though their triangles
/// have other numbers and are found from other hints.
static void check_same_answers(const plan *p, const wend_mesh *a, const wend_mesh *b, uint64_t seed)
{
    static wend_vec2 ring_a[MOST_SEEN], ring_b[MOST_SEEN];
    wend_random random = wend_random_stream(seed, 7);
    for (int i = 0; i < 40; ++i) {
        wend_vec2 from = pick_point(p, &random), to = pick_point(p, &random);
        uint32_t count_a, count_b;
        wend_ray ray_a = {0}, ray_b = {0};
        wend_result result = wend_mesh_raycast(a, from, to, &ray_a, NULL);
        assert_int_equal(wend_mesh_raycast(b, from, to, &ray_b, NULL), result);
        assert_true(ray_a.hit == ray_b.hit && ray_a.length == ray_b.length);
        assert_true(wend_equal(ray_a.at, ray_b.at) && wend_equal(ray_a.a, ray_b.a) &&
                    wend_equal(ray_a.b, ray_b.b));
        assert_int_equal(wend_mesh_visible(a, from, ring_a, MOST_SEEN, &count_a, NULL), result);
        assert_int_equal(wend_mesh_visible(b, from, ring_b, MOST_SEEN, &count_b, NULL), result);
        assert_int_equal(count_a, count_b);
        assert_memory_equal(ring_a, ring_b, count_a * sizeof *ring_a);
        assert_int_equal(wend_mesh_connected(a, from, to), wend_mesh_connected(b, from, to));
    }
}

/// Makes a mesh of some shapes of a plan, inserts the others one by one and removes about half.
static void check_edited(plan *p, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 6);
    uint32_t all = p->shape_count, first = wend_random_below(&random, all + 1);
    p->shape_count = first;
    wend_floor *floor = plan_floor(p);
    wend_mesh *mesh = make_mesh(floor, p->size);
    wend_error error;
    wend_mesh_shape_id ids[PLAN_SHAPES];
    for (uint32_t i = 0; i < first; ++i)
        ids[i] = wend_mesh_shape(mesh, i);
    for (uint32_t i = first; i < all; ++i) {
        if (wend_mesh_insert(mesh, &p->shapes[i], &ids[i], &error) != WEND_OK)
            fail_msg("seed %u: %s", (unsigned)seed, wend_error_text(&error));
        assert_int_equal(wend_hints_check(mesh, NULL), WEND_OK);
    }
    uint32_t left = all;
    for (; left > all / 2; --left) {
        uint32_t i = wend_random_below(&random, left);
        if (wend_mesh_remove(mesh, ids[i], &error) != WEND_OK)
            fail_msg("seed %u: %s", (unsigned)seed, wend_error_text(&error));
        assert_int_equal(wend_hints_check(mesh, NULL), WEND_OK);
        p->shapes[i] = p->shapes[left - 1];
        ids[i] = ids[left - 1];
    }
    p->shape_count = left;
    wend_floor_destroy(floor);
    floor = plan_floor(p);
    check_everything(p, floor, mesh, seed);
    wend_mesh *fresh = make_mesh(floor, p->size);
    check_same_answers(p, mesh, fresh, seed);
    wend_mesh_destroy(fresh);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

static void test_edited_floors(void **state)
{
    (void)state;
    static plan p;
    uint64_t count = long_tier() ? 5000 : 80;
    for (uint64_t seed = 0; seed < count; ++seed) {
        plan_random(&p, seed);
        check_edited(&p, seed);
    }
}
// ---- real maps ----------------------------------------------------------------------------------

static void test_real_maps(void **state)
{
    (void)state;
    static const char *const maps[] = {"movingai/arena.map", "movingai/brc202d.map"};
    for (size_t m = 0; m < sizeof maps / sizeof maps[0]; ++m) {
        scene *s = read_data(scene_read_map, maps[m]);
        if (!s)
            skip();
        wend_floor *floor;
        assert_int_equal(scene_floor(s, &floor, NULL), WEND_OK);
        wend_mesh *mesh = make_mesh(floor, 0);
        wend_box box = wend_floor_box(floor);
        wend_random random = wend_random_stream(m, 5);
        static wend_vec2 ring[20000];
        for (int i = 0; i < 2000; ++i) {
            int fine = i % 3;
            wend_vec2 from = point_on_grid(&random, box.max.x, fine);
            wend_vec2 to = point_on_grid(&random, box.max.x, fine);
            assert_int_equal(wend_mesh_locate(mesh, from), wend_floor_locate(floor, from, NULL));
            wend_ray ray;
            uint32_t count;
            if (wend_mesh_raycast(mesh, from, to, &ray, NULL) != WEND_OK)
                continue;
            assert_int_equal(wend_mesh_visible(mesh, from, ring, 20000, &count, NULL), WEND_OK);
            if (ray.hit || wend_equal(from, to))
                continue;
            assert_true(wend_mesh_connected(mesh, from, to));
            assert_true(wend_polygon_locate(ring, count, to) == WEND_INSIDE ||
                        distance_to_ring(ring, count, to) < 1e-9 || fine < 2);
        }
        wend_mesh_destroy(mesh);
        wend_floor_destroy(floor);
        scene_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small_grids),
        cmocka_unit_test(test_random_floors),
        cmocka_unit_test(test_edited_floors),
        cmocka_unit_test(test_real_maps),
    };
    return cmocka_run_group_tests_name("mesh_queries", tests, NULL, NULL);
}
