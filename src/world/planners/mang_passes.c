// SPDX-License-Identifier: MIT
// Passing sides of agents that meet.
//
// Each agent plans on the graph without itself, and each takes the cheaper side of the other. If
// both are on one side of the middle of a room, the same gap beside the other is cheaper for both.
// Both turn to it, it closes, both turn to the other one, and so on: two agents that mirror each
// other (Sud et al. 2008, §8.3: no guarantee on coherence or on convergence). Therefore a pair
// decides once on which side to pass, by a function that gives the same for both, and keeps to it
// until the two have passed.
//
// Let u be the course of one relative to that of the other, and r the way from one to the other.
// Exchanging the two changes the sign of both, and in floating point nothing else. Where u and r
// have a positive product the two come closer; the cross product of u and r is the distance by
// which one is to the left of the other's relative course. If the other is clearly on the right,
// the two pass on the left; otherwise, and in all near ties, on the right. Whatever the plans of
// both, their paths then lie on different sides of the line between the two.
//
// A course is the direction to the mark of the kept plan, or to the goal. Velocity and first goal
// waver; courses do not.
#include "world/planners/mang_passes.h"

#include "voronoi/diagram.h"
#include "wend/vec2.h"
#include "world/world.h"

/// Agents per task.
enum { GRAIN = 64 };

/// Two agents meet if the cosine of the angle between their courses is below this, and keep a pass
/// while it is below that.
#define MEET_COSINE (-0.5)
#define KEEP_COSINE 0.0

/// They meet if they would be beside each other within this time. [Units: s]
#define MEET_WITHIN 8.0

// ---- memory -------------------------------------------------------------------------------------

void wend_mang_pass_memory_free(wend_mang_pass_memory *memory, const wend_allocator *allocator)
{
    wend_array_free(&memory->courses, allocator);
    wend_array_free(&memory->next, allocator);
    *memory = (wend_mang_pass_memory){0};
}

bool wend_mang_passes_reserve(wend_world *world)
{
    const wend_allocator *allocator = &world->allocator;
    wend_mang_passes *passes = &world->passes;
    wend_mang_pass_memory *memory = &world->pass_memory;
    size_t slots = world->crowd.slots;
    size_t more = slots > passes->list.count ? slots - passes->list.count : 0;
    memory->courses.count = memory->next.count = 0;
    if (!wend_array_reserve(&passes->list, allocator, more) ||
        !wend_array_reserve(&memory->courses, allocator, slots) ||
        !wend_array_reserve(&memory->next, allocator, slots))
        return false;
    while (passes->list.count < slots)
        passes->list.data[passes->list.count++] = (wend_mang_meeting){0};
    memory->courses.count = memory->next.count = slots;
    return true;
}

// ---- courses ------------------------------------------------------------------------------------

static wend_mang_course course_of(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (wend_agent_id_is_null(world->crowd.id[slot]) || walker->planner != WEND_PLANNER_MANG ||
        walker->doing != WEND_ACTIVITY_WALKING || walker->chosen == WEND_NO_GOAL)
        return (wend_mang_course){.to_goal = 0};
    wend_vec2 place = world->crowd.bodies[slot].position;
    wend_vec2 goal = wend_goals_nearest(&world->goals, walker->chosen, place, NULL);
    const wend_mang_keep *keep = &world->keeps.list.data[slot];
    bool marked = keep->has_mark && keep->kind == WEND_KEEP_WAY && keep->goal == walker->chosen &&
                  wend_agent_id_equal(keep->agent, world->crowd.id[slot]);
    wend_vec2 along = wend_sub(marked ? keep->mark : goal, place);
    double length = wend_length(along);
    if (!(length > 0))
        return (wend_mang_course){.to_goal = 0};
    return (wend_mang_course){.velocity = wend_scale(along, wend_walker_speed(walker) / length),
                              .to_goal = wend_distance(place, goal)};
}

static void find_courses(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        world->pass_memory.courses.data[i] = course_of(world, i);
}

// ---- a pair -------------------------------------------------------------------------------------

/// True if the courses of two agents lead them towards each other, within the limits.
static bool approach(const wend_world *world, uint32_t i, uint32_t j, double cosine, double within)
{
    const wend_body *bodies = world->crowd.bodies;
    wend_vec2 u = world->pass_memory.courses.data[i].velocity;
    wend_vec2 v = world->pass_memory.courses.data[j].velocity;
    wend_vec2 by = wend_sub(u, v), rel = wend_sub(bodies[j].position, bodies[i].position);
    double ahead = wend_dot(by, rel);
    return ahead > 0 && wend_dot(u, v) < cosine * wend_length(u) * wend_length(v) &&
           ahead < within * wend_length_squared(by);
}

