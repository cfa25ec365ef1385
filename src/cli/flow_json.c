// SPDX-License-Identifier: MIT
// What a flow is and what was found, as JSON. Points are those of the scene's file.
#include "cli/flow.h"
#include "cli/report.h"
#include "io/frames.h"

#include <math.h>

static json_t *point_to_json(const flow_job *job, wend_vec2 point)
{
    wend_vec2 shown = frames_to_file(job->s, point);
    return json_pack("[f, f]", shown.x, shown.y);
}

/// Puts an item into a list; a list or an item that is NULL, for want of memory, gives NULL.
static json_t *append(json_t *array, json_t *item)
{
    if (array && json_array_append_new(array, item) == 0)
        return array;
    json_decref(array);
    return NULL;
}

// ---- the cut ------------------------------------------------------------------------------------

static json_t *legs_to_json(const flow_job *job, const flow_cut *cut)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < cut->legs.count; ++i)
        array = append(array, json_pack("[o, o]", point_to_json(job, cut->legs.data[i].a),
                                        point_to_json(job, cut->legs.data[i].b)));
    return array;
}

static json_t *wider_to_json(const flow_job *job, const flow_gate *gate)
{
    if (gate->wider_value < 0)
        return json_null();
    if (job->radius > 0)
        return json_pack("{s:f, s:i}", "value", gate->wider_value, "lanes", (int)gate->wider_lanes);
    return json_pack("{s:f}", "value", gate->wider_value);
}

static json_t *gates_to_json(const flow_job *job, const flow_cut *cut)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < cut->gates.count; ++i) {
        const flow_gate *gate = &cut->gates.data[i];
        array = append(array,
                       json_pack("{s:o, s:o, s:f, s:i, s:o}", "a", point_to_json(job, gate->gate.a),
                                 "b", point_to_json(job, gate->gate.b), "width", gate->gate.width,
                                 "abreast", (int)flow_abreast(job, gate->gate.width), "wider",
                                 wider_to_json(job, gate)));
    }
    return array;
}

static json_t *voronoi_to_json(const flow_job *job)
{
    if (!isfinite(job->voronoi))
        return json_null();
    double above = job->points.value > 0 ? job->voronoi / job->points.value - 1 : 0;
    return json_pack("{s:f, s:f}", "value", job->voronoi, "above", above);
}

// ---- openings and lanes -------------------------------------------------------------------------

static json_t *line_to_json(const flow_job *job, const wend_vec2 *points, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < count; ++i)
        array = append(array, point_to_json(job, points[i]));
    return array;
}

static json_t *openings_to_json(const flow_job *job, bool is_sink)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < job->openings.items.count; ++i) {
        const flow_opening *opening = &job->openings.items.data[i];
        const wend_vec2 *points;
        uint32_t count = wend_flow_opening(job->flow, i, &points);
        if (opening->is_sink == is_sink)
            array = append(array,
                           json_pack("{s:o, s:f, s:o}", "name",
                                     opening->name[0] ? text_to_json(opening->name) : json_null(),
                                     "length", flow_opening_length(job, i), "line",
                                     line_to_json(job, points, count)));
    }
    return array;
}

/// The number of an opening among those of its role.
static int number_of(const flow_job *job, uint32_t opening)
{
    int number = 0;
    for (uint32_t i = 0; i < opening; ++i)
        number += job->openings.items.data[i].is_sink == job->openings.items.data[opening].is_sink;
    return number;
}

static json_t *lanes_to_json(const flow_job *job)
{
    uint32_t count = 0;
    const wend_lane *lanes = job->lanes ? wend_lanes_all(job->lanes, &count) : NULL;
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < count; ++i)
        array = append(array,
                       json_pack("{s:f, s:f, s:f, s:i, s:i}", "length", lanes[i].length, "headway",
                                 lanes[i].headway, "capacity", job->speed / lanes[i].headway,
                                 "source", number_of(job, lanes[i].source), "sink",
                                 number_of(job, lanes[i].sink)));
    return array;
}

static json_t *shortened_to_json(const flow_job *job)
{
    if (job->gain.rounds == 0)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:i, s:b}", "before", job->gain.before, "after",
                     job->gain.after, "shortest", job->gain.shortest, "rounds",
                     (int)job->gain.rounds, "converged", (int)job->gain.converged);
}

static json_t *figures_to_json(const flow_job *job)
{
    bool some = flow_lane_count(job) > 0;
    return json_pack("{s:o, s:s, s:f, s:f, s:o, s:o, s:o, s:o}", "each", lanes_to_json(job), "kind",
                     job->kind == WEND_LANES_PLAIN ? "plain" : "clear", "value", job->whole.value,
                     "capacity", flow_capacity(job), "gates", gates_to_json(job, &job->whole),
                     "clearance", some ? json_real(job->clearance) : json_null(), "separation",
                     isfinite(job->separation) && some ? json_real(job->separation) : json_null(),
                     "shortened", shortened_to_json(job));
}

int flow_print_json(const flow_job *job)
{
    wend_flow_size size = wend_flow_measure(job->flow);
    uint32_t tightest = flow_tightest(&job->points);
    json_t *object = json_pack(
        "{s:f, s:o, s:o, s:o, s:o, s:f, s:f, s:f, s:o, s:o, s:o, s:b, s:o}", "value",
        job->points.value, "cut", legs_to_json(job, &job->points), "gates",
        gates_to_json(job, &job->points), "lanes",
        job->turns ? json_null() : json_integer(flow_lane_count(job)), "tightest",
        tightest == UINT32_MAX ? json_null() : json_integer(tightest), "widening", job->widening,
        "radius", job->radius, "speed", job->speed, "sources", openings_to_json(job, false),
        "sinks", openings_to_json(job, true), "voronoi", voronoi_to_json(job), "turns",
        (int)job->turns, "lane_figures", job->lanes ? figures_to_json(job) : json_null());
    json_t *rest =
        json_pack("{s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:O}", "bodies", (int)size.bodies,
                  "triangles", (int)size.triangles, "windows", (int)size.windows, "area", size.area,
                  "create_ms", job->create_ms, "solve_ms", job->solve_ms, "lanes_ms", job->lanes_ms,
                  "shorten_ms", job->shorten_ms, "files", job->files);
    if (!object || !rest || json_object_update(object, rest) != 0) {
        json_decref(object);
        object = NULL;
    }
    json_decref(rest);
    return print_json(job->args, object);
}
