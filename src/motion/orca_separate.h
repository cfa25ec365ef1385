// SPDX-License-Identifier: MIT
// Pushes bodies that overlap apart, in lanes of bodies. Where half-planes contradict each other,
// the velocity that violates them least lets bodies overlap by up to a few centimetres; the
// velocities of the next substeps would separate them, but a step should not end like that.
#ifndef WEND_MOTION_ORCA_SEPARATE_H
#define WEND_MOTION_ORCA_SEPARATE_H

#include "core/lanes.h"
#include "motion/orca.h"

// Writes the pushes of a block's bodies. Each of two bodies moves by its share of their overlap.
static void separate(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    const orca_crowd *crowd = job->crowd;
    const int32_t *x = crowd->x[job->now], *y = crowd->y[job->now];
    lanes_f zero = lanes_all(0), one = lanes_all(1), unit = lanes_all(crowd->unit);
    for (uint32_t i = begin; i < end; i += LANES) {
        const int32_t *tile = crowd->neighbours + orca_entry(i, 0);
        int32_t counts[LANES];
        uint32_t rows = 0;
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            uint8_t count = i + lane < end ? crowd->neighbour_count[i + lane] : 0;
            counts[lane] = count;
            rows = rows < count ? count : rows;
        }
        lanes_i count = lanes_load_i(counts), px = lanes_load_i(x + i), py = lanes_load_i(y + i);
        lanes_f radius = lanes_load(crowd->radius + i), share = lanes_load(crowd->share + i);
        lanes_f push_x = zero, push_y = zero;
        for (uint32_t k = 0; k < rows; ++k) {
            lanes_i other = lanes_load_i(tile + k * ORCA_TILE);
            lanes_f dx = lanes_to_f(px - lanes_gather_i(x, other)) * unit,
                    dy = lanes_to_f(py - lanes_gather_i(y, other)) * unit,
                    radii = radius + lanes_gather(crowd->radius, other);
            lanes_f distance2 = dx * dx + dy * dy;
            lanes_m overlap = lanes_less_i(lanes_all_i((int32_t)k), count) &
                              lanes_less(distance2, radii * radii) & lanes_less(zero, distance2);
            if (!lanes_any(overlap))
                continue;
            lanes_f sum = share + lanes_gather(crowd->share, other);
            overlap &= lanes_less(zero, sum);
            lanes_f distance = lanes_sqrt(lanes_pick(overlap, distance2, one));
            lanes_f part = (radii - distance) / distance * share / lanes_pick(overlap, sum, one);
            part = lanes_pick(overlap, part, zero);
            push_x += dx * part;
            push_y += dy * part;
        }
        lanes_store(scratch->push_x + (i - begin), push_x);
        lanes_store(scratch->push_y + (i - begin), push_y);
    }
}

#endif
