// SPDX-License-Identifier: MIT
// Cases as scenes. Numbers are written with 17 digits: the scene is the case, bit for bit.
#include "tests/hunt/case.h"

#include "base/xalloc.h"

#include <stdio.h>

uint32_t hunt_case_agents(const hunt_case *c)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->crew_count; ++i)
        count += c->crews[i].members;
    return count;
}

static bool is_point(wend_box box)
{
    return box.min.x == box.max.x && box.min.y == box.max.y;
}

static bool boxes_equal(wend_box a, wend_box b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

static void print_points(FILE *out, const wend_vec2 *points, uint32_t count)
{
    fputc('[', out);
    for (uint32_t i = 0; i < count; ++i)
        fprintf(out, "%s[%.17g, %.17g]", i ? ", " : "", points[i].x, points[i].y);
    fputc(']', out);
}

static void print_box(FILE *out, wend_box box)
{
    wend_vec2 ring[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    print_points(out, ring, 4);
}

static void print_walls(FILE *out, const hunt_case *c)
{
    fputs(" \"obstacles\": [", out);
    for (uint32_t i = 0; i < c->wall_count; ++i) {
        const hunt_wall *wall = &c->walls[i];
        fprintf(out, "%s\n  {\"%s\": ", i ? "," : "",
                wall->count == 1   ? "point"
                : wall->count == 2 ? "segment"
                                   : "polygon");
        if (wall->count == 1)
            fprintf(out, "[%.17g, %.17g]", wall->points[0].x, wall->points[0].y);
        else
            print_points(out, wall->points, wall->count);
        fputc('}', out);
    }
    fputs("],\n", out);
}

/// The first crew with the same area, so that crews to one area share it.
static uint32_t first_with_goal(const hunt_case *c, uint32_t crew)
{
    uint32_t i = 0;
    while (!boxes_equal(c->crews[i].goal, c->crews[crew].goal))
        ++i;
    return i;
}

static void print_areas(FILE *out, const hunt_case *c)
{
    const char *between = "";
    fputs(" \"areas\": {", out);
    for (uint32_t i = 0; i < c->crew_count; ++i) {
        const hunt_crew *crew = &c->crews[i];
        if (!is_point(crew->goal) && first_with_goal(c, i) == i) {
            fprintf(out, "%s\n  \"goal%u\": ", between, i);
            print_box(out, crew->goal);
            between = ",";
        }
        if (crew->members > 1) {
            fprintf(out, "%s\n  \"start%u\": ", between, i);
            print_box(out, crew->in);
            between = ",";
        }
    }
    fputs("},\n", out);
}

static void print_crew(FILE *out, const hunt_case *c, uint32_t i)
{
    const hunt_crew *crew = &c->crews[i];
    if (crew->members > 1)
        fprintf(out, "{\"in\": \"start%u\", \"count\": %u, \"group\": \"group%u\"", i,
                crew->members, i);
    else
        fprintf(out, "{\"at\": [%.17g, %.17g]", crew->at.x, crew->at.y);
    if (crew->social && crew->members == 1)
        fprintf(out, ", \"group\": \"social%u\"", crew->social);
    if (is_point(crew->goal))
        fprintf(out, ", \"goal\": [%.17g, %.17g]", crew->goal.min.x, crew->goal.min.y);
    else
        fprintf(out, ", \"goal\": \"goal%u\"", first_with_goal(c, i));
    fprintf(out,
            ", \"radius\": %.17g, \"preferred_speed\": %.17g, \"planner\": \"%s\", \"motion\": "
            "\"%s\"}",
            crew->radius, crew->speed, wend_planner_info_of(crew->planner)->name,
            wend_motion_info_of(crew->motion)->name);
}

static void print_flow(FILE *out, const hunt_flow *flow)
{
    if (flow->source.a.x == flow->sink.a.x)
        return;
    fputs(" \"flow\": {\"sources\": [", out);
    print_points(out, &flow->source.a, 2);
    fputs("], \"sinks\": [", out);
    print_points(out, &flow->sink.a, 2);
    fprintf(out, "], \"radius\": %.17g},\n", flow->radius);
}

char *hunt_case_json(const hunt_case *c)
{
    char *json = NULL;
    size_t size = 0;
    FILE *out = xcheck(open_memstream(&json, &size));
    fprintf(out, "{\"wend\": 2, \"name\": \"%s-%llu\",\n \"bounds\": ", c->family,
            (unsigned long long)c->seed);
    print_box(out, c->bounds);
    fputs(",\n", out);
    print_walls(out, c);
    print_areas(out, c);
    print_flow(out, &c->flow);
    fputs(" \"agents\": [", out);
    for (uint32_t i = 0; i < c->crew_count; ++i) {
        fprintf(out, "%s\n  ", i ? "," : "");
        print_crew(out, c, i);
    }
    fprintf(out,
            "],\n \"duration\": %.17g, \"until\": \"empty\", \"step\": %.17g, \"seed\": %llu}\n",
            c->seconds, c->step, (unsigned long long)(c->seed % 1000000));
    xneed(fclose(out) == 0);
    return json;
}
