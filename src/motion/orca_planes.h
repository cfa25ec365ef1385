// SPDX-License-Identifier: MIT
// The half-planes of velocities that avoid each neighbour (van den Berg et al. 2011, §4; full
// citation in wend/orca.h), in lanes of bodies.
//
// p is the relative position of the other body, w the relative velocity seen from the centre of the
// cut-off circle. If w points to the round end of the circle, the nearest exit is along w;
// otherwise it is off the nearer leg of the cone. Overlapping bodies have one substep to separate.
// In w (and only there) p is rotated a little, in the same sense for both: head-on and aligned they
// would otherwise wait for each other forever.
#ifndef WEND_MOTION_ORCA_PLANES_H
#define WEND_MOTION_ORCA_PLANES_H

#include "core/lanes.h"
#include "motion/orca.h"

/// Squared length of w below which there is no direction to separate in. [Units: m^2/s^2]
#define NO_DIRECTION 1e-12f

typedef struct pair {
    lanes_f px, py;   ///< relative position of the other body
    lanes_f vrx, vry; ///< velocity relative to it
    lanes_f radii;
    lanes_f share;
    lanes_f along;   ///< pedestrians: cosine of the angle between both directions
    lanes_f ordered; ///< pedestrians: share unless they overlap
} pair;

static inline pair relative_to(const orca_job *job, uint32_t i, lanes_i other)
{
    const orca_crowd *crowd = job->crowd;
    const int32_t *x = crowd->x[job->now], *y = crowd->y[job->now];
    const float *vx = crowd->vx[job->now], *vy = crowd->vy[job->now];
    lanes_f unit = lanes_all(crowd->unit);
    pair it;
    it.px = lanes_to_f(lanes_gather_i(x, other) - lanes_load_i(x + i)) * unit;
    it.py = lanes_to_f(lanes_gather_i(y, other) - lanes_load_i(y + i)) * unit;
    it.vrx = lanes_load(vx + i) - lanes_gather(vx, other);
    it.vry = lanes_load(vy + i) - lanes_gather(vy, other);
    it.radii = (lanes_load(crowd->radius + i) + lanes_gather(crowd->radius, other)) *
               lanes_all(job->enlargement);
    if (crowd->equal_shares) {
        it.share = lanes_all(0.5f);
    } else {
        lanes_f mine = lanes_load(crowd->share + i), sum = mine + lanes_gather(crowd->share, other);
        lanes_m some = lanes_less(lanes_all(0), sum);
        it.share = lanes_pick(some, mine / lanes_pick(some, sum, lanes_all(1)), lanes_all(0));
    }
    return it;
}

/// Least weight of an avoidance share of one of two that meet: two that both have the way share it.
#define LEAST_YIELD 0.02f

/// Cosine of the angle between the directions of two pedestrians: from here on they go the same
/// way, and up to here they come from the front.
#define SAME_WAY 0.6f
#define ONCOMING -0.5f

// Pedestrians: of two bodies the one ahead, as both see it, hardly gives way, and of two that meet
// the one that is held up gives way. Found in the first substep and kept for the others.
static inline void order_pair(const orca_job *job, uint32_t i, lanes_i other, size_t at, pair *it)
{
    const orca_crowd *crowd = job->crowd;
    lanes_f ex = lanes_load(crowd->ex + i), ey = lanes_load(crowd->ey + i),
            ox = lanes_gather(crowd->ex, other), oy = lanes_gather(crowd->ey, other);
    lanes_f zero = lanes_all(0), one = lanes_all(1), half = lanes_all(0.5f),
            min = lanes_all(job->rules->ahead_share);
    it->along = ex * ox + ey * oy;
    lanes_f distance2 = it->px * it->px + it->py * it->py;
    lanes_m apart = lanes_less(zero, distance2);
    lanes_f before =
        (it->px * (ex + ox) + it->py * (ey + oy)) / lanes_sqrt(lanes_pick(apart, distance2, one));
    lanes_f mine = lanes_load(crowd->share + i) * lanes_clamp(half + before, min, one),
            its = lanes_gather(crowd->share, other) * lanes_clamp(half - before, min, one);
    lanes_m meet = lanes_less(it->along, lanes_all(ONCOMING));
    if (lanes_any(meet)) {
        lanes_f yields = lanes_all(job->rules->held_yields), least = lanes_all(LEAST_YIELD);
        lanes_f my_way = yields * (one - lanes_load(crowd->held + i)),
                its_way = yields * (one - lanes_gather(crowd->held, other));
        mine *= lanes_pick(meet, lanes_max(one - my_way, least), one);
        its *= lanes_pick(meet, lanes_max(one - its_way, least), one);
    }
    lanes_f sum = mine + its;
    lanes_m some = lanes_less(zero, sum);
    it->ordered = lanes_pick(some, mine / lanes_pick(some, sum, one), zero);
    lanes_store(crowd->pair_share + at, it->ordered);
    lanes_store(crowd->pair_along + at, it->along);
}

// Bodies at the same position with the same velocity: rare, so one at a time. Each is pushed in its
// own direction; one direction for both would leave a pile of three unchanged.
static void part_pile(const orca_job *job, uint32_t i, lanes_i other, uint32_t lanes,
                      orca_rows *row, uint32_t at, lanes_f push)
{
    const orca_crowd *crowd = job->crowd;
    int32_t others[LANES];
    float pushes[LANES];
    lanes_store_i(others, other);
    lanes_store(pushes, push);
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        wend_vec2 n = wend_orca_escape(crowd->slot[i + lane], crowd->slot[others[lane]]);
        row->nx[at + lane] = (float)n.x;
        row->ny[at + lane] = (float)n.y;
        row->c[at + lane] = row->nx[at + lane] * crowd->vx[job->now][i + lane] +
                            row->ny[at + lane] * crowd->vy[job->now][i + lane] + pushes[lane];
    }
}

