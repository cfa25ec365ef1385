// SPDX-License-Identifier: MIT
// Motions on a track: parts of a snake, forwards or backwards. (Definitions in track.h.)
//
// Speed: while the window moves by dx and lengthens by dl, its ends move by at most |dx| + |dl| /
// 2, and half of the width changes by less than |dl| / pi (wend_group_thinning). What widens is
// what has left the ends, so no point of the shape outruns |dx| + |dl| / 2, the parameter.
#include "group/motion.h"

#include <math.h>

/// The knot of the snake at distance `along` of a part of it.
static wend_group_knot knot_at(const wend_group_motion *motion, double along)
{
    along = fmin(fmax(along, 0), motion->length);
    return wend_group_snake_at(motion->snake,
                               motion->backwards ? motion->begin - along : motion->begin + along);
}

static double moved_by(const wend_group_motion *motion)
{
    const wend_group_snake *snake = motion->snake;
    double from = motion->backwards ? motion->begin - motion->length : motion->begin;
    double to = from + motion->length, moved = 0;
    wend_group_knot last = wend_group_snake_at(snake, from), end = wend_group_snake_at(snake, to);
    for (size_t i = 0; i < snake->knots.count; ++i)
        if (snake->knots.data[i].along > from && snake->knots.data[i].along < to) {
            moved += fabs(snake->knots.data[i].middle - last.middle);
            last = snake->knots.data[i];
        }
    return moved + fabs(end.middle - last.middle);
}

/// Sets what is the same for all kinds of motions.
static void describe(wend_group_motion *motion)
{
    wend_group_pose *poses[] = {&motion->from, &motion->to};
    for (int i = 0; i < 2; ++i) {
        wend_group_shape shape =
            wend_group_track_shape(motion, motion->area, i == 0 ? 0 : motion->length);
        poses[i]->centre = wend_group_shape_from_local(&shape, (wend_vec2){0, 0});
        poses[i]->width = shape.width;
    }
    motion->path_length = moved_by(motion);
    motion->cost = motion->path_length;
}

wend_group_motion wend_group_track_motion(const wend_group_snake *snake, double area)
{
    wend_group_motion motion = {.kind = WEND_GROUP_ON_TRACK,
                                .area = area,
                                .snake = snake,
                                .length = snake->knots.data[snake->knots.count - 1].along};
    describe(&motion);
    return motion;
}

wend_group_motion wend_group_track_part(const wend_group_motion *motion, double from, double to)
{
    wend_group_motion part = *motion;
    part.begin += motion->backwards ? -from : from;
    part.length = to - from;
    describe(&part);
    return part;
}

wend_group_shape wend_group_track_shape(const wend_group_motion *motion, double area, double along)
{
    wend_group_knot at = knot_at(motion, along);
    double width = fmin(wend_group_width(motion->area, at.spine), wend_group_disc_width(area));
    double half = (area == motion->area ? at.spine : wend_group_spine(area, width)) / 2;
    return wend_group_track_window(&motion->snake->track, at.middle - half, at.middle + half,
                                   width);
}

// ---- proof --------------------------------------------------------------------------------------

/// Half of the largest width that covers a cell during a part of a snake; 0: none.
static double need_of(const wend_group_snake *snake, double from, double to, double low,
                      double high)
{
    double need = 0;
    wend_group_knot last = wend_group_snake_at(snake, from), end = wend_group_snake_at(snake, to);
    for (size_t i = 0; i < snake->knots.count; ++i) {
        const wend_group_knot *next = &snake->knots.data[i];
        if (next->along <= from)
            continue;
        if (next->along >= to)
            break;
        need = fmax(need, wend_group_knots_half_width(&last, next, snake->area, low, high));
        last = *next;
    }
    return fmax(need, wend_group_knots_half_width(&last, &end, snake->area, low, high));
}

bool wend_group_track_is_free(const wend_group_motion *motion, double from, double to,
                              wend_group_walls *walls, double slack)
{
    const wend_group_track *track = &motion->snake->track;
    double begin = motion->backwards ? motion->begin - to : motion->begin + from;
    bool located = false;
    for (size_t i = 0; i < track->pieces.count; ++i) {
        double low = track->begins.data[i], length = track->begins.data[i + 1] - low;
        uint32_t count = wend_group_piece_cells(length, track->cell);
        for (uint32_t k = 0; k < count; ++k) {
            double need = need_of(motion->snake, begin, begin + (to - from),
                                  low + length * k / count, low + length * (k + 1) / count);
            if (!(need > 0))
                continue;
            wend_group_shape line = {
                .spine = {wend_group_piece_cell(&track->pieces.data[i], length, k, count)},
                .count = 1};
            double min = need + slack;
            double gap = located ? wend_group_walls_gap(walls, &line, min)
                                 : wend_group_walls_clearance(walls, &line, min);
            if (!(gap >= min))
                return false;
            located = true; // the cells are connected
        }
    }
    return true;
}
