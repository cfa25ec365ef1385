// SPDX-License-Identifier: MIT
// On the medial axis (Kamphuis and Overmars 2003, §3.2, MA and MAP): a point is moved away from the
// nearest wall until another is equally near, and the shape is aligned with the axis there.
//
// The medial axis is the Voronoi diagram, so a point gets there in one step: to the centre of the
// empty circle in which it lies deepest, where the ray from the wall through it leaves the cell of
// that wall.
#include "group/sample.h"

#include "voronoi/diagram.h"
#include "wend/geometry.h"

#include <math.h>

/// How far beyond a wall a point is pushed: its nearest wall is then that one, except for walls
/// equally near to each other. [In tolerances of the floor]
#define PUSH_TOLERANCES 64

static wend_group_attempt retract(wend_group_sampling *sampling, wend_vec2 position,
                                  wend_group_pose *pose)
{
    wend_circle circle;
    uint32_t arc;
    if (wend_voronoi_embedding_circle(sampling->voronoi, position, &circle, &arc, NULL) != WEND_OK)
        return WEND_GROUP_ATTEMPT_NONE;
    wend_voronoi_piece piece = wend_arc_piece(sampling->voronoi, arc);
    wend_vec2 along;
    double apart;
    if (!wend_group_piece_along(&piece, circle.centre, &along, &apart))
        return WEND_GROUP_ATTEMPT_NONE;
    *pose = wend_group_sample_pose(sampling, circle.centre, along, apart * (1 - WEND_GROUP_MARGIN));
    return WEND_GROUP_ATTEMPT_POSE;
}

static wend_group_attempt sample_medial(wend_group_sampling *sampling, wend_group_pose *pose)
{
    return retract(sampling, wend_group_sample_point(sampling), pose);
}

/// Points in obstacles are used as well: they are pushed out to the nearest wall, and beyond.
static wend_group_attempt sample_penetration(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_vec2 position = wend_group_sample_point(sampling), wall;
    wend_location where = wend_floor_locate(sampling->floor, position, NULL);
    if (where == WEND_LOCATION_SOLID || where == WEND_LOCATION_OUTSIDE) {
        double depth = wend_floor_clearance(sampling->floor, position, &wall, NULL);
        double beyond = PUSH_TOLERANCES * wend_floor_tolerance(sampling->floor);
        ++sampling->queries;
        if (!(depth > 0))
            return WEND_GROUP_ATTEMPT_NONE;
        position = wend_add_scaled(wall, beyond / depth, wend_sub(wall, position));
    }
    return retract(sampling, position, pose);
}

const wend_group_sampler_entry wend_group_sampler_medial = {"medial", sample_medial};
const wend_group_sampler_entry wend_group_sampler_penetration = {"penetration", sample_penetration};
