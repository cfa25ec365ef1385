// SPDX-License-Identifier: MIT
// A scene from text and back to text: the types that every format's reader and writer have, and
// those of wend's own JSON.
#ifndef WEND_SCENE_JSON_H
#define WEND_SCENE_JSON_H

#include "scene/scene.h"

/// Parts of a scene that a written format may have no place for.
typedef enum scene_part {
    SCENE_PART_OBSTACLES = 1 << 0, ///< as such: what is kept is the ground around them
    SCENE_PART_SEGMENTS = 1 << 1,
    SCENE_PART_POINTS = 1 << 2,
    SCENE_PART_CIRCLES = 1 << 3, ///< as such: they become polygons
    SCENE_PART_LABELS = 1 << 4,  ///< names and roles of obstacles
    SCENE_PART_AREAS = 1 << 5,
    SCENE_PART_AGENTS = 1 << 6,
    SCENE_PART_TITLE = 1 << 7, ///< name and about
    SCENE_PART_RUN = 1 << 8,   ///< planner, motion, bias, duration, until, step, seed
    SCENE_PART_DOORS = 1 << 9, ///< doors, moving obstacles, zones and other parts of a world
} scene_part;

/// Reads a scene from a text. `path` is the file's own path, or NULL for bytes with no file:
/// formats that name a second file (a ROS map's image) look beside it. Returns NULL with at least
/// one problem, never a half-read scene. Must stand any bytes: no crash, no unbounded time or
/// memory. A reader checks form and ranges; whether the geometry is sound is for scene_check.
typedef scene *scene_read_fn(const text *t, const char *path, problem_list *problems);

/// Writes a scene; false if out fails (the caller reports errno), or, with errno EDOM, if there is
/// nothing in the scene that the format could hold (scene_format.nothing says it).
typedef bool scene_write_fn(const scene *s, FILE *out);

/// A key as the file of a scene spells it: the format may be an older one.
const char *scene_key(const scene *s, const char *key);

scene_read_fn scene_read_json;
scene_write_fn scene_write_json;

#endif
