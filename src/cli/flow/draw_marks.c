// SPDX-License-Identifier: MIT
// The results in the image of a flow: lanes with agents on them, the gates of the cut, and the
// openings.
#include "cli/flow/draw.h"

#include <math.h>
#include <stdio.h>

// [Units: points]
#define GATE_WIDTH    3.0
#define HALO_WIDTH    4.6
#define OPENING_WIDTH 7.0 // shows on both sides of a gate that lies along it
#define LABEL_SIZE    9.0

#define GATE_COLOUR WEND_BLACK
#define DISC_COLOUR WEND_ALPHA(WEND_BLUE, 120)

/// Distance of labels from their gates. [Units: cells]
enum { LABEL_CELLS = 5 };

/// Distance of the agents drawn on a lane, in headways, so that the lane is visible between them.
enum { DISCS_APART = 2 };

/// Maximum number of discs: more would hide everything else and make the file large.
enum { MOST_DISCS = 20000 };

// ---- lanes --------------------------------------------------------------------------------------

static void draw_discs(const flow_job *job, const wend_draw *draw)
{
    uint32_t count;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    double apart = 0;
    for (uint32_t i = 0; i < count; ++i)
        apart += lanes[i].length / (DISCS_APART * lanes[i].headway);
    for (uint32_t i = 0; apart <= MOST_DISCS && i < count; ++i)
        for (double along = 0; along <= lanes[i].length; along += DISCS_APART * lanes[i].headway)
            draw->circle(draw->context, wend_lane_at(job->lanes, i, along, NULL), job->radius,
                         (wend_ink){.fill = DISC_COLOUR});
}

static void draw_lanes(const flow_job *job, const wend_draw *draw)
{
    char title[80];
    if (!job->lanes || flow_lane_count(job) == 0) {
        draw->layer(draw->context, "lanes", "", (wend_ink){0});
        return;
    }
    wend_lanes_draw(job->lanes, draw);
    snprintf(title, sizeof title, "agents of radius %.4g m", job->radius);
    if (draw->layer(draw->context, "lanes", title, (wend_ink){.fill = DISC_COLOUR}))
        draw_discs(job, draw);
}

// ---- openings -----------------------------------------------------------------------------------

static void draw_role(const flow_job *job, bool is_sink, const wend_draw *draw)
{
    wend_ink ink = {.line = is_sink ? FLOW_SINK_COLOUR : FLOW_SOURCE_COLOUR, .width = GATE_WIDTH};
    if (!draw->layer(draw->context, "openings", is_sink ? "sinks" : "sources", ink))
        return;
    ink.width = OPENING_WIDTH;
    for (uint32_t i = 0; i < job->openings.items.count; ++i) {
        const wend_vec2 *points;
        uint32_t count = wend_flow_opening(job->flow, i, &points);
        if (job->openings.items.data[i].is_sink == is_sink)
            draw->line(draw->context, points, count, ink);
    }
}

// ---- gates --------------------------------------------------------------------------------------

static void draw_gates(const flow_sketch *k, const wend_draw *draw)
{
    const flow_cut *cut = &k->job->points;
    const wend_ink ink = {.line = GATE_COLOUR, .width = GATE_WIDTH};
    const wend_ink halo = {.line = WEND_WHITE, .width = HALO_WIDTH};
    char title[80] = "", words[40];
    if (cut->gates.count > 0)
        snprintf(title, sizeof title, "minimum cut, %.4g m", cut->value);
    if (!draw->layer(draw->context, "gates", title, ink))
        return;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t i = 0; i < cut->legs.count; ++i)
            draw->line(draw->context, (wend_vec2[]){cut->legs.data[i].a, cut->legs.data[i].b}, 2,
                       pass == 0 ? halo : ink);
    for (size_t i = 0; i < cut->gates.count; ++i) {
        const wend_flow_gate *gate = &cut->gates.data[i].gate;
        wend_vec2 middle = {(gate->a.x + gate->b.x) / 2, (gate->a.y + gate->b.y) / 2};
        double high = fabs(gate->a.y - gate->b.y) / 2 + LABEL_CELLS * k->cells.cell;
        // The label of a box without width is above or below it.
        snprintf(words, sizeof words, "%.2f m", gate->width);
        draw->text(draw->context,
                   (wend_box){{middle.x - high / 100, middle.y - high},
                              {middle.x + high / 100, middle.y + high}},
                   words, LABEL_SIZE, WEND_BLACK);
    }
}

void flow_draw_marks(const flow_sketch *k, const wend_draw *draw)
{
    draw_lanes(k->job, draw);
    draw_role(k->job, false, draw);
    draw_role(k->job, true, draw);
    draw_gates(k, draw);
}
