// SPDX-License-Identifier: MIT
// On the medial axis (section 3.2, MA and MAP): a place is moved away from the wall that is nearest
// until another is as near, and the shape is laid along the axis there.
//
// The medial axis is the Voronoi diagram, so a place gets there in one step: to the centre of the
// empty circle in which it lies deepest, which is where the ray from the wall through it leaves the
// cell of that wall.
#include "group/sample.h"

#include "voronoi/diagram.h"
#include "wend/geometry.h"

#include <math.h>

/// How far beyond a wall a place is pushed: then its nearest wall is that one, but for walls that
/// are as near to each other. [In tolerances of the floor]
#define PUSH_TOLERANCES 64

static wend_group_try retract(wend_group_sampling *sampling, wend_vec2 place, wend_group_pose *pose)
{
    wend_circle circle;
    uint32_t arc;
    if (wend_voronoi_embedding_circle(sampling->voronoi, place, &circle, &arc, NULL) != WEND_OK)
        return WEND_GROUP_TRY_NONE;
    wend_voronoi_piece piece = wend_arc_piece(sampling->voronoi, arc);
    wend_vec2 along;
    double apart;
    if (!wend_group_piece_along(&piece, circle.centre, &along, &apart))
        return WEND_GROUP_TRY_NONE;
    *pose = wend_group_sample_pose(sampling, circle.centre, along, apart * (1 - WEND_GROUP_ROOM));
    return WEND_GROUP_TRY_POSE;
}

static wend_group_try sample_medial(wend_group_sampling *sampling, wend_group_pose *pose)
{
    return retract(sampling, wend_group_sample_place(sampling), pose);
}

/// Places in obstacles are of use, too: they are pushed out to the nearest wall, and beyond.
static wend_group_try sample_penetration(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_vec2 place = wend_group_sample_place(sampling), wall;
    wend_place where = wend_floor_locate(sampling->floor, place, NULL);
    if (where == WEND_PLACE_SOLID || where == WEND_PLACE_OUT) {
        double depth = wend_floor_clearance(sampling->floor, place, &wall, NULL);
        double beyond = PUSH_TOLERANCES * wend_floor_tolerance(sampling->floor);
        ++sampling->questions;
        if (!(depth > 0))
            return WEND_GROUP_TRY_NONE;
        place = wend_group_plus(wall, wend_group_minus(wall, place), beyond / depth);
    }
    return retract(sampling, place, pose);
}

const wend_group_sampler_entry wend_group_sampler_medial = {"medial", sample_medial};
const wend_group_sampler_entry wend_group_sampler_penetration = {"penetration", sample_penetration};
