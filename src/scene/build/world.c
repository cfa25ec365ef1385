// SPDX-License-Identifier: MIT
// Conversion of a scene to a world: obstacles, doors, moving obstacles, zones, then agents with
// their routes, each in the order of the scene. The same scene gives the same world, bit for bit.
#include "scene/build/world.h"
#include "scene/shape.h"

#include "base/suggest.h"
#include "core/memory.h"
#include "polygon/polygons.h"
#include "scene/build/crossing.h"
#include "scene/build/floor.h"
#include "scene/build/flow.h"
#include "scene/build/groups.h"
#include "scene/build/routes.h"
#include "scene/schema.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

typedef struct building {
    const scene *s;
    const scene_world_options *options;
    scene_names *names;
    wend_planner_kind planner; ///< of all agents; SCENE_INHERITED: the scene's
    wend_motion_kind motion;
    wend_motion_kind inherited_motion; ///< of entries without one of their own
    wend_world *world;
    scene_ways ways;
    json_t *groups, *roles; ///< from name to number
    wend_lanes_id lanes;    ///< null until first use
    wend_error *error;
} building;

// ---- options and errors -------------------------------------------------------------------------

// Prefixes an error with the entry it is about.
static wend_result about(building *b, wend_result result, const char *what, uint32_t index)
{
    wend_error *error = b->error;
    if (result == WEND_OK || result == WEND_OUT_OF_MEMORY)
        return result;
    char why[sizeof error->text];
    memcpy(why, error->text, sizeof why);
    snprintf(error->text, sizeof error->text, "%s %u: %.200s", what, index + 1, why);
    return result;
}

// The value of a name given as an option; `unsaid` if it is NULL.
static wend_result find_name(building *b, const char *what, const char *name, scene_name_fn *names,
                             unsigned unsaid, void *out)
{
    char list[160] = "", quoted[SUGGEST_QUOTED_SIZE];
    size_t used = 0;
    unsigned value = unsaid;
    bool found = !name || scene_name_find(names, name, &value);
    memcpy(out, &value, sizeof value);
    if (found)
        return WEND_OK;
    for (unsigned i = 0; names(i, false) && used < sizeof list; ++i) {
        const char *between = i == 0 ? "" : names(i + 1, false) ? ", " : " or ";
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", between, names(i, false));
    }
    return wend_fail(b->error, WEND_BAD_ARGUMENT, "unknown %s %s: use %s", what,
                     suggest_quote(quoted, name), list);
}

static wend_result read_options(building *b)
{
    wend_result result = find_name(b, "planner", b->options->planner, scene_planner_name,
                                   SCENE_INHERITED, &b->planner);
    if (result == WEND_OK)
        result = find_name(b, "motion", b->options->motion, scene_motion_name, SCENE_INHERITED,
                           &b->motion);
    if (result == WEND_OK)
        result = find_name(b, "motion", b->options->inherited_motion, scene_motion_name,
                           b->s->motion, &b->inherited_motion);
    return result;
}

// ---- the empty world ----------------------------------------------------------------------------

wend_box scene_world_frame(const scene *s)
{
    // Agents may leave the box around the scene, so they get ten times the margin. State hashes
    // depend on the frame.
    return scene_open_frame(scene_box(s), 9 * SCENE_OPEN_MARGIN);
}

static const char *switch_name(unsigned value, bool old)
{
    (void)old;
    return value == 0 ? "off" : value == 1 ? "on" : NULL;
}

static wend_result fill_def(building *b, wend_world_def *def)
{
    const wend_world_def *own = &b->s->world;
    const scene_world_options *options = b->options;
    unsigned barriers = 0;
    *def = options->def ? *options->def : wend_default_world_def();
    def->frame = scene_world_frame(b->s);
    def->step = options->step > 0 ? options->step : own->step;
    def->seed = options->seed ? *options->seed : own->seed;
    def->portals_ahead = options->ahead > 0 ? options->ahead : own->portals_ahead;
    def->arc = own->arc;
    def->arc.points = options->points || own->arc.points;
    if (own->search_budget > 0)
        def->search_budget = own->search_budget;
    def->clearance_weight = own->clearance_weight;
    def->gates = own->gates;
    def->priority_after = own->priority_after;
    def->barriers = own->barriers;
    def->pedestrian = own->pedestrian;
    def->social_force = own->social_force;
    def->boids = own->boids;
    def->steer = own->steer;
    def->tasks = options->tasks;
    def->allocator = options->allocator;
    wend_result result =
        find_name(b, "bias", options->bias, scene_bias_name, own->bias, &def->bias);
    if (result == WEND_OK)
        result = find_name(b, "barriers", options->barriers, switch_name, own->barriers.enabled,
                           &barriers);
    def->barriers.enabled = barriers;
    return result;
}

