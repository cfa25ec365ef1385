// SPDX-License-Identifier: MIT
// Reads PGM with own code (the format is a header and a list of numbers) and PNG through cairo.
#include "base/tokens.h"
#include "formats/formats.h"
#include "formats/image.h"

#include <cairo.h>
#include <stdlib.h>
#include <string.h>

static bool check_size(uint64_t width, uint64_t height, problem_list *problems)
{
    if (width == 0 || height == 0)
        return problem_add(problems, "the picture has no pixels");
    if (width > GRID_MAX_CELLS || height > GRID_MAX_CELLS || width * height > GRID_MAX_CELLS)
        return problem_add(problems,
                           "the picture has %llu x %llu pixels, more than %llu million: scale it "
                           "down",
                           (unsigned long long)width, (unsigned long long)height,
                           (unsigned long long)(GRID_MAX_CELLS >> 20));
    return true;
}

static bool image_create(uint64_t width, uint64_t height, uint16_t white, image *out,
                         problem_list *problems)
{
    if (!check_size(width, height, problems))
        return false;
    uint16_t *pixels = malloc((size_t)(width * height) * sizeof *pixels);
    if (!pixels)
        return problem_no_memory(problems);
    *out = (image){(uint32_t)width, (uint32_t)height, white, pixels};
    return true;
}

void image_free(image *i)
{
    free(i->pixels);
    *i = (image){0};
}

// ---- PGM ----------------------------------------------------------------------------------------

static bool read_plain(tokens *source, image *out)
{
    size_t count = (size_t)out->width * out->height;
    for (size_t i = 0; i < count && !source->failed; ++i)
        out->pixels[i] = (uint16_t)token_whole(source, "a pixel", out->white);
    return !source->failed;
}

static bool read_raw(tokens *source, image *out)
{
    const text *t = source->t;
    size_t count = (size_t)out->width * out->height, bytes = out->white > 255 ? 2 : 1;
    size_t start = source->at + 1; // one white-space byte ends the header
    if (start > t->size || t->size - start < count * bytes)
        return text_problem(t, t->size, source->problems,
                            "the file ends after %zu of %zu bytes of pixels",
                            start > t->size ? 0 : t->size - start, count * bytes);
    const unsigned char *data = (const unsigned char *)t->data + start;
    for (size_t i = 0; i < count; ++i) {
        unsigned value = bytes == 2 ? data[2 * i] * 256u + data[2 * i + 1] : data[i];
        if (value > out->white)
            return problem_add(source->problems,
                               "the pixel in row %zu, column %zu is %u, but the header says that "
                               "the largest is %u",
                               i / out->width + 1, i % out->width + 1, value, (unsigned)out->white);
        out->pixels[i] = (uint16_t)value;
    }
    source->at = start + count * bytes;
    return true;
}

// Netpbm allows comments in the header only; they are also accepted between the numbers of P2.
static bool read_pgm(const text *t, image *out, problem_list *problems)
{
    tokens source = {.t = t, .problems = problems, .has_comments = true};
    token magic;
    token_next(&source, &magic);
    bool plain = token_is(magic, "P2");
    if (!plain && !token_is(magic, "P5"))
        return token_problem(&source, magic, "not a PGM picture: it must start with P2 or P5");
    uint64_t width = token_whole(&source, "the width", UINT32_MAX);
    uint64_t height = token_whole(&source, "the height", UINT32_MAX);
    uint64_t white = token_whole(&source, "the largest brightness", UINT16_MAX);
    if (source.failed)
        return false;
    if (white == 0)
        return problem_add(problems, "the largest brightness is 0: it must be from 1 to 65535");
    // Before any allocation: a pixel has at least one byte.
    if (height > 0 && width > t->size / height)
        return problem_add(problems, "the file is too short for %llu x %llu pixels",
                           (unsigned long long)width, (unsigned long long)height);
    return image_create(width, height, (uint16_t)white, out, problems) &&
           (plain ? read_plain : read_raw)(&source, out) && token_end(&source, "pixel");
}

// ---- PNG ----------------------------------------------------------------------------------------

static const unsigned char png_magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

// Signature, then the first chunk: length, "IHDR", width, height, bits, colour type, ...
enum { PNG_HEADER_SIZE = 26, PNG_WIDTH = 16, PNG_HEIGHT = 20, PNG_BITS = 24, PNG_COLOUR = 25 };
// Maximum compression of deflate: 1032 to 1 (Deutsch, RFC 1951: 258 bytes in 2 bits).
enum { DEFLATE_BEST = 1032 };
// Cairo's limit of width and height.
enum { CAIRO_LARGEST = 32767 };

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// Rejects sizes that the file cannot hold, before cairo allocates memory for them.
static bool check_png_header(const text *t, problem_list *problems)
{
    const unsigned char *data = (const unsigned char *)t->data;
    if (t->size < PNG_HEADER_SIZE || memcmp(data, png_magic, sizeof png_magic) != 0 ||
        memcmp(data + 12, "IHDR", 4) != 0)
        return problem_add(problems, "this is not a PNG picture, or it is cut off");
    uint64_t width = big_endian(data + PNG_WIDTH), height = big_endian(data + PNG_HEIGHT);
    if (!check_size(width, height, problems))
        return false;
    if (width > CAIRO_LARGEST || height > CAIRO_LARGEST)
        return problem_add(problems,
                           "the picture has %llu x %llu pixels, but %d is the most in a "
                           "row or column",
                           (unsigned long long)width, (unsigned long long)height,
                           (int)CAIRO_LARGEST);
    unsigned colour = data[PNG_COLOUR];
    uint64_t channels = colour == 2 ? 3 : colour == 4 ? 2 : colour == 6 ? 4 : 1;
    uint64_t row_bytes = (width * channels * data[PNG_BITS] + 7) / 8;
    if (row_bytes > t->size * DEFLATE_BEST / height)
        return problem_add(problems, "the file is too short for %llu x %llu pixels",
                           (unsigned long long)width, (unsigned long long)height);
    return true;
}

