// SPDX-License-Identifier: MIT
// Any bytes as a PNG image. A grid is valid by construction.
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(scene_read_png, data, size, true);
    return 0;
}
