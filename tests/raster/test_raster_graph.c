// SPDX-License-Identifier: MIT
// The graph that is read off a raster: is it what wend/mang.h promises, and does Lemma 1 hold
// within a pixel, in scenes of all kinds? And some graphs that can be told by hand.
#include "tests/plan/mang_check.h"
#include "tests/raster/raster_support.h"

static wend_raster_site sites[MOST_RASTER_SITES];
static site_plan plan;

static wend_raster *raster_of_plan(uint32_t width, uint32_t height, bool keep_undersampled)
{
    wend_raster_def def =
        raster_def_of(sites, sites_of_plan(&plan, sites), box_around_plan(&plan), width, height);
    def.keep_undersampled = keep_undersampled;
    return raster_of(&def, NULL);
}

// ---- structure ----------------------------------------------------------------------------------

static bool has_agents_pixel(const wend_raster *raster, uint32_t site)
{
    for (size_t i = 0; i < raster->first.count; ++i)
        if (raster->first.data[i] != WEND_RASTER_NONE &&
            raster->site_of.data[raster->first.data[i]] == site)
            return true;
    return false;
}

static double angle_from(wend_vec2 centre, wend_vec2 p)
{
    double angle = atan2(p.y - centre.y, p.x - centre.x);
    return angle < 0 ? angle + 8 * atan(1) : angle;
}

// Border first, counter-clockwise; links lead on; nobody is left twice; no ring.
static bool forest_is_right(mang_view *v, const wend_mang_cell *cell)
{
    static uint32_t outs[MOST_AROUND], ways[MOST_AROUND], root[MOST_AROUND];
    const wend_mang_node *nodes = cell->node_count ? v->graph->nodes + cell->first_node : NULL;
    wend_vec2 agent = sites[cell->agent.raw.slot1 - 1].shape.points[0];
    uint32_t border = 0;
    assert_true(cell->node_count < MOST_AROUND);
    while (border < cell->node_count && nodes[border].red != WEND_MANG_NONE)
        ++border;
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        outs[i] = ways[i] = 0;
        root[i] = i;
        if ((nodes[i].red == WEND_MANG_NONE) != (i >= border))
            return blame(v, nodes[i].position, "a node on the border is not first");
        if (i > 0 && i < border &&
            angle_from(agent, nodes[i - 1].position) > angle_from(agent, nodes[i].position) + 1e-9)
            return blame(v, nodes[i].position, "nodes are not in order around the cell");
        if (i < border && !same_bits(v->graph->vertices[nodes[i].red].position, nodes[i].position))
            return blame(v, nodes[i].position, "a node on the border is no red vertex");
    }
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &v->graph->links[cell->first_link + i];
        if (link->from >= link->to || link->to >= cell->node_count)
            return blame(v, agent, "link %u leads back, or nowhere", (unsigned)i);
        if (outs[link->from]++ > 0)
            return blame(v, nodes[link->from].position, "two links lead from a node");
        if (outs[link->to] > 0)
            return blame(v, nodes[link->to].position, "a link comes after that which leads on");
        ++ways[link->from];
        ++ways[link->to];
        uint32_t from = link->from, to = link->to;
        for (; root[from] != from; from = root[from])
            ;
        for (; root[to] != to; to = root[to])
            ;
        if (from == to)
            return blame(v, nodes[from].position, "link %u closes a circle", (unsigned)i);
        root[from] = to;
        wend_vec2 a = nodes[link->from].position, b = nodes[link->to].position;
        if (!(link->length >= apart(a, b) - 1e-9) || link->weight < link->length)
            return blame(v, a, "link %u is too short", (unsigned)i);
    }
    for (uint32_t i = 0; i < cell->node_count; ++i)
        if (i < border ? ways[i] != 1 : nodes[i].joint && ways[i] != 2)
            return blame(v, nodes[i].position, "node %u has %u links", (unsigned)i,
                         (unsigned)ways[i]);
    return true;
}

