// SPDX-License-Identifier: MIT
// Point location. If a lone point is nearest, the segment to it is free, and so is the query point.
// Otherwise the first wall to the right decides, exactly: of two walls that do not cross, the ends
// of one determine on which side of the other it is.
#include "geometry/predicates.h"
#include "voronoi/boundary/parts.h"
#include "voronoi/search.h"

typedef struct nearest_search {
    const wend_boundary *boundary;
    wend_vec2 p;
    double distance;
    bool is_point; ///< a lone point is nearest
} nearest_search;

static double visit_nearest(void *context, uint32_t number)
{
    nearest_search *s = context;
    const wend_element *element = &s->boundary->elements.data[number];
    double distance = wend_segment_distance(wend_element_segment(element), s->p);
    bool is_point = s->boundary->links.data[number].kind == WEND_ELEMENT_POINT;
    if (distance < s->distance || (distance == s->distance && is_point)) {
        s->distance = distance;
        s->is_point = is_point;
    }
    return s->distance;
}

/// A wall, directed upwards.
typedef struct rising {
    wend_vec2 low, high;
} rising;

static rising rising_wall(const wend_boundary *boundary, uint32_t number)
{
    wend_segment wall = wend_boundary_wall_segment(boundary, number);
    return wall.a.y < wall.b.y ? (rising){wall.a, wall.b} : (rising){wall.b, wall.a};
}

// +1 if one wall is to the left of the other, -1 to the right, at common heights; 0 on it. They do
// not cross, so either end decides, unless it is on the other.
static int side_by_side(rising one, rising other)
{
    int side = one.low.y >= other.low.y ? wend_orient2d_fast(other.low, other.high, one.low)
                                        : -wend_orient2d_fast(one.low, one.high, other.low);
    if (side != 0)
        return side;
    return one.high.y <= other.high.y ? wend_orient2d_fast(other.low, other.high, one.high)
                                      : -wend_orient2d_fast(one.low, one.high, other.high);
}

/// A ray to the right.
typedef struct sight {
    const wend_boundary *boundary;
    wend_vec2 p;
    uint32_t side; ///< the first side hit; WEND_NO_ELEMENT: none yet
    rising wall;
    bool faced; ///< its free side, or that of another at the same position, faces the point
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

// The last column that can contain a wall hit before the one found.
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

/// The solid that contains a point: that of the first wall to the right, including walls that are
/// not on the border.
typedef struct solid_search {
    const wend_boundary *boundary;
    wend_vec2 p;
    bool found;
    rising wall;
    bool obstacle; ///< it, or another at the same position, belongs to an obstacle
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
    // Solid lies to the left of a wall that is directed upwards.
    bool obstacle = wend_equal(wall.low, boundary->points.data[number]) &&
                    boundary->walls.data[number].site != boundary->bounds_slot;
    s->obstacle = obstacle || (order == 0 && s->obstacle);
    s->wall = wall;
    s->found = true;
}

static wend_location find_solid(const sight *gaze)
{
    const wend_boundary *boundary = gaze->boundary;
    solid_search s = {.boundary = boundary, .p = gaze->p};
    wend_vec2 end = {boundary->box.max.x, gaze->p.y};
    if (gaze->side != WEND_NO_ELEMENT) {
        const wend_element *side = &boundary->elements.data[gaze->side];
        end.x = fmax(side->p.x, side->q.x);
    }
    wend_boundary_walls_along(boundary, gaze->p, end, meet_wall, &s);
    return s.obstacle ? WEND_LOCATION_SOLID : WEND_LOCATION_OUTSIDE;
}

static wend_location cast_right(const wend_boundary *boundary, wend_vec2 p)
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
    return gaze.faced ? WEND_LOCATION_FREE : find_solid(&gaze);
}

typedef struct holder {
    const wend_boundary *boundary;
    wend_vec2 p;
    bool holds;
} holder;

static void visit_solid(void *context, uint32_t wall)
{
    holder *h = context;
    wend_segment line = wend_boundary_wall_segment(h->boundary, wall);
    if (!h->holds)
        h->holds =
            wend_equal(line.a, h->p) || wend_equal(line.b, h->p) || wend_on_segment(line, h->p);
}

bool wend_boundary_on_wall(const wend_boundary *boundary, wend_vec2 p)
{
    holder h = {boundary, p, false};
    wend_boundary_walls_along(boundary, p, p, visit_solid, &h);
    return h.holds;
}

wend_location wend_boundary_locate(const wend_boundary *boundary, wend_vec2 p)
{
    if (!wend_box_meets(boundary->box, (wend_box){p, p}))
        return WEND_LOCATION_OUTSIDE;
    nearest_search nearest = {.boundary = boundary, .p = p, .distance = INFINITY};
    wend_search_near(boundary, p, INFINITY, visit_nearest, &nearest);
    if (nearest.is_point)
        return nearest.distance == 0 ? WEND_LOCATION_BOUNDARY : WEND_LOCATION_FREE;
    return wend_boundary_on_wall(boundary, p) ? WEND_LOCATION_BOUNDARY : cast_right(boundary, p);
}
