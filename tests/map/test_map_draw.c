// SPDX-License-Identifier: MIT
// Lines of path maps that are known, their picture, and what happens with bad arguments and without
// memory.
#include "tests/map/drawn_lines.h"

#include "wend/vec2.h"

/// A room of 8 by 8 with a square of 2 by 2 in its middle.
static void start_room(const wend_map_source *source)
{
    begin_by_hand(8);
    plan_box(&f.s.plan, 3, 3, 5, 5);
    start_by_hand(source);
    forget_lines();
}

static const wend_map_source FLOOR_LINE = {{0, 0}, {8, 0}, 0}, IN_ROOM = {{1, 4}, {1, 4}, 0};

// Parallels to the lower wall, as long as nothing is in the way, then arcs behind the square.
static void parallels_of_a_wall(void **state)
{
    (void)state;
    const double levels[] = {2, 4, 6};
    start_room(&FLOOR_LINE);
    assert_int_equal(wend_map_isolines(f.map, levels, 3, 0.01, note_isoline, NULL, NULL), WEND_OK);
    assert_int_equal(told.line_count, 4); // the second is parted by the square
    assert_true(told.levels[0] == 2 && told.levels[1] == 4 && told.levels[2] == 4 &&
                told.levels[3] == 6);
    for (uint32_t i = 0; i < told.ends[2]; ++i)
        assert_float_equal(told.points[i].y, i < told.ends[0] ? 2 : 4, 1e-12);
    double top = 0;
    for (uint32_t i = begin_of(3); i < told.ends[3]; ++i)
        top = fmax(top, told.points[i].y);
    assert_float_equal(top, 6, 0.01); // the arcs, from either side, meet lower
    end_plain();
}

// A circle around a source is closed, and outside of the true one by no more than was asked for.
static void a_circle_is_closed(void **state)
{
    (void)state;
    const double level = 0.75;
    start_room(&IN_ROOM);
    assert_int_equal(wend_map_isolines(f.map, &level, 1, 1e-3, note_isoline, NULL, NULL), WEND_OK);
    assert_int_equal(told.line_count, 1);
    assert_true(wend_equal(told.points[0], told.points[told.count - 1]));
    for (uint32_t i = 0; i < told.count; ++i) {
        double r = sight_distance(told.points[i], IN_ROOM.a);
        assert_true(r >= 0.75 - 1e-12 && r <= 0.751);
    }
    end_plain();
}

// Behind the square the two ways round it meet in the middle.
static void a_border_of_two_corners(void **state)
{
    (void)state;
    start_room(&IN_ROOM);
    assert_int_equal(wend_map_borders(f.map, 1e-3, note_border, NULL, NULL), WEND_OK);
    bool found = false;
    for (uint32_t line = 0; line < told.line_count; ++line) {
        bool level = true;
        double left = INFINITY, right = -INFINITY;
        for (uint32_t i = begin_of(line); i < told.ends[line]; ++i) {
            level &= fabs(told.points[i].y - 4) < 1e-9;
            left = fmin(left, told.points[i].x);
            right = fmax(right, told.points[i].x);
        }
        found |= level && fabs(left - 5) < 1e-9 && fabs(right - 8) < 1e-9;
    }
    assert_true(found);
    end_plain();
}

static bool stop_at_once(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    (void)level;
    (void)points;
    (void)count;
    ++*(uint32_t *)context;
    return false;
}

static void misuse(void **state)
{
    (void)state;
    const double levels[] = {1, 2};
    uint32_t calls = 0;
    wend_error problem = {0};
    start_room(&IN_ROOM);
    assert_int_equal(wend_map_isolines(f.map, levels, 2, 0, note_isoline, NULL, &problem),
                     WEND_BAD_ARGUMENT);
    assert_true(*wend_error_text(&problem));
    assert_int_equal(wend_map_borders(f.map, -1, note_border, NULL, &problem), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_map_isolines(f.map, levels, 2, 0.1, stop_at_once, &calls, NULL), WEND_OK);
    assert_int_equal(calls, 1);
    assert_int_equal(wend_map_isolines(f.map, NULL, 0, 0.1, note_isoline, NULL, NULL), WEND_OK);
    assert_int_equal(told.line_count, 0);
    wend_map *empty = new_map();
    assert_int_equal(wend_map_isolines(empty, levels, 2, 0.1, note_isoline, NULL, NULL), WEND_OK);
    assert_int_equal(wend_map_borders(empty, 0.1, note_border, NULL, NULL), WEND_OK);
    assert_int_equal(told.line_count, 0);
    wend_map_destroy(empty);
    end_plain();
}

