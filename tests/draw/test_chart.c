// SPDX-License-Identifier: MIT
// Charts: round ticks, colours that can be read in grey, marks where their figures are and nowhere
// beyond the axes, well-formed SVG, the same bytes each time, any figures, and no memory.
#include "tests/support/failing_malloc.h"
#include "tests/support/picture_check.h"

#include "draw/chart.h"
#include "draw/ticks.h"
#include "wend/random.h"

#include <math.h>

static const canvas_kind kinds[] = {CANVAS_SVG, CANVAS_PNG, CANVAS_PDF};

static chart_report paint(const chart *charts, size_t count, canvas_kind kind, bytes *out)
{
    *out = (bytes){.room = SIZE_MAX};
    const chart_sheet sheet = {.title = "a < b",
                               .note = "& a note",
                               .charts = charts,
                               .count = count,
                               .kind = kind,
                               .write = write_bytes,
                               .write_context = out};
    chart_report report;
    if (!chart_paint(&sheet, &report))
        fail_msg("%s", report.error);
    assert_string_equal(report.error, "");
    assert_true(report.width <= CANVAS_MOST_SIZE && report.height <= CANVAS_MOST_SIZE);
    return report;
}

static cairo_surface_t *paint_pixels(const chart *c)
{
    bytes file;
    chart_report report = paint(c, 1, CANVAS_PNG, &file);
    cairo_surface_t *image = open_png(&file);
    assert_int_equal(cairo_image_surface_get_width(image), report.width);
    assert_int_equal(cairo_image_surface_get_height(image), report.height);
    free(file.data);
    return image;
}

// ---- ticks --------------------------------------------------------------------------------------

static void check_ticks(double range, double most, bool whole, int digit, int power)
{
    ticks t = ticks_plan(range, most, whole);
    if (t.digit != digit || t.power != power)
        print_message("%g over %g: %de%d\n", range, most, t.digit, t.power);
    assert_int_equal(t.digit, digit);
    assert_int_equal(t.power, power);
}

static void test_ticks(void **state)
{
    (void)state;
    check_ticks(10, 10, false, 1, 0);
    check_ticks(10, 5, false, 2, 0);
    check_ticks(10, 4, false, 5, 0);
    check_ticks(10, 1.9, false, 1, 1);
    check_ticks(0.3, 3, false, 1, -1); // though 0.3 / 3 is less than 0.1
    check_ticks(66.24, 7, false, 1, 1);
    check_ticks(1, 8, false, 2, -1);
    check_ticks(1, 8, true, 1, 0);
    check_ticks(1e9, 10, true, 1, 8);
    check_ticks(1e-300, 10, false, 1, -301);

    ticks tenth = {1, -1};
    assert_true(ticks_below(tenth, 0.3) == 3 && ticks_above(tenth, 0.3) == 3);
    assert_true(ticks_below(tenth, 0.35) == 3 && ticks_above(tenth, 0.35) == 4);
    assert_true(ticks_below(tenth, -0.35) == -4 && ticks_above(tenth, -0.35) == -3);
}

static void check_label(int digit, int power, double number, const char *wanted)
{
    char label[TICK_LABEL_SIZE];
    ticks_label((ticks){digit, power}, number, label);
    assert_string_equal(label, wanted);
}

static void test_labels(void **state)
{
    (void)state;
    check_label(5, 0, 0, "0");
    check_label(5, -1, 1, "0.5");
    check_label(5, -1, 2, "1.0");
    check_label(2, -3, -7,
                "\xe2\x88\x92"
                "0.014");
    check_label(2, -1, -7,
                "\xe2\x88\x92"
                "1.4");
    check_label(2, 3, 4, "8000");
    check_label(5, 5, 3, "1500000");
    check_label(2, 8, 10, "2e9");
    check_label(5, -9, 3, "15e-9");
}

