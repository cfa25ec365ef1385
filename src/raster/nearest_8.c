// SPDX-License-Identifier: MIT
// Eight pixels at once. This file alone is compiled for it.
#include "raster/raster.h"

#if defined(__AVX2__) && !defined(WEND_PLAIN)

#include "raster/nearest_kernel.h"

raster_kernel *wend_raster_kernel_8(void)
{
    return __builtin_cpu_supports("avx2") ? label_block : NULL;
}

#else

raster_kernel *wend_raster_kernel_8(void)
{
    return NULL;
}

#endif
