// SPDX-License-Identifier: MIT
// Tables of trajectories: what is read, what is refused and where; and the area that discs sweep,
// held against the distance of every cell.
#include "failing_malloc.h"
#include "support.h"

#include "io/swept.h"
#include "io/trails.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// ---- reading ------------------------------------------------------------------------------------

static bool read_table(const char *file, size_t size, trails *out, problem_list *problems)
{
    text t = {0};
    *out = (trails){0};
    bool good = text_copy(file, size, &t, problems) && trails_read(&t, out, problems);
    text_free(&t);
    return good;
}

static trails must_read(const char *file)
{
    trails out;
    problem_list problems = {.file = "test"};
    bool good = read_table(file, strlen(file), &out, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    assert_int_equal(problems.count, 0);
    return out;
}

static void refused(const char *file, const char *where, const char *words)
{
    trails out;
    problem_list problems = {.file = "test"};
    assert_false(read_table(file, strlen(file), &out, &problems));
    assert_int_equal(problems.count, 1);
    if (strcmp(problems.items[0].where, where) != 0 || !strstr(problems.items[0].what, words))
        fail_msg("for \"%s\":\n  expected %s: %s\n  got      %s: %s", file, where, words,
                 problems.items[0].where, problems.items[0].what);
    assert_int_equal(out.count, 0);
    assert_null(out.points);
    problem_free(&problems);
}

static void test_table(void **state)
{
    (void)state;
    trails t = must_read("frame,id,x,y\n0,7,1.5,-2\n0,3,10,20\n1,7,1.75,-2.25\n\n# pause\n"
                         "2,3,12,20\r\n3,3,13,20\n4,3,14,20\n");
    // Agent 3 is missing in frame 1: two trails.
    assert_int_equal(t.agent_count, 2);
    assert_int_equal(t.count, 3);
    assert_int_equal(t.point_count, 6);
    assert_true(t.list[0].id == 3 && t.list[0].count == 1 && t.list[0].first == 0);
    assert_true(t.list[1].id == 3 && t.list[1].count == 3 && t.list[1].first == 1);
    assert_true(t.list[2].id == 7 && t.list[2].count == 2 && t.list[2].first == 4);
    assert_true(t.points[4].x == 1.5 && t.points[4].y == -2 && t.points[5].y == -2.25);
    assert_true(t.frames[1] == 2 && t.frames[3] == 4);
    wend_box box = trails_box(&t);
    assert_true(box.min.x == 1.5 && box.max.x == 14 && box.min.y == -2.25 && box.max.y == 20);
    trails_free(&t);
    t = must_read("frame,id,x,y");
    assert_int_equal(t.count, 0);
    trails_free(&t);
}

static void test_other_tables(void **state)
{
    (void)state;
    static const char *const same[] = {
        "frame,id,x,y\n10,1,0.5,2\n20,1,3,4\n",
        ("\xef\xbb\xbf"
         "FRAME,ID,X,Y\n10,1,0.5,2\n20,1,3,4\n"),
        "time;id;y;x;frame\n0.1; 1 ;2;5e-1;10\n0.2;1;4;+3.0;20\n",
        "# framerate: 25\n# id frame x/m y/m z/m\n1 10 0.5 2 1.7\n1\t20  3 4\t1.7\n",
        "  frame   id x y  \n 10 1 0.5 2 \n20 1 3 4\n",
        "frame,id,x,y\n20,1,3,4\n10,1,0.5,2\n",
        "# frame,id,x,y\n10,1.0,0.5,2\n20.0,1,3,4,extra\n",
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; ++i) {
        trails t = must_read(same[i]);
        if (t.count != 1 || t.point_count != 2)
            print_message("table %zu\n", i);
        assert_true(t.count == 1 && t.list[0].id == 1 && t.point_count == 2);
        assert_true(t.points[0].x == 0.5 && t.points[0].y == 2);
        assert_true(t.points[1].x == 3 && t.points[1].y == 4);
        assert_true(t.frames[0] == 10 && t.frames[1] == 20);
        trails_free(&t);
    }
}

static void test_bad_tables(void **state)
{
    (void)state;
    refused("", "1:1", "is empty");
    refused("\n \n", "3:1", "is empty");
    refused("# nothing\n", "2:1", "is empty");
    refused("0,0,1,2\n", "1:1", "no column frame");
    refused("frame,id,x\n", "1:1", "no column y");
    refused("frame,id,x/cm,y/cm\n", "1:1", "no column x");
    refused("frame,id,x,y\n0,0,1\n", "2:1", "fewer fields");
    refused("frame,id,x,y\n0,0,1,\n", "2:1", "fewer fields");
    refused("frame,id,x,y\n0,0,,2\n", "2:5", "x must be a number");
    refused("frame,id,x,y\n0,0,nan,2\n", "2:5", "not 'nan'");
    refused("frame,id,x,y\n0,0,1,2e9\n", "2:7", "y must be a number of at most 1e9 m");
    refused("frame,id,x,y\n-1,0,1,2\n", "2:1", "the frame must be a whole number");
    refused("frame,id,x,y\n0.5,0,1,2\n", "2:1", "the frame must be a whole number");
    refused("frame,id,x,y\n4294967296,0,1,2\n", "2:1", "the frame");
    refused("frame,id,x,y\n0,1e16,1,2\n", "2:3", "the id");
    refused("frame,id,x,y\n0,\"1\",1,2\n", "2:3", "the id");
    refused("frame,id,x,y\n5,4,1,2\n5,3,1,2\n5,4,1,2\n", "4:1", "agent 4 is in frame 5 already");
}

static void test_bytes(void **state)
{
    (void)state;
    static const char file[] = "frame,id,x,y\n0,0,1,2\0\n1,0,1,2\n";
    trails t;
    problem_list problems = {0};
    assert_false(read_table(file, sizeof file - 1, &t, &problems));
    assert_string_equal(problems.items[0].where, "2:7");
    problem_free(&problems);
}

static void test_memory(void **state)
{
    (void)state;
    static const char file[] = "frame,id,x,y\n0,0,1,2\n1,0,1,2\n3,0,1,2\n0,1,5,6\n";
    bool done = false;
    for (size_t n = 1; !done; ++n) {
        problem_list problems = {0};
        trails t;
        allocations = 0;
        failing_allocation = n;
        bool good = read_table(file, strlen(file), &t, &problems);
        done = allocations < n;
        failing_allocation = 0;
        assert_true(good == (problems.count == 0));
        assert_true(!done || (good && t.count == 3));
        trails_free(&t);
        problem_free(&problems);
    }
}

/// 75 people through a bottleneck, as MANIFEST.md of the data says.
static void test_real_table(void **state)
{
    (void)state;
    char path[1000];
    snprintf(path, sizeof path, "%s/trajectories/040_c_56_h-.txt", data_folder());
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("%s is not here\n", path);
        skip();
    }
    fclose(file);
    trails t;
    problem_list problems = {.file = path};
    bool good = trails_load(path, &t, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    assert_int_equal(t.agent_count, 75);
    assert_int_equal(t.point_count, 63110);
    trails_free(&t);
}

// ---- areas --------------------------------------------------------------------------------------

static const wend_box room = {{-3, -2}, {5, 4}};

static void test_sweep(void **state)
{
    (void)state;
    int rounds = long_tier() ? 2000 : 200;
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(2012, (uint64_t)i);
        swept s;
        assert_true(swept_create(&s, room, wend_random_between(&random, 0.05, 0.6)));
        // Also ways beyond the raster, along the axes, and of no length.
        wend_vec2 a = {wend_random_between(&random, -5, 7), wend_random_between(&random, -4, 6)};
        wend_vec2 b = {wend_random_between(&random, -5, 7), wend_random_between(&random, -4, 6)};
        uint32_t kind = wend_random_below(&random, 4);
        b.x = kind == 1 || kind == 3 ? a.x : b.x;
        b.y = kind == 2 || kind == 3 ? a.y : b.y;
        double radius = wend_random_between(&random, 0, 2);
        swept_add(&s, a, b, radius);
        double cells = 0;
        for (uint32_t row = 0; row < s.height; ++row)
            for (uint32_t column = 0; column < s.width; ++column) {
                wend_vec2 centre = {s.origin.x + (column + 0.5) * s.cell,
                                    s.origin.y + (row + 0.5) * s.cell};
                double distance = wend_segment_distance((wend_segment){a, b}, centre);
                bool used = swept_at(&s, column, row);
                cells += used;
                if (used != (distance <= radius) && fabs(distance - radius) > 1e-12)
                    fail_msg("round %d: cell %u, %u", i, (unsigned)column, (unsigned)row);
            }
        assert_true(fabs(swept_area(&s) - cells * s.cell * s.cell) < 1e-9);
        swept_free(&s);
    }
}