static bool structure_is_right(mang_view *v, const wend_raster *raster, uint32_t site_count)
{
    const wend_mang_graph *g = v->graph;
    uint32_t cells = 0, nodes = 0, links = 0;
    assert_true(g->edge_count < MOST_RED);
    if (!around_is_right(v) || g->slot_count != site_count)
        return false;
    for (uint32_t site = 0; site < site_count; ++site) {
        bool has_cell = sites[site].radius > 0 && has_agents_pixel(raster, site);
        if (g->cell_of[site] != (has_cell ? cells : WEND_MANG_NONE))
            return blame(v, sites[site].shape.points[0], "site %u has another cell",
                         (unsigned)site);
        if (!has_cell)
            continue;
        const wend_mang_cell *cell = &g->cells[cells++];
        if (cell->agent.raw.slot1 != site + 1 || cell->first_node != nodes ||
            cell->first_link != links)
            return blame(v, sites[site].shape.points[0], "a cell is not in its place");
        if (!forest_is_right(v, cell))
            return false;
        nodes += cell->node_count;
        links += cell->link_count;
    }
    return g->cell_count == cells && g->node_count == nodes && g->link_count == links;
}

// ---- Lemma 1, within a pixel --------------------------------------------------------------------

// The least distances to three regions.
typedef struct three_nearest {
    uint32_t regions[3];
    double distances[3];
} three_nearest;

static three_nearest nearest_to(const wend_raster *raster, wend_vec2 p)
{
    three_nearest three = {{WEND_RASTER_NONE, WEND_RASTER_NONE, WEND_RASTER_NONE},
                           {INFINITY, INFINITY, INFINITY}};
    for (uint32_t i = 0; i < raster->regions.count; ++i) {
        const raster_region *region = &raster->regions.data[i];
        double distance = INFINITY;
        for (uint32_t k = region->first; k < region->first + region->count; ++k)
            distance = fmin(distance, wend_raster_piece_distance(&raster->pieces.data[k], p, NULL));
        for (uint32_t k = 0, at = i; k < 3; ++k)
            if (distance < three.distances[k]) {
                double other = three.distances[k];
                uint32_t was = three.regions[k];
                three.distances[k] = distance;
                three.regions[k] = at;
                distance = other;
                at = was;
            }
    }
    return three;
}

// On red lines the two nearest are equally far, on black ones the second and the third, within
// a pixel: the rule of section 6.3. (A pixel is as long as its diagonal.) This holds before the
// repair, which moves lines where they are close to each other.
static bool lines_are_in_the_middle(mang_view *v, const wend_raster *raster)
{
    double pixel = hypot(raster->pixel.x, raster->pixel.y);
    for (uint32_t i = 0; i < v->graph->edge_count; ++i) {
        uint32_t count;
        const wend_vec2 *line = wend_raster_edge_line(raster, i, &count);
        const wend_mang_edge *edge = &v->graph->edges[i];
        if (!same_bits(line[0], v->graph->vertices[edge->from].position) ||
            !same_bits(line[count - 1], v->graph->vertices[edge->to].position))
            return blame(v, line[0], "the line of edge %u has other ends", (unsigned)i);
        for (uint32_t k = 1; k + 1 < count; ++k) {
            three_nearest three = nearest_to(raster, line[k]);
            if (three.distances[1] - three.distances[0] > pixel)
                return blame(v, line[k], "edge %u is %g pixels off the middle", (unsigned)i,
                             (three.distances[1] - three.distances[0]) / pixel);
        }
    }
    for (uint32_t c = 0; c < v->graph->cell_count; ++c)
        for (uint32_t i = 0; i < v->graph->cells[c].node_count; ++i) {
            const wend_mang_node *node = &v->graph->nodes[v->graph->cells[c].first_node + i];
            three_nearest three = nearest_to(raster, node->position);
            if (node->red == WEND_MANG_NONE && raster->regions.count > 2 &&
                three.distances[2] - three.distances[1] > pixel)
                return blame(v, node->position, "a node is %g pixels off the middle",
                             (three.distances[2] - three.distances[1]) / pixel);
        }
    return true;
}

