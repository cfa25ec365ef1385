// SPDX-License-Identifier: MIT
// Agents of Vadere's scenarios: their properties, their targets and their sources.
//
// Vadere's agents visit their targets in order, up to the first that absorbs them. A source has
// events: one at a start time, and further ones at intervals from a distribution, until an end.
// Each event spawns a number of agents. A single event becomes one crowd, several become a stream
// of the same rate and number.
#include "formats/vadere.h"

#include <math.h>
#include <string.h>

// Vadere's defaults.
#define VADERE_RADIUS    0.195
#define VADERE_SPEED     1.34
#define VADERE_MAX_SPEED 2.2

// Limits on times and rates; plans are simulated for less than 30 years.
static const number_limits any_time = {0, 1e9, false};

// ---- properties ---------------------------------------------------------------------------------

scene_agents vadere_usual(void)
{
    scene_agents usual = scene_default_agents();
    usual.def.agent.radius = VADERE_RADIUS;
    usual.def.agent.preferred_speed = VADERE_SPEED;
    usual.def.agent.max_speed = VADERE_MAX_SPEED;
    return usual;
}

bool vadere_read_pedestrian(vadere *v, const field *f, scene_agents *out)
{
    static const number_limits radius = {0, SCENE_MAX_RADIUS, true};
    static const number_limits speed = {0, SCENE_MAX_SPEED, true};
    static const number_limits any = {0, SCENE_MAX_SPEED, false};
    field r = field_member(f, "radius"), mean = field_member(f, "speedDistributionMean"),
          width = field_member(f, "speedDistributionStandardDeviation"),
          least = field_member(f, "minimumSpeed"), most = field_member(f, "maximumSpeed");
    double deviation = out->def.preferred_speed.std, slowest = out->def.preferred_speed.min;
    if (!read_number(&v->r, &r, radius, &out->def.agent.radius) ||
        !read_number(&v->r, &mean, speed, &out->def.agent.preferred_speed) ||
        !read_number(&v->r, &width, any, &deviation) ||
        !read_number(&v->r, &least, any, &slowest) ||
        !read_number(&v->r, &most, speed, &out->def.agent.max_speed))
        return false;
    // A mean outside the limits cannot be represented by a spread.
    bool inside = slowest <= out->def.agent.preferred_speed &&
                  out->def.agent.preferred_speed <= out->def.agent.max_speed;
    wend_spread spread = {.std = deviation, .min = slowest, .max = out->def.agent.max_speed};
    out->def.preferred_speed = inside && deviation > 0 ? spread : (wend_spread){0};
    out->def.agent.max_speed = fmax(out->def.agent.max_speed, out->def.agent.preferred_speed);
    return true;
}

// ---- intervals ----------------------------------------------------------------------------------

typedef enum interval_kind {
    INTERVAL_NONE, // one event
    INTERVAL_EVERY,
    INTERVAL_UNKNOWN,
} interval_kind;

typedef struct interval {
    interval_kind kind;
    bool random;
    double seconds; // the mean
} interval;

// The distributions that have a mean, by a part of their names; the parameter that holds it, which
// is the first of a list in old releases.
static const struct {
    const char *part, *parameter;
    bool random, is_rate;
} distributions[] = {
    {"onstant", "updateFrequency", false, false},
    {"oisson", "numberPedsPerSecond", true, true},
    {"egativeExponential", "mean", true, false},
    {"ormal", "mean", true, false},
};
enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions };

static bool read_interval(vadere *v, const char *name, const field *parameters, interval *out)
{
    *out = (interval){.kind = INTERVAL_UNKNOWN};
    for (size_t i = 0; name && i < DISTRIBUTIONS; ++i) {
        if (!strstr(name, distributions[i].part))
            continue;
        field value = json_is_array(parameters->value)
                          ? field_item(parameters, 0)
                          : field_member(parameters, distributions[i].parameter);
        double number = 0;
        if (!read_number(&v->r, &value, any_time, &number))
            return false;
        out->random = distributions[i].random;
        out->seconds = distributions[i].is_rate && number > 0 ? 1 / number : number;
        out->kind = out->seconds > 0 ? INTERVAL_EVERY : INTERVAL_NONE;
        break;
    }
    return true;
}

// {"type": .., parameters}, as in release 2.4.
static bool read_distribution(vadere *v, const field *f, interval *out)
{
    *out = (interval){.kind = INTERVAL_NONE};
    if (!json_is_object(f->value))
        return true;
    const char *type = json_string_value(json_object_get(f->value, "type"));
    field parameters = field_member(f, "parameters");
    return read_interval(v, type, field_is_absent(&parameters) ? f : &parameters, out);
}

// ---- targets and routes -------------------------------------------------------------------------

static void id_text(json_int_t id, char out[24])
{
    snprintf(out, 24, "%lld", (long long)id);
}

