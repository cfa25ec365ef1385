// SPDX-License-Identifier: MIT
// One lane: standard C for every compiler, and the reference for the others.
#include "motion/orca.h"

#define LANES 1
#include "motion/orca_block.h"
#include "motion/orca_search.h"
#include "motion/orca_separate.h"
#include "motion/pedestrian_walk.h"

const orca_kernels *wend_orca_kernels_1(void)
{
    static const orca_kernels kernels = {LANES, search, planes, walk, programs, separate};
    return &kernels;
}
