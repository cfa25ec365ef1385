// SPDX-License-Identifier: MIT
// A scene in figures: what `wend scenes` and `wend check` say of it.
#ifndef WEND_CLI_SUMMARY_H
#define WEND_CLI_SUMMARY_H

#include "io/scene.h"

#include <jansson.h>

typedef struct summary {
    size_t obstacles;
    size_t vertices; ///< of the obstacles and the bounds
    size_t agents;
    double width, height; ///< of everything in it [Units: m]
} summary;

summary summary_of(const scene *s);

/// Adds the figures to an object. False when out of memory.
bool summary_to_json(const summary *figures, json_t *object);

/// "4 obstacles, 11 vertices, 200 agents, 40 x 20 m"
void summary_text(const summary *figures, char *words, size_t size);

#endif
