// SPDX-License-Identifier: MIT
// The figures of `wend measure` as CSV: a line of names, then a line for each; a field that is not
// known is empty. Numbers have 12 digits, which keeps a tenth of a millimetre in a city's
// coordinates.
#include "cli/measure_plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A field and what follows it.
static void put(FILE *out, double value, char end)
{
    if (isfinite(value))
        fprintf(out, "%.12g", value);
    fputc(end, out);
}

/// A name, between quotes where CSV needs them.
static void put_name(FILE *out, const char *name)
{
    if (name[strcspn(name, ",\"\n\r")] == 0) {
        fprintf(out, "%s,", name);
        return;
    }
    fputc('"', out);
    for (const char *c = name; *c; ++c) {
        if (*c == '"')
            fputc('"', out);
        fputc(*c, out);
    }
    fputs("\",", out);
}

bool measured_write_agents(const measured *m, FILE *out)
{
    fputs("id,came,left,arrived,travel,set_out,length,shortest,detour,speed,waiting,lost,slowed\n",
          out);
    for (uint32_t i = 0; i < m->run.agent_count; ++i) {
        const recorded_agent *who = &m->run.agents[i];
        const measure_agent *a = &m->crowd.agents[i];
        fprintf(out, "%" PRIu64 ",", who->id);
        put(out, a->came, ',');
        put(out, a->left, ',');
        fprintf(out, "%d,", (int)who->arrived);
        put(out, a->travel, ',');
        put(out, a->set_out, ',');
        put(out, a->length, ',');
        put(out, a->shortest, ',');
        put(out, a->detour, ',');
        put(out, a->speed, ',');
        put(out, a->waiting, ',');
        put(out, a->lost, ',');
        put(out, a->slowed, '\n');
    }
    return true;
}

bool measured_write_crossings(const measured *m, FILE *out)
{
    fputs("line,time,count,id,to,at\n", out);
    for (int i = 0; i < m->line_count; ++i) {
        const measured_line *line = &m->lines[i];
        for (size_t k = 0; k < line->crossings.items.count; ++k) {
            const measure_crossing *c = &line->crossings.items.data[k];
            put_name(out, line->name);
            put(out, measure_time(&m->run, c->frame), ',');
            fprintf(out, "%zu,%" PRIu64 ",%s,", k + 1, m->run.agents[c->agent].id,
                    c->direction == MEASURE_TO_LEFT ? "left" : "right");
            put(out, c->time, '\n');
        }
    }
    return true;
}

bool measured_write_flow(const measured *m, FILE *out)
{
    fputs("line,from,to,crossed,flow,speed\n", out);
    for (int i = 0; i < m->line_count; ++i) {
        const measured_line *line = &m->lines[i];
        for (size_t k = 0; k < line->parts.items.count; ++k) {
            const measure_flow_part *p = &line->parts.items.data[k];
            put_name(out, line->name);
            put(out, measure_time(&m->run, p->from), ',');
            put(out, measure_time(&m->run, p->to), ',');
            fprintf(out, "%u,", (unsigned)p->count);
            put(out, p->flow, ',');
            put(out, p->speed, '\n');
        }
    }
    return true;
}

bool measured_write_moments(const measured *m, FILE *out)
{
    fputs("area,time,count,density,speed,voronoi_density,voronoi_speed\n", out);
    for (int i = 0; i < m->area_count; ++i) {
        const measured_area *area = &m->areas[i];
        for (uint32_t k = 0; k < m->run.frame_count; ++k) {
            const measure_moment *at = &area->moments[k];
            put_name(out, area->name);
            put(out, measure_time(&m->run, k), ',');
            fprintf(out, "%u,", (unsigned)at->count);
            put(out, at->density, ',');
            put(out, at->speed, ',');
            put(out, area->voronoi ? area->voronoi[k].density : NAN, ',');
            put(out, area->voronoi ? area->voronoi[k].speed : NAN, '\n');
        }
    }
    return true;
}

