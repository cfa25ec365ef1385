// SPDX-License-Identifier: MIT
// Plots on the floor: maps of density and speed, trajectories coloured by speed.
#include "cli/measure/plot.h"

#include "scene/frames.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WALL_COLOUR 0xd5d5d5ffu
#define WALL_LINE   0x707070ffu

/// Maximum number of rows drawn; of longer recordings every n-th row is drawn.
enum { MOST_ROWS = 400000 };
/// A cell with less than this share of the maximum density has no colour.
#define LEAST_SHOWN 2e-3
/// Maximum absence of an agent that a line spans. [Units: s]
#define LONGEST_GAP 1.0
/// The colour scale of speeds ends at this multiple of their 95th percentile, not at the maximum,
/// because trackers make errors.
#define SPEED_REACH 1.15
/// Width of few and of many trajectories. [Units: points]
#define FEW_WIDTH  1.4
#define MANY_WIDTH 0.6
enum { MANY_AGENTS = 200 };

/// Colour of a line or area, visible on maps and trajectories; they also have a white rim.
static wend_colour place_colour(int place)
{
    static const wend_colour colours[] = {WEND_BLACK, WEND_BLUE, WEND_VERMILION, WEND_PURPLE};
    return colours[place % 4];
}
#define PLACE_RIM 1.2 // [Units: points]

// ---- the floor ----------------------------------------------------------------------------------

/// Adds a white box with the bounds as a hole, which covers what a Gaussian spreads outside the
/// bounds.
static bool add_bounds(const scene *floor, wend_box box, measured_plot *plot, chart_shape *shape)
{
    box = wend_box_join(box, wend_box_of(floor->bounds, floor->bounds_count));
    const wend_vec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    wend_vec2 *points =
        pool_allocate(&plot->memory, 4 + (size_t)floor->bounds_count, sizeof *points);
    uint32_t *ends = pool_allocate(&plot->memory, 2, sizeof *ends);
    if (!points || !ends)
        return false;
    memcpy(points, corners, sizeof corners);
    memcpy(points + 4, floor->bounds, floor->bounds_count * sizeof *points);
    ends[0] = 4;
    ends[1] = 4 + floor->bounds_count;
    shape[0] = (chart_shape){points, ends, 2, true, {.fill = WEND_WHITE}};
    uint32_t *end = pool_allocate(&plot->memory, 1, sizeof *end);
    if (!end)
        return false;
    *end = floor->bounds_count;
    shape[1] = (chart_shape){points + 4, end, 1, false, {.line = WALL_LINE, .width = 1}};
    return true;
}

bool measured_add_floor(const measured *m, uint32_t frame, wend_box box, const chart_shape *below,
                        size_t count, measured_plot *plot, chart *c)
{
    const scene *floor = m->run.frame_count > 0 ? recording_floor(&m->run, frame) : NULL;
    size_t most = count + 2 + (floor ? floor->obstacle_count : 0);
    chart_shape *shapes = pool_allocate(&plot->memory, most, sizeof *shapes);
    if (!shapes)
        return false;
    c->shapes = shapes;
    for (; c->shape_count < count; ++c->shape_count)
        shapes[c->shape_count] = below[c->shape_count];
    if (!floor)
        return true;
    if (floor->bounds) {
        if (!add_bounds(floor, box, plot, shapes + c->shape_count))
            return false;
        c->shape_count += 2;
        // The margin of a Gaussian's map is not shown.
        wend_box shown =
            wend_box_join(recording_box(&m->run), wend_box_of(floor->bounds, floor->bounds_count));
        c->x.least = shown.min.x;
        c->x.most = shown.max.x;
        c->y.least = shown.min.y;
        c->y.most = shown.max.y;
    }
    const wend_ink wall = {.fill = WALL_COLOUR, .line = WALL_LINE, .width = 0.7};
    for (uint32_t i = 0; i < floor->obstacle_count; ++i) {
        const scene_shape *s = &floor->obstacles[i].shape;
        shapes[c->shape_count++] =
            (chart_shape){s->points, s->ring_ends, s->ring_count, true, wall};
    }
    return true;
}

/// Adds the measurement lines and areas: each a line with a white rim, and a legend entry.
bool measured_add_places(const measured *m, measured_plot *plot, chart_series *series,
                         size_t *count)
{
    for (int i = 0; i < m->line_count + m->area_count; ++i) {
        bool line = i < m->line_count;
        const measured_area *area = line ? NULL : &m->areas[i - m->line_count];
        size_t corners = line ? 2 : area->area.count + (size_t)1;
        wend_vec2 *points = pool_allocate(&plot->memory, corners, sizeof *points);
        if (!points)
            return false;
        if (line) {
            points[0] = m->lines[i].line.at.a;
            points[1] = m->lines[i].line.at.b;
        } else {
            memcpy(points, area->area.ring, (corners - 1) * sizeof *points);
            points[corners - 1] = points[0];
        }
        chart_series place = {.points = points, .count = corners, .width = line ? 2.4 : 1.6};
        series[*count] = place;
        series[*count].colour = WEND_WHITE;
        series[(*count)++].width += 2 * PLACE_RIM;
        place.name = line ? m->lines[i].name : area->name;
        place.colour = place_colour(i);
        place.dash = line ? 0 : 5;
        series[(*count)++] = place;
    }
    return true;
}

