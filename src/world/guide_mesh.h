// SPDX-License-Identifier: MIT
// What the two halves of the guide "mesh" share: following a path, and finding one.
#ifndef WEND_WORLD_GUIDE_MESH_H
#define WEND_WORLD_GUIDE_MESH_H

#include "world/guide.h"

/// The shortest path from an agent to a goal, as portals. (guide_search.c)
wend_result wend_mesh_find_way(const wend_guide_step *step, wend_searcher *searcher, uint32_t slot,
                               uint32_t goal, wend_found *found);

#endif