static bool read_wait(vadere *v, const field *f, double *wait)
{
    field waiter = field_member(f, "waiter"), distribution = field_member(&waiter, "distribution"),
          old = field_member(f, "waitingTime");
    interval pause;
    *wait = 0;
    if (json_is_true(json_object_get(waiter.value, "enabled"))) {
        if (!read_distribution(v, &distribution, &pause))
            return false;
        if (pause.random || pause.kind == INTERVAL_UNKNOWN)
            v->losses |= VADERE_WAITS;
        *wait = pause.seconds;
    } else if (json_is_number(old.value)) {
        *wait = json_number_value(old.value);
    }
    *wait = fmin(fmax(*wait, 0), SCENE_MAX_SECONDS);
    return true;
}

// The target with that id, or a new one.
static vadere_target *find_or_add_target(vadere *v, json_int_t id)
{
    char key[24];
    id_text(id, key);
    const json_t *known = json_object_get(v->target_ids, key);
    if (known)
        return &v->targets.data[json_integer_value(known)];
    if (!wend_array_reserve(&v->targets, NULL, 1) ||
        json_object_set_new(v->target_ids, key, json_integer((json_int_t)v->targets.count)) != 0)
        return NULL;
    vadere_target *target = &v->targets.data[v->targets.count++];
    *target = (vadere_target){0};
    return target;
}

static bool add_area(vadere *v, scene_goal *goal, uint32_t *capacity, const char *area)
{
    if (goal->area_count == *capacity) {
        uint32_t wanted = *capacity ? 2 * *capacity : 1;
        const char **grown = pool_allocate(&v->r.s->memory, wanted, sizeof *grown);
        if (!grown)
            return reading_no_memory(&v->r);
        if (goal->area_count > 0)
            memcpy(grown, goal->areas, goal->area_count * sizeof *grown);
        goal->areas = grown;
        *capacity = wanted;
    }
    goal->areas[goal->area_count++] = area;
    goal->kind = goal->area_count == 1 ? SCENE_GOAL_AREA : SCENE_GOAL_AREAS;
    goal->area = goal->area_count == 1 ? area : NULL;
    return true;
}

bool vadere_keep_target(vadere *v, const field *f, const char *area)
{
    double wait;
    if (!read_wait(v, f, &wait))
        return false;
    json_int_t id = json_integer_value(json_object_get(f->value, "id"));
    vadere_target *target = find_or_add_target(v, id);
    if (!target)
        return reading_no_memory(&v->r);
    // Many targets may have the id -1, which means none.
    if (target->goal.area_count == SCENE_MAX_CHOICES)
        return id < 0 || field_problem(&v->r, f, "with this more than %d targets have the same id",
                                       SCENE_MAX_CHOICES);
    if (target->goal.area_count == 0) { // the first target with an id defines its properties
        field absorber = field_member(f, "absorber");
        target->absorbs = !json_is_false(json_object_get(absorber.value, "enabled")) &&
                          !json_is_false(json_object_get(f->value, "absorbing"));
        target->wait = wait;
    }
    return add_area(v, &target->goal, &target->capacity, area);
}

static bool find_target(vadere *v, const field *f, const vadere_target **target)
{
    char id[24];
    id_text(json_integer_value(f->value), id);
    const json_t *known = json_object_get(v->target_ids, id);
    *target = known ? &v->targets.data[json_integer_value(known)] : NULL;
    return known || field_problem(&v->r, f, "there is no target with the id %s", id);
}

bool vadere_read_way(vadere *v, const field *f, scene_agents *agents)
{
    field ids = field_member(f, "targetIds"), next = field_member(f, "nextTargetListIndex");
    size_t count = json_array_size(ids.value);
    // Agents that have already started have some targets behind them.
    json_int_t done = json_integer_value(next.value);
    size_t first = done > 0 && (uint64_t)done < count ? (size_t)done : 0;
    agents->waypoints = pool_allocate(&v->r.s->memory, count, sizeof *agents->waypoints);
    if (!agents->waypoints)
        return reading_no_memory(&v->r);
    bool absorbed = false;
    for (size_t i = first; i < count && !absorbed; ++i) {
        field item = field_item(&ids, i);
        const vadere_target *target;
        if (!json_is_integer(item.value))
            continue;
        if (!find_target(v, &item, &target))
            return false;
        if (agents->goal.kind != SCENE_GOAL_NONE) // the previous goal becomes a waypoint
            agents->waypoints[agents->waypoint_count++].goal = agents->goal;
        agents->goal = target->goal;
        agents->waypoints[agents->waypoint_count].wait = target->wait;
        absorbed = target->absorbs;
    }
    agents->route.on_arrival = agents->goal.kind == SCENE_GOAL_NONE || absorbed
                                   ? WEND_ON_ARRIVAL_LEAVE
                                   : WEND_ON_ARRIVAL_STAY;
    return true;
}

// ---- sources ------------------------------------------------------------------------------------