static wend_result make_world(building *b)
{
    wend_world_def def;
    wend_floor *floor = NULL;
    uint32_t defects = 0;
    wend_result result = fill_def(b, &def);
    if (result == WEND_OK && !b->options->floor)
        result = scene_floor(b->s, &floor, b->error);
    if (result == WEND_OK && floor)
        result = wend_floor_validate(floor, NULL, 0, &defects, b->error);
    def.floor = floor ? floor : b->options->floor;
    if (result == WEND_OK)
        result = wend_world_create(&def, &b->world, b->error);
    wend_floor_destroy(floor);
    return result;
}

// ---- doors, moving obstacles, zones -------------------------------------------------------------

static wend_result add_door(building *b, uint32_t i)
{
    wend_door_def def = b->s->doors[i].def;
    def.shape = shape_view(&b->s->doors[i].body.shape);
    return wend_world_add_door(b->world, &def, &b->names->doors[i], b->error);
}

static wend_result add_mover(building *b, uint32_t i)
{
    wend_moving_obstacle_def def = b->s->movers[i].def;
    def.shape = shape_view(&b->s->movers[i].body.shape);
    return wend_world_add_moving_obstacle(b->world, &def, &b->names->movers[i], b->error);
}

static wend_result add_zone(building *b, uint32_t i)
{
    wend_goal corners;
    wend_result result = scene_ways_area(&b->ways, b->s->zones[i].area, &corners);
    if (result == WEND_OK)
        result = wend_world_add_zone(b->world, &corners, b->s->zones[i].factor, NULL, b->error);
    return result;
}

static wend_result add_resource(building *b, uint32_t i)
{
    return wend_world_add_resource(b->world, &b->s->resources[i].def, &b->names->resources[i],
                                   b->error);
}

static wend_result add_boost(building *b, uint32_t i)
{
    const scene_boost *boost = &b->s->boosts[i];
    return wend_world_add_boost(b->world, boost->at, boost->factor, boost->count,
                                &b->names->boosts[i], b->error);
}

// ---- agents -------------------------------------------------------------------------------------

// The number of a name, a new one for a new name; 0 for NULL.
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

static wend_result find_resource(building *b, const char *name, wend_resource_id *id)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    for (uint32_t i = 0; i < b->s->resource_count; ++i)
        if (strcmp(b->s->resources[i].name, name) == 0) {
            *id = b->names->resources[i];
            return WEND_OK;
        }
    return wend_fail(b->error, WEND_BAD_ARGUMENT, "no resource is called %s",
                     suggest_quote(quoted, name));
}

// Adds the flow of the scene; the world computes its lanes, for its doors as they are.
static wend_result add_flow(building *b)
{
    const scene *s = b->s;
    wend_world_flow_def def = wend_default_world_flow_def();
    def.openings = s->flow.openings;
    def.opening_count = s->flow.def.opening_count;
    def.snap = s->flow.def.snap;
    def.lanes = s->flow.lanes;
    def.lanes.radius = scene_flow_radius(s);
    def.shorten = s->flow.shorten;
    def.shortening.seed = s->world.seed;
    wend_result result = wend_world_add_flow(b->world, &def, &b->lanes, b->error);
    if (result != WEND_NOT_FOUND || s->door_count > 0)
        return result == WEND_NOT_FOUND ? WEND_OK : result;
    return wend_fail(b->error, WEND_BAD_ARGUMENT,
                     "no lane for a radius of %g m fits from the sources to the sinks",
                     def.lanes.radius);
}

// Adds the lanes of flows that cross, with their timetable.
static wend_result add_crossing(building *b)
{
    wend_lanes *lanes = NULL;
    wend_result result = scene_make_crossing(b->s, &lanes, NULL, b->error);
    if (result == WEND_OK)
        result = wend_world_add_lanes(b->world, lanes, &b->lanes, b->error);
    wend_lanes_destroy(lanes);
    return result;
}

// All agents that follow lanes share one set of lanes.
static wend_result fill_lanes(building *b, wend_agent_def *agent)
{
    wend_result result = WEND_OK;
    if (b->s->flow.def.opening_count == 0)
        return wend_fail(
            b->error, WEND_BAD_ARGUMENT,
            "the planner lanes needs a \"flow\" in the scene, with \"sources\" and \"sinks\"");
    if (wend_lanes_id_is_null(b->lanes))
        result = b->s->flow.pairs ? add_crossing(b) : add_flow(b);
    agent->lanes = b->lanes;
    return result;
}

