// SPDX-License-Identifier: MIT
// The importers of grids, polygons and pictures when memory runs out: at every single allocation
// in turn, the answer is a scene or a problem, and nothing leaks (the address sanitizer looks).
#include "tests/formats/failing_read.h"

#include "formats/ros.h"

// A ROS map with a picture in memory: the file system has no part in this.
static scene *read_ros_with_picture(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    uint16_t pixels[] = {0, 255, 255, 0, 0, 255};
    image picture = {.width = 3, .height = 2, .white = 255, .pixels = pixels};
    ros_map map;
    if (!ros_map_parse(t, &map, problems))
        return NULL;
    scene *s = ros_map_scene(&map, &picture, problems);
    ros_map_free(&map);
    return s;
}

/// Every reader takes memory at least for the text, the scene and its shapes.
enum { LEAST_ALLOCATIONS = 3 };

static void assert_stands_failures(scene_read_fn *read, const char *file)
{
    assert_true(fail_everywhere(read, file) >= LEAST_ALLOCATIONS);
}

static void test_grids(void **state)
{
    (void)state;
    assert_stands_failures(scene_read_map, "height 3\nwidth 4\nmap\n@@@@\n@.@.\n@@.@\n");
    assert_stands_failures(scene_read_pgm, "P2\n3 2\n9\n0 9 0\n9 0 9\n");
    assert_stands_failures(read_ros_with_picture,
                           "image: a\nresolution: 1\norigin: [0, 0, 0.3]\nother: [b, c]\n");
}

static void test_polygons(void **state)
{
    (void)state;
    assert_stands_failures(scene_read_poly, "poly 1 3\n4 0 0 9 0 9 9 0 9\n4 2 2 6 2 6 6 2 6\n"
                                            "4 20 0 21 0 21 9 20 9\n");
    assert_stands_failures(scene_read_poly, "poly 1 2\n4 0 0 9 0 9 9 0 9\n4 2 2 6 6 6 2 2 6\n");
    assert_stands_failures(scene_read_poly,
                           "7 2 0 0\n1 0 0\n2 9 0\n3 9 9\n4 0 9\n5 2 2\n6 4 2\n7 2 4\n"
                           "8 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 5 6\n6 6 7\n7 7 5\n8 7 3\n"
                           "1\n1 2.5 2.5\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_polygons),
    };
    return cmocka_run_group_tests_name("import_memory", tests, NULL, NULL);
}
