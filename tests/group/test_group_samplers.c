// SPDX-License-Identifier: MIT
// Samplers of poses: each keeps what it promises, by looking at all walls; and how far a disc gets
// along a line.
#include "tests/group/group_roadmaps.h"

#include "core/angle.h"
#include "geometry/floor.h"

#define PI (2 * WEND_HALF_PI)

/// What coordinates of some 30 m may be off by, when they come by way of the diagram.
#define BY_DIAGRAM 1e-7

enum { SAMPLES = 400, SCENES = 4 };

/// The four scenes: rooms, pillars, blocks, and all kinds of obstacles that touch.
static void make_place(scene *s, int number)
{
    if (number == 0)
        make_rooms(s, 2);
    else if (number == 1)
        make_pillars(s);
    else if (number == 2)
        make_blocks(s, 3);
    if (number < 3)
        return;
    memset(s, 0, sizeof *s);
    set_bounds(s, (wend_vec2[]){{0, 0}, {30, 0}, {30, 20}, {15, 20}, {0, 12}}, 5);
    add_box(s, 4, 0, 8, 5); // on the bounds
    add_box(s, 8, 2, 10, 5);
    add_segment(s, 10, 5, 14, 9); // from a corner
    add_point(s, 20, 6);
    add_shape(s, (wend_vec2[]){{18, 12}, {24, 10}, {25, 16}, {21, 13}}, 4);
}

/// A roadmap's sampling on a scene.
typedef struct setting {
    scene s;
    wend_floor *floor;
    wend_group_roadmap *roadmap;
    wend_group_sampling *sampling;
} setting;

static void set_up(setting *on, int number, wend_group_sampler sampler)
{
    make_place(&on->s, number);
    on->floor = make_floor(&on->s);
    on->roadmap = roadmap_of(on->floor, sampler, WEND_GROUP_HINGED, 7 + (uint64_t)number);
    on->sampling = &on->roadmap->sampling;
}

static void tear_down(setting *on)
{
    wend_group_roadmap_destroy(on->roadmap);
    wend_floor_destroy(on->floor);
}

static wend_vec2 axis_of(double angle)
{
    return (wend_vec2){cos(angle), sin(angle)};
}

/// The width that a sampler makes of one that it found.
static double allowed(double width)
{
    return fmin(fmax(width, SIZE.min_width), wend_group_disc_width(SIZE.area));
}

static bool is_free(const wend_floor *floor, wend_vec2 p)
{
    return wend_floor_locate(floor, p, NULL) == WEND_LOCATION_FREE;
}

/// The nearest place on any wall that is not `except` [opt]; its distance.
static double nearest_wall(const wend_floor *floor, wend_vec2 p, const wend_vec2 *except,
                           wend_vec2 *nearest)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_vec2 q = wend_segment_closest(wend_wall_segment(floor, i), p);
        double distance = hypot(q.x - p.x, q.y - p.y);
        if (distance < least &&
            (!except || hypot(q.x - except->x, q.y - except->y) > 100 * BY_DIAGRAM)) {
            least = distance;
            *nearest = q;
        }
    }
    return least;
}

// ---- each of them -------------------------------------------------------------------------------

static void test_uniform(void **state)
{
    (void)state;
    setting on;
    set_up(&on, 2, WEND_GROUP_UNIFORM);
    double spines = 0, turned = 0, x = 0;
    for (int i = 0; i < SAMPLES; ++i) {
        wend_group_pose pose;
        assert_int_equal(wend_group_sampler_uniform.sample(on.sampling, &pose),
                         WEND_GROUP_ATTEMPT_POSE);
        assert_true(wend_box_distance(on.sampling->box, pose.centre) == 0);
        assert_true(pose.angle >= 0 && pose.angle <= PI);
        assert_true(pose.width >= SIZE.min_width - BY_DIAGRAM &&
                    pose.width <= wend_group_disc_width(SIZE.area) + BY_DIAGRAM);
        spines += wend_group_spine(SIZE.area, pose.width) / on.sampling->spine / SAMPLES;
        turned += pose.angle / PI / SAMPLES;
        wend_box box = on.sampling->box;
        x += (pose.centre.x - box.min.x) / (box.max.x - box.min.x) / SAMPLES;
    }
    // The mean of so many is off by 0.29 / 20; this is five times that.
    assert_true(fabs(spines - 0.5) < 0.072 && fabs(turned - 0.5) < 0.072 && fabs(x - 0.5) < 0.072);
    tear_down(&on);
}

