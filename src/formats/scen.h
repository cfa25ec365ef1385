// SPDX-License-Identifier: MIT
// The queries of the MovingAI benchmarks (Sturtevant, "Benchmarks for grid-based pathfinding",
// 2012): start, goal, map, and the length of the shortest path. Polyanya uses the
// same files for meshes, with positions that are not whole numbers.
#ifndef WEND_FORMATS_SCEN_H
#define WEND_FORMATS_SCEN_H

#include "scene/scene.h"

/// One line of a .scen file.
typedef struct scen_query {
    uint32_t bucket;
    double width, height;  ///< of the map that the places are meant for
    wend_vec2 start, goal; ///< as in the file: see scen_place
    /// Of the shortest way, as the file says. For grids it is that of an octile path, longer than
    /// wend's. Negative: none is known. [Units: cells]
    double optimal;
    const char *map; ///< as the file names it
} scen_query;

/// Zeroed it is empty.
typedef struct scen {
    pool memory;
    scen_query *queries;
    size_t count, capacity;
} scen;

/// Reads a .scen file's text: 'version 1', then lines of nine fields, separated by blanks or tabs;
/// the map's name may have blanks in it. False with a problem, and with nothing to free. Stands any
/// bytes.
bool scen_read(const text *t, scen *out, problem_list *problems);

/// The same for a file, "-" is standard input.
bool scen_load(const char *path, scen *out, problem_list *problems);

void scen_free(scen *s);

/// Where the start or goal of a query is in a scene. In one from a .map file, y is turned up (see
/// scene.flipped), and if the map is not of the query's size the place is scaled as the benchmark
/// says. In all others (.mesh, .poly) places are as in the file. A whole number is the corner
/// of a cell, not its middle, as Polyanya has it.
wend_vec2 scen_place(const scene *s, const scen_query *query, wend_vec2 place);

#endif
