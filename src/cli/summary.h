// SPDX-License-Identifier: MIT
// Figures of a scene, as printed by `wend scenes` and `wend check`.
#ifndef WEND_CLI_SUMMARY_H
#define WEND_CLI_SUMMARY_H

#include "scene/scene.h"

#include <jansson.h>

/// {"obstacles", "vertices", "agents", "width", "height"}; NULL when out of memory.
json_t *summary_of(const scene *s);

#endif
