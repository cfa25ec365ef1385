// SPDX-License-Identifier: MIT
// Scenes for the tests of the multi-agent navigation graph: agents in rows, on circles, on lines,
// in corners, at one place, beside thin walls; and those of the diagram's tests with agents in
// them.
#ifndef WEND_TESTS_PLAN_MANG_SCENES_H
#define WEND_TESTS_PLAN_MANG_SCENES_H

#include "tests/voronoi/voronoi_scenes.h"

// Every crossing is a tie of four, for the red edges and for the black ones.
static inline void plan_agent_lattice(site_plan *plan, wend_random *random)
{
    uint32_t across = 2 + wend_random_below(random, 7);
    double off =
        wend_random_below(random, 2) ? pow(10, -2 - (double)wend_random_below(random, 9)) : 0;
    for (uint32_t i = 0; i < across; ++i)
        for (uint32_t k = 0; k < across; ++k)
            if (wend_random_below(random, 10)) {
                double x = i + wend_random_between(random, -off, off);
                double y = k + wend_random_between(random, -off, off);
                plan_agent(plan, x, y, 0.2);
            }
    double margin = wend_random_below(random, 2) ? 0.5 : 3;
    plan_bounds(plan, -margin, -margin, across - 1 + margin, across - 1 + margin);
}

// All on one line, which may lead along a wall, to a corner, or nowhere.
static inline void plan_agent_line(site_plan *plan, wend_random *random)
{
    uint32_t count = 1 + wend_random_below(random, 20), slant = wend_random_below(random, 3);
    for (uint32_t i = 0; i < count; ++i)
        plan_agent(plan, i + 1, slant == 0 ? 2 : slant == 1 ? i + 1 : 0.25 * i + 1, 0.2);
    plan_bounds(plan, 0, 0, count + 1, count + 4);
    if (wend_random_below(random, 2))
        plan_segment(plan, 0.5, 1.5, count + 0.5, 1.5);
}

// On circles of whole numbers, exactly, around one in the middle.
static inline void plan_agent_circles(site_plan *plan, wend_random *random)
{
    static const double exact[][2] = {{25, 0}, {24, 7}, {20, 15}, {15, 20}, {7, 24}, {0, 25}};
    for (uint32_t i = 0; i < COUNT(exact); ++i)
        for (uint32_t turn = 0; turn < 4; ++turn) {
            double x = turn & 1 ? -exact[i][0] : exact[i][0];
            double y = turn & 2 ? -exact[i][1] : exact[i][1];
            if (wend_random_below(random, 4) && !(x == 0 && turn & 1) && !(y == 0 && turn & 2))
                plan_agent(plan, x, y, 0.5);
        }
    if (wend_random_below(random, 2))
        plan_agent(plan, 0, 0, 0.5);
    if (wend_random_below(random, 2))
        for (uint32_t i = 0; i < 4; ++i)
            plan_agent(plan, i & 1 ? -5 : 5, i & 2 ? -5 : 5, 0.5);
    plan_bounds(plan, -30, -30, 30, 30);
}

// A ring of a hundred around one.
static inline void plan_agent_ring(site_plan *plan, wend_random *random)
{
    wend_vec2 ring[100];
    uint32_t count = 3 + wend_random_below(random, 98);
    double outer = wend_random_between(random, 3, 10);
    double inner = wend_random_below(random, 2) ? outer : 0.9 * outer;
    make_star(ring, (wend_vec2){0, 0}, outer, inner, count, wend_random_between(random, 0, 1));
    for (uint32_t i = 0; i < count; ++i)
        plan_agent(plan, ring[i].x, ring[i].y, 0.1);
    double off = wend_random_below(random, 2) ? 0 : wend_random_between(random, -1, 1);
    plan_agent(plan, off, 0, 0.3);
    plan_bounds(plan, -12, -12, 12, 12);
}

// Some in corners and along walls, nearer and nearer.
static inline void plan_agent_corners(site_plan *plan, wend_random *random)
{
    plan_bounds(plan, 0, 0, 10, 6);
    plan_box(plan, 4, 2, 6, 4);
    for (uint32_t i = 0; i < 12; ++i) {
        double near = pow(10, -(double)wend_random_below(random, 6));
        double x = wend_random_between(random, 1, 9);
        switch (wend_random_below(random, 6)) {
        case 0:
            plan_agent(plan, near, near, 0.1);
            break;
        case 1:
            plan_agent(plan, 10 - near, near / 2, 0.1);
            break;
        case 2:
            plan_agent(plan, x, near, 0.1);
            break;
        case 3:
            plan_agent(plan, 4 - near, 2 - near, 0.1);
            break;
        case 4:
            plan_agent(plan, 4 - near, 3, 0.1);
            break;
        default:
            plan_agent(plan, x, 6 - near, 0.1);
        }
    }
}

