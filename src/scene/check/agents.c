// SPDX-License-Identifier: MIT
// Checks of agents, zones and the names of areas and goals: agents stand on free ground, and every
// area and goal that is named exists.
#include "scene/check/parts.h"

#include "base/suggest.h"
#include "wend/path.h"

#include <stdlib.h>
#include <string.h>

// ---- names --------------------------------------------------------------------------------------

static int by_name(const void *a, const void *b)
{
    const scene_area *one = *(const scene_area *const *)a, *two = *(const scene_area *const *)b;
    int order = strcmp(one->name, two->name);
    return order ? order : (one > two) - (one < two);
}

bool area_index_make(checking *c, area_index *n)
{
    n->count = c->s->area_count;
    n->sorted = calloc(n->count + 1, sizeof *n->sorted);
    n->used = calloc(n->count + 1, sizeof *n->used);
    if (!n->sorted || !n->used)
        return problem_no_memory(c->problems);
    for (size_t i = 0; i < n->count; ++i)
        n->sorted[i] = &c->s->areas[i];
    qsort(n->sorted, n->count, sizeof *n->sorted, by_name);
    for (size_t i = 1; i < n->count; ++i) {
        const scene_area *area = n->sorted[i];
        char quoted[SUGGEST_QUOTED_SIZE];
        if (strcmp(n->sorted[i - 1]->name, area->name) != 0)
            continue;
        way w;
        way_start(&w, "areas");
        way_key(&w, area->name);
        check_problem(c, &w, area->shape.points,
                      "two areas are called %s: give each a name of its own",
                      suggest_quote(quoted, area->name));
    }
    return goal_index_make(c, n);
}

