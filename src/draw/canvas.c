// SPDX-License-Identifier: MIT
// Two implementations of wend_draw: one records the layers, one draws (see canvas.h).
#include "draw/canvas.h"

#include "core/array.h"
#include "draw/labels.h"
#include "draw/paper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct canvas {
    const canvas_def *def;
    paper sheet;
    wend_array(paper_entry) entries;
    pen *pen;
    bool drawing;              // the current layer is selected
    char open[LETTERING_SIZE]; // open layer of the pen; empty: none
    wend_array(wend_vec2) points;
    labels texts;
    bool no_memory;
} canvas;

bool canvas_kind_of(const char *path, canvas_kind *kind)
{
    static const char *const extensions[] = {".svg", ".png", ".pdf"};
    size_t size = strlen(path);
    for (int i = 0; i < 3; ++i) {
        if (size > 4 && strcasecmp(path + size - 4, extensions[i]) == 0) {
            *kind = (canvas_kind)i;
            return true;
        }
    }
    return false;
}

// True if a comma-separated list has this name. NULL has all.
static bool is_listed(const char *list, const char *name)
{
    if (!list)
        return true;
    size_t size = strlen(name);
    for (;;) {
        size_t item = strcspn(list, ",");
        if (item == size && memcmp(list, name, size) == 0)
            return true;
        if (list[item] == 0)
            return false;
        list += item + 1;
    }
}

// ---- first pass: layers -------------------------------------------------------------------------

static bool note_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    canvas *c = context;
    if (!wend_array_reserve(&c->entries, NULL, 1)) {
        c->no_memory = true;
        return false;
    }
    paper_entry *entry = &c->entries.data[c->entries.count++];
    lettering_clean(name, entry->name);
    lettering_clean(title, entry->title);
    entry->sample = sample;
    entry->wanted = is_listed(c->def->layers, name);
    return false;
}

static void skip_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                         uint32_t ring_count, wend_ink ink)
{
    (void)context, (void)points, (void)ring_ends, (void)ring_count, (void)ink;
}

static void skip_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    (void)context, (void)points, (void)count, (void)ink;
}

static void skip_circle(void *context, wend_vec2 centre, double radius, wend_ink ink)
{
    (void)context, (void)centre, (void)radius, (void)ink;
}

static void skip_text(void *context, wend_box box, const char *text, double size,
                      wend_colour colour)
{
    (void)context, (void)box, (void)text, (void)size, (void)colour;
}

static void skip_image(void *context, wend_box box, const wend_colour *pixels, uint32_t width,
                       uint32_t height)
{
    (void)context, (void)box, (void)pixels, (void)width, (void)height;
}

// Appends a name to a list if there is space.
static void add_name(char list[CANVAS_TEXT_SIZE], const char *separator, const char *name)
{
    size_t used = strlen(list), more = strlen(name) + strlen(separator);
    if (used + more < CANVAS_TEXT_SIZE)
        snprintf(list + used, CANVAS_TEXT_SIZE - used, "%s%s", used ? separator : "", name);
}

static bool is_first_of_its_name(const canvas *c, size_t entry)
{
    for (size_t i = 0; i < entry; ++i)
        if (strcmp(c->entries.data[i].name, c->entries.data[entry].name) == 0)
            return false;
    return true;
}

static void list_drawn(const canvas *c, canvas_report *report)
{
    for (size_t i = 0; i < c->entries.count; ++i)
        if (c->entries.data[i].wanted && is_first_of_its_name(c, i))
            add_name(report->layers, ",", c->entries.data[i].name);
}

