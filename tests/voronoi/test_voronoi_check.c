// SPDX-License-Identifier: MIT
// The checker must find faults, equal must tell differences, and questions that run out of memory
// must say so and leave nothing behind.
#include "tests/voronoi/voronoi_support.h"

// ---- the checker finds faults -------------------------------------------------------------------

// An arc in the middle of things: of a lone point, facing another site.
static uint32_t some_arc(const wend_voronoi *v)
{
    for (uint32_t e = 0; e < v->boundary.links.count; ++e)
        if (v->boundary.links.data[e].kind == WEND_ELEMENT_POINT)
            return v->cells.data[e].first;
    fail_msg("the scene has a point");
    return 0;
}

enum { FAULTS = 14 };

static void make_fault(wend_voronoi *v, int fault)
{
    uint32_t arc = some_arc(v), owner = wend_arc_owner(v, arc);
    wend_voronoi_arc *a = &v->arcs.data[arc];
    wend_element_link *links = v->boundary.links.data;
    switch (fault) {
    case 0: // a vertex that is off
        v->arcs.data[a->vertex].at.x += 1e-3;
        break;
    case 1: // a clearance that is off
        v->arcs.data[a->vertex].radius *= 1.001;
        break;
    case 2: // a cell's own view that is off
        a->at.y -= 1e-3;
        break;
    case 3: // another site on the other side
        a->other = wend_arc_owner(v, wend_arc_next(v, wend_arc_next(v, a->twin)));
        break;
    case 4: // twins that are not
        a->twin = v->arcs.data[arc + 1].twin;
        break;
    case 5: // a wrong degree
        a->degree += 1;
        break;
    case 6: // another vertex
        a->vertex = wend_arc_end(v, arc);
        break;
    case 7: // an arc that is lost
        v->cells.data[owner].count -= 1;
        break;
    case 8: // a cell that is lost
        v->cells.data[owner].count = 0;
        break;
    case 9: // an arc in no cell
        v->arcs.data[v->arcs.count] = *a;
        v->arcs.count += 1;
        break;
    case 10: // a site that is somewhere else
        v->boundary.elements.data[owner].p.x += 0.25;
        v->boundary.elements.data[owner].q.x += 0.25;
        break;
    case 11: // a border that goes on elsewhere
        links[links[owner == 0 ? 1 : 0].next].next = owner;
        break;
    case 12: // an edit that ran out of memory
        v->stale = true;
        break;
    case 13: { // all of a piece's ends off along it: only its neighbours can tell
        double x = 1e-4;
        for (uint32_t i = 0, at = arc; i < a->degree; ++i, at = wend_arc_around(v, at)) {
            v->arcs.data[at].at.x += x;
            v->arcs.data[at].radius += x;
        }
        break;
    }
    default:
        fail_msg("there is no fault %d", fault);
    }
}

static void test_checker(void **state)
{
    (void)state;
    scene s;
    make_busy(&s);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    for (int fault = 0; fault < FAULTS; ++fault) {
        wend_voronoi *broken;
        wend_error error = {0};
        assert_int_equal(wend_voronoi_copy(voronoi, NULL, &broken, NULL), WEND_OK);
        assert_true(wend_array_reserve(&broken->arcs, &broken->allocator, 1));
        assert_int_equal(wend_voronoi_check(broken, NULL), WEND_OK);
        assert_int_equal(wend_voronoi_equal(broken, voronoi, NULL), WEND_OK);
        make_fault(broken, fault);
        if (wend_voronoi_check(broken, &error) != WEND_INVALID_GEOMETRY || !error.text[0])
            fail_msg("fault %d was not found", fault);
        wend_voronoi_destroy(broken);
    }
    wend_voronoi_destroy(voronoi);
}

