// SPDX-License-Identifier: MIT
// Drawing of lanes.
#include "core/angle.h"
#include "flow/lanes.h"

#define LANE_LINE 1.0 // [Units: points]

/// Turn of an arc per drawn point. [Units: rad]
#define DRAWN_TURN (WEND_HALF_PI / 12)

enum { MAX_POINTS = 128 };

/// Dark blue is visible on paper and on colours.
static const wend_ink lane_ink = {.line = 0x0b2e6bffu, .width = LANE_LINE};

/// A growing polyline, drawn whenever it is full.
typedef struct pen {
    const wend_draw *draw;
    wend_vec2 points[MAX_POINTS];
    uint32_t count;
} pen;

static void draw_to(pen *with, wend_vec2 p)
{
    if (with->count == MAX_POINTS) {
        with->draw->line(with->draw->context, with->points, MAX_POINTS, lane_ink);
        with->points[0] = with->points[MAX_POINTS - 1];
        with->count = 1;
    }
    with->points[with->count++] = p;
}

void wend_lanes_draw(const wend_lanes *lanes, const wend_draw *draw)
{
    if (!draw->layer(draw->context, "lanes", "lanes", lane_ink))
        return;
    for (size_t i = 0; i < lanes->lanes.count; ++i) {
        const wend_lane *lane = &lanes->lanes.data[i];
        pen with = {draw, .count = 0};
        draw_to(&with, lanes->pieces.data[lane->first].a);
        for (uint32_t k = lane->first; k < lane->first + lane->count; ++k) {
            const wend_curve_piece *piece = &lanes->pieces.data[k];
            double length = wend_curve_piece_length(piece);
            double parts = ceil(fabs(wend_curve_piece_turning(piece)) / DRAWN_TURN);
            for (double part = 1; part < parts; ++part)
                draw_to(&with, wend_curve_piece_at(piece, part / parts * length, NULL));
            draw_to(&with, piece->b);
        }
        draw->line(draw->context, with.points, with.count, lane_ink);
    }
}
