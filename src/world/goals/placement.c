// SPDX-License-Identifier: MIT
// Positions are found by throwing darts: random points of the area, accepted where the disc is
// free. If darts do not find enough positions, all new discs are placed again on a lattice. A grid
// over the area limits overlap tests to nearby discs.
#include "world/goals/placement.h"

#include "wend/geometry.h"
#include "wend/vec2.h"
#include "world/obstacles/obstacles.h"
#include "world/state/crowd.h"

#include <math.h>

enum {
    DARTS = 200,     // per disc in a thorough search
    FEW_DARTS = 32,  // per disc otherwise: it is tried again in the next step
    SPARE_CELLS = 16 // cells of the grid in addition to one per disc
};

#define NO_DISC UINT32_MAX

void wend_placement_free(wend_placement *placement, const wend_allocator *allocator)
{
    wend_array_free(&placement->discs, allocator);
    wend_array_free(&placement->heads, allocator);
    wend_array_free(&placement->crossings, allocator);
    wend_array_free(&placement->radii, allocator);
}

bool wend_placement_reserve(wend_placement *placement, size_t discs, size_t wanted, size_t corners,
                            const wend_allocator *allocator)
{
    placement->discs.count = placement->heads.count = 0;
    placement->crossings.count = placement->radii.count = 0;
    return wend_array_reserve(&placement->discs, allocator, discs) &&
           wend_array_reserve(&placement->heads, allocator, 3 * (discs + SPARE_CELLS) + 1) &&
           wend_array_reserve(&placement->crossings, allocator, corners) &&
           wend_array_reserve(&placement->radii, allocator, wanted);
}

// ---- the grid -----------------------------------------------------------------------------------

static uint32_t cell_number(double distance, double cell, uint32_t count)
{
    double at = distance / cell;
    return at >= count ? count - 1 : at > 0 ? (uint32_t)at : 0;
}

static uint32_t column_of(const wend_placement *placement, double x)
{
    return cell_number(x - placement->box.min.x, placement->cell, placement->columns);
}

static uint32_t row_of(const wend_placement *placement, double y)
{
    return cell_number(y - placement->box.min.y, placement->cell, placement->rows);
}

static uint32_t *head_of(const wend_placement *placement, wend_vec2 at)
{
    size_t row = row_of(placement, at.y);
    return &placement->heads.data[row * placement->columns + column_of(placement, at.x)];
}

static void link_disc(wend_placement *placement, uint32_t disc)
{
    wend_placed *d = &placement->discs.data[disc];
    uint32_t *head = head_of(placement, d->at);
    d->next = *head;
    *head = disc;
}

void wend_placement_add(wend_placement *placement, wend_vec2 at, double radius)
{
    WEND_ASSERT(placement->discs.count < placement->discs.capacity);
    placement->discs.data[placement->discs.count] = (wend_placed){at, radius, NO_DISC};
    link_disc(placement, (uint32_t)placement->discs.count++);
}

// Removes the new discs, last one first: each is then the head of its chain.
static void drop_new(wend_placement *placement)
{
    while (placement->discs.count > placement->there) {
        const wend_placed *d = &placement->discs.data[--placement->discs.count];
        *head_of(placement, d->at) = d->next;
    }
}

// Discs outside the box are in the cell nearest to them. A search that reaches out of the box
// covers these cells, too.
static bool is_apart(const wend_placement *placement, wend_vec2 at, double radius)
{
    double reach = radius + placement->largest;
    uint32_t left = column_of(placement, at.x - reach), right = column_of(placement, at.x + reach);
    uint32_t low = row_of(placement, at.y - reach), high = row_of(placement, at.y + reach);
    for (uint32_t row = low; row <= high; row++)
        for (uint32_t column = left; column <= right; column++) {
            uint32_t disc = placement->heads.data[(size_t)row * placement->columns + column];
            while (disc != NO_DISC) {
                const wend_placed *d = &placement->discs.data[disc];
                double apart = d->radius + radius;
                if (wend_distance_squared(at, d->at) < apart * apart)
                    return false;
                disc = d->next;
            }
        }
    return true;
}

// The cheaper test first.
bool wend_placement_is_free(const wend_placement *placement, wend_vec2 at, double radius)
{
    return is_apart(placement, at, radius) &&
           wend_obstacles_is_free(placement->obstacles, at, radius);
}

// ---- one search ---------------------------------------------------------------------------------

