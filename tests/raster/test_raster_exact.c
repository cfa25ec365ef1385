// SPDX-License-Identifier: MIT
// The graph of a raster agrees with the exact one within a pixel: vertices, red and black, edges by
// the sites they lie between with their lengths and rooms, and what ways cost.
//
// What pixels can't tell is left out: vertices that are closer to each other, to a site or to the
// border of their cell than some pixels, and those where bisectors meet at a sharp angle.
#include "tests/plan/mang_check.h"
#include "tests/raster/raster_support.h"
#include "wend/mang_plan.h"

#define CLOSE_PIXELS 6.0

// A vertex that pixels can tell is at its place to this much.
#define PLACE_PIXELS 1.0

// Twice the area of the triangle of unit vectors to the three sites: below this, moving a line by a
// pixel moves the vertex by more than three.
#define SHARP 0.3

// Edges between two such vertices: their lengths agree to this part and some pixels at their ends,
// their rooms to a pixel.
#define LENGTH_SHARE  0.01
#define LENGTH_PIXELS 2.0
#define ROOM_PIXELS   1.0

// Costs of ways: from one such vertex to another, by this part and some pixels at most; from
// agents, by this part on average. (Where a way joins a curved black edge depends on how that is
// cut into links.) Where all is tied pixels make small detours around crossings, and black edges
// may run either way.
#define COST_SHARE      0.03
#define TIED_COST_SHARE 0.06
#define COST_PIXELS     6.0

enum { RESOLUTION = 400, MOST_SPOTS = 4096 };

typedef struct two_graphs {
    wend_voronoi *voronoi;
    wend_mang *mang;
    const wend_mang_graph *exact;
    wend_raster *raster;
    const wend_mang_graph *pixels;
    double grain;
    uint32_t slot_of[MOST_RASTER_SITES]; // of a raster's site
    uint32_t site_count;
    double cost_share;
} two_graphs;

static wend_raster_site sites[MOST_RASTER_SITES];
static site_plan plan;

static void make_graphs(two_graphs *two)
{
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    wend_mang_def mang_def = wend_default_mang_def();
    wend_error error;
    two->voronoi = try_plan(&plan, 0, &voronoi_def, &error);
    if (!two->voronoi)
        fail_msg("%s", wend_error_text(&error));
    assert_int_equal(wend_mang_create(NULL, &two->mang, &error), WEND_OK);
    assert_int_equal(wend_mang_build(two->mang, two->voronoi, &mang_def, NULL, &error), WEND_OK);
    two->exact = wend_mang_graph_of(two->mang);
    wend_box box = wend_box_of(plan.bounds, plan.bounds_count);
    double margin = 0.01 * (box.max.x - box.min.x);
    box = wend_box_add(box, (wend_vec2){box.min.x - margin, box.min.y - margin});
    box = wend_box_add(box, (wend_vec2){box.max.x + margin, box.max.y + margin});
    two->site_count = sites_of_plan(&plan, sites);
    wend_raster_def def = raster_def_of(sites, two->site_count, box, RESOLUTION, RESOLUTION);
    two->raster = raster_of(&def, NULL);
    two->pixels = wend_raster_graph(two->raster);
    two->grain = raster_grain(two->raster);
    two->slot_of[0] = wend_voronoi_shape(two->voronoi, WEND_BOUNDS).raw.slot1 - 1;
    for (uint32_t i = 0; i < plan.shape_count; ++i)
        two->slot_of[1 + i] = wend_voronoi_shape(two->voronoi, i).raw.slot1 - 1;
    for (uint32_t i = 0; i < plan.agent_count; ++i)
        two->slot_of[1 + plan.shape_count + i] = plan.agents[i].id.raw.slot1 - 1;
}

static void free_graphs(two_graphs *two)
{
    wend_raster_destroy(two->raster);
    wend_mang_destroy(two->mang);
    wend_voronoi_destroy(two->voronoi);
}

// ---- vertices -----------------------------------------------------------------------------------

// A vertex of either graph, of either colour.
typedef struct spot {
    wend_vec2 place;
    double radius;
    uint32_t number; // of a red vertex
    bool fork;       // three ways or more meet
} spot;

typedef struct spot_list {
    spot spots[MOST_SPOTS];
    uint32_t count;
} spot_list;

static void add_spot(spot_list *list, spot one)
{
    assert_true(list->count < MOST_SPOTS);
    list->spots[list->count++] = one;
}

