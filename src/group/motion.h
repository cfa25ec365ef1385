// SPDX-License-Identifier: MIT
// A motion of a shape from one pose to another, as local planners find them (Kamphuis and Overmars
// 2003, section 3.3).
//
// - A box goes straight on in all coordinates: centre, angle, and the signed length of its spine. A
//   spine of negative length lies across: the shape of (angle, -l) is that of (angle + 90 degrees,
//   l). So turning the other way while width and length are exchanged is a straight line, too; the
//   shape is a disc on the way.
// - A hinge goes along the axis of the one pose to the place `via` where it crosses that of the
//   other, bends there and goes along this. A pose that reaches beyond `via` is folded first, and
//   unfolded at the end. On the way it may be narrower than at both ends.
//
// The parameter of a motion is metres along it, 0..length, and no point of the shape moves faster
// than the parameter.
#ifndef WEND_GROUP_MOTION_H
#define WEND_GROUP_MOTION_H

#include "wend/group_plan.h"

typedef enum wend_group_motion_kind {
    WEND_GROUP_BOX,
    WEND_GROUP_HINGE,
} wend_group_motion_kind;

typedef struct wend_group_motion {
    wend_group_pose from, to;
    wend_group_motion_kind kind;
    // A box.
    double turn;    ///< by which it turns
    bool exchanged; ///< and its spine ends across
    // A hinge.
    wend_vec2 via;
    double narrow; ///< its width where it is half way
    // Both.
    double length; ///< no point of the shape moves by more
    double way;    ///< of its middle
    double cost;   ///< by the metric
} wend_group_motion;

/// The walls that a motion is checked against.
typedef struct wend_group_walls {
    const wend_floor *floor;
    const wend_group_shape *obstacles; ///< [obstacle_count] other groups
    uint32_t obstacle_count;
    uint64_t questions; ///< how often clearance was asked for
} wend_group_walls;

/// How far a shape is from walls and obstacles, no more than limit; 0 or less: it is in one.
double wend_group_walls_clearance(wend_group_walls *walls, const wend_group_shape *shape,
                                  double limit);

/// The motions that a local planner would try, the cheapest first. Returns how many were written.
enum { WEND_GROUP_MOST_MOTIONS = 6 };
uint32_t wend_group_local_motions(wend_group_local local, const wend_group_metric *metric,
                                  wend_group_size size, const wend_group_pose *from,
                                  const wend_group_pose *to,
                                  wend_group_motion motions[WEND_GROUP_MOST_MOTIONS]);

/// The shape of that area so far along a motion. (An area smaller than that which the motion was
/// planned for: the same with a shorter spine.)
wend_group_shape wend_group_motion_shape(const wend_group_motion *motion, double area,
                                         double along);

/// True if the shape is free all along the motion: proven part by part, each of which moves no
/// point by more than its clearance. Motions that come nearer to a wall than `slack` are refused.
bool wend_group_motion_is_free(const wend_group_motion *motion, double area,
                               wend_group_walls *walls, double slack);

/// The same motion the other way round.
wend_group_motion wend_group_motion_reversed(const wend_group_motion *motion);

/// A plan of motions, one after the other, for shapes of that area. NULL: out of memory. (plan.c)
wend_group_plan *wend_group_plan_make(const wend_group_motion *motions, uint32_t count, double area,
                                      const wend_allocator *allocator);

#endif
