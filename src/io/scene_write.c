// SPDX-License-Identifier: MIT
// Writes a scene as JSON: one entry of its lists on a line, only fields that differ
// from their defaults, and every number in the shortest form that reads back as the same double.
// So a file that wend wrote stays the same, byte for byte, when wend reads and writes it again.
#include "io/export_text.h"
#include "io/formats.h"
#include "io/scene_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_point(FILE *out, wend_vec2 p)
{
    putc('[', out);
    export_number(out, p.x);
    fputs(", ", out);
    export_number(out, p.y);
    putc(']', out);
}

static void write_points(FILE *out, const wend_vec2 *points, size_t count)
{
    putc('[', out);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0)
            fputs(", ", out);
        write_point(out, points[i]);
    }
    putc(']', out);
}

// Begins a line of the outermost object.
static void begin(FILE *out, const char *key)
{
    fprintf(out, ",\n  \"%s\": ", key);
}

// `, "key": "value"`, if there is one.
static void write_string_field(FILE *out, const char *key, const char *value)
{
    if (!value)
        return;
    fprintf(out, ", \"%s\": ", key);
    export_string(out, value);
}

// The value, or NULL if it is what a reader takes anyway.
static const char *unusual(const char *value, const char *usual)
{
    return value && strcmp(value, usual) == 0 ? NULL : value;
}

static void write_number_field(FILE *out, const char *key, double value, double usual)
{
    if (value == usual)
        return;
    fprintf(out, ", \"%s\": ", key);
    export_number(out, value);
}

static void write_polygon(FILE *out, const scene_shape *shape)
{
    fputs("\"polygon\": ", out);
    write_points(out, shape->points, shape->ring_count ? shape->ring_ends[0] : 0);
    if (shape->ring_count < 2)
        return;
    fputs(", \"holes\": [", out);
    for (uint32_t i = 1; i < shape->ring_count; ++i) {
        uint32_t start = shape->ring_ends[i - 1];
        if (i > 1)
            fputs(", ", out);
        write_points(out, shape->points + start, shape->ring_ends[i] - start);
    }
    putc(']', out);
}

// `"polygon": [...]` or another shape.
static void write_body(FILE *out, const scene_obstacle *body)
{
    switch (body->kind) {
    case SCENE_POLYGON:
        write_polygon(out, &body->shape);
        break;
    case SCENE_SEGMENT:
        fputs("\"segment\": ", out);
        write_points(out, body->shape.points, body->shape.point_count);
        break;
    case SCENE_POINT:
        fputs("\"point\": ", out);
        write_point(out, body->shape.points[0]);
        break;
    case SCENE_CIRCLE:
        fputs("\"circle\": ", out);
        write_point(out, body->centre);
        fputs(", \"radius\": ", out);
        export_number(out, body->radius);
        break;
    }
    write_string_field(out, "name", body->name);
}

static void write_obstacle(FILE *out, const scene *s, uint32_t i)
{
    putc('{', out);
    write_body(out, &s->obstacles[i]);
    write_string_field(out, "role", s->obstacles[i].role);
    putc('}', out);
}

static void write_door(FILE *out, const scene *s, uint32_t i)
{
    const scene_door *door = &s->doors[i];
    putc('{', out);
    write_body(out,
               &(scene_obstacle){.kind = door->kind, .shape = door->shape, .name = door->name});
    if (door->shut)
        fputs(", \"shut\": true", out);
    for (uint32_t k = 0; k < door->time_count; ++k) {
        fputs(k ? ", " : ", \"times\": [", out);
        export_number(out, door->times[k]);
    }
    if (door->time_count > 0)
        putc(']', out);
    write_number_field(out, "period", door->period, 0);
    putc('}', out);
}

