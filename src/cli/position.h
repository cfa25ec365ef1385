// SPDX-License-Identifier: MIT
// Positions on the command line, converted to points of the scene.
#ifndef WEND_CLI_POSITION_H
#define WEND_CLI_POSITION_H

#include "cli/command.h"
#include "scene/scene.h"

/// A position, a segment or an area on the command line.
typedef struct typed_place {
    const char *typed;
    const scene_area *area;  ///< NULL: given by coordinates, or a goal
    const wend_vec2 *points; ///< own, or those of the area
    uint32_t count;          ///< 1 point, 2 segment, 3 or more: area
    wend_vec2 own[2];
} typed_place;

/// Reads a number, or "X,Y", and moves *rest behind it. False: there is none.
bool place_number(const char **rest, double *value);
bool place_point(const char **rest, wend_vec2 *p);

/// Reads a value of that option: X,Y, a segment X,Y:X,Y, or the name of an area or of a goal, which
/// stands for its position at that time. Coordinates are those of the scene's file. place->points
/// can point into *place, which must not be moved. EXIT_DONE, or the exit code of a reported error.
int place_read(const arguments *args, const char *name, const char *typed, const scene *s,
               double time, typed_place *place);

/// Checks the points of a value of that option against the range of coordinates. EXIT_DONE, or the
/// exit code of a reported error.
int place_check_range(const arguments *args, const char *name, const char *typed,
                      const wend_vec2 *points, size_t count);

#endif
