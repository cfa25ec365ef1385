// SPDX-License-Identifier: MIT
// Where a point is, and what is nearest to it.
//
// Nearest: cells of the grid in growing squares around the point, until no cell outside can have
// anything nearer. Where: if a lone point is nearest, the way to it is free, so is the asked one.
// Otherwise the first wall to the right, exactly: of two walls that do not cross, the ends of one
// tell on which side of the other it is.
#include "geometry/predicates.h"
#include "voronoi/boundary_parts.h"

#include <math.h>

// ---- nearest ------------------------------------------------------------------------------------

typedef struct nearest_search {
    const wend_boundary *boundary;
    wend_vec2 p;
    bool any_side; ///< also sides that turn their backs on p
    uint32_t best;
    wend_vec2 point;
    double distance;
} nearest_search;

// Of two that are equally near: corners first, as they are it alone; then from left to right.
static bool is_preferred(const wend_boundary *boundary, uint32_t one, uint32_t other)
{
    if (other == WEND_NO_ELEMENT)
        return true;
    bool side = boundary->links.data[one].kind == WEND_ELEMENT_SIDE;
    bool other_side = boundary->links.data[other].kind == WEND_ELEMENT_SIDE;
    if (side != other_side)
        return other_side;
    const wend_element *a = &boundary->elements.data[one], *b = &boundary->elements.data[other];
    if (!wend_same_place(a->p, b->p))
        return wend_is_before(a->p, b->p);
    if (!wend_same_place(a->q, b->q))
        return wend_is_before(a->q, b->q);
    return wend_is_before(a->from, b->from);
}

static void look_at(nearest_search *search, uint32_t number)
{
    const wend_boundary *boundary = search->boundary;
    const wend_element *element = &boundary->elements.data[number];
    wend_vec2 p = search->p;
    wend_vec2 point = wend_segment_closest((wend_segment){element->p, element->q}, p);
    double x = point.x - p.x, y = point.y - p.y, distance = sqrt(x * x + y * y);
    if (distance > search->distance ||
        (distance == search->distance && !is_preferred(boundary, number, search->best)))
        return;
    if (!search->any_side && boundary->links.data[number].kind == WEND_ELEMENT_SIDE &&
        wend_orient2d_fast(element->p, element->q, p) > 0)
        return;
    search->best = number;
    search->point = point;
    search->distance = distance;
}

static void look_into(nearest_search *search, uint32_t left, uint32_t right, uint32_t row)
{
    const wend_site_grid *grid = &search->boundary->grid;
    for (uint32_t column = wend_grid_skip(grid, left, right, row); column <= right;
         column = wend_grid_skip(grid, column + 1, right, row))
        for (const wend_grid_block *block = wend_grid_list(grid, column, row); block;
             block = wend_grid_next(grid, block))
            for (uint32_t i = 0; i < block->count; ++i)
                look_at(search, block->numbers[i]);
}

// How far it is at least from p to anything that touches no cell of the range; INFINITY if the
// range is all.
static double reach_of(const wend_site_grid *grid, wend_grid_range range, wend_vec2 p)
{
    double reach = INFINITY;
    if (range.left > 0)
        reach = fmin(reach, p.x - (grid->origin.x + range.left * grid->side));
    if (range.bottom > 0)
        reach = fmin(reach, p.y - (grid->origin.y + range.bottom * grid->side));
    if (range.right + 1 < grid->columns)
        reach = fmin(reach, grid->origin.x + (range.right + 1.0) * grid->side - p.x);
    if (range.top + 1 < grid->rows)
        reach = fmin(reach, grid->origin.y + (range.top + 1.0) * grid->side - p.y);
    return reach;
}

