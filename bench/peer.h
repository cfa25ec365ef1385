// SPDX-License-Identifier: MIT
// Runs comparison programs (wend-peer-cgal and others) on wend's floors, as child processes.
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
    bool open;              ///< no bounds: all of the frame is free except for the obstacles
    const wend_vec2 *moves; ///< [move_count] [opt] positions of an agent; not owned
    uint32_t move_count;
    peer_triangle *triangles; ///< [triangle_count] [opt]
    const uint32_t
        *move_triangles; ///< [move_count] with triangles: triangles of the moves; not owned
    uint32_t triangle_count;
    uint32_t source_count; ///< of the moves, with triangles
} peer_plan;

/// Every wall once. A floor without bounds also has the corners of the frame as points, so that
/// both programs cover the same area. False: out of memory, nothing to free.
bool peer_plan_make(const wend_floor *floor, wend_box frame, peer_plan *plan);
void peer_plan_free(peer_plan *plan);

/// Writes the path of a file relative to the folder of the running program. False if unknown, too
/// long or absent.
bool peer_beside(const char *name, char *path, size_t size);

/// Runs the program: the minimum time of `runs` runs, and with lists also the edges and triangles.
/// NULL on failure, with a message on standard error.
json_t *peer_run(const char *program, const peer_plan *plan, uint32_t runs, bool lists);

#endif
