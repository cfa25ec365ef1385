// SPDX-License-Identifier: MIT
// How a structure describes itself to whatever draws: a struct of callbacks in world coordinates.
// wend's own command draws SVG, PNG and PDF behind it; a game can draw lines on its screen.
#ifndef WEND_DRAW_H
#define WEND_DRAW_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// 0xRRGGBBAA. AA = 00 draws nothing.
typedef uint32_t wend_colour;

// Okabe and Ito's palette, which stays readable for colour-blind people, and some greys.
#define WEND_BLACK      0x000000ffu
#define WEND_ORANGE     0xe69f00ffu
#define WEND_SKY        0x56b4e9ffu
#define WEND_GREEN      0x009e73ffu
#define WEND_YELLOW     0xf0e442ffu
#define WEND_BLUE       0x0072b2ffu
#define WEND_VERMILION  0xd55e00ffu
#define WEND_PURPLE     0xcc79a7ffu
#define WEND_DARK_GREY  0x404040ffu
#define WEND_GREY       0x8c8c8cffu
#define WEND_LIGHT_GREY 0xd9d9d9ffu
#define WEND_WHITE      0xffffffffu
#define WEND_NO_COLOUR  0x00000000u

/// The same colour with another opacity, 0 to 255.
#define WEND_ALPHA(colour, alpha) (((colour)&0xffffff00u) | (uint32_t)(alpha))

/// What to draw with.
typedef struct wend_ink {
    wend_colour fill;
    wend_colour line;
    double width; ///< of lines, on paper; 0 is the thinnest that shows [Units: points, 1/72 inch]
    double dash;  ///< length of dashes, on paper; 0 is solid [Units: points]
} wend_ink;

/// The callbacks. All must be set, but for image.
typedef struct wend_draw {
    void *context;

    /// Starts a layer; what follows belongs to it until the next. name is for choosing
    /// ("obstacles"), title for the legend ("obstacles, 42"; an empty one is not shown), sample is
    /// the ink shown beside it; both strings are copied. The same name again right after goes on
    /// with the layer and adds to the legend; a name does not come back later. Returns false if the
    /// layer is not wanted: then draw nothing for it.
    bool (*layer)(void *context, const char *name, const char *title, wend_ink sample);

    /// A polygon with holes: the rings one after the other, even-odd. [ring_ends: ring_count]
    void (*polygon)(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                    uint32_t ring_count, wend_ink ink);

    /// A polyline of count points; one point is a dot as wide as the line.
    void (*line)(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink);

    /// [Limit: radius >= 0] [Units: m]
    void (*circle)(void *context, wend_vec2 centre, double radius, wend_ink ink);

    /// A label for what fills the box: centred in it if it is wide enough, otherwise just above or
    /// below; a box may be a point. '\n' starts another line. [Units of size, on paper: points]
    void (*text)(void *context, wend_box box, const char *text, double size, wend_colour colour);

    /// A raster that fills the box: pixels row by row from the lowest up [width * height]. [opt:
    /// NULL if there is no way to show one]
    void (*image)(void *context, wend_box box, const wend_colour *pixels, uint32_t width,
                  uint32_t height);
} wend_draw;

#ifdef __cplusplus
}
#endif

#endif
