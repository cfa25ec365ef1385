// SPDX-License-Identifier: MIT
// The repair of undersampled labels: Figure 7's cases, both rules, who gets a pixel, and that what
// hangs together before does so after, for labels at random.
#include "tests/raster/raster_support.h"

enum { SIDE = 24, LINE = SIDE + 1, MOST_LABELS = 6 };

static wend_raster_site sites[MOST_LABELS];
static wend_vec2 places[MOST_LABELS];

// A raster of square pixels of 1 m with an agent for each label; its labels are to be overwritten.
static wend_raster *blank(uint32_t side)
{
    for (uint32_t i = 0; i < MOST_LABELS; ++i)
        sites[i] = (wend_raster_site){.shape = {&places[i], NULL, 0, 1}, .radius = 0.1};
    wend_box box = {{0, 0}, {side, side}};
    wend_raster_def def = raster_def_of(sites, MOST_LABELS, box, side, side);
    return raster_of(&def, NULL);
}

static void set_first(wend_raster *raster, const char *rows)
{
    uint32_t side = raster->width;
    for (uint32_t y = 0; y < side; ++y)
        for (uint32_t x = 0; x < side; ++x) {
            uint32_t pixel = (side - 1 - y) * side + x;
            raster->first.data[pixel] = (uint32_t)(rows[y * side + x] - 'a');
            raster->second.data[pixel] = WEND_RASTER_NONE;
        }
}

// Repairs five by five labels, told from the top down, and says what becomes of the middle.
static char middle_after(const char *rows)
{
    wend_raster *raster = blank(5);
    set_first(raster, rows);
    raster->any_agent = false; // no second pass
    assert_true(wend_raster_repair(raster, NULL));
    char label = (char)('a' + raster->first.data[12]);
    wend_raster_destroy(raster);
    return label;
}

// ---- Figure 7 -----------------------------------------------------------------------------------

static void put_places(void)
{
    // b is the nearest to the middle, then c, d, a.
    const wend_vec2 where[MOST_LABELS] = {{9, 9}, {2, 2}, {1, 1}, {6, 6}, {10, 10}, {11, 11}};
    memcpy(places, where, sizeof places);
}

static void an_isolated_pixel_goes(void **state) // Figure 7a, rule 1
{
    (void)state;
    put_places();
    assert_int_equal(middle_after("bbbcc"
                                  "bbbcc"
                                  "bbacc"
                                  "ddddd"
                                  "ddddd"),
                     'b');
    // The only one of its label in all: it vanishes. And one whose label is elsewhere, too.
    assert_int_equal(middle_after("ccccc"
                                  "ccccc"
                                  "ccacc"
                                  "ccccc"
                                  "ccccc"),
                     'c');
    assert_int_equal(middle_after("aaabb"
                                  "ccbbb"
                                  "ccabb"
                                  "ccbbb"
                                  "ccbbb"),
                     'b');
}

static void the_end_of_a_line_goes(void **state) // Figure 7b, rule 2
{
    (void)state;
    put_places();
    assert_int_equal(middle_after("bbacc"
                                  "bbacc"
                                  "bbacc"
                                  "bbbcc"
                                  "bbbcc"),
                     'b');
    // Not to a label that has no more sides than its own: nothing is gained.
    assert_int_equal(middle_after("ccadd"
                                  "ccadd"
                                  "ccadd"
                                  "ccbdd"
                                  "ccbdd"),
                     'a');
}

static void a_bridge_stays(void **state) // Figure 7c
{
    (void)state;
    put_places();
    assert_int_equal(middle_after("bbabb"
                                  "aaaaa"
                                  "bbabb"
                                  "aaaaa"
                                  "bbabb"),
                     'a');
    assert_int_equal(middle_after("bbbbb"
                                  "bbbbb"
                                  "aaaaa"
                                  "ccccc"
                                  "ccccc"),
                     'a');
}

