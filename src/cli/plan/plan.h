// SPDX-License-Identifier: MIT
// Shared by the files of `wend plan`: a plan is one query (from, to, some radii) on one scene, and
// the path found for each radius.
#ifndef WEND_CLI_PLAN_PLAN_H
#define WEND_CLI_PLAN_PLAN_H

#include "cli/command.h"
#include "cli/position.h"
#include "cli/structures.h"
#include "draw/canvas.h"
#include "wend/path.h"
#include "wend/roadmap.h"

#include <jansson.h>

/// Maximum number of radii of a plan.
enum { PLAN_MOST_RADII = 6 };

/// Range of the distance between points of CSV and GeoJSON. [Units: m]
#define PLAN_LEAST_STEP 1e-3
#define PLAN_MOST_STEP  1e6

/// Range of --comfort. [Units: m]
#define PLAN_LEAST_COMFORT 1e-3
#define PLAN_MOST_COMFORT  1e6

typedef enum plan_status {
    PLAN_FOUND,
    PLAN_PARTIAL, ///< the budget was spent
    PLAN_NONE,
} plan_status;

/// "found", "partial", "none".
const char *plan_status_name(plan_status status);

/// Properties of a path on the Voronoi diagram in addition to its line.
typedef struct plan_way {
    double cost; ///< with the clearance weight
    double left; ///< distance from its end to the goal: not 0 if the disc does not fit there
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

/// The result for one radius.
typedef struct plan_path {
    double radius;
    plan_status status;
    wend_path path;
    wend_path_piece *pieces; ///< the path's, as the query does not keep them
    double clearance;        ///< minimum distance to a wall along it; INFINITY without walls
    wend_vec2 *points;       ///< with arcs as tangents outside them
    uint32_t point_count;
    plan_way *way;    ///< NULL: not by planner voronoi
    double us;        ///< duration of the search
    wend_error error; ///< reason if there is no path
} plan_path;

typedef struct plan {
    const arguments *args;
    scene *s;
    const char *file; ///< the scene, for messages
    scene_mesh built;
    typed_place from, to; ///< start and goal
    wend_vec2 start;
    wend_path_query *query;
    wend_voronoi *voronoi; ///< NULL: paths are those of the mesh
    wend_roadmap *roadmap;
    plan_path paths[PLAN_MOST_RADII];
    int path_count;
} plan;

// ---- start (start.c)
// -----------------------------------------------------------------------------

/// Reads the list of radii. Returns their number; 0 after a reported error.
int plan_read_radii(const arguments *args, double radii[PLAN_MOST_RADII]);

/// The start position: the point, or a position near the centre of the area where a disc of that
/// radius fits. EXIT_DONE, or the exit code of a reported error.
int plan_choose_start(const arguments *args, const typed_place *from, const wend_floor *floor,
                      double radius, wend_vec2 *start);

// ---- results ------------------------------------------------------------------------------------

/// Finds the path for each radius. EXIT_DONE (also if there is none), or the exit code of a
/// reported error.
int plan_find(plan *p, const double *radii, int count);
void plan_free(plan *p);

/// Finds the path for one radius on the diagram (voronoi.c). Returns likewise.
int plan_find_way(plan *p, plan_path *found);
void plan_way_free(plan_way *way);

/// Minimum distance from a piece to the walls, at most `limit`.
double plan_clearance(const plan *p, const wend_path_piece *piece, double limit);

/// Monotonic clock. [Units: us]
double plan_clock(void);

/// Prints figures and points as text or JSON.
void plan_print_text(const plan *p);
int plan_print_json(const plan *p);

/// Maximum distance of a path's points outside an arc. [Units: m]
double plan_points_error(double radius);

/// Writes the paths as CSV or GeoJSON, with the clearance along them. step: maximum distance of
/// points.
int plan_write_csv(const plan *p, const char *path, double step);
int plan_write_geojson(const plan *p, const char *path, double step);

/// The layers of paths on the Voronoi diagram only (draw_path.c).
void plan_draw_channels(const plan *p, const wend_draw *draw);
void plan_draw_portals(const plan *p, const wend_draw *draw);
void plan_draw_curves(const plan *p, const wend_draw *draw);

/// Colour of a path by its index.
wend_colour plan_colour(int path);

/// Indices of the paths, widest first, so that narrow ones are drawn over wide ones.
void plan_sort_by_radius(const plan *p, int order[PLAN_MOST_RADII]);

/// Draws the scene with the paths and the swept areas.
int plan_draw(const plan *p, const char *path);

/// --queries: runs a whole scenario file.
int plan_run_queries(const arguments *args, scene *s, problem_list *problems, double radius);

#endif
