// SPDX-License-Identifier: MIT
// What callers of a path map may do: ask from many threads, ask for paths that do not fit, edit the
// mesh and forget to update, give sources that are none, run out of memory.
#include "tests/map/map_check.h"

#include "map/wave.h"
#include "wend/tasks.h"

#include <float.h>

static map_scene s; // large; filled anew for each scene

// A town of three by three squares.
static void make_town(void)
{
    memset(&s.plan, 0, sizeof s.plan);
    s.plan.kind = "town";
    s.moved = (displacement){0};
    plan_lots(&s.plan, 3, 1, 1);
    assert_true(start_scene(&s));
    add_source(&s, (wend_map_source){{-0.5, -0.5}, {-0.5, -0.5}, 0});
    add_source(&s, (wend_map_source){{5.5, 4}, {5.5, 5}, 0.25});
}

// ---- the same bits ------------------------------------------------------------------------------

enum { MANY = 20000 };

static wend_tasks *workers(uint32_t count)
{
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks;
    def.worker_count = count;
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    return tasks;
}

static void assert_same(const wend_map_result *a, const wend_map_result *b)
{
    for (uint32_t i = 0; i < MANY; ++i)
        assert_true(same_bits(a[i], b[i]));
}

static void threads(void **state)
{
    (void)state;
    static wend_vec2 places[MANY];
    static wend_map_result alone[MANY], together[MANY];
    make_town();
    wend_random random = wend_random_stream(1, 1);
    for (uint32_t i = 0; i < MANY; ++i)
        places[i] = plain_place(&s, &random);
    wend_map *map = new_map(), *twin = new_map();
    build_map(map, s.mesh, s.sources, s.source_count);
    build_map(twin, s.mesh, s.sources, s.source_count);
    for (uint32_t i = 0; i < MANY; ++i)
        alone[i] = wend_map_query(map, places[i]);
    for (uint32_t count = 0; count <= 8; count = count ? 2 * count : 1) {
        wend_tasks *tasks = count ? workers(count) : NULL;
        memset(together, 0, sizeof together);
        wend_map_query_batch(count == 4 ? twin : map, places, MANY, together, tasks);
        assert_same(alone, together);
        wend_tasks_destroy(tasks);
    }
    // A map that was another one before gives the same bits, too.
    wend_map_source other = {{1.5, 1.5}, {3.5, 1.5}, 0};
    build_map(twin, s.mesh, &other, 1);
    build_map(twin, s.mesh, s.sources, s.source_count);
    wend_map_query_batch(twin, places, MANY, together, NULL);
    assert_same(alone, together);
    wend_map_query_batch(map, NULL, 0, NULL, NULL);
    wend_map_destroy(twin);
    wend_map_destroy(map);
    end_scene(&s);
}

// ---- paths and edits ----------------------------------------------------------------------------

static void short_buffers(void **state)
{
    (void)state;
    make_town();
    wend_map *map = new_map();
    wend_vec2 far = {1.5, 4.5}, whole[16], part[16];
    uint32_t count, counted;
    build_map(map, s.mesh, s.sources, 1);
    assert_int_equal(wend_map_path(map, far, whole, 16, &count), WEND_OK);
    assert_true(count >= 3 && count <= 16);
    for (uint32_t room = 0; room <= count; ++room) {
        memset(part, 0xff, sizeof part);
        wend_result result = wend_map_path(map, far, part, room, &counted);
        assert_int_equal(result, room < count ? WEND_BUFFER_TOO_SMALL : WEND_OK);
        assert_int_equal(counted, count);
        assert_memory_equal(part, whole, room * sizeof *part);
        assert_true(isnan(part[room].x)); // nothing beyond
    }
    assert_int_equal(wend_map_path(map, (wend_vec2){0.5, 0.5}, part, 16, &count), WEND_NOT_FOUND);
    assert_int_equal(count, 0);
    assert_int_equal(wend_map_path(map, s.sources[0].a, part, 16, &count), WEND_OK);
    assert_true(count >= 1 && wend_equal(part[0], s.sources[0].a));
    wend_map_destroy(map);
    end_scene(&s);
}

