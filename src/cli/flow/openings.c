// SPDX-License-Identifier: MIT
// Sources and sinks of a flow: lines and areas of the command line or of the scene's flow,
// otherwise the areas and goals of the scene's agents.
#include "base/xalloc.h"
#include "cli/flow/flow.h"
#include "cli/position.h"
#include "cli/report.h"
#include "core/angle.h"
#include "scene/build/flow.h"
#include "scene/frames.h"
#include "wend/vec2.h"

#include <stdio.h>
#include <string.h>

const char *flow_role(bool is_sink)
{
    return is_sink ? "sink" : "source";
}

double flow_opening_length(const flow_job *job, uint32_t opening)
{
    const wend_vec2 *points;
    uint32_t count = wend_flow_opening(job->flow, opening, &points);
    double length = 0;
    for (uint32_t i = 1; i < count; ++i)
        length += wend_distance(points[i], points[i - 1]);
    return length;
}

// ---- adding -------------------------------------------------------------------------------------

static void add_points(flow_openings *o, const wend_vec2 *points, uint32_t count)
{
    xreserve(&o->points, count);
    for (uint32_t i = 0; i < count; ++i)
        o->points.data[o->points.count++] = points[i];
}

/// Adds an opening without points; its points are appended afterwards.
static flow_opening *add_opening(flow_openings *o, const char *name, bool is_sink)
{
    xreserve(&o->items, 1);
    flow_opening *opening = &o->items.data[o->items.count++];
    *opening = (flow_opening){.is_sink = is_sink, .first = (uint32_t)o->points.count};
    snprintf(opening->name, sizeof opening->name, "%s", name);
    return opening;
}

void flow_add_line(flow_openings *o, const char *name, bool is_sink, const wend_vec2 *points,
                   uint32_t count)
{
    add_opening(o, name, is_sink)->count = count;
    add_points(o, points, count);
}

/// Adds an area unless it has been added.
static void add_area(flow_openings *o, const scene_area *area, bool is_sink)
{
    for (size_t i = 0; i < o->items.count; ++i)
        if (o->items.data[i].area == area && o->items.data[i].is_sink == is_sink)
            return;
    add_opening(o, area->name, is_sink)->area = area;
}

/// Adds a point: an octagon around it, as large as an agent.
static void add_point(flow_job *job, const char *name, bool is_sink, wend_vec2 at)
{
    enum { SIDES = 8 };
    flow_openings *o = &job->openings;
    scene_area *area = xcalloc(1, sizeof *area);
    double radius = job->radius > 0 ? job->radius : scene_flow_radius(job->s);
    xreserve(&o->made, 1);
    o->made.data[o->made.count++] = area;
    area->shape.points = xcalloc(SIDES, sizeof *area->shape.points);
    area->shape.ring_ends = xcalloc(1, sizeof *area->shape.ring_ends);
    for (uint32_t i = 0; i < SIDES; ++i) {
        double sine, cosine, angle = (i + 0.5) * WEND_HALF_PI / 2;
        wend_sin_cos(angle, &sine, &cosine);
        area->shape.points[i] = (wend_vec2){at.x + radius * cosine, at.y + radius * sine};
    }
    area->shape.point_count = area->shape.ring_ends[0] = SIDES;
    area->shape.ring_count = 1;
    flow_opening *opening = add_opening(o, name, is_sink);
    opening->area = area;
    opening->is_point = true;
    char *copy = xcalloc(strlen(name) + 1, 1);
    area->name = strcpy(copy, name);
}

// ---- command line -------------------------------------------------------------------------------

/// Reads X,Y:X,Y:... into the last opening. False: another form.
static bool read_line(flow_job *job, const char *rest)
{
    flow_openings *o = &job->openings;
    flow_opening *opening = &o->items.data[o->items.count - 1];
    wend_vec2 p;
    do {
        if (!place_point(&rest, &p))
            return false;
        p = frames_from_file(job->s, p);
        add_points(o, &p, 1);
        ++opening->count;
    } while (*rest++ == ':');
    return rest[-1] == 0 && opening->count >= 2;
}

/// True for X,Y and nothing else.
static bool is_point(const char *rest)
{
    wend_vec2 p;
    return place_point(&rest, &p) && *rest == 0;
}

static int read_opening(flow_job *job, const char *typed, bool is_sink)
{
    flow_openings *o = &job->openings;
    const scene_area *area = scene_area_named(job->s, typed);
    const char *name = flow_role(is_sink);
    typed_place place;
    if (area) {
        add_area(o, area, is_sink);
        return EXIT_DONE;
    }
    flow_opening *opening = add_opening(o, typed, is_sink);
    if (read_line(job, typed))
        return place_check_range(job->args, name, typed, &o->points.data[opening->first],
                                 opening->count);
    uint32_t points = opening->count;
    o->points.count = opening->first;
    --o->items.count;
    if (points > 0 && !is_point(typed) && !scene_goal_named(job->s, typed))
        return fail_usage(job->args,
                          "--%s %s: invalid value (expected a line of two or more points, "
                          "X,Y:X,Y:..., in metres)",
                          name, typed);
    int code =
        place_read(job->args, name, typed, job->s, option_number(job->args, "time", 0), &place);
    if (code != EXIT_DONE)
        return code;
    if (place.count == 1) {
        add_point(job, typed, is_sink, place.points[0]);
        return EXIT_DONE;
    }
    flow_add_line(o, typed, is_sink, place.points, place.count);
    return EXIT_DONE;
}

