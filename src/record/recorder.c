// SPDX-License-Identifier: MIT
// Writes the agents that a tracker follows to a sink (see recorder.h). Changes are taken after
// every step; a frame is assembled only when one is due.
//
// Rows are ordered by the agents' numbers although slots are used again: `order` lists the agents
// that are present, new ones are added at its end, and those that have gone are removed when the
// next frame is made.
#include "record/recorder.h"

#include "core/array.h"
#include "record/gate_changes.h"
#include "scene/frames.h"
#include "wend/geometry.h"
#include "wend/world_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A slower agent stands, and faces the direction in which it walked last. [Units: m/s]
#define LEAST_WALK 0.01

/// What a frame shows of the agent in a slot.
typedef struct slot_state {
    uint32_t entry;       ///< of scene.agents; UINT32_MAX: not known
    bool aims;            ///< its planner is mang, whose first goals are recorded
    wend_vec2 walks_last; ///< its velocity when it last walked; (0, 0): not yet
} slot_state;

/// An agent that was present in the last frame, or has come since.
typedef struct standing {
    uint32_t number, slot;
} standing;

struct recorder {
    const tracker *agents;
    const wend_world *world; ///< the tracker's
    const record_about *about;
    record_sink *sink;
    uint64_t every, frames;
    uint32_t written; ///< number of agents in the frames so far
    bool sink_failed;
    wend_array(slot_state) slots;
    wend_array(standing) order;
    wend_array(record_agent) came;
    wend_array(record_leaving) left;
    wend_array(record_stuck) stuck;
    gate_changes gates;
    wend_array(record_row) rows;
    wend_array(wend_vec2) aims; ///< of the rows, if `aimed`
    wend_array(record_shape) shapes;
    wend_array(wend_path_piece) between; ///< of the shapes
    wend_array(double) begins;           ///< of the shapes
    bool aimed;                          ///< an agent with first goals has come
    const char **choices; ///< [scene.agents_count] the areas of a goal with several; or NULL
    bool *shut;
    wend_vec2 *movers;
    pool strings;
};

// ---- new agents ---------------------------------------------------------------------------------

static wend_vec2 middle_of(const scene *s, const wend_vec2 *points, uint32_t count)
{
    wend_box box = wend_box_of(points, count);
    return frames_to_metres(
        s, (wend_vec2){box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2});
}

/// Of an area, or of a goal that rests.
static wend_vec2 middle_of_named(const scene *s, const char *name)
{
    const scene_area *area = scene_area_named(s, name);
    const scene_goal_place *goal = area ? NULL : scene_goal_named(s, name);
    if (goal && scene_goal_rests(goal))
        return middle_of(s, (wend_vec2[]){goal->def.frames[0].a, goal->def.frames[0].b}, 2);
    return area ? middle_of(s, area->shape.points, area->shape.point_count) : (wend_vec2){NAN, NAN};
}

/// "exit or window", made once for an entry. NULL: out of memory.
static const char *choice_words(recorder *r, uint32_t entry)
{
    static const char between[] = " or ";
    const scene_goal *goal = &r->about->s->agents[entry].goal;
    if (r->choices[entry])
        return r->choices[entry];
    size_t size = 1;
    for (uint32_t i = 0; i < goal->area_count; ++i)
        size += strlen(goal->areas[i]) + sizeof between;
    char *words = pool_allocate(&r->strings, size, 1), *end = words;
    for (uint32_t i = 0; words && i < goal->area_count; ++i) {
        for (const char *c = i ? between : ""; *c; ++c)
            *end++ = *c;
        size_t length = strlen(goal->areas[i]);
        memcpy(end, goal->areas[i], length);
        end += length;
    }
    r->choices[entry] = words;
    return words;
}