static void write_mover(FILE *out, const scene *s, uint32_t i)
{
    static const char *const ways[] = {NULL, "back and forth", "round"};
    const scene_mover *mover = &s->movers[i];
    putc('{', out);
    write_body(out, &mover->body);
    fputs(", \"path\": ", out);
    write_points(out, mover->path, mover->path_count);
    write_number_field(out, "speed", mover->speed, SCENE_DEFAULT_MOVER_SPEED);
    write_number_field(out, "start", mover->start, 0);
    write_number_field(out, "pause", mover->pause, 0);
    write_string_field(out, "way", ways[mover->way]);
    if (mover->blocking)
        fputs(", \"blocking\": true", out);
    putc('}', out);
}

static void write_zone(FILE *out, const scene *s, uint32_t i)
{
    fputs("{\"area\": ", out);
    export_string(out, s->zones[i].area);
    fputs(", \"factor\": ", out);
    export_number(out, s->zones[i].factor);
    putc('}', out);
}

// `"point": [x, y]` or `"segment": [[x, y], [x, y]]`.
static void write_frame_place(FILE *out, const wend_goal_frame *frame)
{
    bool point = frame->a.x == frame->b.x && frame->a.y == frame->b.y;
    fputs(point ? "\"point\": " : "\"segment\": ", out);
    if (point)
        write_point(out, frame->a);
    else
        write_points(out, (wend_vec2[]){frame->a, frame->b}, 2);
}

static void write_goal_place(FILE *out, const scene *s, uint32_t i)
{
    const scene_goal_place *goal = &s->goals[i];
    export_string(out, goal->name);
    fputs(": {", out);
    if (scene_goal_rests(goal)) {
        write_frame_place(out, &goal->frames[0]);
    } else {
        fputs("\"frames\": [", out);
        for (uint32_t k = 0; k < goal->frame_count; ++k) {
            fputs(k ? ",\n      {\"time\": " : "\n      {\"time\": ", out);
            export_number(out, goal->frames[k].time);
            fputs(", ", out);
            write_frame_place(out, &goal->frames[k]);
            putc('}', out);
        }
        fputs("\n    ]", out);
        write_number_field(out, "gone", goal->gone, INFINITY);
        write_number_field(out, "period", goal->period, 0);
    }
    putc('}', out);
}

static void write_weight(FILE *out, const scene *s, uint32_t i)
{
    fputs("{\"at\": ", out);
    write_point(out, s->weights[i].at);
    fputs(", \"weight\": ", out);
    export_number(out, s->weights[i].weight);
    write_number_field(out, "count", s->weights[i].count, 1);
    putc('}', out);
}

static void write_field(FILE *out, const scene *s, uint32_t i)
{
    const scene_field *field = &s->fields[i];
    export_string(out, field->name);
    fputs(": {\"patches\": [", out);
    for (uint32_t k = 0; k < field->patch_count; ++k) {
        const wend_patch *patch = &field->patches[k];
        fputs(k ? ",\n      {\"at\": " : "\n      {\"at\": ", out);
        write_point(out, patch->place);
        write_number_field(out, "radius", patch->radius, 0);
        write_number_field(out, "amount", patch->amount, 0);
        write_number_field(out, "worth", patch->worth, SCENE_DEFAULT_WORTH);
        putc('}', out);
    }
    fputs("\n    ]", out);
    write_number_field(out, "cell", field->cell, SCENE_DEFAULT_CELL);
    putc('}', out);
}

static void write_area(FILE *out, const scene *s, uint32_t i)
{
    const scene_area *area = &s->areas[i];
    export_string(out, area->name);
    fputs(": ", out);
    if (!area->role && area->shape.ring_count == 1) {
        write_points(out, area->shape.points, area->shape.point_count);
        return;
    }
    putc('{', out);
    write_polygon(out, &area->shape);
    write_string_field(out, "role", area->role);
    putc('}', out);
}

// ---- the flow ----------------------------------------------------------------------------------

static void write_openings(FILE *out, const scene_flow *flow, bool sinks)
{
    const char *between = sinks ? ",\n    \"sinks\": [" : "\n    \"sources\": [";
    for (uint32_t i = 0; i < flow->opening_count; ++i) {
        if (flow->openings[i].is_sink != sinks)
            continue;
        fputs(between, out);
        write_points(out, flow->openings[i].points, flow->openings[i].count);
        between = ", ";
    }
    putc(']', out);
}

