// SPDX-License-Identifier: MIT
// Whose coordinates? Scenes know only their own frame, with y up. Files may have another: an import
// shifts large coordinates, turns over those whose y points down, and makes metres of degrees.
#ifndef WEND_SCENE_FRAMES_H
#define WEND_SCENE_FRAMES_H

#include "scene/scene.h"

/// A point as the scene's file would write it, and back. What is typed and printed goes this way.
wend_vec2 frames_to_file(const scene *s, wend_vec2 p);
wend_vec2 frames_from_file(const scene *s, wend_vec2 p);

/// A point in the frame of the map that the scene was made from at first: a JSON scene remembers it
/// as its origin. Exports are in this frame.
wend_vec2 frames_to_source(const scene *s, wend_vec2 p);

/// The same, but for a map of degrees, where it is the scene's own frame; and back. Trajectories
/// are in this frame, which always is in metres.
wend_vec2 frames_to_metres(const scene *s, wend_vec2 p);
wend_vec2 frames_from_metres(const scene *s, wend_vec2 p);

/// True if left is right in the file's frame.
bool frames_mirrored(const scene *s);

#endif
