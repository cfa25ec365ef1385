// SPDX-License-Identifier: MIT
// The goal of a disc: the parts of the asked one where the disc's centre can be.
#include "plan/disc.h"

#include "geometry/sort.h"

/// A stretch of a goal's piece where the disc does not fit, along it. The ends are not in it.
typedef struct stretch {
    double low, high;
} stretch;

/// A piece of the goal in its own frame: x along it from 0 to length, y to its left.
typedef struct goal_frame {
    wend_vec2 from, direction;
    double length, reach;
    wend_array(stretch) shut;
} goal_frame;

static wend_vec2 in_frame(const goal_frame *frame, wend_vec2 p)
{
    wend_vec2 v = wend_minus(p, frame->from);
    return (wend_vec2){wend_dot(frame->direction, v), wend_cross(frame->direction, v)};
}

static void shut_stretch(wend_path_query *query, goal_frame *frame, double low, double high)
{
    if (high <= 0 || low >= frame->length || low >= high)
        return;
    if (!wend_array_reserve(&frame->shut, &query->allocator, 1)) {
        query->disc->failed = true;
        return;
    }
    frame->shut.data[frame->shut.count++] = (stretch){low, high};
}

static void shut_by_corner(wend_path_query *query, goal_frame *frame, wend_vec2 a)
{
    double half2 = frame->reach * frame->reach - a.y * a.y;
    if (half2 > 0)
        shut_stretch(query, frame, a.x - sqrt(half2), a.x + sqrt(half2));
}

/// Narrows [low, high] to where base + slope x lies between two values.
static void keep_between(double base, double slope, double least, double most, stretch *s)
{
    if (slope == 0) {
        if (base <= least || base >= most)
            s->high = s->low;
        return;
    }
    double one = (least - base) / slope, other = (most - base) / slope;
    s->low = fmax(s->low, fmin(one, other));
    s->high = fmin(s->high, fmax(one, other));
}

/// Where the wall's nearest point is not an end of it.
static void shut_by_wall(wend_path_query *query, goal_frame *frame, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 along = wend_minus(b, a);
    double size = wend_norm(along);
    if (size <= 0)
        return;
    wend_vec2 u = {along.x / size, along.y / size};
    stretch s = {0, frame->length};
    keep_between(-wend_dot(u, a), u.x, 0, size, &s);
    keep_between(-wend_cross(u, a), -u.y, -frame->reach, frame->reach, &s);
    shut_stretch(query, frame, s.low, s.high);
}

/// Finds the shut stretches: all corners and walls that come near, by a flood through open sides.
static void find_shut(wend_path_query *query, goal_frame *frame, uint32_t start)
{
    wend_disc_search *s = query->disc;
    const wend_mesh *mesh = query->mesh;
    if (!wend_flood_begin(query, start))
        return;
    for (size_t i = 0; i < s->flood.count && !s->failed; ++i) {
        const wend_cell *cell = &mesh->cells[s->flood.data[i]];
        for (uint32_t k = 0; k < cell->count; ++k) {
            const wend_cell_side *side = &mesh->sides[cell->first + k];
            wend_vec2 next = mesh->sides[cell->first + (k + 1 < cell->count ? k + 1 : 0)].at;
            wend_vec2 a = in_frame(frame, side->at), b = in_frame(frame, next);
            double reach = frame->reach;
            shut_by_corner(query, frame, a);
            if ((a.y >= reach && b.y >= reach) || (a.y <= -reach && b.y <= -reach) ||
                (a.x <= -reach && b.x <= -reach) ||
                (a.x >= frame->length + reach && b.x >= frame->length + reach))
                continue;
            if (side->cell == WEND_NONE)
                shut_by_wall(query, frame, a, b);
            else
                wend_flood_add(query, side->cell);
        }
    }
}

static bool starts_before(const void *context, const void *one, const void *other)
{
    const stretch *a = one, *b = other;
    (void)context;
    return a->low < b->low;
}

static void add_goal(wend_path_query *query, wend_goal_piece piece)
{
    wend_disc_search *s = query->disc;
    if (!wend_array_reserve(&s->goal, &query->allocator, 1)) {
        s->failed = true;
        return;
    }
    s->goal.data[s->goal.count++] = piece;
}

/// What is left between the shut stretches, single points included.
static void keep_open_parts(wend_path_query *query, goal_frame *frame, wend_goal_piece piece)
{
    double open = 0;
    if (frame->shut.count > 0)
        wend_sort(frame->shut.data, frame->shut.count, sizeof *frame->shut.data, starts_before,
                  NULL);
    for (size_t i = 0; i <= frame->shut.count; ++i) {
        bool last = i == frame->shut.count;
        double shut = last ? frame->length : frame->shut.data[i].low;
        if (open <= shut) {
            wend_segment part = {wend_ahead(frame->from, open, frame->direction),
                                 wend_ahead(frame->from, shut, frame->direction)};
            if (open <= 0)
                part.a = piece.at.a;
            if (shut >= frame->length)
                part.b = piece.at.b;
            add_goal(query, (wend_goal_piece){part, piece.cell});
        }
        if (!last)
            open = fmax(open, frame->shut.data[i].high);
    }
}

static void clip_piece(wend_path_query *query, wend_goal_piece piece)
{
    wend_vec2 along = wend_minus(piece.at.b, piece.at.a);
    double size = wend_norm(along);
    goal_frame frame = {.from = piece.at.a,
                        .direction = {along.x / size, along.y / size},
                        .length = size,
                        // Between the two, so that the ends of what is left fit for sure.
                        .reach = 0.5 * (query->disc->reach + query->asked_radius)};
    find_shut(query, &frame, piece.cell);
    if (!query->disc->failed)
        keep_open_parts(query, &frame, piece);
    wend_array_free(&frame.shut, &query->allocator);
}

wend_result wend_disc_find_goal(wend_path_query *query, wend_error *error)
{
    wend_disc_search *s = query->disc;
    s->goal.count = 0;
    for (size_t i = 0; i < query->goal.count && !s->failed; ++i) {
        wend_goal_piece piece = query->goal.data[i];
        if (!wend_same_place(piece.at.a, piece.at.b))
            clip_piece(query, piece);
        else if (wend_disc_clearance(query, piece.at.a, piece.cell, query->radius) >= s->reach)
            add_goal(query, piece);
    }
    if (s->failed)
        return wend_fail_memory(error);
    s->first_goal = UINT32_MAX;
    s->last_goal = 0;
    wend_gates_prepare(query->mesh);
    for (size_t i = 0; i < s->goal.count; ++i) {
        uint32_t number = query->mesh->order[s->goal.data[i].cell];
        s->first_goal = number < s->first_goal ? number : s->first_goal;
        s->last_goal = number > s->last_goal ? number : s->last_goal;
    }
    if (s->goal.count == 0)
        return wend_fail(error, WEND_NOTHING,
                         "the goal is closer to a wall than the radius, %g m: choose a smaller "
                         "radius or a goal with more room",
                         query->asked_radius);
    return WEND_OK;
}
