// SPDX-License-Identifier: MIT
// Motions of groups' shapes at random, and shapes compared point by point.
#ifndef WEND_TESTS_GROUP_GROUP_MOTIONS_H
#define WEND_TESTS_GROUP_GROUP_MOTIONS_H

#include "tests/support/support.h"

#include "core/angle.h"
#include "group/motion.h"
#include "wend/random.h"

#define PI (2 * WEND_HALF_PI)

/// What shapes of some 10 m may be off by.
#define ROUNDING 1e-9

static const wend_group_metric METRIC = {2, 0.5};

/// Points of a shape: places along the spine, and around each of them.
enum { ALONG = 12, AROUND = 12, SHAPE_POINTS = (ALONG + 1) * (AROUND + 1) };

static inline void points_of(const wend_group_shape *shape, double spine, wend_vec2 *points)
{
    for (int i = 0; i <= ALONG; ++i) {
        wend_vec2 at =
            wend_group_shape_from_local(shape, (wend_vec2){((double)i / ALONG - 0.5) * spine, 0});
        *points++ = at;
        for (int k = 0; k < AROUND; ++k) {
            double radius = shape->width / 2, s, c;
            wend_sin_cos(k * 2 * PI / AROUND, &s, &c);
            *points++ = (wend_vec2){at.x + radius * c, at.y + radius * s};
        }
    }
}

/// How far a point of shape is from other, at most: 0 if shape lies in it.
static inline double sticks_out(const wend_group_shape *shape, const wend_group_shape *other)
{
    wend_vec2 points[SHAPE_POINTS];
    double area = wend_group_shape_area(shape), most = 0;
    points_of(shape, wend_group_spine(area, shape->width), points);
    for (int i = 0; i < SHAPE_POINTS; ++i)
        most = fmax(most, -wend_group_shape_depth(other, points[i], NULL));
    return most;
}

static inline double shapes_differ(const wend_group_shape *a, const wend_group_shape *b)
{
    return fmax(sticks_out(a, b), sticks_out(b, a));
}

static inline wend_group_size random_size(wend_random *random)
{
    double area = wend_random_between(random, 1, 40);
    return (wend_group_size){area,
                             wend_group_disc_width(area) * wend_random_between(random, 0.1, 0.9)};
}

/// In a square of that size; some of them discs, as narrow as they may be, or along an axis.
static inline wend_group_pose random_pose(wend_random *random, wend_group_size size, double square)
{
    wend_group_pose pose = {
        {wend_random_between(random, 0, square), wend_random_between(random, 0, square)},
        wend_random_between(random, -7, 7),
        wend_random_between(random, size.min_width, wend_group_disc_width(size.area))};
    switch (wend_random_below(random, 8)) {
    case 0:
        pose.width = wend_group_disc_width(size.area);
        break;
    case 1:
        pose.width = size.min_width;
        break;
    case 2:
        pose.angle = WEND_HALF_PI * wend_random_below(random, 4);
        break;
    default:
        break;
    }
    return pose;
}

/// A pose that has something to do with another: the same place, the same angle, the same axis ...
static inline wend_group_pose related_pose(wend_random *random, wend_group_size size, double square,
                                           const wend_group_pose *other)
{
    wend_group_pose pose = random_pose(random, size, square);
    double along = wend_random_between(random, -square, square), s, c;
    wend_sin_cos(other->angle, &s, &c);
    wend_vec2 on_axis = {other->centre.x + along * c, other->centre.y + along * s};
    switch (wend_random_below(random, 10)) {
    case 0:
        pose.centre = other->centre;
        break;
    case 1:
        pose.angle = other->angle;
        break;
    case 2:
        pose.angle = other->angle + WEND_HALF_PI;
        break;
    case 3:
        pose.centre = on_axis;
        break;
    case 4:
        pose.centre = on_axis;
        pose.angle = other->angle + PI;
        break;
    case 5:
        pose = *other;
        break;
    case 6:
        pose.centre = other->centre;
        pose.angle = other->angle;
        break;
    case 7:
        pose.width = other->width;
        break;
    default:
        break;
    }
    return pose;
}

#endif
