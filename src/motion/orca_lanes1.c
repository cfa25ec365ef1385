// SPDX-License-Identifier: MIT
// One lane: plain C, for every compiler. The others are held against it.
#include "motion/orca.h"

#define LANES 1
#include "motion/orca_block.h"
#include "motion/orca_search.h"

const orca_kernels *wend_orca_kernels_1(void)
{
    static const orca_kernels kernels = {LANES, search, planes, programs};
    return &kernels;
}
