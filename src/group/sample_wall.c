// SPDX-License-Identifier: MIT
// Along a wall (Kamphuis and Overmars 2003, §3.2, PUS and CLO): one that the shape penetrates, or
// the closest.
//
// The paper uses the distance to the wall as the width in both. That is half of the available
// width: the shape is centred at the point, so here the width is twice the distance.
#include "group/sample.h"

#include "wend/vec2.h"

#include <math.h>

/// A uniform pose; if its centre is free and its shape is not, it is aligned with the wall that it
/// penetrates deepest and made as wide as fits between the centre and that wall.
static wend_group_attempt sample_pushing(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_group_attempt attempt = wend_group_sampler_uniform.sample(sampling, pose);
    if (wend_floor_locate(sampling->floor, pose->centre, NULL) != WEND_LOCATION_FREE)
        return WEND_GROUP_ATTEMPT_NONE;
    wend_group_shape shape = wend_group_shape_of(pose, sampling->size.area);
    wend_vec2 wall, out;
    ++sampling->queries;
    double clearance =
        wend_group_shape_clearance(sampling->floor, &shape, sampling->slack, &wall, &out);
    if (clearance >= sampling->slack || isinf(clearance))
        return attempt;
    double distance = fabs(wend_dot(wend_sub(wall, pose->centre), out));
    *pose = wend_group_sample_pose(sampling, pose->centre, wend_perp_left(out),
                                   2 * distance * (1 - WEND_GROUP_MARGIN));
    return WEND_GROUP_ATTEMPT_POSE;
}

/// Along the closest wall, and as wide as fits, up to the square root of the area.
static wend_group_attempt sample_closest(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_vec2 position = wend_group_sample_point(sampling), wall;
    if (wend_floor_locate(sampling->floor, position, NULL) != WEND_LOCATION_FREE)
        return WEND_GROUP_ATTEMPT_NONE;
    ++sampling->queries;
    double distance = wend_floor_clearance(sampling->floor, position, &wall, NULL);
    if (!(distance > 0))
        return WEND_GROUP_ATTEMPT_NONE;
    if (isinf(distance))
        return wend_group_sampler_uniform.sample(sampling, pose);
    wend_vec2 out = wend_sub(position, wall);
    double width = fmin(2 * distance * (1 - WEND_GROUP_MARGIN), sqrt(sampling->size.area));
    *pose = wend_group_sample_pose(sampling, position, wend_perp_left(out), width);
    return WEND_GROUP_ATTEMPT_POSE;
}

const wend_group_sampler_entry wend_group_sampler_pushing = {"pushing", sample_pushing};
const wend_group_sampler_entry wend_group_sampler_closest = {"closest", sample_closest};
