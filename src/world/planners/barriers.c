// SPDX-License-Identifier: MIT
// Barriers: placement, tolls and removal (Farias 2020, §5.4, §6.2).
//
// The paper's barrier is permanent and has a constant weight. Here a barrier lasts as long as its
// queue. At the end of every interval the length of the queue and the slowness of its agents are
// measured; the toll changes by half of the difference, so that a crowd that goes around because of
// it does not return as a whole.
#include "world/planners/barriers.h"

#include "wend/geometry.h"
#include "world/world.h"

#include <math.h>

/// Number of searches for chains per interval.
#define LOOKS 4.0

/// Minimum queue for a new barrier; shorter ones are a few agents that wait for each other. [Units:
/// m]
#define MIN_QUEUE 2.0

/// A barrier with a lower toll is removed. [Units: m]
#define MIN_TOLL 0.5

/// A barrier nearer to its new position is not moved: each move takes new meshes. [Units: m]
#define MOVES_BY 1.0

/// Two chords belong to one jam if their middles are nearer to each other than this, or than the
/// length of the longer one. [Units: m]
#define BESIDE 1.0

/// A time counts as reached this part of a step early: times are rounded sums.
#define TIME_SLACK 0x1p-20

static const double MAX_WEIGHT = 100, MAX_SECONDS = 1e6;

wend_barriers_def wend_default_barriers_def(void)
{
    return (wend_barriers_def){
        .weight = 1.5, .max_weight = 4, .interval = 10, .threshold = 3, .slowed = 0.5};
}

wend_result wend_barriers_def_check(const wend_barriers_def *def, wend_error *error)
{
    if (!(def->weight >= 1 && def->weight <= MAX_WEIGHT))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the weight of barriers is %g: give 1 to %g",
                         def->weight, MAX_WEIGHT);
    if (!(def->max_weight >= def->weight && def->max_weight <= MAX_WEIGHT))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the max_weight of barriers is %g: give their weight, %g, to %g",
                         def->max_weight, def->weight, MAX_WEIGHT);
    if (!(def->interval > 0 && def->interval <= MAX_SECONDS))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the interval of barriers is %g: give more than 0, up to %g s",
                         def->interval, MAX_SECONDS);
    if (!(def->threshold >= 0 && def->threshold <= MAX_SECONDS))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the threshold of barriers is %g: give 0 to %g s", def->threshold,
                         MAX_SECONDS);
    if (!(def->slowed >= 0 && def->slowed <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the slowed of barriers is %g: give 0 to 1",
                         def->slowed);
    return WEND_OK;
}

/// True if both segments are crossed in about the same direction.
static bool are_alike(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    return wend_dot(wend_sub(b, a), wend_sub(d, c)) > 0;
}

// ---- placement ----------------------------------------------------------------------------------

static uint32_t group_of(const uint32_t *groups, uint32_t i)
{
    while (groups[i] != i)
        i = groups[i];
    return i;
}

/// Groups the chords by jam.
static void group_chords(wend_world *world)
{
    const wend_barriers *barriers = &world->barriers;
    uint32_t *groups = world->barrier_memory.groups.data;
    uint32_t many = (uint32_t)barriers->chords.count;
    for (uint32_t i = 0; i < many; ++i)
        groups[i] = i;
    for (uint32_t i = 0; i < many; ++i)
        for (uint32_t k = 0; k < i; ++k) {
            wend_segment s = barriers->chords.data[i], t = barriers->chords.data[k];
            double longer = fmax(wend_distance_squared(s.a, s.b), wend_distance_squared(t.a, t.b));
            uint32_t one = group_of(groups, i), other = group_of(groups, k);
            if (one != other && are_alike(s.a, s.b, t.a, t.b) &&
                wend_distance_squared(wend_midpoint(s.a, s.b), wend_midpoint(t.a, t.b)) <=
                    fmax(longer, BESIDE * BESIDE))
                groups[one > other ? one : other] = one < other ? one : other;
        }
}

/// The chord in the middle of a jam: that whose middle is nearest to the middle of the bounding box
/// of all. *size is the length of the box's diagonal.
static wend_segment chord_of(const wend_world *world, uint32_t group, double *size)
{
    const wend_barriers *barriers = &world->barriers;
    const uint32_t *groups = world->barrier_memory.groups.data;
    wend_box box = wend_box_empty();
    for (uint32_t i = group; i < barriers->chords.count; ++i) {
        wend_segment s = barriers->chords.data[i];
        if (group_of(groups, i) == group)
            box = wend_box_add(wend_box_add(box, s.a), s.b);
    }
    wend_segment best = barriers->chords.data[group];
    double nearest = INFINITY;
    for (uint32_t i = group; i < barriers->chords.count; ++i) {
        wend_segment s = barriers->chords.data[i];
        double distance = wend_distance(wend_midpoint(s.a, s.b), wend_midpoint(box.min, box.max));
        if (group_of(groups, i) == group && distance < nearest) {
            nearest = distance;
            best = s;
        }
    }
    *size = wend_distance(box.min, box.max);
    return best;
}

