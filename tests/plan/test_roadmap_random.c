// SPDX-License-Identifier: MIT
// Paths on the diagram of random scenes, against Dijkstra's algorithm on its edges, and against all
// walls: what a way, its curve, its circles and its portals promise.
#include "tests/oracle/roadmap.h"
#include "tests/oracle/voronoi.h"
#include "wend/vec2.h"

/// Costs of the oracle are sums of small steps.
#define COST_ERROR 1e-3

/// Vertices are known to a few tolerances; where sites nearly meet, to less. [Units: m]
#define PLACE_ERROR 1e-5

typedef struct trial {
    site_plan *plan;
    wend_voronoi *voronoi;
    wend_roadmap *roadmap;
    wend_roadmap_request request;
    wend_vec2 goal;
    wend_roadmap_path path;
    uint64_t seed;
} trial;

/// Of an agent, but for the one who goes.
static double radius_of_agent(void *context, wend_site_id site)
{
    const trial *t = context;
    for (uint32_t i = 0; i < t->plan->agent_count; ++i)
        if (wend_site_id_equal(t->plan->agents[i].id, site) &&
            !wend_site_id_equal(site, t->request.agent))
            return t->plan->agents[i].radius;
    return 0;
}

static void blame(const trial *t, const char *what, double value, double wanted)
{
    print_plan(t->plan);
    fail_msg("seed %llu: %s is %.12g, not %.12g; from %.17g,%.17g to %.17g,%.17g radius %g weight "
             "%g",
             (unsigned long long)t->seed, what, value, wanted, t->request.from.x, t->request.from.y,
             t->goal.x, t->goal.y, t->request.radius, t->request.clearance_weight);
}

/// A free place with more room than the radius.
static bool choose_place(trial *t, wend_random *random, wend_vec2 *place)
{
    for (int i = 0; i < 50; ++i) {
        *place = place_in_plan(t->plan, random);
        brute_answer here = look_at_everything(t->plan, t->voronoi, *place);
        if (here.is_free && here.clearance > t->request.radius + PLACE_ERROR)
            return true;
    }
    return false;
}

/// An agent counts where it is nearest; a larger one that is further away may be in the way.
static double slack_of_agents(const trial *t)
{
    double most = 0;
    for (uint32_t i = 0; i < t->plan->agent_count; ++i)
        most = fmax(most, t->plan->agents[i].radius);
    return most;
}

static double clearance_at(const trial *t, wend_vec2 p)
{
    brute_answer here = look_at_everything(t->plan, t->voronoi, p);
    return here.is_free ? here.clearance : -INFINITY;
}

static double clearance_along(const trial *t, wend_vec2 a, wend_vec2 b, uint32_t steps)
{
    double least = INFINITY;
    for (uint32_t i = 0; i <= steps; ++i)
        least = fmin(least, clearance_at(t, wend_lerp(a, b, (double)i / steps)));
    return least;
}

// ---- is it the best? ----------------------------------------------------------------------------

static double ask_oracle(const trial *t, oracle_roadmap *oracle, double radius)
{
    wend_circle a, b;
    oracle->radius = radius;
    oracle->weight = t->request.clearance_weight;
    oracle->comfort = t->request.comfort;
    assert_int_equal(wend_voronoi_embedding_circle(t->voronoi, t->request.from, &a, NULL, NULL),
                     WEND_OK);
    assert_int_equal(wend_voronoi_embedding_circle(t->voronoi, t->goal, &b, NULL, NULL), WEND_OK);
    return oracle_distance(t->request.from, a.centre) + oracle_best(oracle, a.centre, b.centre) +
           oracle_distance(b.centre, t->goal);
}

static void check_cost(trial *t, wend_result result)
{
    oracle_roadmap oracle = oracle_make(t->voronoi);
    oracle.radius_of = radius_of_agent;
    oracle.context = t;
    double best = ask_oracle(t, &oracle, t->request.radius - PLACE_ERROR);
    double strict = ask_oracle(t, &oracle, t->request.radius + PLACE_ERROR);
    oracle_free(&oracle);
    if (result == WEND_NOT_FOUND) {
        if (isfinite(strict))
            blame(t, "the cost", INFINITY, strict);
        return;
    }
    double error = COST_ERROR * (1 + t->path.cost);
    if (t->path.cost > strict + error)
        blame(t, "the cost", t->path.cost, strict);
    if (t->path.circle_count > 0 && t->path.cost < best - error)
        blame(t, "the cost", t->path.cost, best);
    if (t->path.cost != t->path.bound)
        blame(t, "the bound", t->path.bound, t->path.cost);
}

