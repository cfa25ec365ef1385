// SPDX-License-Identifier: MIT
// Runs are recorded at few frames per second, which would look jerky: images between two frames
// show agents on the straight line between their positions.
#include "video/sink.h"

#include "base/xalloc.h"
#include "scene/frames.h"
#include "video/encoder.h"
#include "video/picture.h"
#include "wend/vec2.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// Approximate image rate of a video, and its maximum size. A GIF has fewer and smaller images to
/// limit its size, and no program shows more than 50 per second of it.
typedef struct video_size {
    double fps, most_fps;
    double width, height; ///< [Units: pixels]
} video_size;
static const video_size mp4_size = {30, 60, 1280, 960}, gif_size = {10, 50, 720, 540};

/// Duration of the last image, which shows the final state. [Units: s]
#define LAST_PICTURE 1.0

/// Approximate averaging time of speeds, so that colours do not flicker. [Units: s]
#define SPEED_MEMORY 0.4

/// Minimum end of the colour ramp, which is otherwise the agents' preferred speed. [Units: m/s]
#define LEAST_TOP_SPEED 0.1

typedef struct video_agent {
    double radius, speed; ///< averaged
} video_agent;

typedef wend_array(record_row) row_array;

typedef struct video_sink {
    record_sink base;
    const record_about *about;
    video_picture *picture;
    video_encoder *encoder;
    char title[200];
    uint64_t skip;                  ///< stride of the frames shown ...
    uint32_t shares;                ///< ... and number of images for each
    double fps;                     ///< of the images
    wend_array(video_agent) agents; ///< by number
    row_array then, now;            ///< the rows of the frame shown last, and of the next
    wend_vec2 *movers; ///< [2 * mover_count] displacements in that frame, and in an image
    double time;       ///< of the frame shown last
    uint64_t arrived;
    const uint32_t *last; ///< the last image; NULL: none
} video_sink;

// ---- opening ------------------------------------------------------------------------------------

static double find_top_speed(const scene *s)
{
    double top = LEAST_TOP_SPEED;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        top = fmax(top, s->agents[i].def.agent.preferred_speed);
    return s->agents_count > 0 ? top : wend_default_agent_def().preferred_speed;
}

static bool is_gif(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".gif") == 0;
}

static void free_sink(video_sink *sink)
{
    video_picture_free(sink->picture);
    wend_array_free(&sink->agents, NULL);
    wend_array_free(&sink->then, NULL);
    wend_array_free(&sink->now, NULL);
    free(sink->movers);
    free(sink);
}

/// Opens the image and the encoder. False with a problem.
static bool start(video_sink *sink, const char *path, problem_list *problems)
{
    const record_about *about = sink->about;
    const video_size *size = is_gif(path) ? &gif_size : &mp4_size;
    uint32_t palette[VIDEO_COLOURS];
    sink->skip = (uint64_t)fmax(ceil(about->fps / size->most_fps), 1);
    double shown = about->fps / (double)sink->skip;
    sink->shares = (uint32_t)fmax(nearbyint(size->fps / shown), 1);
    sink->fps = shown * sink->shares;
    scene_title(about->s, about->file, sink->title, sizeof sink->title);
    sink->picture = video_picture_create(&(video_picture_def){
        .s = about->s,
        .title = sink->title,
        .top_speed = find_top_speed(about->s),
        .most_width = size->width,
        .most_height = size->height,
    });
    sink->movers = xcalloc(2 * (size_t)about->s->mover_count, sizeof *sink->movers);
    video_picture_palette(palette);
    const video_def def = {.width = video_picture_width(sink->picture),
                           .height = video_picture_height(sink->picture),
                           .fps = sink->fps,
                           .palette = is_gif(path) ? palette : NULL};
    sink->encoder = video_encoder_open(path, &def, problems);
    return sink->encoder != NULL;
}

static record_sink *open_video(const char *path, const record_about *about, problem_list *problems)
{
    video_sink *sink = xcalloc(1, sizeof *sink);
    sink->base.kind = &record_video;
    sink->about = about;
    if (start(sink, path, problems))
        return &sink->base;
    free_sink(sink);
    return NULL;
}

// ---- frames -------------------------------------------------------------------------------------

/// Counts the agents that came and arrived.
static void count_changes(video_sink *sink, const record_frame *frame)
{
    xreserve(&sink->agents, frame->came_count);
    for (uint32_t i = 0; i < frame->came_count; ++i) {
        assert(frame->came[i].number == sink->agents.count);
        double radius = frame->came[i].radius;
        sink->agents.data[sink->agents.count++] =
            (video_agent){.radius = isnan(radius) ? wend_default_agent_def().radius : radius};
    }
    for (uint32_t i = 0; i < frame->left_count; ++i)
        sink->arrived += frame->left[i].arrived;
}