/// On the medial axis, across the line between the two nearest places on walls.
static void check_medial(const setting *on, const wend_group_pose *pose)
{
    wend_vec2 first, second, along = axis_of(pose->angle);
    double near = nearest_wall(on->floor, pose->centre, NULL, &first);
    // Of those that are as near, one is across.
    double best = INFINITY, apart = 0;
    for (uint32_t i = 0; i < on->floor->wall_count; ++i)
        for (uint32_t k = 0; k < i; ++k) {
            wend_vec2 p = wend_segment_closest(wend_wall_segment(on->floor, i), pose->centre);
            wend_vec2 q = wend_segment_closest(wend_wall_segment(on->floor, k), pose->centre);
            first = wend_sub(p, pose->centre);
            second = wend_sub(q, pose->centre);
            wend_vec2 across = wend_sub(p, q);
            double length = hypot(across.x, across.y);
            if (hypot(first.x, first.y) > near + BY_DIAGRAM ||
                hypot(second.x, second.y) > near + BY_DIAGRAM || length < 10 * BY_DIAGRAM)
                continue;
            double off = fabs(wend_dot(across, along)) / length;
            double width = fabs(allowed(length * (1 - WEND_GROUP_MARGIN)) - pose->width);
            if (off + width < best) {
                best = off + width;
                apart = length;
            }
        }
    assert_true(apart > 0 && best < 1e-5);
}

static void test_medial(void **state)
{
    (void)state;
    for (int number = 0; number < SCENES; ++number) {
        setting on;
        set_up(&on, number, WEND_GROUP_MEDIAL);
        int poses[2] = {0, 0};
        for (int pushed = 0; pushed < 2; ++pushed) {
            const wend_group_sampler_entry *sampler =
                pushed ? &wend_group_sampler_penetration : &wend_group_sampler_medial;
            on.sampling->random = wend_random_stream(3, (uint64_t)number);
            for (int i = 0; i < SAMPLES; ++i) {
                wend_group_pose pose;
                if (sampler->sample(on.sampling, &pose) != WEND_GROUP_ATTEMPT_POSE)
                    continue;
                ++poses[pushed];
                if (number != 1 || i % 8 == 0) // there are many pairs of walls
                    check_medial(&on, &pose);
            }
        }
        // What is pushed out of obstacles counts; all of it, but where two touch.
        assert_true(poses[0] > 0 && poses[0] < poses[1]);
        assert_true(poses[1] > 0.9 * SAMPLES);
        tear_down(&on);
    }
}

/// A uniform pose, as it is if it is free; else along the wall that it is deepest in.
static void test_pushing(void **state)
{
    (void)state;
    for (int number = 0; number < SCENES; ++number) {
        setting on;
        set_up(&on, number, WEND_GROUP_PUSHING);
        int pushed = 0;
        for (int i = 0; i < SAMPLES; ++i) {
            wend_random before = on.sampling->random;
            wend_group_pose pose, plain;
            wend_group_attempt tried = wend_group_sampler_pushing.sample(on.sampling, &pose);
            on.sampling->random = before;
            wend_group_sampler_uniform.sample(on.sampling, &plain);
            if (!is_free(on.floor, plain.centre)) {
                assert_int_equal(tried, WEND_GROUP_ATTEMPT_NONE);
                continue;
            }
            assert_true(wend_equal(pose.centre, plain.centre));
            wend_group_shape shape = wend_group_shape_of(&plain, SIZE.area);
            wend_vec2 wall, out;
            double depth = wend_group_shape_clearance(on.floor, &shape, INFINITY, &wall, &out);
            if (depth >= on.sampling->slack) {
                assert_true(pose.angle == plain.angle && pose.width == plain.width);
                continue;
            }
            ++pushed;
            assert_true(fabs(wend_dot(axis_of(pose.angle), out)) < BY_DIAGRAM);
            double distance = fabs(wend_dot(wend_sub(wall, pose.centre), out));
            double width = allowed(2 * distance * (1 - WEND_GROUP_MARGIN));
            assert_true(fabs(pose.width - width) < BY_DIAGRAM);
        }
        assert_true(pushed > 0);
        tear_down(&on);
    }
}

