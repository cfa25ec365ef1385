// SPDX-License-Identifier: MIT
// Proof that a motion is free of walls. At a point with clearance c all of (s - c, s + c) is free
// (motion.h), so intervals are tested at their middle: either that proves them, or the rests on
// both sides are tested in turn. The longest come first, since most motions that are not free are
// blocked widely, and a wall is then found soon.
//
// Locating a shape relative to the walls costs as much as measuring its distance. Only the first
// few are located; for the others it follows if all intervals are proven, since no wall then
// separates them from the first.
#include "group/clearance.h"
#include "group/motion.h"

#include <math.h>

/// Fraction of a clearance that is relied on: the rest covers rounding in shapes and distances.
#define TRUSTED (1 - 0x1p-20)

/// Minimum clearance of a proof, in tolerances of the floor; otherwise it would never end.
#define MIN_TOLERANCES 1.0

/// Waiting intervals: first in, first out, but last in, first out while there are more than FEW.
/// Each is shorter than half of its parent, so then at most one per halving is added.
enum { FEW = 64, MAX_WAITING = FEW + 64 };

/// Number of shapes that are located: the middle, and the middles of the rests.
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
    ++walls->queries;
    return least_with_obstacles(walls, shape,
                                wend_group_shape_clearance(walls->floor, shape, limit, NULL, NULL));
}

double wend_group_walls_gap(wend_group_walls *walls, const wend_group_shape *shape, double limit)
{
    ++walls->queries;
    return least_with_obstacles(walls, shape, wend_group_shape_gap(walls->floor, shape, limit));
}

typedef struct interval {
    double from, to;
} interval;

typedef struct waiting {
    interval items[MAX_WAITING]; // A ring
    uint32_t first, count;
} waiting;

static void put(waiting *queue, double from, double to)
{
    if (from < to)
        queue->items[(queue->first + queue->count++) % MAX_WAITING] = (interval){from, to};
}

static interval pop(waiting *queue)
{
    --queue->count;
    if (queue->count >= FEW)
        return queue->items[(queue->first + queue->count) % MAX_WAITING];
    uint32_t first = queue->first;
    queue->first = (first + 1) % MAX_WAITING;
    return queue->items[first];
}

bool wend_group_motion_part_is_free(const wend_group_motion *motion, double area, double from,
                                    double to, wend_group_walls *walls, double slack)
{
    double min = fmax(slack, MIN_TOLERANCES * wend_floor_tolerance(walls->floor));
    if (motion->kind == WEND_GROUP_ON_TRACK)
        return wend_group_track_is_free(motion, from, to, walls, min);
    waiting queue = {.items = {{from, to}}, .count = 1};
    for (int tested = 0; queue.count > 0; ++tested) {
        interval part = pop(&queue);
        double half = (part.to - part.from) / 2, middle = part.from + half;
        wend_group_shape shape = wend_group_motion_shape(motion, area, middle);
        double limit = fmax(min, half) / TRUSTED;
        double clearance = tested < LOCATED ? wend_group_walls_clearance(walls, &shape, limit)
                                            : wend_group_walls_gap(walls, &shape, limit);
        if (!(clearance >= min))
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
