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
// The parameter of a motion is metres along it, 0..length, and the shape moves no faster than the
// parameter: every point of the shape at s lies within |s - t| of the shape at t. So a shape with
// clearance c at s is free of walls all over (s - c, s + c).
#ifndef WEND_GROUP_MOTION_H
#define WEND_GROUP_MOTION_H

#include "wend/group_plan.h"

typedef enum wend_group_motion_kind {
    WEND_GROUP_BOX,
    WEND_GROUP_HINGE,
} wend_group_motion_kind;

/// How a shape gets narrow on a slide. Evenly: its spine goes straight on from the one length to
/// the other. Else it gets as narrow as it can, in one of several ways to do so (motion.c).
typedef uint32_t wend_group_squeeze;
enum { WEND_GROUP_EVEN = 0, WEND_GROUP_SQUEEZES = 5 };

/// A fold is cut into so many parts: the farther it is bent, the faster its end moves.
enum { WEND_GROUP_FOLDS = 4 };

/// How a pose hangs on a hinge. Both ends of a motion look the same: from `via` outwards.
typedef struct wend_group_arm {
    wend_vec2 out;                  ///< direction of its axis, from via on
    double middle;                  ///< of the pose, so far out
    double flat;                    ///< it is folded from this angle on, to the bend [Units: rad]
    double folds[WEND_GROUP_FOLDS]; ///< parameter where each part ends, from the pose on
} wend_group_arm;

typedef struct wend_group_motion {
    wend_group_pose from, to;
    wend_group_motion_kind kind;
    double area; ///< that it was made for
    // A slide is all of a box's motion, and what is between folds of a hinge. It has three parts:
    // ramps in which the length of the spine changes evenly, and between them it is constant.
    wend_group_squeeze squeeze;
    double spines[3]; ///< length at its start, in the middle part, at its end; negative: across
    double ramps[2];  ///< the ramps' parts of the way
    double slides[3]; ///< parameter where each part ends, from the start of the slide on
    // A box.
    double turn; ///< by which it turns
    // A hinge.
    wend_vec2 via;
    double bend;            ///< from the axis of `from`, inwards, to that of `to`, outwards
    wend_group_arm arms[2]; ///< of from and to
    // Both.
    double length; ///< the shape moves no farther than this
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
enum { WEND_GROUP_MOST_MOTIONS = 3 * WEND_GROUP_SQUEEZES };
uint32_t wend_group_local_motions(wend_group_local local, const wend_group_metric *metric,
                                  wend_group_size size, const wend_group_pose *from,
                                  const wend_group_pose *to,
                                  wend_group_motion motions[WEND_GROUP_MOST_MOTIONS]);

/// The shape of that area so far along a motion. (An area smaller than that which the motion was
/// made for: as wide with a shorter spine, hence always in the shape of the whole area; and a disc
/// where it would be wider than that.)
wend_group_shape wend_group_motion_shape(const wend_group_motion *motion, double area,
                                         double along);

/// True if the shape is free all along the motion: proven part by part, each of which moves no
/// point by more than its clearance. A motion is refused where a shape nearer to a wall than
/// `slack` is met; without it the proof of one that comes close to a wall would take long.
bool wend_group_motion_is_free(const wend_group_motion *motion, double area,
                               wend_group_walls *walls, double slack);

/// The same for the part from one place along it to another. [Limit: 0 <= from <= to <= length]
bool wend_group_motion_part_is_free(const wend_group_motion *motion, double area, double from,
                                    double to, wend_group_walls *walls, double slack);

/// The same motion the other way round.
wend_group_motion wend_group_motion_reversed(const wend_group_motion *motion);

/// A plan of motions, one after the other, for shapes of that area. NULL: out of memory. (plan.c)
/// [Limit: count >= 1]
wend_group_plan *wend_group_plan_make(const wend_group_motion *motions, uint32_t count, double area,
                                      const wend_allocator *allocator);

/// A motion of a plan, and where it begins along it. (plan.c)
const wend_group_motion *wend_group_plan_motion(const wend_group_plan *plan, uint32_t motion,
                                                double *begin);

/// wend_group_plan_carry for many places, in place. (plan.c)
void wend_group_plan_carry_all(const wend_group_plan *plan, double from, double to,
                               wend_vec2 *places, uint32_t count);

/// The motion that the plan is in so far along it. (plan.c)
uint32_t wend_group_plan_motion_at(const wend_group_plan *plan, double along);

// ---- what both kinds have in common -------------------------------------------------------------

/// A spine shorter than this part of the disc's width counts as none: then a shape has any angle.
/// Far below the tolerance of a floor, far above rounding.
#define WEND_GROUP_ROUND 1e-11
bool wend_group_is_round(double area, double width);

/// The shape of a pose, of any area: a disc where the pose is too wide for that.
wend_group_shape wend_group_pose_shape(const wend_group_pose *pose, double area);

/// What a shape's spine does to its width: width / 2 gets smaller by this for each metre that half
/// of the spine gets longer. 2 / pi for a disc, less the longer it is.
double wend_group_thinning(double area, double spine);

/// How far a shape with a spine that long is from end to end.
double wend_group_extent(double area, double spine);

/// Sets the spines and ramps of a slide over that way. first, last: the length of the spine at its
/// ends, or the last one negative, if that is across (then it goes straight on).
void wend_group_slide_set(wend_group_motion *motion, double first, double last, double least_width,
                          double way, wend_group_squeeze squeeze);

/// How fast a ramp is gone along where the spine is that long, over its mean: evenly, or as the
/// shape gets longer from end to end.
double wend_group_ramp_rate(const wend_group_motion *motion, double first, double last,
                            double spine);

/// The length of the spine (negative: across) and the part 0..1 of the slide, so far along it.
double wend_group_slide_at(const wend_group_motion *motion, double along, double *part);

/// By how much the shape gets longer and shorter in all of it.
double wend_group_slide_deformed(const wend_group_motion *motion);

// ---- the two kinds ------------------------------------------------------------------------------

/// motion_box.c: straight on; and turning the other way while width and length are exchanged.
wend_group_motion wend_group_box(const wend_group_metric *metric, wend_group_size size,
                                 const wend_group_pose *from, const wend_group_pose *to,
                                 wend_group_squeeze squeeze);
wend_group_motion wend_group_box_exchanged(const wend_group_metric *metric, wend_group_size size,
                                           const wend_group_pose *from, const wend_group_pose *to);
wend_group_shape wend_group_box_shape(const wend_group_motion *motion, double area, double along);

/// motion_hinge.c: a motion by way of `via`, which lies on both axes. outs: their directions from
/// there on. False: it would bend too far.
bool wend_group_hinge(const wend_group_metric *metric, wend_group_size size,
                      const wend_group_pose *from, const wend_group_pose *to, wend_vec2 via,
                      const wend_vec2 outs[2], wend_group_squeeze squeeze,
                      wend_group_motion *motion);
wend_group_shape wend_group_hinge_shape(const wend_group_motion *motion, double area, double along);

#endif
