// SPDX-License-Identifier: MIT
// Labels the components with a union-find forest over the cells, then walks along each ring once.
// The header proves that the rings are valid.
#include "formats/grid.h"

#include "core/array.h"
#include "formats/formats.h"

#include <math.h>
#include <stdlib.h>

enum {
    CELL_BLOCKED = 1,
    CELL_WALKED = 2, ///< the lower side of this cell has been visited
};

#define NO_COMPONENT UINT32_MAX

typedef struct corner {
    uint32_t x, y;
} corner;

typedef struct ring {
    size_t end; ///< in corners; it starts at the end of the previous ring
    uint32_t component;
} ring;

typedef struct outline {
    const grid *g;
    uint32_t *components; ///< for each cell
    uint32_t component_count;
    wend_array(corner) corners;
    wend_array(ring) rings; ///< the outside of a component comes before its holes
} outline;

grid_frame grid_unit_frame(void)
{
    return (grid_frame){.cell = 1};
}

bool grid_create(uint64_t width, uint64_t height, grid *g, problem_list *problems)
{
    *g = (grid){0};
    if (width == 0 || height == 0)
        return problem_add(problems, "the map has no cells: width and height must be at least 1");
    if (width > GRID_MAX_CELLS || height > GRID_MAX_CELLS || width * height > GRID_MAX_CELLS)
        return problem_add(problems,
                           "the map has %llu x %llu cells, more than %llu million: scale it down",
                           (unsigned long long)width, (unsigned long long)height,
                           (unsigned long long)(GRID_MAX_CELLS >> 20));
    uint8_t *cells = calloc((size_t)(width * height), 1);
    if (!cells)
        return problem_no_memory(problems);
    *g = (grid){(uint32_t)width, (uint32_t)height, cells};
    return true;
}

void grid_free(grid *g)
{
    free(g->cells);
    *g = (grid){0};
}

// ---- components ---------------------------------------------------------------------------------

