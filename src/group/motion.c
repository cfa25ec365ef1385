// SPDX-License-Identifier: MIT
// Code common to all kinds of motions: shapes of poses, and the length of the spine along a slide.
#include "group/motion.h"
#include "core/angle.h"

#define PI (2 * WEND_HALF_PI)

/// Maximum fraction of a slide in which a shape narrows, and in which it widens again.
#define LONGEST_RAMP (1.0 / 3)

/// Ways to narrow: while its spine lengthens, the shape advances by this fraction of what would
/// leave its rear end in place. With 1 it needs no space behind, but the most space before the
/// narrow part; with 0 it stands and lengthens to both sides. A shape that fills a square and
/// leaves it by a street needs both, so there are values in between.
static const double moves_on[WEND_GROUP_SQUEEZES] = {0, 1, 0.8, 0.6, 0};

bool wend_group_is_round(double area, double width)
{
    return wend_group_spine(area, width) <= WEND_GROUP_ROUND * wend_group_disc_width(area);
}

wend_group_shape wend_group_pose_shape(const wend_group_pose *pose, double area)
{
    wend_group_pose narrow = *pose;
    narrow.width = fmin(pose->width, wend_group_disc_width(area));
    return wend_group_shape_of(&narrow, area);
}

// From area = width * spine + pi / 4 * width^2.
double wend_group_thinning(double area, double spine)
{
    return (1 - spine / sqrt(spine * spine + PI * area)) * (2 / PI);
}

double wend_group_extent(double area, double spine)
{
    return spine + wend_group_width(area, spine);
}

// ---- slides -------------------------------------------------------------------------------------

void wend_group_slide_set(wend_group_motion *motion, double first, double last, double min_width,
                          double path_length, wend_group_squeeze squeeze)
{
    bool even = squeeze == WEND_GROUP_EVEN;
    motion->spines[0] = first;
    motion->spines[1] = even ? (first + last) / 2 : wend_group_spine(motion->area, min_width);
    motion->spines[2] = last;
    motion->squeeze = squeeze;
    for (int i = 0; i < 2; ++i) {
        double gained = wend_group_extent(motion->area, fabs(motion->spines[1])) -
                        wend_group_extent(motion->area, fabs(motion->spines[2 * i]));
        double ramp = moves_on[squeeze] * gained / 2;
        motion->ramps[i] = even                                ? 0.5
                           : ramp < LONGEST_RAMP * path_length ? ramp / path_length
                                                               : LONGEST_RAMP;
    }
}

double wend_group_ramp_rate(const wend_group_motion *motion, double first, double last,
                            double spine)
{
    double all = wend_group_extent(motion->area, last) - wend_group_extent(motion->area, first);
    if (motion->squeeze == WEND_GROUP_EVEN || all == 0)
        return 1;
    return (1 - wend_group_thinning(motion->area, spine)) * (last - first) / all;
}

/// The completed fraction of a ramp, at fraction t between the two spine lengths.
static double part_of_ramp(const wend_group_motion *motion, double first, double last, double t)
{
    double begin = wend_group_extent(motion->area, first);
    double all = wend_group_extent(motion->area, last) - begin;
    if (motion->squeeze == WEND_GROUP_EVEN || all == 0)
        return t;
    return (wend_group_extent(motion->area, first + (last - first) * t) - begin) / all;
}

double wend_group_slide_at(const wend_group_motion *motion, double along, double *part)
{
    const double *spines = motion->spines, *slides = motion->slides;
    double widening = 1 - motion->ramps[1];
    if (along < slides[0]) {
        double t = along / slides[0];
        *part = motion->ramps[0] * part_of_ramp(motion, spines[0], spines[1], t);
        return spines[0] + (spines[1] - spines[0]) * t;
    }
    if (along < slides[1]) {
        double t = (along - slides[0]) / (slides[1] - slides[0]);
        *part = motion->ramps[0] + (widening - motion->ramps[0]) * t;
        return spines[1];
    }
    double t = slides[2] > slides[1] ? (along - slides[1]) / (slides[2] - slides[1]) : 1;
    *part = widening + motion->ramps[1] * part_of_ramp(motion, spines[1], spines[2], t);
    return spines[1] + (spines[2] - spines[1]) * t;
}

double wend_group_slide_deformed(const wend_group_motion *motion)
{
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
        double a = motion->spines[i], b = motion->spines[i + 1];
        double from = wend_group_extent(motion->area, fabs(a));
        double to = wend_group_extent(motion->area, fabs(b));
        // Where width and length are exchanged the shape is momentarily a disc, the shortest shape.
        double disc = wend_group_disc_width(motion->area);
        sum += (a > 0) == (b > 0) ? fabs(to - from) : from + to - 2 * disc;
    }
    return sum;
}

// ---- motions ------------------------------------------------------------------------------------

wend_group_shape wend_group_motion_shape(const wend_group_motion *motion, double area, double along)
{
    if (motion->kind == WEND_GROUP_ON_TRACK)
        return wend_group_track_shape(motion, area, along);
    if (motion->kind == WEND_GROUP_BENDING)
        return wend_group_bending_shape(motion, area, along);
    // The ends exactly, whatever the rounding.
    if (!(along > 0))
        return wend_group_pose_shape(&motion->from, area);
    if (along >= motion->length)
        return wend_group_pose_shape(&motion->to, area);
    return motion->kind == WEND_GROUP_BOX ? wend_group_box_shape(motion, area, along)
                                          : wend_group_hinge_shape(motion, area, along);
}

wend_group_motion wend_group_motion_reversed(const wend_group_motion *motion)
{
    wend_group_motion back = *motion;
    if (motion->kind == WEND_GROUP_BENDING)
        return wend_group_bending_reversed(motion);
    if (motion->kind == WEND_GROUP_ON_TRACK) {
        back.begin += motion->backwards ? -motion->length : motion->length;
        back.backwards = !motion->backwards;
        return back;
    }
    back.from = motion->to;
    back.to = motion->from;
    // A spine across at the end is along at the start, and vice versa.
    double sign = motion->spines[2] < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i)
        back.spines[i] = sign * motion->spines[2 - i];
    for (int i = 0; i < 2; ++i) {
        back.ramps[i] = motion->ramps[1 - i];
        back.slides[i] = motion->slides[2] - motion->slides[1 - i];
        back.arms[i] = motion->arms[1 - i];
    }
    if (motion->kind == WEND_GROUP_HINGE) { // spines run along the motion
        back.from.angle += PI;
        back.to.angle += PI;
    }
    back.turn = -motion->turn;
    back.bend = -motion->bend;
    return back;
}
