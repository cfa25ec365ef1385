// SPDX-License-Identifier: MIT
// Segments as sources of path maps (section 3.4), by hand: feet, ends and critical points; segments
// on walls, through walls and through each other.
#include "tests/map/map_rooms.h"

#include "wend/vec2.h"

static void segment_in_the_open(void **state)
{
    (void)state;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    finish_scene((wend_map_source[]){segment(3, 5, 7, 5)}, 1);
    expect(5, 5, 0);
    expect(3, 5, 0);
    expect(4, 8, 3); // square to it
    expect(4, 1, 4);
    expect(0, 1, 5); // to its end
    expect(8, 5, 1);
    expect(10, 9, 5);
    expect_next(4, 8, 4, 5);
    expect_next(4.25, 1, 4.25, 5);
    expect_next(0, 1, 3, 5);
    end_fixture(&f);
}

// Critical points (3.4): whoever goes around a corner ends at the corner's foot.
static void critical_points(void **state)
{
    (void)state;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_box(&f.s.plan, 3, 4, 7, 6);
    finish_scene((wend_map_source[]){segment(1, 2, 9, 2)}, 1);
    expect(5, 4, 2);
    expect(3, 6, 4); // past the wall straight down
    expect(5, 6, 2 + 4);
    expect(4, 8, hypot(1, 2) + 4);
    expect(0, 2, 1);
    wend_vec2 path[8];
    uint32_t count;
    assert_int_equal(wend_map_path(f.map, (wend_vec2){4, 8}, path, 8, &count), WEND_OK);
    assert_true(count >= 3);
    assert_true(wend_equal(path[1], (wend_vec2){3, 6}));
    assert_true(wend_equal(path[count - 1], (wend_vec2){3, 2}));
    end_fixture(&f);
}

static void segments_on_walls(void **state)
{
    (void)state;
    // All of a wall, more than it, a part of it; of a thin wall both sides.
    room_with_square((wend_map_source[]){segment(4, 4, 6, 4)}, 1);
    expect(5, 4, 0);
    expect(5, 1, 3);
    expect(4, 6, 2);
    expect(5, 6, 3);
    end_fixture(&f);
    room_with_square((wend_map_source[]){segment(2, 4, 8, 4)}, 1);
    expect(3, 6, 2);
    expect(5, 6, 3);
    expect(5, 2, 2);
    end_fixture(&f);
    room_with_square((wend_map_source[]){segment(0, 2, 0, 3)}, 1); // a door in the bounds
    expect(4, 2.5, 4);
    expect(0, 5, 2);
    end_fixture(&f);
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_segment(&f.s.plan, 3, 5, 7, 5);
    finish_scene((wend_map_source[]){segment(4, 5, 6, 5)}, 1);
    expect(5, 3, 2);
    expect(5, 7, 2);
    expect(7, 5, 1);
    expect(8, 5, 2);
    expect(8, 6, hypot(2, 1));
    end_fixture(&f);
}

// What of a segment is in an obstacle or out of bounds is no source.
static void segments_through_walls(void **state)
{
    (void)state;
    room_with_square((wend_map_source[]){segment(5, 1, 5, 9)}, 1);
    expect(3, 5, 1 + HALF_DIAGONAL); // not straight through the square
    expect(4, 5, 2);
    expect(5, 4, 0);
    expect(5, 5, -1);
    expect(3, 2, 2);
    end_fixture(&f);
    room_with_square((wend_map_source[]){segment(4.5, 5, 5.5, 5)}, 1);
    expect(3, 5, -1);
    end_fixture(&f);
    // A slanted one ends where it enters the wall, and hides behind it.
    room_with_square((wend_map_source[]){segment(2, 3, 5, 6)}, 1);
    expect(4, 5, 0);
    expect(3.5, 6, hypot(0.5, 1));
    expect(5, 4, 1 + HALF_DIAGONAL / 2);
    end_fixture(&f);
}

static void segments_that_cross(void **state)
{
    (void)state;
    wend_map_source late = segment(0, 10, 10, 0);
    late.offset = 1;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_box(&f.s.plan, 7, 4, 8, 6);
    finish_scene((wend_map_source[]){segment(0, 0, 10, 10), late, segment(0, 0, 10, 10)}, 3);
    expect(5, 5, 0);
    expect(2, 2, 0);
    expect(2, 8, 1);
    expect(8, 2, 1);
    expect(5, 1, 2 * HALF_DIAGONAL);
    end_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segment_in_the_open), cmocka_unit_test(critical_points),
        cmocka_unit_test(segments_on_walls),   cmocka_unit_test(segments_through_walls),
        cmocka_unit_test(segments_that_cross),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
