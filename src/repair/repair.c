// SPDX-License-Identifier: MIT
// Repair of a scene: the shapes with a defect are overlaid again on a grid.
//
// In each round the obstacles with a defect, and those that touch or nearly touch one of them, are
// replaced by their overlay (overlay.h); all others keep their exact coordinates, name and role. If
// a round leaves defects, the next one repairs those, then unites obstacles that touch them, then
// all obstacles, then all obstacles with a coarser grid.
#include "repair/repair.h"
#include "polygon/overlay.h"
#include "repair/report.h"
#include "repair/round.h"
#include "scene/shape.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The last rounds overlay everything, on coarser grids.
enum { APART_ROUNDS = 3, UNITED_ROUNDS = 2, ALL_ROUNDS = 2, COARSE_ROUNDS = 3 };
// Maximum number of defects considered in one round; with more, everything is overlaid.
enum { MAX_DEFECTS = 1 << 13 };

// ---- defects ------------------------------------------------------------------------------------

static wend_floor *make_floor(repair *r, const wend_vec2 *bounds, uint32_t bounds_count,
                              const wend_shape *shapes, uint32_t count, double tolerance)
{
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = bounds_count;
    def.shapes = shapes;
    def.shape_count = count;
    def.tolerance = tolerance;
    wend_floor *made = NULL;
    wend_error error = {0};
    wend_result result = wend_floor_create(&def, &made, &error);
    if (result == WEND_OUT_OF_MEMORY)
        problem_no_memory(r->problems);
    else if (wend_failed(result))
        problem_at_point(r->problems, error.position, "%s; this cannot be repaired",
                         wend_error_text(&error));
    return made;
}

// Finds the defects of shapes without others around them.
static bool find_defects(repair *r, const wend_vec2 *bounds, uint32_t bounds_count,
                         const wend_shape *shapes, uint32_t count, double tolerance)
{
    wend_floor *on = make_floor(r, bounds, bounds_count, shapes, count, tolerance);
    if (!on)
        return false;
    r->tolerance = wend_floor_tolerance(on);
    wend_result result = wend_floor_validate(on, r->defects, MAX_DEFECTS, &r->all_defects, NULL);
    r->defect_count = r->all_defects < MAX_DEFECTS ? r->all_defects : MAX_DEFECTS;
    wend_floor_destroy(on);
    return result != WEND_OUT_OF_MEMORY || problem_no_memory(r->problems);
}

static wend_shape *scene_shapes(const scene *s)
{
    wend_shape *shapes = calloc((size_t)s->obstacle_count + 1, sizeof *shapes);
    for (uint32_t i = 0; shapes && i < s->obstacle_count; ++i)
        shapes[i] = shape_view(&s->obstacles[i].shape);
    return shapes;
}

static bool find_scene_defects(repair *r)
{
    const scene *s = r->s;
    wend_shape *shapes = scene_shapes(s);
    bool good = shapes ? find_defects(r, s->bounds, s->bounds_count, shapes, s->obstacle_count, 0)
                       : problem_no_memory(r->problems);
    free(shapes);
    return good;
}

// ---- rounds -------------------------------------------------------------------------------------

static repair_reach reach_of(const repair *r, int round)
{
    if (round >= APART_ROUNDS + UNITED_ROUNDS || r->all_defects > MAX_DEFECTS)
        return REPAIR_ALL;
    return round < APART_ROUNDS ? REPAIR_APART : REPAIR_UNITED;
}

static bool repair_floor(repair *r, repair_report *report)
{
    const int fine_rounds = APART_ROUNDS + UNITED_ROUNDS + ALL_ROUNDS;
    for (int round = 0;; ++round) {
        if (!find_scene_defects(r))
            return false;
        if (r->defect_count == 0)
            return true;
        if (round == fine_rounds + COARSE_ROUNDS)
            break;
        if (round > 0)
            repair_note_later(report, r->defects, r->defect_count);
        else if (!repair_note_defects(report, r->defects, r->defect_count, r->all_defects))
            return problem_no_memory(r->problems);
        int coarse = round - fine_rounds + 1;
        r->grid = overlay_grid(r->tolerance * (coarse > 0 ? pow(10, coarse) : 1));
        if (!repair_round(r, reach_of(r, round)))
            return false;
    }
    wend_vec2 place = {r->defects[0].position.x + report->shift.x,
                       r->defects[0].position.y + report->shift.y};
    return problem_at_point(r->problems, place, "cannot be repaired automatically: %s",
                            r->defects[0].text);
}

// ---- areas --------------------------------------------------------------------------------------

static bool largest_part(repair *r, const polygons *parts, scene_shape *out)
{
    size_t best = 0;
    double most = -1;
    for (size_t i = 0; i < parts->spans.count; ++i) {
        wend_shape shape = polygons_get(parts, i);
        double area = fabs(wend_polygon_area(shape.points, shape.ring_ends[0]));
        if (area > most) {
            best = i;
            most = area;
        }
    }
    return shape_copy(r->s, polygons_get(parts, best), out) || problem_no_memory(r->problems);
}

// An area must be a valid polygon by itself; its position does not matter. An invalid one becomes
// the largest valid part of the area that its outline winds around. An area without a valid part
// stays.
static bool repair_area(repair *r, scene_area *area, double tolerance, repair_report *report)
{
    wend_shape shape = shape_view(&area->shape);
    if (shape.point_count < 3)
        return true;
    if (!find_defects(r, NULL, 0, &shape, 1, tolerance))
        return false;
    if (r->defect_count == 0)
        return true;
    overlay_input in = {.shapes = &shape, .shape_count = 1, .grid = overlay_grid(tolerance)};
    overlay made;
    if (!overlay_make(&r->g, &in, &made))
        return geos_problem(&r->g, "repairing an area", r->problems);
    bool good = true;
    if (made.solids.spans.count > 0) {
        repair_report_area(report, area, r->defects[0].position, made.solids.spans.count);
        good = largest_part(r, &made.solids, &area->shape);
    }
    overlay_free(&made);
    return good;
}

bool scene_repair(scene *s, FILE *changes, size_t *count, problem_list *problems)
{
    repair r = {.s = s, .problems = problems};
    repair_report report = {.out = changes};
    if (s->source.size == 0) // a scene file has the scene's own coordinates
        report.shift = s->origin;
    r.defects = calloc(MAX_DEFECTS, sizeof *r.defects);
    bool opened = geos_open(&r.g);
    bool good = (outcome_open(&r.outcome, s) && r.defects && opened) || problem_no_memory(problems);
    good = good && repair_floor(&r, &report);
    good = good && (outcome_end(&r.outcome, s) || problem_no_memory(problems));
    if (good)
        repair_report_floor(&report, &r.outcome, s);
    double tolerance = r.tolerance;
    for (uint32_t i = 0; good && i < s->area_count; ++i)
        good = repair_area(&r, &s->areas[i], tolerance, &report);
    scene_clear_zeros(s);
    if (report.count > 0)
        text_free(&s->source); // its lines no longer correspond to this scene
    if (count)
        *count += report.count;
    repair_report_end(&report);
    outcome_close(&r.outcome);
    geos_close(&r.g);
    free(r.defects);
    return good;
}
