// SPDX-License-Identifier: MIT
// Any bytes as a table of positions.
#include "fuzz_recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_recording_text(recording_read_csv, data, size);
    return 0;
}
