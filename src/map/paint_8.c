// SPDX-License-Identifier: MIT
// Eight pixels at once. Only this file is compiled for it.
#include "core/cpu.h"
#include "map/paint.h"

#if defined(__AVX512F__) && !defined(WEND_PLAIN)
#include "map/paint_kernel.h"
#endif

paint_kernel *wend_paint_kernel_8(void)
{
#if defined(__AVX512F__) && !defined(WEND_PLAIN)
    if (wend_cpu_runs_16())
        return find_min;
#endif
    return NULL;
}
