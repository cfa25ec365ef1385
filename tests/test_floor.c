// SPDX-License-Identifier: MIT
// The floor: its flaws against GEOS and against known answers, its places and clearances against
// loops over everything. Most scenes have their vertices on a small grid, so that they are full of
// shared corners, shared walls and ties.
#include "support.h"
#include "wend/floor.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <geos_c.h>
#include <math.h>
#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MAX_SHAPES = 12, MAX_RINGS = 3, MAX_POINTS = 32, MAX_FLAWS = 200 };

// A scene that owns its arrays.
typedef struct scene {
    uint32_t shape_count, bounds_count;
    wend_vec2 bounds[MAX_POINTS];
    wend_vec2 points[MAX_SHAPES][MAX_POINTS];
    uint32_t ring_ends[MAX_SHAPES][MAX_RINGS];
    wend_shape shapes[MAX_SHAPES];
} scene;

static wend_shape *add_shape(scene *s, const wend_vec2 *points, uint32_t count)
{
    uint32_t i = s->shape_count++;
    assert_true(i < MAX_SHAPES && count <= MAX_POINTS);
    memcpy(s->points[i], points, count * sizeof *points);
    s->ring_ends[i][0] = count;
    s->shapes[i] = (wend_shape){s->points[i], s->ring_ends[i], 1, count};
    return &s->shapes[i];
}

// Adds a ring to the shape that was added last.
static void add_hole(scene *s, const wend_vec2 *points, uint32_t count)
{
    wend_shape *shape = &s->shapes[s->shape_count - 1];
    assert_true(shape->ring_count < MAX_RINGS && shape->point_count + count <= MAX_POINTS);
    memcpy(s->points[s->shape_count - 1] + shape->point_count, points, count * sizeof *points);
    shape->point_count += count;
    s->ring_ends[s->shape_count - 1][shape->ring_count++] = shape->point_count;
}

