// SPDX-License-Identifier: MIT
// Narrow passages against a slow and obvious oracle: clearances by a loop over all walls, and
// floods of a lattice. Passages that are cut across must separate all wide regions, and on both
// sides of a cut there must be a wide region, or a way around.
#include "tests/geometry/floor_scenes.h"
#include "wend/passage.h"
#include "wend/tasks.h"
#include "wend/vec2.h"

enum { MOST_WALLS = 256, MOST_NODES = 1 << 16 };

/// Relative to the size of the scenes (20 m), which bounds the rounding of diagrams.
#define ROUNDING 1e-6

// ---- walls, one by one --------------------------------------------------------------------------

static struct {
    wend_segment list[MOST_WALLS];
    uint32_t count;
} walls;

static void add_ring_walls(const wend_vec2 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(walls.count < MOST_WALLS);
        walls.list[walls.count++] = (wend_segment){points[i], points[(i + 1) % count]};
    }
}

static void list_walls(const scene *s)
{
    walls.count = 0;
    add_ring_walls(s->bounds, s->bounds_count);
    for (uint32_t i = 0; i < s->shape_count; ++i)
        add_ring_walls(s->shapes[i].points, s->shapes[i].point_count);
}

static double clearance(wend_vec2 p)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < walls.count; ++i)
        least = fmin(least, wend_segment_distance(walls.list[i], p));
    return least;
}

static bool cross_each_other(wend_segment s, wend_segment t)
{
    int a = wend_orient2d(s.a, s.b, t.a), b = wend_orient2d(s.a, s.b, t.b),
        c = wend_orient2d(t.a, t.b, s.a), d = wend_orient2d(t.a, t.b, s.b);
    return a * b <= 0 && c * d <= 0 && (a != 0 || b != 0);
}

// ---- a grid of the floor ------------------------------------------------------------------------

/// Nodes are numbered by row; the grid is turned with the scene.
static struct {
    uint32_t columns, rows;
    wend_vec2 from, x, y; ///< first node, and the steps along a row and a column
    double step;
    double clear[MOST_NODES];
    uint32_t reached[MOST_NODES]; ///< number of the flood; 0: none
    uint32_t queue[MOST_NODES];
    uint32_t floods;
} lattice;

static wend_vec2 node_at(uint32_t i)
{
    return wend_add(lattice.from, wend_add(wend_scale(lattice.x, i % lattice.columns),
                                           wend_scale(lattice.y, (double)(i / lattice.columns))));
}

/// A grid over a box of that size, whose first corner is at 0,0 before it is turned.
static void make_lattice(double width, double height, double step, double turn)
{
    wend_vec2 x = {cos(turn) * step, sin(turn) * step}, y = {-x.y, x.x};
    // Not on the walls, which are on a grid themselves.
    wend_vec2 from = wend_add(wend_scale(x, 0.4871), wend_scale(y, 0.5113));
    lattice.columns = (uint32_t)(width / step);
    lattice.rows = (uint32_t)(height / step);
    lattice.from = from;
    lattice.x = x;
    lattice.y = y;
    lattice.step = step;
    assert_true(lattice.columns * lattice.rows <= MOST_NODES);
    for (uint32_t i = 0; i < lattice.columns * lattice.rows; ++i)
        lattice.clear[i] = clearance(node_at(i));
}

typedef struct cuts {
    const wend_segment *list;
    uint32_t count;
} cuts;

static bool is_open(uint32_t from, uint32_t to, cuts c)
{
    wend_segment s = {node_at(from), node_at(to)};
    double far = lattice.step;
    for (uint32_t i = 0; i < c.count; ++i)
        if (cross_each_other(s, c.list[i]))
            return false;
    if (lattice.clear[from] > far)
        return true;
    for (uint32_t i = 0; i < walls.count; ++i)
        if (cross_each_other(s, walls.list[i]))
            return false;
    return true;
}

