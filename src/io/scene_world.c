// SPDX-License-Identifier: MIT
// From a scene to a world: first what stands and opens and moves, then zones, then the agents with
// their ways, each in the order of the scene. So the same scene gives the same world, bit for bit.
#include "io/scene_world.h"

#include "core/memory.h"
#include "io/polygons.h"
#include "io/scene_floor.h"
#include "io/scene_flow.h"
#include "io/scene_groups.h"
#include "io/scene_ways.h"
#include "io/suggest.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

// The least that is free around everything in a scene without bounds. [Units: m]
#define LEAST_MARGIN 100.0

// In the order of wend_guide_kind, wend_motion_kind and wend_bias.
const char *const scene_world_guides[] = {"mesh", "direct", "voronoi", "mang",
                                          "map",  "lanes",  "group",   NULL};
const char *const scene_world_motions[] = {
    "orca", "steer", "force", "follow", "flock", "field", NULL,
};
static const char *const biases[] = {"path", "ahead", "visible", "middle", NULL};
static const char *const switches[] = {"off", "on", NULL};

typedef struct building {
    const scene *s;
    const scene_world_options *options;
    scene_names *names;
    wend_world *world;
    scene_ways ways;
    json_t *groups, *roles; ///< from name to number
    wend_id lanes;          ///< null: nobody has needed them yet
    wend_error *error;
} building;

// ---- words --------------------------------------------------------------------------------------

// Puts what it is about before the sentence of an error.
static wend_result about(building *b, wend_result result, const char *what, uint32_t index)
{
    wend_error *error = b->error;
    if (result == WEND_OK || result == WEND_NO_MEMORY)
        return result;
    char why[sizeof error->text];
    memcpy(why, error->text, sizeof why);
    snprintf(error->text, sizeof error->text, "%s %u: %.200s", what, index + 1, why);
    return result;
}

static wend_result find_name(building *b, const char *what, const char *name,
                             const char *const *names, unsigned *number)
{
    char list[120] = "", quoted[SUGGEST_QUOTED_SIZE];
    size_t used = 0;
    for (unsigned i = 0; names[i]; ++i) {
        if (strcmp(names[i], name) == 0) {
            *number = i;
            return WEND_OK;
        }
        const char *between = i == 0 ? "" : names[i + 1] ? ", " : " or ";
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", between, names[i]);
    }
    return wend_fail(b->error, WEND_BAD_ARGUMENT, "a world has no %s %s yet: use %s", what,
                     suggest_quote(quoted, name), list);
}

// ---- the empty world ----------------------------------------------------------------------------

wend_box scene_world_frame(const scene *s)
{
    wend_box box = scene_box(s);
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    double margin = LEAST_MARGIN + 2 * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    return (wend_box){{box.min.x - margin, box.min.y - margin},
                      {box.max.x + margin, box.max.y + margin}};
}

static wend_result fill_def(building *b, wend_world_def *def)
{
    const scene *s = b->s;
    const scene_world_options *options = b->options;
    const char *bias = options->bias ? options->bias : s->bias ? s->bias : SCENE_DEFAULT_BIAS;
    unsigned kind = 0;
    wend_result result = find_name(b, "bias", bias, biases, &kind);
    *def = options->def ? *options->def : wend_default_world_def();
    def->frame = scene_world_frame(s);
    def->step = options->step > 0 ? options->step : s->step;
    def->seed = options->seed ? *options->seed : s->seed;
    def->bias = (wend_bias)kind;
    def->ahead = options->ahead > 0 ? options->ahead : s->ahead;
    def->arc.points = options->points || s->points;
    if (s->iterations > 0)
        def->search_budget = s->iterations;
    def->weight = s->weight;
    def->barriers = s->barriers;
    if (result == WEND_OK && options->barriers) {
        result = find_name(b, "barriers", options->barriers, switches, &kind);
        def->barriers.on = kind == 1;
    }
    def->tasks = options->tasks;
    def->allocator = options->allocator;
    return result;
}

