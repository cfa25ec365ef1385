// SPDX-License-Identifier: MIT
// Multi-agent navigation graphs that are known: few agents in plain rooms, rows, rings, shared
// cells; what is refused; and where memory runs out.
#include "tests/oracle/mang.h"
#include "tests/voronoi/voronoi_support.h"
#include "wend/mang_plan.h"

// Places in rooms of some metres, written with a few roots.
#define ROUNDING 1e-9

// Agents' places are rounded: to less than this in rooms of up to 64 m.
#define PLACE_ROUNDING 1e-5

typedef struct known {
    wend_voronoi *voronoi;
    wend_mang *mang;
    const wend_mang_graph *graph;
} known;

static void finish(known *k)
{
    wend_mang_destroy(k->mang);
    wend_voronoi_destroy(k->voronoi);
}

// Builds the graph and checks all that is promised for any.
static void build(known *k)
{
    wend_mang_def def = wend_default_mang_def();
    wend_proximity near[MOST_AGENTS];
    if (!k->mang)
        assert_int_equal(wend_mang_create(NULL, &k->mang, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(k->mang, k->voronoi, &def, NULL, NULL), WEND_OK);
    k->graph = wend_mang_graph_of(k->mang);
    mang_view v = view_of(k->voronoi, k->mang, &def);
    bool right = graph_is_right(&v);
    for (uint32_t i = 0; right && i < k->graph->edge_count; ++i)
        right = red_edge_is_first_order(&v, i);
    assert_true(k->graph->cell_count <= COUNT(near));
    wend_mang_proximity(k->mang, k->voronoi, near);
    for (uint32_t i = 0; right && i < k->graph->cell_count; ++i)
        right = black_is_second_order(&v, i) && cell_is_what_is_left(&v, i) &&
                proximity_is_right(&v, i, &near[i]);
    if (!right)
        fail_msg("at %.17g %.17g: %s", v.place.x, v.place.y, v.fault);
}

// Agents in a room.
static known in_room(double width, double height, const wend_vec2 *places, uint32_t count)
{
    scene s = {0};
    set_box_bounds(&s, 0, 0, width, height);
    known k = {.voronoi = diagram_of(&s, NULL)};
    for (uint32_t i = 0; i < count; ++i)
        (void)add_agent(k.voronoi, places[i].x, places[i].y, 0.2);
    build(&k);
    return k;
}

static void assert_size(const known *k, uint32_t red_vertices, uint32_t red_edges,
                        uint32_t black_vertices, uint32_t black_edges)
{
    wend_mang_size size = wend_mang_measure(k->mang);
    assert_int_equal(size.red_vertices, red_vertices);
    assert_int_equal(size.red_edges, red_edges);
    assert_int_equal(size.black_vertices, black_vertices);
    assert_int_equal(size.black_edges, black_edges);
    assert_true(size.bytes >= k->graph->vertex_count * sizeof(wend_mang_vertex));
}

// The node of a cell inside of it that is nearest to a place.
static const wend_mang_node *inner_node(const known *k, uint32_t cell, double x, double y)
{
    const wend_mang_cell *c = &k->graph->cells[cell];
    const wend_mang_node *best = NULL;
    for (uint32_t i = 0; i < c->node_count; ++i) {
        const wend_mang_node *node = &k->graph->nodes[c->first_node + i];
        wend_vec2 at = {x, y};
        if (node->red == WEND_MANG_NONE &&
            (!best || apart(node->position, at) < apart(best->position, at)))
            best = node;
    }
    assert_non_null(best);
    return best;
}

static void assert_inner_node(const known *k, uint32_t cell, double x, double y, double radius)
{
    const wend_mang_node *node = inner_node(k, cell, x, y);
    assert_true(apart(node->position, (wend_vec2){x, y}) <= PLACE_ROUNDING);
    assert_true(fabs(node->radius - radius) <= PLACE_ROUNDING);
}

// ---- few ----------------------------------------------------------------------------------------

// Nobody: the red graph is the diagram, and there are no cells.
static void test_nobody(void **state)
{
    (void)state;
    known k = in_room(10, 10, NULL, 0);
    assert_size(&k, 1, 0, 0, 0); // what ends in corners is not counted
    assert_int_equal(k.graph->cell_count, 0);
    assert_int_equal(k.graph->edge_count, 4);
    assert_int_equal(k.graph->cell_of[0], WEND_MANG_NONE);
    finish(&k);
}

// In the middle of a square room: parabolas all around, and the diagonals inside, which meet where
// the agent stands.
static void test_one(void **state)
{
    (void)state;
    known k = in_room(10, 10, (wend_vec2[]){{5, 5}}, 1);
    assert_size(&k, 4, 4, 1, 4);
    assert_inner_node(&k, 0, 5, 5, 5);
    const wend_mang_cell *cell = &k.graph->cells[0];
    assert_int_equal(cell->node_count, 5);
    double corner = 5 * sqrt(2) / (1 + sqrt(2));
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &k.graph->links[cell->first_link + i];
        assert_true(fabs(link->length - sqrt(2) * (5 - corner)) <= PLACE_ROUNDING);
        assert_true(fabs(link->clearance - corner) <= PLACE_ROUNDING);
        assert_true(link->wall_clearance == link->clearance && link->weight == link->length);
    }
    finish(&k);
}

