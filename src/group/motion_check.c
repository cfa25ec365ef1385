// SPDX-License-Identifier: MIT
// Is a motion free of walls, all the way? At a place with clearance c all of (s - c, s + c) is free
// (motion.h), so intervals are asked about in their middle: either that proves them, or what is
// left of them on both sides is asked about in turn. The longest come first, since most motions
// that are not free are so by far, and a wall is then found soon.
#include "group/motion.h"

#include <math.h>

/// Of a clearance only this part is relied on: the rest is for rounding in shapes and distances.
#define TRUSTED (1 - 0x1p-20)

/// The clearance that a proof needs, in tolerances of the floor; otherwise it would never end.
#define LEAST_TOLERANCES 1.0

/// Intervals that wait: first in, first out, but the last in while there are more than FEW. Each is
/// shorter than half of that which it is a part of, so then they are no more than one a halving.
enum { FEW = 64, MOST = FEW + 64 };

double wend_group_walls_clearance(wend_group_walls *walls, const wend_group_shape *shape,
                                  double limit)
{
    ++walls->questions;
    double clearance = wend_group_shape_clearance(walls->floor, shape, limit, NULL, NULL);
    for (uint32_t i = 0; i < walls->obstacle_count && clearance > 0; ++i)
        clearance = fmin(clearance, wend_group_shapes_distance(shape, &walls->obstacles[i]));
    return clearance;
}

typedef struct interval {
    double from, to;
} interval;

typedef struct waiting {
    interval items[MOST]; // a ring
    uint32_t first, count;
} waiting;

static void put(waiting *queue, double from, double to)
{
    if (from < to)
        queue->items[(queue->first + queue->count++) % MOST] = (interval){from, to};
}

static interval taken(waiting *queue)
{
    --queue->count;
    if (queue->count >= FEW)
        return queue->items[(queue->first + queue->count) % MOST];
    uint32_t first = queue->first;
    queue->first = (first + 1) % MOST;
    return queue->items[first];
}

bool wend_group_motion_part_is_free(const wend_group_motion *motion, double area, double from,
                                    double to, wend_group_walls *walls, double slack)
{
    double least = fmax(slack, LEAST_TOLERANCES * wend_floor_tolerance(walls->floor));
    waiting queue = {.items = {{from, to}}, .count = 1};
    while (queue.count > 0) {
        interval part = taken(&queue);
        double half = (part.to - part.from) / 2, middle = part.from + half;
        wend_group_shape shape = wend_group_motion_shape(motion, area, middle);
        double clearance = wend_group_walls_clearance(walls, &shape, fmax(least, half / TRUSTED));
        if (!(clearance >= least))
            return false;
        double proven = clearance * TRUSTED;
        put(&queue, part.from, middle - proven);
        put(&queue, middle + proven, part.to);
    }
    return true;
}

bool wend_group_motion_is_free(const wend_group_motion *motion, double area,
                               wend_group_walls *walls, double slack)
{
    return wend_group_motion_part_is_free(motion, area, 0, motion->length, walls, slack);
}