/// Maximum number of series that measured_add_places adds.
size_t measured_place_series(const measured *m)
{
    return 2 * ((size_t)m->line_count + (size_t)m->area_count);
}

chart *measured_start_place(const measured *m, measured_plot *plot)
{
    chart *c = &plot->charts[plot->count++];
    c->same_scale = true;
    c->x.title = "x [m]";
    c->y.title = "y [m]";
    c->y.down = m->run.s && frames_mirrored(m->run.s);
    return c;
}

// ---- maps ---------------------------------------------------------------------------------------

/// Bounding box of all possible Voronoi cells.
static wend_box box_of_cells(const measured *m)
{
    wend_box box = recording_box(&m->run), walls = wend_box_empty();
    bool bounded = m->run.floor_count > 0;
    for (uint32_t i = 0; i < m->run.floor_count; ++i) {
        const scene *floor = m->run.floors[i].floor;
        bounded = bounded && floor->bounds;
        if (floor->bounds)
            walls = wend_box_join(walls, wend_box_of(floor->bounds, floor->bounds_count));
    }
    double reach = m->cells.cutoff;
    if (!isfinite(reach) || box.min.x > box.max.x)
        return walls;
    box =
        (wend_box){{box.min.x - reach, box.min.y - reach}, {box.max.x + reach, box.max.y + reach}};
    if (!bounded)
        return box;
    return (wend_box){{fmax(box.min.x, walls.min.x), fmax(box.min.y, walls.min.y)},
                      {fmin(box.max.x, walls.max.x), fmin(box.max.y, walls.max.y)}};
}

bool measured_make_map(const measured *m, measure_map_kind kind, measure_map *map)
{
    measure_map_rule rule = measure_default_map_rule(&m->run, kind);
    rule.cell = option_number(m->args, "cell", rule.cell);
    rule.width = option_number(m->args, "smooth", rule.width);
    rule.window = m->window;
    // Cells start at multiples of their size, as walls often do; a Gaussian has a margin.
    wend_box box = m->by_cells ? box_of_cells(m) : recording_box(&m->run);
    if (box.min.x <= box.max.x)
        rule.box = (wend_box){{floor((box.min.x - rule.width) / rule.cell) * rule.cell,
                               floor((box.min.y - rule.width) / rule.cell) * rule.cell},
                              {box.max.x + rule.width, box.max.y + rule.width}};
    if (!m->by_cells)
        return measure_make_map(&m->run, &rule, map);
    problem_list problems = {.file = m->file};
    bool enough = measure_make_voronoi_map(&m->run, &rule, &m->cells, map, &problems);
    if (enough && !m->args->quiet)
        problem_print(&problems, stderr);
    problem_free(&problems);
    return enough;
}

/// Copies the map into the plot. Cells in which no agent ever was, or (Gaussian) nearly none, have
/// no colour; this is decided by the density of the same cells.
static bool keep_map(measured_plot *plot, chart *c, const measure_map *map,
                     const measure_map *density)
{
    size_t cells = (size_t)map->width * map->height;
    double *values = pool_allocate(&plot->memory, cells, sizeof *values);
    chart_map *kept = pool_allocate(&plot->memory, 1, sizeof *kept);
    if (!values || !kept)
        return false;
    for (size_t i = 0; i < cells; ++i)
        values[i] = density->values[i] > LEAST_SHOWN * density->most ? map->values[i] : NAN;
    wend_vec2 corner = {map->origin.x + map->width * map->cell,
                        map->origin.y + map->height * map->cell};
    *kept = (chart_map){{map->origin, corner}, map->width, map->height, values};
    c->map = kept;
    return true;
}

/// Box that covers the map: cells are drawn slightly enlarged.
static wend_box cover_of(wend_box map, double cell)
{
    return (wend_box){{map.min.x - cell, map.min.y - cell}, {map.max.x + cell, map.max.y + cell}};
}