// Each sees the room as if it were alone with the other.
static void test_two(void **state)
{
    (void)state;
    known k = in_room(10, 10, (wend_vec2[]){{3, 5}, {7, 5}}, 2);
    assert_size(&k, 6, 7, 4, 10);
    double at = 12 - sqrt(70); // as far from two walls as from the other agent
    assert_inner_node(&k, 0, at, at, at);
    assert_inner_node(&k, 0, at, 10 - at, at);
    assert_inner_node(&k, 1, 10 - at, at, at);
    assert_inner_node(&k, 1, 10 - at, 10 - at, at);
    wend_proximity near[2];
    wend_mang_proximity(k.mang, k.voronoi, near);
    assert_true(wend_site_id_equal(near[0].agent, k.graph->cells[1].agent));
    assert_true(fabs(near[0].agent_distance - 4) <= PLACE_ROUNDING);
    assert_true(wend_site_id_equal(near[0].nearest, wend_voronoi_shape(k.voronoi, WEND_BOUNDS)));
    assert_true(fabs(near[0].distance - 3) <= PLACE_ROUNDING);
    finish(&k);
}

// Between two walls that are near: a cell with two neighbours has one link, and no black vertex.
static void test_corridor(void **state)
{
    (void)state;
    known k = in_room(40, 2, (wend_vec2[]){{20, 1}}, 1);
    assert_size(&k, 4, 4, 0, 1);
    assert_int_equal(k.graph->cells[0].node_count, 2 + k.graph->cells[0].link_count - 1);
    finish(&k);
}

// The walls' edges are dear where there is little room, and no dearer than the least room makes
// them.
static void test_weights(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 60, 60);
    known k = {.voronoi = diagram_of(&s, NULL)};
    (void)add_agent(k.voronoi, 29.75, 30, 0.2);
    (void)add_agent(k.voronoi, 30.25, 30, 0.1);
    (void)add_agent(k.voronoi, 40, 30, 0.3);
    (void)add_agent(k.voronoi, 40.25, 30, 0.3); // they overlap
    build(&k);
    uint32_t met = 0;
    for (uint32_t i = 0; i < k.graph->edge_count; ++i) {
        const wend_mang_edge *edge = &k.graph->edges[i];
        if (!isinf(edge->wall_clearance) || edge->clearance > 0.5)
            continue;
        ++met;
        bool overlap = edge->clearance < 0;
        assert_true(fabs(edge->clearance - (overlap ? -0.175 : 0.05)) <= PLACE_ROUNDING);
        assert_true(fabs(edge->weight / edge->length - 20) <= 20 * PLACE_ROUNDING / 0.05);
    }
    assert_int_equal(met, 2);
    finish(&k);
}

// ---- ties ---------------------------------------------------------------------------------------

// In a lattice each one inside stands on its own black vertex, where four edges meet; they come
// from red vertices of four ways.
static void test_lattice(void **state)
{
    (void)state;
    enum { ACROSS = 7 };
    wend_vec2 places[ACROSS * ACROSS];
    for (uint32_t i = 0; i < ACROSS * ACROSS; ++i)
        places[i] = (wend_vec2){4.0 * (i % ACROSS + 1), 4.0 * (i / ACROSS + 1)};
    known k = in_room(4 * ACROSS + 4, 4 * ACROSS + 4, places, ACROSS * ACROSS);
    uint32_t inside = 0;
    for (uint32_t i = 0; i < ACROSS * ACROSS; ++i) {
        uint32_t x = i % ACROSS, y = i / ACROSS;
        if (x == 0 || y == 0 || x + 1 == ACROSS || y + 1 == ACROSS)
            continue;
        const wend_mang_cell *cell = &k.graph->cells[i];
        assert_int_equal(cell->node_count, 5);
        assert_int_equal(cell->link_count, 4);
        assert_inner_node(&k, i, places[i].x, places[i].y, 4);
        for (uint32_t n = 0; n < 4; ++n)
            assert_int_equal(k.graph->vertices[k.graph->nodes[cell->first_node + n].red].degree, 4);
        ++inside;
    }
    assert_int_equal(inside, (ACROSS - 2) * (ACROSS - 2));
    finish(&k);
}

