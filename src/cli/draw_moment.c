// SPDX-License-Identifier: MIT
// A scene as a recording has it at some time (see draw_moment.h).
#include "cli/draw_moment.h"

#include "cli/report.h"
#include "io/frames.h"

#include <math.h>
#include <string.h>

/// A name of a recording; NULL: none.
static const char *name_of(const recording *r, uint32_t number)
{
    return number != 0 ? r->names[number] : NULL;
}

static scene_goal goal_of(const scene *s, const recording *r, const recorded_agent *told)
{
    const char *name = name_of(r, told->goal);
    const scene_area *area = name ? scene_area_named(s, name) : NULL;
    if (area)
        return (scene_goal){.kind = SCENE_GOAL_AREA, .area = area->name};
    if (!isfinite(told->aim.x) || !isfinite(told->aim.y))
        return (scene_goal){.kind = SCENE_GOAL_NONE};
    wend_vec2 place = frames_from_metres(s, told->aim);
    return (scene_goal){.kind = SCENE_GOAL_POINT, .segment = {place, place}};
}

/// Replaces the agents by those of a frame. False: out of memory.
static bool take_agents(scene *s, const draw_trails *trajectories, uint32_t frame,
                        const wend_vec2 **aims)
{
    const recording *r = &trajectories->asked.lines;
    size_t first = r->frame_starts[frame], count = r->frame_starts[frame + 1] - first;
    scene_agents *agents = pool_allocate(&s->memory, count + 1, sizeof *agents);
    wend_vec2 *first_goals = pool_allocate(&s->memory, count + 1, sizeof *first_goals);
    if (!agents || !first_goals)
        return false;
    for (size_t i = 0; i < count; ++i) {
        size_t row = r->by_frame[first + i];
        const recorded_agent *told = &r->agents[r->row_agent[row]];
        agents[i] = scene_default_agents();
        agents[i].at = r->at[row];
        agents[i].radius = told->radius > 0 ? told->radius : trajectories->radius;
        agents[i].goal = goal_of(s, r, told);
        agents[i].group = name_of(r, told->group);
        agents[i].role = name_of(r, told->role);
        agents[i].guide = name_of(r, told->guide);
        agents[i].motion = name_of(r, told->motion);
        if (r->aims)
            first_goals[i] = frames_from_metres(s, r->aims[row]);
    }
    s->agents = agents;
    s->agents_count = s->agents_capacity = (uint32_t)count;
    *aims = r->aims ? first_goals : NULL;
    return true;
}

static void take_movers(scene *s, const recording *r, uint32_t frame)
{
    if (!r->movers || r->s->mover_count != s->mover_count)
        return;
    for (uint32_t i = 0; i < s->mover_count; ++i) {
        wend_vec2 by = r->movers[(size_t)frame * s->mover_count + i];
        scene_obstacle *body = &s->movers[i].body;
        for (uint32_t k = 0; k < body->shape.point_count; ++k) {
            body->shape.points[k].x += by.x;
            body->shape.points[k].y += by.y;
        }
        body->centre.x += by.x;
        body->centre.y += by.y;
    }
}

static void take_doors(scene *s, const recording *r, uint32_t frame)
{
    if (!r->shut || r->s->door_count != s->door_count)
        return;
    for (uint32_t i = 0; i < s->door_count; ++i)
        s->doors[i].shut = r->shut[(size_t)frame * s->door_count + i];
}

/// Goals with names stay where they are then; those that are not there are taken out.
static void take_goals(scene *s, double time)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->goal_count; ++i) {
        scene_goal_place goal = s->goals[i];
        wend_segment place;
        if (!scene_goal_at(&goal, time, &place))
            continue;
        goal.frames[0] = (wend_goal_frame){0, place.a, place.b};
        goal.frame_count = 1;
        goal.gone = INFINITY;
        goal.period = 0;
        s->goals[kept++] = goal;
    }
    s->goal_count = kept;
}

int draw_moment_take(scene *s, const arguments *args, const draw_trails *trajectories,
                     const wend_vec2 **aims)
{
    const recording *r = &trajectories->asked.lines;
    double seconds = option_number(args, "at", 0);
    *aims = NULL;
    if (!option_given(args, "at"))
        return EXIT_DONE;
    if (!trajectories->asked.name)
        return fail_usage(args, "--at goes with --trails FILE");
    double frame = round(seconds * r->fps);
    if (!(frame < r->frame_count))
        return fail(args, "%s: ends after %.4g s, before --at %g", trajectories->asked.name,
                    r->frame_count > 0 ? (r->frame_count - 1) / r->fps : 0.0, seconds);
    take_movers(s, r, (uint32_t)frame);
    take_doors(s, r, (uint32_t)frame);
    take_goals(s, frame / r->fps);
    return take_agents(s, trajectories, (uint32_t)frame, aims)
               ? EXIT_DONE
               : fail(args, "%s: out of memory", trajectories->asked.name);
}
