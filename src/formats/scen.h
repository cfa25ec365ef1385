// SPDX-License-Identifier: MIT
// Queries of the MovingAI benchmarks (Sturtevant, "Benchmarks for grid-based pathfinding", 2012):
// start, goal, map, and the length of the shortest path. Polyanya uses the same files for meshes,
// with fractional positions.
#ifndef WEND_FORMATS_SCEN_H
#define WEND_FORMATS_SCEN_H

#include "scene/scene.h"

/// One line of a .scen file.
typedef struct scen_query {
    uint32_t bucket;
    double width, height;  ///< size of the map that the query is meant for
    wend_vec2 start, goal; ///< as in the file: see scen_place
    /// Length of the shortest path as in the file. For grids it is that of an octile path, which is
    /// longer than wend's. Negative: unknown. [Units: cells]
    double optimal;
    const char *map; ///< as in the file
} scen_query;

/// Zeroed it is empty.
typedef struct scen {
    pool memory;
    scen_query *queries;
    size_t count, capacity;
} scen;

/// Reads the text of a .scen file: 'version 1', then lines of nine fields, separated by blanks or
/// tabs; the map's name may contain blanks. False with a problem, and with nothing to free. Safe
/// for any bytes.
bool scen_read(const text *t, scen *out, problem_list *problems);

/// The same for a file; "-" is standard input.
bool scen_load(const char *path, scen *out, problem_list *problems);

void scen_free(scen *s);

/// Position of the start or goal of a query in a scene. In a scene from a .map file, y is flipped
/// to point up (see scene.flipped), and if the map has another size than the query states, the
/// position is scaled as in the benchmark. In all other scenes (.mesh, .poly) positions are as in
/// the file. A whole number is the corner of a cell, not its centre, as in Polyanya.
wend_vec2 scen_place(const scene *s, const scen_query *query, wend_vec2 place);

#endif
