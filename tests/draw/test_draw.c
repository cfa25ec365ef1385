// SPDX-License-Identifier: MIT
// Pictures: the right pixels, well-formed SVG, layers by name, a sheet that fits every world, the
// same bytes each time, and words when they can't be written.
#include "tests/support/picture_check.h"

#include "draw/canvas.h"
#include "draw/paper.h"
#include "wend/random.h"

#include <math.h>

// ---- painting into memory -----------------------------------------------------------------------

static canvas_report paint(const canvas_def *def, canvas_describe_fn *describe, const void *subject,
                           bytes *out)
{
    canvas_def writing = *def;
    *out = (bytes){.room = SIZE_MAX};
    writing.write = write_bytes;
    writing.write_context = out;
    canvas_report report;
    if (canvas_paint(&writing, describe, subject, &report) != CANVAS_DONE)
        fail_msg("%s", report.error);
    assert_string_equal(report.error, "");
    assert_true(out->size > 0);
    return report;
}

// ---- a subject ----------------------------------------------------------------------------------

static const wend_box test_world = {{0, 0}, {100, 50}};
static const wend_ink vermilion = {.fill = WEND_VERMILION};
static const wend_ink blue = {.fill = WEND_BLUE};

static void draw_square(const wend_draw *draw, double x, double y, double side, wend_ink ink)
{
    wend_vec2 corners[] = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
    draw->polygon(draw->context, corners, &(uint32_t){4}, 1, ink);
}

// Vermilion at (10, 5), blue at (80, 35) with a hole, both of 10 m; a black disc of 5 m at (50,
// 25).
static bool describe_marks(const void *subject, const wend_draw *draw)
{
    (void)subject;
    if (draw->layer(draw->context, "low", "", vermilion))
        draw_square(draw, 10, 5, 10, vermilion);
    if (draw->layer(draw->context, "high", "", blue)) {
        wend_vec2 points[] = {{80, 35}, {90, 35}, {90, 45}, {80, 45},
                              {84, 39}, {86, 39}, {86, 41}, {84, 41}};
        draw->polygon(draw->context, points, (uint32_t[]){4, 8}, 2, blue);
    }
    if (draw->layer(draw->context, "disc", "", blue))
        draw->circle(draw->context, (wend_vec2){50, 25}, 5, (wend_ink){.fill = WEND_BLACK});
    return true;
}

// Everything at once, with a careless describer that draws what is not wanted, and nasty texts.
static bool describe_all(const void *subject, const wend_draw *draw)
{
    const char *text = subject;
    draw->layer(draw->context, "shapes", "a <shape> & \"more\"", vermilion);
    draw_square(draw, 10, 5, 10, vermilion);
    draw->line(draw->context, (wend_vec2[]){{0, 0}, {100, 50}, {100, 50}}, 3,
               (wend_ink){.line = WEND_BLACK, .dash = 3});
    draw->line(draw->context, (wend_vec2[]){{50, 10}}, 1,
               (wend_ink){.line = WEND_GREEN, .width = 4});
    draw->circle(draw->context, (wend_vec2){20, 40}, 0, blue);
    draw->circle(draw->context, (wend_vec2){1e300, -INFINITY}, 1e300, blue);
    draw->layer(draw->context, "shapes", "more of it", (wend_ink){.line = WEND_BLUE, .width = 2});
    draw_square(draw, -1e12, -1e12, 2e12, (wend_ink){.line = WEND_BLUE});
    draw->layer(draw->context, "words", "", blue);
    draw->text(draw->context, test_world, text ? text : "one\ntwo", 9, WEND_BLACK);
    return true;
}

static const canvas_kind kinds[] = {CANVAS_SVG, CANVAS_PNG, CANVAS_PDF};

// ---- pixels -------------------------------------------------------------------------------------

