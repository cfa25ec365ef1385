// SPDX-License-Identifier: MIT
// The distance to the nearest source, by searching a path to each: what a path map must agree with
// where no slow oracle can be asked.
#ifndef WEND_TESTS_MAP_MAP_SEARCH_H
#define WEND_TESTS_MAP_MAP_SEARCH_H

#include "wend/map.h"
#include "wend/path.h"

#include <math.h>

/// -1: there is no path.
static inline double map_search(wend_path_query *query, const wend_mesh *mesh,
                                const wend_map_source *sources, uint32_t count, wend_vec2 from)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_vec2 goal[] = {sources[i].a, sources[i].b};
        bool is_point = goal[0].x == goal[1].x && goal[0].y == goal[1].y;
        wend_path_request request = wend_default_path_request();
        wend_path path;
        request.from = from;
        request.goal = (wend_goal){goal, is_point ? 1 : 2};
        if (wend_path_find(query, mesh, &request, &path, NULL) == WEND_OK)
            least = fmin(least, path.length + sources[i].offset);
    }
    return least < INFINITY ? least : -1;
}

#endif
