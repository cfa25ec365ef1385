// SPDX-License-Identifier: MIT
// Layout in points from the upper left corner; see paper.h.
#include "draw/paper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Sizes on paper. [Units: points]
#define MARGIN        16.0 // around everything
#define PADDING       10.0 // between the frame and the world in it
#define TITLE_SIZE    13.0
#define TITLE_HEIGHT  22.0 // from the margin to the frame
#define NOTE_SIZE     8.0
#define LEGEND_SIZE   9.0
#define ROW_HEIGHT    15.0 // legend rows
#define STRIP_GAP     10.0 // between the frame and the legend
#define SWATCH_WIDTH  16.0
#define SWATCH_HEIGHT 9.0
#define SWATCH_GAP    5.0   // between a swatch and its title
#define ENTRY_GAP     16.0  // between entries of the legend
#define BAR_TICK      4.0   // height of the ends of the scale bar
#define LEAST_FRAME   60.0  // minimum height of a frame
#define LEAST_LEGEND  160.0 // minimum width of a legend beside the scale bar
#define LEAST_WIDTH   400.0 // minimum width of a sheet if none is given

// Maximum ratio of height to width of a frame, so that it fits a screen.
#define TALLEST 1.25
// Maximum length of the scale bar as a fraction of the frame's width.
#define BAR_PART 0.25
// Minimum size of the region shown; a point is drawn in a region of one metre. [Units: m]
#define LEAST_WORLD 1e-3
#define POINT_WORLD 1.0

static bool nothing_to_show(wend_box world)
{
    return !(world.min.x <= world.max.x && world.min.y <= world.max.y);
}

// Chooses the longest round length, 1, 2 or 5 times a power of ten, up to `most` metres.
static void plan_bar(paper *sheet, double most)
{
    int power = (int)floor(log10(most)) + 1;
    int digit = 1;
    while (digit * pow(10, power) > most) {
        power -= digit == 1;
        digit = digit == 1 ? 5 : digit == 5 ? 2 : 1;
    }
    sheet->bar = digit * pow(10, power);

    bool kilometres = power >= 3;
    int shown = kilometres ? power - 3 : power;
    char number[16] = "";
    size_t count = 0;
    if (shown < 0) {
        number[count++] = '0';
        number[count++] = '.';
        for (int i = -1; i > shown && count < sizeof number - 2; --i)
            number[count++] = '0';
    }
    number[count++] = (char)('0' + digit);
    for (int i = 0; i < shown && count < sizeof number - 1; ++i)
        number[count++] = '0';
    snprintf(sheet->bar_label, sizeof sheet->bar_label, "%s %s", number, kilometres ? "km" : "m");
}

// The legend is to the left of the scale bar, or below it if the space is insufficient.
static void plan_legend(paper *sheet)
{
    sheet->legend_width = sheet->frame.max.x - sheet->frame.min.x;
    sheet->bar_alone = false;
    if (sheet->scale == 0)
        return;
    double label = lettering_width(sheet->ruler, sheet->bar_label, LEGEND_SIZE, false);
    double bar = sheet->bar * sheet->scale + SWATCH_GAP + label + ENTRY_GAP;
    sheet->bar_alone = sheet->legend_width - bar < LEAST_LEGEND;
    if (!sheet->bar_alone)
        sheet->legend_width -= bar;
}

// Base line of a row below the frame.
static double row_base(const paper *sheet, int row)
{
    return sheet->frame.max.y + STRIP_GAP + row * ROW_HEIGHT + LEGEND_SIZE;
}

