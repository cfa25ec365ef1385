// SPDX-License-Identifier: MIT
// What path maps are measured on: the maps of Farias, "GPU Rasterization Methods for Path Planning
// and Multi-Agent Navigation" (2020), with the figures of its tables 3.1 and 3.3, and larger ones.
// Sources and questions are the same in every run.
#ifndef WEND_BENCH_PATHMAP_CASES_H
#define WEND_BENCH_PATHMAP_CASES_H

#include "bench/peer.h"
#include "io/scene.h"
#include "wend/map.h"

/// A map of the document: an Nvidia GTX 970 for the map, an Intel i7 at 3.4 GHz for CGAL.
typedef struct pathmap_paper {
    const char *name;         ///< of the built-in scene
    double build_ms;          ///< table 3.1, computation, at 1,000 x 1,000 pixels
    double raster_ms;         ///< and with the transfer to where it can be asked
    double avp;               ///< table 3.3: vertices of a path, on average
    double cgal_paths, paths; ///< paths per second
} pathmap_paper;

extern const pathmap_paper pathmap_papers[];
extern const size_t pathmap_paper_count;

enum {
    PATHMAP_SOURCES = 100,       ///< for each its own map
    PATHMAP_QUESTIONS = 1000000, ///< shared out among the first PEER_ASKED_SOURCES of them
};

/// A mesh to build maps on.
typedef struct pathmap_case {
    wend_mesh *mesh;
    uint32_t polygons, vertices; ///< of the obstacles
    uint32_t faces;              ///< free triangles
    wend_map_source sources[PATHMAP_SOURCES];
    wend_vec2 *questions; ///< [PATHMAP_QUESTIONS] [opt]
} pathmap_case;

/// Takes the scene (NULL: out of memory). False if that fails, with a message on standard error
/// unless memory is out; nothing to free then.
bool pathmap_open(scene *s, bool with_questions, pathmap_case *c);
void pathmap_close(pathmap_case *c);

/// The mesh's free triangles, and the sources and questions in them, for a peer. All but the points
/// and triangles belongs to the case or to *places and *triangles, which are the caller's to free.
/// False: out of memory.
bool pathmap_plan(const pathmap_case *c, peer_plan *plan, wend_vec2 **places, uint32_t **triangles);

#endif
