// SPDX-License-Identifier: MIT
// Diagrams of scenes at random: the checker, every question against looking at every wall, and the
// circles that must be empty. `make test-long` asks 10,000 points in each of 1,000 scenes.
#include "tests/oracle/voronoi.h"

#include "voronoi/diagram.h"

enum { SEED = 6 };

// Agents are put on a grid of 16 tolerances, and one that is as near to a wall is on it.
#define AGENT_TOLERANCES (2 * WEND_AGENT_TOLERANCES)

// A vertex stands for several that are a tie apart.
#define PLACE_TOLERANCES 16

typedef struct trial {
    site_plan plan;
    wend_voronoi *voronoi;
    wend_random random;
    uint32_t number;
    double slack; // what distances may differ by
} trial;

static trial one; // too large for the stack

static void stumble(const trial *t, wend_vec2 p, const char *what)
{
    print_plan(&t->plan);
    fail_msg("scene %u of seed %d, at %.17g %.17g: %s", (unsigned)t->number, SEED, p.x, p.y, what);
}

static void start(trial *t, uint32_t number)
{
    wend_error error;
    t->number = number;
    t->random = wend_random_stream(SEED, number);
    make_plan_of(&t->plan, number % COUNT(plan_kinds), &t->random);
    wend_voronoi_def def = wend_default_voronoi_def();
    t->voronoi = try_plan(&t->plan, 0, &def, &error);
    if (!t->voronoi)
        stumble(t, error.position, wend_error_text(&error));
    t->slack = PLACE_TOLERANCES * wend_voronoi_tolerance(t->voronoi);
    if (t->plan.agent_count)
        t->slack += AGENT_TOLERANCES * wend_voronoi_tolerance(t->voronoi);
    if (wend_voronoi_check(t->voronoi, &error) != WEND_OK)
        stumble(t, error.position, wend_error_text(&error));
}

static bool is_close(const trial *t, double a, double b)
{
    return fabs(a - b) <= t->slack;
}

// ---- one point ----------------------------------------------------------------------------------

// The distance from p to the site with that id, by looking at its shape.
static double site_distance(const trial *t, wend_site_id id, wend_vec2 p)
{
    wend_vec2 frame[4];
    wend_shape outline = outline_of(&t->plan, t->voronoi, frame);
    if (wend_site_id_equal(id, wend_voronoi_shape(t->voronoi, WEND_BOUNDS)))
        return shape_distance(&outline, p);
    for (uint32_t i = 0; i < t->plan.shape_count; ++i)
        if (wend_site_id_equal(id, wend_voronoi_shape(t->voronoi, i)))
            return shape_distance(&t->plan.shapes[i], p);
    for (uint32_t i = 0; i < t->plan.agent_count; ++i)
        if (wend_site_id_equal(id, t->plan.agents[i].id))
            return hypot(t->plan.agents[i].place.x - p.x, t->plan.agents[i].place.y - p.y);
    return NAN;
}

static void check_circle(const trial *t, wend_vec2 p, const wend_circle *circle)
{
    brute_answer at = look_at_everything(&t->plan, t->voronoi, circle->centre);
    if (!at.is_free && circle->radius > t->slack)
        stumble(t, p, "a circle has its centre inside something");
    if (!is_close(t, at.nearest, circle->radius))
        stumble(t, p, "a circle is not empty, or touches nothing");
    if (hypot(p.x - circle->centre.x, p.y - circle->centre.y) > circle->radius + t->slack)
        stumble(t, p, "a circle does not hold the point");
}