static void graphs_of_all_kinds_are_right(void **state)
{
    (void)state;
    uint32_t rounds = long_tier() ? 60 : 5;
    for (uint32_t round = 0; round < rounds; ++round)
        for (uint32_t kind = 0; kind < MANG_KINDS; ++kind) {
            wend_random random = wend_random_stream(round, 100 + kind);
            make_mang_plan(&plan, kind, &random);
            uint32_t width = 20 + wend_random_below(&random, 200);
            uint32_t height = 20 + wend_random_below(&random, 200);
            wend_raster *raster = raster_of_plan(width, height, false);
            wend_raster *raw = raster_of_plan(width, height, true);
            mang_view v = {.graph = wend_raster_graph(raster)};
            bool right = structure_is_right(&v, raster, sites_of_plan(&plan, sites));
            v.graph = wend_raster_graph(raw);
            if (!right || !structure_is_right(&v, raw, sites_of_plan(&plan, sites)) ||
                !lines_are_in_the_middle(&v, raw)) {
                print_plan(&plan);
                fail_msg("round %u, kind %u, %u x %u: %s at %g,%g", (unsigned)round, (unsigned)kind,
                         (unsigned)width, (unsigned)height, v.fault, v.place.x, v.place.y);
            }
            wend_raster_destroy(raster);
            wend_raster_destroy(raw);
        }
}

// ---- by hand ------------------------------------------------------------------------------------

// A room without anybody: the middle lines of a rectangle.
static void an_empty_room_has_five_edges(void **state)
{
    (void)state;
    memset(&plan, 0, sizeof plan);
    plan_bounds(&plan, 0, 0, 8, 4);
    plan.centre = (wend_vec2){4, 2};
    plan.size = 4;
    wend_raster *raster = raster_of_plan(880, 880, false);
    const wend_mang_graph *g = wend_raster_graph(raster);
    assert_int_equal(g->edge_count, 5);
    assert_int_equal(g->vertex_count, 6);
    assert_int_equal(g->cell_count, 0);
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        const wend_mang_edge *edge = &g->edges[i];
        bool corner = g->vertices[edge->from].degree == 1 || g->vertices[edge->to].degree == 1;
        double length = corner ? 2 * sqrt(2) : 4, room = corner ? 0 : 2;
        assert_true(fabs(edge->length - length) < 0.03 && fabs(edge->clearance - room) < 0.03);
        assert_true(fabs(edge->wall_clearance - room) < 0.03);
    }
    wend_raster_destroy(raster);
}

// The middle line of a corridor is part of the graph, though both its walls are one polygon's; and
// a convex corner parts nothing.
static void a_corner_of_one_polygon_is_no_edge(void **state)
{
    (void)state;
    memset(&plan, 0, sizeof plan);
    const wend_vec2 bend[] = {{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 10}, {0, 10}};
    memcpy(plan.bounds, bend, sizeof bend);
    plan.bounds_count = COUNT(bend);
    plan.centre = (wend_vec2){5, 5};
    plan.size = 5;
    wend_raster *raster = raster_of_plan(550, 550, false);
    const wend_mang_graph *g = wend_raster_graph(raster);
    // Two at each end, one in the outer corner; nothing at the inner one.
    uint32_t dead_ends = 0, forks = 0;
    double through = 0;
    for (uint32_t i = 0; i < g->vertex_count; ++i) {
        dead_ends += g->vertices[i].degree == 1;
        forks += g->vertices[i].degree == 3;
    }
    for (uint32_t i = 0; i < g->edge_count; ++i)
        if (g->edges[i].wall_clearance > 0.5)
            through += g->edges[i].length;
    assert_int_equal(dead_ends, 5);
    assert_int_equal(forks, 3);
    assert_true(through > 15 && through < 17.5);
    wend_raster_destroy(raster);
}

