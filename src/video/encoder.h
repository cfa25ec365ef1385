// SPDX-License-Identifier: MIT
// Frames of pixels into a video file, by the program ffmpeg at the other end of a pipe. The file
// appears whole or not at all.
#ifndef WEND_VIDEO_ENCODER_H
#define WEND_VIDEO_ENCODER_H

#include "base/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VIDEO_COLOURS = 256 };

typedef struct video_def {
    uint32_t width, height; ///< even [Units: pixels]
    double fps;
    const uint32_t *palette; ///< [VIDEO_COLOURS] 0xffRRGGBB, one is 0: it is a GIF; NULL: MP4
} video_def;

typedef struct video_encoder video_encoder;

/// Starts ffmpeg. NULL with a problem: there is no such program, or the file can't be written.
video_encoder *video_encoder_open(const char *path, const video_def *def, problem_list *problems);
/// The next frame: width * height pixels of 0x..RRGGBB. False: ffmpeg does not take it;
/// video_encoder_close says why.
bool video_encoder_frame(video_encoder *v, const uint32_t *pixels);
/// Waits for ffmpeg, gives the file its name and frees the encoder. False with a problem, and
/// nothing is left.
bool video_encoder_close(video_encoder *v, problem_list *problems);
/// Stops ffmpeg and frees the encoder; nothing is left.
void video_encoder_discard(video_encoder *v);

#endif
