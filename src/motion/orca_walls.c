// SPDX-License-Identifier: MIT
// Constraints rare enough to process one body at a time: static and moving walls, and bodies at one
// position.
//
// A wall permits the velocities that do not reach the line through its nearest point, perpendicular
// to the direction there, before its time horizon: n.v >= -(d - r) / horizon. All of a straight
// wall lies beyond that line, so this is safe; and all walls together always permit standing still,
// so they can be hard constraints. (This is the half-plane of van den Berg et al. 2011 for a
// resting obstacle, with optimisation velocity 0. Two walls that meet in a corner give the same
// half-plane there, so no body gets stuck on it.) A moving wall is avoided like another body that
// does not yield, as far as the body can escape from it (orca_flight).
#include "motion/orca.h"

#include "core/angle.h"
#include "geometry/walls.h"

#include <math.h>

/// Relative rounding error of a distance stored as a float.
#define CLEAR_ROUNDING 0x1p-22

// Adds a half-plane to body `at` of the block.
static void add_row(orca_rows *rows, uint8_t *count, uint32_t at, wend_vec2 n, double c)
{
    orca_rows *row = &rows[count[at]++];
    row->nx[at] = (float)n.x;
    row->ny[at] = (float)n.y;
    row->c[at] = (float)c;
}

// Fills the unused rows of bodies that have fewer rows than others of their tile.
static void fill_rows(orca_rows *rows, const uint8_t *count, uint32_t tile)
{
    uint32_t max = 0;
    for (uint32_t at = tile; at < tile + ORCA_TILE; ++at)
        max = max < count[at] ? count[at] : max;
    for (uint32_t at = tile; at < tile + ORCA_TILE; ++at)
        for (uint32_t k = count[at]; k < max; ++k) {
            rows[k].nx[at] = rows[k].ny[at] = 0;
            rows[k].c[at] = ORCA_NO_PLANE;
        }
}

// A body with no wall in reach that cannot reach one in the remaining time of the step is not
// examined again. The query therefore extends to that distance, if a single list covers it.
static bool add_walls(const orca_job *job, uint32_t i, uint32_t at, const wend_walls *walls,
                      bool hard, orca_scratch *scratch)
{
    const orca_crowd *crowd = job->crowd;
    double horizon = job->wall_horizon;
    double radius = crowd->radius[i] * (1 - WEND_BODY_GIVE), speed = crowd->max_speed[i];
    wend_vec2 p = crowd->position[i];
    wend_wall_near near[ORCA_WALLS];
    // Farther walls permit every velocity. Pedestrians also choose their heading by walls.
    double reach = radius + (speed + walls->fastest) * horizon, within = reach;
    if (hard && job->rules && job->first)
        reach = fmax(reach, radius + job->rules->wall_distance);
    if (hard) {
        if (crowd->clear[i] > reach)
            return false;
        within = fmax(reach, fmin(reach + speed * job->remaining, walls->reach));
    }
    uint32_t count = wend_walls_near(walls, p, within, near, ORCA_WALLS);
    if (hard)
        crowd->clear[i] = (float)((count > 0 ? near[0].distance : within) * (1 - CLEAR_ROUNDING));
    for (; count > 0 && near[count - 1].distance > reach; --count) {
    }
    for (uint32_t k = 0; k < count; ++k) {
        double d = near[k].distance;
        if (d <= 0) // its centre is on the wall: no direction away from it
            continue;
        wend_vec2 n = {(p.x - near[k].point.x) / d, (p.y - near[k].point.y) / d};
        double c = -(d - radius) / horizon;
        if (hard)
            add_row(scratch->hard, scratch->hard_count, at, n, fmin(c, 0));
        else
            add_row(scratch->soft, scratch->soft_count, at, n,
                    orca_flight(n, near[k].velocity, c, speed));
    }
    return count > 0;
}

void wend_orca_wall_planes(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    const wend_walls *walls = job->input->walls, *movers = job->input->moving_walls;
    walls = wend_walls_count(walls) > 0 ? walls : NULL;
    movers = wend_walls_count(movers) > 0 ? movers : NULL;
    if (!walls && !movers)
        return;
    for (uint32_t tile = begin; tile < end; tile += ORCA_TILE) {
        bool hard = false, soft = false;
        for (uint32_t i = tile; i < end && i < tile + ORCA_TILE; ++i) {
            if (walls)
                hard |= add_walls(job, i, i - begin, walls, true, scratch);
            if (movers)
                soft |= add_walls(job, i, i - begin, movers, false, scratch);
        }
        if (hard)
            fill_rows(scratch->hard, scratch->hard_count, tile - begin);
        if (soft)
            fill_rows(scratch->soft, scratch->soft_count, tile - begin);
    }
}

// A direction for each slot, all different: the golden angle apart.
static wend_vec2 own_direction(uint32_t slot)
{
    const double golden_angle = 2.399963229728653;
    wend_vec2 e;
    wend_sin_cos(slot % 65536 * golden_angle, &e.y, &e.x);
    return e;
}

wend_vec2 wend_orca_escape(uint32_t slot_i, uint32_t slot_j)
{
    wend_vec2 a = own_direction(slot_i), b = own_direction(slot_j);
    wend_vec2 n = {a.x - b.x, a.y - b.y};
    double length = sqrt(n.x * n.x + n.y * n.y);
    if (length == 0)
        return slot_i < slot_j ? (wend_vec2){1, 0} : (wend_vec2){-1, 0};
    return (wend_vec2){n.x / length, n.y / length};
}
