// SPDX-License-Identifier: MIT
// The flow at a point.
#include "flow/flow.h"

#include <math.h>

/// The way off a body where p lies right on it: squarely off a wall of it that ends or begins
/// there.
static wend_vec2 square_off(const wend_flow *flow, wend_vec2 p, uint32_t body)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(flow->map, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_map_root *root = &roots[i];
        double x = root->b.x - root->a.x, y = root->b.y - root->a.y, length = sqrt(x * x + y * y);
        wend_vec2 foot = wend_map_foot(root, p);
        if (root->source == body && length > 0 && foot.x == p.x && foot.y == p.y)
            return (wend_vec2){-y / length, x / length};
    }
    return (wend_vec2){1, 0}; // an obstacle that is a point has no side
}

wend_flow_answer wend_flow_at(const wend_flow *flow, wend_vec2 p)
{
    wend_flow_answer none = {.level = -1, .body = UINT32_MAX};
    if (!flow->solved)
        return none;
    wend_map_answer at = wend_map_at(flow->map, p);
    if (at.root == WEND_MAP_NONE)
        return none;
    uint32_t count;
    const wend_map_root *root = &wend_map_roots(flow->map, &count)[at.root];
    double x = p.x - at.next.x, y = p.y - at.next.y, length = sqrt(x * x + y * y);
    wend_vec2 off =
        length > 0 ? (wend_vec2){x / length, y / length} : square_off(flow, p, root->source);
    double side = flow->question.from_top ? -1 : 1;
    return (wend_flow_answer){at.distance, {side * off.y, -side * off.x}, root->source};
}
