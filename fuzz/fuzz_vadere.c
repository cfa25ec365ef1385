// SPDX-License-Identifier: MIT
// Any bytes as a Vadere scenario.
#include "fuzz_repair.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read_and_repair(scene_read_vadere, data, size);
    return 0;
}
