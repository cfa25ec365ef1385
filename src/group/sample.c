// SPDX-License-Identifier: MIT
// The table of samplers, the uniform sampler, and shared code.
#include "group/sample.h"

#include "core/angle.h"
#include "wend/geometry.h"

#include <string.h>

static const wend_group_sampler_entry *const samplers[WEND_GROUP_SAMPLERS] = {
    [WEND_GROUP_UNIFORM] = &wend_group_sampler_uniform,
    [WEND_GROUP_MEDIAL] = &wend_group_sampler_medial,
    [WEND_GROUP_PENETRATION] = &wend_group_sampler_penetration,
    [WEND_GROUP_PUSHING] = &wend_group_sampler_pushing,
    [WEND_GROUP_ALIGNMENT] = &wend_group_sampler_alignment,
    [WEND_GROUP_CLOSEST] = &wend_group_sampler_closest,
    [WEND_GROUP_CORRIDOR] = &wend_group_sampler_corridor,
    [WEND_GROUP_SNAKE] = &wend_group_sampler_snake,
};

const wend_group_sampler_entry *wend_group_sampler_of(wend_group_sampler sampler)
{
    return samplers[sampler];
}

const char *wend_group_sampler_name(wend_group_sampler sampler)
{
    return samplers[sampler]->name;
}

bool wend_group_sampler_named(const char *name, wend_group_sampler *sampler)
{
    for (int i = 0; i < WEND_GROUP_SAMPLERS; ++i)
        if (strcmp(name, samplers[i]->name) == 0) {
            *sampler = (wend_group_sampler)i;
            return true;
        }
    return false;
}

static const char *const locals[WEND_GROUP_LOCALS] = {
    [WEND_GROUP_DEFORMABLE] = "deformable",
    [WEND_GROUP_HINGED] = "hinged",
};

const char *wend_group_local_name(wend_group_local local)
{
    return locals[local];
}

bool wend_group_local_named(const char *name, wend_group_local *local)
{
    for (int i = 0; i < WEND_GROUP_LOCALS; ++i)
        if (strcmp(name, locals[i]) == 0) {
            *local = (wend_group_local)i;
            return true;
        }
    return false;
}

// ---- shared -------------------------------------------------------------------------------------

wend_vec2 wend_group_sample_point(wend_group_sampling *sampling)
{
    wend_vec2 position;
    position.x = wend_random_between(&sampling->random, sampling->box.min.x, sampling->box.max.x);
    position.y = wend_random_between(&sampling->random, sampling->box.min.y, sampling->box.max.y);
    return position;
}

wend_group_pose wend_group_sample_pose(const wend_group_sampling *sampling, wend_vec2 centre,
                                       wend_vec2 along, double width)
{
    return (wend_group_pose){
        .centre = centre,
        .angle = wend_atan2(along.y, along.x),
        .width = fmin(fmax(width, sampling->size.min_width), sampling->disc),
    };
}

bool wend_group_piece_along(const wend_voronoi_piece *piece, wend_vec2 at, wend_vec2 *along,
                            double *apart)
{
    wend_vec2 left = wend_segment_closest(piece->left, at);
    wend_vec2 right = wend_segment_closest(piece->right, at);
    wend_vec2 across = wend_sub(left, right);
    double length = wend_length(across);
    if (apart)
        *apart = length;
    if (!(length > 0))
        return false;
    *along = (wend_vec2){across.y / length, -across.x / length};
    return true;
}

// ---- uniform ------------------------------------------------------------------------------------

/// Uniform in position, angle and length between that of the disc and that of the narrowest shape:
/// by the length, since the width is almost the same for all long shapes.
static wend_group_attempt sample_uniform(wend_group_sampling *sampling, wend_group_pose *pose)
{
    pose->centre = wend_group_sample_point(sampling);
    pose->angle = wend_random_between(&sampling->random, 0, 2 * WEND_HALF_PI);
    double spine = wend_random_between(&sampling->random, 0, sampling->spine);
    pose->width = wend_group_width(sampling->size.area, spine);
    return WEND_GROUP_ATTEMPT_POSE;
}

const wend_group_sampler_entry wend_group_sampler_uniform = {"uniform", sample_uniform};

// ---- all ----------------------------------------------------------------------------------------

/// Maximum number of attempts of other samplers after `corridor`.
enum { MAX_OTHERS = 20000 };

/// The deterministic one, then the others in turn: what any of them finds is found.
static wend_group_attempt sample_all(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_group_attempt attempt = wend_group_sampler_corridor.sample(sampling, pose);
    if (attempt != WEND_GROUP_ATTEMPT_END || sampling->others == MAX_OTHERS || sampling->no_others)
        return attempt;
    return samplers[sampling->others++ % WEND_GROUP_CORRIDOR]->sample(sampling, pose);
}

const wend_group_sampler_entry wend_group_sampler_snake = {"snake", sample_all};
