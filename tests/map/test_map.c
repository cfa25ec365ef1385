// SPDX-License-Identifier: MIT
// Path maps whose answers are known by hand: sources at all kinds of places, places on walls and
// corners, thin walls, walls that touch, pockets.
#include "tests/map/map_rooms.h"

static void empty_room(void **state)
{
    (void)state;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    finish_scene((wend_map_source[]){point(3, 4)}, 1);
    expect(3, 4, 0);
    expect(0, 0, 5);
    expect(6, 8, 5);
    expect(3, 10, 6);
    expect(10, 10, hypot(7, 6));
    expect(10.5, 5, -1);
    expect(-1e-9, 5, -1);
    expect_next(6, 8, 3, 4);
    end_fixture(&f);
}

static void one_square(void **state)
{
    (void)state;
    room_with_square((wend_map_source[]){point(2, 5)}, 1);
    expect(8, 5, 2 * sqrt(5) + 2); // around, by two corners
    expect(4, 5, 2);               // on the near wall
    expect(6, 5, sqrt(5) + 2 + 1); // on the far one
    expect(6, 6, sqrt(5) + 2);
    expect(5, 6, sqrt(5) + 1);
    expect(5, 5, -1);
    expect(4 + 1e-9, 5, -1);
    expect_next(6, 6, 4, 6);
    expect_next(8, 5.5, 6, 6);
    end_fixture(&f);
}

static void source_on_corner(void **state)
{
    (void)state;
    room_with_square((wend_map_source[]){point(4, 4)}, 1);
    expect(4, 4, 0);
    expect(6, 4, 2);
    expect(6, 6, 4);
    expect(7, 7, 2 + hypot(1, 3)); // either way
    expect(2, 2, 2 * HALF_DIAGONAL);
    expect(4, 8, 4);
    expect(6, 8, 2 + 2 * HALF_DIAGONAL);
    expect(5, 5, -1);
    end_fixture(&f);
}

static void source_on_wall(void **state)
{
    (void)state;
    room_with_square((wend_map_source[]){point(5, 4)}, 1);
    expect(5, 4, 0);
    expect(4, 4, 1);
    expect(5, 6, 1 + 2 + 1);
    expect(5, 2, 2);
    expect(3, 3, hypot(2, 1));
    expect(3, 5, 1 + HALF_DIAGONAL);
    end_fixture(&f);
}

// The edges of the mesh of such a room: its source lies on one, or on all that meet in a corner.
static void source_on_mesh_edge(void **state)
{
    (void)state;
    room_with_square((wend_map_source[]){point(2, 2)}, 1);
    expect(4, 4, 2 * HALF_DIAGONAL);
    expect(8, 2, 6);
    expect(8, 8, hypot(4, 2) + hypot(2, 4)); // by (6, 4) or by (4, 6)
    expect(6, 6, hypot(4, 2) + 2);
    end_fixture(&f);
    room_with_square((wend_map_source[]){point(0, 0)}, 1);
    expect(4, 4, hypot(4, 4));
    expect(10, 10, hypot(6, 4) + hypot(4, 6));
    end_fixture(&f);
    room_with_square((wend_map_source[]){point(5, 0), point(5, 10)}, 2);
    expect(5, 4, 4);
    expect(0, 5, hypot(5, 5));
    expect(5, 10, 0);
    end_fixture(&f);
}

static void source_in_obstacle(void **state)
{
    (void)state;
    room_with_square((wend_map_source[]){point(5, 5)}, 1);
    expect(2, 2, -1);
    expect(5, 5, -1);
    expect(4, 4, -1);
    end_fixture(&f);
    room_with_square((wend_map_source[]){point(5, 5), point(2, 2)}, 2);
    expect(2, 3, 1);
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(f.map, &count);
    assert_int_equal(roots[wend_map_query(f.map, (wend_vec2){2, 3}).root].source, 1);
    end_fixture(&f);
}

static void several_at_one_place(void **state)
{
    (void)state;
    wend_map_source late = point(2, 2), later = point(2, 2);
    late.offset = 1;
    later.offset = 3;
    room_with_square((wend_map_source[]){later, late, late, point(8, 8)}, 4);
    expect(2, 2, 1);
    expect(2, 4, 3);
    expect(8, 8, 0);
    expect(5, 2, 4);
    end_fixture(&f);
    late.offset = 100; // farther away than everything by way of the other
    room_with_square((wend_map_source[]){late, point(8, 8)}, 2);
    expect(2, 2, hypot(4, 2) + hypot(2, 4));
    end_fixture(&f);
}

