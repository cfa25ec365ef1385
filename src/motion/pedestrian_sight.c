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

void wend_sight_look(const wend_walls *walls, wend_vec2 from, double distance, wend_sight *sight)
{
    candidate nearest[SIGHT_WALLS];
    uint32_t count = 0, wall;
    distance = fmin(distance, SIGHT_DISTANCE);
    if (wend_walls_count(walls) > 0) {
        wend_wall_scan scan = wend_walls_scan(walls, from, distance);
        while (wend_walls_next(&scan, &wall)) {
            double square = wend_walls_rough(&walls->walls[wall], from);
            if (square <= distance * distance)
                count = insert(nearest, count, (candidate){square, wall});
        }
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

// Removes the neighbours of a body that walls hide from it.
static void drop(const orca_job *job, uint32_t i, const wend_sight *sight)
{
    orca_crowd *crowd = job->crowd;
    const int32_t *xs = crowd->x[job->now], *ys = crowd->y[job->now];
    int32_t *column = crowd->neighbours + orca_entry(i, 0);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < crowd->neighbour_count[i]; ++k) {
        int32_t other = column[k * ORCA_TILE];
        float x = (float)(xs[other] - xs[i]) * crowd->unit,
              y = (float)(ys[other] - ys[i]) * crowd->unit;
        float touch = SIGHT_TOUCH * (crowd->radius[i] + crowd->radius[other]);
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
        wend_sight sight;
        wend_sight_look(walls, job->crowd->position[i], job->warm[job->crowd->slot[i]], &sight);
        if (sight.count > 0)
            drop(job, i, &sight);
    }
}