// Every free point lies in an empty circle around some point of the diagram: these cover the free
// space (property 3 of the document).
static void check_circles(const trial *t, wend_vec2 p, double distance)
{
    wend_circle deepest, largest;
    uint32_t arc;
    if (wend_voronoi_embedding_circle(t->voronoi, p, &deepest, &arc, NULL) != WEND_OK ||
        wend_voronoi_largest_circle(t->voronoi, p, &largest, NULL) != WEND_OK)
        stumble(t, p, "a free point has no circle");
    check_circle(t, p, &deepest);
    check_circle(t, p, &largest);
    double depth = deepest.radius - hypot(p.x - deepest.centre.x, p.y - deepest.centre.y);
    if (!is_close(t, depth, distance))
        stumble(t, p, "the point is not as deep in its circle as it could be");
    wend_voronoi_piece piece = wend_arc_piece(t->voronoi, arc);
    if (!is_close(t, wend_segment_distance(piece.left, deepest.centre), deepest.radius) ||
        !is_close(t, wend_segment_distance(piece.right, deepest.centre), deepest.radius))
        stumble(t, p, "the circle's centre is not on the piece that it is said to be on");
    if (largest.radius < deepest.radius - t->slack)
        stumble(t, p, "the largest circle is smaller than another");
}

static void check_point(const trial *t, wend_vec2 p)
{
    brute_answer truth = look_at_everything(&t->plan, t->voronoi, p);
    wend_nearest_site nearest, second;
    wend_result result = wend_voronoi_nearest(t->voronoi, p, &nearest, NULL);
    double clearance = wend_voronoi_clearance(t->voronoi, p, (wend_site_id){0});
    assert_true(result == WEND_OK || result == WEND_NOT_FOUND);
    assert_true((result == WEND_OK) == isfinite(clearance));
    // A point that is a rounding inside of a wall counts as on it.
    if ((result == WEND_OK) != truth.is_free && truth.nearest > t->slack)
        stumble(t, p, "it is wrong about what is free");
    if (result != WEND_OK)
        return;
    if (!is_close(t, nearest.distance, truth.nearest))
        stumble(t, p, "the nearest site is at another distance");
    if (!is_close(t, hypot(nearest.point.x - p.x, nearest.point.y - p.y), nearest.distance) ||
        !is_close(t, site_distance(t, nearest.site, p), nearest.distance))
        stumble(t, p, "the nearest site is somewhere else");
    if (!is_close(t, clearance, truth.clearance))
        stumble(t, p, "the clearance is another");
    result = wend_voronoi_nearest_two(t->voronoi, p, &nearest, &second, NULL);
    assert_int_equal(result, WEND_OK);
    if (wend_site_id_equal(nearest.site, second.site) ||
        !is_close(t, nearest.distance, truth.nearest) ||
        second.distance < nearest.distance - t->slack)
        stumble(t, p, "the two nearest are not");
    check_circles(t, p, nearest.distance);
}

// ---- lists --------------------------------------------------------------------------------------

// All sites within a radius: those of its shapes that no other covers.
static void check_within(const trial *t, wend_vec2 p, double radius)
{
    static wend_site_id sites[MOST_SITES + MOST_AGENTS];
    uint32_t count;
    assert_int_equal(wend_voronoi_within(t->voronoi, p, radius, sites, COUNT(sites), &count, NULL),
                     WEND_OK);
    for (uint32_t i = 0; i < count; ++i) {
        if (site_distance(t, sites[i], p) > radius + t->slack)
            stumble(t, p, "a site is said to be within a radius, but is not");
        assert_true(i == 0 || sites[i - 1].raw.slot1 < sites[i].raw.slot1);
    }
    bool apart = strcmp(t->plan.kind, "touching") != 0 && strcmp(t->plan.kind, "rooms") != 0;
    uint32_t expected = 0, most = 0;
    for (uint32_t slot = 0; slot < t->voronoi->boundary.sites.count; ++slot) {
        wend_site_id id = {wend_id_of_slot(&t->voronoi->boundary.ids, slot)};
        double distance = wend_site_id_is_null(id) ? INFINITY : site_distance(t, id, p);
        expected += distance < radius - t->slack;
        most += distance < radius + t->slack;
    }
    if (count > most || (apart && count < expected))
        stumble(t, p, "not all sites within a radius are told");
}