// A hundred around one: a hundred black edges meet where it stands.
static void test_ring(void **state)
{
    (void)state;
    enum { AROUND = 100 };
    wend_vec2 places[AROUND + 1];
    make_star(places, (wend_vec2){16, 16}, 8, 8, AROUND, 0.1);
    places[AROUND] = (wend_vec2){16, 16};
    known k = in_room(32, 32, places, AROUND + 1);
    const wend_mang_cell *cell = &k.graph->cells[AROUND];
    uint32_t border = 0, inner = 0, joints = 0;
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        const wend_mang_node *node = &k.graph->nodes[cell->first_node + i];
        border += node->red != WEND_MANG_NONE;
        joints += node->joint;
        inner += node->red == WEND_MANG_NONE && !node->joint;
    }
    // Rounded, they are not quite on a circle: the black vertices are as near as that.
    assert_int_equal(border, AROUND);
    assert_true(inner >= 1 && joints == 0);
    double far = 0;
    for (uint32_t i = border; i < cell->node_count; ++i)
        far = fmax(far, apart(k.graph->nodes[cell->first_node + i].position, places[AROUND]));
    assert_true(far < 0.1);
    finish(&k);
}

// On a circle exactly, nobody in the middle: the red edges meet there, and a black edge of each
// ends there.
static void test_circle(void **state)
{
    (void)state;
    static const wend_vec2 places[] = {{57, 32}, {52, 47}, {47, 52}, {32, 57}, {17, 52}, {12, 47},
                                       {7, 32},  {12, 17}, {17, 12}, {32, 7},  {47, 12}, {52, 17}};
    known k = in_room(64, 64, places, COUNT(places));
    uint32_t centre = WEND_MANG_NONE;
    for (uint32_t i = 0; i < k.graph->vertex_count; ++i)
        if (apart(k.graph->vertices[i].position, (wend_vec2){32, 32}) <= PLACE_ROUNDING)
            centre = i;
    assert_int_not_equal(centre, WEND_MANG_NONE);
    assert_int_equal(k.graph->vertices[centre].degree, COUNT(places));
    for (uint32_t i = 0; i < k.graph->cell_count; ++i) {
        const wend_mang_cell *cell = &k.graph->cells[i];
        uint32_t there = 0;
        for (uint32_t n = 0; n < cell->node_count; ++n)
            there += k.graph->nodes[cell->first_node + n].red == centre;
        assert_int_equal(there, 1);
    }
    finish(&k);
}

// ---- who has a cell -----------------------------------------------------------------------------

