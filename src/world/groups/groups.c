// SPDX-License-Identifier: MIT
// Storage of groups: checks of members, queries, copies and hashes. groups_add.c adds groups.
#include "world/groups/groups.h"

#include "group/motion.h"
#include "world/world.h"

wend_result wend_groups_check(const wend_groups *groups, const wend_agent_def *def,
                              wend_error *error)
{
    const wend_planner_info *planner = wend_planner_info_of(def->planner);
    const wend_motion_info *motion = wend_motion_info_of(def->motion);
    bool led = planner->needs & WEND_NEEDS_GROUP;
    wend_group_id id = def->coherent_group;
    if (motion->needs & WEND_NEEDS_GROUP && !led)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "motion model %s moves members of a coherent group: use planner group",
                         motion->name);
    if (!led && wend_group_id_is_null(id))
        return WEND_OK;
    if (!led)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "agent has a coherent group but its planner is %s: use planner group",
                         planner->name);
    if (wend_group_id_is_null(id))
        return wend_fail(error, WEND_BAD_ARGUMENT, "planner %s needs a coherent group, and no goal",
                         planner->name);
    if (!wend_id_valid(&groups->ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown group id");
    double most = 0.5 * groups->list.data[wend_id_slot(id.raw)].def.size.min_width;
    // Compared as floats: radii are stored and returned as floats.
    if ((float)def->radius > (float)most)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "radius %g m does not fit a group shape that may be as narrow as %g m: "
                         "increase the group's min_width",
                         def->radius, 2 * most);
    return WEND_OK;
}

// ---- queries ------------------------------------------------------------------------------------

static uint32_t count_members(const wend_world *world, uint32_t group)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        count += world->crowd.walkers[i].shape.raw.slot1 == group + 1;
    return count;
}

bool wend_group_is_there(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return !g->pending && (!g->populated || count_members(world, group) > 0);
}

bool wend_group_stands(const wend_moving_group *group)
{
    return group->status != WEND_GROUP_FOUND ||
           (group->arrived && group->def.on_arrival == WEND_ON_ARRIVAL_STAY);
}

uint32_t wend_world_group_count(const wend_world *world)
{
    return (uint32_t)world->groups.list.count;
}

wend_group_id wend_world_group_at(const wend_world *world, uint32_t index)
{
    return (wend_group_id){wend_id_of_slot(&world->groups.ids, index)};
}

static const wend_moving_group *find(const wend_world *world, wend_group_id id)
{
    const wend_groups *groups = &world->groups;
    return wend_id_valid(&groups->ids, id.raw) ? &groups->list.data[wend_id_slot(id.raw)] : NULL;
}

wend_result wend_world_group(const wend_world *world, wend_group_id id,
                             wend_world_group_state *state, wend_error *error)
{
    const wend_moving_group *group = find(world, id);
    if (!group)
        return wend_fail(error, WEND_STALE, "unknown group id");
    *state = (wend_world_group_state){
        .shape = group->shape,
        .status = group->status,
        .along = group->along,
        .length = group->length,
        .waited = group->waited,
        .members = count_members(world, wend_id_slot(id.raw)),
        .plans = group->plans,
        .held = group->blocker1 > 0,
        .arrived = group->arrived,
        .pending = group->pending,
        .waits = group->waits,
        .waypoint = group->stop,
    };
    return WEND_OK;
}

