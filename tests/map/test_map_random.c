// SPDX-License-Identifier: MIT
// Path maps of random scenes against the visibility graph, and what every path map has: it is
// 1-Lipschitz, its paths are free, taut, as long as it says and bend at convex corners only, and
// source and place can be exchanged.
#include "tests/map/map_check.h"

static map_fixture f;           // large; filled anew for each scene
static uint32_t asked, reached; // places, and those from which a path leads

/// Most places can be reached: a map that says -1 everywhere would agree with itself.
static void assert_most_reached(void)
{
    assert_true(asked > 0);
    assert_true(2 * reached > asked);
    asked = reached = 0;
}

static void check_scene(wend_random *random, uint32_t places)
{
    wend_vec2 last = f.s.plan.centre;
    start_fixture(&f);
    for (uint32_t i = 0; i < places; ++i) {
        wend_vec2 plain = clear_place(&f.s, random), p = displaced(&f.s, plain);
        check_answer(&f, plain);
        ++asked;
        reached += wend_map_query(f.map, p).distance >= 0;
        check_path_from(&f, random, p);
        check_lipschitz(&f, p, last);
        last = p;
    }
    end_fixture(&f);
}

static void check_scenes(uint64_t first, uint64_t count, uint32_t corners, uint32_t places)
{
    for (f.s.seed = first; f.s.seed < first + count; ++f.s.seed) {
        wend_random random = wend_random_stream(f.s.seed, 11);
        make_map_scene(&f.s, &random, corners);
        make_sources(&f.s, &random);
        check_scene(&random, places);
    }
    assert_most_reached();
}

static void small_scenes(void **state)
{
    (void)state;
    check_scenes(0, long_tier() ? 8000 : 150, 50, 25);
}

static void large_scenes(void **state)
{
    (void)state;
    check_scenes(100000, long_tier() ? 400 : 2, 250, 60);
}

// Every floor of map_kinds, as it is: no kind is left out by chance.
static void all_kinds(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < COUNT(map_kinds); ++kind) {
        wend_random random = wend_random_stream(kind, 12);
        f.s.seed = kind;
        f.s.moved = (displacement){0};
        do {
            memset(&f.s.plan, 0, sizeof f.s.plan);
            map_kinds[kind].make(&f.s.plan, &random);
            f.s.plan.kind = map_kinds[kind].name;
        } while (f.s.plan.point_count > 150 || !make_sound(&f.s.plan) || !start_scene(&f.s));
        make_sources(&f.s, &random);
        check_scene(&random, 20);
    }
    assert_most_reached();
}

// ---- source and place exchanged -----------------------------------------------------------------

static void exchanged(void **state)
{
    (void)state;
    wend_map *back = new_map();
    for (f.s.seed = 1; f.s.seed <= (long_tier() ? 4000 : 60); ++f.s.seed) {
        wend_random random = wend_random_stream(f.s.seed, 13);
        make_map_scene(&f.s, &random, long_tier() ? 400 : 150);
        wend_map *map = new_map();
        wend_vec2 a = displaced(&f.s, clear_place(&f.s, &random));
        build_map(map, f.s.mesh, &(wend_map_source){a, a, 0}, 1);
        for (uint32_t i = 0; i < 5; ++i) {
            wend_vec2 b = displaced(&f.s, clear_place(&f.s, &random));
            build_map(back, f.s.mesh, &(wend_map_source){b, b, 0}, 1);
            double there = wend_map_query(map, b).distance, here = wend_map_query(back, a).distance;
            ++asked;
            reached += there >= 0;
            if (fabs(there - here) > f.s.floor->tolerance) {
                print_map_scene(&f.s);
                fail_msg("from %.17g,%.17g to %.17g,%.17g: %.17g there, %.17g back", a.x, a.y, b.x,
                         b.y, there, here);
            }
        }
        wend_map_destroy(map);
        end_scene(&f.s);
    }
    wend_map_destroy(back);
    assert_most_reached();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),
        cmocka_unit_test(small_scenes),
        cmocka_unit_test(large_scenes),
        cmocka_unit_test(exchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