static void write_flow(FILE *out, const scene_flow *flow)
{
    static const char *const kinds[] = {NULL, "plain"};
    static const char *const sides[] = {NULL, "shorter", "bottom", "top"};
    if (flow->opening_count == 0)
        return;
    begin(out, "flow");
    putc('{', out);
    write_openings(out, flow, false);
    write_openings(out, flow, true);
    write_number_field(out, "radius", flow->radius, 0);
    write_string_field(out, "lanes", kinds[flow->lanes]);
    write_string_field(out, "side", sides[flow->side]);
    if (flow->shorten)
        fputs(", \"shorten\": true", out);
    write_number_field(out, "snap", flow->snap, SCENE_DEFAULT_SNAP);
    fputs("\n  }", out);
}

// ---- agents -------------------------------------------------------------------------------------

static void write_goal(FILE *out, const scene_goal *goal)
{
    static const char *const choices[] = {NULL, "quickest", "in turn"};
    switch (goal->kind) {
    case SCENE_GOAL_NONE:
        break;
    case SCENE_GOAL_AREA:
        export_string(out, goal->area);
        break;
    case SCENE_GOAL_POINT:
        write_point(out, goal->segment.a);
        break;
    case SCENE_GOAL_SEGMENT:
        write_points(out, (wend_vec2[]){goal->segment.a, goal->segment.b}, 2);
        break;
    case SCENE_GOAL_AREAS:
        for (uint32_t i = 0; i < goal->area_count; ++i) {
            fputs(i ? ", " : "[", out);
            export_string(out, goal->areas[i]);
        }
        putc(']', out);
        write_string_field(out, "choice", choices[goal->choice]);
        break;
    }
}

static void write_way(FILE *out, const scene_agents *agents)
{
    static const char *const ends[] = {NULL, "stay", "repeat"};
    if (agents->goal.kind == SCENE_GOAL_NONE)
        return;
    for (uint32_t i = 0; i < agents->stop_count; ++i) {
        const scene_stop *stop = &agents->stops[i];
        fputs(i ? ", {\"goal\": " : ", \"stops\": [{\"goal\": ", out);
        write_goal(out, &stop->goal);
        write_number_field(out, "wait", stop->wait, 0);
        write_number_field(out, "wait_spread", stop->wait_spread, 0);
        putc('}', out);
    }
    fputs(agents->stop_count ? "], \"goal\": " : ", \"goal\": ", out);
    write_goal(out, &agents->goal);
    write_string_field(out, "end", ends[agents->end]);
    write_number_field(out, "repeats", agents->repeats, 0);
}

// A number, or an object if it differs from agent to agent.
static void write_spread(FILE *out, const char *key, double mean, const scene_spread *spread,
                         double usual, double limit)
{
    if (spread->deviation == 0) {
        write_number_field(out, key, mean, usual);
        return;
    }
    scene_spread cut = scene_default_spread(mean, spread->deviation, limit);
    fprintf(out, ", \"%s\": {\"mean\": ", key);
    export_number(out, mean);
    write_number_field(out, "deviation", spread->deviation, 0);
    write_number_field(out, "least", spread->least, cut.least);
    write_number_field(out, "most", spread->most, cut.most);
    putc('}', out);
}

static void write_pursuit(FILE *out, const scene_pursuit *pursuit)
{
    static const char *const kinds[] = {NULL, "roam", "gather", "chase"};
    if (pursuit->kind == SCENE_PURSUE_NOTHING)
        return;
    scene_pursuit usual = scene_default_pursuit(pursuit->kind);
    fprintf(out, ", \"pursue\": {\"%s\": ", kinds[pursuit->kind]);
    export_string(out, pursuit->what);
    write_number_field(out, "wait", pursuit->wait, usual.wait);
    write_number_field(out, "wait_spread", pursuit->wait_spread, usual.wait_spread);
    write_number_field(out, "reach", pursuit->reach, usual.reach);
    write_number_field(out, "rate", pursuit->rate, usual.rate);
    write_number_field(out, "enough", pursuit->enough, usual.enough);
    putc('}', out);
}

