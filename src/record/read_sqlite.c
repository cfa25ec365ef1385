// SPDX-License-Identifier: MIT
// Trajectory databases of JuPedSim, versions 1 to 3, and wend's own (docs/recordings.md).
//
// The columns identify the version: 1 has one geometry for all frames, 2 and 3 have one for each
// state and a table with its frames; 3 has no directions, which wend does not read.
#include "record/read_sqlite.h"

#include "base/tokens.h"
#include "formats/formats.h"
#include "record/recording_floors.h"
#include "wend/floor.h"

#include <stdlib.h>
#include <string.h>

/// Frame rate of a file without one, which no version allows. [Units: 1/s]
#define USUAL_FPS 10.0

bool read_sqlite_rows(sqlite_reader *r, const char *sql, sqlite_row_fn *read)
{
    sqlite3_stmt *rows;
    if (safe_db_ask(&r->d, sql, &rows))
        while (safe_db_next(&r->d, rows))
            read(r, rows);
    sqlite3_finalize(rows);
    return !r->d.failed;
}

bool read_sqlite_build_failed(sqlite_reader *r)
{
    return recording_build_problem(r->b, safe_db_fail_(&r->d));
}

// ---- positions ----------------------------------------------------------------------------------

static void read_position(sqlite_reader *r, sqlite3_stmt *row)
{
    uint64_t frame = safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME);
    uint64_t id = safe_db_whole(&r->d, row, 1, "an id", INT64_MAX);
    wend_vec2 at = safe_db_point(&r->d, row, 2, "a pos_x", "a pos_y");
    if (!r->d.failed && !recording_build_row(r->b, id, (uint32_t)frame, at))
        read_sqlite_build_failed(r);
}

static bool read_positions(sqlite_reader *r)
{
    if (!safe_db_has(&r->d, "trajectory_data"))
        return safe_db_problem(&r->d, "not a trajectory database: it has no table trajectory_data");
    return r->hints->no_rows ||
           read_sqlite_rows(r, "SELECT frame, id, pos_x, pos_y FROM trajectory_data",
                            read_position);
}

static bool read_fps(sqlite_reader *r, double *fps)
{
    *fps = 0;
    const char *value = NULL;
    if (safe_db_has(&r->d, "metadata"))
        value = safe_db_lookup(&r->d, "SELECT value FROM metadata WHERE key = ?1", "fps",
                               &r->b->out.memory);
    if (value && !(number_parse(value, strlen(value), fps) && *fps >= RECORDING_LEAST_FPS &&
                   *fps <= RECORDING_MOST_FPS))
        safe_db_problem(&r->d, "its fps is '%.40s', which is not a frame rate", value);
    return !r->d.failed;
}

// ---- geometry -----------------------------------------------------------------------------------

/// A walkable area in the frame of positions; NULL with a problem.
static scene *read_wkt(sqlite_reader *r, const char *wkt)
{
    const text t = {(char *)wkt, strlen(wkt)};
    problem_list problems = {0};
    scene *s = scene_read_wkt(&t, NULL, &problems);
    if (s && (s->origin.x != 0 || s->origin.y != 0))
        scene_shift(s, (wend_vec2){-s->origin.x, -s->origin.y});
    if (!s)
        safe_db_problem(&r->d, "its geometry cannot be read: %s",
                        problem_kept(&problems) > 0 ? problems.items[0].what : "out of memory");
    problem_free(&problems);
    return s;
}

/// Adds a floor with the text of the first column.
static void add_floor(sqlite_reader *r, sqlite3_stmt *row, int64_t hash)
{
    recording *out = &r->b->out;
    const char *wkt = safe_db_text_or_none(&r->d, row, 0, "a wkt", TEXT_MAX_SIZE);
    if (!wkt)
        return;
    if (!out->floors)
        out->floors = calloc(RECORDING_MAX_FLOORS, sizeof *out->floors);
    if (out->floor_count == RECORDING_MAX_FLOORS)
        safe_db_problem(&r->d, "it has more than %d geometries", (int)RECORDING_MAX_FLOORS);
    else if (!out->floors)
        safe_db_no_memory(&r->d);
    scene *floor = r->d.failed ? NULL : read_wkt(r, wkt);
    if (floor)
        out->floors[out->floor_count++] = (recorded_floor){hash, floor};
}

static void read_only_floor(sqlite_reader *r, sqlite3_stmt *row)
{
    add_floor(r, row, 0);
}

static void read_floor(sqlite_reader *r, sqlite3_stmt *row)
{
    if (sqlite3_column_type(row, 1) != SQLITE_INTEGER)
        safe_db_problem(&r->d, "a hash in its geometry is no whole number");
    else
        add_floor(r, row, sqlite3_column_int64(row, 1));
}