static void add_box(scene *s, double x0, double y0, double x1, double y1)
{
    add_shape(s, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static void add_box_hole(scene *s, double x0, double y0, double x1, double y1)
{
    add_hole(s, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static void add_segment(scene *s, double x0, double y0, double x1, double y1)
{
    add_shape(s, (wend_vec2[]){{x0, y0}, {x1, y1}}, 2);
}

static void add_point(scene *s, double x, double y)
{
    add_shape(s, (wend_vec2[]){{x, y}}, 1);
}

static void set_bounds(scene *s, const wend_vec2 *points, uint32_t count)
{
    memcpy(s->bounds, points, count * sizeof *points);
    s->bounds_count = count;
}

static void set_box_bounds(scene *s, double x0, double y0, double x1, double y1)
{
    set_bounds(s, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

// The shapes point into the scene, so a copy needs them set again.
static void copy_scene(scene *to, const scene *from)
{
    *to = *from;
    for (uint32_t i = 0; i < to->shape_count; i++) {
        to->shapes[i].points = to->points[i];
        to->shapes[i].ring_ends = to->ring_ends[i];
    }
}

static wend_floor *make_floor(const scene *s)
{
    wend_floor_def def = wend_default_floor_def();
    def.shapes = s->shapes;
    def.shape_count = s->shape_count;
    def.bounds = s->bounds_count ? s->bounds : NULL;
    def.bounds_count = s->bounds_count;
    wend_floor *floor;
    wend_error error;
    if (wend_floor_create(&def, &floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return floor;
}

typedef struct findings {
    uint32_t count;
    wend_flaw flaws[MAX_FLAWS];
} findings;

static void find_flaws(const scene *s, findings *found)
{
    wend_floor *floor = make_floor(s);
    wend_error error = {0};
    wend_result result = wend_floor_flaws(floor, found->flaws, MAX_FLAWS, &found->count, &error);
    assert_int_equal(result, found->count ? WEND_UNSOUND : WEND_OK);
    assert_true(found->count <= MAX_FLAWS);
    if (found->count)
        assert_string_equal(error.text, found->flaws[0].text);
    for (uint32_t i = 0; i < found->count; i++) {
        const wend_flaw *flaw = &found->flaws[i];
        uint32_t vertices =
            flaw->shape == WEND_BOUNDS ? s->bounds_count : s->shapes[flaw->shape].point_count;
        assert_true(flaw->vertex < vertices && flaw->text[0]);
        if (i > 0) // in order of shape, vertex
            assert_true(flaw[-1].shape < flaw->shape ||
                        (flaw[-1].shape == flaw->shape && flaw[-1].vertex <= flaw->vertex));
    }
    wend_floor_destroy(floor);
}

// Prints a scene that a random test stumbled over, as something to paste into a picture.
static void print_scene(const scene *s)
{
    for (uint32_t i = 0; i <= s->shape_count; i++) {
        bool bounds = i == s->shape_count;
        const wend_vec2 *points = bounds ? s->bounds : s->points[i];
        uint32_t count = bounds ? s->bounds_count : s->shapes[i].point_count;
        print_message(bounds ? "bounds" : "shape %u", (unsigned)i);
        for (uint32_t k = 0; k < count; k++) {
            for (uint32_t r = 0; !bounds && r + 1 < s->shapes[i].ring_count; r++)
                if (s->ring_ends[i][r] == k)
                    print_message(" |");
            print_message(" %.17g,%.17g", points[k].x, points[k].y);
        }
        print_message("\n");
    }
}

static void print_flaws(const findings *found)
{
    for (uint32_t i = 0; i < found->count; i++)
        print_message("flaw: %d and %d: %s\n", (int)found->flaws[i].shape,
                      (int)found->flaws[i].other, found->flaws[i].text);
}

// ---- oracles ------------------------------------------------------------------------------------

static bool ring_is_on(const wend_vec2 *ring, uint32_t count, wend_vec2 p)
{
    for (uint32_t i = 0; i < count; i++)
        if (wend_on_segment((wend_segment){ring[i], ring[(i + 1) % count]}, p))
            return true;
    return false;
}

// Where p lies by the even-odd rule over each shape's rings.
static wend_place locate_slowly(const scene *s, wend_vec2 p, uint32_t *shape)
{
    for (uint32_t i = 0; i < s->shape_count; i++) {
        uint32_t begin = 0;
        for (uint32_t r = 0; r < s->shapes[i].ring_count; r++) {
            *shape = i;
            if (ring_is_on(s->points[i] + begin, s->ring_ends[i][r] - begin, p))
                return WEND_PLACE_WALL;
            begin = s->ring_ends[i][r];
        }
    }
    *shape = WEND_BOUNDS;
    if (ring_is_on(s->bounds, s->bounds_count, p))
        return WEND_PLACE_WALL;
    if (s->bounds_count && wend_polygon_locate(s->bounds, s->bounds_count, p) == WEND_OUTSIDE)
        return WEND_PLACE_OUT;
    for (uint32_t i = 0; i < s->shape_count; i++) {
        bool inside = false;
        uint32_t begin = 0;
        for (uint32_t r = 0; r < s->shapes[i].ring_count; r++) {
            uint32_t count = s->ring_ends[i][r] - begin;
            inside ^= wend_polygon_locate(s->points[i] + begin, count, p) == WEND_INSIDE;
            begin = s->ring_ends[i][r];
        }
        *shape = i;
        if (inside)
            return WEND_PLACE_SOLID;
    }
    return WEND_PLACE_FREE;
}

static void visit_walls(const scene *s, void (*visit)(void *, uint32_t, wend_segment),
                        void *context)
{
    for (uint32_t i = 0; i <= s->shape_count; i++) {
        bool bounds = i == s->shape_count;
        const wend_vec2 *points = bounds ? s->bounds : s->points[i];
        uint32_t begin = 0, rings = bounds ? 1 : s->shapes[i].ring_count;
        for (uint32_t r = 0; r < rings; r++) {
            uint32_t end = bounds ? s->bounds_count : s->ring_ends[i][r];
            for (uint32_t k = begin; k < end; k++)
                visit(context, bounds ? WEND_BOUNDS : i,
                      (wend_segment){points[k], points[k + 1 < end ? k + 1 : begin]});
            begin = end;
        }
    }
}

typedef struct nearest {
    wend_vec2 from;
    double distance;
} nearest;

static void visit_nearest(void *context, uint32_t shape, wend_segment wall)
{
    (void)shape;
    nearest *n = context;
    n->distance = fmin(n->distance, wend_segment_distance(wall, n->from));
}

typedef struct meeting_of {
    uint32_t one, other;
    const scene *scene;
    wend_segment wall;
    bool meet, cross;
} meeting_of;

static void visit_other(void *context, uint32_t shape, wend_segment wall)
{
    meeting_of *m = context;
    if (shape != m->other)
        return;
    wend_meeting meeting = wend_segments_meet(m->wall, wall, NULL);
    m->meet |= meeting != WEND_APART;
    m->cross |= meeting == WEND_CROSS;
}

static void visit_one(void *context, uint32_t shape, wend_segment wall)
{
    meeting_of *m = context;
    m->wall = wall;
    if (shape == m->one)
        visit_walls(m->scene, visit_other, m);
}

static meeting_of walls_meet(const scene *s, uint32_t one, uint32_t other)
{
    meeting_of m = {.one = one, .other = other, .scene = s};
    visit_walls(s, visit_one, &m);
    return m;
}

// ---- GEOS ---------------------------------------------------------------------------------------

static GEOSCoordSequence *geos_points(GEOSContextHandle_t geos, const wend_vec2 *points,
                                      uint32_t count, bool closed)
{
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, count + closed, 2);
    for (uint32_t i = 0; i < count + closed; i++)
        GEOSCoordSeq_setXY_r(geos, sequence, i, points[i % count].x, points[i % count].y);
    return sequence;
}

static GEOSGeometry *geos_ring(GEOSContextHandle_t geos, const wend_vec2 *points, uint32_t count)
{
    return GEOSGeom_createLinearRing_r(geos, geos_points(geos, points, count, true));
}

static GEOSGeometry *geos_shape(GEOSContextHandle_t geos, const scene *s, uint32_t i)
{
    if (i == WEND_BOUNDS)
        return GEOSGeom_createPolygon_r(geos, geos_ring(geos, s->bounds, s->bounds_count), NULL, 0);
    const wend_shape *shape = &s->shapes[i];
    if (shape->point_count == 1)
        return GEOSGeom_createPoint_r(geos, geos_points(geos, shape->points, 1, false));
    if (shape->point_count == 2)
        return GEOSGeom_createLineString_r(geos, geos_points(geos, shape->points, 2, false));
    GEOSGeometry *holes[MAX_RINGS];
    for (uint32_t r = 1; r < shape->ring_count; r++)
        holes[r - 1] = geos_ring(geos, shape->points + shape->ring_ends[r - 1],
                                 shape->ring_ends[r] - shape->ring_ends[r - 1]);
    return GEOSGeom_createPolygon_r(geos, geos_ring(geos, shape->points, shape->ring_ends[0]),
                                    holes, shape->ring_count - 1);
}

// GEOS wants the inside of a polygon connected, and says no more about it when it is not. wend does
// not mind, so then its own answer is taken.
static bool geos_is_valid(GEOSContextHandle_t geos, const GEOSGeometry *geometry, bool otherwise)
{
    char *reason = GEOSisValidReason_r(geos, geometry);
    bool valid = strstr(reason, "Valid Geometry") ||
                 (strstr(reason, "Interior is disconnected") && otherwise);
    GEOSFree_r(geos, reason);
    return valid;
}

// May the two stand on one floor? Their insides must not meet, where GEOS's inside of a segment is
// all but its ends. A point in the middle of a segment is fine. Walls may not cross even where the
// insides happen to be apart, as a hole touches the outline there.
static bool geos_may_stand(GEOSContextHandle_t geos, const scene *s, const GEOSGeometry *a,
                           uint32_t one, const GEOSGeometry *b, uint32_t other)
{
    if (other == WEND_BOUNDS)
        return GEOSCoveredBy_r(geos, a, b) == 1;
    uint32_t n = s->shapes[one].point_count, m = s->shapes[other].point_count;
    if (n + m == 3)
        return true;
    return GEOSRelatePattern_r(geos, a, b, "T********") == 0;
}

// ---- random scenes ------------------------------------------------------------------------------

static double grid(wend_random *random, uint32_t size)
{
    return (double)wend_random_below(random, size + 1);
}

// A polygon of up to 6 points of the grid, in order around their middle. Mostly simple.
static uint32_t make_blob(wend_random *random, wend_vec2 *points, uint32_t size)
{
    uint32_t count = 3 + wend_random_below(random, 4);
    double x = 0, y = 0;
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (wend_vec2){grid(random, size), grid(random, size)};
        x += points[i].x / count;
        y += points[i].y / count;
    }
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0; k--) {
            wend_vec2 p = points[k - 1], q = points[k];
            if (atan2(p.y - y, p.x - x) <= atan2(q.y - y, q.x - x))
                break;
            points[k - 1] = q;
            points[k] = p;
        }
    return count;
}

static void make_random_box(wend_random *random, uint32_t size, double box[4])
{
    box[0] = grid(random, size - 1);
    box[1] = grid(random, size - 1);
    box[2] = box[0] + 1 + wend_random_below(random, size / 2);
    box[3] = box[1] + 1 + wend_random_below(random, size / 2);
}

static void add_random_shape(scene *s, wend_random *random, uint32_t size)
{
    wend_vec2 points[MAX_POINTS];
    double box[4];
    uint32_t kind = wend_random_below(random, 10);
    make_random_box(random, size, box);
    if (kind == 0) {
        add_point(s, grid(random, size), grid(random, size));
    } else if (kind <= 2) {
        double x = grid(random, size), y = grid(random, size);
        double dx = grid(random, 6) - 3, dy = grid(random, 6) - 3;
        add_segment(s, x, y, x + (dx == 0 && dy == 0 ? 1 : dx), y + dy);
    } else if (kind <= 6) {
        add_box(s, box[0], box[1], box[2], box[3]);
    } else if (kind <= 8) {
        uint32_t count;
        do
            count = make_blob(random, points, size);
        while (wend_polygon_check(points, count, NULL, NULL) != WEND_OK);
        add_shape(s, points, count);
    } else {
        uint32_t holes = 1 + wend_random_below(random, 2);
        double large = 2 + (double)wend_random_below(random, size);
        add_box(s, box[0], box[1], box[0] + large, box[1] + large);
        for (uint32_t h = 0; h < holes; h++) {
            double x = box[0] + grid(random, (uint32_t)large), y = box[1] + grid(random, 3);
            if (wend_random_below(random, 2))
                add_box_hole(s, x, y, x + 1 + grid(random, 2), y + 1 + grid(random, 2));
            else
                add_hole(s, (wend_vec2[]){{x, y}, {x + 1, y + 1}, {x, y + 2}, {x - 1, y + 1}}, 4);
        }
    }
}

static void reverse(wend_vec2 *ring, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        wend_vec2 p = ring[i];
        ring[i] = ring[count - 1 - i];
        ring[count - 1 - i] = p;
    }
}

static void make_scene(scene *s, wend_random *random)
{
    uint32_t size = 4 + wend_random_below(random, 9), count = 1 + wend_random_below(random, 5);
    if (wend_random_below(random, 8) == 0)
        size = 100000; // hardly any contacts
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < count; i++)
        add_random_shape(s, random, size);
    uint32_t bounds = wend_random_below(random, 4);
    if (bounds == 0) {
        double low = -grid(random, 2), high = size + grid(random, size);
        set_box_bounds(s, low, low, high, high);
    } else if (bounds == 1) {
        do
            s->bounds_count = make_blob(random, s->bounds, 2 * size);
        while (wend_polygon_check(s->bounds, s->bounds_count, NULL, NULL) != WEND_OK);
    }
    if (s->bounds_count && wend_random_below(random, 2))
        reverse(s->bounds, s->bounds_count);
}

// ---- flaws against GEOS -------------------------------------------------------------------------

static bool is_reported(const findings *found, uint32_t one, uint32_t other)
{
    for (uint32_t i = 0; i < found->count; i++) {
        const wend_flaw *flaw = &found->flaws[i];
        if ((flaw->shape == one && flaw->other == other) ||
            (flaw->shape == other && flaw->other == one))
            return true;
    }
    return false;
}

// True if a flaw says that the shape is inside another.
static bool is_said_to_be_inside(const findings *found, uint32_t shape)
{
    for (uint32_t i = 0; i < found->count; i++)
        if (found->flaws[i].shape == shape && found->flaws[i].other != shape &&
            (found->flaws[i].kind == WEND_FLAW_OVERLAP ||
             found->flaws[i].kind == WEND_FLAW_OUTSIDE))
            return true;
    return false;
}

// What is wrong with the flaws, or NULL. *bad_pairs counts the pairs that GEOS objects to.
static const char *compare_with_geos(GEOSContextHandle_t geos, const scene *s,
                                     const findings *found, int *bad_pairs)
{
    GEOSGeometry *shapes[MAX_SHAPES + 1];
    bool valid[MAX_SHAPES + 1], crossing = false;
    const char *wrong = NULL;
    uint32_t n = s->shape_count, all = n + (s->bounds_count > 0);
    *bad_pairs = 0;
    for (uint32_t i = 0; i < found->count; i++)
        crossing |= found->flaws[i].kind == WEND_FLAW_CROSSING;
    for (uint32_t i = 0; i < all; i++) {
        shapes[i] = geos_shape(geos, s, i < n ? i : WEND_BOUNDS);
        bool own = is_reported(found, i < n ? i : WEND_BOUNDS, i < n ? i : WEND_BOUNDS);
        valid[i] = geos_is_valid(geos, shapes[i], !own);
        if (valid[i] == own)
            wrong = "a shape is not as valid as it should be";
        *bad_pairs += !valid[i];
    }
    for (uint32_t i = 0; i < all; i++) {
        for (uint32_t k = i + 1; k < all && !wrong; k++) {
            uint32_t other = k < n ? k : WEND_BOUNDS;
            if (!valid[i] || !valid[k])
                continue;
            meeting_of walls = walls_meet(s, i, other);
            bool may = !walls.cross && geos_may_stand(geos, s, shapes[i], i, shapes[k], other);
            bool reported = is_reported(found, i, other);
            *bad_pairs += !may;
            if (may && reported)
                wrong = "two shapes that may stand are reported";
            else if (!may && !reported && walls.meet)
                wrong = "two shapes clash where their walls meet, and are not reported";
            else if (!may && !reported && !crossing && !is_said_to_be_inside(found, i) &&
                     !is_said_to_be_inside(found, k))
                wrong = "one is inside another, and neither is reported";
        }
    }
    if (!wrong && (*bad_pairs > 0) != (found->count > 0))
        wrong = "sound or not";
    for (uint32_t i = 0; i < all; i++)
        GEOSGeom_destroy_r(geos, shapes[i]);
    return wrong;
}

static void flaws_agree_with_geos(void **state)
{
    (void)state;
    const uint64_t seed = 21, rounds = long_tier() ? 300000 : 6000;
    GEOSContextHandle_t geos = GEOS_init_r();
    int sound = 0, unsound = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        wend_random random = wend_random_stream(seed, round);
        scene s;
        findings found;
        make_scene(&s, &random);
        find_flaws(&s, &found);
        int bad_pairs;
        const char *wrong = compare_with_geos(geos, &s, &found, &bad_pairs);
        if (wrong) {
            print_scene(&s);
            print_flaws(&found);
            fail_msg("%s (seed %llu, round %llu)", wrong, (unsigned long long)seed,
                     (unsigned long long)round);
        }
        *(bad_pairs ? &unsound : &sound) += 1;
    }
    GEOS_finish_r(geos);
    assert_true(sound > 500 && unsound > 500);
}

// ---- the same floor, given in another way -------------------------------------------------------

typedef enum change { TURN, MIRROR, REORDER, REVERSE, START_ELSEWHERE, CHANGE_COUNT } change;

static void turn_points(wend_vec2 *points, uint32_t count, change how)
{
    for (uint32_t i = 0; i < count; i++)
        points[i] = how == TURN ? (wend_vec2){-points[i].y, points[i].x}
                                : (wend_vec2){-points[i].x, points[i].y};
}

static void start_elsewhere(wend_vec2 *ring, uint32_t count)
{
    wend_vec2 first = ring[0];
    memmove(ring, ring + 1, (count - 1) * sizeof *ring);
    ring[count - 1] = first;
}

// Shape i of the changed scene is shape count - 1 - i of the first if they are reordered.
static void change_scene(scene *to, const scene *from, change how)
{
    copy_scene(to, from);
    if (how == TURN || how == MIRROR)
        turn_points(to->bounds, to->bounds_count, how);
    if (how == REVERSE)
        reverse(to->bounds, to->bounds_count);
    for (uint32_t i = 0; i < to->shape_count; i++) {
        if (how == TURN || how == MIRROR)
            turn_points(to->points[i], to->shapes[i].point_count, how);
        uint32_t begin = 0;
        for (uint32_t r = 0; r < to->shapes[i].ring_count; r++) {
            uint32_t count = to->ring_ends[i][r] - begin;
            if (how == REVERSE)
                reverse(to->points[i] + begin, count);
            if (how == START_ELSEWHERE)
                start_elsewhere(to->points[i] + begin, count);
            begin = to->ring_ends[i][r];
        }
    }
    for (uint32_t i = 0; how == REORDER && i < to->shape_count; i++) {
        uint32_t k = to->shape_count - 1 - i;
        memcpy(to->points[i], from->points[k], sizeof to->points[i]);
        memcpy(to->ring_ends[i], from->ring_ends[k], sizeof to->ring_ends[i]);
        to->shapes[i] = from->shapes[k];
        to->shapes[i].points = to->points[i];
        to->shapes[i].ring_ends = to->ring_ends[i];
    }
}

static uint32_t renamed(const scene *s, uint32_t shape, change how)
{
    return how == REORDER && shape != WEND_BOUNDS ? s->shape_count - 1 - shape : shape;
}

// Every flaw of one that is at a contact is a flaw of the other, of the same kind. What is inside
// something else is so in both, but in what may be told differently if there are several.
static bool are_among(const scene *s, const findings *one, const findings *other, change how)
{
    for (uint32_t i = 0; i < one->count; i++) {
        uint32_t a = one->flaws[i].shape, b = one->flaws[i].other;
        uint32_t c = renamed(s, a, how), d = renamed(s, b, how);
        if (a != b && (is_reported(one, a, a) || is_reported(one, b, b)))
            continue; // nobody knows the inside of one of them
        bool contact = walls_meet(s, a, b).meet, found = false;
        for (uint32_t k = 0; k < other->count; k++) {
            const wend_flaw *flaw = &other->flaws[k];
            bool same_pair =
                (flaw->shape == c && flaw->other == d) || (flaw->shape == d && flaw->other == c);
            found |= same_pair && flaw->kind == one->flaws[i].kind;
            found |= !contact && (flaw->shape == c || flaw->other == c);
        }
        if (!found)
            return false;
    }
    return true;
}

static void another_order_gives_the_same_flaws(void **state)
{
    (void)state;
    const uint64_t seed = 22, rounds = long_tier() ? 100000 : 3000;
    for (uint64_t round = 0; round < rounds; round++) {
        wend_random random = wend_random_stream(seed, round);
        scene s, changed;
        findings found, again;
        make_scene(&s, &random);
        find_flaws(&s, &found);
        for (change how = 0; how < CHANGE_COUNT; how++) {
            change_scene(&changed, &s, how);
            find_flaws(&changed, &again);
            if (are_among(&s, &found, &again, how) && are_among(&changed, &again, &found, how))
                continue;
            print_scene(&s);
            print_flaws(&found);
            print_flaws(&again);
            fail_msg("change %d gives other flaws (seed %llu, round %llu)", (int)how,
                     (unsigned long long)seed, (unsigned long long)round);
        }
    }
}

// ---- flaws with known answers -------------------------------------------------------------------

// A letter for each flaw: its kind, the shapes, in the order of the flaws.
static void flaws_in_short(const scene *s, char *text, size_t size)
{
    static const char letters[] = "SXOUHC"; // simple, crossing, overlap, outside, hole, close
    findings found;
    find_flaws(s, &found);
    size_t length = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < found.count && length < size; i++) {
        const wend_flaw *flaw = &found.flaws[i];
        int written = snprintf(text + length, size - length, "%s%c%d,%d", i ? " " : "",
                               letters[flaw->kind], (int)flaw->shape, (int)flaw->other);
        length += (size_t)written;
    }
}

#define ASSERT_FLAWS(scene, expected)                                                              \
    do {                                                                                           \
        char text_[400];                                                                           \
        flaws_in_short(scene, text_, sizeof text_);                                                \
        assert_string_equal(text_, expected);                                                      \
    } while (0)

static void what_touches_is_sound(void **state)
{
    (void)state;
    scene s = {0};
    ASSERT_FLAWS(&s, "");
    set_box_bounds(&s, 0, 0, 20, 20);
    ASSERT_FLAWS(&s, "");
    add_box(&s, 0, 0, 4, 4);        // in a corner of the bounds
    add_box(&s, 4, 0, 8, 4);        // wall to wall, also with the bounds
    add_box(&s, 8, 4, 12, 8);       // corner to corner
    add_box(&s, 5, 4, 7, 6);        // on the roof, a part of a wall
    add_segment(&s, 12, 8, 20, 16); // from a corner to the bounds
    add_segment(&s, 14, 10, 16, 8); // a T
    add_segment(&s, 12, 4, 12, 12); // along a wall and beyond its corner
    add_segment(&s, 4, 0, 4, 4);    // along a shared wall
    add_point(&s, 6, 6);            // on a wall
    add_point(&s, 12, 12);          // on an end
    add_point(&s, 15, 11);          // in a segment's middle
    ASSERT_FLAWS(&s, "");
}

static void grids_of_touching_squares_are_sound(void **state)
{
    (void)state;
    scene s = {0};
    for (int i = 0; i < 9; i++)
        add_box(&s, i % 3, i / 3, i % 3 + 1, i / 3 + 1);
    ASSERT_FLAWS(&s, "");
    set_box_bounds(&s, 0, 0, 3, 3);
    ASSERT_FLAWS(&s, "");
    set_box_bounds(&s, 0, 0, 3, 2.5); // through the upper row
    ASSERT_FLAWS(&s, "X6,-1 X7,-1 X8,-1");
    set_box_bounds(&s, 0, 0, 3, 2); // along the lower edge of that row
    ASSERT_FLAWS(&s, "U6,-1 U7,-1 U8,-1");
}

static void what_overlaps_is_named(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 20, 20);
    add_box(&s, 2, 2, 8, 8);
    add_box(&s, 2, 2, 8, 8); // the same
    ASSERT_FLAWS(&s, "O1,0");
    s.shape_count = 1;
    add_box(&s, 6, 6, 10, 10);
    ASSERT_FLAWS(&s, "X1,0");
    s.shape_count = 1;
    add_box(&s, 4, 2, 12, 8); // crosses along the walls: no two edges cross in a point
    ASSERT_FLAWS(&s, "X1,0");
    s.shape_count = 1;
    add_box(&s, 3, 3, 4, 4); // inside
    add_box(&s, 3, 4, 4, 5); // inside, on top of the other
    add_point(&s, 3, 5);     // and on that one
    ASSERT_FLAWS(&s, "O1,0 O2,0 O3,0");
    s.shape_count = 1;
    add_box(&s, 2, 3, 4, 4); // inside, at the wall
    ASSERT_FLAWS(&s, "O1,0");
    s.shape_count = 1;
    add_point(&s, 5, 5);
    add_point(&s, 9, 9);
    add_point(&s, 9, 9);
    ASSERT_FLAWS(&s, "O1,0 O3,2");
    s.shape_count = 1;
    add_box(&s, 21, 0, 22, 1);
    add_box(&s, 20, 5, 21, 6);   // outside, at the bounds
    add_box(&s, 19, 10, 21, 11); // through them
    add_point(&s, 30, 30);
    ASSERT_FLAWS(&s, "U1,-1 U2,-1 X3,-1 U4,-1");
    // A polygon around everything is outside the bounds, and they are inside it.
    s.shape_count = 0;
    add_box(&s, -5, -5, 30, 30);
    ASSERT_FLAWS(&s, "U0,-1");
}

