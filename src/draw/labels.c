// SPDX-License-Identifier: MIT
// A label occupies cells of a coarse grid over the frame, which must be free.
#include "draw/labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Side of a cell, the minimum distance of two texts. [Units: points]
#define CELL 2.0
// Line height, and distance from its middle to the base line, in font sizes.
#define LINE_HEIGHT 1.15
#define TO_BASE     0.36

typedef struct cells {
    size_t left, right, top, bottom; // right and bottom are exclusive
} cells;

bool labels_open(labels *l, wend_box frame)
{
    l->frame = frame;
    l->columns = (size_t)ceil((frame.max.x - frame.min.x) / CELL);
    l->rows = (size_t)ceil((frame.max.y - frame.min.y) / CELL);
    l->taken = calloc(l->columns * l->rows, 1);
    return l->taken;
}

void labels_close(labels *l)
{
    free(l->taken);
    *l = (labels){0};
}

static size_t cell_at(double distance, size_t count)
{
    return (size_t)fmin(fmax(distance / CELL, 0), (double)count);
}

static cells cells_of(const labels *l, wend_vec2 middle, double width, double height)
{
    double x = middle.x - l->frame.min.x, y = middle.y - l->frame.min.y;
    return (cells){
        .left = cell_at(x - width / 2, l->columns),
        .right = cell_at(x + width / 2 + CELL, l->columns),
        .top = cell_at(y - height / 2, l->rows),
        .bottom = cell_at(y + height / 2 + CELL, l->rows),
    };
}

static bool is_free(const labels *l, cells c)
{
    for (size_t row = c.top; row < c.bottom; ++row)
        for (size_t column = c.left; column < c.right; ++column)
            if (l->taken[row * l->columns + column])
                return false;
    return true;
}

static void occupy(labels *l, cells c)
{
    for (size_t row = c.top; row < c.bottom; ++row)
        for (size_t column = c.left; column < c.right; ++column)
            l->taken[row * l->columns + column] = 1;
}

static double between(double value, double low, double high)
{
    return low > high ? low / 2 + high / 2 : fmin(fmax(value, low), high);
}

// Splits a text into clean lines no wider than the frame. Returns the maximum width.
static double split(const labels *l, cairo_t *ruler, const char *text, double size, label *placed)
{
    double most = l->frame.max.x - l->frame.min.x - 2 * PEN_HALO, widest = 0;
    placed->count = 0;
    while (*text && placed->count < LABEL_LINES) {
        size_t length = strcspn(text, "\n");
        char line[LETTERING_SIZE], *clean = placed->lines[placed->count];
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line),
                 text);
        lettering_clean(line, clean);
        lettering_fit(ruler, clean, size, false, most);
        widest = fmax(widest, lettering_width(ruler, clean, size, false));
        ++placed->count;
        text += length + (text[length] == '\n');
    }
    return widest;
}

bool labels_place(labels *l, cairo_t *ruler, const char *text, wend_box box, double size,
                  label *placed)
{
    wend_box frame = l->frame;
    wend_vec2 at = {box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2};
    if (!(at.x >= frame.min.x && at.x <= frame.max.x && at.y >= frame.min.y && at.y <= frame.max.y))
        return false;
    double width = split(l, ruler, text, size, placed);
    if (!(width > 0))
        return false;
    width += 2 * PEN_HALO;
    double line = size * LINE_HEIGHT, height = placed->count * line;
    double box_width = box.max.x - box.min.x, away = (box.max.y - box.min.y + height) / 2;
    bool fits = box_width >= width || box_width == 0;
    // Offsets from the centre of the box. A text that fits may also move by its own height.
    double step = height + CELL;
    const double moves[] = {fits ? 0 : -away, fits ? -step : away, fits ? step : away};
    for (int i = 0; i < 3; ++i) {
        wend_vec2 middle = {
            between(at.x, frame.min.x + width / 2, frame.max.x - width / 2),
            between(at.y + moves[i], frame.min.y + height / 2, frame.max.y - height / 2),
        };
        cells c = cells_of(l, middle, width, height);
        if (!is_free(l, c))
            continue;
        occupy(l, c);
        for (int j = 0; j < placed->count; ++j) {
            double down = (j - (placed->count - 1) / 2.0) * line + size * TO_BASE;
            placed->places[j] = (wend_vec2){middle.x, middle.y + down};
        }
        return true;
    }
    ++l->left_out;
    return false;
}
