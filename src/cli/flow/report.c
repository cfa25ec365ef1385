// SPDX-License-Identifier: MIT
// The figures of a flow, as text and as JSON. Points are in the frame of the scene's file.
#include "cli/report.h"
#include "cli/flow/flow.h"
#include "cli/table.h"

#include <math.h>

/// Maximum number of gates in text; JSON has all.
enum { MOST_ROWS = 200 };

/// Lengths with a smaller relative difference are equal up to rounding.
#define SAME 1e-9

// ---- the cut ------------------------------------------------------------------------------------

static json_t *segment_to_json(const flow_job *job, wend_vec2 a, wend_vec2 b)
{
    return json_pack("[o, o]", point_to_json(job->s, a), point_to_json(job->s, b));
}

static json_t *legs_to_json(const flow_job *job, const flow_cut *cut)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < cut->legs.count; ++i)
        list = list_add(list, segment_to_json(job, cut->legs.data[i].a, cut->legs.data[i].b));
    return list;
}

static json_t *gates_to_json(const flow_job *job, const flow_cut *cut)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < cut->gates.count; ++i) {
        const flow_gate *gate = &cut->gates.data[i];
        bool wider = gate->wider_value >= 0;
        const figure rows[] = {
            {"gate", NULL, NULL, VALUE(i)},
            {"a", NULL, NULL, VALUE(point_to_json(job->s, gate->gate.a))},
            {"b", NULL, NULL, VALUE(point_to_json(job->s, gate->gate.b))},
            {"width", NULL, "m", VALUE(gate->gate.width)},
            {"abreast", NULL, NULL, VALUE(flow_abreast(job, gate->gate.width))},
            {"lanes", NULL, NULL, VALUE(job->lanes ? json_integer(gate->lanes) : json_null())},
            {"wider_max_flow_m", NULL, "m", VALUE(wider ? gate->wider_value : NAN)},
            {"wider_lanes", NULL, NULL,
             VALUE(wider && job->radius > 0 ? json_integer(gate->wider_lanes) : json_null())},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

/// The shortest cut over gates of the diagram.
static json_t *voronoi_to_json(const flow_job *job)
{
    double excess = job->points.value > 0 ? job->voronoi / job->points.value - 1 : 0;
    return isfinite(job->voronoi) ? json_pack("{s:f, s:f}", "length_m", job->voronoi, "excess",
                                              excess > SAME ? excess : 0.0)
                                  : json_null();
}

// ---- openings and lanes -------------------------------------------------------------------------

static json_t *openings_to_json(const flow_job *job, bool is_sink)
{
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < job->openings.items.count; ++i) {
        const flow_opening *opening = &job->openings.items.data[i];
        const wend_vec2 *points;
        uint32_t count = wend_flow_opening(job->flow, i, &points);
        if (opening->is_sink != is_sink)
            continue;
        const figure rows[] = {
            {"role", NULL, NULL, VALUE(flow_role(is_sink))},
            {"name", NULL, NULL, VALUE(opening->name[0] ? opening->name : (const char *)NULL)},
            {"a", NULL, NULL, VALUE(point_to_json(job->s, points[0]))},
            {"b", NULL, NULL, VALUE(point_to_json(job->s, points[count - 1]))},
            {"length", NULL, "m", VALUE(flow_opening_length(job, i))},
            {"line", NULL, NULL, VALUE(points_to_json(job->s, points, count))},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

/// Index of an opening among those of its role.
static int number_of(const flow_job *job, uint32_t opening)
{
    int number = 0;
    for (uint32_t i = 0; i < opening; ++i)
        number += job->openings.items.data[i].is_sink == job->openings.items.data[opening].is_sink;
    return number;
}

static json_t *shortened_to_json(const flow_job *job)
{
    if (job->gain.rounds == 0)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:i, s:b}", "before", job->gain.before, "after",
                     job->gain.after, "shortest", job->gain.shortest, "rounds",
                     (int)job->gain.rounds, "converged", (int)job->gain.converged);
}

static json_t *lanes_to_json(const flow_job *job, FILE *out)
{
    uint32_t count;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    json_t *each = json_array();
    double shortest = INFINITY, longest = -INFINITY;
    for (uint32_t i = 0; each && i < count; ++i) {
        shortest = fmin(shortest, lanes[i].length);
        longest = fmax(longest, lanes[i].length);
        each = list_add(each,
                        json_pack("{s:f, s:f, s:f, s:i, s:i}", "length", lanes[i].length, "headway",
                                  lanes[i].headway, "capacity", job->speed / lanes[i].headway,
                                  "source", number_of(job, lanes[i].source), "sink",
                                  number_of(job, lanes[i].sink)));
    }
    const figure rows[] = {
        {"kind", NULL, NULL, VALUE(json_string(job->kind == WEND_LANES_PLAIN ? "plain" : "clear"))},
        {"max_flow_m", NULL, "m", VALUE(job->whole.value)},
        {"gates", NULL, NULL, VALUE(gates_to_json(job, &job->whole))},
        {"capacity", "capacity", "agents/s", VALUE(flow_capacity(job))},
        {"shortest", "shortest lane", "m", VALUE(shortest)},
        {"longest", "longest lane", "m", VALUE(longest)},
        {"clearance", "lane clearance", "m", VALUE(count > 0 ? job->clearance : NAN)},
        {"separation", "lane separation", "m", VALUE(count > 0 ? job->separation : NAN)},
        {"shortened", "shortening", NULL, VALUE(shortened_to_json(job))},
        {"each", NULL, NULL, VALUE(each)},
    };
    return FIGURES(rows, out);
}

// ---- all ----------------------------------------------------------------------------------------

static json_t *flow_to_json(const flow_job *job, FILE *out)
{
    wend_flow_size size = wend_flow_measure(job->flow);
    uint32_t gate = flow_tightest(&job->points);
    bool any = gate != UINT32_MAX;
    const figure rows[] = {
        {"scene", "scene", NULL, VALUE(job->file)},
        {"max_flow_m", "max flow", "m", VALUE(job->points.value), .digits = 6},
        {"cut", NULL, NULL, VALUE(legs_to_json(job, &job->points))},
        {"gates", "gates", NULL, VALUE(gates_to_json(job, &job->points))},
        {"bottleneck", "bottleneck gate", NULL, VALUE(any ? json_integer(gate) : json_null())},
        {"bottleneck_width", "bottleneck width", "m",
         VALUE(any ? job->points.gates.data[gate].gate.width : NAN)},
        {"voronoi", "Voronoi cut", NULL, VALUE(voronoi_to_json(job))},
        {"alternating", "sources alternate", NULL, VALUE(wend_flow_is_alternating(job->flow)),
         .if_any = true},
        {"separate", "separate walls", NULL,
         VALUE((bool)(job->turns && !wend_flow_is_alternating(job->flow))), .if_any = true},
        {"radius", "radius", "m", VALUE(job->radius)},
        {"speed", "speed", "m/s", VALUE(job->speed)},
        {"widening", "widening", "m", VALUE(job->widening)},
        {"lanes", job->lanes ? "lanes" : NULL, NULL,
         VALUE(job->turns ? json_null() : TO_JSON(flow_lane_count(job)))},
        {"bodies", NULL, NULL, VALUE(size.bodies)},
        {"triangles", NULL, NULL, VALUE(size.triangles)},
        {"windows", NULL, NULL, VALUE(size.windows)},
        {"area", NULL, "m\xc2\xb2", VALUE(size.area)},
        {"create_ms", NULL, "ms", VALUE(job->create_ms)},
        {"solve_ms", NULL, "ms", VALUE(job->solve_ms)},
        {"lanes_ms", NULL, "ms", VALUE(job->lanes_ms)},
        {"shorten_ms", NULL, "ms", VALUE(job->shorten_ms)},
        {"sources", NULL, NULL, VALUE(openings_to_json(job, false))},
        {"sinks", NULL, NULL, VALUE(openings_to_json(job, true))},
        {"queries", NULL, NULL, VALUE(flow_queries_to_json(job)), .if_any = true},
        {"files", NULL, NULL, VALUE(json_incref(job->files))},
    };
    json_t *object = FIGURES(rows, out);
    json_t *lanes = job->lanes ? lanes_to_json(job, out) : json_null();
    return object_add(object, json_pack("{s:o}", "lane_figures", lanes));
}

int flow_print_json(const flow_job *job)
{
    return print_json(job->args, flow_to_json(job, NULL));
}

/// Explains gates that more agents could pass side by side than lanes do: the lanes are limited by
/// another cut, whose gates lose more by rounding down to whole lanes.
static void print_limits(const flow_job *job)
{
    bool any = false;
    for (size_t i = 0; i < job->points.gates.count; ++i) {
        const flow_gate *gate = &job->points.gates.data[i];
        uint32_t abreast = flow_abreast(job, gate->gate.width);
        if (!job->lanes || job->kind != WEND_LANES_CLEAR || gate->lanes >= abreast)
            continue;
        print_line(stdout, "%sgate %zu: %u abreast, but %u lane%s: another cut limits the lanes",
                   any ? "" : "\n", i, (unsigned)abreast, (unsigned)gate->lanes,
                   gate->lanes == 1 ? "" : "s");
        any = true;
    }
    if (!any)
        return;
    print_line(stdout, "\ncut that limits the lanes");
    json_t *gates = gates_to_json(job, &job->whole), *row;
    size_t number;
    json_array_foreach(gates, number, row)
    {
        json_object_del(row, "gate");
        json_object_del(row, "wider_max_flow_m");
        json_object_del(row, "wider_lanes");
    }
    table_print(gates, stdout);
    json_decref(gates);
}

int flow_print_text(const flow_job *job)
{
    json_t *object = flow_to_json(job, stdout);
    json_t *openings = json_object_get(object, "sources"),
           *gates = json_object_get(object, "gates");
    size_t count = json_array_size(gates);
    json_array_extend(openings, json_object_get(object, "sinks"));
    putchar('\n');
    table_print(openings, stdout);
    while (json_array_size(gates) > MOST_ROWS)
        json_array_remove(gates, MOST_ROWS);
    if (count > 0) {
        putchar('\n');
        table_print(gates, stdout);
    }
    if (count > MOST_ROWS)
        print_line(stdout, "... and %zu more gates", count - MOST_ROWS);
    if (job->queries.count > 0) {
        putchar('\n');
        table_print(json_object_get(object, "queries"), stdout);
    }
    print_limits(job);
    bool enough = object;
    json_decref(object);
    print_written(job->files);
    return enough ? EXIT_DONE : fail(job->args, "%s: out of memory", job->file);
}
