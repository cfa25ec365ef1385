// SPDX-License-Identifier: MIT
// Terrain with six rocks and one crater, none of them convex. The crater is a rim with a gap in the
// south-west, a trap for a rover that goes straight on. Every rover has its own goal in the open
// terrain, and then another.
#include "scene/builtin/mars.h"

#include "scene/builtin/parts.h"

enum {
    MOST_CORNERS = 32,
    BOLD_OF = 3, ///< one rover in this number is bold
};
#define TERRAIN "terrain" ///< name of the area that covers it
#define SIDE    100.0     ///< side of the terrain [Units: m]
#define RADIUS  0.8       ///< radius of a rover [Units: m]

static const struct {
    const char *name;
    uint32_t count;
    wend_vec2 ring[MOST_CORNERS];
} rocks[] = {
    {"rock",
     12,
     {{28.4, 23.4},
      {26.4, 26.9},
      {21.4, 26.5},
      {19.1, 29.6},
      {13.8, 29},
      {12.4, 24.8},
      {16.6, 21.6},
      {14.6, 17.2},
      {16.4, 13.8},
      {21.4, 14.5},
      {23.3, 17.6},
      {27, 19}}},
    {"rock",
     12,
     {{83.5, 26.3},
      {77.9, 26.1},
      {76.4, 21.7},
      {71.4, 22.7},
      {69, 18.2},
      {71.5, 13.9},
      {73.7, 11.1},
      {77.4, 8.6},
      {82.3, 11.2},
      {80.9, 15.8},
      {85.2, 18.1},
      {86.2, 21.8}}},
    {"rock",
     11,
     {{11.8, 68.8},
      {9.9, 65},
      {8.9, 60.8},
      {13.9, 59.6},
      {14.2, 55.9},
      {19.1, 53.8},
      {22.2, 57.5},
      {22.8, 61.2},
      {22.3, 65.4},
      {18, 65},
      {16.2, 69.2}}},
    {"rock",
     12,
     {{89.5, 60.7},
      {87.1, 65.2},
      {83, 65.1},
      {81, 60.6},
      {76.5, 62},
      {74.1, 59.1},
      {75.3, 55.4},
      {77.8, 51.7},
      {81.7, 54.4},
      {84.3, 51.6},
      {88.8, 53},
      {89.5, 57.1}}},
    {"rock",
     10,
     {{29.9, 94.6},
      {26.1, 91.5},
      {27.3, 87.3},
      {24, 83.8},
      {24.7, 80.7},
      {29.4, 78.9},
      {32.2, 82.9},
      {36, 83},
      {38, 88},
      {34.9, 90.7}}},
    {"rock",
     10,
     {{62.6, 84.5},
      {65.5, 80.9},
      {69, 78.9},
      {71.4, 83.8},
      {75.2, 83.1},
      {78.1, 87.7},
      {75.2, 91.4},
      {70.9, 92.7},
      {68.3, 89.4},
      {63.4, 88.7}}},
    {"crater", 27, {{43.9, 34.7}, {49.4, 34.3}, {54.8, 34},   {59.9, 36.5}, {62.4, 41.1},
                    {64.7, 46.2}, {64, 51.3},   {61.3, 55.9}, {58.3, 59.5}, {53.1, 62},
                    {47.7, 61.6}, {42.8, 60.7}, {38.2, 57.5}, {35.6, 52.3}, {35.7, 47.1},
                    {39.1, 47.6}, {40.8, 52.2}, {43.6, 56},   {47.8, 58.4}, {52.6, 57.6},
                    {56.9, 55.7}, {59.8, 52},   {60.7, 47},   {59, 42.3},   {55.2, 38.7},
                    {50.8, 37.1}, {45.9, 38.4}}},
};

/// Speeds of pedestrians: a true rover would need a day for its path. [Units: m/s]
typedef struct temper {
    const char *role;
    double speed, max_speed;
} temper;

static const temper gap_time = {"calm", 0.8, 1.2}, bold = {"bold", 1.6, 2.4};

static bool add_rocks(scene *s)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof rocks / sizeof rocks[0]; ++i)
        good = builtin_polygon(s, rocks[i].name, NULL, rocks[i].ring, rocks[i].count);
    return good;
}

static bool add_rovers(scene *s, const temper *kind, uint32_t count)
{
    scene_agents *rovers = scene_add_agents(s);
    if (!rovers)
        return false;
    rovers->in = TERRAIN;
    rovers->def.count = count;
    rovers->role = kind->role;
    rovers->def.agent.radius = RADIUS;
    rovers->def.agent.preferred_speed = kind->speed;
    rovers->def.agent.max_speed = kind->max_speed;
    rovers->pursuit.what = TERRAIN;
    return true;
}

scene *builtin_mars(uint32_t rovers)
{
    const wend_box terrain = {{0, 0}, {SIDE, SIDE}};
    uint32_t bold_count = rovers / BOLD_OF;
    scene *s = scene_new();
    bool good = s && builtin_bounds(s, terrain) && add_rocks(s) &&
                builtin_area(s, TERRAIN, terrain) &&
                add_rovers(s, &gap_time, rovers - bold_count) && add_rovers(s, &bold, bold_count);
    if (good) {
        s->about = "Rovers, calm and bold ones, explore a terrain of rocks and a crater";
        builtin_mang(s);
    }
    return builtin_whole(s, good);
}