/// Marks what can be reached from a node without coming nearer to walls than `least`. Returns the
/// largest clearance found.
static double flood(uint32_t start, double least, cuts c)
{
    double most = lattice.clear[start];
    uint32_t head = 0, tail = 0;
    lattice.reached[start] = ++lattice.floods;
    lattice.queue[tail++] = start;
    while (head < tail) {
        uint32_t i = lattice.queue[head++], column = i % lattice.columns, row = i / lattice.columns;
        uint32_t next[4] = {column > 0 ? i - 1 : i, column + 1 < lattice.columns ? i + 1 : i,
                            row > 0 ? i - lattice.columns : i,
                            row + 1 < lattice.rows ? i + lattice.columns : i};
        most = fmax(most, lattice.clear[i]);
        for (int k = 0; k < 4; ++k)
            if (lattice.reached[next[k]] != lattice.floods && lattice.clear[next[k]] > least &&
                is_open(i, next[k], c)) {
                lattice.reached[next[k]] = lattice.floods;
                lattice.queue[tail++] = next[k];
            }
    }
    return most;
}

// ---- checks -------------------------------------------------------------------------------------

typedef struct trial {
    const scene *s;
    const wend_passages *found;
    double width;
    uint64_t seed;
} trial;

#define FAIL(t, ...)                                                                               \
    do {                                                                                           \
        print_scene((t)->s);                                                                       \
        print_message("seed %llu, width %g\n", (unsigned long long)(t)->seed, (t)->width);         \
        fail_msg(__VA_ARGS__);                                                                     \
    } while (0)

static wend_segment chord_of(const wend_passage_mouth *mouth)
{
    return (wend_segment){mouth->left, mouth->right};
}

static void check_mouth(const trial *t, uint32_t number, int m)
{
    const wend_passage *p = &t->found->list[number];
    const wend_passage_mouth *mouth = &p->mouths[m];
    const wend_passage_point *points = t->found->points + p->first_point,
                             *end = &points[m * (p->point_count - 1)];
    if (clearance(mouth->left) > ROUNDING || clearance(mouth->right) > ROUNDING)
        FAIL(t, "mouth %d of %u does not lie on walls", m, number);
    if (fabs(wend_distance(end->at, mouth->left) - end->radius) > ROUNDING ||
        fabs(wend_distance(end->at, mouth->right) - end->radius) > ROUNDING)
        FAIL(t, "mouth %d of %u is not where the axis ends", m, number);
    if (fabs(wend_length(mouth->out) - 1) > 1e-12)
        FAIL(t, "mouth %d of %u: not a unit vector", m, number);
    if (wend_cross(mouth->out, wend_sub(mouth->left, mouth->right)) < -ROUNDING)
        FAIL(t, "mouth %d of %u: left is right", m, number);
    if (wend_distance(mouth->left, mouth->right) > t->width + ROUNDING)
        FAIL(t, "mouth %d of %u is wider than the limit", m, number);
    // The next point of the axis is not outside, unless it may be around a corner.
    const wend_passage_point *next = &points[m == 0 ? 1 : p->point_count - 2];
    if (wend_distance(next->at, end->at) < end->radius &&
        wend_dot(mouth->out, wend_sub(next->at, end->at)) > ROUNDING)
        FAIL(t, "mouth %d of %u points inwards: %g,%g at %g,%g, next %g,%g", m, number,
             mouth->out.x, mouth->out.y, end->at.x, end->at.y, next->at.x, next->at.y);
}

/// The width is the narrowest place of the axis. The list has only some of its points.
static void check_axis(const trial *t, uint32_t number)
{
    const wend_passage *p = &t->found->list[number];
    const wend_passage_point *points = t->found->points + p->first_point;
    double length = 0;
    assert_true(p->point_count >= 2 && p->first_point + p->point_count <= t->found->point_count);
    for (uint32_t i = 0; i < p->point_count; ++i) {
        double radius = clearance(points[i].at);
        if (fabs(radius - points[i].radius) > ROUNDING)
            FAIL(t, "point %u of %u has the clearance %.9g, not %.9g", i, number, radius,
                 points[i].radius);
        if (2 * radius > t->width + ROUNDING || 2 * radius < p->width - ROUNDING)
            FAIL(t, "point %u of %u: %.9g is not between the width %.9g and the limit", i, number,
                 2 * radius, p->width);
        if (i > 0)
            length += wend_distance(points[i].at, points[i - 1].at);
    }
    if (length > p->length + ROUNDING || p->length > 1.1 * length + t->width)
        FAIL(t, "passage %u is %g m long, its points are %g m", number, p->length, length);
}

