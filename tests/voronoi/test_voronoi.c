// SPDX-License-Identifier: MIT
// Diagrams whose answers are known, the lengths of pieces, and pictures.
#include "tests/voronoi/voronoi_support.h"

enum { SEED = 61 };

#define assert_near(a, b) assert_true(fabs((a) - (b)) <= 1e-8)

// ---- pieces -------------------------------------------------------------------------------------

// The length of a piece by many short chords.
static double summed_length(const wend_voronoi_piece *piece)
{
    enum { PARTS = 20000 };
    double length = 0;
    wend_vec2 before = wend_piece_point(piece, 0, NULL);
    for (int i = 1; i <= PARTS; ++i) {
        wend_vec2 at = wend_piece_point(piece, (double)i / PARTS, NULL);
        length += hypot(at.x - before.x, at.y - before.y);
        before = at;
    }
    return length;
}

static wend_voronoi_piece reversed(const wend_voronoi_piece *piece)
{
    wend_voronoi_piece back = *piece;
    back.a = piece->b;
    back.b = piece->a;
    back.radius_a = piece->radius_b;
    back.radius_b = piece->radius_a;
    back.left = piece->right;
    back.right = piece->left;
    return back;
}

static void check_piece(const wend_voronoi_piece *piece, double scale)
{
    wend_voronoi_piece back = reversed(piece);
    double length = wend_piece_length(piece), least, radius;
    assert_true(fabs(length - summed_length(piece)) <= 1e-7 * scale);
    assert_true(fabs(length - wend_piece_length(&back)) <= 1e-12 * scale);
    double narrowest = wend_piece_narrowest(piece, &least);
    assert_true(narrowest >= 0 && narrowest <= 1);
    wend_vec2 a = wend_piece_point(piece, 0, NULL), b = wend_piece_point(piece, 1, NULL);
    assert_true(a.x == piece->a.x && a.y == piece->a.y && b.x == piece->b.x && b.y == piece->b.y);
    for (int i = 0; i <= 16; ++i) {
        wend_vec2 at = wend_piece_point(piece, i / 16.0, &radius);
        assert_true(fabs(wend_segment_distance(piece->left, at) - radius) <= 1e-9 * scale);
        assert_true(fabs(wend_segment_distance(piece->right, at) - radius) <= 1e-9 * scale);
        assert_true(radius >= least - 1e-12 * scale);
    }
}

// A parabola between the x-axis (its free side above: it runs to the left) and a point over it.
static wend_voronoi_piece parabola(double height, double from, double to)
{
    wend_voronoi_piece piece = {
        .left = {{0, height}, {0, height}}, .right = {{1e3, 0}, {-1e3, 0}}, .parabola = true};
    piece.radius_a = (from * from + height * height) / (2 * height);
    piece.radius_b = (to * to + height * height) / (2 * height);
    piece.a = (wend_vec2){from, piece.radius_a};
    piece.b = (wend_vec2){to, piece.radius_b};
    return piece;
}

static void test_pieces(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(SEED, 0);
    for (int i = 0; i < 60; ++i) {
        double height = pow(10, wend_random_between(&random, -4, 2));
        double from = wend_random_between(&random, -3, 3) * height;
        double to = wend_random_between(&random, -3, 3) * height;
        wend_voronoi_piece piece = parabola(height, from, to);
        check_piece(&piece, height);
    }
    // Known: y = x^2 / 2 + 1/2 from 0 to 1.
    wend_voronoi_piece known = parabola(1, 0, 1);
    assert_near(wend_piece_length(&known), (sqrt(2) + log(1 + sqrt(2))) / 2);
    double radius;
    known = parabola(1, -2, 1);
    assert_near(wend_piece_narrowest(&known, &radius), 2.0 / 3);
    assert_near(radius, 0.5);
    // A very short one far out: nothing cancels.
    known = parabola(1, 500, 500 + 1e-7);
    double rise = known.radius_b - known.radius_a, run = known.b.x - known.a.x;
    assert_true(fabs(wend_piece_length(&known) / hypot(run, rise) - 1) < 1e-9);
    // Between points, and between sides.
    wend_voronoi_piece line = {.a = {-3, 0},
                               .b = {5, 0},
                               .radius_a = hypot(3, 2),
                               .radius_b = hypot(5, 2),
                               .left = {{0, 2}, {0, 2}},
                               .right = {{0, -2}, {0, -2}}};
    check_piece(&line, 1);
    assert_near(wend_piece_narrowest(&line, &radius), 3.0 / 8);
    assert_near(radius, 2);
    wend_voronoi_piece wedge = {.a = {1, 1},
                                .b = {4, 4},
                                .radius_a = 1,
                                .radius_b = 4,
                                .left = {{0, 9}, {0, 0}},
                                .right = {{0, 0}, {9, 0}}};
    check_piece(&wedge, 1);
    assert_true(wend_piece_narrowest(&wedge, &radius) == 0 && radius == 1);
}