static void test_closest(void **state)
{
    (void)state;
    for (int number = 0; number < SCENES; ++number) {
        setting on;
        set_up(&on, number, WEND_GROUP_CLOSEST);
        for (int i = 0; i < SAMPLES; ++i) {
            wend_group_pose pose;
            if (wend_group_sampler_closest.sample(on.sampling, &pose) != WEND_GROUP_ATTEMPT_POSE)
                continue;
            assert_true(is_free(on.floor, pose.centre));
            wend_vec2 wall;
            double distance = nearest_wall(on.floor, pose.centre, NULL, &wall);
            double width = fmin(2 * distance * (1 - WEND_GROUP_MARGIN), sqrt(SIZE.area));
            assert_true(fabs(pose.width - allowed(width)) < BY_DIAGRAM);
            wend_vec2 out = wend_sub(wall, pose.centre);
            // Another wall may be as near, but for a rounding.
            if (fabs(wend_dot(out, axis_of(pose.angle))) > BY_DIAGRAM)
                assert_true(nearest_wall(on.floor, pose.centre, &wall, &wall) <
                            distance + BY_DIAGRAM);
        }
        tear_down(&on);
    }
}

// ---- alignment ----------------------------------------------------------------------------------

static wend_segment line_at(wend_vec2 centre, double angle, double half)
{
    wend_vec2 along = axis_of(angle);
    return (wend_segment){wend_add_scaled(centre, -half, along),
                          wend_add_scaled(centre, half, along)};
}

/// The distance of a line from all walls; 0 if it touches one.
static double beside(const wend_floor *floor, wend_segment line)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < floor->wall_count; ++i)
        least = fmin(least, wend_segments_distance(line, wend_wall_segment(floor, i), NULL, NULL));
    return least;
}

/// True if an end of a wall is passed when the line is turned by a step.
static bool passes_end(const wend_floor *floor, wend_vec2 centre, double angle, double half,
                       double step)
{
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_vec2 end = wend_sub(floor->points[i], centre);
        if (hypot(end.x, end.y) <= half &&
            wend_cross(axis_of(angle), end) * wend_cross(axis_of(angle + step), end) <= 0)
            return true;
    }
    return false;
}

/// How far the line can be turned until it touches something, in steps.
static double turns_free(const wend_floor *floor, wend_vec2 centre, double angle, double half,
                         double step)
{
    double turned = 0;
    while (fabs(turned) < PI && !passes_end(floor, centre, angle + turned, half, step) &&
           beside(floor, line_at(centre, angle + turned, half)) > 0)
        turned += step;
    return fabs(turned);
}

static void test_alignment(void **state)
{
    (void)state;
    const double step = 0.004;
    for (int number = 0; number < SCENES; ++number) {
        setting on;
        set_up(&on, number, WEND_GROUP_ALIGNMENT);
        int between = 0;
        for (int i = 0; i < SAMPLES / 4; ++i) {
            wend_group_pose pose;
            if (wend_group_sampler_alignment.sample(on.sampling, &pose) != WEND_GROUP_ATTEMPT_POSE)
                continue;
            double half = sqrt(SIZE.area);
            double left = turns_free(on.floor, pose.centre, pose.angle, half, step);
            double right = turns_free(on.floor, pose.centre, pose.angle, half, -step);
            if (left < PI) {
                assert_true(fabs(left - right) < 3 * step);
                ++between;
            }
            double room = beside(on.floor, line_at(pose.centre, pose.angle, half));
            double width = allowed(2 * room * (1 - WEND_GROUP_MARGIN));
            assert_true(fabs(pose.width - width) < BY_DIAGRAM);
        }
        assert_true(between > 0);
        tear_down(&on);
    }
}

// ---- corridors ----------------------------------------------------------------------------------

