// SPDX-License-Identifier: MIT
// Lines of equal time. Those of one layer are isolines of its map. Where the earliest of several
// layers counts, the line of a layer is cut where another one is earlier. Distances change by no
// more than the distance walked, so the cutter may advance along the line as far as the other
// layers are behind, and finds every crossing without a fixed step.
#include "map/boosts.h"

#include "geometry/points.h"
#include "wend/vec2.h"

#include <math.h>

/// Bisections until a cut is found: from a step of at most the scene's size to the resolution of a
/// double.
enum { HALVINGS = 48 };

/// Lines shorter than this fraction of the minimum step are dropped: their ends on walls are
/// rounded, and inside the wall no other layer is found to be ahead.
#define NO_LENGTH 1e-6

typedef struct cutter {
    const wend_time_map *map;
    uint32_t layer;      ///< layer of the lines
    uint32_t begin, end; ///< layers that count
    const double *levels;
    const double *scaled; ///< the same as distances of the layer
    uint32_t level_count;
    double min_step; ///< shorter sections may be missed [Units: m]
    wend_map_line_fn *visit;
    void *context;
    wend_array(wend_vec2) line;
    bool stopped, no_memory;
} cutter;

/// How far all other layers are behind at p, as a distance that can be walked before one of them is
/// ahead; or if one is, minus the distance before it is not.
static double lead_at(const cutter *cut, wend_vec2 p, double time)
{
    double lead = INFINITY;
    for (uint32_t i = cut->begin; i < cut->end; ++i) {
        double distance =
            i == cut->layer ? -1 : wend_map_query(cut->map->layers[i].map, p).distance;
        if (distance >= 0)
            lead = fmin(lead, distance - time * cut->map->speeds[i]);
    }
    return lead;
}

static bool add_point(cutter *cut, wend_vec2 p)
{
    size_t count = cut->line.count;
    if (count > 0 && wend_equal(cut->line.data[count - 1], p))
        return true;
    if (!wend_array_reserve(&cut->line, &cut->map->allocator, 1)) {
        cut->no_memory = true;
        return false;
    }
    cut->line.data[cut->line.count++] = p;
    return true;
}

static double length_of(const wend_vec2 *points, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; ++i)
        length += wend_distance(points[i], points[i - 1]);
    return length;
}

/// Outputs the collected points.
static bool flush(cutter *cut, double time)
{
    if (length_of(cut->line.data, cut->line.count) > NO_LENGTH * cut->min_step &&
        !cut->visit(cut->context, time, cut->line.data, (uint32_t)cut->line.count))
        cut->stopped = true;
    cut->line.count = 0;
    return !cut->stopped;
}

/// Where on the line from a to b the lead changes its sign, between two parts of which the first
/// has the sign of `ahead`.
static double find_cut(const cutter *cut, wend_vec2 a, wend_vec2 b, double from, double to,
                       bool ahead, double time)
{
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = 0.5 * (from + to);
        if ((lead_at(cut, wend_lerp(a, b, middle), time) > 0) == ahead)
            from = middle;
        else
            to = middle;
    }
    return 0.5 * (from + to);
}

/// One piece of a line, from a to b; *lead is that at a, and then that at b.
static bool cut_piece(cutter *cut, wend_vec2 a, wend_vec2 b, double *lead, double time)
{
    double length = wend_distance(b, a), part = 0;
    while (part < 1) {
        double step = fmax(fabs(*lead), cut->min_step);
        double further = step >= length * (1 - part) ? 1 : part + step / length;
        wend_vec2 p = further == 1 ? b : wend_lerp(a, b, further);
        double then = lead_at(cut, p, time);
        bool ahead = *lead > 0;
        if ((then > 0) != ahead) {
            wend_vec2 at = wend_lerp(a, b, find_cut(cut, a, b, part, further, ahead, time));
            if (!add_point(cut, at) || (ahead && !flush(cut, time)))
                return false;
        }
        part = further;
        *lead = then;
    }
    return *lead <= 0 || add_point(cut, b);
}

static bool cut_line(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    cutter *cut = context;
    uint32_t number = 0;
    while (number + 1 < cut->level_count && cut->scaled[number] != level)
        ++number;
    double time = cut->levels[number];
    if (cut->end - cut->begin == 1) {
        cut->stopped = !cut->visit(cut->context, time, points, count);
        return !cut->stopped;
    }
    cut->line.count = 0;
    double lead = count > 0 ? lead_at(cut, points[0], time) : 0;
    if (lead > 0 && !add_point(cut, points[0]))
        return false;
    for (uint32_t i = 1; i < count; ++i)
        if (!cut_piece(cut, points[i - 1], points[i], &lead, time))
            return false;
    return flush(cut, time);
}

wend_result wend_time_map_isolines(const wend_time_map *map, uint32_t layer, const double *levels,
                                   uint32_t level_count, double error, wend_map_line_fn *visit,
                                   void *context, wend_error *problem)
{
    cutter cut = {.map = map,
                  .levels = levels,
                  .level_count = level_count,
                  .visit = visit,
                  .context = context};
    if (!(error > 0))
        return wend_fail(problem, WEND_BAD_ARGUMENT, "error must be above 0 m");
    wend_time_layers_queried(map, layer, &cut.begin, &cut.end);
    if (level_count == 0 || cut.begin == cut.end)
        return WEND_OK;
    // Shorter steps would not terminate where two layers are equally early.
    cut.min_step = fmax(error, wend_mesh_tolerance(map->mesh));
    double *scaled = wend_allocate(&map->allocator, level_count, sizeof *scaled);
    if (!scaled)
        return wend_fail_memory(problem);
    cut.scaled = scaled;
    wend_result result = WEND_OK;
    for (cut.layer = cut.begin; cut.layer < cut.end; ++cut.layer) {
        for (uint32_t i = 0; i < level_count; ++i)
            scaled[i] = levels[i] * map->speeds[cut.layer];
        result = wend_map_isolines(map->layers[cut.layer].map, scaled, level_count, error, cut_line,
                                   &cut, problem);
        if (cut.no_memory)
            result = wend_fail_memory(problem);
        if (wend_failed(result) || cut.stopped)
            break;
    }
    wend_release(&map->allocator, scaled, level_count, sizeof *scaled);
    wend_array_free(&cut.line, &map->allocator);
    return result;
}
