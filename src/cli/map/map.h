// SPDX-License-Identifier: MIT
// Shared by the files of `wend map`: a job is one path map of one scene, with its queries and
// files. The map is a time map (wend/map_weights.h) even without boosts: one layer at 1 m/s, so
// that its times are distances.
#ifndef WEND_CLI_MAP_MAP_H
#define WEND_CLI_MAP_MAP_H

#include "cli/command.h"
#include "cli/raster.h"
#include "cli/structures.h"
#include "core/array.h"
#include "draw/canvas.h"
#include "map/farias_barriers.h"
#include "wend/map_boosts.h"
#include "wend/tasks.h"

#include <jansson.h>
#include <stdio.h>

/// A goal of the map: one or several sources.
typedef struct map_place {
    char name[SCENE_MAX_NAME + 1]; ///< as on the command line or in the scene
    const scene_area *area;        ///< NULL: a point or a segment
    double offset;
    uint32_t first, count; ///< its sources
    bool reachable;        ///< some of it is in free space
    bool touched;          ///< no centre of a disc fits on it: it is reached by touching it
    uint32_t first_side, side_count; ///< then: the goal itself, in sides
} map_place;

typedef wend_array(map_place) map_places;
typedef wend_array(wend_map_source) map_sources;
typedef wend_array(wend_map_boost) map_weights;

/// Parameters of a barrier.
typedef struct map_barrier {
    double weight;
    double queue; ///< length of the queue before the line [Units: m]
} map_barrier;

typedef wend_array(map_barrier) map_barriers;
typedef wend_array(wend_farias_barrier) map_lines;
typedef wend_array(wend_map_toll) map_tolls;

#define MAP_NO_PLACE  UINT32_MAX
#define MAP_NO_REGION UINT32_MAX

/// A query and its result.
typedef struct map_question {
    wend_vec2 at;
    double value;           ///< distance, or time with boosts; -1: unreachable
    wend_vec2 next;         ///< next waypoint of the path; `at` if there is none
    uint32_t turns;         ///< number of corners of the path
    uint32_t place;         ///< index of the goal where it ends; MAP_NO_PLACE: unreachable
    bool from_file;         ///< false: from the command line
    wend_time_point *stops; ///< [stop_count] path from `at` on; not for queries of files
    uint32_t stop_count;
} map_question;

typedef struct map_questions {
    map_question *data; ///< [count]
    size_t count, capacity;
    size_t unreachable;
    bool with_file; ///< a file was given, which may be empty: results are CSV
} map_questions;

/// Values at the centres of cells, row by row from the bottom.
typedef struct map_cells {
    raster_frame frame;
    double *value;    ///< -1: unreachable, or not in free space
    wend_vec2 *next;  ///< NULL: not requested
    uint32_t *region; ///< roots, layer by layer, then areas; MAP_NO_REGION; NULL: not requested
    uint32_t *weight; ///< the first boosted corner of the path; WEND_MAP_NONE
    double farthest;  ///< maximum value; -1: none is reachable
} map_cells;

typedef struct map_job {
    const arguments *args;
    scene *s;
    const char *file; ///< the scene, for messages
    double radius;    ///< of the disc that the map is for [Units: m]
    double time;      ///< time for the positions of moving goals [Units: s]
    bool forward;     ///< sources are starts
    map_places places;
    map_sources sources;
    wend_array(wend_segment) sides; ///< of goals that are touched
    map_weights weights;
    map_barriers barriers;
    map_lines lines; ///< of the barriers, one each
    map_tolls tolls;
    scene_mesh built;
    wend_mesh *grown; ///< for the disc's centre, or with barriers; NULL: the scene's mesh is used
    wend_time_map *map;
    wend_farias_map *printed; ///< with --paper-barriers; NULL: barriers are tolls
    wend_tasks *tasks;
    double mesh_ms, build_ms;
    map_questions questions;
    json_t *files;       ///< files written
    raster_frame raster; ///< of --raster and --array; no columns: neither was given
    double farthest;     ///< maximum value of the raster or image; -1: none
} map_job;