/// All poses are free, the same each time, and there is an end of them.
static void test_corridor(void **state)
{
    (void)state;
    for (int number = 0; number < SCENES; ++number) {
        setting on;
        set_up(&on, number, WEND_GROUP_CORRIDOR);
        uint64_t sums[2] = {0, 0};
        for (int again = 0; again < 2; ++again) {
            wend_group_pose pose;
            int count = 0;
            on.sampling->corridor.edges_stage = 0;
            while (wend_group_sampler_corridor.sample(on.sampling, &pose) ==
                   WEND_GROUP_ATTEMPT_POSE) {
                wend_group_shape shape = wend_group_shape_of(&pose, SIZE.area);
                double clearance =
                    wend_group_shape_clearance(on.floor, &shape, SIZE.area, NULL, NULL);
                assert_true(clearance >= on.sampling->slack - BY_DIAGRAM);
                assert_true(pose.width >= SIZE.min_width &&
                            pose.width <= wend_group_disc_width(SIZE.area));
                uint64_t bits;
                memcpy(&bits, &pose.centre.x, sizeof bits);
                sums[again] = sums[again] * 31 + bits;
                assert_true(++count < 10000);
            }
            assert_true(count > 20);
        }
        assert_int_equal(sums[0], sums[1]);
        tear_down(&on);
    }
}

// ---- reach --------------------------------------------------------------------------------------

/// How far a disc gets, in steps of its clearance.
static double marched(const wend_floor *floor, wend_vec2 from, wend_vec2 direction, double radius,
                      double limit)
{
    double at = 0;
    while (at < limit) {
        wend_vec2 p = wend_add_scaled(from, at, direction);
        double left = wend_floor_clearance(floor, p, NULL, NULL) - radius;
        if (left < 1e-9)
            return at;
        at += left;
    }
    return limit;
}

static void test_reach(void **state)
{
    (void)state;
    const double limit = 12;
    for (int number = 0; number < SCENES; ++number) {
        setting on;
        set_up(&on, number, WEND_GROUP_UNIFORM);
        wend_random random = wend_random_stream(11, (uint64_t)number);
        for (int i = 0; i < 4 * SAMPLES; ++i) {
            wend_vec2 place = wend_group_sample_point(on.sampling);
            if (i % 4 == 0) // ties: on the same lines as corners
                place = (wend_vec2){floor(place.x), floor(place.y)};
            double angle = wend_random_between(&random, 0, 2 * PI);
            wend_vec2 direction = axis_of(angle);
            if (i % 3 == 0)
                direction = i % 2 ? (wend_vec2){1, 0} : (wend_vec2){0, -1};
            double radius = wend_random_between(&random, 0.05, 1.5), back, ahead;
            if (!is_free(on.floor, place))
                continue;
            wend_group_reach(on.floor, place, direction, radius, limit, &back, &ahead);
            if (wend_floor_clearance(on.floor, place, NULL, NULL) < radius - 1e-9) {
                assert_true(back == 0 && ahead == 0);
                continue;
            }
            wend_vec2 against = {-direction.x, -direction.y};
            // Where a line passes a wall by just a radius, steps get small: from a tangent that is
            // missed by 1e-9 the way to the end of them is some 1e-4 long.
            assert_true(fabs(ahead - marched(on.floor, place, direction, radius, limit)) < 1e-3);
            assert_true(fabs(back - marched(on.floor, place, against, radius, limit)) < 1e-3);
        }
        tear_down(&on);
    }
}

static void test_names(void **state)
{
    (void)state;
    for (int i = 0; i < WEND_GROUP_SAMPLERS; ++i) {
        wend_group_sampler found;
        assert_true(
            wend_group_sampler_named(wend_group_sampler_name((wend_group_sampler)i), &found));
        assert_int_equal(found, i);
        assert_false(wend_group_sampler_named("luck", &found));
    }
    for (int i = 0; i < WEND_GROUP_LOCALS; ++i) {
        wend_group_local found;
        assert_true(wend_group_local_named(wend_group_local_name((wend_group_local)i), &found));
        assert_int_equal(found, i);
        assert_false(wend_group_local_named("uniform", &found));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform),   cmocka_unit_test(test_medial),
        cmocka_unit_test(test_pushing),   cmocka_unit_test(test_closest),
        cmocka_unit_test(test_alignment), cmocka_unit_test(test_corridor),
        cmocka_unit_test(test_reach),     cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
