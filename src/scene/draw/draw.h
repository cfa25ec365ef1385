// SPDX-License-Identifier: MIT
// Drawing of a scene through wend_draw.
#ifndef WEND_SCENE_DRAW_DRAW_H
#define WEND_SCENE_DRAW_DRAW_H

#include "scene/scene.h"
#include "wend/draw.h"

/// Draws the layers "bounds", "areas", "zones", "fields", "obstacles", "doors", "movers", "flow",
/// "groups", "agents" and "labels", in this order. Every layer is offered, with an empty title if
/// the scene has nothing for it. Agents that a scene only counts ("200 in left") have no position:
/// the label of their area shows their number. The grey outside the bounds extends beyond scene_box
/// on all sides by the box's larger side, so that it fills any frame. False: out of memory, and the
/// drawing is incomplete.
bool scene_describe(const scene *s, const wend_draw *draw);

/// Single layers.
void scene_describe_agents(const scene *s, const wend_draw *draw);
void scene_describe_doors(const scene *s, const wend_draw *draw);
void scene_describe_movers(const scene *s, const wend_draw *draw);
void scene_describe_fields(const scene *s, const wend_draw *draw);
void scene_describe_flow(const scene *s, const wend_draw *draw);
void scene_describe_groups(const scene *s, const wend_draw *draw);
/// Draws the shape of a group in the open layer.
void scene_draw_group_shape(const wend_group_shape *shape, const wend_draw *draw, wend_ink ink);
/// Draw into the open layer: all frames of the named goals; the named goals at a time; the speed
/// boosts.
void scene_mark_goals(const scene *s, const wend_draw *draw);
void scene_mark_goals_at(const scene *s, double time, const wend_draw *draw);
void scene_mark_weights(const scene *s, const wend_draw *draw);

/// Relative value of a square metre of a patch.
double scene_patch_density(const wend_patch *patch);

/// True if both goals have the same position or areas.
bool scene_same_goal(const scene_goal *a, const scene_goal *b);

#endif
