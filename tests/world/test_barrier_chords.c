// SPDX-License-Identifier: MIT
// What lies across a corridor, for barriers; and which barriers are refused.
#include "tests/world/world_support.h"

#include "core/angle.h"
#include "world/planners/barriers.h"

#include <string.h>

/// A mesh of rings, turned; the first is the bounds.
static wend_mesh *turned_mesh(const wend_vec2 (*rings)[12], const uint32_t *counts, uint32_t count,
                              double angle)
{
    enum { MOST = 4 };
    wend_vec2 points[MOST][12];
    wend_shape shapes[MOST];
    double sine, cosine;
    wend_sin_cos(angle, &sine, &cosine);
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < counts[i]; ++k)
            points[i][k] = (wend_vec2){cosine * rings[i][k].x - sine * rings[i][k].y,
                                       sine * rings[i][k].x + cosine * rings[i][k].y};
        shapes[i] = (wend_shape){.points = points[i], .point_count = counts[i]};
    }
    wend_floor_def def = wend_default_floor_def();
    def.bounds = points[0];
    def.bounds_count = counts[0];
    def.shapes = shapes + 1;
    def.shape_count = count - 1;
    wend_floor *floor = NULL;
    wend_mesh *mesh = NULL;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    assert_int_equal(wend_mesh_create(floor, &mesh_def, &mesh, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return mesh;
}

/// From one place at a wall, seen by one who stands at `from`, to another.
typedef struct chord_case {
    wend_vec2 a, from_a, b, from_b;
    bool across;
    const char *what;
} chord_case;

static void check_chords(const wend_vec2 (*rings)[12], const uint32_t *counts, uint32_t count,
                         const chord_case *cases, size_t case_count)
{
    static const double ANGLES[] = {0, 0.3, 1.2, 2, 3.5};
    for (size_t k = 0; k < sizeof ANGLES / sizeof *ANGLES; ++k) {
        wend_mesh *mesh = turned_mesh(rings, counts, count, ANGLES[k]);
        double s, c;
        wend_sin_cos(ANGLES[k], &s, &c);
        for (size_t i = 0; i < case_count; ++i) {
            const wend_vec2 *p = &cases[i].a;
            wend_vec2 t[4];
            for (int m = 0; m < 4; ++m)
                t[m] = (wend_vec2){c * p[m].x - s * p[m].y, s * p[m].x + c * p[m].y};
            const wend_vec2 there[2] = {t[1], t[3]}, back[2] = {t[3], t[1]};
            bool across = wend_barriers_is_across(mesh, (wend_segment){t[0], t[2]}, there);
            if (across != cases[i].across ||
                wend_barriers_is_across(mesh, (wend_segment){t[2], t[0]}, back) != across)
                fail_msg("%s, turned by %g: %s", cases[i].what, ANGLES[k],
                         across ? "across" : "not across");
        }
        wend_mesh_destroy(mesh);
    }
}

/// Two blocks with a corridor between, which touches nothing else; a third touches the second.
static void test_chords_between_blocks(void **state)
{
    (void)state;
    static const wend_vec2 RINGS[][12] = {{{0, 0}, {30, 0}, {30, 20}, {0, 20}},
                                          {{10, 4}, {20, 4}, {20, 9}, {10, 9}},
                                          {{10, 10.5}, {20, 10.5}, {20, 16}, {10, 16}},
                                          {{20, 10.5}, {24, 13}, {24, 19}, {20, 16}}};
    static const uint32_t COUNTS[] = {4, 4, 4, 4};
    static const chord_case CASES[] = {
        {{15, 9}, {15, 9.3}, {15, 10.5}, {15, 10.2}, true, "in the middle of the corridor"},
        {{12, 9}, {12, 9.3}, {13, 10.5}, {13, 10.2}, true, "askew in the corridor"},
        {{10, 9}, {9.8, 9.2}, {10, 10.5}, {9.8, 10.3}, true, "from corner to corner"},
        {{15, 4}, {15, 3.7}, {15, 0}, {15, 0.3}, true, "to the outer wall"},
        {{12, 9}, {12, 9.3}, {15, 9}, {15, 9.3}, false, "along one wall"},
        {{15, 9}, {15, 9.3}, {15, 16}, {15, 16.3}, false, "through a block"},
        {{18, 16}, {18, 16.3}, {22, 17.5}, {21.85, 17.7}, false, "in the corner of two that touch"},
        {{5, 0}, {5, 0.3}, {0, 5}, {0.3, 5}, false, "over a corner of the room"},
    };
    check_chords(RINGS, COUNTS, 4, CASES, sizeof CASES / sizeof *CASES);
}

/// Two rooms with a door and a bay, all walls one polygon.
static void test_chords_in_one_polygon(void **state)
{
    (void)state;
    static const wend_vec2 RINGS[][12] = {{{0, 0},
                                           {10, 0},
                                           {10, 4},
                                           {10.2, 4},
                                           {10.2, 0},
                                           {20, 0},
                                           {20, 10},
                                           {10.2, 10},
                                           {10.2, 5},
                                           {10, 5},
                                           {10, 10},
                                           {0, 10}}};
    static const uint32_t COUNTS[] = {12};
    static const chord_case CASES[] = {
        {{10, 4}, {9.8, 4.2}, {10, 5}, {9.8, 4.8}, true, "from jamb to jamb"},
        {{10.1, 4}, {10.1, 4.3}, {10.1, 5}, {10.1, 4.7}, true, "in the door"},
        {{10, 1}, {9.7, 1}, {9, 0}, {9, 0.3}, false, "over a corner"},
        {{7, 0}, {7, 0.3}, {7, 10}, {7, 9.7}, true, "through the room"},
        {{3, 0}, {3, 0.3}, {3, 10}, {3, 9.7}, false, "at the end of the room"},
    };
    check_chords(RINGS, COUNTS, 1, CASES, sizeof CASES / sizeof *CASES);
}

// ---- misuse -------------------------------------------------------------------------------------

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        size_t field;
        double value;
        const char *words;
    } CASES[] = {
        {offsetof(wend_barriers_def, weight), 0.5, "weight of barriers is 0.5: give 1 to 100"},
        {offsetof(wend_barriers_def, weight), NAN, "weight of barriers"},
        {offsetof(wend_barriers_def, max_weight), 1, "give their weight, 1.5, to 100"},
        {offsetof(wend_barriers_def, interval), 0, "interval of barriers is 0"},
        {offsetof(wend_barriers_def, threshold), -1, "threshold of barriers is -1"},
        {offsetof(wend_barriers_def, slowed), 2, "slowed of barriers is 2: give 0 to 1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        wend_world_def def = wend_default_world_def();
        wend_world *world = NULL;
        wend_error error = {0};
        *(double *)((char *)&def.barriers + CASES[i].field) = CASES[i].value;
        assert_int_equal(wend_world_create(&def, &world, &error), WEND_BAD_ARGUMENT);
        if (!strstr(wend_error_text(&error), CASES[i].words))
            fail_msg("case %zu: %s", i, wend_error_text(&error));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chords_between_blocks),
        cmocka_unit_test(test_chords_in_one_polygon),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