/// With all passages cut, no two wide regions are connected.
static void check_complete(const trial *t)
{
    wend_segment all[64];
    assert_true(t->found->count <= 64);
    for (uint32_t i = 0; i < t->found->count; ++i)
        all[i] = chord_of(&t->found->list[i].mouths[0]);
    static uint32_t region[MOST_NODES];
    uint32_t nodes = lattice.columns * lattice.rows;
    memset(region, 0, sizeof region);
    double wide = t->width / 2;
    for (uint32_t i = 0; i < nodes; ++i) {
        if (!(lattice.clear[i] > wide) || region[i] > 0)
            continue;
        // Steps of the grid leave a path of that clearance by less than a step.
        (void)flood(i, wide - lattice.step, (cuts){NULL, 0});
        for (uint32_t k = 0; k < nodes; ++k)
            if (lattice.reached[k] == lattice.floods)
                region[k] = lattice.floods;
    }
    static bool done[MOST_NODES];
    memset(done, 0, sizeof done);
    for (uint32_t i = 0; i < nodes; ++i) {
        if (!(lattice.clear[i] > wide) || done[i])
            continue;
        (void)flood(i, 0, (cuts){all, t->found->count});
        for (uint32_t k = 0; k < nodes; ++k) {
            if (lattice.reached[k] != lattice.floods)
                continue;
            done[k] = true;
            wend_vec2 a = node_at(i), b = node_at(k);
            if (region[k] != region[i] && lattice.clear[k] > wide)
                FAIL(t, "no passage between %g,%g and %g,%g", a.x, a.y, b.x, b.y);
        }
    }
}

/// The free node of the grid that is nearest to a place just outside of a mouth.
static uint32_t node_beyond(const wend_passage_mouth *mouth, const wend_segment *cut)
{
    wend_vec2 at = wend_add(wend_lerp(mouth->left, mouth->right, 0.5),
                            wend_scale(mouth->out, 1.5 * lattice.step));
    uint32_t best = UINT32_MAX, nodes = lattice.columns * lattice.rows;
    for (uint32_t i = 0; i < nodes; ++i) {
        wend_segment to = {at, node_at(i)};
        double far = wend_distance(to.a, to.b);
        bool good = far < 2 * lattice.step && !cross_each_other(to, *cut);
        for (uint32_t k = 0; good && k < walls.count; ++k)
            good = !cross_each_other(to, walls.list[k]);
        if (good && (best == UINT32_MAX || far < wend_distance(at, node_at(best))))
            best = i;
    }
    return best;
}

/// From both sides of a passage that is cut, one gets to a wide region, or to its other side.
static void check_no_dead_end(const trial *t, uint32_t number)
{
    const wend_passage *p = &t->found->list[number];
    if (p->width < 4 * lattice.step) // too narrow for the grid
        return;
    for (int m = 0; m < 2; ++m) {
        wend_segment cut = chord_of(&p->mouths[m]);
        uint32_t start = node_beyond(&p->mouths[m], &cut), back = UINT32_MAX;
        if (start == UINT32_MAX)
            continue;
        wend_passage_mouth inner = p->mouths[m];
        inner.out = wend_scale(inner.out, -1);
        back = node_beyond(&inner, &cut);
        double most = flood(start, 0, (cuts){&cut, 1});
        if (most <= t->width / 2 - lattice.step &&
            (back == UINT32_MAX || lattice.reached[back] != lattice.floods))
            FAIL(t, "mouth %d of %u leads into a dead end", m, number);
    }
}

// ---- finding ------------------------------------------------------------------------------------