static void segments_touch_or_clash(void **state)
{
    (void)state;
    scene s = {0};
    add_segment(&s, 0, 0, 4, 4);
    add_segment(&s, 0, 4, 4, 0);
    ASSERT_FLAWS(&s, "X1,0");
    s.shape_count = 1;
    add_segment(&s, 2, 2, 4, 0); // T
    add_segment(&s, 0, 4, 2, 2); // and a T from the other side
    add_segment(&s, 0, 0, 0, 5); // L
    add_segment(&s, 4, 4, 9, 9); // straight on
    ASSERT_FLAWS(&s, "");
    s.shape_count = 1;
    add_segment(&s, 3, 3, 6, 6);
    ASSERT_FLAWS(&s, "O1,0");
    s.shape_count = 0;
    add_box(&s, 0, 0, 4, 4);
    add_segment(&s, -1, 2, 1, 2); // through the wall
    add_segment(&s, 0, 3, 1, 3);  // from the wall inwards
    add_segment(&s, 0, 1, -1, 1); // from the wall outwards
    add_segment(&s, 4, 4, 3, 3);  // from a corner inwards
    add_segment(&s, 5, 5, 6, 6);
    ASSERT_FLAWS(&s, "X1,0 O2,0 O4,0");
}

static void holes_are_free(void **state)
{
    (void)state;
    scene s = {0};
    add_box(&s, 0, 0, 10, 10);
    add_box_hole(&s, 2, 2, 8, 8);
    add_box(&s, 3, 3, 4, 4); // in the hole
    add_box(&s, 2, 5, 4, 8); // in its corner
    add_segment(&s, 8, 2, 5, 5);
    ASSERT_FLAWS(&s, "");
    add_box(&s, 7, 7, 9, 9); // through its wall
    add_point(&s, 1, 5);     // in the solid
    add_segment(&s, 8, 5, 9, 5);
    ASSERT_FLAWS(&s, "X4,0 O5,0 O6,0");

    s.shape_count = 0;
    add_box(&s, 0, 0, 10, 10);
    add_hole(&s, (wend_vec2[]){{5, 0}, {7, 3}, {3, 3}}, 3);    // touches the outline in a point
    add_hole(&s, (wend_vec2[]){{3, 3}, {3, 5}, {1, 5}}, 3);    // and the other hole
    add_shape(&s, (wend_vec2[]){{5, 0}, {6, 2}, {4, 2}}, 3);   // in the hole, from that point
    add_shape(&s, (wend_vec2[]){{5, 0}, {6, -2}, {4, -2}}, 3); // outside, from that point
    ASSERT_FLAWS(&s, "");

    const wend_vec2 holes[][4] = {
        {{12, 0}, {13, 0}, {13, 1}, {12, 1}}, // outside
        {{4, 0}, {6, 0}, {6, 2}, {4, 2}},     // shares a wall with the outline
        {{-1, -1}, {11, -1}, {11, 11}, {-1, 11}}, {{0, 0}, {10, 0}, {10, 10}, {0, 10}},
        {{2, 4}, {4, 4}, {4, 6}, {2, 6}}, // in the other hole
        {{8, 3}, {9, 3}, {9, 4}, {8, 4}}, // shares a wall with the other hole
    };
    for (size_t i = 0; i < COUNT(holes); i++) {
        s.shape_count = 0;
        add_box(&s, 0, 0, 10, 10);
        add_box_hole(&s, 1, 3, 8, 8);
        add_hole(&s, holes[i], 4);
        add_point(&s, 11, 5);
        ASSERT_FLAWS(&s, "H0,0");
    }
    s.shape_count = 0;
    add_box(&s, 0, 0, 10, 10);
    add_box_hole(&s, 8, 8, 12, 12);
    ASSERT_FLAWS(&s, "X0,0");
}

