// SPDX-License-Identifier: MIT
// Agents of a JSON scene: who they are, when they come, and where they go.
#include "io/scene_read.h"

#include <math.h>

const char *const read_guides[] = {"direct", "mesh",  "voronoi", "mang",
                                   "map",    "lanes", "group",   NULL};
const char *const read_motions[] = {"orca", "force", "steer", "follow", "flock", "field", NULL};

static const number_limits any_time = {0, SCENE_MAX_SECONDS, false};

// ---- where to -----------------------------------------------------------------------------------

// A list of names. One that stands alone needs no choice.
static bool read_areas_to_choose(reading *r, const field *f, scene_goal *goal)
{
    size_t count = json_array_size(f->value);
    if (count > SCENE_MAX_CHOICES)
        return field_problem(r, f, "\"goal\" has %zu areas to choose from: %d is the most", count,
                             SCENE_MAX_CHOICES);
    goal->areas = pool_allocate(&r->s->memory, count, sizeof *goal->areas);
    if (!goal->areas)
        return reading_no_memory(r);
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(f, i);
        if (!json_is_string(item.value))
            return field_wrong(r, &item, "an area's name, as the first one is");
        if (!read_string(r, &item, SCENE_MAX_NAME, &goal->areas[i]))
            return false;
    }
    goal->area_count = (uint32_t)count;
    goal->kind = count == 1 ? SCENE_GOAL_AREA : SCENE_GOAL_AREAS;
    goal->area = count == 1 ? goal->areas[0] : NULL;
    return true;
}

static bool read_place(reading *r, const field *f, scene_goal *goal)
{
    static const char expected[] = "an area's name, a list of names, a point [x, y] or a segment "
                                   "[[x, y], [x, y]]";
    if (json_is_string(f->value)) {
        goal->kind = SCENE_GOAL_AREA;
        return read_string(r, f, SCENE_MAX_NAME, &goal->area);
    }
    if (json_is_string(json_array_get(f->value, 0)))
        return read_areas_to_choose(r, f, goal);
    if (!json_is_array(f->value) || json_array_size(f->value) != 2)
        return field_wrong(r, f, expected);
    if (!json_is_array(json_array_get(f->value, 0)) &&
        !json_is_array(json_array_get(f->value, 1))) {
        goal->kind = SCENE_GOAL_POINT;
        bool good = read_point(r, f, &goal->segment.a);
        goal->segment.b = goal->segment.a;
        return good;
    }
    goal->kind = SCENE_GOAL_SEGMENT;
    field a = field_item(f, 0), b = field_item(f, 1);
    bool good = read_point(r, &a, &goal->segment.a);
    return read_point(r, &b, &goal->segment.b) && good;
}

// "goal" and "choice" of an entry of agents or of a stop.
static bool read_goal(reading *r, const field *object, scene_goal *goal)
{
    static const char *const choices[] = {"nearest", "quickest", "in turn", NULL};
    field f = field_member(object, "goal"), how = field_member(object, "choice");
    unsigned choice = SCENE_NEAREST;
    bool good = field_is_absent(&f) || read_place(r, &f, goal);
    bool good_choice = read_option(r, &how, choices, &choice);
    if (!good || !good_choice)
        return false;
    if (!field_is_absent(&how) && !goal->areas)
        return field_problem(r, &how,
                             "\"choice\" is between several goals: make \"goal\" a list "
                             "of areas' names");
    if (goal->kind == SCENE_GOAL_AREAS)
        goal->choice = (scene_choice)choice;
    return true;
}

static bool read_stop(reading *r, const field *f, scene_stop *stop)
{
    static const char *const keys[] = {"goal", "choice", "wait", "wait_spread", NULL};
    bool good = read_object(r, f, "an object like {\"goal\": \"desk\", \"wait\": 10}", keys);
    if (!json_is_object(f->value))
        return false;
    field wait = field_member(f, "wait"), spread = field_member(f, "wait_spread");
    if (!json_object_get(f->value, "goal"))
        good = field_misses(r, f, !good, "a stop needs a \"goal\"");
    good = read_goal(r, f, &stop->goal) && good;
    good = read_number(r, &wait, any_time, &stop->wait) && good;
    return read_number(r, &spread, any_time, &stop->wait_spread) && good;
}

static bool read_stops(reading *r, const field *f, scene_agents *agents)
{
    if (field_is_absent(f))
        return true;
    if (!read_list(r, f, "a list of stops"))
        return false;
    size_t count = json_array_size(f->value);
    if (count > 0 && agents->goal.kind == SCENE_GOAL_NONE)
        return field_problem(r, f,
                             "\"stops\" are on the way to a \"goal\": give one, it may be the last "
                             "of these");
    agents->stops = pool_allocate(&r->s->memory, count, sizeof *agents->stops);
    if (!agents->stops)
        return reading_no_memory(r);
    bool good = true;
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field item = field_item(f, i);
        good = read_stop(r, &item, &agents->stops[i]) && good;
    }
    agents->stop_count = (uint32_t)count;
    return good;
}

