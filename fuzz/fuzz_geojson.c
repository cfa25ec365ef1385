// SPDX-License-Identifier: MIT
// Any bytes as GeoJSON.
#include "fuzz_repair.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read_and_repair(scene_read_geojson, data, size);
    return 0;
}
