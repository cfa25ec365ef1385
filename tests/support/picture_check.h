// SPDX-License-Identifier: MIT
// What tests of pictures share: a file in memory, its pixels, and a small reader of XML.
#ifndef WEND_TESTS_SUPPORT_PICTURE_CHECK_H
#define WEND_TESTS_SUPPORT_PICTURE_CHECK_H

#include "tests/support/support.h"

#include "wend/draw.h"

#include <cairo.h>
#include <stdbool.h>
#include <string.h>

// ---- a file in memory ---------------------------------------------------------------------------

typedef struct bytes {
    char *data; // ends with 0
    size_t size;
    size_t room; // writing more than this fails
    bool failed;
} bytes;

static inline bool write_bytes(void *context, const void *data, size_t size)
{
    bytes *b = context;
    assert_false(b->failed); // nothing is sent after a failure
    if (size > b->room - b->size) {
        b->failed = true;
        return false;
    }
    b->data = realloc(b->data, b->size + size + 1);
    assert_non_null(b->data);
    memcpy(b->data + b->size, data, size);
    b->size += size;
    b->data[b->size] = 0;
    return true;
}

// ---- pixels -------------------------------------------------------------------------------------

typedef struct png_source {
    const bytes *from;
    size_t at;
} png_source;

static inline cairo_status_t read_png(void *context, unsigned char *data, unsigned int size)
{
    png_source *source = context;
    if (size > source->from->size - source->at)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, source->from->data + source->at, size);
    source->at += size;
    return CAIRO_STATUS_SUCCESS;
}

typedef struct blot {
    double count, x, y; // how many pixels have the colour, and their middle
} blot;

static inline uint32_t pixel(cairo_surface_t *image, int x, int y)
{
    const unsigned char *row = cairo_image_surface_get_data(image) +
                               (size_t)y * (size_t)cairo_image_surface_get_stride(image);
    uint32_t value;
    memcpy(&value, row + 4 * (size_t)x, sizeof value);
    return value & 0xffffff;
}

static inline blot find_colour(cairo_surface_t *image, wend_colour colour)
{
    blot found = {0};
    for (int y = 0; y < cairo_image_surface_get_height(image); ++y)
        for (int x = 0; x < cairo_image_surface_get_width(image); ++x)
            if (pixel(image, x, y) == colour >> 8) {
                found.count += 1;
                found.x += x + 0.5;
                found.y += y + 0.5;
            }
    found.x /= found.count;
    found.y /= found.count;
    return found;
}

static inline cairo_surface_t *open_png(const bytes *file)
{
    png_source source = {.from = file};
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(read_png, &source);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    return image;
}

// ---- SVG ----------------------------------------------------------------------------------------

/// A small reader of XML: tags nest, attributes are quoted, and text has no bare '<' or '&'.
static inline void check_xml(const char *s)
{
    char stack[32][32];
    int depth = 0, elements = 0;
    while (*s) {
        size_t text = strcspn(s, "<");
        for (size_t i = 0; i < text; ++i) {
            assert_true((unsigned char)s[i] >= ' ' || s[i] == '\n');
            assert_true(s[i] != '&' || memchr(s + i, ';', text - i));
        }
        s += text;
        if (*s == 0)
            break;
        bool closing = s[1] == '/', prolog = s[1] == '?';
        s += closing ? 2 : 1;
        size_t name = strcspn(s, " />");
        assert_true(name > 0 && name < sizeof stack[0]);
        const char *start = s;
        int quotes = 0;
        while (*s && (*s != '>' || quotes % 2)) {
            quotes += *s == '"';
            assert_true(*s != '<' || s == start);
            ++s;
        }
        assert_true(*s == '>' && quotes % 2 == 0);
        bool alone = s[-1] == '/';
        ++s;
        if (prolog)
            continue;
        ++elements;
        if (closing) {
            assert_true(depth > 0);
            --depth;
            assert_true(strlen(stack[depth]) == name && memcmp(stack[depth], start, name) == 0);
        } else if (!alone) {
            assert_true(depth < 32);
            memcpy(stack[depth], start, name);
            stack[depth++][name] = 0;
        }
    }
    assert_int_equal(depth, 0);
    assert_true(elements > 10);
}

static inline int occurrences(const char *s, const char *what)
{
    int count = 0;
    for (; (s = strstr(s, what)); ++s)
        ++count;
    return count;
}

#endif
