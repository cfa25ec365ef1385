// SPDX-License-Identifier: MIT
// Along a wall (section 3.2, PUS and CLO): one that the shape is in, or the closest.
//
// The document takes the distance to the wall as the width in both. That is half of what there is
// room for: the shape is centred at the place, so here the width is twice the distance.
#include "group/sample.h"

#include <math.h>

static wend_vec2 quarter_turn(wend_vec2 d)
{
    return (wend_vec2){-d.y, d.x};
}

/// A uniform pose; if its centre is free and its shape is not, it is aligned with the wall that it
/// is deepest in and made so wide as fits between the centre and that wall.
static wend_group_try sample_pushing(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_group_try tried = wend_group_sampler_uniform.sample(sampling, pose);
    if (wend_floor_locate(sampling->floor, pose->centre, NULL) != WEND_PLACE_FREE)
        return WEND_GROUP_TRY_NONE;
    wend_group_shape shape = wend_group_shape_of(pose, sampling->size.area);
    wend_vec2 wall, out;
    ++sampling->questions;
    double clearance =
        wend_group_shape_clearance(sampling->floor, &shape, sampling->slack, &wall, &out);
    if (clearance >= sampling->slack || isinf(clearance))
        return tried;
    double distance = fabs(wend_group_dot(wend_group_minus(wall, pose->centre), out));
    *pose = wend_group_sample_pose(sampling, pose->centre, quarter_turn(out),
                                   2 * distance * (1 - WEND_GROUP_ROOM));
    return WEND_GROUP_TRY_POSE;
}

/// Along the closest wall, and as wide as fits, up to the root of the area: a square.
static wend_group_try sample_closest(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_vec2 place = wend_group_sample_place(sampling), wall;
    if (wend_floor_locate(sampling->floor, place, NULL) != WEND_PLACE_FREE)
        return WEND_GROUP_TRY_NONE;
    ++sampling->questions;
    double distance = wend_floor_clearance(sampling->floor, place, &wall, NULL);
    if (!(distance > 0))
        return WEND_GROUP_TRY_NONE;
    if (isinf(distance))
        return wend_group_sampler_uniform.sample(sampling, pose);
    wend_vec2 out = wend_group_minus(place, wall);
    double width = fmin(2 * distance * (1 - WEND_GROUP_ROOM), sqrt(sampling->size.area));
    *pose = wend_group_sample_pose(sampling, place, quarter_turn(out), width);
    return WEND_GROUP_TRY_POSE;
}

const wend_group_sampler_entry wend_group_sampler_pushing = {"pushing", sample_pushing};
const wend_group_sampler_entry wend_group_sampler_closest = {"closest", sample_closest};
