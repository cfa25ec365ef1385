// SPDX-License-Identifier: MIT
// The multi-agent navigation graph as a part of the world: building, queries, and kept plans.
#include "world/planners/mang_graph.h"

#include "core/clock.h"
#include "geometry/sort.h"
#include "plan/mang.h"
#include "wend/vec2.h"
#include "world/world.h"

// ---- the graph ----------------------------------------------------------------------------------

static wend_result build(wend_world *world)
{
    wend_mang_memory *memory = &world->mang;
    wend_result result = WEND_OK;
    if (!memory->mang)
        result = wend_mang_create(&world->allocator, &memory->mang, NULL);
    if (result == WEND_OK)
        result = wend_mang_build(memory->mang, world->diagram.voronoi, &world->def.mang.graph,
                                 world->tasks, NULL);
    return result;
}

bool wend_mangs_follow(wend_world *world)
{
    wend_mang_memory *memory = &world->mang;
    memory->built = false;
    if (world->crowd.by_planner[WEND_PLANNER_MANG] == 0 || !world->diagram.voronoi)
        return true;
    double begin = wend_clock();
    wend_result result = build(world);
    world->times.mang.graph = wend_clock() - begin;
    if (result != WEND_OK)
        return result != WEND_OUT_OF_MEMORY;
    const wend_mang_graph *graph = wend_mang_graph_of(memory->mang);
    memory->most_nodes = 0;
    for (uint32_t i = 0; i < graph->cell_count; ++i)
        if (graph->cells[i].node_count > memory->most_nodes)
            memory->most_nodes = graph->cells[i].node_count;
    memory->trail = world->diagram.trail;
    memory->built = true;
    return true;
}

const wend_mang_graph *wend_mangs_graph(const wend_world *world)
{
    return world->mang.built ? wend_mang_graph_of(world->mang.mang) : NULL;
}

const wend_mang *wend_world_mang(const wend_world *world)
{
    // After a restore, or before the next step, it may belong to another diagram.
    bool fits =
        world->mang.built && world->diagram.voronoi && world->mang.trail == world->diagram.trail;
    return fits ? world->mang.mang : NULL;
}

uint32_t wend_mangs_cell(const wend_world *world, uint32_t slot)
{
    const wend_mang_graph *graph = wend_mangs_graph(world);
    wend_site_id id = wend_diagram_site(&world->diagram, slot);
    if (!graph || wend_site_id_is_null(id))
        return WEND_MANG_NONE;
    const wend_boundary *boundary = &world->diagram.voronoi->boundary;
    uint32_t number = wend_id_slot(id.raw);
    const wend_site *site = &boundary->sites.data[number];
    if (site->hidden && site->element != WEND_NO_ELEMENT)
        number = boundary->links.data[site->element].site;
    return number < graph->slot_count ? graph->cell_of[number] : WEND_MANG_NONE;
}

// ---- first goals --------------------------------------------------------------------------------

static bool place_before(const void *context, const void *one, const void *other)
{
    const wend_vec2 *p = one, *q = other;
    (void)context;
    return p->x != q->x ? p->x < q->x : p->y < q->y;
}

/// True if an agent heads for a vertex, not straight for its goal.
static bool has_first_goal(const wend_world *world, uint32_t slot)
{
    const wend_crowd *crowd = &world->crowd;
    return slot < world->keeps.list.count && !wend_agent_id_is_null(crowd->id[slot]) &&
           crowd->walkers[slot].planner == WEND_PLANNER_MANG &&
           crowd->walkers[slot].doing == WEND_ACTIVITY_WALKING &&
           wend_agent_id_equal(world->keeps.list.data[slot].agent, crowd->id[slot]) &&
           world->keeps.list.data[slot].kind == WEND_KEEP_WAY;
}

wend_result wend_world_common_first_goals(const wend_world *world, uint32_t *heading,
                                          uint32_t *common, wend_error *error)
{
    if (!world || !heading || !common)
        return wend_fail(error, WEND_BAD_ARGUMENT, "world, heading and common must not be NULL");
    size_t room = world->crowd.slots, count = 0;
    wend_vec2 *places = room > 0 ? wend_allocate(&world->allocator, room, sizeof *places) : NULL;
    if (room > 0 && !places)
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (has_first_goal(world, i))
            places[count++] = world->crowd.aims[i].a;
    if (count > 1)
        wend_sort(places, count, sizeof *places, place_before, NULL);
    *heading = (uint32_t)count;
    *common = 0;
    for (size_t i = 0; i < count; ++i) {
        bool is_last = i > 0 && wend_equal(places[i - 1], places[i]);
        bool is_next = i + 1 < count && wend_equal(places[i + 1], places[i]);
        *common += is_last || is_next;
    }
    wend_release(&world->allocator, places, room, sizeof *places);
    return WEND_OK;
}

// ---- kept plans ---------------------------------------------------------------------------------

void wend_mang_memory_free(wend_mang_memory *memory, const wend_allocator *allocator)
{
    wend_mang_destroy(memory->mang);
    wend_array_free(&memory->turns, allocator);
    wend_array_free(&memory->groups, allocator);
    wend_array_free(&memory->requests, allocator);
    *memory = (wend_mang_memory){0};
}

void wend_mang_keeps_free(wend_mang_keeps *keeps, const wend_allocator *allocator)
{
    wend_array_free(&keeps->list, allocator);
}

bool wend_mang_keeps_copy(wend_mang_keeps *to, const wend_mang_keeps *from,
                          const wend_allocator *allocator)
{
    return wend_array_copy(&to->list, &from->list, allocator);
}

void wend_mang_keeps_hash(const wend_mang_keeps *keeps, wend_hash *hash)
{
    for (size_t i = 0; i < keeps->list.count; ++i) {
        const wend_mang_keep *keep = &keeps->list.data[i];
        if (wend_agent_id_is_null(keep->agent))
            continue;
        wend_hash_u64(hash, wend_id_pack(keep->agent.raw));
        wend_hash_u64(hash, (uint64_t)keep->goal << 8 | (uint64_t)keep->late << 7 | keep->kind);
        wend_hash_vec2(hash, keep->goal_at);
        wend_hash_u64(hash, keep->walls);
        wend_hash_u64(hash, keep->around);
        wend_hash_u64(hash, (uint64_t)keep->exit.left << 32 | keep->exit.right);
        wend_hash_vec2(hash, keep->exit.position);
        wend_hash_double(hash, keep->rest);
        wend_hash_double(hash, keep->cost);
        wend_hash_u64(hash, keep->has_mark);
        wend_hash_vec2(hash, keep->mark);
        wend_hash_double(hash, keep->mark_rest);
    }
}
