// SPDX-License-Identifier: MIT
// Common parts of the checks: problems with a position, and names of obstacles.
#ifndef WEND_SCENE_CHECK_PARTS_H
#define WEND_SCENE_CHECK_PARTS_H

#include "base/json_position.h"
#include "scene/json.h"
#include "scene/shape.h"

/// One check of one scene.
typedef struct checking {
    const scene *s;
    problem_list *problems;
    wend_floor *floor; ///< NULL: creation failed
    /// The floor with the doors that are initially shut; `floor` itself if there are none.
    wend_floor *at_first;
    double tolerance; ///< the floor's
    bool valid;       ///< the floor has no defects: points can be located on it
    uint64_t tests;   ///< number of tests of walls against areas' sides
} checking;

/// A path into a scene's JSON, built step by step. Not to be copied: the steps are linked.
typedef struct way {
    json_path steps[8];
    size_t count;
} way;

void way_start(way *w, const char *key);
void way_key(way *w, const char *key);
void way_item(way *w, size_t index);
/// Removes the last step.
void way_back(way *w);
/// Steps from an object with "polygon" and "holes" (or a list, if key is NULL) to a vertex of it.
void way_vertex(way *w, const scene_shape *shape, const char *key, uint32_t vertex);

/// A point in the coordinates of the source file, which an import may have shifted.
wend_vec2 file_position(const checking *c, wend_vec2 p);

/// Adds a problem at the line and column of the JSON value that the path leads to, or at the point
/// [opt] if there is none.
bool check_problem(checking *c, const way *w, const wend_vec2 *point, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// True if the path leads to a value in the scene's JSON text.
bool way_exists(const checking *c, const way *w);

/// `obstacle 3 ("pillar")`, counted from 1, or `the bounds`.
enum { CHECK_WORDS_SIZE = 110, DEFECT_TEXT_SIZE = sizeof((wend_defect *)0)->text };
const char *obstacle_words(const checking *c, uint32_t shape, char out[CHECK_WORDS_SIZE]);
/// `door 2 ("gate")` and `mover 1`.
const char *door_words(const checking *c, uint32_t door, char out[CHECK_WORDS_SIZE]);
const char *mover_words(const checking *c, uint32_t mover, char out[CHECK_WORDS_SIZE]);

/// The defect of a single shape, as the rest of `obstacle 3: ...`.
const char *defect_text(const wend_defect *defect, const scene_shape *shape,
                        char out[DEFECT_TEXT_SIZE]);

/// The first defect of a single shape, if *count is more than 0; results are those of
/// wend_floor_create and wend_floor_validate.
wend_result shape_defect(const scene_shape *shape, double tolerance, wend_defect *defect,
                         uint32_t *count, wend_error *error);

/// Areas and goals sorted by name, for scenes with many agents.
typedef struct area_index {
    const scene_area **sorted;
    size_t count;
    const scene_goal_place **goals; ///< [scene.goal_count]
    bool *used; ///< [count] by the area's index in the scene: an agent or a zone uses it
} area_index;

/// Sorts areas and goals; reports names used twice. False: out of memory.
bool area_index_make(checking *c, area_index *n);
void area_index_free(area_index *n);

/// With all doors shut, is the floor valid? Creates at_first. [Limit: the floor is checked]
void check_doors(checking *c);
void check_movers(checking *c);
void check_zones(checking *c, area_index *n);
/// Sorts the goals; reports names used twice, or also used by an area. False: out of memory.
bool goal_index_make(checking *c, area_index *n);
const scene_area *area_index_find(const area_index *n, const char *name);
bool goal_index_has(const checking *c, const area_index *n, const char *name);
/// Goals that are not areas are on free ground or walls; speed boosts are at corners.
void check_goals(checking *c);
void check_boosts(checking *c);
/// Reports a point inside an obstacle or outside the bounds; points on a wall pass. [Limit:
/// c->valid]
bool check_point(checking *c, const way *w, wend_vec2 p, const char *what);
void check_agents(checking *c, area_index *n);
/// Every resource has free ground, and whatever is gathered or chased exists.
void check_resources(checking *c);
void check_pursuits(checking *c);
/// The openings separate the floor, and agents on lanes have a flow.
void check_flow(checking *c);
/// The entries of each coherent group agree, and its shape fits at both ends.
void check_groups(checking *c);
/// Areas are valid polygons.
void check_area_shapes(checking *c);
/// The area of that index has free ground. [Limit: c->valid]
void check_area_is_free(checking *c, uint32_t index);

#endif
