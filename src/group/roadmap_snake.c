// SPDX-License-Identifier: MIT
// Snakes for the queries of a roadmap: the mesh for shortest paths is created when first needed.
#include "group/roadmap.h"
#include "group/snake.h"

#include <math.h>

/// Minimum clearance of a snake, in tolerances of the floor.
#define TOLERANCES 2.0

/// Ends of a track are tried once for this number of permitted samples, which cost about as much.
enum { SAMPLES_PER_TRY = 8, MAX_TRIES = 600 };

/// WEND_NOT_FOUND: this floor has no mesh.
static wend_result create_mesh(wend_group_roadmap *roadmap)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.allocator = roadmap->allocator;
    wend_result result = WEND_OK;
    if (!roadmap->disc_paths)
        result = wend_path_query_create(&roadmap->allocator, &roadmap->disc_paths, NULL);
    if (result == WEND_OK && !roadmap->mesh)
        result = wend_mesh_create(roadmap->def.floor, &def, &roadmap->mesh, NULL);
    return result == WEND_OK || result == WEND_OUT_OF_MEMORY ? result : WEND_NOT_FOUND;
}

wend_result wend_group_roadmap_snake(wend_group_roadmap *roadmap, const wend_group_shape *from,
                                     const wend_group_shape *to, uint32_t max_samples,
                                     wend_group_plan **plan)
{
    wend_group_snake snake = {0};
    wend_group_motion motion;
    uint32_t tries = max_samples / SAMPLES_PER_TRY;
    double slack = fmax(WEND_GROUP_TIGHT * roadmap->sampling.slack,
                        TOLERANCES * wend_floor_tolerance(roadmap->def.floor));
    if (roadmap->def.sampler != WEND_GROUP_SNAKE ||
        roadmap->def.local_planner != WEND_GROUP_HINGED)
        return WEND_NOT_FOUND;
    wend_result result = create_mesh(roadmap);
    if (result == WEND_OK) {
        ++roadmap->motions;
        result = wend_group_snake_find(roadmap->disc_paths, roadmap->mesh, &roadmap->walls,
                                       roadmap->def.size, roadmap->area, from, to, slack,
                                       tries < MAX_TRIES ? tries : MAX_TRIES,
                                       &roadmap->allocator, &snake, &motion);
    }
    if (result == WEND_OK) {
        *plan = wend_group_plan_make(&motion, 1, roadmap->area, &roadmap->allocator);
        result = *plan ? WEND_OK : WEND_OUT_OF_MEMORY;
    }
    wend_group_snake_free(&snake, &roadmap->allocator);
    return result;
}