bool vadere_add_agents(vadere *v, const field *f, const scene_agents *agents)
{
    v->agents += agents->def.count;
    if (v->agents > SCENE_MAX_AGENTS)
        return field_problem(&v->r, f, "too many agents: the limit is %u", SCENE_MAX_AGENTS);
    scene_agents *added = scene_add_agents(v->r.s);
    if (!added)
        return reading_no_memory(&v->r);
    *added = *agents;
    return true;
}

// The events of a source, by the keys of release 2.4 or of older ones.
typedef struct events {
    uint64_t each;     // agents of one event
    json_int_t most;   // of all events; -1: no limit
    double start, end; // [Units: s]
    interval between;
} events;

static bool read_events(vadere *v, const field *f, events *out)
{
    field spawner = field_member(f, "spawner"),
          distribution = field_member(&spawner, "distribution"),
          parameters = field_member(f, "distributionParameters");
    bool old = field_is_absent(&spawner);
    const field *at = old ? f : &spawner;
    field number = field_member(at, old ? "spawnNumber" : "eventElementCount"),
          most = field_member(at, old ? "maxSpawnNumberTotal" : "constraintsElementsMax"),
          start = field_member(at, old ? "startTime" : "constraintsTimeStart"),
          end = field_member(at, old ? "endTime" : "constraintsTimeEnd");
    const char *type = json_string_value(json_object_get(f->value, "interSpawnTimeDistribution"));
    *out = (events){.each = 1, .most = -1};
    if (!json_is_null(number.value) && !read_whole(&v->r, &number, 0, SCENE_MAX_AGENTS, &out->each))
        return false;
    if (json_is_integer(most.value))
        out->most = json_integer_value(most.value);
    if (!read_number(&v->r, &start, any_time, &out->start))
        return false;
    out->end = json_is_number(end.value) ? json_number_value(end.value) : out->start;
    if (old)
        return !type || read_interval(v, type, &parameters, &out->between);
    return read_distribution(v, &distribution, &out->between);
}

// Number of events before the end.
static double event_count(vadere *v, const events *e)
{
    double end = fmin(e->end, v->finish);
    if (!(end > e->start) || e->between.kind == INTERVAL_NONE || e->most == 1)
        return 1;
    if (e->between.kind == INTERVAL_UNKNOWN) {
        v->losses |= VADERE_UNKNOWN_TIMES;
        return 1;
    }
    return floor((end - e->start) / e->between.seconds) + 1;
}

bool vadere_read_source(vadere *v, const field *f, const char *area)
{
    events e;
    field spawner = field_member(f, "spawner"), element = field_member(&spawner, "eventElement");
    scene_agents agents = v->usual;
    agents.in = area;
    if (!read_events(v, f, &e) || !vadere_read_way(v, f, &agents))
        return false;
    if (json_is_object(element.value) && !vadere_read_pedestrian(v, &element, &agents))
        return false;
    if (json_array_size(json_object_get(f->value, "groupSizeDistribution")) > 1)
        v->losses |= VADERE_GROUPS;
    double all = (double)e.each * event_count(v, &e);
    if (e.most >= 0)
        all = fmin(all, (double)e.most);
    if (!(all >= 1) || e.start > SCENE_MAX_SECONDS)
        return true;
    if (all > SCENE_MAX_AGENTS)
        return field_problem(&v->r, f, "this source has too many agents: the limit is %u",
                             SCENE_MAX_AGENTS);
    agents.def.count = (uint32_t)all;
    agents.def.start = e.start;
    if (agents.def.count > e.each) {
        agents.def.rate = fmin((double)e.each / e.between.seconds, SCENE_MAX_RATE);
        v->losses |=
            (e.each > 1 ? VADERE_BURSTS : 0u) | (e.between.random ? VADERE_RANDOM_TIMES : 0u);
    }
    return vadere_add_agents(v, f, &agents);
}

// ---- the note -----------------------------------------------------------------------------------

bool vadere_note(vadere *v)
{
    static const struct {
        unsigned losses;
        const char *words;
    } all[] = {
        {VADERE_STAIRS, "stairs do not reduce speed"},
        {VADERE_GROUPS, "agents come alone, not in groups"},
        {VADERE_BURSTS, "sources that give several at once give them one by one at the same rate"},
        {VADERE_RANDOM_TIMES, "random times between them are even"},
        {VADERE_UNKNOWN_TIMES, "of a source whose times are not known only the first event counts"},
        {VADERE_WAITS, "of a random wait at a target the mean is taken"},
        {VADERE_CHANGERS, "target changers are left out"},
        {VADERE_ABSORBERS, "absorbing areas are left out"},
    };
    char words[600] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (v->losses & all[i].losses)
            used += (size_t)snprintf(words + used, sizeof words - used, "%s%s",
                                     used ? "; " : "other than in Vadere: ", all[i].words);
    if (used > 0)
        v->r.s->note = pool_string(&v->r.s->memory, words, used);
    return used == 0 || v->r.s->note || reading_no_memory(&v->r);
}
