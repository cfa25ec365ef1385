// SPDX-License-Identifier: MIT
// Packs a recording for the replay page (see replay.h): chooses the grid, then writes one line with
// the metadata, one per layer, and one per chunk of rows.
#include "replay/parts.h"

#include "scene/frames.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

/// Approximate rows per chunk: the page unpacks them in some hundredths of a second.
#define CHUNK_ROWS          ((size_t)1 << 20)
#define FEWEST_CHUNK_FRAMES 16
#define MOST_CHUNK_FRAMES   4096 // frames of a chunk are 16 bits in the page

/// Precisions to choose from. [Units: m]
static const double precisions[] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1};
enum { PRECISIONS = sizeof precisions / sizeof precisions[0] };
/// Sizes are estimated from this many rows, accurate to a few percent, which is the safety margin.
#define SAMPLE_ROWS   400000
#define ESTIMATE_ROOM 0.95
/// Grid of floors, layers and moving obstacles. [Units: m]
#define FINE_UNIT 0.0001
/// Recordings with coordinates beyond this get their own origin: the page's floats are accurate to
/// 0.06 mm here. [Units: m]
#define NEAR_ORIGIN 1024.0

wend_vec2 replay_place(const replay_grid *grid, wend_vec2 at)
{
    double y = at.y - grid->origin.y;
    return (wend_vec2){at.x - grid->origin.x, grid->mirrored ? -y : y};
}

const scene *replay_ground(const recording *r, bool *own)
{
    *own = r->s != NULL;
    return r->s ? r->s : r->floor_count > 0 ? r->floors[0].floor : NULL;
}

/// Transforms a box from the scene's own frame to that of the positions.
static wend_box box_in_metres(const scene *s, wend_box box)
{
    if (box.min.x > box.max.x)
        return box;
    wend_vec2 corners[] = {frames_to_metres(s, box.min), frames_to_metres(s, box.max)};
    return wend_box_of(corners, 2);
}

static wend_box whole_box(const recording *r)
{
    wend_box box = recording_box(r);
    if (r->s)
        box = wend_box_join(box, box_in_metres(r->s, scene_box(r->s)));
    for (uint32_t i = 0; i < r->floor_count; ++i)
        box = wend_box_join(box, scene_box(r->floors[i].floor));
    return box.min.x <= box.max.x ? box : (wend_box){{0, 0}, {1, 1}};
}

static double greatest(wend_box box, wend_vec2 from)
{
    return fmax(fmax(fabs(box.min.x - from.x), fabs(box.max.x - from.x)),
                fmax(fabs(box.min.y - from.y), fabs(box.max.y - from.y)));
}

/// A grid of that unit, or of the finest that covers everything.
static replay_grid make_grid(const recording *r, wend_box box, double unit)
{
    replay_grid grid = {.unit = unit, .mirrored = r->s && frames_mirrored(r->s)};
    if (greatest(box, grid.origin) > NEAR_ORIGIN)
        grid.origin =
            (wend_vec2){floor(box.min.x / 2 + box.max.x / 2), floor(box.min.y / 2 + box.max.y / 2)};
    // A knot may lie one unit outside the box, and the origin is rounded.
    while ((greatest(box, grid.origin) + 2) / grid.unit + 2 > REPLAY_REACH)
        grid.unit *= 10;
    return grid;
}

static uint32_t choose_chunk_frames(const recording *r)
{
    double rows_per_frame = (double)r->row_count / fmax(r->frame_count, 1);
    double frames = (double)CHUNK_ROWS / fmax(rows_per_frame, 1);
    return (uint32_t)fmin(fmax(frames, FEWEST_CHUNK_FRAMES), MOST_CHUNK_FRAMES);
}

/// The last frame of a chunk is the first of the next.
static uint32_t count_chunks(const recording *r, uint32_t chunk_frames)
{
    uint32_t steps = r->frame_count > 1 ? r->frame_count - 1 : 1;
    return (steps + chunk_frames - 1) / chunk_frames;
}

/// Packs the rows of every stride-th agent, to a file or [out NULL] to determine their size.
static bool write_rows(const recording *r, const replay_grid *grid, uint32_t chunk_frames,
                       uint32_t stride, FILE *out, replay_report *report)
{
    replay_walk walk;
    if (!replay_walk_start(&walk, r, grid, chunk_frames, stride))
        return false;
    bool good = true;
    for (uint32_t i = 0; good && i < count_chunks(r, chunk_frames); ++i) {
        size_t bytes = 0;
        good = replay_walk_chunk(&walk, i) &&
               replay_line(walk.all.items.data, walk.all.items.count, out, &bytes);
        report->bytes += bytes;
    }
    report->knots = walk.knot_count;
    replay_walk_free(&walk);
    return good;
}

