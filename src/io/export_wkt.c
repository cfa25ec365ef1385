// SPDX-License-Identifier: MIT
// Well-known text: the free area as one POLYGON or MULTIPOLYGON, as JuPedSim and PedPy read it.
// Names, areas, agents, segments and points have no place in it. Coordinates are those of the
// scene's source: its origin is added. A scene that is not sound may be refused by GEOS; repair it
// first. A scene without a free area that ends is refused with EDOM.
#include "io/export_text.h"
#include "io/formats.h"
#include "io/free_area.h"

#include <errno.h>

static void write_ring(FILE *out, const wend_vec2 *points, uint32_t count, wend_vec2 origin)
{
    putc('(', out);
    for (uint32_t i = 0; i <= count; ++i) {
        wend_vec2 p = points[i < count ? i : 0];
        if (i > 0)
            fputs(", ", out);
        export_number(out, p.x + origin.x);
        putc(' ', out);
        export_number(out, p.y + origin.y);
    }
    putc(')', out);
}

static void write_polygon(FILE *out, wend_shape shape, wend_vec2 origin)
{
    putc('(', out);
    for (uint32_t r = 0; r < shape.ring_count; ++r) {
        uint32_t begin, end;
        shape_ring(shape, r, &begin, &end);
        if (r > 0)
            fputs(", ", out);
        write_ring(out, shape.points + begin, end - begin, origin);
    }
    putc(')', out);
}

static void write_polygons(FILE *out, const polygons *area, wend_vec2 origin)
{
    size_t count = area->spans.count;
    fputs(count > 1 ? "MULTIPOLYGON (" : "POLYGON ", out);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0)
            fputs(", ", out);
        write_polygon(out, polygons_get(area, i), origin);
    }
    fputs(count > 1 ? ")\n" : "\n", out);
}

bool scene_write_wkt(const scene *s, FILE *out)
{
    geos g;
    polygons area = {0};
    errno = ENOMEM;
    if (!geos_open(&g))
        return false;
    bool good = free_area_polygons(&g, s, &area);
    if (!good && g.message[0])
        errno = EINVAL; // the scene is not sound
    geos_close(&g);
    if (good && area.spans.count == 0) {
        errno = EDOM; // "POLYGON EMPTY" would be no plan, and is refused when it is read
        good = false;
    } else if (good) {
        write_polygons(out, &area, s->origin);
    }
    polygons_free(&area);
    return good && !ferror(out);
}
