// SPDX-License-Identifier: MIT
// Lines of a path map: those of equal distance and the borders of regions are where they should be,
// none is missing, and pieces are joined to lines that end only at walls.
#include "tests/map/drawn_lines.h"

#include "map/share.h"
#include "wend/vec2.h"

enum { LEVELS = 6 };

/// A step to somewhere near, both ends in the open, that meets no wall.
static bool random_step(wend_random *random, double longest, wend_vec2 *p, wend_vec2 *q)
{
    *p = displaced(&f.s, plain_place(&f.s, random));
    *q = (wend_vec2){p->x + wend_random_between(random, -longest, longest),
                     p->y + wend_random_between(random, -longest, longest)};
    wend_ray ray;
    return wend_mesh_locate(f.s.mesh, *p) == WEND_LOCATION_FREE &&
           wend_mesh_locate(f.s.mesh, *q) == WEND_LOCATION_FREE &&
           wend_mesh_raycast(f.s.mesh, *p, *q, &ray, NULL) == WEND_OK && !ray.hit;
}

/// How far apart the ends of two lines may be that are one. Where a root is almost behind another,
/// both are equally near within a tolerance in a wedge around their common ray, and that is wider
/// by far than the tolerance: like the root of it.
static double end_slack(void)
{
    return sqrt(f.s.floor->tolerance * ldexp(f.s.size, f.s.moved.exponent));
}

/// True at walls, and where the mesh ends.
static bool is_at_wall(wend_vec2 p, double slack)
{
    wend_box box = wend_mesh_box(f.s.mesh);
    return p.x - box.min.x <= slack || box.max.x - p.x <= slack || p.y - box.min.y <= slack ||
           box.max.y - p.y <= slack || wend_floor_clearance(f.s.floor, p, NULL, NULL) <= slack;
}

// ---- shares -------------------------------------------------------------------------------------

/// How many shares of a triangle a place is in; *whose is the last.
static uint32_t count_shares(const wend_map_lookup *lookup, uint32_t triangle, wend_vec2 p,
                             wend_share *share, uint32_t *whose)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < lookup->blocks[triangle].count; ++i) {
        assert_true(wend_share_find(share, lookup, triangle, i, NULL));
        const wend_share_frame *frame = &share->frame;
        wend_vec2 v = {p.x - frame->origin.x, p.y - frame->origin.y};
        double x = wend_share_direction(frame, p);
        double r =
            frame->is_segment ? v.x * frame->across.x + v.y * frame->across.y : hypot(v.x, v.y);
        for (size_t k = 0; k < share->pieces.count; ++k) {
            const wend_share_piece *piece = &share->pieces.data[k];
            if (x >= piece->from && x <= piece->to &&
                r >= wend_share_reach(frame, &piece->inner, x) &&
                r <= wend_share_reach(frame, &piece->outer, x)) {
                ++found;
                *whose = i;
            }
        }
    }
    return found;
}

/// The least by which the nearest root of a place is nearer than the next one, among the windows of
/// its triangle; roots at one place are one.
static double lead_at(const wend_map_lookup *lookup, uint32_t triangle, wend_vec2 p)
{
    double least, second = INFINITY;
    const wend_map_window *best = wend_map_best(lookup, triangle, p, &least);
    wend_map_block block = lookup->blocks[triangle];
    for (uint32_t i = 0; i < block.count; ++i) {
        const wend_map_window *window = &lookup->windows[block.first + i];
        if (best && window->root != best->root)
            second = fmin(second, wend_window_distance(window, p));
    }
    return second - least;
}

// Every place of a triangle is in one share: that of the window that wend_map_query would take.
static void shares_fill_their_triangles(void **state)
{
    (void)state;
    wend_share share = {0};
    for (uint64_t seed = 0; seed < (long_tier() ? 2000u : 40u); ++seed) {
        wend_random random;
        start_random(seed, 32, 60, &random);
        const wend_map_lookup *lookup = wend_map_lookup_of(f.map);
        for (uint32_t triangle = 0; triangle < lookup->triangle_limit; ++triangle) {
            if (lookup->blocks[triangle].count == 0)
                continue;
            wend_vec2 corner[3], p = {0, 0};
            for (int i = 0; i < 3; ++i)
                corner[i] = wend_at(f.s.mesh, wend_origin(f.s.mesh, 3 * triangle + i));
            double u = wend_random_unit(&random), v = wend_random_unit(&random) * (1 - u);
            p.x = corner[0].x + u * (corner[1].x - corner[0].x) + v * (corner[2].x - corner[0].x);
            p.y = corner[0].y + u * (corner[1].y - corner[0].y) + v * (corner[2].y - corner[0].y);
            if (wend_orient2d(corner[0], corner[1], p) <= 0 ||
                wend_orient2d(corner[1], corner[2], p) <= 0 ||
                wend_orient2d(corner[2], corner[0], p) <= 0 ||
                lead_at(lookup, triangle, p) < f.s.floor->tolerance)
                continue;
            double distance;
            uint32_t whose = WEND_NONE, found = count_shares(lookup, triangle, p, &share, &whose);
            const wend_map_window *best = wend_map_best(lookup, triangle, p, &distance);
            if (found == 0 ||
                lookup->windows[lookup->blocks[triangle].first + whose].root != best->root)
                fail_at(&f, p, "this place is in no share, or in another's");
        }
        end_plain();
    }
    wend_share_free(&share, NULL);
}

