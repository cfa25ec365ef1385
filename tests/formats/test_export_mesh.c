// SPDX-License-Identifier: MIT
// Meshes written for Polyanya: a checker of its own reads them and holds polygons, neighbours and
// the lists around vertices against each other, and read back they are the same free ground.
#include "tests/formats/import_support.h"
#include "tests/support/failing_malloc.h"

#include "wend/random.h"

#include <errno.h>

// ---- a checker that knows nothing of wend's reader ----------------------------------------------

enum { MOST_VERTICES = 2000, MOST_POLYGONS = 2000, MOST_CORNERS = 64, MOST_AROUND = 64 };

typedef struct mesh_file {
    int vertex_count, polygon_count;
    wend_vec2 at[MOST_VERTICES];
    int around_count[MOST_VERTICES], around[MOST_VERTICES][MOST_AROUND];
    int corner_count[MOST_POLYGONS], corners[MOST_POLYGONS][MOST_CORNERS];
    int neighbours[MOST_POLYGONS][MOST_CORNERS];
} mesh_file;

static int next_whole(char **at)
{
    return (int)strtol(*at, at, 10);
}

static mesh_file *parse(char *bytes)
{
    mesh_file *m = test_calloc(1, sizeof *m);
    assert_memory_equal(bytes, "mesh\n2\n", 7);
    char *at = bytes + 7;
    m->vertex_count = next_whole(&at);
    m->polygon_count = next_whole(&at);
    assert_in_range(m->vertex_count, 3, MOST_VERTICES);
    assert_in_range(m->polygon_count, 1, MOST_POLYGONS);
    for (int i = 0; i < m->vertex_count; ++i) {
        m->at[i].x = strtod(at, &at);
        m->at[i].y = strtod(at, &at);
        m->around_count[i] = next_whole(&at);
        assert_in_range(m->around_count[i], 1, MOST_AROUND);
        for (int k = 0; k < m->around_count[i]; ++k)
            m->around[i][k] = next_whole(&at);
    }
    for (int i = 0; i < m->polygon_count; ++i) {
        m->corner_count[i] = next_whole(&at);
        assert_in_range(m->corner_count[i], 3, MOST_CORNERS);
        for (int k = 0; k < m->corner_count[i]; ++k)
            m->corners[i][k] = next_whole(&at);
        for (int k = 0; k < m->corner_count[i]; ++k)
            m->neighbours[i][k] = next_whole(&at);
    }
    assert_string_equal(at, "\n");
    return m;
}

/// Where the vertex is among the corners of the polygon; -1: it is not.
static int corner_of(const mesh_file *m, int polygon, int vertex)
{
    for (int k = 0; k < m->corner_count[polygon]; ++k)
        if (m->corners[polygon][k] == vertex)
            return k;
    return -1;
}

static void check_polygons(const mesh_file *m)
{
    for (int i = 0; i < m->polygon_count; ++i) {
        int count = m->corner_count[i];
        for (int k = 0; k < count; ++k) {
            int a = m->corners[i][(k + count - 1) % count], b = m->corners[i][k];
            int c = m->corners[i][(k + 1) % count], other = m->neighbours[i][k];
            assert_true(wend_orient2d(m->at[a], m->at[b], m->at[c]) >= 0);
            if (other < 0)
                continue;
            // The neighbour has the same side the other way round, and us beyond it.
            int end = corner_of(m, other, a);
            assert_true(end >= 0);
            int size = m->corner_count[other];
            assert_int_equal(m->corners[other][(end + size - 1) % size], b);
            assert_int_equal(m->neighbours[other][end], i);
        }
    }
}

static void check_vertices(const mesh_file *m)
{
    for (int v = 0; v < m->vertex_count; ++v) {
        int count = m->around_count[v], polygons = 0, listed = 0;
        for (int i = 0; i < m->polygon_count; ++i)
            polygons += corner_of(m, i, v) >= 0;
        for (int k = 0; k < count; ++k) {
            int one = m->around[v][k], other = m->around[v][(k + 1) % count];
            assert_true(one >= 0 || other >= 0 || count == 1); // no two obstacles in a row
            if (one < 0)
                continue;
            ++listed;
            int corner = corner_of(m, one, v);
            assert_true(corner >= 0);
            // Counter-clockwise, next comes what is across the side that ends here.
            assert_int_equal(m->neighbours[one][corner], other);
        }
        assert_int_equal(listed, polygons);
    }
}

