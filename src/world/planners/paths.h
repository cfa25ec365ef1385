// SPDX-License-Identifier: MIT
// The portals that agents have before them. A path is a chain of blocks from one pool, so that long
// ones and short ones share memory, and none is taken once the pool has grown to what is needed.
// The pool grows chunk by chunk, so that it never needs room for itself and a larger one.
#ifndef WEND_WORLD_PLANNERS_PATHS_H
#define WEND_WORLD_PLANNERS_PATHS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/base.h"

#define WEND_NO_BLOCK UINT32_MAX

enum {
    WEND_PATH_BLOCK = 4,   ///< portals in a block
    WEND_PATH_CHUNK = 256, ///< blocks in a chunk
    WEND_PATH_LONGEST = 32 ///< portals that are kept of a path; the rest is found when they are few
};

/// A portal as an agent keeps it: see wend_portal. What is relative is float.
typedef struct wend_way_portal {
    wend_vec2 a;            ///< its left end
    float right_x, right_y; ///< the direction to the other one
    float width;            ///< and how far that is
    float crossing;         ///< where the shortest path crosses: 0 at a, 1 at the other end
    float rest;             ///< of the way, behind it
} wend_way_portal;

/// Portals one after the other; each array has one entry for each.
typedef struct wend_path_block {
    wend_vec2 a[WEND_PATH_BLOCK];
    float right_x[WEND_PATH_BLOCK], right_y[WEND_PATH_BLOCK], width[WEND_PATH_BLOCK];
    float crossing[WEND_PATH_BLOCK], rest[WEND_PATH_BLOCK];
    uint32_t next; ///< WEND_NO_BLOCK: none
} wend_path_block;

/// What an agent is about to do about its path: bits of wend_way.state.
enum {
    WEND_WAY_WANTS = 0x01,  ///< has no path, or is off it: needs a search
    WEND_WAY_LATER = 0x02,  ///< could do with a search: its path goes on, or the walls have changed
    WEND_WAY_THINKS = 0x04, ///< another goal may be quicker
    WEND_WAY_CUT = 0x08,    ///< the path goes on behind the last portal that is kept
    WEND_WAY_LOST = 0x10,   ///< there was no way, and that has been told
    WEND_WAY_STUCK = 0x20,  ///< has searched because it is stuck
    WEND_WAY_SHUT = 0x40,   ///< on the diagram, walls alone are in the way
    WEND_WAY_MAPPED = 0x80, ///< its aim is from a map: a path that it had is of no use any more
};

/// What an agent with a path knows; by slot of the crowd.
typedef struct wend_way {
    double again;     ///< no search before this time; of one who plans in every step (see
                      ///< planner_voronoi.c): when it last had a way
    double dead_end;  ///< what its last plan on the diagram said of one; see wend_roadmap_path
    uint64_t version; ///< trail of the obstacles that it was found on
    uint32_t first;   ///< block of the path; WEND_NO_BLOCK: no path
    uint32_t block;   ///< with the next portal
    uint8_t at;       ///< the next portal in that block
    uint8_t left;     ///< portals left, the last one included
    uint8_t state;
    uint8_t failures;             ///< searches in a row that found nothing
    float bias;                   ///< where it heads on the next portal: 0 at a, 1 at the other end
    float approach_x, approach_y; ///< the direction to there when that was found; 0, 0: not yet
} wend_way;

typedef struct wend_paths {
    wend_array(wend_path_block *) chunks;
    uint32_t block_count;      ///< that were in use at some time
    uint32_t free_block;       ///< of those, a chain; WEND_NO_BLOCK: none
    uint32_t free_count;       ///< how many those are
    wend_array(wend_way) ways; ///< by slot of the crowd
    uint32_t turn;             ///< the slot whose search comes first in the next step
} wend_paths;

static inline bool wend_way_has_path(const wend_way *way)
{
    return way->first != WEND_NO_BLOCK;
}

static inline wend_path_block *wend_path_block_of(const wend_paths *paths, uint32_t block)
{
    return &paths->chunks.data[block / WEND_PATH_CHUNK][block % WEND_PATH_CHUNK];
}

static inline wend_way_portal wend_path_portal(const wend_path_block *block, uint32_t at)
{
    return (wend_way_portal){block->a[at],     block->right_x[at],  block->right_y[at],
                             block->width[at], block->crossing[at], block->rest[at]};
}

/// Room for a way for each of so many slots, new ones without a path. False: out of memory, nothing
/// changed.
bool wend_paths_reserve(wend_paths *paths, uint32_t slots, const wend_allocator *allocator);

/// Room for so many portals more in the pool. False: out of memory, nothing changed.
bool wend_paths_reserve_portals(wend_paths *paths, uint32_t portals,
                                const wend_allocator *allocator);

/// Gives an agent a path in place of the one it has. There must be room. [Limit: 1 <= count <=
/// WEND_PATH_LONGEST]
void wend_paths_put(wend_paths *paths, uint32_t slot, const wend_way_portal *portals,
                    uint32_t count);

/// Gives an agent's portals back to the pool; the rest of its way stays as it is.
void wend_paths_clear(wend_paths *paths, uint32_t slot);

/// An agent has gone or begins anew: its portals go back to the pool.
void wend_paths_drop(wend_paths *paths, uint32_t slot);

#endif
