// SPDX-License-Identifier: MIT
// The portals that agents have before them. A path is a chain of blocks from one pool, so that long
// ones and short ones share memory, and none is taken once the pool has grown to what is needed.
#ifndef WEND_WORLD_PATHS_H
#define WEND_WORLD_PATHS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/base.h"

/// A gate that an agent passes, in walking direction a is on its left. Shortened by its radius where
/// there are walls, and to what has true clearance.
typedef struct wend_portal {
    wend_vec2 a, b;
} wend_portal;

enum { WEND_PATH_BLOCK = 8 };

typedef struct wend_path_block {
    wend_portal portals[WEND_PATH_BLOCK];
    float crossings[WEND_PATH_BLOCK]; ///< where the shortest path crosses: 0 at a, 1 at b
    uint32_t next;                    ///< UINT32_MAX: none
} wend_path_block;

/// What an agent with a path knows; by slot of the crowd.
typedef struct wend_way {
    uint32_t block; ///< with the next portal; UINT32_MAX: no path
    uint8_t at;     ///< the next portal in that block
    uint8_t state;  ///< see guide_mesh.c
    uint16_t left;  ///< portals left, the last one at the goal included
    float bias;     ///< zeta of the next portal
    float approach_x, approach_y; ///< direction to the bias point when the bias was found
    double rest;    ///< of the way behind the next portal
    uint64_t version; ///< of the mesh that it was found on
} wend_way;

typedef struct wend_paths {
    wend_array(wend_path_block) blocks;
    uint32_t free_block; ///< a chain; UINT32_MAX: none
    wend_array(wend_way) ways; ///< by slot of the crowd
    uint32_t turn;       ///< the slot whose search comes first in the next step
} wend_paths;

void wend_paths_free(wend_paths *paths, const wend_allocator *allocator);
bool wend_paths_copy(wend_paths *to, const wend_paths *from, const wend_allocator *allocator);
void wend_paths_hash(const wend_paths *paths, wend_hash *hash);
/// An agent has gone or begins anew: its portals go back to the pool.
void wend_paths_drop(wend_paths *paths, uint32_t slot);

#endif
