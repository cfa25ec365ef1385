// SPDX-License-Identifier: MIT
// Well-known text: the free area as one POLYGON or MULTIPOLYGON, as read by JuPedSim and PedPy.
// Names, areas, agents, segments and points are omitted. Coordinates are those of the scene's
// source: its origin is added. GEOS may reject an invalid scene; repair it first. A scene without a
// bounded free area fails with EDOM.
#include "base/export_text.h"
#include "formats/formats.h"
#include "repair/free_area.h"

#include <errno.h>

void wkt_write(FILE *out, const scene *s, const polygons *area,
               wend_vec2 (*to_file)(const scene *s, wend_vec2 p))
{
    size_t count = area->spans.count;
    fputs(count == 0 ? "POLYGON EMPTY" : count > 1 ? "MULTIPOLYGON (" : "POLYGON ", out);
    for (size_t i = 0; i < count; ++i) {
        wend_shape shape = polygons_get(area, i);
        fputs(i > 0 ? ", (" : "(", out);
        for (uint32_t r = 0; r < shape.ring_count; ++r) {
            uint32_t begin, end;
            shape_ring(shape, r, &begin, &end);
            fputs(r > 0 ? ", (" : "(", out);
            for (uint32_t k = begin; k <= end; ++k) {
                wend_vec2 p = to_file(s, shape.points[k < end ? k : begin]);
                fputs(k > begin ? ", " : "", out);
                export_number(out, p.x);
                putc(' ', out);
                export_number(out, p.y);
            }
            putc(')', out);
        }
        putc(')', out);
    }
    if (count > 1)
        putc(')', out);
}

static wend_vec2 with_origin(const scene *s, wend_vec2 p)
{
    return (wend_vec2){p.x + s->origin.x, p.y + s->origin.y};
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
        errno = EINVAL; // the scene is invalid
    geos_close(&g);
    if (good && area.spans.count == 0) {
        errno = EDOM; // readers reject "POLYGON EMPTY"
        good = false;
    } else if (good) {
        wkt_write(out, s, &area, with_origin);
        putc('\n', out);
    }
    polygons_free(&area);
    return good && !ferror(out);
}
