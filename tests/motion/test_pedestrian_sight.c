// SPDX-License-Identifier: MIT
// What walls hide from pedestrians, against a look at every wall.
#include "tests/support/support.h"

#include "motion/pedestrian_sight.h"
#include "wend/geometry.h"
#include "wend/random.h"
#include "wend/walls.h"

/// Lines of sight that pass nearer to an end of a wall are not decided: floats. [Units: m]
#define UNDECIDED 1e-4

enum { WALLS = 10 };

static wend_walls *walls_of(const wend_segment *segments, uint32_t count)
{
    wend_walls *walls;
    assert_int_equal(wend_walls_create(segments, NULL, count, 0.5, NULL, &walls, NULL), WEND_OK);
    return walls;
}

static wend_segment random_wall(wend_random *random)
{
    wend_vec2 a = {wend_random_between(random, -2, 2), wend_random_between(random, -2, 2)},
              b = {a.x + wend_random_between(random, -2, 2),
                   a.y + wend_random_between(random, -2, 2)};
    if (wend_random_below(random, 3) == 0)
        b.x = a.x;
    return (wend_segment){a, b};
}

// True: an end of one is next to the other, so that rounding decides.
static bool is_close(wend_segment s, wend_segment t)
{
    return wend_segment_distance(s, t.a) < UNDECIDED || wend_segment_distance(s, t.b) < UNDECIDED ||
           wend_segment_distance(t, s.a) < UNDECIDED || wend_segment_distance(t, s.b) < UNDECIDED;
}

static void hidden_is_what_a_wall_stands_before(void **state)
{
    (void)state;
    uint32_t hidden = 0, rounds = long_tier() ? 100000 : 2000;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        wend_vec2 offset = {wend_random_between(&random, -1e4, 1e4), 1e3};
        wend_segment walls[WALLS];
        for (int i = 0; i < WALLS; ++i) {
            walls[i] = random_wall(&random);
            walls[i].a = (wend_vec2){walls[i].a.x + offset.x, walls[i].a.y + offset.y};
            walls[i].b = (wend_vec2){walls[i].b.x + offset.x, walls[i].b.y + offset.y};
        }
        wend_walls *grid = walls_of(walls, WALLS);
        wend_vec2 to = {wend_random_between(&random, -2, 2), wend_random_between(&random, -2, 2)};
        wend_segment line = {offset, {offset.x + to.x, offset.y + to.y}};
        wend_box region = wend_box_of((wend_vec2[]){line.a, line.b}, 2);
        wend_sight sight;
        wend_sight_look(grid, offset, region, &sight);
        bool right = false, close = false;
        for (int i = 0; i < WALLS; ++i) {
            right |= wend_segments_meet(line, walls[i], NULL) != WEND_APART;
            close |= is_close(line, walls[i]);
        }
        if (!close && wend_sight_hides(&sight, (float)to.x, (float)to.y) != right)
            fail_msg("seed %llu: hidden %d", (unsigned long long)seed, !right);
        hidden += right;
        wend_walls_destroy(grid);
    }
    assert_true(hidden > rounds / 10 && hidden < rounds * 9 / 10);
}

static void no_walls_hide_nobody(void **state)
{
    (void)state;
    wend_sight sight;
    wend_sight_look(NULL, (wend_vec2){0, 0}, (wend_box){{-5, -5}, {5, 5}}, &sight);
    assert_int_equal(sight.count, 0);
    assert_false(wend_sight_hides(&sight, 1, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_is_what_a_wall_stands_before),
        cmocka_unit_test(no_walls_hide_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
