// SPDX-License-Identifier: MIT
// Moves that no wall hinders, which most are: told apart from the others before anything is slid.
//
// From a wall's point that is nearest to the start, all of the wall lies behind the line square to
// the way from there to the start. So if both ends of the move lie before that line, further than
// the disc needs, the whole move does. That is a few products for each wall, and no root.
#include "geometry/walls.h"

#include <math.h>

/// The gap to the line must be no less than this part of the move. The wall's nearest point is
/// known to some roundings of a coordinate; so the line is turned by no more than these through the
/// gap, and shifts by less than the slack over the length of the move.
#define GAP_OF_WAY 0x1p-4

/// True if the move stays further than the gap from all walls, told by the list of one cell. False
/// means nothing.
static bool clearly_free(const wend_walls *walls, wend_vec2 p, wend_vec2 by, double gap)
{
    double way = sqrt(by.x * by.x + by.y * by.y), far = way + gap;
    if (gap < GAP_OF_WAY * way)
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
