// SPDX-License-Identifier: MIT
// A thin layer over GEOS: one context per job, which keeps its messages; conversion of shapes.
//
// Only the reentrant interface is used. Functions that create a geometry return NULL when GEOS
// fails, and message states why; the caller frees the result with geos_free.
#ifndef WEND_POLYGON_GEOS_H
#define WEND_POLYGON_GEOS_H

#include "base/problem.h"
#include "polygon/polygons.h"

#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

typedef struct geos {
    GEOSContextHandle_t handle;
    char message[200]; ///< last error message of GEOS
} geos;

/// Opens a context in *g, which must not move until it is closed. False: out of memory.
bool geos_open(geos *g);
void geos_close(geos *g);
/// NULL is allowed.
void geos_free(geos *g, GEOSGeometry *geometry);

/// A point, a line or a polygon, by the number of vertices (see wend_shape).
GEOSGeometry *geos_shape(geos *g, wend_shape shape);
/// A closed line around a ring.
GEOSGeometry *geos_ring_line(geos *g, const wend_vec2 *points, uint32_t count);

/// Geometries that will form one collection. Zeroed is empty.
typedef struct geos_list {
    wend_array(GEOSGeometry *) items;
} geos_list;

/// Takes ownership of the geometry, even on failure (out of memory, or geometry is NULL).
bool geos_list_add(geos *g, geos_list *list, GEOSGeometry *geometry);
void geos_list_free(geos *g, geos_list *list);
/// Creates a collection of that GEOS type; empties the list, even on failure.
GEOSGeometry *geos_list_collect(geos *g, geos_list *list, int type);

/// The polygons among some shapes as one MULTIPOLYGON.
GEOSGeometry *geos_collect_polygons(geos *g, const polygons *shapes);

/// Appends all polygons in a geometry, including nested ones; other parts are ignored.
bool geos_polygons(geos *g, const GEOSGeometry *geometry, polygons *out);

typedef struct edge_list {
    wend_array(wend_segment) items;
} edge_list;

/// Appends every edge of every line in a collection of lines.
bool geos_edges(geos *g, const GEOSGeometry *lines, edge_list *out);

/// Sets a message as GEOS would.
void geos_say(geos *g, const char *message);

/// Adds GEOS's last message as a problem; returns false.
bool geos_problem(const geos *g, const char *doing, problem_list *problems);

#endif
