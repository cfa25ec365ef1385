// SPDX-License-Identifier: MIT
// What the files of `wend group` share: a job is one scene with its groups that stay together, and
// the ways that were found for them.
#ifndef WEND_CLI_GROUP_GROUP_H
#define WEND_CLI_GROUP_GROUP_H

#include "cli/command.h"
#include "cli/structures.h"
#include "core/array.h"
#include "draw/canvas.h"
#include "measure/statistics.h"
#include "scene/build/groups.h"

#include <jansson.h>

/// What is looked for, and how.
typedef struct group_search {
    const wend_floor *floor;
    wend_group_size size;
    wend_group_pose from, to; ///< a width of 0: the roundest that is free there
    wend_group_sampler sampler;
    wend_group_local local;
    uint32_t samples; ///< at most
    uint64_t seed;
} group_search;

/// What came of it.
typedef struct group_answer {
    wend_group_status status;
    wend_group_plan *plan; ///< NULL: there is none, and error says why
    wend_group_roadmap *roadmap;
    wend_group_roadmap_counts counts;
    double ms; ///< of the thread's work, from nothing to the plan
    wend_error error;
} group_answer;

/// How several runs went.
typedef struct group_times {
    uint32_t runs, found;
    uint32_t impossible; ///< proven so
    double *ms;          ///< [runs] of all of them, sorted
    double *found_ms;    ///< [found] of those that found a way, sorted
    measure_statistics all;
} group_times;

/// How its members moved inside of its shape, if that was asked for.
typedef struct group_inside {
    bool ran, arrived;
    double seconds, waited;
    double min_depth; ///< of a member in the shape [Units: m]
} group_inside;

/// One group of the scene.
typedef struct group_item {
    scene_held_group held;
    const char *name; ///< NULL: it has none
    group_search search;
    group_answer answer;
    double passable;   ///< if it is impossible: a disc that wide gets there; NAN: else
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
    json_t *files; ///< those written
} group_job;

// ---- ways (group_find.c) ------------------------------------------------------------------------

/// Looks for a way on a roadmap of its own. WEND_OK, also if there is none; other results are those
/// of wend_group_roadmap_create and wend_group_roadmap_find. Free the answer in any case.
wend_result group_find(const group_search *search, group_answer *answer);
void group_answer_free(group_answer *answer);

/// Looks for it so many times, with the seeds from the search's on. The same.
wend_result group_find_often(const group_search *search, uint32_t runs, group_times *times,
                             wend_error *error);
void group_times_free(group_times *times);

/// The share of uniform configurations that are free of walls.
wend_result group_free_share(const group_search *search, double *share, wend_error *error);

/// "found", "impossible", "not found".
const char *group_status_words(wend_group_status status);

/// Reads the groups of the scene and how their ways are to be found. EXIT_DONE, or the exit code
/// after a complaint.
int group_read(group_job *job, scene *s, problem_list *problems);

/// Finds the ways of all. The same.
int group_solve(group_job *job);
void group_free(group_job *job);

// ---- pictures and words -------------------------------------------------------------------------

/// Writes the picture of -o (group_draw.c). EXIT_DONE, or the exit code after a complaint.
int group_draw(group_job *job, const char *path);

/// Lets the first group follow its plan, and draws how far it is when (group_curve.c). The same.
int group_draw_curve(group_job *job, const char *path);

/// What was found (group_report.c), for people or as JSON.
int group_print_text(const group_job *job);
int group_print_json(const group_job *job);

// ---- samplers and local planners beside each other (group_compare.c) ----------------------------

/// Runs of each, if nothing is said; scenes at most.
enum { GROUP_COMPARED_RUNS = 50, GROUP_COMPARED_SCENES = 8 };

/// Compares them on the scenes that were typed, and draws -o. The exit code.
int group_compare(const arguments *args);

#endif