// ---- walls that touch ---------------------------------------------------------------------------

// Two squares that touch in (5, 5); nobody passes there.
static void squares_that_touch(const wend_map_source *sources, uint32_t count)
{
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_box(&f.s.plan, 3, 3, 5, 5);
    plan_box(&f.s.plan, 5, 5, 7, 7);
    finish_scene(sources, count);
}

static void contact_points(void **state)
{
    (void)state;
    squares_that_touch((wend_map_source[]){point(4, 6)}, 1);
    expect(5, 5, HALF_DIAGONAL);
    expect(6, 4, 4 + 2 * HALF_DIAGONAL);
    end_fixture(&f);
    // The contact itself: it leads to both sides.
    squares_that_touch((wend_map_source[]){point(5, 5)}, 1);
    expect(5, 5, 0);
    expect(4, 6, HALF_DIAGONAL);
    expect(6, 4, HALF_DIAGONAL);
    expect(3, 3, 4);
    expect(7, 7, 4);
    end_fixture(&f);
    // On it, the nearer side counts.
    squares_that_touch((wend_map_source[]){point(1, 9), point(6, 4)}, 2);
    expect(5, 5, HALF_DIAGONAL);
    expect(4.5, 5.5, hypot(3.5, 3.5));
    end_fixture(&f);
}

// Four squares around a yard, that touch in its corners.
static void pockets(void **state)
{
    (void)state;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_box(&f.s.plan, 4, 2, 6, 4);
    plan_box(&f.s.plan, 2, 4, 4, 6);
    plan_box(&f.s.plan, 6, 4, 8, 6);
    plan_box(&f.s.plan, 4, 6, 6, 8);
    finish_scene((wend_map_source[]){point(1, 1)}, 1);
    expect(5, 5, -1);
    expect(4, 5, -1); // a wall of the yard only
    expect(4, 4, 3 * HALF_DIAGONAL);
    end_fixture(&f);
    assert_true(start_scene(&f.s));
    add_source(&f.s, point(5, 5));
    start_fixture(&f);
    expect(5, 5, 0);
    expect(4, 5, 1);
    expect(6, 6, HALF_DIAGONAL);
    expect(1, 1, -1);
    expect(9, 5, -1);
    end_fixture(&f);
}

// A wall with two free ends, one on the bounds' wall, one that meets another in a T.
static void thin_walls(void **state)
{
    (void)state;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_segment(&f.s.plan, 3, 5, 7, 5);
    finish_scene((wend_map_source[]){point(5, 4)}, 1);
    expect(5, 5, 1); // on the wall: from the near side
    expect(5, 6, hypot(2, 1) * 2);
    expect(3, 5, hypot(2, 1));
    expect(3, 7, hypot(2, 1) + 2);
    expect(8, 5, hypot(3, 1));
    expect(7, 8, hypot(2, 1) + 3);
    end_fixture(&f);
    // From a place on the wall it is seen to both sides.
    assert_true(start_scene(&f.s));
    add_source(&f.s, point(5, 5));
    start_fixture(&f);
    expect(5, 4, 1);
    expect(5, 6, 1);
    expect(4, 5, 1);
    expect(9, 5, 4);
    end_fixture(&f);
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_segment(&f.s.plan, 5, 0, 5, 8);
    plan_segment(&f.s.plan, 5, 4, 8, 4);
    finish_scene((wend_map_source[]){point(4, 8)}, 1);
    expect(5, 8, 1);
    expect(6, 8, 2);
    expect(5, 4, hypot(1, 4)); // the corner of the T, from the source's side
    expect(5.5, 4, 1 + hypot(0.5, 4));
    expect(6, 2, 1 + hypot(3, 4) + hypot(2, 2));
    end_fixture(&f);
}

// Two walls that meet in a point where nobody passes; a third that misses them by a bit.
static void walls_meeting_in_points(void **state)
{
    (void)state;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_segment(&f.s.plan, 0, 0, 5, 5);
    plan_segment(&f.s.plan, 5, 5, 10, 10);
    finish_scene((wend_map_source[]){point(2, 8)}, 1);
    expect(5, 5, hypot(3, 3));
    expect(8, 2, -1);
    expect(5, 4.5, -1);
    end_fixture(&f);
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_segment(&f.s.plan, 0, 0, 5, 5);
    plan_segment(&f.s.plan, 5.125, 5.125, 10, 10);
    finish_scene((wend_map_source[]){point(2, 8)}, 1);
    expect(5.0625, 5.0625, hypot(2.9375, 3.0625));
    expect(8, 2, hypot(6, 6));
    end_fixture(&f);
}

