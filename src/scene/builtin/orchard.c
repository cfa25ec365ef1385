// SPDX-License-Identifier: MIT
// Eight rows of eight trees, with fruit around each as a density map; one tree in four has better
// fruit. Thieves enter over the rim, go to places with much fruit, and go elsewhere when little is
// left. Farmers stand among the trees and walk straight at the nearest thief.
#include "scene/builtin/orchard.h"

#include "scene/builtin/parts.h"

enum {
    ROWS = 8,
    TREES = ROWS * ROWS,
    FRUITS = 1000, ///< per tree
    TRUNK_CORNERS = 8,
    FARMER_OF = 25, ///< one agent in this number is a farmer
    RIMS = 4,
};
#define ORCHARD "orchard" ///< name of the resource
#define THIEF   "thief"   ///< a role
#define FARMER  "farmer"  ///< a role
#define PITCH   6.0       ///< distance between trees [Units: m]
#define MARGIN  9.0       ///< from the outermost trees to the fence [Units: m]
#define SIDE    (2 * MARGIN + (ROWS - 1) * PITCH)
#define RIM     3.0 ///< distance from the fence within which thieves start [Units: m]
#define CANOPY  2.4 ///< radius of the fruit around a tree [Units: m]
#define SWEETER 3.0 ///< value of a better fruit
/// Half the width of a trunk, and half of its side: a regular octagon, rounded to centimetres.
/// [Units: m]
#define TRUNK      0.5
#define TRUNK_SIDE 0.21

#define THIEF_SPEED     1.4 ///< [Units: m/s]
#define SPEED_DEVIATION 0.2 ///< [Units: m/s]
#define FARMER_SPEED    0.7 ///< slower than thieves [Units: m/s]
#define CATCH           0.1 ///< gap at which a thief is caught [Units: m]
#define FARMER_RADIUS   0.3 ///< [Units: m]
/// Amount gathered per second within reach: a thief moves on after about 20 s.
#define PICKED 4.0 ///< [Units: 1/s]
#define REACH  0.8 ///< [Units: m]

/// Position of a tree, counted row by row.
static wend_vec2 tree_place(uint32_t tree)
{
    return (wend_vec2){MARGIN + tree % ROWS * PITCH, MARGIN + tree / ROWS * PITCH};
}

/// One better tree in each square of four, not always in the same corner.
static bool is_sweeter(uint32_t tree)
{
    uint32_t x = tree % ROWS, y = tree / ROWS, square = x / 2 + 3 * (y / 2);
    return x % 2 == square % 2 && y % 2 == square / 2 % 2;
}

static bool add_tree(scene *s, uint32_t tree)
{
    static const wend_vec2 trunk[TRUNK_CORNERS] = {
        {TRUNK, -TRUNK_SIDE}, {TRUNK, TRUNK_SIDE},   {TRUNK_SIDE, TRUNK},   {-TRUNK_SIDE, TRUNK},
        {-TRUNK, TRUNK_SIDE}, {-TRUNK, -TRUNK_SIDE}, {-TRUNK_SIDE, -TRUNK}, {TRUNK_SIDE, -TRUNK}};
    wend_vec2 ring[TRUNK_CORNERS], place = tree_place(tree);
    for (int i = 0; i < TRUNK_CORNERS; ++i)
        ring[i] = (wend_vec2){builtin_rounded(place.x + trunk[i].x),
                              builtin_rounded(place.y + trunk[i].y)};
    return builtin_polygon(s, "tree", NULL, ring, TRUNK_CORNERS);
}

static bool add_trees(scene *s)
{
    scene_resource *field = scene_add_resource(s);
    wend_patch *patches = pool_allocate(&s->memory, TREES, sizeof *patches);
    bool good = field && patches;
    for (uint32_t i = 0; good && i < TREES; ++i) {
        patches[i] = (wend_patch){.position = tree_place(i),
                                  .radius = CANOPY,
                                  .amount = FRUITS,
                                  .value = is_sweeter(i) ? SWEETER : 1};
        good = add_tree(s, i);
    }
    if (good) {
        field->name = ORCHARD;
        field->def.patches = patches;
        field->def.patch_count = TREES;
    }
    return good;
}

static bool add_thieves(scene *s, uint32_t count)
{
    static const struct {
        const char *name;
        wend_box box;
    } rims[RIMS] = {{"south rim", {{0, 0}, {SIDE, RIM}}},
                    {"north rim", {{0, SIDE - RIM}, {SIDE, SIDE}}},
                    {"west rim", {{0, RIM}, {RIM, SIDE - RIM}}},
                    {"east rim", {{SIDE - RIM, RIM}, {SIDE, SIDE - RIM}}}};
    for (uint32_t i = 0; i < RIMS; ++i) {
        scene_agents *thieves = builtin_agents(s);
        if (!thieves || !builtin_area(s, rims[i].name, rims[i].box))
            return false;
        thieves->in = rims[i].name;
        thieves->def.count = count * (i + 1) / RIMS - count * i / RIMS;
        thieves->role = THIEF;
        thieves->def.agent.preferred_speed = THIEF_SPEED;
        thieves->def.preferred_speed =
            scene_default_spread(THIEF_SPEED, SPEED_DEVIATION, SCENE_MAX_SPEED);
        thieves->pursuit = (scene_pursuit){ORCHARD, wend_default_pursuit_def(WEND_PURSUIT_GATHER)};
        thieves->pursuit.def.reach = REACH;
        thieves->pursuit.def.rate = PICKED;
    }
    return true;
}

/// Middle of gap `number` of `count` evenly distributed gaps between trees.
static double gap_place(uint32_t number, uint32_t count)
{
    uint32_t tree = (2 * number + 1) * (ROWS - 1) / (2 * count); // the one before the gap
    return MARGIN + (tree + 0.5) * PITCH;
}

/// Farmers stand in rows, too.
static bool add_farmers(scene *s, uint32_t count)
{
    uint32_t rows = 1;
    while (rows * rows < count)
        ++rows;
    for (uint32_t i = 0; i < count; ++i) {
        scene_agents *farmer = builtin_agents(s);
        if (!farmer)
            return false;
        farmer->def.agent.position =
            (wend_vec2){gap_place(i % rows, rows), gap_place(i / rows, rows)};
        farmer->role = FARMER;
        farmer->def.agent.planner = WEND_PLANNER_DIRECT;
        farmer->def.agent.radius = FARMER_RADIUS;
        farmer->def.agent.preferred_speed = FARMER_SPEED;
        farmer->pursuit = (scene_pursuit){THIEF, wend_default_pursuit_def(WEND_PURSUIT_CHASE)};
        farmer->pursuit.def.reach = CATCH;
    }
    return true;
}

scene *builtin_fruit(uint32_t people)
{
    uint32_t farmers = people < FARMER_OF ? 1 : people / FARMER_OF;
    scene *s = scene_new();
    bool good = s && builtin_bounds(s, (wend_box){{0, 0}, {SIDE, SIDE}}) && add_trees(s) &&
                add_thieves(s, people - farmers) && add_farmers(s, farmers);
    if (good) {
        s->about = "Thieves gather fruit in an orchard, and farmers chase them";
        builtin_mang(s);
    }
    return builtin_whole(s, good);
}
