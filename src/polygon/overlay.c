// SPDX-License-Identifier: MIT
#include "polygon/overlay.h"

#include "polygon/face_sample.h"
#include "polygon/ground.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// After snap rounding a vertex is at least half a cell away from a wall that it is not on. Half of
// this must be above WEND_GAP_TOLERANCES, with a reserve for the scene to grow into the next larger
// tolerance.
#define GRID_TOLERANCES 48

// Maximum number of passes. Bends that bring a wall into another pixel are rare, and several in a
// row even rarer.
enum { MOST_PASSES = 12 };
// Limits on the number of crossings: a constant, plus this number for each wall.
enum { MOST_MEETINGS = 1 << 19, MEETINGS_PER_WALL = 16 };
// Distance, in cells, of a piece from the wall that it comes from: rounding moves it by less than
// one cell in each pass.
#define SOURCE_CELLS 4

typedef struct job {
    geos *g;
    const overlay_input *in;
    overlay *out;
    ground input;
    wend_index *walls; ///< of the input before rounding
    GEOSGeometry *lines;
    polygons faces;         ///< enclosed by the lines
    wend_vec2 *samples;     ///< a point in each face
    overlay_source *covers; ///< what covers each face; shape is GROUND_NONE for free faces
    bool *inside;           ///< for each face: inside the bounds
    edge_list outlines;     ///< of bounds and solids, sorted
    ground bounds, solids;  ///< of the result
} job;

// The smallest 1, 2 or 5 times a power of ten that is large enough for a cell, so that decimals
// keep their values. GEOS multiplies by the number of cells per metre, which must be exact for
// that.
double overlay_grid(double tolerance)
{
    static const double steps[] = {1, 0.5, 0.2};
    for (int digits = 15; digits >= 0; --digits)
        for (int i = 0; i < 3; ++i) {
            double cells = pow(10, digits) * steps[i], cell = 1 / cells;
            if (cell >= GRID_TOLERANCES * tolerance && 1 / cell == cells)
                return cell;
        }
    return 64 * tolerance;
}

// ---- edges --------------------------------------------------------------------------------------

static void sort_edges(edge_list *edges)
{
    if (edges->items.count > 0)
        qsort(edges->items.data, edges->items.count, sizeof *edges->items.data, segments_compare);
}

static bool has_edge(const edge_list *sorted, wend_segment edge)
{
    return sorted->items.count > 0 && bsearch(&edge, sorted->items.data, sorted->items.count,
                                              sizeof edge, segments_compare) != NULL;
}

static bool add_edges(edge_list *edges, wend_shape shape)
{
    if (!wend_array_reserve(&edges->items, NULL, shape.point_count))
        return false;
    for (uint32_t r = 0; r < shape_rings(shape); ++r) {
        uint32_t begin, end;
        shape_ring(shape, r, &begin, &end);
        for (uint32_t k = begin; k < end; ++k)
            edges->items.data[edges->items.count++] = segment_unordered(
                (wend_segment){shape.points[k], shape.points[k + 1 < end ? k + 1 : begin]});
    }
    return true;
}

static bool index_edges(const edge_list *edges, wend_index **index)
{
    return index_segments(edges->items.data, edges->items.count, index);
}

// ---- lines --------------------------------------------------------------------------------------

static bool add_rings(job *j, geos_list *lines, wend_shape shape)
{
    uint32_t rings = shape_rings(shape);
    for (uint32_t r = 0; r < rings; ++r) {
        uint32_t begin, end;
        shape_ring(shape, r, &begin, &end);
        if (!geos_list_add(j->g, lines, geos_ring_line(j->g, shape.points + begin, end - begin)))
            return false;
    }
    return true;
}

static GEOSGeometry *all_lines(job *j)
{
    geos_list lines = {0};
    bool good = true;
    if (j->in->bounds)
        good =
            geos_list_add(j->g, &lines, geos_ring_line(j->g, j->in->bounds, j->in->bounds_count));
    for (uint32_t i = 0; good && i < j->in->shape_count; ++i) {
        wend_shape shape = j->in->shapes[i];
        if (shape.point_count == 2 && !wend_equal(shape.points[0], shape.points[1]))
            good = geos_list_add(j->g, &lines, geos_shape(j->g, shape));
        else if (shape.point_count > 2)
            good = add_rings(j, &lines, shape);
    }
    if (good)
        return geos_list_collect(j->g, &lines, GEOS_MULTILINESTRING);
    geos_list_free(j->g, &lines);
    return NULL;
}

static bool count_meeting(void *context, uint32_t number)
{
    (void)number;
    return --*(size_t *)context > 0;
}