static void look_around(nearest_search *search)
{
    const wend_site_grid *grid = &search->boundary->grid;
    uint32_t column = wend_grid_column(grid, search->p.x);
    uint32_t row = wend_grid_row(grid, search->p.y);
    wend_grid_range seen = {column, row, column, row};
    look_into(search, column, column, row);
    for (uint32_t r = 1; reach_of(grid, seen, search->p) <= search->distance; ++r) {
        wend_grid_range range = {column > r ? column - r : 0, row > r ? row - r : 0,
                                 grid->columns - 1 - column > r ? column + r : grid->columns - 1,
                                 grid->rows - 1 - row > r ? row + r : grid->rows - 1};
        if (range.bottom < seen.bottom)
            look_into(search, range.left, range.right, range.bottom);
        for (uint32_t y = seen.bottom; y <= seen.top; ++y) {
            if (range.left < seen.left)
                look_into(search, range.left, range.left, y);
            if (range.right > seen.right)
                look_into(search, range.right, range.right, y);
        }
        if (range.top > seen.top)
            look_into(search, range.left, range.right, range.top);
        seen = range;
        if (reach_of(grid, seen, search->p) == INFINITY)
            break;
    }
}

uint32_t wend_boundary_nearest(const wend_boundary *boundary, wend_vec2 p, double limit,
                               wend_vec2 *point, double *distance)
{
    nearest_search search = {
        .boundary = boundary, .p = p, .best = WEND_NO_ELEMENT, .distance = limit};
    look_around(&search);
    if (search.best != WEND_NO_ELEMENT) {
        if (point)
            *point = search.point;
        if (distance)
            *distance = search.distance;
    }
    return search.best;
}

// ---- where --------------------------------------------------------------------------------------

/// A wall, upwards.
typedef struct rising {
    wend_vec2 low, high;
} rising;

static rising rising_wall(const wend_boundary *boundary, uint32_t number)
{
    wend_segment wall = wend_boundary_wall_segment(boundary, number);
    return wall.a.y < wall.b.y ? (rising){wall.a, wall.b} : (rising){wall.b, wall.a};
}

// +1 if one wall is to the left of the other, -1 to the right, where both are; 0 on it. They do not
// cross, so either end tells, unless it is on the other.
static int side_by_side(rising one, rising other)
{
    int side = one.low.y >= other.low.y ? wend_orient2d_fast(other.low, other.high, one.low)
                                        : -wend_orient2d_fast(one.low, one.high, other.low);
    if (side != 0)
        return side;
    return one.high.y <= other.high.y ? wend_orient2d_fast(other.low, other.high, one.high)
                                      : -wend_orient2d_fast(one.low, one.high, other.high);
}

/// A look to the right.
typedef struct sight {
    const wend_boundary *boundary;
    wend_vec2 p;
    uint32_t side; ///< the first one met, WEND_NO_ELEMENT: none yet
    rising wall;
    bool faced; ///< its free side, or that of one at the same place, is here
} sight;

static void meet(sight *gaze, uint32_t number)
{
    const wend_boundary *boundary = gaze->boundary;
    const wend_element *side = &boundary->elements.data[number];
    double y = gaze->p.y;
    bool up = side->q.y > side->p.y;
    if (boundary->links.data[number].kind != WEND_ELEMENT_SIDE ||
        y < (up ? side->p.y : side->q.y) || y >= (up ? side->q.y : side->p.y))
        return;
    rising wall = rising_wall(boundary, boundary->links.data[number].wall);
    if (wend_orient2d_fast(wall.low, wall.high, gaze->p) <= 0)
        return;
    int order = gaze->side == WEND_NO_ELEMENT ? 1 : side_by_side(wall, gaze->wall);
    if (order < 0)
        return;
    if (order > 0) {
        gaze->side = number;
        gaze->wall = wall;
    }
    gaze->faced = !up || (order == 0 && gaze->faced);
}

// The last column in which a wall can be that is met before the one found.
static uint32_t last_column(const sight *gaze)
{
    const wend_site_grid *grid = &gaze->boundary->grid;
    if (gaze->side == WEND_NO_ELEMENT)
        return grid->columns - 1;
    wend_vec2 low = gaze->wall.low, high = gaze->wall.high;
    double share = (gaze->p.y - low.y) / (high.y - low.y);
    uint32_t column = wend_grid_column(grid, low.x + share * (high.x - low.x));
    return column + 1 < grid->columns ? column + 1 : column;
}

