// SPDX-License-Identifier: MIT
// Sixteen pixels at once. This file alone is compiled for it.
#include "raster/raster.h"

#if defined(__AVX512F__) && !defined(WEND_PLAIN)

#include "raster/nearest_kernel.h"

raster_kernel *wend_raster_kernel_16(void)
{
    return __builtin_cpu_supports("avx512f") ? label_block : NULL;
}

#else

raster_kernel *wend_raster_kernel_16(void)
{
    return NULL;
}

#endif
