// SPDX-License-Identifier: MIT
// Goal of a disc: the parts of the requested goal where the disc's centre can be.
#include "plan/disc.h"

#include "geometry/sort.h"

// ---- blocked parts ------------------------------------------------------------------------------

/// Receiver of the blocked parts of a line.
typedef struct listener {
    const wend_disc_line *line;
    wend_stretch_fn *shut;
    void *context;
} listener;

static wend_vec2 in_frame(const wend_disc_line *line, wend_vec2 p)
{
    wend_vec2 v = wend_sub(p, line->from);
    return (wend_vec2){wend_dot(line->direction, v), wend_cross(line->direction, v)};
}

static void shut_stretch(const listener *to, wend_stretch s)
{
    if (s.high > 0 && s.low < to->line->length && s.low < s.high)
        to->shut(to->context, s);
}

static void shut_by_corner(const listener *to, wend_vec2 a)
{
    double half2 = to->line->reach * to->line->reach - a.y * a.y;
    if (half2 > 0)
        shut_stretch(to, (wend_stretch){a.x - sqrt(half2), a.x + sqrt(half2)});
}

/// Narrows [low, high] to where base + slope x lies between two values.
static void clip_between(double base, double slope, double low_value, double high_value,
                         wend_stretch *s)
{
    if (slope == 0) {
        if (base <= low_value || base >= high_value)
            s->high = s->low;
        return;
    }
    double one = (low_value - base) / slope, other = (high_value - base) / slope;
    s->low = fmax(s->low, fmin(one, other));
    s->high = fmin(s->high, fmax(one, other));
}

/// Where the wall's nearest point is not one of its ends.
static void shut_by_wall(const listener *to, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 along = wend_sub(b, a);
    double size = wend_length(along);
    if (size <= 0)
        return;
    wend_vec2 u = {along.x / size, along.y / size};
    wend_stretch s = {0, to->line->length};
    clip_between(-wend_dot(u, a), u.x, 0, size, &s);
    clip_between(-wend_cross(u, a), -u.y, -to->line->reach, to->line->reach, &s);
    shut_stretch(to, s);
}

void wend_disc_shut(wend_path_query *query, const wend_disc_line *line, uint32_t cell_at,
                    wend_stretch_fn *shut, void *context)
{
    wend_disc_search *s = query->disc;
    const wend_mesh *mesh = query->mesh;
    const listener to = {line, shut, context};
    const double reach = line->reach;
    if (!wend_flood_begin(query, cell_at))
        return;
    for (size_t i = 0; i < s->flood.count && !s->failed; ++i) {
        const wend_cell *cell = &mesh->cells[s->flood.data[i]];
        for (uint32_t k = 0; k < cell->count; ++k) {
            const wend_cell_side *side = &mesh->sides[cell->first + k];
            wend_vec2 next = mesh->sides[cell->first + (k + 1 < cell->count ? k + 1 : 0)].at;
            wend_vec2 a = in_frame(line, side->at), b = in_frame(line, next);
            shut_by_corner(&to, a);
            if ((a.y >= reach && b.y >= reach) || (a.y <= -reach && b.y <= -reach) ||
                (a.x <= -reach && b.x <= -reach) ||
                (a.x >= line->length + reach && b.x >= line->length + reach))
                continue;
            if (side->cell == WEND_NONE)
                shut_by_wall(&to, a, b);
            else
                wend_flood_add(query, side->cell);
        }
    }
}

// ---- a goal's pieces ----------------------------------------------------------------------------

static void note_shut(void *context, wend_stretch s)
{
    wend_path_query *query = context;
    if (!wend_array_reserve(&query->disc->shut, &query->allocator, 1)) {
        query->disc->failed = true;
        return;
    }
    query->disc->shut.data[query->disc->shut.count++] = s;
}

static bool starts_before(const void *context, const void *one, const void *other)
{
    const wend_stretch *a = one, *b = other;
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

/// The parts between the blocked ones, single points included.
static void keep_open_parts(wend_path_query *query, const wend_disc_line *line,
                            wend_goal_piece piece)
{
    const wend_stretch *shut = query->disc->shut.data;
    size_t count = query->disc->shut.count;
    double open = 0;
    if (count > 0)
        wend_sort(query->disc->shut.data, count, sizeof *shut, starts_before, NULL);
    for (size_t i = 0; i <= count; ++i) {
        bool last = i == count;
        double end = last ? line->length : shut[i].low;
        if (open <= end) {
            wend_segment part = {wend_add_scaled(line->from, open, line->direction),
                                 wend_add_scaled(line->from, end, line->direction)};
            if (open <= 0)
                part.a = piece.at.a;
            if (end >= line->length)
                part.b = piece.at.b;
            add_goal(query, (wend_goal_piece){part, piece.cell});
        }
        if (!last)
            open = fmax(open, shut[i].high);
    }
}

static void clip_piece(wend_path_query *query, wend_goal_piece piece)
{
    wend_vec2 along = wend_sub(piece.at.b, piece.at.a);
    double size = wend_length(along);
    wend_disc_line line = {.from = piece.at.a,
                           .direction = {along.x / size, along.y / size},
                           .length = size,
                           .reach = wend_disc_fit(query)};
    query->disc->shut.count = 0;
    wend_disc_shut(query, &line, piece.cell, note_shut, query);
    if (!query->disc->failed)
        keep_open_parts(query, &line, piece);
}

/// Of a completely blocked piece its ends remain, and where blocked parts touch, a point: the disc
/// does not fit at all of these.
static void drop_tight_points(wend_path_query *query)
{
    wend_disc_search *s = query->disc;
    size_t count = 0;
    for (size_t i = 0; i < s->goal.count && !s->failed; ++i) {
        wend_goal_piece piece = s->goal.data[i];
        if (!wend_equal(piece.at.a, piece.at.b) || query->goal_is_point ||
            wend_disc_clearance(query, piece.at.a, piece.cell, query->radius) >= s->reach)
            s->goal.data[count++] = piece;
    }
    s->goal.count = count;
}

wend_result wend_disc_find_goal(wend_path_query *query, wend_error *error)
{
    wend_disc_search *s = query->disc;
    s->goal.count = 0;
    for (size_t i = 0; i < query->goal.count && !s->failed; ++i) {
        wend_goal_piece piece = query->goal.data[i];
        if (!wend_equal(piece.at.a, piece.at.b))
            clip_piece(query, piece);
        else if (wend_disc_clearance(query, piece.at.a, piece.cell, query->radius) >= s->reach)
            add_goal(query, piece);
    }
    drop_tight_points(query);
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
        return wend_fail(error, WEND_NOT_FOUND,
                         "the goal is closer to a wall than the radius of %g m: choose a smaller "
                         "radius or a goal with more clearance",
                         query->requested_radius);
    return WEND_OK;
}
