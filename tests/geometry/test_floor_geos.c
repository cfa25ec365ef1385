// SPDX-License-Identifier: MIT
// The defects of random floors: against GEOS, pair by pair, and against the same floor given in
// another way.
#include "tests/geometry/geos_shapes.h"

// GEOS wants the inside of a polygon connected, and says no more about it when it is not. wend does
// not mind, so then its own answer is taken.
static bool geos_is_valid(GEOSContextHandle_t geos, const GEOSGeometry *geometry, bool otherwise)
{
    char *reason = GEOSisValidReason_r(geos, geometry);
    bool valid = strstr(reason, "Valid Geometry") ||
                 (strstr(reason, "Interior is disconnected") && otherwise);
    GEOSFree_r(geos, reason);
    return valid;
}

// May the two stand on one floor? Their insides must not meet, where GEOS's inside of a segment is
// all but its ends. A point in the middle of a segment is fine. Walls may not cross even where the
// insides happen to be apart, as a hole touches the outline there.
static bool geos_may_stand(GEOSContextHandle_t geos, const scene *s, const GEOSGeometry *a,
                           uint32_t one, const GEOSGeometry *b, uint32_t other)
{
    if (other == WEND_BOUNDS)
        return GEOSCoveredBy_r(geos, a, b) == 1;
    uint32_t n = s->shapes[one].point_count, m = s->shapes[other].point_count;
    if (n + m == 3)
        return true;
    return GEOSRelatePattern_r(geos, a, b, "T********") == 0;
}

// ---- defects against GEOS
// -------------------------------------------------------------------------

static bool is_reported(const findings *found, uint32_t one, uint32_t other)
{
    for (uint32_t i = 0; i < found->count; i++) {
        const wend_defect *defect = &found->defects[i];
        if ((defect->shape == one && defect->other == other) ||
            (defect->shape == other && defect->other == one))
            return true;
    }
    return false;
}

// True if a defect says that the shape is inside another.
static bool is_said_to_be_inside(const findings *found, uint32_t shape)
{
    for (uint32_t i = 0; i < found->count; i++)
        if (found->defects[i].shape == shape && found->defects[i].other != shape &&
            (found->defects[i].kind == WEND_DEFECT_OVERLAP ||
             found->defects[i].kind == WEND_DEFECT_OUTSIDE))
            return true;
    return false;
}

// What is wrong with the defects, or NULL. *bad_pairs counts the pairs that GEOS objects to.
static const char *compare_with_geos(GEOSContextHandle_t geos, const scene *s,
                                     const findings *found, int *bad_pairs)
{
    GEOSGeometry *shapes[MAX_SHAPES + 1];
    bool valid[MAX_SHAPES + 1], crossing = false;
    const char *wrong = NULL;
    uint32_t n = s->shape_count, all = n + (s->bounds_count > 0);
    *bad_pairs = 0;
    for (uint32_t i = 0; i < found->count; i++)
        crossing |= found->defects[i].kind == WEND_DEFECT_CROSSING;
    for (uint32_t i = 0; i < all; i++) {
        shapes[i] = geos_shape(geos, s, i < n ? i : WEND_BOUNDS);
        bool own = is_reported(found, i < n ? i : WEND_BOUNDS, i < n ? i : WEND_BOUNDS);
        valid[i] = geos_is_valid(geos, shapes[i], !own);
        if (valid[i] == own)
            wrong = "a shape is not as valid as it should be";
        *bad_pairs += !valid[i];
    }
    for (uint32_t i = 0; i < all; i++) {
        for (uint32_t k = i + 1; k < all && !wrong; k++) {
            uint32_t other = k < n ? k : WEND_BOUNDS;
            if (!valid[i] || !valid[k])
                continue;
            meeting_of walls = walls_meet(s, i, other);
            bool may = !walls.cross && geos_may_stand(geos, s, shapes[i], i, shapes[k], other);
            bool reported = is_reported(found, i, other);
            *bad_pairs += !may;
            if (may && reported)
                wrong = "two shapes that may stand are reported";
            else if (!may && !reported && walls.meet)
                wrong = "two shapes clash where their walls meet, and are not reported";
            else if (!may && !reported && !crossing && !is_said_to_be_inside(found, i) &&
                     !is_said_to_be_inside(found, k))
                wrong = "one is inside another, and neither is reported";
        }
    }
    if (!wrong && (*bad_pairs > 0) != (found->count > 0))
        wrong = "sound or not";
    for (uint32_t i = 0; i < all; i++)
        GEOSGeom_destroy_r(geos, shapes[i]);
    return wrong;
}