/// Sets the goal of the agent. False: out of memory.
static bool set_goal(recorder *r, uint32_t entry, record_agent *agent)
{
    const scene *s = r->about->s;
    const scene_goal *goal = &s->agents[entry].goal;
    switch (goal->kind) {
    case SCENE_GOAL_NONE:
        break;
    case SCENE_GOAL_AREA:
        agent->goal = goal->area;
        agent->aim = middle_of_named(s, goal->area);
        break;
    case SCENE_GOAL_POINT:
        agent->aim = middle_of(s, &goal->segment.a, 1);
        break;
    case SCENE_GOAL_SEGMENT:
        agent->aim = middle_of(s, (wend_vec2[]){goal->segment.a, goal->segment.b}, 2);
        break;
    case SCENE_GOAL_AREAS:
        agent->goal = choice_words(r, entry);
        return agent->goal != NULL;
    }
    return true;
}

/// Sets the properties of an agent from the world and the scene. False: out of memory.
static bool set_properties(recorder *r, wend_agent_id id, record_agent *agent)
{
    const scene *s = r->about->s;
    wend_agent_def def;
    wend_agent_state state;
    if (wend_world_agent(r->world, id, &def, NULL) != WEND_OK ||
        wend_world_agent_state(r->world, id, &state, NULL) != WEND_OK)
        return true; // it came and left in one step
    agent->came = state.since;
    agent->radius = def.radius;
    agent->speed = def.preferred_speed;
    // What is left of its reaction time is counted from now on, not from when it came.
    agent->premovement_time = def.premovement_time > 0
                                  ? def.premovement_time + wend_world_time(r->world) - state.since
                                  : 0;
    agent->planner = wend_planner_info_of(def.planner)->name;
    agent->motion = wend_motion_info_of(def.motion)->name;
    if (def.user >= s->agents_count)
        return true;
    agent->coherent = def.coherent_group.raw.slot1;
    agent->entry = (uint32_t)def.user;
    agent->group = s->agents[agent->entry].group;
    agent->role = s->agents[agent->entry].role;
    return set_goal(r, agent->entry, agent);
}

static bool note_leaving(recorder *r, const tracker_change *change, const char *goal)
{
    return wend_array_push(
        &r->left, NULL,
        (record_leaving){change->number, change->kind == TRACKER_ARRIVED, change->time, goal});
}

static bool note_coming(recorder *r, wend_agent_id id, uint32_t number, double time)
{
    uint32_t slot = id.raw.slot1 - 1;
    record_agent agent = {.number = number,
                          .entry = UINT32_MAX,
                          .came = time,
                          .radius = NAN,
                          .speed = NAN,
                          .premovement_time = NAN,
                          .aim = {NAN, NAN}};
    size_t more = slot < r->slots.count ? 0 : slot + 1 - r->slots.count;
    if (!set_properties(r, id, &agent) || !wend_array_reserve(&r->came, NULL, 1) ||
        !wend_array_reserve(&r->order, NULL, 1) || !wend_array_reserve(&r->slots, NULL, more))
        return false;
    r->slots.count += more;
    const wend_planner_info *planner = wend_planner_info_named(agent.planner);
    bool aims = planner && planner->has_first_goal;
    r->slots.data[slot] = (slot_state){.entry = agent.entry, .aims = aims};
    r->aimed = r->aimed || aims;
    r->came.data[r->came.count++] = agent;
    r->order.data[r->order.count++] = (standing){number, slot};
    return true;
}

// ---- changes ------------------------------------------------------------------------------------

/// Of several areas that it could go to, the one that is at that place; NULL if there was nothing
/// to choose.
static const char *goal_reached(const recorder *r, const slot_state *agent, wend_vec2 place)
{
    const scene *s = r->about->s;
    if (agent->entry == UINT32_MAX || s->agents[agent->entry].goal.kind != SCENE_GOAL_AREAS)
        return NULL;
    const scene_goal *goal = &s->agents[agent->entry].goal;
    for (uint32_t i = 0; i < goal->area_count; ++i) {
        const scene_area *area = scene_area_named(s, goal->areas[i]);
        if (area &&
            wend_polygon_locate(area->shape.points, area->shape.point_count, place) != WEND_OUTSIDE)
            return area->name;
    }
    return NULL;
}