static void list_reds(const wend_mang_graph *g, spot_list *list)
{
    list->count = 0;
    for (uint32_t i = 0; i < g->vertex_count; ++i)
        add_spot(list, (spot){g->vertices[i].position, g->vertices[i].radius, i,
                              g->vertices[i].degree > 2});
}

static void list_nodes(const wend_mang_graph *g, uint32_t cell, spot_list *list)
{
    list->count = 0;
    for (uint32_t i = 0; i < g->cells[cell].node_count; ++i) {
        const wend_mang_node *node = &g->nodes[g->cells[cell].first_node + i];
        if (!node->joint)
            add_spot(list, (spot){node->position, node->radius, i, node->red == WEND_MANG_NONE});
    }
}

static const spot *nearest_spot(const spot_list *list, wend_vec2 p, const spot *except)
{
    const spot *best = NULL;
    for (uint32_t i = 0; i < list->count; ++i) {
        const spot *one = &list->spots[i];
        if (one != except && (!best || apart(p, one->place) < apart(p, best->place)))
            best = one;
    }
    return best;
}

// How well three bisectors tell where they meet: the regions nearest to a place, one left out.
static double sharpness(const wend_raster *raster, wend_vec2 p, uint32_t except)
{
    wend_vec2 units[3] = {{0, 0}, {0, 0}, {0, 0}};
    double distances[3] = {INFINITY, INFINITY, INFINITY};
    for (uint32_t i = 0; i < raster->regions.count; ++i) {
        const raster_region *region = &raster->regions.data[i];
        wend_vec2 at, on = {0, 0};
        double least = INFINITY;
        for (uint32_t k = region->first; k < region->first + region->count; ++k) {
            double distance = wend_raster_piece_distance(&raster->pieces.data[k], p, &at);
            on = distance < least ? at : on;
            least = fmin(least, distance);
        }
        if (region->site == except)
            continue;
        wend_vec2 unit = {(on.x - p.x) / least, (on.y - p.y) / least};
        for (uint32_t k = 0; k < 3; ++k)
            if (least < distances[k]) {
                double distance = distances[k];
                wend_vec2 was = units[k];
                distances[k] = least;
                units[k] = unit;
                least = distance;
                unit = was;
            }
    }
    return fabs((units[1].x - units[0].x) * (units[2].y - units[0].y) -
                (units[1].y - units[0].y) * (units[2].x - units[0].x));
}

// True if pixels can tell a vertex from others of its own graph. A black one is half as far from
// the border of its cell as its agent is nearer than others.
static bool is_plain(const two_graphs *two, const spot_list *list, const spot *one, uint32_t except)
{
    double close = CLOSE_PIXELS * two->grain;
    const spot *other = nearest_spot(list, one->place, one);
    if (except != WEND_RASTER_NONE &&
        one->radius - apart(one->place, sites[except].shape.points[0]) < close)
        return false;
    return one->fork && one->radius > close &&
           (!other || apart(one->place, other->place) > close) &&
           sharpness(two->raster, one->place, except) > SHARP;
}

// Every plain vertex of one list is in the other. Returns how many there are.
static uint32_t compare_spots(const two_graphs *two, const spot_list *list, const spot_list *other,
                              uint32_t except, const char *what)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        const spot *one = &list->spots[i];
        if (!is_plain(two, list, one, except))
            continue;
        ++count;
        const spot *found = nearest_spot(other, one->place, NULL);
        double off = found ? apart(one->place, found->place) / two->grain : INFINITY;
        if (off > PLACE_PIXELS) {
            print_plan(&plan);
            fail_msg("%s: the vertex at %.9g,%.9g is %g pixels off", what, one->place.x,
                     one->place.y, off);
        }
    }
    return count;
}

static uint32_t vertices_agree(const two_graphs *two)
{
    static spot_list exact, pixels;
    list_reds(two->exact, &exact);
    list_reds(two->pixels, &pixels);
    uint32_t count = compare_spots(two, &exact, &pixels, WEND_RASTER_NONE, "not in the raster");
    (void)compare_spots(two, &pixels, &exact, WEND_RASTER_NONE, "only in the raster");
    for (uint32_t site = 0; site < two->site_count; ++site) {
        uint32_t cell = two->exact->cell_of[two->slot_of[site]], same = two->pixels->cell_of[site];
        if (cell == WEND_MANG_NONE || same == WEND_MANG_NONE)
            continue;
        list_nodes(two->exact, cell, &exact);
        list_nodes(two->pixels, same, &pixels);
        count += compare_spots(two, &exact, &pixels, site, "not in the raster's cell");
        (void)compare_spots(two, &pixels, &exact, site, "only in the raster's cell");
    }
    return count;
}

