// SPDX-License-Identifier: MIT
// The diagrams of first and second order as areas: whichever face a point is in, its sites are the
// nearest and the second nearest, and every free point is in one. And how the multi-agent
// navigation graph draws itself.
#include "tests/oracle/mang.h"

#include "voronoi/faces.h"
#include "wend/draw.h"

enum { SEED = 11 };

/// Faces are drawn with straight lines, which may be off by this part of the diagram's size; so may
/// distances be where a face has a point that is not its own. (A pixel in a picture of 1,000.)
#define OFF 1e-3

typedef struct trial {
    site_plan plan;
    wend_voronoi *voronoi;
    wend_faces first, second;
    double off;
} trial;

static trial one; // too large for the stack

static void start(trial *t, uint32_t number, wend_random *random)
{
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_error error;
    make_plan_of(&t->plan, number % COUNT(plan_kinds), random);
    t->voronoi = try_plan(&t->plan, 0, &def, &error);
    if (!t->voronoi)
        fail_msg("scene %u: %s", (unsigned)number, wend_error_text(&error));
    t->first = t->second = (wend_faces){0};
    assert_int_equal(wend_faces_first(&t->first, t->voronoi), WEND_OK);
    if (wend_faces_second(&t->second, t->voronoi) != WEND_OK) {
        print_plan(&t->plan);
        fail_msg("scene %u of seed %d has no second order", (unsigned)number, SEED);
    }
    wend_box box = wend_voronoi_box(t->voronoi);
    t->off = OFF * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
}

static void end(trial *t)
{
    wend_faces_free(&t->first);
    wend_faces_free(&t->second);
    wend_voronoi_destroy(t->voronoi);
}

/// How far p is from the border of a face.
static double border_distance(const wend_faces *faces, const wend_face *face, wend_vec2 p)
{
    const wend_vec2 *points = faces->points.data + face->start;
    double least = INFINITY;
    for (uint32_t i = 0; i < face->count; ++i)
        least = fmin(least, wend_segment_distance(
                                (wend_segment){points[i], points[(i + 1) % face->count]}, p));
    return least;
}

/// True if p is in a face, and the sites of all that it is in are as near as told. Faces that end
/// near it are not asked.
static bool place_is_right(const trial *t, const wend_faces *faces, wend_vec2 p, double near,
                           double second)
{
    bool found = false;
    for (size_t i = 0; i < faces->faces.count; ++i) {
        const wend_face *face = &faces->faces.data[i];
        const wend_vec2 *points = faces->points.data + face->start;
        bool inside = wend_polygon_locate(points, face->count, p) != WEND_OUTSIDE;
        bool by = border_distance(faces, face, p) <= t->off;
        found = found || inside || by;
        if (!inside || by)
            continue;
        if (fabs(distance_to_site(t->voronoi, face->first, p) - near) > t->off ||
            (face->second != WEND_NO_SECOND &&
             fabs(distance_to_site(t->voronoi, face->second, p) - second) > t->off))
            return false;
    }
    return found;
}

/// In the frame's own cell nothing is told.
static bool is_told(const trial *t, wend_nearest_site first)
{
    return !t->second.framed || first.site.raw.slot1 - 1 != t->second.bounds;
}

static void check_places(const trial *t, uint32_t number, uint32_t places, wend_random *random)
{
    uint32_t asked = 0;
    for (uint32_t k = 0; k < 20 * places && asked < places; ++k) {
        wend_vec2 p = place_in_plan(&t->plan, random);
        wend_nearest_site first, second;
        if (wend_voronoi_nearest_two(t->voronoi, p, &first, &second, NULL) != WEND_OK)
            continue;
        ++asked;
        bool right = place_is_right(t, &t->first, p, first.distance, INFINITY);
        if (right && is_told(t, first) && !wend_site_id_is_null(second.site))
            right = place_is_right(t, &t->second, p, first.distance, second.distance);
        if (right)
            continue;
        print_plan(&t->plan);
        fail_msg("scene %u of seed %d, %s: wrong at %.17g %.17g", (unsigned)number, SEED,
                 t->plan.kind, p.x, p.y);
    }
    assert_int_equal(asked, places);
}

/// On every line both its sites are equally near, the nearest or, in a cell, the second nearest.
static void check_lines(const trial *t, int order, size_t most)
{
    const wend_faces *faces = order == 2 ? &t->second : &t->first;
    size_t stride = faces->lines.count / most + 1;
    for (size_t k = 0; k < faces->lines.count; k += stride) {
        const wend_face_line *line = &faces->lines.data[k];
        wend_vec2 p = faces->points.data[line->start + line->count / 2];
        double left = distance_to_site(t->voronoi, line->left, p);
        double right = distance_to_site(t->voronoi, line->right, p);
        assert_true(line->count >= 2 && (line->cell == WEND_NO_SECOND) == (order == 1));
        // Behind the bounds, and in obstacles, there is no telling.
        wend_nearest_site first, second;
        if (wend_voronoi_nearest_two(t->voronoi, p, &first, &second, NULL) != WEND_OK)
            continue;
        double near = order == 2 ? second.distance : first.distance;
        assert_true(fabs(left - near) <= t->off && fabs(right - near) <= t->off);
    }
}

static void test_scenes(void **state)
{
    (void)state;
    trial *t = &one;
    uint32_t scenes = (long_tier() ? 20 : 1) * (uint32_t)COUNT(plan_kinds);
    for (uint32_t i = 0; i < scenes; ++i) {
        wend_random random = wend_random_stream(SEED, i);
        start(t, i, &random);
        check_places(t, i, long_tier() ? 60 : 10, &random);
        for (int order = 1; order <= 2; ++order)
            check_lines(t, order, long_tier() ? 1000 : 40);
        end(t);
    }
}