static bool take_changes(recorder *r)
{
    bool good = true;
    for (size_t i = 0; i < r->agents->changes.count && good; ++i) {
        const tracker_change *change = &r->agents->changes.data[i];
        switch (change->kind) {
        case TRACKER_CAME:
            good = note_coming(r, change->id, change->number, change->time);
            break;
        case TRACKER_ARRIVED:
            good = note_leaving(
                r, change,
                goal_reached(r, &r->slots.data[change->id.raw.slot1 - 1], change->position));
            break;
        case TRACKER_REMOVED:
            good = note_leaving(r, change, NULL);
            break;
        case TRACKER_STUCK:
        case TRACKER_FREED:
            good = wend_array_push(&r->stuck, NULL,
                                   (record_stuck){.number = change->number,
                                                  .stuck = change->kind == TRACKER_STUCK,
                                                  .blocker = change->blocker});
            break;
        }
    }
    return good;
}

/// Where the agents walk to.
static void take_directions(recorder *r)
{
    wend_agents agents = wend_world_agents(r->world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_vec2 v = agents.bodies[i].velocity;
        if (!wend_agent_id_is_null(agents.ids[i]) &&
            v.x * v.x + v.y * v.y > LEAST_WALK * LEAST_WALK)
            r->slots.data[i].walks_last = v;
    }
}

// ---- frames -------------------------------------------------------------------------------------

/// The first goal of an agent; NAN: it has none.
static wend_vec2 first_goal(const recorder *r, uint32_t slot)
{
    wend_agent_state state;
    wend_agent_id id = r->agents->slots.data[slot].id;
    if (!r->slots.data[slot].aims ||
        wend_world_agent_state(r->world, id, &state, NULL) != WEND_OK ||
        state.activity != WEND_ACTIVITY_WALKING || !isfinite(state.remaining))
        return (wend_vec2){NAN, NAN};
    return frames_to_metres(r->about->s, state.target.a);
}

/// Removes those that are no longer present from the order.
static void clear_order(recorder *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->order.count; ++i) {
        standing s = r->order.data[i];
        const tracked_agent *agent = &r->agents->slots.data[s.slot];
        if (agent->present && agent->number == s.number)
            r->order.data[kept++] = s;
    }
    r->order.count = kept;
}

static bool make_rows(recorder *r)
{
    const scene *s = r->about->s;
    float up = frames_mirrored(s) ? -1.0f : 1.0f;
    wend_agents agents = wend_world_agents(r->world);
    clear_order(r);
    r->rows.count = 0;
    if (!wend_array_reserve(&r->rows, NULL, r->order.count))
        return false;
    for (size_t i = 0; i < r->order.count; ++i) {
        uint32_t slot = r->order.data[i].slot;
        wend_vec2 v = r->slots.data[slot].walks_last;
        double length = sqrt(v.x * v.x + v.y * v.y);
        record_row *row = &r->rows.data[r->rows.count++];
        *row = (record_row){.number = r->order.data[i].number,
                            .at = frames_to_metres(s, agents.bodies[slot].position),
                            .facing_x = 1};
        if (length > 0) {
            row->facing_x = (float)(v.x / length);
            row->facing_y = up * (float)(v.y / length);
        }
    }
    return true;
}

static bool make_aims(recorder *r)
{
    r->aims.count = 0;
    if (!wend_array_reserve(&r->aims, NULL, r->order.count))
        return false;
    for (size_t i = 0; i < r->order.count; ++i)
        r->aims.data[r->aims.count++] = first_goal(r, r->order.data[i].slot);
    return true;
}

/// A piece of a shape in the frame of the rows.
static wend_path_piece piece_in_metres(const scene *s, wend_path_piece piece)
{
    piece.a = frames_to_metres(s, piece.a);
    piece.b = frames_to_metres(s, piece.b);
    piece.corner = frames_to_metres(s, piece.corner);
    piece.turn = frames_mirrored(s) ? -piece.turn : piece.turn;
    return piece;
}