static void test_pixels(void **state)
{
    (void)state;
    bytes file;
    canvas_def def = {.world = test_world, .kind = CANVAS_PNG, .width = 1000};
    canvas_report report = paint(&def, describe_marks, NULL, &file);
    cairo_surface_t *image = open_png(&file);
    assert_int_equal(cairo_image_surface_get_width(image), 1000);
    assert_int_equal(report.width, 1000);
    assert_int_equal(cairo_image_surface_get_height(image), report.height);

    blot low = find_colour(image, WEND_VERMILION), high = find_colour(image, WEND_BLUE);
    assert_true(low.count > 0 && high.count > 0);
    // Both axes have one scale, x is to the right and y is up.
    double scale = (high.x - low.x) / 70;
    assert_true(scale > 8 && scale < 10);
    assert_true(fabs((low.y - high.y) / 30 - scale) < 0.02);
    // Sizes are right, and the hole is one. A square's rim of mixed pixels is not counted.
    assert_true(fabs(sqrt(low.count) - 10 * scale) < 2);
    assert_true(fabs(high.count - 96 * scale * scale) < 60 * scale);
    assert_int_equal(pixel(image, (int)high.x, (int)high.y), 0xffffff);
    // The disc is in the middle between them. Its neighbourhood is free and white.
    int x = (int)(low.x + 35 * scale), y = (int)(low.y - 15 * scale);
    assert_int_equal(pixel(image, x, y), 0x000000);
    assert_int_equal(pixel(image, x + (int)(4.5 * scale), y), 0x000000);
    assert_int_equal(pixel(image, x + (int)(5.5 * scale), y), 0xffffff);
    cairo_surface_destroy(image);
    free(file.data);
}

static void test_chosen_pixels(void **state)
{
    (void)state;
    bytes file;
    canvas_def def = {.world = test_world, .kind = CANVAS_PNG, .width = 400, .layers = "high,disc"};
    canvas_report report = paint(&def, describe_marks, NULL, &file);
    assert_string_equal(report.layers, "high,disc");
    cairo_surface_t *image = open_png(&file);
    assert_true(find_colour(image, WEND_BLUE).count > 0);
    assert_true(find_colour(image, WEND_VERMILION).count == 0);
    cairo_surface_destroy(image);
    free(file.data);
}

// ---- images -------------------------------------------------------------------------------------

// Two by two pixels over 20 m from (10, 10) on: below vermilion and blue, above nothing and black.
static bool describe_image(const void *subject, const wend_draw *draw)
{
    (void)subject;
    static const wend_colour pixels[] = {WEND_VERMILION, WEND_BLUE, WEND_NO_COLOUR, WEND_BLACK};
    if (draw->layer(draw->context, "image", "", (wend_ink){0}))
        draw->image(draw->context, (wend_box){{10, 10}, {30, 30}}, pixels, 2, 2);
    return true;
}

static void test_image(void **state)
{
    (void)state;
    bytes file;
    canvas_def def = {.world = test_world, .kind = CANVAS_PNG, .width = 1000};
    paint(&def, describe_image, NULL, &file);
    cairo_surface_t *image = open_png(&file);
    blot low = find_colour(image, WEND_VERMILION), right = find_colour(image, WEND_BLUE);
    assert_true(low.count > 0 && right.count > 0);
    double side = right.x - low.x;
    assert_true(side > 80 && side < 110 && fabs(low.y - right.y) < 2);
    // Above the first pixel there is nothing, above the second it is black.
    assert_int_equal(pixel(image, (int)low.x, (int)(low.y - side)), 0xffffff);
    assert_int_equal(pixel(image, (int)right.x, (int)(right.y - side)), 0x000000);
    cairo_surface_destroy(image);
    free(file.data);
    for (int kind = 0; kind < 3; ++kind) {
        def.kind = kinds[kind];
        paint(&def, describe_image, NULL, &file);
        if (def.kind == CANVAS_SVG) {
            assert_non_null(strstr(file.data, "<image x=\""));
            assert_non_null(strstr(file.data, "data:image/png;base64,iVBORw0KGgo"));
        }
        free(file.data);
    }
}

