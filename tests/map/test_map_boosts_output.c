// SPDX-License-Identifier: MIT
// Outputs of maps with weights: rasters against answers at the centres of pixels, regions in
// several pieces, lines of equal time.
#include "tests/map/hand_plans.h"
#include "tests/map/time_maps.h"

enum { WIDTH = 90, HEIGHT = 70, PIXELS = WIDTH * HEIGHT };

/// The side of make_blocks.
#define SIDE 11.0

typedef struct pixels {
    double time[PIXELS];
    wend_vec2 next[PIXELS];
    uint32_t layer[PIXELS], root[PIXELS], weight[PIXELS];
} pixels;

static wend_time_raster raster_of(const wend_mesh *mesh, pixels *p)
{
    return (wend_time_raster){.box = wend_mesh_box(mesh),
                              .width = WIDTH,
                              .height = HEIGHT,
                              .time = p->time,
                              .next = p->next,
                              .layer = p->layer,
                              .root = p->root,
                              .boost = p->weight};
}

/// Three weights among blocks, one of them in the open.
static void set_blocks(recipe *r, wend_time_form form)
{
    set_recipe(r, form);
    add_source(r, 0.3, 0.4);
    r->sources[0].b = (wend_vec2){0.3, 2.4};
    add_weight(r, 2, 4, 1.5);
    add_weight(r, 5, 8, 2.5);
    add_weight(r, 4.5, 6.5, 2);
}

// A pixel tells what is true at its centre; of equal ones it may tell the other.
static void check_pixels(const wend_time_map *map, uint32_t layer, const wend_time_raster *raster)
{
    const wend_map_raster plain_raster = {.box = raster->box, .width = WIDTH, .height = HEIGHT};
    for (uint32_t i = 0; i < PIXELS; ++i) {
        wend_vec2 centre = wend_map_pixel(&plain_raster, i % WIDTH, i / WIDTH);
        wend_time_result answer = wend_time_map_query(map, layer, centre);
        if (answer.time < 0) {
            assert_true(raster->time[i] == -1 && raster->layer[i] == WEND_MAP_NONE);
            assert_true(raster->root[i] == WEND_MAP_NONE && raster->boost[i] == WEND_MAP_NONE);
            assert_true(raster->next[i].x == centre.x && raster->next[i].y == centre.y);
            continue;
        }
        assert_true(same_time(raster->time[i], answer.time, SIDE));
        bool same = raster->layer[i] == answer.layer && raster->root[i] == answer.root;
        wend_vec2 next = raster->next[i];
        bool told = raster->boost[i] == answer.boost &&
                    same_time(hypot(next.x - answer.next.x, next.y - answer.next.y), 0, SIDE);
        if (same && told)
            continue;
        const wend_map *plain = wend_time_map_plain(map, raster->layer[i]);
        double other = wend_map_query(plain, centre).distance;
        uint32_t count;
        assert_true(same_time(other / wend_time_map_speeds(map, &count)[raster->layer[i]],
                              answer.time, SIDE));
        assert_false(same); // the same region tells the same
    }
}

static void rasters(void **state)
{
    (void)state;
    plan p;
    make_blocks(&p);
    world w = make_world(&p);
    static pixels one, many;
    for (int form = WEND_TIME_TO_SOURCES; form <= WEND_TIME_FROM_SOURCES; ++form) {
        recipe r;
        set_blocks(&r, (wend_time_form)form);
        wend_time_map *map = make_map(w.mesh, &r);
        wend_time_raster raster = raster_of(w.mesh, &one);
        for (uint32_t layer = 0; layer < 3; ++layer) {
            uint32_t asked = layer < 2 ? layer : WEND_TIME_DEFAULT_LAYER;
            assert_int_equal(wend_time_map_paint(map, asked, &raster, NULL, NULL), WEND_OK);
            check_pixels(map, asked, &raster);
        }
        // The same bits for any number of threads.
        wend_tasks_def def = wend_default_tasks_def();
        def.worker_count = 4;
        wend_tasks *tasks;
        assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
        wend_time_raster again = raster_of(w.mesh, &many);
        assert_int_equal(wend_time_map_paint(map, WEND_TIME_DEFAULT_LAYER, &again, tasks, NULL),
                         WEND_OK);
        wend_tasks_destroy(tasks);
        assert_memory_equal(&one, &many, sizeof one);
        // Whatever is not wanted is left out.
        again = (wend_time_raster){
            .box = raster.box, .width = WIDTH, .height = HEIGHT, .layer = many.layer};
        memset(&many, 7, sizeof many);
        assert_int_equal(wend_time_map_paint(map, WEND_TIME_DEFAULT_LAYER, &again, NULL, NULL),
                         WEND_OK);
        assert_memory_equal(one.layer, many.layer, sizeof one.layer);
        again.width = 0;
        assert_int_equal(wend_time_map_paint(map, WEND_TIME_DEFAULT_LAYER, &again, NULL, NULL),
                         WEND_BAD_ARGUMENT);
        wend_time_map_destroy(map);
    }
    free_world(w);
}

