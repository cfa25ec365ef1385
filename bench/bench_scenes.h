// SPDX-License-Identifier: MIT
// The scenes that meshes and paths are measured on: built-in ones, real files, and generated ones
// of any size.
#ifndef WEND_BENCH_BENCH_SCENES_H
#define WEND_BENCH_BENCH_SCENES_H

#include "io/scene.h"
#include "wend/mesh.h"

/// Where to say what a row is missing for: standard error.
void bench_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Writes the path of a file of the real data: in the folder WEND_DATA, or else in ../shared/data
/// seen from the current folder or from the source folder that the command was built in. False if
/// it is not there.
bool bench_data(const char *file, char *path, size_t size);

/// Reads a built-in scene or a file. NULL, with a message on standard error, if that fails.
scene *bench_scene_load(const char *path_or_name);

/// About so many vertices: a square field of polygons with 3 to 8 corners, each alone in its place,
/// nothing straight and nothing in line. NULL: out of memory, here and below.
scene *bench_scene_random(uint32_t vertices);

/// Rooms of 5 m in a square, so many along each side. Walls are 0.2 m thick, and in the middle of
/// each wall between two rooms is a doorway 1 m wide.
scene *bench_scene_rooms(uint32_t side);

/// How many doorways those rooms have, and the leaf of a closed door in one of them: it touches the
/// wall at both ends.
uint32_t bench_door_count(uint32_t side);
void bench_door(uint32_t side, uint32_t number, wend_vec2 leaf[4]);

/// Adds a polygon to a scene. False: out of memory.
bool bench_add_polygon(scene *s, const wend_vec2 *ring, uint32_t count);

/// The mesh of a scene, and its floor [opt]. NULL, with a message on standard error, if that fails.
wend_mesh *bench_mesh_of(const scene *s, wend_floor **floor);

#endif