static void rings_must_be_simple(void **state)
{
    (void)state;
    scene s = {0};
    set_bounds(&s, (wend_vec2[]){{0, 0}, {20, 20}, {20, 0}, {0, 20}}, 4);
    add_shape(&s, (wend_vec2[]){{30, 0}, {32, 2}, {32, 0}, {30, 2}}, 4);
    add_shape(&s, (wend_vec2[]){{5, 0}, {7, 0}, {6, 0}}, 3);
    add_segment(&s, 9, 9, 9, 9);
    add_box(&s, 30, 30, 32, 32);
    add_point(&s, 31, 31);
    ASSERT_FLAWS(&s, "S0,0 S1,1 S2,2 O4,3 S-1,-1");
    findings found;
    find_flaws(&s, &found);
    assert_true(found.flaws[0].place.x == 31 && found.flaws[0].place.y == 1);
}

// ---- near misses --------------------------------------------------------------------------------

static void near_misses_are_refused(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 64, 64);
    wend_floor *floor = make_floor(&s);
    const double gap = WEND_GAP_TOLERANCES * wend_floor_tolerance(floor);
    assert_true(wend_floor_tolerance(floor) == 0x1p-30);
    wend_floor_destroy(floor);
    add_box(&s, 10, 10, 20, 20);
    const double distances[] = {0, nextafter(20, 21) - 20, gap / 2, gap * 0.999, gap * 1.001, 1};
    for (size_t i = 0; i < COUNT(distances); i++) {
        double d = distances[i];
        bool close = d > 0 && d < gap;
        s.shape_count = 1;
        add_box(&s, 20 + d, 12, 25, 18); // wall to wall
        ASSERT_FLAWS(&s, close ? "C1,0" : "");
        s.shape_count = 1;
        add_segment(&s, 20 + d, 15, 30, 25); // end to wall
        ASSERT_FLAWS(&s, close ? "C1,0" : "");
        s.shape_count = 1;
        add_segment(&s, 15, 25 + d, 25 + d, 15); // corner to wall, at a slope
        ASSERT_FLAWS(&s, d == 0 ? "" : d * 0.7 < gap ? "C1,0" : "");
        s.shape_count = 1;
        add_point(&s, 20 + d, 15);
        ASSERT_FLAWS(&s, close ? "C1,0" : "");
        s.shape_count = 1;
        add_box(&s, d, 30, 5, 35); // to the bounds
        ASSERT_FLAWS(&s, close ? "C1,-1" : "");
        if (d == 0)
            continue;
        s.shape_count = 1;
        add_box(&s, 20 - d, 12, 25, 18); // overlaps by as much
        ASSERT_FLAWS(&s, "X1,0");
        s.shape_count = 1;
        add_shape(&s, (wend_vec2[]){{30, 30}, {40, 30}, {40, 40}, {35, 30 + d}, {30, 40}}, 5);
        ASSERT_FLAWS(&s, close ? "C1,1" : ""); // a notch that nearly cuts it in two
        s.shape_count = 1;
        add_shape(&s, (wend_vec2[]){{24, 30}, {28, 30}, {28, 40}, {28 - d, 40}}, 4);
        ASSERT_FLAWS(&s, close ? "C1,1" : ""); // a short wall
        s.shape_count = 1;
        add_segment(&s, 30, 30, 30, 30 + d); // a short segment
        ASSERT_FLAWS(&s, close ? "C1,1" : "");
    }
}

