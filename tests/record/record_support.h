// SPDX-License-Identifier: MIT
// What the tests of recordings share.
#ifndef WEND_TESTS_RECORD_RECORD_SUPPORT_H
#define WEND_TESTS_RECORD_RECORD_SUPPORT_H

#include "tests/scene/scene_text.h"

#include "formats/formats.h"
#include "scene/build/world.h"

#include <string.h>

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
