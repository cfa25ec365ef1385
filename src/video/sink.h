// SPDX-License-Identifier: MIT
// A run as a video: MP4, or GIF. It lasts as long as the run.
#ifndef WEND_VIDEO_SINK_H
#define WEND_VIDEO_SINK_H

#include "record/record.h"

extern const record_kind record_video;

#endif