// ---- isolines -----------------------------------------------------------------------------------

static void tell_isolines(double error, double levels[LEVELS])
{
    double most = 0;
    wend_error problem = {0};
    for (uint32_t i = 0; i < 200; ++i) {
        wend_random random = wend_random_stream(i, 33);
        wend_vec2 p = displaced(&f.s, plain_place(&f.s, &random));
        most = fmax(most, wend_map_query(f.map, p).distance);
    }
    for (uint32_t i = 0; i < LEVELS; ++i)
        levels[i] = most * (i + 0.5) / LEVELS;
    forget_lines();
    if (wend_map_isolines(f.map, levels, LEVELS, error, note_isoline, NULL, &problem) != WEND_OK)
        fail_msg("%s", wend_error_text(&problem));
}

/// All of a line is at its level; beside it by the error at most. On a wall the map tells what is
/// nearer on either side, and outside of an arc the line may be in a wall.
static void check_isoline(uint32_t line, double error)
{
    double level = told.levels[line], slack = f.s.floor->tolerance;
    for (uint32_t i = begin_of(line); i < told.ends[line]; ++i) {
        wend_vec2 p = told.points[i];
        wend_vec2 places[] = {p,
                              i + 1 < told.ends[line] ? wend_midpoint(p, told.points[i + 1]) : p};
        for (int k = 0; k < 2; ++k) {
            double here = wend_map_query(f.map, places[k]).distance;
            if (!(fabs(here - level) <= error + slack) && !is_at_wall(places[k], error + slack))
                fail_at(&f, places[k], "an isoline leads through here, of another distance");
        }
    }
}

/// True if another line of the same level, or the other end of this one, is at the end of a line.
static bool goes_on(uint32_t line, wend_vec2 end, double slack)
{
    uint32_t found = 0;
    for (uint32_t other = 0; other < told.line_count; ++other)
        if (told.levels[other] == told.levels[line]) {
            found += sight_distance(told.points[begin_of(other)], end) <= slack;
            found += sight_distance(told.points[told.ends[other] - 1], end) <= slack;
        }
    return found > 1; // itself, and another
}

/// A line is closed, or ends at walls or where the map ends.
static void check_ends(uint32_t line)
{
    wend_vec2 first = told.points[begin_of(line)], last = told.points[told.ends[line] - 1];
    double slack = end_slack();
    if (wend_equal(first, last))
        return;
    for (int k = 0; k < 2; ++k)
        if (!is_at_wall(k ? last : first, slack) && !goes_on(line, k ? last : first, slack))
            fail_at(&f, k ? last : first, "an isoline ends in the open");
}

static bool is_crossed(double level, wend_segment step, double error)
{
    for (uint32_t line = 0; line < told.line_count; ++line)
        for (uint32_t i = begin_of(line); i + 1 < told.ends[line] && told.levels[line] == level;
             ++i) {
            wend_segment part = {told.points[i], told.points[i + 1]};
            if (wend_segments_distance(part, step, NULL, NULL) <= error)
                return true;
        }
    return false;
}

/// Whoever goes from one side of a level to the other crosses one of its lines.
static void check_steps(wend_random *random, const double levels[LEVELS], double error,
                        uint32_t count)
{
    double longest = ldexp(f.s.size, f.s.moved.exponent) / 8;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 p, q;
        if (!random_step(random, longest, &p, &q))
            continue;
        double a = wend_map_query(f.map, p).distance, b = wend_map_query(f.map, q).distance;
        for (uint32_t k = 0; k < LEVELS && a >= 0 && b >= 0; ++k)
            if ((a < levels[k]) != (b < levels[k]) &&
                !is_crossed(levels[k], (wend_segment){p, q}, error))
                fail_at(&f, p, "an isoline is missing between here and a place beside");
    }
}