// Adds the pursuit of an entry, if it has one.
static wend_result fill_pursuit(building *b, const scene_pursuit *pursuit, wend_agent_def *agent)
{
    if (!pursuit->what)
        return WEND_OK;
    wend_pursuit_def def = pursuit->def;
    wend_result result = WEND_OK;
    if (def.kind == WEND_PURSUIT_ROAM)
        result = scene_ways_area(&b->ways, pursuit->what, &def.area);
    else if (def.kind == WEND_PURSUIT_GATHER)
        result = find_resource(b, pursuit->what, &def.resource);
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
    *def = agents->def.agent;
    def->user = entry;
    def->planner = (int)b->planner == SCENE_INHERITED ? scene_planner(b->s, agents) : b->planner;
    if ((int)b->motion != SCENE_INHERITED)
        def->motion = b->motion;
    else if ((int)def->motion == SCENE_INHERITED)
        def->motion = b->inherited_motion;
    wend_result result = number_name(b, b->groups, names->groups, &names->group_count,
                                     agents->group, &def->social_group);
    if (result == WEND_OK)
        result =
            number_name(b, b->roles, names->roles, &names->role_count, agents->role, &def->role);
    // Agents in lanes or shapes have no other goal; theirs applies only with another planner.
    if (result != WEND_OK)
        return result;
    uint32_t needs = wend_planner_info_of(def->planner)->needs;
    if (needs & WEND_NEEDS_LANES)
        return fill_lanes(b, def);
    if (needs & WEND_NEEDS_GROUP)
        return WEND_OK;
    result = fill_pursuit(b, &agents->pursuit, def);
    return result == WEND_OK ? scene_ways_of(&b->ways, agents, def) : result;
}

static wend_result add_spawner(building *b, uint32_t entry, const wend_agent_def *agent)
{
    const scene_agents *agents = &b->s->agents[entry];
    wend_spawner_def def = agents->def;
    wend_result result = WEND_OK;
    bool on_lanes =
        agents->on_lanes && wend_planner_info_of(agent->planner)->needs & WEND_NEEDS_LANES;
    def.agent = *agent;
    if (on_lanes)
        def.area = (wend_goal){NULL, 0};
    else if (agents->in)
        result = scene_ways_area(&b->ways, agents->in, &def.area);
    else if (agents->on_lanes)
        result = wend_fail(b->error, WEND_BAD_ARGUMENT,
                           "they spawn on lanes: use the planner lanes, or give them an area with "
                           "\"in\"");
    else
        def.area = (wend_goal){&agents->def.agent.position, 1};
    if (result == WEND_OK)
        result = wend_world_add_spawner(b->world, &def, &b->names->spawners[entry], b->error);
    return result;
}

// A group number for a coherent group without a name.
static wend_result number_nameless(building *b, uint32_t entry, uint32_t *number)
{
    char words[40];
    int size = snprintf(words, sizeof words, "of agents entry %u", entry + 1);
    const char *name = pool_string(&b->names->memory, words, (size_t)size);
    return name ? number_name(b, b->groups, b->names->groups, &b->names->group_count, name, number)
                : wend_fail_memory(b->error);
}

// The definitions of the members, entry by entry. defs [group->members].
static wend_result fill_members(building *b, const scene_held_group *group, uint64_t seed,
                                uint32_t number, wend_agent_def *defs)
{
    wend_result result = WEND_OK;
    for (uint32_t i = group->first; i <= group->last && result == WEND_OK; ++i) {
        if (!scene_group_has(b->s, group->first, i, b->planner))
            continue;
        wend_agent_def def;
        result = fill_agent(b, i, &def);
        if (result == WEND_OK && def.social_group == 0)
            result = number_nameless(b, i, &def.social_group);
        for (uint32_t k = 0; k < b->s->agents[i].def.count; ++k) {
            const wend_agent_def drawn = scene_group_member(b->s, i, seed, number, k);
            def.radius = drawn.radius;
            def.preferred_speed = drawn.preferred_speed;
            def.max_speed = drawn.max_speed;
            def.premovement_time = drawn.premovement_time;
            *defs++ = def;
        }
    }
    return result;
}