// As printed the nearest label gets the middle, and d is parted from c: b would be a bridge between
// its two halves. The next one gets it.
static void nobody_becomes_a_bridge(void **state)
{
    (void)state;
    put_places();
    assert_int_equal(middle_after("bbbbb"
                                  "cbbbd"
                                  "ccadd"
                                  "cbbbd"
                                  "bbbbb"),
                     'c');
    assert_int_equal(middle_after("bbcdd"
                                  "bbcdd"
                                  "ccadd"
                                  "bbcdd"
                                  "bbcdd"),
                     'd');
}

static void what_is_solid_stays(void **state)
{
    (void)state;
    put_places();
    wend_raster *raster = blank(5);
    set_first(raster, "bbbbb"
                      "bbbbb"
                      "bbabb"
                      "bbbbb"
                      "bbbbb");
    raster->any_agent = false;
    raster->flags.data[12] = RASTER_SOLID;
    assert_true(wend_raster_repair(raster, NULL));
    assert_int_equal(raster->first.data[12], 0);
    wend_raster_destroy(raster);
}

// ---- at random ----------------------------------------------------------------------------------

// Which points of the lattice hang together by cracks.
typedef struct lattice {
    uint32_t above[LINE * LINE];
    bool any[LINE * LINE]; // it has a crack
    uint32_t cracks;
} lattice;

static uint32_t top_of(lattice *l, uint32_t point)
{
    while (l->above[point] != point)
        point = l->above[point] = l->above[l->above[point]];
    return point;
}

static bool differ(const wend_raster *raster, uint32_t a, uint32_t b)
{
    return raster->first.data[a] != raster->first.data[b] ||
           (raster->any_agent && raster->second.data[a] != raster->second.data[b]);
}

static void join_points(lattice *l, uint32_t p, uint32_t q)
{
    l->above[top_of(l, p)] = top_of(l, q);
    l->any[p] = l->any[q] = true;
    ++l->cracks;
}

static void read_lattice(const wend_raster *raster, lattice *l)
{
    *l = (lattice){.cracks = 0};
    for (uint32_t i = 0; i < LINE * LINE; ++i)
        l->above[i] = i;
    for (uint32_t y = 0; y < SIDE; ++y)
        for (uint32_t x = 0; x < SIDE; ++x) {
            uint32_t pixel = y * SIDE + x, point = y * LINE + x;
            if (x > 0 && differ(raster, pixel, pixel - 1))
                join_points(l, point, point + LINE);
            if (y > 0 && differ(raster, pixel, pixel - SIDE))
                join_points(l, point, point + 1);
        }
}

// True if points that have cracks before and after hang together after if they did before.
static bool hang_together_alike(lattice *before, lattice *after)
{
    static uint32_t now[LINE * LINE], then[LINE * LINE];
    memset(now, 0xff, sizeof now);
    memset(then, 0xff, sizeof then);
    for (uint32_t i = 0; i < LINE * LINE; ++i) {
        if (!before->any[i] || !after->any[i])
            continue;
        uint32_t old = top_of(before, i), fresh = top_of(after, i);
        if ((now[old] != UINT32_MAX && now[old] != fresh) ||
            (then[fresh] != UINT32_MAX && then[fresh] != old))
            return false;
        now[old] = fresh;
        then[fresh] = old;
    }
    return true;
}

// Labels in patches, with noise.
static void scramble(uint32_t *labels, uint32_t patch, uint32_t noise, wend_random *random)
{
    uint32_t coarse[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; ++i)
        coarse[i] = wend_random_below(random, MOST_LABELS);
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        labels[i] = coarse[i / SIDE / patch * SIDE + i % SIDE / patch];
        if (wend_random_below(random, 100) < noise)
            labels[i] = wend_random_below(random, MOST_LABELS);
    }
}

// Pixels that are loose and could go somewhere: there should be none.
static uint32_t count_isolated(const wend_raster *raster)
{
    uint32_t count = 0;
    for (uint32_t y = 1; y < SIDE - 1; ++y)
        for (uint32_t x = 1; x < SIDE - 1; ++x) {
            uint32_t p = y * SIDE + x;
            uint32_t other = raster->first.data[p - 1];
            bool all = true;
            for (uint32_t i = 0; i < 9 && all; ++i)
                all = i == 4 || raster->first.data[p - SIDE - 1 + i / 3 * SIDE + i % 3] == other;
            count += all && raster->first.data[p] != other;
        }
    return count;
}