static void tolerance_follows_the_size(void **state)
{
    (void)state;
    assert_true(wend_tolerance((wend_box){{0, 0}, {100, 50}}) == 0x1p-29);
    assert_true(wend_tolerance((wend_box){{0, 0}, {128, 50}}) == 0x1p-29);
    assert_true(wend_tolerance((wend_box){{0, 0}, {128.5, 50}}) == 0x1p-28);
    assert_true(wend_tolerance((wend_box){{-100, 0}, {100, 50}}) == 0x1p-28);
    assert_true(wend_tolerance((wend_box){{1000, 1000}, {1001, 1001}}) == 0x1p-26);
    assert_true(wend_tolerance((wend_box){{0, 0}, {0, 0}}) == 0x1p-36);
    assert_true(wend_tolerance(wend_box_empty()) == 0x1p-36);
}

// ---- places and clearances ----------------------------------------------------------------------

static void ask_around(const scene *s, const wend_floor *floor, wend_random *random, uint64_t round)
{
    wend_box box = wend_floor_box(floor);
    double width = box.max.x - box.min.x + 2, height = box.max.y - box.min.y + 2;
    for (int k = 0; k < 60; k++) {
        wend_vec2 p = {box.min.x - 1 + rint(2 * width * wend_random_unit(random)) / 2,
                       box.min.y - 1 + rint(2 * height * wend_random_unit(random)) / 2};
        if (k % 3 == 1)
            p.x = nextafter(p.x, k % 2 ? 1e9 : -1e9);
        if (k % 3 == 2)
            p.y = nextafter(p.y, k % 2 ? 1e9 : -1e9);
        uint32_t shape = 77, expected_shape;
        wend_place expected = locate_slowly(s, p, &expected_shape);
        wend_place place = wend_floor_locate(floor, p, &shape);
        if (place != expected || (place != WEND_PLACE_FREE && shape != expected_shape)) {
            print_scene(s);
            fail_msg("%.17g,%.17g is %d of %u, not %d of %u (round %llu)", p.x, p.y, (int)place,
                     (unsigned)shape, (int)expected, (unsigned)expected_shape,
                     (unsigned long long)round);
        }
        assert_int_equal(wend_floor_locate(floor, p, NULL), expected);
        nearest n = {p, INFINITY};
        visit_walls(s, visit_nearest, &n);
        wend_vec2 point = {0, 0};
        double clearance = wend_floor_clearance(floor, p, &point, &shape);
        assert_true(fabs(clearance - n.distance) <= 1e-12 * (1 + n.distance));
        assert_true(fabs(hypot(point.x - p.x, point.y - p.y) - clearance) <= 1e-9);
        assert_true((clearance == 0) == (place == WEND_PLACE_WALL) || clearance < 1e-9);
    }
}

