// SPDX-License-Identifier: MIT
// Plans on the multi-agent navigation graph, for single agents.
//
// A plan up to the goal sets a mark: a position on the path that is further than the agent gets
// before the plan is renewed. Until then it plans up to the mark, and only if the sites around the
// agent's cell have changed. Otherwise its exit is kept, and only its first goal is searched again,
// in its own tree of black edges, which costs a fraction of a microsecond.
//
// The exit of the previous plan gets a bonus. So the cost of a path exceeds the optimum by at most
// replan_threshold times the cost of the previous one, and agents do not alternate between two
// paths of similar cost.
//
// A goal in the agent's own cell or an adjacent one is approached straight, if walls allow (Sud et
// al. 2008, §7.2). Cells are those of segments and points here: the bounds are one site all around
// the scene.
#include "world/planners/mang.h"

#include "geometry/points.h"
#include "voronoi/diagram.h"
#include "wend/vec2.h"

/// Distance of a mark: this multiple of what the agent walks until its plan is renewed, and at
/// least MARK_LEAST. [Units: m]
#define MARK_TIMES 2.0
#define MARK_LEAST 6.0
/// Within this distance a mark is not used: time for a plan up to the goal. [Units: m]
#define MARK_NEAR 2.0

/// Iteration limit of a plan up to the mark: one that needs more has to find another path.
enum { NEAR_ITERATIONS = 128 };

/// A goal that has moved by more than this part of its distance is_valid as another goal.
#define MOVED 0.25

// ---- straight to the goal -----------------------------------------------------------------------

static wend_vec2 goal_of(const wend_mang_walker *w)
{
    return wend_goals_nearest(&w->world->goals, w->goal, w->place, NULL);
}

/// Straight to the goal, without slowing down at the border of an area.
static wend_lead lead_straight(const wend_mang_walker *w, wend_lead_kind kind)
{
    wend_vec2 goal = goal_of(w);
    double behind = w->world->goals.goals.data[w->goal].count > 2 ? w->radius : 0;
    return (wend_lead){.kind = kind,
                       .aim = goal,
                       .rest = behind,
                       .length = wend_distance(w->place, goal) + behind};
}

/// True if a position lies in the agent's cell or an adjacent one.
static bool is_beside(const wend_mang_walker *w, wend_vec2 place)
{
    const wend_voronoi *voronoi = w->world->diagram.voronoi;
    wend_site_id id = wend_diagram_site(&w->world->diagram, w->slot);
    const wend_site *site = &voronoi->boundary.sites.data[wend_id_slot(id.raw)];
    wend_circle circle;
    uint32_t arc;
    if (site->element == WEND_NO_ELEMENT ||
        wend_voronoi_embedding_circle(voronoi, place, &circle, &arc, NULL) != WEND_OK)
        return false;
    uint32_t element = wend_arc_owner(voronoi, arc);
    if (element == site->element)
        return true;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[site->element];
    for (uint32_t i = 0; i < cell->count; ++i)
        if (voronoi->arcs.data[cell->first + i].other == element)
            return true;
    return false;
}

/// True if the disc can move straight towards `to`, up to one radius before it: goals may be on
/// walls.
static bool is_free(const wend_mang_walker *w, wend_vec2 to)
{
    const wend_obstacles *obstacles = &w->world->obstacles;
    double distance = wend_distance(w->place, to);
    if (distance <= w->radius)
        return true;
    double share = 1 - w->radius / distance;
    wend_vec2 by = wend_scale(wend_sub(to, w->place), share);
    wend_vec2 end = wend_add(w->place, by);
    wend_vec2 among = wend_walls_slide(obstacles->walls, w->place, by, w->radius);
    wend_vec2 beside = wend_walls_slide(obstacles->movers, w->place, by, w->radius);
    return wend_equal(among, end) && wend_equal(beside, end);
}

static bool sees_goal(const wend_mang_walker *w)
{
    wend_vec2 goal = goal_of(w);
    return !wend_mang_passes_before_goal(w->world, w->slot) && is_beside(w, goal) &&
           is_free(w, goal);
}

// ---- kept plans ---------------------------------------------------------------------------------

