// SPDX-License-Identifier: MIT
// The border of the free space, made from floors: by hand where the answer is known, at random
// against an oracle, and with memory that runs out.
#include "tests/geometry/floor_scenes.h"
#include "tests/oracle/boundary.h"

static void make_border(wend_boundary *boundary, const wend_floor *floor)
{
    wend_error error = {0};
    if (wend_boundary_make(boundary, floor, wend_box_empty(), NULL, NULL, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

typedef struct counts {
    uint32_t sides, corners, points;
} counts;

static counts count_elements(const wend_boundary *boundary)
{
    counts c = {0};
    for (size_t i = 0; i < boundary->links.count; ++i) {
        c.sides += boundary->links.data[i].kind == WEND_ELEMENT_SIDE;
        c.corners += boundary->links.data[i].kind == WEND_ELEMENT_CORNER;
        c.points += boundary->links.data[i].kind == WEND_ELEMENT_POINT;
    }
    return c;
}

// Counts the elements of a scene's obstacles in bounds of 20 x 20 whose walls are not cut.
static counts count_scene(scene *s)
{
    set_box_bounds(s, -4, -4, 20, 20);
    wend_floor *floor = make_floor(s);
    wend_boundary boundary;
    make_border(&boundary, floor);
    assert_checked(&boundary);
    counts c = count_elements(&boundary);
    // Not counting the bounds: four walls, each of them in two parts.
    for (size_t i = 0; i < boundary.links.count; ++i)
        c.sides -= boundary.links.data[i].kind == WEND_ELEMENT_SIDE &&
                   boundary.links.data[i].site == boundary.bounds_slot;
    wend_boundary_free(&boundary);
    wend_floor_destroy(floor);
    return c;
}

static void assert_counts(scene *s, uint32_t sides, uint32_t corners, uint32_t points)
{
    counts c = count_scene(s);
    assert_int_equal(c.sides, sides);
    assert_int_equal(c.corners, corners);
    assert_int_equal(c.points, points);
}

static void test_known(void **state)
{
    (void)state;
    scene s = {0};
    assert_counts(&s, 0, 0, 0);
    add_box(&s, 0, 0, 4, 4);
    assert_counts(&s, 4, 4, 0);
    add_box(&s, 4, 0, 8, 4); // shares a wall
    assert_counts(&s, 6, 4, 0);
    add_box(&s, 0, 4, 2, 6); // stands on a part of a wall
    assert_counts(&s, 9, 5, 0);
    add_segment(&s, 2, 6, 2, 8); // goes on from a corner
    assert_counts(&s, 11, 5, 0);
    add_segment(&s, 8, 2, 10, 2); // ends in a wall
    assert_counts(&s, 14, 6, 0);
    add_segment(&s, 4, 0, 8, 0); // along a wall
    assert_counts(&s, 14, 6, 0);
    add_point(&s, 12, 12); // alone
    assert_counts(&s, 14, 6, 1);
    add_point(&s, 9, 2); // on a wall
    assert_counts(&s, 14, 6, 1);
}

static void test_touching_corners(void **state)
{
    (void)state;
    scene s = {0};
    add_box(&s, 0, 0, 4, 4);
    add_box(&s, 4, 4, 8, 8); // corner to corner: two concave ones
    assert_counts(&s, 8, 6, 0);
    add_segment(&s, 4, 4, 2, 6); // in one of them
    assert_counts(&s, 10, 7, 0);
    scene star = {0};
    add_segment(&star, 4, 4, 8, 4);
    add_segment(&star, 4, 4, 4, 8);
    add_segment(&star, 4, 4, 0, 4);
    assert_counts(&star, 6, 3, 0); // straight on below
    add_segment(&star, 4, 4, 4, 0);
    assert_counts(&star, 8, 4, 0);
}

static void test_hole_touches_outline(void **state)
{
    (void)state;
    scene s = {0};
    add_box(&s, 0, 0, 8, 8);
    add_hole(&s, (wend_vec2[]){{4, 0}, {6, 2}, {4, 4}, {2, 2}}, 4);
    assert_counts(&s, 9, 4, 0);
    add_point(&s, 4, 3); // in the hole
    assert_counts(&s, 9, 4, 1);
}

// A floor of squares that fill a larger one: nothing but its outline is left.
static void test_buried(void **state)
{
    (void)state;
    scene s = {0};
    for (int i = 0; i < 9; ++i)
        add_box(&s, 2 * (i % 3), 2 * (i / 3), 2 * (i % 3) + 2, 2 * (i / 3) + 2);
    add_segment(&s, 2, 2, 2, 4); // between two of them
    add_point(&s, 3, 2);
    assert_counts(&s, 12, 4, 0);
}

// ---- frames -------------------------------------------------------------------------------------

static void test_frames(void **state)
{
    (void)state;
    scene s = {0};
    wend_boundary boundary;
    wend_error error = {0};
    wend_floor *floor = make_floor(&s);
    make_border(&boundary, floor); // of nothing
    assert_checked(&boundary);
    assert_int_equal(wend_boundary_locate(&boundary, (wend_vec2){0.5, 0.25}), WEND_LOCATION_FREE);
    wend_boundary_free(&boundary);
    wend_floor_destroy(floor);
    add_box(&s, 0, 0, 2, 1);
    floor = make_floor(&s);
    make_border(&boundary, floor);
    assert_checked(&boundary);
    assert_true(boundary.box.min.x == -2 && boundary.box.max.x == 4);
    assert_true(boundary.box.min.y == -2 && boundary.box.max.y == 3);
    wend_boundary_free(&boundary);
    const wend_box small = {{0.5, -3}, {9, 9}}, flat = {{0, 0}, {0, 9}}, tight = {{0, 0}, {2, 3}};
    assert_int_equal(wend_boundary_make(&boundary, floor, small, NULL, NULL, &error),
                     WEND_BAD_ARGUMENT);
    wend_boundary_free(&boundary);
    assert_int_equal(wend_boundary_make(&boundary, floor, flat, NULL, NULL, &error),
                     WEND_BAD_ARGUMENT);
    wend_boundary_free(&boundary);
    assert_int_equal(wend_boundary_make(&boundary, floor, tight, NULL, NULL, &error), WEND_OK);
    assert_checked(&boundary);
    assert_int_equal(count_elements(&boundary).corners, 0);
    wend_boundary_free(&boundary);
    wend_floor_destroy(floor);
}

// ---- random scenes ------------------------------------------------------------------------------

static void collect_walls(walls *w, const scene *s, wend_box box)
{
    w->count = 0;
    for (uint32_t i = 0; i < s->shape_count; ++i)
        if (s->shapes[i].point_count > 1)
            add_shape_walls(w, &s->shapes[i]);
    wend_vec2 frame[4] = {box.min, {box.min.x, box.max.y}, box.max, {box.max.x, box.min.y}};
    if (s->bounds_count)
        add_ring_walls(w, s->bounds, s->bounds_count);
    else
        add_ring_walls(w, frame, 4);
}

// Scales, turns and shifts a scene, so that coordinates are no longer round; contacts at corners
// stay exact, others may not.
static void distort(scene *s, wend_random *random)
{
    double scale = wend_random_between(random, 0.1, 10), x = wend_random_between(random, -50, 50);
    for (uint32_t i = 0; i <= s->shape_count; ++i) {
        wend_vec2 *points = i < s->shape_count ? s->points[i] : s->bounds;
        uint32_t count = i < s->shape_count ? s->shapes[i].point_count : s->bounds_count;
        for (uint32_t k = 0; k < count; ++k)
            points[k] = (wend_vec2){scale * points[k].x + x, scale * points[k].y - x};
    }
}

static void check_scene(const scene *s, wend_random *random)
{
    static walls w;
    wend_floor *floor = make_floor(s);
    wend_boundary boundary;
    make_border(&boundary, floor);
    assert_checked(&boundary);
    collect_walls(&w, s, boundary.box);
    assert_border(&boundary, floor, &w);
    wend_box box = boundary.box;
    for (int i = 0; i < 100; ++i) {
        wend_vec2 p = {wend_random_between(random, box.min.x - 1, box.max.x + 1),
                       wend_random_between(random, box.min.y - 1, box.max.y + 1)};
        assert_located(&boundary, floor, p);
        assert_located(&boundary, floor, (wend_vec2){round(p.x), round(p.y)});
        assert_located(&boundary, floor, (wend_vec2){round(p.x), p.y});
        wend_segment wall = w.lines[wend_random_below(random, w.count)];
        assert_located(&boundary, floor, wall.a);
        assert_located(&boundary, floor, wend_segment_closest(wall, p));
    }
    wend_boundary_free(&boundary);
    wend_floor_destroy(floor);
}

static void test_random(void **state)
{
    (void)state;
    static scene s;
    static findings found;
    int wanted = long_tier() ? 20000 : 1000;
    for (uint64_t seed = 0, sound = 0; sound < (uint64_t)wanted; ++seed) {
        scene_seed = seed;
        wend_random random = wend_random_stream(seed, 61);
        make_scene(&s, &random);
        if (wend_random_below(&random, 3) == 0)
            distort(&s, &random);
        find_flaws(&s, &found);
        if (found.count > 0)
            continue;
        ++sound;
        check_scene(&s, &random);
    }
}

// ---- many ---------------------------------------------------------------------------------------

// A town of blocks, some of them touching, with walls between them and people in the streets.
static wend_floor *make_town(uint32_t across)
{
    static wend_vec2 points[4 * 4096];
    static wend_shape shapes[3 * 1024];
    wend_random random = wend_random_stream(7, 66);
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < across * across; ++i) {
        double x = 10.0 * (i % across), y = 10.0 * (i / across);
        double wide = i % 5 == 0 ? 10 : 7; // a wide one touches the next
        const wend_vec2 block[4] = {{x, y}, {x + wide, y}, {x + wide, y + 7}, {x, y + 7}};
        memcpy(points + at, block, sizeof block);
        shapes[count++] = (wend_shape){.points = points + at, .point_count = 4};
        at += 4;
        points[at] = (wend_vec2){x + 3, y + 7};
        points[at + 1] = (wend_vec2){x + 3, y + (i % 3 == 0 ? 10 : 8.5)};
        shapes[count++] = (wend_shape){.points = points + at, .point_count = 2};
        at += 2;
        points[at] = (wend_vec2){x + wend_random_between(&random, 4, 6),
                                 y + wend_random_between(&random, 7, 9)};
        shapes[count++] = (wend_shape){.points = points + at++, .point_count = 1};
    }
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shapes;
    def.shape_count = count;
    wend_floor *floor;
    uint32_t defects;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    assert_int_equal(wend_floor_validate(floor, NULL, 0, &defects, NULL), WEND_OK);
    return floor;
}

static void test_threads(void **state)
{
    (void)state;
    wend_floor *floor = make_town(32);
    wend_boundary one, many;
    make_border(&one, floor);
    assert_checked(&one);
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = 8;
    wend_tasks *tasks;
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    assert_int_equal(wend_boundary_make(&many, floor, wend_box_empty(), tasks, NULL, NULL),
                     WEND_OK);
    assert_int_equal(one.elements.count, many.elements.count);
    size_t count = one.elements.count;
    assert_memory_equal(one.elements.data, many.elements.data, count * sizeof(wend_element));
    for (size_t i = 0; i < count; ++i) {
        const wend_element_link *a = &one.links.data[i], *b = &many.links.data[i];
        assert_true(a->next == b->next && a->previous == b->previous && a->start == b->start &&
                    a->end == b->end && a->wall == b->wall && a->site == b->site &&
                    a->sibling == b->sibling && a->kind == b->kind && a->bend == b->bend);
    }
    wend_tasks_destroy(tasks);
    wend_boundary_free(&one);
    wend_boundary_free(&many);
    wend_floor_destroy(floor);
}

// Walls that are far longer than cells are cut into parts, all of which are known by their wall.
static void test_long_walls(void **state)
{
    (void)state;
    static wend_vec2 points[2000];
    static wend_shape shapes[1002];
    wend_random random = wend_random_stream(3, 67);
    for (int i = 0; i < 1000; ++i) {
        points[i] =
            (wend_vec2){wend_random_between(&random, 0, 99), wend_random_between(&random, 0, 9)};
        shapes[i] = (wend_shape){.points = &points[i], .point_count = 1};
    }
    const wend_vec2 slanted[] = {{-1.7, 10.3}, {101.1, 13.9}}, ends[] = {{-1.7, 10.3}, {1, 19}};
    shapes[1000] = (wend_shape){.points = slanted, .point_count = 2};
    shapes[1001] = (wend_shape){.points = ends, .point_count = 2};
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shapes;
    def.shape_count = 1002;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    wend_boundary boundary;
    make_border(&boundary, floor);
    assert_checked(&boundary);
    uint32_t sides = 0;
    double longest = 0;
    for (size_t i = 0; i < boundary.links.count; ++i)
        if (boundary.links.data[i].kind == WEND_ELEMENT_SIDE) {
            const wend_element *e = &boundary.elements.data[i];
            longest = fmax(longest, hypot(e->q.x - e->p.x, e->q.y - e->p.y));
            sides += boundary.links.data[i].site == 1000;
        }
    assert_true(sides >= 6 && longest <= boundary.part_length * (1 + 1e-12));
    wend_boundary_free(&boundary);
    wend_floor_destroy(floor);
}

// ---- the checker --------------------------------------------------------------------------------

// Whatever is broken, the checker finds it.
static void test_checker(void **state)
{
    (void)state;
    wend_floor *floor = make_town(4);
    wend_boundary b;
    make_border(&b, floor);
    assert_checked(&b);
    wend_random random = wend_random_stream(1, 68);
    for (int i = 0; i < 500; ++i) {
        uint32_t number = wend_random_below(&random, (uint32_t)b.links.count);
        wend_element element = b.elements.data[number], *e = &b.elements.data[number];
        wend_element_link link = b.links.data[number], *l = &b.links.data[number];
        if (link.kind == WEND_ELEMENT_NONE)
            continue;
        switch (i % 10) {
        case 0:
            e->p.x += 1;
            break;
        case 1:
            e->from = (wend_vec2){e->from.y, -e->from.x};
            break;
        case 2:
            e->to.x *= 1.5;
            e->to.y *= 1.5;
            break;
        case 3:
            l->next = (l->next + 1) % (uint32_t)b.links.count;
            break;
        case 4:
            l->previous = (l->previous + 1) % (uint32_t)b.links.count;
            break;
        case 5:
            l->start = (l->start + 1) % (uint32_t)b.node_uses.count;
            break;
        case 6:
            l->site = UINT32_MAX;
            break;
        case 7:
            l->bend = (int8_t)(l->bend == 1 ? -1 : 1);
            break;
        case 8:
            l->kind = WEND_ELEMENT_NONE;
            break;
        default:
            wend_site_grid_remove(&b.grid, number, e);
        }
        bool point = link.kind == WEND_ELEMENT_POINT;
        // A lone point's bend says nothing.
        if (!(point && i % 10 == 7))
            assert_int_equal(wend_boundary_check(&b, NULL), WEND_INVALID_GEOMETRY);
        *e = element;
        *l = link;
        if (i % 10 == 9)
            wend_site_grid_restore(&b.grid, number, e);
        assert_checked(&b);
    }
    wend_boundary_free(&b);
    wend_floor_destroy(floor);
}

// ---- memory -------------------------------------------------------------------------------------

static void test_memory(void **state)
{
    (void)state;
    scene s = {0};
    add_box(&s, 0, 0, 4, 4);
    add_box(&s, 4, 0, 8, 4);
    add_hole(&s, (wend_vec2[]){{5, 1}, {7, 1}, {6, 3}}, 3);
    add_segment(&s, 8, 2, 10, 2);
    add_point(&s, 9, 2);
    add_point(&s, 1, 9);
    wend_floor *floor = make_floor(&s);
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t fail_at = 1; result == WEND_OUT_OF_MEMORY; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_boundary boundary = {0}, copy = {0};
        result = wend_boundary_make(&boundary, floor, wend_box_empty(), NULL, &allocator, NULL);
        if (result == WEND_OK && !wend_boundary_copy(&copy, &boundary, &allocator))
            result = WEND_OUT_OF_MEMORY;
        memory.fail_at = 0;
        if (result == WEND_OK) {
            assert_checked(&copy);
            assert_true(same_border(&boundary, &copy));
        }
        wend_boundary_free(&boundary);
        wend_boundary_free(&copy);
        assert_int_equal(memory.bytes, 0);
    }
    assert_int_equal(result, WEND_OK);
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_touching_corners),
        cmocka_unit_test(test_hole_touches_outline),
        cmocka_unit_test(test_buried),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_long_walls),
        cmocka_unit_test(test_checker),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
