// SPDX-License-Identifier: MIT
// Runs programs of other libraries (wend-peer-cgal and others) on wend's floors, as child
// processes.
#ifndef WEND_BENCH_PEER_H
#define WEND_BENCH_PEER_H

#include "bench/peer_format.h"
#include "wend/floor.h"

#include <jansson.h>
#include <stdbool.h>

/// A floor as points and walls between them, or as points and triangles.
typedef struct peer_plan {
    wend_vec2 *points;
    peer_wall *walls;
    uint32_t point_count, wall_count;
    bool open;              ///< it has no bounds: all of the frame is free but for the obstacles
    const wend_vec2 *moves; ///< [move_count] [opt] where an agent goes; not the plan's own
    uint32_t move_count;
    peer_triangle *triangles; ///< [triangle_count] [opt]
    const uint32_t
        *move_triangles; ///< [move_count] with triangles: where the moves are; not its own
    uint32_t triangle_count;
    uint32_t source_count; ///< of the moves, with triangles
} peer_plan;

/// Every wall once. A floor without bounds gets the corners of the frame as points too, so that the
/// peer covers what the mesh covers. False: out of memory, and nothing to free.
bool peer_plan_make(const wend_floor *floor, wend_box frame, peer_plan *plan);
void peer_plan_free(peer_plan *plan);

/// Writes the path of a file beside the running program, by a path from its folder. False if it is
/// not known, does not fit or there is no such file.
bool peer_beside(const char *name, char *path, size_t size);

/// Runs the program: the best time of so many runs, and with lists the edges and triangles too.
/// NULL if it can't be run or fails; it says why on standard error.
json_t *peer_run(const char *program, const peer_plan *plan, uint32_t runs, bool lists);

#endif
