// SPDX-License-Identifier: MIT
// Borders between areas and free space (see opening_lines.h).
//
// The walls and the rings of the areas, split where they meet, divide the plane into faces. The
// faces in free space outside all areas are the parts. An edge of their rings that lies on the ring
// of an area is a border, whether the other side is free space or, where an area lies outside and
// only touches, a wall.
#include "scene/build/opening_lines.h"
#include "scene/shape.h"

#include "polygon/face_sample.h"
#include "polygon/ground.h"
#include "polygon/planar.h"

typedef struct job {
    opening_lines *out;
    const wend_floor *floor;
    polygons areas;                 ///< enlarged by the reach, in the order of the areas given
    wend_array(wend_segment) lines; ///< those of the areas come first
    wend_array(uint32_t) area_of;   ///< number of the area of each of these lines
    wend_index *borders;            ///< index of the areas' lines
    double tolerance;               ///< of the floor; splitting rounds by less than this
} job;

#define NO_AREA UINT32_MAX

/// Distance from a wall of points beside it, in tolerances.
#define BESIDE 64

void opening_lines_free(opening_lines *o)
{
    wend_array_free(&o->lines, NULL);
    wend_array_free(&o->points, NULL);
    polygons_free(&o->parts);
}

// ---- areas --------------------------------------------------------------------------------------

/// Mitre limit: a sharp corner extends by at most this multiple of the reach.
#define MITRE_LIMIT 4.0

/// Adds a shape enlarged on all sides, with mitred corners.
static bool add_wider(geos *g, wend_shape shape, double reach, polygons *out)
{
    enum { ARC_SIDES = 8 }; // not used: mitred corners have no arcs
    GEOSGeometry *area = geos_shape(g, shape);
    GEOSGeometry *wider =
        area ? GEOSBufferWithStyle_r(g->handle, area, reach, ARC_SIDES, GEOSBUF_CAP_FLAT,
                                     GEOSBUF_JOIN_MITRE, MITRE_LIMIT)
             : NULL;
    size_t before = out->spans.count;
    bool good = wider && geos_polygons(g, wider, out);
    if (good && out->spans.count != before + 1) {
        geos_say(g, "an area is not one polygon");
        good = false;
    }
    geos_free(g, wider);
    geos_free(g, area);
    return good;
}

static bool take_areas(job *j, const scene_area *const *areas, uint32_t count, double reach,
                       problem_list *problems)
{
    geos g;
    if (!geos_open(&g))
        return problem_no_memory(problems);
    bool good = true;
    for (uint32_t i = 0; good && i < count; ++i) {
        wend_shape shape = shape_view(&areas[i]->shape);
        good = reach > 0 ? add_wider(&g, shape, reach, &j->areas) : polygons_add(&j->areas, shape);
    }
    good = good || geos_problem(&g, "making areas wider", problems);
    geos_close(&g);
    return good;
}

// ---- lines --------------------------------------------------------------------------------------

/// Adds the edges of a ring, or of an open line.
static bool add_ring(job *j, const wend_vec2 *points, uint32_t count, uint32_t area)
{
    uint32_t edges = count >= 3 ? count : count - 1;
    if (!wend_array_reserve(&j->lines, NULL, edges) ||
        (area != NO_AREA && !wend_array_reserve(&j->area_of, NULL, edges)))
        return false;
    for (uint32_t i = 0; i < edges; ++i) {
        j->lines.data[j->lines.count++] =
            (wend_segment){points[i], points[i + 1 < count ? i + 1 : 0]};
        if (area != NO_AREA)
            j->area_of.data[j->area_of.count++] = area;
    }
    return true;
}

static bool add_shape(job *j, wend_shape shape, uint32_t area)
{
    for (uint32_t ring = 0; ring < shape_rings(shape); ++ring) {
        uint32_t begin, end;
        shape_ring(shape, ring, &begin, &end);
        if (!add_ring(j, shape.points + begin, end - begin, area))
            return false;
    }
    return true;
}

static bool add_lines(job *j, const scene *s)
{
    bool good = true;
    for (uint32_t i = 0; good && i < j->areas.spans.count; ++i)
        good = add_shape(j, polygons_get(&j->areas, i), i);
    if (good && s->bounds)
        good = add_ring(j, s->bounds, s->bounds_count, NO_AREA);
    for (uint32_t i = 0; good && i < s->obstacle_count; ++i)
        good = add_shape(j, shape_view(&s->obstacles[i].shape), NO_AREA);
    return good;
}

static bool index_borders(job *j)
{
    size_t count = j->area_of.count;
    wend_item *items = wend_allocate(NULL, count + 1, sizeof *items);
    for (size_t i = 0; items && i < count; ++i)
        items[i] = (wend_item){j->lines.data[i].a, j->lines.data[i].b, WEND_ITEM_SEGMENT};
    bool good =
        items && wend_index_create(items, (uint32_t)count, NULL, &j->borders, NULL) == WEND_OK;
    wend_release(NULL, items, count + 1, sizeof *items);
    return good;
}

// ---- borders ------------------------------------------------------------------------------------

