// SPDX-License-Identifier: MIT
// The city and its agents (see city.h).
#include "scene/builtin/city.h"

#include "scene/builtin/parts.h"

#include "wend/vec2.h"
#include <math.h>

enum {
    CROWD = 1000, ///< agents that start at either end of the city
    MIDDLE = CITY_BLOCKS / 2,
    CROSS_ITERATIONS = 1000, ///< limit of a search, as in the paper
    FAR_TRAVELLERS = 10,     ///< agents that cross the whole city; more cross only a part of it
    FAR_BLOCKS = CITY_BLOCKS,
    NEAR_BLOCKS = 18, ///< paths of 380 m, about as long as the paper's
    RANDOM_REACH = 3, ///< blocks around the middle one between which agents walk
};
#define KERB  0.6 ///< least distance from the walls of starts and goals [Units: m]
#define APART 1.5 ///< least distance between two starts [Units: m]

/// Centre line of the street before the block of that number.
static double street(uint32_t number)
{
    return number * CITY_PITCH + CITY_STREET / 2;
}

static bool add_blocks(scene *s, uint32_t blocks)
{
    const double side = blocks * CITY_PITCH + CITY_STREET;
    bool good = builtin_bounds(s, (wend_box){{0, 0}, {side, side}});
    for (uint32_t i = 0; good && i < blocks * blocks; ++i) {
        wend_vec2 corner = {CITY_STREET + i % blocks * CITY_PITCH,
                            CITY_STREET + i / blocks * CITY_PITCH};
        good = builtin_square(s, corner, CITY_BLOCK);
    }
    return good;
}

scene *city_of(uint32_t blocks)
{
    scene *s = scene_new();
    return s ? builtin_whole(s, add_blocks(s, blocks)) : NULL;
}

static bool add_crowd(scene *s, const char *in, const char *goal)
{
    scene_agents *agents = builtin_agents(s);
    if (!agents)
        return false;
    agents->in = in;
    agents->def.count = CROWD;
    agents->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = goal};
    return true;
}

scene *builtin_city(uint32_t unused)
{
    (void)unused;
    scene *s = city_of(CITY_BLOCKS);
    if (!s)
        return NULL;
    const double side = CITY_BLOCKS * CITY_PITCH + CITY_STREET;
    s->about = "9604 square blocks of 15 m in a grid of streets 5 m wide";
    s->duration = 3600;
    bool good = builtin_area(s, "west", (wend_box){{0, 0}, {CITY_STREET, side}}) &&
                builtin_area(s, "east", (wend_box){{side - CITY_STREET, 0}, {side, side}}) &&
                add_crowd(s, "west", "east") && add_crowd(s, "east", "west");
    return builtin_whole(s, good);
}

// ---- simulation 2 -------------------------------------------------------------------------------

/// A random point in the streets around the middle block.
static wend_vec2 random_place(wend_random *random)
{
    uint32_t number = MIDDLE - RANDOM_REACH + wend_random_below(random, 2 * RANDOM_REACH + 2);
    double slack = CITY_STREET / 2 - KERB;
    double across = street(number) + wend_random_between(random, -slack, slack);
    double along = wend_random_between(random, street(MIDDLE - RANDOM_REACH),
                                       street(MIDDLE + RANDOM_REACH + 1));
    wend_vec2 place = {builtin_rounded(along), builtin_rounded(across)};
    return wend_random_below(random, 2) ? place : (wend_vec2){place.y, place.x};
}

static bool is_apart(const scene *s, wend_vec2 place)
{
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        wend_vec2 other = s->agents[i].def.agent.position;
        if (wend_distance(place, other) < APART)
            return false;
    }
    return true;
}

scene *builtin_city_random(uint32_t agents)
{
    scene *s = builtin_simulation("People between random places around the middle of the city, "
                                  "0.5 to 1.5 m a step (simulation 2)");
    bool good = s && add_blocks(s, CITY_BLOCKS);
    wend_random random = wend_random_stream(2, agents);
    while (good && s->agents_count < agents) {
        wend_vec2 from = random_place(&random), to = random_place(&random);
        double stride = builtin_stride(&random);
        if (is_apart(s, from))
            good = builtin_walker(s, from, to, stride);
    }
    if (good)
        s->duration = 900;
    return builtin_whole(s, good);
}

// ---- simulations 3 and 4 ------------------------------------------------------------------------

scene *builtin_city_diagonal(uint32_t unused)
{
    (void)unused;
    scene *s = builtin_simulation("One person crosses the city from corner to corner, 1 m a step "
                                  "(simulation 3)");
    double far = street(CITY_BLOCKS), near = street(0);
    bool good = s && add_blocks(s, CITY_BLOCKS) &&
                builtin_walker(s, (wend_vec2){near, near}, (wend_vec2){far, far}, 1);
    if (good)
        s->duration = 5000;
    return builtin_whole(s, good);
}

scene *builtin_city_cross(uint32_t agents)
{
    scene *s = builtin_simulation("People from the west and the east meet in the streets of the "
                                  "city, 0.5 to 1.5 m a step (simulation 4)");
    bool good = s && add_blocks(s, CITY_BLOCKS);
    wend_random random = wend_random_stream(4, agents);
    uint32_t rows = agents / 2, blocks = agents <= FAR_TRAVELLERS ? FAR_BLOCKS : NEAR_BLOCKS;
    uint32_t first = (CITY_BLOCKS - blocks) / 2; // the street in which agents from the west start
    double west = street(first), east = street(first + blocks);
    for (uint32_t i = 0; good && i < rows; ++i) {
        // To the next street: a path along a single street would be no search.
        double y = street(MIDDLE - rows / 2 + i), next = y + CITY_PITCH;
        double strides[2] = {builtin_stride(&random), builtin_stride(&random)};
        good = builtin_walker(s, (wend_vec2){west, y}, (wend_vec2){east, next}, strides[0]) &&
               builtin_walker(s, (wend_vec2){east, y}, (wend_vec2){west, next}, strides[1]);
    }
    if (good) {
        s->duration = 6000;
        s->world.search_budget = CROSS_ITERATIONS;
    }
    return builtin_whole(s, good);
}
