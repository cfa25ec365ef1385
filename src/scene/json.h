// SPDX-License-Identifier: MIT
// Types of the readers and writers of all formats, and the reader and writer of wend's own JSON.
#ifndef WEND_SCENE_JSON_H
#define WEND_SCENE_JSON_H

#include "scene/scene.h"

/// Parts of a scene that an output format may not support.
typedef enum scene_part {
    SCENE_PART_OBSTACLES = 1 << 0, ///< only the free area around them is kept
    SCENE_PART_SEGMENTS = 1 << 1,
    SCENE_PART_POINTS = 1 << 2,
    SCENE_PART_CIRCLES = 1 << 3, ///< replaced by polygons
    SCENE_PART_LABELS = 1 << 4,  ///< names and roles of obstacles
    SCENE_PART_AREAS = 1 << 5,
    SCENE_PART_AGENTS = 1 << 6,
    SCENE_PART_TITLE = 1 << 7, ///< name and about
    SCENE_PART_RUN = 1 << 8,   ///< planner, motion, bias, duration, until, step, seed
    SCENE_PART_DOORS = 1 << 9, ///< doors, moving obstacles, zones and other parts of a world
} scene_part;

/// Reads a scene from a text. `path` is the path of the file, or NULL if there is none: formats
/// with a second file (a ROS map's image) look beside it. Returns NULL with at least one problem,
/// never a partial scene. Safe for any bytes: bounded time and memory. A reader checks syntax and
/// ranges; scene_check validates the geometry.
typedef scene *scene_read_fn(const text *t, const char *path, problem_list *problems);

/// Writes a scene. False if writing to out fails (the caller reports errno), or, with errno EDOM,
/// if the scene has nothing that the format supports (scene_format.nothing is the message).
typedef bool scene_write_fn(const scene *s, FILE *out);

/// The key in the format of the scene's file, which may be an older one.
const char *scene_key(const scene *s, const char *key);

scene_read_fn scene_read_json;
scene_write_fn scene_write_json;

#endif