static wend_result make_world(building *b)
{
    wend_world_def def;
    wend_floor *floor = NULL;
    uint32_t flaws = 0;
    wend_result result = fill_def(b, &def);
    if (result == WEND_OK)
        result = scene_floor(b->s, &floor, b->error);
    if (result == WEND_OK)
        result = wend_floor_flaws(floor, NULL, 0, &flaws, b->error);
    def.floor = floor;
    if (result == WEND_OK)
        result = wend_world_create(&def, &b->world, b->error);
    wend_floor_destroy(floor);
    return result;
}

// ---- doors, movers, zones -----------------------------------------------------------------------

static wend_result add_door(building *b, uint32_t i)
{
    const scene_door *door = &b->s->doors[i];
    wend_door_def def = wend_default_door_def();
    def.shape = shape_view(&door->shape);
    def.shut = door->shut;
    def.times = door->times;
    def.time_count = door->time_count;
    def.period = door->period;
    return wend_world_add_door(b->world, &def, &b->names->doors[i], b->error);
}

static wend_result add_mover(building *b, uint32_t i)
{
    static const wend_mover_way ways[] = {
        [SCENE_ONCE] = WEND_MOVER_ONCE,
        [SCENE_BACK_AND_FORTH] = WEND_MOVER_BACK_AND_FORTH,
        [SCENE_ROUND] = WEND_MOVER_ROUND,
    };
    const scene_mover *mover = &b->s->movers[i];
    wend_mover_def def = wend_default_mover_def();
    def.shape = shape_view(&mover->body.shape);
    def.path = mover->path;
    def.path_count = mover->path_count;
    def.speed = mover->speed;
    def.start = mover->start;
    def.pause = mover->pause;
    def.way = ways[mover->way];
    def.blocking = mover->blocking;
    return wend_world_add_mover(b->world, &def, &b->names->movers[i], b->error);
}

static wend_result add_zone(building *b, uint32_t i)
{
    wend_goal corners;
    wend_id id;
    wend_result result = scene_ways_area(&b->ways, b->s->zones[i].area, &corners);
    if (result == WEND_OK)
        result = wend_world_add_zone(b->world, &corners, b->s->zones[i].factor, &id, b->error);
    return result;
}

static wend_result add_field(building *b, uint32_t i)
{
    wend_field_def def = scene_field_def(&b->s->fields[i]);
    return wend_world_add_field(b->world, &def, &b->names->fields[i], b->error);
}

static wend_result add_weight(building *b, uint32_t i)
{
    const scene_weight *weight = &b->s->weights[i];
    return wend_world_add_weight(b->world, weight->at, weight->weight, weight->count,
                                 &b->names->weights[i], b->error);
}

// ---- agents -------------------------------------------------------------------------------------

// The number of a name, a new one if it has none; 0 for no name.
static wend_result number_name(building *b, json_t *numbers, const char **names, uint32_t *count,
                               const char *name, uint32_t *number)
{
    const json_t *known = name ? json_object_get(numbers, name) : NULL;
    *number = name ? known ? (uint32_t)json_integer_value(known) : *count : 0;
    if (!name || known)
        return WEND_OK;
    if (json_object_set_new(numbers, name, json_integer(*count)) != 0)
        return wend_fail_memory(b->error);
    names[(*count)++] = name;
    return WEND_OK;
}

static const char *first_of(const char *a, const char *b, const char *c, const char *d)
{
    return a ? a : b ? b : c ? c : d;
}

static wend_result fill_kinds(building *b, const scene_agents *agents, wend_agent_def *def)
{
    const char *guide =
        first_of(b->options->guide, agents->guide, b->s->guide, SCENE_DEFAULT_GUIDE);
    const char *motion =
        first_of(b->options->motion, agents->motion, b->s->motion, SCENE_DEFAULT_MOTION);
    unsigned kind = 0;
    wend_result result = find_name(b, "guide", guide, scene_world_guides, &kind);
    def->guide = (wend_guide_kind)kind;
    if (result == WEND_OK)
        result = find_name(b, "motion", motion, scene_world_motions, &kind);
    def->motion = (wend_motion_kind)kind;
    return result;
}