static void places_agree_with_even_odd(void **state)
{
    (void)state;
    const uint64_t seed = 23, rounds = long_tier() ? 100000 : 6000;
    int asked = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        wend_random random = wend_random_stream(seed, round);
        scene s;
        make_scene(&s, &random);
        wend_floor *floor = make_floor(&s);
        uint32_t flaws;
        if (wend_floor_flaws(floor, NULL, 0, &flaws, NULL) == WEND_OK) {
            ask_around(&s, floor, &random, round);
            asked++;
        }
        wend_floor_destroy(floor);
    }
    assert_true(asked > 500);
}

static void a_floor_may_be_empty_or_far_away(void **state)
{
    (void)state;
    scene s = {0};
    wend_floor *floor = make_floor(&s);
    uint32_t shape = 5;
    wend_vec2 point = {3, 3};
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1, 2}, &shape), WEND_PLACE_FREE);
    assert_true(isinf(wend_floor_clearance(floor, (wend_vec2){1, 2}, &point, &shape)));
    assert_true(wend_floor_box(floor).min.x > wend_floor_box(floor).max.x);
    wend_floor_destroy(floor);

    set_box_bounds(&s, 1e8, 1e8, 1e8 + 10, 1e8 + 10);
    add_box(&s, 1e8 + 2, 1e8 + 2, 1e8 + 4, 1e8 + 4);
    ASSERT_FLAWS(&s, "");
    floor = make_floor(&s);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1e8 + 3, 1e8 + 3}, &shape),
                     WEND_PLACE_SOLID);
    assert_int_equal(shape, 0);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1e8 + 3, 1e300}, &shape), WEND_PLACE_OUT);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1e8 + 3, -1e300}, &shape),
                     WEND_PLACE_OUT);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){0, 0}, &shape), WEND_PLACE_OUT);
    assert_true(shape == WEND_BOUNDS);
    assert_true(wend_floor_clearance(floor, (wend_vec2){1e8 + 5, 1e8 + 3}, &point, &shape) == 1);
    assert_true(point.x == 1e8 + 4 && point.y == 1e8 + 3 && shape == 0);
    wend_floor_destroy(floor);
}