static void stale_maps(void **state)
{
    (void)state;
    make_town();
    wend_map *map = new_map();
    wend_vec2 p = {1.5, 1.5};
    assert_true(wend_map_query(map, p).distance == -1); // not built yet
    assert_int_equal(wend_map_check(map, NULL), WEND_OK);
    assert_int_equal(wend_map_update(map, s.mesh, s.sources, 1, NULL), WEND_OK);
    double distance = wend_map_query(map, p).distance;
    assert_true(distance > 0);
    assert_int_equal(wend_mesh_remove(s.mesh, wend_mesh_shape(s.mesh, 0), NULL), WEND_OK);
    assert_true(wend_map_query(map, p).distance == -1);
    assert_int_equal(wend_map_update(map, s.mesh, s.sources, 1, NULL), WEND_OK);
    assert_true(fabs(wend_map_query(map, p).distance - hypot(2, 2)) < s.floor->tolerance);
    assert_true(wend_map_query(map, p).distance < distance);
    // Another mesh.
    wend_mesh *copy;
    assert_int_equal(wend_mesh_copy(s.mesh, NULL, &copy, NULL), WEND_OK);
    assert_int_equal(wend_map_update(map, copy, s.sources, 1, NULL), WEND_OK);
    assert_true(fabs(wend_map_query(map, p).distance - hypot(2, 2)) < s.floor->tolerance);
    assert_int_equal(wend_map_check(map, NULL), WEND_OK);
    wend_map_destroy(map);
    wend_mesh_destroy(copy);
    end_scene(&s);
}

static void bad_sources(void **state)
{
    (void)state;
    make_town();
    wend_box box = wend_mesh_box(s.mesh);
    const wend_map_source bad[] = {
        {{NAN, 1}, {1, 1}, 0},
        {{1, 1}, {1, INFINITY}, 0},
        {{1.5, 1}, {1.5, 1}, -1e-9},
        {{1.5, 1}, {1.5, 1}, NAN},
        {{1.5, 1}, {1.5, 1}, INFINITY},
        {{1.5, 1}, {1.5, 1}, 2 * WEND_MAP_MAX_OFFSET},
        {{box.max.x + 1, 1}, {box.max.x + 1, 1}, 0},
        {{1e300, 1}, {1e300, 1}, 0},
    };
    wend_map *map = new_map();
    for (uint32_t i = 0; i < COUNT(bad); ++i) {
        wend_map_source sources[] = {s.sources[0], bad[i]};
        wend_error error = {0};
        build_map(map, s.mesh, s.sources, 1);
        assert_int_equal(wend_map_build(map, s.mesh, sources, 2, &error), WEND_BAD_ARGUMENT);
        assert_non_null(strstr(error.text, "source 1"));
        assert_true(wend_map_query(map, (wend_vec2){1.5, 1.5}).distance == -1); // it is empty
        build_map(map, s.mesh, s.sources, 1);
        error.text[0] = 0;
        assert_int_equal(wend_map_update(map, s.mesh, sources, 2, &error), WEND_BAD_ARGUMENT);
        assert_non_null(strstr(error.text, "source 1"));
    }
    // None at all is no fault.
    build_map(map, s.mesh, NULL, 0);
    assert_true(wend_map_query(map, (wend_vec2){1.5, 1.5}).distance == -1);
    assert_int_equal(wend_map_update(map, s.mesh, s.sources, 1, NULL), WEND_OK);
    assert_true(wend_map_query(map, (wend_vec2){1.5, 1.5}).distance > 0);
    assert_int_equal(wend_map_update(map, s.mesh, NULL, 0, NULL), WEND_OK);
    assert_true(wend_map_query(map, (wend_vec2){1.5, 1.5}).distance == -1);
    wend_map_destroy(map);
    wend_map_destroy(NULL);
    // Places that are none.
    const wend_vec2 odd[] = {{NAN, 0}, {0, INFINITY}, {1e300, -1e300}};
    map = new_map();
    build_map(map, s.mesh, s.sources, 1);
    for (uint32_t i = 0; i < COUNT(odd); ++i)
        assert_true(wend_map_query(map, odd[i]).distance == -1);
    wend_map_destroy(map);
    end_scene(&s);
}

