// SPDX-License-Identifier: MIT
// The pieces of a floor that are used: those in which agents are, or can start.
#ifndef WEND_RECORD_FLOOR_PIECES_H
#define WEND_RECORD_FLOOR_PIECES_H

#include "polygon/polygons.h"
#include "scene/scene.h"

/// Copies the pieces of a floor of the scene in which agents start; all of them if none do. False:
/// out of memory.
bool floor_pieces_in_use(const scene *s, const polygons *floor, polygons *in_use);

#endif
