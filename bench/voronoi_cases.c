// SPDX-License-Identifier: MIT
// Cases for diagrams (see voronoi_cases.h). Coordinates are multiples of a power of two, so that
// comparison programs that use integers have exactly the same input.
#include "bench/voronoi_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/builtin/city.h"
#include "wend/geometry.h"
#include "wend/random.h"

#define PITCH     10.0              ///< side of the square of the plane per obstacle [Units: m]
#define SHORTEST  1.0               ///< length of a segment [Units: m]
#define LONGEST   10.0              ///< [Units: m]
#define GAP       0.01              ///< minimum distance of segments [Units: m]
#define MARGIN    1.0               ///< between obstacles and bounds [Units: m]
#define UNIT      (1.0 / (1 << 13)) ///< of random coordinates [Units: m]
#define FROM_WALL 0.5               ///< distance of the agent's path from a wall [Units: m]

static const double full_turn = 6.283185307179586;

static double snapped(double value)
{
    return floor(value / UNIT + 0.5) * UNIT;
}

/// Memory for shapes of `corners` corners each, not filled yet.
static bool reserve(voronoi_case *c, uint32_t shapes, uint32_t corners)
{
    *c = (voronoi_case){.points = malloc((size_t)shapes * corners * sizeof *c->points),
                        .shapes = malloc((size_t)shapes * sizeof *c->shapes)};
    if (c->points && c->shapes)
        return true;
    voronoi_case_free(c);
    return false;
}

static void add_shape(voronoi_case *c, const wend_vec2 *corners, uint32_t count)
{
    wend_vec2 *points = c->points + c->point_count;
    memcpy(points, corners, count * sizeof *points);
    c->shapes[c->shape_count++] = (wend_shape){.points = points, .point_count = count};
    c->point_count += count;
}

void voronoi_case_free(voronoi_case *c)
{
    free(c->points);
    free(c->shapes);
    *c = (voronoi_case){0};
}

// ---- cases --------------------------------------------------------------------------------------

bool voronoi_city(uint32_t blocks, voronoi_case *c)
{
    if (!reserve(c, blocks * blocks, 4))
        return false;
    double side = blocks * CITY_PITCH + CITY_STREET;
    c->box = (wend_box){{0, 0}, {side, side}};
    for (uint32_t i = 0; i < blocks * blocks; ++i) {
        double x = CITY_STREET + i % blocks * CITY_PITCH;
        double y = CITY_STREET + i / blocks * CITY_PITCH;
        const wend_vec2 ring[4] = {
            {x, y}, {x + CITY_BLOCK, y}, {x + CITY_BLOCK, y + CITY_BLOCK}, {x, y + CITY_BLOCK}};
        add_shape(c, ring, 4);
    }
    return true;
}

static wend_vec2 random_point(wend_random *random, double low, double high)
{
    double x = wend_random_between(random, low, high);
    return (wend_vec2){snapped(x), snapped(wend_random_between(random, low, high))};
}

bool voronoi_points(uint32_t count, voronoi_case *c)
{
    if (!reserve(c, count, 1))
        return false;
    double side = ceil(sqrt(count) * PITCH);
    c->box = (wend_box){{0, 0}, {side, side}};
    wend_random random = wend_random_stream(61, count);
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 point = random_point(&random, MARGIN, side - MARGIN);
        add_shape(c, &point, 1);
    }
    return true;
}

/// Segments by the grid squares that contain their midpoints: none is longer than a square.
typedef struct squares {
    uint32_t *first; ///< [side * side] the latest segment in a square
    uint32_t *next;  ///< [count] the previous segment in the same square
    uint32_t side;
} squares;

static const uint32_t none = UINT32_MAX;

static uint32_t column_of(const squares *grid, double coordinate)
{
    return (uint32_t)fmin(grid->side - 1.0, fmax(0, coordinate / LONGEST));
}

static bool is_alone(const voronoi_case *c, const squares *grid, const wend_vec2 ends[2])
{
    uint32_t x = column_of(grid, (ends[0].x + ends[1].x) / 2);
    uint32_t y = column_of(grid, (ends[0].y + ends[1].y) / 2);
    // The midpoints of two segments that are too near are at most a square and the gap apart.
    for (uint32_t row = y < 2 ? 0 : y - 2; row <= y + 2 && row < grid->side; ++row)
        for (uint32_t column = x < 2 ? 0 : x - 2; column <= x + 2 && column < grid->side; ++column)
            for (uint32_t i = grid->first[row * grid->side + column]; i != none;
                 i = grid->next[i]) {
                const wend_vec2 *other = c->shapes[i].points;
                if (wend_segments_distance((wend_segment){ends[0], ends[1]},
                                           (wend_segment){other[0], other[1]}, NULL, NULL) < GAP)
                    return false;
            }
    return true;
}

