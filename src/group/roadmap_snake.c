// SPDX-License-Identifier: MIT
// Snakes for the queries of a roadmap: the mesh for shortest paths is created when first needed.
#include "group/roadmap.h"
#include "group/snake.h"

#include <math.h>

/// Minimum clearance of a snake, in tolerances of the floor.
#define TOLERANCES 2.0

/// Ends of a track are tried once for this number of permitted samples, which cost about as much.
enum { SAMPLES_PER_TRY = 8, MAX_TRIES = 1200 };

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

/// Steps of the bisection for the widest disc.
enum { BISECTIONS = 16 };

/// Upper bound of the width of discs that get from one shape to the other: that of the widest on
/// the diagram, where searches take less time than shortest paths. A spine may lead into a wider
/// part, so it is known only for round shapes.
static double find_widest(wend_group_roadmap *roadmap, const wend_group_shape *start,
                          const wend_group_shape *goal)
{
    double low = roadmap->def.size.min_width, high = wend_group_disc_width(roadmap->area);
    wend_vec2 from = wend_group_shape_from_local(start, (wend_vec2){0, 0});
    wend_vec2 to = wend_group_shape_from_local(goal, (wend_vec2){0, 0});
    if (!roadmap->is_provable || !wend_group_shape_is_round(start) ||
        !wend_group_shape_is_round(goal))
        return high;
    wend_roadmap_request request = wend_default_roadmap_request();
    wend_roadmap_path path;
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    for (int i = 0; i < BISECTIONS && low < high; ++i) {
        double middle = i > 0 ? 0.5 * (low + high) : high;
        request.radius = 0.5 * middle;
        bool found = wend_roadmap_find(roadmap->sampling.ways, roadmap->voronoi, &request, &path,
                                       NULL) == WEND_OK;
        *(found ? &low : &high) = middle;
    }
    return low;
}

wend_result wend_group_roadmap_snake(wend_group_roadmap *roadmap, const wend_group_shape *from,
                                     const wend_group_shape *to, uint32_t max_samples,
                                     wend_group_plan **plan)
{
    wend_group_snake snake = {0};
    wend_group_motion motions[3];
    uint32_t count, tries = max_samples / SAMPLES_PER_TRY;
    double slack = fmax(WEND_GROUP_TIGHT * roadmap->sampling.slack,
                        TOLERANCES * wend_floor_tolerance(roadmap->def.floor));
    if (roadmap->def.sampler != WEND_GROUP_SNAKE || roadmap->def.local_planner != WEND_GROUP_HINGED)
        return WEND_NOT_FOUND;
    wend_result result = create_mesh(roadmap);
    if (result == WEND_OK) {
        ++roadmap->motions;
        result = wend_group_snake_find(
            roadmap->disc_paths, roadmap->mesh, &roadmap->walls, roadmap->def.size, roadmap->area,
            from, to, slack, find_widest(roadmap, from, to), tries < MAX_TRIES ? tries : MAX_TRIES,
            &roadmap->allocator, &snake, motions, &count);
    }
    if (result == WEND_OK) {
        *plan = wend_group_plan_make(motions, count, roadmap->area, &roadmap->allocator);
        result = *plan ? WEND_OK : WEND_OUT_OF_MEMORY;
    }
    wend_group_snake_free(&snake, &roadmap->allocator);
    return result;
}