// ---- is it a way? -------------------------------------------------------------------------------

static void check_line(const trial *t)
{
    const wend_vec2 *points;
    uint32_t count;
    assert_int_equal(wend_roadmap_points(t->roadmap, 1e-3, &points, &count, NULL), WEND_OK);
    double length = 0, least = clearance_at(t, points[0]);
    for (uint32_t i = 1; i < count; ++i) {
        length += oracle_distance(points[i - 1], points[i]);
        least = fmin(least, clearance_along(t, points[i - 1], points[i], 4));
    }
    if (fabs(length - t->path.length) > 1e-3 * (1 + length))
        blame(t, "the length", t->path.length, length);
    double error = 1e-3 + PLACE_ERROR + slack_of_agents(t);
    if (least < t->request.radius - error)
        blame(t, "the clearance of the line", least, t->request.radius);
    if (least < t->path.clearance - error)
        blame(t, "the clearance", t->path.clearance, least);
    if (oracle_distance(points[0], t->request.from) > 0 ||
        oracle_distance(points[count - 1], t->path.end) > 0)
        blame(t, "the distance of the ends", 1, 0);
}

static void check_curve(const trial *t)
{
    const wend_vec2 *points;
    uint32_t count;
    double clearance;
    assert_int_equal(wend_roadmap_curve(t->roadmap, 1e-2, &points, &count, &clearance, NULL),
                     WEND_OK);
    // Agents' radii are not in the circles.
    double radius = t->plan->agent_count == 0 ? t->request.radius : 0, least = INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        double here = clearance_at(t, points[i]);
        least = fmin(least, here);
        if (here < radius * (1 - 1e-3) - PLACE_ERROR && t->plan->agent_count == 0)
            blame(t, "the clearance of the curve", here, radius);
    }
    if (fabs(least - clearance) > PLACE_ERROR)
        blame(t, "the curve's own clearance", clearance, least);
    assert_true(oracle_distance(points[0], t->request.from) == 0);
    assert_true(oracle_distance(points[count - 1], t->path.end) == 0);
}

static void check_channel(const trial *t)
{
    const wend_circle *circles;
    uint32_t count;
    const double spacing = 0.5;
    assert_int_equal(wend_roadmap_channel(t->roadmap, spacing, &circles, &count, NULL), WEND_OK);
    for (uint32_t i = 0; i < count; ++i) {
        double room = look_at_everything(t->plan, t->voronoi, circles[i].centre).nearest;
        if (fabs(room - circles[i].radius) > PLACE_ERROR)
            blame(t, "the radius of an empty circle", circles[i].radius, room);
        if (i == 0)
            continue;
        double lesser = fmin(circles[i - 1].radius, circles[i].radius);
        double apart = oracle_distance(circles[i - 1].centre, circles[i].centre);
        if (apart > spacing * lesser + 1e-6)
            blame(t, "the spacing", apart / lesser, spacing);
    }
    // The vertices on the way are among them, and the ends lie in the first and the last.
    for (uint32_t i = 0, k = 0; i < t->path.circle_count; ++i) {
        while (k < count && oracle_distance(circles[k].centre, t->path.circles[i].centre) > 1e-9)
            ++k;
        if (k == count)
            blame(t, "a vertex in the channel", 0, 1);
    }
    double first = oracle_distance(circles[0].centre, t->request.from);
    if (first > circles[0].radius + PLACE_ERROR)
        blame(t, "the distance to the first circle", first, circles[0].radius);
}