// ---- edges --------------------------------------------------------------------------------------

// The two sites that an edge lies between, as slots, the lower one first.
typedef struct site_pair {
    uint32_t one, other;
} site_pair;

static site_pair pair_of(uint32_t left, uint32_t right)
{
    return left < right ? (site_pair){left, right} : (site_pair){right, left};
}

static bool take_piece(void *context, const wend_voronoi_piece *piece)
{
    *(site_pair *)context =
        pair_of(piece->left_site.raw.slot1 - 1, piece->right_site.raw.slot1 - 1);
    return false;
}

static site_pair exact_pair(const two_graphs *two, uint32_t edge)
{
    site_pair pair = {0, 0};
    wend_mang_edge_pieces(two->mang, two->voronoi, edge, take_piece, &pair);
    return pair;
}

static site_pair pixels_pair(const two_graphs *two, uint32_t edge)
{
    const raster_chain *chain = &two->raster->reds.data[edge];
    return pair_of(two->slot_of[chain->left], two->slot_of[chain->right]);
}

typedef site_pair pair_fn(const two_graphs *two, uint32_t edge);

// True beside a tie: where n cells meet at a point they are narrower than two pixels up to n / pi
// pixels from it.
static bool is_near_tie(const two_graphs *two, wend_vec2 p)
{
    for (uint32_t i = 0; i < two->exact->vertex_count; ++i) {
        const wend_mang_vertex *vertex = &two->exact->vertices[i];
        if (vertex->degree > 3 && apart(vertex->position, p) < vertex->degree * two->grain)
            return true;
    }
    return false;
}

// Every edge of one graph that is long enough lies between two sites between which the other has
// one, too.
static uint32_t compare_pairs(const two_graphs *two, const wend_mang_graph *g, pair_fn *pair,
                              const wend_mang_graph *other, pair_fn *other_pair, const char *what)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        const wend_mang_edge *edge = &g->edges[i];
        if (edge->length < CLOSE_PIXELS * two->grain ||
            g->vertices[edge->from].radius < CLOSE_PIXELS * two->grain ||
            g->vertices[edge->to].radius < CLOSE_PIXELS * two->grain ||
            is_near_tie(two, g->vertices[edge->from].position) ||
            is_near_tie(two, g->vertices[edge->to].position))
            continue;
        site_pair wanted = pair(two, i);
        bool found = false;
        for (uint32_t k = 0; k < other->edge_count && !found; ++k) {
            site_pair had = other_pair(two, k);
            found = had.one == wanted.one && had.other == wanted.other;
        }
        ++count;
        if (!found) {
            print_plan(&plan);
            fail_msg("%s: an edge between %u and %u from %g,%g to %g,%g", what,
                     (unsigned)wanted.one, (unsigned)wanted.other,
                     g->vertices[edge->from].position.x, g->vertices[edge->from].position.y,
                     g->vertices[edge->to].position.x, g->vertices[edge->to].position.y);
        }
    }
    return count;
}