// What ticks of random ranges promise: as few as asked, and a larger step's predecessor has more.
static void test_random_ticks(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(5, 0);
    for (int i = 0; i < 20000; ++i) {
        double range = pow(10, wend_random_between(&random, -12, 12));
        double most = wend_random_between(&random, 1, 30);
        ticks t = ticks_plan(range, most, false);
        double step = ticks_step(t);
        assert_true(t.digit == 1 || t.digit == 2 || t.digit == 5);
        assert_true(range / step <= most * (1 + 1e-5));
        assert_true(range / step > most / 2.6);
        double value = wend_random_between(&random, -1, 1) * range;
        double low = ticks_below(t, value), high = ticks_above(t, value);
        assert_true(low * step <= value + 2e-6 * step && high * step >= value - 2e-6 * step);
        assert_true(high - low <= 1);
    }
}

// ---- colours ------------------------------------------------------------------------------------

// As the eye weighs them (ITU-R BT.709, without gamma: only the order matters).
static double lightness(wend_colour c)
{
    return 0.2126 * (c >> 24 & 0xff) + 0.7152 * (c >> 16 & 0xff) + 0.0722 * (c >> 8 & 0xff);
}

static void test_ramps(void **state)
{
    (void)state;
    for (int r = RAMP_HEAT; r <= RAMP_SPEED; ++r) {
        bool darker = lightness(ramp_colour((ramp)r, 0)) > lightness(ramp_colour((ramp)r, 1));
        for (int i = 0; i < 100; ++i) {
            double a = lightness(ramp_colour((ramp)r, i / 100.0));
            double b = lightness(ramp_colour((ramp)r, (i + 1) / 100.0));
            assert_true(darker ? a > b : a < b);
        }
        assert_int_equal(ramp_colour((ramp)r, -3), ramp_colour((ramp)r, 0));
        assert_int_equal(ramp_colour((ramp)r, INFINITY), ramp_colour((ramp)r, 1));
        assert_int_equal(ramp_colour((ramp)r, NAN), WEND_NO_COLOUR);
    }
}

// ---- marks are where they belong ----------------------------------------------------------------

#define RED  0xff0000ffu
#define LIME 0x00ff00ffu
#define NAVY 0x0000ffffu
#define PINK 0xff00ffffu
#define CYAN 0x00ffffffu

static chart_series dot(const wend_vec2 *at, wend_colour colour)
{
    return (chart_series){
        .points = at, .count = 1, .mark = CHART_POINTS, .colour = colour, .width = 6};
}

static void test_places(void **state)
{
    (void)state;
    const wend_vec2 low = {2, 100}, high = {12, 500}, between = {4, 400}, outside = {13, 300};
    const chart_series series[] = {dot(&low, RED), dot(&high, LIME), dot(&between, NAVY),
                                   dot(&outside, PINK)};
    const chart c = {.x = {.least = 2, .most = 12},
                     .y = {.least = 100, .most = 500},
                     .series = series,
                     .series_count = 4};
    cairo_surface_t *image = paint_pixels(&c);
    blot a = find_colour(image, RED), b = find_colour(image, LIME), m = find_colour(image, NAVY);
    assert_true(a.count > 0 && b.count > 0 && m.count > 60);
    // The dots at the ends lie half under the axes, so they tell where these are only roughly.
    assert_true(b.x > a.x + 800 && b.y < a.y - 300);
    assert_true(fabs(m.x - (a.x + 0.2 * (b.x - a.x))) < 3);
    assert_true(fabs(m.y - (a.y + 0.75 * (b.y - a.y))) < 3);
    assert_true(find_colour(image, PINK).count == 0);
    cairo_surface_destroy(image);
}

