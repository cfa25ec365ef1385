// SPDX-License-Identifier: MIT
// The hinged box (Kamphuis and Overmars 2003, §3.3): along one axis to `via`, bent there, and along
// the other.
//
// The spine follows a track: straight, an arc, straight. The arc touches both axes and has half of
// the width as its radius r, the minimum for a spine; the inner side of the shape then has a corner
// that turns around one point, and its area is constant by Guldin's rule. With a bend by p,
//
//     the arc begins       t = r tan(p / 2)      from via,
//     it is                r p                   long,
//     and shorter by 2 e,  e = t - r p / 2       than the path by via.
//
// A point on the track is identified by x: metres along it, 0 in the middle of the arc; x = e - y
// for a point y before via, and y - e for one y beyond. A shape covers x +- half of its spine. Its
// motion has three phases; the first and the last mirror each other:
// - Fold, if the pose extends into the bend: the track is bent, from where it touches the shape to
//   the whole angle, while the part on the pose's own axis stands still.
// - Slide: x moves from one pose's value to the other's, while the spine lengthens and shortens.
// - Unfold.
//
// All of its spines run from the arm of the start to that of the end, so that points carried in the
// frame of the shape are never mirrored.
//
// Speed: in a slide a point of the spine moves by dx, half of the change of the length, and (1 /
// cos(p / 2) - 1) dr, since the track itself moves as r changes, most in the middle of the arc. In
// a fold the free end of the spine is fastest; on the other arm, y beyond via, it moves with
// sqrt(y^2 + (r tan^2(p / 2))^2) dp, and in the arc, u from its begin, with r sin(u / 2r) / cos^2(p
// / 2) dp.
#include "core/angle.h"
#include "group/motion.h"
#include "wend/vec2.h"

/// Maximum bend: beyond it both arms would run beside each other, and the arc would begin more than
/// 3.7 half widths before via. The path by via is then up to 3.9 times the straight one. 150
/// degrees. [Units: rad]
#define SHARPEST (WEND_HALF_PI * 5 / 3)

static double tangent(double angle)
{
    double s, c;
    wend_sin_cos(angle, &s, &c);
    return s / c;
}

// ---- tracks -------------------------------------------------------------------------------------

/// A track, as seen from one of the arms.
typedef struct track {
    wend_vec2 via, out; // direction of this arm from via
    wend_vec2 other;    // direction of the other arm
    wend_vec2 centre;   // centre of the arc
    int turn;           // its sense
    double radius;
    double arc;  // half of its length
    double save; // the saving e
} track;

static track track_of(wend_vec2 via, wend_vec2 out, double bend, double radius)
{
    double s, c, begin = radius * tangent(fabs(bend) / 2);
    wend_sin_cos(bend, &s, &c);
    track made = {.via = via,
                  .out = out,
                  .other = wend_rotate(out, -c, -s),
                  .turn = bend > 0 ? 1 : -1,
                  .radius = radius,
                  .arc = radius * fabs(bend) / 2};
    made.save = begin - made.arc;
    wend_vec2 inside = {made.turn * out.y, made.turn * -out.x};
    made.centre = wend_add_scaled(wend_add_scaled(via, begin, out), radius, inside);
    return made;
}

/// The point at x on piece 0, 1 or 2 of a track.
static wend_vec2 track_at(const track *on, int piece, double x)
{
    if (piece == 0)
        return wend_add_scaled(on->via, on->save - x, on->out);
    if (piece == 2)
        return wend_add_scaled(on->via, on->save + x, on->other);
    double s, c;
    wend_sin_cos(on->turn * (x + on->arc) / on->radius, &s, &c);
    wend_vec2 begin = {on->turn * -on->out.y, on->turn * on->out.x};
    return wend_add_scaled(on->centre, on->radius, wend_rotate(begin, c, s));
}

