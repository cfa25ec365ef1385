// SPDX-License-Identifier: MIT
// Shared by the files of `wend flow`: a job is one scene with its sources and sinks, the maximum
// flow, the minimum cut, and the lanes.
#ifndef WEND_CLI_FLOW_FLOW_H
#define WEND_CLI_FLOW_FLOW_H

#include "cli/command.h"
#include "cli/structures.h"
#include "core/array.h"
#include "draw/canvas.h"
#include "wend/lanes.h"

#include <jansson.h>

/// A source or a sink, from the command line or the scene.
typedef struct flow_opening {
    char name[SCENE_MAX_NAME + 1]; ///< as on the command line or in the scene; "": none
    const scene_area *area;        ///< the opening is the border of this area; NULL: a line
    uint32_t first, count;         ///< range in the points
    bool is_sink;
    bool is_point; ///< the area was made around a point
} flow_opening;

typedef struct flow_openings {
    wend_array(flow_opening) items;
    wend_array(wend_vec2) points;
    wend_array(scene_area *) made; ///< areas around points; owned
} flow_openings;

/// One gate of a cut.
typedef struct flow_gate {
    wend_flow_gate gate;
    uint32_t first_leg; ///< index in the cut's legs
    double wider_value; ///< the flow if this gate were wider; -1: not computed
    uint32_t wider_lanes;
    uint32_t lanes; ///< number of lanes that pass it
} flow_gate;

/// A cut. Its gates are copied, because the flow is solved again for other widths.
typedef struct flow_cut {
    double value;
    wend_array(flow_gate) gates;
    wend_array(wend_segment) legs;
} flow_cut;

typedef struct flow_job {
    const arguments *args;
    scene *s;
    const char *file; ///< the scene, for messages
    double radius;    ///< of the agents; 0: points, no lanes [Units: m]
    double speed;     ///< [Units: m/s]
    double snap;      ///< of openings [Units: m]
    double widening;  ///< of each gate, to evaluate its effect [Units: m]
    wend_lane_kind kind;
    wend_lane_side side;
    bool from_top, shorten;
    flow_openings openings;
    scene_mesh built;
    wend_flow *flow;
    bool turns;        ///< no single bottom and top: there is a cut, but no field and no lanes
    flow_cut points;   ///< of the flow of points
    flow_cut whole;    ///< of the lanes; no gates: not requested
    double voronoi;    ///< the shortest cut over gates of the diagram; INFINITY: none
    wend_lanes *lanes; ///< NULL: not requested
    bool is_field;     ///< the lanes are stream lines of the current solution
    wend_lanes_gain gain;
    double clearance, separation; ///< minimum over the lanes
    double create_ms, solve_ms, lanes_ms, shorten_ms;
    wend_array(wend_vec2) queries;
    json_t *files; ///< files written
} flow_job;

/// Default widening of a gate. [Units: m]
#define FLOW_WIDENING 0.1

// ---- sources and sinks (openings.c) --------------------------------------------------------

/// Reads --source and --sink, or uses those of the scene: its flow, or the start areas and goals of
/// its agents. Needs the floor. EXIT_DONE, or the exit code of a reported error.
int flow_read_openings(flow_job *job, problem_list *problems);

/// Converts the areas among the openings to lines (areas.c). Returns likewise.
int flow_open_areas(flow_job *job, problem_list *problems);

/// Adds a line.
void flow_add_line(flow_openings *o, const char *name, bool is_sink, const wend_vec2 *points,
                   uint32_t count);

/// "source" or "sink".
const char *flow_role(bool is_sink);

/// Length of an opening after snapping.
double flow_opening_length(const flow_job *job, uint32_t opening);

// ---- the flow (solve.c) --------------------------------------------------------------------

/// Computes the cut, the effect of wider gates, and the lanes. EXIT_DONE, or the exit code of a
/// reported error. Afterwards the flow is solved for lanes if they are its stream lines, otherwise
/// for points.
int flow_solve(flow_job *job);
void flow_free(flow_job *job);

/// A flow of the same value whose sources in free space have been moved to the gates of their own
/// minimum cuts (reduce.c). NULL: that is not possible.
wend_flow *flow_reduce(flow_job *job);

/// True if the levels of the solution count from the top.
bool flow_counts_from_top(const flow_job *job);

/// Number of agents that fit side by side into a gate of that width.
uint32_t flow_abreast(const flow_job *job, double width);

/// Counts the lanes that pass each gate of a cut. Lanes are two radii apart, so they are never more
/// than agents that fit side by side.
void flow_count_passing(const flow_job *job, flow_cut *cut);

/// Index of the narrowest gate of a cut; UINT32_MAX: no gates.
uint32_t flow_tightest(const flow_cut *cut);

/// Number of lanes, and their capacity in agents per second.
uint32_t flow_lane_count(const flow_job *job);
double flow_capacity(const flow_job *job);

// ---- pairs (crossing.c) ------------------------------------------------------------------------

/// `wend flow` of a scene whose flow has pairs. Returns the exit code.
int flow_cross(const arguments *args, scene *s, const char *file, double speed);

// ---- output -----------------------------------------------------------------------------------

/// Writes the image of -o (draw.c). EXIT_DONE, or the exit code of a reported error.
int flow_draw(flow_job *job, const char *path);

/// Region of images and rasters: the scene, and openings outside it. (draw.c)
wend_box flow_world(const flow_job *job);

/// Writes the lines of -o as GeoJSON or CSV, and --raster and --array (export.c). EXIT_DONE, or the
/// exit code of a reported error.
int flow_export(flow_job *job, const char *path, bool is_csv);
int flow_write_rasters(flow_job *job);

/// Reads --query, and returns the results (queries.c).
int flow_read_queries(flow_job *job);
json_t *flow_queries_to_json(const flow_job *job);

/// Prints the results (report.c) as text or JSON.
int flow_print_text(const flow_job *job);
int flow_print_json(const flow_job *job);

#endif