// Edges between two plain vertices are as long and as wide in both.
static uint32_t lengths_agree(const two_graphs *two)
{
    static spot_list exact, pixels;
    uint32_t count = 0;
    list_reds(two->exact, &exact);
    list_reds(two->pixels, &pixels);
    for (uint32_t i = 0; i < two->exact->edge_count; ++i) {
        const wend_mang_edge *edge = &two->exact->edges[i];
        if (!is_plain(two, &exact, &exact.spots[edge->from], WEND_RASTER_NONE) ||
            !is_plain(two, &exact, &exact.spots[edge->to], WEND_RASTER_NONE))
            continue;
        uint32_t from = nearest_spot(&pixels, exact.spots[edge->from].place, NULL)->number;
        uint32_t to = nearest_spot(&pixels, exact.spots[edge->to].place, NULL)->number;
        const wend_mang_edge *same = NULL;
        site_pair wanted = exact_pair(two, i);
        for (uint32_t k = 0; k < two->pixels->edge_count; ++k) {
            const wend_mang_edge *one = &two->pixels->edges[k];
            site_pair had = pixels_pair(two, k);
            if (had.one == wanted.one && had.other == wanted.other &&
                ((one->from == from && one->to == to) || (one->from == to && one->to == from)) &&
                (!same || fabs(one->length - edge->length) < fabs(same->length - edge->length)))
                same = one;
        }
        if (!same) // a vertex of two ways is in between
            continue;
        ++count;
        if (fabs(same->length - edge->length) >
                LENGTH_SHARE * edge->length + LENGTH_PIXELS * two->grain ||
            fabs(same->clearance - edge->clearance) > ROOM_PIXELS * two->grain ||
            (edge->wall_clearance < INFINITY &&
             fabs(same->wall_clearance - edge->wall_clearance) > ROOM_PIXELS * two->grain) ||
            (edge->wall_clearance == INFINITY) != (same->wall_clearance == INFINITY))
            fail_msg("an edge from %g,%g is %g long and %g (%g) wide, not %g and %g (%g)",
                     exact.spots[edge->from].place.x, exact.spots[edge->from].place.y, same->length,
                     same->clearance, same->wall_clearance, edge->length, edge->clearance,
                     edge->wall_clearance);
    }
    return count;
}

// ---- ways ---------------------------------------------------------------------------------------

// What it costs to get from a vertex to all others: edges are looked at until nothing changes.
static void find_costs(const wend_mang_graph *g, uint32_t from, double *costs)
{
    assert_true(g->vertex_count <= MOST_SPOTS);
    for (uint32_t i = 0; i < g->vertex_count; ++i)
        costs[i] = INFINITY;
    costs[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < g->edge_count; ++i) {
            double *a = &costs[g->edges[i].from], *b = &costs[g->edges[i].to];
            double less = fmin(*a, *b), weight = g->edges[i].weight;
            changed |= less + weight < fmax(*a, *b);
            *a = fmin(*a, less + weight);
            *b = fmin(*b, less + weight);
        }
    }
}

static void red_costs_agree(const two_graphs *two, const spot_list *exact, const spot_list *pixels,
                            const spot *from)
{
    static double wanted[MOST_SPOTS], found[MOST_SPOTS];
    find_costs(two->exact, from->number, wanted);
    find_costs(two->pixels, nearest_spot(pixels, from->place, NULL)->number, found);
    for (uint32_t i = 0; i < exact->count; ++i) {
        const spot *to = &exact->spots[i];
        if (!is_plain(two, exact, to, WEND_RASTER_NONE))
            continue;
        double cost = found[nearest_spot(pixels, to->place, NULL)->number];
        if (!(fabs(cost - wanted[i]) <= two->cost_share * wanted[i] + COST_PIXELS * two->grain)) {
            print_plan(&plan);
            fail_msg("a way from %g,%g to %g,%g costs %g, not %g", from->place.x, from->place.y,
                     to->place.x, to->place.y, cost, wanted[i]);
        }
    }
}

// The cost of an agent's way, as planned.
static double cost_of(wend_mang_planner *planner, const wend_mang_graph *g, uint32_t cell,
                      wend_vec2 from, const spot *goal)
{
    wend_mang_goal join = {
        .targets = {{goal->number, 0}}, .count = 1, .box = {goal->place, goal->place}};
    wend_mang_request request = wend_default_mang_request();
    wend_mang_path path;
    request.cell = cell;
    request.from = from;
    request.goal = &join;
    assert_int_equal(wend_mang_find(planner, g, &request, &path, NULL), WEND_OK);
    return path.cost;
}

// By how much costs of agents' ways differ.
typedef struct cost_sums {
    double shares;
    uint32_t count;
} cost_sums;

