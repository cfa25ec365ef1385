// SPDX-License-Identifier: MIT
// Vector instructions of the processor. A file compiled with kernel flags (src/CMakeLists.txt) may
// use every instruction that they allow, so all of them are checked.
#ifndef WEND_CORE_CPU_H
#define WEND_CORE_CPU_H

#include <stdbool.h>

#if defined(__AVX2__)
/// True if code compiled with kernel_8_flags can run.
static inline bool wend_cpu_runs_8(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}
#endif

#if defined(__AVX512F__)
/// True if code compiled with kernel_16_flags can run.
static inline bool wend_cpu_runs_16(void)
{
    return wend_cpu_runs_8() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

#endif