typedef struct png_source {
    const text *t;
    size_t at;
} png_source;

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned length)
{
    png_source *source = closure;
    if (source->t->size - source->at < length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, source->t->data + source->at, length);
    source->at += length;
    return CAIRO_STATUS_SUCCESS;
}

// Brightness of a pixel premultiplied by cairo, blended on white. The weights are those of Rec.
// 709; grey keeps its value.
static uint16_t pixel_brightness(uint32_t argb, bool has_alpha)
{
    uint32_t alpha = has_alpha ? argb >> 24 : 255;
    if (alpha == 0)
        return IMAGE_TRANSPARENT;
    uint32_t sum = 2126 * (argb >> 16 & 255) + 7152 * (argb >> 8 & 255) + 722 * (argb & 255);
    uint32_t brightness = (sum + 5000) / 10000 + (255 - alpha);
    return (uint16_t)(brightness < 255 ? brightness : 255);
}

static bool copy_pixels(cairo_surface_t *surface, image *out, problem_list *problems)
{
    cairo_format_t format = cairo_image_surface_get_format(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    int stride = cairo_image_surface_get_stride(surface);
    if (!image_create((uint64_t)width, (uint64_t)height, 255, out, problems))
        return false;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            uint32_t argb;
            memcpy(&argb, data + (size_t)y * (size_t)stride + (size_t)x * 4, sizeof argb);
            out->pixels[(size_t)y * out->width + (size_t)x] =
                pixel_brightness(argb, format == CAIRO_FORMAT_ARGB32);
        }
    return true;
}

// Converts a picture in one of cairo's wider formats (16 bits per channel) to 8 bits.
static cairo_surface_t *in_eight_bits(cairo_surface_t *wide)
{
    cairo_surface_t *narrow =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width(wide),
                                   cairo_image_surface_get_height(wide));
    cairo_t *pen = cairo_create(narrow);
    cairo_set_source_surface(pen, wide, 0, 0);
    cairo_set_operator(pen, CAIRO_OPERATOR_SOURCE);
    cairo_paint(pen);
    cairo_destroy(pen);
    cairo_surface_flush(narrow);
    cairo_surface_destroy(wide);
    return narrow;
}

static bool read_png(const text *t, image *out, problem_list *problems)
{
    if (!check_png_header(t, problems))
        return false;
    png_source source = {.t = t};
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_bytes, &source);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        cairo_format_t format = cairo_image_surface_get_format(surface);
        if (format != CAIRO_FORMAT_ARGB32 && format != CAIRO_FORMAT_RGB24)
            surface = in_eight_bits(surface);
    }
    cairo_status_t status = cairo_surface_status(surface);
    bool good = false;
    if (status == CAIRO_STATUS_NO_MEMORY)
        problem_no_memory(problems);
    else if (status != CAIRO_STATUS_SUCCESS)
        problem_add(problems, "the PNG picture is damaged or cut off: save it again");
    else
        good = copy_pixels(surface, out, problems);
    cairo_surface_destroy(surface);
    return good;
}

// ---- both formats -------------------------------------------------------------------------------

static bool is_png(const text *t)
{
    return t->size >= 4 && memcmp(t->data, png_magic, 4) == 0;
}

static bool is_pgm(const text *t)
{
    return t->size >= 2 && t->data[0] == 'P' && (t->data[1] == '2' || t->data[1] == '5');
}

bool image_read(const text *t, image *out, problem_list *problems)
{
    *out = (image){0};
    if ((is_png(t) ? read_png : read_pgm)(t, out, problems))
        return true;
    image_free(out);
    return false;
}

scene *image_to_scene(const image *picture, grid_frame frame, image_wall_fn *is_wall,
                      const void *context, problem_list *problems)
{
    grid g;
    scene *s = NULL;
    if (grid_create(picture->width, picture->height, &g, problems)) {
        for (uint32_t y = 0; y < g.height; ++y) {
            const uint16_t *row = picture->pixels + (size_t)(g.height - 1 - y) * g.width;
            for (uint32_t x = 0; x < g.width; ++x)
                g.cells[(size_t)y * g.width + x] = is_wall(context, picture->white, row[x]);
        }
        s = grid_to_scene(&g, frame, problems);
    }
    grid_free(&g);
    return s;
}

static bool is_dark(const void *context, uint16_t white, uint16_t value)
{
    (void)context;
    return (double)white - value > IMAGE_WALL * white;
}

static scene *read_picture(const text *t, problem_list *problems)
{
    image picture;
    if (!image_read(t, &picture, problems))
        return NULL;
    scene *s = image_to_scene(&picture, grid_unit_frame(), is_dark, NULL, problems);
    image_free(&picture);
    return s;
}

scene *scene_read_pgm(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    return read_picture(t, problems);
}

scene *scene_read_png(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    if (!is_png(t) && !is_pgm(t)) { // a PGM picture named .png is read as PGM
        problem_add(problems, "this is not a PNG picture");
        return NULL;
    }
    return read_picture(t, problems);
}
