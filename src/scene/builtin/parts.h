// SPDX-License-Identifier: MIT
// What the generators of built-in scenes share. All return false when out of memory.
#ifndef WEND_SCENE_BUILTIN_PARTS_H
#define WEND_SCENE_BUILTIN_PARTS_H

#include "scene/scene.h"
#include "wend/random.h"

/// Frees the scene and returns NULL if it is not whole.
scene *builtin_whole(scene *s, bool good);

/// Bounds that are a box.
bool builtin_bounds(scene *s, wend_box box);
/// An obstacle that is a polygon; name and role [opt] are not copied.
bool builtin_polygon(scene *s, const char *name, const char *role, const wend_vec2 *ring,
                     uint32_t count);
/// An obstacle that is a square, by its lower left corner.
bool builtin_square(scene *s, wend_vec2 corner, double side);
/// An area that is a box; the name is not copied.
bool builtin_area(scene *s, const char *name, wend_box box);
/// One agent that goes from a place to another at that speed.
bool builtin_walker(scene *s, wend_vec2 from, wend_vec2 to, double speed);

/// The simulations of the document (UFRGS 2010, chapter 5): agents take a step a second, 0.5 to
/// 1.5 m long. Sets what all of them have in common, and the sentence about it, which is not
/// copied. NULL: out of memory.
scene *builtin_simulation(const char *about);
/// The length of somebody's steps.
double builtin_stride(wend_random *random);

/// The demos of the document on multi-agent navigation graphs (Sud et al. 2008, section 7.2): sets
/// what all of them have in common: their planner, their motion, steps of 0.05 s, and how long they
/// last.
void builtin_mang(scene *s);
#define BUILTIN_MANG_SECONDS 300.0

/// To the centimetre, so that a scene's file is easy to read.
double builtin_rounded(double value);

#endif
