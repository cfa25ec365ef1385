// SPDX-License-Identifier: MIT
// What the generators of built-in scenes share. All return false when out of memory.
#ifndef WEND_IO_BUILTIN_PARTS_H
#define WEND_IO_BUILTIN_PARTS_H

#include "io/scene.h"
#include "wend/random.h"

/// Frees the scene and returns NULL if it is not whole.
scene *builtin_whole(scene *s, bool good);

/// Bounds that are a box.
bool builtin_bounds(scene *s, wend_box box);
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

/// To the centimetre, so that a scene's file is easy to read.
double builtin_rounded(double value);

#endif