static void without_memory(void **state)
{
    (void)state;
    const double level = 2;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    start_room(&IN_ROOM);
    wend_map *map;
    assert_int_equal(wend_map_create(&allocator, &map, NULL), WEND_OK);
    build_map(map, f.s.mesh, &IN_ROOM, 1);
    for (int borders = 0; borders < 2; ++borders) {
        size_t before = memory.bytes, fail_at = 0;
        wend_result result = WEND_OUT_OF_MEMORY;
        while (result == WEND_OUT_OF_MEMORY) {
            forget_lines();
            memory.calls = 0;
            memory.fail_at = ++fail_at;
            result = borders ? wend_map_borders(map, 0.01, note_border, NULL, NULL)
                             : wend_map_isolines(map, &level, 1, 0.01, note_isoline, NULL, NULL);
            assert_int_equal(memory.bytes, before);
        }
        assert_int_equal(result, WEND_OK);
        assert_true(fail_at > 5 && told.line_count > 0);
    }
    wend_map_destroy(map);
    assert_int_equal(memory.bytes, 0);
    end_plain();
}

// ---- the picture --------------------------------------------------------------------------------

/// What was drawn, by layer.
typedef struct drawn {
    const char *refused; ///< a layer that is not wanted
    char layer[16];
    uint32_t borders, isolines, dots, segments;
    wend_vec2 dot[16];
} drawn;

static bool take_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    drawn *all = context;
    (void)title;
    assert_true(sample.line != WEND_NO_COLOUR);
    snprintf(all->layer, sizeof all->layer, "%s", name);
    return !all->refused || strcmp(all->refused, name) != 0;
}

static void take_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    drawn *all = context;
    (void)ink;
    all->borders += strcmp(all->layer, "borders") == 0;
    all->isolines += strcmp(all->layer, "isolines") == 0;
    if (strcmp(all->layer, "sources") != 0)
        return;
    all->segments += count == 2;
    if (count == 1 && all->dots < 16)
        all->dot[all->dots++] = points[0];
}

static drawn draw_map(const char *refused)
{
    const double levels[] = {1, 2, 3};
    drawn all = {.refused = refused};
    wend_draw draw = {.context = &all, .layer = take_layer, .line = take_line};
    assert_int_equal(wend_map_draw(f.map, levels, 3, 0.01, &draw, NULL), WEND_OK);
    return all;
}

static bool has_dot(const drawn *all, double x, double y)
{
    for (uint32_t i = 0; i < all->dots; ++i)
        if (fabs(all->dot[i].x - x) < 1e-12 && fabs(all->dot[i].y - y) < 1e-12)
            return true;
    return false;
}

// Figure 3.4: the corners of the square, as seen from the segment, have their critical points on
// it.
static void critical_points(void **state)
{
    (void)state;
    start_room(&FLOOR_LINE);
    drawn all = draw_map(NULL);
    assert_true(all.borders > 0 && all.isolines >= 3 && all.segments >= 1);
    assert_true(has_dot(&all, 3, 0) && has_dot(&all, 5, 0)); // of its lower corners
    assert_true(has_dot(&all, 0, 0) && has_dot(&all, 8, 0)); // the segment's ends
    drawn less = draw_map("borders");
    assert_true(less.borders == 0 && less.isolines == all.isolines && less.dots == all.dots);
    less = draw_map("sources");
    assert_true(less.borders == all.borders && less.dots == 0);
    end_plain();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parallels_of_a_wall),     cmocka_unit_test(a_circle_is_closed),
        cmocka_unit_test(a_border_of_two_corners), cmocka_unit_test(misuse),
        cmocka_unit_test(without_memory),          cmocka_unit_test(critical_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
