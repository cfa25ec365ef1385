// SPDX-License-Identifier: MIT
#include "polygon/geos.h"

#include <stdio.h>

// Collections nested deeper than this do not result from wend's own calls.
enum { DEEPEST = 8 };

void geos_say(geos *g, const char *message)
{
    snprintf(g->message, sizeof g->message, "%s", message);
}

static void keep_message(const char *message, void *userdata)
{
    geos_say(userdata, message);
}

bool geos_open(geos *g)
{
    g->message[0] = 0;
    g->handle = GEOS_init_r();
    if (!g->handle)
        return false;
    GEOSContext_setErrorMessageHandler_r(g->handle, keep_message, g);
    return true;
}

void geos_close(geos *g)
{
    if (g->handle)
        GEOS_finish_r(g->handle);
    g->handle = NULL;
}

void geos_free(geos *g, GEOSGeometry *geometry)
{
    if (geometry)
        GEOSGeom_destroy_r(g->handle, geometry);
}

static GEOSCoordSequence *sequence(geos *g, const wend_vec2 *points, uint32_t count, bool closed)
{
    GEOSCoordSequence *made = GEOSCoordSeq_create_r(g->handle, count + closed, 2);
    if (!made)
        return NULL;
    for (uint32_t i = 0; i < count + closed; ++i) {
        wend_vec2 p = points[i < count ? i : 0];
        if (!GEOSCoordSeq_setXY_r(g->handle, made, i, p.x, p.y)) {
            GEOSCoordSeq_destroy_r(g->handle, made);
            return NULL;
        }
    }
    return made;
}

// GEOS takes ownership of the sequence, even on failure.
static GEOSGeometry *ring_of(geos *g, const wend_vec2 *points, uint32_t count)
{
    GEOSCoordSequence *made = sequence(g, points, count, true);
    return made ? GEOSGeom_createLinearRing_r(g->handle, made) : NULL;
}

GEOSGeometry *geos_ring_line(geos *g, const wend_vec2 *points, uint32_t count)
{
    GEOSCoordSequence *made = sequence(g, points, count, true);
    return made ? GEOSGeom_createLineString_r(g->handle, made) : NULL;
}

static GEOSGeometry *polygon_of(geos *g, wend_shape shape)
{
    uint32_t begin, end, rings = shape_rings(shape);
    geos_list holes = {0};
    shape_ring(shape, 0, &begin, &end);
    GEOSGeometry *shell = ring_of(g, shape.points + begin, end - begin);
    bool good = shell != NULL;
    for (uint32_t r = 1; good && r < rings; ++r) {
        shape_ring(shape, r, &begin, &end);
        good = geos_list_add(g, &holes, ring_of(g, shape.points + begin, end - begin));
    }
    if (!good) {
        geos_free(g, shell);
        geos_list_free(g, &holes);
        return NULL;
    }
    GEOSGeometry *polygon =
        GEOSGeom_createPolygon_r(g->handle, shell, holes.items.data, (unsigned)holes.items.count);
    wend_array_free(&holes.items, NULL);
    return polygon;
}

GEOSGeometry *geos_shape(geos *g, wend_shape shape)
{
    if (shape.point_count == 1)
        return GEOSGeom_createPointFromXY_r(g->handle, shape.points[0].x, shape.points[0].y);
    if (shape.point_count == 2) {
        GEOSCoordSequence *made = sequence(g, shape.points, 2, false);
        return made ? GEOSGeom_createLineString_r(g->handle, made) : NULL;
    }
    return polygon_of(g, shape);
}

bool geos_list_add(geos *g, geos_list *list, GEOSGeometry *geometry)
{
    if (!geometry)
        return false;
    if (!wend_array_reserve(&list->items, NULL, 1)) {
        geos_free(g, geometry);
        return false;
    }
    list->items.data[list->items.count++] = geometry;
    return true;
}

void geos_list_free(geos *g, geos_list *list)
{
    for (size_t i = 0; i < list->items.count; ++i)
        geos_free(g, list->items.data[i]);
    wend_array_free(&list->items, NULL);
}

