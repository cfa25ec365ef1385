// SPDX-License-Identifier: MIT
// Recordings: reading one whatever its format, and asking it.
#include "record/recording.h"

#include "record/recording_floors.h"
#include "record/recording_readers.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A kind of file: one of the two functions reads it.
typedef struct recording_format {
    const char *extensions; ///< as path_has_extension expects them
    recording_read_fn *read;
    bool (*load)(const char *path, const recording_hints *hints, recording_build *b, recording *out,
                 problem_list *problems);
} recording_format;

static const recording_format formats[] = {
    {"sqlite sqlite3 db", NULL, recording_load_sqlite},
    {"csv", recording_read_csv, NULL},
    {"txt", recording_read_txt, NULL},
    {"traj", recording_read_traj, NULL},
};

// ---- reading ------------------------------------------------------------------------------------

static const recording_format *find_format(const char *path, problem_list *problems)
{
    const char *name = strcmp(path, "-") == 0 ? "-.csv" : path;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i)
        if (path_has_extension(name, formats[i].extensions))
            return &formats[i];
    if (path_has_extension(name, "json"))
        problem_add(problems, "a summary has no positions: record the run as .sqlite, too");
    else
        problem_add(problems, "unknown file extension (supported: .sqlite .csv .txt .traj)");
    return NULL;
}

static bool read_format(const recording_format *format, const char *path,
                        const recording_hints *hints, recording *out, problem_list *problems)
{
    text t = {0};
    recording_build b;
    if (!format->load && !text_read_file(path, &t, problems))
        return false;
    recording_build_start(&b);
    bool good = format->load ? format->load(path, hints, &b, out, problems)
                             : format->read(&t, hints, &b, out, problems);
    recording_build_free(&b);
    text_free(&t);
    return good;
}

/// Notes the hints that were not used because the file has other values. False: out of memory.
static bool note_unused(recording *r, const recording_hints *hints)
{
    char note[400];
    double fps = r->fps * (double)r->frame_step;
    bool rate = r->has_fps && recording_hint(hints->fps) > 0 && hints->fps != fps,
         unit = r->has_unit && recording_hint(hints->unit) > 0 && hints->unit != r->unit,
         floor = r->floor_count > 0 && hints->floor;
    if (!rate && !unit && !floor)
        return true;
    int used = snprintf(note, sizeof note, "%.200s%s", r->note ? r->note : "", r->note ? "; " : "");
    if (rate)
        used += snprintf(note + used, sizeof note - (size_t)used,
                         "the file says itself %g frames per second", fps);
    if (unit)
        used += snprintf(note + used, sizeof note - (size_t)used,
                         "%sthe file says itself that a unit is %g m", rate ? "; " : "", r->unit);
    if (floor)
        snprintf(note + used, sizeof note - (size_t)used, "%sthe file has a floor of its own",
                 rate || unit ? "; " : "");
    r->note = pool_string(&r->memory, note, strlen(note));
    return r->note != NULL;
}

/// Adds what the hints say beyond the file. False with problems.
static bool complete(recording *r, const recording_hints *hints, problem_list *problems)
{
    if (!note_unused(r, hints))
        return problem_no_memory(problems);
    return !hints->floor || r->floor_count > 0 || recording_load_floor(r, hints->floor, problems);
}

bool recording_load(const char *path, const recording_hints *hints, recording *out,
                    problem_list *problems)
{
    const recording_hints none = {0};
    *out = (recording){0};
    const recording_format *format = find_format(path, problems);
    if (!hints)
        hints = &none;
    if (!format || !read_format(format, path, hints, out, problems))
        return false;
    if (complete(out, hints, problems))
        return true;
    recording_free(out);
    return false;
}

void recording_free(recording *r)
{
    for (uint32_t i = 0; i < r->floor_count; ++i)
        scene_free(r->floors[i].floor);
    free(r->floors);
    free(r->frame_floor);
    free(r->agents);
    free(r->at);
    free(r->frames);
    free(r->frame_starts);
    free(r->by_frame);
    free(r->row_agent);
    free(r->names);
    free(r->movers);
    free(r->aims);
    free(r->shapes);
    free(r->stuck);
    free(r->gates);
    free(r->shut);
    scene_free(r->s);
    pool_free(&r->memory);
    *r = (recording){0};
}

double recording_hint(double value)
{
    return isfinite(value) && value > 0 ? value : 0;
}

// ---- asking -------------------------------------------------------------------------------------

wend_box recording_box(const recording *r)
{
    return wend_box_of(r->at, r->row_count);
}

size_t recording_row(const recording *r, uint32_t agent, uint32_t frame)
{
    const recorded_agent *a = &r->agents[agent];
    const uint32_t *frames = r->frames + a->first;
    size_t low = 0, high = a->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (frames[middle] < frame)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->count && frames[low] == frame ? a->first + low : SIZE_MAX;
}

const scene *recording_floor(const recording *r, uint32_t frame)
{
    if (r->floor_count == 0)
        return NULL;
    return r->floors[r->frame_floor ? r->frame_floor[frame] : 0].floor;
}
