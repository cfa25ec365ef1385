// SPDX-License-Identifier: MIT
// Output files of `wend measure`: a kind of figures is a row of one table, with a function that
// draws it and one that writes it as CSV.
#ifndef WEND_CLI_MEASURE_PLOT_H
#define WEND_CLI_MEASURE_PLOT_H

#include "cli/measure/figures.h"
#include "draw/chart.h"

#include <stdio.h>

enum { MEASURED_PLOT_CHARTS = 2 };

/// A sheet and the data it points to.
typedef struct measured_plot {
    char title[160], note[240];
    chart charts[MEASURED_PLOT_CHARTS];
    size_t count;
    pool memory;
} measured_plot;

typedef enum measured_needs {
    MEASURED_NOTHING,
    MEASURED_LINES,   ///< at least one line
    MEASURED_AREAS,   ///< at least one area
    MEASURED_DIAGRAM, ///< an area, or a line with --strip
    MEASURED_CELLS,   ///< bounded Voronoi cells
    MEASURED_GROUPS,  ///< coherent groups
} measured_needs;

typedef struct measured_kind {
    const char *name, *about; ///< for --plot
    measured_needs needs;
    bool crowd; ///< m->crowd must be filled
    /// Fill the plot; write the CSV. False: out of memory. draw NULL: there is only CSV.
    bool (*draw)(const measured *m, measured_plot *plot);
    bool (*write)(const measured *m, FILE *out);
} measured_kind;

// measure_curves.c: figures on axes
bool measured_draw_crossings(const measured *m, measured_plot *plot);
bool measured_draw_flow(const measured *m, measured_plot *plot);
bool measured_draw_moments(const measured *m, measured_plot *plot);
bool measured_draw_diagram(const measured *m, measured_plot *plot);
bool measured_draw_inside(const measured *m, measured_plot *plot);

// over_time.c: the crowd over time
bool measured_draw_collisions(const measured *m, measured_plot *plot);
bool measured_write_collisions(const measured *m, FILE *out);
bool measured_draw_coherence(const measured *m, measured_plot *plot);
bool measured_write_coherence(const measured *m, FILE *out);

// measure_floor.c: figures on the floor
/// A chart of the floor, one scale for both axes.
chart *measured_start_place(const measured *m, measured_plot *plot);
/// Adds the floor in a frame over `count` other shapes; box: of the other content. False: out of
/// memory.
bool measured_add_floor(const measured *m, uint32_t frame, wend_box box, const chart_shape *below,
                        size_t count, measured_plot *plot, chart *c);
/// Adds the measurement lines and areas to the series, which must have space. False: out of memory.
bool measured_add_places(const measured *m, measured_plot *plot, chart_series *series,
                         size_t *count);
size_t measured_place_series(const measured *m);
bool measured_draw_density(const measured *m, measured_plot *plot);
bool measured_draw_speed(const measured *m, measured_plot *plot);
bool measured_draw_ways(const measured *m, measured_plot *plot);
/// Computes the map of density or speed according to the options.
bool measured_make_map(const measured *m, measure_map_kind kind, measure_map *map);

// measure_cells.c: the Voronoi cells of a frame
bool measured_draw_cells(const measured *m, measured_plot *plot);
/// The frame of --time, or the one with the most agents.
uint32_t measured_frame(const measured *m);

// measure_csv.c
bool measured_write_agents(const measured *m, FILE *out);
bool measured_write_crossings(const measured *m, FILE *out);
bool measured_write_flow(const measured *m, FILE *out);
bool measured_write_moments(const measured *m, FILE *out);
bool measured_write_diagram(const measured *m, FILE *out);
bool measured_write_inside(const measured *m, FILE *out);
bool measured_write_density(const measured *m, FILE *out);
bool measured_write_speed(const measured *m, FILE *out);
bool measured_write_ways(const measured *m, FILE *out);
bool measured_write_cells(const measured *m, FILE *out);

/// Time of the last frame.
double measured_seconds(const measured *m);

#endif
