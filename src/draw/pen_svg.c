// SPDX-License-Identifier: MIT
// Pen for SVG 1.1. Coordinates are whole thousandths of a point, so that relative path steps add up
// exactly and numbers do not depend on the locale.
#include "base/base64.h"
#include "draw/image.h"
#include "draw/pen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 16 };

typedef struct svg_pen {
    pen base;
    pen_write_fn *write;
    void *write_context;
    bool failed;
    bool no_memory;
    bool styled;  // a group with `ink` is open
    wend_ink ink; // ink of that group
    size_t used;
    char buffer[BUFFER_SIZE];
} svg_pen;

static void flush(svg_pen *p)
{
    if (p->used > 0 && !p->failed)
        p->failed = !p->write(p->write_context, p->buffer, p->used);
    p->used = 0;
}

static void write_bytes(svg_pen *p, const char *bytes, size_t size)
{
    while (size > 0) {
        size_t part = BUFFER_SIZE - p->used < size ? BUFFER_SIZE - p->used : size;
        memcpy(p->buffer + p->used, bytes, part);
        p->used += part;
        bytes += part;
        size -= part;
        if (p->used == BUFFER_SIZE)
            flush(p);
    }
}

static void emit(svg_pen *p, const char *text)
{
    write_bytes(p, text, strlen(text));
}

static void write_escaped(svg_pen *p, const char *text)
{
    for (const char *c = text; *c; ++c) {
        switch (*c) {
        case '&':
            emit(p, "&amp;");
            break;
        case '<':
            emit(p, "&lt;");
            break;
        case '>':
            emit(p, "&gt;");
            break;
        case '"':
            emit(p, "&quot;");
            break;
        default:
            write_bytes(p, c, 1);
        }
    }
}

static int64_t thousandths(double value)
{
    return llround(fmin(fmax(value, -PEN_FARTHEST), PEN_FARTHEST) * 1000);
}

// Shortest decimal: 1500 is "1.5", 0 is "0".
static void write_thousandths(svg_pen *p, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = (uint64_t)(value < 0 ? -value : value);
    uint64_t part = rest % 1000;
    if (part > 0) {
        bool shown = false;
        for (int i = 0; i < 3; ++i, part /= 10) {
            shown = shown || part % 10 > 0;
            if (shown)
                digits[--at] = (char)('0' + part % 10);
        }
        digits[--at] = '.';
    }
    rest /= 1000;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0)
        digits[--at] = '-';
    write_bytes(p, digits + at, sizeof digits - at);
}

static void write_number(svg_pen *p, double value)
{
    write_thousandths(p, thousandths(value));
}

static void write_attribute(svg_pen *p, const char *name, double value)
{
    emit(p, " ");
    emit(p, name);
    emit(p, "=\"");
    write_number(p, value);
    emit(p, "\"");
}

static void write_colour(svg_pen *p, const char *name, wend_colour colour)
{
    emit(p, " ");
    emit(p, name);
    if ((colour & 0xff) == 0) {
        emit(p, "=\"none\"");
        return;
    }
    char value[] = "=\"#000000\"";
    for (int i = 0; i < 6; ++i)
        value[3 + i] = "0123456789abcdef"[colour >> (28 - 4 * i) & 15];
    emit(p, value);
    if ((colour & 0xff) < 0xff) {
        emit(p, " ");
        emit(p, name);
        emit(p, "-opacity=\"");
        write_number(p, (colour & 0xff) / 255.0);
        emit(p, "\"");
    }
}

static bool same_ink(wend_ink a, wend_ink b)
{
    return a.fill == b.fill && a.line == b.line && a.width == b.width && a.dash == b.dash;
}

static void end_style(svg_pen *p)
{
    if (p->styled)
        emit(p, "</g>\n");
    p->styled = false;
}

// Elements with the same ink share a group.
static void use_ink(svg_pen *p, wend_ink ink)
{
    if (p->styled && same_ink(p->ink, ink))
        return;
    end_style(p);
    emit(p, "<g");
    write_colour(p, "fill", ink.fill);
    write_colour(p, "stroke", ink.line);
    if ((ink.line & 0xff) > 0) {
        write_attribute(p, "stroke-width", fmax(ink.width, PEN_LEAST_WIDTH));
        if (ink.dash > 0)
            write_attribute(p, "stroke-dasharray", ink.dash);
    }
    emit(p, ">\n");
    p->styled = true;
    p->ink = ink;
}

static void begin_layer(pen *base, const char *name)
{
    svg_pen *p = (svg_pen *)base;
    end_style(p);
    emit(p, "<g id=\"");
    write_escaped(p, name);
    emit(p, "\" inkscape:label=\"");
    write_escaped(p, name);
    emit(p, "\" inkscape:groupmode=\"layer\" clip-path=\"url(#wend-frame)\">\n");
}

static void end_layer(pen *base)
{
    svg_pen *p = (svg_pen *)base;
    end_style(p);
    emit(p, "</g>\n");
}

static void write_subpath(svg_pen *p, const wend_vec2 *points, uint32_t count, bool closed)
{
    int64_t x = thousandths(points[0].x), y = thousandths(points[0].y);
    emit(p, "M");
    write_thousandths(p, x);
    emit(p, " ");
    write_thousandths(p, y);
    for (uint32_t i = 1; i < count; ++i) {
        int64_t dx = thousandths(points[i].x) - x, dy = thousandths(points[i].y) - y;
        x += dx;
        y += dy;
        if (dx == 0 && dy == 0 && (closed || i + 1 < count))
            continue;
        emit(p, dy == 0 ? "h" : dx == 0 ? "v" : "l");
        if (dx != 0 || dy == 0)
            write_thousandths(p, dx);
        if (dx != 0 && dy > 0)
            emit(p, " ");
        if (dy != 0)
            write_thousandths(p, dy);
    }
    if (closed)
        emit(p, "z");
}

