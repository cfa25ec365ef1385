// SPDX-License-Identifier: MIT
// A map's raster as files (cli/raster.h): distance, or time with boosts; the next waypoint; and the
// region.
#include "cli/map/map.h"
#include "scene/frames.h"

#include <math.h>

/// Planes of the array.
enum { VALUE_PLANE, NEXT_X, NEXT_Y, REGION };

static const char *const DISTANCE_PLANES[] = {"distance", "next_x", "next_y", "region", NULL};
static const char *const TIME_PLANES[] = {"time", "next_x", "next_y", "region", NULL};

typedef struct painted {
    const map_job *job;
    map_cells cells;
} painted;

static double value_of(const void *context, uint32_t plane, size_t cell)
{
    const painted *p = context;
    if (plane == VALUE_PLANE)
        return p->cells.value[cell];
    if (plane == REGION)
        return p->cells.region[cell] == MAP_NO_REGION ? -1 : (double)p->cells.region[cell];
    wend_vec2 next = frames_to_metres(p->job->s, p->cells.next[cell]);
    return p->cells.value[cell] < 0 ? NAN : plane == NEXT_X ? next.x : next.y;
}

int map_write_files(map_job *job)
{
    if (job->raster.columns == 0)
        return EXIT_DONE;
    painted p = {.job = job};
    map_cells_kind kind = raster_has_planes(job->args) ? MAP_CELLS_ALL : MAP_CELLS_VALUE;
    int code = map_paint(job, job->raster, kind, &p.cells);
    const raster_file what = {
        .s = job->s,
        .frame = job->raster,
        .planes = map_weighted(job) ? TIME_PLANES : DISTANCE_PLANES,
        .value = value_of,
        .context = &p,
        .missing = "unreachable",
        .ramp = RAMP_WAY,
        .most = p.cells.farthest,
        .unit = map_unit(job),
    };
    if (code == EXIT_DONE)
        code = raster_write(job->args, &what, job->files);
    job->farthest = p.cells.farthest;
    map_cells_free(&p.cells);
    return code;
}

wend_colour map_value_colour(double value, double farthest)
{
    return raster_colour(RAMP_WAY, value, farthest);
}
