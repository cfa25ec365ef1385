// SPDX-License-Identifier: MIT
// Parts of `bench mesh`.
#ifndef WEND_BENCH_BENCH_MESH_H
#define WEND_BENCH_BENCH_MESH_H

#include <jansson.h>
#include <stdbool.h>

#include "wend/base.h"

/// Rows build-NAME: building a mesh, against CGAL's triangulation of the same walls.
bool bench_mesh_build(json_t *rows);
/// Rows edits-NAME: doors that open and close.
bool bench_mesh_edits(json_t *rows);
/// Rows queries-NAME and threads-NAME: shortest paths of a point.
bool bench_mesh_queries(json_t *rows);
/// Rows locate-, connected-, raycast- and visible-NAME.
bool bench_mesh_point_queries(json_t *rows);

/// The maps of the MovingAI benchmarks that are measured.
extern const char *const bench_maps[];
extern const size_t bench_map_count;

/// Appends a row that has only its case, "KIND-NAME"; NULL: out of memory.
json_t *bench_row(json_t *rows, const char *kind, const char *name);
/// Sets figures of a row; NAN becomes null. False: out of memory.
bool bench_real(json_t *row, const char *key, double figure);
bool bench_whole(json_t *row, const char *key, uint64_t figure);

#endif