static wend_voronoi *diagram_with(const scene *s, wend_tasks *tasks)
{
    wend_floor *floor = make_floor(s);
    wend_voronoi_def def = wend_default_voronoi_def();
    def.tasks = tasks;
    wend_voronoi *voronoi;
    wend_error error;
    if (wend_voronoi_create(floor, &def, &voronoi, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return voronoi;
}

static wend_passages find_with(const scene *s, double width, wend_tasks *tasks)
{
    wend_voronoi *voronoi = diagram_with(s, tasks);
    wend_passages found;
    assert_int_equal(wend_passages_find(voronoi, width, NULL, &found, NULL), WEND_OK);
    wend_voronoi_destroy(voronoi);
    return found;
}

static void check_all(const trial *t)
{
    for (uint32_t i = 0; i < t->found->count; ++i) {
        check_axis(t, i);
        check_mouth(t, i, 0);
        check_mouth(t, i, 1);
    }
}

static void turn_scene(scene *s, double by)
{
    for (uint32_t i = 0; i <= s->shape_count; ++i) {
        wend_vec2 *points = i < s->shape_count ? s->points[i] : s->bounds;
        uint32_t count = i < s->shape_count ? s->shapes[i].point_count : s->bounds_count;
        for (uint32_t k = 0; k < count; ++k)
            points[k] = (wend_vec2){cos(by) * points[k].x - sin(by) * points[k].y,
                                    sin(by) * points[k].x + cos(by) * points[k].y};
    }
}

// ---- scenes written by hand ---------------------------------------------------------------------

/// Turns a scene and makes it five times as large: exactly, if it is given in quarters.
static void turn_exactly(scene *s, int turns)
{
    for (uint32_t i = 0; i <= s->shape_count; ++i) {
        wend_vec2 *points = i < s->shape_count ? s->points[i] : s->bounds;
        uint32_t count = i < s->shape_count ? s->shapes[i].point_count : s->bounds_count;
        double x = turns == 1 ? 3 : -4, y = turns == 1 ? 4 : 3;
        for (uint32_t k = 0; k < count; ++k)
            points[k] =
                (wend_vec2){x * points[k].x - y * points[k].y, y * points[k].x + x * points[k].y};
    }
}

/// Finds the passages of a scene as it is and slanted; there must be that many, and that must be
/// the narrowest.
static wend_passages expect(const scene *s, double width, uint32_t count, double narrowest)
{
    wend_passages first = {0};
    for (int turns = 0; turns < 3; ++turns) {
        scene own;
        double scale = turns > 0 ? 5 : 1;
        copy_scene(&own, s);
        if (turns > 0)
            turn_exactly(&own, turns);
        list_walls(&own);
        wend_passages found = find_with(&own, scale * width, NULL);
        trial t = {&own, &found, scale * width, 0};
        if (found.count != count)
            FAIL(&t, "%u passages, not %u", found.count, count);
        check_all(&t);
        double least = INFINITY;
        for (uint32_t i = 0; i < count; ++i)
            least = fmin(least, found.list[i].width);
        if (count > 0 && fabs(least - scale * narrowest) > ROUNDING)
            FAIL(&t, "the narrowest passage is %.9g wide, not %.9g", least, scale * narrowest);
        if (turns == 0)
            first = found;
        else
            wend_passages_free(&found);
    }
    return first;
}

static void expect_only(const scene *s, double width, uint32_t count, double narrowest)
{
    wend_passages found = expect(s, width, count, narrowest);
    wend_passages_free(&found);
}

static void room(scene *s)
{
    memset(s, 0, sizeof *s);
    set_box_bounds(s, 0, 0, 20, 10);
}

/// Two rooms with a wall of that thickness (0: a segment) at x, open for `width` around y = 5.
static void wall_with_door(scene *s, double x, double thick, double width)
{
    if (thick == 0) {
        add_segment(s, x, 0, x, 5 - width / 2);
        add_segment(s, x, 5 + width / 2, x, 10);
    } else {
        add_box(s, x - thick / 2, 0, x + thick / 2, 5 - width / 2);
        add_box(s, x - thick / 2, 5 + width / 2, x + thick / 2, 10);
    }
}

static void doors(void **state)
{
    (void)state;
    const double thicks[] = {0, 0.0625, 0.25, 1, 3};
    for (size_t i = 0; i < COUNT(thicks); ++i) {
        scene s;
        room(&s);
        wall_with_door(&s, 10, thicks[i], 1);
        wend_passages found = expect(&s, 2, 1, 1);
        // Mouths are as wide as the door, and at its ends.
        for (int m = 0; m < 2; ++m) {
            const wend_passage_mouth *mouth = &found.list[0].mouths[m];
            assert_true(wend_distance(mouth->left, mouth->right) < 1.06);
            double x = (mouth->left.x + mouth->right.x) / 2;
            assert_true(fabs(fabs(x - 10) - thicks[i] / 2) < 0.2);
        }
        assert_true(fabs(found.list[0].length - thicks[i]) < 0.4);
        wend_passages_free(&found);
        expect_only(&s, 0.99, 0, 0);
    }
}

static void just_the_limit(void **state)
{
    (void)state;
    for (int thick = 0; thick < 2; ++thick) {
        scene s;
        room(&s);
        wall_with_door(&s, 10, thick, 2);
        list_walls(&s);
        // Whether a tie counts is not promised, but it is no broken passage.
        wend_passages found = find_with(&s, 2, NULL);
        assert_true(found.count <= 1);
        check_all(&(trial){&s, &found, 2, 0});
        wend_passages_free(&found);
        expect_only(&s, 2.001, 1, 2);
        expect_only(&s, 1.999, 0, 0);
    }
}

static void corridors(void **state)
{
    (void)state;
    scene s;
    // A straight one is one gate with two ends.
    room(&s);
    wall_with_door(&s, 10, 12, 1.25);
    wend_passages found = expect(&s, 2, 1, 1.25);
    assert_true(fabs(found.list[0].length - 12) < 0.4);
    assert_true(found.list[0].mouths[0].out.x * found.list[0].mouths[1].out.x < -0.99);
    wend_passages_free(&found);
    // So is one with bends.
    room(&s);
    add_shape(&s, (wend_vec2[]){{5, 0}, {15, 0}, {15, 7}, {9, 7}, {9, 3}, {5, 3}}, 6);
    add_shape(&s, (wend_vec2[]){{5, 4}, {8, 4}, {8, 8}, {15, 8}, {15, 10}, {5, 10}}, 6);
    expect_only(&s, 2, 1, 1);
    // And one that gets narrower in places, if it stays below the limit.
    room(&s);
    add_shape(&s, (wend_vec2[]){{5, 0}, {15, 0}, {15, 4.25}, {10, 4.5}, {5, 4.25}}, 5);
    add_shape(&s, (wend_vec2[]){{5, 5.75}, {10, 5.5}, {15, 5.75}, {15, 10}, {5, 10}}, 5);
    expect_only(&s, 2, 1, 1);
}

static void dead_ends(void **state)
{
    (void)state;
    scene s;
    room(&s);
    expect_only(&s, 2, 0, 0);
    // A niche 1 m wide, and a corridor that ends at a wall.
    add_box(&s, 5, 0, 7, 3);
    add_box(&s, 8, 0, 10, 3);
    expect_only(&s, 2, 0, 0);
    // A closet behind a narrow corridor is wide enough to be a room.
    room(&s);
    add_shape(&s, (wend_vec2[]){{5, 0}, {5, 8}, {11, 8}, {11, 5}, {6, 5}, {6, 0}}, 6);
    add_shape(&s, (wend_vec2[]){{7, 0}, {7, 4}, {15, 4}, {15, 0}}, 4);
    wend_passages found = find_with(&s, 2, NULL);
    list_walls(&s);
    check_all(&(trial){&s, &found, 2, 0});
    wend_passages_free(&found);
}

static void junctions(void **state)
{
    (void)state;
    scene s;
    // A crossing of two corridors of 1 m has a clearance of sqrt(0.5): all of it is narrow.
    room(&s);
    add_box(&s, 3, 1, 9.5, 4.5);
    add_box(&s, 10.5, 1, 17, 4.5);
    add_box(&s, 3, 5.5, 9.5, 9);
    add_box(&s, 10.5, 5.5, 17, 9);
    set_box_bounds(&s, 0, -3, 20, 13);
    expect_only(&s, 2, 4, 1);
    // A T-junction.
    room(&s);
    add_box(&s, 3, 1, 9.5, 4.5);
    add_box(&s, 10.5, 1, 17, 4.5);
    add_box(&s, 3, 5.5, 17, 9);
    set_box_bounds(&s, 0, -3, 20, 13);
    expect_only(&s, 2, 3, 1);
}

static void series(void **state)
{
    (void)state;
    const double gaps[] = {0.5, 1, 1.5, 2.5, 4};
    for (size_t i = 0; i < COUNT(gaps); ++i) {
        // Doors with a room between them that is 6 m wide. Walls nearer than the limit make one
        // passage, since the space between the walls is narrow itself.
        scene s;
        room(&s);
        wall_with_door(&s, 10 - gaps[i] / 2, 0, 1);
        wall_with_door(&s, 10 + gaps[i] / 2, 0, 1);
        list_walls(&s);
        wend_passages found = find_with(&s, 2, NULL);
        trial t = {&s, &found, 2, 0};
        check_all(&t);
        uint32_t count = gaps[i] < 2 ? 1 : 2;
        if (found.count != count)
            FAIL(&t, "doors %g m apart: %u passages, not %u", gaps[i], found.count, count);
        wend_passages_free(&found);
    }
}

static void pillars(void **state)
{
    (void)state;
    scene s;
    // Between a pillar and a wall one may pass, but not only there.
    room(&s);
    add_box(&s, 9, 1, 10, 2);
    expect_only(&s, 2, 1, 1);
    // A pillar as a point.
    room(&s);
    add_point(&s, 10, 0.75);
    expect_only(&s, 2, 1, 0.75);
    // A grid of them: each gap between neighbours is a passage.
    room(&s);
    for (int i = 0; i < 9; ++i)
        add_box(&s, 7 + 1.75 * (i % 3), 3 + 1.75 * (i / 3), 7.75 + 1.75 * (i % 3),
                3.75 + 1.75 * (i / 3));
    expect_only(&s, 2, 12, 1);
}

static void rings(void **state)
{
    (void)state;
    scene s;
    // A corridor around a block has no mouths: it is no passage.
    memset(&s, 0, sizeof s);
    set_box_bounds(&s, 0, 0, 10, 10);
    add_box(&s, 1, 1, 9, 9);
    expect_only(&s, 3, 0, 0);
    // With an alcove, which is a wide place, there is one, from the alcove to itself.
    memset(&s, 0, sizeof s);
    set_bounds(
        &s, (wend_vec2[]){{0, 0}, {10, 0}, {10, 3}, {14, 3}, {14, 7}, {10, 7}, {10, 10}, {0, 10}},
        8);
    add_box(&s, 1, 1, 9, 9);
    expect_only(&s, 2.5, 1, 1);
}

static void bad_width(void **state)
{
    (void)state;
    scene s;
    room(&s);
    wend_voronoi *voronoi = diagram_with(&s, NULL);
    const double bad[] = {0, -1, (double)INFINITY, (double)NAN};
    for (size_t i = 0; i < COUNT(bad); ++i) {
        wend_passages found;
        wend_error error;
        assert_int_equal(wend_passages_find(voronoi, bad[i], NULL, &found, &error),
                         WEND_BAD_ARGUMENT);
        assert_true(found.count == 0 && strstr(error.text, "width of passages"));
        wend_passages_free(&found);
    }
    wend_voronoi_destroy(voronoi);
}

// ---- random scenes ------------------------------------------------------------------------------

/// Blocks and walls on a grid of half a metre, so that there are many ties; they do not touch.
static void make_random(scene *s, wend_random *random)
{
    enum { WIDTH = 24, HEIGHT = 16, TRIES = 40 };
    bool used[HEIGHT + 1][WIDTH + 1] = {{false}};
    memset(s, 0, sizeof *s);
    set_box_bounds(s, 0, 0, WIDTH / 2.0, HEIGHT / 2.0);
    for (int k = 0; k < TRIES && s->shape_count < MAX_SHAPES; ++k) {
        uint32_t x = 1 + wend_random_below(random, WIDTH - 2),
                 y = 1 + wend_random_below(random, HEIGHT - 2), w = wend_random_below(random, 9),
                 h = wend_random_below(random, 9);
        if (x + w >= WIDTH || y + h >= HEIGHT || w + h == 0)
            continue;
        bool free = true;
        for (uint32_t i = y; i <= y + h; ++i)
            for (uint32_t j = x; j <= x + w; ++j)
                free = free && !used[i][j];
        if (!free)
            continue;
        for (uint32_t i = y; i <= y + h; ++i)
            for (uint32_t j = x; j <= x + w; ++j)
                used[i][j] = true;
        if (w == 0 || h == 0)
            add_segment(s, x / 2.0, y / 2.0, (x + w) / 2.0, (y + h) / 2.0);
        else
            add_box(s, x / 2.0, y / 2.0, (x + w) / 2.0, (y + h) / 2.0);
    }
}

/// Turns each shape a little about its middle by itself, as far as it stays clear of others.
static void slant_shapes(scene *s, wend_random *random)
{
    for (uint32_t i = 0; i < s->shape_count; ++i) {
        const wend_shape *shape = &s->shapes[i];
        wend_vec2 middle = wend_lerp(s->points[i][0], s->points[i][shape->point_count / 2], 0.5);
        double size = wend_distance(middle, s->points[i][0]);
        double by = wend_random_between(random, -0.2, 0.2) / fmax(size, 1);
        for (uint32_t k = 0; k < shape->point_count; ++k) {
            wend_vec2 from = wend_sub(s->points[i][k], middle);
            s->points[i][k] = wend_add(middle, (wend_vec2){cos(by) * from.x - sin(by) * from.y,
                                                           sin(by) * from.x + cos(by) * from.y});
        }
    }
}

static void random_floors(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 1000 : 40;
    uint32_t passages = 0;
    for (uint64_t seed = 1; seed <= count; ++seed) {
        wend_random random = wend_random_stream(seed, 71);
        scene s;
        make_random(&s, &random);
        if (seed % 3 == 0)
            slant_shapes(&s, &random);
        double turn = seed % 2 ? 0 : wend_random_between(&random, -3, 3);
        turn_scene(&s, turn);
        list_walls(&s);
        make_lattice(12, 8, 0.125, turn);
        const double widths[] = {0.8, 1.2, 2.1};
        for (size_t i = 0; i < COUNT(widths); ++i) {
            wend_passages found = find_with(&s, widths[i], NULL);
            trial t = {&s, &found, widths[i], seed};
            check_all(&t);
            check_complete(&t);
            for (uint32_t k = 0; k < found.count; ++k)
                check_no_dead_end(&t, k);
            passages += found.count;
            wend_passages_free(&found);
        }
    }
    assert_true(passages > count);
}

static void same_for_any_threads(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        wend_random random = wend_random_stream(seed, 72);
        scene s;
        make_random(&s, &random);
        slant_shapes(&s, &random);
        wend_passages one = find_with(&s, 2, NULL);
        for (uint32_t threads = 2; threads <= 4; ++threads) {
            wend_tasks_def def = wend_default_tasks_def();
            wend_tasks *tasks;
            def.worker_count = threads;
            assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
            wend_passages other = find_with(&s, 2, tasks);
            assert_int_equal(one.count, other.count);
            assert_int_equal(one.point_count, other.point_count);
            for (uint32_t i = 0; i < one.count; ++i)
                assert_memory_equal(&one.list[i], &other.list[i], sizeof *one.list);
            for (uint32_t i = 0; i < one.point_count; ++i)
                assert_memory_equal(&one.points[i], &other.points[i], sizeof *one.points);
            wend_passages_free(&other);
            wend_tasks_destroy(tasks);
        }
        wend_passages_free(&one);
    }
}

static void failing_allocations(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(5, 73);
    scene s;
    make_random(&s, &random);
    wend_voronoi *voronoi = diagram_with(&s, NULL);
    size_t fail_at = 0;
    wend_result result;
    do {
        failing_allocator memory = {.fail_at = ++fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_passages found;
        result = wend_passages_find(voronoi, 2, &allocator, &found, NULL);
        assert_true(result == WEND_OK || result == WEND_OUT_OF_MEMORY);
        assert_true(result == WEND_OK || (found.count == 0 && found.list == NULL));
        wend_passages_free(&found);
        assert_int_equal(memory.bytes, 0);
    } while (result != WEND_OK);
    assert_true(fail_at > 5);
    wend_voronoi_destroy(voronoi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doors),
        cmocka_unit_test(just_the_limit),
        cmocka_unit_test(corridors),
        cmocka_unit_test(dead_ends),
        cmocka_unit_test(junctions),
        cmocka_unit_test(series),
        cmocka_unit_test(pillars),
        cmocka_unit_test(rings),
        cmocka_unit_test(bad_width),
        cmocka_unit_test(random_floors),
        cmocka_unit_test(same_for_any_threads),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
