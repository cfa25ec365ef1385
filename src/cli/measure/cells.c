// SPDX-License-Identifier: MIT
// The Voronoi cells of one frame on the floor, coloured by density.
#include "cli/measure/plot.h"

#include "measure/cells.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BORDER_COLOUR 0x606060ffu
#define BORDER_WIDTH  0.7 // [Units: points]
/// Maximum width of the dots of agents, which decreases with their number.
/// [Units: points]
#define WIDEST_DOT    3.2
#define NARROWEST_DOT 0.8
#define DOTS_AREA     800.0 // area of all dots, as squares [Units: points^2]
/// Width of the line around each piece of a cell, in its colour, which hides gaps between pieces.
/// [Units: points]
#define SEAM_WIDTH 0.6

uint32_t measured_frame(const measured *m)
{
    const recording *r = &m->run;
    if (option_given(m->args, "time"))
        return (uint32_t)fmin(round(option_number(m->args, "time", 0) * r->fps),
                              fmax(r->frame_count, 1) - 1);
    uint32_t fullest = 0;
    for (uint32_t f = 1; f < r->frame_count; ++f)
        if (r->frame_starts[f + 1] - r->frame_starts[f] >
            r->frame_starts[fullest + 1] - r->frame_starts[fullest])
            fullest = f;
    return fullest;
}

/// A piece of a cell, in the plot's memory.
typedef struct drawn_piece {
    wend_vec2 *corners;
    uint32_t *end;
    double density;
} drawn_piece;

/// Data collected from the cells.
typedef struct drawn {
    measured_plot *plot;
    wend_array(drawn_piece) pieces;
    wend_array(wend_vec2) borders; ///< lines, each followed by a NAN
    wend_array(wend_vec2) agents;
    wend_box box;
    double most; ///< maximum density
} drawn;

static bool add_piece(drawn *d, const measure_cell *cell, uint32_t first, uint32_t end)
{
    uint32_t count = end - first;
    wend_vec2 *corners = pool_allocate(&d->plot->memory, count, sizeof *corners);
    uint32_t *ring_end = pool_allocate(&d->plot->memory, 1, sizeof *ring_end);
    if (!corners || !ring_end || !wend_array_reserve(&d->pieces, NULL, 1) ||
        !wend_array_reserve(&d->borders, NULL, 3 * (size_t)count))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 v = cell->corners[first + i];
        corners[i] = (wend_vec2){cell->at.x + v.x, cell->at.y + v.y};
        d->box = wend_box_add(d->box, corners[i]);
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (cell->inner[first + i])
            continue;
        d->borders.data[d->borders.count++] = corners[i];
        d->borders.data[d->borders.count++] = corners[i + 1 < count ? i + 1 : 0];
        d->borders.data[d->borders.count++] = (wend_vec2){NAN, NAN};
    }
    *ring_end = count;
    double density = cell->sharing / cell->area;
    d->pieces.data[d->pieces.count++] = (drawn_piece){corners, ring_end, density};
    d->most = fmax(d->most, density);
    return true;
}

static bool add_cell(void *context, const measure_cell *cell)
{
    drawn *d = context;
    if (!wend_array_reserve(&d->agents, NULL, 1))
        return false;
    d->agents.data[d->agents.count++] = cell->at;
    bool enough = true;
    for (uint32_t i = 0, first = 0; i < cell->piece_count && enough && cell->area > 0;
         first = cell->ends[i++])
        enough = add_piece(d, cell, first, cell->ends[i]);
    return enough;
}

static bool collect(const measured *m, uint32_t frame, drawn *d)
{
    const recording *r = &m->run;
    problem_list problems = {.file = m->file};
    measure_cells cells = {0};
    bool enough = measure_cells_start(&cells, r, recording_floor(r, frame), m->cells.cutoff,
                                      m->cells.quarter, &problems) &&
                  measure_cells_visit(&cells, frame, add_cell, d);
    measure_cells_free(&cells);
    if (enough && !m->args->quiet)
        problem_print(&problems, stderr);
    problem_free(&problems);
    return enough;
}