// Checks the requested names against the known layers. False with a message.
static bool check_names(const canvas *c, canvas_report *report)
{
    for (const char *list = c->def->layers; list;) {
        size_t size = strcspn(list, ",");
        bool found = false;
        for (size_t i = 0; i < c->entries.count; ++i)
            found = found || (strlen(c->entries.data[i].name) == size &&
                              memcmp(c->entries.data[i].name, list, size) == 0);
        if (!found) {
            char known[CANVAS_TEXT_SIZE] = "";
            for (size_t i = 0; i < c->entries.count; ++i)
                if (is_first_of_its_name(c, i))
                    add_name(known, ", ", c->entries.data[i].name);
            char name[LETTERING_SIZE], asked[61];
            snprintf(asked, sizeof asked, "%.*s", (int)(size < 60 ? size : 60), list);
            lettering_clean(asked, name);
            snprintf(report->error, sizeof report->error,
                     "unknown layer \"%.60s\"; available layers: %.300s", name, known);
            return false;
        }
        list = list[size] ? list + size + 1 : NULL;
    }
    return true;
}

// ---- second pass: drawing -----------------------------------------------------------------------

static void leave_layer(canvas *c)
{
    if (c->open[0])
        c->pen->class->end_layer(c->pen);
    c->open[0] = 0;
}

static bool start_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    (void)title, (void)sample;
    canvas *c = context;
    char clean[LETTERING_SIZE];
    lettering_clean(name, clean);
    c->drawing = !c->no_memory && is_listed(c->def->layers, name);
    if (strcmp(clean, c->open) == 0)
        return c->drawing;
    leave_layer(c);
    if (c->drawing) {
        c->pen->class->begin_layer(c->pen, clean);
        memcpy(c->open, clean, sizeof clean);
    }
    return c->drawing;
}

// Transforms points to the sheet, into c->points.
static bool place_points(canvas *c, const wend_vec2 *points, uint32_t count)
{
    c->points.count = 0;
    if (!wend_array_reserve(&c->points, NULL, count)) {
        c->no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < count; ++i)
        c->points.data[i] = paper_place(&c->sheet, points[i]);
    return true;
}

static void draw_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                         uint32_t ring_count, wend_ink ink)
{
    canvas *c = context;
    if (!c->drawing || ring_count == 0 || !place_points(c, points, ring_ends[ring_count - 1]))
        return;
    c->pen->class->path(c->pen, c->points.data, ring_ends, ring_count, true, ink);
}

static void draw_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    canvas *c = context;
    if (!c->drawing || count == 0)
        return;
    if (count == 1) {
        c->pen->class->circle(c->pen, paper_place(&c->sheet, points[0]),
                              fmax(ink.width, PEN_LEAST_WIDTH) / 2, (wend_ink){.fill = ink.line});
        return;
    }
    ink.fill = WEND_NO_COLOUR;
    if (place_points(c, points, count))
        c->pen->class->path(c->pen, c->points.data, &count, 1, false, ink);
}

static void draw_circle(void *context, wend_vec2 centre, double radius, wend_ink ink)
{
    canvas *c = context;
    if (c->drawing)
        c->pen->class->circle(c->pen, paper_place(&c->sheet, centre), radius * c->sheet.scale, ink);
}

static void draw_text(void *context, wend_box box, const char *text, double size,
                      wend_colour colour)
{
    canvas *c = context;
    if (!c->drawing || (colour & 0xff) == 0)
        return;
    wend_vec2 a = paper_place(&c->sheet, box.min), b = paper_place(&c->sheet, box.max);
    label placed;
    if (!labels_place(&c->texts, c->sheet.ruler, text, (wend_box){{a.x, b.y}, {b.x, a.y}}, size,
                      &placed))
        return;
    for (int i = 0; i < placed.count; ++i)
        c->pen->class->text(c->pen, placed.lines[i],
                            &(pen_text){.at = placed.places[i],
                                        .anchor = PEN_CENTRE,
                                        .size = size,
                                        .colour = colour,
                                        .halo = true});
}

static void draw_image(void *context, wend_box box, const wend_colour *pixels, uint32_t width,
                       uint32_t height)
{
    canvas *c = context;
    if (!c->drawing || width == 0 || height == 0)
        return;
    wend_vec2 a = paper_place(&c->sheet, box.min), b = paper_place(&c->sheet, box.max);
    c->pen->class->image(c->pen, (wend_box){{a.x, b.y}, {b.x, a.y}}, pixels, width, height);
}

// ---- both passes --------------------------------------------------------------------------------