/// Finest grid whose rows fit the size, estimated from a sample.
static bool choose_grid(const recording *r, wend_box box, const replay_options *options,
                        uint32_t chunk_frames, replay_grid *grid)
{
    double limit = ESTIMATE_ROOM * (double)(options->size ? options->size : REPLAY_USUAL_SIZE);
    uint32_t stride = (uint32_t)(r->row_count / SAMPLE_ROWS) + 1;
    size_t sampled = 0;
    if (options->precision > 0) {
        *grid = make_grid(r, box, options->precision);
        return true;
    }
    for (uint32_t i = 0; i < r->agent_count; i += stride)
        sampled += r->agents[i].count;
    for (int i = 0; i < PRECISIONS; ++i) {
        replay_report sample = {0};
        *grid = make_grid(r, box, precisions[i]);
        if (sampled == 0)
            break;
        if (!write_rows(r, grid, chunk_frames, stride, NULL, &sample))
            return false;
        if ((double)sample.bytes * ((double)r->row_count / (double)sampled) <= limit)
            break;
    }
    return true;
}

/// Writes the first line.
static bool write_about(const replay_about *about, FILE *out, size_t *bytes)
{
    char *json = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&json, &size);
    if (!memory)
        return false;
    bool good = replay_write_about(about, memory);
    good = fclose(memory) == 0 && good;
    good = good && replay_line((const uint8_t *)json, size, out, bytes);
    free(json);
    return good;
}

static bool write_layers(const replay_bytes *const *layers, uint32_t count, FILE *out,
                         replay_report *report)
{
    bool good = true;
    for (uint32_t i = 0; good && i < count; ++i) {
        size_t bytes = 0;
        good = replay_line(layers[i]->items.data, layers[i]->items.count, out, &bytes);
        report->bytes += bytes;
    }
    return good;
}

static bool write_moments(const replay_moments *moments, FILE *out, replay_report *report)
{
    replay_bytes group = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < moments->groups; ++i) {
        size_t bytes = 0;
        good = replay_moments_group(moments, i, &group) &&
               replay_line(group.items.data, group.items.count, out, &bytes);
        report->bytes += bytes;
    }
    replay_bytes_free(&group);
    return good;
}

static bool write_all(replay_about *about, const replay_layers *layers, FILE *out,
                      replay_report *report)
{
    const char *const names[] = {"mesh", "portals", "voronoi"};
    const replay_bytes *const lists[] = {&layers->mesh, &layers->portals, &layers->voronoi};
    enum { LAYERS = sizeof names / sizeof names[0] };
    const char *found_names[LAYERS];
    const replay_bytes *found[LAYERS];
    about->layers = found_names;
    for (int i = 0; i < LAYERS; ++i)
        if (lists[i]->items.count > 0) {
            found_names[about->layer_count] = names[i];
            found[about->layer_count++] = lists[i];
        }
    return write_about(about, out, &report->bytes) &&
           write_layers(found, about->layer_count, out, report) &&
           write_moments(about->moments, out, report) &&
           write_rows(about->r, &about->grid, about->chunk_frames, 1, out, report);
}

bool replay_write(const recording *r, const replay_options *options, FILE *out,
                  replay_report *report, problem_list *problems)
{
    if (r->frame_count > REPLAY_MAX_FRAMES)
        return problem_add(problems, "%u frames exceed the limit of %u: record at a lower --fps",
                           (unsigned)r->frame_count, (unsigned)REPLAY_MAX_FRAMES);
    replay_about about = {.r = r, .options = options, .box = whole_box(r)};
    replay_layers layers = {0};
    replay_moments moments = {0};
    replay_report written = {0};
    replay_grid coarse = make_grid(r, about.box, REPLAY_MOMENT_UNIT);
    size_t limit = options->size ? options->size : REPLAY_USUAL_SIZE;
    about.moments = &moments;
    about.fine = make_grid(r, about.box, FINE_UNIT);
    about.chunk_frames = written.chunk_frames = choose_chunk_frames(r);
    about.chunks = written.chunks = count_chunks(r, about.chunk_frames);
    bool good = choose_grid(r, about.box, options, about.chunk_frames, &about.grid) &&
                replay_find_layers(r, &about.fine, &layers) &&
                replay_moments_choose(&moments, r, about.box, &coarse, limit) &&
                write_all(&about, &layers, out, &written);
    written.moments = moments.count;
    replay_layers_free(&layers);
    replay_moments_free(&moments);
    written.precision = about.grid.unit;
    if (report)
        *report = written;
    return good || problem_no_memory(problems);
}