static void check_portals(const trial *t)
{
    const wend_steering_target *portals;
    uint32_t count;
    assert_int_equal(wend_roadmap_portals(t->roadmap, 0, &portals, &count, NULL), WEND_OK);
    assert_true(count > 0);
    const wend_steering_target *last = &portals[count - 1];
    if (oracle_distance(last->a, t->path.end) > 0 || oracle_distance(last->b, t->path.end) > 0)
        blame(t, "the last portal's distance", oracle_distance(last->a, t->path.end), 0);
    wend_vec2 a = t->request.from, b = a;
    double rest = t->path.length + PLACE_ERROR;
    for (uint32_t i = 0; i < count; ++i) {
        double least = clearance_along(t, portals[i].a, portals[i].b, 8);
        if (least < t->request.radius - PLACE_ERROR && t->plan->agent_count == 0)
            blame(t, "the clearance of a portal", least, t->request.radius);
        if (portals[i].remaining > rest)
            blame(t, "the rest behind a portal", portals[i].remaining, rest);
        if (t->plan->agent_count == 0) {
            least = fmin(clearance_along(t, a, portals[i].a, 16),
                         clearance_along(t, b, portals[i].b, 16));
            if (least < 0.89 * t->request.radius - PLACE_ERROR)
                blame(t, "the clearance to a portal", least, t->request.radius);
        }
        rest = portals[i].remaining;
        a = portals[i].a;
        b = portals[i].b;
    }
    if (last->remaining > PLACE_ERROR)
        blame(t, "the rest behind the last portal", last->remaining, 0);
}

// ---- in slices ----------------------------------------------------------------------------------

/// A search in slices finds the same.
static void check_slices(trial *t, wend_result wanted, wend_random *random)
{
    wend_roadmap_path whole = t->path, part;
    t->request.iterations = 1 + wend_random_below(random, 10);
    wend_result result = wend_roadmap_find(t->roadmap, t->voronoi, &t->request, &part, NULL);
    for (int i = 0; result == WEND_BUDGET_EXHAUSTED; ++i) {
        assert_true(i < 100000);
        if (part.bound > whole.cost + 1e-9 && wanted == WEND_OK)
            blame(t, "a bound", part.bound, whole.cost);
        result = wend_roadmap_continue(t->roadmap, t->request.iterations, 0, &part, NULL);
    }
    if (result != wanted)
        blame(t, "the result in slices", result, wanted);
    if (wanted == WEND_OK && (part.cost != whole.cost || part.length != whole.length))
        blame(t, "the cost in slices", part.cost, whole.cost);
    t->request.iterations = 0;
}

// ---- agents who are sites -----------------------------------------------------------------------

typedef struct own_vertices {
    wend_site_id agent;
    wend_circle found[64];
    uint32_t count;
} own_vertices;

static bool take_vertex(void *context, const wend_voronoi_vertex *vertex)
{
    own_vertices *own = context;
    for (uint32_t i = 0; i < vertex->site_count; ++i)
        if (wend_site_id_equal(vertex->sites[i], own->agent) && own->count < COUNT(own->found) &&
            vertex->degree > 2) {
            own->found[own->count++] = (wend_circle){vertex->position, vertex->radius};
            break;
        }
    return true;
}

/// The least cost over all vertices of the agent's cell.
static double ask_oracle_for_agent(trial *t, oracle_roadmap *oracle, double radius)
{
    own_vertices own = {.agent = t->request.agent};
    double best = INFINITY;
    wend_circle goal;
    oracle->radius = radius;
    oracle->weight = t->request.clearance_weight;
    oracle->comfort = t->request.comfort;
    assert_int_equal(wend_voronoi_embedding_circle(t->voronoi, t->goal, &goal, NULL, NULL),
                     WEND_OK);
    assert_int_equal(wend_voronoi_vertices(t->voronoi, take_vertex, &own), WEND_OK);
    for (uint32_t i = 0; i < own.count; ++i)
        best = fmin(best, oracle_distance(t->request.from, own.found[i].centre) +
                              oracle_best(oracle, own.found[i].centre, goal.centre));
    return best + oracle_distance(goal.centre, t->goal);
}