static wend_vec2 middle_of(wend_box box)
{
    return wend_midpoint(box.min, box.max);
}

/// True if the kept plan is the agent's, to the same goal, among the same walls.
static bool is_valid(const wend_mang_walker *w)
{
    const wend_world *world = w->world;
    const wend_mang_keep *keep = w->keep;
    if (keep->kind == WEND_KEEP_NONE ||
        !wend_agent_id_equal(keep->agent, world->crowd.id[w->slot]) || keep->goal != w->goal ||
        keep->walls != world->obstacles.trail || world->crowd.aims[w->slot].remaining == INFINITY)
        return false;
    wend_vec2 goal = middle_of(world->goals.goals.data[w->goal].box);
    return wend_distance(goal, keep->goal_at) <= MOVED * wend_distance(goal, w->place);
}

/// True if it is the turn of the agent's goal: all agents with one goal renew their plans in the
/// same step.
static bool is_due(const wend_mang_walker *w)
{
    const wend_world *world = w->world;
    double every =
        fmin(fmax(world->def.mang.replan_interval / world->def.step + 0.5, 1), UINT32_MAX);
    return (world->steps + w->goal) % (uint32_t)every == 0;
}

/// Equal as long as the same sites meet at the border of the agent's cell, and it passes the same
/// agents on the same sides.
static uint64_t around_of(const wend_mang_walker *w)
{
    return wend_mang_around(w->graph, w->cell) + wend_mang_passes_sum(w->world, w->slot);
}

static void begin_keep(const wend_mang_walker *w, wend_mang_keep_kind kind)
{
    const wend_world *world = w->world;
    wend_mang_keep *keep = w->keep;
    keep->agent = world->crowd.id[w->slot];
    keep->goal = w->goal;
    keep->goal_at = middle_of(world->goals.goals.data[w->goal].box);
    keep->walls = world->obstacles.trail;
    keep->around = around_of(w);
    keep->kind = (uint8_t)kind;
    keep->exit = (wend_mang_exit){WEND_MANG_NONE, WEND_MANG_NONE, w->place};
    keep->rest = keep->cost = keep->mark_rest = 0;
    keep->has_mark = keep->late = false;
    keep->mark = w->place;
}

/// Sets a mark if the path is long enough.
static void set_mark(const wend_mang_walker *w, const wend_mang_path *path)
{
    const wend_world *world = w->world;
    wend_mang_keep *keep = w->keep;
    double speed = wend_walker_speed(&world->crowd.walkers[w->slot]);
    double enough = fmax(MARK_TIMES * world->def.mang.replan_interval * speed, MARK_LEAST);
    double gone = path->lead;
    for (uint32_t i = 1; i + 1 < path->vertex_count; ++i) {
        wend_vec2 last = w->graph->vertices[path->vertices[i - 1]].position;
        keep->mark = w->graph->vertices[path->vertices[i]].position;
        gone += wend_distance(last, keep->mark);
        if (gone >= enough) {
            keep->has_mark = true;
            keep->mark_rest = fmax(path->length - gone, 0);
            keep->cost = gone;
            return;
        }
    }
}

wend_lead wend_mang_take_far(const wend_mang_walker *w, wend_result result,
                             const wend_mang_path *path)
{
    wend_lead lead;
    bool found = result == WEND_OK || result == WEND_BUDGET_EXHAUSTED;
    bool nearer = false;
    if (path->vertex_count > 0) {
        wend_vec2 end = w->graph->vertices[path->vertices[path->vertex_count - 1]].position;
        wend_vec2 goal = goal_of(w);
        nearer = found || wend_distance(end, goal) < wend_distance(w->place, goal) - w->stride;
    }
    if (nearer) {
        begin_keep(w, found ? WEND_KEEP_WAY : WEND_KEEP_FOCUS);
        w->keep->exit = path->exit;
        w->keep->rest = fmax(path->length - path->lead, 0);
        w->keep->cost = path->cost;
        if (found)
            set_mark(w, path);
        lead = wend_mang_lead_along(w, path, 0);
        lead.kind = found ? WEND_LEAD_WAY : WEND_LEAD_FOCUS;
    } else {
        begin_keep(w, WEND_KEEP_FOCUS);
        lead = lead_straight(w, WEND_LEAD_FOCUS);
    }
    lead.is_far = true;
    lead.is_partial = result == WEND_BUDGET_EXHAUSTED;
    lead.iterations = path->iterations;
    return lead;
}