// ---- SVG ----------------------------------------------------------------------------------------

static void test_svg(void **state)
{
    (void)state;
    bytes file;
    canvas_def def = {.world = test_world, .kind = CANVAS_SVG, .title = "a < b & \"c\" \x01!"};
    canvas_report report = paint(&def, describe_all, "<t>\n\xc3\xa9", &file);
    check_xml(file.data);
    assert_string_equal(report.layers, "shapes,words");
    assert_int_equal(report.width, 800);
    assert_int_equal(occurrences(file.data, "<g id=\"shapes\""), 1);
    assert_int_equal(occurrences(file.data, "<g id=\"words\""), 1);
    assert_int_equal(occurrences(file.data, "<title>a &lt; b &amp; &quot;c&quot; ?!</title>"), 1);
    assert_int_equal(occurrences(file.data, ">&lt;t&gt;</text>"), 1);
    assert_int_equal(occurrences(file.data, ">\xc3\xa9</text>"), 1);
    assert_int_equal(occurrences(file.data, ">more of it</text>"), 1);
    assert_int_equal(occurrences(file.data, "stroke-dasharray=\"3\""), 1);
    free(file.data);

    def.layers = "words";
    report = paint(&def, describe_all, NULL, &file);
    check_xml(file.data);
    assert_string_equal(report.layers, "words");
    assert_int_equal(occurrences(file.data, "id=\"shapes\""), 0);
    assert_int_equal(occurrences(file.data, ">more of it</text>"), 0);
    free(file.data);
}

// The numbers of a path: relative steps add up to the square that was drawn.
static void test_svg_path(void **state)
{
    (void)state;
    bytes file;
    canvas_def def = {.world = test_world, .kind = CANVAS_SVG, .layers = "low"};
    paint(&def, describe_marks, NULL, &file);
    const char *path = strstr(file.data, "<g fill=\"#d55e00\" stroke=\"none\">\n<path d=\"");
    assert_non_null(path);
    // The frame is 768 points wide with 10 points to spare on both sides, so 748 for 100 m.
    path = strchr(path, 'M');
    assert_int_equal(strncmp(path, "M100.8 ", 7), 0);
    assert_non_null(strstr(path, "h74.8v-74.8h-74.8z\"/>"));
    free(file.data);
}

// ---- layers, texts, files -----------------------------------------------------------------------

static void test_unknown_layers(void **state)
{
    (void)state;
    static const char *const lists[] = {"lo", "low,", "", "low,sky", "lower", ",", "low, high"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
        bytes file = {.room = 0}; // nothing may be written
        canvas_def def = {
            .world = test_world, .layers = lists[i], .write = write_bytes, .write_context = &file};
        canvas_report report;
        assert_int_equal(canvas_paint(&def, describe_marks, NULL, &report), CANVAS_NO_LAYER);
        assert_false(file.failed);
        assert_non_null(strstr(report.error, "available layers: low, high, disc"));
    }
}

// Draws the same word at places that get closer and closer.
static bool describe_texts(const void *subject, const wend_draw *draw)
{
    double gap = *(const double *)subject;
    draw->layer(draw->context, "texts", "", blue);
    for (int i = 0; i < 20; ++i) {
        wend_vec2 at = {50, 1 + i * gap};
        draw->text(draw->context, (wend_box){at, at}, "word", 9, WEND_BLACK);
    }
    wend_vec2 far_off = {1e6, 0};
    draw->text(draw->context, (wend_box){far_off, far_off}, "unseen", 9, WEND_BLACK);
    return true;
}

