// SPDX-License-Identifier: MIT
// What the files of `wend flow` share: a job is one scene with its sources and sinks, how much gets
// through, where it is cut, and the lanes.
#ifndef WEND_CLI_FLOW_FLOW_H
#define WEND_CLI_FLOW_FLOW_H

#include "cli/command.h"
#include "cli/structures.h"
#include "core/array.h"
#include "draw/canvas.h"
#include "wend/lanes.h"

#include <jansson.h>

/// A source or a sink that was typed, or is the scene's.
typedef struct flow_opening {
    char name[SCENE_MAX_NAME + 1]; ///< as it was typed, or as the scene calls it; "": it has none
    const scene_area *area;        ///< it is the border of this area; NULL: a line
    uint32_t first, count;         ///< in the points
    bool is_sink;
} flow_opening;

typedef struct flow_openings {
    wend_array(flow_opening) items;
    wend_array(wend_vec2) points;
} flow_openings;

/// One gate of a cut.
typedef struct flow_gate {
    wend_flow_gate gate;
    uint32_t first_leg; ///< in the cut's legs
    double wider_value; ///< what the flow would be if this gate were wider; -1: not asked
    uint32_t wider_lanes;
} flow_gate;

/// A cut: its gates are kept, since the flow is solved again for other questions.
typedef struct flow_cut {
    double value;
    wend_array(flow_gate) gates;
    wend_array(wend_segment) legs;
} flow_cut;

typedef struct flow_job {
    const arguments *args;
    const scene *s;
    const char *file; ///< the scene, for messages
    double radius;    ///< of those who go through; 0: points, and no lanes [Units: m]
    double speed;     ///< [Units: m/s]
    double snap;      ///< of openings [Units: m]
    double widening;  ///< of gates, to tell what that would give [Units: m]
    wend_lane_kind kind;
    wend_lane_side side;
    bool from_top, shorten;
    flow_openings openings;
    scene_mesh built;
    wend_flow *flow;
    bool turns;        ///< sources and sinks take turns: there is a cut, but no field and no lanes
    flow_cut points;   ///< of the flow of points
    flow_cut whole;    ///< of the lanes; no gates: not asked for
    double voronoi;    ///< the shortest cut over gates of the diagram; INFINITY: there is none
    wend_lanes *lanes; ///< NULL: not asked for
    bool is_field;     ///< the lanes are stream lines of the field as it is solved now
    wend_lanes_gain gain;
    double clearance, separation; ///< the least that the lanes keep
    double create_ms, solve_ms, lanes_ms, shorten_ms;
    json_t *files; ///< those written
} flow_job;

/// A gate is widened by this, if nothing else is said. [Units: m]
#define FLOW_WIDENING 0.1

// ---- sources and sinks (flow_openings.c) --------------------------------------------------------

/// Reads --source and --sink, or takes the scene's: its flow, or the areas where agents start and
/// where they go. Needs the floor. EXIT_DONE, or the exit code after a complaint.
int flow_read_openings(flow_job *job, problem_list *problems);

/// Makes lines of the areas among the openings (flow_areas.c). The same.
int flow_open_areas(flow_job *job, problem_list *problems);

/// Adds a line.
void flow_add_line(flow_openings *o, const char *name, bool is_sink, const wend_vec2 *points,
                   uint32_t count);

/// "source" or "sink".
const char *flow_role(bool is_sink);

/// How long an opening is, as it lies in the plan.
double flow_opening_length(const flow_job *job, uint32_t opening);

// ---- the flow (flow_solve.c) --------------------------------------------------------------------

/// Finds the cut, what wider gates would give, and the lanes. EXIT_DONE, or the exit code after a
/// complaint. The flow is left as solved for lanes if they are its stream lines, else for points.
int flow_solve(flow_job *job);
void flow_free(flow_job *job);

/// True if the levels of the solution count from the top.
bool flow_counts_from_top(const flow_job *job);

/// So many of the radius pass a gate of that width abreast.
uint32_t flow_abreast(const flow_job *job, double width);

/// The number of the narrowest gate of a cut; UINT32_MAX if it has none.
uint32_t flow_tightest(const flow_cut *cut);

/// How many lanes there are, and how many agents they let through in a second.
uint32_t flow_lane_count(const flow_job *job);
double flow_capacity(const flow_job *job);

// ---- pictures and words -------------------------------------------------------------------------

/// Writes the picture of -o (flow_draw.c). EXIT_DONE, or the exit code after a complaint.
int flow_draw(flow_job *job, const char *path);

/// What was found (flow_report.c), for people or as JSON.
int flow_print_text(const flow_job *job);
int flow_print_json(const flow_job *job);

#endif