// ---- plans --------------------------------------------------------------------------------------

/// Updates the exit, which moves with the agent and its cell, and the length beyond it.
static void follow_exit(const wend_mang_walker *w, const wend_mang_exit *exit)
{
    wend_mang_keep *keep = w->keep;
    wend_vec2 moved = wend_sub(exit->position, keep->exit.position);
    bool on = wend_dot(moved, wend_sub(exit->position, w->place)) > 0;
    double by = wend_length(moved);
    keep->rest = fmax(keep->rest + (on ? -by : by), 0);
    keep->exit.position = exit->position;
}

/// Plans with the kept exit.
static bool plan_by_exit(const wend_mang_walker *w, wend_lead *lead)
{
    wend_mang_path path;
    wend_mang_request request = wend_mang_walker_request(w, true);
    if (wend_mang_lead(w->planner, w->graph, &request, &path, NULL) != WEND_OK)
        return false;
    follow_exit(w, &path.exit);
    *lead = wend_mang_lead_along(w, &path, w->keep->rest);
    return true;
}

/// Keeps the plan. False: it leads nowhere now.
static bool keep_on(const wend_mang_walker *w, wend_lead *lead)
{
    bool focus = w->keep->kind == WEND_KEEP_FOCUS;
    if (w->keep->kind == WEND_KEEP_STRAIGHT || (focus && w->keep->exit.left == WEND_MANG_NONE)) {
        *lead = lead_straight(w, focus ? WEND_LEAD_FOCUS : WEND_LEAD_WAY);
        return true;
    }
    if (!plan_by_exit(w, lead))
        return false;
    if (focus)
        lead->kind = WEND_LEAD_FOCUS;
    return true;
}

/// Plans up to the mark. False: there is none, or no path to it.
static bool plan_to_mark(const wend_mang_walker *w, wend_lead *lead)
{
    wend_mang_keep *keep = w->keep;
    wend_mang_goal join;
    wend_mang_path path;
    if (!keep->has_mark || wend_distance(w->place, keep->mark) < MARK_NEAR ||
        wend_mang_join(w->planner, w->world->mang.mang, w->world->diagram.voronoi,
                       (wend_goal){&keep->mark, 1}, w->radius, &join, NULL) != WEND_OK)
        return false;
    uint32_t budget = w->world->def.search_budget;
    wend_mang_request request = wend_mang_walker_request(w, true);
    request.goal = &join;
    request.iterations = budget > 0 && budget < NEAR_ITERATIONS ? budget : NEAR_ITERATIONS;
    if (wend_mang_find(w->planner, w->graph, &request, &path, NULL) != WEND_OK)
        return false;
    keep->around = around_of(w);
    keep->exit = path.exit;
    keep->rest = fmax(path.length - path.lead, 0) + keep->mark_rest;
    keep->cost = path.cost;
    *lead = wend_mang_lead_along(w, &path, keep->mark_rest);
    return true;
}

wend_lead wend_mang_plan_near(const wend_mang_walker *w)
{
    wend_lead lead = {.kind = WEND_LEAD_NONE};
    if (w->cell == WEND_MANG_NONE) {
        w->keep->kind = WEND_KEEP_NONE;
        return lead_straight(w, WEND_LEAD_WAY);
    }
    bool valid = is_valid(w), due = !valid || w->keep->late || is_due(w);
    if (!due && w->keep->around == around_of(w) && keep_on(w, &lead))
        return lead;
    if (!due && plan_to_mark(w, &lead))
        return lead;
    if (sees_goal(w)) {
        begin_keep(w, WEND_KEEP_STRAIGHT);
        return lead_straight(w, WEND_LEAD_WAY);
    }
    // Until its plan is made, or if that is deferred.
    if (!valid || !keep_on(w, &lead))
        lead = lead_straight(w, WEND_LEAD_WAY);
    if (!valid)
        w->keep->kind = WEND_KEEP_NONE;
    lead.wants_far = true;
    return lead;
}