/// The barrier that already stands in a jam; NULL: none.
static wend_barrier *barrier_at(wend_barriers *barriers, wend_segment chord, double size)
{
    wend_barrier *best = NULL;
    double nearest = size;
    for (size_t i = 0; i < barriers->list.count; ++i) {
        wend_barrier *barrier = &barriers->list.data[i];
        double distance =
            wend_distance(wend_midpoint(chord.a, chord.b), wend_midpoint(barrier->a, barrier->b));
        if (are_alike(chord.a, chord.b, barrier->a, barrier->b) && distance <= nearest) {
            nearest = distance;
            best = barrier;
        }
    }
    return best;
}

static void add_event(wend_world *world, const wend_barrier *barrier, bool placed)
{
    wend_events_add(&world->events, &world->allocator,
                    (wend_event){.kind = WEND_EVENT_BARRIER,
                                 .number = placed,
                                 .barrier = barrier->number,
                                 .time = world->time,
                                 .position = wend_midpoint(barrier->a, barrier->b)});
}

/// Gives every jam a barrier: the present one, moved if necessary, or a new one.
static void place(wend_world *world)
{
    wend_barriers *barriers = &world->barriers;
    group_chords(world);
    for (uint32_t i = 0; i < barriers->chords.count; ++i) {
        double size;
        if (world->barrier_memory.groups.data[i] != i)
            continue;
        wend_segment chord = chord_of(world, i, &size);
        wend_barrier *barrier = barrier_at(barriers, chord, size);
        if (barrier) {
            if (wend_distance(wend_midpoint(chord.a, chord.b),
                              wend_midpoint(barrier->a, barrier->b)) > MOVES_BY) {
                barrier->a = chord.a;
                barrier->b = chord.b;
            }
            continue;
        }
        WEND_ASSERT(barriers->list.count < barriers->list.capacity);
        barriers->list.data[barriers->list.count++] =
            (wend_barrier){.a = chord.a, .b = chord.b, .since = world->time};
    }
}

/// True if both ends are still at a wall and the middle is free.
static bool stands(const wend_world *world, const wend_barrier *barrier)
{
    const wend_obstacles *obstacles = &world->obstacles;
    double slack = 2 * wend_mesh_tolerance(obstacles->mesh);
    return wend_walls_clearance(obstacles->walls, barrier->a, 2 * slack) <= slack &&
           wend_walls_clearance(obstacles->walls, barrier->b, 2 * slack) <= slack &&
           wend_mesh_locate(obstacles->mesh, wend_midpoint(barrier->a, barrier->b)) ==
               WEND_LOCATION_FREE;
}

/// Updates all barriers. Removes those with too low a toll or an end no longer at a wall, and new
/// ones with too short a queue.
static void weigh(wend_world *world)
{
    wend_barriers *barriers = &world->barriers;
    size_t kept = 0;
    wend_barriers_list_waits(world);
    for (uint32_t i = 0; i < barriers->list.count; ++i)
        wend_barriers_weigh(world, i);
    for (size_t i = 0; i < barriers->list.count; ++i) {
        wend_barrier *barrier = &barriers->list.data[i];
        bool is_new = barrier->since == world->time;
        bool stays = barrier->toll >= MIN_TOLL && stands(world, barrier) &&
                     (!is_new || barrier->queue >= MIN_QUEUE);
        if (is_new && stays)
            barrier->number = barriers->placed++;
        if (is_new == stays) // a new one that stays, or an old one that is removed
            add_event(world, barrier, is_new);
        if (stays)
            barriers->list.data[kept++] = *barrier;
    }
    barriers->list.count = kept;
}

static void note_state(wend_barriers *barriers)
{
    wend_hash lines = wend_hash_start(), tolls = wend_hash_start();
    for (size_t i = 0; i < barriers->list.count; ++i) {
        wend_hash_vec2(&lines, barriers->list.data[i].a);
        wend_hash_vec2(&lines, barriers->list.data[i].b);
        wend_hash_double(&tolls, barriers->list.data[i].toll);
    }
    bool any = barriers->list.count > 0;
    barriers->lines = any ? wend_hash_end(&lines) | 1 : 0; // 0 means none
    barriers->tolls = any ? wend_hash_end(&tolls) | 1 : 0;
}

// ---- step ---------------------------------------------------------------------------------------

static bool is_on(const wend_world *world)
{
    return world->def.barriers.enabled &&
           (world->crowd.by_planner[WEND_PLANNER_MAP] > 0 || world->barriers.list.count > 0);
}

/// True if a multiple of the period lies in the step that ends at `end`.
static bool is_due(const wend_world *world, double end, double period)
{
    double slack = TIME_SLACK * world->def.step;
    return floor((end + slack) / period) > floor((end - world->def.step + slack) / period);
}

