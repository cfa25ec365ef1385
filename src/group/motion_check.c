// SPDX-License-Identifier: MIT
// Is a motion free of walls, all the way? At a place with clearance c all of (s - c, s + c) is free
// (motion.h), so intervals are asked about in their middle: either that proves them, or what is
// left of them on both sides is asked about in turn. The longest come first, since most motions
// that are not free are so by far, and a wall is then found soon.
//
// To ask on which side of the walls a shape is takes as long as to ask how far they are. The first
// few are asked; for the others it follows, if all intervals are proven, since then there is no
// wall between them and the first.
#include "group/clearance.h"
#include "group/motion.h"

#include <math.h>

/// Of a clearance only this part is relied on: the rest is for rounding in shapes and distances.
#define TRUSTED (1 - 0x1p-20)

/// The clearance that a proof needs, in tolerances of the floor; otherwise it would never end.
#define LEAST_TOLERANCES 1.0

/// Intervals that wait: first in, first out, but the last in while there are more than FEW. Each is
/// shorter than half of that which it is a part of, so then they are no more than one a halving.
enum { FEW = 64, MOST = FEW + 64 };

/// So many shapes are asked on which side they are: the middle, and the middles of what is left.
enum { LOCATED = 3 };

static double least_with_obstacles(const wend_group_walls *walls, const wend_group_shape *shape,
                                   double clearance)
{
    for (uint32_t i = 0; i < walls->obstacle_count && clearance > 0; ++i)
        clearance = fmin(clearance, wend_group_shapes_distance(shape, &walls->obstacles[i]));
    return clearance;
}

double wend_group_walls_clearance(wend_group_walls *walls, const wend_group_shape *shape,
                                  double limit)
{
    ++walls->questions;
    return least_with_obstacles(walls, shape,
                                wend_group_shape_clearance(walls->floor, shape, limit, NULL, NULL));
}

/// The same for a shape that is known to be on the free side.
static double gap_of(wend_group_walls *walls, const wend_group_shape *shape, double limit)
{
    ++walls->questions;
    return least_with_obstacles(walls, shape, wend_group_shape_gap(walls->floor, shape, limit));
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
    for (int asked = 0; queue.count > 0; ++asked) {
        interval part = taken(&queue);
        double half = (part.to - part.from) / 2, middle = part.from + half;
        wend_group_shape shape = wend_group_motion_shape(motion, area, middle);
        double limit = fmax(least, half) / TRUSTED;
        double clearance = asked < LOCATED ? wend_group_walls_clearance(walls, &shape, limit)
                                           : gap_of(walls, &shape, limit);
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
