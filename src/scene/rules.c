// SPDX-License-Identifier: MIT
// Rules of the scene format that no row of the schema can express: one function per object, called
// when all its rows are valid.
#include "scene/build/flow.h"
#include "scene/schema.h"

#include <math.h>

// A member of an object by its current key, in either format.
static field member(const reading *r, const field *f, const key_object *o, const char *key)
{
    return field_member(f, schema_key(o, key, r->format));
}

// ---- shapes -------------------------------------------------------------------------------------

// Makes the polygon of a circle.
static bool finish_body(reading *r, const field *f, scene_obstacle *body)
{
    field centre = field_member(f, "circle");
    if (body->kind != SCENE_CIRCLE)
        return true;
    if (body->radius == 0)
        return field_problem(r, f, "a circle needs \"radius\", a number above 0 and up to %g",
                             SCENE_MAX_RADIUS);
    // The polygon that stands for the circle must be within the limits.
    double reach = body->radius * (1 + SCENE_CIRCLE_RELATIVE_ERROR);
    if (fmax(fabs(body->centre.x), fabs(body->centre.y)) + reach > WEND_MAX_COORDINATE)
        return field_problem(
            r, &centre,
            "this circle reaches beyond the coordinates from -" SCENE_MAX_COORDINATE_WORDS
            " to " SCENE_MAX_COORDINATE_WORDS ": move it, or make it smaller");
    if (r->corners > SCENE_MAX_CORNERS) // already reported; spare the memory of further circles
        return false;
    if (!scene_circle(r->s, body, body->centre, body->radius))
        return reading_no_memory(r);
    return count_corners(r, f, body->shape.point_count);
}

bool check_obstacle(reading *r, const field *f, void *object)
{
    return finish_body(r, f, object);
}

bool check_mover(reading *r, const field *f, void *object)
{
    return finish_body(r, f, &((scene_mover *)object)->body);
}

bool check_door(reading *r, const field *f, void *object)
{
    const wend_door_def *def = &((scene_door *)object)->def;
    field period = field_member(f, "period");
    if (def->period == 0)
        return true;
    if (def->toggle_count == 0)
        return field_problem(r, &period, "\"period\" needs at least one toggle time");
    double last = def->toggle_times[def->toggle_count - 1];
    return def->period > last ||
           field_problem(r, &period,
                         "\"period\" must be more than the last toggle time, which is %.10g, found "
                         "%.10g",
                         last, def->period);
}

// ---- goals and flow -----------------------------------------------------------------------------

bool check_goal_place(reading *r, const field *f, void *object)
{
    const wend_moving_goal_def *def = &((scene_goal_place *)object)->def;
    const uint32_t count = def->frame_count;
    field frames = field_member(f, "frames"), period = field_member(f, "period"),
          end = field_member(f, r->format == 1 ? "gone" : "end");
    for (uint32_t i = 1; i < count; ++i) {
        field frame = field_item(&frames, i), time = field_member(&frame, "time");
        if (def->frames[i].time <= def->frames[i - 1].time)
            return field_problem(r, &time,
                                 "the times of \"frames\" must ascend, found %.10g after %.10g",
                                 def->frames[i].time, def->frames[i - 1].time);
    }
    double last = def->frames[count - 1].time, least = isfinite(def->end) ? def->end : last;
    if (def->end < last)
        return field_problem(r, &end,
                             "\"%s\" must be at least the time of the last frame, which is %.10g, "
                             "found %.10g",
                             end.path.key, last, def->end);
    if (def->period > 0 && (def->period <= last || def->period < least))
        return field_problem(r, &period,
                             "\"period\" must be more than the time of the last frame, which is "
                             "%.10g, and at least \"%s\", found %.10g",
                             last, end.path.key, def->period);
    return true;
}

// Takes the lines that read_lines has left in the current shape.
bool check_flow_lines(reading *r, const field *f, void *object)
{
    const scene_flow said = *(scene_flow *)object;
    wend_array(wend_opening) openings = {0};
    size_t count = r->ring_ends.count;
    if (!wend_array_reserve(&openings, NULL, count))
        return reading_no_memory(r);
    for (uint32_t i = 0, start = 0; i < count; start = r->ring_ends.data[i++])
        openings.data[i] = (wend_opening){
            .points = r->points.data + start,
            .count = r->ring_ends.data[i] - start,
            .is_sink = i >= r->sources,
        };
    bool good = scene_set_flow(r->s, openings.data, (uint32_t)count) || reading_no_memory(r);
    wend_array_free(&openings, NULL);
    r->s->flow.def.snap = said.def.snap;
    r->s->flow.lanes = said.lanes;
    r->s->flow.shorten = said.shorten;
    r->s->flow.pairs = said.pairs;
    r->s->flow.max_headway = said.max_headway;
    if (good && said.pairs && 2 * r->sources != count)
        return field_problem(r, f,
                             "%zu sources and %zu sinks cannot be pairs: give as many sinks as "
                             "sources",
                             r->sources, count - r->sources);
    return good;
}