bool measured_write_diagram(const measured *m, FILE *out)
{
    fputs("place,density,speed,deviation,flow,count\n", out);
    for (int i = 0; i < m->area_count; ++i) {
        const measured_area *area = &m->areas[i];
        for (size_t k = 0; k < area->bins.items.count; ++k) {
            const measure_bin *bin = &area->bins.items.data[k];
            put_name(out, area->name);
            put(out, bin->density, ',');
            put(out, bin->speed, ',');
            put(out, bin->deviation, ',');
            put(out, bin->flow, ',');
            fprintf(out, "%zu\n", bin->count);
        }
    }
    for (int i = 0; i < m->line_count; ++i) {
        const measured_line *line = &m->lines[i];
        for (size_t k = 0; k < line->passages.items.count; ++k) {
            const measure_passage *p = &line->passages.items.data[k];
            put_name(out, line->name);
            put(out, p->density, ',');
            put(out, p->speed, ',');
            fputc(',', out);
            put(out, p->density * p->speed, ',');
            fputs("1\n", out);
        }
    }
    return true;
}

bool measured_write_inside(const measured *m, FILE *out)
{
    const recording *r = &m->run;
    fputs("time,count\n", out);
    for (uint32_t i = 0; i < r->frame_count; ++i) {
        put(out, measure_time(r, i), ',');
        fprintf(out, "%zu\n", r->frame_starts[i + 1] - r->frame_starts[i]);
    }
    return true;
}

static bool write_map(const measured *m, FILE *out, measure_map_kind kind)
{
    measure_map map = {0};
    if (!measured_make_map(m, kind, &map))
        return false;
    fprintf(out, "x,y,%s\n", kind == MEASURE_SPEED ? "speed" : "density");
    for (uint32_t row = 0; row < map.height; ++row) {
        for (uint32_t column = 0; column < map.width; ++column) {
            put(out, map.origin.x + (column + 0.5) * map.cell, ',');
            put(out, map.origin.y + (row + 0.5) * map.cell, ',');
            put(out, map.values[(size_t)row * map.width + column], '\n');
        }
    }
    measure_map_free(&map);
    return true;
}

bool measured_write_density(const measured *m, FILE *out)
{
    return write_map(m, out, MEASURE_DENSITY);
}

bool measured_write_speed(const measured *m, FILE *out)
{
    return write_map(m, out, MEASURE_SPEED);
}

bool measured_write_cells(const measured *m, FILE *out)
{
    const recording *r = &m->run;
    double *areas = malloc((r->row_count + 1) * sizeof *areas);
    problem_list problems = {.file = m->file};
    bool enough = areas && measure_find_voronoi(r, &m->cells, NULL, 0, areas, &problems);
    if (enough && !m->args->quiet)
        problem_print(&problems, stderr);
    problem_free(&problems);
    fputs("frame,id,time,x,y,area,density,speed\n", out);
    uint32_t only = measured_frame(m);
    for (uint32_t i = 0; enough && i < r->agent_count; ++i) {
        const recorded_agent *who = &r->agents[i];
        for (size_t row = who->first; row < who->first + who->count; ++row) {
            if (option_given(m->args, "at") && r->frames[row] != only)
                continue;
            fprintf(out, "%" PRIu32 ",%" PRIu64 ",", r->frames[row], who->id);
            put(out, measure_time(r, r->frames[row]), ',');
            put(out, r->at[row].x, ',');
            put(out, r->at[row].y, ',');
            put(out, areas[row], ',');
            put(out, 1 / areas[row], ',');
            put(out, measure_speed(r, row, m->window), '\n');
        }
    }
    free(areas);
    return enough;
}

bool measured_write_ways(const measured *m, FILE *out)
{
    const recording *r = &m->run;
    // With frames, so that it can be read as a recording again.
    fputs("frame,id,time,x,y,speed\n", out);
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *who = &r->agents[i];
        for (size_t row = who->first; row < who->first + who->count; ++row) {
            fprintf(out, "%" PRIu32 ",%" PRIu64 ",", r->frames[row], who->id);
            put(out, measure_time(r, r->frames[row]), ',');
            put(out, r->at[row].x, ',');
            put(out, r->at[row].y, ',');
            put(out, measure_speed(r, row, m->window), '\n');
        }
    }
    return true;
}
