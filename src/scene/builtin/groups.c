// SPDX-License-Identifier: MIT
// A shape of 57 m2 holds the sheep: 8.5 m wide as a disc, 23 m long at its minimum width. Rooms,
// and streets between bends, are about as long.
#include "scene/builtin/groups.h"

#include "scene/builtin/parts.h"

#include <math.h>

/// This number of samples is enough for every sampler, whatever the seed.
enum { SHEEP = 50, SAMPLES = 200000 };
#define SHEEP_RADIUS 0.3  ///< [Units: m]
#define SHEEP_SPEED  1.3  ///< [Units: m/s]
#define SQUARE       10.0 ///< side of the start and goal areas [Units: m]
/// A single sheep passes, the group does not. [Units: m]
#define ALLEY   1.2
#define SECONDS 600.0

// ---- common parts -------------------------------------------------------------------------------

static double passage(double usual, uint32_t percent)
{
    return usual * percent / 100;
}

static bool add_square(scene *s, const char *name, wend_vec2 middle)
{
    return builtin_area(s, name,
                        (wend_box){{middle.x - SQUARE / 2, middle.y - SQUARE / 2},
                                   {middle.x + SQUARE / 2, middle.y + SQUARE / 2}});
}

static bool add_box(scene *s, const char *name, wend_box box)
{
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    return builtin_polygon(s, name, NULL, ring, 4);
}

/// Adds the sheep, from one square to the other, to a scene with walls. Takes ownership of the
/// scene.
static scene *add_sheep(scene *s, bool good, const char *about, wend_vec2 from, wend_vec2 to)
{
    good = good && add_square(s, "start", from) && add_square(s, "goal", to);
    scene_agents *sheep = good ? scene_add_agents(s) : NULL;
    if (sheep) {
        sheep->in = "start";
        sheep->def.count = SHEEP;
        sheep->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = "goal"};
        sheep->def.agent.radius = SHEEP_RADIUS;
        sheep->def.agent.preferred_speed = SHEEP_SPEED;
        sheep->group = "sheep";
        sheep->shape.min_width = SHEEP_WIDTH;
        sheep->shape.max_samples = SAMPLES;
        s->about = about;
        s->planner = WEND_PLANNER_GROUP;
        s->motion = WEND_MOTION_GROUP_POTENTIAL;
        s->duration = SECONDS;
        s->until = SCENE_UNTIL_EMPTY;
    }
    return builtin_whole(s, sheep != NULL);
}

// ---- narrow passage -----------------------------------------------------------------------------

/// Size of a room, and thickness of the wall between the two. [Units: m]
#define ROOM_WIDTH  28.0
#define ROOM_HEIGHT 24.0
#define WALL        1.0

scene *builtin_group_narrow(uint32_t percent)
{
    const double half = passage(NARROW_PASSAGE, percent) / 2, middle = ROOM_HEIGHT / 2,
                 low = builtin_rounded(middle - half), high = builtin_rounded(middle + half);
    const double width = 2 * ROOM_WIDTH + WALL;
    scene *s = scene_new();
    bool good =
        s && builtin_bounds(s, (wend_box){{0, 0}, {width, ROOM_HEIGHT}}) &&
        add_box(s, "wall", (wend_box){{ROOM_WIDTH, 0}, {ROOM_WIDTH + WALL, low}}) &&
        add_box(s, "wall", (wend_box){{ROOM_WIDTH, high}, {ROOM_WIDTH + WALL, ROOM_HEIGHT}});
    return add_sheep(s, good, "A coherent group of fifty sheep, and one narrow passage",
                     (wend_vec2){8, 7}, (wend_vec2){width - 8, 7});
}

// ---- cylinder clutter ---------------------------------------------------------------------------

scene *builtin_group_cylinders(uint32_t percent)
{
    // The narrowest gap between two cylinders is CYLINDERS_PASSAGE.
    static const struct {
        wend_vec2 centre;
        double radius;
    } cylinders[] = {
        {{19, 8}, 2.5},    {{18, 24}, 2.5},     {{19.5, 40}, 2.5}, {{27, 16}, 2},
        {{27, 32}, 2},     {{34, 7}, 2},        {{35, 24}, 3},     {{34, 41}, 2},
        {{42, 15.5}, 2.5}, {{42.5, 32.5}, 2.5}, {{47.5, 24}, 1.5},
    };
    const double fatter = builtin_rounded(
        (passage(CYLINDERS_PASSAGE, 100) - passage(CYLINDERS_PASSAGE, percent)) / 2);
    scene *s = scene_new();
    bool good = s && builtin_bounds(s, (wend_box){{0, 0}, {64, 48}});
    for (size_t i = 0; good && i < sizeof cylinders / sizeof *cylinders; ++i) {
        scene_obstacle *cylinder = scene_add_obstacle(s);
        good = cylinder &&
               scene_circle(s, cylinder, cylinders[i].centre, cylinders[i].radius + fatter);
        if (good)
            cylinder->name = "cylinder";
    }
    return add_sheep(s, good,
                     "A coherent group of fifty sheep among cylinders, with many possible paths",
                     (wend_vec2){7, 24}, (wend_vec2){57, 24});
}

// ---- tree path ----------------------------------------------------------------------------------

#define LANE       15.0 ///< between rows of trees [Units: m]
#define PATH       50.0 ///< length of a lane [Units: m]
#define TREE_PITCH 2.0  ///< from tree to tree [Units: m]
/// Half the width of a trunk, and half of its side: a regular octagon, rounded to centimetres.
/// [Units: m]
#define TREE      0.5
#define TREE_SIDE 0.21
enum { TREE_CORNERS = 8 };

