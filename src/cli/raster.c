// SPDX-License-Identifier: MIT
#include "cli/raster.h"

#include "base/export_text.h"
#include "base/output.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "cli/picture.h"
#include "cli/position.h"
#include "cli/report.h"
#include "draw/scale_png.h"
#include "scene/frames.h"
#include "wend/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// Number of colours: more than the eye distinguishes, and few enough for a small file.
#define SHADES 160

/// A box that extends into the next cell by at most this share of it does so by rounding.
#define CELL_ROUNDING 1e-6

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), wanted = strlen(ending);
    return length > wanted && strcasecmp(path + length - wanted, ending) == 0;
}

// ---- frames -------------------------------------------------------------------------------------

static double width_of(wend_box box)
{
    return box.max.x - box.min.x;
}

static double height_of(wend_box box)
{
    return box.max.y - box.min.y;
}

/// Number of cells that cover a length: at least one, at most UINT32_MAX.
static uint32_t cells_along(double length, double cell)
{
    return (uint32_t)fmin(fmax(ceil(length / cell - CELL_ROUNDING), 1), UINT32_MAX);
}

raster_frame raster_frame_of(wend_box box, double cell)
{
    raster_frame frame = {.cell = cell,
                          .columns = cells_along(width_of(box), cell),
                          .rows = cells_along(height_of(box), cell)};
    frame.box.min = box.min;
    frame.box.max = (wend_vec2){box.min.x + frame.columns * cell, box.min.y + frame.rows * cell};
    return frame;
}

/// A frame with that number of columns and rows, centred on the box.
static raster_frame frame_of_size(wend_box box, uint32_t columns, uint32_t rows)
{
    raster_frame frame = {.columns = columns, .rows = rows};
    frame.cell = fmax(width_of(box) / columns, height_of(box) / rows);
    wend_vec2 middle = {(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2};
    wend_vec2 half = {columns * frame.cell / 2, rows * frame.cell / 2};
    frame.box =
        (wend_box){{middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y}};
    return frame;
}

/// Reads "W" or "WxH"; size[1] is 0 for "W". False: neither.
static bool read_size(const char *rest, double size[2])
{
    bool good = place_number(&rest, &size[0]);
    size[1] = 0;
    if (good && *rest == 'x') {
        ++rest;
        good = place_number(&rest, &size[1]) && size[1] >= 1;
    }
    return good && *rest == 0 && size[0] >= 1 && size[0] == floor(size[0]) &&
           size[1] == floor(size[1]) && size[0] <= UINT32_MAX && size[1] <= UINT32_MAX;
}

int raster_read_frame(const arguments *args, wend_box box, raster_frame *frame)
{
    const char *typed = option_text(args, "size", NULL);
    double size[2];
    *frame = (raster_frame){.columns = 0};
    if (!option_given(args, "raster") && !option_given(args, "array"))
        return EXIT_DONE;
    if (typed && !read_size(typed, size))
        return fail_usage(args, "--size %s: invalid value (expected W or WxH, numbers of cells)",
                          typed);
    double usual = fmax(width_of(box), height_of(box)) / RASTER_USUAL_SIZE;
    if (!typed)
        *frame = raster_frame_of(box, option_number(args, "cell", usual));
    else if (size[1] > 0)
        *frame = frame_of_size(box, (uint32_t)size[0], (uint32_t)size[1]);
    else
        *frame = raster_frame_of(box, width_of(box) / size[0]);
    if ((uint64_t)frame->columns * frame->rows > WEND_MAP_MAX_PIXELS)
        return fail_usage(args, "too many cells: %u x %u (at most %u x %u): %s",
                          (unsigned)frame->columns, (unsigned)frame->rows, 1u << 14, 1u << 14,
                          typed ? "use a smaller --size" : "use a larger --cell");
    return EXIT_DONE;
}

// ---- all files ----------------------------------------------------------------------------------

typedef void write_fn(const raster_file *what, FILE *out);

static void note_file(json_t *files, const char *path)
{
    xneed(json_array_append_new(files, text_to_json(path)) == 0);
}

static int write_file(const arguments *args, const raster_file *what, const char *path,
                      write_fn *write, json_t *files)
{
    output out;
    if (!output_open(&out, path))
        return fail_output(args, path);
    write(what, out.file);
    if (!output_commit(&out))
        return fail_output(args, path);
    note_file(files, path);
    return EXIT_DONE;
}

// ---- the grid of ESRI ---------------------------------------------------------------------------

static void write_grid(const raster_file *what, FILE *out)
{
    const raster_frame *frame = &what->frame;
    wend_vec2 corner = frames_to_metres(what->s, frame->box.min);
    if (frames_mirrored(what->s)) // a grid's y points up
        corner.y = frame->box.min.y + what->s->origin.y;
    fprintf(out, "ncols %u\nnrows %u\nxllcorner ", (unsigned)frame->columns, (unsigned)frame->rows);
    export_number(out, corner.x);
    fputs("\nyllcorner ", out);
    export_number(out, corner.y);
    fputs("\ncellsize ", out);
    export_number(out, frame->cell);
    fputs("\nNODATA_value -1\n", out);
    for (uint32_t row = frame->rows; row-- > 0;)
        for (uint32_t i = 0; i < frame->columns; ++i)
            fprintf(out, "%.10g%c", what->value(what->context, 0, (size_t)row * frame->columns + i),
                    i + 1 < frame->columns ? ' ' : '\n');
}

// ---- NumPy --------------------------------------------------------------------------------------

/// Writes a double in little-endian byte order on every machine.
static void put_double(double value, FILE *out)
{
    unsigned char bytes[8];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; ++i)
        bytes[i] = (unsigned char)(bits >> 8 * i);
    fwrite(bytes, 1, sizeof bytes, out);
}