// Adds all input walls to an index. GEOS needs unbounded time and memory for walls that all cross
// each other. The boxes of walls intersect at least as often as the walls; each intersects itself
// and its neighbours.
static bool open_walls(job *j)
{
    edge_list walls = {0};
    bool good =
        !j->in->bounds || add_edges(&walls, (wend_shape){.points = j->in->bounds,
                                                         .point_count = j->in->bounds_count});
    for (uint32_t i = 0; good && i < j->in->shape_count; ++i)
        good = add_edges(&walls, j->in->shapes[i]);
    good = good && index_edges(&walls, &j->walls);
    size_t left = MOST_MEETINGS + MEETINGS_PER_WALL * walls.items.count;
    for (size_t i = 0; good && left > 0 && i < walls.items.count; ++i)
        wend_index_along(j->walls, walls.items.data[i], count_meeting, &left);
    if (good && left == 0)
        geos_say(j->g, "the walls cross each other too often");
    wend_array_free(&walls.items, NULL);
    return good && left > 0;
}

// Rounds and splits the lines until nothing changes. Without a grid one pass is sufficient.
static bool node_lines(job *j)
{
    GEOSContextHandle_t handle = j->g->handle;
    j->lines = all_lines(j);
    int passes = j->in->grid > 0 ? MOST_PASSES : 1;
    for (int pass = 0; j->lines && pass < passes; ++pass) {
        GEOSGeometry *next = j->in->grid > 0 ? GEOSUnaryUnionPrec_r(handle, j->lines, j->in->grid)
                                             : GEOSUnaryUnion_r(handle, j->lines);
        if (next && GEOSNormalize_r(handle, next) != 0) {
            geos_free(j->g, next);
            next = NULL;
        }
        bool same = next && pass > 0 && GEOSEqualsExact_r(handle, next, j->lines, 0) == 1;
        geos_free(j->g, j->lines);
        j->lines = next;
        if (same)
            break;
    }
    return j->lines != NULL;
}

// ---- faces --------------------------------------------------------------------------------------

// The faces between the lines, and a point in each [opt].
static bool find_faces(geos *g, const GEOSGeometry *lines, polygons *faces, wend_vec2 **samples)
{
    GEOSGeometry *found = GEOSPolygonize_r(g->handle, &lines, 1);
    int count = found ? GEOSGetNumGeometries_r(g->handle, found) : -1;
    bool good = count >= 0 && geos_polygons(g, found, faces);
    if (good && samples)
        good = (*samples = wend_allocate(NULL, (size_t)count + 1, sizeof **samples)) != NULL;
    for (int i = 0; good && samples && i < count; ++i) {
        GEOSGeometry *point =
            GEOSPointOnSurface_r(g->handle, GEOSGetGeometryN_r(g->handle, found, i));
        wend_vec2 *p = &(*samples)[i];
        good = point && GEOSGeomGetX_r(g->handle, point, &p->x) == 1 &&
               GEOSGeomGetY_r(g->handle, point, &p->y) == 1;
        geos_free(g, point);
    }
    geos_free(g, found);
    if (good && (size_t)count != faces->spans.count) {
        geos_say(g, "a face between walls has fewer than 3 corners");
        good = false;
    }
    return good;
}

static bool sort_faces(job *j)
{
    if (!ground_open(&j->input, j->in->shapes, j->in->shape_count) ||
        !find_faces(j->g, j->lines, &j->faces, &j->samples))
        return false;
    size_t count = j->faces.spans.count;
    j->covers = wend_allocate(NULL, count + 1, sizeof *j->covers);
    j->inside = wend_allocate(NULL, count + 1, sizeof *j->inside);
    if (!j->covers || !j->inside)
        return false;
    for (size_t i = 0; i < count; ++i) {
        if (!face_sample_clear(polygons_get(&j->faces, i), j->walls, SOURCE_CELLS * j->in->grid,
                               &j->samples[i]))
            return false;
        wend_vec2 p = j->samples[i];
        overlay_source cover;
        cover.shape = ground_at(&j->input, p, &cover.several);
        j->covers[i] = cover;
        j->inside[i] = !j->in->bounds || ring_winding(j->in->bounds, j->in->bounds_count, p) != 0;
    }
    return true;
}

typedef enum part {
    PART_BOUNDS,
    PART_SOLID,
    PART_REST,
} part;

static bool is_wanted(const job *j, size_t face, part which)
{
    bool solid = j->covers[face].shape != GROUND_NONE;
    return j->inside[face] && (which == PART_BOUNDS || solid == (which == PART_SOLID));
}

