// SPDX-License-Identifier: MIT
// Lists of queries of the MovingAI benchmarks: what is read, what is refused and where, and where
// the queries' places are in scenes.
#include "tests/formats/import_support.h"
#include "tests/support/failing_malloc.h"

#include "formats/scen.h"
#include "scene/build/floor.h"

static bool read_queries(const char *file, size_t size, scen *out, problem_list *problems)
{
    text t = {0};
    bool good = text_copy(file, size, &t, problems) && scen_read(&t, out, problems);
    text_free(&t);
    return good;
}

static scen must_read(const char *file)
{
    scen out;
    problem_list problems = {.file = "test"};
    bool good = read_queries(file, strlen(file), &out, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    assert_int_equal(problems.count, 0);
    return out;
}

static void refused(const char *file, const char *where, const char *words)
{
    scen out;
    problem_list problems = {.file = "test"};
    assert_false(read_queries(file, strlen(file), &out, &problems));
    assert_int_equal(problems.count, 1);
    if (strcmp(problems.items[0].where, where) != 0 || !strstr(problems.items[0].what, words))
        fail_msg("for \"%s\":\n  expected %s: %s\n  got      %s: %s", file, where, words,
                 problems.items[0].where, problems.items[0].what);
    assert_int_equal(out.count, 0);
    problem_free(&problems);
}

static void test_queries(void **state)
{
    (void)state;
    scen s = must_read("version 1\n"
                       "0\tmaps/a.map\t49\t48\t1\t11\t2\t12\t1.41421\n"
                       "\n"
                       "17 maps/a.map 49 48 0.5 1e1 -3 +4.25 -1\r\n"
                       "3\tmy maps/the hall.map\t8\t9\t1\t2\t3\t4\t5");
    assert_int_equal(s.count, 3);
    assert_int_equal(s.queries[1].bucket, 17);
    assert_string_equal(s.queries[0].map, "maps/a.map");
    assert_ptr_equal(s.queries[0].map, s.queries[1].map);
    assert_string_equal(s.queries[2].map, "my maps/the hall.map");
    assert_true(s.queries[0].width == 49 && s.queries[0].height == 48);
    assert_true(s.queries[0].optimal == 1.41421);
    assert_true(s.queries[1].start.x == 0.5 && s.queries[1].start.y == 10);
    assert_true(s.queries[1].goal.x == -3 && s.queries[1].goal.y == 4.25);
    assert_true(s.queries[1].optimal == -1);
    scen_free(&s);
    s = must_read("version 1.0\n");
    assert_int_equal(s.count, 0);
    scen_free(&s);
}

static void test_bad_queries(void **state)
{
    (void)state;
    refused("", "1:1", "must start with 'version 1'");
    refused("type octile\n", "1:1", "must start with 'version 1'");
    refused("version\n", "2:1", "ends where the version");
    refused("version one\n", "1:9", "not 'one'");
    refused("version 2\n", "1:9", "version 2");
    refused("version 1 2\n", "1:11", "1 of 9 fields");
    refused("version 1\n0 a 1 1 1 1 1 1\n", "2:1", "8 of 9 fields");
    refused("version 1\n0 a 1 1 1 1 1 1\n0\n", "2:1", "8 of 9 fields");
    refused("version 1\n-1 a 1 1 1 1 1 1 1\n", "2:1", "the bucket");
    refused("version 1\n\n0 a 1 1 1 1 1 1 nan\n", "3:17", "the length");
    refused("version 1\n0 a 1 1 1 1 x 1 1\n", "2:13", "the goal's x");
    refused("version 1\n0 a 1 -1 1 1 1 1 1\n", "2:7", "height is negative");
    refused("version 1\n0 a 1 1 1 1 1 1 2e9\n", "2:17", "beyond");
}

static void test_bytes(void **state)
{
    (void)state;
    // Zeros and other control characters in names make no difference to the reader.
    static const char file[] = "version 1\n0 a\0b 1 1 1 1 1 1 1\n0 a 1 1 1 1 1 1 1\n"
                               "0 a\033b 1 1 1 1 1 1 1\n0 ab\0c 1 1 1 1 1 1 1";
    scen s;
    problem_list problems = {0};
    assert_true(read_queries(file, sizeof file - 1, &s, &problems));
    assert_int_equal(s.count, 4);
    assert_string_equal(s.queries[1].map, "a");
    assert_string_equal(s.queries[2].map, "a?b");
    scen_free(&s);
}

static void test_places(void **state)
{
    (void)state;
    scen q = must_read("version 1\n0 a 3 2 1 0 3 2 2\n0 a 6 8 2 0 3 2 2\n");
    // The upper right cell is blocked: in the file, row 0 is the upper one.
    scene *map = read_good(scene_read_map, "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n");
    wend_vec2 start = scen_place(map, &q.queries[0], q.queries[0].start);
    wend_vec2 goal = scen_place(map, &q.queries[0], q.queries[0].goal);
    assert_true(start.x == 1 && start.y == 2);
    assert_true(goal.x == 3 && goal.y == 0);
    // For a map of 6 by 8 cells.
    start = scen_place(map, &q.queries[1], q.queries[1].start);
    goal = scen_place(map, &q.queries[1], q.queries[1].goal);
    assert_true(start.x == 1 && start.y == 2);
    assert_true(goal.x == 1.5 && goal.y == 1.5);
    scene_free(map);
    scene *mesh = read_good(scene_read_mesh, "mesh 2 3 1 0 0 0 9 0 0 0 9 0 3 0 1 2 -1 -1 -1\n");
    start = scen_place(mesh, &q.queries[1], q.queries[1].start);
    assert_true(start.x == 2 && start.y == 0);
    // A scene that was moved next to (0, 0).
    scene_shift(mesh, (wend_vec2){100, 50});
    start = scen_place(mesh, &q.queries[1], q.queries[1].start);
    assert_true(start.x == -98 && start.y == -50);
    scene_free(mesh);
    scen_free(&q);
}

static void test_memory(void **state)
{
    (void)state;
    static const char file[] = "version 1\n0 a 1 1 1 1 1 1 1\n0 b 1 1 1 1 1 1 1\n"
                               "0 b 1 1 1 1 1 1 1\n";
    bool done = false;
    for (size_t n = 1; !done; ++n) {
        problem_list problems = {0};
        scen s = {0};
        allocations = 0;
        failing_allocation = n;
        bool good = read_queries(file, strlen(file), &s, &problems);
        done = allocations < n;
        failing_allocation = 0;
        assert_true(good == (problems.count == 0));
        assert_true(!done || good);
        scen_free(&s);
        problem_free(&problems);
    }
}

static void check_places(const scen *s, const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "movingai/%s.map", name);
    scene *map = read_data(scene_read_map, path);
    wend_floor *floor;
    assert_int_equal(scene_floor(map, &floor, NULL), WEND_OK);
    for (size_t i = 0; i < s->count; ++i) {
        const scen_query *q = &s->queries[i];
        assert_true(wend_floor_locate(floor, scen_place(map, q, q->start), NULL) <=
                    WEND_LOCATION_BOUNDARY);
        assert_true(wend_floor_locate(floor, scen_place(map, q, q->goal), NULL) <=
                    WEND_LOCATION_BOUNDARY);
    }
    wend_floor_destroy(floor);
    scene_free(map);
}