// ---- memory -------------------------------------------------------------------------------------

// Builds, then changes everything, with the fail_at-th request refused; true: nothing was refused.
static bool run_short_of_memory(size_t fail_at)
{
    failing_allocator memory = {.fail_at = fail_at};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_map *map;
    wend_vec2 p = {1.5, 1.5};
    make_town();
    wend_result result = wend_map_create(&allocator, &map, NULL);
    if (result == WEND_OK) {
        result = wend_map_build(map, s.mesh, s.sources, 1, NULL);
        assert_true((wend_map_query(map, p).distance == -1) == (result != WEND_OK));
        if (result == WEND_OK) {
            wend_mesh_shape_id id;
            const wend_vec2 post[] = {{1.25, 1.25}, {1.75, 1.25}, {1.5, 1.375}};
            wend_shape shape = {.points = post, .point_count = 3};
            assert_int_equal(wend_mesh_remove(s.mesh, wend_mesh_shape(s.mesh, 4), NULL), WEND_OK);
            assert_int_equal(wend_mesh_insert(s.mesh, &shape, &id, NULL), WEND_OK);
            result = wend_map_update(map, s.mesh, s.sources, 2, NULL);
            assert_true((wend_map_query(map, p).distance == -1) == (result != WEND_OK));
        }
        assert_int_equal(wend_map_check(map, NULL), WEND_OK);
        // It can be used again.
        memory.fail_at = 0;
        build_map(map, s.mesh, s.sources, 2);
        assert_true(wend_map_query(map, p).distance > 0);
        wend_map_destroy(map);
    }
    assert_true(result == WEND_OK || result == WEND_OUT_OF_MEMORY);
    assert_int_equal(memory.bytes, 0);
    end_scene(&s);
    return result == WEND_OK;
}

static void no_memory(void **state)
{
    (void)state;
    size_t fail_at = 1;
    while (!run_short_of_memory(fail_at))
        ++fail_at;
    assert_true(fail_at > 4);
}

// A copy that ran out of memory when it was updated is made again, and then it can be.
static void copies_run_short_of_memory(void **state)
{
    (void)state;
    make_town();
    wend_map *map = new_map(), *wanted = new_map();
    wend_map_source moved[2] = {s.sources[0], s.sources[1]};
    moved[1].b.y += 0.5;
    build_map(map, s.mesh, s.sources, 2);
    build_map(wanted, s.mesh, moved, 2);
    wend_vec2 p = {1.5, 1.5};
    for (size_t fail_at = 1, failed = 1; failed; ++fail_at) {
        failing_allocator memory = {0};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_map *copy;
        assert_int_equal(wend_map_create(&allocator, &copy, NULL), WEND_OK);
        assert_true(wend_map_copy(copy, map, s.mesh));
        memory.calls = 0;
        memory.fail_at = fail_at;
        failed = wend_map_update(copy, s.mesh, moved, 2, NULL) != WEND_OK;
        memory.fail_at = 0;
        assert_true(wend_map_copy(copy, map, s.mesh));
        assert_true(same_bits(wend_map_query(copy, p), wend_map_query(map, p)));
        assert_int_equal(wend_map_update(copy, s.mesh, moved, 2, NULL), WEND_OK);
        assert_true(fabs(wend_map_query(copy, p).distance - wend_map_query(wanted, p).distance) <
                    1e-12);
        wend_map_destroy(copy);
        assert_int_equal(memory.bytes, 0);
    }
    wend_map_destroy(wanted);
    wend_map_destroy(map);
    end_scene(&s);
}

