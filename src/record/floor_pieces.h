// SPDX-License-Identifier: MIT
// Which pieces of a floor matter: those in which somebody is, or can be put.
#ifndef WEND_RECORD_FLOOR_PIECES_H
#define WEND_RECORD_FLOOR_PIECES_H

#include "io/polygons.h"

/// Copies the pieces of a floor of the scene in which agents start; all of them if none do. False:
/// out of memory.
bool floor_pieces_in_use(const scene *s, const polygons *floor, polygons *in_use);

#endif