// ---- what is refused ----------------------------------------------------------------------------

static void create_refuses_what_is_no_shape(void **state)
{
    (void)state;
    const wend_vec2 good[] = {{0, 0}, {1, 0}, {0, 1}, {5, 5}, {6, 5}, {5, 6}};
    const wend_vec2 not_finite[] = {{0, 0}, {NAN, 0}, {0, 1}}, far[] = {{0, 0}, {2e9, 0}, {0, 1}};
    const uint32_t short_ring[] = {3, 5}, backwards[] = {5, 3}, beyond[] = {3, 9}, whole[] = {3, 6};
    const struct {
        wend_shape shape;
        wend_result result;
        const char *word;
    } cases[] = {
        {{not_finite, NULL, 0, 3}, WEND_UNSOUND, "finite"},
        {{far, NULL, 0, 3}, WEND_UNSOUND, "too far"},
        {{good, NULL, 0, 0}, WEND_UNSOUND, "0 vertices"},
        {{good, short_ring, 2, 5}, WEND_UNSOUND, "at least 3"},
        {{good, backwards, 2, 3}, WEND_BAD_ARGUMENT, "ring_ends"},
        {{good, beyond, 2, 6}, WEND_BAD_ARGUMENT, "point_count"},
        {{good, whole, 0, 6}, WEND_BAD_ARGUMENT, "point_count"},
        {{NULL, NULL, 0, 6}, WEND_BAD_ARGUMENT, "points"},
        {{good, whole, 2, 6}, WEND_OK, ""},
    };
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor;
    wend_error error;
    for (size_t i = 0; i < COUNT(cases); i++) {
        def.shapes = &cases[i].shape;
        def.shape_count = 1;
        error = (wend_error){0};
        assert_int_equal(wend_floor_create(&def, &floor, &error), cases[i].result);
        assert_true(strstr(error.text, cases[i].word) != NULL);
        assert_true((floor != NULL) == (cases[i].result == WEND_OK));
        wend_floor_destroy(floor);
    }
    def = wend_default_floor_def();
    def.bounds = good;
    def.bounds_count = 2;
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_UNSOUND);
    def.bounds = not_finite;
    def.bounds_count = 3;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_UNSOUND);
    def = wend_default_floor_def();
    def.tolerance = -1;
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_BAD_ARGUMENT);
    def = (wend_floor_def){0};
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_BAD_ARGUMENT);
    assert_null(floor);
}

static void every_failure_of_memory_is_said(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 30, 30);
    add_box(&s, 0, 0, 4, 4);
    add_box_hole(&s, 1, 1, 3, 3);
    for (int i = 0; i < 4; i++)
        add_box(&s, 2, 2, 6 + i, 6); // flaws
    add_segment(&s, 10, 10, 20, 20);
    add_segment(&s, 10, 20, 20, 20 + 1e-9);
    uint32_t expected = 0;
    int failures = 0;
    for (size_t fail_at = 1;; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_floor_def def = wend_default_floor_def();
        def.allocator = failing_allocator_of(&memory);
        def.shapes = s.shapes;
        def.shape_count = s.shape_count;
        def.bounds = s.bounds;
        def.bounds_count = s.bounds_count;
        wend_floor *floor;
        wend_error error;
        wend_result result = wend_floor_create(&def, &floor, &error);
        if (result == WEND_OK) {
            wend_flaw flaws[2];
            uint32_t count;
            result = wend_floor_flaws(floor, flaws, 2, &count, &error);
            assert_true(result == WEND_NO_MEMORY || result == WEND_UNSOUND);
            // The index does not mind if it gets no smaller array for what it has built.
            if (result == WEND_UNSOUND && expected == 0)
                expected = count;
            if (result == WEND_UNSOUND)
                assert_int_equal(count, expected);
        }
        wend_floor_destroy(floor);
        assert_int_equal(memory.bytes, 0);
        if (memory.calls < fail_at) {
            assert_int_equal(result, WEND_UNSOUND);
            assert_true(expected > 2 && failures > 10);
            break;
        }
        assert_int_equal(error.result, result);
        failures += result == WEND_NO_MEMORY;
    }
}

// ---- many walls ---------------------------------------------------------------------------------

typedef struct many {
    wend_vec2 *points;
    wend_shape *shapes;
    uint32_t count;
} many;

static many make_many(uint32_t shapes, uint32_t points_each)
{
    many m = {malloc((size_t)shapes * points_each * sizeof *m.points),
              malloc((size_t)shapes * sizeof *m.shapes), shapes};
    assert_true(m.points && m.shapes);
    for (uint32_t i = 0; i < shapes; i++)
        m.shapes[i] = (wend_shape){m.points + (size_t)i * points_each, NULL, 0, points_each};
    return m;
}

static void put_box(many *m, uint32_t i, double x, double y, double width, double height)
{
    wend_vec2 *p = m->points + (size_t)i * 4;
    p[0] = (wend_vec2){x, y};
    p[1] = (wend_vec2){x + width, y};
    p[2] = (wend_vec2){x + width, y + height};
    p[3] = (wend_vec2){x, y + height};
}