// Lines of the edges that belong to exactly one of the wanted faces.
static GEOSGeometry *outer_edges(job *j, part which)
{
    edge_list edges = {0};
    geos_list lines = {0};
    bool good = true;
    for (size_t i = 0; good && i < j->faces.spans.count; ++i)
        if (is_wanted(j, i, which))
            good = add_edges(&edges, polygons_get(&j->faces, i));
    sort_edges(&edges);
    const wend_segment *e = edges.items.data;
    for (size_t i = 0, next; good && i < edges.items.count; i = next) {
        for (next = i + 1; next < edges.items.count && segments_compare(&e[i], &e[next]) == 0;)
            ++next;
        if (next == i + 1)
            good =
                geos_list_add(j->g, &lines,
                              geos_shape(j->g, (wend_shape){.points = (wend_vec2[]){e[i].a, e[i].b},
                                                            .point_count = 2}));
    }
    wend_array_free(&edges.items, NULL);
    if (good)
        return geos_list_collect(j->g, &lines, GEOS_MULTILINESTRING);
    geos_list_free(j->g, &lines);
    return NULL;
}

// The wanted faces as polygons; faces that share an edge are united. Without the edges between
// them, the lines enclose the united faces, and gaps; a gap contains no wanted face.
static bool unite(job *j, part which, polygons *out)
{
    polygons candidates = {0};
    ground among = {0};
    GEOSGeometry *lines = outer_edges(j, which);
    bool good = lines && find_faces(j->g, lines, &candidates, NULL) &&
                ground_of_polygons(&among, &candidates);
    bool *wanted = wend_allocate(NULL, candidates.spans.count + 1, sizeof *wanted);
    good = good && wanted;
    if (good)
        memset(wanted, 0, (candidates.spans.count + 1) * sizeof *wanted);
    for (size_t i = 0; good && i < j->faces.spans.count; ++i) {
        uint32_t in = is_wanted(j, i, which) ? ground_at(&among, j->samples[i], NULL) : GROUND_NONE;
        if (in != GROUND_NONE)
            wanted[in] = true;
    }
    for (size_t i = 0; good && i < candidates.spans.count; ++i)
        good = !wanted[i] || polygons_add(out, polygons_get(&candidates, i));
    wend_release(NULL, wanted, candidates.spans.count + 1, sizeof *wanted);
    ground_close(&among);
    polygons_free(&candidates);
    geos_free(j->g, lines);
    return good;
}

// Determines the sources of each solid.
static bool name_solids(job *j)
{
    overlay *out = j->out;
    size_t count = out->solids.spans.count;
    if (!wend_array_reserve(&out->solid_sources, NULL, count + 1))
        return false;
    for (size_t i = 0; i < count; ++i)
        out->solid_sources.data[i] = (overlay_source){GROUND_NONE, false};
    out->solid_sources.count = count;
    for (size_t i = 0; i < j->faces.spans.count; ++i) {
        overlay_source more = j->covers[i];
        uint32_t in =
            is_wanted(j, i, PART_SOLID) ? ground_at(&j->solids, j->samples[i], NULL) : GROUND_NONE;
        if (in == GROUND_NONE)
            continue;
        overlay_source *known = &out->solid_sources.data[in];
        known->several = known->several || more.several ||
                         (known->shape != GROUND_NONE && known->shape != more.shape);
        if (more.shape < known->shape)
            known->shape = more.shape;
    }
    return true;
}

// ---- segments and points ------------------------------------------------------------------------

static bool is_free(const job *j, wend_vec2 p)
{
    return (!j->in->bounds || ground_at(&j->bounds, p, NULL) != GROUND_NONE) &&
           ground_at(&j->solids, p, NULL) == GROUND_NONE;
}

// Indexes the segments of the input, and stores the number of each in the input.
static bool index_input_segments(const job *j, wend_index **index, uint32_t *numbers)
{
    edge_list edges = {0};
    bool good = wend_array_reserve(&edges.items, NULL, (size_t)j->in->shape_count + 1);
    for (uint32_t i = 0; good && i < j->in->shape_count; ++i)
        if (j->in->shapes[i].point_count == 2) {
            const wend_vec2 *ends = j->in->shapes[i].points;
            numbers[edges.items.count] = i;
            edges.items.data[edges.items.count++] = (wend_segment){ends[0], ends[1]};
        }
    good = good && index_edges(&edges, index);
    wend_array_free(&edges.items, NULL);
    return good;
}