// A map that is built again takes no memory: that is what makes it quick.
static void warm_builds(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_map *map;
    make_town();
    assert_int_equal(wend_map_create(&allocator, &map, NULL), WEND_OK);
    build_map(map, s.mesh, s.sources, s.source_count);
    size_t calls = memory.calls;
    for (uint32_t i = 0; i < 3; ++i)
        assert_int_equal(wend_map_build(map, s.mesh, s.sources, s.source_count, NULL), WEND_OK);
    assert_int_equal(memory.calls, calls);
    wend_map_size size = wend_map_measure(map);
    assert_int_equal(size.triangles, wend_mesh_measure(s.mesh).triangles);
    assert_true(size.windows >= size.triangles && size.steps >= size.triangles / 2);
    assert_true(size.roots > 2 && size.max_windows > 0 && size.bytes > 0);
    wend_map_destroy(map);
    end_scene(&s);
}

// Sources that are far behind others come in their time, without a look at all that is between.
static void large_offsets(void **state)
{
    (void)state;
    make_town();
    wend_map *map = new_map();
    wend_vec2 p = {1.5, 1.5};
    build_map(map, s.mesh, s.sources, 1);
    double distance = wend_map_query(map, p).distance;
    for (double offset = 1; offset <= WEND_MAP_MAX_OFFSET; offset *= 1e3) {
        wend_map_source source = s.sources[0];
        source.offset = offset;
        build_map(map, s.mesh, &source, 1);
        double found = wend_map_query(map, p).distance;
        assert_true(fabs(found - offset - distance) <= 16 * DBL_EPSILON * offset);
        // Beside a nearer one it changes nothing.
        const wend_map_source both[] = {s.sources[0], source};
        build_map(map, s.mesh, both, 2);
        assert_true(wend_map_query(map, p).distance == distance);
    }
    wend_map_destroy(map);
    end_scene(&s);
}

// ---- the checker --------------------------------------------------------------------------------

// Does one thing wrong to a map; false: there are no more.
static bool spoil(wend_map *map, uint32_t how)
{
    uint32_t child = 0, block = 0;
    while (map->roots.data[child].parent == WEND_MAP_NONE)
        ++child;
    while (map->blocks.data[block].count == 0)
        ++block;
    wend_map_root *root = &map->roots.data[child];
    wend_map_window *window = &map->windows.data[map->blocks.data[block].first];
    wend_corner *corner = &map->corners.data[map->corner_of_root.data[child]];
    switch (how) {
    case 0:
        root->distance += 1;
        return true;
    case 1:
        root->parent = (uint32_t)map->roots.count;
        return true;
    case 2:
        root->source = 99;
        return true;
    case 3:
        map->roots.data[root->parent].source = WEND_MAP_NONE;
        return true;
    case 4:
        window->root = (uint32_t)map->roots.count;
        return true;
    case 5:
        window->edge += 3;
        return true;
    case 6:
        window->base += 1;
        return true;
    case 7:
        map->blocks.data[block].count = (uint32_t)map->windows.count + 1;
        return true;
    case 8:
        corner->at.x += 1;
        return true;
    case 9:
        corner->parent = (uint32_t)map->roots.count;
        return true;
    case 10:
        map->corner_of.data[corner->first] += 1;
        return true;
    default:
        return false;
    }
}

static void check_tells(void **state)
{
    (void)state;
    bool more = true;
    make_town();
    for (uint32_t how = 0; more; ++how) {
        wend_map *map = new_map();
        wend_error error = {0};
        build_map(map, s.mesh, s.sources, 1);
        more = spoil(map, how);
        if (more && wend_map_check(map, &error) != WEND_INVALID_GEOMETRY)
            fail_msg("the checker does not see flaw %u", (unsigned)how);
        assert_true(!more || error.text[0]);
        wend_map_destroy(map);
    }
    end_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads),     cmocka_unit_test(short_buffers),
        cmocka_unit_test(stale_maps),  cmocka_unit_test(bad_sources),
        cmocka_unit_test(no_memory),   cmocka_unit_test(copies_run_short_of_memory),
        cmocka_unit_test(warm_builds), cmocka_unit_test(large_offsets),
        cmocka_unit_test(check_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
