// SPDX-License-Identifier: MIT
// Free positions for discs in an area: without overlap with each other, with agents and with walls.
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
    uint32_t next; ///< next disc in the same cell of the grid; UINT32_MAX: none
} wend_placed;

typedef struct wend_placement {
    // Scratch memory, kept from one search to the next.
    wend_array(wend_placed) discs; ///< agents, then the new discs
    wend_array(uint32_t) heads;    ///< first disc of each cell
    wend_array(double) crossings;  ///< intersections of a line with the area's sides
    wend_array(double) radii;      ///< of the new discs; written by the caller

    // One search.
    const struct wend_obstacles *obstacles;
    wend_goal area;
    wend_box box;   ///< bounding box of the area, clipped to that of the mesh
    double longest; ///< greatest total length of a horizontal line inside the area [Units: m]
    double cell;    ///< side of a cell of the grid, which covers the box [Units: m]
    uint32_t columns, rows;
    double largest; ///< largest radius of a disc in the grid, new ones included [Units: m]
    uint32_t there; ///< number of discs that are not new
} wend_placement;

void wend_placement_free(wend_placement *placement, const wend_allocator *allocator);

/// Reserves memory for `discs` discs, `wanted` new discs among them, and areas of up to `corners`
/// corners. After this the functions below cannot run out of memory. False: out of memory.
bool wend_placement_reserve(wend_placement *placement, size_t discs, size_t wanted, size_t corners,
                            const wend_allocator *allocator);

/// Finds positions for the first of `wanted` discs (placement->radii), in order, and returns their
/// number: they become the new discs. A thorough search takes the time to fit in as many as it can;
/// otherwise only a part of a full area is examined.
uint32_t wend_placement_find(wend_placement *placement, const wend_goal *area,
                             const struct wend_obstacles *obstacles, const struct wend_crowd *crowd,
                             uint32_t wanted, bool thorough, wend_random *random);

/// New disc i.
static inline const wend_placed *wend_placement_new(const wend_placement *placement, uint32_t i)
{
    return &placement->discs.data[placement->there + i];
}

/// Upper bound on the number of discs of that radius with their centres in the area, without
/// overlap.
double wend_placement_max_discs(const wend_goal *area, double radius);

// ---- shared by the files placement*.c -----------------------------------------------------------

/// True if a disc there overlaps no disc of the grid and no obstacle.
bool wend_placement_is_free(const wend_placement *placement, wend_vec2 at, double radius);
/// Adds a new disc to the grid.
void wend_placement_add(wend_placement *placement, wend_vec2 at, double radius);

/// Writes the x at which the line y = height (turned: the y at which x = height) crosses the area's
/// sides to placement->crossings, in ascending order, and returns their number. Every second
/// interval between them is inside. Sides that end on the line count as if the line were slightly
/// higher, or (lower) slightly lower.
uint32_t wend_placement_cross(wend_placement *placement, bool turned, double height, bool lower);
/// Computes placement->longest.
void wend_placement_measure(wend_placement *placement);
/// Draws a point of the area from the uniform distribution. False: none was found.
bool wend_placement_dart(wend_placement *placement, wend_random *random, wend_vec2 *at);

/// Places up to `wanted` discs on a lattice and returns their number; 0 if that would not be more
/// than `enough`. [Limit: no new disc is in the grid]
uint32_t wend_placement_lattice(wend_placement *placement, uint32_t wanted, uint32_t enough,
                                wend_random *random);
/// Tries some sites of a lattice for one disc. True: it was placed.
bool wend_placement_try_lattice(wend_placement *placement, double radius, wend_random *random);

#endif
