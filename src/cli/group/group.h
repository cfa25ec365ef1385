// SPDX-License-Identifier: MIT
// Shared by the files of `wend group`: a job is one scene with its coherent groups and the paths
// found for them.
#ifndef WEND_CLI_GROUP_GROUP_H
#define WEND_CLI_GROUP_GROUP_H

#include "cli/command.h"
#include "cli/structures.h"
#include "core/array.h"
#include "draw/canvas.h"
#include "measure/statistics.h"
#include "scene/build/groups.h"

#include <jansson.h>

/// A waypoint of the route, or the goal: the last one.
typedef struct group_stop {
    uint32_t first, count; ///< its targets
    double wait;           ///< mean time that the group stays there [Units: s]
} group_stop;

/// Parameters of a search: along all waypoints to the goal.
typedef struct group_search {
    const wend_floor *floor;
    wend_group_size size;
    wend_vec2 from;
    const group_stop *stops; ///< [stop_count] at least one
    uint32_t stop_count;
    const wend_vec2 *targets; ///< of all stops: of several, the one with the shortest plan is taken
    wend_group_sampler sampler;
    wend_group_local local;
    uint32_t samples; ///< maximum number
    uint64_t seed;
} group_search;

/// A part of the route: from a stop, or the start, to the next.
typedef struct group_leg {
    wend_vec2 to;
    wend_group_plan *plan; ///< NULL: none
    double ms;             ///< CPU time of its search
} group_leg;

/// Result of a search.
typedef struct group_answer {
    wend_group_status status; ///< that of the last leg
    /// As far as they are planned. A leg without a plan is the last one, for the reason in `error`.
    wend_array(group_leg) legs;
    bool found;         ///< all legs have a plan
    double path_length; ///< of all legs with a plan [Units: m]
    double length;      ///< of their plans [Units: m]
    wend_group_roadmap *roadmap;
    wend_group_roadmap_counts counts;
    double ms; ///< CPU time of the whole search
    wend_error error;
} group_answer;

/// Results of several searches.
typedef struct group_times {
    uint32_t runs, found;
    uint32_t impossible; ///< proven so
    double *ms;          ///< [runs] of all of them, sorted
    double *found_ms;    ///< [found] of those that found a path, sorted
    measure_statistics all;
} group_times;

/// Result of the simulation of the members inside the shape, with --time-curve.
typedef struct group_inside {
    bool ran, arrived;
    double seconds, waited;
    double min_depth; ///< of a member in the shape [Units: m]
} group_inside;

/// One group of the scene.
typedef struct group_item {
    scene_held_group held;
    const char *name; ///< NULL: none
    wend_array(group_stop) stops;
    wend_array(wend_vec2) targets;
    double wait; ///< at all waypoints together [Units: s]
    group_search search;
    group_answer answer;
    double passable;   ///< if impossible: diameter of the widest disc that reaches the goal;
                       ///< otherwise NAN
    group_times times; ///< with --runs
    double free_share; ///< of uniform configurations
    group_inside inside;
} group_item;

typedef struct group_job {
    const arguments *args;
    const scene *s;
    const char *file;          ///< the scene, for messages
    wend_planner_kind planner; ///< of all agents; SCENE_INHERITED: the scene's
    scene_mesh built;
    wend_array(group_item) groups;
    json_t *files; ///< files written
} group_job;

// ---- paths (find.c)
// ------------------------------------------------------------------------------

/// Searches a path on a new roadmap. WEND_OK, also if there is no path; other results are those of
/// wend_group_roadmap_create and wend_group_roadmap_find. Free the answer in any case.
wend_result group_find(const group_search *search, group_answer *answer);
void group_answer_free(group_answer *answer);

/// Searches `runs` times, with consecutive seeds from that of the search on. Returns likewise.
wend_result group_find_often(const group_search *search, uint32_t runs, group_times *times,
                             wend_error *error);
void group_times_free(group_times *times);

/// The share of uniform configurations that are free of walls.
wend_result group_free_share(const group_search *search, double *share, wend_error *error);

/// "found", "impossible", "not found".
const char *group_status_words(wend_group_status status);

/// Reads the groups of the scene and the parameters of their searches. EXIT_DONE, or the exit code
/// of a reported error.
int group_read(group_job *job, scene *s, problem_list *problems);

/// Searches the paths of all groups. Returns likewise.
int group_solve(group_job *job);
void group_free(group_job *job);

// ---- output -----------------------------------------------------------------------------------

/// Writes the image of -o (draw.c). EXIT_DONE, or the exit code of a reported error.
int group_draw(group_job *job, const char *path);

/// Simulates the first group along its plan, and draws its progress over time (curve.c). Returns
/// likewise.
int group_draw_curve(group_job *job, const char *path);

/// Prints the results (report.c) as text or JSON.
int group_print_text(const group_job *job);
int group_print_json(const group_job *job);

// ---- comparison of samplers and local planners (compare.c) -------------------------------------

/// Default number of runs of each, and maximum number of scenes.
enum { GROUP_COMPARED_RUNS = 50, GROUP_COMPARED_SCENES = 8 };

/// Compares them on the scenes of the command line, and draws -o. The exit code.
int group_compare(const arguments *args);

#endif
