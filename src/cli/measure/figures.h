// SPDX-License-Identifier: MIT
// What the files of `wend measure` share: a recording, where it is measured, and what came out.
#ifndef WEND_CLI_MEASURE_FIGURES_H
#define WEND_CLI_MEASURE_FIGURES_H

#include "cli/command.h"
#include "measure/measure.h"

#include <jansson.h>

enum {
    MEASURED_NAME_SIZE = 96,
    MEASURED_MOST_PLACES = 16, ///< lines, and areas
};

/// A line, and who crosses it.
typedef struct measured_line {
    char name[MEASURED_NAME_SIZE]; ///< the door's, or as it was typed
    measure_line line;
    measure_crossings crossings;
    measure_flow flow;
    measure_bursts bursts;
    measure_flow_parts parts;
    measure_passages passages; ///< only with --strip
} measured_line;

/// An area, and what it is like there.
typedef struct measured_area {
    char name[MEASURED_NAME_SIZE];
    measure_area area;
    double size;                       ///< [Units: m^2]
    measure_moment *moments;           ///< [frame_count]
    measure_moment *voronoi;           ///< [frame_count] the same by Voronoi cells; NULL: not known
    measure_bins bins;                 ///< by Voronoi cells if --voronoi says so
    uint32_t most;                     ///< at once
    measure_statistics density, speed; ///< of the moments; density of all frames
    measure_statistics voronoi_density, voronoi_speed;
    measure_statistics lane_order; ///< of all frames that have one
} measured_area;

/// Of all agents, and of the crowd: takes longer than the rest.
typedef struct measured_crowd {
    bool known;            ///< the rest is filled
    measure_agent *agents; ///< [agent_count]
    measure_agents_summary summary;
    measure_collisions collisions;
    measure_space space;
    measure_outside outside;
    measure_groups groups;
} measured_crowd;

/// Zeroed it is empty and may be freed.
typedef struct measured {
    const arguments *args;
    const char *file; ///< for messages and titles, without folders
    recording run;
    measure_window window;
    double radius;   ///< of those whose file does not tell one; NAN: not told either
    double interval; ///< of the parts of a flow [Units: s]
    double strip;    ///< width of the strips beside lines; 0: none [Units: m]
    measure_voronoi_rule cells;
    bool has_cells; ///< they have an end, so there is something to measure
    bool by_cells;  ///< --voronoi: plots are by cells
    measured_line lines[MEASURED_MOST_PLACES];
    measured_area areas[MEASURED_MOST_PLACES];
    int line_count, area_count;
    measured_crowd crowd;
    pool memory;
} measured;

/// Reads the recording and the options that say where and how it is measured. EXIT_DONE, or the
/// exit code after a complaint; free it all the same.
int measured_read(measured *m, const arguments *args);
void measured_free(measured *m);

/// From what was typed to lines and areas (measure_places.c). Returns likewise.
int measured_read_places(measured *m);

/// The moments that plots show.
static inline const measure_moment *measured_moments(const measured *m, const measured_area *area)
{
    return m->by_cells ? area->voronoi : area->moments;
}

/// Measures at the lines and in the areas. EXIT_DONE or the exit code.
int measured_find(measured *m);
/// Fills m->crowd. EXIT_DONE or the exit code.
int measured_find_crowd(measured *m);

/// All figures as one object (measure_report.c); NULL: out of memory. each: with one for every
/// agent and crossing.
json_t *measured_to_json(const measured *m, bool each);
/// The same for people. EXIT_DONE or the exit code.
int measured_print(const measured *m, bool each);

#endif