// ---- a few by hand ------------------------------------------------------------------------------

static double area_of(const wend_faces *faces, uint32_t first, uint32_t second)
{
    double area = 0;
    for (size_t i = 0; i < faces->faces.count; ++i) {
        const wend_face *face = &faces->faces.data[i];
        if (face->first != first || face->second != second)
            continue;
        area += fabs(wend_polygon_area(faces->points.data + face->start, face->count));
    }
    return area;
}

/// Three agents in a row in a large room.
static wend_voronoi *make_row(site_plan *plan, const wend_allocator *allocator)
{
    wend_voronoi_def def = wend_default_voronoi_def();
    if (allocator)
        def.allocator = *allocator;
    memset(plan, 0, sizeof *plan);
    plan_bounds(plan, -60, -60, 60, 60);
    plan_agent(plan, -2, 0, 0.25);
    plan_agent(plan, 0, 0, 0.25);
    plan_agent(plan, 2, 0, 0.25);
    wend_voronoi *voronoi = try_plan(plan, 0, &def, NULL);
    assert_non_null(voronoi);
    return voronoi;
}

/// The middle one's cell is 2 wide, and each half of it has another second nearest, but for what is
/// nearer to the walls.
static void test_by_hand(void **state)
{
    (void)state;
    static site_plan plan;
    wend_voronoi *voronoi = make_row(&plan, NULL);
    wend_faces first = {0}, second = {0};
    assert_int_equal(wend_faces_first(&first, voronoi), WEND_OK);
    assert_int_equal(wend_faces_second(&second, voronoi), WEND_OK);
    uint32_t slots[3];
    for (int i = 0; i < 3; ++i)
        slots[i] = plan.agents[i].id.raw.slot1 - 1;
    assert_false(first.framed);
    double middle = area_of(&first, slots[1], WEND_NO_SECOND);
    double left = area_of(&second, slots[1], slots[0]),
           right = area_of(&second, slots[1], slots[2]);
    double wall = area_of(&second, slots[1], second.bounds);
    assert_true(fabs(left - right) < 0.01 && left > 1);
    assert_true(fabs(left + right + wall - middle) < 0.01 * middle);
    // All of the room, once.
    double room = 120.0 * 120.0, all = 0;
    for (uint32_t i = 0; i < 8; ++i)
        all += area_of(&first, i, WEND_NO_SECOND);
    assert_true(fabs(all - room) < 0.01 * room);
    wend_faces_free(&first);
    wend_faces_free(&second);
    wend_voronoi_destroy(voronoi);
}

/// Out of memory is told, and nothing leaks.
static void test_memory(void **state)
{
    (void)state;
    static site_plan plan;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_voronoi *voronoi = make_row(&plan, &allocator);
    wend_result result = WEND_OUT_OF_MEMORY;
    uint32_t tries = 0;
    size_t held = memory.bytes;
    for (size_t fail_at = 1; result == WEND_OUT_OF_MEMORY; fail_at += 1 + fail_at / 8, ++tries) {
        wend_faces faces = {.allocator = allocator};
        memory.fail_at = memory.calls + fail_at;
        result = wend_faces_first(&faces, voronoi);
        if (result == WEND_OK)
            result = wend_faces_second(&faces, voronoi);
        wend_faces_free(&faces);
        assert_int_equal(memory.bytes, held);
    }
    assert_int_equal(result, WEND_OK);
    assert_true(tries > 10);
    wend_voronoi_destroy(voronoi);
    assert_int_equal(memory.bytes, 0);
}

// ---- the graph draws itself ---------------------------------------------------------------------

typedef struct heard {
    uint32_t layers, black, red;
    wend_colour now;
    double length; ///< of all lines
    const char *refused;
} heard;

static bool hear_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    heard *h = context;
    assert_string_equal(name, "mang");
    assert_true(title[0] != 0);
    ++h->layers;
    h->now = sample.line;
    return !h->refused;
}

static void hear_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    heard *h = context;
    assert_true(count >= 2 && ink.line == h->now && !h->refused);
    *(ink.line == WEND_BLACK ? &h->black : &h->red) += 1;
    for (uint32_t i = 1; i < count; ++i)
        h->length += apart(points[i - 1], points[i]);
}

static void test_mang_draw(void **state)
{
    (void)state;
    trial *t = &one;
    wend_mang *mang;
    wend_mang_def def = wend_default_mang_def();
    wend_random random = wend_random_stream(SEED, 3);
    start(t, 6, &random);
    assert_int_equal(wend_mang_create(NULL, &mang, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(mang, t->voronoi, &def, NULL, NULL), WEND_OK);
    const wend_mang_graph *graph = wend_mang_graph_of(mang);
    uint32_t links = 0;
    double length = 0;
    for (uint32_t i = 0; i < graph->edge_count; ++i)
        length += graph->edges[i].length;
    for (uint32_t i = 0; i < graph->cell_count; ++i)
        for (uint32_t k = 0; k < graph->cells[i].link_count; ++k, ++links)
            length += graph->links[graph->cells[i].first_link + k].length;
    heard h = {0};
    wend_draw draw = {.context = &h, .layer = hear_layer, .line = hear_line};
    wend_mang_draw(mang, t->voronoi, &draw);
    assert_int_equal(h.layers, 2);
    assert_int_equal(h.black, links);
    assert_true(h.red >= graph->edge_count && links > 100);
    assert_true(fabs(h.length - length) < 0.001 * length);
    h = (heard){.refused = "mang"};
    wend_mang_draw(mang, t->voronoi, &draw);
    assert_int_equal(h.black + h.red, 0);
    wend_mang_destroy(mang);
    end(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_mang_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
