// SPDX-License-Identifier: MIT
#include "polygon/planar.h"

#include <math.h>
#include <stdlib.h>

_Static_assert(sizeof(wend_vec2) == 2 * sizeof(double), "GEOS reads points as pairs of doubles");

// Distance of the frame from the lines, as a share of their size: enough not to touch them, and
// small enough to keep a picture unchanged. Tiny shapes far from the origin need more.
#define FRAME_MARGIN            0.01
#define FRAME_MARGIN_TOLERANCES (4 * WEND_GAP_TOLERANCES)

// ---- the lines ----------------------------------------------------------------------------------

bool planar_spend(planar *p, uint64_t tests)
{
    p->tests += tests;
    return p->tests <= PLANAR_MAX_TESTS ||
           problem_add(p->problems, "the lines are too tangled to be a plan: too many of them lie "
                                    "across each other");
}

typedef struct crossing_search {
    planar *p;
    uint32_t number;
    wend_segment line;
    uint32_t crossings;
    bool good;
} crossing_search;

static bool visit_line(void *context, uint32_t number)
{
    crossing_search *search = context;
    search->good = planar_spend(search->p, 1);
    if (!search->good || number <= search->number)
        return search->good;
    wend_item other = wend_index_item(search->p->edges, number);
    wend_vec2 at;
    if (wend_segments_meet(search->line, (wend_segment){other.a, other.b}, &at) != WEND_CROSS)
        return true;
    if (++search->crossings > PLANAR_MAX_CROSSINGS)
        search->good = problem_at_point(search->p->problems, at,
                                        "lines cross here and at more than %u other places",
                                        PLANAR_MAX_CROSSINGS);
    return search->good;
}

// GEOS needs memory for every crossing, so they are counted first.
static bool check_crossings(planar *p)
{
    crossing_search search = {.p = p, .good = true};
    uint32_t count = wend_index_count(p->edges);
    for (; search.good && search.number < count; ++search.number) {
        wend_item line = wend_index_item(p->edges, search.number);
        search.line = (wend_segment){line.a, line.b};
        wend_index_along(p->edges, search.line, visit_line, &search);
    }
    return search.good;
}

// ---- the faces ----------------------------------------------------------------------------------

static GEOSGeometry *geos_line(geos *g, const wend_vec2 *points, size_t count)
{
    GEOSCoordSequence *sequence =
        GEOSCoordSeq_copyFromBuffer_r(g->handle, &points[0].x, (unsigned)count, 0, 0);
    return sequence ? GEOSGeom_createLineString_r(g->handle, sequence) : NULL;
}

static bool continues(wend_segment line, wend_segment next)
{
    return line.b.x == next.a.x && line.b.y == next.a.y;
}

// Merges lines that continue each other: GEOS takes much longer for many short ones.
static bool add_chains(geos *g, const wend_segment *lines, size_t count, geos_list *list)
{
    wend_array(wend_vec2) chain = {0};
    bool good = true;
    for (size_t i = 0; good && i < count; ++i) {
        good = wend_array_reserve(&chain, NULL, 2);
        if (!good)
            break;
        if (chain.count == 0)
            chain.data[chain.count++] = lines[i].a;
        chain.data[chain.count++] = lines[i].b;
        if (i + 1 < count && continues(lines[i], lines[i + 1]))
            continue;
        good = geos_list_add(g, list, geos_line(g, chain.data, chain.count));
        chain.count = 0;
    }
    wend_array_free(&chain, NULL);
    return good;
}

static bool find_faces(planar *p, const wend_segment *lines, size_t count, wend_vec2 frame[4])
{
    geos *g = &p->g;
    geos_list list = {0};
    bool good =
        geos_list_add(g, &list, geos_ring_line(g, frame, 4)) && add_chains(g, lines, count, &list);
    GEOSGeometry *all = NULL, *faces = NULL;
    if (good)
        all = geos_list_collect(g, &list, GEOS_MULTILINESTRING);
    else
        geos_list_free(g, &list);
    if (all)
        p->lines = GEOSUnaryUnion_r(g->handle, all);
    const GEOSGeometry *noded[] = {p->lines};
    if (p->lines)
        faces = GEOSPolygonize_r(g->handle, noded, 1);
    good = faces && geos_polygons(g, faces, &p->faces);
    geos_free(g, faces);
    geos_free(g, all);
    return good || geos_problem(g, "finding the areas between the lines", p->problems);
}