typedef struct pair_list {
    wend_site_id of;
    uint8_t seen[MOST_SITES + MOST_AGENTS + 1];
    uint32_t count;
} pair_list;

static bool add_pair(void *context, const wend_voronoi_edge *edge)
{
    pair_list *pairs = context;
    for (uint32_t i = 0; i < edge->piece_count; ++i) {
        wend_site_id left = edge->pieces[i].left_site, right = edge->pieces[i].right_site;
        if (wend_site_id_equal(left, right))
            continue;
        wend_site_id other = wend_site_id_equal(left, pairs->of)    ? right
                             : wend_site_id_equal(right, pairs->of) ? left
                                                                    : (wend_site_id){0};
        if (!wend_site_id_is_null(other) && !pairs->seen[other.raw.slot1]) {
            pairs->seen[other.raw.slot1] = 1;
            ++pairs->count;
        }
    }
    return true;
}

typedef struct cell_walk {
    wend_site_id site;
    uint32_t pieces;
    bool right;
} cell_walk;

static bool add_cell_piece(void *context, const wend_voronoi_piece *piece)
{
    cell_walk *walk = context;
    ++walk->pieces;
    walk->right &= wend_site_id_equal(piece->left_site, walk->site);
    return true;
}

static uint32_t arcs_of_site(const wend_voronoi *voronoi, uint32_t slot)
{
    uint32_t count = 0;
    for (uint32_t e = 0; e < voronoi->boundary.elements.count; ++e)
        if (voronoi->boundary.links.data[e].kind != WEND_ELEMENT_NONE &&
            voronoi->boundary.links.data[e].site == slot)
            count += voronoi->cells.data[e].count;
    return count;
}

// A site's neighbours are those on the other side of the edges around it.
static void check_neighbours(const trial *t)
{
    static wend_site_id found[MOST_SITES + MOST_AGENTS];
    static pair_list pairs;
    const wend_boundary *boundary = &t->voronoi->boundary;
    uint32_t slot = wend_random_below((wend_random *)&t->random, (uint32_t)boundary->sites.count);
    wend_site_id id = {wend_id_of_slot(&boundary->ids, slot)};
    if (wend_site_id_is_null(id) || boundary->sites.data[slot].hidden)
        return;
    memset(&pairs, 0, sizeof pairs);
    pairs.of = id;
    assert_int_equal(wend_voronoi_edges(t->voronoi, add_pair, &pairs), WEND_OK);
    uint32_t count;
    assert_int_equal(wend_voronoi_neighbours(t->voronoi, id, found, COUNT(found), &count, NULL),
                     WEND_OK);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(pairs.seen[found[i].raw.slot1] &&
                    (i == 0 || found[i - 1].raw.slot1 < found[i].raw.slot1));
    if (count != pairs.count)
        stumble(t, (wend_vec2){0, 0}, "a site has other neighbours than its edges tell");
    cell_walk walk = {id, 0, true};
    assert_int_equal(wend_voronoi_cell(t->voronoi, id, add_cell_piece, &walk, NULL), WEND_OK);
    assert_true(walk.right);
    assert_int_equal(walk.pieces, arcs_of_site(t->voronoi, slot));
}

// ---- the largest circle -------------------------------------------------------------------------

typedef struct sampling {
    const trial *t;
    wend_vec2 p;
    double largest;
} sampling;

static bool sample_edge(void *context, const wend_voronoi_edge *edge)
{
    sampling *s = context;
    for (uint32_t i = 0; i < edge->piece_count; ++i)
        for (double share = 0; share <= 1; share += 0.125) {
            double radius;
            wend_vec2 c = wend_piece_point(&edge->pieces[i], share, &radius);
            if (hypot(c.x - s->p.x, c.y - s->p.y) <= radius)
                s->largest = fmax(s->largest, radius);
        }
    return true;
}