// Points are in nobody's way, on walls and off them.
static void point_obstacles(void **state)
{
    (void)state;
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_box(&f.s.plan, 4, 4, 6, 6);
    plan_point(&f.s.plan, 3, 3);
    plan_point(&f.s.plan, 5, 4);
    plan_point(&f.s.plan, 0, 5);
    finish_scene((wend_map_source[]){point(3, 3)}, 1);
    expect(3, 3, 0);
    expect(1, 1, 2 * HALF_DIAGONAL);
    expect(5, 4, hypot(2, 1));
    expect(7, 5, hypot(3, 1) + HALF_DIAGONAL);
    end_fixture(&f);
    assert_true(start_scene(&f.s));
    add_source(&f.s, point(1, 1));
    start_fixture(&f);
    expect(3, 3, 2 * HALF_DIAGONAL);
    expect(4, 4, 3 * HALF_DIAGONAL); // through it
    end_fixture(&f);
}

static void bounds_with_reflex_corners(void **state)
{
    (void)state;
    clear_scene();
    const wend_vec2 ring[] = {{0, 0}, {10, 0}, {10, 4}, {4, 4}, {4, 6}, {10, 6}, {10, 10}, {0, 10}};
    memcpy(f.s.plan.bounds, ring, sizeof ring);
    f.s.plan.bounds_count = COUNT(ring);
    finish_scene((wend_map_source[]){point(10, 4)}, 1);
    expect(4, 4, 6);
    expect(4, 5, 7);
    expect(4, 6, 8);
    expect(10, 6, 14);
    expect(7, 5, -1); // out of bounds
    expect(10, 10, 8 + hypot(6, 4));
    expect_next(10, 10, 4, 6);
    end_fixture(&f);
}

// Without bounds the mesh ends at its frame.
static void no_bounds(void **state)
{
    (void)state;
    clear_scene();
    plan_box(&f.s.plan, 4, 4, 6, 6);
    finish_scene((wend_map_source[]){point(5, 3)}, 1);
    wend_box box = wend_mesh_box(f.s.mesh);
    expect(5, 7, HALF_DIAGONAL + 2 + HALF_DIAGONAL);
    expect(box.min.x, 3, 5 - box.min.x);
    expect(box.max.x, box.min.y, hypot(box.max.x - 5, 3 - box.min.y));
    assert_true(wend_map_query(f.map, (wend_vec2){box.max.x + 1, 3}).distance == -1);
    end_fixture(&f);
}

// ---- all of it turned, shrunk and moved ---------------------------------------------------------

static void displaced_rooms(void **state)
{
    (void)state;
    static const displacement moves[] = {
        {0, {0, 0}, -26},           {0, {0, 0}, 26}, {0, {1048576, 1048576}, 0}, {0.5, {0, 0}, 0},
        {2, {1048576, -524288}, 9},
    };
    for (uint32_t i = 0; i < COUNT(moves); ++i) {
        clear_scene();
        plan_bounds(&f.s.plan, 0, 0, 10, 10);
        plan_box(&f.s.plan, 4, 4, 6, 6);
        plan_segment(&f.s.plan, 2, 1, 2, 8);
        f.s.plan.centre = (wend_vec2){5, 5};
        f.s.moved = moves[i];
        finish_scene((wend_map_source[]){point(4, 4), segment(8, 2, 9, 7)}, 2);
        wend_random random = wend_random_stream(i, 5);
        for (uint32_t k = 0; k < 200; ++k) {
            wend_vec2 plain = clear_place(&f.s, &random);
            check_answer(&f, plain);
            check_path_from(&f, &random, displaced(&f.s, plain));
        }
        end_fixture(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_room),
        cmocka_unit_test(one_square),
        cmocka_unit_test(source_on_corner),
        cmocka_unit_test(source_on_wall),
        cmocka_unit_test(source_on_mesh_edge),
        cmocka_unit_test(source_in_obstacle),
        cmocka_unit_test(several_at_one_place),
        cmocka_unit_test(contact_points),
        cmocka_unit_test(pockets),
        cmocka_unit_test(thin_walls),
        cmocka_unit_test(walls_meeting_in_points),
        cmocka_unit_test(point_obstacles),
        cmocka_unit_test(bounds_with_reflex_corners),
        cmocka_unit_test(no_bounds),
        cmocka_unit_test(displaced_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
