// SPDX-License-Identifier: MIT
// Four pixels at once. This file alone is compiled for it.
#include "map/paint.h"

#if defined(__AVX2__) && !defined(WEND_PLAIN)

#include "map/paint_kernel.h"

paint_kernel *wend_paint_kernel_4(void)
{
    return __builtin_cpu_supports("avx2") ? find_least : NULL;
}

#else

paint_kernel *wend_paint_kernel_4(void)
{
    return NULL;
}

#endif
