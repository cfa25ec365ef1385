// SPDX-License-Identifier: MIT
// Lines of ten agents that change places on an empty plain: simulation 1 of UFRGS 2010.
#ifndef WEND_SCENE_BUILTIN_LINES_H
#define WEND_SCENE_BUILTIN_LINES_H

#include "scene/scene.h"

/// [Limit: agents is a multiple of 20, up to 200] NULL: out of memory.
scene *builtin_lines(uint32_t agents);

#endif
