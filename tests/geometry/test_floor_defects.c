// SPDX-License-Identifier: MIT
// The defects of small floors whose answers are known.
#include "tests/geometry/floor_scenes.h"

// ---- defects with known answers
// -------------------------------------------------------------------

// A letter for each defect: its kind, the shapes, in the order of the defects.
static void flaws_in_short(const scene *s, char *text, size_t size)
{
    static const char letters[] = "SXOUHC"; // simple, crossing, overlap, outside, hole, close
    findings found;
    find_flaws(s, &found);
    size_t length = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < found.count && length < size; i++) {
        const wend_defect *defect = &found.defects[i];
        int written = snprintf(text + length, size - length, "%s%c%d,%d", i ? " " : "",
                               letters[defect->kind], (int)defect->shape, (int)defect->other);
        length += (size_t)written;
    }
}

#define ASSERT_FLAWS(scene, expected)                                                              \
    do {                                                                                           \
        char text_[400];                                                                           \
        flaws_in_short(scene, text_, sizeof text_);                                                \
        assert_string_equal(text_, expected);                                                      \
    } while (0)

static void what_touches_is_sound(void **state)
{
    (void)state;
    scene s = {0};
    ASSERT_FLAWS(&s, "");
    set_box_bounds(&s, 0, 0, 20, 20);
    ASSERT_FLAWS(&s, "");
    add_box(&s, 0, 0, 4, 4);        // in a corner of the bounds
    add_box(&s, 4, 0, 8, 4);        // wall to wall, also with the bounds
    add_box(&s, 8, 4, 12, 8);       // corner to corner
    add_box(&s, 5, 4, 7, 6);        // on the roof, a part of a wall
    add_segment(&s, 12, 8, 20, 16); // from a corner to the bounds
    add_segment(&s, 14, 10, 16, 8); // a T
    add_segment(&s, 12, 4, 12, 12); // along a wall and beyond its corner
    add_segment(&s, 4, 0, 4, 4);    // along a shared wall
    add_point(&s, 6, 6);            // on a wall
    add_point(&s, 12, 12);          // on an end
    add_point(&s, 15, 11);          // in a segment's middle
    ASSERT_FLAWS(&s, "");
}

static void grids_of_touching_squares_are_sound(void **state)
{
    (void)state;
    scene s = {0};
    for (int i = 0; i < 9; i++)
        add_box(&s, i % 3, i / 3, i % 3 + 1, i / 3 + 1);
    ASSERT_FLAWS(&s, "");
    set_box_bounds(&s, 0, 0, 3, 3);
    ASSERT_FLAWS(&s, "");
    set_box_bounds(&s, 0, 0, 3, 2.5); // through the upper row
    ASSERT_FLAWS(&s, "X6,-1 X7,-1 X8,-1");
    set_box_bounds(&s, 0, 0, 3, 2); // along the lower edge of that row
    ASSERT_FLAWS(&s, "U6,-1 U7,-1 U8,-1");
}

static void what_overlaps_is_named(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 20, 20);
    add_box(&s, 2, 2, 8, 8);
    add_box(&s, 2, 2, 8, 8); // the same
    ASSERT_FLAWS(&s, "O1,0");
    s.shape_count = 1;
    add_box(&s, 6, 6, 10, 10);
    ASSERT_FLAWS(&s, "X1,0");
    s.shape_count = 1;
    add_box(&s, 4, 2, 12, 8); // crosses along the walls: no two edges cross in a point
    ASSERT_FLAWS(&s, "X1,0");
    s.shape_count = 1;
    add_box(&s, 3, 3, 4, 4); // inside
    add_box(&s, 3, 4, 4, 5); // inside, on top of the other
    add_point(&s, 3, 5);     // and on that one
    ASSERT_FLAWS(&s, "O1,0 O2,0 O3,0");
    s.shape_count = 1;
    add_box(&s, 2, 3, 4, 4); // inside, at the wall
    ASSERT_FLAWS(&s, "O1,0");
    s.shape_count = 1;
    add_point(&s, 5, 5);
    add_point(&s, 9, 9);
    add_point(&s, 9, 9);
    ASSERT_FLAWS(&s, "O1,0 O3,2");
    s.shape_count = 1;
    add_box(&s, 21, 0, 22, 1);
    add_box(&s, 20, 5, 21, 6);   // outside, at the bounds
    add_box(&s, 19, 10, 21, 11); // through them
    add_point(&s, 30, 30);
    ASSERT_FLAWS(&s, "U1,-1 U2,-1 X3,-1 U4,-1");
    // A polygon around everything is outside the bounds, and they are inside it.
    s.shape_count = 0;
    add_box(&s, -5, -5, 30, 30);
    ASSERT_FLAWS(&s, "U0,-1");
}

