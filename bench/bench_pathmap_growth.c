// SPDX-License-Identifier: MIT
// Growth of the build time of a path map with the number of vertices, on lattices of squares from
// profiling-3 up to 80 x 80; and other maps: uneven rocks, wider streets, and thin posts, the hard
// case, because the map itself has many more regions.
#include "bench/bench_pathmap.h"

#include <math.h>
#include <stdio.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "scene/builtin/squares.h"

/// Lattices that the exponent is taken from.
static const uint32_t lattice_rows[] = {8, 10, 14, 20, 40, 80};
enum {
    LATTICES = sizeof lattice_rows / sizeof lattice_rows[0],
    LARGE_ROWS = 40,    ///< from here a lattice is not a built-in scene, and has its own row
    LARGE_SOURCES = 20, ///< fewer, because it is slow
    ROCK_VERTICES = 2200,
    OTHER_ROWS = 20,
};
/// Streets in Farias 2020 are wider than the squares, as the number of turns of its paths shows.
/// [Units: m]
#define WIDE_STREET (2 * SQUARES_SIDE)
/// Posts, and how far they are apart. [Units: m]
#define POST       0.1
#define POST_PITCH 2.0

/// Measurements of a map.
typedef struct measured {
    double ms;
    wend_map_size size; ///< of the last source's map
} measured;

static bool add_row(json_t *rows, const char *name, const pathmap_case *c, const measured *m)
{
    json_t *row = json_pack("{s:s}", "case", name);
    return row && json_array_append_new(rows, row) == 0 &&
           bench_whole(row, "polygons", c->polygons) && bench_whole(row, "vertices", c->vertices) &&
           bench_whole(row, "faces", c->faces) && bench_real(row, "build_ms", m->ms) &&
           bench_whole(row, "windows", m->size.windows) &&
           bench_whole(row, "steps", m->size.steps) &&
           bench_real(row, "windows_per_face", (double)m->size.windows / c->faces) &&
           bench_whole(row, "fullest", m->size.max_windows) &&
           bench_whole(row, "bytes", m->size.bytes);
}

/// Takes ownership of the scene; name NULL: no row. Writes the input of the exponent [opt].
static bool build(json_t *rows, const char *name, scene *s, uint32_t sources, double *vertices,
                  double *ms)
{
    pathmap_case c;
    wend_map *map = NULL;
    if (!pathmap_open(s, false, &c))
        return false;
    bool good = wend_map_create(NULL, &map, NULL) == WEND_OK;
    if (good) {
        measured m = {.ms = pathmap_build_ms(map, &c, sources)};
        m.size = wend_map_measure(map);
        if (vertices)
            *vertices = c.vertices;
        if (ms)
            *ms = m.ms;
        good = !name || add_row(rows, name, &c, &m);
    }
    wend_map_destroy(map);
    pathmap_close(&c);
    return good;
}

/// Slope of the regression line, both axes logarithmic.
static double slope(const double *x, const double *y, uint32_t count)
{
    double mean_x = 0, mean_y = 0, up = 0, along = 0;
    for (uint32_t i = 0; i < count; ++i) {
        mean_x += log(x[i]) / count;
        mean_y += log(y[i]) / count;
    }
    for (uint32_t i = 0; i < count; ++i) {
        up += (log(x[i]) - mean_x) * (log(y[i]) - mean_y);
        along += (log(x[i]) - mean_x) * (log(x[i]) - mean_x);
    }
    return up / along;
}

static bool add_growth(json_t *rows, const double *vertices, const double *ms)
{
    json_t *row = json_pack("{s:s}", "case", "growth");
    if (!row || json_array_append_new(rows, row) != 0 ||
        !bench_real(row, "exponent", slope(vertices, ms, LATTICES)))
        return false;
    for (int i = 0; i + 1 < LATTICES; ++i) {
        char key[40];
        snprintf(key, sizeof key, "exponent_%u_to_%u", lattice_rows[i], lattice_rows[i + 1]);
        if (!bench_real(row, key, slope(vertices + i, ms + i, 2)))
            return false;
    }
    return true;
}

bool bench_pathmap_growth(json_t *rows)
{
    double vertices[LATTICES], ms[LATTICES];
    for (int i = 0; i < LATTICES; ++i) {
        char name[40];
        bool is_large = lattice_rows[i] >= LARGE_ROWS;
        snprintf(name, sizeof name, "squares-%u", lattice_rows[i]);
        if (!build(rows, is_large ? name : NULL,
                   squares_of(lattice_rows[i], SQUARES_SIDE, SQUARES_SIDE),
                   is_large ? LARGE_SOURCES : PATHMAP_SOURCES, &vertices[i], &ms[i]))
            return false;
    }
    const struct {
        const char *name;
        scene *s;
    } others[] = {{"rocks-20", bench_scene_random(ROCK_VERTICES)},
                  {"wide-20", squares_of(OTHER_ROWS, SQUARES_SIDE, WIDE_STREET)},
                  {"posts-20", squares_of(OTHER_ROWS, POST, POST_PITCH - POST)}};
    bool good = add_growth(rows, vertices, ms);
    for (int i = 0; i < 3; ++i)
        good = build(rows, others[i].name, others[i].s, LARGE_SOURCES, NULL, NULL) && good;
    return good;
}
