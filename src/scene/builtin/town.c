// SPDX-License-Identifier: MIT
// A quarter of the town has fifteen obstacles: six buildings with a doorway each, two fountains,
// five benches, a kiosk and a monument. A street with a side-walk on either side runs through its
// middle, and up to five cars drive to and fro, each in its own lane, so they never meet. Each
// agent goes to the next exit in turn.
//
// By Little's law, the spawn rate is the requested number of agents divided by the mean length of
// stay.
#include "scene/builtin/town.h"

#include "scene/builtin/parts.h"

#include <math.h>
#include <stdio.h>

#define QUARTER 80.0 ///< side of a quarter [Units: m]
/// Standard deviation of walking speeds. [Units: m/s]
#define SPEED_DEVIATION 0.2
/// Mean length of stay, measured in a nearly empty and in a full quarter. [Units: s]
#define STAY_ALONE 50.0
#define STAY_FULL  59.0
/// Spawning starts when the first of the initial agents have left; otherwise there would be too
/// many agents for a while. [Units: s]
#define HEAD_START 12.0
/// Spawners last for this number of runs. [Units: runs]
#define RUNS 2.0

enum {
    FULL_QUARTER = 200, ///< agents in a quarter of a town with several quarters
    ROW = 10,           ///< maximum number of quarters side by side
    FEW = 25,           ///< up to this number of agents there are FEWEST_CARS cars
    FEWEST_CARS = 2,
    PEOPLE_PER_CAR = 50, ///< above FEW, one more car for this number of agents
    MOST_CORNERS = 10,
    NAME_SIZE = 40,
};

// ---- obstacles ----------------------------------------------------------------------------------

typedef struct thing {
    const char *name, *role;
    uint32_t count;
    wend_vec2 ring[MOST_CORNERS];
} thing;

/// Each building has a doorway: a recess in its wall that is an exit and an entrance.
static const thing things[] = {
    {"market hall",
     "building",
     8,
     {{5, 5}, {27, 5}, {27, 30}, {17, 30}, {17, 27.5}, {14, 27.5}, {14, 30}, {5, 30}}},
    {"school",
     "building",
     8,
     {{34, 5}, {50, 5}, {50, 30}, {34, 30}, {34, 19}, {36.5, 19}, {36.5, 16}, {34, 16}}},
    {"library",
     "building",
     10,
     {{57, 5},
      {75, 5},
      {75, 30},
      {66, 30},
      {66, 25},
      {68.5, 25},
      {68.5, 22},
      {66, 22},
      {66, 16},
      {57, 16}}},
    {"town hall",
     "building",
     8,
     {{26, 64}, {38.5, 64}, {38.5, 66.5}, {41.5, 66.5}, {41.5, 64}, {54, 64}, {54, 75}, {26, 75}}},
    {"hotel",
     "building",
     8,
     {{5, 50}, {17, 50}, {17, 60}, {14.5, 60}, {14.5, 63}, {17, 63}, {17, 75}, {5, 75}}},
    {"theatre",
     "building",
     8,
     {{63, 50}, {75, 50}, {75, 75}, {63, 75}, {63, 63}, {65.5, 63}, {65.5, 60}, {63, 60}}},
    {"kiosk", NULL, 6, {{56, 51}, {58, 51}, {59, 52.7}, {58, 54.4}, {56, 54.4}, {55, 52.7}}},
    {"monument", NULL, 4, {{61, 25.5}, {62.5, 27}, {61, 28.5}, {59.5, 27}}},
    {"bench", "bench", 4, {{33, 53}, {33.6, 53}, {33.6, 55.4}, {33, 55.4}}},
    {"bench", "bench", 4, {{46.4, 53}, {47, 53}, {47, 55.4}, {46.4, 55.4}}},
    {"bench", "bench", 4, {{38.8, 59.6}, {41.2, 59.6}, {41.2, 60.2}, {38.8, 60.2}}},
    {"bench", "bench", 4, {{26, 49}, {28.4, 49}, {28.4, 49.6}, {26, 49.6}}},
    {"bench", "bench", 4, {{57.6, 19}, {58.2, 19}, {58.2, 21.4}, {57.6, 21.4}}},
};

static const struct {
    wend_vec2 centre;
    double radius;
} fountains[] = {{{40, 54}, 3}, {{61.8, 20.5}, 1.2}};

// ---- entrances and exits ------------------------------------------------------------------------

typedef struct way_out {
    const char *name;
    wend_box box;
    double share; ///< weight of its spawn rate
} way_out;

