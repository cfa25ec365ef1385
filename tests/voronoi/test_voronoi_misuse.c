// SPDX-License-Identifier: MIT
// The diagram and planning on it, used wrongly or at the edge of what makes sense: nothing there,
// nothing free, frames that are none, sites that are not what they are taken for, one site in
// several changes of a batch. Every time a result, a word, and a diagram as good as before.
#include "tests/voronoi/voronoi_support.h"
#include "wend/roadmap.h"

static const wend_site_id nobody = {0};

static wend_result try_frame(const scene *s, wend_box frame, wend_voronoi **voronoi)
{
    wend_floor *floor = make_floor(s);
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_error error = {0};
    def.frame = frame;
    wend_result result = wend_voronoi_create(floor, &def, voronoi, &error);
    assert_true(result == WEND_OK || error.text[0]);
    wend_floor_destroy(floor);
    return result;
}

static void assert_good(const wend_voronoi *voronoi)
{
    wend_error error;
    if (wend_voronoi_check(voronoi, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

static void test_frames(void **state)
{
    (void)state;
    static const wend_box bad[] = {
        {{0, 0}, {0, 0}},
        {{NAN, 0}, {9, 9}},
        {{0, 0}, {9, NAN}},
        {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}},
        {{-1e300, -1e300}, {1e300, 1e300}},
        {{0, 5}, {9, 5}},
        {{0, 0}, {1, 1}},     // without the point
        {{-1e9, 0}, {9, 9}},  // far too large for the point's tolerance
        {{0, 0}, {9, 1e-40}}, // nothing
    };
    static const wend_box good[] = {{{3, 4}, {9, 9}}, {{0, 0}, {100, 100}}, {{1, 0}, {0, 0}}};
    scene s = {0};
    add_point(&s, 3, 4);
    wend_voronoi *voronoi;
    for (uint32_t i = 0; i < COUNT(bad); ++i) {
        assert_int_equal(try_frame(&s, bad[i], &voronoi), WEND_BAD_ARGUMENT);
        assert_null(voronoi);
    }
    for (uint32_t i = 0; i < COUNT(good); ++i) {
        assert_int_equal(try_frame(&s, good[i], &voronoi), WEND_OK);
        assert_good(voronoi);
        wend_voronoi_destroy(voronoi);
    }
    // Where nothing is, the frame tells the tolerance.
    memset(&s, 0, sizeof s);
    assert_int_equal(try_frame(&s, (wend_box){{-1e6, -1e6}, {1e6, 1e6}}, &voronoi), WEND_OK);
    assert_true(wend_voronoi_tolerance(voronoi) > 1e-6);
    add_agent(voronoi, 12345.678, 8.765, 0.2);
    assert_good(voronoi);
    wend_voronoi_destroy(voronoi);
}

static void test_tiny_scene(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 1e-300, 1e-300);
    add_segment(&s, 3e-301, 5e-301, 7e-301, 5e-301);
    wend_voronoi *voronoi;
    assert_int_equal(try_frame(&s, wend_box_empty(), &voronoi), WEND_BAD_ARGUMENT);
    memset(&s, 0, sizeof s);
    set_box_bounds(&s, 0, 0, 1e-12, 1e-12);
    add_segment(&s, 3e-13, 5e-13, 7e-13, 5e-13);
    assert_int_equal(try_frame(&s, wend_box_empty(), &voronoi), WEND_OK);
    assert_good(voronoi);
    wend_voronoi_destroy(voronoi);
}

static bool no_edge(void *context, const wend_voronoi_edge *edge)
{
    (void)context, (void)edge;
    fail_msg("an edge where nothing is free");
    return false;
}

static bool no_vertex(void *context, const wend_voronoi_vertex *vertex)
{
    (void)context, (void)vertex;
    fail_msg("a vertex where nothing is free");
    return false;
}

static bool no_piece(void *context, const wend_voronoi_piece *piece)
{
    (void)context, (void)piece;
    fail_msg("a piece where nothing is free");
    return false;
}

// Asks everything of a diagram without free space.
static void ask_all(wend_voronoi *voronoi, wend_site_id id)
{
    static const wend_vec2 places[] = {{5, 5}, {0, 0}, {10, 5}, {20, 20}};
    wend_nearest_site one, two;
    wend_circle circle;
    wend_voronoi *copy;
    uint32_t count;
    assert_good(voronoi);
    assert_int_equal(wend_voronoi_measure(voronoi).cells, 0);
    for (uint32_t i = 0; i < COUNT(places); ++i) {
        wend_vec2 p = places[i];
        assert_int_equal(wend_voronoi_nearest(voronoi, p, &one, NULL), WEND_NOT_FOUND);
        assert_int_equal(wend_voronoi_nearest_two(voronoi, p, &one, &two, NULL), WEND_NOT_FOUND);
        assert_int_equal(wend_voronoi_largest_circle(voronoi, p, &circle, NULL), WEND_NOT_FOUND);
        assert_int_equal(wend_voronoi_embedding_circle(voronoi, p, &circle, NULL, NULL),
                         WEND_NOT_FOUND);
        assert_true(wend_voronoi_clearance(voronoi, p, nobody) == -INFINITY);
    }
    assert_int_equal(wend_voronoi_neighbours(voronoi, id, NULL, 0, &count, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_edges(voronoi, no_edge, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_vertices(voronoi, no_vertex, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_cell(voronoi, id, no_piece, NULL, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_copy(voronoi, NULL, &copy, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_equal(voronoi, copy, NULL), WEND_OK);
    assert_good(copy);
    wend_voronoi_destroy(copy);
    assert_int_equal(wend_voronoi_insert(voronoi, &(wend_shape){places, NULL, 0, 1}, 0, &id, NULL),
                     WEND_INVALID_GEOMETRY);
}

static void test_nothing_free(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 10);
    wend_shape all = {s.bounds, NULL, 0, 4};
    for (int by_edit = 0; by_edit < 2; ++by_edit) {
        if (!by_edit)
            add_box(&s, 0, 0, 10, 10);
        wend_voronoi *voronoi = diagram_of(&s, NULL);
        wend_site_id id = wend_voronoi_shape(voronoi, 0);
        if (by_edit)
            assert_int_equal(wend_voronoi_insert(voronoi, &all, 0, &id, NULL), WEND_OK);
        ask_all(voronoi, id);
        assert_int_equal(wend_voronoi_remove(voronoi, id, NULL), WEND_OK);
        assert_good(voronoi);
        assert_true(wend_voronoi_clearance(voronoi, (wend_vec2){5, 5}, nobody) == 5);
        wend_voronoi_destroy(voronoi);
        s.shape_count = 0;
    }
}

// Makes two changes and looks at the diagram.
static void change_two(wend_voronoi *voronoi, wend_site_change one, wend_site_change two,
                       wend_result wanted, uint32_t sites)
{
    wend_site_change changes[2] = {one, two};
    uint32_t failed = 9;
    wend_error error = {0};
    assert_int_equal(wend_voronoi_change(voronoi, changes, 2, &failed, &error), wanted);
    assert_int_equal(failed, wanted == WEND_OK ? 9 : 1);
    assert_true(wanted == WEND_OK || error.text[0]);
    assert_int_equal(wend_voronoi_measure(voronoi).sites, sites);
    assert_good(voronoi);
}

static void test_one_site_twice(void **state)
{
    (void)state;
    scene s;
    make_busy(&s);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    wend_site_id id = add_agent(voronoi, 10, 10, 0.2), box = wend_voronoi_shape(voronoi, 0);
    uint32_t sites = wend_voronoi_measure(voronoi).sites;
    wend_vec2 places[] = {{10, 18}, {17, 3}};
    wend_site_change remove = {.kind = WEND_SITE_REMOVE, .id = id};
    wend_site_change away = {WEND_SITE_MOVE, id, {&places[0], NULL, 0, 1}, 0.2};
    wend_site_change on = {WEND_SITE_MOVE, id, {&places[1], NULL, 0, 1}, 0.2};
    wend_site_change same = {WEND_SITE_MOVE, box, s.shapes[0], 0};
    change_two(voronoi, remove, remove, WEND_STALE, sites);
    change_two(voronoi, remove, away, WEND_STALE, sites);
    change_two(voronoi, away, on, WEND_OK, sites);
    change_two(voronoi, same, same, WEND_OK, sites);
    change_two(voronoi, away, (wend_site_change){.kind = (wend_site_change_kind)9},
               WEND_BAD_ARGUMENT, sites);
    assert_true(wend_voronoi_clearance(voronoi, places[1], nobody) < 0); // it is still there
    change_two(voronoi, away, remove, WEND_OK, sites - 1);
    assert_int_equal(wend_voronoi_change(voronoi, NULL, 0, NULL, NULL), WEND_OK);
    assert_good(voronoi);
    wend_voronoi_destroy(voronoi);
}

// A change that changes nothing, in a diagram that has never had one: no list has memory yet.
static void test_first_change_is_none(void **state)
{
    (void)state;
    scene s;
    make_busy(&s);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    assert_int_equal(wend_voronoi_change(voronoi, NULL, 0, NULL, NULL), WEND_OK);
    assert_good(voronoi);
    wend_voronoi_destroy(voronoi);
}

static void test_wrong_sites(void **state)
{
    (void)state;
    scene s;
    make_busy(&s);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    wend_site_id bounds = wend_voronoi_shape(voronoi, WEND_BOUNDS),
                 box = wend_voronoi_shape(voronoi, 0);
    wend_site_id point = wend_voronoi_shape(voronoi, 2);
    wend_vec2 to = {10, 15};
    assert_true(wend_site_id_is_null(wend_voronoi_shape(voronoi, 99)));
    assert_true(wend_site_id_is_null(wend_voronoi_shape(voronoi, UINT32_MAX - 1)));
    assert_int_equal(wend_voronoi_remove(voronoi, bounds, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_voronoi_remove(voronoi, nobody, NULL), WEND_STALE);
    assert_int_equal(wend_voronoi_move(voronoi, bounds, to, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_voronoi_move(voronoi, box, to, NULL), WEND_BAD_ARGUMENT);
    assert_true(wend_voronoi_clearance(voronoi, (wend_vec2){5, 5}, nobody) == -INFINITY);
    assert_int_equal(wend_voronoi_move(voronoi, point, to, NULL), WEND_OK);
    assert_good(voronoi);
    wend_roadmap *roadmap;
    wend_roadmap_path path;
    wend_roadmap_request request = wend_default_roadmap_request();
    assert_int_equal(wend_roadmap_create(NULL, &roadmap, NULL), WEND_OK);
    request.goal = (wend_goal){&to, 1};
    request.agent = box;
    assert_int_equal(wend_roadmap_find(roadmap, voronoi, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request.agent = bounds;
    assert_int_equal(wend_roadmap_find(roadmap, voronoi, &request, &path, NULL), WEND_BAD_ARGUMENT);
    wend_roadmap_destroy(roadmap);
    wend_voronoi_destroy(voronoi);
}

// Two walls that share a corner and are almost one: at the far end they are a little more than the
// least distance apart. Seen from outside, the far one is hidden but for rounding, which is large
// along the walls when they are told apart by their angle.
static void test_sharp_wedges(void **state)
{
    (void)state;
    static const double opens[] = {2.5e-8, 3e-8, 4e-8, 6e-8, 1e-7, 3e-7, 1e-6, 1e-5, 1e-3};
    uint32_t turns = long_tier() ? 1000 : 60, built = 0;
    wend_defect defect;
    uint32_t defects;
    for (uint32_t i = 0; i < turns * COUNT(opens); ++i) {
        double turn = 0.1 * (i / COUNT(opens)), c = cos(turn), k = sin(turn);
        double ends[][2] = {{-1, -1}, {16, -1}, {16, 16}, {-1, 16}, {0, 0}, {1, 5}, {1, 5}};
        wend_vec2 p[7];
        ends[6][1] += opens[i % COUNT(opens)];
        for (uint32_t n = 0; n < 7; ++n)
            p[n] = (wend_vec2){c * ends[n][0] - k * ends[n][1], k * ends[n][0] + c * ends[n][1]};
        scene s = {.bounds_count = 4};
        memcpy(s.bounds, p, 4 * sizeof *p);
        add_segment(&s, p[4].x, p[4].y, p[5].x, p[5].y);
        add_segment(&s, p[6].x, p[6].y, p[4].x, p[4].y);
        wend_floor *floor = make_floor(&s);
        bool sound = wend_floor_validate(floor, &defect, 1, &defects, NULL) == WEND_OK;
        wend_floor_destroy(floor);
        if (!sound)
            continue;
        ++built;
        wend_voronoi *whole = diagram_of(&s, NULL);
        wend_shape second = s.shapes[1];
        wend_site_id id;
        s.shape_count = 1;
        wend_voronoi *edited = diagram_of(&s, NULL);
        wend_error error;
        if (wend_voronoi_insert(edited, &second, 0, &id, &error) != WEND_OK)
            fail_msg("turned by %g, open by %g: %s", turn, opens[i % COUNT(opens)],
                     wend_error_text(&error));
        assert_good(edited);
        wend_voronoi_destroy(edited);
        wend_voronoi_destroy(whole);
    }
    assert_true(built > turns * COUNT(opens) / 2);
}

// A wall's end a hair from where another stands on a third: seen from the far end of a wall, what
// is so near is a small difference of large numbers. Others must tell that place.
static void test_hair(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, -0.1, -0.1, 1.6, 1.6);
    add_segment(&s, 0.1 * 8, 0.1 * 9, 0.1 * 11, 0.1 * 10);
    add_shape(&s, (wend_vec2[]){{0.1 * 10, 0.1 * 8}, {0.1 * 10, 0.1 * 9}, {0.1 * 7, 0.1 * 9}}, 3);
    add_segment(&s, 0.1 * 8, 0.1 * (9 + 0x1p-24), 0.1 * 3, 0.1 * 10);
    wend_voronoi_destroy(diagram_of(&s, NULL));
}

// An arc that is hardly longer than a tie: one cell that is computed again loses it, and the other
// must not take what is left of the arc in memory for its twin.
static void test_arc_that_vanishes(void **state)
{
    (void)state;
    scene s = {.bounds_count = 4};
    double ends[13][2] = {{-1, -1}, {16, -1}, {16, 16}, {-1, 16}, {6, 4}, {8, 4}, {8, 5},
                          {6, 5},   {3, 5},   {5, 5},   {5, 2},   {5, 3}, {0, 0}};
    static const uint32_t counts[] = {4, 2, 3};
    wend_voronoi *voronoi;
    for (uint32_t off = 0; off < 64; ++off) {
        wend_vec2 p[13], shape[4];
        double c = cos(0.3), k = sin(0.3);
        ends[9][1] = 5 + 0x1p-27 * off;
        for (uint32_t i = 0; i < 13; ++i)
            p[i] = (wend_vec2){10 + 1e-3 * (c * ends[i][0] - k * ends[i][1]),
                               -7 + 1e-3 * (k * ends[i][0] + c * ends[i][1])};
        memcpy(s.bounds, p, 4 * sizeof *p);
        voronoi = diagram_of(&s, NULL);
        const wend_vec2 *from = p + 4;
        for (uint32_t i = 0; i < COUNT(counts); from += counts[i++]) {
            wend_site_id id;
            memcpy(shape, from, counts[i] * sizeof *from);
            assert_int_equal(wend_voronoi_insert(voronoi, &(wend_shape){shape, NULL, 0, counts[i]},
                                                 0, &id, NULL),
                             WEND_OK);
            assert_good(voronoi);
        }
        wend_voronoi_destroy(voronoi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_tiny_scene),
        cmocka_unit_test(test_nothing_free),
        cmocka_unit_test(test_one_site_twice),
        cmocka_unit_test(test_first_change_is_none),
        cmocka_unit_test(test_wrong_sites),
        cmocka_unit_test(test_sharp_wedges),
        cmocka_unit_test(test_hair),
        cmocka_unit_test(test_arc_that_vanishes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
