// SPDX-License-Identifier: MIT
// Encodes frames of pixels to a video file with the program ffmpeg. The file appears complete or
// not at all.
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
    const uint32_t *palette; ///< [VIDEO_COLOURS] of a GIF: 0xffRRGGBB, one is 0; NULL: MP4
} video_def;

typedef struct video_encoder video_encoder;

/// Starts ffmpeg. NULL with a problem: ffmpeg is missing, or the file cannot be written.
video_encoder *video_encoder_open(const char *path, const video_def *def, problem_list *problems);
/// Adds a frame: width * height pixels of 0x..RRGGBB. False: ffmpeg rejects it; video_encoder_close
/// reports the reason.
bool video_encoder_frame(video_encoder *v, const uint32_t *pixels);
/// Waits for ffmpeg, gives the file its name and frees the encoder. False with a problem, and
/// without a file.
bool video_encoder_close(video_encoder *v, problem_list *problems);
/// Stops ffmpeg, removes the file and frees the encoder.
void video_encoder_discard(video_encoder *v);

#endif