static void isolines_are_where_they_should_be(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 3000u : 60u); ++seed) {
        wend_random random;
        double levels[LEVELS];
        start_random(seed, 32, 100, &random);
        double error = ldexp(f.s.size, f.s.moved.exponent) / 2000;
        tell_isolines(error, levels);
        for (uint32_t line = 0; line < told.line_count; ++line) {
            check_isoline(line, error);
            check_ends(line);
        }
        check_steps(&random, levels, 2 * error, 100);
        end_plain();
    }
}

// ---- borders ------------------------------------------------------------------------------------

static double distance_by(const wend_map_root *root, wend_vec2 p)
{
    return root->distance + sight_distance(wend_map_projection(root, p), p);
}

/// True for a line that is no longer than what ends may be apart.
static bool is_short(uint32_t line)
{
    wend_box box = wend_box_of(told.points + begin_of(line), told.ends[line] - begin_of(line));
    return fmax(box.max.x - box.min.x, box.max.y - box.min.y) <= end_slack();
}

/// On a border both roots are as near as the map says, but for a small part of what its line may be
/// off: where one is almost behind the other, the border's place is known much worse than distances
/// are.
static void check_border(uint32_t line, double error)
{
    uint32_t root_count;
    const wend_map_root *roots = wend_map_roots(f.map, &root_count);
    double slack = f.s.floor->tolerance;
    for (uint32_t i = begin_of(line); i < told.ends[line]; ++i) {
        wend_vec2 p = told.points[i];
        double here = wend_map_query(f.map, p).distance;
        bool at_wall = is_at_wall(p, slack) || is_short(line);
        for (int k = 0; k < 2; ++k) {
            assert_true(told.roots[line][k] < root_count);
            double by = distance_by(&roots[told.roots[line][k]], p);
            if (!at_wall && !(fabs(by - here) <= error / 1000 + slack))
                fail_at(&f, p, "a border leads through here, of a root that is not as near");
        }
        if (i + 1 < told.ends[line] && !at_wall) {
            wend_vec2 middle = wend_midpoint(p, told.points[i + 1]);
            double a = distance_by(&roots[told.roots[line][0]], middle);
            double b = distance_by(&roots[told.roots[line][1]], middle);
            if (!(fabs(a - b) <= 2 * error + slack))
                fail_at(&f, middle, "a border leads beside its place here");
        }
    }
}

static bool is_near_border(wend_segment step, double error)
{
    for (uint32_t line = 0; line < told.line_count; ++line)
        for (uint32_t i = begin_of(line); i + 1 < told.ends[line]; ++i) {
            wend_segment part = {told.points[i], told.points[i + 1]};
            if (wend_segments_distance(part, step, NULL, NULL) <= error)
                return true;
        }
    return false;
}

/// True if there need be no border between two places: both have one root, or two at one place, or
/// the two sides of a segment; or one of them is on a border itself.
static bool is_one_region(wend_vec2 p, wend_vec2 q)
{
    uint32_t count, one = wend_map_query(f.map, p).root, other = wend_map_query(f.map, q).root;
    const wend_map_root *roots = wend_map_roots(f.map, &count);
    double slack = f.s.floor->tolerance;
    if (one == other || one >= count || other >= count)
        return one == other;
    const wend_map_root *a = &roots[one], *b = &roots[other];
    return (wend_equal(a->a, b->a) && wend_equal(a->b, b->b)) ||
           (wend_equal(a->a, b->b) && wend_equal(a->b, b->a)) ||
           fabs(distance_by(b, p) - distance_by(a, p)) <= slack ||
           fabs(distance_by(a, q) - distance_by(b, q)) <= slack;
}

static void check_crossings(wend_random *random, double error, uint32_t count)
{
    double longest = ldexp(f.s.size, f.s.moved.exponent) / 8;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 p, q;
        if (!random_step(random, longest, &p, &q))
            continue;
        if (!is_one_region(p, q) && !is_near_border((wend_segment){p, q}, error))
            fail_at(&f, p, "a border is missing between here and a place beside");
    }
}

static void borders_are_where_they_should_be(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 2000u : 60u); ++seed) {
        wend_random random;
        wend_error problem = {0};
        start_random(seed, 32, 100, &random);
        double error = ldexp(f.s.size, f.s.moved.exponent) / 2000;
        forget_lines();
        if (wend_map_borders(f.map, error, note_border, NULL, &problem) != WEND_OK)
            fail_msg("%s", wend_error_text(&problem));
        for (uint32_t line = 0; line < told.line_count; ++line)
            check_border(line, error);
        check_crossings(&random, 2 * error, 100);
        end_plain();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_fill_their_triangles),
        cmocka_unit_test(isolines_are_where_they_should_be),
        cmocka_unit_test(borders_are_where_they_should_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
