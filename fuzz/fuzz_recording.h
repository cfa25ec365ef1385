// SPDX-License-Identifier: MIT
// What the fuzzers of recordings share: any bytes are read or refused with a reason, and what was
// read hangs together.
#ifndef WEND_FUZZ_RECORDING_H
#define WEND_FUZZ_RECORDING_H

#include "record/recording_readers.h"
#include "tests/recording_check.h"

#include <stdlib.h>

// Larger recordings are not made: the fuzzer should try many small ones.
enum { FUZZ_MOST_ROWS = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The end of a reading: aborts if something is wrong, and frees all.
static inline void fuzz_recording_end(recording_build *b, bool good, recording *out,
                                      problem_list *problems)
{
    if (good != (problem_kept(problems) == 0))
        abort(); // refused without a word, or read with one
    if (good && recording_wrong(out))
        abort();
    recording_build_free(b);
    recording_free(out);
    problem_free(problems);
}

/// Reads a text, the first byte of which decides what the caller says about it.
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