static void test_texts(void **state)
{
    (void)state;
    bytes file;
    canvas_def def = {.world = test_world};
    // 50 m are 374 points: 20 lines have room, side by side.
    canvas_report report = paint(&def, describe_texts, &(double){2.4}, &file);
    assert_int_equal(report.texts_left_out, 0);
    assert_int_equal(occurrences(file.data, ">word</text>"), 20);
    assert_int_equal(occurrences(file.data, "unseen"), 0);
    free(file.data);
    // All at one place: one stays, one is above, one is below, and a note says so.
    report = paint(&def, describe_texts, &(double){0}, &file);
    assert_int_equal(report.texts_left_out, 17);
    assert_int_equal(occurrences(file.data, ">word</text>"), 3);
    assert_int_equal(occurrences(file.data, ">17 labels omitted</text>"), 1);
    free(file.data);
}

static void test_same_bytes(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        canvas_def def = {.world = test_world, .kind = kinds[kind], .title = "twice"};
        bytes first, second;
        paint(&def, describe_all, NULL, &first);
        paint(&def, describe_all, NULL, &second);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        free(first.data);
        free(second.data);
    }
}

static void test_write_failure(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        canvas_def def = {.world = test_world, .kind = kinds[kind], .title = "full disk"};
        bytes whole;
        paint(&def, describe_all, NULL, &whole);
        const size_t rooms[] = {0, 1, 100, whole.size / 2, whole.size - 1};
        for (size_t i = 0; i < sizeof rooms / sizeof *rooms; ++i) {
            bytes file = {.room = rooms[i]};
            def.write = write_bytes;
            def.write_context = &file;
            canvas_report report;
            assert_int_equal(canvas_paint(&def, describe_all, NULL, &report), CANVAS_FAILED);
            assert_true(file.failed);
            assert_true(strlen(report.error) > 0);
            free(file.data);
        }
        free(whole.data);
    }
}

static bool describe_without_memory(const void *subject, const wend_draw *draw)
{
    (void)subject;
    draw->layer(draw->context, "none", "", blue);
    return false;
}

static void test_describer_without_memory(void **state)
{
    (void)state;
    canvas_def def = {.world = test_world, .write = write_bytes, .write_context = &(bytes){0}};
    canvas_report report;
    assert_int_equal(canvas_paint(&def, describe_without_memory, NULL, &report), CANVAS_FAILED);
    assert_string_equal(report.error, "out of memory");
}

static void test_kinds(void **state)
{
    (void)state;
    canvas_kind kind;
    assert_true(canvas_kind_of("a.svg", &kind) && kind == CANVAS_SVG);
    assert_true(canvas_kind_of("/b.c/a.PNG", &kind) && kind == CANVAS_PNG);
    assert_true(canvas_kind_of("a.svg.Pdf", &kind) && kind == CANVAS_PDF);
    assert_false(canvas_kind_of("svg", &kind));
    assert_false(canvas_kind_of(".svg", &kind));
    assert_false(canvas_kind_of("a.jpg", &kind));
    assert_false(canvas_kind_of("", &kind));
}

// ---- the sheet ----------------------------------------------------------------------------------

static void check_sheet(const paper *sheet)
{
    wend_box frame = sheet->frame;
    assert_true(sheet->height <= sheet->most_height);
    assert_true(frame.min.x > 0 && frame.max.x < sheet->width && frame.min.y > 0);
    assert_true(frame.max.y < sheet->height && frame.max.y - frame.min.y >= 59);
    // All four corners of the world are in the frame, the lower ones below.
    wend_vec2 low = paper_place(sheet, sheet->world.min);
    wend_vec2 high = paper_place(sheet, sheet->world.max);
    assert_true(low.x >= frame.min.x && low.y <= frame.max.y && low.y >= high.y);
    assert_true(high.x <= frame.max.x && high.y >= frame.min.y && high.x >= low.x);

    // The bar is 1, 2 or 5 times a power of ten, as its label says, and has its place.
    double bar = sheet->bar * sheet->scale, width = frame.max.x - frame.min.x;
    assert_true(bar <= width * 0.25 + 1e-9 && bar > width * 0.09);
    char *unit;
    double said = strtod(sheet->bar_label, &unit);
    said *= strcmp(unit, " km") == 0 ? 1000 : 1;
    assert_true(unit[0] == ' ' && fabs(said / sheet->bar - 1) < 1e-9);
    assert_true(strcmp(unit, " km") == 0 || strcmp(unit, " m") == 0);
    double digit = said / pow(10, floor(log10(said) + 1e-9));
    assert_true(fabs(digit - 1) < 1e-6 || fabs(digit - 2) < 1e-6 || fabs(digit - 5) < 1e-6);
}

