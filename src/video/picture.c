// SPDX-License-Identifier: MIT
// The images of a video (see picture.h), on cairo.
#include "video/picture.h"

#include "base/xalloc.h"
#include "draw/lettering.h"
#include "draw/ramp.h"
#include "scene/draw/draw.h"
#include "video/discs.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// All in pixels.
#define MARGIN     12.0 // around the floor
#define STRIP      40.0 // below it, for the text
#define TEXT_SIZE  15.0
#define BAR_WIDTH  110.0
#define BAR_HEIGHT 9.0
#define PEN_SCALE  1.25 // of a line's width in points
/// Minimum width, required by the text.
#define LEAST_WIDTH 520.0
/// Minimum extent of a floor. [Units: m]
#define LEAST_EXTENT 1.0
/// Minimum radius, so that agents are visible.
#define LEAST_RADIUS 1.6
/// Minimum radius of agents with a rim, and the width of the rim.
#define RIM_RADIUS 4.0
#define RIM        1.2

struct video_picture {
    video_picture_def def;
    uint32_t width, height;
    wend_vec2 middle; ///< of the floor
    double scale;     ///< pixels per metre
    double words;     ///< left edge of the text below
    cairo_surface_t *floor, *frame;
    cairo_t *cr; ///< on the frame
    video_discs discs;
    /// The scene with copies of its doors and moving obstacles in their current state.
    scene now;
    wend_vec2 *corners; ///< of all moving obstacles in sequence
};

// ---- drawing ------------------------------------------------------------------------------------

/// Target of scene_describe.
typedef struct brush {
    const video_picture *p;
    cairo_t *cr;
    bool fixed; ///< draws what does not move; false: what moves
} brush;

static wend_vec2 place(const video_picture *p, wend_vec2 at)
{
    return (wend_vec2){p->width / 2.0 + (at.x - p->middle.x) * p->scale,
                       (p->height - STRIP) / 2.0 - (at.y - p->middle.y) * p->scale};
}

static void set_colour(cairo_t *cr, wend_colour colour)
{
    cairo_set_source_rgba(cr, (colour >> 24) / 255.0, (colour >> 16 & 0xff) / 255.0,
                          (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
}

/// Fills and strokes the current path, and clears it.
static void apply(cairo_t *cr, wend_ink ink)
{
    if ((ink.fill & 0xff) > 0) {
        set_colour(cr, ink.fill);
        cairo_fill_preserve(cr);
    }
    if ((ink.line & 0xff) > 0) {
        double dash = PEN_SCALE * ink.dash;
        set_colour(cr, ink.line);
        cairo_set_line_width(cr, PEN_SCALE * fmax(ink.width, 1));
        cairo_set_dash(cr, &dash, dash > 0 ? 1 : 0, 0);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

static bool wants_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    const brush *b = context;
    (void)title;
    (void)sample;
    bool moves = strcmp(name, "doors") == 0 || strcmp(name, "movers") == 0;
    return b->fixed ? !moves && strcmp(name, "agents") != 0 && strcmp(name, "labels") != 0 : moves;
}

static void add_points(const brush *b, const wend_vec2 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 at = place(b->p, points[i]);
        cairo_line_to(b->cr, at.x, at.y);
    }
}

static void draw_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                         uint32_t ring_count, wend_ink ink)
{
    const brush *b = context;
    uint32_t start = 0;
    for (uint32_t i = 0; i < ring_count; start = ring_ends[i++]) {
        cairo_new_sub_path(b->cr);
        add_points(b, points + start, ring_ends[i] - start);
        cairo_close_path(b->cr);
    }
    apply(b->cr, ink);
}

static void draw_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    const brush *b = context;
    cairo_new_path(b->cr);
    add_points(b, points, count);
    if (count == 1) // a dot as wide as the line
        cairo_close_path(b->cr);
    apply(b->cr, ink);
}

static void draw_circle(void *context, wend_vec2 centre, double radius, wend_ink ink)
{
    const brush *b = context;
    wend_vec2 at = place(b->p, centre);
    cairo_new_path(b->cr);
    cairo_arc(b->cr, at.x, at.y, radius * b->p->scale, 0, 2 * PI);
    cairo_close_path(b->cr);
    apply(b->cr, ink);
}

