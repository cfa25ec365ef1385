// SPDX-License-Identifier: MIT
// A map's raster as files: a PNG image, and arrays with their frame for other programs.
//
// - .asc is an ESRI grid: a header with the frame, then the values as text, rows from top to
// bottom.
//   Every GIS reads it, and so does numpy.loadtxt(skiprows=6).
// - .npy is a NumPy array of doubles: four planes (value, next_x, next_y, region), rows from bottom
// to
//   top. Its frame is in a JSON file beside it.
#include "base/export_text.h"
#include "base/output.h"
#include "base/xalloc.h"
#include "cli/map/map.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "draw/scale_png.h"
#include "scene/frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// Number of colours: more than the eye distinguishes, and few enough for a small file.
#define SHADES 160

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), wanted = strlen(ending);
    return length > wanted && strcasecmp(path + length - wanted, ending) == 0;
}

static const char *value_name(const map_job *job)
{
    return map_weighted(job) ? "time" : "distance";
}

// ---- all files ---------------------------------------------------------------------------------

typedef void write_fn(const map_job *job, const map_cells *cells, FILE *out);

static int write_file(map_job *job, const char *path, const map_cells *cells, write_fn *write)
{
    output out;
    if (!output_open(&out, path))
        return fail_output(job->args, path);
    write(job, cells, out.file);
    if (!output_commit(&out))
        return fail_output(job->args, path);
    xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    return EXIT_DONE;
}

// ---- the grid of ESRI ---------------------------------------------------------------------------

static void write_grid(const map_job *job, const map_cells *cells, FILE *out)
{
    const map_frame *frame = &cells->frame;
    wend_vec2 corner = frames_to_metres(job->s, frame->box.min);
    if (frames_mirrored(job->s)) // a grid's y points up
        corner.y = frame->box.min.y + job->s->origin.y;
    fprintf(out, "ncols %u\nnrows %u\nxllcorner ", (unsigned)frame->columns, (unsigned)frame->rows);
    export_number(out, corner.x);
    fputs("\nyllcorner ", out);
    export_number(out, corner.y);
    fputs("\ncellsize ", out);
    export_number(out, frame->cell);
    fputs("\nNODATA_value -1\n", out);
    for (uint32_t row = frame->rows; row-- > 0;)
        for (uint32_t i = 0; i < frame->columns; ++i)
            fprintf(out, "%.10g%c", cells->value[(size_t)row * frame->columns + i],
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

static void write_numpy(const map_job *job, const map_cells *cells, FILE *out)
{
    // Magic, version, a length of two bytes, and the description, padded so that the data is
    // aligned.
    enum { START = 10, ALIGNED = 64, HEADER = 2 * ALIGNED };
    char words[HEADER - START + 1];
    const map_frame *frame = &cells->frame;
    size_t count = (size_t)frame->columns * frame->rows;
    int used = snprintf(words, sizeof words,
                        "{'descr': '<f8', 'fortran_order': False, 'shape': (4, %u, %u), }",
                        (unsigned)frame->rows, (unsigned)frame->columns);
    memset(words + used, ' ', sizeof words - (size_t)used);
    words[HEADER - START - 1] = '\n';
    fwrite("\x93NUMPY\x01\x00", 1, 8, out);
    putc((HEADER - START) & 0xff, out);
    putc((HEADER - START) >> 8, out);
    fwrite(words, 1, HEADER - START, out);
    for (size_t i = 0; i < count; ++i)
        put_double(cells->value[i], out);
    for (int plane = 0; plane < 2; ++plane)
        for (size_t i = 0; i < count; ++i) {
            wend_vec2 next = frames_to_metres(job->s, cells->next[i]);
            put_double(cells->value[i] < 0 ? NAN : plane == 0 ? next.x : next.y, out);
        }
    for (size_t i = 0; i < count; ++i)
        put_double(cells->region[i] == MAP_NO_REGION ? -1 : (double)cells->region[i], out);
}

/// Writes the frame: the centre of cell (row, column) is (x + column dx, y + row dy).
static void write_frame(const map_job *job, const map_cells *cells, FILE *out)
{
    const map_frame *frame = &cells->frame;
    double half = frame->cell / 2;
    wend_vec2 first = {frame->box.min.x + half, frame->box.min.y + half};
    first = frames_to_metres(job->s, first);
    fprintf(out, "{\"rows\": %u, \"columns\": %u, \"x\": ", (unsigned)frame->rows,
            (unsigned)frame->columns);
    export_number(out, first.x);
    fputs(", \"y\": ", out);
    export_number(out, first.y);
    fputs(", \"dx\": ", out);
    export_number(out, frame->cell);
    fputs(", \"dy\": ", out);
    export_number(out, frames_mirrored(job->s) ? -frame->cell : frame->cell);
    fprintf(out,
            ",\n \"planes\": [\"%s\", \"next_x\", \"next_y\", \"region\"], \"unreachable\": -1}\n",
            value_name(job));
}

static int write_array(map_job *job, const char *path, const map_cells *cells)
{
    if (ends_with(path, ".asc"))
        return write_file(job, path, cells, write_grid);
    size_t size = strlen(path) + sizeof ".json";
    char *beside = xmalloc(size);
    snprintf(beside, size, "%s.json", path);
    int code = write_file(job, path, cells, write_numpy);
    if (code == EXIT_DONE)
        code = write_file(job, beside, cells, write_frame);
    free(beside);
    return code;
}

// ---- PNG ----------------------------------------------------------------------------------------

wend_colour map_value_colour(double value, double farthest)
{
    if (value < 0)
        return WEND_NO_COLOUR;
    return ramp_colour(RAMP_WAY, farthest > 0 ? floor(value / farthest * SHADES) / SHADES : 0);
}

static int write_raster(map_job *job, const char *path, const map_cells *cells)
{
    const map_frame *frame = &cells->frame;
    size_t count = (size_t)frame->columns * frame->rows;
    if (frame->columns > SCALE_PNG_MOST ||
        frame->rows + scale_png_strip(frame->columns) > SCALE_PNG_MOST)
        return fail_usage(job->args, "%s: too many cells for a PNG (at most %d per side)", path,
                          SCALE_PNG_MOST);
    wend_colour *pixels = xmalloc(count * sizeof *pixels);
    for (size_t i = 0; i < count; ++i)
        pixels[i] = map_value_colour(cells->value[i], cells->farthest);
    const scale_png what = {
        .pixels = pixels,
        .width = frame->columns,
        .height = frame->rows,
        .ramp = RAMP_WAY,
        .most = cells->farthest,
        .unit = map_unit(job),
    };
    int code = picture_write_scale(job->args, path, what);
    free(pixels);
    if (code == EXIT_DONE)
        xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    return code;
}

int map_write_files(map_job *job)
{
    const char *raster = option_text(job->args, "raster", NULL);
    const char *array = option_text(job->args, "array", NULL);
    if (!raster && !array)
        return EXIT_DONE;
    map_cells cells;
    bool all = array && ends_with(array, ".npy");
    int code = map_paint(job, job->raster, all ? MAP_CELLS_ALL : MAP_CELLS_VALUE, &cells);
    if (code == EXIT_DONE && raster)
        code = write_raster(job, raster, &cells);
    if (code == EXIT_DONE && array)
        code = write_array(job, array, &cells);
    job->farthest = cells.farthest;
    map_cells_free(&cells);
    return code;
}