static uint32_t find_root(uint32_t *parents, uint32_t i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

// Numbers the components in the order of their first cells; returns their number. A root is the
// first cell of its tree, so the second pass meets a root before all its cells.
static uint32_t label_components(const grid *g, uint32_t *labels)
{
    for (uint32_t y = 0, i = 0; y < g->height; ++y)
        for (uint32_t x = 0; x < g->width; ++x, ++i) {
            labels[i] = NO_COMPONENT;
            if (!g->cells[i])
                continue;
            labels[i] = x > 0 && g->cells[i - 1] ? find_root(labels, i - 1) : i;
            if (y == 0 || !g->cells[i - g->width])
                continue;
            uint32_t below = find_root(labels, i - g->width), here = labels[i];
            if (below < here)
                labels[here] = labels[i] = below;
            else
                labels[below] = here;
        }
    uint32_t count = 0, cell_count = g->width * g->height;
    for (uint32_t i = 0; i < cell_count; ++i)
        if (labels[i] != NO_COMPONENT)
            labels[i] = labels[i] == i ? count++ : labels[labels[i]];
    return count;
}

// ---- rings --------------------------------------------------------------------------------------

// Directions: 0 right, 1 up, 2 left, 3 down. The offset of the cell ahead to the left of a corner,
// in each direction, from the cell whose lower left corner it is.
static const int ahead_x[4] = {0, -1, -1, 0};
static const int ahead_y[4] = {0, 0, -1, -1};
static const int step_x[4] = {1, 0, -1, 0};
static const int step_y[4] = {0, 1, 0, -1};

static bool ahead_left_is(const outline *o, corner at, unsigned direction, uint32_t component)
{
    int64_t x = (int64_t)at.x + ahead_x[direction], y = (int64_t)at.y + ahead_y[direction];
    if (x < 0 || y < 0 || x >= o->g->width || y >= o->g->height)
        return false;
    return o->components[(size_t)y * o->g->width + (size_t)x] == component;
}

// Walks along the ring with the lower side of this cell, with the component on the left.
static bool walk_ring(outline *o, corner start, uint32_t component, problem_list *problems)
{
    corner at = start;
    unsigned direction = 0;
    do {
        if (direction == 0)
            o->g->cells[(size_t)at.y * o->g->width + at.x] |= CELL_WALKED;
        at.x = (uint32_t)((int64_t)at.x + step_x[direction]);
        at.y = (uint32_t)((int64_t)at.y + step_y[direction]);
        unsigned right = (direction + 3) % 4, left = (direction + 1) % 4;
        // The cell ahead to the right is the cell ahead to the left after a right turn.
        if (ahead_left_is(o, at, right, component))
            direction = right;
        else if (ahead_left_is(o, at, direction, component))
            continue;
        else
            direction = left;
        if (o->corners.count == GRID_MAX_CORNERS)
            return problem_add(problems,
                               "the outlines of the map have more than %zu million corners: smooth "
                               "it or scale it down",
                               GRID_MAX_CORNERS >> 20);
        if (!wend_array_push(&o->corners, NULL, at))
            return problem_no_memory(problems);
    } while (direction != 0 || at.x != start.x || at.y != start.y);

    return wend_array_push(&o->rings, NULL, (ring){o->corners.count, component}) ||
           problem_no_memory(problems);
}

// Every ring runs to the right somewhere, so the lower sides of cells find all rings. The first
// cell of a component has no cell of it below: its lower side is on the outside.
static bool walk_rings(outline *o, problem_list *problems)
{
    const grid *g = o->g;
    for (uint32_t y = 0, i = 0; y < g->height; ++y)
        for (uint32_t x = 0; x < g->width; ++x, ++i) {
            bool lower_side = y == 0 || !g->cells[i - g->width];
            if (g->cells[i] == CELL_BLOCKED && lower_side &&
                !walk_ring(o, (corner){x, y}, o->components[i], problems))
                return false;
        }
    return true;
}

// ---- coordinates --------------------------------------------------------------------------------

typedef struct placement {
    wend_vec2 origin, right, up; ///< right and up: the sides of a cell
    bool upright;                ///< rows and columns are parallel to the axes, bit for bit
} placement;

static placement place_frame(grid_frame frame)
{
    double cosine = cos(frame.yaw), sine = sin(frame.yaw);
    bool upright = fmin(fabs(cosine), fabs(sine)) <= GRID_YAW_ROUNDING;
    if (upright) {
        cosine = nearbyint(cosine);
        sine = nearbyint(sine);
    }
    return (placement){
        .origin = frame.origin,
        .right = {frame.cell * cosine, frame.cell * sine},
        .up = {-frame.cell * sine, frame.cell * cosine},
        .upright = upright,
    };
}

// The only conversion of a corner to the plane, so shared corners are equal to the last bit.
static wend_vec2 place_corner(const placement *p, corner at)
{
    return (wend_vec2){p->origin.x + (at.x * p->right.x + at.y * p->up.x),
                       p->origin.y + (at.x * p->right.y + at.y * p->up.y)};
}

// Position along the rectangle's border, counter-clockwise from the lower left corner; UINT64_MAX
// if not on it.
static uint64_t border_position(const grid *g, corner at)
{
    uint64_t w = g->width, h = g->height;
    if (at.y == 0)
        return at.x;
    if (at.x == w)
        return w + at.y;
    if (at.y == h)
        return w + h + (w - at.x);
    if (at.x == 0)
        return w + h + w + (h - at.y);
    return UINT64_MAX;
}

static corner border_corner(const grid *g, uint64_t position)
{
    uint64_t w = g->width, h = g->height;
    if (position <= w)
        return (corner){(uint32_t)position, 0};
    if (position <= w + h)
        return (corner){(uint32_t)w, (uint32_t)(position - w)};
    if (position <= w + h + w)
        return (corner){(uint32_t)(w + h + w - position), (uint32_t)h};
    return (corner){0, (uint32_t)(w + h + w + h - position)};
}

// The rectangle. If it is not parallel to the axes, rounding moves obstacle corners on its sides
// off the straight line, so these corners also become vertices of the bounds.
static bool make_bounds(const outline *o, const placement *p, scene *s)
{
    const grid *g = o->g;
    uint64_t length = 2 * ((uint64_t)g->width + g->height);
    uint8_t *is_vertex = calloc((size_t)length, 1);
    if (!is_vertex)
        return false;
    is_vertex[0] = is_vertex[g->width] = 1;
    is_vertex[(uint64_t)g->width + g->height] = is_vertex[2 * (uint64_t)g->width + g->height] = 1;
    for (size_t i = 0; !p->upright && i < o->corners.count; ++i) {
        uint64_t position = border_position(g, o->corners.data[i]);
        if (position != UINT64_MAX)
            is_vertex[position] = 1;
    }
    uint32_t count = 0;
    for (uint64_t i = 0; i < length; ++i)
        count += is_vertex[i];
    s->bounds = pool_allocate(&s->memory, count, sizeof *s->bounds);
    for (uint64_t i = 0; s->bounds && i < length; ++i)
        if (is_vertex[i])
            s->bounds[s->bounds_count++] = place_corner(p, border_corner(g, i));
    free(is_vertex);
    return s->bounds != NULL;
}

// Allocates the obstacles' points and ring ends as two arrays, then fills them.
static bool make_obstacles(const outline *o, const placement *p, scene *s)
{
    wend_vec2 *points = pool_allocate(&s->memory, o->corners.count, sizeof *points);
    uint32_t *ends = pool_allocate(&s->memory, o->rings.count, sizeof *ends);
    if (!points || !ends)
        return false;
    for (uint32_t i = 0; i < o->component_count; ++i)
        if (!scene_add_obstacle(s))
            return false;
    size_t start = 0;
    for (size_t i = 0; i < o->rings.count; ++i) {
        scene_shape *shape = &s->obstacles[o->rings.data[i].component].shape;
        shape->ring_count++;
        shape->point_count += (uint32_t)(o->rings.data[i].end - start);
        start = o->rings.data[i].end;
    }
    for (uint32_t i = 0; i < o->component_count; ++i) {
        scene_shape *shape = &s->obstacles[i].shape;
        shape->points = points;
        shape->ring_ends = ends;
        points += shape->point_count;
        ends += shape->ring_count;
        shape->point_count = shape->ring_count = 0;
    }
    start = 0;
    for (size_t i = 0; i < o->rings.count; ++i) {
        scene_shape *shape = &s->obstacles[o->rings.data[i].component].shape;
        for (size_t j = start; j < o->rings.data[i].end; ++j)
            shape->points[shape->point_count++] = place_corner(p, o->corners.data[j]);
        shape->ring_ends[shape->ring_count++] = shape->point_count;
        start = o->rings.data[i].end;
    }
    return true;
}

static bool within_reach(const grid *g, const placement *p, problem_list *problems)
{
    for (unsigned i = 0; i < 4; ++i) {
        corner at = {i & 1 ? g->width : 0, i & 2 ? g->height : 0};
        wend_vec2 v = place_corner(p, at);
        if (!wend_is_in_range(v))
            return problem_add(problems, "the map's corner lies at (%g, %g), beyond %g m", v.x, v.y,
                               WEND_MAX_COORDINATE);
    }
    return true;
}

scene *grid_to_scene(grid *g, grid_frame frame, problem_list *problems)
{
    placement p = place_frame(frame);
    if (!within_reach(g, &p, problems))
        return NULL;
    outline o = {.g = g};
    scene *s = scene_new();
    o.components = malloc((size_t)g->width * g->height * sizeof *o.components);
    bool good = s && o.components;
    if (!good) {
        problem_no_memory(problems);
    } else {
        o.component_count = label_components(g, o.components);
        good = walk_rings(&o, problems);
        if (good && !(make_bounds(&o, &p, s) && make_obstacles(&o, &p, s)))
            good = problem_no_memory(problems);
    }
    free(o.components);
    wend_array_free(&o.corners, NULL);
    wend_array_free(&o.rings, NULL);
    return scene_finish(s, good);
}