// ---- agents -------------------------------------------------------------------------------------

static bool check_choice(reading *r, const field *f, scene_goal *goal)
{
    field choice = field_member(f, "choice");
    if (field_is_absent(&choice) || goal->kind == SCENE_GOAL_AREAS)
        return true;
    goal->choice = WEND_CHOICE_NEAREST;
    return goal->areas || field_problem(r, &choice,
                                        "\"choice\" needs several goals: make \"goal\" a list of "
                                        "names");
}

bool check_waypoint(reading *r, const field *f, void *object)
{
    return check_choice(r, f, &((scene_waypoint *)object)->goal);
}

// A uniform distribution has its limits alone: mean and std follow from them.
static bool check_uniform(reading *r, const field *f, spread_value *v)
{
    static const char *const without[] = {"mean", "std"}, *const with[] = {"min", "max"};
    for (int i = 0; i < 2; ++i) {
        field mean = member(r, f, &schema_spread, without[i]);
        field limit = member(r, f, &schema_spread, with[i]);
        if (!field_is_absent(&mean))
            return field_problem(r, &mean,
                                 "a uniform distribution has no \"%s\": give \"%s\" and \"%s\"",
                                 mean.path.key, schema_key(&schema_spread, "min", r->format),
                                 schema_key(&schema_spread, "max", r->format));
        if (field_is_absent(&limit))
            return field_problem(r, f, "a uniform distribution needs \"%s\"", limit.path.key);
    }
    v->mean = v->spread.min / 2 + v->spread.max / 2;
    v->spread.std = (v->spread.max - v->spread.min) / sqrt(12);
    return true;
}

static bool check_skewed(reading *r, const field *f, const spread_value *v)
{
    field mean = member(r, f, &schema_spread, "mean"), std = member(r, f, &schema_spread, "std");
    if (!(v->mean > 0))
        return field_problem(r, field_is_absent(&mean) ? f : &mean,
                             "this distribution needs a \"mean\" above 0, found %.10g", v->mean);
    return v->spread.std <= SCENE_MAX_VARIATION * v->mean ||
           field_problem(r, &std, "\"%s\" must be at most %g times the mean, found %.10g",
                         std.path.key, SCENE_MAX_VARIATION, v->spread.std);
}

bool check_spread(reading *r, const field *f, void *object)
{
    spread_value *v = object;
    field min = member(r, f, &schema_spread, "min"), max = member(r, f, &schema_spread, "max");
    if (v->spread.distribution == WEND_DISTRIBUTION_UNIFORM && !check_uniform(r, f, v))
        return false;
    if (v->spread.distribution > WEND_DISTRIBUTION_UNIFORM && !check_skewed(r, f, v))
        return false;
    if (v->spread.min > v->mean)
        return field_problem(r, &min,
                             "\"%s\" must be at most the mean, which is %.10g, found %.10g",
                             min.path.key, v->mean, v->spread.min);
    return v->spread.max >= v->mean ||
           field_problem(r, &max, "\"%s\" must be at least the mean, which is %.10g, found %.10g",
                         max.path.key, v->mean, v->spread.max);
}

static bool check_start(reading *r, const field *f, const key_object *o, const scene_agents *agents)
{
    field at = field_member(f, "at"), count = field_member(f, "count"),
          start = member(r, f, o, "spawn_start"), end = member(r, f, o, "spawn_end");
    const wend_spawner_def *def = &agents->def;
    if (agents->on_lanes && !field_is_absent(&at))
        return field_problem(r, &at,
                             "agents on lanes have no position of their own: remove \"at\"");
    if (!agents->in && field_is_absent(&at) && !agents->on_lanes)
        return field_problem(r, f,
                             "an agents entry needs \"in\", an area's name, or \"at\", a point [x, "
                             "y]");
    if (def->end <= def->start)
        return field_problem(r, &end,
                             "\"%s\" must be later than \"%s\", which is %.10g, found %.10g",
                             end.path.key, start.path.key, def->start, def->end);
    return def->count == 1 || !scene_agents_have_place(agents) || def->rate > 0 ||
           field_problem(r, &count,
                         "\"count\" must be 1 at a point, found %u: give more agents an area with "
                         "\"in\", or a \"rate\"",
                         def->count);
}