static void segments_touch_or_clash(void **state)
{
    (void)state;
    scene s = {0};
    add_segment(&s, 0, 0, 4, 4);
    add_segment(&s, 0, 4, 4, 0);
    ASSERT_FLAWS(&s, "X1,0");
    s.shape_count = 1;
    add_segment(&s, 2, 2, 4, 0); // T
    add_segment(&s, 0, 4, 2, 2); // and a T from the other side
    add_segment(&s, 0, 0, 0, 5); // L
    add_segment(&s, 4, 4, 9, 9); // straight on
    ASSERT_FLAWS(&s, "");
    s.shape_count = 1;
    add_segment(&s, 3, 3, 6, 6);
    ASSERT_FLAWS(&s, "O1,0");
    s.shape_count = 0;
    add_box(&s, 0, 0, 4, 4);
    add_segment(&s, -1, 2, 1, 2); // through the wall
    add_segment(&s, 0, 3, 1, 3);  // from the wall inwards
    add_segment(&s, 0, 1, -1, 1); // from the wall outwards
    add_segment(&s, 4, 4, 3, 3);  // from a corner inwards
    add_segment(&s, 5, 5, 6, 6);
    ASSERT_FLAWS(&s, "X1,0 O2,0 O4,0");
}

static void holes_are_free(void **state)
{
    (void)state;
    scene s = {0};
    add_box(&s, 0, 0, 10, 10);
    add_box_hole(&s, 2, 2, 8, 8);
    add_box(&s, 3, 3, 4, 4); // in the hole
    add_box(&s, 2, 5, 4, 8); // in its corner
    add_segment(&s, 8, 2, 5, 5);
    ASSERT_FLAWS(&s, "");
    add_box(&s, 7, 7, 9, 9); // through its wall
    add_point(&s, 1, 5);     // in the solid
    add_segment(&s, 8, 5, 9, 5);
    ASSERT_FLAWS(&s, "X4,0 O5,0 O6,0");

    s.shape_count = 0;
    add_box(&s, 0, 0, 10, 10);
    add_hole(&s, (wend_vec2[]){{5, 0}, {7, 3}, {3, 3}}, 3);    // touches the outline in a point
    add_hole(&s, (wend_vec2[]){{3, 3}, {3, 5}, {1, 5}}, 3);    // and the other hole
    add_shape(&s, (wend_vec2[]){{5, 0}, {6, 2}, {4, 2}}, 3);   // in the hole, from that point
    add_shape(&s, (wend_vec2[]){{5, 0}, {6, -2}, {4, -2}}, 3); // outside, from that point
    ASSERT_FLAWS(&s, "");

    const wend_vec2 holes[][4] = {
        {{12, 0}, {13, 0}, {13, 1}, {12, 1}}, // outside
        {{4, 0}, {6, 0}, {6, 2}, {4, 2}},     // shares a wall with the outline
        {{-1, -1}, {11, -1}, {11, 11}, {-1, 11}}, {{0, 0}, {10, 0}, {10, 10}, {0, 10}},
        {{2, 4}, {4, 4}, {4, 6}, {2, 6}}, // in the other hole
        {{8, 3}, {9, 3}, {9, 4}, {8, 4}}, // shares a wall with the other hole
    };
    for (size_t i = 0; i < COUNT(holes); i++) {
        s.shape_count = 0;
        add_box(&s, 0, 0, 10, 10);
        add_box_hole(&s, 1, 3, 8, 8);
        add_hole(&s, holes[i], 4);
        add_point(&s, 11, 5);
        ASSERT_FLAWS(&s, "H0,0");
    }
    s.shape_count = 0;
    add_box(&s, 0, 0, 10, 10);
    add_box_hole(&s, 8, 8, 12, 12);
    ASSERT_FLAWS(&s, "X0,0");
}

static void rings_must_be_simple(void **state)
{
    (void)state;
    scene s = {0};
    set_bounds(&s, (wend_vec2[]){{0, 0}, {20, 20}, {20, 0}, {0, 20}}, 4);
    add_shape(&s, (wend_vec2[]){{30, 0}, {32, 2}, {32, 0}, {30, 2}}, 4);
    add_shape(&s, (wend_vec2[]){{5, 0}, {7, 0}, {6, 0}}, 3);
    add_segment(&s, 9, 9, 9, 9);
    add_box(&s, 30, 30, 32, 32);
    add_point(&s, 31, 31);
    ASSERT_FLAWS(&s, "S0,0 S1,1 S2,2 O4,3 S-1,-1");
    findings found;
    find_flaws(&s, &found);
    assert_true(found.defects[0].position.x == 31 && found.defects[0].position.y == 1);
}

