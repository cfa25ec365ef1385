// SPDX-License-Identifier: MIT
// What the tests of a point's paths share: a floor, its mesh and what is known of it, places to ask
// about, and whether a path is one.
#ifndef WEND_TESTS_PLAN_POINT_PATHS_H
#define WEND_TESTS_PLAN_POINT_PATHS_H

#include "tests/map/hand_plans.h"
#include "tests/oracle/visibility.h"

#include "wend/path.h"
#include "wend/vec2.h"

/// How much longer or shorter a path may be than the oracle's, relatively: rounding and no more.
#define SAME_LENGTH 1e-9

typedef struct fixture {
    uint64_t seed;
    plan p;
    world w;
    sight_graph *graph;
    wend_path_query *query;
} fixture;

static inline void set_up(fixture *f)
{
    f->w = make_world(&f->p);
    f->graph = NULL;
    assert_int_equal(wend_path_query_create(NULL, &f->query, NULL), WEND_OK);
}

static inline void set_up_with_oracle(fixture *f)
{
    set_up(f);
    f->graph = sight_make(f->w.floor);
}

static inline void tear_down(fixture *f)
{
    wend_path_query_destroy(f->query);
    if (f->graph)
        sight_free(f->graph);
    free_world(f->w);
}

static inline void print_plan(const fixture *f)
{
    print_message("seed %llu, size %g%s\n", (unsigned long long)f->seed, f->p.size,
                  f->p.has_bounds ? ", with bounds" : "");
    for (uint32_t i = 0; i < f->p.shape_count; i++) {
        for (uint32_t k = 0; k < f->p.shapes[i].point_count; k++)
            print_message(" %.17g,%.17g", f->p.shapes[i].points[k].x, f->p.shapes[i].points[k].y);
        print_message("\n");
    }
}

static inline bool are_equal(double length, double truth)
{
    return length == truth || fabs(length - truth) <= SAME_LENGTH * fmax(1, truth);
}

// True if the straight way can be gone; its end may be rounded.
static inline bool is_open_way(const fixture *f, wend_vec2 a, wend_vec2 b)
{
    double x = (b.x - a.x) * SAME_LENGTH, y = (b.y - a.y) * SAME_LENGTH;
    return sides_at_end(f->w.floor, a, b, ON_BOTH) != 0 ||
           sides_at_end(f->w.floor, a, (wend_vec2){b.x - y, b.y + x}, ON_BOTH) != 0 ||
           sides_at_end(f->w.floor, a, (wend_vec2){b.x + y, b.y - x}, ON_BOTH) != 0;
}

// The pieces follow each other from the start on, have the length that is said, and can be gone.
static inline bool is_whole(const fixture *f, const wend_path *path, wend_vec2 from)
{
    double length = 0;
    wend_vec2 at = from;
    for (uint32_t i = 0; i < path->piece_count; i++) {
        const wend_path_piece *piece = &path->pieces[i];
        if (!wend_equal(piece->a, at) || piece->turn != 0 || !is_open_way(f, piece->a, piece->b))
            return false;
        length += sight_distance(piece->a, piece->b);
        at = piece->b;
    }
    return are_equal(path->length, length);
}

// A place to ask about: a corner, on a wall, on the grid, or anywhere.
static inline wend_vec2 random_place(const fixture *f, wend_random *random)
{
    const wend_floor *floor = f->w.floor;
    uint32_t kind = wend_random_below(random, 5);
    if (kind == 0 && floor->wall_count > 0)
        return floor->points[wend_random_below(random, floor->wall_count)];
    if (kind == 1 && floor->wall_count > 0) {
        wend_segment wall = wend_wall_segment(floor, wend_random_below(random, floor->wall_count));
        return (wend_vec2){(wall.a.x + wall.b.x) / 2, (wall.a.y + wall.b.y) / 2};
    }
    if (kind == 2)
        return point_on_grid(random, f->p.size, 20);
    return point_on_grid(random, f->p.size, kind == 3 ? 0 : 1);
}

static inline wend_result ask(fixture *f, wend_vec2 from, const wend_vec2 *goal, uint32_t count,
                              uint32_t budget, wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){goal, count};
    request.budget = budget;
    wend_error error = {0};
    wend_result result = wend_path_find(f->query, f->w.mesh, &request, path, &error);
    assert_true(result == WEND_OK || error.text[0]);
    return result;
}

static inline void fail_query(const fixture *f, wend_vec2 from, const wend_vec2 *goal,
                              uint32_t count, const wend_path *path, double truth)
{
    print_plan(f);
    for (uint32_t i = 0; i < path->piece_count; i++)
        print_message("  %.17g,%.17g -> %.17g,%.17g\n", path->pieces[i].a.x, path->pieces[i].a.y,
                      path->pieces[i].b.x, path->pieces[i].b.y);
    for (uint32_t i = 0; i < count; i++)
        print_message("  goal %.17g,%.17g\n", goal[i].x, goal[i].y);
    fail_msg("from %.17g,%.17g: length %.17g, bound %.17g, truth %.17g", from.x, from.y,
             path->length, path->bound, truth);
}

#endif
