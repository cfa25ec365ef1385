// SPDX-License-Identifier: MIT
// What the fuzzers of mesh formats share: any bytes are read or refused with a reason, and what was
// read is sound by construction, but for features that nearly touch.
#ifndef WEND_FUZZ_PATCHWORK_H
#define WEND_FUZZ_PATCHWORK_H

#include "fuzz_import.h"
#include "io/scene_floor.h"

static inline void fuzz_flaws(const scene *s)
{
    wend_floor *floor;
    wend_result result = scene_floor(s, &floor, NULL);
    if (result == WEND_UNSOUND)
        return; // a frame beyond WEND_MAX_COORDINATE
    if (result != WEND_OK)
        abort();
    wend_flaw flaw;
    uint32_t count;
    wend_floor_flaws(floor, &flaw, 1, &count, NULL);
    if (count > 0 && flaw.kind != WEND_FLAW_TOO_CLOSE)
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