static const way_out ways_out[] = {
    {"market hall", {{14, 27.5}, {17, 30}}, 1}, {"school", {{34, 16}, {36.5, 19}}, 1},
    {"library", {{66, 22}, {68.5, 25}}, 1},     {"town hall", {{38.5, 64}, {41.5, 66.5}}, 1},
    {"hotel", {{14.5, 60}, {17, 63}}, 1},       {"theatre", {{63, 60}, {65.5, 63}}, 1},
    {"south-west", {{0, 31}, {1.5, 35}}, 2},    {"north-west", {{0, 45}, {1.5, 49}}, 2},
    {"south-east", {{78.5, 31}, {80, 35}}, 2},  {"north-east", {{78.5, 45}, {80, 49}}, 2},
};
enum { WAYS_OUT = sizeof ways_out / sizeof ways_out[0] };

/// Initial positions: clear of the cars' lanes.
static const struct {
    const char *name;
    wend_box box;
} first_places[] = {
    {"side-walk south", {{2, 30.5}, {78, 36}}},
    {"side-walk north", {{2, 44}, {78, 49.5}}},
    {"square", {{24, 50}, {62, 63}}},
};
enum { FIRST_PLACES = sizeof first_places / sizeof first_places[0] };

/// Lanes of the cars, in the order in which they are used. [Units: m, m/s, s]
static const struct {
    wend_vec2 from, to;
    double speed, start;
} lanes[] = {
    {{5, 38}, {75, 38}, 3, 0},     {{75, 42}, {5, 42}, 3, 2},      {{30.5, 6}, {30.5, 27}, 2, 1},
    {{53.5, 27}, {53.5, 6}, 2, 4}, {{21.5, 54}, {21.5, 73}, 2, 3},
};
enum { LANES = sizeof lanes / sizeof lanes[0] };
#define CAR_LONG  4.2 ///< [Units: m]
#define CAR_WIDE  1.8 ///< [Units: m]
#define CAR_PAUSE 3.0 ///< at either end of its lane [Units: s]

// ---- a quarter ----------------------------------------------------------------------------------

/// A quarter under construction.
typedef struct quarter {
    scene *s;
    uint32_t number, people, cars;
    wend_vec2 corner;
    const char *ways_out[WAYS_OUT];         ///< names of its exits
    const char *first_places[FIRST_PLACES]; ///< names of its initial areas
} quarter;

static wend_vec2 placed(const quarter *q, wend_vec2 p)
{
    return (wend_vec2){q->corner.x + p.x, q->corner.y + p.y};
}

static wend_box placed_box(const quarter *q, wend_box box)
{
    return (wend_box){placed(q, box.min), placed(q, box.max)};
}

/// The name of an area in this quarter: unique in the town. NULL: out of memory.
static const char *name_of(const quarter *q, const char *name)
{
    char full[NAME_SIZE];
    int size = snprintf(full, sizeof full, q->number > 0 ? "%s %u" : "%s", name, q->number + 1);
    return pool_string(&q->s->memory, full, (size_t)size);
}

static bool add_things(const quarter *q)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof things / sizeof things[0]; ++i) {
        wend_vec2 ring[MOST_CORNERS];
        for (uint32_t k = 0; k < things[i].count; ++k)
            ring[k] = placed(q, things[i].ring[k]);
        good = builtin_polygon(q->s, things[i].name, things[i].role, ring, things[i].count);
    }
    for (size_t i = 0; good && i < sizeof fountains / sizeof fountains[0]; ++i) {
        scene_obstacle *fountain = scene_add_obstacle(q->s);
        good = fountain &&
               scene_circle(q->s, fountain, placed(q, fountains[i].centre), fountains[i].radius);
        if (good)
            fountain->name = "fountain";
    }
    return good;
}

static bool add_car(const quarter *q, uint32_t lane)
{
    wend_vec2 from = placed(q, lanes[lane].from), to = placed(q, lanes[lane].to);
    bool lies = from.y == to.y;
    double x = (lies ? CAR_LONG : CAR_WIDE) / 2, y = (lies ? CAR_WIDE : CAR_LONG) / 2;
    const wend_vec2 ring[] = {{from.x - x, from.y - y},
                              {from.x + x, from.y - y},
                              {from.x + x, from.y + y},
                              {from.x - x, from.y + y}};
    scene_mover *car = scene_add_mover(q->s);
    if (!car)
        return false;
    wend_vec2 *path = pool_allocate(&q->s->memory, 2, sizeof *path);
    if (!path || !scene_shape_ring(q->s, ring, 4, &car->body.shape))
        return false;
    car->body.kind = SCENE_POLYGON;
    car->body.name = "car";
    path[0] = from;
    path[1] = to;
    car->def.path = path;
    car->def.path_count = 2;
    car->def.speed = lanes[lane].speed;
    car->def.start = lanes[lane].start;
    car->def.pause = CAR_PAUSE;
    car->def.loop = WEND_LOOP_BACK_AND_FORTH;
    return true;
}

