// SPDX-License-Identifier: MIT
// Drawing interface: callbacks in world coordinates, through which structures describe themselves.
// The wend command renders SVG, PNG and PDF behind it; a game can use it for debug drawing.
#ifndef WEND_DRAW_H
#define WEND_DRAW_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Colour as 0xRRGGBBAA. AA = 00 draws nothing.
typedef uint32_t wend_colour;

// Palette of Okabe and Ito, readable for colour-blind people, and greys.
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

/// Fill, line and dash style.
typedef struct wend_ink {
    wend_colour fill;
    wend_colour line;
    double width; ///< line width on paper; 0: thinnest visible line [Units: points, 1/72 inch]
    double dash;  ///< dash length on paper; 0: solid line [Units: points]
} wend_ink;

/// The callbacks. All are required except image.
typedef struct wend_draw {
    void *context;

    /// Starts a layer; subsequent calls belong to it until the next layer. name identifies the
    /// layer ("obstacles"), title is its legend text ("obstacles, 42"; empty: no legend entry),
    /// sample is the style shown in the legend. Both strings are copied. A second call with the
    /// same name right after the first continues the layer and adds a legend entry; a name does not
    /// recur later. Returns false if the layer is hidden: then draw nothing for it.
    bool (*layer)(void *context, const char *name, const char *title, wend_ink sample);

    /// A polygon with holes: rings one after the other, even-odd rule. [ring_ends: ring_count]
    void (*polygon)(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                    uint32_t ring_count, wend_ink ink);

    /// A polyline of count points; a single point is a dot of the line's width.
    void (*line)(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink);

    /// [Limit: radius >= 0] [Units: m]
    void (*circle)(void *context, wend_vec2 centre, double radius, wend_ink ink);

    /// A label for the contents of box: centred if the box is wide enough, otherwise directly above
    /// or below it. The box may be a point. '\n' starts a new line. size is the font size on paper.
    /// [Units: points]
    void (*text)(void *context, wend_box box, const char *text, double size, wend_colour colour);

    /// A raster image that fills the box: pixels in rows from bottom to top [width * height]. [opt:
    /// NULL if images are not supported]
    void (*image)(void *context, wend_box box, const wend_colour *pixels, uint32_t width,
                  uint32_t height);
} wend_draw;

#ifdef __cplusplus
}
#endif

#endif