/// Adds a shape. Its pieces between are put into r->between, where they may still be moved.
static bool add_shape(recorder *r, uint32_t group, const wend_group_shape *shape)
{
    const scene *s = r->about->s;
    record_shape added = {.group = group, .shape = *shape};
    for (uint32_t i = 0; i < shape->count; ++i)
        added.shape.spine[i] = piece_in_metres(s, shape->spine[i]);
    if (!wend_array_reserve(&r->between, NULL, shape->between_count) ||
        !wend_array_reserve(&r->begins, NULL, shape->between_count + 1))
        return false;
    for (uint32_t i = 0; i < shape->between_count; ++i)
        r->between.data[r->between.count++] = piece_in_metres(s, shape->between[i]);
    for (uint32_t i = 0; shape->between_count > 0 && i <= shape->between_count; ++i)
        r->begins.data[r->begins.count++] = shape->begins[i];
    r->shapes.data[r->shapes.count++] = added;
    return true;
}

/// Points the shapes to their pieces between.
static void connect_shapes(recorder *r)
{
    const wend_path_piece *between = r->between.data;
    const double *begins = r->begins.data;
    for (size_t i = 0; i < r->shapes.count; ++i) {
        wend_group_shape *shape = &r->shapes.data[i].shape;
        if (shape->between_count == 0)
            continue;
        shape->between = between;
        shape->begins = begins;
        between += shape->between_count;
        begins += shape->between_count + 1;
    }
}

static bool make_shapes(recorder *r)
{
    uint32_t count = wend_world_group_count(r->world);
    r->shapes.count = r->between.count = r->begins.count = 0;
    if (!wend_array_reserve(&r->shapes, NULL, count))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        wend_world_group_state group;
        if (wend_world_group(r->world, wend_world_group_at(r->world, i), &group, NULL) == WEND_OK &&
            group.members > 0 && !add_shape(r, i, &group.shape))
            return false;
    }
    connect_shapes(r);
    return true;
}

typedef struct mover_search {
    recorder *r;
    uint32_t next; ///< the mover that is likely to be visited next
} mover_search;

static bool visit_mover(void *context, wend_obstacle_id id, wend_obstacle_kind kind, bool shut,
                        const wend_shape *shape)
{
    mover_search *search = context;
    const scene *s = search->r->about->s;
    const wend_obstacle_id *ids = search->r->about->names->movers;
    (void)shut;
    for (uint32_t k = 0; kind == WEND_OBSTACLE_MOVING && k < s->mover_count; ++k) {
        uint32_t i = (search->next + k) % s->mover_count;
        if (!wend_obstacle_id_equal(ids[i], id))
            continue;
        const scene_shape *first = &s->movers[i].body.shape;
        wend_box then = wend_box_of(first->points, first->point_count);
        wend_box now = wend_box_of(shape->points, shape->point_count);
        search->r->movers[i] = (wend_vec2){now.min.x - then.min.x, now.min.y - then.min.y};
        search->next = i + 1;
        break;
    }
    return true;
}

static void visit_obstacles(recorder *r)
{
    const scene_names *names = r->about->names;
    const scene *s = r->about->s;
    for (uint32_t i = 0; names && i < s->door_count; ++i)
        (void)wend_world_door(r->world, names->doors[i], &r->shut[i], NULL);
    if (names && s->mover_count > 0)
        wend_world_obstacles(r->world, visit_mover, &(mover_search){r, 0});
}

