// SPDX-License-Identifier: MIT
// Any bytes as a trajectory database.
#include "fuzz_recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    problem_list problems = {0};
    recording out = {0};
    recording_build b;
    recording_build_start(&b);
    b.most_rows = FUZZ_MOST_ROWS;
    bool good = recording_read_sqlite(data, size, &(recording_hints){0}, &b, &out, &problems);
    fuzz_recording_end(&b, good, &out, &problems);
    return 0;
}
