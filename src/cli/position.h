// SPDX-License-Identifier: MIT
// Places that are typed: from words on the command line to points of the scene.
#ifndef WEND_CLI_POSITION_H
#define WEND_CLI_POSITION_H

#include "cli/command.h"
#include "scene/scene.h"

/// A place, as it was typed.
typedef struct typed_place {
    const char *typed;
    const scene_area *area;  ///< NULL: it was given by coordinates
    const wend_vec2 *points; ///< own, or those of the area
    uint32_t count;          ///< 1 point, 2 segment, 3 or more: area
    wend_vec2 own[2];
} typed_place;

/// Reads a number, or "X,Y", and moves behind it. False: there is none.
bool place_number(const char **rest, double *value);
bool place_point(const char **rest, wend_vec2 *p);

/// Reads what was typed as a value of that option: X,Y, a segment X,Y:X,Y or the name of an area or
/// of a goal, which is where it is at that time. Coordinates are those of the scene's file.
/// place->points may be in place itself: it must stay where it is. EXIT_DONE, or the exit code
/// after a complaint.
int place_read(const arguments *args, const char *name, const char *typed, const scene *s,
               double time, typed_place *place);

#endif