static void gather(wend_placement *placement, const wend_crowd *crowd, double largest)
{
    placement->largest = largest;
    placement->discs.count = 0;
    for (uint32_t i = 0; i < crowd->slots; i++) {
        const wend_body *body = &crowd->bodies[i];
        double radius = body->radius;
        if (radius < 0 || wend_box_distance(placement->box, body->position) > radius + largest)
            continue;
        placement->discs.data[placement->discs.count++] =
            (wend_placed){body->position, radius, NO_DISC};
        placement->largest = fmax(placement->largest, radius);
    }
    placement->there = (uint32_t)placement->discs.count;
}

static void make_grid(wend_placement *placement, uint32_t wanted)
{
    // About as many cells as discs, none smaller than the largest disc.
    double cells = (double)placement->there + wanted + SPARE_CELLS;
    double width = placement->box.max.x - placement->box.min.x;
    double height = placement->box.max.y - placement->box.min.y;
    placement->cell = fmax(2 * placement->largest, sqrt(width * height / cells));
    placement->cell = fmax(placement->cell, fmax(width, height) / cells);
    placement->columns = (uint32_t)(width / placement->cell) + 1;
    placement->rows = (uint32_t)(height / placement->cell) + 1;
    placement->heads.count = (size_t)placement->columns * placement->rows;
    WEND_ASSERT(placement->heads.count <= placement->heads.capacity);
    for (size_t i = 0; i < placement->heads.count; i++)
        placement->heads.data[i] = NO_DISC;
    for (uint32_t i = 0; i < placement->there; i++)
        link_disc(placement, i);
}

static bool throw_darts(wend_placement *placement, double radius, int darts, wend_random *random)
{
    wend_vec2 at;
    for (int i = 0; i < darts && wend_placement_dart(placement, random, &at); i++)
        if (wend_placement_is_free(placement, at, radius)) {
            wend_placement_add(placement, at, radius);
            return true;
        }
    return false;
}

static uint32_t throw_all(wend_placement *placement, uint32_t first, uint32_t wanted,
                          wend_random *random)
{
    while (first < wanted && throw_darts(placement, placement->radii.data[first], DARTS, random))
        first++;
    return first;
}

static uint32_t find_all(wend_placement *placement, uint32_t wanted, wend_random *random)
{
    wend_random before = *random;
    uint32_t found = throw_all(placement, 0, wanted, random);
    if (found == wanted)
        return found;
    drop_new(placement);
    uint32_t placed = wend_placement_lattice(placement, wanted, found, random);
    if (placed == 0) {
        // The darts found more: throw the same ones again.
        *random = before;
        return throw_all(placement, 0, found, random);
    }
    return throw_all(placement, placed, wanted, random);
}

static uint32_t find_some(wend_placement *placement, uint32_t wanted, wend_random *random)
{
    for (uint32_t i = 0; i < wanted; i++) {
        double radius = placement->radii.data[i];
        if (!throw_darts(placement, radius, FEW_DARTS, random) &&
            !wend_placement_try_lattice(placement, radius, random))
            return i;
    }
    return wanted;
}

uint32_t wend_placement_find(wend_placement *placement, const wend_goal *area,
                             const wend_obstacles *obstacles, const wend_crowd *crowd,
                             uint32_t wanted, bool thorough, wend_random *random)
{
    double largest = 0;
    for (uint32_t i = 0; i < wanted; i++)
        largest = fmax(largest, placement->radii.data[i]);
    wend_box mesh = wend_mesh_box(obstacles->mesh), box = wend_box_of(area->points, area->count);
    placement->box = (wend_box){{fmax(box.min.x, mesh.min.x), fmax(box.min.y, mesh.min.y)},
                                {fmin(box.max.x, mesh.max.x), fmin(box.max.y, mesh.max.y)}};
    placement->obstacles = obstacles;
    placement->area = *area;
    placement->there = 0;
    if (wanted == 0 || placement->box.min.x > placement->box.max.x ||
        placement->box.min.y > placement->box.max.y)
        return 0;
    gather(placement, crowd, largest);
    make_grid(placement, wanted);
    if (area->count < 3) {
        if (!wend_placement_is_free(placement, area->points[0], placement->radii.data[0]))
            return 0;
        wend_placement_add(placement, area->points[0], placement->radii.data[0]);
        return 1;
    }
    wend_placement_measure(placement);
    return thorough ? find_all(placement, wanted, random) : find_some(placement, wanted, random);
}
