// SPDX-License-Identifier: MIT
// Looks on at a world (see recorder.h). After every step it takes the events and looks who is in
// each slot, so that nobody who comes or leaves between two frames is missed; a frame is put
// together only when one is due.
//
// Agents get numbers as they come. Rows are told by number although slots are used again: `order`
// has everybody who is there, newcomers are added at its end, and those who have gone are taken out
// when the next frame is made.
#include "record/recorder.h"

#include "core/array.h"
#include "io/frames.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One that is slower than this stands, and looks where it walked last. [Units: m/s]
#define LEAST_WALK 0.01

/// Whoever is, or was last, in a slot.
typedef struct seen {
    wend_id id;      ///< null: nobody yet
    uint32_t number; ///< of the agent
    uint32_t entry;  ///< of scene.agents; UINT32_MAX: not known
    bool there;
    bool told;            ///< that it has left or arrived
    bool aims;            ///< it is guided by mang, whose first goals are told
    wend_vec2 walks_last; ///< its velocity when it last walked; (0, 0): not yet
} seen;

/// Somebody who was there when the last frame was told, or has come since.
typedef struct standing {
    uint32_t number, slot;
} standing;

struct recorder {
    const wend_world *world;
    const record_about *about;
    record_sink *sink;
    uint64_t every, frames;
    uint32_t agents; ///< so many have come
    uint32_t told;   ///< of these, so many have been told
    bool sink_failed;
    wend_array(seen) slots;
    wend_array(standing) order;
    wend_array(record_agent) came;
    wend_array(record_leaving) left;
    wend_array(record_row) rows;
    wend_array(wend_vec2) aims; ///< of the rows, if somebody aims
    bool aimed;                 ///< somebody has come who aims
    const char **choices;       ///< [scene.agents_count] the areas of a goal with several; or NULL
    bool *shut;
    wend_vec2 *movers;
    pool strings;
};

// ---- who comes ----------------------------------------------------------------------------------

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
        return middle_of(s, (wend_vec2[]){goal->frames[0].a, goal->frames[0].b}, 2);
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

/// Where the agent goes. False: out of memory.
static bool tell_goal(recorder *r, uint32_t entry, record_agent *agent)
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

/// Fills what the world and the scene know of an agent that is there. False: out of memory.
static bool tell_who(recorder *r, wend_id id, record_agent *agent)
{
    const scene *s = r->about->s;
    wend_agent_def def;
    wend_agent_state state;
    if (wend_world_agent(r->world, id, &def, NULL) != WEND_OK ||
        wend_world_agent_state(r->world, id, &state, NULL) != WEND_OK)
        return true; // it came and left in one step
    agent->came = state.since;
    agent->radius = def.radius;
    agent->speed = def.speed;
    // What is left of its reaction time is counted from now on, not from when it came.
    agent->reaction = def.reaction > 0 ? def.reaction + wend_world_time(r->world) - state.since : 0;
    agent->guide = scene_world_guides[def.guide];
    agent->motion = scene_world_motions[def.motion];
    if (def.user >= s->agents_count)
        return true;
    agent->entry = (uint32_t)def.user;
    agent->group = s->agents[agent->entry].group;
    agent->role = s->agents[agent->entry].role;
    return tell_goal(r, agent->entry, agent);
}

static bool note_leaving(recorder *r, seen *who, bool arrived, double time, const char *goal)
{
    if (who->told)
        return true;
    if (!wend_array_reserve(&r->left, NULL, 1))
        return false;
    who->told = true;
    r->left.data[r->left.count++] = (record_leaving){who->number, arrived, time, goal};
    return true;
}

/// Whoever was in the slot has gone.
static bool note_gone(recorder *r, seen *who)
{
    bool good = !who->there || note_leaving(r, who, false, wend_world_time(r->world), NULL);
    who->there = false;
    return good;
}

/// What is known of an agent; one that was not seen before has come. NULL: out of memory.
static seen *find(recorder *r, wend_id id, double time)
{
    uint32_t slot = id.slot1 - 1;
    if (slot >= r->slots.count) {
        size_t more = slot + 1 - r->slots.count;
        if (!wend_array_reserve(&r->slots, NULL, more))
            return NULL;
        memset(r->slots.data + r->slots.count, 0, more * sizeof *r->slots.data);
        r->slots.count += more;
    }
    seen *who = &r->slots.data[slot];
    if (wend_id_equal(who->id, id))
        return who;
    record_agent agent = {.number = r->agents,
                          .entry = UINT32_MAX,
                          .came = time,
                          .radius = NAN,
                          .speed = NAN,
                          .reaction = NAN,
                          .aim = {NAN, NAN}};
    if (!note_gone(r, who) || !tell_who(r, id, &agent) || !wend_array_reserve(&r->came, NULL, 1) ||
        !wend_array_reserve(&r->order, NULL, 1))
        return NULL;
    bool aims = agent.guide && strcmp(agent.guide, "mang") == 0;
    *who =
        (seen){.id = id, .number = r->agents++, .entry = agent.entry, .there = true, .aims = aims};
    r->aimed = r->aimed || aims;
    r->came.data[r->came.count++] = agent;
    r->order.data[r->order.count++] = (standing){who->number, slot};
    return who;
}

// ---- what happens -------------------------------------------------------------------------------