static wend_result find_field(building *b, const char *name, wend_id *id)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    for (uint32_t i = 0; i < b->s->field_count; ++i)
        if (strcmp(b->s->fields[i].name, name) == 0) {
            *id = b->names->fields[i];
            return WEND_OK;
        }
    return wend_fail(b->error, WEND_BAD_ARGUMENT, "no field is called %s",
                     suggest_quote(quoted, name));
}

// Those who are guided by lanes share them.
static wend_result fill_lanes(building *b, wend_agent_def *agent)
{
    wend_flow *flow = NULL;
    wend_lanes *lanes = NULL;
    wend_result result = WEND_OK;
    if (b->s->flow.opening_count == 0)
        return wend_fail(b->error, WEND_BAD_ARGUMENT,
                         "the guide lanes needs a \"flow\" in the scene: give it \"sources\" and "
                         "\"sinks\"");
    if (wend_id_null(b->lanes)) {
        result = scene_make_flow(b->s, &flow, b->error);
        if (result == WEND_OK)
            result = scene_make_lanes(b->s, flow, &lanes, b->error);
        if (result == WEND_OK)
            result = wend_world_add_lanes(b->world, lanes, &b->lanes, b->error);
        wend_lanes_destroy(lanes);
        wend_flow_destroy(flow);
    }
    agent->lanes = b->lanes;
    return result;
}

// Adds the pursuit of an entry, if it has one.
static wend_result fill_pursuit(building *b, const scene_pursuit *pursuit, wend_agent_def *agent)
{
    static const wend_pursuit_kind kinds[] = {
        [SCENE_ROAM] = WEND_PURSUIT_ROAM,
        [SCENE_GATHER] = WEND_PURSUIT_GATHER,
        [SCENE_CHASE] = WEND_PURSUIT_CHASE,
    };
    if (pursuit->kind == SCENE_PURSUE_NOTHING)
        return WEND_OK;
    wend_pursuit_def def = wend_default_pursuit_def(kinds[pursuit->kind]);
    def.wait = pursuit->wait;
    def.wait_spread = pursuit->wait_spread;
    def.reach = pursuit->reach;
    def.rate = pursuit->rate;
    def.enough = pursuit->enough;
    wend_result result = WEND_OK;
    if (pursuit->kind == SCENE_ROAM)
        result = scene_ways_area(&b->ways, pursuit->what, &def.area);
    else if (pursuit->kind == SCENE_GATHER)
        result = find_field(b, pursuit->what, &def.field);
    else
        result = number_name(b, b->roles, b->names->roles, &b->names->role_count, pursuit->what,
                             &def.role);
    return result == WEND_OK ? wend_world_add_pursuit(b->world, &def, &agent->pursuit, b->error)
                             : result;
}

static wend_result fill_agent(building *b, uint32_t entry, wend_agent_def *def)
{
    const scene_agents *agents = &b->s->agents[entry];
    scene_names *names = b->names;
    *def = wend_default_agent_def();
    def->position = agents->at;
    def->radius = agents->radius;
    def->speed = agents->speed;
    def->max_speed = agents->max_speed;
    def->horizon = agents->horizon;
    def->share = agents->share;
    def->reaction = agents->reaction;
    def->user = entry;
    wend_result result = fill_kinds(b, agents, def);
    if (result == WEND_OK)
        result = number_name(b, b->groups, names->groups, &names->group_count, agents->group,
                             &def->group);
    if (result == WEND_OK)
        result =
            number_name(b, b->roles, names->roles, &names->role_count, agents->role, &def->role);
    // Where lanes or a shape lead is where they go, whatever they would do with another guide.
    if (result == WEND_OK && def->guide == WEND_GUIDE_LANES)
        return fill_lanes(b, def);
    if (result == WEND_OK && def->guide == WEND_GUIDE_GROUP)
        return WEND_OK;
    if (result == WEND_OK)
        result = fill_pursuit(b, &agents->pursuit, def);
    return result == WEND_OK ? scene_ways_of(&b->ways, agents, def) : result;
}

