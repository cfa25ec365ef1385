// SPDX-License-Identifier: MIT
// The figures of `wend measure` as CSV: a line of column names, then one line per item; an
// unknown value is an empty field.
#include "base/figures.h"
#include "cli/measure/plot.h"

#include <math.h>
#include <stdlib.h>

bool measured_write_agents(const measured *m, FILE *out)
{
    fputs("id,entered,exited,arrived,travel,set_out,length,shortest,detour,speed,waiting,lost,"
          "slowed\n",
          out);
    for (uint32_t i = 0; i < m->run.agent_count; ++i) {
        const recorded_agent *agent = &m->run.agents[i];
        const measure_agent *a = &m->crowd.agents[i];
        csv_row(out, "uffufffffffff", agent->id, a->came, a->left, (uint64_t)agent->arrived,
                a->travel, a->set_out, a->length, a->shortest, a->detour, a->speed, a->waiting,
                a->lost, a->slowed);
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
            csv_row(out, "sfuusf", line->name, measure_time(&m->run, c->frame), (uint64_t)k + 1,
                    m->run.agents[c->agent].id, c->direction == MEASURE_TO_LEFT ? "left" : "right",
                    c->time);
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
            csv_row(out, "sffuff", line->name, measure_time(&m->run, p->from),
                    measure_time(&m->run, p->to), (uint64_t)p->count, p->flow, p->speed);
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
            csv_row(out, "sfuffff", area->name, measure_time(&m->run, k), (uint64_t)at->count,
                    at->density, at->speed, area->voronoi ? area->voronoi[k].density : NAN,
                    area->voronoi ? area->voronoi[k].speed : NAN);
        }
    }
    return true;
}

bool measured_write_diagram(const measured *m, FILE *out)
{
    fputs("place,density,speed,std,flow,count\n", out);
    for (int i = 0; i < m->area_count; ++i) {
        const measured_area *area = &m->areas[i];
        for (size_t k = 0; k < area->bins.items.count; ++k) {
            const measure_bin *bin = &area->bins.items.data[k];
            csv_row(out, "sffffu", area->name, bin->density, bin->speed, bin->deviation, bin->flow,
                    (uint64_t)bin->count);
        }
    }
    for (int i = 0; i < m->line_count; ++i) {
        const measured_line *line = &m->lines[i];
        for (size_t k = 0; k < line->passages.items.count; ++k) {
            const measure_passage *p = &line->passages.items.data[k];
            csv_row(out, "sffffu", line->name, p->density, p->speed, NAN, p->density * p->speed,
                    (uint64_t)1);
        }
    }
    return true;
}

bool measured_write_inside(const measured *m, FILE *out)
{
    const recording *r = &m->run;
    fputs("time,count\n", out);
    for (uint32_t i = 0; i < r->frame_count; ++i)
        csv_row(out, "fu", measure_time(r, i),
                (uint64_t)(r->frame_starts[i + 1] - r->frame_starts[i]));
    return true;
}

static bool write_map(const measured *m, FILE *out, measure_map_kind kind)
{
    measure_map map = {0};
    if (!measured_make_map(m, kind, &map))
        return false;
    fprintf(out, "x,y,%s\n", kind == MEASURE_SPEED ? "speed" : "density");
    for (uint32_t row = 0; row < map.height; ++row)
        for (uint32_t column = 0; column < map.width; ++column)
            csv_row(out, "fff", map.origin.x + (column + 0.5) * map.cell,
                    map.origin.y + (row + 0.5) * map.cell,
                    map.values[(size_t)row * map.width + column]);
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
        const recorded_agent *agent = &r->agents[i];
        for (size_t row = agent->first; row < agent->first + agent->count; ++row) {
            if (option_given(m->args, "time") && r->frames[row] != only)
                continue;
            csv_row(out, "uuffffff", (uint64_t)r->frames[row], agent->id,
                    measure_time(r, r->frames[row]), r->at[row].x, r->at[row].y, areas[row],
                    1 / areas[row], measure_speed(r, row, m->window));
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
        const recorded_agent *agent = &r->agents[i];
        for (size_t row = agent->first; row < agent->first + agent->count; ++row)
            csv_row(out, "uuffff", (uint64_t)r->frames[row], agent->id,
                    measure_time(r, r->frames[row]), r->at[row].x, r->at[row].y,
                    measure_speed(r, row, m->window));
    }
    return true;
}