/// Copies the rows of a frame, transformed to the scene's own frame.
static void take_rows(video_sink *sink, const record_frame *frame)
{
    sink->now.count = 0;
    xreserve(&sink->now, frame->row_count);
    for (uint32_t i = 0; i < frame->row_count; ++i) {
        record_row row = frame->rows[i];
        row.at = frames_from_metres(sink->about->s, row.at);
        sink->now.data[sink->now.count++] = row;
    }
}

/// Current position of the agent of a row of `then`; NAN: it is no longer present.
static wend_vec2 find_now(const video_sink *sink, const record_row *row, size_t *at)
{
    while (*at < sink->now.count && sink->now.data[*at].number < row->number)
        ++*at;
    bool there = *at < sink->now.count && sink->now.data[*at].number == row->number;
    return there ? sink->now.data[*at].at : (wend_vec2){NAN, NAN};
}

/// Updates the mean speeds from the displacement since the previous frame.
static void take_speeds(video_sink *sink, double seconds)
{
    double share = fmin(seconds / SPEED_MEMORY, 1);
    size_t at = 0;
    for (size_t i = 0; i < sink->then.count; ++i) {
        const record_row *row = &sink->then.data[i];
        video_agent *agent = &sink->agents.data[row->number];
        wend_vec2 now = find_now(sink, row, &at);
        if (!isnan(now.x))
            agent->speed += share * (wend_distance(now, row->at) / seconds - agent->speed);
    }
}

/// Encodes the image at a share of the time between the two frames. At 1 it has the new agents, and
/// not those that left.
static bool show(video_sink *sink, const record_frame *frame, double share)
{
    uint32_t mover_count = sink->about->s->mover_count;
    wend_vec2 *movers = sink->movers + mover_count;
    const row_array *shown = share < 1 ? &sink->then : &sink->now;
    size_t at = 0;
    for (uint32_t i = 0; i < mover_count; ++i)
        movers[i] = wend_lerp(sink->movers[i], frame->movers[i], share);
    double time = sink->time + (frame->time - sink->time) * share;
    video_picture_start(sink->picture, time, frame->shut, movers);
    for (size_t i = 0; i < shown->count; ++i) {
        const record_row *row = &shown->data[i];
        const video_agent *agent = &sink->agents.data[row->number];
        wend_vec2 to = share < 1 ? find_now(sink, row, &at) : row->at;
        video_picture_agent(sink->picture, isnan(to.x) ? row->at : wend_lerp(row->at, to, share),
                            agent->radius, agent->speed);
    }
    sink->last = video_picture_end(sink->picture, time, shown->count, sink->arrived);
    return video_encoder_frame(sink->encoder, sink->last);
}

/// Encodes all images up to this frame.
static bool show_until(video_sink *sink, const record_frame *frame)
{
    bool good = true;
    if (!sink->last)
        return show(sink, frame, 1);
    take_speeds(sink, frame->time - sink->time);
    for (uint32_t i = 1; i <= sink->shares && good; ++i)
        good = show(sink, frame, (double)i / sink->shares);
    return good;
}

static bool take_frame(record_sink *base, const record_frame *frame)
{
    video_sink *sink = (video_sink *)base;
    bool shown = frame->number % sink->skip == 0;
    count_changes(sink, frame);
    if (!shown)
        return true;
    take_rows(sink, frame);
    if (!show_until(sink, frame))
        return false;
    for (uint32_t i = 0; i < sink->about->s->mover_count; ++i)
        sink->movers[i] = frame->movers[i];
    sink->time = frame->time;
    row_array old = sink->then;
    sink->then = sink->now;
    sink->now = old;
    return true;
}

// ---- the end ------------------------------------------------------------------------------------

static void discard_video(record_sink *base)
{
    video_sink *sink = (video_sink *)base;
    video_encoder_discard(sink->encoder);
    free_sink(sink);
}

static bool close_video(record_sink *base, const record_end *end, problem_list *problems)
{
    video_sink *sink = (video_sink *)base;
    (void)end;
    uint32_t more = (uint32_t)nearbyint(LAST_PICTURE * sink->fps);
    for (uint32_t i = 0; sink->last && i < more && video_encoder_frame(sink->encoder, sink->last);)
        ++i;
    bool done = video_encoder_close(sink->encoder, problems);
    free_sink(sink);
    return done;
}

const record_kind record_video = {
    .name = "video",
    .endings = "mp4 gif",
    .about = "Video with agents coloured by speed; requires ffmpeg",
    .open = open_video,
    .frame = take_frame,
    .close = close_video,
    .discard = discard_video,
};
