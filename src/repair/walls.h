// SPDX-License-Identifier: MIT
// Walls of a scene under repair, and a search for nearby walls.
#ifndef WEND_REPAIR_WALLS_H
#define WEND_REPAIR_WALLS_H

#include "polygon/geos.h"
#include "scene/scene.h"
#include "wend/index.h"

/// All walls, in order of their owners. Zeroed is empty.
typedef struct repair_walls {
    edge_list edges;
    wend_array(uint32_t) owners; ///< obstacles; obstacle_count: the bounds
    uint32_t *first;             ///< [obstacle_count + 2] each owner's first wall
    wend_index *index;
} repair_walls;

/// False: out of memory. Must be closed in any case.
bool walls_open(repair_walls *w, const scene *s);
void walls_close(repair_walls *w);

/// Calls found for each wall within reach of the edge.
void walls_near(const repair_walls *w, wend_segment edge, double reach,
                void (*found)(void *context, uint32_t wall), void *context);

/// Marks owners within reach of a marked one, transitively. [marked: obstacle_count + 1; the last
/// is the bounds] False: out of memory.
bool walls_spread(const repair_walls *w, uint32_t obstacle_count, double reach, bool *marked);

#endif