/// Of several areas that it could go to, the one that is at that place; NULL if there was nothing
/// to choose.
static const char *goal_reached(const recorder *r, const seen *who, wend_vec2 place)
{
    const scene *s = r->about->s;
    if (who->entry == UINT32_MAX || s->agents[who->entry].goal.kind != SCENE_GOAL_AREAS)
        return NULL;
    const scene_goal *goal = &s->agents[who->entry].goal;
    for (uint32_t i = 0; i < goal->area_count; ++i) {
        const scene_area *area = scene_area_named(s, goal->areas[i]);
        if (area &&
            wend_polygon_locate(area->shape.points, area->shape.point_count, place) != WEND_OUTSIDE)
            return area->name;
    }
    return NULL;
}

static bool take_events(recorder *r)
{
    uint32_t count;
    const wend_event *events = wend_world_events(r->world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_event *event = &events[i];
        bool arrives = event->kind == WEND_EVENT_ARRIVED;
        if ((!arrives && event->kind != WEND_EVENT_SPAWNED) || wend_id_null(event->subject))
            continue;
        seen *who = find(r, event->subject, event->time);
        if (!who || (arrives &&
                     !note_leaving(r, who, true, event->time, goal_reached(r, who, event->place))))
            return false;
    }
    return true;
}

/// Who is in each slot, and where they walk to.
static bool take_slots(recorder *r)
{
    wend_agents agents = wend_world_agents(r->world);
    double now = wend_world_time(r->world);
    for (uint32_t i = 0; i < agents.slots || i < r->slots.count; ++i) {
        if (i >= agents.slots || wend_id_null(agents.ids[i])) {
            if (i < r->slots.count && r->slots.data[i].there && !note_gone(r, &r->slots.data[i]))
                return false;
            continue;
        }
        seen *who = find(r, agents.ids[i], now);
        if (!who)
            return false;
        wend_vec2 v = agents.bodies[i].velocity;
        if (v.x * v.x + v.y * v.y > LEAST_WALK * LEAST_WALK)
            who->walks_last = v;
    }
    return true;
}

// ---- frames -------------------------------------------------------------------------------------

/// The first goal of an agent; NAN: it has none.
static wend_vec2 first_goal(const recorder *r, const seen *who)
{
    wend_agent_state state;
    if (!who->aims || wend_world_agent_state(r->world, who->id, &state, NULL) != WEND_OK ||
        state.doing != WEND_DOING_WALKS || !isfinite(state.left))
        return (wend_vec2){NAN, NAN};
    return frames_to_metres(r->about->s, state.aim.a);
}

/// Takes out of the order who is not there any more.
static void clear_order(recorder *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->order.count; ++i) {
        standing s = r->order.data[i];
        const seen *who = &r->slots.data[s.slot];
        if (who->there && who->number == s.number)
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
        r->aims.data[r->aims.count++] = first_goal(r, &r->slots.data[r->order.data[i].slot]);
    return true;
}

typedef struct mover_search {
    recorder *r;
    uint32_t next; ///< the mover that is likely to be visited next
} mover_search;

static bool visit_mover(void *context, wend_id id, wend_obstacle_kind kind, bool shut,
                        const wend_shape *shape)
{
    mover_search *search = context;
    const scene *s = search->r->about->s;
    const wend_id *ids = search->r->about->names->movers;
    (void)shut;
    for (uint32_t k = 0; kind == WEND_OBSTACLE_MOVER && k < s->mover_count; ++k) {
        uint32_t i = (search->next + k) % s->mover_count;
        if (!wend_id_equal(ids[i], id))
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

static void look_at_obstacles(recorder *r)
{
    const scene_names *names = r->about->names;
    const scene *s = r->about->s;
    for (uint32_t i = 0; names && i < s->door_count; ++i)
        (void)wend_world_door(r->world, names->doors[i], &r->shut[i], NULL);
    if (names && s->mover_count > 0)
        wend_world_obstacles(r->world, visit_mover, &(mover_search){r, 0});
}

static bool tell_frame(recorder *r)
{
    look_at_obstacles(r);
    if (!make_rows(r) || (r->aimed && !make_aims(r)))
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
                          .shut = r->shut,
                          .movers = r->movers};
    if (!r->sink->kind->frame(r->sink, &frame)) {
        r->sink_failed = true;
        return false;
    }
    ++r->frames;
    r->told = r->agents;
    r->came.count = r->left.count = 0;
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
        r->shut[i] = s->doors[i].shut;
    return true;
}

recorder *recorder_start(const wend_world *world, const record_about *about, uint64_t every,
                         record_sink *sink, bool *sink_failed)
{
    recorder *r = calloc(1, sizeof *r);
    bool good = false;
    if (r) {
        *r = (recorder){
            .world = world, .about = about, .sink = sink, .every = every > 0 ? every : 1};
        // Those who are there from the start are numbered as the scene has them, so no events.
        good = prepare(r) && take_slots(r) && tell_frame(r);
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
    if (!take_events(r) || !take_slots(r))
        return false;
    return wend_world_steps(r->world) % r->every != 0 || tell_frame(r);
}

bool recorder_sink_failed(const recorder *r)
{
    return r->sink_failed;
}

void recorder_end(recorder *r, record_end *end)
{
    // Whoever came after the last frame is not in the recording.
    size_t kept = 0;
    for (size_t i = 0; i < r->left.count; ++i)
        if (r->left.data[i].number < r->told)
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
    wend_array_free(&r->rows, NULL);
    wend_array_free(&r->aims, NULL);
    pool_free(&r->strings);
    free(r);
}

uint64_t recorder_frames(const recorder *r)
{
    return r->frames;
}
