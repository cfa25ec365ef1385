// SPDX-License-Identifier: MIT
// Pen for PNG and PDF, on cairo.
#include "draw/image.h"
#include "draw/lettering.h"
#include "draw/pen.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdlib.h>

typedef struct cairo_pen {
    pen base;
    cairo_t *cr;
    cairo_surface_t *surface;
    bool png; // the pixels are written at the end
    wend_box clip;
    pen_write_fn *write;
    void *write_context;
    bool write_failed; // cairo 1.16 does not report it when it finishes a PDF
} cairo_pen;

static cairo_status_t write_bytes(void *context, const unsigned char *bytes, unsigned int size)
{
    cairo_pen *p = context;
    if (!p->write_failed)
        p->write_failed = !p->write(p->write_context, bytes, size);
    return p->write_failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static void set_colour(cairo_t *cr, wend_colour colour)
{
    cairo_set_source_rgba(cr, (colour >> 24) / 255.0, (colour >> 16 & 0xff) / 255.0,
                          (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
}

// Fills and strokes the current path, and clears it.
static void apply_ink(cairo_t *cr, wend_ink ink)
{
    if ((ink.fill & 0xff) > 0) {
        set_colour(cr, ink.fill);
        cairo_fill_preserve(cr);
    }
    if ((ink.line & 0xff) > 0) {
        set_colour(cr, ink.line);
        cairo_set_line_width(cr, fmax(ink.width, PEN_LEAST_WIDTH));
        cairo_set_dash(cr, &ink.dash, ink.dash > 0 ? 1 : 0, 0);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

static void begin_layer(pen *base, const char *name)
{
    (void)name;
    cairo_pen *p = (cairo_pen *)base;
    cairo_save(p->cr);
    cairo_rectangle(p->cr, p->clip.min.x, p->clip.min.y, p->clip.max.x - p->clip.min.x,
                    p->clip.max.y - p->clip.min.y);
    cairo_clip(p->cr);
}

static void end_layer(pen *base)
{
    cairo_restore(((cairo_pen *)base)->cr);
}

static double near(double value)
{
    return fmin(fmax(value, -PEN_FARTHEST), PEN_FARTHEST);
}

static void draw_path(pen *base, const wend_vec2 *points, const uint32_t *ends, uint32_t count,
                      bool closed, wend_ink ink)
{
    cairo_t *cr = ((cairo_pen *)base)->cr;
    uint32_t start = 0;
    for (uint32_t i = 0; i < count; start = ends[i++]) {
        if (ends[i] <= start)
            continue;
        cairo_move_to(cr, near(points[start].x), near(points[start].y));
        for (uint32_t j = start + 1; j < ends[i]; ++j)
            cairo_line_to(cr, near(points[j].x), near(points[j].y));
        if (closed)
            cairo_close_path(cr);
    }
    apply_ink(cr, ink);
}

static void draw_circle(pen *base, wend_vec2 centre, double radius, wend_ink ink)
{
    cairo_t *cr = ((cairo_pen *)base)->cr;
    cairo_new_sub_path(cr);
    cairo_arc(cr, near(centre.x), near(centre.y), near(radius), 0, 2 * 3.14159265358979323846);
    cairo_close_path(cr);
    apply_ink(cr, ink);
}

static void draw_image(pen *base, wend_box box, const wend_colour *pixels, uint32_t width,
                       uint32_t height)
{
    cairo_t *cr = ((cairo_pen *)base)->cr;
    cairo_surface_t *surface = image_surface(pixels, width, height);
    cairo_save(cr);
    cairo_translate(cr, near(box.min.x), near(box.min.y));
    cairo_scale(cr, (near(box.max.x) - near(box.min.x)) / width,
                (near(box.max.y) - near(box.min.y)) / height);
    cairo_set_source_surface(cr, surface, 0, 0);
    // Source pixels larger than output pixels remain squares.
    double across = 1, up = 0;
    cairo_user_to_device_distance(cr, &across, &up);
    if (across >= 1)
        cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(surface);
}

static void draw_text(pen *base, const char *text, const pen_text *how)
{
    cairo_t *cr = ((cairo_pen *)base)->cr;
    double shift = how->anchor == PEN_LEFT ? 0 : how->anchor == PEN_CENTRE ? 0.5 : 1;
    double x = near(how->at.x) - shift * lettering_width(cr, text, how->size, how->bold);
    double y = near(how->at.y);
    if (how->halo) {
        cairo_move_to(cr, x, y);
        cairo_text_path(cr, text);
        apply_ink(cr, (wend_ink){.line = WEND_WHITE, .width = 2 * PEN_HALO});
    }
    cairo_move_to(cr, x, y);
    set_colour(cr, how->colour);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

static const char *close_pen(pen *base)
{
    cairo_pen *p = (cairo_pen *)base;
    cairo_status_t status = cairo_status(p->cr);
    cairo_destroy(p->cr);
    if (p->png) {
        cairo_surface_flush(p->surface);
        if (status == CAIRO_STATUS_SUCCESS)
            status = cairo_surface_write_to_png_stream(p->surface, write_bytes, p);
    } else {
        // Writes the rest of the file, whatever the status.
        cairo_surface_finish(p->surface);
        if (status == CAIRO_STATUS_SUCCESS)
            status = cairo_surface_status(p->surface);
    }
    if (p->write_failed)
        status = CAIRO_STATUS_WRITE_ERROR;
    cairo_surface_destroy(p->surface);
    free(p);
    switch (status) {
    case CAIRO_STATUS_SUCCESS:
        return NULL;
    case CAIRO_STATUS_WRITE_ERROR:
        return "cannot write the image";
    default:
        return cairo_status_to_string(status);
    }
}

static const pen_class cairo_class = {
    .begin_layer = begin_layer,
    .end_layer = end_layer,
    .path = draw_path,
    .circle = draw_circle,
    .image = draw_image,
    .text = draw_text,
    .close = close_pen,
};

static cairo_pen *new_pen(const pen_def *def)
{
    cairo_pen *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->base.class = &cairo_class;
    p->clip = def->clip;
    p->write = def->write;
    p->write_context = def->write_context;
    return p;
}

// A failed surface gives a context that draws nothing and reports the error at the end.
static pen *start(cairo_pen *p, double scale)
{
    p->cr = cairo_create(p->surface);
    cairo_scale(p->cr, scale, scale);
    cairo_set_source_rgb(p->cr, 1, 1, 1);
    cairo_paint(p->cr);
    cairo_set_fill_rule(p->cr, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    return &p->base;
}

pen *pen_open_png(const pen_def *def)
{
    cairo_pen *p = new_pen(def);
    if (!p)
        return NULL;
    p->png = true;
    double scale = def->pixels_per_point;
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(def->width * scale),
                                            (int)lround(def->height * scale));
    return start(p, scale);
}

pen *pen_open_pdf(const pen_def *def)
{
    cairo_pen *p = new_pen(def);
    if (!p)
        return NULL;
    p->surface = cairo_pdf_surface_create_for_stream(write_bytes, p, def->width, def->height);
    cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_TITLE, def->title);
    // No creation date: the same drawing gives the same bytes.
    cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    return start(p, 1);
}
