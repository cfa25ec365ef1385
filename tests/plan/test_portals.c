// SPDX-License-Identifier: MIT
// Way portals of paths, against every wall of the floor one by one: each place of a portal fits, no
// portal could be wider, they come in the order of the path, and whoever passes one sees the next.
#include "tests/support/support.h"

#include "bench/radius_cases.h"
#include "mesh/mesh.h"
#include "plan/portals.h"
#include "tests/plan/path_check.h"
#include "wend/geometry.h"
#include "wend/random.h"

/// What is constructed is right to this many tolerances of the floor.
#define ROUNDINGS 16

/// Of the samples along a side, to see how far a portal could reach.
enum { SAMPLES = 64 };

typedef struct fixture {
    uint32_t number, rank;
    uint64_t seed;
    double radius;
    radius_case c;
    plain_walls plain;
    wend_mesh *mesh;
    wend_path_query *query;
    wend_portals portals;
    uint32_t queries, portal_count;
} fixture;

static void set_up(fixture *f, uint32_t number, uint64_t seed, uint32_t rank)
{
    f->number = number;
    f->seed = seed;
    f->rank = rank;
    assert_true(radius_case_make(number, seed, &f->c));
    f->radius = f->c.radii[rank];
    wend_mesh_def def = wend_default_mesh_def();
    assert_int_equal(wend_mesh_create(f->c.floor, &def, &f->mesh, NULL), WEND_OK);
    assert_int_equal(wend_path_query_create(NULL, &f->query, NULL), WEND_OK);
    assert_true(plain_walls_of(f->c.floor, &f->plain));
}

static void tear_down(fixture *f)
{
    wend_array_free(&f->portals, NULL);
    wend_path_query_destroy(f->query);
    wend_mesh_destroy(f->mesh);
    plain_walls_free(&f->plain);
    radius_case_free(&f->c);
}

static wend_result find(fixture *f, wend_vec2 from, wend_goal goal, uint32_t budget,
                        wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = goal;
    request.radius = f->radius;
    request.budget = budget;
    return wend_path_find(f->query, f->mesh, &request, path, NULL);
}

// ---- what is wrong with portals ----------------------------------------------------------------

static wend_vec2 crossing_of(const wend_portal *portal)
{
    return plus(portal->a, portal->crossing, minus(portal->b, portal->a));
}

/// How far p is from the path, and how much of the path lies behind the place next to it that is
/// nearest to what is said.
static double off_path(const wend_path *path, wend_vec2 p, double said, double near, double *rest)
{
    double best = INFINITY, behind = path->length;
    *rest = NAN;
    for (uint32_t i = 0; i < path->piece_count; i++) {
        const wend_path_piece *piece = &path->pieces[i];
        double length = piece_length(piece, path->radius), off, gone;
        if (piece->turn) {
            plain_arc arc = arc_of(piece, path->radius);
            wend_vec2 out = minus(p, arc.centre);
            gone = turn_between(arc.from, atan2(out.y, out.x), arc.turn);
            if (gone > TWO_PI - TURN_ROUNDING)
                gone = 0;
            off = gone <= arc.sweep + TURN_ROUNDING ? fabs(distance(p, arc.centre) - arc.radius)
                                                    : INFINITY;
            gone *= path->radius;
        } else {
            wend_segment s = {piece->a, piece->b};
            off = point_distance(p, s);
            gone = distance(piece->a, wend_segment_closest(s, p));
        }
        if (off <= near && (isnan(*rest) || fabs(behind - gone - said) < fabs(*rest - said)))
            *rest = behind - gone;
        best = least(best, off);
        behind -= length;
    }
    return best;
}

/// True if one segment's ends lie on both sides of the other's line, by more than rounding.
static bool parts(wend_segment line, wend_segment s, double slack)
{
    wend_vec2 along = minus(line.b, line.a);
    double far = slack * sqrt(dot(along, along));
    double a = cross(along, minus(s.a, line.a)), b = cross(along, minus(s.b, line.a));
    return (a < -far && b > far) || (a > far && b < -far);
}

