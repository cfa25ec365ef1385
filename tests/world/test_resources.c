// SPDX-License-Identifier: MIT
// Fields: what is refused, how patches fill the cells, taking and drawing, each against a plain
// count over all cells.
#include "tests/world/world_support.h"
#include "world/goals/resources.h"
#include "world/world.h"

/// Sums over a few hundred cells agree to this part.
#define CLOSE 1e-9

static const double ROOM[][4] = {{0, 0, 40, 30}, {10, 10, 14, 16}, {20, 2, 21, 28}};
enum { BOXES = sizeof ROOM / sizeof *ROOM, PATCHES = 12 };

static void fill_patches(wend_random *random, wend_patch *patches, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        patches[i] = (wend_patch){{wend_random_between(random, 1, 39), //
                                   wend_random_between(random, 1, 29)},
                                  wend_random_between(random, 0.1, 6),
                                  wend_random_between(random, 1, 1000),
                                  wend_random_between(random, 0.5, 3)};
}

static wend_resource_id add_field(wend_world *world, const wend_patch *patches, uint32_t count,
                                  double cell)
{
    wend_resource_def def = wend_default_resource_def();
    wend_error error = {0};
    wend_resource_id id;
    def.patches = patches;
    def.patch_count = count;
    def.cell = cell;
    if (wend_world_add_resource(world, &def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static wend_resource_state field_of(const wend_world *world, wend_resource_id id)
{
    wend_resource_state state;
    assert_int_equal(wend_world_resource(world, id, &state, NULL), WEND_OK);
    return state;
}

static wend_vec2 centre_of(const wend_resource_state *f, uint32_t at)
{
    return (wend_vec2){f->corner.x + (at % f->columns + 0.5) * f->cell,
                       f->corner.y + (at / f->columns + 0.5) * f->cell};
}

static double apart(wend_vec2 p, wend_vec2 q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

static void assert_close(double a, double b, const char *what, uint64_t seed)
{
    if (!(fabs(a - b) <= CLOSE * (1 + fabs(a) + fabs(b))))
        fail_msg("%s: %.17g and %.17g (seed %llu)", what, a, b, (unsigned long long)seed);
}

// ---- filling ------------------------------------------------------------------------------------

/// Every cell has what the patches say, one cell at a time.
static void check_filled(wend_world *world, const wend_resource_state *f, const wend_patch *patches,
                         uint32_t count, uint64_t seed)
{
    uint32_t cells = f->columns * f->rows, counts[PATCHES] = {0};
    double first = 0, initial_value = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (uint32_t i = 0; i < cells; ++i) {
            wend_vec2 p = centre_of(f, i);
            bool is_free = wend_mesh_locate(wend_world_mesh(world), p) == WEND_LOCATION_FREE;
            double amount = 0, value = 0;
            for (uint32_t k = 0; k < count; ++k) {
                if (!is_free ||
                    apart(p, patches[k].position) > fmax(patches[k].radius, sqrt(0.5) * f->cell))
                    continue;
                if (pass == 0) {
                    ++counts[k];
                } else {
                    amount += patches[k].amount / counts[k];
                    value += patches[k].amount / counts[k] * patches[k].value;
                }
            }
            if (pass == 0)
                continue;
            assert_close(f->amounts[i], amount, "amount of a cell", seed);
            assert_close(f->amounts[i] * f->values[i], value, "worth of a cell", seed);
            first += amount;
            initial_value += value;
        }
    assert_close(f->initial, first, "amount", seed);
    assert_close(f->remaining, first, "amount left", seed);
    assert_close(f->initial_value, initial_value, "worth", seed);
    double given = 0;
    for (uint32_t k = 0; k < count; ++k)
        given += patches[k].amount;
    assert_close(first, given, "all that was given", seed);
}

static void patches_fill_free_cells(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 200 : 20); ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        wend_world *world = box_world(def_of(0.1), ROOM, BOXES);
        wend_patch patches[PATCHES];
        uint32_t count = 1 + wend_random_below(&random, PATCHES);
        fill_patches(&random, patches, count);
        // One that lies in a box wholly would be refused.
        for (uint32_t i = 0; i < count; ++i)
            if (wend_mesh_locate(wend_world_mesh(world), patches[i].position) != WEND_LOCATION_FREE)
                patches[i].radius = 6;
        wend_resource_id id =
            add_field(world, patches, count, wend_random_between(&random, 0.3, 1));
        wend_resource_state f = field_of(world, id);
        check_filled(world, &f, patches, count, seed);
        wend_world_destroy(world);
    }
}

static void wrong_defs_are_refused(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), ROOM, BOXES);
    const wend_patch good = {{5, 5}, 1, 10, 1};
    const wend_patch bad[] = {
        {{NAN, 5}, 1, 10, 1},     {{5, 2e9}, 1, 10, 1}, {{5, 5}, 0, 10, 1},
        {{5, 5}, NAN, 10, 1},     {{5, 5}, 1, 0, 1},    {{5, 5}, 1, -1, 1},
        {{5, 5}, 1, INFINITY, 1}, {{5, 5}, 1, 10, 0},   {{5, 5}, 1, 10, 1e9},
        {{12, 13}, 0.5, 10, 1},   {{100, 5}, 1, 10, 1},
    };
    wend_resource_def def = wend_default_resource_def();
    wend_resource_id id;
    assert_int_equal(wend_world_add_resource(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    def.patch_count = 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        def.patches = &bad[i];
        assert_int_equal(wend_world_add_resource(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
        assert_true(wend_resource_id_is_null(id));
    }
    def.patches = &good;
    static const double cells[] = {0, -1, NAN, 1e-4, 1e7};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; ++i) {
        def.cell = cells[i];
        assert_int_equal(wend_world_add_resource(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    }
    // A million cells are too many, and so are many patches on the same ground.
    const wend_patch wide[2] = {{{1, 1}, 1, 1, 1}, {{1e6, 1e6}, 1, 1, 1}};
    def.cell = 0.5;
    def.patches = wide;
    def.patch_count = 2;
    assert_int_equal(wend_resource_def_check(&def, NULL), WEND_BAD_ARGUMENT);
    static wend_patch many[100];
    for (int i = 0; i < 100; ++i)
        many[i] = (wend_patch){{5, 5}, 60, 1, 1};
    def.patches = many;
    def.patch_count = 100;
    assert_int_equal(wend_resource_def_check(&def, NULL), WEND_BAD_ARGUMENT);
    wend_resource_state f;
    assert_int_equal(wend_world_resource(world, (wend_resource_id){{1, 1}}, &f, NULL), WEND_STALE);
    id = add_field(world, &good, 1, 0.5);
    assert_int_equal(wend_world_resource(world,
                                         (wend_resource_id){{id.raw.slot1, id.raw.generation + 1}},
                                         &f, NULL),
                     WEND_STALE);
    assert_int_equal(wend_world_resource(world, (wend_resource_id){0}, &f, NULL), WEND_STALE);
    wend_world_destroy(world);
}

// ---- taking -------------------------------------------------------------------------------------

static double plain_within(const wend_resource_state *f, wend_vec2 p, double reach)
{
    double sum = 0;
    for (uint32_t i = 0; i < f->columns * f->rows; ++i)
        if (apart(centre_of(f, i), p) <= fmax(reach, sqrt(0.5) * f->cell))
            sum += f->amounts[i];
    return sum;
}

static void taking_takes_the_same_part(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 100 : 10); ++seed) {
        wend_random random = wend_random_stream(seed, 2);
        wend_world *world = box_world(def_of(0.1), NULL, 0);
        wend_patch patches[PATCHES];
        fill_patches(&random, patches, PATCHES);
        wend_resource_id id = add_field(world, patches, PATCHES, 0.5);
        wend_resources *fields = &world->fields;
        double gathered = 0, worth_gathered = 0;
        for (int i = 0; i < 60; ++i) {
            // Also beyond the border of the map.
            wend_vec2 p = {wend_random_between(&random, -10, 50),
                           wend_random_between(&random, -10, 40)};
            double reach = i % 4 == 0 ? 0 : wend_random_between(&random, 0, 8), value;
            wend_resource_state f = field_of(world, id);
            double there = plain_within(&f, p, reach);
            assert_close(wend_resource_within(fields, 0, p, reach), there, "within", seed);
            double wanted = i % 3 == 0 ? 1e6 : wend_random_between(&random, 0, 50);
            double taken = wend_resource_take(fields, 0, p, reach, wanted, &value);
            assert_close(taken, fmin(wanted, there), "taken", seed);
            assert_close(wend_resource_within(fields, 0, p, reach), there - taken, "left", seed);
            // What was taken whole is gone to the last bit.
            if (wanted >= there)
                assert_true(wend_resource_within(fields, 0, p, reach) == 0);
            gathered += taken;
            worth_gathered += value;
            f = field_of(world, id);
            assert_close(f.remaining + gathered, f.initial, "sum", seed);
            assert_close(f.remaining_value + worth_gathered, f.initial_value, "sum of worth", seed);
        }
        wend_world_destroy(world);
    }
}

// As much, from the same place, but of other cells: a snapshot of the one is not one of the other.
static void takes_of_other_cells_are_other_takes(void **state)
{
    (void)state;
    const wend_patch patch = {{5, 5}, 4, 100, 1};
    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i) {
        wend_world *world = box_world(def_of(0.1), NULL, 0);
        double value;
        (void)add_field(world, &patch, 1, 0.5);
        double taken = wend_resource_take(&world->fields, 0, patch.position, 1 + i, 1, &value);
        assert_true(taken == 1 && fabs(value - 1) < CLOSE);
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    assert_true(hashes[0] != hashes[1]);
}

// ---- drawing ------------------------------------------------------------------------------------

enum { DRAWS = 20000 };

// Two patches of a block each: the chances go with worth and distance. Four standard deviations of
// a share are at most this.
#define MOST_OFF (4 * 0.5 / 141.4)

static void lots_follow_worth_and_distance(void **state)
{
    (void)state;
    // A block is 4 m wide: one around (2, 2), one around (30, 2), worth three times as much.
    const wend_patch patches[2] = {{{2, 2}, 1, 100, 1}, {{30, 2}, 1, 100, 3}};
    wend_world *world = box_world(def_of(0.1), NULL, 0);
    wend_resource_id id = add_field(world, patches, 2, 0.5);
    wend_resource_state f = field_of(world, id);
    wend_random random = wend_random_stream(7, 3);
    const wend_vec2 from = {12, 2};
    uint32_t far = 0;
    for (int i = 0; i < DRAWS; ++i) {
        wend_vec2 place;
        assert_true(wend_resource_draw(&world->fields, 0, from, &random, &place));
        assert_true(plain_within(&f, place, 0) > 0);
        far += place.x > 16;
    }
    // What the blocks say, summed plainly.
    double chance[2] = {0, 0}, side = 8 * f.cell;
    for (uint32_t i = 0; i < f.columns * f.rows; ++i) {
        uint32_t column = i % f.columns / 8, row = i / f.columns / 8;
        wend_vec2 middle = {f.corner.x + (column + 0.5) * side, f.corner.y + (row + 0.5) * side};
        double away = apart(middle, from);
        chance[centre_of(&f, i).x > 16] += f.amounts[i] * f.values[i] / (away * away + side * side);
    }
    double expected = chance[1] / (chance[0] + chance[1]);
    assert_true(expected > 0.3 && expected < 0.7);
    if (fabs((double)far / DRAWS - expected) > MOST_OFF)
        fail_msg("%u of %d are far, expected are %g", far, DRAWS, expected * DRAWS);
    wend_world_destroy(world);
}

static void nothing_is_drawn_of_nothing(void **state)
{
    (void)state;
    const wend_patch patches[2] = {{{2, 2}, 3, 70, 1}, {{9, 2}, 3, 1e-3, 3}};
    wend_world *world = box_world(def_of(0.1), NULL, 0);
    wend_resource_id id = add_field(world, patches, 2, 0.3);
    wend_random random = wend_random_stream(1, 4);
    double value;
    uint32_t draws = 0;
    wend_vec2 place;
    // Emptied bit by bit, so that rounding is left in the sums of blocks.
    while (wend_resource_draw(&world->fields, 0, (wend_vec2){0, 0}, &random, &place)) {
        assert_true(wend_resource_take(&world->fields, 0, place, 0.5, 0.3, &value) > 0);
        assert_true(++draws < 100000);
    }
    wend_resource_state f = field_of(world, id);
    for (uint32_t i = 0; i < f.columns * f.rows; ++i)
        assert_true(f.amounts[i] == 0);
    assert_true(f.remaining <= CLOSE * f.initial);
    wend_world_destroy(world);
}

static void failing_add(void **state)
{
    (void)state;
    const wend_patch patch = {{5, 5}, 2, 10, 1};
    wend_resource_def def = wend_default_resource_def();
    def.patches = &patch;
    def.patch_count = 1;
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t i = 1; result == WEND_OUT_OF_MEMORY; ++i) {
        failing_allocator memory = {0};
        wend_world_def world_def = def_of(0.1);
        world_def.allocator = failing_allocator_of(&memory);
        wend_world *world = box_world(world_def, ROOM, BOXES);
        uint64_t before = wend_world_hash(world);
        wend_resource_id id;
        memory.fail_at = memory.calls + i;
        result = wend_world_add_resource(world, &def, &id, NULL);
        if (result != WEND_OK)
            assert_true(wend_world_hash(world) == before);
        assert_true(i < 20);
        wend_world_destroy(world);
        assert_int_equal(memory.bytes, 0);
    }
    assert_int_equal(result, WEND_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches_fill_free_cells),
        cmocka_unit_test(wrong_defs_are_refused),
        cmocka_unit_test(taking_takes_the_same_part),
        cmocka_unit_test(takes_of_other_cells_are_other_takes),
        cmocka_unit_test(lots_follow_worth_and_distance),
        cmocka_unit_test(nothing_is_drawn_of_nothing),
        cmocka_unit_test(failing_add),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