static void draw_entry(pen *p, const char *title, wend_ink sample, double left, double base)
{
    double right = left + SWATCH_WIDTH, bottom = base + 1, top = bottom - SWATCH_HEIGHT;
    double middle = top / 2 + bottom / 2;
    wend_vec2 swatch[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    wend_vec2 stroke[] = {{left, middle}, {right, middle}};
    bool area = (sample.fill & 0xff) > 0;
    p->class->path(p, area ? swatch : stroke, &(uint32_t){area ? 4 : 2}, 1, area, sample);
    p->class->text(
        p, title,
        &(pen_text){.at = {right + SWATCH_GAP, base}, .size = LEGEND_SIZE, .colour = WEND_BLACK});
}

// Lays out the legend entries and draws them if there is a pen. Returns the number of rows below
// the frame, including the scale bar.
static int lay_legend(const paper *sheet, pen *p)
{
    const double room = sheet->legend_width;
    double x = 0;
    int row = sheet->bar_alone ? 1 : 0;
    for (size_t i = 0; i < sheet->entry_count; ++i) {
        const paper_entry *entry = &sheet->entries[i];
        if (!entry->wanted || entry->title[0] == 0)
            continue;
        char title[LETTERING_SIZE];
        memcpy(title, entry->title, sizeof title);
        lettering_fit(sheet->ruler, title, LEGEND_SIZE, false, room - SWATCH_WIDTH - SWATCH_GAP);
        double width =
            SWATCH_WIDTH + SWATCH_GAP + lettering_width(sheet->ruler, title, LEGEND_SIZE, false);
        if (x > 0 && x + width > room) {
            x = 0;
            ++row;
        }
        if (p)
            draw_entry(p, title, entry->sample, sheet->frame.min.x + x, row_base(sheet, row));
        x += width + ENTRY_GAP;
    }
    return row + 1;
}

static void draw_bar(const paper *sheet, pen *p)
{
    double base = row_base(sheet, 0);
    double label = lettering_width(sheet->ruler, sheet->bar_label, LEGEND_SIZE, false);
    double right = sheet->frame.max.x - label - SWATCH_GAP,
           left = right - sheet->bar * sheet->scale;
    wend_vec2 bar[] = {
        {left, base - BAR_TICK}, {left, base}, {right, base}, {right, base - BAR_TICK}};
    p->class->path(p, bar, &(uint32_t){4}, 1, false, (wend_ink){.line = WEND_BLACK, .width = 1.2});
    p->class->text(p, sheet->bar_label,
                   &(pen_text){.at = {sheet->frame.max.x, base},
                               .anchor = PEN_RIGHT,
                               .size = LEGEND_SIZE,
                               .colour = WEND_BLACK});
}

// Chooses the scale so that the region fits a frame of at most `tallest` with `strip` below it, on
// a sheet of sheet->width.
static void plan_frame(paper *sheet, wend_vec2 world, double tallest, double strip)
{
    double width = sheet->width - 2 * MARGIN;
    double most = fmin(tallest, sheet->most_height - sheet->frame.min.y - strip);
    most = fmax(most, LEAST_FRAME);
    sheet->scale = fmin((width - 2 * PADDING) / world.x, (most - 2 * PADDING) / world.y);
    double height = fmax(world.y * sheet->scale + 2 * PADDING, LEAST_FRAME);
    sheet->frame.max = (wend_vec2){sheet->frame.min.x + width, sheet->frame.min.y + height};
}

void paper_plan(paper *sheet)
{
    bool empty = nothing_to_show(sheet->world);
    wend_box box = empty ? (wend_box){{0, 0}, {1, 0}} : sheet->world;
    wend_vec2 world = {fmax(box.max.x - box.min.x, LEAST_WORLD),
                       fmax(box.max.y - box.min.y, LEAST_WORLD)};
    if (world.x == LEAST_WORLD && world.y == LEAST_WORLD)
        world = (wend_vec2){POINT_WORLD, POINT_WORLD};
    sheet->centre = (wend_vec2){box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2};
    sheet->frame.min = (wend_vec2){MARGIN, MARGIN + TITLE_HEIGHT};

    double strip = STRIP_GAP + ROW_HEIGHT + MARGIN;
    sheet->width = sheet->wanted_width > 0 ? sheet->wanted_width : PAPER_WIDTH;
    double tallest = TALLEST * (sheet->width - 2 * MARGIN);
    if (sheet->wanted_width == 0) {
        plan_frame(sheet, world, tallest, strip);
        double used = ceil(world.x * sheet->scale + 2 * (PADDING + MARGIN));
        sheet->width = fmin(fmax(used, LEAST_WIDTH), PAPER_WIDTH);
    }
    // The legend reduces the frame, but its number of rows depends on the scale through the length
    // of the bar. Two iterations suffice.
    for (int i = 0; i < 2; ++i) {
        plan_frame(sheet, world, tallest, strip);
        if (empty)
            sheet->scale = 0;
        else
            plan_bar(sheet, BAR_PART * (sheet->frame.max.x - sheet->frame.min.x) / sheet->scale);
        plan_legend(sheet);
        strip = STRIP_GAP + lay_legend(sheet, NULL) * ROW_HEIGHT + MARGIN;
    }
    sheet->height = fmin(ceil(sheet->frame.max.y + strip), sheet->most_height);
}

wend_vec2 paper_place(const paper *sheet, wend_vec2 point)
{
    double x = sheet->frame.min.x / 2 + sheet->frame.max.x / 2;
    double y = sheet->frame.min.y / 2 + sheet->frame.max.y / 2;
    return (wend_vec2){x + (point.x - sheet->centre.x) * sheet->scale,
                       y - (point.y - sheet->centre.y) * sheet->scale};
}

void paper_decorate(const paper *sheet, pen *p, const char *note)
{
    wend_box frame = sheet->frame;
    double room = frame.max.x - frame.min.x;
    if (note[0]) {
        p->class->text(p, note,
                       &(pen_text){.at = {frame.max.x, MARGIN + TITLE_SIZE},
                                   .anchor = PEN_RIGHT,
                                   .size = NOTE_SIZE,
                                   .colour = WEND_DARK_GREY});
        room -= lettering_width(sheet->ruler, note, NOTE_SIZE, false) + ENTRY_GAP;
    }
    char title[LETTERING_SIZE];
    lettering_clean(sheet->title, title);
    lettering_fit(sheet->ruler, title, TITLE_SIZE, true, room);
    p->class->text(p, title,
                   &(pen_text){.at = {frame.min.x, MARGIN + TITLE_SIZE},
                               .size = TITLE_SIZE,
                               .colour = WEND_BLACK,
                               .bold = true});
    wend_vec2 corners[] = {
        frame.min, {frame.max.x, frame.min.y}, frame.max, {frame.min.x, frame.max.y}};
    p->class->path(p, corners, &(uint32_t){4}, 1, true, (wend_ink){.line = WEND_GREY});
    lay_legend(sheet, p);
    if (sheet->scale > 0)
        draw_bar(sheet, p);
}