static void test_shared(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 10);
    add_point(&s, 8, 8);
    known k = {.voronoi = diagram_of(&s, NULL)};
    wend_site_id first = add_agent(k.voronoi, 4, 5, 0.2), second = add_agent(k.voronoi, 4, 5, 0.3);
    wend_site_id on_wall = add_agent(k.voronoi, 0, 5, 0.2), thing = add_agent(k.voronoi, 6, 2, 0);
    wend_site_id other = add_agent(k.voronoi, 6, 6, 0.2);
    build(&k);
    assert_int_equal(k.graph->cell_count, 2);
    assert_int_equal(k.graph->cell_of[first.raw.slot1 - 1], 0);
    assert_int_equal(k.graph->cell_of[second.raw.slot1 - 1], WEND_MANG_NONE);
    assert_int_equal(k.graph->cell_of[on_wall.raw.slot1 - 1], WEND_MANG_NONE);
    assert_int_equal(k.graph->cell_of[thing.raw.slot1 - 1], WEND_MANG_NONE);
    assert_int_equal(k.graph->cell_of[other.raw.slot1 - 1], 1);
    // Who comes into the open gets a cell; who goes has none.
    assert_int_equal(wend_voronoi_move(k.voronoi, on_wall, (wend_vec2){1, 5}, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_move(k.voronoi, second, (wend_vec2){4, 6}, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_remove(k.voronoi, first, NULL), WEND_OK);
    build(&k);
    assert_int_equal(k.graph->cell_count, 3);
    assert_int_equal(k.graph->cell_of[first.raw.slot1 - 1], WEND_MANG_NONE);
    assert_true(wend_site_id_equal(k.graph->cells[0].agent, second));
    finish(&k);
}

// ---- what is refused, and memory ----------------------------------------------------------------

static void test_refused(void **state)
{
    (void)state;
    static const double bad[][2] = {{0, 0.05}, {-1, 0.05}, {NAN, 0.05},      {1, 0},       {1, -1},
                                    {1, NAN},  {1, 1.5},   {INFINITY, 0.05}, {1, INFINITY}};
    known k = in_room(10, 10, (wend_vec2[]){{5, 5}}, 1);
    for (uint32_t i = 0; i < COUNT(bad); ++i) {
        wend_mang_def def = wend_default_mang_def();
        wend_error error = {0};
        def.comfort = bad[i][0];
        def.min_clearance = bad[i][1];
        assert_int_equal(wend_mang_build(k.mang, k.voronoi, &def, NULL, &error), WEND_BAD_ARGUMENT);
        assert_true(error.text[0] != 0);
    }
    wend_mang_def def = wend_default_mang_def();
    def.cookie = 0;
    assert_int_equal(wend_mang_build(k.mang, k.voronoi, &def, NULL, NULL), WEND_BAD_ARGUMENT);
    finish(&k);
    wend_mang_destroy(NULL);
    wend_mang *fresh;
    assert_int_equal(wend_mang_create(NULL, &fresh, NULL), WEND_OK);
    assert_int_equal(wend_mang_graph_of(fresh)->vertex_count, 0);
    assert_int_equal(wend_mang_measure(fresh).red_edges, 0);
    wend_mang_destroy(fresh);
}

// Goals that are none, or nowhere.
static void test_goals_refused(void **state)
{
    (void)state;
    static const wend_vec2 places[] = {
        {5, 8}, {NAN, 5}, {5, INFINITY}, {2 * WEND_MAX_COORDINATE, 5}};
    known k = in_room(10, 10, (wend_vec2[]){{5, 5}}, 1);
    const struct {
        wend_goal goal;
        double radius;
        wend_result result;
    } asked[] = {{{places, 1}, 0.2, WEND_OK},
                 {{NULL, 0}, 0.2, WEND_BAD_ARGUMENT},
                 {{NULL, 1}, 0.2, WEND_BAD_ARGUMENT},
                 {{places, 0}, 0.2, WEND_BAD_ARGUMENT},
                 {{places, 1}, NAN, WEND_BAD_ARGUMENT},
                 {{places, 1}, -1, WEND_BAD_ARGUMENT},
                 {{places + 1, 1}, 0.2, WEND_BAD_ARGUMENT},
                 {{places + 2, 1}, 0.2, WEND_BAD_ARGUMENT},
                 {{places + 3, 1}, 0.2, WEND_BAD_ARGUMENT},
                 {{(wend_vec2[]){{20, 20}}, 1}, 0.2, WEND_NOT_FOUND}};
    wend_mang_planner *planner;
    assert_int_equal(wend_mang_planner_create(NULL, &planner, NULL), WEND_OK);
    for (uint32_t i = 0; i < COUNT(asked); ++i) {
        wend_mang_goal join;
        wend_error error = {0};
        assert_int_equal(wend_mang_join(planner, k.mang, k.voronoi, asked[i].goal, asked[i].radius,
                                        &join, &error),
                         asked[i].result);
        assert_true((error.text[0] != 0) == (asked[i].result != WEND_OK));
        assert_true((join.count > 0) == (asked[i].result == WEND_OK));
    }
    wend_mang_planner_destroy(planner);
    finish(&k);
}

static void test_memory(void **state)
{
    (void)state;
    scene s;
    make_busy(&s);
    wend_voronoi *voronoi = diagram_of(&s, NULL);
    for (int i = 0; i < 12; ++i)
        (void)add_agent(voronoi, 1 + 2.2 * i, 17 + 0.1 * (i % 3), 0.2);
    wend_mang_def def = wend_default_mang_def();
    wend_result result = WEND_OUT_OF_MEMORY;
    uint32_t failures = 0;
    for (size_t fail_at = 1; result != WEND_OK; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_mang *mang = NULL;
        result = wend_mang_create(&allocator, &mang, NULL);
        if (result == WEND_OK)
            result = wend_mang_build(mang, voronoi, &def, NULL, NULL);
        if (result != WEND_OK) {
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
            ++failures;
        }
        if (mang && result != WEND_OK) {
            assert_int_equal(wend_mang_graph_of(mang)->vertex_count, 0);
            assert_int_equal(wend_mang_build(mang, voronoi, &def, NULL, NULL), WEND_OK);
        }
        // Again, and then for less: nothing more is taken.
        if (mang) {
            mang_view v = view_of(voronoi, mang, &def);
            if (!graph_is_right(&v))
                fail_msg("%s", v.fault);
            size_t calls = memory.calls;
            assert_int_equal(wend_mang_build(mang, voronoi, &def, NULL, NULL), WEND_OK);
            assert_int_equal(memory.calls, calls);
            assert_int_equal(wend_mang_measure(mang).bytes, memory.bytes);
        }
        wend_mang_destroy(mang);
        assert_int_equal(memory.bytes, 0);
    }
    assert_true(failures > 5);
    wend_voronoi_destroy(voronoi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody),        cmocka_unit_test(test_one),
        cmocka_unit_test(test_two),           cmocka_unit_test(test_corridor),
        cmocka_unit_test(test_weights),       cmocka_unit_test(test_lattice),
        cmocka_unit_test(test_ring),          cmocka_unit_test(test_circle),
        cmocka_unit_test(test_shared),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_goals_refused), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