static void test_sheets(void **state)
{
    (void)state;
    uint64_t seed = 7;
    wend_random random = wend_random_stream(seed, 0);
    paper_entry entries[6] = {0};
    for (int i = 0; i < 6; ++i) {
        snprintf(entries[i].title, sizeof entries[i].title, "entry number %d of the legend", i);
        entries[i].wanted = true;
    }
    cairo_t *ruler = lettering_open();
    for (int round = 0; round < 2000; ++round) {
        double width = pow(10, wend_random_between(&random, -3, 9));
        double height = pow(10, wend_random_between(&random, -3, 9));
        if (round % 7 == 0)
            width = 0;
        if (round % 5 == 0)
            height = 0;
        double far_off = round % 3 ? 0 : 1e6;
        paper sheet = {
            .world = {{far_off, -far_off}, {far_off + width, -far_off + height}},
            .wanted_width = round % 2 ? 0 : wend_random_between(&random, 100, 4000),
            .most_height = 4000,
            .title = "sheet",
            .entries = entries,
            .entry_count = wend_random_below(&random, 7),
            .ruler = ruler,
        };
        paper_plan(&sheet);
        check_sheet(&sheet);
    }
    cairo_destroy(ruler);
}

// ---- lettering ----------------------------------------------------------------------------------

static void test_clean(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"", ""},
        {"plain", "plain"},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"a\tb\x7f\xc2\x80", "a?b??"},
        {"\xff\xc3", "??"},
        {"\xc0\x80", "??"},                // overlong
        {"\xed\xa0\x80", "???"},           // a surrogate
        {"\xf4\x90\x80\x80", "????"},      // beyond U+10FFFF
        {"\xef\xbf\xbf\xe2\x82", "?????"}, // no character; cut off
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        char clean[LETTERING_SIZE];
        lettering_clean(pairs[i][0], clean);
        assert_string_equal(clean, pairs[i][1]);
    }
    // A long text is cut between characters.
    char text[1000] = "", clean[LETTERING_SIZE];
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, "\xe2\x82\xac", 4);
    lettering_clean(text, clean);
    assert_int_equal(strlen(clean), (LETTERING_SIZE - 1) / 3 * 3);
    char again[LETTERING_SIZE];
    lettering_clean(clean, again);
    assert_string_equal(again, clean);
}

static void test_fit(void **state)
{
    (void)state;
    cairo_t *ruler = lettering_open();
    char text[LETTERING_SIZE];
    for (double width = 0; width < 200; width += 3) {
        strcpy(text, "a t\xc3\xa9xt that is \xe2\x82\xac too long");
        lettering_fit(ruler, text, 9, false, width);
        assert_true(lettering_width(ruler, text, 9, false) <= width);
        char clean[LETTERING_SIZE];
        lettering_clean(text, clean); // no character was cut in two
        assert_string_equal(clean, text);
    }
    assert_string_equal(text, "a t\xc3\xa9xt that is \xe2\x82\xac too long");
    cairo_destroy(ruler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pixels),        cmocka_unit_test(test_chosen_pixels),
        cmocka_unit_test(test_image),         cmocka_unit_test(test_svg),
        cmocka_unit_test(test_svg_path),      cmocka_unit_test(test_unknown_layers),
        cmocka_unit_test(test_texts),         cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_write_failure), cmocka_unit_test(test_describer_without_memory),
        cmocka_unit_test(test_kinds),         cmocka_unit_test(test_sheets),
        cmocka_unit_test(test_clean),         cmocka_unit_test(test_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
