// SPDX-License-Identifier: MIT
// Any bytes as a JSON scene. The result must survive writing and reading, byte for byte.
#include "formats/formats.h"
#include "scene/check/check.h"

#include <stdlib.h>
#include <string.h>

// Larger scenes are not checked: the fuzzer should try many small ones.
enum { MOST_CORNERS = 2000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static scene *read_bytes(const void *data, size_t size)
{
    problem_list problems = {0};
    text t = {0};
    scene *s = NULL;
    if (text_copy(data, size, &t, &problems))
        s = scene_read_json(&t, NULL, &problems);
    if (!s && problem_kept(&problems) == 0)
        abort(); // rejected without a message
    text_free(&t);
    problem_free(&problems);
    return s;
}

static char *write_bytes(const scene *s, size_t *size)
{
    char *json = NULL;
    FILE *out = open_memstream(&json, size);
    if (!out || !scene_write_json(s, out))
        abort();
    fclose(out);
    return json;
}

static void check(const scene *s)
{
    size_t corners = s->bounds_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        corners += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->area_count; ++i)
        corners += s->areas[i].shape.point_count;
    for (uint32_t i = 0; i < s->door_count; ++i)
        corners += s->doors[i].body.shape.point_count;
    for (uint32_t i = 0; i < s->mover_count; ++i)
        corners += s->movers[i].body.shape.point_count;
    if (corners > MOST_CORNERS)
        return;
    problem_list problems = {0};
    if (scene_check(s, &problems) != (problems.count == 0))
        abort();
    problem_free(&problems);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    scene *first = read_bytes(data, size);
    if (!first)
        return 0;
    check(first);
    size_t once_size = 0, twice_size = 0;
    char *once = write_bytes(first, &once_size);
    scene *second = read_bytes(once, once_size);
    if (!second)
        abort();
    char *twice = write_bytes(second, &twice_size);
    if (once_size != twice_size || memcmp(once, twice, once_size) != 0)
        abort();
    free(once);
    free(twice);
    scene_free(first);
    scene_free(second);
    return 0;
}