static void test_same_scale(void **state)
{
    (void)state;
    const wend_vec2 a = {10, 10}, b = {20, 10}, c = {10, 40}, corner = {0, 0}, far = {30, 90};
    const chart_series series[] = {dot(&a, RED), dot(&b, LIME), dot(&c, NAVY), dot(&corner, CYAN),
                                   dot(&far, CYAN)};
    chart place = {.same_scale = true, .series = series, .series_count = 5};
    cairo_surface_t *image = paint_pixels(&place);
    blot at = find_colour(image, RED), right = find_colour(image, LIME);
    blot up = find_colour(image, NAVY);
    double scale = (right.x - at.x) / 10;
    assert_true(scale > 5);
    assert_true(fabs((at.y - up.y) / 30 - scale) < 0.1);
    cairo_surface_destroy(image);
    // As in images: y grows downwards.
    place.y.down = true;
    image = paint_pixels(&place);
    at = find_colour(image, RED);
    up = find_colour(image, NAVY);
    assert_true(fabs((up.y - at.y) / 30 - scale) < 0.1);
    cairo_surface_destroy(image);
}

// A line that leaves the axes and comes back is cut off there, and starts where it comes back.
static void test_cut_off(void **state)
{
    (void)state;
    const wend_vec2 line[] = {{0, 5}, {5, 15}, {10, 5}, {10, -1e9}, {5, NAN}, {0, 2}, {1e12, 2}};
    const wend_vec2 area[] = {{-1e6, 0}, {1e6, 0}, {1e6, 1}, {-1e6, 1}};
    const wend_vec2 low = {0, 0}, high = {10, 10};
    const chart_series series[] = {
        {.points = area, .count = 4, .mark = CHART_AREA, .colour = NAVY},
        {.points = line, .count = 7, .colour = PINK, .width = 3},
        dot(&low, RED),
        dot(&high, LIME),
    };
    const chart c = {.x = {.least = 0, .most = 10},
                     .y = {.least = 0, .most = 10},
                     .series = series,
                     .series_count = 4};
    cairo_surface_t *image = paint_pixels(&c);
    blot a = find_colour(image, RED), b = find_colour(image, LIME);
    int seen = 0;
    for (int y = 0; y < cairo_image_surface_get_height(image); ++y)
        for (int x = 0; x < cairo_image_surface_get_width(image); ++x)
            if (pixel(image, x, y) == PINK >> 8) {
                ++seen;
                // Within the axes but for half its width and the middle of a half-hidden dot.
                assert_true(x > a.x - 8 && x < b.x + 8 && y > b.y - 8 && y < a.y + 8);
            }
    assert_true(seen > 1000);
    // It is away over the middle, where it would be at 15.
    double middle = (a.x + b.x) / 2;
    for (int y = 0; y < (int)(a.y / 4 + b.y * 3 / 4); ++y)
        assert_int_not_equal(pixel(image, (int)middle, y), PINK >> 8);
    cairo_surface_destroy(image);
}

// ---- maps ---------------------------------------------------------------------------------------

static void test_map(void **state)
{
    (void)state;
    // 0 lower left, 1 lower right, nothing upper left, 4 (beyond the limits) upper right.
    const double values[] = {0, 1, NAN, 4};
    const chart_map map = {{{0, 0}, {2, 2}}, 2, 2, values};
    const chart c = {
        .same_scale = true, .map = &map, .scale = {.title = "amount", .least = 0, .most = 2}};
    cairo_surface_t *image = paint_pixels(&c);
    blot low = find_colour(image, ramp_colour(RAMP_HEAT, 0));
    blot half = find_colour(image, ramp_colour(RAMP_HEAT, 32 / 63.0));
    blot most = find_colour(image, ramp_colour(RAMP_HEAT, 1));
    assert_true(low.count > 10000 && fabs(low.count - half.count) < 0.02 * low.count);
    assert_true(fabs(low.count - most.count) < 0.02 * low.count);
    assert_true(half.x > low.x && fabs(half.y - low.y) < 2);
    assert_true(most.y < half.y && fabs(half.x - most.x) < 2);
    assert_int_equal(pixel(image, (int)low.x, (int)most.y), 0xffffff);
    cairo_surface_destroy(image);
}

