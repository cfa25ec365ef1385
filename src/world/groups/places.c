// SPDX-License-Identifier: MIT
// Places aside: where a group is in nobody's way.
//
// The medial axis, on which plans lie, is in the middle of every passage, where everybody goes.
// Places aside lie along the walls. They are sampled there, near the group first, and the cheapest
// that are in no sweep are planned to.
#include "world/groups/meet.h"

#include "core/angle.h"
#include "group/roadmap.h"
#include "wend/random.h"
#include "wend/vec2.h"

#include <math.h>

/// Number of samples near the group; if no place is among them, as many anywhere.
enum { SAMPLES = 400 };

/// Sample limit of a snake to a place.
enum { SNAKE_SAMPLES = 96 };

/// Size of the region that counts as near. [Units: lengths of the longest shape]
#define NEAR 3.0

/// Number of places that are planned to.
enum { TRIES = 3 };

/// Each metre by which the other comes to a place earlier than the group itself counts this much.
#define LATE 4.0

/// Stream of random numbers: not that of the samplers.
#define PLACES_STREAM 0x706c6163

#define PI 3.14159265358979324

typedef struct place {
    wend_group_pose pose;
    double cost;
} place;

/// The cheapest places, in their order.
typedef struct places {
    place list[TRIES];
    uint32_t count;
    wend_vec2 towards; ///< for variants of a search: the place farthest in this direction
} places;

static void insert(places *p, place new)
{
    uint32_t i = p->count;
    if (i == TRIES && !(new.cost < p->list[TRIES - 1].cost))
        return;
    if (i == TRIES)
        --i;
    else
        ++p->count;
    for (; i > 0 && p->list[i - 1].cost > new.cost; --i)
        p->list[i] = p->list[i - 1];
    p->list[i] = new;
}

/// True if a shape is clear of walls and of the obstacles of the search.
static bool is_free(const wend_group_search *s, const wend_group_shape *shape, double slack)
{
    wend_group_walls walls = {.floor = s->floor,
                              .obstacles = s->obstacles.data,
                              .obstacle_count = (uint32_t)s->obstacles.count};
    return wend_group_walls_clearance(&walls, shape, slack) >= slack;
}

static double cost_of(const wend_group_search *s, const wend_group_sweep *sweep,
                      const wend_group_pose *pose, const places *found)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    const wend_group_stance stance = wend_group_search_stance(s, s->group);
    if (s->variant > 0)
        return -wend_dot(pose->centre, found->towards);
    wend_vec2 here = wend_group_shape_from_local(&stance.shape, (wend_vec2){0, 0});
    // The other has to pass before the group can go on from there.
    wend_vec2 other = wend_group_shape_from_local(&sweep->shapes.data[0], (wend_vec2){0, 0});
    double own = wend_distance(here, pose->centre), others = wend_distance(other, pose->centre);
    return fmax(own, others) + wend_distance(pose->centre, g->def.to.centre) +
           LATE * fmax(own - others, 0);
}

static void consider(const wend_group_search *s, const wend_group_sweep *sweep,
                     const wend_group_pose *pose, places *found)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    double cost = cost_of(s, sweep, pose, found);
    if (found->count == TRIES && !(cost < found->list[TRIES - 1].cost))
        return;
    const wend_group_shape shape = wend_group_shape_of(pose, g->def.size.area);
    if (is_free(s, &shape, s->roadmap->sampling.slack) && !wend_group_sweep_meets(sweep, &shape))
        insert(found, (place){*pose, cost});
}

/// Samples poses along walls with centres in a box.
static void sample(const wend_group_search *s, const wend_group_sweep *sweep, wend_box box,
                   places *found)
{
    wend_group_sampling sampling = s->roadmap->sampling;
    sampling.box = (wend_box){
        {fmax(sampling.box.min.x, box.min.x), fmax(sampling.box.min.y, box.min.y)},
        {fmin(sampling.box.max.x, box.max.x), fmin(sampling.box.max.y, box.max.y)},
    };
    if (!(sampling.box.min.x < sampling.box.max.x && sampling.box.min.y < sampling.box.max.y))
        return;
    for (int i = 0; i < SAMPLES; ++i) {
        wend_group_pose pose;
        if (wend_group_sampler_closest.sample(&sampling, &pose) == WEND_GROUP_ATTEMPT_POSE)
            consider(s, sweep, &pose, found);
    }
}

/// Searches a plan to a place. Snakes are as good there as plans on a roadmap, and fail sooner; but
/// they do not move `sideways`.
static wend_result go_to(wend_group_search *s, const wend_group_pose *pose, bool sideways)
{
    wend_group_roadmap *roadmap = s->roadmap;
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    if (g->walled || roadmap->def.sampler != WEND_GROUP_SNAKE ||
        roadmap->def.local_planner != WEND_GROUP_HINGED)
        return wend_group_search_from_here(s, pose, NULL);
    const wend_group_shape shape = wend_group_shape_of(pose, g->def.size.area);
    const wend_group_stance here = wend_group_search_stance(s, s->group);
    roadmap->walls.obstacles = s->obstacles.data;
    roadmap->walls.obstacle_count = (uint32_t)s->obstacles.count;
    s->along = 0;
    wend_result result =
        wend_group_roadmap_snake(roadmap, &here.shape, &shape, SNAKE_SAMPLES, &s->plan);
    roadmap->walls.obstacles = NULL;
    roadmap->walls.obstacle_count = 0;
    if (result == WEND_NOT_FOUND && sideways && wend_group_shape_pieces(&here.shape) == 1)
        result = wend_group_search_from_here(s, pose, NULL);
    return result == WEND_BAD_ARGUMENT ? WEND_NOT_FOUND : result;
}

wend_result wend_group_find_place(wend_group_search *s, const wend_group_sweep *sweep)
{
    const wend_group_stance stance = wend_group_search_stance(s, s->group);
    wend_vec2 here = wend_group_shape_from_local(&stance.shape, (wend_vec2){0, 0});
    double near = NEAR * (s->roadmap->sampling.spine + s->roadmap->sampling.disc);
    places found = {.count = 0};
    wend_random random = wend_random_stream(s->variant, PLACES_STREAM);
    wend_sin_cos(2 * PI * wend_random_unit(&random), &found.towards.y, &found.towards.x);
    sample(s, sweep, (wend_box){{here.x - near, here.y - near}, {here.x + near, here.y + near}},
           &found);
    if (found.count == 0)
        sample(s, sweep, s->roadmap->sampling.box, &found);
    for (uint32_t i = 0; i < found.count; ++i) {
        wend_result result = go_to(s, &found.list[i].pose, i == 0 && s->variant > 0);
        if (result == WEND_OK || result == WEND_OUT_OF_MEMORY)
            return result;
    }
    return WEND_NOT_FOUND;
}
