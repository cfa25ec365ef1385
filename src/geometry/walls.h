// SPDX-License-Identifier: MIT
// Internals of a grid of walls.
//
// Each cell has a list of the walls within `reach` of it, nearest first. A query for that distance
// or less reads the beginning of one list, and where no wall is near, two numbers. A query for a
// greater distance d visits the cells within d - reach.
#ifndef WEND_GEOMETRY_WALLS_H
#define WEND_GEOMETRY_WALLS_H

#include "wend/walls.h"

/// One wall, with precomputed values for distances.
typedef struct wend_wall {
    wend_vec2 a, b;
    double per_square; ///< 1 / |b - a|^2; 0 for a point
} wend_wall;

/// A wall in the list of a cell.
typedef struct wend_wall_item {
    uint32_t wall;
    float distance; ///< at most the distance between the wall and the cell
} wend_wall_item;

struct wend_walls {
    wend_allocator allocator;
    wend_vec2 origin;      ///< the grid's lower left corner
    double per_cell;       ///< 1 / the side of a cell
    double columns, rows;  ///< integers; 0 if there are no walls
    double reach;          ///< distance for which one cell's list is sufficient
    double fastest;        ///< maximum speed of a wall
    double slack;          ///< see wend_walls_slack
    wend_box box;          ///< bounding box of the walls
    uint32_t count;        ///< number of walls
    uint32_t across;       ///< columns
    wend_wall *walls;      ///< [wall_capacity]
    wend_vec2 *velocities; ///< [wall_capacity]
    uint32_t
        *starts; ///< [start_capacity] start of each cell's list in items, and the end of the last
    wend_wall_item *items; ///< [item_capacity]
    size_t wall_capacity, start_capacity, item_capacity;
};

/// The walls within reach of a cell, nearest first.
typedef struct wend_wall_list {
    const wend_wall_item *item, *end;
} wend_wall_list;

/// The list for a position: it contains all walls within reach.
static inline wend_wall_list wend_walls_list(const wend_walls *walls, wend_vec2 p)
{
    double x = (p.x - walls->origin.x) * walls->per_cell;
    double y = (p.y - walls->origin.y) * walls->per_cell;
    if (!(x >= 0 && y >= 0 && x < walls->columns && y < walls->rows))
        return (wend_wall_list){NULL, NULL};
    const uint32_t *start = walls->starts + ((size_t)(uint32_t)y * walls->across + (uint32_t)x);
    return (wend_wall_list){walls->items + start[0], walls->items + start[1]};
}

/// False: no wall is within reach of p. Fast.
static inline bool wend_walls_maybe_near(const wend_walls *walls, wend_vec2 p)
{
    if (!walls)
        return false;
    wend_wall_list list = wend_walls_list(walls, p);
    return list.item != list.end;
}

/// A disc that is further from all walls than its radius plus this many slacks is not obstructed.
#define WEND_WALLS_GAP 4

/// wend_walls_slide, for moves that may be obstructed.
wend_vec2 wend_walls_slide_along(const wend_walls *walls, wend_vec2 p, wend_vec2 by, double radius);

/// Copies `from` to *to (NULL, or an earlier copy whose memory is reused). False: out of memory,
/// *to is NULL or has no walls.
bool wend_walls_copy(wend_walls **to, const wend_walls *from, const wend_allocator *allocator);

/// Iterates over the walls that may be within a distance of a point. A wall that is listed in
/// several cells occurs several times.
typedef struct wend_wall_scan {
    const wend_walls *walls;
    const wend_wall_item *item, *end;
    double limit;              ///< end of a list for this query
    uint32_t left, right, top; ///< cells to visit: left <= column <= right, row <= top
    uint32_t column, row;      ///< next cell
    uint32_t next;             ///< next wall, if all walls are scanned
    bool all;                  ///< scan all walls instead of lists, because that is faster
} wend_wall_scan;

wend_wall_scan wend_walls_scan(const wend_walls *walls, wend_vec2 p, double distance);
/// The walls [opt] that may meet a box.
wend_wall_scan wend_walls_scan_box(const wend_walls *walls, wend_box box);

/// Number of the next wall; false: no more.
static inline bool wend_walls_next(wend_wall_scan *scan, uint32_t *wall)
{
    const wend_walls *walls = scan->walls;
    if (scan->all) {
        *wall = scan->next++;
        return *wall < walls->count;
    }
    while (scan->item == scan->end || scan->item->distance > scan->limit) {
        if (scan->column > scan->right) {
            scan->column = scan->left;
            ++scan->row;
        }
        if (scan->row > scan->top)
            return false;
        const uint32_t *start = walls->starts + ((size_t)scan->row * walls->across + scan->column);
        scan->item = walls->items + start[0];
        scan->end = walls->items + start[1];
        ++scan->column;
    }
    *wall = scan->item++->wall;
    return true;
}

static inline wend_segment wend_walls_segment(const wend_walls *walls, uint32_t wall)
{
    return (wend_segment){walls->walls[wall].a, walls->walls[wall].b};
}

/// Vector to p from the closest point of a wall, with an error of a few roundings of a coordinate:
/// far less than the slack.
static inline wend_vec2 wend_walls_off(const wend_wall *wall, wend_vec2 p)
{
    double dx = wall->b.x - wall->a.x, dy = wall->b.y - wall->a.y;
    double px = p.x - wall->a.x, py = p.y - wall->a.y;
    double t = (px * dx + py * dy) * wall->per_square;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    return (wend_vec2){px - t * dx, py - t * dy};
}

/// Approximate squared distance from p to a wall, within the error that wend_walls_beyond allows
/// for.
static inline double wend_walls_rough(const wend_wall *wall, wend_vec2 p)
{
    wend_vec2 off = wend_walls_off(wall, p);
    return off.x * off.x + off.y * off.y;
}

/// A wall whose approximate squared distance exceeds this is further away than `distance`.
static inline double wend_walls_beyond(const wend_walls *walls, double distance)
{
    double beyond = distance * (1 + 0x1p-40) + walls->slack;
    return beyond * beyond;
}

#endif
