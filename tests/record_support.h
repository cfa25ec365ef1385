// SPDX-License-Identifier: MIT
// What the tests of recordings share.
#ifndef WEND_TESTS_RECORD_SUPPORT_H
#define WEND_TESTS_RECORD_SUPPORT_H

#include "support.h"

#include "io/formats.h"
#include "io/scene_world.h"

#include <string.h>

static inline scene *read_scene(const char *json)
{
    problem_list problems = {.file = "test"};
    text t;
    assert_true(text_copy(json, strlen(json), &t, &problems));
    scene *s = scene_read_json(&t, NULL, &problems);
    if (!s)
        problem_print(&problems, stderr);
    assert_non_null(s);
    text_free(&t);
    problem_free(&problems);
    return s;
}

/// The hash after some steps of a scene.
static inline uint64_t hash_of(const scene *s, int steps)
{
    wend_world *world = NULL;
    wend_error error = {0};
    wend_result made = scene_world(s, &(scene_world_options){0}, &world, NULL, &error);
    if (made != WEND_OK)
        print_message("%s\n", wend_error_text(&error));
    assert_int_equal(made, WEND_OK);
    for (int i = 0; i < steps; ++i)
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

#endif