/// A way that grazes a corner, or runs along a wall, does not cross it.
static bool crosses_wall(const plain_walls *plain, wend_vec2 a, wend_vec2 b)
{
    wend_segment s = {a, b};
    for (uint32_t i = 0; i < plain->wall_count; i++)
        if (parts(s, plain->walls[i], ROUNDINGS * plain->slack) &&
            parts(plain->walls[i], s, ROUNDINGS * plain->slack))
            return true;
    return false;
}

/// Nobody could pass further out on the same side: samples beyond its ends, as far as the next
/// place that does not fit.
static bool could_be_wider(const fixture *f, const wend_portal *portal)
{
    // Without bounds, the frame is a wall to the mesh alone.
    if (portal->side == WEND_NONE || f->c.scene.bounds_count == 0)
        return false;
    const wend_mesh *mesh = f->mesh;
    wend_vec2 one = mesh->sides[portal->side].at;
    wend_vec2 other = mesh->sides[mesh->sides[portal->side].twin].at;
    wend_vec2 ends[2] = {portal->a, portal->b};
    for (int k = 0; k < 2; k++) {
        wend_vec2 out = k ? portal->right : minus(vec(0, 0), portal->right);
        double room = most(dot(out, minus(one, ends[k])), dot(out, minus(other, ends[k])));
        double next = room / SAMPLES;
        // What is shut between two samples is too small to be seen.
        if (room > 1e-6 * f->radius &&
            place_is_clear(&f->plain, plus(ends[k], next, out), f->radius * (1 + 1e-9)) &&
            place_is_clear(&f->plain, plus(ends[k], next / 2, out), f->radius * (1 + 1e-9)) &&
            place_is_clear(&f->plain, plus(ends[k], next / 64, out), f->radius * (1 + 1e-9)) &&
            place_is_clear(&f->plain, plus(ends[k], next / 4096, out), f->radius * (1 + 1e-9)))
            return true;
    }
    return false;
}

static const char *judge_portal(const fixture *f, const wend_path *path, const wend_portal *p)
{
    double near = ROUNDINGS * f->plain.slack, rest;
    if (!straight_is_clear(&f->plain, (wend_segment){p->a, p->b}, f->radius))
        return "a portal is too near to a wall";
    if (fabs(dot(p->right, p->right) - 1) > 1e-12)
        return "the direction has another length than 1";
    if (distance(plus(p->a, distance(p->a, p->b), p->right), p->b) > near)
        return "b is not to the right of a";
    if (!(p->crossing >= 0 && p->crossing <= 1))
        return "the crossing is not on the portal";
    if (off_path(path, crossing_of(p), p->rest, near, &rest) > near)
        return "the path does not cross there";
    if (!(fabs(rest - p->rest) <= 1e-6 * (path->length + f->radius)))
        return "the rest of the way is another";
    return could_be_wider(f, p) ? "the portal could be wider" : NULL;
}

static const char *judge(const fixture *f, const wend_path *path, wend_vec2 from)
{
    wend_segment before = {from, from};
    wend_vec2 at = from;
    double rest = path->length;
    for (size_t i = 0; i < f->portals.count; i++) {
        const wend_portal *p = &f->portals.data[i];
        const char *wrong = judge_portal(f, path, p);
        if (wrong)
            return wrong;
        if (p->rest > rest + ROUNDINGS * f->plain.slack)
            return "portals are not in the order of the path";
        bool goal = p->side == WEND_NONE;
        if (!goal && cross(p->right, minus(at, p->a)) > ROUNDINGS * f->plain.slack)
            return "the way to a portal comes from behind";
        if (crosses_wall(&f->plain, at, crossing_of(p)))
            return "a wall between two crossings";
        if (!goal &&
            (crosses_wall(&f->plain, before.a, p->a) || crosses_wall(&f->plain, before.a, p->b) ||
             crosses_wall(&f->plain, before.b, p->a) || crosses_wall(&f->plain, before.b, p->b)))
            return "a wall between two portals";
        before = (wend_segment){p->a, p->b};
        at = crossing_of(p);
        rest = p->rest;
    }
    if (path->piece_count > 0 && f->portals.count == 0)
        return "no portals";
    if (f->portals.count > 0 && rest > ROUNDINGS * f->plain.slack)
        return "the last portal is not at the end";
    return NULL;
}