// ---- writing and reading back -------------------------------------------------------------------

static char *write_bytes(const scene *s)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    assert_true(scene_write_mesh(s, out));
    fclose(out);
    return bytes;
}

static int compare_segments(const void *a, const void *b)
{
    const wend_segment *s = a, *t = b;
    const double x[] = {s->a.x, s->a.y, s->b.x, s->b.y}, y[] = {t->a.x, t->a.y, t->b.x, t->b.y};
    for (int i = 0; i < 4; ++i)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void add_sides(const wend_vec2 *ring, uint32_t count, wend_segment *sides, size_t *used)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_segment side = {ring[i], ring[(i + 1) % count]};
        wend_segment back = {side.b, side.a};
        sides[(*used)++] = compare_segments(&side, &back) < 0 ? side : back;
    }
}

/// All sides of a scene, sorted; where rings start and which way they run makes no difference.
static wend_segment *list_sides(const scene *s, size_t *count)
{
    wend_segment *sides = test_calloc(count_vertices(s) + 1, sizeof *sides);
    *count = 0;
    add_sides(s->bounds, s->bounds_count, sides, count);
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_shape *shape = &s->obstacles[i].shape;
        for (uint32_t r = 0, begin = 0; r < shape->ring_count; begin = shape->ring_ends[r++])
            add_sides(shape->points + begin, shape->ring_ends[r] - begin, sides, count);
    }
    qsort(sides, *count, sizeof *sides, compare_segments);
    return sides;
}

static void assert_same_sides(const scene *one, const scene *other)
{
    size_t count, other_count;
    wend_segment *sides = list_sides(one, &count), *other_sides = list_sides(other, &other_count);
    assert_int_equal(count, other_count);
    for (size_t i = 0; i < count; ++i)
        assert_int_equal(compare_segments(&sides[i], &other_sides[i]), 0);
    test_free(sides);
    test_free(other_sides);
}

/// Writes the mesh of a scene, checks the file and reads it.
static scene *round_trip(const scene *s)
{
    char *bytes = write_bytes(s);
    mesh_file *m = parse(bytes);
    check_polygons(m);
    check_vertices(m);
    test_free(m);
    scene *back = read_good(scene_read_mesh, bytes);
    assert_sound(back);
    free(bytes);
    return back;
}

// A scene that was read from a mesh comes back with the same sides to the last bit.
static void assert_comes_back(scene_read_fn *read, const char *file)
{
    scene *s = read_good(read, file);
    scene *back = round_trip(s);
    assert_same_sides(s, back);
    scene_free(back);
    scene_free(s);
}

static void test_small(void **state)
{
    (void)state;
    assert_comes_back(scene_read_mesh, "mesh 2 3 1 0 0 0 4 0 0 0 3 0\n3 0 1 2 -1 -1 -1\n");
    // Numbers that need all their digits.
    assert_comes_back(scene_read_mesh,
                      "mesh 2 3 1 0.1 0.2 0 0.30000000000000004 1e-7 0 "
                      "0.3333333333333333 1.7976931348623157\n0\n3 0 1 2 -1 -1 -1\n");
    // Two rooms that meet in a corner, and one on its own.
    assert_comes_back(scene_read_mesh,
                      "mesh 2 10 3 0 0 0 4 0 0 4 4 0 0 4 0\n8 4 0 8 8 0 4 8 0\n"
                      "20 0 0 24 0 0 24 4 0\n"
                      "4 0 1 2 3 -1 -1 -1 -1\n4 2 4 5 6 -1 -1 -1 -1\n3 7 8 9 -1 -1 -1\n");
    // A thin wall between two nodes.
    assert_comes_back(scene_read_nav,
                      "6 0 0 1 0 2 0 0 1 1 1 2 1\n0\n0\nrooms 2\n.5 .5 4 0 1 4 3 0 0 0 0 0\n"
                      "1.5 .5 4 1 2 5 4 0 0 0 0 0\n");
    // Two pillars that touch in a corner.
    assert_comes_back(scene_read_poly, "poly\n1\n3\n4 0 0 9 0 9 9 0 9\n4 2 2 4 2 4 4 2 4\n"
                                       "4 4 4 6 4 6 6 4 6\n");
}