// Agents on both sides of thin walls, face to face, and behind the walls' ends.
static inline void plan_agent_walls(site_plan *plan, wend_random *random)
{
    double thin = pow(10, -1 - (double)wend_random_below(random, 4));
    for (uint32_t i = 0; i < 5; ++i) {
        double x = 2.0 * i + 1;
        if (wend_random_below(random, 2))
            plan_segment(plan, x, 1, x, 9);
        else
            plan_box(plan, x, 1, x + thin, 9);
        for (uint32_t k = 0; k < 4; ++k) {
            double y = 2 * k + wend_random_below(random, 3),
                   away = wend_random_between(random, 0.1, 1);
            plan_agent(plan, x - away, y, 0.15);
            plan_agent(plan, x + thin + away, y, 0.15);
        }
    }
    plan_bounds(plan, -1, -1, 12, 11);
}

// A point just over a long wall, and agents beyond it: between them the point's share of a cell has
// the wall on both sides. Long walls are cut into parts.
static inline void plan_agent_posts(site_plan *plan, wend_random *random)
{
    plan_bounds(plan, -40, 0, 40, 30);
    uint32_t count = 1 + wend_random_below(random, 5);
    for (uint32_t i = 0; i < count; ++i) {
        double x =
            wend_random_below(random, 2) ? 6.0 * i - 12 : wend_random_between(random, -20, 20);
        double y = wend_random_between(random, 0.1, 3);
        if (wend_random_below(random, 2))
            plan_point(plan, x, y);
        else
            plan_segment(plan, x - 0.2, y, x + 0.2, y);
        plan_agent(plan, x, y + wend_random_between(random, 0.2, 8), 0.2);
        double other_x = x + wend_random_between(random, -9, 9);
        plan_agent(plan, other_x, wend_random_between(random, 1, 29), 0.2);
    }
}

// Rooms with concave corners, few agents.
static inline void plan_agent_rooms(site_plan *plan, wend_random *random)
{
    static const wend_vec2 cross[] = {{3, 0}, {6, 0}, {6, 3}, {9, 3}, {9, 6}, {6, 6},
                                      {6, 9}, {3, 9}, {3, 6}, {0, 6}, {0, 3}, {3, 3}};
    static const wend_vec2 hook[] = {{0, 0}, {9, 0}, {9, 9}, {6, 9},
                                     {6, 3}, {3, 3}, {3, 9}, {0, 9}};
    static const wend_vec2 wedge[] = {{0, 0}, {9, 0}, {4, 9}};
    const struct {
        const wend_vec2 *ring;
        uint32_t count;
    } rooms[] = {{cross, COUNT(cross)}, {hook, COUNT(hook)}, {wedge, COUNT(wedge)}};
    uint32_t which = wend_random_below(random, COUNT(rooms));
    memcpy(plan->bounds, rooms[which].ring, rooms[which].count * sizeof *plan->bounds);
    plan->bounds_count = rooms[which].count;
    uint32_t count = 1 + wend_random_below(random, 6);
    for (uint32_t i = 0; i < count; ++i) {
        double x = wend_random_between(random, 0, 9), y = wend_random_between(random, 0, 9);
        bool whole = wend_random_below(random, 2);
        plan_agent(plan, whole ? floor(2 * x) / 2 : x, whole ? floor(2 * y) / 2 : y, 0.2);
    }
}

// One, two or three, anywhere in a room, or in the middle of everything.
static inline void plan_agent_few(site_plan *plan, wend_random *random)
{
    uint32_t count = 1 + wend_random_below(random, 3);
    plan_bounds(plan, -4, -4, 4, 4);
    for (uint32_t i = 0; i < count; ++i) {
        double x = wend_random_below(random, 3) ? wend_random_between(random, -4, 4) : 0;
        double y = wend_random_below(random, 3) ? wend_random_between(random, -4, 4) : i;
        plan_agent(plan, x, y, 0.3);
    }
}