/// A copy in the plot's memory; NULL: out of memory.
static wend_vec2 *keep(measured_plot *plot, const wend_vec2 *points, size_t count)
{
    wend_vec2 *kept = pool_allocate(&plot->memory, count, sizeof *kept);
    if (kept && count > 0)
        memcpy(kept, points, count * sizeof *kept);
    return kept;
}

static double dot_width(size_t agents)
{
    double width = sqrt(DOTS_AREA / fmax((double)agents, 1));
    return fmin(fmax(width, NARROWEST_DOT), WIDEST_DOT);
}

/// Converts the collected data to shapes and series.
static bool fill_chart(const measured *m, uint32_t frame, const drawn *d, measured_plot *plot,
                       chart *c)
{
    chart_shape *shapes = pool_allocate(&plot->memory, d->pieces.count, sizeof *shapes);
    chart_series *series =
        pool_allocate(&plot->memory, 2 + measured_place_series(m), sizeof *series);
    chart_map *map = pool_allocate(&plot->memory, 1, sizeof *map);
    double *value = pool_allocate(&plot->memory, 1, sizeof *value);
    wend_vec2 *borders = keep(plot, d->borders.data, d->borders.count);
    wend_vec2 *agents = keep(plot, d->agents.data, d->agents.count);
    if (!shapes || !series || !map || !value || !borders || !agents)
        return false;
    for (size_t i = 0; i < d->pieces.count; ++i) {
        const drawn_piece *piece = &d->pieces.data[i];
        wend_colour colour = ramp_colour(c->scale.ramp, piece->density / c->scale.most);
        shapes[i] = (chart_shape){
            .points = piece->corners,
            .ring_ends = piece->end,
            .ring_count = 1,
            .ink = {.fill = colour, .line = colour, .width = SEAM_WIDTH},
        };
    }
    // An empty map adds the colour bar.
    *value = NAN;
    *map = (chart_map){d->box, 1, 1, value};
    c->map = d->pieces.count > 0 ? map : NULL;
    c->series = series;
    series[c->series_count++] = (chart_series){.points = borders,
                                               .count = d->borders.count,
                                               .colour = BORDER_COLOUR,
                                               .width = BORDER_WIDTH};
    series[c->series_count++] = (chart_series){.points = agents,
                                               .count = d->agents.count,
                                               .mark = CHART_POINTS,
                                               .colour = WEND_BLACK,
                                               .width = dot_width(d->agents.count)};
    return measured_add_floor(m, frame, d->box, shapes, d->pieces.count, plot, c) &&
           measured_add_places(m, plot, series, &c->series_count);
}

bool measured_draw_cells(const measured *m, measured_plot *plot)
{
    uint32_t frame = measured_frame(m);
    drawn d = {.plot = plot, .box = wend_box_empty()};
    chart *c = measured_start_place(m, plot);
    bool enough = m->run.frame_count == 0 || collect(m, frame, &d);
    c->scale = (chart_scale){
        .title = "density [1/m\xc2\xb2]", .ramp = RAMP_HEAT, .most = d.most > 0 ? d.most : 1};
    enough = enough && fill_chart(m, frame, &d, plot, c);
    snprintf(plot->title, sizeof plot->title, "Voronoi cells: %.100s", m->file);
    int used = snprintf(plot->note, sizeof plot->note, "%zu agents at %.4g s", d.agents.count,
                        measure_time(&m->run, frame));
    if (isfinite(m->cells.cutoff))
        snprintf(plot->note + used, sizeof plot->note - (size_t)used,
                 "; cells are cut off %.3g m from their agents", m->cells.cutoff);
    wend_array_free(&d.pieces, NULL);
    wend_array_free(&d.borders, NULL);
    wend_array_free(&d.agents, NULL);
    return enough;
}
