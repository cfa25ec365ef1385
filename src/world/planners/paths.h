// SPDX-License-Identifier: MIT
// The portals ahead of agents. A path is a chain of blocks from one pool, so long and short paths
// share memory, and nothing is allocated once the pool is large enough. The pool grows by chunks,
// which never move.
#ifndef WEND_WORLD_PLANNERS_PATHS_H
#define WEND_WORLD_PLANNERS_PATHS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/base.h"

#define WEND_NO_BLOCK UINT32_MAX

enum {
    WEND_PATH_BLOCK = 4,   ///< portals in a block
    WEND_PATH_CHUNK = 256, ///< blocks in a chunk
    WEND_PATH_LONGEST = 32 ///< portals stored of a path; the rest is searched when few are left
};

/// A stored portal, see wend_portal. Relative values are floats.
typedef struct wend_way_portal {
    wend_vec2 a;            ///< left end
    float right_x, right_y; ///< unit vector to the right end
    float width;            ///< distance of the right end [Units: m]
    float crossing;         ///< where the shortest path crosses: 0 at a, 1 at the right end
    float rest;             ///< path length beyond the portal [Units: m]
} wend_way_portal;

/// Consecutive portals; one array element each.
typedef struct wend_path_block {
    wend_vec2 a[WEND_PATH_BLOCK];
    float right_x[WEND_PATH_BLOCK], right_y[WEND_PATH_BLOCK], width[WEND_PATH_BLOCK];
    float crossing[WEND_PATH_BLOCK], rest[WEND_PATH_BLOCK];
    uint32_t next; ///< next block; WEND_NO_BLOCK: none
} wend_path_block;

/// Bits of wend_way.state.
enum {
    WEND_WAY_WANTS = 0x01,  ///< has no path, or is off it: needs a search
    WEND_WAY_LATER = 0x02,  ///< a search would help: the path continues, or walls have changed
    WEND_WAY_THINKS = 0x04, ///< another goal may be quicker
    WEND_WAY_CUT = 0x08,    ///< the path continues beyond the last stored portal
    WEND_WAY_LOST = 0x10,   ///< there was no path, and the event was sent
    WEND_WAY_STUCK = 0x20,  ///< has searched because it is stuck
    WEND_WAY_SHUT = 0x40,   ///< diagram planners: walls alone block the path
    WEND_WAY_MAPPED = 0x80, ///< its steering target is from a map: an older path is of no use
};

/// State of an agent's path; by slot of the crowd.
typedef struct wend_way {
    double again;     ///< no search before this time; planners that plan in every step (see
                      ///< voronoi_agents.c): time of the last plan with a path
    double dead_end;  ///< `dead_end` of its last plan on the diagram; see wend_roadmap_path
    uint64_t version; ///< trail of the obstacles that the path was found on
    uint32_t first;   ///< first block of the path; WEND_NO_BLOCK: no path
    uint32_t block;   ///< block of the next portal
    uint8_t at;       ///< index of the next portal in that block
    uint8_t left;     ///< number of portals left, including the last
    uint8_t state;
    uint8_t failures;             ///< consecutive searches that found nothing
    float bias;                   ///< crossing point on the next portal: 0 at a, 1 at the right end
    float approach_x, approach_y; ///< direction to that point when it was set; 0, 0: not yet
} wend_way;

typedef struct wend_paths {
    wend_array(wend_path_block *) chunks;
    uint32_t block_count;      ///< blocks that have ever been in use
    uint32_t free_block;       ///< chain of the unused ones of these; WEND_NO_BLOCK: none
    uint32_t free_count;       ///< length of that chain
    wend_array(wend_way) ways; ///< by slot of the crowd
    uint32_t turn;             ///< slot whose search comes first in the next step
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

/// Reserves a wend_way for each slot; new ones have no path. False: out of memory, nothing changed.
bool wend_paths_reserve(wend_paths *paths, uint32_t slots, const wend_allocator *allocator);

/// Reserves memory for further portals in the pool. False: out of memory, no path changed.
bool wend_paths_reserve_portals(wend_paths *paths, uint32_t portals,
                                const wend_allocator *allocator);

/// Replaces an agent's path. Memory must be reserved. [Limit: 1 <= count <= WEND_PATH_LONGEST]
void wend_paths_put(wend_paths *paths, uint32_t slot, const wend_way_portal *portals,
                    uint32_t count);

/// Returns an agent's portals to the pool; the rest of its wend_way is unchanged.
void wend_paths_clear(wend_paths *paths, uint32_t slot);

/// Resets a slot whose agent is new or gone, and returns its portals to the pool.
void wend_paths_drop(wend_paths *paths, uint32_t slot);

#endif
