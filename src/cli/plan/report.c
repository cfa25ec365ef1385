// SPDX-License-Identifier: MIT
// The figures of a plan, as text and as JSON. Points are in the frame of the scene's file.
#include "cli/report.h"
#include "cli/plan/plan.h"
#include "scene/frames.h"

#include <math.h>

static json_t *pieces_to_json(const plan *p, const plan_path *found)
{
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < found->path.piece_count; ++i) {
        const wend_path_piece *piece = &found->pieces[i];
        int turn = frames_mirrored(p->s) ? -piece->turn : piece->turn;
        list = list_add(
            list, json_pack("{s:o, s:o, s:o, s:i}", "from", point_to_json(p->s, piece->a), "to",
                            point_to_json(p->s, piece->b), "corner",
                            turn ? point_to_json(p->s, piece->corner) : json_null(), "turn", turn));
    }
    return list;
}

static json_t *circles_to_json(const plan *p, const plan_way *way)
{
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < way->circle_count; ++i) {
        wend_vec2 at = frames_to_file(p->s, way->circles[i].centre);
        list = list_add(list, json_pack("[f, f, f]", at.x, at.y, way->circles[i].radius));
    }
    return list;
}

/// In a frame whose y points down, left and right are as seen there.
static json_t *portals_to_json(const plan *p, const plan_way *way)
{
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < way->portal_count; ++i) {
        const wend_steering_target *portal = &way->portals[i];
        list = list_add(list, json_pack("{s:o, s:o, s:f, s:f}", "a", point_to_json(p->s, portal->a),
                                        "b", point_to_json(p->s, portal->b), "bias", portal->bias,
                                        "remaining", portal->remaining));
    }
    return list;
}

/// Reason why the path does not connect the start and the goal; NULL: it does. On the diagram, the
/// disc need not fit at the start and the goal.
static const char *note_of(const plan *p, const plan_path *found)
{
    if (found->status == PLAN_PARTIAL)
        return "stopped by --budget";
    if (!found->way)
        return NULL;
    bool start = found->clearance < found->radius - wend_voronoi_tolerance(p->voronoi);
    bool goal = found->way->left > 0;
    return start && goal ? "the disc does not fit at the start and at the goal"
           : start       ? "the disc does not fit at the start"
           : goal        ? "the disc does not fit at the goal"
                         : NULL;
}

/// Properties of a path on the diagram.
static json_t *way_to_json(const plan *p, const plan_path *found, FILE *out)
{
    const plan_way *way = found->way;
    double area = way->free_area > 0 ? way->free_area : NAN;
    const figure rows[] = {
        {"cost", "cost", "m", VALUE(way->cost), .digits = 10},
        {"gap_to_goal", "gap to goal", "m", VALUE(way->left), .if_any = true},
        {"curve", NULL, NULL, VALUE(points_to_json(p->s, way->curve, way->curve_count))},
        {"curve_length", "curve length", "m", VALUE(way->curve_length), .digits = 10},
        {"curve_clearance", "curve clearance", "m", VALUE(way->curve_clearance), .digits = 6},
        {"circles", "circles", NULL, VALUE(circles_to_json(p, way))},
        {"portals", "portals", NULL, VALUE(portals_to_json(p, way))},
        {"free_area", "free area", "m\xc2\xb2", VALUE(way->free_area)},
        {"circles_share", "area of circles", "%",
         VALUE(isfinite(area) ? way->circles_area / area : NAN)},
        {"triangles_share", "area of triangles", "%",
         VALUE(isfinite(area) && way->triangle_count > 0 ? way->triangles_area / area : NAN)},
    };
    return FIGURES(rows, out);
}

static json_t *path_to_json(const plan *p, const plan_path *found, FILE *out)
{
    const figure rows[] = {
        {"radius", "radius", "m", VALUE(found->radius), .digits = 10},
        {"status", "status", NULL, VALUE(plan_status_name(found->status))},
        {"note", "note", NULL, VALUE(note_of(p, found))},
        {"length", "length", "m", VALUE(found->path.length), .digits = 10},
        {"bound", "lower bound", "m", VALUE(found->path.bound), .digits = 10},
        {"clearance", "clearance", "m", VALUE(found->clearance), .digits = 10},
        {"points", "points", NULL, VALUE(points_to_json(p->s, found->points, found->point_count))},
        {"expansions", "expansions", NULL, VALUE(found->path.expansions)},
        {"us", "search time", "us", VALUE(found->us)},
        {"pieces", NULL, NULL, VALUE(pieces_to_json(p, found))},
    };
    json_t *object = FIGURES(rows, out);
    if (found->status == PLAN_NONE)
        object = object_add(
            object, json_pack("{s:o}", "why", text_to_json(wend_error_text(&found->error))));
    return found->way ? object_add(object, way_to_json(p, found, out)) : object;
}

void plan_print_text(const plan *p)
{
    const char *before = "";
    for (int i = 0; i < p->path_count; ++i) {
        if (p->paths[i].status == PLAN_NONE)
            continue;
        fputs(before, stdout);
        json_decref(path_to_json(p, &p->paths[i], stdout));
        before = "\n";
    }
}

int plan_print_json(const plan *p)
{
    json_t *object = path_to_json(p, &p->paths[0], NULL), *paths = json_array();
    for (int i = 0; paths && i < p->path_count; ++i)
        paths = list_add(paths, path_to_json(p, &p->paths[i], NULL));
    if (p->path_count > 1)
        object = object_add(object, json_pack("{s:O}", "paths", paths));
    json_decref(paths);
    return print_json(p->args, object);
}
