// SPDX-License-Identifier: MIT
// The image of a flow: levels as colours, stream lines or lanes, the gates of the cut, and the
// sources and sinks.
#include "cli/flow/draw.h"
#include "base/xalloc.h"
#include "cli/draw/diagram.h"
#include "cli/picture.h"
#include "cli/raster.h"
#include "cli/report.h"
#include "draw/ramp.h"
#include "draw/ticks.h"
#include "scene/draw/draw.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STREAM_LAYERS "levels,useless,bounds,obstacles,doors,streams,gates,openings"
#define LANE_LAYERS   "bounds,obstacles,doors,lanes,gates,openings"
/// Lanes that are stream lines are drawn on their levels.
#define FIELD_LAYERS "levels,useless,bounds,obstacles,doors,lanes,gates,openings"
/// If sources and sinks alternate along the walls there is no field.
#define TURN_LAYERS "bounds,obstacles,doors,gates,openings"

/// Cells along the longer side: about one per pixel, or two per point in formats without pixels;
/// and the maximum.
enum { CELLS_PER_POINT = 2, USUAL_CELLS = 1600, MOST_CELLS = 4000 };

/// Approximate number of stream lines, their minimum distance in cells, and the maximum number on
/// request; approximate number of legend entries for colours.
enum { USUAL_STREAMS = 16, STREAM_CELLS = 8, MOST_STREAMS = 10000, LEGEND_COLOURS = 4 };

/// Number of distinct shades; share of the colour that remains, because lines are drawn on it.
enum { SHADES = 40 };
#define PALE 0.55

/// Colour where no stream passes because the level is above the top.
#define BEYOND_COLOUR 0xf4f4f4ffu

/// Hatch over useless regions: distance and width of its lines. [Units: cells]
enum { HATCH_APART = 12, HATCH_WIDTH = 4 };
#define USELESS_COLOUR 0x80808028u
#define HATCH_COLOUR   0x60606070u

// ---- colours ------------------------------------------------------------------------------------

wend_colour flow_body_colour(double level, double top)
{
    return ramp_colour(RAMP_WAY, top > 0 ? level / top : 0);
}

wend_colour flow_level_colour(double level, double top)
{
    if (level < 0)
        return WEND_NO_COLOUR;
    wend_colour full = flow_body_colour(top > 0 ? floor(level / top * SHADES) / SHADES : 0, 1);
    wend_colour pale = 0xff;
    for (int shift = 8; shift <= 24; shift += 8) {
        double part = full >> shift & 0xff;
        pale |= (wend_colour)lround(255 + PALE * (part - 255)) << shift;
    }
    return pale;
}

// ---- what is drawn ------------------------------------------------------------------------------

static bool wants(const char *layers, const char *name)
{
    return draw_wants(layers, (const char *const[]){name, NULL});
}

wend_box flow_world(const flow_job *job)
{
    wend_box box = scene_box(job->s);
    for (size_t i = 0; i < job->openings.points.count; ++i)
        box = wend_box_add(box, job->openings.points.data[i]);
    return picture_box(job->s, box);
}

static int choose_streams(flow_sketch *k)
{
    const arguments *args = k->job->args;
    double most = k->top;
    if (!(most > 0))
        return EXIT_DONE;
    double lines = fmin(fmax(most / (STREAM_CELLS * k->cells.cell), 1), USUAL_STREAMS);
    k->step = option_number(args, "stream-spacing", ticks_step(ticks_plan(most, lines, false)));
    if (most / k->step > MOST_STREAMS)
        return fail_usage(args,
                          "--stream-spacing %g: %.0f lines are too many (expected %g or more)",
                          k->step, most / k->step, most / MOST_STREAMS);
    k->streams = xmalloc((size_t)(most / k->step + 2) * sizeof *k->streams);
    for (double level = k->step / 2; level <= most; level += k->step)
        k->streams[k->stream_count++] = level;
    return EXIT_DONE;
}

static bool add_edge(void *context, const wend_flow_gate *edge)
{
    flow_sketch *k = context;
    xreserve(&k->graph, 1);
    k->graph.data[k->graph.count++] = (wend_segment){edge->a, edge->b};
    return true;
}

static void hatch(const wend_flow_cells *cells, wend_colour *pixels)
{
    for (uint32_t row = 0; row < cells->rows; ++row)
        for (uint32_t column = 0; column < cells->columns; ++column) {
            size_t at = (size_t)row * cells->columns + column;
            bool useless = cells->level[at] >= 0 && !cells->is_useful[at];
            bool line = (row + column) % HATCH_APART < HATCH_WIDTH;
            pixels[at] = useless ? line ? HATCH_COLOUR : USELESS_COLOUR : WEND_NO_COLOUR;
        }
}

static void make_images(flow_sketch *k, const char *layers)
{
    size_t count = (size_t)k->cells.columns * k->cells.rows;
    if (wants(layers, "levels"))
        k->levels = xmalloc(count * sizeof *k->levels);
    if (wants(layers, "useless"))
        k->useless = xmalloc(count * sizeof *k->useless);
    for (size_t i = 0; k->levels && i < count; ++i)
        k->levels[i] = k->cells.level[i] > k->top ? BEYOND_COLOUR
                                                  : flow_level_colour(k->cells.level[i], k->top);
    if (k->useless)
        hatch(&k->cells, k->useless);
}

