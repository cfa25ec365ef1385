// SPDX-License-Identifier: MIT
// A scene in figures: what `wend scenes` and `wend check` print of it.
#ifndef WEND_CLI_SUMMARY_H
#define WEND_CLI_SUMMARY_H

#include "scene/scene.h"

#include <jansson.h>

/// {"obstacles", "vertices", "agents", "width", "height"}; NULL when out of memory.
json_t *summary_of(const scene *s);

#endif