// Keeps the pieces of segments that are on free ground and not part of an outline.
static bool keep_walls(job *j)
{
    edge_list edges = {0};
    wend_index *segments = NULL;
    overlay *out = j->out;
    size_t most = (size_t)j->in->shape_count + 1;
    uint32_t *numbers = wend_allocate(NULL, most, sizeof *numbers);
    bool good = numbers && index_input_segments(j, &segments, numbers) &&
                geos_edges(j->g, j->lines, &edges) &&
                wend_array_reserve(&out->walls.items, NULL, edges.items.count) &&
                wend_array_reserve(&out->wall_sources, NULL, edges.items.count);
    for (size_t i = 0; good && i < edges.items.count; ++i) {
        wend_segment edge = segment_unordered(edges.items.data[i]);
        wend_near from =
            wend_index_nearest(segments, wend_midpoint(edge.a, edge.b), SOURCE_CELLS * j->in->grid);
        if (from.number == WEND_NO_ITEM || has_edge(&j->outlines, edge) ||
            !is_free(j, wend_midpoint(edge.a, edge.b)))
            continue;
        out->walls.items.data[out->walls.items.count++] = edge;
        out->wall_sources.data[out->wall_sources.count++] = numbers[from.number];
    }
    wend_index_destroy(segments);
    wend_release(NULL, numbers, most, sizeof *numbers);
    wend_array_free(&edges.items, NULL);
    return good;
}

// Keeps the isolated points: not in a solid, not within a cell of a wall or another point.
static bool keep_points(job *j)
{
    wend_index *outlines = NULL, *walls = NULL;
    bool good = index_edges(&j->outlines, &outlines) && index_edges(&j->out->walls, &walls);
    for (uint32_t i = 0; good && i < j->in->shape_count; ++i) {
        if (j->in->shapes[i].point_count != 1)
            continue;
        wend_vec2 p = j->in->shapes[i].points[0];
        uint32_t number;
        if (wend_index_nearest(outlines, p, j->in->grid).number != WEND_NO_ITEM ||
            wend_index_nearest(walls, p, j->in->grid).number != WEND_NO_ITEM || !is_free(j, p))
            continue;
        good = wend_array_reserve(&j->out->points, NULL, 1) &&
               wend_index_insert(walls, (wend_item){p, p, WEND_ITEM_SEGMENT}, &number, NULL) ==
                   WEND_OK;
        if (good)
            j->out->points.data[j->out->points.count++] = i;
    }
    wend_index_destroy(outlines);
    wend_index_destroy(walls);
    return good;
}

static bool keep_thin(job *j)
{
    const overlay *out = j->out;
    bool good = ground_of_polygons(&j->bounds, &out->bounds) &&
                ground_of_polygons(&j->solids, &out->solids);
    for (size_t i = 0; good && i < out->bounds.spans.count; ++i)
        good = add_edges(&j->outlines, polygons_get(&out->bounds, i));
    for (size_t i = 0; good && i < out->solids.spans.count; ++i)
        good = add_edges(&j->outlines, polygons_get(&out->solids, i));
    sort_edges(&j->outlines);
    return good && name_solids(j) && keep_walls(j) && keep_points(j);
}

// ---- the overlay --------------------------------------------------------------------------------

static void job_free(job *j)
{
    size_t count = j->faces.spans.count;
    wend_release(NULL, j->samples, count + 1, sizeof *j->samples);
    wend_release(NULL, j->covers, count + 1, sizeof *j->covers);
    wend_release(NULL, j->inside, count + 1, sizeof *j->inside);
    polygons_free(&j->faces);
    wend_array_free(&j->outlines.items, NULL);
    ground_close(&j->input);
    ground_close(&j->bounds);
    ground_close(&j->solids);
    wend_index_destroy(j->walls);
    geos_free(j->g, j->lines);
}

bool overlay_make(geos *g, const overlay_input *in, overlay *out)
{
    job j = {.g = g, .in = in, .out = out};
    *out = (overlay){0};
    bool good =
        open_walls(&j) && node_lines(&j) && sort_faces(&j) && unite(&j, PART_SOLID, &out->solids);
    if (good && in->bounds)
        good = unite(&j, PART_BOUNDS, &out->bounds) && unite(&j, PART_REST, &out->rest);
    good = good && keep_thin(&j) && polygons_straighten(&out->bounds) &&
           polygons_straighten(&out->solids) && polygons_straighten(&out->rest);
    job_free(&j);
    if (!good)
        overlay_free(out);
    return good;
}

void overlay_free(overlay *o)
{
    polygons_free(&o->bounds);
    polygons_free(&o->solids);
    polygons_free(&o->rest);
    wend_array_free(&o->solid_sources, NULL);
    wend_array_free(&o->walls.items, NULL);
    wend_array_free(&o->wall_sources, NULL);
    wend_array_free(&o->points, NULL);
}