// What a shape fills lies below the map, or above it; outlines lie above.
static void test_shapes(void **state)
{
    (void)state;
    const double value = 1;
    const chart_map map = {{{0, 0}, {10, 10}}, 1, 1, &value};
    const wend_vec2 square[] = {{2, 2}, {8, 2}, {8, 8}, {2, 8}, {4, 4}, {6, 4}, {6, 6}, {4, 6}};
    const uint32_t ends[] = {4, 8};
    chart_shape shape = {square, ends, 2, true, {.fill = NAVY, .line = LIME, .width = 3}};
    const chart c = {.same_scale = true, .map = &map, .shapes = &shape, .shape_count = 1};
    cairo_surface_t *image = paint_pixels(&c);
    blot filled = find_colour(image, NAVY), outline = find_colour(image, LIME);
    assert_true(filled.count > 10000 && outline.count > 1000);
    assert_int_not_equal(pixel(image, (int)filled.x, (int)filled.y), NAVY >> 8); // the hole
    cairo_surface_destroy(image);
    shape.above = false;
    image = paint_pixels(&c);
    assert_true(find_colour(image, NAVY).count == 0);
    assert_true(find_colour(image, LIME).count == outline.count);
    cairo_surface_destroy(image);
}

// ---- files --------------------------------------------------------------------------------------

// A bit of everything.
static void everything(chart charts[2])
{
    static const wend_vec2 steps[] = {{0, 0}, {1, 1}, {2, 3}, {5, 4}};
    static const double speeds[] = {0.2, NAN, 1.3, 0.4};
    static const wend_vec2 band[] = {{0, 1}, {5, 2}, {5, 3}, {0, 2}};
    static const double values[] = {0, 1, NAN, 2, 5, 3};
    static const chart_map map = {{{0, 0}, {3, 2}}, 3, 2, values};
    static const wend_vec2 room[] = {{0, 0}, {3, 0}, {3, 2}, {0, 2}};
    static const uint32_t end = 4;
    static const chart_shape shape = {room, &end, 1, false, {.fill = WEND_LIGHT_GREY}};
    static const chart_series series[] = {
        {.name = "<steps> & \"more\"", .points = steps, .count = 4, .mark = CHART_STEPS},
        {.name = "band", .points = band, .count = 4, .mark = CHART_AREA},
        {.name = "dots", .points = steps, .count = 4, .mark = CHART_POINTS},
        {.name = "dots", .points = band, .count = 4, .mark = CHART_POINTS},
    };
    static const chart_series way = {.points = steps, .count = 4, .values = speeds};
    static const chart_rule rules[] = {{.name = "limit", .at = 3.5},
                                       {.name = "end", .at = 4, .upright = true}};
    charts[0] = (chart){.title = "first",
                        .x.title = "time [s]",
                        .y = {.title = "count", .zero = true, .whole = true},
                        .series = series,
                        .series_count = 4,
                        .rules = rules,
                        .rule_count = 2};
    charts[1] = (chart){.title = "second",
                        .x.title = "x [m]",
                        .y.title = "y [m]",
                        .same_scale = true,
                        .map = &map,
                        .shapes = &shape,
                        .shape_count = 1,
                        .series = &way,
                        .series_count = 1,
                        .scale = {.title = "speed [m/s]", .ramp = RAMP_SPEED}};
}

static void test_svg(void **state)
{
    (void)state;
    chart charts[2];
    everything(charts);
    bytes file;
    chart_report report = paint(charts, 2, CANVAS_SVG, &file);
    check_xml(file.data);
    assert_int_equal(report.width, 640);
    static const char *const texts[] = {
        ">a &lt; b</text>", ">&amp; a note</text>", ">first</text>",
        ">second</text>",   ">time [s]</text>",     ">count</text>",
        ">dots</text>",     ">speed [m/s]</text>",  ">limit</text>",
        ">band</text>",     ">y [m]</text>",        "<g id=\"data\"",
        "<g id=\"data-2\"", "<g id=\"axes\"",       ">&lt;steps&gt; &amp; &quot;more&quot;</text>",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        if (occurrences(file.data, texts[i]) != 1)
            print_message("%s\n", texts[i]);
        assert_int_equal(occurrences(file.data, texts[i]), 1);
    }
    // Whole ticks, from 0.
    assert_true(occurrences(file.data, ">4</text>") > 0);
    free(file.data);
}