static bool add_tree(scene *s, wend_vec2 place)
{
    static const wend_vec2 trunk[TREE_CORNERS] = {
        {TREE, -TREE_SIDE}, {TREE, TREE_SIDE},   {TREE_SIDE, TREE},   {-TREE_SIDE, TREE},
        {-TREE, TREE_SIDE}, {-TREE, -TREE_SIDE}, {-TREE_SIDE, -TREE}, {TREE_SIDE, -TREE}};
    wend_vec2 ring[TREE_CORNERS];
    for (int i = 0; i < TREE_CORNERS; ++i)
        ring[i] = (wend_vec2){builtin_rounded(place.x + trunk[i].x),
                              builtin_rounded(place.y + trunk[i].y)};
    return builtin_polygon(s, "tree", NULL, ring, TREE_CORNERS);
}

/// A row of trees, with a gap at one end of the lanes.
static bool add_row(scene *s, double y, double gap, bool gap_is_right)
{
    bool good = true;
    for (double x = gap + TREE; good && x < PATH - TREE; x += TREE_PITCH)
        good = add_tree(s, (wend_vec2){gap_is_right ? PATH - x : x, y});
    return good;
}

scene *builtin_group_trees(uint32_t percent)
{
    const double gap = passage(TREES_PASSAGE, percent);
    scene *s = scene_new();
    bool good = s && builtin_bounds(s, (wend_box){{0, 0}, {PATH, 3 * LANE}}) &&
                add_row(s, LANE, gap, true) && add_row(s, 2 * LANE, gap, false);
    return add_sheep(s, good,
                     "A coherent group of fifty sheep, and rows of trees that a single sheep "
                     "could pass between",
                     (wend_vec2){7.5, LANE / 2}, (wend_vec2){PATH - 7.5, 2.5 * LANE});
}

// ---- city scape ---------------------------------------------------------------------------------

enum { COLUMNS = 4, ROWS = 3 };
#define BLOCK 18.0 ///< side of a block of houses [Units: m]
#define PLAZA 11.0 ///< side of the squares cut out of two blocks [Units: m]

/// A block, by its number along the streets, from its low to its high side.
static wend_box block_box(int column, int row, double street)
{
    const double pitch = BLOCK + street;
    const wend_vec2 low = {builtin_rounded(column * pitch), builtin_rounded(row * pitch)};
    return (wend_box){low, {low.x + BLOCK, low.y + BLOCK}};
}

/// Corners of a block.
typedef enum corner { NO_CORNER, LOW_LEFT, LOW_RIGHT, HIGH_LEFT } corner;

/// A block with one corner cut out.
static bool add_block(scene *s, wend_box b, corner missing, double width, double height)
{
    const double x = missing == LOW_RIGHT ? b.max.x - width : b.min.x + width,
                 y = missing == HIGH_LEFT ? b.max.y - height : b.min.y + height;
    const wend_vec2 low_left[] = {{x, b.min.y},       {b.max.x, b.min.y}, b.max,
                                  {b.min.x, b.max.y}, {b.min.x, y},       {x, y}};
    const wend_vec2 low_right[] = {b.min,        {x, b.min.y}, {x, y},
                                   {b.max.x, y}, b.max,        {b.min.x, b.max.y}};
    const wend_vec2 high_left[] = {b.min,  {b.max.x, b.min.y}, b.max, {x, b.max.y},
                                   {x, y}, {b.min.x, y}};
    const wend_vec2 *rings[] = {NULL, low_left, low_right, high_left};
    return missing ? builtin_polygon(s, "house", NULL, rings[missing], 6) : add_box(s, "house", b);
}

static bool add_houses(scene *s, double street)
{
    // The start and goal squares lie at the ends of two streets.
    const double width = builtin_rounded((PLAZA - street) / 2);
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        const int column = i % COLUMNS, row = i / COLUMNS;
        const corner missing = column == 0 && row == 0   ? HIGH_LEFT
                               : column == 0 && row == 1 ? LOW_LEFT
                               : column == 2 && row == 0 ? LOW_RIGHT
                               : column == 3 && row == 0 ? LOW_LEFT
                                                         : NO_CORNER;
        const bool start = column == 0;
        if (!add_block(s, block_box(column, row, street), missing, start ? PLAZA : width,
                       start ? width : PLAZA))
            return false;
    }
    return true;
}

/// Fills the street between two adjacent blocks, except for an alley.
static bool fill_street(scene *s, int column, int row, bool upright, double street)
{
    const wend_box block = block_box(column, row, street);
    const double wide = builtin_rounded(street - ALLEY);
    const wend_box right = {{block.max.x, block.min.y}, {block.max.x + wide, block.max.y}};
    const wend_box above = {{block.min.x, block.max.y}, {block.max.x, block.max.y + wide}};
    return add_box(s, "market", upright ? right : above);
}

scene *builtin_group_city(uint32_t percent)
{
    const double street = passage(CITY_PASSAGE, percent);
    const wend_box first = block_box(0, 0, street), third = block_box(2, 0, street),
                   last = block_box(COLUMNS - 1, ROWS - 1, street);
    scene *s = scene_new();
    // Markets leave space for one sheep, so that the group goes around.
    bool good = s && builtin_bounds(s, (wend_box){{0, 0}, last.max}) && add_houses(s, street) &&
                fill_street(s, 0, 1, true, street) && fill_street(s, 2, 0, false, street);
    return add_sheep(s, good, "A coherent group of fifty sheep in a city of narrow streets",
                     (wend_vec2){PLAZA / 2, first.max.y + street / 2},
                     (wend_vec2){third.max.x + street / 2, PLAZA / 2});
}