/// The shape of that area whose middle is at x. width: that of the whole group's shape there.
static wend_group_shape shape_on(const track *on, double area, double x, double width)
{
    double half = wend_group_spine(area, width) / 2, min = WEND_GROUP_ROUND * width;
    double cuts[] = {x - half, fmin(fmax(-on->arc, x - half), x + half),
                     fmin(fmax(on->arc, x - half), x + half), x + half};
    wend_group_shape shape = {.width = fmin(width, wend_group_disc_width(area))};
    for (int i = 0; i < 3; ++i) {
        if (cuts[i + 1] - cuts[i] <= min)
            continue;
        wend_vec2 a = shape.count ? shape.spine[shape.count - 1].b : track_at(on, i, cuts[i]);
        wend_vec2 b = track_at(on, i, cuts[i + 1]);
        shape.spine[shape.count++] =
            (wend_path_piece){a, b, i == 1 ? on->centre : a, i == 1 ? on->turn : 0};
    }
    if (shape.count == 0) {
        wend_vec2 at = track_at(on, x < -on->arc ? 0 : x > on->arc ? 2 : 1, x);
        shape.spine[shape.count++] = (wend_path_piece){at, at, at, 0};
    }
    return shape;
}

// ---- folds --------------------------------------------------------------------------------------

/// Speed of a point per radian of bend, `reach` beyond via when the track is flat.
static double fold_rate(double reach, double radius, double bend)
{
    double t = tangent(bend / 2), u = reach + radius * t;
    if (u <= 0)
        return 0;
    if (u <= radius * bend)
        return radius * (1 + t * t) * wend_sin(u / (2 * radius));
    double y = reach + radius * (2 * t - bend), along = radius * t * t;
    return sqrt(y * y + along * along);
}

/// Sets where the fold of a pose of that width and spine begins and the lengths of its parts. The
/// rate increases with the bend, so the rate at the end of a part is its maximum. Returns the path
/// length of the middle, or an upper bound of it.
static double measure_fold(wend_group_arm *arm, double spine, double width, double bend)
{
    double radius = width / 2, reach = spine / 2 - arm->middle, path_length = 0, along = 0;
    arm->flat = reach < 0 ? fmin(bend, 2 * wend_atan2(-reach, radius)) : 0;
    double step = (bend - arm->flat) / WEND_GROUP_FOLDS;
    for (int i = 0; i < WEND_GROUP_FOLDS; ++i) {
        double angle = i + 1 < WEND_GROUP_FOLDS ? arm->flat + (i + 1) * step : bend;
        along += step * fold_rate(reach, radius, angle);
        path_length += step * fold_rate(-arm->middle, radius, angle);
        arm->folds[i] = along;
    }
    return path_length;
}

/// The same shape with its spine reversed.
static wend_group_shape turned_round(const wend_group_shape *shape)
{
    wend_group_shape back = *shape;
    for (uint32_t i = 0; i < shape->count; ++i) {
        const wend_path_piece *piece = &shape->spine[shape->count - 1 - i];
        back.spine[i] = (wend_path_piece){piece->b, piece->a,
                                          piece->turn ? piece->corner : piece->b, -piece->turn};
    }
    return back;
}

/// The shape at distance `along` from the pose into its fold.
static wend_group_shape fold_shape(const wend_group_motion *motion, int end, double area,
                                   double along)
{
    const wend_group_arm *arm = &motion->arms[end];
    int i = 0;
    while (i + 1 < WEND_GROUP_FOLDS && along >= arm->folds[i])
        ++i;
    double begin = i > 0 ? arm->folds[i - 1] : 0;
    double part = (i + (along - begin) / (arm->folds[i] - begin)) / WEND_GROUP_FOLDS;
    double bend = arm->flat + (fabs(motion->bend) - arm->flat) * part;
    // Seen from the other arm it bends in the other direction.
    bool left = end == 0 ? motion->bend > 0 : motion->bend < 0;
    double width = end == 0 ? motion->from.width : motion->to.width;
    track on = track_of(motion->via, arm->out, left ? bend : -bend, width / 2);
    wend_group_shape shape = shape_on(&on, area, on.save - arm->middle, width);
    return end == 0 ? shape : turned_round(&shape);
}

// ---- slides -------------------------------------------------------------------------------------

/// The saving of the track, relative to its radius.
static double saved(double bend)
{
    return tangent(fabs(bend) / 2) - fabs(bend) / 2;
}

/// The pose with its spine along `ahead`: half a turn more is the same shape.
static wend_group_pose headed(const wend_group_pose *pose, wend_vec2 ahead)
{
    wend_group_pose made = *pose;
    double s, c;
    wend_sin_cos(pose->angle, &s, &c);
    if (c * ahead.x + s * ahead.y < 0)
        made.angle += 2 * WEND_HALF_PI;
    return made;
}

/// The x of both poses.
static void slide_ends(const wend_group_motion *motion, double save, double ends[2])
{
    ends[0] = motion->from.width / 2 * save - motion->arms[0].middle;
    ends[1] = motion->arms[1].middle - motion->to.width / 2 * save;
}