bool wend_barriers_reserve(wend_world *world, uint32_t more)
{
    wend_barriers *barriers = &world->barriers;
    wend_barrier_memory *memory = &world->barrier_memory;
    double end = (double)(world->steps + 1) * world->def.step;
    // The first agents to be added may be bottlenecked in that very step.
    bool may_be_on = is_on(world) || (world->def.barriers.enabled && more > 0);
    if (!may_be_on || !is_due(world, end, world->def.barriers.interval / LOOKS))
        return true;
    size_t most = wend_barriers_most_jammed(world) + more;
    size_t slots = (size_t)world->crowd.slots + more;
    slots = slots > barriers->diverted.count ? slots : barriers->diverted.count;
    memory->jammed.count = memory->touches.count = memory->groups.count = memory->marks.count =
        memory->waits.count = memory->choices.count = 0;
    // A chord begins at a contact, and each jam has at least one chord.
    size_t touches = most * WEND_MOST_TOUCHED, chords = barriers->chords.count + touches;
    chords = chords < WEND_MOST_CHORDS ? chords : WEND_MOST_CHORDS;
    return wend_array_reserve(&memory->jammed, &world->allocator, most) &&
           wend_array_reserve(&memory->marks, &world->allocator, most) &&
           wend_array_reserve(&memory->waits, &world->allocator, most) &&
           wend_array_reserve(&memory->touches, &world->allocator, touches) &&
           wend_array_reserve(&memory->choices, &world->allocator, slots) &&
           wend_array_reserve(&barriers->diverted, &world->allocator,
                              slots - barriers->diverted.count) &&
           wend_array_reserve(&memory->groups, &world->allocator, chords) &&
           wend_array_reserve(&barriers->chords, &world->allocator,
                              chords - barriers->chords.count) &&
           wend_array_reserve(&barriers->list, &world->allocator, chords);
}

void wend_barriers_act(wend_world *world)
{
    wend_barriers *barriers = &world->barriers;
    const wend_barriers_def *def = &world->def.barriers;
    if (!is_on(world))
        return;
    wend_barriers_count(world);
    wend_barriers_count_crossings(world);
    if (!is_due(world, world->time, def->interval / LOOKS))
        return;
    if (barriers->list.count > 0)
        wend_barriers_choose(world);
    wend_barriers_list_jammed(world);
    wend_barriers_find_chords(world);
    if (!is_due(world, world->time, def->interval))
        return;
    place(world);
    weigh(world);
    barriers->chords.count = 0;
    note_state(barriers);
}

const wend_barrier *wend_world_barriers(const wend_world *world, uint32_t *count)
{
    *count = (uint32_t)world->barriers.list.count;
    return world->barriers.list.data;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_barriers_free(wend_barriers *barriers, const wend_allocator *allocator)
{
    wend_array_free(&barriers->list, allocator);
    wend_array_free(&barriers->chords, allocator);
    wend_array_free(&barriers->diverted, allocator);
}

bool wend_barriers_copy(wend_barriers *to, const wend_barriers *from,
                        const wend_allocator *allocator)
{
    to->placed = from->placed;
    to->lines = from->lines;
    to->tolls = from->tolls;
    return wend_array_copy(&to->list, &from->list, allocator) &&
           wend_array_copy(&to->chords, &from->chords, allocator) &&
           wend_array_copy(&to->diverted, &from->diverted, allocator);
}

void wend_barriers_hash(const wend_barriers *barriers, wend_hash *hash)
{
    wend_hash_u64(hash, barriers->placed);
    for (size_t i = 0; i < barriers->list.count; ++i) {
        const wend_barrier *barrier = &barriers->list.data[i];
        wend_hash_vec2(hash, barrier->a);
        wend_hash_vec2(hash, barrier->b);
        wend_hash_doubles(hash, barrier->queue, barrier->weight, barrier->toll, barrier->since);
        wend_hash_double(hash, barrier->flow);
        wend_hash_u64(hash, (uint64_t)barrier->number << 32 | barrier->crossed);
    }
    for (size_t i = 0; i < barriers->chords.count; ++i) {
        wend_hash_vec2(hash, barriers->chords.data[i].a);
        wend_hash_vec2(hash, barriers->chords.data[i].b);
    }
    for (size_t i = 0; i < barriers->diverted.count; ++i)
        wend_hash_u64(hash, barriers->diverted.data[i]);
}

void wend_barrier_memory_free(wend_barrier_memory *memory, const wend_allocator *allocator)
{
    wend_array_free(&memory->jammed, allocator);
    wend_array_free(&memory->touches, allocator);
    wend_array_free(&memory->groups, allocator);
    wend_array_free(&memory->marks, allocator);
    wend_array_free(&memory->waits, allocator);
    wend_array_free(&memory->choices, allocator);
}
