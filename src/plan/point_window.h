// SPDX-License-Identifier: MIT
// Geometry of a window: its rays, its ends on the side, and the bound of the paths through it. Only
// here are points constructed, and no decision of the search depends on them.
#ifndef WEND_PLAN_POINT_WINDOW_H
#define WEND_PLAN_POINT_WINDOW_H

#include "geometry/predicates.h"
#include "plan/point_search.h"
#include "wend/vec2.h"

/// A ray that meets a side at less than about this angle has no well-defined intersection: its
/// error would exceed 1e-12 of the side.
#define WEND_GRAZING 0x1p-10

/// Two points on the ray that limits a window, in its direction.
static inline wend_segment wend_left_ray(const wend_window *window, wend_vec2 root)
{
    return window->flags & WEND_WINDOW_LEFT_BEHIND ? (wend_segment){window->left, root}
                                                   : (wend_segment){root, window->left};
}

static inline wend_segment wend_right_ray(const wend_window *window, wend_vec2 root)
{
    return window->flags & WEND_WINDOW_RIGHT_BEHIND ? (wend_segment){window->right, root}
                                                    : (wend_segment){root, window->right};
}

/// Where the ray meets the side from p to q, or false if it grazes it.
static inline bool wend_ray_meets(wend_segment ray, wend_vec2 p, wend_vec2 q, wend_vec2 *at)
{
    double dx = ray.b.x - ray.a.x, dy = ray.b.y - ray.a.y, sx = q.x - p.x, sy = q.y - p.y;
    double one = sx * dy, other = sy * dx, det = one - other;
    if (fabs(det) <= WEND_GRAZING * (fabs(one) + fabs(other)))
        return false;
    double u = ((ray.a.x - p.x) * dy - (ray.a.y - p.y) * dx) / det;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    *at = (wend_vec2){p.x + u * sx, p.y + u * sy};
    return true;
}

/// A lower bound for all paths through a window to a point (Cui, Harabor and Grastien): the goal is
/// mirrored if it lies on this side of the window; then the path to it is straight, or bends at an
/// end of the window.
static inline double wend_point_bound(const wend_point_search *search,
                                      const wend_fresh_window *fresh)
{
    const wend_window *window = &fresh->window;
    const wend_root *root = &search->roots.data[window->root];
    wend_vec2 r = root->at, t = search->goal, p = fresh->right_end, q = fresh->left_end;
    if (window->flags & (WEND_WINDOW_ROOT_LEFT | WEND_WINDOW_ROOT_RIGHT))
        return root->g + wend_distance(r, t);
    double nx = p.y - q.y, ny = q.x - p.x; // to the near side
    double height = (t.x - p.x) * nx + (t.y - p.y) * ny;
    if (height > 0) {
        height *= 2 / (nx * nx + ny * ny);
        t.x -= height * nx;
        t.y -= height * ny;
    }
    wend_segment ray = wend_right_ray(window, r);
    wend_vec2 bend;
    bool at_end = window->flags & WEND_WINDOW_RIGHT_END;
    if (wend_cross_from(ray.a, ray.b, t) < 0) {
        bend = p;
    } else {
        ray = wend_left_ray(window, r);
        if (wend_cross_from(ray.a, ray.b, t) <= 0)
            return root->g + wend_distance(r, t);
        bend = q;
        at_end = window->flags & WEND_WINDOW_LEFT_END;
    }
    if (!at_end && !wend_ray_meets(ray, p, q, &bend))
        return root->g + wend_distance(r, t);
    return root->g + wend_distance(r, bend) + wend_distance(bend, t);
}

#endif
