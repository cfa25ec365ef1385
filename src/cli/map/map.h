// SPDX-License-Identifier: MIT
// What the files of `wend map` share: a job is one path map of one scene, with whatever is asked of
// it. The map is a map of time (wend/map_weights.h) even without weights: one layer at 1 m/s, so
// that its times are distances.
#ifndef WEND_CLI_MAP_MAP_H
#define WEND_CLI_MAP_MAP_H

#include "cli/command.h"
#include "cli/structures.h"
#include "core/array.h"
#include "draw/canvas.h"
#include "map/farias_barriers.h"
#include "wend/map_boosts.h"
#include "wend/tasks.h"

#include <jansson.h>
#include <stdio.h>

/// A place that paths lead to: one or several sources.
typedef struct map_place {
    char name[SCENE_MAX_NAME + 1]; ///< as it was typed, or as the scene calls it
    const scene_area *area;        ///< NULL: a point or a segment
    double offset;
    uint32_t first, count; ///< its sources
    bool reachable;        ///< some of it is in free space
} map_place;

typedef wend_array(map_place) map_places;
typedef wend_array(wend_map_source) map_sources;
typedef wend_array(wend_map_boost) map_weights;

/// What was said of a line that costs something to cross.
typedef struct map_barrier {
    double weight;
    double queue; ///< how long it is before the line [Units: m]
} map_barrier;

typedef wend_array(map_barrier) map_barriers;
typedef wend_array(wend_farias_barrier) map_lines;
typedef wend_array(wend_map_toll) map_tolls;

#define MAP_NO_PLACE  UINT32_MAX
#define MAP_NO_REGION UINT32_MAX

/// A question, and its answer.
typedef struct map_question {
    wend_vec2 at;
    double value;           ///< the distance, or the time with weights; -1: unreachable
    wend_vec2 next;         ///< the next point of the path; `at` if there is none
    uint32_t turns;         ///< corners on the path
    uint32_t place;         ///< where it ends, a number in the places; MAP_NO_PLACE: unreachable
    bool from_file;         ///< not typed
    wend_time_point *stops; ///< [stop_count] the path, from `at` on, of those that are typed
    uint32_t stop_count;
} map_question;

typedef struct map_questions {
    map_question *data; ///< [count]
    size_t count, capacity;
    size_t unreachable;
    bool with_file; ///< some are from files, which may be empty: answers are CSV
} map_questions;

/// Square cells over a part of the plane.
typedef struct map_frame {
    wend_box box;
    double cell; ///< side of a cell [Units: m]
    uint32_t columns, rows;
} map_frame;

/// What the cells tell, at their centres; row by row from the lowest up.
typedef struct map_cells {
    map_frame frame;
    double *value;    ///< -1: unreachable, or not in free space
    wend_vec2 *next;  ///< NULL: not asked for
    uint32_t *region; ///< roots, layer by layer, then areas; MAP_NO_REGION; NULL: not asked for
    uint32_t *weight; ///< the first weighted corner on the way; WEND_MAP_NONE
    double farthest;  ///< the greatest value; -1: none is reachable
} map_cells;

typedef struct map_job {
    const arguments *args;
    const scene *s;
    const char *file; ///< the scene, for messages
    double radius;    ///< of the disc that the map is for [Units: m]
    double time;      ///< goals that move are where they are then [Units: s]
    bool forward;     ///< sources are starts
    map_places places;
    map_sources sources;
    map_weights weights;
    map_barriers barriers;
    map_lines lines; ///< of the barriers, one for each
    map_tolls tolls;
    scene_mesh built;
    wend_mesh *grown; ///< for the disc's centre, or with barriers; NULL: it is the scene's
    wend_time_map *map;
    wend_farias_map *printed; ///< barriers count as the document prints; NULL: by tolls
    wend_tasks *tasks;
    double mesh_ms, build_ms;
    map_questions questions;
    json_t *files;    ///< those written
    map_frame raster; ///< of --raster and --array; no columns: neither is asked for
    double farthest;  ///< the greatest value painted; -1: none
} map_job;