static bool read_end(reading *r, const field *f, scene_agents *agents)
{
    static const char *const ends[] = {"leave", "stay", "repeat", NULL};
    field end = field_member(f, "end"), repeats = field_member(f, "repeats");
    unsigned kind = agents->end;
    uint64_t rounds = 0;
    bool good = read_option(r, &end, ends, &kind);
    if (!read_whole(r, &repeats, 0, SCENE_MAX_REPEATS, &rounds) || !good)
        return false;
    agents->end = (scene_end)kind;
    agents->repeats = (uint32_t)rounds;
    if (!field_is_absent(&end) && agents->goal.kind == SCENE_GOAL_NONE)
        return field_problem(r, &end, "\"end\" says what happens at a \"goal\": give one");
    if (!field_is_absent(&repeats) && agents->end != SCENE_END_REPEAT)
        return field_problem(r, &repeats, "\"repeats\" belongs to an \"end\" of \"repeat\"");
    if (agents->end == SCENE_END_REPEAT && agents->stop_count == 0)
        return field_problem(r, &end,
                             "an \"end\" of \"repeat\" needs \"stops\" to go round: give at least "
                             "one");
    return true;
}

// ---- where from and when ------------------------------------------------------------------------

static bool read_times(reading *r, const field *f, scene_agents *agents)
{
    static const number_limits any_rate = {0, SCENE_MAX_RATE, true};
    field rate = field_member(f, "rate"), start = field_member(f, "start"),
          stop = field_member(f, "stop");
    bool good = read_number(r, &rate, any_rate, &agents->rate);
    good = read_number(r, &start, any_time, &agents->start) && good;
    if (!read_number(r, &stop, any_time, &agents->stop) || !good)
        return false;
    return agents->stop > agents->start ||
           field_problem(r, &stop,
                         "\"stop\" must be later than \"start\", which is %.10g, found "
                         "%.10g",
                         agents->start, agents->stop);
}

static bool read_count(reading *r, const field *f, bool has_unknown, scene_agents *agents)
{
    field count = field_member(f, "count");
    uint64_t number = 1;
    if (!read_whole(r, &count, 1, SCENE_MAX_AGENTS, &number))
        return false;
    agents->count = (uint32_t)number;
    if (agents->rate > 0 && field_is_absent(&count))
        return field_misses(r, f, has_unknown,
                            "agents with a \"rate\" need a \"count\": how many come in all");
    return agents->count == 1 || !scene_agents_have_place(agents) || agents->rate > 0 ||
           field_problem(r, &count,
                         "only 1 agent can stand at a place, found a \"count\" of %u: give more of "
                         "them an area with \"in\", or a \"rate\"",
                         agents->count);
}

static bool read_start(reading *r, const field *f, bool has_unknown, scene_agents *agents)
{
    static const char *const ons[] = {"lanes", NULL};
    static const char rule[] =
        "agents need either \"in\", an area's name, or \"at\", a point [x, y]";
    field in = field_member(f, "in"), at = field_member(f, "at"), on = field_member(f, "on");
    unsigned kind = 0;
    if (!read_option(r, &on, ons, &kind))
        return false;
    agents->on_lanes = !field_is_absent(&on);
    if (agents->on_lanes && !field_is_absent(&at))
        return field_problem(
            r, &at, "agents \"on\" the lanes have no place of their own: leave \"at\" out");
    if (field_is_absent(&in) && field_is_absent(&at) && !agents->on_lanes)
        return field_misses(r, f, has_unknown, rule);
    if (!field_is_absent(&in) && !field_is_absent(&at))
        return field_problem(r, f, "%s, found both", rule);
    bool good = read_string(r, &in, SCENE_MAX_NAME, &agents->in);
    good = read_point(r, &at, &agents->at) && good;
    good = read_times(r, f, agents) && good;
    return good && read_count(r, f, has_unknown, agents);
}

// ---- what they are like -------------------------------------------------------------------------