static wend_spread spread_of(scene_spread spread)
{
    return (wend_spread){spread.deviation, spread.least, spread.most};
}

static wend_result add_spawner(building *b, uint32_t entry, const wend_agent_def *agent)
{
    const scene_agents *agents = &b->s->agents[entry];
    wend_spawner_def def = wend_default_spawner_def();
    wend_result result = WEND_OK;
    bool on_lanes = agents->on_lanes && agent->guide == WEND_GUIDE_LANES;
    if (on_lanes)
        def.area = (wend_goal){NULL, 0};
    else if (agents->in)
        result = scene_ways_area(&b->ways, agents->in, &def.area);
    else if (agents->on_lanes)
        result = wend_fail(b->error, WEND_BAD_ARGUMENT,
                           "they come on lanes: use the guide lanes, or give them an area to come "
                           "in");
    else
        def.area = (wend_goal){&agents->at, 1};
    def.agent = *agent;
    def.radius = spread_of(agents->radius_spread);
    def.speed = spread_of(agents->speed_spread);
    def.reaction = spread_of(agents->reaction_spread);
    def.count = agents->count;
    def.rate = agents->rate;
    def.start = agents->start;
    def.stop = agents->stop;
    if (result == WEND_OK)
        result = wend_world_add_spawner(b->world, &def, &b->names->spawners[entry], b->error);
    return result;
}

// A number for a group that has no name.
static wend_result number_nameless(building *b, uint32_t entry, uint32_t *number)
{
    char words[40];
    int size = snprintf(words, sizeof words, "of agents entry %u", entry + 1);
    const char *name = pool_string(&b->names->memory, words, (size_t)size);
    return name ? number_name(b, b->groups, b->names->groups, &b->names->group_count, name, number)
                : wend_fail_memory(b->error);
}

// Those of all entries of a group, one after the other. defs [group->members].
static wend_result fill_members(building *b, const scene_held_group *group, wend_agent_def *defs)
{
    wend_result result = WEND_OK;
    for (uint32_t i = group->first; i <= group->last && result == WEND_OK; ++i) {
        if (!scene_group_has(b->s, group->first, i, b->options->guide))
            continue;
        wend_agent_def def;
        result = fill_agent(b, i, &def);
        if (result == WEND_OK && def.group == 0)
            result = number_nameless(b, i, &def.group);
        for (uint32_t k = 0; k < b->s->agents[i].count; ++k)
            *defs++ = def;
    }
    return result;
}

// A group that stays together, with its members.
static wend_result add_group(building *b, uint32_t first)
{
    scene_held_group group;
    wend_id id;
    const uint64_t seed = b->options->seed ? *b->options->seed : b->s->seed;
    wend_result result = scene_held_group_of(b->s, first, b->options->guide, &group, b->error);
    if (result == WEND_OK)
        result = scene_add_held_group(b->s, &group, seed, b->world, &id, b->error);
    if (result != WEND_OK)
        return result;
    wend_agent_def *defs = calloc(group.members, sizeof *defs);
    result = defs ? fill_members(b, &group, defs) : wend_fail_memory(b->error);
    if (result == WEND_OK)
        result = wend_world_fill_group(b->world, id, defs, group.members, NULL, b->error);
    free(defs);
    return result == WEND_NOTHING ? WEND_BAD_ARGUMENT : result;
}

