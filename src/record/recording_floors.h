// SPDX-License-Identifier: MIT
// The floors of a recording: from a scene and the state of its doors.
#ifndef WEND_RECORD_RECORDING_FLOORS_H
#define WEND_RECORD_RECORDING_FLOORS_H

#include "record/recording.h"

/// States of doors that get a floor of their own; in frames with further ones, all doors are open.
enum { RECORDING_MAX_FLOORS = 256 };

/// Bounds, obstacles and shut doors of a scene in the frame of positions. shut [opt,
/// s->door_count]: NULL: none is. NULL: out of memory.
scene *recording_scene_floor(const scene *s, const uint8_t *shut);

/// Makes the floors of a recording that has its scene and its doors' states. False: out of memory.
bool recording_make_floors(recording *r);

/// Gives a recording the floor of a scene in a file, with its doors as they are at first. False
/// with problems, which then are that file's.
bool recording_load_floor(recording *r, const char *path, problem_list *problems);

#endif