static void what_hangs_together_goes_on_to(void **state)
{
    (void)state;
    static lattice before, after;
    wend_raster *raster = blank(SIDE);
    uint32_t rounds = long_tier() ? 20000 : 600;
    for (uint32_t round = 0; round < rounds; ++round) {
        wend_random random = wend_random_stream(2, round);
        for (uint32_t i = 0; i < MOST_LABELS; ++i)
            places[i] = (wend_vec2){wend_random_between(&random, 0, SIDE),
                                    wend_random_between(&random, 0, SIDE)};
        for (uint32_t i = 0; i < MOST_LABELS; ++i)
            raster->pieces.data[i].a = raster->pieces.data[i].b = places[i];
        bool second = round % 2;
        uint32_t patch = 1 + wend_random_below(&random, 8), noise = wend_random_below(&random, 40);
        // Whole cells, for the second labels' rounds: there the first pass has nothing to do.
        scramble(raster->first.data, second ? 8 : patch, second ? 0 : noise, &random);
        scramble(raster->second.data, patch, noise, &random);
        for (uint32_t i = 0; i < SIDE * SIDE && !second; ++i)
            raster->second.data[i] = WEND_RASTER_NONE;
        raster->any_agent = second;
        read_lattice(raster, &before);
        assert_true(wend_raster_repair(raster, NULL));
        read_lattice(raster, &after);
        if (!hang_together_alike(&before, &after))
            fail_msg("round %u: the lines hang together otherwise", (unsigned)round);
        assert_true(after.cracks <= before.cracks);
        assert_int_equal(second ? 0 : count_isolated(raster), 0);
        uint32_t repaired = raster->times.repaired;
        assert_true(wend_raster_repair(raster, NULL)); // there is nothing left to do
        assert_int_equal(raster->times.repaired, repaired);
        raster->times.repaired = 0;
    }
    wend_raster_destroy(raster);
}

// Sites a pixel apart, in a heap: the repair leaves fewer edges, and the graph stays whole.
static void a_heap_of_sites_has_fewer_edges(void **state)
{
    (void)state;
    static site_plan plan;
    static wend_raster_site many[MOST_RASTER_SITES];
    uint32_t raw = 0, repaired = 0;
    wend_raster *raster;
    assert_int_equal(wend_raster_create(NULL, &raster, NULL), WEND_OK);
    for (uint32_t round = 0; round < 5; ++round) {
        wend_random random = wend_random_stream(9, round);
        memset(&plan, 0, sizeof plan);
        plan_bounds(&plan, 0, 0, 100, 100);
        scatter_agents(&plan, 200, 0.6, &random);
        wend_raster_def def = raster_def_of(many, sites_of_plan(&plan, many),
                                            (wend_box){{0, 0}, {100, 100}}, 100, 100);
        def.keep_undersampled = true;
        assert_int_equal(wend_raster_build(raster, &def, NULL, NULL), WEND_OK);
        raw += wend_raster_graph(raster)->edge_count + wend_raster_graph(raster)->link_count;
        assert_int_equal(wend_raster_timing(raster).repaired, 0);
        def.keep_undersampled = false;
        assert_int_equal(wend_raster_build(raster, &def, NULL, NULL), WEND_OK);
        repaired += wend_raster_graph(raster)->edge_count + wend_raster_graph(raster)->link_count;
        assert_true(wend_raster_timing(raster).repaired > 0);
    }
    wend_raster_destroy(raster);
    print_message("edges and links: %u, and %u after the repair\n", (unsigned)raw,
                  (unsigned)repaired);
    assert_true(repaired < raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_isolated_pixel_goes),
        cmocka_unit_test(the_end_of_a_line_goes),
        cmocka_unit_test(a_bridge_stays),
        cmocka_unit_test(nobody_becomes_a_bridge),
        cmocka_unit_test(what_is_solid_stays),
        cmocka_unit_test(what_hangs_together_goes_on_to),
        cmocka_unit_test(a_heap_of_sites_has_fewer_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