// The same queries as in the table of true lengths, and every place of them is on free ground or on
// a wall of the map.
static void test_real_files(void **state)
{
    (void)state;
    static const char *const names[] = {"arena", "brc202d", "Aurora", "orz900d"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char path[1000];
        scen s;
        problem_list problems = {.file = path};
        snprintf(path, sizeof path, "%s/truth/%s.csv", data_folder(), names[i]);
        FILE *truth = fopen(path, "r");
        if (!truth) {
            print_message("%s is not here\n", path);
            skip();
        }
        snprintf(path, sizeof path, "%s/movingai/%s.map.scen", data_folder(), names[i]);
        assert_true(scen_load(path, &s, &problems));
        char line[500];
        assert_non_null(fgets(line, sizeof line, truth));
        for (size_t k = 0; k < s.count; ++k) {
            double x, y, goal_x, goal_y, length, grid;
            assert_non_null(fgets(line, sizeof line, truth));
            assert_int_equal(
                sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf", &x, &y, &goal_x, &goal_y, &length, &grid),
                6);
            assert_true(s.queries[k].start.x == x && s.queries[k].start.y == y);
            assert_true(s.queries[k].goal.x == goal_x && s.queries[k].goal.y == goal_y);
            assert_true(s.queries[k].optimal == grid);
        }
        assert_null(fgets(line, sizeof line, truth));
        fclose(truth);
        check_places(&s, names[i]);
        scen_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queries), cmocka_unit_test(test_bad_queries),
        cmocka_unit_test(test_bytes),   cmocka_unit_test(test_places),
        cmocka_unit_test(test_memory),  cmocka_unit_test(test_real_files),
    };
    return cmocka_run_group_tests_name("scen", tests, NULL, NULL);
}