// Some of them where another already is, or nearer than can be told.
static inline void plan_agent_shared(site_plan *plan, wend_random *random)
{
    plan_bounds(plan, -8, -8, 8, 8);
    plan_box(plan, -1, -1, 1, 1);
    for (uint32_t i = 0; i < 12; ++i) {
        double x = wend_random_between(random, -7, 7), y = wend_random_between(random, -7, 7);
        plan_agent(plan, x, y, 0.2);
        for (uint32_t more = wend_random_below(random, 3); more > 0; --more)
            plan_agent(plan, x + wend_random_below(random, 2) * 1e-9, y, 0.1 * more);
    }
    plan_agent(plan, 1 + 1e-9, 0, 0.2); // on the wall
    plan_agent(plan, -8, 3, 0.2);
}

// Agents alone, anyhow.
static inline void plan_agent_anyhow(site_plan *plan, wend_random *random)
{
    uint32_t count = 3 + wend_random_below(random, 60);
    plan_bounds(plan, 0, 0, 20, 20);
    for (uint32_t i = 0; i < count; ++i) {
        double x = wend_random_between(random, 0, 20), y = wend_random_between(random, 0, 20);
        plan_agent(plan, x, y, wend_random_between(random, 0.1, 0.6));
    }
}

static const struct plan_kind agent_kinds[] = {
    {"agents in a lattice", plan_agent_lattice},
    {"agents on a line", plan_agent_line},
    {"agents on circles", plan_agent_circles},
    {"a ring of agents", plan_agent_ring},
    {"agents in corners", plan_agent_corners},
    {"agents at thin walls", plan_agent_walls},
    {"agents over posts", plan_agent_posts},
    {"agents in rooms", plan_agent_rooms},
    {"few agents", plan_agent_few},
    {"agents at one place", plan_agent_shared},
    {"agents anyhow", plan_agent_anyhow},
};

enum { MANG_KINDS = COUNT(agent_kinds) + COUNT(plan_kinds) };

// Points of the scene become agents, and some more come.
static inline void people_plan(site_plan *plan, wend_random *random)
{
    uint32_t kept = 0, more = 1 + wend_random_below(random, 40);
    for (uint32_t i = 0; i < plan->shape_count; ++i) {
        const wend_shape *shape = &plan->shapes[i];
        if (shape->point_count == 1 && wend_random_below(random, 2))
            plan_agent(plan, shape->points[0].x, shape->points[0].y, 0.15);
        else
            plan->shapes[kept++] = *shape;
    }
    plan->shape_count = kept;
    for (uint32_t i = 0; i < more; ++i) {
        wend_vec2 p = {plan->centre.x + wend_random_between(random, -plan->size, plan->size),
                       plan->centre.y + wend_random_between(random, -plan->size, plan->size)};
        bool whole = wend_random_below(random, 3) == 0;
        plan_agent(plan, whole ? floor(p.x) : p.x, whole ? floor(p.y) : p.y,
                   wend_random_between(random, 0.05, 0.5));
    }
    keep_free_agents(plan);
}

// A sound scene of the kind with that number, of MANG_KINDS; as it is or turned or far away.
static inline void make_mang_plan(site_plan *plan, uint32_t kind, wend_random *random)
{
    if (kind >= COUNT(agent_kinds)) {
        make_plan_of(plan, kind - COUNT(agent_kinds), random);
        people_plan(plan, random);
        return;
    }
    do {
        memset(plan, 0, sizeof *plan);
        plan->kind = agent_kinds[kind].name;
        agent_kinds[kind].make(plan, random);
        double turn = wend_random_below(random, 3) == 0 ? wend_random_between(random, 0, 6) : 0;
        double away = wend_random_below(random, 4) == 0 ? 1e4 : 0;
        displace(plan, turn, (wend_vec2){away, -0.7 * away});
    } while (!make_sound(plan));
    wend_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < plan->bounds_count; ++i) {
        box.min =
            (wend_vec2){fmin(box.min.x, plan->bounds[i].x), fmin(box.min.y, plan->bounds[i].y)};
        box.max =
            (wend_vec2){fmax(box.max.x, plan->bounds[i].x), fmax(box.max.y, plan->bounds[i].y)};
    }
    plan->centre = (wend_vec2){0.5 * (box.min.x + box.max.x), 0.5 * (box.min.y + box.max.y)};
    plan->size = 0.5 * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    keep_free_agents(plan);
}

#endif