static bool try_agent(trial *t, wend_random *random)
{
    const agent_site *agent = &t->plan->agents[wend_random_below(random, t->plan->agent_count)];
    wend_nearest_site there;
    t->request = wend_default_roadmap_request();
    t->request.radius = agent->radius;
    if (wend_voronoi_nearest(t->voronoi, agent->place, &there, NULL) != WEND_OK ||
        !wend_site_id_equal(there.site, agent->id) || !choose_place(t, random, &t->goal))
        return false; // hidden
    t->request.from = agent->place;
    t->request.agent = agent->id;
    t->request.goal = (wend_goal){&t->goal, 1};
    wend_result result = wend_roadmap_find(t->roadmap, t->voronoi, &t->request, &t->path, NULL);
    assert_true(result == WEND_OK || result == WEND_NOT_FOUND);
    if (result == WEND_OK && t->path.circle_count == 0)
        return true;
    if (t->path.circle_count > 0) {
        double first = oracle_distance(t->path.circles[0].centre, agent->place);
        if (fabs(first - t->path.circles[0].radius) > PLACE_ERROR)
            blame(t, "the distance to the first circle", first, t->path.circles[0].radius);
    }
    oracle_roadmap oracle = oracle_make(t->voronoi);
    oracle.radius_of = radius_of_agent;
    oracle.context = t;
    double best = ask_oracle_for_agent(t, &oracle, t->request.radius - PLACE_ERROR);
    double strict = ask_oracle_for_agent(t, &oracle, t->request.radius + PLACE_ERROR);
    oracle_free(&oracle);
    double cost = result == WEND_OK ? t->path.cost : INFINITY;
    double error = COST_ERROR * (1 + (isfinite(strict) ? strict : 0));
    if (cost > strict + error)
        blame(t, "the cost", cost, strict);
    if (cost < best - error)
        blame(t, "the cost", cost, best);
    return result == WEND_OK;
}

// ---- all together -------------------------------------------------------------------------------

static bool try_once(trial *t, wend_random *random)
{
    static const double radii[] = {0, 0.1, 0.25, 0.5, 1, 2.5};
    static const double weights[] = {0, 0, 0.3, 1};
    t->request = wend_default_roadmap_request();
    t->request.radius = radii[wend_random_below(random, COUNT(radii))];
    t->request.clearance_weight = weights[wend_random_below(random, COUNT(weights))];
    if (!choose_place(t, random, &t->request.from) || !choose_place(t, random, &t->goal))
        return false;
    t->request.goal = (wend_goal){&t->goal, 1};
    wend_error error = {0};
    wend_result result = wend_roadmap_find(t->roadmap, t->voronoi, &t->request, &t->path, &error);
    if (result != WEND_OK && result != WEND_NOT_FOUND)
        fail_msg("seed %llu: %s", (unsigned long long)t->seed, wend_error_text(&error));
    check_cost(t, result);
    if (result == WEND_OK) {
        if (t->path.gap_to_goal > PLACE_ERROR)
            blame(t, "what is left", t->path.gap_to_goal, 0);
        check_line(t);
        check_curve(t);
        check_channel(t);
        check_portals(t);
    }
    check_slices(t, result, random);
    return result == WEND_OK;
}

/// Agents are where the diagram has them: it rounds their places.
static void round_agents(trial *t)
{
    for (uint32_t i = 0; i < t->plan->agent_count; ++i) {
        wend_nearest_site nearest;
        agent_site *agent = &t->plan->agents[i];
        if (wend_voronoi_nearest(t->voronoi, agent->place, &nearest, NULL) == WEND_OK)
            agent->place = nearest.point;
    }
}

static void run_scene(trial *t, wend_random *random, uint32_t kind, uint32_t tries, uint32_t *found)
{
    make_plan_of(t->plan, kind, random);
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_error error = {0};
    t->voronoi = try_plan(t->plan, 0, &def, &error);
    if (!t->voronoi) {
        print_plan(t->plan);
        fail_msg("seed %llu: %s", (unsigned long long)t->seed, wend_error_text(&error));
    }
    round_agents(t);
    for (uint32_t i = 0; i < tries; ++i) {
        *found += try_once(t, random);
        if (t->plan->agent_count > 0 && (i == 0 || long_tier()))
            *found += try_agent(t, random);
    }
    wend_voronoi_destroy(t->voronoi);
}

static void test_random_scenes(void **state)
{
    (void)state;
    trial t = {.plan = malloc(sizeof *t.plan)};
    assert_non_null(t.plan);
    assert_int_equal(wend_roadmap_create(NULL, &t.roadmap, NULL), WEND_OK);
    uint32_t rounds = long_tier() ? 60 : 2, found = 0;
    for (uint32_t round = 0; round < rounds; ++round)
        for (uint32_t kind = 0; kind < COUNT(plan_kinds); ++kind) {
            t.seed = 1000 * round + kind;
            wend_random random = wend_random_stream(t.seed, 0);
            run_scene(&t, &random, kind, 3, &found);
        }
    assert_true(found > rounds * COUNT(plan_kinds));
    wend_roadmap_destroy(t.roadmap);
    free(t.plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