static void test_same_bytes(void **state)
{
    (void)state;
    chart charts[2];
    everything(charts);
    for (int kind = 0; kind < 3; ++kind) {
        bytes first, second;
        paint(charts, 2, kinds[kind], &first);
        paint(charts, 2, kinds[kind], &second);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        free(first.data);
        free(second.data);
    }
}

static void test_write_failure(void **state)
{
    (void)state;
    chart charts[2];
    everything(charts);
    for (int kind = 0; kind < 3; ++kind) {
        bytes whole;
        paint(charts, 2, kinds[kind], &whole);
        const size_t rooms[] = {0, 1, 100, whole.size / 3, whole.size / 2};
        for (size_t i = 0; i < sizeof rooms / sizeof *rooms; ++i) {
            bytes file = {.room = rooms[i]};
            const chart_sheet sheet = {.title = "full disk",
                                       .charts = charts,
                                       .count = 2,
                                       .kind = kinds[kind],
                                       .write = write_bytes,
                                       .write_context = &file};
            chart_report report;
            assert_false(chart_paint(&sheet, &report));
            assert_true(file.failed && report.error[0]);
            free(file.data);
        }
        free(whole.data);
    }
}

static bool count_bytes(void *context, const void *data, size_t size)
{
    (void)data;
    *(size_t *)context += size;
    return true;
}

// Every allocation fails once: the chart says so, or does not need it.
static void test_no_memory(void **state)
{
    (void)state;
    chart charts[2];
    everything(charts);
    int failures = 0;
    for (size_t at = 1;; ++at) {
        size_t size = 0;
        const chart_sheet sheet = {.charts = charts,
                                   .count = 2,
                                   .kind = CANVAS_SVG,
                                   .write = count_bytes,
                                   .write_context = &size};
        chart_report report;
        allocations = 0;
        failing_allocation = at;
        bool painted = chart_paint(&sheet, &report);
        bool reached = allocations >= at;
        failing_allocation = 0;
        if (!reached) {
            assert_true(painted);
            break;
        }
        failures += !painted;
        assert_true(painted || strcmp(report.error, "out of memory") == 0);
    }
    assert_true(failures >= 5);
}

// ---- any figures --------------------------------------------------------------------------------

static double strange(wend_random *random)
{
    switch (wend_random_below(random, 8)) {
    case 0:
        return 0;
    case 1:
        return 1e308 * wend_random_between(random, -1, 1);
    case 2:
        return 1e-308 * wend_random_between(random, -1, 1);
    case 3:
        return NAN;
    case 4:
        return wend_random_below(random, 2) ? INFINITY : -INFINITY;
    case 5:
        return 1e9 + wend_random_between(random, 0, 1e-6);
    default:
        return wend_random_between(random, -10, 10);
    }
}