/// The side on which two agents that have begun to meet pass each other: on the left if the other
/// is clearly to the right of the relative course.
static bool decide(const wend_world *world, uint32_t i, uint32_t j)
{
    const wend_body *a = &world->crowd.bodies[i], *b = &world->crowd.bodies[j];
    wend_vec2 by = wend_sub(world->pass_memory.courses.data[i].velocity,
                            world->pass_memory.courses.data[j].velocity);
    double off = wend_cross(by, wend_sub(b->position, a->position)) / wend_length(by);
    return off < -(a->radius + b->radius);
}

/// The pass that agent i has stored for agent j. False: none.
static bool find_stored(const wend_world *world, uint32_t i, uint32_t j, bool *on_left)
{
    const wend_mang_meeting *meeting = &world->passes.list.data[i];
    if (!wend_agent_id_equal(meeting->agent, world->crowd.id[i]))
        return false;
    for (uint32_t k = 0; k < meeting->count; ++k)
        if (wend_agent_id_equal(meeting->others[k], world->crowd.id[j])) {
            *on_left = meeting->passes[k].on_left;
            return true;
        }
    return false;
}

/// True if two agents have to pass each other; they have stored the same side, or decide it now.
static bool meet(const wend_world *world, uint32_t i, uint32_t j, bool *on_left)
{
    if (!approach(world, i, j, KEEP_COSINE, INFINITY))
        return false;
    if (find_stored(world, i, j, on_left) || find_stored(world, j, i, on_left))
        return true;
    if (!approach(world, i, j, MEET_COSINE, MEET_WITHIN))
        return false;
    *on_left = decide(world, i, j);
    return true;
}

// ---- an agent -----------------------------------------------------------------------------------

static double distance_squared(const wend_world *world, uint32_t i, uint32_t j)
{
    return wend_distance_squared(world->crowd.bodies[i].position, world->crowd.bodies[j].position);
}

/// Adds an agent to those that agent i meets, by distance; of too many the farthest is dropped.
static void add(const wend_world *world, wend_mang_meeting *meeting, uint32_t i, uint32_t j)
{
    const wend_agent_id *ids = world->crowd.id;
    wend_site_id site = wend_diagram_site(&world->diagram, j);
    bool on_left;
    for (uint32_t k = 0; k < meeting->count; ++k)
        if (wend_agent_id_equal(meeting->others[k], ids[j]))
            return;
    if (i == j || wend_site_id_is_null(site) || !meet(world, i, j, &on_left))
        return;
    double distance = distance_squared(world, i, j);
    uint32_t at = meeting->count;
    meeting->count += meeting->count < WEND_MANG_PASSES;
    for (; at > 0; --at) {
        if (distance >= distance_squared(world, i, wend_id_slot(meeting->others[at - 1].raw)))
            break;
        if (at == WEND_MANG_PASSES)
            continue;
        meeting->others[at] = meeting->others[at - 1];
        meeting->passes[at] = meeting->passes[at - 1];
    }
    if (at == WEND_MANG_PASSES)
        return;
    meeting->others[at] = ids[j];
    meeting->passes[at] = (wend_mang_pass){wend_id_slot(site.raw), on_left};
}

/// Adds the agents that agent i has stored and that still exist.
static void add_stored(const wend_world *world, wend_mang_meeting *meeting, uint32_t i)
{
    const wend_mang_meeting *stored = &world->passes.list.data[i];
    if (!wend_agent_id_equal(stored->agent, world->crowd.id[i]))
        return;
    for (uint32_t k = 0; k < stored->count; ++k) {
        uint32_t j = wend_id_slot(stored->others[k].raw);
        if (wend_agent_id_equal(stored->others[k], world->crowd.id[j]))
            add(world, meeting, i, j);
    }
}

/// Adds the agents with cells adjacent to that of agent i.
static void add_adjacent(const wend_world *world, wend_mang_meeting *meeting, uint32_t i)
{
    const wend_diagram *diagram = &world->diagram;
    const wend_voronoi *voronoi = diagram->voronoi;
    const wend_boundary *boundary = &voronoi->boundary;
    wend_site_id id = wend_diagram_site(diagram, i);
    uint32_t element = wend_site_id_is_null(id)
                           ? WEND_NO_ELEMENT
                           : boundary->sites.data[wend_id_slot(id.raw)].element;
    if (element == WEND_NO_ELEMENT)
        return;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    for (uint32_t k = 0; k < cell->count; ++k) {
        uint32_t other = voronoi->arcs.data[cell->first + k].other;
        uint32_t site = boundary->links.data[other].site;
        uint32_t j =
            site < diagram->owners.count ? diagram->owners.data[site].agent : WEND_NO_OWNER;
        if (j != WEND_NO_OWNER && world->pass_memory.courses.data[j].to_goal > 0)
            add(world, meeting, i, j);
    }
}