static void check_largest(const trial *t, wend_vec2 p)
{
    wend_circle largest;
    sampling s = {t, p, 0};
    wend_nearest_site nearest;
    // On a site, rounding would decide which circles touch it.
    if (wend_voronoi_nearest(t->voronoi, p, &nearest, NULL) != WEND_OK ||
        nearest.distance < 1e3 * t->slack)
        return;
    assert_int_equal(wend_voronoi_largest_circle(t->voronoi, p, &largest, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_edges(t->voronoi, sample_edge, &s), WEND_OK);
    if (s.largest > largest.radius + t->slack)
        stumble(t, p, "there is a larger empty circle around it");
}

// ---- threads ------------------------------------------------------------------------------------

static void assert_same_bits(const wend_voronoi *a, const wend_voronoi *b)
{
    assert_int_equal(a->arcs.count, b->arcs.count);
    assert_int_equal(a->cells.count, b->cells.count);
    assert_memory_equal(a->cells.data, b->cells.data, a->cells.count * sizeof *a->cells.data);
    for (size_t i = 0; i < a->arcs.count; ++i) {
        const wend_voronoi_arc *x = &a->arcs.data[i], *y = &b->arcs.data[i];
        assert_true(x->other == y->other);
        if (x->other != WEND_NO_ELEMENT)
            assert_true(x->at.x == y->at.x && x->at.y == y->at.y && x->radius == y->radius &&
                        x->twin == y->twin && x->vertex == y->vertex && x->degree == y->degree);
    }
}

// A city with a crowd in it, large enough that the work is shared out.
static void test_threads(void **state)
{
    (void)state;
    enum { ACROSS = 22 };
    site_plan *plan = &one.plan;
    wend_random random = wend_random_stream(SEED, UINT32_MAX);
    memset(plan, 0, sizeof *plan);
    for (uint32_t i = 0; i < ACROSS * ACROSS; ++i)
        plan_box(plan, 4.0 * (i % ACROSS), 4.0 * (i / ACROSS), 4.0 * (i % ACROSS) + 3,
                 4.0 * (i / ACROSS) + 3);
    for (uint32_t i = 0; i < MOST_AGENTS; ++i) {
        double x = wend_random_between(&random, 0, 4 * ACROSS);
        double row = 4.0 * wend_random_below(&random, ACROSS);
        plan_agent(plan, x, row + wend_random_between(&random, 3, 4), 0.2);
    }
    keep_free_agents(plan);
    wend_voronoi *voronoi[3];
    wend_tasks *tasks[3] = {NULL};
    for (uint32_t i = 0; i < COUNT(voronoi); ++i) {
        wend_tasks_def tasks_def = wend_default_tasks_def();
        wend_voronoi_def def = wend_default_voronoi_def();
        tasks_def.worker_count = i == 1 ? 2 : 8;
        if (i > 0)
            assert_int_equal(wend_tasks_create(&tasks_def, &tasks[i], NULL), WEND_OK);
        def.tasks = tasks[i];
        voronoi[i] = try_plan(plan, 0, &def, NULL);
        assert_non_null(voronoi[i]);
        assert_same_bits(voronoi[0], voronoi[i]);
    }
    for (uint32_t i = 0; i < COUNT(voronoi); ++i) {
        wend_voronoi_destroy(voronoi[i]);
        wend_tasks_destroy(tasks[i]);
    }
}

// ---- all scenes ---------------------------------------------------------------------------------

static void test_scenes(void **state)
{
    (void)state;
    uint32_t scenes = long_tier() ? 1000 : 144, points = long_tier() ? 10000 : 300;
    for (uint32_t i = 0; i < scenes; ++i) {
        trial *t = &one;
        start(t, i);
        for (uint32_t k = 0; k < points; ++k)
            check_point(t, place_in_plan(&t->plan, &t->random));
        for (uint32_t k = 0; k < 10; ++k) {
            wend_vec2 p = place_in_plan(&t->plan, &t->random);
            check_within(t, p, wend_random_between(&t->random, 0, t->plan.size));
            check_largest(t, p);
            check_neighbours(t);
        }
        wend_voronoi_destroy(t->voronoi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