const scene_area *area_index_find(const area_index *n, const char *name)
{
    size_t low = 0, high = n->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(n->sorted[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n->count && strcmp(n->sorted[low]->name, name) == 0 ? n->sorted[low] : NULL;
}

// The name that was probably meant. Called only for problems that are kept.
static const char *likely_name(const checking *c, const area_index *n, const char *typed,
                               bool goals)
{
    size_t count = n->count + (goals ? c->s->goal_count : 0);
    const char **all = calloc(count + 1, sizeof *all);
    if (!all)
        return NULL;
    for (size_t i = 0; i < n->count; ++i)
        all[i] = c->s->areas[i].name;
    for (size_t i = n->count; i < count; ++i)
        all[i] = c->s->goals[i - n->count].name;
    const char *meant = suggest_name(typed, all, count);
    free(all);
    return meant;
}

void area_index_free(area_index *n)
{
    free(n->sorted);
    free(n->used);
    free(n->goals);
    *n = (area_index){0};
}

// Agents, goals and zones require simple polygons.
static void check_usable(checking *c, const way *w, const char *what, const scene_area *area)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    suggest_quote(quoted, area->name);
    if (area->shape.ring_count > 1)
        check_problem(c, w, area->shape.points,
                      "%s is %s, an area with holes: only one without can be that", what, quoted);
    else if (area->shape.point_count > WEND_MAX_GOAL_POINTS)
        check_problem(c, w, area->shape.points,
                      "%s is %s, an area of %u corners: %u is the most for that", what, quoted,
                      area->shape.point_count, WEND_MAX_GOAL_POINTS);
}

// Reports that no area (or goal) has that name.
static void report_missing(checking *c, const area_index *n, const way *w, const char *what,
                           const char *name, bool goals)
{
    char quoted[SUGGEST_QUOTED_SIZE], other[SUGGEST_QUOTED_SIZE];
    const char *meant = c->problems->count < PROBLEMS_KEPT ? likely_name(c, n, name, goals) : NULL;
    check_problem(c, w, NULL, "%s is %s, but no area%s has that name%s%s%s", what,
                  suggest_quote(quoted, name), goals && c->s->goal_count > 0 ? " or goal" : "",
                  meant          ? ": did you mean "
                  : n->count > 0 ? ": use the name of one of the \"areas\""
                                 : ": add it to \"areas\"",
                  meant ? suggest_quote(other, meant) : "", meant ? "?" : "");
}

// Marks the area as used, or reports that it does not exist. what: "the area of zone 3".
static void use_area(checking *c, area_index *n, const way *w, const char *what, const char *name)
{
    const scene_area *area = area_index_find(n, name);
    if (!area) {
        report_missing(c, n, w, what, name, false);
        return;
    }
    n->used[area - c->s->areas] = true;
    check_usable(c, w, what, area);
}

void check_zones(checking *c, area_index *n)
{
    for (uint32_t i = 0; i < c->s->zone_count; ++i) {
        char what[CHECK_WORDS_SIZE];
        way w;
        way_start(&w, "zones");
        way_item(&w, i);
        way_key(&w, "area");
        snprintf(what, sizeof what, "the area of zone %u", i + 1);
        use_area(c, n, &w, what, c->s->zones[i].area);
    }
}

// ---- agents -------------------------------------------------------------------------------------

bool check_point(checking *c, const way *w, wend_vec2 p, const char *what)
{
    uint32_t shape = 0;
    char words[CHECK_WORDS_SIZE];
    switch (wend_floor_locate(c->floor, p, &shape)) {
    case WEND_LOCATION_SOLID:
        return check_problem(c, w, &p, "%s at (%.10g, %.10g) is inside %s: move it to free ground",
                             what, p.x, p.y, obstacle_words(c, shape, words));
    case WEND_LOCATION_OUTSIDE:
        return check_problem(c, w, &p,
                             "%s at (%.10g, %.10g) is outside the bounds: move it inside them",
                             what, p.x, p.y);
    case WEND_LOCATION_FREE:
    case WEND_LOCATION_BOUNDARY:
        break;
    }
    return true;
}

// Name of a shape of the floor at time 0: an obstacle, or a door that is initially shut.
static const char *shape_words_at_start(const checking *c, uint32_t shape,
                                        char out[CHECK_WORDS_SIZE])
{
    const scene *s = c->s;
    if (shape == WEND_BOUNDS || shape < s->obstacle_count)
        return obstacle_words(c, shape, out);
    uint32_t left = shape - s->obstacle_count, door = 0;
    while (door + 1 < s->door_count && (!s->doors[door].def.shut || left > 0))
        left -= s->doors[door++].def.shut;
    return door_words(c, door, out);
}

static void check_start(checking *c, uint32_t entry)
{
    const scene_agents *agents = &c->s->agents[entry];
    // A door that is shut now may be open when a later agent spawns.
    const wend_floor *floor = agents->def.start > 0 ? c->floor : c->at_first;
    double radius = scene_spread_max(agents->def.agent.radius, &agents->def.radius);
    way w;
    way_start(&w, "agents");
    way_item(&w, entry);
    way_key(&w, "at");
    if (!check_point(c, &w, agents->def.agent.position, "the agent"))
        return;
    uint32_t shape = 0;
    char words[CHECK_WORDS_SIZE];
    if (wend_floor_locate(floor, agents->def.agent.position, &shape) == WEND_LOCATION_SOLID) {
        check_problem(c, &w, &agents->def.agent.position,
                      "the agent at (%.10g, %.10g) is inside %s, which is initially shut: move it, "
                      "or open the door",
                      agents->def.agent.position.x, agents->def.agent.position.y,
                      shape_words_at_start(c, shape, words));
        return;
    }
    double clearance = wend_floor_clearance(floor, agents->def.agent.position, NULL, &shape);
    if (clearance < radius - c->tolerance)
        check_problem(c, &w, &agents->def.agent.position,
                      "the agent at (%.10g, %.10g) needs %.10g m of clearance and has %.4g m to "
                      "%s: move it away, or make its radius smaller",
                      agents->def.agent.position.x, agents->def.agent.position.y, radius, clearance,
                      shape_words_at_start(c, shape, words));
}

// True for the name of an area, or of a goal that is not an area.
static void use_goal(checking *c, area_index *n, const way *w, const char *what, const char *name)
{
    if (area_index_find(n, name))
        use_area(c, n, w, what, name);
    else if (!goal_index_has(c, n, name))
        report_missing(c, n, w, what, name, true);
}

// w leads to the goal. entry and stop are for the message; stop 0: the entry's own goal.
static void check_goal(checking *c, area_index *n, way *w, const scene_goal *goal, uint32_t entry,
                       uint32_t stop)
{
    char what[CHECK_WORDS_SIZE];
    if (stop > 0)
        snprintf(what, sizeof what, "the goal of waypoint %u of agents entry %u", stop, entry + 1);
    else
        snprintf(what, sizeof what, "the goal of agents entry %u", entry + 1);
    if (goal->kind == SCENE_GOAL_AREA)
        use_goal(c, n, w, what, goal->area);
    for (uint32_t i = 0; goal->kind == SCENE_GOAL_AREAS && i < goal->area_count; ++i) {
        way_item(w, i);
        use_goal(c, n, w, what, goal->areas[i]);
        way_back(w);
    }
    if (c->valid && goal->kind == SCENE_GOAL_POINT)
        check_point(c, w, goal->segment.a, "the goal");
    for (uint32_t i = 0; c->valid && goal->kind == SCENE_GOAL_SEGMENT && i < 2; ++i) {
        way_item(w, i);
        check_point(c, w, i ? goal->segment.b : goal->segment.a, "the goal's end");
        way_back(w);
    }
}

static void check_way(checking *c, area_index *n, way *w, uint32_t entry)
{
    const scene_agents *agents = &c->s->agents[entry];
    way_key(w, scene_key(c->s, "waypoints"));
    for (uint32_t i = 0; i < agents->waypoint_count; ++i) {
        way_item(w, i);
        way_key(w, "goal");
        check_goal(c, n, w, &agents->waypoints[i].goal, entry, i + 1);
        way_back(w);
        way_back(w);
    }
    way_back(w);
    way_key(w, "goal");
    check_goal(c, n, w, &agents->goal, entry, 0);
    way_back(w);
    if (!agents->pursuit.what || agents->pursuit.def.kind != WEND_PURSUIT_ROAM)
        return;
    char what[CHECK_WORDS_SIZE];
    snprintf(what, sizeof what, "the area that agents entry %u roams", entry + 1);
    way_key(w, "pursue");
    way_key(w, "roam");
    use_area(c, n, w, what, agents->pursuit.what);
    way_back(w);
    way_back(w);
}

void check_agents(checking *c, area_index *n)
{
    for (uint32_t i = 0; i < c->s->agents_count; ++i) {
        const scene_agents *agents = &c->s->agents[i];
        char what[CHECK_WORDS_SIZE];
        way w;
        way_start(&w, "agents");
        way_item(&w, i);
        if (agents->in) {
            way_key(&w, "in");
            snprintf(what, sizeof what, "the start of agents entry %u", i + 1);
            use_area(c, n, &w, what, agents->in);
            way_back(&w);
        } else if (c->valid && !agents->on_lanes) {
            check_start(c, i);
        }
        check_way(c, n, &w, i);
    }
}
