// SPDX-License-Identifier: MIT
// A thin layer over GEOS: one context per job, its messages kept, shapes in and out.
//
// Only the reentrant interface is used. Functions that make a geometry return NULL when GEOS fails,
// and message then says why; the caller frees what it gets with geos_free.
#ifndef WEND_POLYGON_GEOS_H
#define WEND_POLYGON_GEOS_H

#include "base/problem.h"
#include "polygon/polygons.h"

#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

typedef struct geos {
    GEOSContextHandle_t handle;
    char message[200]; ///< the last error, in GEOS's words
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

/// Geometries that will be one collection. Zeroed is empty.
typedef struct geos_list {
    wend_array(GEOSGeometry *) items;
} geos_list;

/// Takes the geometry, also when it fails (out of memory, or geometry is NULL).
bool geos_list_add(geos *g, geos_list *list, GEOSGeometry *geometry);
void geos_list_free(geos *g, geos_list *list);
/// Makes a collection of that GEOS type; empties the list, also when it fails.
GEOSGeometry *geos_list_collect(geos *g, geos_list *list, int type);

/// The polygons among some shapes as one MULTIPOLYGON.
GEOSGeometry *geos_collect_polygons(geos *g, const polygons *shapes);

/// Appends all polygons in a geometry, also nested ones; other parts are left out.
bool geos_polygons(geos *g, const GEOSGeometry *geometry, polygons *out);

typedef struct edge_list {
    wend_array(wend_segment) items;
} edge_list;

/// Appends every edge of every line in a collection of lines.
bool geos_edges(geos *g, const GEOSGeometry *lines, edge_list *out);

/// Leaves a message as GEOS would.
void geos_say(geos *g, const char *message);

/// Adds GEOS's last message as a problem; returns false.
bool geos_problem(const geos *g, const char *doing, problem_list *problems);

#endif
