// SPDX-License-Identifier: MIT
// Goals of a disc on which its centre never fits, such as an exit drawn on a wall: the disc is
// there when it touches them.
#include "cli/touch.h"
#include "base/xalloc.h"
#include "cli/map/map.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

/// True if the centre of the disc fits on some of a place.
static bool is_open(const map_job *job, const map_place *place, const wend_map_source *sources)
{
    for (uint32_t i = 0; i < place->count; ++i) {
        const wend_vec2 ends[2] = {sources[i].a, sources[i].b};
        if (touch_is_free(map_mesh(job), ends, 2))
            return true;
    }
    return false;
}

/// Replaces the sources of a place by the borders of the positions that touch them.
static void touch(map_job *job, map_place *place, const wend_map_source *old)
{
    place->touched = true;
    place->first_side = (uint32_t)job->sides.count;
    place->side_count = place->count;
    place->count = 0;
    for (uint32_t i = 0; i < place->side_count; ++i) {
        wend_vec2 border[WEND_TOUCH_POINTS];
        wend_segment side = {old[i].a, old[i].b};
        uint32_t points = wend_touch_border(side, TOUCH_REACH * job->radius, border);
        xreserve(&job->sides, 1);
        job->sides.data[job->sides.count++] = side;
        place->reachable = place->reachable || touch_is_possible(map_mesh(job), side, job->radius);
        for (uint32_t k = 0; k < points; ++k) {
            xreserve(&job->sources, 1);
            job->sources.data[job->sources.count++] =
                (wend_map_source){border[k], border[k + 1 < points ? k + 1 : 0], place->offset};
            ++place->count;
        }
    }
}

void map_touch_goals(map_job *job)
{
    map_sources old = job->sources;
    job->sources = (map_sources){0};
    for (size_t i = 0; i < job->places.count; ++i) {
        map_place *place = &job->places.data[i];
        const wend_map_source *from = old.data + place->first;
        place->first = (uint32_t)job->sources.count;
        place->reachable = is_open(job, place, from);
        if (!place->reachable) {
            touch(job, place, from);
            continue;
        }
        for (uint32_t k = 0; k < place->count; ++k) {
            xreserve(&job->sources, 1);
            job->sources.data[job->sources.count++] = from[k];
        }
    }
    wend_array_free(&old, NULL);
    map_clip_sources(job, wend_mesh_box(map_mesh(job)));
}

bool map_is_touched(const map_job *job, const map_place *place, wend_vec2 p)
{
    for (uint32_t i = 0; place->touched && i < place->side_count; ++i)
        if (wend_segment_distance(job->sides.data[place->first_side + i], p) <=
            TOUCH_REACH * job->radius)
            return true;
    return false;
}

double map_widest(const map_job *job, const map_place *place)
{
    return touch_widest(job->built.floor, wend_mesh_box(job->built.mesh),
                        job->sides.data + place->first_side, place->side_count, job->radius);
}