static void free_many(many *m)
{
    free(m->points);
    free(m->shapes);
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

// Makes the floor, counts its flaws, and says how long both took, if it has a name.
static uint32_t flaws_of_many(const many *m, double bounds, const char *name)
{
    const wend_vec2 ring[] = {{0, 0}, {bounds, 0}, {bounds, bounds}, {0, bounds}};
    wend_floor_def def = wend_default_floor_def();
    def.shapes = m->shapes;
    def.shape_count = m->count;
    def.bounds = bounds > 0 ? ring : NULL;
    def.bounds_count = 4;
    wend_floor *floor;
    uint32_t count;
    double start = seconds();
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    double made = seconds();
    wend_result result = wend_floor_flaws(floor, NULL, 0, &count, NULL);
    double checked = seconds();
    assert_int_equal(result, count ? WEND_UNSOUND : WEND_OK);
    if (name)
        print_message("%s: made in %.3f s, checked in %.3f s, %u flaws\n", name, made - start,
                      checked - made, (unsigned)count);
    wend_floor_destroy(floor);
    return count;
}

static void a_city_is_sound(void **state)
{
    (void)state;
    enum { BLOCKS = 98 };
    many city = make_many(BLOCKS * BLOCKS, 4);
    wend_random random = wend_random_stream(24, 0);
    for (uint32_t i = 0; i < city.count; i++)
        put_box(&city, i, 10.0 * (i % BLOCKS) + wend_random_between(&random, 1, 4),
                10.0 * (i / BLOCKS) + wend_random_between(&random, 1, 4), 5, 5);
    assert_int_equal(flaws_of_many(&city, 10.0 * BLOCKS, "city"), 0);
    put_box(&city, 5000, city.points[4 * 5001].x, city.points[4 * 5001].y + 1, 3, 3);
    assert_int_equal(flaws_of_many(&city, 10.0 * BLOCKS, "city with one overlap"), 1);
    free_many(&city);
}

static void a_large_grid_is_sound(void **state)
{
    (void)state;
    const uint32_t side = long_tier() ? 500 : 60;
    many squares = make_many(side * side, 4);
    for (uint32_t i = 0; i < squares.count; i++)
        put_box(&squares, i, i % side, i / side, 1, 1);
    assert_int_equal(flaws_of_many(&squares, side, "touching squares"), 0);
    free_many(&squares);
}

// Turned by any angle, neighbours still have their corners in common.
static void turned_grids_are_sound(void **state)
{
    (void)state;
    enum { SIDE = 12 };
    many squares = make_many(SIDE * SIDE, 4);
    for (int turn = 1; turn < 12; turn++) {
        double c = 7 * cos(0.13 * turn), s = 7 * sin(0.13 * turn);
        for (uint32_t i = 0; i < squares.count; i++) {
            put_box(&squares, i, i % SIDE, i / SIDE, 1, 1);
            for (uint32_t k = 4 * i; k < 4 * i + 4; k++) {
                wend_vec2 p = squares.points[k];
                squares.points[k] = (wend_vec2){c * p.x - s * p.y, s * p.x + c * p.y};
            }
        }
        assert_int_equal(flaws_of_many(&squares, 0, NULL), 0);
        // Moved by a hundredth they overlap a neighbour, or leave it and overlap another.
        for (uint32_t k = 4 * 50; k < 4 * 51; k++)
            squares.points[k].x += 0.07;
        assert_true(flaws_of_many(&squares, 0, NULL) > 0);
    }
    free_many(&squares);
}

static void many_may_share_a_corner(void **state)
{
    (void)state;
    many wedges = make_many(1000, 3), rays = make_many(2000, 2);
    for (uint32_t i = 0; i < wedges.count; i++) {
        double a = 6.28318530717958648 * i / wedges.count, b = a + 3.0 / wedges.count;
        wedges.points[3 * i] = (wend_vec2){0, 0};
        wedges.points[3 * i + 1] = (wend_vec2){cos(a), sin(a)};
        wedges.points[3 * i + 2] = (wend_vec2){cos(b), sin(b)};
    }
    for (uint32_t i = 0; i < rays.count; i++) {
        double a = 6.28318530717958648 * i / rays.count;
        rays.points[2 * i] = (wend_vec2){cos(a), sin(a)};
        rays.points[2 * i + 1] = (wend_vec2){0, 0};
    }
    assert_int_equal(flaws_of_many(&wedges, 0, "wedges"), 0);
    assert_int_equal(flaws_of_many(&rays, 0, "rays"), 0);
    free_many(&wedges);
    free_many(&rays);
}

static void there_is_an_end_to_flaws(void **state)
{
    (void)state;
    many squares = make_many(1000, 4), points = make_many(20000, 1);
    for (uint32_t i = 0; i < squares.count; i++)
        put_box(&squares, i, 0, 0, 1, 1);
    for (uint32_t i = 0; i < points.count; i++)
        points.points[i] = (wend_vec2){1, 1};
    assert_int_equal(flaws_of_many(&squares, 0, "equal squares"), WEND_MAX_FLAWS);
    assert_int_equal(flaws_of_many(&points, 0, "equal points"), WEND_MAX_FLAWS);
    free_many(&squares);
    free_many(&points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_touches_is_sound),
        cmocka_unit_test(grids_of_touching_squares_are_sound),
        cmocka_unit_test(what_overlaps_is_named),
        cmocka_unit_test(segments_touch_or_clash),
        cmocka_unit_test(holes_are_free),
        cmocka_unit_test(rings_must_be_simple),
        cmocka_unit_test(near_misses_are_refused),
        cmocka_unit_test(tolerance_follows_the_size),
        cmocka_unit_test(flaws_agree_with_geos),
        cmocka_unit_test(another_order_gives_the_same_flaws),
        cmocka_unit_test(places_agree_with_even_odd),
        cmocka_unit_test(a_floor_may_be_empty_or_far_away),
        cmocka_unit_test(create_refuses_what_is_no_shape),
        cmocka_unit_test(every_failure_of_memory_is_said),
        cmocka_unit_test(a_city_is_sound),
        cmocka_unit_test(a_large_grid_is_sound),
        cmocka_unit_test(turned_grids_are_sound),
        cmocka_unit_test(many_may_share_a_corner),
        cmocka_unit_test(there_is_an_end_to_flaws),
    };
    return cmocka_run_group_tests_name("floor", tests, NULL, NULL);
}