// Only the outside extends to the frame, whose lowest corner this is.
static bool index_faces(planar *p, wend_vec2 corner)
{
    size_t count = p->faces.spans.count;
    wend_item *items = calloc(count + 1, sizeof *items);
    p->solid = calloc(count + 1, sizeof *p->solid);
    p->outside = UINT32_MAX;
    for (size_t i = 0; items && i < count; ++i) {
        wend_shape face = polygons_get(&p->faces, i);
        wend_box box = wend_box_of(face.points, face.point_count);
        items[i] = (wend_item){box.min, box.max, WEND_ITEM_BOX};
        if (box.min.x == corner.x)
            p->outside = (uint32_t)i;
    }
    bool good = items && p->solid &&
                wend_index_create(items, (uint32_t)count, NULL, &p->boxes, NULL) == WEND_OK;
    free(items);
    if (!good)
        return problem_no_memory(p->problems);
    if (p->outside == UINT32_MAX)
        return problem_add(p->problems, "GEOS does not find what lies outside the lines");
    p->solid[p->outside] = true;
    return true;
}

wend_box planar_frame(wend_box box)
{
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    return box_grown(box, fmax(size * FRAME_MARGIN, wend_tolerance(box) * FRAME_MARGIN_TOLERANCES));
}

bool planar_open(planar *p, const wend_segment *lines, size_t count, problem_list *problems)
{
    *p = (planar){.problems = problems};
    if (!geos_open(&p->g))
        return problem_no_memory(problems);
    if (!index_segments(lines, count, &p->edges))
        return problem_no_memory(problems);
    if (!check_crossings(p))
        return false;
    wend_vec2 frame[4];
    box_corners(planar_frame(wend_index_bounds(p->edges)), frame);
    return find_faces(p, lines, count, frame) && index_faces(p, frame[0]);
}

void planar_close(planar *p)
{
    wend_index_destroy(p->edges);
    wend_index_destroy(p->boxes);
    geos_free(&p->g, p->lines);
    polygons_free(&p->faces);
    free(p->solid);
    geos_close(&p->g);
}

// ---- points in faces ----------------------------------------------------------------------------

bool planar_inside(planar *p, uint32_t face, wend_vec2 *point)
{
    geos *g = &p->g;
    GEOSGeometry *polygon = geos_shape(g, polygons_get(&p->faces, face));
    GEOSGeometry *inside = polygon ? GEOSPointOnSurface_r(g->handle, polygon) : NULL;
    bool good = inside && GEOSGeomGetX_r(g->handle, inside, &point->x) == 1 &&
                GEOSGeomGetY_r(g->handle, inside, &point->y) == 1;
    geos_free(g, inside);
    geos_free(g, polygon);
    return good || geos_problem(g, "finding a place between the lines", p->problems);
}

typedef struct face_search {
    planar *p;
    wend_vec2 point;
    uint32_t face;
    bool good;
} face_search;

static bool visit_face(void *context, uint32_t number)
{
    face_search *search = context;
    wend_shape face = polygons_get(&search->p->faces, number);
    search->good = planar_spend(search->p, face.point_count);
    if (!search->good)
        return false;
    wend_side side = shape_locate(face, search->point);
    if (side == WEND_INSIDE)
        search->face = number;
    return side == WEND_OUTSIDE;
}

bool planar_locate(planar *p, wend_vec2 point, uint32_t *face)
{
    face_search search = {.p = p, .point = point, .face = UINT32_MAX, .good = true};
    wend_box box = wend_index_bounds(p->boxes);
    if (wend_box_distance(box, point) > 0)
        search.face = p->outside;
    else
        wend_index_along(p->boxes, (wend_segment){point, point}, visit_face, &search);
    *face = search.face;
    return search.good;
}
