// SPDX-License-Identifier: MIT
// Where a flow comes from and where it goes: lines and areas that are typed or are the scene's;
// else the areas that agents start in and go to.
#include "cli/flow.h"
#include "cli/place.h"
#include "cli/report.h"
#include "io/frames.h"

#include <math.h>
#include <stdio.h>

static int fail_memory(const flow_job *job)
{
    return fail(job->args, "%s: out of memory", job->file);
}

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
        length += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    return length;
}

// ---- adding -------------------------------------------------------------------------------------

static bool add_points(flow_openings *o, const wend_vec2 *points, uint32_t count)
{
    if (!wend_array_reserve(&o->points, NULL, count))
        return false;
    for (uint32_t i = 0; i < count; ++i)
        o->points.data[o->points.count++] = points[i];
    return true;
}

/// Adds an opening without points: those come behind. NULL: out of memory.
static flow_opening *add_opening(flow_openings *o, const char *name, bool is_sink)
{
    if (!wend_array_reserve(&o->items, NULL, 1))
        return NULL;
    flow_opening *opening = &o->items.data[o->items.count++];
    *opening = (flow_opening){.is_sink = is_sink, .first = (uint32_t)o->points.count};
    snprintf(opening->name, sizeof opening->name, "%s", name);
    return opening;
}

bool flow_add_line(flow_openings *o, const char *name, bool is_sink, const wend_vec2 *points,
                   uint32_t count)
{
    flow_opening *opening = add_opening(o, name, is_sink);
    if (!opening || !add_points(o, points, count))
        return false;
    opening->count = count;
    return true;
}

/// Adds an area, once.
static bool add_area(flow_openings *o, const scene_area *area, bool is_sink)
{
    for (size_t i = 0; i < o->items.count; ++i)
        if (o->items.data[i].area == area && o->items.data[i].is_sink == is_sink)
            return true;
    flow_opening *opening = add_opening(o, area->name, is_sink);
    if (opening)
        opening->area = area;
    return opening != NULL;
}

// ---- what is typed ------------------------------------------------------------------------------

/// Reads X,Y:X,Y:... into the last opening. False: that is no line; *memory: or there was none.
static bool read_line(flow_job *job, const char *rest, bool *memory)
{
    flow_openings *o = &job->openings;
    flow_opening *opening = &o->items.data[o->items.count - 1];
    wend_vec2 p;
    *memory = true;
    do {
        if (!place_point(&rest, &p))
            return false;
        p = frames_from_file(job->s, p);
        *memory = add_points(o, &p, 1);
        ++opening->count;
    } while (*memory && *rest++ == ':');
    return *memory && rest[-1] == 0 && opening->count >= 2;
}

/// True for X,Y and nothing else.
static bool is_point(const char *rest)
{
    wend_vec2 p;
    return place_point(&rest, &p) && *rest == 0;
}

static bool in_range(const flow_job *job, const flow_opening *opening)
{
    for (uint32_t i = 0; i < opening->count; ++i) {
        wend_vec2 p = job->openings.points.data[opening->first + i];
        if (!(fabs(p.x) <= WEND_MAX_COORDINATE && fabs(p.y) <= WEND_MAX_COORDINATE))
            return false;
    }
    return true;
}