static uint32_t plane_count(const raster_file *what)
{
    uint32_t count = 0;
    while (what->planes[count])
        ++count;
    return count;
}

static void write_numpy(const raster_file *what, FILE *out)
{
    // Magic, version, a length of two bytes, and the description, padded so that the data is
    // aligned.
    enum { START = 10, ALIGNED = 64, HEADER = 2 * ALIGNED };
    char words[HEADER - START + 1];
    const raster_frame *frame = &what->frame;
    size_t count = (size_t)frame->columns * frame->rows;
    int used = snprintf(
        words, sizeof words, "{'descr': '<f8', 'fortran_order': False, 'shape': (%u, %u, %u), }",
        (unsigned)plane_count(what), (unsigned)frame->rows, (unsigned)frame->columns);
    memset(words + used, ' ', sizeof words - (size_t)used);
    words[HEADER - START - 1] = '\n';
    fwrite("\x93NUMPY\x01\x00", 1, 8, out);
    putc((HEADER - START) & 0xff, out);
    putc((HEADER - START) >> 8, out);
    fwrite(words, 1, HEADER - START, out);
    for (uint32_t plane = 0; what->planes[plane]; ++plane)
        for (size_t i = 0; i < count; ++i)
            put_double(what->value(what->context, plane, i), out);
}

/// Writes the frame: the centre of cell (row, column) is (x + column dx, y + row dy).
static void write_frame(const raster_file *what, FILE *out)
{
    const raster_frame *frame = &what->frame;
    double half = frame->cell / 2;
    wend_vec2 first = {frame->box.min.x + half, frame->box.min.y + half};
    first = frames_to_metres(what->s, first);
    fprintf(out, "{\"rows\": %u, \"columns\": %u, \"x\": ", (unsigned)frame->rows,
            (unsigned)frame->columns);
    export_number(out, first.x);
    fputs(", \"y\": ", out);
    export_number(out, first.y);
    fputs(", \"dx\": ", out);
    export_number(out, frame->cell);
    fputs(", \"dy\": ", out);
    export_number(out, frames_mirrored(what->s) ? -frame->cell : frame->cell);
    fputs(",\n \"planes\": [", out);
    for (uint32_t plane = 0; what->planes[plane]; ++plane)
        fprintf(out, "%s\"%s\"", plane > 0 ? ", " : "", what->planes[plane]);
    fprintf(out, "], \"%s\": -1}\n", what->missing);
}

static int write_array(const arguments *args, const raster_file *what, const char *path,
                       json_t *files)
{
    if (ends_with(path, ".asc"))
        return write_file(args, what, path, write_grid, files);
    size_t size = strlen(path) + sizeof ".json";
    char *beside = xmalloc(size);
    snprintf(beside, size, "%s.json", path);
    int code = write_file(args, what, path, write_numpy, files);
    if (code == EXIT_DONE)
        code = write_file(args, what, beside, write_frame, files);
    free(beside);
    return code;
}

// ---- PNG ----------------------------------------------------------------------------------------

wend_colour raster_colour(ramp colours, double value, double most)
{
    if (value < 0)
        return WEND_NO_COLOUR;
    return ramp_colour(colours, most > 0 ? fmin(floor(value / most * SHADES) / SHADES, 1) : 0);
}

static int write_image(const arguments *args, const raster_file *what, const char *path,
                       json_t *files)
{
    const raster_frame *frame = &what->frame;
    size_t count = (size_t)frame->columns * frame->rows;
    if (frame->columns > SCALE_PNG_MOST ||
        frame->rows + scale_png_strip(frame->columns) > SCALE_PNG_MOST)
        return fail_usage(args, "%s: too many cells for a PNG (at most %d per side)", path,
                          SCALE_PNG_MOST);
    wend_colour *pixels = xmalloc(count * sizeof *pixels);
    for (size_t i = 0; i < count; ++i)
        pixels[i] = raster_colour(what->ramp, what->value(what->context, 0, i), what->most);
    const scale_png image = {
        .pixels = pixels,
        .width = frame->columns,
        .height = frame->rows,
        .ramp = what->ramp,
        .most = what->most,
        .unit = what->unit,
    };
    int code = picture_write_scale(args, path, image);
    free(pixels);
    if (code == EXIT_DONE)
        note_file(files, path);
    return code;
}

bool raster_has_planes(const arguments *args)
{
    const char *array = option_text(args, "array", NULL);
    return array && ends_with(array, ".npy");
}

int raster_write(const arguments *args, const raster_file *what, json_t *files)
{
    const char *image = option_text(args, "raster", NULL);
    const char *array = option_text(args, "array", NULL);
    int code = EXIT_DONE;
    if (image)
        code = write_image(args, what, image, files);
    if (code == EXIT_DONE && array)
        code = write_array(args, what, array, files);
    return code;
}
