// SPDX-License-Identifier: MIT
// The painter's kernel for any machine.
#include "map/paint_kernel.h"

paint_kernel *wend_paint_kernel_plain(void)
{
    return find_min;
}
