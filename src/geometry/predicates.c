// SPDX-License-Identifier: MIT
// The exported predicates: the filter, and the exact stages where it cannot decide.
#include "geometry/predicates.h"

int wend_orient2d(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return wend_orient2d_fast(a, b, c);
}

int wend_incircle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    return wend_incircle_fast(a, b, c, d);
}

bool wend_on_segment(wend_segment s, wend_vec2 p)
{
    bool in_x = s.a.x <= s.b.x ? s.a.x <= p.x && p.x <= s.b.x : s.b.x <= p.x && p.x <= s.a.x;
    bool in_y = s.a.y <= s.b.y ? s.a.y <= p.y && p.y <= s.b.y : s.b.y <= p.y && p.y <= s.a.y;
    return in_x && in_y && wend_orient2d_fast(s.a, s.b, p) == 0;
}
