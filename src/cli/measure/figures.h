// SPDX-License-Identifier: MIT
// Shared by the files of `wend measure`: a recording, its measurement lines and areas, and the
// results.
#ifndef WEND_CLI_MEASURE_FIGURES_H
#define WEND_CLI_MEASURE_FIGURES_H

#include "cli/command.h"
#include "measure/coherence.h"
#include "measure/measure.h"

#include <jansson.h>

enum {
    MEASURED_NAME_SIZE = 96,
    MEASURED_MOST_PLACES = 16, ///< lines, and areas
};

/// A measurement line and its results.
typedef struct measured_line {
    char name[MEASURED_NAME_SIZE]; ///< the door's, or as on the command line
    measure_line line;
    measure_crossings crossings;
    measure_flow flow;
    measure_bursts bursts;
    measure_flow_parts parts;
    measure_passages passages; ///< only with --strip
} measured_line;

/// A measurement area and its results.
typedef struct measured_area {
    char name[MEASURED_NAME_SIZE];
    measure_area area;
    double size;                       ///< [Units: m^2]
    measure_moment *moments;           ///< [frame_count]
    measure_moment *voronoi;           ///< [frame_count] by Voronoi cells; NULL: unknown
    measure_bins bins;                 ///< by Voronoi cells with --voronoi
    uint32_t most;                     ///< maximum number of agents at once
    measure_statistics density, speed; ///< of the moments; density of all frames
    measure_statistics voronoi_density, voronoi_speed;
    measure_statistics lane_order; ///< of all frames that have one
} measured_area;

/// Results for agents and the crowd, which take longer than the rest.
typedef struct measured_crowd {
    bool known;            ///< the rest is filled
    measure_agent *agents; ///< [agent_count]
    measure_agents_summary summary;
    measure_collisions collisions;
    measure_space space;
    measure_outside outside;
    measure_groups groups;
    coherence coherence; ///< of coherent groups
} measured_crowd;

enum { MEASURED_MOST_OTHERS = OPTION_VALUES_MAX };

/// Empty if zeroed; may then be freed.
typedef struct measured {
    const arguments *args;
    const char *file; ///< for messages and titles, without folders
    recording run;
    measure_window window;
    double radius;   ///< of agents without one in the file; NAN: unknown
    double interval; ///< of flows [Units: s]
    double strip;    ///< width of the strips beside lines; 0: none [Units: m]
    measure_voronoi_rule cells;
    bool has_cells; ///< the cells are bounded
    bool by_cells;  ///< --voronoi: plots are by cells
    measured_line lines[MEASURED_MOST_PLACES];
    measured_area areas[MEASURED_MOST_PLACES];
    int line_count, area_count;
    measured_crowd crowd;
    recording others[MEASURED_MOST_OTHERS];      ///< of --with
    const char *names[MEASURED_MOST_OTHERS + 1]; ///< files of all recordings, without folders
    int other_count;
    pool memory;
} measured;

/// Reads the recording and the options. EXIT_DONE, or the exit code of a reported error; free it in
/// either case.
int measured_read(measured *m, const arguments *args);
void measured_free(measured *m);

/// Reads the lines and areas (locations.c). Returns likewise.
int measured_read_places(measured *m);

/// The moments shown in plots.
static inline const measure_moment *measured_moments(const measured *m, const measured_area *area)
{
    return m->by_cells ? area->voronoi : area->moments;
}

/// Measures the lines and areas. EXIT_DONE or the exit code.
int measured_find(measured *m);
/// Fills m->crowd. EXIT_DONE or the exit code.
int measured_find_crowd(measured *m);

/// All figures as one object (report.c); NULL: out of memory. each: with those of every agent and
/// crossing.
json_t *measured_to_json(const measured *m, bool each);
/// Prints the figures as text. EXIT_DONE or the exit code.
int measured_print(const measured *m, bool each);

#endif
