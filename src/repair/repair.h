// SPDX-License-Identifier: MIT
// Repair of scenes whose geometry is invalid.
#ifndef WEND_REPAIR_REPAIR_H
#define WEND_REPAIR_REPAIR_H

#include "scene/scene.h"

/// Repairs a scene in place: unites, cleans and snaps obstacles (GEOS). Prints a line for each
/// change, at most 100, to `changes` [opt] and adds the number of changes to *count [opt]. False
/// with a problem on failure.
bool scene_repair(scene *s, FILE *changes, size_t *count, problem_list *problems);

#endif
