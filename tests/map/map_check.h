// SPDX-License-Identifier: MIT
// Whether a path map is one: its answers against the oracle's, and its paths by what every shortest
// path has, without an oracle.
#ifndef WEND_TESTS_MAP_MAP_CHECK_H
#define WEND_TESTS_MAP_MAP_CHECK_H

#include "tests/map/map_scenes.h"
#include "wend/vec2.h"

enum { MOST_TURNS = 4096 };

typedef struct map_fixture {
    map_scene s;
    map_oracle oracle; ///< of the plain floor
    wend_map *map;     ///< over the displaced mesh
} map_fixture;

static inline wend_map *new_map(void)
{
    wend_map *map;
    assert_int_equal(wend_map_create(NULL, &map, NULL), WEND_OK);
    return map;
}

static inline void build_map(wend_map *map, const wend_mesh *mesh, const wend_map_source *sources,
                             uint32_t count)
{
    wend_error error = {0};
    if (wend_map_build(map, mesh, sources, count, &error) != WEND_OK ||
        wend_map_check(map, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

/// For a scene that has been started and has sources.
static inline void start_fixture(map_fixture *f)
{
    f->oracle = map_oracle_make(f->s.plain);
    map_oracle_spread(&f->oracle, f->s.plain_sources, f->s.source_count);
    f->map = new_map();
    wend_error error = {0};
    if (wend_map_build(f->map, f->s.mesh, f->s.sources, f->s.source_count, &error) == WEND_OK &&
        wend_map_check(f->map, &error) == WEND_OK)
        return;
    print_map_scene(&f->s);
    fail_msg("%s at %.17g,%.17g", wend_error_text(&error), error.position.x, error.position.y);
}

static inline void end_fixture(map_fixture *f)
{
    wend_map_destroy(f->map);
    map_oracle_free(&f->oracle);
    end_scene(&f->s);
}

static inline void fail_at(const map_fixture *f, wend_vec2 p, const char *what)
{
    wend_map_result answer = wend_map_query(f->map, p);
    print_map_scene(&f->s);
    fail_msg("at %.17g,%.17g (%.17g, next %.17g,%.17g): %s", p.x, p.y, answer.distance,
             answer.next.x, answer.next.y, what);
}

// ---- answers ------------------------------------------------------------------------------------

static inline bool same_bits(wend_map_result a, wend_map_result b)
{
    return memcmp(&a.distance, &b.distance, sizeof a.distance) == 0 &&
           memcmp(&a.next, &b.next, sizeof a.next) == 0 && a.root == b.root;
}

/// True if an answer's distance is that of its root and the way there.
static inline bool is_consistent(const wend_map *map, wend_vec2 p, wend_map_result answer,
                                 double slack)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(map, &count);
    if (answer.root == WEND_MAP_NONE)
        return answer.distance == -1 && wend_equal(answer.next, p);
    return answer.root < count &&
           wend_equal(answer.next, wend_map_projection(&roots[answer.root], p)) &&
           fabs(roots[answer.root].distance + sight_distance(p, answer.next) - answer.distance) <=
               slack;
}

/// Asks about a place of the plain floor.
static inline void check_answer(map_fixture *f, wend_vec2 plain)
{
    double truth = ldexp(map_oracle_at(&f->oracle, plain), f->s.moved.exponent);
    double size = ldexp(f->s.size, f->s.moved.exponent);
    wend_vec2 p = displaced(&f->s, plain);
    wend_map_result answer = wend_map_query(f->map, p);
    bool right = truth == INFINITY ? answer.distance == -1
                                   : fabs(answer.distance - truth) <= MAP_ERROR * size;
    if (right && is_consistent(f->map, p, answer, f->s.floor->tolerance))
        return;
    print_map_scene(&f->s);
    fail_msg("at %.17g,%.17g, displaced %.17g,%.17g: distance %.17g, truth %.17g", plain.x, plain.y,
             p.x, p.y, answer.distance, truth == INFINITY ? -1 : truth);
}

// ---- paths --------------------------------------------------------------------------------------

/// True if the line from c through w, or through a, passes the other within the slack.
static inline bool are_in_line(wend_vec2 c, wend_vec2 a, wend_vec2 w, double slack)
{
    double ax = a.x - c.x, ay = a.y - c.y, wx = w.x - c.x, wy = w.y - c.y;
    double off = fabs(ax * wy - ay * wx);
    return ax * wx + ay * wy > 0 &&
           (off <= slack * sqrt(ax * ax + ay * ay) || off <= slack * sqrt(wx * wx + wy * wy));
}

/// What is wrong with a bend at c on the way from a to b, or NULL. Round a corner there is a wall
/// on the inner side of the bend, or along the way; on the outer side there is none.
static inline const char *check_bend(const wend_floor *floor, wend_vec2 a, wend_vec2 c, wend_vec2 b)
{
    static sight_place place;
    make_place(floor, c, &place);
    if (!is_corner(floor, c))
        return "a bend is not at a corner";
    double slack = floor->tolerance;
    wend_vec2 ahead = {2 * c.x - a.x, 2 * c.y - a.y};
    bool straight = are_in_line(c, ahead, b, slack), inner = false, left = false, right = false;
    int turn = wend_orient2d(a, c, b);
    for (uint32_t i = 0; i < place.wall_count; ++i) {
        wend_vec2 w = place.toward[i];
        if (are_in_line(c, a, w, slack) || are_in_line(c, b, w, slack)) {
            inner = true;
            continue;
        }
        bool beside_b = wend_orient2d(c, b, w) == turn, beside_a = wend_orient2d(c, w, a) == turn;
        if (straight)
            *(wend_orient2d(a, c, w) > 0 ? &left : &right) = true;
        else if (beside_a && beside_b)
            inner = true;
        else
            return "a path passes between obstacles that touch";
    }
    if (straight)
        return left && right ? "a path passes straight between obstacles that touch" : NULL;
    return inner ? NULL : "a path is not taut";
}

/// The next corner on the way from a to b, or beside it by a rounding; a: there is none.
static inline wend_vec2 next_corner(const wend_floor *floor, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 best = a;
    double least = INFINITY;
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_vec2 corner = floor->points[i];
        double away = sight_distance(a, corner);
        if (away > 0 && away < least &&
            wend_segment_distance((wend_segment){a, b}, corner) <= floor->tolerance) {
            least = away;
            best = corner;
        }
    }
    return best;
}

/// True if the straight way is free; its end may be rounded. Where corners were in one line before
/// they were rounded, it may touch one of them on the wrong side.
static inline bool is_free_way(const map_scene *s, wend_vec2 a, wend_vec2 b)
{
    double slack = s->floor->tolerance;
    for (uint32_t i = 0; i <= (s->rounded ? s->floor->wall_count : 0); ++i) {
        wend_ray ray;
        if (wend_equal(a, b))
            return true;
        if (wend_mesh_raycast(s->mesh, a, b, &ray, NULL) != WEND_OK)
            return false;
        if (!ray.hit || sight_distance(ray.at, b) <= slack)
            return true;
        wend_vec2 corner = next_corner(s->floor, a, b);
        if (wend_equal(corner, a) || check_bend(s->floor, a, corner, b) ||
            wend_mesh_raycast(s->mesh, a, corner, &ray, NULL) != WEND_OK ||
            (ray.hit && sight_distance(ray.at, corner) > slack))
            return false;
        a = corner;
    }
    return false;
}

/// The same for the last leg of a path, whose end is a foot, and may be in a wall by a rounding.
static inline bool is_free_leg(const map_scene *s, wend_vec2 a, wend_vec2 b)
{
    double length = sight_distance(a, b), slack = s->floor->tolerance;
    if (length <= slack)
        return true;
    wend_vec2 off = {-slack * (b.y - a.y) / length, slack * (b.x - a.x) / length};
    return is_free_way(s, a, b) || is_free_way(s, a, (wend_vec2){b.x + off.x, b.y + off.y}) ||
           is_free_way(s, a, (wend_vec2){b.x - off.x, b.y - off.y});
}

/// What is wrong with the path from p, or NULL. Writes it to points.
static inline const char *check_map_path(const map_fixture *f, wend_vec2 p, wend_vec2 *points,
                                         uint32_t *count)
{
    const map_scene *s = &f->s;
    wend_map_result answer = wend_map_query(f->map, p);
    wend_result result = wend_map_path(f->map, p, points, MOST_TURNS, count);
    if (answer.distance == -1)
        return result == WEND_NOT_FOUND && *count == 0 ? NULL : "a path from where there is none";
    if (result != WEND_OK || *count == 0 || *count > MOST_TURNS)
        return "no path";
    if (!wend_equal(points[0], p) ||
        !wend_equal(points[*count > 1 ? 1 : 0], *count > 1 ? answer.next : p))
        return "a path begins otherwise than the answer says";
    uint32_t root_count, turns = 0, root = answer.root;
    const wend_map_root *roots = wend_map_roots(f->map, &root_count);
    for (; roots[root].parent != WEND_MAP_NONE; root = roots[root].parent)
        if (roots[root].parent >= root_count || ++turns > root_count)
            return "a root's parents lead nowhere";
    if (roots[root].source >= s->source_count || roots[answer.root].source != roots[root].source)
        return "a path to no source";
    const wend_map_source *source = &s->sources[roots[root].source];
    double slack = s->floor->tolerance, length = source->offset;
    for (uint32_t i = 1; i < *count; ++i) {
        length += sight_distance(points[i - 1], points[i]);
        bool last = i + 1 == *count;
        if (!(last ? is_free_leg : is_free_way)(s, points[i - 1], points[i]))
            return "a path goes through a wall";
        const char *wrong =
            last ? NULL : check_bend(s->floor, points[i - 1], points[i], points[i + 1]);
        if (wrong)
            return wrong;
    }
    if (wend_segment_distance((wend_segment){source->a, source->b}, points[*count - 1]) > slack)
        return "a path ends beside its source";
    return fabs(length - answer.distance) <= slack ? NULL : "a path is not as long as it is said";
}

/// Goes along a path: the distance falls at speed 1.
static inline void check_speed(const map_fixture *f, wend_random *random, const wend_vec2 *points,
                               uint32_t count)
{
    double slack = f->s.floor->tolerance, left = wend_map_query(f->map, points[0]).distance;
    for (uint32_t i = 1; i < count; ++i) {
        wend_vec2 a = points[i - 1], b = points[i];
        double t = wend_random_unit(random), length = sight_distance(a, b);
        wend_vec2 x = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        double here = wend_map_query(f->map, x).distance;
        // On a wall, or beside it by a rounding, x may be on the wall's other side, or in it.
        bool clear = wend_floor_clearance(f->s.floor, x, NULL, NULL) > slack;
        if (clear && !(fabs(here - (left - t * length)) <= slack))
            fail_at(f, x, "the distance does not fall as it should along a path through here");
        left -= length;
    }
}

static inline void check_path_from(const map_fixture *f, wend_random *random, wend_vec2 p)
{
    static wend_vec2 points[MOST_TURNS];
    uint32_t count;
    const char *wrong = check_map_path(f, p, points, &count);
    if (wrong)
        fail_at(f, p, wrong);
    check_speed(f, random, points, count);
}

/// Between two places in the open that see each other the distance changes by no more than their
/// distance.
static inline void check_lipschitz(const map_fixture *f, wend_vec2 p, wend_vec2 q)
{
    wend_ray ray;
    if (wend_mesh_locate(f->s.mesh, p) != WEND_LOCATION_FREE ||
        wend_mesh_locate(f->s.mesh, q) != WEND_LOCATION_FREE ||
        wend_mesh_raycast(f->s.mesh, p, q, &ray, NULL) != WEND_OK || ray.hit)
        return;
    double one = wend_map_query(f->map, p).distance, other = wend_map_query(f->map, q).distance;
    if ((one == -1) != (other == -1) ||
        fabs(one - other) > sight_distance(p, q) + f->s.floor->tolerance)
        fail_at(f, p, "the distance changes too quickly");
}

#endif
