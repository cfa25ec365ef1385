// SPDX-License-Identifier: MIT
// Test cases of path maps: the maps of Farias 2020, *GPU Rasterization Methods for Path Planning
// and Multi-Agent Navigation*, with the figures of Tables 3.1 and 3.3, and larger ones. Sources and
// queries are the same in every run.
#ifndef WEND_BENCH_PATHMAP_CASES_H
#define WEND_BENCH_PATHMAP_CASES_H

#include "bench/peer.h"
#include "scene/scene.h"
#include "wend/map.h"

/// Published figures of a map: Nvidia GTX 970 for the map, Intel i7 at 3.4 GHz for CGAL.
typedef struct pathmap_paper {
    const char *name;         ///< of the built-in scene
    double build_ms;          ///< table 3.1, computation, at 1,000 x 1,000 pixels
    double raster_ms;         ///< including the transfer to the CPU
    double avp;               ///< table 3.3: mean number of vertices of a path
    double cgal_paths, paths; ///< paths per second
} pathmap_paper;

extern const pathmap_paper pathmap_papers[];
extern const size_t pathmap_paper_count;

enum {
    PATHMAP_SOURCES = 100,     ///< each has its own map
    PATHMAP_QUERIES = 1000000, ///< distributed over the first PEER_QUERY_SOURCES of them
};

/// A mesh to build maps on.
typedef struct pathmap_case {
    wend_mesh *mesh;
    uint32_t polygons, vertices; ///< of the obstacles
    uint32_t faces;              ///< free triangles
    wend_map_source sources[PATHMAP_SOURCES];
    wend_vec2 *queries; ///< [PATHMAP_QUERIES] [opt]
} pathmap_case;

/// Takes ownership of the scene (NULL: out of memory). False on failure, with a message on standard
/// error unless memory is out; nothing to free then.
bool pathmap_open(scene *s, bool with_queries, pathmap_case *c);
void pathmap_close(pathmap_case *c);

/// Free triangles of the mesh, sources and queries for a comparison program. Everything except
/// points and triangles belongs to the case or to *places and *triangles, which the caller frees.
/// False: out of memory.
bool pathmap_plan(const pathmap_case *c, peer_plan *plan, wend_vec2 **places, uint32_t **triangles);

#endif
