// SPDX-License-Identifier: MIT
// What the files of `wend plan` share: a plan is one question (from, to, some radii) on one scene,
// and the path found for each radius.
#ifndef WEND_CLI_PLAN_H
#define WEND_CLI_PLAN_H

#include "cli/command.h"
#include "cli/scene_mesh.h"
#include "draw/canvas.h"
#include "wend/path.h"

#include <jansson.h>

/// Most radii of one plan.
enum { PLAN_MOST_RADII = 6 };

/// Of points of CSV and GeoJSON. [Units: m]
#define PLAN_LEAST_STEP 1e-3
#define PLAN_MOST_STEP  1e6

typedef enum plan_status {
    PLAN_FOUND,
    PLAN_PARTIAL, ///< the budget was spent
    PLAN_NONE,
} plan_status;

/// "found", "partial", "none".
const char *plan_status_name(plan_status status);

/// The answer for one radius.
typedef struct plan_path {
    double radius;
    plan_status status;
    wend_path path;
    wend_path_piece *pieces; ///< the path's, as the query does not keep them
    double clearance;        ///< least distance to a wall along it; INFINITY if there is no wall
    wend_vec2 *points;       ///< arcs as tangents outside them
    uint32_t point_count;
    double us;        ///< that the search took
    wend_error error; ///< says why there is none
} plan_path;

/// One end of the way, as it was typed.
typedef struct plan_place {
    const char *typed;
    const scene_area *area;  ///< NULL: it was given by coordinates
    const wend_vec2 *points; ///< own, or those of the area
    uint32_t count;          ///< 1 point, 2 segment, 3 or more: area
    wend_vec2 own[2];
} plan_place;

typedef struct plan {
    const arguments *args;
    const scene *s;
    const char *file; ///< the scene, for messages
    scene_mesh built;
    plan_place from, to;
    wend_vec2 start;
    wend_path_query *query;
    plan_path paths[PLAN_MOST_RADII];
    int path_count;
} plan;

// ---- places (plan_place.c) ----------------------------------------------------------------------

/// Reads a list of radii. Returns how many; 0 after a complaint.
int plan_read_radii(const arguments *args, double radii[PLAN_MOST_RADII]);

/// Reads the value of --from or --to: X,Y, a segment X,Y:X,Y or the name of an area. Coordinates
/// are those of the scene's file. EXIT_DONE, or the exit code after a complaint.
int plan_read_place(const arguments *args, const char *name, const scene *s, plan_place *place);

/// The place to start at: the point, or a place near the centre of the area where a disc of that
/// radius has room. EXIT_DONE, or the exit code after a complaint.
int plan_choose_start(const arguments *args, const plan_place *from, const wend_floor *floor,
                      double radius, wend_vec2 *start);

// ---- answers ------------------------------------------------------------------------------------

/// Finds the path for each radius. EXIT_DONE (also when there is none), or the exit code after a
/// complaint.
int plan_find(plan *p, const double *radii, int count);
void plan_free(plan *p);

/// The least distance from a piece to the walls, no more than limit.
double plan_clearance(const plan *p, const wend_path_piece *piece, double limit);

/// The time, for differences. [Units: us]
double plan_clock(void);

/// Figures and points, as the text for people or as JSON.
void plan_print_text(const plan *p);
int plan_print_json(const plan *p);

/// How far outside an arc the corners of a path's points may lie. [Units: m]
double plan_points_error(double radius);

/// A finite number, or null.
json_t *plan_number(double value);

/// Writes the paths as CSV or GeoJSON, with the clearance along them at least every step.
int plan_write_csv(const plan *p, const char *path, double step);
int plan_write_geojson(const plan *p, const char *path, double step);

/// Draws the scene with the paths and what the disc sweeps.
int plan_draw(const plan *p, const char *path, canvas_kind kind);

/// --queries: runs a whole scenario file.
int plan_run_queries(const arguments *args, const scene *s, problem_list *problems, double radius);

#endif
