// SPDX-License-Identifier: MIT
// Sixteen lanes: AVX-512. This file alone is compiled for it.
#include "motion/orca.h"

#if defined(__AVX512F__) && !defined(WEND_PLAIN)

#define LANES 16
#include "motion/orca_block.h"
#include "motion/orca_search.h"

const orca_kernels *wend_orca_kernels_16(void)
{
    static const orca_kernels kernels = {LANES, search, planes, programs};
    return __builtin_cpu_supports("avx512f") ? &kernels : NULL;
}

#else

const orca_kernels *wend_orca_kernels_16(void)
{
    return NULL;
}

#endif
