// SPDX-License-Identifier: MIT
// What the parts of the soundness check share: problems with a place, and obstacles in words.
#ifndef WEND_SCENE_CHECK_PARTS_H
#define WEND_SCENE_CHECK_PARTS_H

#include "base/json_position.h"
#include "scene/json.h"

/// One check of one scene.
typedef struct checking {
    const scene *s;
    problem_list *problems;
    wend_floor *floor; ///< NULL: it could not be made
    /// The floor with the doors on it that are shut at first; floor itself if there are none.
    wend_floor *at_first;
    double tolerance; ///< the floor's
    bool sound;       ///< the floor has no defects: points can be located on it
    uint64_t tests;   ///< of walls against areas' sides so far
} checking;

/// A way through a scene's JSON, built step by step. Not to be copied: the steps are linked.
typedef struct way {
    json_path steps[8];
    size_t count;
} way;

void way_start(way *w, const char *key);
void way_key(way *w, const char *key);
void way_item(way *w, size_t index);
/// Takes the last step back.
void way_back(way *w);
/// From an object with "polygon" and "holes" (or a list, if key is NULL) to one of its vertices.
void way_vertex(way *w, const scene_shape *shape, const char *key, uint32_t vertex);

/// A point in the coordinates of the file that the scene came from: an import may have shifted
/// them.
wend_vec2 file_place(const checking *c, wend_vec2 p);

/// Adds a problem at the line and column where the way leads, if the scene was read from JSON and
/// has that; else at the point [opt].
bool check_problem(checking *c, const way *w, const wend_vec2 *point, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// True if the way leads to a value of the scene's JSON text.
bool way_exists(const checking *c, const way *w);

/// `obstacle 3 ("pillar")`, counted from 1, or `the bounds`.
enum { CHECK_WORDS_SIZE = 110, FLAW_WORDS_SIZE = sizeof((wend_defect *)0)->text };
const char *obstacle_words(const checking *c, uint32_t shape, char out[CHECK_WORDS_SIZE]);
/// `door 2 ("gate")` and `mover 1`.
const char *door_words(const checking *c, uint32_t door, char out[CHECK_WORDS_SIZE]);
const char *mover_words(const checking *c, uint32_t mover, char out[CHECK_WORDS_SIZE]);

/// The shape as the library wants it.
wend_shape floor_shape(const scene_shape *shape);

/// What is wrong with a shape by itself, as the rest of `obstacle 3: ...`.
const char *flaw_words(const wend_defect *defect, const scene_shape *shape,
                       char out[FLAW_WORDS_SIZE]);

/// The first defect of a shape by itself, if *count is more than 0; results are those of
/// wend_floor_create and wend_floor_validate.
wend_result shape_flaw(const scene_shape *shape, double tolerance, wend_defect *defect,
                       uint32_t *count, wend_error *error);

/// The areas and goals in the order of their names, so that a scene of many agents is checked in
/// good time.
typedef struct area_index {
    const scene_area **sorted;
    size_t count;
    const scene_goal_place **goals; ///< [scene.goal_count]
    bool *used; ///< by the area's index in the scene: an agent or a zone needs it
} area_index;

/// Says so if two areas or goals have the same name. False: out of memory.
bool area_index_make(checking *c, area_index *n);
void area_index_free(area_index *n);

/// Could all doors be shut? Makes at_first. [Limit: the floor is checked]
void check_doors(checking *c);
void check_movers(checking *c);
void check_zones(checking *c, area_index *n);
/// Sorts the goals and says so if two have the same name, or one that of an area. False: out of
/// memory.
bool goal_index_make(checking *c, area_index *n);
const scene_area *area_index_find(const area_index *n, const char *name);
bool goal_index_has(const checking *c, const area_index *n, const char *name);
/// Are the goals that are no areas on free ground or walls, and weights at corners?
void check_goals(checking *c);
void check_weights(checking *c);
/// Says so if the point is inside an obstacle or outside the bounds; on a wall is fine.
/// [Limit: c->sound]
bool check_point(checking *c, const way *w, wend_vec2 p, const char *what);
void check_agents(checking *c, area_index *n);
/// Can every field be filled, and does nobody gather or chase what is not there?
void check_fields(checking *c);
void check_pursuits(checking *c);
/// Do the openings part the floor, and is there a flow for those who follow lanes?
void check_flow(checking *c);
/// Can groups that stay together be as their entries say, and are their shapes free at both ends?
void check_groups(checking *c);
/// Is every area a sound polygon?
void check_area_shapes(checking *c);
/// Has the area of that index a place where an agent could be? [Limit: c->sound]
void check_area_is_free(checking *c, uint32_t index);

#endif
