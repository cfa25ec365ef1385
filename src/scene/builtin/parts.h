// SPDX-License-Identifier: MIT
// Common parts of the generators of built-in scenes. Functions that return bool: false when out of
// memory.
#ifndef WEND_SCENE_BUILTIN_PARTS_H
#define WEND_SCENE_BUILTIN_PARTS_H

#include "scene/scene.h"
#include "wend/random.h"

/// Returns s if good; otherwise frees it and returns NULL.
scene *builtin_whole(scene *s, bool good);

/// Sets the bounds to a box.
bool builtin_bounds(scene *s, wend_box box);
/// Adds a polygon obstacle; name and role [opt] are not copied.
bool builtin_polygon(scene *s, const char *name, const char *role, const wend_vec2 *ring,
                     uint32_t count);
/// Adds a square obstacle, by its lower left corner.
bool builtin_square(scene *s, wend_vec2 corner, double side);
/// Adds an area that is a box; the name is not copied.
bool builtin_area(scene *s, const char *name, wend_box box);
/// Adds an agents entry with the radius of the papers, 0.25 m, that is moved by ORCA where neither
/// the scene nor the entry names another model. NULL: out of memory.
scene_agents *builtin_agents(scene *s);
/// Adds an agent that walks between two points at that speed.
bool builtin_walker(scene *s, wend_vec2 from, wend_vec2 to, double speed);

/// A scene with the common settings of the simulations of UFRGS 2010, chapter 5: agents take one
/// step per second, 0.5 to 1.5 m long. `about` is not copied. NULL: out of memory.
scene *builtin_simulation(const char *about);
/// A random step length.
double builtin_stride(wend_random *random);

/// Sets the common settings of the demos of Sud et al. 2008, section 7.2: planner, motion model,
/// time step of 0.05 s and duration.
void builtin_mang(scene *s);
#define BUILTIN_MANG_SECONDS 300.0

/// Rounds to centimetres, so that a scene's file is easy to read.
double builtin_rounded(double value);

#endif
