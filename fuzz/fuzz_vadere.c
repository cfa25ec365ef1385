// SPDX-License-Identifier: MIT
// Any bytes as a Vadere scenario. Its agents keep the limits of a JSON scene.
#include "fuzz_repair.h"

static void read_as_json(const uint8_t *data, size_t size)
{
    problem_list problems = {0};
    text t = {0}, json = {0};
    scene *s = text_copy(data, size, &t, &problems) ? scene_read_vadere(&t, NULL, &problems) : NULL;
    FILE *out = s ? open_memstream(&json.data, &json.size) : NULL;
    if (out) {
        scene_write_json(s, out);
        fclose(out);
        scene *again = scene_read_json(&json, NULL, &problems);
        if (!again)
            abort();
        scene_free(again);
    }
    text_free(&json);
    text_free(&t);
    scene_free(s);
    problem_free(&problems);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_as_json(data, size);
    fuzz_read_and_repair(scene_read_vadere, data, size);
    return 0;
}
