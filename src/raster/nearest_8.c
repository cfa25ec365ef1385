// SPDX-License-Identifier: MIT
// Eight pixels at once. Only this file is compiled for it.
#include "core/cpu.h"
#include "raster/raster.h"

#if defined(__AVX2__) && !defined(WEND_PLAIN)
#include "raster/nearest_kernel.h"
#endif

raster_kernel *wend_raster_kernel_8(void)
{
#if defined(__AVX2__) && !defined(WEND_PLAIN)
    if (wend_cpu_runs_8())
        return label_block;
#endif
    return NULL;
}
