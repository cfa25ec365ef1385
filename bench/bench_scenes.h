// SPDX-License-Identifier: MIT
// Scenes for meshes and paths: built-in ones, real files, and generated ones of any size.
#ifndef WEND_BENCH_BENCH_SCENES_H
#define WEND_BENCH_BENCH_SCENES_H

#include "scene/scene.h"
#include "wend/mesh.h"

/// Prints a note on standard error.
void bench_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Writes the path of a file of the real data: in the folder WEND_DATA, or in ../shared/data
/// relative to the current folder or to the source folder of the build. False if it does not exist.
bool bench_data(const char *file, char *path, size_t size);

/// Reads a built-in scene or a file. NULL, with a message on standard error, on failure.
scene *bench_scene_load(const char *path_or_name);

/// About `vertices` vertices: a square field of separate polygons with 3 to 8 corners, in general
/// position. NULL: out of memory, here and below.
scene *bench_scene_random(uint32_t vertices);

/// A square of side x side rooms of 5 m. Walls are 0.2 m thick, each with a doorway 1 m wide in its
/// middle.
scene *bench_scene_rooms(uint32_t side);

/// Number of doorways of those rooms, and the leaf of a closed door in one of them: it touches the
/// wall at both ends.
uint32_t bench_door_count(uint32_t side);
void bench_door(uint32_t side, uint32_t number, wend_vec2 leaf[4]);

/// Adds a polygon to a scene. False: out of memory.
bool bench_add_polygon(scene *s, const wend_vec2 *ring, uint32_t count);

/// The mesh of a scene, and its floor [opt]. NULL, with a message on standard error, on failure.
wend_mesh *bench_mesh_of(const scene *s, wend_floor **floor);

#endif
