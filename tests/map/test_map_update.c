// SPDX-License-Identifier: MIT
// Maps that change: after every update of sources and obstacles, in long chains, a map must answer
// as one that was built anew.
#include "tests/map/map_check.h"
#include "tests/map/map_search.h"

enum { MOST_IN_MESH = 64, PLACES = 60 };

/// How far an updated map may be from one built anew, in sizes of the scene: sums of the same
/// lengths in another order.
#define UPDATE_ERROR 1e-12

/// An obstacle that comes and goes.
typedef struct guest {
    wend_vec2 points[8];
    uint32_t count;
    wend_mesh_shape_id id;
    bool inside;
} guest;

typedef struct chain {
    map_scene s;
    guest guests[MOST_IN_MESH];
    uint32_t guest_count;
    wend_map *map, *twin; ///< updated in the same way
    wend_map *fresh;      ///< built anew each time
    uint32_t step;
    const char *what; ///< was done last
} chain;

static chain c; // large; filled anew for each chain

// ---- changes ------------------------------------------------------------------------------------

static void start_guests(void)
{
    c.guest_count = 0;
    for (uint32_t i = 0; i < c.s.plan.shape_count && c.guest_count < MOST_IN_MESH; ++i) {
        const wend_shape *shape = &c.s.plan.shapes[i];
        if (shape->ring_count > 1 || shape->point_count > COUNT(c.guests[0].points))
            continue; // one that stays
        guest *g = &c.guests[c.guest_count++];
        *g = (guest){
            .count = shape->point_count, .id = wend_mesh_shape(c.s.mesh, i), .inside = true};
        memcpy(g->points, shape->points, shape->point_count * sizeof *g->points);
        displace_points(&c.s, g->points, g->count);
    }
}

static void take_out(guest *g)
{
    assert_int_equal(wend_mesh_remove(c.s.mesh, g->id, NULL), WEND_OK);
    g->inside = false;
}

/// Puts it in if there is room for it.
static void put_in(guest *g)
{
    wend_shape shape = {.points = g->points, .point_count = g->count};
    g->inside = wend_mesh_insert(c.s.mesh, &shape, &g->id, NULL) == WEND_OK;
}

// A step of a few units of a grid, so that obstacles meet again.
static void move_guest(guest *g, wend_random *random)
{
    double step = ldexp(1, ilogb(c.s.plan.size) - 3 + c.s.moved.exponent);
    wend_vec2 by = {step * ((double)wend_random_below(random, 9) - 4),
                    step * ((double)wend_random_below(random, 9) - 4)};
    guest old = *g;
    for (uint32_t i = 0; i < g->count; ++i)
        g->points[i] = (wend_vec2){g->points[i].x + by.x, g->points[i].y + by.y};
    put_in(g);
    if (g->inside)
        return;
    *g = old;
    put_in(g);
}

static void change_obstacles(wend_random *random)
{
    if (c.guest_count == 0)
        return;
    guest *g = &c.guests[wend_random_below(random, c.guest_count)];
    if (!g->inside) {
        put_in(g);
        c.what = "an obstacle put in";
        return;
    }
    take_out(g);
    c.what = "an obstacle taken out";
    if (wend_random_below(random, 2)) {
        move_guest(g, random);
        c.what = "an obstacle moved";
    }
}

static wend_map_source displaced_source(wend_random *random)
{
    uint32_t count = c.s.source_count;
    c.s.source_count = MOST_SOURCES - 1; // a place that is kept for it
    add_source(&c.s, random_source(&c.s, random));
    c.s.source_count = count;
    return c.s.sources[MOST_SOURCES - 1];
}

static void change_sources(wend_random *random)
{
    uint32_t kind = wend_random_below(random, 6);
    if (c.s.source_count == 0 || (kind == 0 && c.s.source_count < MOST_SOURCES - 1)) {
        c.s.sources[c.s.source_count++] = displaced_source(random);
        c.what = "a source more";
        return;
    }
    wend_map_source *source = &c.s.sources[wend_random_below(random, c.s.source_count)];
    if (kind == 1) {
        --c.s.source_count;
        c.what = "a source less";
    } else if (kind == 2) {
        source->offset = ldexp(c.s.size, c.s.moved.exponent - (int)wend_random_below(random, 9));
        c.what = "another offset";
    } else if (kind == 3) { // a door opens a little more
        wend_vec2 b = displaced_source(random).a;
        source->b = (wend_vec2){(3 * source->b.x + b.x) / 4, (3 * source->b.y + b.y) / 4};
        c.what = "a source that has grown";
    } else {
        *source = displaced_source(random);
        c.what = "a source elsewhere";
    }
}

// ---- the same -----------------------------------------------------------------------------------

