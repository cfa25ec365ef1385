// SPDX-License-Identifier: MIT
// Eight lanes: AVX2. This file alone is compiled for it.
#include "motion/orca.h"

#if defined(__AVX2__) && !defined(WEND_PLAIN)

#define LANES 8
#include "motion/orca_block.h"
#include "motion/orca_search.h"

const orca_kernels *wend_orca_kernels_8(void)
{
    static const orca_kernels kernels = {LANES, search, planes, programs};
    return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}

#else

const orca_kernels *wend_orca_kernels_8(void)
{
    return NULL;
}

#endif