// ---- regions ------------------------------------------------------------------------------------

/// Fills the pixels of one region that hang together with a mark.
static void fill(const pixels *p, uint32_t *marks, uint32_t start, uint32_t mark)
{
    static uint32_t stack[PIXELS];
    uint32_t count = 0;
    stack[count++] = start;
    marks[start] = mark;
    while (count > 0) {
        uint32_t i = stack[--count], x = i % WIDTH, y = i / WIDTH;
        const uint32_t beside[] = {x > 0 ? i - 1 : i, x + 1 < WIDTH ? i + 1 : i,
                                   y > 0 ? i - WIDTH : i, y + 1 < HEIGHT ? i + WIDTH : i};
        for (uint32_t k = 0; k < 4; ++k) {
            uint32_t j = beside[k];
            if (marks[j] || p->root[j] != p->root[i] || p->layer[j] != p->layer[i])
                continue;
            marks[j] = mark;
            stack[count++] = j;
        }
    }
}

static bool is_same_region(const pixels *p, uint32_t i, uint32_t k)
{
    return p->root[i] == p->root[k] && p->layer[i] == p->layer[k];
}

/// True if a region is in several pieces of at least so many pixels.
static bool has_islands(const pixels *p, uint32_t least)
{
    static uint32_t marks[PIXELS], sizes[PIXELS + 1], firsts[PIXELS + 1];
    memset(marks, 0, sizeof marks);
    memset(sizes, 0, sizeof sizes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < PIXELS; ++i) {
        if (p->layer[i] == WEND_MAP_NONE)
            continue;
        if (!marks[i]) {
            firsts[++count] = i;
            fill(p, marks, i, count);
        }
        ++sizes[marks[i]];
    }
    for (uint32_t i = 1; i <= count; ++i)
        for (uint32_t k = 1; k < i; ++k)
            if (sizes[i] >= least && sizes[k] >= least && is_same_region(p, firsts[i], firsts[k]))
                return true;
    return false;
}

/// True if two pixels have the same next point, but one comes by a weight and the other does not.
static bool has_other_path(const pixels *p)
{
    for (uint32_t i = 0; i < PIXELS; ++i)
        for (uint32_t k = 0; k < i && p->weight[i] != WEND_MAP_NONE; ++k)
            if (p->layer[k] != WEND_MAP_NONE && p->weight[k] == WEND_MAP_NONE &&
                p->next[k].x == p->next[i].x && p->next[k].y == p->next[i].y)
                return true;
    return false;
}

// Figures 3.7 and 3.8: with a weight, regions may be in pieces, and points with the same parent may
// have other paths. Without one neither happens.
static void regions(void **state)
{
    (void)state;
    plan p;
    plan_clear(&p, 20, true);
    add_block(&p, 3, 5, 7, 9);
    add_block(&p, 10, 9, 14, 15);
    world w = make_world(&p);
    recipe r;
    set_recipe(&r, WEND_TIME_FROM_SOURCES);
    add_source(&r, 1, 1);
    add_weight(&r, 3, 5, 1);
    static pixels painted;
    wend_time_raster raster = raster_of(w.mesh, &painted);
    uint32_t with_islands = 0, with_other_paths = 0;
    for (double weight = 1; weight <= 3; weight += 0.25) {
        r.weights[0].factor = weight;
        wend_time_map *map = make_map(w.mesh, &r);
        assert_int_equal(wend_time_map_paint(map, WEND_TIME_DEFAULT_LAYER, &raster, NULL, NULL),
                         WEND_OK);
        bool islands = has_islands(&painted, 30), other = has_other_path(&painted);
        if (weight == 1)
            assert_false(islands || other);
        with_islands += islands;
        with_other_paths += other;
        wend_time_map_destroy(map);
    }
    assert_true(with_islands > 0);
    assert_true(with_other_paths > 0);
    free_world(w);
}

// ---- lines --------------------------------------------------------------------------------------

#define LINE_ERROR 1e-3

/// How much the length of lines may differ from what their crossings with pixels suggest, which
/// depends on their directions: a missing or a superfluous piece of a line is more.
#define LENGTH_BY_CROSSINGS 0.1

typedef struct lines {
    const wend_time_map *map;
    uint32_t layer, count, most;
    double length;
} lines;

