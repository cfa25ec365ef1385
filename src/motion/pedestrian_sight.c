// SPDX-License-Identifier: MIT
// What pedestrians see: walls hide the people behind them.
#include "motion/pedestrian_sight.h"

#include "geometry/walls.h"

#include <math.h>

/// Farther walls hide nobody. [Units: m]
#define SIGHT_DISTANCE 3.0
/// People closer than this are noticed through walls: their bodies nearly touch, at a corner where
/// one has just come into view. [Units: sums of radii]
#define SIGHT_TOUCH 1.2f

/// Distances to neighbours are rounded by less than this. [Units: m]
#define SIGHT_SLACK 0.01

/// A wall and its squared distance, while the nearest are selected.
typedef struct candidate {
    double square;
    uint32_t wall;
} candidate;

static bool is_nearer(candidate a, candidate b)
{
    return a.square < b.square || (a.square == b.square && a.wall < b.wall);
}

// Inserts a wall into the list of the nearest, unless it is there already: a wall that is in
// several cells occurs several times.
static uint32_t insert(candidate *nearest, uint32_t count, candidate found)
{
    uint32_t at = count;
    while (at > 0 && is_nearer(found, nearest[at - 1]))
        --at;
    if (at == SIGHT_WALLS || (at > 0 && nearest[at - 1].wall == found.wall))
        return count;
    count += count < SIGHT_WALLS;
    for (uint32_t k = count - 1; k > at; --k)
        nearest[k] = nearest[k - 1];
    nearest[at] = found;
    return count;
}

// True: a wall is on one side of the region, so it hides nothing in there.
static bool is_aside(const wend_wall *wall, const wend_box *region)
{
    return (wall->a.x < region->min.x && wall->b.x < region->min.x) ||
           (wall->a.x > region->max.x && wall->b.x > region->max.x) ||
           (wall->a.y < region->min.y && wall->b.y < region->min.y) ||
           (wall->a.y > region->max.y && wall->b.y > region->max.y);
}

void wend_sight_look(const wend_walls *walls, wend_vec2 from, wend_box region, wend_sight *sight)
{
    candidate nearest[SIGHT_WALLS];
    uint32_t count = 0, wall;
    region.min.x = fmax(region.min.x, from.x - SIGHT_DISTANCE);
    region.min.y = fmax(region.min.y, from.y - SIGHT_DISTANCE);
    region.max.x = fmin(region.max.x, from.x + SIGHT_DISTANCE);
    region.max.y = fmin(region.max.y, from.y + SIGHT_DISTANCE);
    wend_wall_scan scan = wend_walls_scan_box(walls, region);
    while (wend_walls_next(&scan, &wall)) {
        if (is_aside(&walls->walls[wall], &region))
            continue;
        double square = wend_walls_rough(&walls->walls[wall], from);
        if (square <= SIGHT_DISTANCE * SIGHT_DISTANCE)
            count = insert(nearest, count, (candidate){square, wall});
    }
    for (uint32_t k = 0; k < count; ++k) {
        wend_segment s = wend_walls_segment(walls, nearest[k].wall);
        sight->ax[k] = (float)(s.a.x - from.x);
        sight->ay[k] = (float)(s.a.y - from.y);
        sight->bx[k] = (float)(s.b.x - from.x);
        sight->by[k] = (float)(s.b.y - from.y);
    }
    sight->count = count;
}

bool wend_sight_hides(const wend_sight *sight, float x, float y)
{
    for (uint32_t k = 0; k < sight->count; ++k) {
        float ax = sight->ax[k], ay = sight->ay[k], bx = sight->bx[k], by = sight->by[k];
        float left = ax * y - ay * x, right = bx * y - by * x;
        float here = ax * by - ay * bx, there = here + (bx - ax) * y - (by - ay) * x;
        if (left * right < 0 && here * there < 0)
            return true;
    }
    return false;
}

// Another body relative to a body.
static void relative(const orca_job *job, uint32_t i, int32_t other, float *x, float *y)
{
    const orca_crowd *crowd = job->crowd;
    *x = (float)(crowd->x[job->now][other] - crowd->x[job->now][i]) * crowd->unit;
    *y = (float)(crowd->y[job->now][other] - crowd->y[job->now][i]) * crowd->unit;
}

// The walls that may hide one of the neighbours of a body: those in the box of all of them.
static void look_at_neighbours(const orca_job *job, uint32_t i, wend_sight *sight)
{
    const int32_t *column = job->crowd->neighbours + orca_entry(i, 0);
    float left = 0, right = 0, low = 0, high = 0;
    for (uint32_t k = 0; k < job->crowd->neighbour_count[i]; ++k) {
        float x, y;
        relative(job, i, column[k * ORCA_TILE], &x, &y);
        left = fminf(left, x);
        right = fmaxf(right, x);
        low = fminf(low, y);
        high = fmaxf(high, y);
    }
    wend_vec2 at = job->crowd->position[i];
    wend_box region = {{at.x + left - SIGHT_SLACK, at.y + low - SIGHT_SLACK},
                       {at.x + right + SIGHT_SLACK, at.y + high + SIGHT_SLACK}};
    wend_sight_look(job->input->walls, at, region, sight);
}

// Removes the neighbours of a body that walls hide from it.
static void drop(const orca_job *job, uint32_t i, const wend_sight *sight)
{
    orca_crowd *crowd = job->crowd;
    int32_t *column = crowd->neighbours + orca_entry(i, 0);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < crowd->neighbour_count[i]; ++k) {
        int32_t other = column[k * ORCA_TILE];
        float x, y, touch = SIGHT_TOUCH * (crowd->radius[i] + crowd->radius[other]);
        relative(job, i, other, &x, &y);
        if (x * x + y * y > touch * touch && wend_sight_hides(sight, x, y))
            continue;
        column[kept++ * ORCA_TILE] = other;
    }
    crowd->neighbour_count[i] = (uint8_t)kept;
}

void wend_sight_drop_hidden(const orca_job *job, uint32_t begin, uint32_t end)
{
    const wend_walls *walls = job->input->walls;
    if (wend_walls_count(walls) == 0)
        return;
    for (uint32_t i = begin; i < end; ++i) {
        if (job->crowd->neighbour_count[i] == 0)
            continue;
        wend_sight sight;
        look_at_neighbours(job, i, &sight);
        if (sight.count > 0)
            drop(job, i, &sight);
    }
}