static void test_strange_figures(void **state)
{
    (void)state;
    int count = long_tier() ? 3000 : 150;
    for (int seed = 0; seed < count; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 0);
        wend_vec2 points[40];
        double values[40];
        for (int i = 0; i < 40; ++i) {
            points[i] = (wend_vec2){strange(&random), strange(&random)};
            values[i] = strange(&random);
        }
        chart_series series[4];
        for (int i = 0; i < 4; ++i)
            series[i] = (chart_series){.name = "series",
                                       .points = points + 10 * i,
                                       .count = wend_random_below(&random, 11),
                                       .mark = (chart_mark)i,
                                       .values = wend_random_below(&random, 2) ? values : NULL};
        const chart_map map = {{{0, 0}, {strange(&random), strange(&random)}}, 5, 4, values};
        const chart_rule rule = {.name = "rule", .at = strange(&random)};
        const double low = strange(&random), high = strange(&random);
        const chart c = {.same_scale = wend_random_below(&random, 2),
                         .y.least = wend_random_below(&random, 4) ? 0 : low,
                         .y.most = wend_random_below(&random, 4) ? 0 : high,
                         .scale.most = wend_random_below(&random, 4) ? 0 : high,
                         .x.zero = wend_random_below(&random, 2),
                         .y.whole = wend_random_below(&random, 2),
                         .map = wend_random_below(&random, 3) ? NULL : &map,
                         .series = series,
                         .series_count = wend_random_below(&random, 5),
                         .rules = &rule,
                         .rule_count = wend_random_below(&random, 2)};
        bytes file = {.room = SIZE_MAX};
        const chart_sheet sheet = {.charts = &c,
                                   .count = 1,
                                   .kind = CANVAS_SVG,
                                   .width = 200 + wend_random_below(&random, 800),
                                   .write = write_bytes,
                                   .write_context = &file};
        chart_report report;
        if (!chart_paint(&sheet, &report))
            fail_msg("seed %d: %s", seed, report.error);
        check_xml(file.data);
        assert_null(strstr(file.data, "nan"));
        assert_null(strstr(file.data, "inf"));
        // At most a few hundred ticks, whatever the figures.
        assert_true(occurrences(file.data, "<text") < 300);
        free(file.data);
    }
}

// Names stand at their ticks, and a box is where its five points are.
static void test_boxes(void **state)
{
    (void)state;
    static const char *const names[] = {"one", "two"}, *const powers[] = {"1 ms", "10 ms", "0.1 s"};
    const wend_vec2 points[] = {{1, 0.5},  {1, 1},   {1, 1.25}, {1, 1.5}, {1, 1.75},
                                {2, 0.25}, {2, NAN}, {2, 1},    {2, 1},   {2, 1}};
    const chart_series boxes = {
        .name = "boxes", .points = points, .count = 10, .mark = CHART_BOXES, .colour = WEND_BLUE};
    chart c = {.x = {.least = 0.5, .most = 2.5, .names = names, .first_name = 1, .name_count = 2},
               .y = {.least = 0, .most = 2, .names = powers, .name_count = 3},
               .series = &boxes,
               .series_count = 1};
    bytes file;
    paint(&c, 1, CANVAS_SVG, &file);
    check_xml(file.data);
    for (int i = 0; i < 2; ++i)
        assert_non_null(strstr(file.data, names[i]));
    for (int i = 0; i < 3; ++i)
        assert_non_null(strstr(file.data, powers[i]));
    assert_int_equal(occurrences(file.data, "<circle"), 2); // the second has no quartile
    free(file.data);
    // No names where there would be too many of them.
    c.y.most = 1e9;
    paint(&c, 1, CANVAS_SVG, &file);
    assert_null(strstr(file.data, "1 ms"));
    assert_true(occurrences(file.data, "<text") < 30);
    free(file.data);
}

static void test_empty(void **state)
{
    (void)state;
    const chart nothing = {0}, place = {.same_scale = true};
    bytes file;
    paint(NULL, 0, CANVAS_SVG, &file);
    free(file.data);
    paint(&nothing, 1, CANVAS_PNG, &file);
    free(file.data);
    paint(&place, 1, CANVAS_PDF, &file);
    free(file.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticks),        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_random_ticks), cmocka_unit_test(test_ramps),
        cmocka_unit_test(test_places),       cmocka_unit_test(test_same_scale),
        cmocka_unit_test(test_cut_off),      cmocka_unit_test(test_map),
        cmocka_unit_test(test_shapes),       cmocka_unit_test(test_svg),
        cmocka_unit_test(test_same_bytes),   cmocka_unit_test(test_write_failure),
        cmocka_unit_test(test_no_memory),    cmocka_unit_test(test_strange_figures),
        cmocka_unit_test(test_boxes),        cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