static bool write_frame(recorder *r)
{
    visit_obstacles(r);
    if (!make_rows(r) || !make_shapes(r) || (r->aimed && !make_aims(r)) ||
        !gate_changes_find(&r->gates, r->world, r->about->s))
        return false;
    record_frame frame = {.number = r->frames,
                          .time = wend_world_time(r->world),
                          .rows = r->rows.data,
                          .aims = r->aimed ? r->aims.data : NULL,
                          .came = r->came.data,
                          .left = r->left.data,
                          .row_count = (uint32_t)r->rows.count,
                          .came_count = (uint32_t)r->came.count,
                          .left_count = (uint32_t)r->left.count,
                          .shapes = r->shapes.data,
                          .shape_count = (uint32_t)r->shapes.count,
                          .stuck = r->stuck.data,
                          .stuck_count = (uint32_t)r->stuck.count,
                          .gates = r->gates.changed.data,
                          .gate_count = (uint32_t)r->gates.changed.count,
                          .shut = r->shut,
                          .movers = r->movers};
    if (!r->sink->kind->frame(r->sink, &frame)) {
        r->sink_failed = true;
        return false;
    }
    ++r->frames;
    r->written = r->agents->agents;
    r->came.count = r->left.count = r->stuck.count = 0;
    return true;
}

// ---- from start to end --------------------------------------------------------------------------

static bool prepare(recorder *r)
{
    const scene *s = r->about->s;
    r->choices = pool_allocate(&r->strings, s->agents_count, sizeof *r->choices);
    r->shut = pool_allocate(&r->strings, s->door_count, sizeof *r->shut);
    r->movers = pool_allocate(&r->strings, s->mover_count, sizeof *r->movers);
    if (!r->choices || !r->shut || !r->movers)
        return false;
    for (uint32_t i = 0; i < s->door_count; ++i)
        r->shut[i] = s->doors[i].def.shut;
    return true;
}

/// The agents that are present, which the first frame has.
static bool take_first(recorder *r)
{
    bool good = true;
    for (size_t i = 0; i < r->agents->slots.count && good; ++i) {
        const tracked_agent *agent = &r->agents->slots.data[i];
        good = !agent->present || note_coming(r, agent->id, agent->number, agent->came);
    }
    if (good)
        take_directions(r);
    return good;
}

recorder *recorder_start(const tracker *agents, const record_about *about, uint64_t every,
                         record_sink *sink, bool *sink_failed)
{
    recorder *r = calloc(1, sizeof *r);
    bool good = false;
    if (r) {
        *r = (recorder){.agents = agents,
                        .world = agents->world,
                        .about = about,
                        .sink = sink,
                        .every = every > 0 ? every : 1};
        good = prepare(r) && take_first(r) && write_frame(r);
    }
    if (sink_failed)
        *sink_failed = r && r->sink_failed;
    if (good)
        return r;
    recorder_free(r);
    return NULL;
}

bool recorder_step(recorder *r)
{
    if (!take_changes(r))
        return false;
    take_directions(r);
    return wend_world_steps(r->world) % r->every != 0 || write_frame(r);
}

bool recorder_sink_failed(const recorder *r)
{
    return r->sink_failed;
}

void recorder_end(recorder *r, record_end *end)
{
    // Agents that came after the last frame are not in the recording.
    size_t kept = 0;
    for (size_t i = 0; i < r->left.count; ++i)
        if (r->left.data[i].number < r->written)
            r->left.data[kept++] = r->left.data[i];
    r->left.count = kept;
    end->left = r->left.data;
    end->left_count = (uint32_t)kept;
    end->time = wend_world_time(r->world);
    end->hash = wend_world_hash(r->world);
}

void recorder_free(recorder *r)
{
    if (!r)
        return;
    wend_array_free(&r->slots, NULL);
    wend_array_free(&r->order, NULL);
    wend_array_free(&r->came, NULL);
    wend_array_free(&r->left, NULL);
    wend_array_free(&r->stuck, NULL);
    gate_changes_free(&r->gates);
    wend_array_free(&r->rows, NULL);
    wend_array_free(&r->aims, NULL);
    wend_array_free(&r->shapes, NULL);
    wend_array_free(&r->between, NULL);
    wend_array_free(&r->begins, NULL);
    pool_free(&r->strings);
    free(r);
}

uint64_t recorder_frames(const recorder *r)
{
    return r->frames;
}