static int paint(flow_sketch *k)
{
    size_t count = (size_t)k->cells.columns * k->cells.rows;
    wend_error error = {0};
    k->cells.level = xmalloc(count * sizeof *k->cells.level);
    k->cells.is_useful = xcalloc(count, sizeof *k->cells.is_useful);
    return xresult(wend_flow_paint(k->job->flow, &k->cells, &error)) == WEND_OK
               ? EXIT_DONE
               : fail(k->job->args, "%s: %s", k->job->file, wend_error_text(&error));
}

static int prepare(flow_sketch *k, canvas_kind kind, const char *layers)
{
    const flow_job *job = k->job;
    wend_box box = flow_world(job);
    double longer = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double per_unit = kind == CANVAS_PNG ? 1 : CELLS_PER_POINT;
    double cells =
        fmin(option_number(job->args, "width", USUAL_CELLS / per_unit) * per_unit, MOST_CELLS);
    wend_error error = {0};
    raster_frame frame = raster_frame_of(box, longer / cells);
    k->cells = (wend_flow_cells){
        .box = frame.box, .cell = frame.cell, .columns = frame.columns, .rows = frame.rows};
    if (wants(layers, "graph") && wend_flow_graph(job->flow, add_edge, k, &error) != WEND_OK)
        return fail(job->args, "%s: %s", job->file, wend_error_text(&error));
    if (job->turns)
        return EXIT_DONE;
    k->top = wend_flow_value(job->flow);
    if (!draw_wants(layers, (const char *const[]){"levels", "useless", "streams", NULL}))
        return EXIT_DONE;
    int code = wants(layers, "streams") ? choose_streams(k) : EXIT_DONE;
    if (code == EXIT_DONE)
        code = paint(k);
    if (code == EXIT_DONE)
        make_images(k, layers);
    return code;
}

static void release(flow_sketch *k)
{
    free(k->cells.level);
    free(k->cells.is_useful);
    free(k->levels);
    free(k->useless);
    free(k->streams);
    wend_array_free(&k->graph, NULL);
}

// ---- layers -------------------------------------------------------------------------------------

static void draw_image(const flow_sketch *k, const wend_colour *pixels, const wend_draw *draw)
{
    if (pixels && draw->image)
        draw->image(draw->context, k->cells.box, pixels, k->cells.columns, k->cells.rows);
}

/// One legend entry per colour; the first has the explanation.
static void draw_levels(const flow_sketch *k, const wend_draw *draw)
{
    double most = k->top;
    bool wanted = false;
    if (!k->levels || !(most > 0)) {
        draw->layer(draw->context, "levels", "", (wend_ink){0});
        return;
    }
    ticks t = ticks_plan(most, LEGEND_COLOURS, false);
    for (double i = 0; i <= ticks_below(t, most); ++i) {
        char label[TICK_LABEL_SIZE], title[TICK_LABEL_SIZE + 30];
        wend_ink ink = {.fill = flow_level_colour(i * ticks_step(t), most)};
        ticks_label(t, i, label);
        snprintf(title, sizeof title, "%s m%s", label,
                 i > 0                          ? ""
                 : flow_counts_from_top(k->job) ? " from the top"
                                                : " from the bottom");
        wanted = draw->layer(draw->context, "levels", title, ink);
    }
    if (wanted)
        draw_image(k, k->levels, draw);
}

static bool describe(const void *subject, const wend_draw *draw)
{
    const flow_sketch *k = subject;
    draw_levels(k, draw);
    if (draw->layer(draw->context, "useless", k->useless ? "useless regions" : "",
                    (wend_ink){.fill = HATCH_COLOUR}))
        draw_image(k, k->useless, draw);
    xneed(scene_describe(k->job->s, draw));
    flow_draw_field(k, draw);
    flow_draw_marks(k, draw);
    return true;
}

/// "hall: max flow 3.2 m, 8 lanes"
static void make_title(const flow_job *job, char *title, size_t size)
{
    char name[100];
    uint32_t lanes = flow_lane_count(job);
    scene_title(job->s, job->args->operands[0], name, sizeof name);
    int used = snprintf(title, size, "%s: max flow %.4g m", name, job->points.value);
    if (job->lanes && used > 0 && (size_t)used < size)
        snprintf(title + used, size - (size_t)used, ", %u lane%s", (unsigned)lanes,
                 lanes == 1 ? "" : "s");
}

int flow_draw(flow_job *job, const char *path)
{
    char title[200];
    flow_sketch k = {.job = job};
    const char *usual = job->turns      ? TURN_LAYERS
                        : !job->lanes   ? STREAM_LAYERS
                        : job->is_field ? FIELD_LAYERS
                                        : LANE_LAYERS;
    const char *layers = option_text(job->args, "layers", usual);
    canvas_report report;
    int code = prepare(&k, picture_kind(path), layers);
    if (code == EXIT_DONE) {
        make_title(job, title, sizeof title);
        const picture what = {describe, &k, flow_world(job), title, layers};
        code = picture_write(job->args, path, &what, &report);
    }
    if (code == EXIT_DONE)
        xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    release(&k);
    return code;
}
