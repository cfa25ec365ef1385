// SPDX-License-Identifier: MIT
// What a plan found, as a text for people and as JSON. Points are those of the scene's file.
#include "cli/plan.h"
#include "cli/report.h"
#include "io/frames.h"

#include <math.h>
#include <stdio.h>

// ---- text ---------------------------------------------------------------------------------------

static void print_path(const plan_path *found)
{
    if (found->status == PLAN_PARTIAL)
        print_line(stdout, "radius %.10g m: stopped by --budget; this leads as near as was found",
                   found->radius);
    else
        print_line(stdout, "radius %.10g m: found, and none is shorter", found->radius);
    print_line(stdout, "  length      %.10g m", found->path.length);
    print_line(stdout, "  bound       %.10g m", found->path.bound);
    if (isfinite(found->clearance))
        print_line(stdout, "  clearance   %.10g m", found->clearance);
    else
        print_line(stdout, "  clearance   no wall anywhere");
    print_line(stdout, "  points      %u", (unsigned)found->point_count);
    print_line(stdout, "  expansions  %u", (unsigned)found->path.expansions);
    print_line(stdout, "  time        %.4g us", found->us);
}

void plan_print_text(const plan *p)
{
    for (int i = 0; i < p->path_count; ++i)
        if (p->paths[i].status != PLAN_NONE)
            print_path(&p->paths[i]);
}

// ---- JSON ---------------------------------------------------------------------------------------

json_t *plan_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *point_to_json(const plan *p, wend_vec2 point)
{
    wend_vec2 shown = frames_to_file(p->s, point);
    return json_pack("[f, f]", shown.x, shown.y);
}

static json_t *points_to_json(const plan *p, const plan_path *found)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < found->point_count; ++i)
        if (json_array_append_new(array, point_to_json(p, found->points[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *piece_to_json(const plan *p, const wend_path_piece *piece)
{
    int turn = frames_mirrored(p->s) ? -piece->turn : piece->turn;
    return json_pack("{s:o, s:o, s:o, s:i}", "from", point_to_json(p, piece->a), "to",
                     point_to_json(p, piece->b), "corner",
                     turn ? point_to_json(p, piece->corner) : json_null(), "turn", turn);
}

static json_t *pieces_to_json(const plan *p, const plan_path *found)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < found->path.piece_count; ++i)
        if (json_array_append_new(array, piece_to_json(p, &found->pieces[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *path_to_json(const plan *p, const plan_path *found)
{
    json_t *object = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:I, s:f, s:f, s:o}", "status", plan_status_name(found->status),
        "length", plan_number(found->path.length), "bound", plan_number(found->path.bound),
        "clearance", plan_number(found->clearance), "points", points_to_json(p, found),
        "expansions", (json_int_t)found->path.expansions, "us", found->us, "radius", found->radius,
        "pieces", pieces_to_json(p, found));
    if (object && found->status == PLAN_NONE &&
        json_object_set_new(object, "why", text_to_json(wend_error_text(&found->error))) != 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

int plan_print_json(const plan *p)
{
    json_t *object = path_to_json(p, &p->paths[0]);
    json_t *paths = object && p->path_count > 1 ? json_array() : NULL;
    bool whole = object != NULL && (paths || p->path_count == 1);
    for (int i = 0; whole && paths && i < p->path_count; ++i)
        whole = json_array_append_new(paths, path_to_json(p, &p->paths[i])) == 0;
    if (whole && paths)
        whole = json_object_set(object, "paths", paths) == 0;
    json_decref(paths);
    if (!whole) {
        json_decref(object);
        object = NULL;
    }
    return print_json(p->args, object);
}