const wend_group_plan *wend_world_group_plan(const wend_world *world, wend_group_id id)
{
    const wend_moving_group *group = find(world, id);
    return group ? group->plan : NULL;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_groups_free(wend_groups *groups, const wend_allocator *allocator)
{
    for (size_t i = 0; i < groups->list.count; ++i)
        wend_group_plan_destroy(groups->list.data[i].plan);
    wend_group_shunting_free(&groups->shunting, allocator);
    wend_id_pool_free(&groups->ids);
    wend_array_free(&groups->list, allocator);
    wend_array_free(&groups->members, allocator);
    wend_array_free(&groups->waiting, allocator);
}

void wend_group_memory_free(wend_group_memory *memory, const wend_allocator *allocator)
{
    wend_array_free(&memory->turns, allocator);
    wend_array_free(&memory->members, allocator);
    wend_array_free(&memory->paces, allocator);
    wend_array_free(&memory->groups, allocator);
    wend_array_free(&memory->keeps, allocator);
    wend_array_free(&memory->places, allocator);
    wend_array_free(&memory->velocities, allocator);
    wend_array_free(&memory->radii, allocator);
    wend_array_free(&memory->scratch, allocator);
    wend_array_free(&memory->other_places, allocator);
    wend_array_free(&memory->other_radii, allocator);
}

/// Copies a group; its plan is copied only if it differs.
static bool copy_group(wend_moving_group *to, const wend_moving_group *from,
                       const wend_allocator *allocator)
{
    wend_group_plan *plan = to->plan;
    if (plan && (!from->plan || to->plan_hash != from->plan_hash)) {
        wend_group_plan_destroy(plan);
        plan = to->plan = NULL;
    }
    if (!plan && from->plan && wend_group_plan_copy(from->plan, allocator, &plan, NULL) != WEND_OK)
        return false;
    *to = *from;
    to->plan = plan;
    if (to->shape.between_count > 0) // a view of the plan
        to->shape = wend_group_plan_shape(plan, to->along);
    return true;
}

bool wend_groups_copy(wend_groups *to, const wend_groups *from, const wend_allocator *allocator)
{
    while (to->list.count > from->list.count)
        wend_group_plan_destroy(to->list.data[--to->list.count].plan);
    if (!wend_array_reserve(&to->list, allocator, from->list.count - to->list.count))
        return false;
    while (to->list.count < from->list.count)
        to->list.data[to->list.count++] = (wend_moving_group){0};
    for (size_t i = 0; i < from->list.count; ++i)
        if (!copy_group(&to->list.data[i], &from->list.data[i], allocator))
            return false;
    to->planned = from->planned;
    to->met = from->met;
    return wend_group_shunting_copy(&to->shunting, &from->shunting, allocator) &&
           wend_id_pool_copy(&to->ids, &from->ids, allocator) &&
           wend_array_copy(&to->members, &from->members, allocator) &&
           wend_array_copy(&to->waiting, &from->waiting, allocator);
}

static void hash_pose(const wend_group_pose *pose, wend_hash *hash)
{
    wend_hash_vec2(hash, pose->centre);
    wend_hash_double(hash, pose->angle);
    wend_hash_double(hash, pose->width);
}

static void hash_potential(const wend_group_potential_def *def, wend_hash *hash)
{
    wend_hash_doubles(hash, def->c1, def->c2, def->c3, def->sigma1, def->sigma2, def->sigma3,
                      def->min_gap, def->reach, def->drag, def->max_speed, def->max_acceleration,
                      def->speed, def->substep);
}

static void hash_def(const wend_world_group_def *def, wend_hash *hash)
{
    wend_hash_double(hash, def->size.area);
    wend_hash_double(hash, def->size.min_width);
    hash_pose(&def->from, hash);
    hash_pose(&def->to, hash);
    wend_hash_u64(hash, (uint64_t)def->sampler << 32 | (uint64_t)def->local_planner << 8 |
                            (uint64_t)def->on_arrival);
    wend_hash_double(hash, def->metric.turn);
    wend_hash_double(hash, def->metric.deform);
    wend_hash_u64(hash, (uint64_t)def->neighbours << 32 | def->max_samples);
    wend_hash_u64(hash, def->seed);
    hash_potential(&def->potential, hash);
}

static void hash_shape(const wend_group_shape *shape, wend_hash *hash)
{
    uint32_t count = wend_group_shape_pieces(shape);
    wend_hash_u64(hash, count);
    wend_hash_double(hash, shape->width);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_path_piece *piece = wend_group_shape_piece(shape, i);
        wend_hash_vec2(hash, piece->a);
        wend_hash_vec2(hash, piece->b);
        wend_hash_vec2(hash, piece->corner);
        wend_hash_u64(hash, (uint64_t)(piece->turn + 1));
    }
}