static void draw_text(void *context, wend_box box, const char *words, double size,
                      wend_colour colour)
{
    (void)context;
    (void)box;
    (void)words;
    (void)size;
    (void)colour;
}

static wend_draw make_draw(brush *b)
{
    cairo_set_fill_rule(b->cr, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_set_line_cap(b->cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(b->cr, CAIRO_LINE_JOIN_ROUND);
    return (wend_draw){b, wants_layer, draw_polygon, draw_line, draw_circle, draw_text, NULL};
}

/// Clips drawing to the part of the image that shows the floor.
static void clip(const video_picture *p, cairo_t *cr)
{
    cairo_rectangle(cr, 0, 0, p->width, p->height - STRIP);
    cairo_clip(cr);
}

// ---- static content ----------------------------------------------------------------------------

static void write_text(cairo_t *cr, double x, double y, bool bold, const char *words)
{
    char clean[LETTERING_SIZE];
    lettering_clean(words, clean);
    lettering_select(cr, TEXT_SIZE, bold);
    set_colour(cr, WEND_BLACK);
    cairo_move_to(cr, x, y);
    cairo_show_text(cr, clean);
    cairo_new_path(cr);
}

static double base_line(const video_picture *p)
{
    return p->height - STRIP / 2 + TEXT_SIZE / 3;
}

/// Draws the colour bar of speeds, on the right of the text.
static void draw_bar(const video_picture *p, cairo_t *cr)
{
    char most[40];
    snprintf(most, sizeof most, "%.3g m/s", p->def.top_speed);
    double right = p->width - MARGIN - lettering_width(cr, most, TEXT_SIZE, false);
    double left = right - 6 - BAR_WIDTH, y = p->height - STRIP / 2 - BAR_HEIGHT / 2;
    write_text(cr, right, base_line(p), false, most);
    write_text(cr, left - 6 - lettering_width(cr, "0", TEXT_SIZE, false), base_line(p), false, "0");
    for (int i = 0; i < (int)BAR_WIDTH; ++i) {
        set_colour(cr, ramp_colour(RAMP_SPEED, (i + 0.5) / BAR_WIDTH));
        cairo_rectangle(cr, floor(left) + i, floor(y), 1, BAR_HEIGHT);
        cairo_fill(cr);
    }
}

/// Draws the title, on the left, shortened to the space beside the text and the bar.
static void draw_title(video_picture *p, cairo_t *cr)
{
    char title[LETTERING_SIZE];
    double words = lettering_width(cr, "0000.0 s", TEXT_SIZE, false) +
                   lettering_width(cr, "00000 here, 00000 arrived", TEXT_SIZE, false);
    double room = p->width - 6 * MARGIN - words - BAR_WIDTH -
                  lettering_width(cr, "0 0.00 m/s", TEXT_SIZE, false);
    lettering_clean(p->def.title, title);
    lettering_fit(cr, title, TEXT_SIZE, true, room);
    write_text(cr, MARGIN, base_line(p), true, title);
    p->words = MARGIN;
    if (title[0])
        p->words += lettering_width(cr, title, TEXT_SIZE, true) + 1.5 * MARGIN;
}

static void draw_floor(video_picture *p)
{
    cairo_t *cr = cairo_create(p->floor);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_save(cr);
    clip(p, cr);
    brush b = {p, cr, true};
    wend_draw draw = make_draw(&b);
    scene still = *p->def.s;
    still.goal_count = 0; // they may move
    xneed(scene_describe(&still, &draw));
    cairo_restore(cr);
    draw_bar(p, cr);
    draw_title(p, cr);
    xneed(cairo_status(cr) == CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    cairo_surface_flush(p->floor);
}

// ---- moving
// content-------------------------------------------------------------------------------

/// Copies the scene's doors and moving obstacles, whose state changes.
static void copy_moving(video_picture *p)
{
    const scene *s = p->def.s;
    size_t corners = 0;
    for (uint32_t i = 0; i < s->mover_count; ++i)
        corners += s->movers[i].body.shape.point_count;
    p->now = *s;
    p->now.doors = xmalloc(s->door_count * sizeof *p->now.doors);
    p->now.movers = xmalloc(s->mover_count * sizeof *p->now.movers);
    p->corners = xmalloc(corners * sizeof *p->corners);
    for (uint32_t i = 0; i < s->door_count; ++i)
        p->now.doors[i] = s->doors[i];
    corners = 0;
    for (uint32_t i = 0; i < s->mover_count; ++i) {
        p->now.movers[i] = s->movers[i];
        p->now.movers[i].body.shape.points = p->corners + corners;
        corners += s->movers[i].body.shape.point_count;
    }
}

static void place_moving(video_picture *p, const bool *shut, const wend_vec2 *movers)
{
    const scene *s = p->def.s;
    for (uint32_t i = 0; i < s->door_count; ++i)
        p->now.doors[i].def.shut = shut[i];
    for (uint32_t i = 0; i < s->mover_count; ++i) {
        const scene_obstacle *first = &s->movers[i].body;
        scene_obstacle *body = &p->now.movers[i].body;
        body->centre = (wend_vec2){first->centre.x + movers[i].x, first->centre.y + movers[i].y};
        for (uint32_t k = 0; k < first->shape.point_count; ++k) {
            wend_vec2 at = first->shape.points[k];
            body->shape.points[k] = (wend_vec2){at.x + movers[i].x, at.y + movers[i].y};
        }
    }
}

void video_picture_start(video_picture *p, double time, const bool *shut, const wend_vec2 *movers)
{
    cairo_set_operator(p->cr, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(p->cr, p->floor, 0, 0);
    cairo_paint(p->cr);
    cairo_set_operator(p->cr, CAIRO_OPERATOR_OVER);
    cairo_save(p->cr);
    clip(p, p->cr);
    brush b = {p, p->cr, false};
    wend_draw draw = make_draw(&b);
    scene_mark_goals_at(p->def.s, time, &draw);
    if (p->now.door_count == 0 && p->now.mover_count == 0)
        return;
    place_moving(p, shut, movers);
    scene_describe_doors(&p->now, &draw);
    scene_describe_movers(&p->now, &draw);
}

static wend_colour darker(wend_colour c)
{
    return ((c >> 1) & 0x7f7f7f00u) | 0xffu;
}

void video_picture_agent(video_picture *p, wend_vec2 at, double radius, double speed)
{
    wend_vec2 middle = place(p, at);
    double size = fmax(radius * p->scale, LEAST_RADIUS);
    if (!(middle.x > -size && middle.x < p->width + size && middle.y > -size &&
          middle.y < p->height + size))
        return;
    wend_colour colour = ramp_colour(RAMP_SPEED, speed / p->def.top_speed);
    if (size > RIM_RADIUS) {
        set_colour(p->cr, darker(colour));
        video_discs_draw(&p->discs, p->cr, middle, size + RIM / 2);
        size -= RIM / 2;
    }
    set_colour(p->cr, colour);
    video_discs_draw(&p->discs, p->cr, middle, size);
}

const uint32_t *video_picture_end(video_picture *p, double time, uint64_t agents, uint64_t arrived)
{
    char words[120];
    double y = base_line(p);
    cairo_restore(p->cr);
    snprintf(words, sizeof words, "%.1f s", time);
    write_text(p->cr, p->words, y, false, words);
    snprintf(words, sizeof words, "%llu here, %llu arrived", (unsigned long long)agents,
             (unsigned long long)arrived);
    write_text(p->cr, p->words + lettering_width(p->cr, "0000.0 s", TEXT_SIZE, false) + MARGIN, y,
               false, words);
    cairo_surface_flush(p->frame);
    xneed(cairo_status(p->cr) == CAIRO_STATUS_SUCCESS);
    return (const uint32_t *)(const void *)cairo_image_surface_get_data(p->frame);
}

// ---- life cycle --------------------------------------------------------------------------------

/// An even number of pixels, which video formats require.
static uint32_t even(double size)
{
    return 2 * (uint32_t)ceil(size / 2);
}

/// Chooses the largest scale that fits.
static void lay_out(video_picture *p)
{
    wend_box box = scene_box(p->def.s);
    if (!(box.min.x <= box.max.x))
        box = (wend_box){{0, 0}, {0, 0}};
    double wide = fmax(box.max.x - box.min.x, LEAST_EXTENT);
    double high = fmax(box.max.y - box.min.y, LEAST_EXTENT);
    p->middle = (wend_vec2){box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2};
    p->scale = fmin((p->def.most_width - 2 * MARGIN) / wide,
                    (p->def.most_height - 2 * MARGIN - STRIP) / high);
    p->width = even(fmax(wide * p->scale + 2 * MARGIN, LEAST_WIDTH));
    p->height = even(high * p->scale + 2 * MARGIN + STRIP);
}

video_picture *video_picture_create(const video_picture_def *def)
{
    video_picture *p = xcalloc(1, sizeof *p);
    p->def = *def;
    lay_out(p);
    p->floor = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)p->width, (int)p->height);
    p->frame = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)p->width, (int)p->height);
    p->cr = cairo_create(p->frame);
    xneed(cairo_status(p->cr) == CAIRO_STATUS_SUCCESS);
    copy_moving(p);
    draw_floor(p);
    return p;
}