/// Whose solid a point is in that is not free: that of the first wall to the right, also of those
/// that are not on the border.
typedef struct solid_search {
    const wend_boundary *boundary;
    wend_vec2 p;
    bool found;
    rising wall;
    bool obstacle; ///< it is an obstacle's, or one of those at the same place is
} solid_search;

static void meet_wall(void *context, uint32_t number)
{
    solid_search *s = context;
    const wend_boundary *boundary = s->boundary;
    rising wall = rising_wall(boundary, number);
    if (boundary->walls.data[number].sides != 1 || s->p.y < wall.low.y || s->p.y >= wall.high.y ||
        wend_orient2d_fast(wall.low, wall.high, s->p) <= 0)
        return;
    int order = s->found ? side_by_side(wall, s->wall) : 1;
    if (order < 0)
        return;
    // Solid lies to the left of a wall that goes upwards.
    bool obstacle = wend_same_place(wall.low, boundary->points.data[number]) &&
                    boundary->walls.data[number].site != boundary->bounds_slot;
    s->obstacle = obstacle || (order == 0 && s->obstacle);
    s->wall = wall;
    s->found = true;
}

static wend_place whose_solid(const sight *gaze)
{
    const wend_boundary *boundary = gaze->boundary;
    solid_search s = {.boundary = boundary, .p = gaze->p};
    wend_vec2 end = {boundary->box.max.x, gaze->p.y};
    if (gaze->side != WEND_NO_ELEMENT) {
        const wend_element *side = &boundary->elements.data[gaze->side];
        end.x = fmax(side->p.x, side->q.x);
    }
    wend_boundary_walls_along(boundary, gaze->p, end, meet_wall, &s);
    return s.obstacle ? WEND_PLACE_SOLID : WEND_PLACE_OUT;
}

static wend_place look_right(const wend_boundary *boundary, wend_vec2 p)
{
    const wend_site_grid *grid = &boundary->grid;
    sight gaze = {.boundary = boundary, .p = p, .side = WEND_NO_ELEMENT};
    uint32_t row = wend_grid_row(grid, p.y), last = grid->columns - 1;
    for (uint32_t column = wend_grid_skip(grid, wend_grid_column(grid, p.x), last, row);
         column <= last; column = wend_grid_skip(grid, column + 1, last, row)) {
        for (const wend_grid_block *block = wend_grid_list(grid, column, row); block;
             block = wend_grid_next(grid, block))
            for (uint32_t i = 0; i < block->count; ++i)
                meet(&gaze, block->numbers[i]);
        last = last_column(&gaze);
    }
    return gaze.faced ? WEND_PLACE_FREE : whose_solid(&gaze);
}

typedef struct holder {
    const wend_boundary *boundary;
    wend_vec2 p;
    bool holds;
} holder;

static void look_if_holds(void *context, uint32_t wall)
{
    holder *h = context;
    wend_segment line = wend_boundary_wall_segment(h->boundary, wall);
    if (!h->holds)
        h->holds = wend_same_place(line.a, h->p) || wend_same_place(line.b, h->p) ||
                   wend_on_segment(line, h->p);
}

bool wend_boundary_on_wall(const wend_boundary *boundary, wend_vec2 p)
{
    holder h = {boundary, p, false};
    wend_boundary_walls_along(boundary, p, p, look_if_holds, &h);
    return h.holds;
}

wend_place wend_boundary_locate(const wend_boundary *boundary, wend_vec2 p, uint32_t *element)
{
    nearest_search search = {.boundary = boundary,
                             .p = p,
                             .any_side = true,
                             .best = WEND_NO_ELEMENT,
                             .distance = INFINITY};
    look_around(&search);
    if (element)
        *element = search.best;
    wend_box box = boundary->box;
    if (p.x < box.min.x || p.x > box.max.x || p.y < box.min.y || p.y > box.max.y)
        return WEND_PLACE_OUT;
    if (search.best != WEND_NO_ELEMENT &&
        boundary->links.data[search.best].kind == WEND_ELEMENT_POINT)
        return search.distance == 0 ? WEND_PLACE_WALL : WEND_PLACE_FREE;
    return wend_boundary_on_wall(boundary, p) ? WEND_PLACE_WALL : look_right(boundary, p);
}