static void test_walls_and_origin(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_json,
                         "{\"wend\": 1, \"origin\": [1000, 500], "
                         "\"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": ["
                         "{\"segment\": [[2, 2], [5, 2]]}, {\"segment\": [[5, 2], [5, 6]]}, "
                         "{\"point\": [7, 7]}, {\"polygon\": [[2, 5], [3, 5], [3, 7]]}]}");
    scene *back = round_trip(s);
    assert_int_equal(back->obstacle_count, 3); // the point is gone
    assert_true(free_area(back) == 80);
    wend_box box = scene_box(back);
    assert_true(box.min.x + back->origin.x == 1000 && box.max.y + back->origin.y == 509);
    scene_free(back);
    scene_free(s);
}

static void test_no_bounds(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_json, "{\"wend\": 1, \"obstacles\": ["
                                          "{\"polygon\": [[0, 0], [4, 0], [4, 4], [0, 4]]}]}");
    scene *back = round_trip(s);
    assert_true(free_area(back) == 24 * 24 - 16);
    scene_free(back);
    scene_free(s);
}

static void test_nothing_to_write(void **state)
{
    (void)state;
    static const char *const files[] = {
        "{\"wend\": 1}",
        "{\"wend\": 1, \"bounds\": [[0, 0], [4, 0], [4, 4]], "
        "\"obstacles\": [{\"polygon\": [[0, 0], [4, 0], [4, 4]]}]}",
    };
    for (size_t i = 0; i < 2; ++i) {
        scene *s = read_good(scene_read_json, files[i]);
        char bytes[100];
        FILE *out = fmemopen(bytes, sizeof bytes, "w");
        errno = 0;
        assert_false(scene_write_mesh(s, out));
        assert_int_equal(errno, EDOM);
        fclose(out);
        scene_free(s);
    }
}

// ---- random scenes ------------------------------------------------------------------------------

// Rooms on a coarse grid: many obstacles that touch, yards, parts, all sides straight.
static void test_random_maps(void **state)
{
    (void)state;
    enum { SIZE = 9 };
    uint64_t rounds = long_tier() ? 5000 : 150;
    for (uint64_t seed = 1; seed <= rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 32);
        char map[64 + SIZE * (SIZE + 1)];
        int size = snprintf(map, sizeof map, "height %d\nwidth %d\nmap\n", SIZE, SIZE);
        uint32_t cells = 0, density = 20 + wend_random_below(&random, 75);
        for (int y = 0; y < SIZE; ++y) {
            for (int x = 0; x < SIZE; ++x) {
                bool is_free = wend_random_below(&random, 100) < density || (x == 4 && y == 4);
                cells += is_free;
                map[size++] = is_free ? '.' : '@';
            }
            map[size++] = '\n';
        }
        map[size] = 0;
        scene *s = read_good(scene_read_map, map);
        scene *once = round_trip(s);
        scene *twice = round_trip(once);
        if (fabs(free_area(once) - cells) > 1e-9)
            fail_msg("seed %llu: area %.17g for %u cells", (unsigned long long)seed,
                     free_area(once), (unsigned)cells);
        assert_same_sides(once, twice);
        scene_free(twice);
        scene_free(once);
        scene_free(s);
    }
}

static void test_memory(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_map, "height 3\nwidth 4\nmap\n@@@@\n@.@.\n@@.@\n");
    bool done = false;
    for (size_t n = 1; !done; ++n) {
        char bytes[2000];
        FILE *out = fmemopen(bytes, sizeof bytes, "w");
        assert_non_null(out);
        allocations = 0;
        failing_allocation = n;
        bool good = scene_write_mesh(s, out);
        int why = errno;
        done = allocations < n;
        failing_allocation = 0;
        assert_true(good || why == ENOMEM);
        assert_true(good || !done);
        fclose(out);
    }
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),     cmocka_unit_test(test_walls_and_origin),
        cmocka_unit_test(test_no_bounds), cmocka_unit_test(test_nothing_to_write),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_random_maps),
    };
    return cmocka_run_group_tests_name("export_mesh", tests, NULL, NULL);
}
