// SPDX-License-Identifier: MIT
// What the parts of the soundness check share: problems with a place, and obstacles in words.
#ifndef WEND_IO_SCENE_CHECK_H
#define WEND_IO_SCENE_CHECK_H

#include "io/json_place.h"
#include "io/scene.h"

/// One check of one scene.
typedef struct checking {
    const scene *s;
    problem_list *problems;
    wend_floor *floor; ///< NULL: it could not be made
    double tolerance;  ///< the floor's
    bool sound;        ///< the floor has no flaws: points can be located on it
    uint64_t tests;    ///< of walls against areas' sides so far
} checking;

/// A way through a scene's JSON, built step by step. Not to be copied: the steps are linked.
typedef struct way {
    json_path steps[8];
    size_t count;
} way;

void way_start(way *w, const char *key);
void way_key(way *w, const char *key);
void way_item(way *w, size_t index);
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
enum { CHECK_WORDS_SIZE = 110, FLAW_WORDS_SIZE = sizeof((wend_flaw *)0)->text };
const char *obstacle_words(const checking *c, uint32_t shape, char out[CHECK_WORDS_SIZE]);

/// The shape as the library wants it.
wend_shape floor_shape(const scene_shape *shape);

/// What is wrong with a shape by itself, as the rest of `obstacle 3: ...`.
const char *flaw_words(const wend_flaw *flaw, const scene_shape *shape, char out[FLAW_WORDS_SIZE]);

/// Is every area a sound polygon?
void check_area_shapes(checking *c);
/// Has the area of that index a place where an agent could be? [Limit: c->sound]
void check_area_is_free(checking *c, uint32_t index);

#endif
