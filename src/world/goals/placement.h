// SPDX-License-Identifier: MIT
// Free places for discs in an area: apart from each other, from those who are there, and from
// walls.
#ifndef WEND_WORLD_GOALS_PLACEMENT_H
#define WEND_WORLD_GOALS_PLACEMENT_H

#include "core/array.h"
#include "wend/path.h"
#include "wend/random.h"

struct wend_crowd;
struct wend_obstacles;

/// A disc in the grid.
typedef struct wend_placed {
    wend_vec2 at;
    double radius;
    uint32_t next; ///< in the same cell of the grid; UINT32_MAX: none
} wend_placed;

typedef struct wend_placement {
    // Memory, kept from one use to the next.
    wend_array(wend_placed) discs; ///< those who are there, then the new ones
    wend_array(uint32_t) heads;    ///< of the cells' chains
    wend_array(double) crossings;  ///< of a line with the area's sides
    wend_array(double) radii;      ///< of the new ones; the caller writes them

    // One use.
    const struct wend_obstacles *obstacles;
    wend_goal area;
    wend_box box;   ///< of the area, as far as the mesh reaches
    double longest; ///< line across the area, from left to right
    double cell;    ///< of the grid, which covers the box
    uint32_t columns, rows;
    double largest; ///< radius of a disc in the grid
    uint32_t there; ///< discs that are not new
} wend_placement;

void wend_placement_free(wend_placement *placement, const wend_allocator *allocator);

/// Memory for that many discs in all, that many of them new, in areas of up to so many corners.
/// After this the functions below cannot fail. False: out of memory.
bool wend_placement_reserve(wend_placement *placement, size_t discs, size_t wanted, size_t corners,
                            const wend_allocator *allocator);

/// Finds places for the first of `wanted` discs (placement->radii), as many as it can, one after
/// the other, and returns how many: they are the new discs. A thorough search takes the time it
/// needs to fit them all in if it can; otherwise only a part of a full area is looked at.
uint32_t wend_placement_find(wend_placement *placement, const wend_goal *area,
                             const struct wend_obstacles *obstacles, const struct wend_crowd *crowd,
                             uint32_t wanted, bool thorough, wend_random *random);

/// New disc i.
static inline const wend_placed *wend_placement_new(const wend_placement *placement, uint32_t i)
{
    return &placement->discs.data[placement->there + i];
}

/// No more discs of that radius than this have their centres in the area without overlap.
double wend_placement_max_discs(const wend_goal *area, double radius);

// ---- between its files --------------------------------------------------------------------------

/// True if a disc may be here.
bool wend_placement_is_free(const wend_placement *placement, wend_vec2 at, double radius);
/// Puts a new disc into the grid.
void wend_placement_add(wend_placement *placement, wend_vec2 at, double radius);

/// Where the line of that height (turned: of that x) crosses the area's sides, sorted: every second
/// stretch between them is inside. Sides that end on the line count as if it ran a little higher,
/// or lower. Returns their number; they are in placement->crossings.
uint32_t wend_placement_cross(wend_placement *placement, bool turned, double height, bool lower);
/// Finds placement->longest.
void wend_placement_measure(wend_placement *placement);
/// A random point of the area, all equally likely. False: none was found.
bool wend_placement_dart(wend_placement *placement, wend_random *random, wend_vec2 *at);

/// Puts all `wanted` discs, or more than enough, on a lattice. Returns how many it put; 0 if not
/// more than enough. [Limit: no new disc is in the grid]
uint32_t wend_placement_lattice(wend_placement *placement, uint32_t wanted, uint32_t enough,
                                wend_random *random);
/// Looks at some places of a lattice for one disc. True: it was put.
bool wend_placement_try_lattice(wend_placement *placement, double radius, wend_random *random);

#endif
