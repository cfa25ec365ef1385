// SPDX-License-Identifier: MIT
// Any bytes as a MovingAI map. A grid is valid by construction.
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(scene_read_map, data, size, true);
    return 0;
}
