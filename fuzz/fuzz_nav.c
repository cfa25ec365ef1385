// SPDX-License-Identifier: MIT
// Any bytes as a Menge navigation mesh.
#include "fuzz_patchwork.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read_patchwork(scene_read_nav, data, size);
    return 0;
}