static void costs_agree(const two_graphs *two, wend_random *random, cost_sums *sums)
{
    static spot_list exact, pixels;
    wend_mang_planner *planner;
    list_reds(two->exact, &exact);
    list_reds(two->pixels, &pixels);
    assert_int_equal(wend_mang_planner_create(NULL, &planner, NULL), WEND_OK);
    for (uint32_t i = 0; i < plan.agent_count; ++i) {
        uint32_t site = 1 + plan.shape_count + i;
        uint32_t cell = two->exact->cell_of[two->slot_of[site]], same = two->pixels->cell_of[site];
        const spot *goal = &exact.spots[wend_random_below(random, exact.count)];
        if (cell == WEND_MANG_NONE || same == WEND_MANG_NONE ||
            !is_plain(two, &exact, goal, WEND_RASTER_NONE))
            continue;
        if (i % 8 == 0)
            red_costs_agree(two, &exact, &pixels, goal);
        const spot *twin = nearest_spot(&pixels, goal->place, NULL);
        double wanted = cost_of(planner, two->exact, cell, plan.agents[i].place, goal);
        double found = cost_of(planner, two->pixels, same, plan.agents[i].place, twin);
        sums->shares += fabs(found - wanted) / wanted;
        sums->count++;
    }
    wend_mang_planner_destroy(planner);
}

// ---- scenes -------------------------------------------------------------------------------------

static void add_polygons(wend_random *random)
{
    for (uint32_t i = 0; i < 12; ++i) {
        wend_vec2 centre = {14 + 24.0 * (i % 4), 18 + 32.0 * (i / 4)}, ring[12];
        uint32_t corners = 3 + wend_random_below(random, 10);
        for (uint32_t k = 0; k < corners; ++k) {
            double size = wend_random_between(random, i % 3 ? 5 : 2, 6);
            double angle = (k + wend_random_between(random, 0, 0.6)) / corners * 8 * atan(1);
            ring[k] = (wend_vec2){centre.x + size * cos(angle), centre.y + size * sin(angle)};
        }
        plan_shape(&plan, ring, corners);
    }
}

static void make_points(wend_random *random)
{
    plan_bounds(&plan, 0, 0, 100, 100);
    scatter_agents(&plan, 50, 2, random);
}

static void make_points_and_polygons(wend_random *random)
{
    plan_bounds(&plan, 0, 0, 100, 100);
    add_polygons(random);
    assert_true(make_sound(&plan));
    scatter_agents(&plan, 30, 2, random);
}

static void make_lattice(wend_random *random)
{
    plan_agent_lattice(&plan, random);
}

static void make_line(wend_random *random)
{
    plan_agent_line(&plan, random);
}

static void make_circles(wend_random *random)
{
    plan_agent_circles(&plan, random);
}

static const struct scene_kind {
    const char *name;
    void (*make)(wend_random *random);
    double cost_share;
    uint32_t least; // vertices and edges that must have been compared, in all rounds
} kinds[] = {{"points", make_points, COST_SHARE, 300},
             {"points and polygons", make_points_and_polygons, COST_SHARE, 200},
             {"lattice", make_lattice, TIED_COST_SHARE, 200},
             {"line", make_line, COST_SHARE, 50},
             {"circles", make_circles, TIED_COST_SHARE, 50}};

static void the_raster_agrees_with_the_exact_graph(void **state)
{
    (void)state;
    static two_graphs two;
    for (uint32_t kind = 0; kind < COUNT(kinds); ++kind) {
        uint32_t rounds = long_tier() ? 100 : 6;
        uint32_t vertices = 0, edges = 0, pairs = 0;
        cost_sums ways = {0};
        for (uint32_t round = 0; round < rounds; ++round) {
            wend_random random = wend_random_stream(20 + kind, round);
            memset(&plan, 0, sizeof plan);
            plan.kind = kinds[kind].name;
            kinds[kind].make(&random);
            keep_free_agents(&plan);
            make_graphs(&two);
            two.cost_share = kinds[kind].cost_share;
            vertices += vertices_agree(&two);
            pairs += compare_pairs(&two, two.exact, exact_pair, two.pixels, pixels_pair,
                                   "not in the raster");
            pairs += compare_pairs(&two, two.pixels, pixels_pair, two.exact, exact_pair,
                                   "only in the raster");
            edges += lengths_agree(&two);
            costs_agree(&two, &random, &ways);
            free_graphs(&two);
        }
        double mean = ways.count > 0 ? ways.shares / ways.count : 0;
        print_message("%s: %u vertices, %u + %u edges, %u ways, whose costs differ by %.2f %%\n",
                      kinds[kind].name, (unsigned)vertices, (unsigned)pairs, (unsigned)edges,
                      (unsigned)ways.count, 100 * mean);
        assert_true(mean <= kinds[kind].cost_share);
        assert_true(vertices >= kinds[kind].least && pairs >= kinds[kind].least);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_raster_agrees_with_the_exact_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
