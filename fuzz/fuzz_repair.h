// SPDX-License-Identifier: MIT
// Shared by the fuzzers of formats with arbitrary shapes: any bytes are read or rejected with a
// message, the result can be checked, repaired and written, and a repaired scene needs no repair.
#ifndef WEND_FUZZ_FUZZ_REPAIR_H
#define WEND_FUZZ_FUZZ_REPAIR_H

#include "fuzz_import.h"
#include "repair/repair.h"

#include <errno.h>

// Shapes of a few corners can cross everywhere, so repair time grows with the square of this.
enum { FUZZ_REPAIR_CORNERS = 300 };

static inline size_t fuzz_corners(const scene *s)
{
    size_t corners = s->bounds_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        corners += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->area_count; ++i)
        corners += s->areas[i].shape.point_count;
    return corners;
}

static inline void fuzz_write(const scene *s, scene_write_fn *write)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    if (!out || (!write(s, out) && errno != EDOM)) // EDOM: nothing is free
        abort();
    fclose(out);
    free(bytes);
}

/// Repairs a scene twice: the second time changes nothing.
static inline void fuzz_repair(scene *s)
{
    problem_list problems = {0};
    size_t second = 0;
    bool good = scene_repair(s, NULL, NULL, &problems);
    if (good != (problems.count == 0))
        abort(); // failed without a message, or succeeded with one
    if (good && (!scene_repair(s, NULL, &second, &problems) || second > 0))
        abort();
    if (good) {
        fuzz_write(s, scene_write_wkt);
        fuzz_write(s, scene_write_geojson);
    }
    problem_free(&problems);
}

static inline void fuzz_read_and_repair(scene_read_fn *read, const uint8_t *data, size_t size)
{
    scene *s = fuzz_scene(read, data, size);
    if (s && fuzz_corners(s) <= FUZZ_REPAIR_CORNERS)
        fuzz_repair(s);
    fuzz_check(s, false);
}

#endif