// ---- sources (sources.c) --------------------------------------------------------------------

/// Reads --goal, or uses the goals of the scene's agents; and --boost, or the boosts of the scene.
/// EXIT_DONE, or the exit code of a reported error.
int map_read_sources(map_job *job);
int map_read_weights(map_job *job);

/// Reads --barrier (barriers.c). EXIT_DONE, or the exit code of a reported error.
int map_read_barriers(map_job *job);

/// Clips the sources to a box outside of which no space is free.
void map_clip_sources(map_job *job, wend_box box);

/// Bounding box of all sources.
wend_box map_sources_box(const map_job *job);

// ---- goals that are touched (touch.c) ---------------------------------------------------------

/// Determines which places a disc can reach. Replaces the sources of those on which its centre does
/// not fit by those of touching them.
void map_touch_goals(map_job *job);

/// True if a disc at p touches a place that is reached by touching it.
bool map_is_touched(const map_job *job, const map_place *place, wend_vec2 p);

/// The largest radius of a disc that can touch such a place; 0: none.
double map_widest(const map_job *job, const map_place *place);

// ---- the map (build.c) ----------------------------------------------------------------------

/// Builds the mesh and the map. EXIT_DONE, or the exit code of a reported error.
int map_build(map_job *job, problem_list *problems);
void map_free(map_job *job);

/// The mesh of the map.
const wend_mesh *map_mesh(const map_job *job);

/// True if times and distances differ.
bool map_weighted(const map_job *job);

/// Unit of the values: "m" or "s".
const char *map_unit(const map_job *job);

/// Number of layers of the map.
uint32_t map_layers(const map_job *job);
const wend_map_root *map_roots_of(const map_job *job, uint32_t layer, uint32_t *count);

/// Index of the goal of a source; MAP_NO_PLACE for WEND_MAP_NONE.
uint32_t map_place_of(const map_job *job, uint32_t source);

/// Index of the goal area that contains the free point p, where the distance is 0. MAP_NO_PLACE:
/// none.
uint32_t map_place_around(const map_job *job, wend_vec2 p);

// ---- cells (cells.c) ------------------------------------------------------------------------

/// Output of map_paint in addition to the value.
typedef enum map_cells_kind {
    MAP_CELLS_VALUE,
    MAP_CELLS_REGIONS, ///< region and weight
    MAP_CELLS_ALL,     ///< and next
} map_cells_kind;

/// Computes cells. EXIT_DONE, or the exit code of a reported error; free them in either case.
int map_paint(const map_job *job, raster_frame frame, map_cells_kind kind, map_cells *cells);
void map_cells_free(map_cells *cells);

/// Region of images and rasters: the scene, the goals and the queries of the command line.
wend_box map_world(const map_job *job);

/// The frame of --raster and --array. EXIT_DONE, or the exit code of a reported error.
int map_read_frame(map_job *job);

// ---- queries (queries.c) -----------------------------------------------------------------------

/// Reads --query, from the command line and from files. EXIT_DONE, or the exit code of a reported
/// error.
int map_read_questions(map_job *job);

/// Adds a query.
void map_ask(map_questions *questions, wend_vec2 at, bool from_file);

/// Computes the results of all queries.
void map_answer(const map_job *job, map_questions *questions);
void map_questions_free(map_questions *questions);

// ---- files (files.c) ------------------------------------------------------------------------

/// Writes --raster and --array. EXIT_DONE, or the exit code of a reported error.
int map_write_files(map_job *job);

/// Colour of a value: near is green, far is red, unreachable is transparent.
wend_colour map_value_colour(double value, double farthest);

// ---- output -----------------------------------------------------------------------------------

/// Writes the image of -o (draw.c). EXIT_DONE, or the exit code of a reported error.
int map_draw(map_job *job, const char *path);

/// Prints figures and query results (report.c) as text and JSON; query results as CSV.
void map_print_text(const map_job *job);
int map_print_json(const map_job *job);
void map_print_csv(const map_job *job, FILE *out);

#endif