static bool describe_with(canvas *c, canvas_describe_fn *describe, const void *subject,
                          const wend_draw *draw)
{
    return describe(subject, draw) && !c->no_memory;
}

static canvas_outcome fail(canvas_report *report, const char *error)
{
    snprintf(report->error, sizeof report->error, "%s", error);
    return CANVAS_FAILED;
}

static double units_per_point(canvas_kind kind)
{
    return kind == CANVAS_PNG ? CANVAS_PIXELS_PER_POINT : 1;
}

static pen *open_pen(const canvas *c)
{
    pen_def def = {
        .width = c->sheet.width,
        .height = c->sheet.height,
        .pixels_per_point = CANVAS_PIXELS_PER_POINT,
        .clip = c->sheet.frame,
        .title = c->sheet.title,
        .write = c->def->write,
        .write_context = c->def->write_context,
    };
    switch (c->def->kind) {
    case CANVAS_SVG:
        return pen_open_svg(&def);
    case CANVAS_PNG:
        return pen_open_png(&def);
    default:
        return pen_open_pdf(&def);
    }
}

static canvas_outcome draw_sheet(canvas *c, canvas_describe_fn *describe, const void *subject,
                                 canvas_report *report)
{
    const wend_draw drawing = {c,           start_layer, draw_polygon, draw_line,
                               draw_circle, draw_text,   draw_image};
    c->pen = open_pen(c);
    if (!c->pen || !labels_open(&c->texts, c->sheet.frame)) {
        if (c->pen)
            c->pen->class->close(c->pen);
        return fail(report, "out of memory");
    }
    bool described = describe_with(c, describe, subject, &drawing);
    leave_layer(c);
    char note[80] = "";
    report->texts_left_out = c->texts.left_out;
    if (c->sheet.scale == 0)
        snprintf(note, sizeof note, "nothing to draw");
    else if (c->texts.left_out > 0)
        snprintf(note, sizeof note, "%u label%s omitted", (unsigned)c->texts.left_out,
                 c->texts.left_out == 1 ? "" : "s");
    paper_decorate(&c->sheet, c->pen, note);
    const char *error = c->pen->class->close(c->pen);
    if (!described)
        error = "out of memory";
    return error ? fail(report, error) : CANVAS_DONE;
}

static canvas_outcome paint(canvas *c, canvas_describe_fn *describe, const void *subject,
                            canvas_report *report)
{
    const canvas_def *def = c->def;
    const wend_draw noting = {c,           note_layer, skip_polygon, skip_line,
                              skip_circle, skip_text,  skip_image};
    if (!describe_with(c, describe, subject, &noting))
        return fail(report, "out of memory");
    if (!check_names(c, report))
        return CANVAS_NO_LAYER;
    list_drawn(c, report);

    char title[LETTERING_SIZE];
    lettering_clean(def->title ? def->title : "", title);
    double units = units_per_point(def->kind);
    c->sheet.world = def->world;
    c->sheet.wanted_width = def->width / units;
    c->sheet.most_height = CANVAS_MOST_SIZE / units;
    c->sheet.title = title;
    c->sheet.entries = c->entries.data;
    c->sheet.entry_count = c->entries.count;
    paper_plan(&c->sheet);
    report->width = (uint32_t)lround(c->sheet.width * units);
    report->height = (uint32_t)lround(c->sheet.height * units);
    return draw_sheet(c, describe, subject, report);
}

canvas_outcome canvas_paint(const canvas_def *def, canvas_describe_fn *describe,
                            const void *subject, canvas_report *report)
{
    *report = (canvas_report){0};
    canvas c = {.def = def, .sheet.ruler = lettering_open()};
    canvas_outcome outcome = cairo_status(c.sheet.ruler) == CAIRO_STATUS_SUCCESS
                                 ? paint(&c, describe, subject, report)
                                 : fail(report, "out of memory");
    cairo_destroy(c.sheet.ruler);
    wend_array_free(&c.entries, NULL);
    wend_array_free(&c.points, NULL);
    labels_close(&c.texts);
    return outcome;
}
