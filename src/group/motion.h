// SPDX-License-Identifier: MIT
// A motion of a shape from one pose to another, as local planners find them (Kamphuis and Overmars
// 2003, §3.3; full citation in wend/group_plan.h).
//
// - A box interpolates all coordinates linearly: centre, angle, and the signed length of its spine.
//   A spine of negative length lies across: the shape of (angle, -l) is that of (angle + 90
//   degrees, l). Rotating in the other direction while width and length are exchanged is therefore
//   a straight line as well; the shape is a disc on the way.
// - A hinge follows the axis of one pose to its intersection `via` with the axis of the other,
//   bends there and follows that. A pose that extends beyond `via` is folded first, and unfolded at
//   the end. In between, the shape may be narrower than at both ends.
// - A snake moves on a track with any number of bends (track.h). It is not a motion between poses:
//   its shapes may be bent at both ends.
//
// The parameter of a motion is metres along it, 0..length, and the shape moves no faster than the
// parameter: every point of the shape at s lies within |s - t| of the shape at t. A shape with
// clearance c at s is therefore free of walls throughout (s - c, s + c).
#ifndef WEND_GROUP_MOTION_H
#define WEND_GROUP_MOTION_H

#include "group/track.h"
#include "wend/group_plan.h"

typedef enum wend_group_motion_kind {
    WEND_GROUP_BOX,
    WEND_GROUP_HINGE,
    WEND_GROUP_ON_TRACK,
    WEND_GROUP_BENDING,
} wend_group_motion_kind;

/// How a shape narrows on a slide. Evenly: its spine changes linearly from one length to the other.
/// Otherwise it becomes as narrow as possible, in one of several ways (motion.c).
typedef uint32_t wend_group_squeeze;
enum { WEND_GROUP_EVEN = 0, WEND_GROUP_SQUEEZES = 5 };

/// Parts of a fold: the farther it is bent, the faster its end moves.
enum { WEND_GROUP_FOLDS = 4 };

/// A pose attached to a hinge. Both ends of a motion are described from `via` outwards.
typedef struct wend_group_arm {
    wend_vec2 out;                  ///< direction of its axis, from via on
    double middle;                  ///< distance of the pose's middle from via
    double flat;                    ///< angle at which folding starts, up to the bend [Units: rad]
    double folds[WEND_GROUP_FOLDS]; ///< parameter at which each part ends, from the pose on
} wend_group_arm;

typedef struct wend_group_motion {
    wend_group_pose from, to;
    wend_group_motion_kind kind;
    double area; ///< area that it was made for
    // A slide is the whole motion of a box, or the part of a hinge between folds. It has three
    // parts: two ramps in which the length of the spine changes, and a constant part between them.
    wend_group_squeeze squeeze;
    /// Spine length at the start, in the middle part, at the end; negative: across
    double spines[3];
    double ramps[2];  ///< fractions of the path taken by the ramps
    double slides[3]; ///< parameter at which each part ends, from the start of the slide on
    // A box.
    double turn; ///< angle of rotation; also of an arc
    // An arc. Its spine at the start and at the end is in `spines`.
    double curves[2]; ///< curvature at the start and at the end; positive: to the left
    // A hinge.
    wend_vec2 via;
    double bend;            ///< from the axis of `from`, inwards, to that of `to`, outwards
    wend_group_arm arms[2]; ///< of from and to
    // A snake: a part of it, which begins at `begin` and may run backwards. Plans own copies.
    const wend_group_snake *snake;
    double begin;
    bool backwards;
    // All.
    double length;      ///< upper bound on the distance moved by the shape
    double path_length; ///< path length of its middle
    double cost;        ///< in the metric
} wend_group_motion;

/// The walls that a motion is checked against.
typedef struct wend_group_walls {
    const wend_floor *floor;
    const wend_group_shape *obstacles; ///< [obstacle_count] Other groups
    uint32_t obstacle_count;
    uint64_t queries; ///< number of clearance queries
} wend_group_walls;

/// Distance of a shape from walls and obstacles, at most limit; 0 or less: it intersects one.
double wend_group_walls_clearance(wend_group_walls *walls, const wend_group_shape *shape,
                                  double limit);

/// The same for a shape known to be on the free side of the walls.
double wend_group_walls_gap(wend_group_walls *walls, const wend_group_shape *shape, double limit);

/// The motions that a local planner would try, the cheapest first. Returns the number written.
enum { WEND_GROUP_MAX_MOTIONS = 3 * WEND_GROUP_SQUEEZES };
uint32_t wend_group_local_motions(wend_group_local local, const wend_group_metric *metric,
                                  wend_group_size size, const wend_group_pose *from,
                                  const wend_group_pose *to,
                                  wend_group_motion motions[WEND_GROUP_MAX_MOTIONS]);

/// The shape of that area at distance `along` of a motion. (An area smaller than the motion was
/// made for gives the same width with a shorter spine, hence always a subset of the full shape; and
/// a disc where it would be wider than that.)
wend_group_shape wend_group_motion_shape(const wend_group_motion *motion, double area,
                                         double along);