// ---- sources (map_sources.c) --------------------------------------------------------------------

/// Reads --goal, or takes the goals of the scene's agents; and --boost, or the scene's.
/// EXIT_DONE, or the exit code after a complaint.
int map_read_sources(map_job *job);
int map_read_weights(map_job *job);

/// Reads --barrier (map_barriers.c). EXIT_DONE, or the exit code after a complaint.
int map_read_barriers(map_job *job);

/// Takes off what of them lies outside of a box, where nothing is free.
void map_clip_sources(map_job *job, wend_box box);

/// The box around all of them.
wend_box map_sources_box(const map_job *job);

// ---- the map (map_build.c) ----------------------------------------------------------------------

/// Builds the mesh and the map. EXIT_DONE, or the exit code after a complaint.
int map_build(map_job *job, problem_list *problems);
void map_free(map_job *job);

/// The mesh that the map is of.
const wend_mesh *map_mesh(const map_job *job);

/// True if times and distances differ.
bool map_weighted(const map_job *job);

/// What its figures are in: "m" or "s".
const char *map_unit(const map_job *job);

/// The roots that regions are numbered by, layer by layer.
uint32_t map_layers(const map_job *job);
const wend_map_root *map_roots_of(const map_job *job, uint32_t layer, uint32_t *count);

/// The place that a source belongs to; MAP_NO_PLACE for WEND_MAP_NONE.
uint32_t map_place_of(const map_job *job, uint32_t source);

/// The area among the places that p is in, in free space: nothing is left to go there.
/// MAP_NO_PLACE: none.
uint32_t map_place_around(const map_job *job, wend_vec2 p);

// ---- cells (map_cells.c) ------------------------------------------------------------------------

/// What is asked for of map_paint beside the value.
typedef enum map_cells_kind {
    MAP_CELLS_VALUE,
    MAP_CELLS_REGIONS, ///< region and weight
    MAP_CELLS_ALL,     ///< and next
} map_cells_kind;

/// Paints cells. EXIT_DONE, or the exit code after a complaint; free them all the same.
int map_paint(const map_job *job, map_frame frame, map_cells_kind kind, map_cells *cells);
void map_cells_free(map_cells *cells);

/// What pictures and rasters show: the scene, the places and the questions that were typed.
wend_box map_world(const map_job *job);

/// Cells of that side from the box's lowest corner on, as many as cover it.
map_frame map_frame_of(wend_box box, double cell);

/// The cells of --raster and --array: what --size or --cell ask for, else MAP_USUAL_SIZE along the
/// longer side. EXIT_DONE, or the exit code after a complaint.
int map_read_frame(map_job *job);
enum { MAP_USUAL_SIZE = 1000 };

// ---- questions (map_questions.c) ----------------------------------------------------------------

/// Reads --query, from the command line and from files. EXIT_DONE, or the exit code after a
/// complaint.
int map_read_questions(map_job *job);

/// Adds a query.
void map_ask(map_questions *questions, wend_vec2 at, bool from_file);

/// Answers them all.
void map_answer(const map_job *job, map_questions *questions);
void map_questions_free(map_questions *questions);

// ---- files (map_files.c) ------------------------------------------------------------------------

/// What an array's or a raster's name may end with; false: with something else.
bool map_array_known(const char *path);

/// Writes --raster and --array. EXIT_DONE, or the exit code after a complaint.
int map_write_files(map_job *job);

/// The colour of a value: near is green, far is red, unreachable is none.
wend_colour map_value_colour(double value, double farthest);

// ---- pictures and words -------------------------------------------------------------------------

/// Writes the picture of -o (map_draw.c). EXIT_DONE, or the exit code after a complaint.
int map_draw(map_job *job, const char *path);

/// Figures and query results (report.c) as text and JSON; query results as CSV.
void map_print_text(const map_job *job);
int map_print_json(const map_job *job);
void map_print_csv(const map_job *job, FILE *out);

#endif