static void write_values(FILE *out, const scene_agents *agents)
{
    double fastest = scene_spread_most(agents->speed, &agents->speed_spread);
    write_spread(out, "radius", agents->radius, &agents->radius_spread, SCENE_DEFAULT_RADIUS,
                 SCENE_MAX_RADIUS);
    write_spread(out, "speed", agents->speed, &agents->speed_spread, SCENE_DEFAULT_SPEED,
                 SCENE_MAX_SPEED);
    write_number_field(out, "max_speed", agents->max_speed, fmax(SCENE_DEFAULT_MAX_SPEED, fastest));
    write_spread(out, "reaction", agents->reaction, &agents->reaction_spread, 0, SCENE_MAX_SECONDS);
    write_number_field(out, "horizon", agents->horizon, SCENE_DEFAULT_HORIZON);
    write_number_field(out, "share", agents->share, SCENE_DEFAULT_SHARE);
}

// A name, or an object if something about how it stays together is unusual.
static void write_group(FILE *out, const scene_agents *agents)
{
    const scene_group *held = &agents->held, usual = scene_default_group();
    if (held->area == usual.area && held->density == usual.density && held->width == usual.width &&
        held->sampler == usual.sampler && held->local == usual.local &&
        held->samples == usual.samples) {
        write_string_field(out, "group", agents->group);
        return;
    }
    const char *between = "";
    fputs(", \"group\": {", out);
    if (agents->group) {
        fputs("\"name\": ", out);
        export_string(out, agents->group);
        between = ", ";
    }
    const struct {
        const char *key;
        double value, usual;
    } numbers[] = {{"area", held->area, usual.area},
                   {"density", held->density, usual.density},
                   {"width", held->width, usual.width},
                   {"samples", held->samples, usual.samples}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        if (numbers[i].value == numbers[i].usual)
            continue;
        fprintf(out, "%s\"%s\": ", between, numbers[i].key);
        export_number(out, numbers[i].value);
        between = ", ";
    }
    if (held->sampler != usual.sampler)
        fprintf(out, "%s\"sampler\": \"%s\"", between, scene_group_samplers[held->sampler]);
    if (held->sampler != usual.sampler)
        between = ", ";
    if (held->local != usual.local)
        fprintf(out, "%s\"local\": \"%s\"", between, scene_group_locals[held->local]);
    putc('}', out);
}

static void write_agents(FILE *out, const scene *s, uint32_t i)
{
    const scene_agents *agents = &s->agents[i];
    if (agents->on_lanes)
        fputs("{\"on\": \"lanes\"", out);
    if (agents->in) {
        fputs(agents->on_lanes ? ", \"in\": " : "{\"in\": ", out);
        export_string(out, agents->in);
    } else if (!agents->on_lanes) {
        fputs("{\"at\": ", out);
        write_point(out, agents->at);
    }
    // A reader asks for the number of those that come one by one.
    write_number_field(out, "count", agents->count, agents->rate > 0 ? 0 : 1);
    write_number_field(out, "rate", agents->rate, 0);
    write_number_field(out, "start", agents->start, 0);
    write_number_field(out, "stop", agents->stop, INFINITY);
    write_way(out, agents);
    write_pursuit(out, &agents->pursuit);
    write_values(out, agents);
    write_group(out, agents);
    write_string_field(out, "role", agents->role);
    write_string_field(out, "guide",
                       unusual(agents->guide, s->guide ? s->guide : SCENE_DEFAULT_GUIDE));
    write_string_field(out, "motion",
                       unusual(agents->motion, s->motion ? s->motion : SCENE_DEFAULT_MOTION));
    putc('}', out);
}

// ---- the whole ----------------------------------------------------------------------------------

