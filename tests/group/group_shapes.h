// SPDX-License-Identifier: MIT
// Shapes of groups at random: straight, discs, and bent ones, some as tight as they may be.
#ifndef WEND_TESTS_GROUP_GROUP_SHAPES_H
#define WEND_TESTS_GROUP_GROUP_SHAPES_H

#include "core/angle.h"
#include "wend/group_shape.h"
#include "wend/random.h"

/// A spine that goes straight for `before`, turns by `turning` around a centre `radius` away, and
/// goes straight for `after`.
static inline wend_group_shape bent_shape(wend_vec2 start, double angle, double before,
                                          double turning, double radius, double after, double width)
{
    int turn = turning > 0 ? 1 : -1;
    double s, c, t, d;
    wend_sin_cos(angle, &s, &c);
    wend_sin_cos(angle + turning, &t, &d);
    wend_vec2 bend = {start.x + before * c, start.y + before * s};
    wend_vec2 centre = {bend.x - turn * radius * s, bend.y + turn * radius * c};
    wend_vec2 out = {centre.x + turn * radius * t, centre.y - turn * radius * d};
    wend_vec2 end = {out.x + after * d, out.y + after * t};
    return (wend_group_shape){
        .spine = {{start, bend, start, 0}, {bend, out, centre, turn}, {out, end, out, 0}},
        .count = 3,
        .width = width};
}

/// Somewhere in a square of that size, or a little outside.
static inline wend_group_shape random_shape(wend_random *random, double size)
{
    wend_vec2 place = {wend_random_between(random, 0, size), wend_random_between(random, 0, size)};
    double angle = wend_random_between(random, -4, 4);
    double width = wend_random_between(random, 0.1, 0.4) * size;
    uint32_t kind = wend_random_below(random, 6);
    if (kind < 2) {
        double disc = WEND_HALF_PI / 2 * width * width;
        double area = kind == 0 ? disc : disc + width * wend_random_between(random, 0, 0.6) * size;
        if (wend_random_below(random, 4) == 0)
            angle = WEND_HALF_PI * wend_random_below(random, 4);
        return wend_group_shape_of(&(wend_group_pose){place, angle, width}, area);
    }
    double radius =
        wend_random_below(random, 2) ? width / 2 : width * wend_random_between(random, 0.5, 3);
    double turning = wend_random_between(random, 0.1, 3.1);
    double before = wend_random_between(random, 0, 0.3) * size;
    double after = wend_random_between(random, 0, 0.3) * size;
    if (kind == 3)
        before = 0;
    if (kind == 4)
        after = 0;
    return bent_shape(place, angle, before, wend_random_below(random, 2) ? turning : -turning,
                      radius, after, width);
}

#endif
