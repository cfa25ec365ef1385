// SPDX-License-Identifier: MIT
// Areas that are sources or sinks: their borders in free space become openings. Areas may be in
// several rooms; only the part of the free space that has both sources and sinks is used, and
// borders of other parts are omitted.
#include "base/suggest.h"
#include "base/xalloc.h"
#include "cli/flow/flow.h"
#include "cli/report.h"
#include "polygon/ground.h"
#include "scene/build/opening_lines.h"
#include "wend/geometry.h"

#include <math.h>

/// Borders between the areas of a job and the free space, and the openings made from them.
typedef struct area_search {
    flow_job *job;
    opening_lines found;
    wend_array(const scene_area *) areas;
    wend_array(uint32_t) openings; ///< each area's number in the job
} area_search;

static void list_areas(area_search *a)
{
    const flow_openings *o = &a->job->openings;
    for (uint32_t i = 0; i < o->items.count; ++i)
        if (o->items.data[i].area) {
            xreserve(&a->areas, 1);
            xreserve(&a->openings, 1);
            a->areas.data[a->areas.count++] = o->items.data[i].area;
            a->openings.data[a->openings.count++] = i;
        }
}

static double shape_size(wend_shape shape)
{
    double size = 0;
    for (uint32_t ring = 0; ring < shape_rings(shape); ++ring) {
        uint32_t begin, end;
        shape_ring(shape, ring, &begin, &end);
        double area = fabs(wend_polygon_area(shape.points + begin, end - begin));
        size += ring == 0 ? area : -area;
    }
    return size;
}

static double border_distance(wend_shape shape, wend_vec2 p)
{
    double least = INFINITY;
    for (uint32_t ring = 0; ring < shape_rings(shape); ++ring) {
        uint32_t begin, end;
        shape_ring(shape, ring, &begin, &end);
        for (uint32_t i = begin; i < end; ++i) {
            wend_segment edge = {shape.points[i], shape.points[i + 1 < end ? i + 1 : begin]};
            least = fmin(least, wend_segment_distance(edge, p));
        }
    }
    return least;
}

/// True if a line is in a part or on its border, within the snapping distance.
static bool touches(const area_search *a, const flow_opening *line, wend_shape part)
{
    const wend_vec2 *points = a->job->openings.points.data + line->first;
    for (uint32_t i = 1; i < line->count; ++i) {
        wend_vec2 middle = {(points[i - 1].x + points[i].x) / 2,
                            (points[i - 1].y + points[i].y) / 2};
        if (shape_covers(part, middle) || border_distance(part, middle) <= a->job->snap)
            return true;
    }
    return false;
}

static bool part_has(const area_search *a, uint32_t part, bool is_sink)
{
    const flow_openings *o = &a->job->openings;
    for (size_t i = 0; i < a->found.lines.count; ++i) {
        const opening_line *line = &a->found.lines.data[i];
        if (line->part == part && o->items.data[a->openings.data[line->area]].is_sink == is_sink)
            return true;
    }
    for (size_t i = 0; i < o->items.count; ++i)
        if (!o->items.data[i].area && o->items.data[i].is_sink == is_sink &&
            touches(a, &o->items.data[i], polygons_get(&a->found.parts, part)))
            return true;
    return false;
}

/// The largest part with a source and a sink; UINT32_MAX: none. *others: number of further ones.
static uint32_t choose_part(const area_search *a, uint32_t *others)
{
    uint32_t best = UINT32_MAX;
    double most = 0;
    *others = 0;
    for (uint32_t i = 0; i < a->found.parts.spans.count; ++i) {
        if (!part_has(a, i, false) || !part_has(a, i, true))
            continue;
        double size = shape_size(polygons_get(&a->found.parts, i));
        *others += best != UINT32_MAX;
        if (size > most) {
            most = size;
            best = i;
        }
    }
    return best;
}