/// True if the shape is free along the whole motion: proven part by part, each of which moves no
/// point by more than its clearance. A motion is rejected where a shape is closer to a wall than
/// `slack`; otherwise proofs close to a wall would take long.
bool wend_group_motion_is_free(const wend_group_motion *motion, double area,
                               wend_group_walls *walls, double slack);

/// The same for a part of it. [Limit: 0 <= from <= to <= length]
bool wend_group_motion_part_is_free(const wend_group_motion *motion, double area, double from,
                                    double to, wend_group_walls *walls, double slack);

/// The reversed motion.
wend_group_motion wend_group_motion_reversed(const wend_group_motion *motion);

/// True for a disc: it has no direction, and is carried by its middle also where it slides.
bool wend_group_shape_is_round(const wend_group_shape *shape);

/// A plan of consecutive motions, for shapes of that area. NULL: out of memory. (plan.c) [Limit:
/// count >= 1]
wend_group_plan *wend_group_plan_make(const wend_group_motion *motions, uint32_t count, double area,
                                      const wend_allocator *allocator);

/// A motion of a plan, and the distance along the plan at which it begins. (plan.c)
const wend_group_motion *wend_group_plan_motion(const wend_group_plan *plan, uint32_t motion,
                                                double *begin);

/// wend_group_plan_carry for many positions, in place. (plan.c)
void wend_group_plan_carry_all(const wend_group_plan *plan, double from, double to,
                               wend_vec2 *positions, uint32_t count);

/// The motion at distance `along` of the plan. (plan.c)
uint32_t wend_group_plan_motion_at(const wend_group_plan *plan, double along);

// ---- common to both kinds -----------------------------------------------------------------------

/// A spine shorter than this fraction of the disc's width counts as none: the shape then has any
/// angle. Far below the tolerance of a floor, far above rounding.
#define WEND_GROUP_ROUND 1e-11
bool wend_group_is_round(double area, double width);

/// The shape of a pose, of any area: a disc where the pose is too wide for it.
wend_group_shape wend_group_pose_shape(const wend_group_pose *pose, double area);

/// Derivative of the width with respect to the spine: width / 2 decreases by this for each metre
/// that half of the spine lengthens. 2 / pi for a disc, less for longer shapes.
double wend_group_thinning(double area, double spine);

/// The end-to-end length of a shape with that spine length.
double wend_group_extent(double area, double spine);

/// Sets the spines and ramps of a slide over that path length. first, last: the length of the spine
/// at its ends; last is negative if it is across (then the change is linear).
void wend_group_slide_set(wend_group_motion *motion, double first, double last, double min_width,
                          double path_length, wend_group_squeeze squeeze);

/// The rate along a ramp where the spine has that length, relative to its mean: even, or
/// proportional to the end-to-end lengthening.
double wend_group_ramp_rate(const wend_group_motion *motion, double first, double last,
                            double spine);

/// The length of the spine (negative: across) and the fraction 0..1 of the slide at distance
/// `along`.
double wend_group_slide_at(const wend_group_motion *motion, double along, double *part);

/// The total lengthening and shortening along a slide.
double wend_group_slide_deformed(const wend_group_motion *motion);

// ---- the two kinds ------------------------------------------------------------------------------

/// motion_box.c: linear; and rotating in the other direction while width and length are exchanged.
wend_group_motion wend_group_box(const wend_group_metric *metric, wend_group_size size,
                                 const wend_group_pose *from, const wend_group_pose *to,
                                 wend_group_squeeze squeeze);
wend_group_motion wend_group_box_exchanged(const wend_group_metric *metric, wend_group_size size,
                                           const wend_group_pose *from, const wend_group_pose *to);
wend_group_shape wend_group_box_shape(const wend_group_motion *motion, double area, double along);

/// motion_hinge.c: a motion via `via`, which lies on both axes. outs: their directions from there
/// on. False: it would bend too far.
bool wend_group_hinge(const wend_group_metric *metric, wend_group_size size,
                      const wend_group_pose *from, const wend_group_pose *to, wend_vec2 via,
                      const wend_vec2 outs[2], wend_group_squeeze squeeze,
                      wend_group_motion *motion);
wend_group_shape wend_group_hinge_shape(const wend_group_motion *motion, double area, double along);

/// motion_bending.c: between shapes whose spines are a line or an arc, or round. False: in between
/// they would be too narrow for their curvature.
bool wend_group_bending(const wend_group_shape *from, const wend_group_shape *to, double area,
                        wend_group_motion *motion);
wend_group_shape wend_group_bending_shape(const wend_group_motion *motion, double area,
                                          double along);
wend_group_motion wend_group_bending_reversed(const wend_group_motion *motion);

// ---- snakes (motion_track.c) --------------------------------------------------------------------

/// A motion along a whole snake. [Limit: the snake has at least one knot]
wend_group_motion wend_group_track_motion(const wend_group_snake *snake, double area);

/// A part of such a motion. [Limit: 0 <= from <= to <= length]
wend_group_motion wend_group_track_part(const wend_group_motion *motion, double from, double to);

wend_group_shape wend_group_track_shape(const wend_group_motion *motion, double area, double along);

/// wend_group_motion_part_is_free for it: proven cell by cell.
bool wend_group_track_is_free(const wend_group_motion *motion, double from, double to,
                              wend_group_walls *walls, double slack);

#endif