// ---- known answers ------------------------------------------------------------------------------

typedef struct tally {
    uint32_t vertices, edges, ends; // ends: vertices of degree 1
    double length;
    uint32_t most_degree, most_sites;
    wend_vec2 centre;
} tally;

static bool tally_vertex(void *context, const wend_voronoi_vertex *vertex)
{
    tally *t = context;
    ++t->vertices;
    t->ends += vertex->degree == 1;
    if (vertex->degree > t->most_degree) {
        t->most_degree = vertex->degree;
        t->most_sites = vertex->site_count;
        t->centre = vertex->position;
    }
    return true;
}

static bool tally_edge(void *context, const wend_voronoi_edge *edge)
{
    tally *t = context;
    ++t->edges;
    t->length += edge->length;
    double sum = 0, least = INFINITY;
    for (uint32_t i = 0; i < edge->piece_count; ++i) {
        double radius;
        (void)wend_piece_narrowest(&edge->pieces[i], &radius);
        sum += wend_piece_length(&edge->pieces[i]);
        least = fmin(least, radius);
        if (i > 0)
            assert_true(edge->pieces[i].a.x == edge->pieces[i - 1].b.x &&
                        edge->pieces[i].a.y == edge->pieces[i - 1].b.y);
    }
    assert_true(sum == edge->length && least == edge->clearance);
    return true;
}

static tally take_tally(const wend_voronoi *voronoi)
{
    tally t = {0};
    assert_int_equal(wend_voronoi_vertices(voronoi, tally_vertex, &t), WEND_OK);
    assert_int_equal(wend_voronoi_edges(voronoi, tally_edge, &t), WEND_OK);
    wend_voronoi_size size = wend_voronoi_measure(voronoi);
    assert_int_equal(size.vertices, t.vertices);
    assert_int_equal(size.edges, t.edges);
    assert_true(size.pieces >= size.edges && size.bytes > sizeof(wend_voronoi));
    return t;
}

static void test_room(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 10);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    tally t = take_tally(voronoi);
    assert_int_equal(t.vertices, 5);
    assert_int_equal(t.edges, 4);
    assert_int_equal(t.ends, 4);
    assert_int_equal(t.most_degree, 4);
    assert_int_equal(t.most_sites, 1);
    assert_near(t.length, 20 * sqrt(2));
    assert_near(t.centre.x, 5);
    assert_near(t.centre.y, 5);
    wend_circle circle;
    assert_int_equal(wend_voronoi_embedding_circle(voronoi, (wend_vec2){1, 5}, &circle, NULL, NULL),
                     WEND_OK);
    assert_near(circle.centre.x, 5);
    assert_near(circle.radius, 5);
    assert_int_equal(wend_voronoi_embedding_circle(voronoi, (wend_vec2){1, 3}, &circle, NULL, NULL),
                     WEND_OK);
    assert_near(circle.centre.x, 3);
    assert_near(circle.radius, 3);
    assert_int_equal(wend_voronoi_largest_circle(voronoi, (wend_vec2){1, 3}, &circle, NULL),
                     WEND_OK);
    assert_near(circle.radius, 5);
    // The largest circle through a point near the corner: |c - p| = r on the diagonal.
    assert_int_equal(wend_voronoi_largest_circle(voronoi, (wend_vec2){1, 1}, &circle, NULL),
                     WEND_OK);
    assert_near(circle.radius, 1 / (1 - sqrt(0.5)));
    wend_voronoi_destroy(voronoi);
}

