// SPDX-License-Identifier: MIT
// Eight lanes: AVX2. Only this file is compiled for it.
#include "core/cpu.h"
#include "motion/orca.h"

#if defined(__AVX2__) && !defined(WEND_PLAIN)

#define LANES 8
#include "motion/orca_block.h"
#include "motion/orca_search.h"
#include "motion/orca_separate.h"
#include "motion/pedestrian_walk.h"

const orca_kernels *wend_orca_kernels_8(void)
{
    static const orca_kernels kernels = {LANES, search, planes, walk, programs, separate};
    return wend_cpu_runs_8() ? &kernels : NULL;
}

#else

const orca_kernels *wend_orca_kernels_8(void)
{
    return NULL;
}

#endif