static void add_to_square(const voronoi_case *c, squares *grid)
{
    uint32_t i = c->shape_count - 1;
    const wend_vec2 *ends = c->shapes[i].points;
    uint32_t *square = &grid->first[column_of(grid, (ends[0].y + ends[1].y) / 2) * grid->side +
                                    column_of(grid, (ends[0].x + ends[1].x) / 2)];
    grid->next[i] = *square;
    *square = i;
}

bool voronoi_segments(uint32_t count, voronoi_case *c)
{
    if (!reserve(c, count, 2))
        return false;
    double side = ceil(sqrt(count) * PITCH);
    c->box = (wend_box){{0, 0}, {side, side}};
    squares grid = {.side = (uint32_t)(side / LONGEST) + 1};
    size_t square_count = (size_t)grid.side * grid.side;
    grid.first = malloc(square_count * sizeof *grid.first);
    grid.next = malloc(count * sizeof *grid.next);
    bool good = grid.first && grid.next;
    for (size_t i = 0; good && i < square_count; ++i)
        grid.first[i] = none;
    wend_random random = wend_random_stream(62, count);
    while (good && c->shape_count < count) {
        wend_vec2 a = random_point(&random, MARGIN, side - MARGIN);
        double length = wend_random_between(&random, SHORTEST, LONGEST);
        double angle = wend_random_between(&random, 0, full_turn);
        wend_vec2 b = {snapped(a.x + length * cos(angle)), snapped(a.y + length * sin(angle))};
        const wend_vec2 ends[2] = {a, b};
        bool inside = fmin(b.x, b.y) >= MARGIN && fmax(b.x, b.y) <= side - MARGIN;
        if (inside && is_alone(c, &grid, ends)) {
            add_shape(c, ends, 2);
            add_to_square(c, &grid);
        }
    }
    free(grid.first);
    free(grid.next);
    if (!good)
        voronoi_case_free(c);
    return good;
}

// ---- input of wend and of comparison programs ---------------------------------------------------

static void corners_of(wend_box box, wend_vec2 corners[4])
{
    corners[0] = box.min;
    corners[1] = (wend_vec2){box.max.x, box.min.y};
    corners[2] = box.max;
    corners[3] = (wend_vec2){box.min.x, box.max.y};
}

wend_floor *voronoi_floor(const voronoi_case *c)
{
    wend_vec2 bounds[4];
    corners_of(c->box, bounds);
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = c->shapes;
    def.shape_count = c->shape_count;
    wend_floor *floor = NULL;
    return wend_floor_create(&def, &floor, NULL) == WEND_OK ? floor : NULL;
}

static void add_to_plan(peer_plan *plan, const wend_vec2 *corners, uint32_t count)
{
    uint32_t first = plan->point_count, wall_count = count < 3 ? count - 1 : count;
    memcpy(plan->points + first, corners, count * sizeof *corners);
    plan->point_count += count;
    for (uint32_t k = 0; k < wall_count; ++k)
        plan->walls[plan->wall_count++] =
            (peer_wall){first + k, first + (k + 1) % count, count > 2};
}

bool voronoi_plan(const voronoi_case *c, bool bounds, peer_plan *plan)
{
    size_t room = (size_t)c->point_count + 4;
    *plan = (peer_plan){.open = !bounds};
    plan->points = malloc(room * sizeof *plan->points);
    plan->walls = malloc(room * sizeof *plan->walls);
    if (!plan->points || !plan->walls) {
        peer_plan_free(plan);
        return false;
    }
    for (uint32_t i = 0; i < c->shape_count; ++i)
        add_to_plan(plan, c->shapes[i].points, c->shapes[i].point_count);
    wend_vec2 corners[4];
    corners_of(c->box, corners);
    if (bounds)
        add_to_plan(plan, corners, 4);
    return true;
}

// ---- an agent -----------------------------------------------------------------------------------

void voronoi_walk(uint32_t blocks, wend_vec2 *places, uint32_t count)
{
    wend_random random = wend_random_stream(63, blocks);
    double slack = CITY_STREET / 2 - FROM_WALL, side = blocks * CITY_PITCH + CITY_STREET;
    double across = 0, along = 0, heading = 0;
    bool upright = false;
    for (uint32_t i = 0; i < count; ++i) {
        if (i % STEPS_IN_A_STREET == 0) {
            double street = wend_random_below(&random, blocks + 1) * CITY_PITCH;
            across = street + CITY_STREET / 2 + wend_random_between(&random, -slack, slack);
            along = wend_random_between(&random, FROM_WALL, side - FROM_WALL);
            heading = along < side / 2 ? 1 : -1; // so that it does not reach the end of the street
            upright = wend_random_below(&random, 2);
        }
        along += heading * wend_random_between(&random, 0.5, 1.5);
        places[i] = upright ? (wend_vec2){snapped(across), snapped(along)}
                            : (wend_vec2){snapped(along), snapped(across)};
    }
}