static wend_result add_agents(building *b, uint32_t entry)
{
    if (scene_agents_stay_together(b->s, &b->s->agents[entry], b->options->guide)) {
        // The first entry of a group has brought the others' agents with it.
        bool first = scene_group_first(b->s, entry, b->options->guide) == entry;
        return first ? add_group(b, entry) : WEND_OK;
    }
    wend_agent_def def;
    wend_result result = fill_agent(b, entry, &def);
    if (result != WEND_OK)
        return result;
    if (scene_agents_spawn(&b->s->agents[entry]))
        return add_spawner(b, entry, &def);
    return wend_world_add_agent(b->world, &def, &b->names->agents[entry], b->error);
}

// ---- the whole ----------------------------------------------------------------------------------

static wend_result add_each(building *b, uint32_t count, const char *what,
                            wend_result (*add)(building *, uint32_t))
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; ++i)
        result = about(b, add(b, i), what, i);
    return result;
}

static wend_result fill_world(building *b)
{
    const scene *s = b->s;
    wend_result result = make_world(b);
    b->ways.world = b->world;
    if (result == WEND_OK)
        result = add_each(b, s->door_count, "door", add_door);
    if (result == WEND_OK)
        result = add_each(b, s->mover_count, "mover", add_mover);
    if (result == WEND_OK)
        result = add_each(b, s->zone_count, "zone", add_zone);
    if (result == WEND_OK)
        result = add_each(b, s->field_count, "field", add_field);
    if (result == WEND_OK)
        result = add_each(b, s->weight_count, "weight", add_weight);
    if (result == WEND_OK)
        result = add_each(b, s->agents_count, "agents entry", add_agents);
    return result;
}

static bool make_names(const scene *s, scene_names *names)
{
    pool *p = &names->memory;
    *names = (scene_names){
        .agents_count = s->agents_count,
        .door_count = s->door_count,
        .mover_count = s->mover_count,
        .area_count = s->area_count,
        .goal_count = s->goal_count,
        .field_count = s->field_count,
        .weight_count = s->weight_count,
        .group_count = 1,
        .role_count = 1,
    };
    names->agents = pool_allocate(p, s->agents_count, sizeof *names->agents);
    names->spawners = pool_allocate(p, s->agents_count, sizeof *names->spawners);
    names->doors = pool_allocate(p, s->door_count, sizeof *names->doors);
    names->movers = pool_allocate(p, s->mover_count, sizeof *names->movers);
    names->goals = pool_allocate(p, s->area_count, sizeof *names->goals);
    names->places = pool_allocate(p, s->goal_count, sizeof *names->places);
    names->fields = pool_allocate(p, s->field_count, sizeof *names->fields);
    names->weights = pool_allocate(p, s->weight_count, sizeof *names->weights);
    names->groups = pool_allocate(p, (size_t)s->agents_count + 1, sizeof *names->groups);
    // Every entry may have a role and chase another.
    names->roles = pool_allocate(p, 2 * (size_t)s->agents_count + 1, sizeof *names->roles);
    return names->agents && names->spawners && names->doors && names->movers && names->goals &&
           names->places && names->fields && names->weights && names->groups && names->roles;
}

wend_result scene_world(const scene *s, const scene_world_options *options, wend_world **world,
                        scene_names *names, wend_error *error)
{
    wend_error own_error = {0};
    scene_names own_names;
    building b = {
        .s = s,
        .options = options,
        .names = names ? names : &own_names,
        .groups = json_object(),
        .roles = json_object(),
        .error = error ? error : &own_error,
    };
    bool good = make_names(s, b.names);
    good = scene_ways_open(&b.ways, s, b.names->goals, b.names->places, b.error) && good &&
           b.groups && b.roles;
    wend_result result = good ? fill_world(&b) : wend_fail_memory(b.error);
    scene_ways_close(&b.ways);
    json_decref(b.groups);
    json_decref(b.roles);
    if (result == WEND_OK) {
        *world = b.world;
    } else {
        wend_world_destroy(b.world);
        scene_names_free(b.names);
    }
    if (!names)
        scene_names_free(&own_names);
    return result;
}