// A C of one polygon: the gap between its tips has a line, which no concave corner cuts off from
// the rest of the same border.
static void the_tips_of_a_polygon_face_each_other(void **state)
{
    (void)state;
    memset(&plan, 0, sizeof plan);
    plan_shape(&plan,
               (wend_vec2[]){{2, 2},
                             {8, 2},
                             {8, 4.5},
                             {7, 4.5},
                             {7, 3},
                             {3, 3},
                             {3, 7},
                             {7, 7},
                             {7, 5.5},
                             {8, 5.5},
                             {8, 8},
                             {2, 8}},
               12);
    plan_bounds(&plan, 0, 0, 10, 10);
    plan.centre = (wend_vec2){5, 5};
    plan.size = 5;
    wend_raster *raster = raster_of_plan(550, 550, false);
    const wend_mang_graph *g = wend_raster_graph(raster);
    bool found = false;
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        uint32_t count;
        const wend_vec2 *line = wend_raster_edge_line(raster, i, &count);
        for (uint32_t k = 0; k + 1 < count; ++k)
            found |= (line[k].x <= 7.5) != (line[k + 1].x <= 7.5) && fabs(line[k].y - 5) < 0.1 &&
                     fabs(g->edges[i].wall_clearance - 0.5) < 0.03;
    }
    assert_true(found);
    wend_raster_destroy(raster);
}

// One agent in the middle of a square room: its cell is round about, and in it are the diagonals.
static void one_agent_in_a_room_sees_the_diagonals(void **state)
{
    (void)state;
    memset(&plan, 0, sizeof plan);
    plan_bounds(&plan, 0, 0, 10, 10);
    plan_agent(&plan, 5.03, 5.01, 0.3);
    plan.centre = (wend_vec2){5, 5};
    plan.size = 5;
    wend_raster *raster = raster_of_plan(440, 440, false);
    const wend_mang_graph *g = wend_raster_graph(raster);
    assert_int_equal(g->cell_count, 1);
    assert_int_equal(g->cell_of[1], 0);
    uint32_t border = 0;
    double length = 0;
    for (uint32_t i = 0; i < g->node_count; ++i)
        border += g->nodes[i].red != WEND_MANG_NONE;
    for (uint32_t i = 0; i < g->link_count; ++i)
        length += g->links[i].length;
    assert_int_equal(border, 4);
    // A diagonal's point at u from the middle is 5 - u / sqrt(2) from the walls.
    double half = 5 / (1 + sqrt(0.5));
    assert_true(fabs(length - 4 * half) < 0.1);
    wend_raster_destroy(raster);
}

// A site all around another, without a vertex: the edge is a loop.
static void a_loop_has_a_vertex(void **state)
{
    (void)state;
    enum { EDGE = 64 };
    static uint32_t blobs[EDGE * EDGE];
    const wend_vec2 middle = {EDGE / 2, EDGE / 2};
    for (int i = 0; i < EDGE * EDGE; ++i)
        blobs[i] = hypot(i % EDGE + 0.5 - middle.x, i / EDGE + 0.5 - middle.y) > 30;
    sites[0] = (wend_raster_site){.shape = {&middle, NULL, 0, 1}, .radius = 1};
    wend_raster_def def = raster_def_of(sites, 1, (wend_box){{0, 0}, {EDGE, EDGE}}, EDGE, EDGE);
    def.blobs = blobs;
    def.blob_count = 1;
    wend_raster *raster = raster_of(&def, NULL);
    const wend_mang_graph *g = wend_raster_graph(raster);
    assert_int_equal(g->vertex_count, 1);
    assert_int_equal(g->edge_count, 1);
    assert_int_equal(g->vertices[0].degree, 2);
    assert_true(g->edges[0].from == 0 && g->edges[0].to == 0);
    double radius = 15; // between the middle and the wall
    assert_true(fabs(g->edges[0].length - 8 * atan(1) * radius) < 4);
    assert_true(fabs(g->edges[0].clearance - (radius - 1)) < 1);
    assert_int_equal(g->cell_count, 1);
    assert_int_equal(g->node_count, 0);
    wend_raster_destroy(raster);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_of_all_kinds_are_right),
        cmocka_unit_test(an_empty_room_has_five_edges),
        cmocka_unit_test(a_corner_of_one_polygon_is_no_edge),
        cmocka_unit_test(the_tips_of_a_polygon_face_each_other),
        cmocka_unit_test(one_agent_in_a_room_sees_the_diagonals),
        cmocka_unit_test(a_loop_has_a_vertex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
