// SPDX-License-Identifier: MIT
// Four pixels at once. Only this file is compiled for it.
#include "core/cpu.h"
#include "map/paint.h"

#if defined(__AVX2__) && !defined(WEND_PLAIN)
#include "map/paint_kernel.h"
#endif

paint_kernel *wend_paint_kernel_4(void)
{
#if defined(__AVX2__) && !defined(WEND_PLAIN)
    if (wend_cpu_runs_8())
        return find_min;
#endif
    return NULL;
}
