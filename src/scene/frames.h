// SPDX-License-Identifier: MIT
// Frames of coordinates. A scene has its own frame, with y up. The source file may have another: an
// import shifts large coordinates, mirrors files whose y points down, and projects degrees to
// metres.
#ifndef WEND_SCENE_FRAMES_H
#define WEND_SCENE_FRAMES_H

#include "scene/scene.h"

/// Conversion to and from the frame of the scene's file, which is used for input and output of the
/// command.
wend_vec2 frames_to_file(const scene *s, wend_vec2 p);
wend_vec2 frames_from_file(const scene *s, wend_vec2 p);

/// Conversion to the frame of the original source, which a JSON scene keeps as its origin. Exports
/// use this frame.
wend_vec2 frames_to_source(const scene *s, wend_vec2 p);

/// The same, except for a source in degrees, which keeps the scene's own frame; and back.
/// Trajectories use this frame, which is always in metres.
wend_vec2 frames_to_metres(const scene *s, wend_vec2 p);
wend_vec2 frames_from_metres(const scene *s, wend_vec2 p);

/// True if the file's frame is mirrored: its y points down.
bool frames_mirrored(const scene *s);

#endif
