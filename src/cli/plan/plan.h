// SPDX-License-Identifier: MIT
// What the files of `wend plan` share: a plan is one question (from, to, some radii) on one scene,
// and the path found for each radius.
#ifndef WEND_CLI_PLAN_PLAN_H
#define WEND_CLI_PLAN_PLAN_H

#include "cli/command.h"
#include "cli/position.h"
#include "cli/structures.h"
#include "draw/canvas.h"
#include "wend/path.h"
#include "wend/roadmap.h"

#include <jansson.h>

/// Most radii of one plan.
enum { PLAN_MOST_RADII = 6 };

/// Of points of CSV and GeoJSON. [Units: m]
#define PLAN_LEAST_STEP 1e-3
#define PLAN_MOST_STEP  1e6

/// Of --comfort. [Units: m]
#define PLAN_LEAST_COMFORT 1e-3
#define PLAN_MOST_COMFORT  1e6

typedef enum plan_status {
    PLAN_FOUND,
    PLAN_PARTIAL, ///< the budget was spent
    PLAN_NONE,
} plan_status;

/// "found", "partial", "none".
const char *plan_status_name(plan_status status);

/// What a path on the Voronoi diagram has beside its line.
typedef struct plan_way {
    double cost;          ///< with the weight
    double left;          ///< from its end to the goal: not 0 where the disc does not fit there
    wend_circle *circles; ///< its channel
    uint32_t circle_count;
    wend_vec2 *curve;
    uint32_t curve_count;
    double curve_length, curve_clearance;
    wend_steering_target *portals;
    uint32_t portal_count;
    wend_vec2 *triangles; ///< of the mesh that the shortest path crosses, three corners each
    uint32_t triangle_count;
    double free_area, circles_area, triangles_area; ///< [Units: m^2]
} plan_way;

/// The answer for one radius.
typedef struct plan_path {
    double radius;
    plan_status status;
    wend_path path;
    wend_path_piece *pieces; ///< the path's, as the query does not keep them
    double clearance;        ///< least distance to a wall along it; INFINITY if there is no wall
    wend_vec2 *points;       ///< arcs as tangents outside them
    uint32_t point_count;
    plan_way *way;    ///< NULL: not by the planner voronoi
    double us;        ///< that the search took
    wend_error error; ///< says why there is none
} plan_path;

typedef struct plan {
    const arguments *args;
    const scene *s;
    const char *file; ///< the scene, for messages
    scene_mesh built;
    typed_place from, to; ///< the ends of the way
    wend_vec2 start;
    wend_path_query *query;
    wend_voronoi *voronoi; ///< NULL: paths are the mesh's
    wend_roadmap *roadmap;
    plan_path paths[PLAN_MOST_RADII];
    int path_count;
} plan;

// ---- places (plan_place.c) ----------------------------------------------------------------------

/// Reads a list of radii. Returns how many; 0 after a complaint.
int plan_read_radii(const arguments *args, double radii[PLAN_MOST_RADII]);

/// The place to start at: the point, or a place near the centre of the area where a disc of that
/// radius has room. EXIT_DONE, or the exit code after a complaint.
int plan_choose_start(const arguments *args, const typed_place *from, const wend_floor *floor,
                      double radius, wend_vec2 *start);

// ---- answers ------------------------------------------------------------------------------------

/// Finds the path for each radius. EXIT_DONE (also when there is none), or the exit code after a
/// complaint.
int plan_find(plan *p, const double *radii, int count);
void plan_free(plan *p);

/// Finds the path for one radius on the diagram. The same (plan_voronoi.c).
int plan_find_way(plan *p, plan_path *found);
void plan_way_free(plan_way *way);

/// The least distance from a piece to the walls, no more than limit.
double plan_clearance(const plan *p, const wend_path_piece *piece, double limit);

/// The time, for differences. [Units: us]
double plan_clock(void);

/// Figures and points, as the text for people or as JSON.
void plan_print_text(const plan *p);
int plan_print_json(const plan *p);

/// How far outside an arc the corners of a path's points may lie. [Units: m]
double plan_points_error(double radius);

/// Writes the paths as CSV or GeoJSON, with the clearance along them at least every step.
int plan_write_csv(const plan *p, const char *path, double step);
int plan_write_geojson(const plan *p, const char *path, double step);

/// The layers that only ways on the diagram have (plan_draw_way.c).
void plan_draw_channels(const plan *p, const wend_draw *draw);
void plan_draw_portals(const plan *p, const wend_draw *draw);
void plan_draw_curves(const plan *p, const wend_draw *draw);

/// The colour of a path, by its number.
wend_colour plan_colour(int path);

/// The paths' numbers, widest first: what belongs to a narrow one must not lie under a wide one.
void plan_sort_by_radius(const plan *p, int order[PLAN_MOST_RADII]);

/// Draws the scene with the paths and what the disc sweeps.
int plan_draw(const plan *p, const char *path);

/// --queries: runs a whole scenario file.
int plan_run_queries(const arguments *args, const scene *s, problem_list *problems, double radius);

#endif