// A wall in the middle of a room: one loop around it, and a branch to each corner.
static void test_wall_in_room(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 4);
    add_segment(&s, 3, 2, 7, 2);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    tally t = take_tally(voronoi);
    assert_int_equal(t.ends, 4);
    assert_int_equal((int)t.vertices - (int)t.edges, 0); // two rings of the border
    wend_nearest_site nearest, second;
    assert_int_equal(
        wend_voronoi_nearest_two(voronoi, (wend_vec2){5, 2.5}, &nearest, &second, NULL), WEND_OK);
    assert_true(wend_site_id_equal(nearest.site, wend_voronoi_shape(voronoi, 0)));
    assert_true(wend_site_id_equal(second.site, wend_voronoi_shape(voronoi, WEND_BOUNDS)));
    assert_near(nearest.distance, 0.5);
    assert_near(second.distance, 1.5);
    wend_site_id found[2];
    uint32_t count;
    assert_int_equal(wend_voronoi_neighbours(voronoi, nearest.site, found, 2, &count, NULL),
                     WEND_OK);
    assert_int_equal(count, 1);
    assert_true(wend_site_id_equal(found[0], second.site));
    wend_voronoi_destroy(voronoi);
}

// A grid of squares: every crossing is one vertex of degree 4.
static void test_city(void **state)
{
    (void)state;
    enum { ACROSS = 3 };
    scene s = {0};
    set_box_bounds(&s, -5, -5, 20 * ACROSS, 20 * ACROSS);
    for (int i = 0; i < ACROSS; ++i)
        for (int k = 0; k < ACROSS; ++k)
            add_box(&s, 20 * i, 20 * k, 20 * i + 15, 20 * k + 15);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    tally t = take_tally(voronoi);
    assert_int_equal(t.ends, 4);
    assert_int_equal(t.vertices, 4 + (ACROSS + 1) * (ACROSS + 1));
    assert_int_equal(t.edges, 4 + 2 * ACROSS * (ACROSS + 1));
    assert_int_equal(t.most_degree, 4);
    wend_voronoi_destroy(voronoi);
}

// ---- agents -------------------------------------------------------------------------------------