static void fail_update(const char *why, wend_vec2 p)
{
    print_map_scene(&c.s);
    for (uint32_t i = 0; i < c.guest_count; ++i) {
        print_message(c.guests[i].inside ? "in " : "out");
        for (uint32_t k = 0; k < c.guests[i].count; ++k)
            print_message(" %.17g,%.17g", c.guests[i].points[k].x, c.guests[i].points[k].y);
        print_message("\n");
    }
    for (uint32_t i = 0; i < c.s.source_count; ++i)
        print_message("now source %.17g,%.17g %.17g,%.17g offset %.17g\n", c.s.sources[i].a.x,
                      c.s.sources[i].a.y, c.s.sources[i].b.x, c.s.sources[i].b.y,
                      c.s.sources[i].offset);
    wend_path_query *query;
    assert_int_equal(wend_path_query_create(NULL, &query, NULL), WEND_OK);
    double searched = map_search(query, c.s.mesh, c.s.sources, c.s.source_count, p);
    wend_path_query_destroy(query);
    fail_msg("step %u, %s: %s at %.17g,%.17g: %.17g, built anew %.17g, searched %.17g",
             (unsigned)c.step, c.what, why, p.x, p.y, wend_map_query(c.map, p).distance,
             wend_map_query(c.fresh, p).distance, searched);
}

// A place somewhere, or a corner of an obstacle, or a source's.
static wend_vec2 place_in_chain(wend_random *random)
{
    uint32_t kind = wend_random_below(random, 6);
    if (kind == 0 && c.guest_count > 0) {
        const guest *g = &c.guests[wend_random_below(random, c.guest_count)];
        return g->points[wend_random_below(random, g->count)];
    }
    if (kind == 1 && c.s.source_count > 0)
        return c.s.sources[wend_random_below(random, c.s.source_count)].b;
    return displaced(&c.s, plain_place(&c.s, random));
}

static void check_as_new(wend_random *random)
{
    double slack =
        UPDATE_ERROR * ldexp(c.s.size, c.s.moved.exponent) + // and places rounded far away
        (c.s.rounded ? c.s.floor->tolerance : 0);
    wend_error error = {0};
    if (wend_map_build(c.fresh, c.s.mesh, c.s.sources, c.s.source_count, &error) != WEND_OK ||
        wend_map_check(c.fresh, &error) != WEND_OK || wend_map_check(c.map, &error) != WEND_OK)
        fail_update(wend_error_text(&error), error.position);
    for (uint32_t i = 0; i < PLACES; ++i) {
        wend_vec2 p = place_in_chain(random);
        wend_map_result here = wend_map_query(c.map, p), there = wend_map_query(c.fresh, p);
        if (!same_bits(here, wend_map_query(c.twin, p)))
            fail_update("two maps that were updated alike differ", p);
        if (!(fabs(here.distance - there.distance) <= slack))
            fail_update("not as built anew", p);
        if (!is_consistent(c.map, p, here, c.s.floor->tolerance))
            fail_update("the answer is not what its root says", p);
    }
}

static void run_chain(uint64_t seed, uint32_t steps, uint32_t corners)
{
    wend_random random = wend_random_stream(seed, 21);
    c.s.seed = seed;
    make_map_scene(&c.s, &random, corners);
    make_sources(&c.s, &random);
    c.s.source_count -= c.s.source_count == MOST_SOURCES;
    start_guests();
    c.map = new_map();
    c.twin = new_map();
    c.fresh = new_map();
    build_map(c.map, c.s.mesh, c.s.sources, c.s.source_count);
    build_map(c.twin, c.s.mesh, c.s.sources, c.s.source_count);
    for (c.step = 0; c.step < steps; ++c.step) {
        uint32_t changes = wend_random_below(&random, 4) == 0 ? 4 : 1;
        c.what = "nothing";
        for (uint32_t i = 0; i < changes; ++i) {
            uint32_t kind = wend_random_below(&random, 8);
            if (kind < 4)
                change_obstacles(&random);
            else if (kind < 7)
                change_sources(&random);
        }
        wend_error error = {0};
        if (wend_map_update(c.map, c.s.mesh, c.s.sources, c.s.source_count, &error) != WEND_OK ||
            wend_map_update(c.twin, c.s.mesh, c.s.sources, c.s.source_count, &error) != WEND_OK)
            fail_update(wend_error_text(&error), error.position);
        check_as_new(&random);
    }
    wend_map_destroy(c.fresh);
    wend_map_destroy(c.twin);
    wend_map_destroy(c.map);
    end_scene(&c.s);
}

static void random_chains(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (long_tier() ? 1500 : 60); ++seed)
        run_chain(seed, 30, 60);
}

static void long_chains(void **state)
{
    (void)state;
    for (uint64_t seed = 10001; seed <= 10000 + (long_tier() ? 40u : 1u); ++seed)
        run_chain(seed, long_tier() ? 2000 : 200, 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_chains),
        cmocka_unit_test(long_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
