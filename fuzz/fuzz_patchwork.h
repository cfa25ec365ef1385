// SPDX-License-Identifier: MIT
// Shared by the fuzzers of mesh formats: any bytes are read or rejected with a message, and the
// result is valid by construction, except for features that nearly touch.
#ifndef WEND_FUZZ_FUZZ_PATCHWORK_H
#define WEND_FUZZ_FUZZ_PATCHWORK_H

#include "fuzz_import.h"
#include "scene/build/floor.h"

static inline void fuzz_flaws(const scene *s)
{
    wend_floor *floor;
    wend_result result = scene_floor(s, &floor, NULL);
    if (result == WEND_INVALID_GEOMETRY)
        return; // a frame beyond WEND_MAX_COORDINATE
    if (result != WEND_OK)
        abort();
    wend_defect defect;
    uint32_t count;
    wend_floor_validate(floor, &defect, 1, &count, NULL);
    if (count > 0 && defect.kind != WEND_DEFECT_TOO_CLOSE)
        abort();
    wend_floor_destroy(floor);
}

static inline void fuzz_read_patchwork(scene_read_fn *read, const uint8_t *data, size_t size)
{
    scene *s = fuzz_scene(read, data, size);
    if (s)
        fuzz_flaws(s);
    scene_free(s);
}

#endif
