// SPDX-License-Identifier: MIT
// Shared by the fuzzers of importers: any bytes are read or rejected with a message, and a scene
// that was read can be checked.
#ifndef WEND_FUZZ_FUZZ_IMPORT_H
#define WEND_FUZZ_FUZZ_IMPORT_H

#include "formats/formats.h"
#include "scene/check/check.h"

#include <stdlib.h>

// Larger scenes are not checked: the fuzzer should try many small ones.
enum { FUZZ_MOST_CORNERS = 2000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Checks a scene [opt] and frees it. Aborts if it is invalid although it must be valid.
static inline void fuzz_check(scene *s, bool must_be_valid)
{
    problem_list problems = {0};
    size_t corners = s ? s->bounds_count : 0;
    for (uint32_t i = 0; s && i < s->obstacle_count; ++i)
        corners += s->obstacles[i].shape.point_count;
    if (s && corners <= FUZZ_MOST_CORNERS) {
        bool sound = scene_check(s, &problems);
        if (sound != (problems.count == 0) || (must_be_valid && !sound))
            abort();
    }
    problem_free(&problems);
    scene_free(s);
}

/// Reads any bytes: a scene, or NULL with a message.
static inline scene *fuzz_scene(scene_read_fn *read, const uint8_t *data, size_t size)
{
    problem_list problems = {0};
    text t = {0};
    scene *s = NULL;
    if (text_copy(data, size, &t, &problems))
        s = read(&t, NULL, &problems);
    if ((s == NULL) != (problem_kept(&problems) > 0))
        abort(); // rejected without a message, or read with one
    text_free(&t);
    problem_free(&problems);
    return s;
}

static inline void fuzz_read(scene_read_fn *read, const uint8_t *data, size_t size,
                             bool must_be_valid)
{
    fuzz_check(fuzz_scene(read, data, size), must_be_valid);
}

#endif