static void test_agents(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 10);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    wend_site_id small = add_agent(voronoi, 4, 5, 0.1), large = add_agent(voronoi, 7, 5, 2);
    wend_site_id same = add_agent(voronoi, 4, 5, 0.5), nobody = {0};
    // The rim of the large one is nearer than the small one's middle.
    assert_near(wend_voronoi_clearance(voronoi, (wend_vec2){5.2, 5}, nobody), -0.2);
    assert_near(wend_voronoi_clearance(voronoi, (wend_vec2){5.2, 5}, large), 0.7);
    // Two at one place: each counts when the other is left out.
    assert_near(wend_voronoi_clearance(voronoi, (wend_vec2){4, 4}, nobody), 0.5);
    assert_near(wend_voronoi_clearance(voronoi, (wend_vec2){4, 4}, same), 0.9);
    assert_near(wend_voronoi_clearance(voronoi, (wend_vec2){4, 4}, small), 0.5);
    wend_nearest_site nearest;
    assert_int_equal(wend_voronoi_nearest(voronoi, (wend_vec2){6, 5}, &nearest, NULL), WEND_OK);
    assert_true(wend_site_id_equal(nearest.site, large));
    assert_near(nearest.distance, 1);
    assert_near(nearest.radius, 2);
    wend_site_id found[4];
    uint32_t count;
    assert_int_equal(wend_voronoi_within(voronoi, (wend_vec2){4.5, 5}, 1, found, 4, &count, NULL),
                     WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(wend_voronoi_within(voronoi, (wend_vec2){4.5, 5}, 4.6, found, 2, &count, NULL),
                     WEND_BUFFER_TOO_SMALL);
    assert_int_equal(count, 4);
    // Where an agent is, its circles are those around its cell.
    wend_circle circle;
    assert_int_equal(wend_voronoi_largest_circle(voronoi, (wend_vec2){7, 5}, &circle, NULL),
                     WEND_OK);
    assert_near(hypot(circle.centre.x - 7, circle.centre.y - 5), circle.radius);
    assert_int_equal(wend_voronoi_move(voronoi, large, (wend_vec2){1, 1}, NULL), WEND_OK);
    assert_near(wend_voronoi_clearance(voronoi, (wend_vec2){7, 5}, nobody), 2.5);
    assert_int_equal(wend_voronoi_check(voronoi, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_remove(voronoi, large, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_neighbours(voronoi, large, found, 4, &count, NULL), WEND_STALE);
    assert_int_equal(wend_voronoi_move(voronoi, large, (wend_vec2){1, 1}, NULL), WEND_STALE);
    wend_voronoi_destroy(voronoi);
}

static void test_nothing_there(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 10);
    add_box(&s, 4, 4, 6, 6);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    wend_nearest_site nearest;
    wend_circle circle;
    wend_error error;
    assert_int_equal(wend_voronoi_nearest(voronoi, (wend_vec2){5, 5}, &nearest, &error),
                     WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "inside"));
    assert_int_equal(wend_voronoi_nearest(voronoi, (wend_vec2){11, 5}, &nearest, &error),
                     WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "bounds"));
    assert_int_equal(wend_voronoi_largest_circle(voronoi, (wend_vec2){5, 5}, &circle, NULL),
                     WEND_NOT_FOUND);
    assert_int_equal(wend_voronoi_nearest(voronoi, (wend_vec2){NAN, 5}, &nearest, NULL),
                     WEND_BAD_ARGUMENT);
    assert_true(wend_voronoi_clearance(voronoi, (wend_vec2){5, INFINITY}, (wend_site_id){0}) ==
                -INFINITY);
    assert_int_equal(wend_voronoi_nearest(voronoi, (wend_vec2){5, 4}, &nearest, NULL), WEND_OK);
    assert_true(nearest.distance == 0);
    wend_voronoi_destroy(voronoi);
}

// ---- drawing ------------------------------------------------------------------------------------

typedef struct drawing {
    uint32_t lines;
    double length;
    bool wanted;
    char title[64];
} drawing;

static bool draw_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    drawing *d = context;
    assert_string_equal(name, "voronoi");
    assert_true(sample.line != WEND_NO_COLOUR);
    snprintf(d->title, sizeof d->title, "%s", title);
    return d->wanted;
}

static void draw_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    drawing *d = context;
    (void)ink;
    ++d->lines;
    for (uint32_t i = 1; i < count; ++i)
        d->length += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
}

static void test_draw(void **state)
{
    (void)state;
    scene s;
    make_busy(&s);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    drawing d = {.wanted = true};
    wend_draw draw = {.context = &d, .layer = draw_layer, .line = draw_line};
    wend_voronoi_draw(voronoi, &draw);
    tally t = take_tally(voronoi);
    assert_int_equal(d.lines, t.edges);
    assert_true(d.length <= t.length && d.length > 0.999 * t.length);
    assert_non_null(strstr(d.title, "edges"));
    d = (drawing){.wanted = false};
    wend_voronoi_draw(voronoi, &draw);
    assert_int_equal(d.lines, 0);
    wend_voronoi_destroy(voronoi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),       cmocka_unit_test(test_room),
        cmocka_unit_test(test_wall_in_room), cmocka_unit_test(test_city),
        cmocka_unit_test(test_agents),       cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
