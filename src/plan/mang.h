// SPDX-License-Identifier: MIT
// Internals of a multi-agent navigation graph.
#ifndef WEND_PLAN_MANG_H
#define WEND_PLAN_MANG_H

#include "core/array.h"
#include "voronoi/diagram.h"
#include "voronoi/second_order.h"
#include "wend/mang.h"

/// Arcs, vertices or cells processed by one worker at a time.
enum { WEND_MANG_BLOCK = 512 };

struct wend_mang {
    wend_allocator allocator;
    wend_mang_def def;
    wend_mang_graph graph; ///< points to the arrays below
    wend_array(wend_mang_vertex) vertices;
    wend_array(wend_mang_edge) edges;
    wend_array(uint32_t) around;
    wend_array(wend_mang_cell) cells;
    wend_array(wend_mang_node) nodes;
    wend_array(wend_mang_link) links;
    wend_array(uint32_t) cell_of;
    wend_array(uint32_t) red_of;  ///< by arc that represents a vertex of the diagram other than a
                                  ///< joint: the red vertex; else WEND_MANG_NONE
    wend_array(uint32_t) edge_of; ///< by arc: the red edge that contains it

    // Scratch memory.
    wend_array(uint32_t) far_of;   ///< by arc that leaves a red vertex: the arc that returns
    wend_array(uint32_t) counts;   ///< by block: number of items found, then their start
    wend_array(uint32_t) elements; ///< by cell: the agent's
    wend_second_work works[WEND_MAX_WORKERS];
};

/// WEND_BAD_ARGUMENT if a value is outside its limits.
wend_result wend_mang_def_check(const wend_mang_def *def, wend_error *error);

/// A graph under construction.
typedef struct wend_mang_building {
    wend_mang *mang;
    const wend_voronoi *voronoi;
    wend_tasks *tasks;
} wend_mang_building;

/// The red graph. False: out of memory. (mang_red.c)
bool wend_mang_build_red(const wend_mang_building *building);

/// The black ones, of all agents. False: out of memory. (mang_black.c)
bool wend_mang_build_black(const wend_mang_building *building);

/// Length and clearance of a path.
typedef struct wend_mang_span {
    double length, clearance, wall_clearance;
    bool beside_agent; ///< an adjacent element is an agent
} wend_mang_span;

/// Adds a piece between two elements.
void wend_mang_add_piece(wend_mang_span *span, const wend_voronoi *voronoi, uint32_t left,
                         uint32_t right, wend_circle a, wend_circle b);

/// Weight of a path, with the clearance beyond which more has no value.
double wend_mang_weight(const wend_mang_def *def, const wend_mang_span *span, double comfort);
/// Weight of a red edge.
double wend_mang_red_weight(const wend_mang_def *def, const wend_mang_span *span);

#endif