static void flaws_agree_with_geos(void **state)
{
    (void)state;
    const uint64_t seed = 21, rounds = long_tier() ? 300000 : 6000;
    GEOSContextHandle_t geos = GEOS_init_r();
    int sound = 0, unsound = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        wend_random random = wend_random_stream(seed, round);
        scene s;
        findings found;
        make_scene(&s, &random);
        find_flaws(&s, &found);
        int bad_pairs;
        const char *wrong = compare_with_geos(geos, &s, &found, &bad_pairs);
        if (wrong) {
            print_scene(&s);
            print_flaws(&found);
            fail_msg("%s (seed %llu, round %llu)", wrong, (unsigned long long)seed,
                     (unsigned long long)round);
        }
        *(bad_pairs ? &unsound : &sound) += 1;
    }
    GEOS_finish_r(geos);
    assert_true(sound > 500 && unsound > 500);
}

// ---- the same floor, given in another way -------------------------------------------------------

typedef enum change { TURN, MIRROR, REORDER, REVERSE, START_ELSEWHERE, CHANGE_COUNT } change;

static void turn_points(wend_vec2 *points, uint32_t count, change how)
{
    for (uint32_t i = 0; i < count; i++)
        points[i] = how == TURN ? (wend_vec2){-points[i].y, points[i].x}
                                : (wend_vec2){-points[i].x, points[i].y};
}

static void start_elsewhere(wend_vec2 *ring, uint32_t count)
{
    wend_vec2 first = ring[0];
    memmove(ring, ring + 1, (count - 1) * sizeof *ring);
    ring[count - 1] = first;
}

// Shape i of the changed scene is shape count - 1 - i of the first if they are reordered.
static void change_scene(scene *to, const scene *from, change how)
{
    copy_scene(to, from);
    if (how == TURN || how == MIRROR)
        turn_points(to->bounds, to->bounds_count, how);
    if (how == REVERSE)
        reverse(to->bounds, to->bounds_count);
    for (uint32_t i = 0; i < to->shape_count; i++) {
        if (how == TURN || how == MIRROR)
            turn_points(to->points[i], to->shapes[i].point_count, how);
        uint32_t begin = 0;
        for (uint32_t r = 0; r < to->shapes[i].ring_count; r++) {
            uint32_t count = to->ring_ends[i][r] - begin;
            if (how == REVERSE)
                reverse(to->points[i] + begin, count);
            if (how == START_ELSEWHERE)
                start_elsewhere(to->points[i] + begin, count);
            begin = to->ring_ends[i][r];
        }
    }
    for (uint32_t i = 0; how == REORDER && i < to->shape_count; i++) {
        uint32_t k = to->shape_count - 1 - i;
        memcpy(to->points[i], from->points[k], sizeof to->points[i]);
        memcpy(to->ring_ends[i], from->ring_ends[k], sizeof to->ring_ends[i]);
        to->shapes[i] = from->shapes[k];
        to->shapes[i].points = to->points[i];
        to->shapes[i].ring_ends = to->ring_ends[i];
    }
}

static uint32_t renamed(const scene *s, uint32_t shape, change how)
{
    return how == REORDER && shape != WEND_BOUNDS ? s->shape_count - 1 - shape : shape;
}

// Every defect of one that is at a contact is a defect of the other, of the same kind. What is
// inside something else is so in both, but in what may be told differently if there are several.
static bool are_among(const scene *s, const findings *one, const findings *other, change how)
{
    for (uint32_t i = 0; i < one->count; i++) {
        uint32_t a = one->defects[i].shape, b = one->defects[i].other;
        uint32_t c = renamed(s, a, how), d = renamed(s, b, how);
        if (a != b && (is_reported(one, a, a) || is_reported(one, b, b)))
            continue; // nobody knows the inside of one of them
        bool contact = walls_meet(s, a, b).meet, found = false;
        for (uint32_t k = 0; k < other->count; k++) {
            const wend_defect *defect = &other->defects[k];
            bool same_pair = (defect->shape == c && defect->other == d) ||
                             (defect->shape == d && defect->other == c);
            found |= same_pair && defect->kind == one->defects[i].kind;
            found |= !contact && (defect->shape == c || defect->other == c);
        }
        if (!found)
            return false;
    }
    return true;
}

static void another_order_gives_the_same_flaws(void **state)
{
    (void)state;
    const uint64_t seed = 22, rounds = long_tier() ? 100000 : 3000;
    for (uint64_t round = 0; round < rounds; round++) {
        wend_random random = wend_random_stream(seed, round);
        scene s, changed;
        findings found, again;
        make_scene(&s, &random);
        find_flaws(&s, &found);
        for (change how = 0; how < CHANGE_COUNT; how++) {
            change_scene(&changed, &s, how);
            find_flaws(&changed, &again);
            if (are_among(&s, &found, &again, how) && are_among(&changed, &again, &found, how))
                continue;
            print_scene(&s);
            print_flaws(&found);
            print_flaws(&again);
            fail_msg("change %d gives other flaws (seed %llu, round %llu)", (int)how,
                     (unsigned long long)seed, (unsigned long long)round);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flaws_agree_with_geos),
        cmocka_unit_test(another_order_gives_the_same_flaws),
    };
    return cmocka_run_group_tests_name("floor_geos", tests, NULL, NULL);
}