/// Where the line is, the map tells its level, but for the error of the line itself, and once more
/// where it runs along the border of a region.
static bool check_line(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    lines *seen = context;
    assert_true(count >= 2 && (level == 2 || level == 3.5 || level == 6));
    for (uint32_t i = 1; i < count; ++i) {
        wend_vec2 a = points[i - 1], b = points[i];
        wend_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
        seen->length += hypot(b.x - a.x, b.y - a.y);
        double time = wend_time_map_query(seen->map, seen->layer, middle).time;
        if (time >= 0 && fabs(time - level) > 2 * LINE_ERROR)
            fail_msg("at %.17g,%.17g: time %.17g on the line of %g", middle.x, middle.y, time,
                     level);
    }
    return ++seen->count < seen->most;
}

/// The length of the lines, from a raster: how many pixels' sides they cross, on the average.
static double crossings_of(const pixels *p, double level)
{
    uint32_t crossings = 0;
    for (uint32_t i = 0; i < PIXELS; ++i) {
        uint32_t right = i % WIDTH + 1 < WIDTH ? i + 1 : i, up = i + WIDTH < PIXELS ? i + WIDTH : i;
        bool below = p->time[i] < level;
        crossings += p->time[i] >= 0 && p->time[right] >= 0 && below != (p->time[right] < level);
        crossings += p->time[i] >= 0 && p->time[up] >= 0 && below != (p->time[up] < level);
    }
    return crossings;
}

static void isolines(void **state)
{
    (void)state;
    plan p;
    make_blocks(&p);
    world w = make_world(&p);
    const double levels[] = {2, 3.5, 6};
    static pixels painted;
    for (int form = WEND_TIME_TO_SOURCES; form <= WEND_TIME_FROM_SOURCES; ++form) {
        recipe r;
        set_blocks(&r, (wend_time_form)form);
        wend_time_map *map = make_map(w.mesh, &r);
        wend_time_raster raster = raster_of(w.mesh, &painted);
        assert_int_equal(wend_time_map_paint(map, WEND_TIME_DEFAULT_LAYER, &raster, NULL, NULL),
                         WEND_OK);
        lines seen = {.map = map, .layer = WEND_TIME_DEFAULT_LAYER, .most = UINT32_MAX};
        assert_int_equal(wend_time_map_isolines(map, WEND_TIME_DEFAULT_LAYER, levels, 3, LINE_ERROR,
                                                check_line, &seen, NULL),
                         WEND_OK);
        // A line of length l in any direction crosses 4 l / pi sides of pixels of size 1 (Cauchy),
        // lines that are mostly circles about as many.
        double crossings = 0, pixel = sqrt(SIDE / WIDTH * SIDE / HEIGHT);
        for (uint32_t i = 0; i < 3; ++i)
            crossings += crossings_of(&painted, levels[i]);
        assert_true(fabs(crossings * pixel * atan(1) / seen.length - 1) < LENGTH_BY_CROSSINGS);

        lines few = {.map = map, .layer = WEND_TIME_DEFAULT_LAYER, .most = 2};
        assert_int_equal(wend_time_map_isolines(map, WEND_TIME_DEFAULT_LAYER, levels, 3, LINE_ERROR,
                                                check_line, &few, NULL),
                         WEND_OK);
        assert_int_equal(few.count, 2);
        assert_int_equal(wend_time_map_isolines(map, WEND_TIME_DEFAULT_LAYER, levels, 3, 0,
                                                check_line, &few, NULL),
                         WEND_BAD_ARGUMENT);
        wend_time_map_destroy(map);
    }
    free_world(w);
}

static bool count_line(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    (void)level;
    (void)points;
    *(uint32_t *)context += count;
    return true;
}

/// Lines that come right through a weight, where two layers are equally early, with an error that
/// nobody can keep: they come to an end.
static void lines_through_a_weight(void **state)
{
    (void)state;
    plan p;
    plan_clear(&p, 8, true);
    world w = make_world(&p);
    for (int k = 1; k < 32; ++k) {
        recipe r;
        set_recipe(&r, WEND_TIME_FROM_SOURCES);
        add_source(&r, 4, 4);
        add_weight(&r, 4 + k / 8.0, 4 + k / 8.0, 2);
        wend_time_map *map = make_map(w.mesh, &r);
        double level = sqrt(2) * k / 8.0;
        uint32_t points = 0;
        assert_int_equal(wend_time_map_isolines(map, WEND_TIME_DEFAULT_LAYER, &level, 1, 1e-20,
                                                count_line, &points, NULL),
                         WEND_OK);
        assert_true(points > 0);
        wend_time_map_destroy(map);
    }
    free_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rasters),
        cmocka_unit_test(regions),
        cmocka_unit_test(isolines),
        cmocka_unit_test(lines_through_a_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
