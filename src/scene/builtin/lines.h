// SPDX-License-Identifier: MIT
// Lines of ten agents that change places on an empty plain: simulation 1 of the document.
#ifndef WEND_SCENE_BUILTIN_LINES_H
#define WEND_SCENE_BUILTIN_LINES_H

#include "scene/scene.h"

/// So many agents. NULL: out of memory. [Limit: a multiple of 20, up to 200]
scene *builtin_lines(uint32_t agents);

#endif
