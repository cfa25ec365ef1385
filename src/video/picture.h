// SPDX-License-Identifier: MIT
// The images of a video: the floor, drawn once, with moving content on it; below it the time, the
// number of agents, and the colour scale.
#ifndef WEND_VIDEO_PICTURE_H
#define WEND_VIDEO_PICTURE_H

#include "scene/scene.h"
#include "video/encoder.h"

typedef struct video_picture video_picture;

typedef struct video_picture_def {
    const scene *s;     ///< must outlive the picture
    const char *title;  ///< likewise
    double top_speed;   ///< the speed of the last colour [Units: m/s] [Limit: > 0]
    double most_width;  ///< limits of the size ...
    double most_height; ///< ... [Units: pixels]
} video_picture_def;

video_picture *video_picture_create(const video_picture_def *def);
void video_picture_free(video_picture *p);
uint32_t video_picture_width(const video_picture *p);
uint32_t video_picture_height(const video_picture *p);

/// Starts a frame: the floor with doors and moving obstacles as in record_frame, in the scene's
/// frame, and the goals at their positions at that time.
void video_picture_start(video_picture *p, double time, const bool *shut, const wend_vec2 *movers);
/// Draws an agent at a position in the scene's frame.
void video_picture_agent(video_picture *p, wend_vec2 at, double radius, double speed);
/// Draws the text. Returns the pixels, 0x..RRGGBB: width * height, valid until the next frame.
const uint32_t *video_picture_end(video_picture *p, double time, uint64_t agents, uint64_t arrived);

/// The palette of the images, for a GIF.
void video_picture_palette(uint32_t palette[VIDEO_COLOURS]);

#endif