GEOSGeometry *geos_list_collect(geos *g, geos_list *list, int type)
{
    if (list->items.count > UINT32_MAX) {
        geos_list_free(g, list);
        return NULL;
    }
    GEOSGeometry *all =
        GEOSGeom_createCollection_r(g->handle, type, list->items.data, (unsigned)list->items.count);
    wend_array_free(&list->items, NULL);
    return all;
}

GEOSGeometry *geos_collect_polygons(geos *g, const polygons *shapes)
{
    geos_list list = {0};
    for (size_t i = 0; i < shapes->spans.count; ++i) {
        wend_shape shape = polygons_get(shapes, i);
        if (shape.point_count >= 3 && !geos_list_add(g, &list, geos_shape(g, shape))) {
            geos_list_free(g, &list);
            return NULL;
        }
    }
    return geos_list_collect(g, &list, GEOS_MULTIPOLYGON);
}

static bool add_ring(geos *g, const GEOSGeometry *ring, polygons *out)
{
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(g->handle, ring);
    unsigned count;
    if (!points || !GEOSCoordSeq_getSize_r(g->handle, points, &count))
        return false;
    for (unsigned i = 0; i < count; ++i) {
        wend_vec2 p;
        if (!GEOSCoordSeq_getXY_r(g->handle, points, i, &p.x, &p.y) || !polygons_add_point(out, p))
            return false;
    }
    return polygons_end_ring(out, 3, NULL);
}

static bool add_polygon(geos *g, const GEOSGeometry *polygon, polygons *out)
{
    if (GEOSisEmpty_r(g->handle, polygon))
        return true;
    if (!add_ring(g, GEOSGetExteriorRing_r(g->handle, polygon), out))
        return false;
    int holes = GEOSGetNumInteriorRings_r(g->handle, polygon);
    for (int i = 0; i < holes; ++i)
        if (!add_ring(g, GEOSGetInteriorRingN_r(g->handle, polygon, i), out))
            return false;
    return polygons_end_shape(out);
}

static bool add_polygons(geos *g, const GEOSGeometry *geometry, int depth, polygons *out)
{
    int type = GEOSGeomTypeId_r(g->handle, geometry);
    if (type == GEOS_POLYGON)
        return add_polygon(g, geometry, out);
    if ((type != GEOS_MULTIPOLYGON && type != GEOS_GEOMETRYCOLLECTION) || depth == 0)
        return true;
    int count = GEOSGetNumGeometries_r(g->handle, geometry);
    for (int i = 0; i < count; ++i)
        if (!add_polygons(g, GEOSGetGeometryN_r(g->handle, geometry, i), depth - 1, out))
            return false;
    return count >= 0;
}

bool geos_polygons(geos *g, const GEOSGeometry *geometry, polygons *out)
{
    return add_polygons(g, geometry, DEEPEST, out);
}

static bool add_edges(geos *g, const GEOSGeometry *line, edge_list *out)
{
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(g->handle, line);
    unsigned count;
    if (!points || !GEOSCoordSeq_getSize_r(g->handle, points, &count) ||
        !wend_array_reserve(&out->items, NULL, count))
        return false;
    wend_segment edge = {0};
    for (unsigned i = 0; i < count; ++i) {
        edge.a = edge.b;
        if (!GEOSCoordSeq_getXY_r(g->handle, points, i, &edge.b.x, &edge.b.y))
            return false;
        if (i > 0)
            out->items.data[out->items.count++] = edge;
    }
    return true;
}

bool geos_edges(geos *g, const GEOSGeometry *lines, edge_list *out)
{
    int count = GEOSGetNumGeometries_r(g->handle, lines);
    for (int i = 0; i < count; ++i) {
        const GEOSGeometry *line = GEOSGetGeometryN_r(g->handle, lines, i);
        if (GEOSGeomTypeId_r(g->handle, line) == GEOS_LINESTRING && !add_edges(g, line, out))
            return false;
    }
    return count >= 0;
}

bool geos_problem(const geos *g, const char *doing, problem_list *problems)
{
    if (!g->message[0])
        return problem_no_memory(problems);
    return problem_add(problems, "%s failed: %s", doing, g->message);
}