static bool read_floors(sqlite_reader *r)
{
    static const char with_hash[] = "SELECT wkt, hash FROM geometry";
    if (!safe_db_has(&r->d, "geometry"))
        return true;
    return safe_db_can_ask(&r->d, with_hash)
               ? read_sqlite_rows(r, with_hash, read_floor)
               : read_sqlite_rows(r, "SELECT wkt FROM geometry", read_only_floor);
}

// ---- which floor in which frame -----------------------------------------------------------------

/// The number of the floor with that hash; floor_count: there is none.
static uint32_t find_floor(const recording *r, int64_t hash)
{
    uint32_t i = 0;
    while (i < r->floor_count && r->floors[i].hash != hash)
        ++i;
    return i;
}

static void read_frame(sqlite_reader *r, sqlite3_stmt *row)
{
    uint32_t frame = (uint32_t)safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME);
    if (r->d.failed)
        return;
    recording_build_frame(r->b, frame);
    if (r->b->out.floor_count < 2)
        return;
    uint32_t floor = find_floor(&r->b->out, sqlite3_column_int64(row, 1));
    if (r->frames.count == RECORDING_MAX_FRAMES)
        safe_db_problem(&r->d, "it has more than %lu frames", (unsigned long)RECORDING_MAX_FRAMES);
    else if (!wend_array_push(&r->frames, NULL, (frame_geometry){frame, floor}))
        safe_db_no_memory(&r->d);
}

/// Sets the floor of each frame: where the file has none, the one of the frame before. False: out
/// of memory.
static bool index_floors(const sqlite_reader *reader, recording *r)
{
    if (r->floor_count < 2 || r->frame_count == 0)
        return true;
    r->frame_floor = malloc(r->frame_count * sizeof *r->frame_floor);
    if (!r->frame_floor)
        return false;
    for (uint32_t f = 0; f < r->frame_count; ++f)
        r->frame_floor[f] = r->floor_count;
    for (size_t i = 0; i < reader->frames.count; ++i) {
        const frame_geometry *at = &reader->frames.data[i];
        r->frame_floor[(at->frame - r->first_frame) / r->frame_step] = at->floor;
    }
    for (uint32_t f = 0, last = 0; f < r->frame_count; ++f) {
        if (r->frame_floor[f] < r->floor_count)
            last = r->frame_floor[f];
        r->frame_floor[f] = last;
    }
    return true;
}

// ---- all of it ----------------------------------------------------------------------------------

/// Notes an assumed frame rate. False: out of memory.
static bool note_rate(recording *r, const recording_rate *rate)
{
    static const char note[] = "the file has no frame rate: 10 frames per second are assumed";
    if (rate->stated > 0 || rate->asked > 0)
        return true;
    r->note = pool_string(&r->memory, note, sizeof note - 1);
    return r->note != NULL;
}

static bool read_tables(sqlite_reader *r, recording *out)
{
    recording_rate rate = {.asked = recording_hint(r->hints->fps), .guess = USUAL_FPS};
    r->b->out.source = "sqlite";
    r->b->out.unit = 1;
    r->b->out.has_unit = true;
    if (!read_fps(r, &rate.stated) || !read_positions(r) || !read_sqlite_run(r))
        return false;
    // wend's own floors are made from its scene, which has the walls as they were.
    if (!r->own && !read_floors(r))
        return false;
    if (safe_db_has(&r->d, "frame_data") &&
        !read_sqlite_rows(r, "SELECT frame, geometry_hash FROM frame_data", read_frame))
        return false;
    if (!recording_build_finish(r->b, &rate, out))
        return read_sqlite_build_failed(r);
    r->out = out;
    if (!note_rate(out, &rate) || !index_floors(r, out))
        safe_db_no_memory(&r->d);
    else if (!r->own || read_sqlite_states(r))
        return true;
    recording_free(out);
    return false;
}

/// Reads a database if it could be opened, and closes it.
static bool read_and_close(sqlite_reader *r, bool opened, recording *out)
{
    bool good = opened && read_tables(r, out);
    wend_array_free(&r->frames, NULL);
    safe_db_close(&r->d);
    return good;
}

bool recording_load_sqlite(const char *path, const recording_hints *hints, recording_build *b,
                           recording *out, problem_list *problems)
{
    sqlite_reader r = {.b = b, .hints = hints};
    return read_and_close(&r, safe_db_open(&r.d, path, problems), out);
}

bool recording_read_sqlite(const void *bytes, size_t size, const recording_hints *hints,
                           recording_build *b, recording *out, problem_list *problems)
{
    sqlite_reader r = {.b = b, .hints = hints};
    return read_and_close(&r, safe_db_open_bytes(&r.d, bytes, size, problems), out);
}