static void test_areas(void **state)
{
    (void)state;
    swept a, b;
    assert_true(swept_create(&a, room, 0) && swept_create(&b, room, 0));
    assert_true(a.cell == SWEPT_CELL && swept_area(&a) == 0);
    // A disc of 0.5 m that goes 2 m, and the same way twice.
    swept_add(&a, (wend_vec2){0, 0}, (wend_vec2){2, 0}, 0.5);
    swept_add(&a, (wend_vec2){2, 0}, (wend_vec2){0, 0}, 0.5);
    assert_true(fabs(swept_area(&a) - (2 + PI / 4)) < 0.03);
    assert_true(swept_area_beyond(&a, &b) == swept_area(&a));
    assert_true(swept_area_beyond(&b, &a) == 0);
    swept_add(&b, (wend_vec2){1, 0}, (wend_vec2){3, 0}, 0.5);
    assert_true(fabs(swept_area_beyond(&a, &b) - 1) < 0.03);
    assert_true(fabs(swept_area_beyond(&b, &a) - 1) < 0.03);
    swept_free(&a);
    swept_free(&b);
    // The box makes no difference to what is counted in it.
    assert_true(swept_create(&a, room, 0) &&
                swept_create(&b, (wend_box){{-3.33, -7}, {50, 60}}, 0));
    swept_add(&a, (wend_vec2){0.1, 0.7}, (wend_vec2){2, 1}, 0.3);
    swept_add(&b, (wend_vec2){0.1, 0.7}, (wend_vec2){2, 1}, 0.3);
    assert_true(swept_area(&a) == swept_area(&b));
    swept_free(&a);
    swept_free(&b);
}

static void test_limits(void **state)
{
    (void)state;
    swept s;
    assert_true(swept_create(&s, (wend_box){{-1e9, -1e9}, {1e9, 1e9}}, 0));
    assert_true((uint64_t)s.width * s.height <= SWEPT_MAX_CELLS);
    swept_add(&s, (wend_vec2){-1e9, -1e9}, (wend_vec2){1e9, 1e9}, 1e6);
    assert_true(swept_area(&s) > 0);
    swept_free(&s);
    assert_true(swept_create(&s, wend_box_empty(), 0));
    assert_true(s.width == 1 && s.height == 1);
    swept_free(&s);
    allocations = 0;
    failing_allocation = 1;
    assert_false(swept_create(&s, room, 0));
    failing_allocation = 0;
    swept_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),      cmocka_unit_test(test_other_tables),
        cmocka_unit_test(test_bad_tables), cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_memory),     cmocka_unit_test(test_real_table),
        cmocka_unit_test(test_sweep),      cmocka_unit_test(test_areas),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("trails", tests, NULL, NULL);
}
