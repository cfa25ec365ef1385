// SPDX-License-Identifier: MIT
// What the tests of importers share: reading from a string, what a point lies in, areas.
#ifndef WEND_TESTS_FORMATS_IMPORT_SUPPORT_H
#define WEND_TESTS_FORMATS_IMPORT_SUPPORT_H

#include "scene/check/check.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

/// Reads bytes with a reader. NULL with problems.
static inline scene *read_bytes(scene_read_fn *read, const void *data, size_t size,
                                problem_list *problems)
{
    text t;
    assert_true(text_copy(data, size, &t, problems));
    scene *s = read(&t, NULL, problems);
    text_free(&t);
    return s;
}

/// Reads a string that must be good.
static inline scene *read_good(scene_read_fn *read, const char *string)
{
    problem_list problems = {.file = "test"};
    scene *s = read_bytes(read, string, strlen(string), &problems);
    problem_print(&problems, stderr);
    assert_non_null(s);
    assert_int_equal(problems.count, 0);
    problem_free(&problems);
    return s;
}

/// Reads a string that must be refused, at this place, with these words in the first message.
static inline void read_bad(scene_read_fn *read, const char *string, const char *where,
                            const char *words)
{
    problem_list problems = {.file = "test"};
    scene *s = read_bytes(read, string, strlen(string), &problems);
    assert_null(s);
    assert_true(problems.count > 0);
    if (strcmp(problems.items[0].where, where) != 0 || !strstr(problems.items[0].what, words))
        fail_msg("for \"%.200s\":\n  expected %s: %s\n  got      %s: %s", string, where, words,
                 problems.items[0].where, problems.items[0].what);
    problem_free(&problems);
}

static inline bool in_shape(const scene_shape *shape, wend_vec2 p)
{
    bool inside = false;
    for (uint32_t i = 0, begin = 0; i < shape->ring_count; begin = shape->ring_ends[i++])
        if (wend_polygon_locate(shape->points + begin, shape->ring_ends[i] - begin, p) ==
            WEND_INSIDE)
            inside = !inside;
    return inside;
}

/// How many obstacles p is inside of.
static inline unsigned solid_at(const scene *s, wend_vec2 p)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        count += in_shape(&s->obstacles[i].shape, p);
    return count;
}

/// The area of the bounds without the obstacles.
static inline double free_area(const scene *s)
{
    double area = fabs(wend_polygon_area(s->bounds, s->bounds_count));
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_shape *shape = &s->obstacles[i].shape;
        if (s->obstacles[i].kind != SCENE_POLYGON)
            continue;
        for (uint32_t r = 0, begin = 0; r < shape->ring_count; begin = shape->ring_ends[r++]) {
            double ring =
                fabs(wend_polygon_area(shape->points + begin, shape->ring_ends[r] - begin));
            area += r == 0 ? -ring : ring;
        }
    }
    return area;
}

static inline size_t count_vertices(const scene *s)
{
    size_t count = s->bounds_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        count += s->obstacles[i].shape.point_count;
    return count;
}

static inline void assert_sound(const scene *s)
{
    problem_list problems = {.file = "test"};
    bool sound = scene_check(s, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    assert_true(sound);
}

/// Reads a file of the real data; NULL, with a message, where it is absent.
static inline scene *read_data(scene_read_fn *read, const char *name)
{
    char path[1000];
    problem_list problems = {.file = path};
    text t;
    snprintf(path, sizeof path, "%s/%s", data_folder(), name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        print_message("%s is not here\n", path);
        return NULL;
    }
    fclose(file);
    assert_true(text_read_file(path, &t, &problems));
    scene *s = read(&t, path, &problems);
    problem_print(&problems, stderr);
    assert_non_null(s);
    problem_free(&problems);
    text_free(&t);
    return s;
}

#endif
