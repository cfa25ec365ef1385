// SPDX-License-Identifier: MIT
// Any bytes as a PeTrack or jpsreport trajectory.
#include "fuzz_recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_recording_text(recording_read_txt, data, size);
    return 0;
}