/// Bodies of ORCA; pedestrians in the first substep and in the others.
typedef enum plane_kind { PLANES_PLAIN, PLANES_FIRST, PLANES_AGAIN } plane_kind;

// One row for the bodies from i on, at index `at` in the block; `k` is that of the neighbour.
static inline void plane_row(const orca_job *job, plane_kind kind, uint32_t i, uint32_t k,
                             lanes_i other, lanes_m there, orca_rows *row, uint32_t at)
{
    const orca_crowd *crowd = job->crowd;
    pair it = relative_to(job, i, other);
    lanes_f px = it.px, py = it.py, zero = lanes_all(0);
    lanes_f inverse_horizon = lanes_load(crowd->inverse_horizon + i),
            angle = lanes_all(job->symmetry_angle);
    lanes_f distance2 = px * px + py * py, radii2 = it.radii * it.radii;
    lanes_m overlap = lanes_at_most(distance2, radii2);
    if (kind != PLANES_PLAIN) {
        size_t entry = orca_entry(i, k);
        if (kind == PLANES_FIRST) {
            order_pair(job, i, other, entry, &it);
        } else {
            it.ordered = lanes_load(crowd->pair_share + entry);
            it.along = lanes_load(crowd->pair_along + entry);
        }
        it.share = lanes_pick(overlap, it.share, it.ordered);
        inverse_horizon =
            lanes_pick(lanes_less(it.along, lanes_all(SAME_WAY)), inverse_horizon,
                       lanes_max(inverse_horizon, lanes_all(job->rules->inverse_horizon)));
        angle = lanes_pick(lanes_less(it.along, lanes_all(ONCOMING)),
                           lanes_all(job->rules->keep_right), angle);
    }
    lanes_f per_time = lanes_pick(overlap, lanes_all(job->inverse_step), inverse_horizon);
    lanes_f symmetry_angle = lanes_pick(overlap, zero, angle);
    lanes_f wx = it.vrx - (px - symmetry_angle * py) * per_time,
            wy = it.vry - (py + symmetry_angle * px) * per_time;
    lanes_f w2 = wx * wx + wy * wy, w = lanes_sqrt(w2), towards = wx * px + wy * py;
    lanes_m round =
        overlap | (lanes_less(towards, zero) & lanes_less(radii2 * w2, towards * towards));

    lanes_f per_w = lanes_all(1) / w, out = it.radii * per_time - w;
    lanes_f leg = lanes_sqrt(lanes_max(distance2 - radii2, zero));
    leg = lanes_pick(lanes_less(zero, px * wy - py * wx), leg, -leg); // left or right leg
    lanes_f per_distance2 = lanes_all(1) / distance2;
    lanes_f nx = lanes_pick(round, wx * per_w, -(px * it.radii + py * leg) * per_distance2),
            ny = lanes_pick(round, wy * per_w, (px * leg - py * it.radii) * per_distance2);
    lanes_f change = lanes_pick(round, out, -(nx * it.vrx + ny * it.vry));
    lanes_f c = nx * lanes_load(crowd->vx[job->now] + i) +
                ny * lanes_load(crowd->vy[job->now] + i) + it.share * change;
    there = there & lanes_less(zero, it.share); // A body that never yields ignores all others
    lanes_store(row->nx + at, lanes_pick(there, nx, zero));
    lanes_store(row->ny + at, lanes_pick(there, ny, zero));
    lanes_store(row->c + at, lanes_pick(there, c, lanes_all(ORCA_NO_PLANE)));
    uint32_t piled = lanes_bits(there & round & lanes_less(w2, lanes_all(NO_DIRECTION)));
    if (piled)
        part_pile(job, i, other, piled, row, at, it.share * out);
}

static inline void planes_of(const orca_job *job, plane_kind kind, uint32_t begin, uint32_t end,
                             orca_scratch *scratch)
{
    const orca_crowd *crowd = job->crowd;
    // Also beyond the end: walls are added to whole tiles.
    memset(scratch->soft_count, 0, sizeof scratch->soft_count);
    memset(scratch->hard_count, 0, sizeof scratch->hard_count);
    for (uint32_t i = begin; i < end; i += LANES) {
        const int32_t *tile = crowd->neighbours + orca_entry(i, 0);
        int32_t counts[LANES];
        uint32_t rows = 0;
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            uint8_t count = i + lane < end ? crowd->neighbour_count[i + lane] : 0;
            counts[lane] = count;
            scratch->soft_count[i - begin + lane] = count;
            rows = rows < count ? count : rows;
        }
        lanes_i count = lanes_load_i(counts);
        for (uint32_t k = 0; k < rows; ++k)
            plane_row(job, kind, i, k, lanes_load_i(tile + k * ORCA_TILE),
                      lanes_less_i(lanes_all_i((int32_t)k), count), &scratch->soft[k], i - begin);
    }
}

static void planes(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    if (!job->rules)
        planes_of(job, PLANES_PLAIN, begin, end, scratch);
    else if (job->first)
        planes_of(job, PLANES_FIRST, begin, end, scratch);
    else
        planes_of(job, PLANES_AGAIN, begin, end, scratch);
}

#endif