/// True if a wall without thickness runs along an edge: what is behind it cannot be entered there.
static bool is_thin_wall(const job *j, wend_vec2 a, wend_vec2 b)
{
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double off = length > 0 ? BESIDE * j->tolerance / length : 0;
    wend_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    wend_vec2 left = {middle.x - off * y, middle.y + off * x},
              right = {middle.x + off * y, middle.y - off * x};
    return wend_floor_locate(j->floor, middle, NULL) == WEND_LOCATION_BOUNDARY &&
           wend_floor_locate(j->floor, left, NULL) == WEND_LOCATION_FREE &&
           wend_floor_locate(j->floor, right, NULL) == WEND_LOCATION_FREE;
}

/// The first area whose border contains an edge of a face: both ends of the edge lie on one of its
/// sides. A side that meets the edge only in the middle belongs to another area, whose corner is at
/// the edge's end except for rounding.
static uint32_t area_along(const job *j, wend_vec2 a, wend_vec2 b)
{
    enum { MOST_SIDES = 32 }; // at one point
    uint32_t sides[MOST_SIDES], count;
    wend_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    wend_index_within(j->borders, middle, j->tolerance, sides, MOST_SIDES, &count);
    for (uint32_t i = 0; i < count && i < MOST_SIDES; ++i) {
        wend_segment side = j->lines.data[sides[i]];
        if (wend_segment_distance(side, a) <= j->tolerance &&
            wend_segment_distance(side, b) <= j->tolerance && !is_thin_wall(j, a, b))
            return j->area_of.data[sides[i]];
    }
    return NO_AREA;
}

/// Adds `edges` edges of a ring, starting at vertex `from`, as a line.
static bool add_line(job *j, const wend_vec2 *ring, uint32_t count, uint32_t from, uint32_t edges,
                     opening_line line)
{
    opening_lines *o = j->out;
    if (!wend_array_reserve(&o->lines, NULL, 1) ||
        !wend_array_reserve(&o->points, NULL, (size_t)edges + 1))
        return false;
    line.first = (uint32_t)o->points.count;
    line.count = edges + 1;
    for (uint32_t i = 0; i <= edges; ++i)
        o->points.data[o->points.count++] = ring[(from + i) % count];
    o->lines.data[o->lines.count++] = line;
    return true;
}

/// Splits a ring into lines where the area changes.
static bool add_ring_lines(job *j, const wend_vec2 *ring, uint32_t count, uint32_t part, bool hole)
{
    uint32_t start = 0;
    while (start < count && area_along(j, ring[start], ring[(start + 1) % count]) ==
                                area_along(j, ring[(start + count - 1) % count], ring[start]))
        ++start;
    opening_line line = {.part = part, .adrift = hole || start == count};
    start %= count;
    for (uint32_t i = 0; i < count;) {
        uint32_t from = (start + i) % count, edges = 0, next;
        line.area = area_along(j, ring[from], ring[(from + 1) % count]);
        do {
            ++edges;
            next = (from + edges) % count;
        } while (i + edges < count &&
                 area_along(j, ring[next], ring[(next + 1) % count]) == line.area);
        if (line.area != NO_AREA && !add_line(j, ring, count, from, edges, line))
            return false;
        i += edges;
    }
    return true;
}

/// True if the point is in free space outside all areas.
static bool is_left(const job *j, wend_vec2 p)
{
    if (wend_floor_locate(j->floor, p, NULL) != WEND_LOCATION_FREE)
        return false;
    for (size_t i = 0; i < j->areas.spans.count; ++i)
        if (shape_covers(polygons_get(&j->areas, i), p))
            return false;
    return true;
}

static bool add_part(job *j, wend_shape face)
{
    uint32_t part = (uint32_t)j->out->parts.spans.count;
    for (uint32_t ring = 0; ring < shape_rings(face); ++ring) {
        uint32_t begin, end;
        shape_ring(face, ring, &begin, &end);
        if (!add_ring_lines(j, face.points + begin, end - begin, part, ring > 0))
            return false;
    }
    return polygons_add(&j->out->parts, face);
}

static bool add_parts(job *j, planar *p)
{
    for (uint32_t i = 0; i < p->faces.spans.count; ++i) {
        wend_vec2 inside;
        if (i == p->outside)
            continue;
        if (!planar_inside(p, i, &inside))
            return false;
        wend_shape face = polygons_get(&p->faces, i);
        // Lines that coincide except for rounding enclose slivers, which are skipped.
        if (!face_sample_clear(face, p->edges, 4 * j->tolerance, &inside) ||
            (is_left(j, inside) && !add_part(j, face)))
            return problem_no_memory(p->problems);
    }
    return true;
}

bool opening_lines_find(opening_lines *o, const scene *s, const wend_floor *floor,
                        const scene_area *const *areas, uint32_t count, double reach,
                        problem_list *problems)
{
    *o = (opening_lines){0};
    job j = {.out = o, .floor = floor};
    planar p = {0};
    j.tolerance = wend_floor_tolerance(floor);
    bool good = take_areas(&j, areas, count, reach, problems) &&
                ((add_lines(&j, s) && index_borders(&j)) || problem_no_memory(problems));
    good = good && planar_open(&p, j.lines.data, j.lines.count, problems) && add_parts(&j, &p);
    planar_close(&p);
    wend_index_destroy(j.borders);
    polygons_free(&j.areas);
    wend_array_free(&j.lines, NULL);
    wend_array_free(&j.area_of, NULL);
    return good;
}
