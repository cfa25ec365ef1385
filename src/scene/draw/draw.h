// SPDX-License-Identifier: MIT
// A scene describes itself to whatever draws.
#ifndef WEND_SCENE_DRAW_DRAW_H
#define WEND_SCENE_DRAW_DRAW_H

#include "scene/scene.h"
#include "wend/draw.h"

/// Draws the layers "bounds", "areas", "zones", "fields", "obstacles", "doors", "movers", "flow",
/// "groups", "agents" and "labels", in this order. Each is offered even when the scene has nothing
/// for it; its title is empty then. Agents that a scene only counts ("200 in left") have no place
/// yet: they are in the label of their area. The grey outside the bounds reaches beyond scene_box
/// on all sides by the box's larger side, so that it fills any frame. False: out of memory, and
/// something is missing.
bool scene_describe(const scene *s, const wend_draw *draw);

/// Six of these layers.
void scene_describe_agents(const scene *s, const wend_draw *draw);
void scene_describe_doors(const scene *s, const wend_draw *draw);
void scene_describe_movers(const scene *s, const wend_draw *draw);
void scene_describe_fields(const scene *s, const wend_draw *draw);
void scene_describe_flow(const scene *s, const wend_draw *draw);
void scene_describe_groups(const scene *s, const wend_draw *draw);
/// The shape of a group, in the layer that is open now.
void scene_draw_group_shape(const wend_group_shape *shape, const wend_draw *draw, wend_ink ink);
/// Goals that have names, in the layer that is open now, wherever they get to; only where they are
/// at a time; and corners that make faster.
void scene_mark_goals(const scene *s, const wend_draw *draw);
void scene_mark_goals_at(const scene *s, double time, const wend_draw *draw);
void scene_mark_weights(const scene *s, const wend_draw *draw);

/// What a square metre of a patch of a field is worth, but for a factor.
double scene_patch_density(const wend_patch *patch);

/// True if both are the same place or places.
bool scene_same_goal(const scene_goal *a, const scene_goal *b);

#endif