static bool on_goal(wend_goal goal, wend_vec2 p, double near)
{
    if (goal.count == 1)
        return distance(goal.points[0], p) <= near;
    for (uint32_t i = 0; i < goal.count; i++) {
        wend_segment side = {goal.points[i], goal.points[i + 1 < goal.count ? i + 1 : 0]};
        if (point_distance(p, side) <= near)
            return true;
    }
    return false;
}

// ---- at random ---------------------------------------------------------------------------------

static void try_goal(fixture *f, wend_vec2 from, wend_goal goal)
{
    wend_path path;
    if (find(f, from, goal, 0, &path) != WEND_OK)
        return;
    assert_true(wend_portals_of_path(f->query, &path, goal, true, &f->portals));
    const char *wrong = judge(f, &path, from);
    if (!wrong && f->portals.count > 0) {
        const wend_portal *last = &f->portals.data[f->portals.count - 1];
        double near = ROUNDINGS * f->plain.slack;
        if (!on_goal(goal, last->a, near) || !on_goal(goal, last->b, near))
            wrong = "the last portal is not the goal";
    }
    f->queries++;
    f->portal_count += (uint32_t)f->portals.count;
    if (!wrong)
        return;
    for (uint32_t i = 0; i < path.piece_count; i++)
        print_message("  piece %g,%g -> %g,%g turn %d around %g,%g\n", path.pieces[i].a.x,
                      path.pieces[i].a.y, path.pieces[i].b.x, path.pieces[i].b.y,
                      path.pieces[i].turn, path.pieces[i].corner.x, path.pieces[i].corner.y);
    for (size_t i = 0; i < f->portals.count; i++)
        print_message("  portal %.12g,%.12g to %.12g,%.12g at %g rest %g side %u\n",
                      f->portals.data[i].a.x, f->portals.data[i].a.y, f->portals.data[i].b.x,
                      f->portals.data[i].b.y, f->portals.data[i].crossing, f->portals.data[i].rest,
                      f->portals.data[i].side);
    fail_msg("%s: scene %u seed %llu radius %.17g from %.17g,%.17g to %.17g,%.17g (%u)", wrong,
             f->number, (unsigned long long)f->seed, f->radius, from.x, from.y, goal.points[0].x,
             goal.points[0].y, goal.count);
}

static void portals_are_right(void **state)
{
    (void)state;
    static fixture f;
    uint32_t queries = long_tier() ? 300 : 12, asked = 0, portals = 0;
    uint64_t seeds = long_tier() ? 5 : 1;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        for (uint32_t i = 0; i < RADIUS_SCENES * RADIUS_CLASSES; i++) {
            f = (fixture){0};
            set_up(&f, i / RADIUS_CLASSES, seed, i % RADIUS_CLASSES);
            wend_random random = wend_random_stream(seed, i);
            for (uint32_t k = 0; k < queries; k++) {
                wend_vec2 from, to, points[4];
                if (!radius_query(&f.c, f.rank, k, &from, &to))
                    continue;
                try_goal(&f, from, (wend_goal){&to, 1});
                double size = f.radius * wend_random_between(&random, 1, 20);
                points[0] = plus(to, -size, vec(1, wend_random_between(&random, -1, 1)));
                points[1] = plus(to, size, vec(1, 1));
                points[2] = plus(to, size, vec(-1, 1.5));
                try_goal(&f, from, (wend_goal){points, 2});
                try_goal(&f, from, (wend_goal){points, 3});
            }
            asked += f.queries;
            portals += f.portal_count;
            tear_down(&f);
        }
    print_message("%u paths, %.1f portals each\n", asked, (double)portals / asked);
    assert_true(asked > 500);
}

// ---- by hand -----------------------------------------------------------------------------------

