// SPDX-License-Identifier: MIT
// The programs of a block of bodies: all of them side by side, then again those that failed.
#ifndef WEND_MOTION_ORCA_BLOCK_H
#define WEND_MOTION_ORCA_BLOCK_H

#include "motion/orca_program.h"

static inline uint32_t max_of(const uint8_t *counts)
{
    uint32_t max = 0;
    for (uint32_t lane = 0; lane < LANES; ++lane)
        max = max < counts[lane] ? counts[lane] : max;
    return max;
}

static inline program program_at(const orca_job *job, uint32_t begin, uint32_t i,
                                 const orca_scratch *scratch)
{
    const orca_crowd *crowd = job->crowd;
    program p = {.soft = scratch->soft,
                 .hard = scratch->hard,
                 .at = i - begin,
                 .soft_rows = max_of(scratch->soft_count + (i - begin)),
                 .hard_rows = max_of(scratch->hard_count + (i - begin)),
                 .ax = lanes_load(crowd->ax + i),
                 .ay = lanes_load(crowd->ay + i),
                 .bx = lanes_load(crowd->bx + i),
                 .by = lanes_load(crowd->by + i),
                 .bias = lanes_load(crowd->bias + i),
                 .speed = lanes_load(crowd->max_speed + i)};
    p.epsilon = p.speed * lanes_all(PROGRAM_EPSILON);
    return p;
}

static inline float lane_of(lanes_f a, uint32_t lane)
{
    float lanes[LANES];
    lanes_store(lanes, a);
    return lanes[lane];
}

// Copies a body's half-planes to a lane of the packed rows.
static uint32_t pack(const orca_rows *rows, uint32_t count, uint32_t at, orca_rows *packed,
                     uint32_t lane)
{
    for (uint32_t k = 0; k < count; ++k) {
        packed[k].nx[lane] = rows[k].nx[at];
        packed[k].ny[lane] = rows[k].ny[at];
        packed[k].c[lane] = rows[k].c[at];
    }
    return count;
}

static void fill(orca_rows *packed, uint32_t from, uint32_t to, uint32_t lane)
{
    for (uint32_t k = from; k < to; ++k) {
        packed[k].nx[lane] = packed[k].ny[lane] = 0;
        packed[k].c[lane] = ORCA_NO_PLANE;
    }
}

// Solves the bodies that failed, packed side by side: they are few in most blocks, so the other
// lanes would be wasted.
static void solve_failed(const orca_job *job, uint32_t begin, orca_scratch *scratch)
{
    const orca_crowd *crowd = job->crowd;
    for (uint32_t first = 0; first < scratch->failed_count; first += LANES) {
        const uint32_t *failed = scratch->failed + first;
        uint32_t lanes = scratch->failed_count - first;
        lanes = lanes < LANES ? lanes : LANES;
        float ax[LANES] = {0}, ay[LANES] = {0}, bx[LANES] = {0}, by[LANES] = {0}, bias[LANES] = {0},
              speed[LANES] = {0};
        uint32_t soft[LANES] = {0}, hard[LANES] = {0};
        program p = {.soft = scratch->packed_soft, .hard = scratch->packed_hard};
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            uint32_t i = failed[lane], at = i - begin;
            ax[lane] = crowd->ax[i];
            ay[lane] = crowd->ay[i];
            bx[lane] = crowd->bx[i];
            by[lane] = crowd->by[i];
            bias[lane] = crowd->bias[i];
            speed[lane] = crowd->max_speed[i];
            soft[lane] =
                pack(scratch->soft, scratch->soft_count[at], at, scratch->packed_soft, lane);
            hard[lane] =
                pack(scratch->hard, scratch->hard_count[at], at, scratch->packed_hard, lane);
            p.soft_rows = p.soft_rows < soft[lane] ? soft[lane] : p.soft_rows;
            p.hard_rows = p.hard_rows < hard[lane] ? hard[lane] : p.hard_rows;
        }
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            fill(scratch->packed_soft, soft[lane], p.soft_rows, lane);
            fill(scratch->packed_hard, hard[lane], p.hard_rows, lane);
        }
        p.ax = lanes_load(ax);
        p.ay = lanes_load(ay);
        p.bx = lanes_load(bx);
        p.by = lanes_load(by);
        p.bias = lanes_load(bias);
        p.speed = lanes_load(speed);
        p.epsilon = p.speed * lanes_all(PROGRAM_EPSILON);
        p.vx = p.vy = lanes_all(0); // feasible for walls
        least_violation(&p, lanes_less(lanes_all(0), p.speed));
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            crowd->vx[job->now ^ 1][failed[lane]] = lane_of(p.vx, lane);
            crowd->vy[job->now ^ 1][failed[lane]] = lane_of(p.vy, lane);
        }
    }
}

static void programs(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    const orca_crowd *crowd = job->crowd;
    scratch->failed_count = 0;
    for (uint32_t i = begin; i < end; i += LANES) {
        program p = program_at(job, begin, i, scratch);
        uint32_t failed = lanes_bits(solve(&p, lanes_load(crowd->wedge + i)));
        lanes_store(crowd->vx[job->now ^ 1] + i, p.vx);
        lanes_store(crowd->vy[job->now ^ 1] + i, p.vy);
        for (; failed; failed &= failed - 1)
            scratch->failed[scratch->failed_count++] = i + (uint32_t)__builtin_ctz(failed);
    }
    solve_failed(job, begin, scratch);
}

#endif