static wend_group_shape slide_shape(const wend_group_motion *motion, double area, double along)
{
    double part, ends[2], spine = wend_group_slide_at(motion, along, &part);
    slide_ends(motion, saved(motion->bend), ends);
    double width = wend_group_width(motion->area, spine);
    track on = track_of(motion->via, motion->arms[0].out, motion->bend, width / 2);
    return shape_on(&on, area, ends[0] + (ends[1] - ends[0]) * part, width);
}

wend_group_shape wend_group_hinge_shape(const wend_group_motion *motion, double area, double along)
{
    double fold = motion->arms[0].folds[WEND_GROUP_FOLDS - 1], left = motion->length - along;
    if (along < fold)
        return fold_shape(motion, 0, area, along);
    if (left < motion->arms[1].folds[WEND_GROUP_FOLDS - 1])
        return fold_shape(motion, 1, area, left);
    return slide_shape(motion, area, along - fold);
}

/// The length of a ramp. With a, half of the change of the spine, and k, the thinning, the track
/// moves by up to `shift` k a, and the shape on it by (1 - k) a where it lengthens and k a where it
/// widens. The rate along the ramp is linear in k as well, so the sum is maximal at one of the
/// ends.
static double ramp_length(const wend_group_motion *motion, double first, double last,
                          double path_length, double shift)
{
    double max = 0;
    for (int i = 0; i < 2; ++i) {
        double spine = i == 0 ? first : last, k = wend_group_thinning(motion->area, spine);
        max = fmax(max, path_length * wend_group_ramp_rate(motion, first, last, spine) +
                            (shift * k + fmax(1 - k, k)) * fabs(last - first) / 2);
    }
    return max;
}

static void measure_slide(wend_group_motion *motion, double path_length)
{
    const double *spines = motion->spines, *ramps = motion->ramps;
    double shift = 1 / wend_cos(motion->bend / 2) - 1;
    motion->slides[0] = ramp_length(motion, spines[0], spines[1], ramps[0] * path_length, shift);
    motion->slides[1] = motion->slides[0] + (1 - ramps[0] - ramps[1]) * path_length;
    motion->slides[2] = motion->slides[1] +
                        ramp_length(motion, spines[1], spines[2], ramps[1] * path_length, shift);
}

bool wend_group_hinge(const wend_group_metric *metric, wend_group_size size,
                      const wend_group_pose *first, const wend_group_pose *last, wend_vec2 via,
                      const wend_vec2 outs[2], wend_group_squeeze squeeze,
                      wend_group_motion *motion)
{
    double bend =
        wend_atan2(outs[0].y * outs[1].x - outs[0].x * outs[1].y, -wend_dot(outs[0], outs[1]));
    if (!(fabs(bend) <= SHARPEST))
        return false;
    wend_vec2 in = {-outs[0].x, -outs[0].y};
    *motion = (wend_group_motion){.from = headed(first, in),
                                  .to = headed(last, outs[1]),
                                  .kind = WEND_GROUP_HINGE,
                                  .area = size.area,
                                  .via = via,
                                  .bend = bend};
    double spines[2], fold_length = 0, ends[2];
    for (int i = 0; i < 2; ++i) {
        const wend_group_pose *pose = i == 0 ? first : last;
        wend_group_arm *arm = &motion->arms[i];
        arm->out = outs[i];
        arm->middle = wend_dot(wend_sub(pose->centre, via), outs[i]);
        spines[i] = wend_group_spine(size.area, pose->width);
        fold_length += measure_fold(arm, spines[i], pose->width, fabs(bend));
    }
    slide_ends(motion, saved(bend), ends);
    double path_length = fabs(ends[1] - ends[0]);
    wend_group_slide_set(motion, spines[0], spines[1], size.min_width, path_length, squeeze);
    measure_slide(motion, path_length);
    motion->length = motion->arms[0].folds[WEND_GROUP_FOLDS - 1] + motion->slides[2] +
                     motion->arms[1].folds[WEND_GROUP_FOLDS - 1];
    // At least the straight distance, so that it is a bound for searches.
    wend_vec2 straight = wend_sub(last->centre, first->centre);
    motion->path_length = fmax(path_length + fold_length, wend_length(straight));
    motion->cost = motion->path_length + metric->turn * fabs(bend) +
                   metric->deform * wend_group_slide_deformed(motion);
    return true;
}
