// SPDX-License-Identifier: MIT
// Any bytes as a PGM image. A grid is valid by construction.
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(scene_read_pgm, data, size, true);
    return 0;
}