static void make_plan(fixture *f, const wend_shape *shapes, uint32_t count)
{
    static const wend_vec2 bounds[4] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = count;
    *f = (fixture){.radius = 0.25};
    assert_int_equal(wend_floor_create(&def, &f->c.floor, NULL), WEND_OK);
    wend_mesh_def mesh = wend_default_mesh_def();
    assert_int_equal(wend_mesh_create(f->c.floor, &mesh, &f->mesh, NULL), WEND_OK);
    assert_int_equal(wend_path_query_create(NULL, &f->query, NULL), WEND_OK);
    assert_true(plain_walls_of(f->c.floor, &f->plain));
}

static void free_plan(fixture *f)
{
    wend_array_free(&f->portals, NULL);
    wend_path_query_destroy(f->query);
    wend_mesh_destroy(f->mesh);
    plain_walls_free(&f->plain);
    wend_floor_destroy(f->c.floor);
}

static wend_shape wall(const wend_vec2 *points)
{
    return (wend_shape){.points = points, .point_count = 2};
}

// Through an open hall there is nothing but the goal; through a door, the door.
static void open_halls_have_no_portals(void **state)
{
    (void)state;
    fixture f;
    const wend_vec2 low[2] = {{10, 0}, {10, 4}}, high[2] = {{10, 6}, {10, 10}};
    const wend_shape door[2] = {wall(low), wall(high)};
    const wend_vec2 to = {18, 5};
    wend_path path;
    make_plan(&f, NULL, 0);
    assert_int_equal(find(&f, vec(2, 5), (wend_goal){&to, 1}, 0, &path), WEND_OK);
    assert_true(wend_portals_of_path(f.query, &path, (wend_goal){&to, 1}, true, &f.portals));
    assert_int_equal(f.portals.count, 1);
    free_plan(&f);
    make_plan(&f, door, 2);
    assert_int_equal(find(&f, vec(2, 2), (wend_goal){&to, 1}, 0, &path), WEND_OK);
    assert_true(wend_portals_of_path(f.query, &path, (wend_goal){&to, 1}, true, &f.portals));
    assert_int_equal(f.portals.count, 2);
    const wend_portal *portal = &f.portals.data[0];
    assert_float_equal(portal->a.y, 5.75, 1e-6);
    assert_float_equal(portal->b.y, 4.25, 1e-6);
    assert_true(portal->crossing > 0.9);
    free_plan(&f);
}

// A door as wide as the disc leaves one place.
static void tight_doors_are_places(void **state)
{
    (void)state;
    fixture f;
    const wend_vec2 low[2] = {{10, 0}, {10, 4.75}}, high[2] = {{10, 5.25}, {10, 10}};
    const wend_shape door[2] = {wall(low), wall(high)};
    const wend_vec2 to = {18, 2};
    wend_path path;
    make_plan(&f, door, 2);
    assert_int_equal(find(&f, vec(2, 2), (wend_goal){&to, 1}, 0, &path), WEND_OK);
    assert_true(wend_portals_of_path(f.query, &path, (wend_goal){&to, 1}, true, &f.portals));
    assert_null(judge(&f, &path, vec(2, 2)));
    bool there = false;
    for (size_t i = 0; i < f.portals.count; i++)
        there |= fabs(f.portals.data[i].a.x - 10) < 1e-6 &&
                 distance(f.portals.data[i].a, f.portals.data[i].b) < 1e-6 &&
                 f.portals.data[i].right.y < -0.9;
    assert_true(there);
    free_plan(&f);
}