// The route of a coherent group; null if it has only one goal.
static wend_result find_group_route(building *b, uint32_t first, wend_route_id *route)
{
    const scene_agents *agents = &b->s->agents[first];
    wend_agent_def def = wend_default_agent_def();
    wend_result result = WEND_OK;
    if (agents->waypoint_count > 0 || agents->goal.kind == SCENE_GOAL_AREAS)
        result = scene_ways_of(&b->ways, agents, &def);
    *route = def.route;
    return result;
}

// A coherent group with its members.
static wend_result add_group(building *b, uint32_t first, uint32_t number, wend_route_id route)
{
    scene_held_group group;
    wend_group_id id;
    const uint64_t seed = b->options->seed ? *b->options->seed : b->s->world.seed;
    const double start = scene_group_start(b->s, first, number);
    if (start == INFINITY)
        return WEND_OK;
    wend_result result =
        scene_held_group_at(b->s, first, b->planner, seed, number, &group, b->error);
    if (result == WEND_OK)
        result = scene_add_held_group(b->s, &group, seed, route, start, b->world, &id, b->error);
    if (result != WEND_OK)
        return result;
    wend_agent_def *defs = calloc(group.members, sizeof *defs);
    result = defs ? fill_members(b, &group, seed, number, defs) : wend_fail_memory(b->error);
    if (result == WEND_OK)
        result = wend_world_fill_group(b->world, id, defs, group.members, NULL, b->error);
    free(defs);
    return result == WEND_NOT_FOUND ? WEND_BAD_ARGUMENT : result;
}

static wend_result add_groups(building *b, uint32_t first)
{
    wend_route_id route;
    wend_result result = find_group_route(b, first, &route);
    for (uint32_t i = 0; i < scene_group_count(b->s, first) && result == WEND_OK; ++i)
        result = add_group(b, first, i, route);
    return result;
}

static wend_result add_agents(building *b, uint32_t entry)
{
    if (scene_agents_stay_together(b->s, &b->s->agents[entry], b->planner)) {
        // The members of all entries were added with the first one.
        bool first = scene_group_first(b->s, entry, b->planner) == entry;
        return first ? add_groups(b, entry) : WEND_OK;
    }
    wend_agent_def def;
    wend_result result = fill_agent(b, entry, &def);
    if (result != WEND_OK)
        return result;
    if (scene_agents_spawn(&b->s->agents[entry]))
        return add_spawner(b, entry, &def);
    return wend_world_add_agent(b->world, &def, &b->names->agents[entry], b->error);
}

// ---- assembly -----------------------------------------------------------------------------------

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
    wend_result result = read_options(b);
    if (result == WEND_OK)
        result = make_world(b);
    b->ways.world = b->world;
    if (result == WEND_OK)
        result = add_each(b, s->door_count, "door", add_door);
    if (result == WEND_OK)
        result = add_each(b, s->mover_count, "moving obstacle", add_mover);
    if (result == WEND_OK)
        result = add_each(b, s->zone_count, "zone", add_zone);
    if (result == WEND_OK)
        result = add_each(b, s->resource_count, "resource", add_resource);
    if (result == WEND_OK)
        result = add_each(b, s->boost_count, "speed boost", add_boost);
    if (result == WEND_OK)
        result = add_each(b, s->agents_count, "agents entry", add_agents);
    return result;
}

void scene_names_free(scene_names *names)
{
    pool_free(&names->memory);
    *names = (scene_names){0};
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
        .resource_count = s->resource_count,
        .boost_count = s->boost_count,
        .group_count = 1,
        .role_count = 1,
    };
    names->agents = pool_allocate(p, s->agents_count, sizeof *names->agents);
    names->spawners = pool_allocate(p, s->agents_count, sizeof *names->spawners);
    names->doors = pool_allocate(p, s->door_count, sizeof *names->doors);
    names->movers = pool_allocate(p, s->mover_count, sizeof *names->movers);
    names->goals = pool_allocate(p, s->area_count, sizeof *names->goals);
    names->places = pool_allocate(p, s->goal_count, sizeof *names->places);
    names->resources = pool_allocate(p, s->resource_count, sizeof *names->resources);
    names->boosts = pool_allocate(p, s->boost_count, sizeof *names->boosts);
    names->groups = pool_allocate(p, (size_t)s->agents_count + 1, sizeof *names->groups);
    // Every entry may have a role and chase another.
    names->roles = pool_allocate(p, 2 * (size_t)s->agents_count + 1, sizeof *names->roles);
    return names->agents && names->spawners && names->doors && names->movers && names->goals &&
           names->places && names->resources && names->boosts && names->groups && names->roles;
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