/// True if the exit of agent i is beside somebody whom it has passed.
static bool ends(const wend_world *world, const wend_mang_meeting *meeting, uint32_t i)
{
    const wend_mang_meeting *stored = &world->passes.list.data[i];
    const wend_mang_exit *exit = &world->keeps.list.data[i].exit;
    if (!wend_agent_id_equal(stored->agent, world->crowd.id[i]))
        return false;
    for (uint32_t k = 0; k < stored->count; ++k) {
        uint32_t site = stored->passes[k].site;
        bool is_on = false;
        for (uint32_t n = 0; n < meeting->count; ++n)
            is_on |= wend_agent_id_equal(meeting->others[n], stored->others[k]);
        if (!is_on && (exit->left == site || exit->right == site))
            return true;
    }
    return false;
}

static void decide_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_mang_meeting *meeting = &world->pass_memory.next.data[i];
        *meeting = (wend_mang_meeting){0};
        if (!(world->pass_memory.courses.data[i].to_goal > 0))
            continue;
        meeting->agent = world->crowd.id[i];
        add_stored(world, meeting, i);
        meeting->ended = ends(world, meeting, i);
        add_adjacent(world, meeting, i);
    }
}

void wend_mang_passes_decide(wend_world *world)
{
    uint32_t slots = world->crowd.slots;
    if (!wend_mangs_graph(world))
        return;
    wend_parallel_for(world->tasks, slots, GRAIN, find_courses, world);
    wend_parallel_for(world->tasks, slots, GRAIN, decide_some, world);
    for (uint32_t i = 0; i < slots; ++i)
        world->passes.list.data[i] = world->pass_memory.next.data[i];
}

// ---- queries ------------------------------------------------------------------------------------

const wend_mang_meeting *wend_mang_passes_of(const wend_world *world, uint32_t slot)
{
    if (slot >= world->passes.list.count)
        return NULL;
    const wend_mang_meeting *meeting = &world->passes.list.data[slot];
    bool any = meeting->count > 0 && wend_agent_id_equal(meeting->agent, world->crowd.id[slot]);
    return any ? meeting : NULL;
}

uint64_t wend_mang_passes_sum(const wend_world *world, uint32_t slot)
{
    const wend_mang_meeting *meeting = wend_mang_passes_of(world, slot);
    uint64_t sum = 0;
    // A sum: independent of the order, which is that of distances.
    for (uint32_t k = 0; meeting && k < meeting->count; ++k) {
        wend_hash hash = {wend_id_pack(meeting->others[k].raw) << 1 | meeting->passes[k].on_left};
        sum += wend_hash_end(&hash);
    }
    return sum;
}

bool wend_mang_passes_before_goal(const wend_world *world, uint32_t slot)
{
    const wend_mang_meeting *meeting = wend_mang_passes_of(world, slot);
    if (!meeting)
        return false;
    double to_goal = world->pass_memory.courses.data[slot].to_goal;
    return distance_squared(world, slot, wend_id_slot(meeting->others[0].raw)) < to_goal * to_goal;
}

// ---- state --------------------------------------------------------------------------------------

void wend_mang_passes_free(wend_mang_passes *passes, const wend_allocator *allocator)
{
    wend_array_free(&passes->list, allocator);
}

bool wend_mang_passes_copy(wend_mang_passes *to, const wend_mang_passes *from,
                           const wend_allocator *allocator)
{
    return wend_array_copy(&to->list, &from->list, allocator);
}

void wend_mang_passes_hash(const wend_mang_passes *passes, wend_hash *hash)
{
    for (size_t i = 0; i < passes->list.count; ++i) {
        const wend_mang_meeting *meeting = &passes->list.data[i];
        for (uint32_t k = 0; k < meeting->count; ++k) {
            wend_hash_u64(hash, wend_id_pack(meeting->agent.raw));
            wend_hash_u64(hash, wend_id_pack(meeting->others[k].raw));
            wend_hash_u64(hash, meeting->passes[k].on_left);
        }
    }
}
