// SPDX-License-Identifier: MIT
// Any bytes as well-known text.
#include "fuzz_repair.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read_and_repair(scene_read_wkt, data, size);
    return 0;
}