// ---- near misses --------------------------------------------------------------------------------

static void near_misses_are_refused(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 64, 64);
    wend_floor *floor = make_floor(&s);
    const double gap = WEND_GAP_TOLERANCES * wend_floor_tolerance(floor);
    assert_true(wend_floor_tolerance(floor) == 0x1p-30);
    wend_floor_destroy(floor);
    add_box(&s, 10, 10, 20, 20);
    const double distances[] = {0, nextafter(20, 21) - 20, gap / 2, gap * 0.999, gap * 1.001, 1};
    for (size_t i = 0; i < COUNT(distances); i++) {
        double d = distances[i];
        bool close = d > 0 && d < gap;
        s.shape_count = 1;
        add_box(&s, 20 + d, 12, 25, 18); // wall to wall
        ASSERT_FLAWS(&s, close ? "C1,0" : "");
        s.shape_count = 1;
        add_segment(&s, 20 + d, 15, 30, 25); // end to wall
        ASSERT_FLAWS(&s, close ? "C1,0" : "");
        s.shape_count = 1;
        add_segment(&s, 15, 25 + d, 25 + d, 15); // corner to wall, at a slope
        ASSERT_FLAWS(&s, d == 0 ? "" : d * 0.7 < gap ? "C1,0" : "");
        s.shape_count = 1;
        add_point(&s, 20 + d, 15);
        ASSERT_FLAWS(&s, close ? "C1,0" : "");
        s.shape_count = 1;
        add_box(&s, d, 30, 5, 35); // to the bounds
        ASSERT_FLAWS(&s, close ? "C1,-1" : "");
        if (d == 0)
            continue;
        s.shape_count = 1;
        add_box(&s, 20 - d, 12, 25, 18); // overlaps by as much
        ASSERT_FLAWS(&s, "X1,0");
        s.shape_count = 1;
        add_shape(&s, (wend_vec2[]){{30, 30}, {40, 30}, {40, 40}, {35, 30 + d}, {30, 40}}, 5);
        ASSERT_FLAWS(&s, close ? "C1,1" : ""); // a notch that nearly cuts it in two
        s.shape_count = 1;
        add_shape(&s, (wend_vec2[]){{24, 30}, {28, 30}, {28, 40}, {28 - d, 40}}, 4);
        ASSERT_FLAWS(&s, close ? "C1,1" : ""); // a short wall
        s.shape_count = 1;
        add_segment(&s, 30, 30, 30, 30 + d); // a short segment
        ASSERT_FLAWS(&s, close ? "C1,1" : "");
    }
}

// The vertex of a defect is the one before the place in the order that the caller gave.
static void vertices_are_the_callers(void **state)
{
    (void)state;
    const wend_vec2 ring[] = {{5, 2}, {15, 2}, {15, 8}, {5, 8}};
    for (int reversed = 0; reversed < 2; reversed++)
        for (uint32_t start = 0; start < 4; start++) {
            wend_vec2 points[4];
            for (uint32_t k = 0; k < 4; k++)
                points[k] = ring[(start + (reversed ? 4 - k : k)) % 4];
            const wend_vec2 box[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
            const wend_shape shapes[] = {{.points = box, .point_count = 4},
                                         {.points = points, .point_count = 4}};
            wend_floor_def def = wend_default_floor_def();
            def.shapes = shapes;
            def.shape_count = 2;
            wend_floor *floor;
            wend_defect defect;
            uint32_t count;
            assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
            assert_int_equal(wend_floor_validate(floor, &defect, 1, &count, NULL),
                             WEND_INVALID_GEOMETRY);
            assert_int_equal(defect.kind, WEND_DEFECT_CROSSING);
            assert_int_equal(defect.shape, 1);
            wend_segment edge = {points[defect.vertex], points[(defect.vertex + 1) % 4]};
            assert_true(wend_on_segment(edge, defect.position));
            wend_floor_destroy(floor);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_touches_is_sound),
        cmocka_unit_test(grids_of_touching_squares_are_sound),
        cmocka_unit_test(what_overlaps_is_named),
        cmocka_unit_test(segments_touch_or_clash),
        cmocka_unit_test(holes_are_free),
        cmocka_unit_test(rings_must_be_simple),
        cmocka_unit_test(vertices_are_the_callers),
        cmocka_unit_test(near_misses_are_refused),
    };
    return cmocka_run_group_tests_name("floor_flaws", tests, NULL, NULL);
}
