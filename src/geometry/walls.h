// SPDX-License-Identifier: MIT
// The inside of a grid of walls.
//
// Each cell of the grid has the list of walls that are no further from it than `reach`, the nearest
// first. So a question about that distance or less looks at the beginning of one list, and where no
// wall is near, at two numbers. A greater distance d looks at the cells that are no further than
// d - reach.
#ifndef WEND_GEOMETRY_WALLS_H
#define WEND_GEOMETRY_WALLS_H

#include "wend/walls.h"

/// One wall, with what a distance needs.
typedef struct wend_wall {
    wend_vec2 a, b;
    double per_square; ///< 1 / |b - a|^2; 0 for a point
} wend_wall;

/// A wall in the list of a cell.
typedef struct wend_wall_item {
    uint32_t wall;
    float distance; ///< no more than that between the wall and the cell
} wend_wall_item;

struct wend_walls {
    wend_allocator allocator;
    wend_vec2 origin;      ///< the grid's lower left corner
    double per_cell;       ///< 1 / the side of a cell
    double columns, rows;  ///< whole numbers; 0 when there are no walls
    double reach;          ///< within which one cell's list is enough
    double fastest;        ///< the greatest speed of any
    double slack;          ///< see wend_walls_slack
    wend_box box;          ///< around the walls
    uint32_t count;        ///< of walls
    uint32_t across;       ///< columns
    wend_wall *walls;      ///< [wall_room]
    wend_vec2 *velocities; ///< [wall_room]
    uint32_t *starts; ///< [start_room] where the list of each cell starts in items, and one more
    wend_wall_item *items; ///< [item_room]
    size_t wall_room, start_room, item_room;
};

/// The walls within reach of a cell, the nearest first.
typedef struct wend_wall_list {
    const wend_wall_item *item, *end;
} wend_wall_list;

/// The list for a place: all walls within reach of it are there.
static inline wend_wall_list wend_walls_list(const wend_walls *walls, wend_vec2 p)
{
    double x = (p.x - walls->origin.x) * walls->per_cell;
    double y = (p.y - walls->origin.y) * walls->per_cell;
    if (!(x >= 0 && y >= 0 && x < walls->columns && y < walls->rows))
        return (wend_wall_list){NULL, NULL};
    const uint32_t *start = walls->starts + ((size_t)(uint32_t)y * walls->across + (uint32_t)x);
    return (wend_wall_list){walls->items + start[0], walls->items + start[1]};
}

/// False: no wall is within reach of p. Quick.
static inline bool wend_walls_maybe_near(const wend_walls *walls, wend_vec2 p)
{
    if (!walls)
        return false;
    wend_wall_list list = wend_walls_list(walls, p);
    return list.item != list.end;
}

/// Whoever is not nearer to any wall than the radius and so many slacks is hindered by none.
#define WEND_WALLS_GAP 4

/// wend_walls_slide, for moves that may be hindered.
wend_vec2 wend_walls_slide_along(const wend_walls *walls, wend_vec2 p, wend_vec2 by, double radius);

/// Makes *to (NULL, or an earlier copy whose memory is used again) equal to from. False: out of
/// memory, *to is NULL or has no walls.
bool wend_walls_copy(wend_walls **to, const wend_walls *from, const wend_allocator *allocator);

/// Goes through the walls that may be within a distance of a point. One that is listed in several
/// cells comes several times.
typedef struct wend_wall_scan {
    const wend_walls *walls;
    const wend_wall_item *item, *end;
    double limit;              ///< where a list ends for this question
    uint32_t left, right, top; ///< cells to look at: left <= column <= right, row <= top
    uint32_t column, row;      ///< the next one
    uint32_t next;             ///< where there are no lists to go by: the next wall
    bool all;                  ///< ... because looking at all walls is quicker
} wend_wall_scan;

wend_wall_scan wend_walls_scan(const wend_walls *walls, wend_vec2 p, double distance);

/// The next wall's number; false: there are no more.
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

/// The way to p from the point of a wall that is closest to it, with a few roundings of a
/// coordinate: far less than the slack.
static inline wend_vec2 wend_walls_off(const wend_wall *wall, wend_vec2 p)
{
    double dx = wall->b.x - wall->a.x, dy = wall->b.y - wall->a.y;
    double px = p.x - wall->a.x, py = p.y - wall->a.y;
    double t = (px * dx + py * dy) * wall->per_square;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    return (wend_vec2){px - t * dx, py - t * dy};
}

/// Roughly the square of the distance from p to a wall: as near to the truth as wend_walls_beyond
/// allows for.
static inline double wend_walls_rough(const wend_wall *wall, wend_vec2 p)
{
    wend_vec2 off = wend_walls_off(wall, p);
    return off.x * off.x + off.y * off.y;
}

/// A wall whose rough distance is more than this, squared, is further away than `distance`.
static inline double wend_walls_beyond(const wend_walls *walls, double distance)
{
    double beyond = distance * (1 + 0x1p-40) + walls->slack;
    return beyond * beyond;
}

#endif
