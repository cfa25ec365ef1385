// SPDX-License-Identifier: MIT
// Barriers of a map: lines with a crossing cost. Reads and draws them.
#include "base/xalloc.h"
#include "cli/map/draw.h"
#include "cli/position.h"
#include "cli/report.h"
#include "scene/frames.h"
#include "wend/geometry.h"

#include <stdio.h>
#include <string.h>

/// Defaults: the weight of Farias 2020, and a queue length. [Units: m]
#define USUAL_WEIGHT 1.5
#define USUAL_QUEUE  10.0

#define MOST_WEIGHT 100.0
#define MOST_QUEUE  1e6

#define BARRIER_WIDTH 3.0 // [Units: points]
#define LABEL_SIZE    9.0
#define LABEL_CELLS   8 // above and below a label
#define BARRIER_INK   0x00b4c8ffu

/// Reads =W or =W,Q; what is missing has its default.
static bool read_numbers(const char *rest, map_barrier *barrier)
{
    barrier->weight = USUAL_WEIGHT;
    barrier->queue = USUAL_QUEUE;
    if (*rest == 0)
        return true;
    if (*rest++ != '=' || !place_number(&rest, &barrier->weight))
        return false;
    if (*rest == ',') {
        ++rest;
        if (!place_number(&rest, &barrier->queue))
            return false;
    }
    return *rest == 0 && barrier->weight >= 1 && barrier->weight <= MOST_WEIGHT &&
           barrier->queue >= 0 && barrier->queue <= MOST_QUEUE;
}

/// True if a line is outside the bounds: probably another unit or coordinate system.
static bool is_outside(const scene *s, wend_segment line)
{
    wend_box bounds = wend_box_of(s->bounds, s->bounds_count);
    return s->bounds_count > 0 &&
           !wend_box_meets(bounds, wend_box_of((wend_vec2[]){line.a, line.b}, 2));
}

/// X,Y:X,Y[=W[,Q]]
static int read_barrier(map_job *job, const char *typed)
{
    const char *rest = typed;
    map_barrier barrier;
    wend_vec2 a, b;
    if (!place_point(&rest, &a) || *rest++ != ':' || !place_point(&rest, &b) ||
        (a.x == b.x && a.y == b.y) || !read_numbers(rest, &barrier))
        return fail_usage(job->args,
                          "--barrier %s: invalid value (expected X,Y:X,Y or X,Y:X,Y=W,Q with a "
                          "weight W from 1 to %g and a queue length Q from 0 to %g m)",
                          typed, MOST_WEIGHT, MOST_QUEUE);
    wend_segment line = {frames_from_file(job->s, a), frames_from_file(job->s, b)};
    int code = place_check_range(job->args, "barrier", typed, (wend_vec2[]){line.a, line.b}, 2);
    if (code != EXIT_DONE)
        return code;
    if (is_outside(job->s, line))
        return fail_usage(job->args, "--barrier %s: outside the bounds of the scene", typed);
    xreserve(&job->barriers, 1);
    xreserve(&job->lines, 1);
    xreserve(&job->tolls, 1);
    double toll = (barrier.weight - 1) * barrier.queue;
    job->barriers.data[job->barriers.count++] = barrier;
    job->lines.data[job->lines.count++] = (wend_farias_barrier){line, barrier.weight};
    job->tolls.data[job->tolls.count++] = (wend_map_toll){toll, toll};
    return EXIT_DONE;
}

int map_read_barriers(map_job *job)
{
    const char *typed[OPTION_VALUES_MAX];
    int count = option_values(job->args, "barrier", typed), code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < count; ++i)
        code = read_barrier(job, typed[i]);
    return code;
}

void map_draw_barriers(const map_sketch *k, const wend_draw *draw)
{
    const map_job *job = k->job;
    const wend_ink ink = {.line = BARRIER_INK, .width = BARRIER_WIDTH};
    char words[40];
    if (!draw->layer(draw->context, "barriers", job->lines.count > 0 ? "barriers" : "", ink))
        return;
    for (size_t i = 0; i < job->lines.count; ++i) {
        wend_segment line = job->lines.data[i].line;
        double gap = LABEL_CELLS * k->cells.frame.cell;
        wend_vec2 middle = {(line.a.x + line.b.x) / 2, (line.a.y + line.b.y) / 2};
        wend_box box = {{middle.x - gap / 100, middle.y - gap},
                        {middle.x + gap / 100, middle.y + gap}};
        draw->line(draw->context, (wend_vec2[]){line.a, line.b}, 2, ink);
        if (job->printed)
            snprintf(words, sizeof words, "\xc3\x97 %.4g", job->barriers.data[i].weight);
        else
            snprintf(words, sizeof words, "+ %.4g %s", job->tolls.data[i].to_left, map_unit(job));
        draw->text(draw->context, box, words, LABEL_SIZE, WEND_BLACK);
    }
}