static bool add_areas(quarter *q)
{
    bool good = true;
    for (uint32_t i = 0; good && i < FIRST_PLACES; ++i) {
        const char *name = q->first_places[i] = name_of(q, first_places[i].name);
        good = name && builtin_area(q->s, name, placed_box(q, first_places[i].box));
    }
    for (uint32_t i = 0; good && i < WAYS_OUT; ++i) {
        const char *name = q->ways_out[i] = name_of(q, ways_out[i].name);
        good = name && builtin_area(q->s, name, placed_box(q, ways_out[i].box));
    }
    return good;
}

/// Agents that start in that area and go to all exits in turn. Exit `number` is the last in their
/// list: otherwise the first agents from everywhere would go to the same exit.
static scene_agents *add_people(const quarter *q, const char *in, uint32_t number)
{
    scene_agents *people = builtin_agents(q->s);
    const char **areas = pool_allocate(&q->s->memory, WAYS_OUT, sizeof *areas);
    if (!people || !areas)
        return NULL;
    people->in = in;
    people->def.preferred_speed =
        scene_default_spread(people->def.agent.preferred_speed, SPEED_DEVIATION, SCENE_MAX_SPEED);
    people->goal = (scene_goal){.kind = SCENE_GOAL_AREAS,
                                .areas = areas,
                                .area_count = WAYS_OUT,
                                .choice = WEND_CHOICE_IN_TURN};
    for (uint32_t i = 0; i < WAYS_OUT; ++i)
        areas[i] = q->ways_out[(number + 1 + i) % WAYS_OUT];
    return people;
}

static bool add_first(const quarter *q)
{
    for (uint32_t i = 0; i < FIRST_PLACES; ++i) {
        scene_agents *people = add_people(q, q->first_places[i], i);
        if (!people)
            return false;
        people->def.count = q->people * (i + 1) / FIRST_PLACES - q->people * i / FIRST_PLACES;
    }
    return true;
}

static bool add_others(const quarter *q)
{
    double stay = STAY_ALONE + (STAY_FULL - STAY_ALONE) * q->people / FULL_QUARTER, shares = 0;
    for (uint32_t i = 0; i < WAYS_OUT; ++i)
        shares += ways_out[i].share;
    for (uint32_t i = 0; i < WAYS_OUT; ++i) {
        scene_agents *people = add_people(q, q->ways_out[i], i);
        if (!people)
            return false;
        --people->goal.area_count; // not back to the exit they come from
        people->def.rate = q->people / stay * ways_out[i].share / shares;
        people->def.start = HEAD_START + builtin_rounded(i / (WAYS_OUT * people->def.rate));
        people->def.count = (uint32_t)ceil(people->def.rate * BUILTIN_MANG_SECONDS * RUNS);
    }
    return true;
}

static bool add_quarter(quarter *q)
{
    bool good = add_things(q) && add_areas(q) && add_first(q) && add_others(q);
    for (uint32_t i = 0; good && i < q->cars; ++i)
        good = add_car(q, i);
    return good;
}

static uint32_t cars_for(uint32_t people)
{
    uint32_t cars = people <= FEW ? FEWEST_CARS : FEWEST_CARS + people / PEOPLE_PER_CAR;
    return cars < LANES ? cars : LANES;
}

scene *builtin_crowd(uint32_t people)
{
    uint32_t quarters = (people + FULL_QUARTER - 1) / FULL_QUARTER;
    uint32_t columns = quarters < ROW ? quarters : ROW, rows = (quarters + columns - 1) / columns;
    scene *s = scene_new();
    bool good = s && builtin_bounds(s, (wend_box){{0, 0}, {columns * QUARTER, rows * QUARTER}});
    for (uint32_t i = 0; good && i < quarters; ++i) {
        quarter q = {.s = s, .number = i, .people = people / quarters};
        q.cars = cars_for(q.people);
        q.corner = (wend_vec2){i % columns * QUARTER, i / columns * QUARTER};
        good = add_quarter(&q);
    }
    if (good) {
        s->about = "People between the doors and side-walks of a town, among cars that drive";
        builtin_mang(s);
    }
    return builtin_whole(s, good);
}
