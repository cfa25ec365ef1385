// SPDX-License-Identifier: MIT
// Measures a recording according to the options (see figures.h).
#include "cli/measure/figures.h"

#include "cli/load_recording.h"
#include "cli/progress.h"
#include "cli/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Default of --interval. [Units: s]
#define USUAL_INTERVAL 10.0
/// Width of the bins of a fundamental diagram. [Units: 1/m^2]
#define BIN_WIDTH 0.25
/// Tolerated depth of a row in a wall: the accuracy of tracking and rounding. [Units: m]
#define OUTSIDE_MARGIN 0.01

static int fail_memory(const measured *m)
{
    return fail(m->args, "%s: out of memory", m->file);
}

// ---- reading ------------------------------------------------------------------------------------

/// The window of speeds: --window is the time from its first to its last frame.
static measure_window window_of(const measured *m)
{
    measure_window window = measure_default_window(&m->run);
    if (!option_given(m->args, "window"))
        return window;
    double frames = option_number(m->args, "window", 0) * m->run.fps / 2;
    window.frames = (uint32_t)fmin(fmax(round(frames), 1), UINT32_MAX / 4);
    return window;
}

static const char *name_of_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(path, "-") == 0 ? "standard input" : slash ? slash + 1 : path;
}

/// Reads the recordings of --with.
static int read_others(measured *m)
{
    const char *paths[OPTION_VALUES_MAX];
    int count = option_values(m->args, "with", paths), code = EXIT_DONE;
    for (int i = 0; i < count && code == EXIT_DONE; ++i) {
        code = load_recording(m->args, paths[i], &m->others[i]);
        m->other_count += code == EXIT_DONE;
        m->names[i + 1] = name_of_file(paths[i]);
    }
    return code;
}

int measured_read(measured *m, const arguments *args)
{
    *m = (measured){.args = args};
    const char *path = args->operands[0];
    m->file = m->names[0] = name_of_file(path);
    int code = load_recording(args, path, &m->run);
    if (code != EXIT_DONE)
        return code;
    m->window = window_of(m);
    m->radius = option_number(args, "radius", NAN);
    m->interval = option_number(args, "interval", USUAL_INTERVAL);
    m->strip = option_number(args, "strip", 0);
    m->cells = measure_default_voronoi_rule(&m->run);
    m->cells.window = m->window;
    m->cells.cutoff = option_number(args, "cutoff", INFINITY);
    m->has_cells = measure_voronoi_bounded(&m->run, &m->cells);
    m->by_cells = option_given(args, "voronoi");
    code = read_others(m);
    return code == EXIT_DONE ? measured_read_places(m) : code;
}

void measured_free(measured *m)
{
    for (int i = 0; i < m->line_count; ++i) {
        measure_crossings_free(&m->lines[i].crossings);
        measure_flow_parts_free(&m->lines[i].parts);
        measure_passages_free(&m->lines[i].passages);
    }
    for (int i = 0; i < m->area_count; ++i)
        measure_bins_free(&m->areas[i].bins);
    measure_groups_free(&m->crowd.groups);
    coherence_free(&m->crowd.coherence);
    recording_free(&m->run);
    for (int i = 0; i < m->other_count; ++i)
        recording_free(&m->others[i]);
    pool_free(&m->memory);
    *m = (measured){0};
}

// ---- lines and areas ----------------------------------------------------------------------------

static bool find_line(const measured *m, measured_line *line)
{
    const recording *r = &m->run;
    uint32_t frames = (uint32_t)fmin(fmax(round(m->interval * r->fps), 1), UINT32_MAX);
    if (!measure_find_crossings(r, &line->line, &line->crossings) ||
        !measure_find_flow_parts(r, &line->crossings, frames, m->window, &line->parts))
        return false;
    line->flow = measure_flow_of(r, &line->line, &line->crossings, m->window);
    line->bursts = measure_bursts_of(&line->crossings);
    return m->strip <= 0 || measure_find_passages(r, line->line.at, m->strip, &line->passages);
}

static bool find_statistics(const measure_moment *moments, uint32_t frames,
                            measure_statistics *density, measure_statistics *speed)
{
    double *values = calloc(frames + (size_t)1, sizeof *values);
    if (!values)
        return false;
    for (uint32_t i = 0; i < frames; ++i)
        values[i] = moments[i].density;
    bool enough = measure_statistics_of(values, frames, density);
    for (uint32_t i = 0; i < frames; ++i)
        values[i] = moments[i].speed;
    enough = enough && measure_statistics_of(values, frames, speed);
    free(values);
    return enough;
}

static bool find_lanes(const recording *r, measured_area *area)
{
    double *order = calloc(r->frame_count + (size_t)1, sizeof *order);
    bool enough = order && measure_lane_order_in(r, area->area, MEASURE_LANE_WIDTH, order) &&
                  measure_statistics_of(order, r->frame_count, &area->lane_order);
    free(order);
    return enough;
}