void video_picture_free(video_picture *p)
{
    if (!p)
        return;
    cairo_destroy(p->cr);
    cairo_surface_destroy(p->frame);
    cairo_surface_destroy(p->floor);
    free(p->now.doors);
    free(p->now.movers);
    free(p->corners);
    video_discs_free(&p->discs);
    free(p);
}

uint32_t video_picture_width(const video_picture *p)
{
    return p->width;
}

uint32_t video_picture_height(const video_picture *p)
{
    return p->height;
}

// ---- a palette ----------------------------------------------------------------------------------

/// Mixes a share of one colour with the rest of another.
static uint32_t mix(wend_colour c, wend_colour other, double share)
{
    uint32_t mixed = 0xff000000u;
    for (int shift = 0; shift < 24; shift += 8) {
        double part = c >> (shift + 8) & 0xff, rest = other >> (shift + 8) & 0xff;
        mixed |= (uint32_t)lround(rest + (part - rest) * share) << shift;
    }
    return mixed;
}

void video_picture_palette(uint32_t palette[VIDEO_COLOURS])
{
    // Colours of areas, doors and moving obstacles, and the number of tones of each.
    static const wend_colour others[] = {WEND_GREEN, WEND_BLUE,   WEND_YELLOW, WEND_ORANGE,
                                         WEND_SKY,   WEND_PURPLE, 0x8c510affu};
    enum { OTHERS = sizeof others / sizeof others[0], RAMP_STEPS = 20, RAMP_TONES = 4, TONES = 8 };
    int count = 0;
    for (int i = 0; i < RAMP_STEPS; ++i) {
        wend_colour colour = ramp_colour(RAMP_SPEED, i / (RAMP_STEPS - 1.0)), rim = darker(colour);
        for (int k = 1; k <= RAMP_TONES; ++k)
            palette[count++] = mix(colour, WEND_WHITE, (double)k / RAMP_TONES);
        palette[count++] = mix(rim, WEND_WHITE, 0.5);
        palette[count++] = mix(rim, WEND_WHITE, 1);
        palette[count++] = mix(rim, colour, 0.5);
    }
    for (int i = 0; i < OTHERS; ++i)
        for (int k = 1; k <= TONES; ++k)
            palette[count++] = mix(others[i], WEND_WHITE, (double)k / TONES);
    // One transparent colour, for unchanged pixels; the rest is grey.
    int greys = VIDEO_COLOURS - 1 - count;
    for (int i = 0; i < greys; ++i)
        palette[count++] = mix(WEND_BLACK, WEND_WHITE, i / (greys - 1.0));
    palette[count] = 0;
}
