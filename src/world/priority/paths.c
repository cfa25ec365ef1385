// SPDX-License-Identifier: MIT
// The shortest paths of agents with priority, anew in every step, and places beside them.
#include "world/priority/priority.h"

#include "geometry/curve.h"
#include "wend/vec2.h"
#include "world/planners/mesh.h"
#include "world/world.h"

#include <math.h>

void wend_priority_memory_free(wend_priority_memory *memory, const wend_allocator *allocator)
{
    wend_array_free(&memory->pieces, allocator);
}

static bool add_piece(wend_world *world, wend_priority_path *own, wend_curve_piece piece)
{
    piece.begin = own->length;
    if (!wend_array_push(&world->priority_memory.pieces, &world->allocator, piece))
        return false;
    own->length += wend_curve_piece_length(&piece);
    own->box = wend_box_join(own->box, wend_curve_piece_box(&piece));
    own->end = (uint32_t)world->priority_memory.pieces.count;
    return true;
}

/// The planner "direct" knows no walls: its agents get priority only where the line is free.
static bool accepts(const wend_walker *walker, const wend_path *path)
{
    return path->piece_count == 1 ||
           (path->piece_count > 1 && walker->planner != WEND_PLANNER_DIRECT);
}

/// The path of an agent with priority; none if the host has removed the agent since.
static bool find_path(wend_world *world, wend_agent_id agent, wend_priority_path *own)
{
    uint32_t slot = wend_id_slot(agent.raw);
    const wend_body *body = &world->crowd.bodies[slot];
    const wend_walker *walker = &world->crowd.walkers[slot];
    wend_vec2 border[WEND_GOAL_BORDER];
    wend_path_request request;
    wend_path path;
    uint32_t begin = (uint32_t)world->priority_memory.pieces.count;
    *own = (wend_priority_path){.slot = slot,
                                .begin = begin,
                                .end = begin,
                                .box = wend_box_empty(),
                                .radius = body->radius};
    if (!wend_agent_id_equal(world->crowd.id[slot], agent) ||
        walker->doing != WEND_ACTIVITY_WALKING || walker->chosen == WEND_NO_GOAL)
        return true;
    wend_result result = wend_mesh_shortest(world, &world->planners->searchers[0], slot,
                                            walker->chosen, &request, border, &path);
    if (result == WEND_OUT_OF_MEMORY)
        return false;
    if ((result != WEND_OK && result != WEND_BUDGET_EXHAUSTED) || !accepts(walker, &path))
        return true;
    if (!wend_equal(body->position, request.from) &&
        !add_piece(world, own, wend_curve_piece_line(body->position, request.from)))
        return false;
    for (uint32_t i = 0; i < path.piece_count && own->length < WEND_PRIORITY_AHEAD * body->radius;
         ++i) {
        const wend_path_piece *p = &path.pieces[i];
        wend_curve_piece piece = p->turn ? wend_curve_piece_arc(p->a, p->b, p->corner, p->turn)
                                         : wend_curve_piece_line(p->a, p->b);
        if (!add_piece(world, own, piece))
            return false;
    }
    own->left = path.length;
    own->found = own->length > 0;
    return true;
}

bool wend_priority_find_paths(wend_world *world)
{
    wend_priority_memory *memory = &world->priority_memory;
    memory->pieces.count = 0;
    memory->count = 0;
    for (uint32_t i = 0; i < world->priorities.count; ++i) {
        if (!find_path(world, world->priorities.list[i].agent, &memory->paths[i]))
            return false;
        memory->paths[i].far = world->priorities.list[i].far;
        memory->paths[i].shuffles = world->priorities.list[i].shuffles > 0;
    }
    memory->count = world->priorities.count;
    return true;
}

bool wend_priority_place_of(const wend_world *world, const wend_priority_path *path, wend_vec2 p,
                            wend_priority_place *place)
{
    const wend_curve_piece *pieces = world->priority_memory.pieces.data;
    *place = (wend_priority_place){.distance = INFINITY};
    for (uint32_t i = path->begin; i < path->end; ++i) {
        double distance, along = wend_curve_piece_along(&pieces[i], p, &distance);
        if (distance >= place->distance)
            continue;
        place->distance = distance;
        place->along = pieces[i].begin + along;
        place->at = wend_curve_piece_at(&pieces[i], along, &place->direction);
    }
    return path->found;
}

wend_vec2 wend_priority_at(const wend_world *world, const wend_priority_path *path, double along)
{
    const wend_curve_piece *pieces = world->priority_memory.pieces.data + path->begin;
    const wend_curve_piece *piece =
        &pieces[wend_lane_pieces_find(pieces, path->end - path->begin, along)];
    return wend_curve_piece_at(piece, along - piece->begin, NULL);
}
