// SPDX-License-Identifier: MIT
// What a plan found, as a text for people and as JSON. Points are those of the scene's file.
#include "cli/plan.h"
#include "cli/report.h"
#include "io/frames.h"

#include <math.h>
#include <stdio.h>

/// Room for a share in words.
enum { SHARE_SIZE = 60 };

// ---- text ---------------------------------------------------------------------------------------

/// A share of the free area in words; nothing where that has no end.
static const char *share_of(const plan_way *way, double area, char words[static SHARE_SIZE])
{
    words[0] = 0;
    if (isfinite(way->free_area) && way->free_area > 0)
        snprintf(words, SHARE_SIZE, ", %.3g %% of the free area", 100 * area / way->free_area);
    return words;
}

static void print_way(const plan_path *found)
{
    const plan_way *way = found->way;
    print_line(stdout, "  cost        %.10g m", way->cost);
    if (way->left > 0)
        print_line(stdout, "  left        %.6g m to the goal%s", way->left,
                   found->status == PLAN_FOUND ? ", where there is no room for the disc" : "");
    if (isfinite(way->curve_clearance))
        print_line(stdout, "  curve       %.10g m, clearance %.6g m", way->curve_length,
                   way->curve_clearance);
    else
        print_line(stdout, "  curve       %.10g m", way->curve_length);
    print_line(stdout, "  portals     %u", (unsigned)way->portal_count);
    char share[SHARE_SIZE];
    print_line(stdout, "  channel     %u circle%s%s", (unsigned)way->circle_count,
               way->circle_count == 1 ? "" : "s", share_of(way, way->circles_area, share));
    if (way->triangle_count > 0)
        print_line(stdout, "  triangles   %u%s", (unsigned)way->triangle_count,
                   share_of(way, way->triangles_area, share));
}

/// A way may begin where the disc does not fit, and then leads out of there.
static const char *start_note(const plan *p, const plan_path *found)
{
    double slack = wend_voronoi_tolerance(p->voronoi);
    return found->clearance < found->radius - slack ? ", at the start: no room for the disc" : "";
}

static void print_path(const plan *p, const plan_path *found)
{
    if (found->status == PLAN_PARTIAL)
        print_line(stdout, "radius %.10g m: stopped by --%s; this leads as near as was found",
                   found->radius, found->way ? "iterations" : "budget");
    else
        print_line(stdout, "radius %.10g m: found, and none %s", found->radius,
                   found->way ? "on the diagram costs less" : "is shorter");
    print_line(stdout, "  length      %.10g m", found->path.length);
    print_line(stdout, "  bound       %.10g m", found->path.bound);
    if (isfinite(found->clearance))
        print_line(stdout, "  clearance   %.10g m%s", found->clearance,
                   found->way ? start_note(p, found) : "");
    else
        print_line(stdout, "  clearance   no wall anywhere");
    print_line(stdout, "  points      %u", (unsigned)found->point_count);
    print_line(stdout, "  expansions  %u", (unsigned)found->path.expansions);
    print_line(stdout, "  time        %.4g us", found->us);
    if (found->way)
        print_way(found);
}

void plan_print_text(const plan *p)
{
    for (int i = 0; i < p->path_count; ++i)
        if (p->paths[i].status != PLAN_NONE)
            print_path(p, &p->paths[i]);
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

static json_t *points_to_json(const plan *p, const wend_vec2 *points, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < count; ++i)
        if (json_array_append_new(array, point_to_json(p, points[i])) != 0) {
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

static json_t *circles_to_json(const plan *p, const plan_way *way)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < way->circle_count; ++i) {
        wend_vec2 at = frames_to_file(p->s, way->circles[i].centre);
        json_t *circle = json_pack("[f, f, f]", at.x, at.y, way->circles[i].radius);
        if (json_array_append_new(array, circle) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/// In a frame whose y points down, left and right are as they are seen there.
static json_t *portals_to_json(const plan *p, const plan_way *way)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < way->portal_count; ++i) {
        const wend_aim *portal = &way->portals[i];
        json_t *one =
            json_pack("{s:o, s:o, s:f, s:f}", "a", point_to_json(p, portal->a), "b",
                      point_to_json(p, portal->b), "bias", portal->bias, "rest", portal->rest);
        if (json_array_append_new(array, one) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/// What only a way on the diagram has. False: out of memory.
static bool add_way(const plan *p, const plan_way *way, json_t *object)
{
    bool bounded = isfinite(way->free_area) && way->free_area > 0;
    double circles = bounded ? way->circles_area / way->free_area : NAN;
    double triangles =
        bounded && way->triangle_count > 0 ? way->triangles_area / way->free_area : NAN;
    json_t *more = json_pack(
        "{s:f, s:f, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o}", "cost", way->cost, "left", way->left,
        "curve", points_to_json(p, way->curve, way->curve_count), "curve_length", way->curve_length,
        "curve_clearance", plan_number(way->curve_clearance), "circles", circles_to_json(p, way),
        "portals", portals_to_json(p, way), "free_area", plan_number(way->free_area),
        "circles_share", plan_number(circles), "triangles_share", plan_number(triangles));
    bool added = more && json_object_update(object, more) == 0;
    json_decref(more);
    return added;
}

static json_t *path_to_json(const plan *p, const plan_path *found)
{
    json_t *object = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:I, s:f, s:f, s:o}", "status", plan_status_name(found->status),
        "length", plan_number(found->path.length), "bound", plan_number(found->path.bound),
        "clearance", plan_number(found->clearance), "points",
        points_to_json(p, found->points, found->point_count), "expansions",
        (json_int_t)found->path.expansions, "us", found->us, "radius", found->radius, "pieces",
        pieces_to_json(p, found));
    if (object && found->status == PLAN_NONE &&
        json_object_set_new(object, "why", text_to_json(wend_error_text(&found->error))) != 0) {
        json_decref(object);
        return NULL;
    }
    if (object && found->way && !add_way(p, found->way, object)) {
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
