// SPDX-License-Identifier: MIT
// The floor as recordings have it: the free area as well-known text, for each state of the doors,
// in the frame of the positions (scene/frames.h). docs/recordings.md says what is in it.
#ifndef WEND_RECORD_FLOORS_H
#define WEND_RECORD_FLOORS_H

#include "scene/scene.h"

/// Thin walls and doors are this wide, as long as that is well above the rounding of coordinates:
/// nothing that is measured notices it. [Units: m]
#define FLOORS_SLIVER 0.002

/// Smaller pieces of the floor, which slivers leave, are dropped: no agent fits into them.
/// [Units: m^2]
#define FLOORS_LEAST_PIECE 0.01

/// Maximum numbers of states and of bytes of text; the frames of later ones have all doors open.
enum { FLOORS_MOST_STATES = 256 };
#define FLOORS_MOST_BYTES ((size_t)64 << 20)

/// A state of the floor.
typedef struct floor_text {
    char *wkt;
    int64_t hash;    ///< blake2b_8 of it
    uint32_t pieces; ///< number of its parts
} floor_text;

/// What a set of shut doors makes of the floor.
typedef struct floor_state {
    /// For all readers: without pieces that no agent uses, and in no more pieces than the area
    /// without slivers.
    const floor_text *shown;
    const floor_text *truth; ///< shown, or one in more pieces
} floor_state;

typedef struct floors floors;

/// The floor of a valid scene, which must outlive it. NULL with a problem.
floors *floors_open(const scene *s, problem_list *problems);
void floors_close(floors *f);

/// The floor while those doors are shut [scene.door_count]; valid until it is closed. False: out of
/// memory.
bool floors_find(floors *f, const bool *shut, floor_state *state);

/// The box around it, in the frame of the positions. Never empty.
wend_box floors_box(const floors *f);

/// A shape of the scene with three corners or more as well-known text, in the frame of the
/// positions. To be freed; NULL: out of memory.
char *floors_shape_text(const scene *s, const scene_shape *shape);

#endif