/// Measures an area by counts.
static bool find_area(measured *m, measured_area *area)
{
    const recording *r = &m->run;
    area->moments = pool_allocate(&m->memory, r->frame_count, sizeof *area->moments);
    if (!area->moments)
        return false;
    measure_moments(r, area->area, m->window, area->moments);
    for (uint32_t i = 0; i < r->frame_count; ++i)
        if (area->moments[i].count > area->most)
            area->most = area->moments[i].count;
    return find_statistics(area->moments, r->frame_count, &area->density, &area->speed) &&
           find_lanes(r, area);
}

/// Measures all areas by Voronoi cells. False with a problem: out of memory.
static bool find_by_cells(measured *m, problem_list *problems)
{
    measure_voronoi_area areas[MEASURED_MOST_PLACES];
    const measure_statistics nothing = {0, NAN, NAN, NAN, NAN, NAN, NAN};
    uint32_t frames = m->run.frame_count;
    for (int i = 0; i < m->area_count; ++i) {
        measured_area *area = &m->areas[i];
        area->voronoi_density = area->voronoi_speed = nothing;
        if (!m->has_cells)
            continue;
        area->voronoi = pool_allocate(&m->memory, frames, sizeof *area->voronoi);
        if (!area->voronoi)
            return problem_no_memory(problems);
        areas[i] = (measure_voronoi_area){area->area, area->voronoi};
    }
    if (m->area_count == 0 || !m->has_cells)
        return true;
    if (!measure_find_voronoi(&m->run, &m->cells, areas, (size_t)m->area_count, NULL, problems))
        return false;
    for (int i = 0; i < m->area_count; ++i)
        if (!find_statistics(m->areas[i].voronoi, frames, &m->areas[i].voronoi_density,
                             &m->areas[i].voronoi_speed))
            return problem_no_memory(problems);
    return true;
}

static bool find_bins(measured *m)
{
    for (int i = 0; i < m->area_count; ++i) {
        measured_area *area = &m->areas[i];
        const measure_moment *moments = measured_moments(m, area);
        if (moments && !measure_find_bins(moments, m->run.frame_count, BIN_WIDTH, &area->bins))
            return false;
    }
    return true;
}

int measured_find(measured *m)
{
    progress bar = progress_start(m->args);
    bool enough = true;
    int count = m->line_count + m->area_count;
    for (int i = 0; i < count && enough; ++i) {
        progress_show(&bar, (double)i / count, "measuring");
        enough = i < m->line_count ? find_line(m, &m->lines[i])
                                   : find_area(m, &m->areas[i - m->line_count]);
    }
    problem_list problems = {.file = m->file};
    enough = enough && find_by_cells(m, &problems) && find_bins(m);
    progress_end(&bar);
    if (enough && !m->args->quiet)
        problem_print(&problems, stderr);
    problem_free(&problems);
    return enough ? EXIT_DONE : fail_memory(m);
}

// ---- agents and the crowd -----------------------------------------------------------------------

/// True if a radius is known, from the recording or --radius.
static bool radius_known(const measured *m)
{
    if (!isnan(m->radius))
        return true;
    for (uint32_t i = 0; i < m->run.agent_count; ++i)
        if (!isnan(m->run.agents[i].radius))
            return true;
    return false;
}

static bool find_agents(measured *m, problem_list *problems)
{
    const recording *r = &m->run;
    measured_crowd *crowd = &m->crowd;
    crowd->agents = pool_allocate(&m->memory, r->agent_count, sizeof *crowd->agents);
    if (!crowd->agents)
        return problem_no_memory(problems);
    measure_agents_rule rule = measure_default_agents_rule(r);
    rule.window = m->window;
    rule.radius = m->radius;
    rule.shortest = rule.shortest && !option_given(m->args, "skip-shortest");
    return measure_agents(r, &rule, crowd->agents, problems) &&
           (measure_summarise(r, crowd->agents, &crowd->summary) || problem_no_memory(problems));
}

int measured_find_crowd(measured *m)
{
    const recording *r = &m->run;
    measured_crowd *crowd = &m->crowd;
    if (crowd->known)
        return EXIT_DONE;
    progress bar = progress_start(m->args);
    problem_list problems = {.file = m->file};
    crowd->collisions = (measure_collisions){.share = NAN};
    crowd->space = (measure_space){NAN, NAN, NAN, NAN};
    progress_show(&bar, 0.2, "measuring paths");
    bool good = find_agents(m, &problems);
    progress_show(&bar, 0.6, "measuring collisions");
    bool enough = measure_find_collisions(r, m->radius, &crowd->collisions) &&
                  (!radius_known(m) || measure_find_space(r, m->radius, &crowd->space)) &&
                  measure_find_outside(r, OUTSIDE_MARGIN, &crowd->outside) &&
                  measure_find_groups(r, &crowd->groups) && coherence_of(r, &crowd->coherence);
    progress_end(&bar);
    int code = !good ? fail_problems(m->args, &problems) : enough ? EXIT_DONE : fail_memory(m);
    // An invalid floor: all figures except shortest paths are known.
    if (code == EXIT_DONE && problems.count > 0 && !m->args->quiet)
        problem_print(&problems, stderr);
    problem_free(&problems);
    crowd->known = code == EXIT_DONE;
    return code;
}