static bool draw_map(const measured *m, measured_plot *plot, measure_map_kind kind)
{
    bool speeds = kind == MEASURE_SPEED;
    chart *c = measured_start_place(m, plot);
    c->scale = speeds ? (chart_scale){.title = "mean speed [m/s]", .ramp = RAMP_SPEED}
                      : (chart_scale){.title = "mean density [1/m\xc2\xb2]", .ramp = RAMP_HEAT};
    measure_map map = {0}, density = {0};
    bool enough = measured_make_map(m, kind, &map) &&
                  (!speeds || measured_make_map(m, MEASURE_DENSITY, &density));
    double smooth = option_number(m->args, "smooth", 0);
    snprintf(plot->title, sizeof plot->title, "%s: %.100s", speeds ? "Speed" : "Density", m->file);
    int used = snprintf(plot->note, sizeof plot->note, "mean over %.4g s in cells of %.3g m",
                        measured_seconds(m), map.cell);
    if (m->by_cells)
        snprintf(plot->note + used, sizeof plot->note - (size_t)used, ", by Voronoi cells");
    else if (smooth > 0)
        snprintf(plot->note + used, sizeof plot->note - (size_t)used,
                 ", smoothed by a Gaussian %.3g m wide", smooth);
    chart_series *series = pool_allocate(&plot->memory, measured_place_series(m), sizeof *series);
    enough = enough && series && keep_map(plot, c, &map, speeds ? &density : &map);
    enough = enough &&
             measured_add_floor(m, 0, cover_of(c->map->box, map.cell), NULL, 0, plot, c) &&
             measured_add_places(m, plot, series, &c->series_count);
    c->series = series;
    measure_map_free(&map);
    measure_map_free(&density);
    return enough;
}

bool measured_draw_density(const measured *m, measured_plot *plot)
{
    return draw_map(m, plot, MEASURE_DENSITY);
}

bool measured_draw_speed(const measured *m, measured_plot *plot)
{
    return draw_map(m, plot, MEASURE_SPEED);
}

// ---- trajectories -------------------------------------------------------------------------------

/// Collects the drawn rows of an agent, with breaks where it was absent. Returns their number.
static size_t take_rows(const measured *m, uint32_t agent, size_t every, wend_vec2 *points,
                        double *speeds)
{
    const recording *r = &m->run;
    const recorded_agent *a = &r->agents[agent];
    double gap = fmax(LONGEST_GAP * r->fps, 1);
    size_t count = 0, last = a->first + a->count, before = a->first;
    for (size_t row = a->first; row < last;) {
        if (r->frames[row] - r->frames[before] > gap + (double)every) {
            points[count] = (wend_vec2){NAN, NAN};
            speeds[count++] = NAN;
        }
        points[count] = r->at[row];
        speeds[count++] = measure_speed(r, row, m->window);
        before = row;
        // The last row is always drawn.
        row += row + 1 < last && row + every >= last ? last - 1 - row : every;
    }
    return count;
}

/// End of the colour scale of speeds.
static bool find_fastest(const double *speeds, size_t count, double *fastest)
{
    double *sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted)
        return false;
    size_t known = 0;
    for (size_t i = 0; i < count; ++i)
        if (!isnan(speeds[i]))
            sorted[known++] = speeds[i];
    measure_statistics all;
    bool enough = measure_statistics_of(sorted, known, &all);
    double most = enough && known > 0 ? fmin(all.most_95 * SPEED_REACH, all.most) : 1;
    *fastest = fmax(ceil(most * 10) / 10, 0.1);
    free(sorted);
    return enough;
}

bool measured_draw_ways(const measured *m, measured_plot *plot)
{
    const recording *r = &m->run;
    chart *c = measured_start_place(m, plot);
    c->scale = (chart_scale){.title = "speed [m/s]", .ramp = RAMP_SPEED};
    size_t every = r->row_count / MOST_ROWS + 1;
    // A break needs an entry, and there may be one per row.
    size_t most = 2 * (r->row_count / every + 2 * (size_t)r->agent_count) + 2;
    wend_vec2 *points = pool_allocate(&plot->memory, most, sizeof *points);
    double *speeds = pool_allocate(&plot->memory, most, sizeof *speeds);
    chart_series *series =
        pool_allocate(&plot->memory, r->agent_count + measured_place_series(m), sizeof *series);
    if (!points || !speeds || !series)
        return false;
    size_t used = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        size_t count = take_rows(m, i, every, points + used, speeds + used);
        series[c->series_count++] =
            (chart_series){.points = points + used,
                           .count = count,
                           .values = speeds + used,
                           .width = r->agent_count > MANY_AGENTS ? MANY_WIDTH : FEW_WIDTH};
        used += count;
    }
    c->series = series;
    snprintf(plot->title, sizeof plot->title, "Trajectories: %.100s", m->file);
    int size = snprintf(plot->note, sizeof plot->note, "%u agents, %.4g s",
                        (unsigned)r->agent_count, measured_seconds(m));
    if (every > 1)
        snprintf(plot->note + size, sizeof plot->note - (size_t)size, "; one position in %zu",
                 every);
    return find_fastest(speeds, used, &c->scale.most) &&
           measured_add_floor(m, 0, recording_box(r), NULL, 0, plot, c) &&
           measured_add_places(m, plot, series, &c->series_count);
}