// A number, or {"mean": .., "deviation": .., "least": .., "most": ..}.
static bool read_spread(reading *r, const field *f, number_limits limits, double *mean,
                        scene_spread *spread)
{
    static const char *const keys[] = {"mean", "deviation", "least", "most", NULL};
    static const number_limits any = {0, SCENE_MAX_SECONDS, false};
    if (!json_is_object(f->value))
        return read_number(r, f, limits, mean);
    field middle = field_member(f, "mean"), deviation = field_member(f, "deviation"),
          least = field_member(f, "least"), most = field_member(f, "most");
    double width = 0;
    if (!read_object(r, f, "an object", keys) || !read_number(r, &middle, limits, mean) ||
        !read_number(r, &deviation, any, &width))
        return false;
    scene_spread cut = scene_default_spread(*mean, width, limits.most);
    if (!read_number(r, &least, limits, &cut.least) || !read_number(r, &most, limits, &cut.most))
        return false;
    if (cut.least > *mean)
        return field_problem(r, &least,
                             "\"least\" must be at most the mean, which is %.10g, found "
                             "%.10g",
                             *mean, cut.least);
    if (cut.most < *mean)
        return field_problem(r, &most,
                             "\"most\" must be at least the mean, which is %.10g, found "
                             "%.10g",
                             *mean, cut.most);
    if (width > 0)
        *spread = cut;
    return true;
}

static bool read_speeds(reading *r, const field *f, scene_agents *agents)
{
    static const number_limits any_speed = {0, SCENE_MAX_SPEED, false};
    field speed = field_member(f, "speed"), max_speed = field_member(f, "max_speed");
    bool good = read_spread(r, &speed, any_speed, &agents->speed, &agents->speed_spread);
    double fastest = scene_spread_most(agents->speed, &agents->speed_spread);
    agents->max_speed = fmax(SCENE_DEFAULT_MAX_SPEED, fastest);
    if (!read_number(r, &max_speed, any_speed, &agents->max_speed) || !good)
        return false;
    return agents->max_speed >= fastest ||
           field_problem(r, &max_speed,
                         "\"max_speed\" must be at least \"speed\", which is %s%.10g, found %.10g",
                         agents->speed_spread.deviation > 0 ? "up to " : "", fastest,
                         agents->max_speed);
}

static bool read_values(reading *r, const field *f, scene_agents *agents)
{
    static const number_limits any_radius = {0, SCENE_MAX_RADIUS, true};
    static const number_limits any_horizon = {0, SCENE_MAX_HORIZON, true};
    field radius = field_member(f, "radius"), reaction = field_member(f, "reaction"),
          horizon = field_member(f, "horizon"), share = field_member(f, "share");
    bool good = read_spread(r, &radius, any_radius, &agents->radius, &agents->radius_spread);
    good = read_speeds(r, f, agents) && good;
    good = read_spread(r, &reaction, any_time, &agents->reaction, &agents->reaction_spread) && good;
    good = read_number(r, &horizon, any_horizon, &agents->horizon) && good;
    return read_number(r, &share, (number_limits){0, 1, false}, &agents->share) && good;
}

// ---- an entry -----------------------------------------------------------------------------------

static bool read_agents(reading *r, const field *f)
{
    static const char *const keys[] = {
        "on",      "in",     "at",    "count",     "goal",     "choice",  "stops",  "end",
        "repeats", "radius", "speed", "max_speed", "reaction", "horizon", "share",  "group",
        "role",    "rate",   "start", "stop",      "guide",    "motion",  "pursue", NULL,
    };
    bool good = read_object(r, f, "an object like {\"in\": \"hall\", \"goal\": \"exit\"}", keys);
    if (!json_is_object(f->value))
        return false;
    scene_agents *agents = scene_add_agents(r->s);
    if (!agents)
        return reading_no_memory(r);
    bool has_unknown = !good;
    field stops = field_member(f, "stops"), group = field_member(f, "group"),
          role = field_member(f, "role"), guide = field_member(f, "guide"),
          motion = field_member(f, "motion"), pursue = field_member(f, "pursue");
    good = read_start(r, f, has_unknown, agents) && good;
    bool good_way = read_goal(r, f, &agents->goal);
    good_way = good_way && read_stops(r, &stops, agents) && read_end(r, f, agents);
    good_way = read_pursuit(r, &pursue, agents) && good_way;
    good = read_values(r, f, agents) && good && good_way;
    good = read_group(r, &group, agents) && good;
    good = read_string(r, &role, SCENE_MAX_NAME, &agents->role) && good;
    good = read_choice(r, &guide, read_guides, &agents->guide) && good;
    return read_choice(r, &motion, read_motions, &agents->motion) && good;
}

void read_all_agents(reading *r, const field *f)
{
    if (field_is_absent(f) || !read_list(r, f, "a list of agents"))
        return;
    uint64_t total = 0;
    size_t count = json_array_size(f->value);
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field item = field_item(f, i);
        if (!read_agents(r, &item))
            continue;
        bool was_good = total <= SCENE_MAX_AGENTS;
        total += r->s->agents[r->s->agents_count - 1].count;
        if (was_good && total > SCENE_MAX_AGENTS)
            field_problem(r, &item,
                          "with this entry there are more than %u agents, which is the most",
                          SCENE_MAX_AGENTS);
    }
}