static void draw_path(pen *base, const wend_vec2 *points, const uint32_t *ends, uint32_t count,
                      bool closed, wend_ink ink)
{
    svg_pen *p = (svg_pen *)base;
    use_ink(p, ink);
    emit(p, "<path d=\"");
    uint32_t start = 0;
    for (uint32_t i = 0; i < count; start = ends[i++])
        if (ends[i] > start)
            write_subpath(p, points + start, ends[i] - start, closed);
    emit(p, "\"/>\n");
}

static void draw_circle(pen *base, wend_vec2 centre, double radius, wend_ink ink)
{
    svg_pen *p = (svg_pen *)base;
    use_ink(p, ink);
    emit(p, "<circle");
    write_attribute(p, "cx", centre.x);
    write_attribute(p, "cy", centre.y);
    write_attribute(p, "r", radius);
    emit(p, "/>\n");
}

/// Bytes of an image being written to an attribute.
typedef struct data_uri {
    svg_pen *pen;
    size_t used;
    uint8_t block[BASE64_BLOCK];
} data_uri;

static void flush_uri(data_uri *u)
{
    char text[BASE64_TEXT];
    write_bytes(u->pen, text, base64_text(u->block, u->used, text));
    u->used = 0;
}

static bool put_into_uri(void *context, const void *bytes, size_t size)
{
    data_uri *u = context;
    for (const uint8_t *from = bytes; size > 0;) {
        size_t room = BASE64_BLOCK - u->used, part = room < size ? room : size;
        memcpy(u->block + u->used, from, part);
        u->used += part;
        from += part;
        size -= part;
        if (u->used == BASE64_BLOCK)
            flush_uri(u);
    }
    return true;
}

static void draw_image(pen *base, wend_box box, const wend_colour *pixels, uint32_t width,
                       uint32_t height)
{
    svg_pen *p = (svg_pen *)base;
    data_uri uri = {.pen = p};
    cairo_surface_t *surface = image_surface(pixels, width, height);
    end_style(p);
    emit(p, "<image");
    write_attribute(p, "x", box.min.x);
    write_attribute(p, "y", box.min.y);
    write_attribute(p, "width", box.max.x - box.min.x);
    write_attribute(p, "height", box.max.y - box.min.y);
    emit(p, " preserveAspectRatio=\"none\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
            " xlink:href=\"data:image/png;base64,");
    p->no_memory = !image_write_png(surface, put_into_uri, &uri) || p->no_memory;
    flush_uri(&uri);
    emit(p, "\"/>\n");
    cairo_surface_destroy(surface);
}

static void draw_text(pen *base, const char *text, const pen_text *how)
{
    svg_pen *p = (svg_pen *)base;
    end_style(p);
    emit(p, "<text");
    write_attribute(p, "x", how->at.x);
    write_attribute(p, "y", how->at.y);
    if (how->anchor != PEN_LEFT)
        emit(p, how->anchor == PEN_CENTRE ? " text-anchor=\"middle\"" : " text-anchor=\"end\"");
    write_attribute(p, "font-size", how->size);
    if (how->bold)
        emit(p, " font-weight=\"bold\"");
    write_colour(p, "fill", how->colour);
    if (how->halo) {
        write_colour(p, "stroke", WEND_WHITE);
        write_attribute(p, "stroke-width", 2 * PEN_HALO);
        emit(p, " paint-order=\"stroke\"");
    }
    emit(p, ">");
    write_escaped(p, text);
    emit(p, "</text>\n");
}

static const char *close_pen(pen *base)
{
    svg_pen *p = (svg_pen *)base;
    end_style(p);
    emit(p, "</svg>\n");
    flush(p);
    bool failed = p->failed, no_memory = p->no_memory;
    free(p);
    return failed ? "cannot write the image" : no_memory ? "out of memory" : NULL;
}

static const pen_class svg_class = {
    .begin_layer = begin_layer,
    .end_layer = end_layer,
    .path = draw_path,
    .circle = draw_circle,
    .image = draw_image,
    .text = draw_text,
    .close = close_pen,
};

static void put_box(svg_pen *p, double x, double y, double width, double height)
{
    emit(p, "<rect");
    write_attribute(p, "x", x);
    write_attribute(p, "y", y);
    write_attribute(p, "width", width);
    write_attribute(p, "height", height);
}

pen *pen_open_svg(const pen_def *def)
{
    svg_pen *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->base.class = &svg_class;
    p->write = def->write;
    p->write_context = def->write_context;

    emit(p, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\""
            " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"");
    write_number(p, def->width);
    emit(p, "pt\" height=\"");
    write_number(p, def->height);
    emit(p, "pt\" viewBox=\"0 0 ");
    write_number(p, def->width);
    emit(p, " ");
    write_number(p, def->height);
    emit(p, "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" fill-rule=\"evenodd\""
            " stroke-linejoin=\"round\" stroke-linecap=\"round\">\n<title>");
    write_escaped(p, def->title);
    emit(p, "</title>\n<clipPath id=\"wend-frame\">");
    put_box(p, def->clip.min.x, def->clip.min.y, def->clip.max.x - def->clip.min.x,
            def->clip.max.y - def->clip.min.y);
    emit(p, "/></clipPath>\n");
    put_box(p, 0, 0, def->width, def->height);
    emit(p, " fill=\"#ffffff\"/>\n");
    return &p->base;
}
