// SPDX-License-Identifier: MIT
// Shared by the fuzzers of recordings: any bytes are read or rejected with a message, and the
// result is consistent.
#ifndef WEND_FUZZ_FUZZ_RECORDING_H
#define WEND_FUZZ_FUZZ_RECORDING_H

#include "record/recording_readers.h"
#include "tests/record/recording_check.h"

#include <stdlib.h>

// Larger recordings are not built: the fuzzer should try many small ones.
enum { FUZZ_MOST_ROWS = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Finishes a recording: aborts on an inconsistency, and frees everything.
static inline void fuzz_recording_end(recording_build *b, bool good, recording *out,
                                      problem_list *problems)
{
    if (good != (problem_kept(problems) == 0))
        abort(); // rejected without a message, or read with one
    if (good && recording_wrong(out))
        abort();
    recording_build_free(b);
    recording_free(out);
    problem_free(problems);
}

/// Reads a text whose first byte selects the caller's options.
static inline void fuzz_recording_text(recording_read_fn *read, const uint8_t *data, size_t size)
{
    static const recording_hints all_hints[] = {{0}, {.fps = 16}, {.unit = 0.01}, {.fps = 1e5}};
    problem_list problems = {0};
    text t = {0};
    recording out = {0};
    recording_build b;
    recording_build_start(&b);
    b.most_rows = FUZZ_MOST_ROWS;
    const recording_hints *hints = &all_hints[size > 0 ? data[0] % 4 : 0];
    bool good = text_copy(data, size, &t, &problems) && read(&t, hints, &b, &out, &problems);
    text_free(&t);
    fuzz_recording_end(&b, good, &out, &problems);
}

#endif