/// True if a border that touches no outer wall is within the snapping distance of one.
static bool is_nearly_touching(const area_search *a, const opening_line *line)
{
    wend_shape part = polygons_get(&a->found.parts, line->part);
    const wend_vec2 *points = a->found.points.data + line->first;
    uint32_t begin, end;
    double least = INFINITY;
    shape_ring(part, 0, &begin, &end);
    for (uint32_t i = begin; i < end && line->adrift; ++i) {
        wend_segment wall = {part.points[i], part.points[i + 1 < end ? i + 1 : begin]};
        for (uint32_t k = 1; k < line->count; ++k)
            least = fmin(least, wend_segments_distance(
                                    wall, (wend_segment){points[k - 1], points[k]}, NULL, NULL));
    }
    return least > 0 && least <= a->job->snap;
}

static bool any_nearly_touches(const area_search *a, uint32_t part)
{
    for (size_t i = 0; i < a->found.lines.count; ++i)
        if (a->found.lines.data[i].part == part && is_nearly_touching(a, &a->found.lines.data[i]))
            return true;
    return false;
}

/// Reports the area because of which there is no flow.
static int refuse_areas(const area_search *a)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    for (uint32_t i = 0; i < a->areas.count; ++i) {
        bool some = false;
        const flow_opening *opening = &a->job->openings.items.data[a->openings.data[i]];
        const char *role = flow_role(opening->is_sink);
        suggest_quote(quoted, opening->name);
        for (size_t k = 0; k < a->found.lines.count; ++k)
            some = some || a->found.lines.data[k].area == i;
        if (!some)
            return fail_usage(a->job->args,
                              "%s: the %s %s has no border in free space enclosed by walls: move "
                              "it, or give a line with --%s X,Y:X,Y",
                              a->job->file, role, quoted, role);
    }
    return fail(a->job->args, "%s: no path from a source to a sink", a->job->file);
}

/// Replaces the areas among the openings by their lines along a part.
static void replace_areas(area_search *a, uint32_t part)
{
    flow_openings *o = &a->job->openings, made = {0};
    for (size_t i = 0, area = 0; i < o->items.count; ++i) {
        const flow_opening *from = &o->items.data[i];
        if (!from->area) {
            flow_add_line(&made, from->name, from->is_sink, o->points.data + from->first,
                          from->count);
            continue;
        }
        for (size_t k = 0; k < a->found.lines.count; ++k) {
            const opening_line *line = &a->found.lines.data[k];
            if (line->area != area || line->part != part)
                continue;
            flow_add_line(&made, from->name, from->is_sink, a->found.points.data + line->first,
                          line->count);
            made.items.data[made.items.count - 1].area = from->area;
        }
        ++area;
    }
    wend_array_free(&o->items, NULL);
    wend_array_free(&o->points, NULL);
    made.made = o->made;
    *o = made;
}

static int make_lines(area_search *a, problem_list *problems)
{
    uint32_t others = 0, part = UINT32_MAX;
    // If no part is found, or areas do not quite reach the walls, they are enlarged, once.
    for (int pass = 0; pass < 2; ++pass) {
        opening_lines_free(&a->found);
        double reach = pass == 0 ? 0 : a->job->snap;
        if (!opening_lines_find(&a->found, a->job->s, a->job->built.floor, a->areas.data,
                                (uint32_t)a->areas.count, reach, problems))
            return fail_problems(a->job->args, problems);
        part = choose_part(a, &others);
        if (part != UINT32_MAX && !any_nearly_touches(a, part))
            break;
    }
    if (part == UINT32_MAX)
        return refuse_areas(a);
    if (others > 0 && !a->job->args->quiet)
        complain("%s: %u other part%s of the free space connect%s sources with sinks; only the "
                 "largest is "
                 "reported",
                 a->job->file, (unsigned)others, others == 1 ? "" : "s", others == 1 ? "s" : "");
    replace_areas(a, part);
    return EXIT_DONE;
}

int flow_open_areas(flow_job *job, problem_list *problems)
{
    area_search a = {.job = job};
    list_areas(&a);
    int code = a.areas.count > 0 ? make_lines(&a, problems) : EXIT_DONE;
    opening_lines_free(&a.found);
    wend_array_free(&a.areas, NULL);
    wend_array_free(&a.openings, NULL);
    return code;
}