// ---- scene --------------------------------------------------------------------------------------

/// Adds a segment that agents walk to, unless it has been added.
static void add_segment(flow_openings *o, const char *name, bool is_sink, wend_segment at)
{
    for (size_t i = 0; i < o->items.count; ++i) {
        if (o->items.data[i].count != 2)
            continue;
        const wend_vec2 *points = o->points.data + o->items.data[i].first;
        if (points[0].x == at.a.x && points[0].y == at.a.y && points[1].x == at.b.x &&
            points[1].y == at.b.y)
            return;
    }
    flow_add_line(o, name, is_sink, (wend_vec2[]){at.a, at.b}, 2);
}

static void add_named(flow_job *job, const char *name, bool is_sink)
{
    const scene_area *area = name ? scene_area_named(job->s, name) : NULL;
    const scene_goal_place *goal = name && !area ? scene_goal_named(job->s, name) : NULL;
    wend_segment at;
    if (area)
        add_area(&job->openings, area, is_sink);
    else if (goal && scene_goal_at(goal, 0, &at) && (at.a.x != at.b.x || at.a.y != at.b.y))
        add_segment(&job->openings, name, is_sink, at);
}

static void add_goal(flow_job *job, const scene_goal *goal)
{
    if (goal->kind == SCENE_GOAL_AREA)
        add_named(job, goal->area, true);
    for (uint32_t i = 0; goal->kind == SCENE_GOAL_AREAS && i < goal->area_count; ++i)
        add_named(job, goal->areas[i], true);
    if (goal->kind == SCENE_GOAL_SEGMENT)
        add_segment(&job->openings, "", true, goal->segment);
}

/// Adds the openings of a role from the scene: those of its flow, otherwise the agents' areas.
static void take_scene(flow_job *job, bool is_sink)
{
    const scene_flow *flow = &job->s->flow;
    for (uint32_t i = 0; i < flow->def.opening_count; ++i)
        if (flow->openings[i].is_sink == is_sink)
            flow_add_line(&job->openings, "", is_sink, flow->openings[i].points,
                          flow->openings[i].count);
    for (uint32_t i = 0; flow->def.opening_count == 0 && i < job->s->agents_count; ++i)
        if (is_sink)
            add_goal(job, &job->s->agents[i].goal);
        else
            add_named(job, job->s->agents[i].in, false);
}

static bool has_role(const flow_openings *o, bool is_sink)
{
    for (size_t i = 0; i < o->items.count; ++i)
        if (o->items.data[i].is_sink == is_sink)
            return true;
    return false;
}

/// Reads the openings of one role.
static int read_role(flow_job *job, bool is_sink)
{
    const char *typed[OPTION_VALUES_MAX], *name = flow_role(is_sink);
    int count = option_values(job->args, name, typed), code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < count; ++i)
        code = read_opening(job, typed[i], is_sink);
    if (code == EXIT_DONE && count == 0)
        take_scene(job, is_sink);
    if (code == EXIT_DONE && !has_role(&job->openings, is_sink))
        code = fail_usage(job->args,
                          "%s: the scene has no %s: give a line X,Y:X,Y along a wall or from wall "
                          "to wall, or the name of an area, with --%s",
                          job->file, name, name);
    return code;
}

/// An area that is both a source and a sink, as the start of some agents and the goal of others,
/// counts as a sink only.
static int drop_double_areas(flow_job *job)
{
    flow_openings *o = &job->openings;
    size_t kept = 0;
    const char *dropped = NULL;
    for (size_t i = 0; i < o->items.count; ++i) {
        const flow_opening *opening = &o->items.data[i];
        bool twice = false;
        for (size_t k = 0; k < o->items.count && opening->area && !opening->is_sink; ++k)
            twice = twice || (o->items.data[k].is_sink && o->items.data[k].area == opening->area);
        if (twice)
            dropped = opening->area->name;
        else
            o->items.data[kept++] = *opening;
    }
    o->items.count = kept;
    return has_role(o, false) ? EXIT_DONE
                              : fail_usage(job->args,
                                           "%s: the area \"%s\" is a sink too: give a "
                                           "source with --source",
                                           job->file, dropped);
}

int flow_read_openings(flow_job *job, problem_list *problems)
{
    int code = read_role(job, false);
    if (code == EXIT_DONE)
        code = read_role(job, true);
    if (code == EXIT_DONE)
        code = drop_double_areas(job);
    return code == EXIT_DONE ? flow_open_areas(job, problems) : code;
}