static void test_equal(void **state)
{
    (void)state;
    scene s;
    make_busy(&s);
    wend_voronoi *one = diagram_of(&s, NULL), *other = diagram_of(&s, NULL);
    wend_error error;
    assert_int_equal(wend_voronoi_equal(one, other, NULL), WEND_OK);
    wend_site_id id = add_agent(other, 18, 5, 0.3);
    assert_int_equal(wend_voronoi_equal(one, other, &error), WEND_INVALID_GEOMETRY);
    assert_true(error.has_position && hypot(error.position.x - 18, error.position.y - 5) < 1e-6);
    assert_int_equal(wend_voronoi_equal(other, one, &error), WEND_INVALID_GEOMETRY);
    assert_int_equal(wend_voronoi_remove(other, id, NULL), WEND_OK);
    if (wend_voronoi_equal(one, other, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    other->arcs.data[wend_arc_start(other, some_arc(other))].at.x += 1e-3;
    assert_int_equal(wend_voronoi_equal(one, other, NULL), WEND_INVALID_GEOMETRY);
    wend_voronoi_destroy(one);
    wend_voronoi_destroy(other);
}

// ---- memory -------------------------------------------------------------------------------------

static bool any_piece(void *context, const wend_voronoi_piece *piece)
{
    (void)piece;
    ++*(uint32_t *)context;
    return true;
}

static bool any_edge(void *context, const wend_voronoi_edge *edge)
{
    (void)edge;
    ++*(uint32_t *)context;
    return true;
}

static bool any_vertex(void *context, const wend_voronoi_vertex *vertex)
{
    (void)vertex;
    ++*(uint32_t *)context;
    return true;
}

static wend_result ask(wend_voronoi *voronoi, int question)
{
    uint32_t told = 0;
    switch (question) {
    case 0:
        return wend_voronoi_edges(voronoi, any_edge, &told);
    case 1:
        return wend_voronoi_vertices(voronoi, any_vertex, &told);
    case 2:
        return wend_voronoi_check(voronoi, NULL);
    case 3:
        return wend_voronoi_equal(voronoi, voronoi, NULL);
    default:
        return wend_voronoi_cell(voronoi, wend_voronoi_shape(voronoi, 0), any_piece, &told, NULL);
    }
}

static void test_out_of_memory(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    scene s;
    make_busy(&s);
    wend_voronoi *voronoi = diagram_of(&s, &allocator);
    size_t held = memory.bytes;
    for (int question = 0; question < 5; ++question)
        for (size_t fail = 1;; ++fail) {
            memory.fail_at = memory.calls + fail;
            wend_result result = ask(voronoi, question);
            bool failed = memory.calls >= memory.fail_at;
            assert_int_equal(result, failed ? WEND_OUT_OF_MEMORY : WEND_OK);
            assert_int_equal(memory.bytes, held);
            if (!failed)
                break;
        }
    wend_voronoi_destroy(voronoi);
    assert_int_equal(memory.bytes, 0);
}

// Making one, and copying one.
static void test_making_out_of_memory(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    uint32_t refused = 0;
    scene s;
    make_busy(&s);
    wend_floor *floor = make_floor(&s);
    wend_voronoi *voronoi = diagram_of(&s, NULL), *made;
    wend_voronoi_def def = wend_default_voronoi_def();
    def.allocator = failing_allocator_of(&memory);
    for (int copying = 0; copying < 2; ++copying)
        for (size_t fail = 1;; ++fail) {
            memory.fail_at = memory.calls + fail;
            wend_result result = copying ? wend_voronoi_copy(voronoi, &def.allocator, &made, NULL)
                                         : wend_voronoi_create(floor, &def, &made, NULL);
            bool failed = memory.calls >= memory.fail_at;
            memory.fail_at = 0;
            // Builds with assertions also check what was made: memory may run out there, too.
            assert_true(result == WEND_OK || (failed && result == WEND_OUT_OF_MEMORY));
            refused += result != WEND_OK;
            if (result != WEND_OK)
                assert_null(made);
            else
                assert_int_equal(wend_voronoi_equal(voronoi, made, NULL), WEND_OK);
            wend_voronoi_destroy(made);
            assert_int_equal(memory.bytes, 0);
            if (!failed)
                break;
        }
    assert_true(refused > 20);
    wend_voronoi_destroy(voronoi);
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checker),
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_making_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