static int read_opening(flow_job *job, const char *typed, bool is_sink)
{
    flow_openings *o = &job->openings;
    const scene_area *area = scene_area_named(job->s, typed);
    const char *name = flow_role(is_sink);
    typed_place place;
    bool memory;
    if (area)
        return add_area(o, area, is_sink) ? EXIT_DONE : fail_memory(job);
    flow_opening *opening = add_opening(o, typed, is_sink);
    if (!opening)
        return fail_memory(job);
    if (read_line(job, typed, &memory))
        return in_range(job, opening)
                   ? EXIT_DONE
                   : fail_usage(job->args, "--%s %s: coordinates go from -%s to %s", name, typed,
                                SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
    if (!memory)
        return fail_memory(job);
    uint32_t points = opening->count;
    o->points.count = opening->first;
    --o->items.count;
    if (points > 0 && !is_point(typed) && !scene_goal_named(job->s, typed))
        return fail_usage(job->args,
                          "--%s %s: give a line of two points or more, X,Y:X,Y, numbers in metres",
                          name, typed);
    int code = place_read(job->args, name, typed, job->s, 0, &place);
    if (code != EXIT_DONE)
        return code;
    if (place.count == 1)
        return fail_usage(job->args,
                          "--%s %s: nobody fits through a point: give a line, X,Y:X,Y, along a "
                          "wall or from wall to wall",
                          name, typed);
    return flow_add_line(o, typed, is_sink, place.points, place.count) ? EXIT_DONE
                                                                       : fail_memory(job);
}

// ---- the scene's --------------------------------------------------------------------------------

/// Adds a segment that somebody goes to, once.
static bool add_segment(flow_openings *o, const char *name, bool is_sink, wend_segment at)
{
    for (size_t i = 0; i < o->items.count; ++i) {
        if (o->items.data[i].count != 2)
            continue;
        const wend_vec2 *points = o->points.data + o->items.data[i].first;
        if (points[0].x == at.a.x && points[0].y == at.a.y && points[1].x == at.b.x &&
            points[1].y == at.b.y)
            return true;
    }
    return flow_add_line(o, name, is_sink, (wend_vec2[]){at.a, at.b}, 2);
}

static bool add_named(flow_job *job, const char *name, bool is_sink)
{
    const scene_area *area = name ? scene_area_named(job->s, name) : NULL;
    const scene_goal_place *goal = name && !area ? scene_goal_named(job->s, name) : NULL;
    wend_segment at;
    if (area)
        return add_area(&job->openings, area, is_sink);
    if (!goal || !scene_goal_at(goal, 0, &at) || (at.a.x == at.b.x && at.a.y == at.b.y))
        return true;
    return add_segment(&job->openings, name, is_sink, at);
}

static bool add_goal(flow_job *job, const scene_goal *goal)
{
    switch (goal->kind) {
    case SCENE_GOAL_AREA:
        return add_named(job, goal->area, true);
    case SCENE_GOAL_AREAS:
        for (uint32_t i = 0; i < goal->area_count; ++i)
            if (!add_named(job, goal->areas[i], true))
                return false;
        return true;
    case SCENE_GOAL_SEGMENT:
        return add_segment(&job->openings, "", true, goal->segment);
    default:
        return true;
    }
}

/// Takes what of one role nobody has typed: the scene's flow, else the agents' areas.
static int take_scene(flow_job *job, bool is_sink)
{
    const scene_flow *flow = &job->s->flow;
    bool good = true;
    for (uint32_t i = 0; good && i < flow->opening_count; ++i)
        if (flow->openings[i].is_sink == is_sink)
            good = flow_add_line(&job->openings, "", is_sink, flow->openings[i].points,
                                 flow->openings[i].count);
    for (uint32_t i = 0; good && flow->opening_count == 0 && i < job->s->agents_count; ++i)
        good = is_sink ? add_goal(job, &job->s->agents[i].goal)
                       : add_named(job, job->s->agents[i].in, false);
    return good ? EXIT_DONE : fail_memory(job);
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
        code = take_scene(job, is_sink);
    if (code == EXIT_DONE && !has_role(&job->openings, is_sink))
        code = fail_usage(job->args,
                          "%s: the scene does not say where people %s: give a line along a wall or "
                          "from wall to wall, or an area, --%s X,Y:X,Y",
                          job->file, is_sink ? "go" : "come from", name);
    return code;
}

int flow_read_openings(flow_job *job, problem_list *problems)
{
    int code = read_role(job, false);
    if (code == EXIT_DONE)
        code = read_role(job, true);
    return code == EXIT_DONE ? flow_open_areas(job, problems) : code;
}
