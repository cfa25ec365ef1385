// SPDX-License-Identifier: MIT
// Fast test for unobstructed moves, which are the majority.
//
// The closest point of a wall to the start defines a line through it, perpendicular to the
// direction to the start; the whole wall lies behind that line. If both ends of the move lie in
// front of it, further away than the disc needs, the whole move does. This takes a few products per
// wall, and no root.
#include "geometry/walls.h"

#include <math.h>

/// The gap to the line must be at least this fraction of the move. The closest point has an error
/// of a few roundings of a coordinate; this rotates the line by no more than these over the gap,
/// which shifts it by less than the slack over the length of the move.
#define GAP_OF_MOVE 0x1p-4

/// True if the move stays further than the gap from all walls, by the list of one cell. False:
/// undecided.
static bool clearly_free(const wend_walls *walls, wend_vec2 p, wend_vec2 by, double gap)
{
    double length = sqrt(by.x * by.x + by.y * by.y), far = length + gap;
    if (gap < GAP_OF_MOVE * length)
        return false;
    wend_wall_list list = wend_walls_list(walls, p);
    for (; list.item != list.end && list.item->distance <= far; ++list.item) {
        wend_vec2 off = wend_walls_off(&walls->walls[list.item->wall], p);
        double start = off.x * off.x + off.y * off.y, end = start + off.x * by.x + off.y * by.y;
        if (start <= far * far &&
            (start <= gap * gap || end <= 0 || end * end <= gap * gap * start))
            return false;
    }
    return true;
}

wend_vec2 wend_walls_slide(const wend_walls *walls, wend_vec2 p, wend_vec2 by, double radius)
{
    wend_vec2 end = {p.x + by.x, p.y + by.y};
    if (walls && isfinite(end.x + end.y)) {
        double gap = (radius > 0 ? radius : 0) + WEND_WALLS_GAP * walls->slack;
        double room = walls->reach - gap;
        if (room >= 0 && by.x * by.x + by.y * by.y <= room * room &&
            clearly_free(walls, p, by, gap))
            return end;
    }
    return wend_walls_slide_along(walls, p, by, radius);
}
