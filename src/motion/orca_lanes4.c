// SPDX-License-Identifier: MIT
// Four lanes: available on every x86-64 and ARM machine.
#include "motion/orca.h"

#if defined(__GNUC__) && !defined(WEND_PLAIN)

#define LANES 4
#include "motion/orca_block.h"
#include "motion/orca_search.h"
#include "motion/orca_separate.h"
#include "motion/pedestrian_walk.h"

const orca_kernels *wend_orca_kernels_4(void)
{
    static const orca_kernels kernels = {LANES, search, planes, walk, programs, separate};
    return &kernels;
}

#else

const orca_kernels *wend_orca_kernels_4(void)
{
    return NULL;
}

#endif
