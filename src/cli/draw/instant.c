// SPDX-License-Identifier: MIT
// The state of a scene at a time of a recording (see instant.h).
#include "cli/draw/instant.h"

#include "base/xalloc.h"
#include "cli/report.h"
#include "scene/frames.h"

#include <math.h>
#include <string.h>

/// A name of a recording; NULL: none.
static const char *name_of(const recording *r, uint32_t number)
{
    return number != 0 ? r->names[number] : NULL;
}

static scene_goal goal_of(const scene *s, const recording *r, const recorded_agent *agent)
{
    const char *name = name_of(r, agent->goal);
    const scene_area *area = name ? scene_area_named(s, name) : NULL;
    if (area)
        return (scene_goal){.kind = SCENE_GOAL_AREA, .area = area->name};
    if (!isfinite(agent->aim.x) || !isfinite(agent->aim.y))
        return (scene_goal){.kind = SCENE_GOAL_NONE};
    wend_vec2 place = frames_from_metres(s, agent->aim);
    return (scene_goal){.kind = SCENE_GOAL_POINT, .segment = {place, place}};
}

/// Replaces the agents by those of a frame.
static void take_agents(scene *s, const draw_trails *trajectories, uint32_t frame,
                        const wend_vec2 **aims)
{
    const recording *r = &trajectories->asked.lines;
    size_t first = r->frame_starts[frame], count = r->frame_starts[frame + 1] - first;
    scene_agents *agents = xcheck(pool_allocate(&s->memory, count + 1, sizeof *agents));
    wend_vec2 *first_goals = xcheck(pool_allocate(&s->memory, count + 1, sizeof *first_goals));
    for (size_t i = 0; i < count; ++i) {
        size_t row = r->by_frame[first + i];
        const recorded_agent *agent = &r->agents[r->row_agent[row]];
        agents[i] = scene_default_agents();
        agents[i].def.agent.position = r->at[row];
        agents[i].def.agent.radius = agent->radius > 0 ? agent->radius : trajectories->radius;
        agents[i].goal = goal_of(s, r, agent);
        agents[i].group = name_of(r, agent->group);
        agents[i].role = name_of(r, agent->role);
        unsigned planner = SCENE_INHERITED, motion = SCENE_INHERITED;
        scene_name_find(scene_planner_name, name_of(r, agent->planner), &planner);
        scene_name_find(scene_motion_name, name_of(r, agent->motion), &motion);
        agents[i].def.agent.planner = (wend_planner_kind)planner;
        agents[i].def.agent.motion = (wend_motion_kind)motion;
        if (r->aims)
            first_goals[i] = frames_from_metres(s, r->aims[row]);
    }
    s->agents = agents;
    s->agents_count = s->agents_capacity = (uint32_t)count;
    *aims = r->aims ? first_goals : NULL;
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
        s->doors[i].def.shut = r->shut[(size_t)frame * s->door_count + i];
}

/// Fixes named goals at their positions at that time, and removes absent ones. False: out of
/// memory.
static void take_goals(scene *s, double time)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->goal_count; ++i) {
        scene_goal_place goal = s->goals[i];
        wend_segment place;
        if (!scene_goal_at(&goal, time, &place))
            continue;
        wend_goal_frame *frame = xcheck(pool_allocate(&s->memory, 1, sizeof *frame));
        *frame = (wend_goal_frame){0, place.a, place.b};
        goal.def.frames = frame;
        goal.def.frame_count = 1;
        goal.def.end = INFINITY;
        goal.def.period = 0;
        s->goals[kept++] = goal;
    }
    s->goal_count = kept;
}

int draw_moment_take(scene *s, const arguments *args, const draw_trails *trajectories,
                     const wend_vec2 **aims)
{
    const recording *r = &trajectories->asked.lines;
    double seconds = option_number(args, "time", 0);
    *aims = NULL;
    if (!option_given(args, "time"))
        return EXIT_DONE;
    double frame = round(seconds * r->fps);
    if (!(frame < r->frame_count))
        return fail(args, "%s: ends at %.4g s, before --time %g", trajectories->asked.name,
                    r->frame_count > 0 ? (r->frame_count - 1) / r->fps : 0.0, seconds);
    take_movers(s, r, (uint32_t)frame);
    take_doors(s, r, (uint32_t)frame);
    take_goals(s, frame / r->fps);
    take_agents(s, trajectories, (uint32_t)frame, aims);
    return EXIT_DONE;
}
