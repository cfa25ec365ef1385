// SPDX-License-Identifier: MIT
// A scene from a text in a test.
#ifndef WEND_TESTS_SCENE_SCENE_TEXT_H
#define WEND_TESTS_SCENE_SCENE_TEXT_H

#include "scene/check/check.h"
#include "tests/support/support.h"

#include "formats/formats.h"

#include <string.h>

/// The scene of a text that is one. Its problems are printed.
static inline scene *read_scene(const char *json)
{
    problem_list problems = {.file = "test"};
    text t = {0};
    assert_true(text_copy(json, strlen(json), &t, &problems));
    scene *s = scene_read_json(&t, NULL, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    text_free(&t);
    assert_non_null(s);
    return s;
}

/// The same for a scene that is sound.
static inline scene *read_sound_scene(const char *json)
{
    problem_list problems = {.file = "test"};
    scene *s = read_scene(json);
    bool sound = scene_check(s, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    assert_true(sound);
    return s;
}

/// The scene as JSON; free it.
static inline char *write_out(const scene *s)
{
    char *json = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&json, &size);
    assert_non_null(out);
    assert_true(scene_write_json(s, out));
    fclose(out);
    return json;
}

#endif
