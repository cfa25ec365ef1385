// SPDX-License-Identifier: MIT
// Eight pixels at once. This file alone is compiled for it.
#include "map/paint.h"

#if defined(__AVX512F__) && !defined(WEND_PLAIN)

#include "map/paint_kernel.h"

paint_kernel *wend_paint_kernel_8(void)
{
    bool fits = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return fits ? find_least : NULL;
}

#else

paint_kernel *wend_paint_kernel_8(void)
{
    return NULL;
}

#endif