// The goal's portal is what is seen of it from the door.
static void goals_are_cut_to_what_is_seen(void **state)
{
    (void)state;
    fixture f;
    const wend_vec2 low[2] = {{10, 0}, {10, 4}}, high[2] = {{10, 6}, {10, 10}};
    const wend_vec2 inner[2] = {{13, 6}, {13, 10}};
    const wend_shape door[3] = {wall(low), wall(high), wall(inner)};
    const wend_vec2 to[2] = {{16, 1}, {16, 9.9}};
    wend_path path;
    make_plan(&f, door, 3);
    assert_int_equal(find(&f, vec(2, 5), (wend_goal){to, 2}, 0, &path), WEND_OK);
    assert_true(wend_portals_of_path(f.query, &path, (wend_goal){to, 2}, true, &f.portals));
    assert_null(judge(&f, &path, vec(2, 5)));
    const wend_portal *last = &f.portals.data[f.portals.count - 1];
    assert_true(last->a.y > last->b.y && last->a.y < 9.65 && last->a.y > 5.5);
    assert_float_equal(last->b.y, 1, 1e-6);
    free_plan(&f);
}

static void halves_of_paths_end_in_a_place(void **state)
{
    (void)state;
    static fixture f;
    uint32_t halves = 0;
    for (uint32_t number = 0; number < RADIUS_SCENES; number++) {
        f = (fixture){0};
        set_up(&f, number, 3, 0);
        for (uint32_t k = 0; k < 8; k++) {
            wend_vec2 from, to;
            wend_path path;
            if (!radius_query(&f.c, f.rank, k, &from, &to) ||
                find(&f, from, (wend_goal){&to, 1}, 20, &path) != WEND_BUDGET_EXHAUSTED)
                continue;
            assert_true(
                wend_portals_of_path(f.query, &path, (wend_goal){&to, 1}, false, &f.portals));
            const char *wrong = judge(&f, &path, from);
            if (wrong)
                fail_msg("%s: scene %u query %u", wrong, number, k);
            if (path.piece_count > 0)
                assert_true(wend_equal(f.portals.data[f.portals.count - 1].a,
                                       path.pieces[path.piece_count - 1].b));
            halves++;
        }
        tear_down(&f);
    }
    assert_true(halves > 5);
}

// A point may go along the walls: its portals are the corners.
static void points_get_places(void **state)
{
    (void)state;
    fixture f;
    const wend_vec2 low[2] = {{10, 0}, {10, 4}}, high[2] = {{10, 6}, {10, 10}};
    const wend_shape door[2] = {wall(low), wall(high)};
    const wend_vec2 to = {18, 1};
    wend_path path;
    make_plan(&f, door, 2);
    f.radius = 0;
    assert_int_equal(find(&f, vec(2, 1), (wend_goal){&to, 1}, 0, &path), WEND_OK);
    assert_true(wend_portals_of_path(f.query, &path, (wend_goal){&to, 1}, true, &f.portals));
    assert_int_equal(f.portals.count, 2);
    assert_true(wend_equal(f.portals.data[0].a, vec(10, 4)));
    assert_true(wend_equal(f.portals.data[1].b, to));
    free_plan(&f);
}

static void memory_runs_out(void **state)
{
    (void)state;
    radius_case c;
    wend_vec2 from = {0}, to = {0};
    assert_true(radius_case_make(2, 1, &c));
    wend_mesh_def def = wend_default_mesh_def();
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_create(c.floor, &def, &mesh, NULL), WEND_OK);
    assert_true(radius_query(&c, 0, 0, &from, &to));
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = c.radii[0];
    for (size_t fail_at = 1, done = 0; !done; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_path_query *query = NULL;
        wend_portals portals = {0};
        wend_path path;
        if (wend_path_query_create(&allocator, &query, NULL) == WEND_OK &&
            wend_path_find(query, mesh, &request, &path, NULL) == WEND_OK)
            done = wend_portals_of_path(query, &path, request.goal, true, &portals);
        wend_array_free(&portals, &allocator);
        wend_path_query_destroy(query);
        assert_int_equal(memory.bytes, 0);
        assert_true(fail_at < 1000);
    }
    wend_mesh_destroy(mesh);
    radius_case_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_halls_have_no_portals),
        cmocka_unit_test(tight_doors_are_places),
        cmocka_unit_test(goals_are_cut_to_what_is_seen),
        cmocka_unit_test(points_get_places),
        cmocka_unit_test(halves_of_paths_end_in_a_place),
        cmocka_unit_test(portals_are_right),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
