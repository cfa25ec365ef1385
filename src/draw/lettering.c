// SPDX-License-Identifier: MIT
// Text is measured with cairo's toy fonts, which need no more than fontconfig and any one font.
#include "draw/lettering.h"

#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"

// Length of the UTF-8 character at s, 0 if invalid: by RFC 3629, without overlong forms, surrogates
// and values beyond U+10FFFF. The final 0 stops the lookahead. U+FFFE and U+FFFF are rejected
// because XML does not allow them.
static size_t character_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; ++i)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool beyond = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90);
    bool no_character = s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe;
    return overlong || beyond || no_character ? 0 : length;
}

static bool is_control(const unsigned char *s)
{
    return s[0] < 0x20 || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0);
}

void lettering_clean(const char *text, char clean[LETTERING_SIZE])
{
    const unsigned char *s = (const unsigned char *)text;
    size_t count = 0;
    while (*s) {
        size_t length = character_length(s);
        bool bad = length == 0 || is_control(s);
        size_t written = bad ? 1 : length;
        if (count + written >= LETTERING_SIZE)
            break;
        if (bad)
            clean[count] = '?';
        else
            memcpy(clean + count, s, length);
        count += written;
        s += length ? length : 1;
    }
    clean[count] = 0;
}

cairo_t *lettering_open(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *cr = cairo_create(surface);
    cairo_surface_destroy(surface);
    return cr;
}

void lettering_select(cairo_t *cr, double size, bool bold)
{
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
    // Without hinting, a text has the same width in every format and at every size.
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
}

double lettering_width(cairo_t *cr, const char *clean, double size, bool bold)
{
    cairo_text_extents_t extents = {0};
    lettering_select(cr, size, bold);
    cairo_text_extents(cr, clean, &extents);
    return extents.x_advance;
}

void lettering_fit(cairo_t *cr, char clean[LETTERING_SIZE], double size, bool bold, double width)
{
    if (lettering_width(cr, clean, size, bold) <= width)
        return;
    size_t count = strlen(clean);
    do {
        // One character less, with space for the ellipsis and its 0.
        while (count > 0 && ((unsigned char)clean[--count] & 0xc0) == 0x80)
            ;
        if (count > LETTERING_SIZE - sizeof ELLIPSIS)
            continue;
        memcpy(clean + count, ELLIPSIS, sizeof ELLIPSIS);
        if (lettering_width(cr, clean, size, bold) <= width)
            return;
    } while (count > 0);
    clean[0] = 0;
}
