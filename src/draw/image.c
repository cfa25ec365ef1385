// SPDX-License-Identifier: MIT
// Pixel images for cairo and as PNG (see image.h).
#include "draw/image.h"

/// cairo expects premultiplied colours, as 0xAARRGGBB.
static uint32_t premultiplied(wend_colour colour)
{
    uint32_t alpha = colour & 0xff, pixel = alpha << 24;
    for (int i = 0; i < 3; ++i) {
        uint32_t channel = colour >> (24 - 8 * i) & 0xff;
        pixel |= (channel * alpha + 127) / 255 << (16 - 8 * i);
    }
    return pixel;
}

cairo_surface_t *image_surface(const wend_colour *pixels, uint32_t width, uint32_t height)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
        return surface;
    unsigned char *bytes = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (uint32_t row = 0; row < height; ++row) {
        // The stride of a surface with 4 bytes per pixel is a multiple of 4.
        uint32_t *to = (uint32_t *)(void *)(bytes + stride * (height - 1 - row));
        const wend_colour *from = pixels + (size_t)width * row;
        for (uint32_t i = 0; i < width; ++i)
            to[i] = premultiplied(from[i]);
    }
    cairo_surface_mark_dirty(surface);
    return surface;
}

typedef struct receiver {
    pen_write_fn *write;
    void *context;
} receiver;

static cairo_status_t receive(void *context, const unsigned char *bytes, unsigned int size)
{
    const receiver *to = context;
    return to->write(to->context, bytes, size) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool image_write_png(cairo_surface_t *surface, pen_write_fn *write, void *write_context)
{
    receiver to = {write, write_context};
    return cairo_surface_write_to_png_stream(surface, receive, &to) == CAIRO_STATUS_SUCCESS;
}