// One entry on a line, between the brackets.
static void write_list(FILE *out, const scene *s, const char *key, const char brackets[3],
                       uint32_t count, void (*write)(FILE *, const scene *, uint32_t))
{
    if (count == 0)
        return;
    begin(out, key);
    putc(brackets[0], out);
    for (uint32_t i = 0; i < count; ++i) {
        fputs(i ? ",\n    " : "\n    ", out);
        write(out, s, i);
    }
    fprintf(out, "\n  %c", brackets[1]);
}

static void write_lists(FILE *out, const scene *s)
{
    write_list(out, s, "obstacles", "[]", s->obstacle_count, write_obstacle);
    write_list(out, s, "doors", "[]", s->door_count, write_door);
    write_list(out, s, "movers", "[]", s->mover_count, write_mover);
    write_list(out, s, "areas", "{}", s->area_count, write_area);
    write_list(out, s, "goals", "{}", s->goal_count, write_goal_place);
    write_list(out, s, "zones", "[]", s->zone_count, write_zone);
    write_list(out, s, "weights", "[]", s->weight_count, write_weight);
    write_list(out, s, "fields", "{}", s->field_count, write_field);
    write_flow(out, &s->flow);
    write_list(out, s, "agents", "[]", s->agents_count, write_agents);
}

static void write_top_string(FILE *out, const char *key, const char *value)
{
    if (!value)
        return;
    begin(out, key);
    export_string(out, value);
}

static void write_top_number(FILE *out, const char *key, double value, double usual)
{
    if (value == usual)
        return;
    begin(out, key);
    export_number(out, value);
}

/// true where all is usual.
static void write_barriers(FILE *out, const wend_barriers_def *barriers)
{
    wend_barriers_def usual = wend_default_barriers_def();
    const struct {
        const char *key;
        double value, usual;
    } fields[] = {{"weight", barriers->weight, usual.weight},
                  {"most_weight", barriers->most_weight, fmax(usual.most_weight, barriers->weight)},
                  {"interval", barriers->interval, usual.interval},
                  {"threshold", barriers->threshold, usual.threshold},
                  {"slowed", barriers->slowed, usual.slowed}};
    const char *before = "{";
    if (!barriers->on)
        return;
    begin(out, "barriers");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        if (fields[i].value == fields[i].usual)
            continue;
        fprintf(out, "%s\"%s\": ", before, fields[i].key);
        export_number(out, fields[i].value);
        before = ", ";
    }
    fputs(*before == '{' ? "true" : "}", out);
}

bool scene_write_json(const scene *s, FILE *out)
{
    fputs("{\n  \"wend\": 1", out);
    write_top_string(out, "name", s->name);
    write_top_string(out, "about", s->about);
    if (s->origin.x != 0 || s->origin.y != 0) {
        begin(out, "origin");
        write_point(out, s->origin);
    }
    if (s->bounds) {
        begin(out, "bounds");
        write_points(out, s->bounds, s->bounds_count);
    }
    write_lists(out, s);
    write_top_string(out, "guide", unusual(s->guide, SCENE_DEFAULT_GUIDE));
    write_top_string(out, "motion", unusual(s->motion, SCENE_DEFAULT_MOTION));
    write_top_string(out, "bias", unusual(s->bias, SCENE_DEFAULT_BIAS));
    write_top_number(out, "ahead", s->ahead, SCENE_DEFAULT_AHEAD);
    if (s->points) {
        begin(out, "points");
        fputs("true", out);
    }
    write_top_number(out, "iterations", s->iterations, 0);
    write_top_number(out, "weight", s->weight, 0);
    write_barriers(out, &s->barriers);
    write_top_number(out, "seconds", s->seconds, SCENE_DEFAULT_SECONDS);
    write_top_string(out, "until", s->until == SCENE_UNTIL_EMPTY ? "empty" : NULL);
    write_top_number(out, "step", s->step, SCENE_DEFAULT_STEP);
    if (s->seed != 0) {
        begin(out, "seed");
        fprintf(out, "%llu", (unsigned long long)s->seed);
    }
    fputs("\n}\n", out);
    return fflush(out) == 0 && !ferror(out);
}
