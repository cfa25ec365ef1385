// SPDX-License-Identifier: MIT
// A copy of a mesh is the same, number for number, and stays so under the same edits; and neither
// of the two notices what happens to the other.
#include "mesh/mesh.h"
#include "tests/support/support.h"
#include "wend/random.h"

#include <string.h>

static wend_vec2 at(double x, double y)
{
    return (wend_vec2){x, y};
}

static wend_mesh *make_mesh(const wend_allocator *allocator)
{
    static const wend_vec2 bounds[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    static const wend_vec2 points[] = {{2, 2}, {18, 2}, {18, 18}, {2, 18}, {4, 4}, {4, 9}, {10, 4}};
    static const uint32_t ends[] = {4, 7};
    static const wend_shape shapes[] = {{points, ends, 2, 7}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = 1;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    mesh_def.allocator = *allocator;
    wend_floor *floor;
    wend_mesh *mesh;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    assert_int_equal(wend_mesh_create(floor, &mesh_def, &mesh, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return mesh;
}

static void assert_same(const wend_mesh *a, const wend_mesh *b)
{
    wend_error error;
    if (wend_mesh_check(b, &error) != WEND_OK || wend_mesh_equal(a, b, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    assert_true(wend_mesh_version(a) == wend_mesh_version(b));
    assert_true(wend_mesh_tolerance(a) == wend_mesh_tolerance(b));
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->cell_limit, b->cell_limit);
    assert_int_equal(a->obstacles.count, b->obstacles.count);
    assert_memory_equal(a->edges, b->edges, 3 * a->triangle_count * sizeof *a->edges);
    assert_memory_equal(a->cells, b->cells, a->cell_limit * sizeof *a->cells);
    for (uint32_t i = 0; i < 200; ++i) {
        wend_vec2 p = at(i % 15 * 1.4, i / 15 * 1.4);
        assert_int_equal(wend_mesh_locate(a, p), wend_mesh_locate(b, p));
        assert_int_equal(wend_hint(a, p), wend_hint(b, p));
    }
}

static wend_result edit(wend_mesh *mesh, wend_random *random, wend_mesh_shape_id *id)
{
    if (wend_random_below(random, 3) == 0)
        return wend_mesh_remove(
            mesh, (wend_mesh_shape_id){wend_id_of_slot(&mesh->ids, wend_random_below(random, 12))},
            NULL);
    double x = wend_random_below(random, 20), y = wend_random_below(random, 20);
    double size = 0.5 + 0.5 * wend_random_below(random, 3);
    const wend_vec2 box[] = {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}};
    const wend_shape shape = {box, NULL, 0, 1 + wend_random_below(random, 4)};
    return wend_mesh_insert(mesh, &shape, id, NULL);
}

static void a_copy_is_and_stays_the_same(void **state)
{
    (void)state;
    const wend_allocator allocator = {0};
    for (uint64_t seed = 0; seed < 20; ++seed) {
        wend_mesh *mesh = make_mesh(&allocator), *copy;
        wend_random random = wend_random_stream(seed, 1);
        wend_mesh_shape_id id, other;
        for (int i = 0; i < 20; ++i)
            edit(mesh, &random, &id);
        assert_int_equal(wend_mesh_copy(mesh, NULL, &copy, NULL), WEND_OK);
        assert_same(mesh, copy);
        wend_random again = random;
        for (int i = 0; i < 20; ++i) {
            wend_result result = edit(mesh, &random, &id);
            assert_int_equal(wend_mesh_check(copy, NULL), WEND_OK);
            assert_int_equal(edit(copy, &again, &other), result);
            if (result == WEND_OK)
                assert_true(wend_mesh_version(mesh) == wend_mesh_version(copy));
            assert_same(mesh, copy);
        }
        wend_mesh_destroy(mesh);
        assert_int_equal(wend_mesh_check(copy, NULL), WEND_OK);
        wend_mesh_destroy(copy);
    }
}

static void out_of_memory_makes_no_copy(void **state)
{
    (void)state;
    const wend_allocator plain = {0};
    wend_mesh *mesh = make_mesh(&plain), *copy;
    for (size_t fail_at = 1;; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_result result = wend_mesh_copy(mesh, &allocator, &copy, NULL);
        if (result == WEND_OK)
            wend_mesh_destroy(copy);
        else
            assert_null(copy);
        assert_int_equal(memory.bytes, 0);
        if (result == WEND_OK)
            break;
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
    }
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_and_stays_the_same),
        cmocka_unit_test(out_of_memory_makes_no_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