static bool check_arrival(reading *r, const field *f, const key_object *o,
                          const scene_agents *agents)
{
    field arrival = member(r, f, o, "on_arrival"), repeats = field_member(f, "repeats");
    bool repeat = agents->route.on_arrival == WEND_ON_ARRIVAL_REPEAT;
    if (!field_is_absent(&repeats) && !repeat)
        return field_problem(r, &repeats, "\"repeats\" needs \"%s\": \"repeat\"", arrival.path.key);
    return !repeat || agents->waypoint_count > 0 ||
           field_problem(r, &arrival, "\"%s\": \"repeat\" needs \"%s\": add at least one",
                         arrival.path.key, schema_key(o, "waypoints", r->format));
}

static bool check_speeds(reading *r, const field *f, const key_object *o,
                         const wend_spawner_def *def)
{
    field speed = member(r, f, o, "preferred_speed"), max_speed = field_member(f, "max_speed");
    double fastest = scene_spread_max(def->agent.preferred_speed, &def->preferred_speed);
    return def->agent.max_speed >= fastest ||
           field_problem(r, &max_speed,
                         "\"max_speed\" must be at least \"%s\", which is %s%.10g, found %.10g",
                         speed.path.key, def->preferred_speed.std > 0 ? "up to " : "", fastest,
                         def->agent.max_speed);
}

bool check_entry(reading *r, const field *f, void *object)
{
    scene_agents *agents = object;
    const key_object *o = schema_row(&schema_scene, "agents")->items;
    bool good = check_start(r, f, o, agents);
    good = check_choice(r, f, &agents->goal) && good;
    good = check_arrival(r, f, o, agents) && good;
    good = check_speeds(r, f, o, &agents->def) && good;
    bool was_good = r->agents <= SCENE_MAX_AGENTS;
    r->agents += agents->def.count;
    if (was_good && r->agents > SCENE_MAX_AGENTS)
        return field_problem(r, f, "too many agents: the limit is %u", SCENE_MAX_AGENTS);
    return good;
}

bool check_barriers(reading *r, const field *f, void *object)
{
    const wend_barriers_def *barriers = object;
    field max = field_member(f, r->format == 1 ? "most_weight" : "max_weight");
    return barriers->max_weight >= barriers->weight ||
           field_problem(r, &max,
                         "\"%s\" must be a number from \"weight\", which is %.10g, to %g, found "
                         "%.10g",
                         max.path.key, barriers->weight, SCENE_MAX_WEIGHT, barriers->max_weight);
}

// The flow ahead is part of what is seen.
static bool check_within(reading *r, const field *f, const char *key, double value,
                         const char *limit_key, double limit)
{
    field member = field_member(f, key);
    return value <= limit ||
           field_problem(r, &member,
                         "\"%s\" must be a number from 0 to \"%s\", which is %.10g, found %.10g",
                         key, limit_key, limit, value);
}

// Members attract each other from afar, and repel each other when near.
bool check_potential(reading *r, const field *f, void *object)
{
    const wend_group_potential_def *def = object;
    field c2 = field_member(f, "c2"), sigma2 = field_member(f, "sigma2");
    if (def->c2 <= def->c1)
        return field_problem(r, field_is_absent(&c2) ? f : &c2,
                             "\"c2\" must be more than \"c1\", which is %.10g, found %.10g",
                             def->c1, def->c2);
    return def->sigma2 > def->sigma1 ||
           field_problem(r, field_is_absent(&sigma2) ? f : &sigma2,
                         "\"sigma2\" must be more than \"sigma1\", which is %.10g, found %.10g",
                         def->sigma1, def->sigma2);
}

bool check_pedestrian(reading *r, const field *f, void *object)
{
    const wend_pedestrian_def *def = object;
    return check_within(r, f, "flow_distance", def->flow_distance, "look_distance",
                        def->look_distance) &&
           check_within(r, f, "flow_half_width", def->flow_half_width, "look_half_width",
                        def->look_half_width);
}
