// SPDX-License-Identifier: MIT
// Any bytes as a .poly file of Polyanya, Triangle or Vadere, by its first line.
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(scene_read_poly, data, size, false);
    return 0;
}