/// Only for groups that have a route or a start time.
static void hash_schedule(const wend_moving_group *group, wend_hash *hash)
{
    if (wend_route_id_is_null(group->def.route) && group->def.start == 0)
        return;
    wend_hash_u64(hash, wend_id_pack(group->def.route.raw));
    wend_hash_doubles(hash, group->def.start, group->resumes, group->due);
    wend_hash_u64(hash, (uint64_t)group->stop << 32 | group->rounds);
    wend_hash_u64(hash, (uint64_t)group->waits << 1 | (uint64_t)group->pending);
    wend_hash_u64(hash, (uint64_t)group->first_waiting << 32 | group->waiting_count);
}

static void hash_group(const wend_moving_group *group, wend_hash *hash)
{
    hash_def(&group->def, hash);
    wend_hash_u64(hash, group->plan ? group->plan_hash : 0);
    hash_shape(&group->shape, hash);
    wend_hash_double(hash, group->along);
    wend_hash_double(hash, group->length);
    wend_hash_u64(hash, group->trail);
    wend_hash_doubles(hash, group->waited, group->held, group->again);
    wend_hash_doubles(hash, group->meet_again, group->stalled);
    wend_hash_u64(hash, (uint64_t)group->blocker1 << 32 | group->plans);
    wend_hash_u64(hash, (uint64_t)group->stage << 32 | (uint64_t)group->refusals << 1 |
                            (uint64_t)group->lane);
    wend_hash_u64(hash, (uint64_t)group->status << 8 | (uint64_t)group->failures << 32 |
                            (uint64_t)group->went_back << 6 | (uint64_t)group->aside << 5 |
                            (uint64_t)group->yields << 4 | (uint64_t)group->populated << 3 |
                            (uint64_t)group->arrived << 2 | (uint64_t)group->walled << 1 |
                            (uint64_t)group->outdated);
    hash_schedule(group, hash);
}

void wend_groups_hash(const wend_groups *groups, wend_hash *hash)
{
    wend_id_pool_hash(&groups->ids, hash);
    wend_hash_u64(hash, groups->planned);
    wend_hash_u64(hash, groups->met);
    wend_group_shunting_hash(&groups->shunting, hash);
    for (size_t i = 0; i < groups->list.count; ++i)
        hash_group(&groups->list.data[i], hash);
    for (size_t i = 0; i < groups->waiting.count; ++i)
        wend_agent_def_hash(&groups->waiting.data[i], hash);
    for (size_t i = 0; i < groups->members.count; ++i) {
        const wend_group_member *member = &groups->members.data[i];
        wend_hash_vec2(hash, member->velocity);
        wend_hash_u64(hash, (uint64_t)member->goal1 << 2 | (uint64_t)member->away << 1 |
                                (uint64_t)member->left_behind);
    }
}

// A motion between poses is given by three of its shapes; a snake by its knots.
static void hash_motion(const wend_group_plan *plan, uint32_t number, wend_hash *hash)
{
    double begin;
    const wend_group_motion *motion = wend_group_plan_motion(plan, number, &begin);
    for (int i = 0; i <= 2; ++i) {
        const wend_group_shape shape =
            wend_group_plan_shape(plan, begin + 0.5 * i * motion->length);
        hash_shape(&shape, hash);
    }
    if (!motion->snake)
        return;
    wend_hash_double(hash, motion->begin);
    wend_hash_u64(hash, motion->backwards);
    for (size_t i = 0; i < motion->snake->knots.count; ++i) {
        const wend_group_knot *knot = &motion->snake->knots.data[i];
        const wend_group_shape shape =
            wend_group_track_window(&motion->snake->track, knot->middle - 0.5 * knot->spine,
                                    knot->middle + 0.5 * knot->spine, 1);
        wend_hash_doubles(hash, knot->along, knot->middle, knot->spine);
        hash_shape(&shape, hash);
    }
}

// Hashes the ends of the motions and the motions.
uint64_t wend_groups_hash_plan(const wend_group_plan *plan)
{
    wend_hash hash = wend_hash_start();
    wend_hash_double(&hash, wend_group_plan_area(plan));
    for (uint32_t i = 0; i < wend_group_plan_motions(plan); ++i) {
        wend_hash_double(&hash, wend_group_plan_motion_end(plan, i));
        hash_motion(plan, i, &hash);
    }
    return wend_hash_end(&hash);
}
