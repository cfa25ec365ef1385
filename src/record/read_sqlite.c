// SPDX-License-Identifier: MIT
// Trajectory databases of JuPedSim, versions 1 to 3, and wend's own (docs/recordings.md).
//
// A version is known by its columns: 1 has one geometry for all frames, 2 and 3 have one for each
// state and a table that says in which frames it was; 3 has no directions, which wend does not
// look at.
#include "record/read_sqlite.h"

#include "io/formats.h"
#include "io/tokens.h"
#include "record/recording_floors.h"
#include "wend/floor.h"

#include <stdlib.h>
#include <string.h>

/// Where the file does not say it, which no version allows.
#define USUAL_FPS 10.0

bool read_sqlite_rows(sqlite_reader *r, const char *sql, sqlite_row_fn *read)
{
    sqlite3_stmt *rows;
    bool more = false;
    bool good = safe_db_ask(&r->d, sql, &rows) && safe_db_next(&r->d, rows, &more);
    while (good && more)
        good = read(r, rows) && safe_db_next(&r->d, rows, &more);
    sqlite3_finalize(rows);
    return good;
}

// ---- positions ----------------------------------------------------------------------------------

static bool read_position(sqlite_reader *r, sqlite3_stmt *row)
{
    uint64_t frame, id;
    wend_vec2 at;
    if (!safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME, &frame) ||
        !safe_db_whole(&r->d, row, 1, "an id", INT64_MAX, &id) ||
        !safe_db_number(&r->d, row, 2, "a pos_x", WEND_MAX_COORDINATE, &at.x) ||
        !safe_db_number(&r->d, row, 3, "a pos_y", WEND_MAX_COORDINATE, &at.y))
        return false;
    return recording_build_row(r->b, id, (uint32_t)frame, at) ||
           recording_build_problem(r->b, r->d.problems);
}

static bool read_positions(sqlite_reader *r)
{
    if (!safe_db_has(&r->d, "trajectory_data"))
        return problem_add(r->d.problems,
                           "is no trajectory database: it has no table trajectory_data");
    return r->hints->no_rows ||
           read_sqlite_rows(r, "SELECT frame, id, pos_x, pos_y FROM trajectory_data",
                            read_position);
}

static bool read_fps(sqlite_reader *r, double *fps)
{
    const char *value = NULL;
    *fps = 0;
    if (safe_db_has(&r->d, "metadata") &&
        !safe_db_lookup(&r->d, "SELECT value FROM metadata WHERE key = ?1", "fps",
                        &r->b->out.memory, &value))
        return false;
    if (!value)
        return true;
    bool good = number_parse(value, strlen(value), fps) && *fps >= RECORDING_LEAST_FPS &&
                *fps <= RECORDING_MOST_FPS;
    return good || problem_add(r->d.problems,
                               "its fps are '%.40s', which is no number of frames a second", value);
}

// ---- geometry -----------------------------------------------------------------------------------

/// A walkable area in the frame of positions; NULL with a problem.
static scene *read_wkt(sqlite_reader *r, const char *wkt)
{
    text t = {0};
    problem_list said = {0};
    if (!text_copy(wkt, strlen(wkt), &t, r->d.problems))
        return NULL;
    scene *s = scene_read_wkt(&t, NULL, &said);
    if (s && (s->origin.x != 0 || s->origin.y != 0))
        scene_shift(s, (wend_vec2){-s->origin.x, -s->origin.y});
    if (!s)
        problem_add(r->d.problems, "its geometry can't be read: %s",
                    problem_kept(&said) > 0 ? said.items[0].what : "out of memory");
    problem_free(&said);
    text_free(&t);
    return s;
}

/// Adds a floor that has the text in the first column.
static bool add_floor(sqlite_reader *r, sqlite3_stmt *row, int64_t hash)
{
    recording *out = &r->b->out;
    const char *wkt;
    if (!safe_db_text_or_none(&r->d, row, 0, "a wkt", TEXT_MAX_SIZE, &wkt))
        return false;
    if (!wkt)
        return true;
    if (out->floor_count == RECORDING_MAX_FLOORS)
        return problem_add(r->d.problems, "it has more than %d geometries",
                           (int)RECORDING_MAX_FLOORS);
    if (!out->floors)
        out->floors = calloc(RECORDING_MAX_FLOORS, sizeof *out->floors);
    if (!out->floors)
        return problem_no_memory(r->d.problems);
    scene *floor = read_wkt(r, wkt);
    if (floor)
        out->floors[out->floor_count++] = (recorded_floor){hash, floor};
    return floor != NULL;
}

static bool read_only_floor(sqlite_reader *r, sqlite3_stmt *row)
{
    return add_floor(r, row, 0);
}

static bool read_floor(sqlite_reader *r, sqlite3_stmt *row)
{
    if (sqlite3_column_type(row, 1) != SQLITE_INTEGER)
        return problem_add(r->d.problems, "a hash in its geometry is no whole number");
    return add_floor(r, row, sqlite3_column_int64(row, 1));
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

static bool read_frame(sqlite_reader *r, sqlite3_stmt *row)
{
    uint64_t frame;
    if (!safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME, &frame))
        return false;
    recording_build_frame(r->b, (uint32_t)frame);
    if (r->b->out.floor_count < 2)
        return true;
    if (r->frames.count == RECORDING_MAX_FRAMES)
        return problem_add(r->d.problems, "it has more than %lu frames",
                           (unsigned long)RECORDING_MAX_FRAMES);
    if (!wend_array_reserve(&r->frames, NULL, 1))
        return problem_no_memory(r->d.problems);
    r->frames.data[r->frames.count++] =
        (frame_geometry){(uint32_t)frame, find_floor(&r->b->out, sqlite3_column_int64(row, 1))};
    return true;
}

/// Says in each frame which floor there was. Where it is not told it is the one before. False: out
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

/// Says that the rate was assumed. False: out of memory.
static bool tell_rate(recording *r, const recording_rate *rate)
{
    static const char note[] = "it does not say how many frames are a second: 10 are assumed";
    if (rate->told > 0 || rate->asked > 0)
        return true;
    r->note = pool_string(&r->memory, note, sizeof note - 1);
    return r->note != NULL;
}

static bool complete(sqlite_reader *r, const recording_rate *rate, recording *out)
{
    if (!tell_rate(out, rate) || !index_floors(r, out))
        return problem_no_memory(r->d.problems);
    return !r->own || read_sqlite_states(r, out);
}

static bool read_tables(sqlite_reader *r, recording *out)
{
    recording_rate rate = {.asked = recording_hint(r->hints->fps), .guess = USUAL_FPS};
    r->b->out.source = "sqlite";
    r->b->out.unit = 1;
    r->b->out.has_unit = true;
    if (!read_fps(r, &rate.told) || !read_positions(r) || !read_sqlite_run(r))
        return false;
    // wend's own floors are made from its scene, whose walls are what they were.
    if (!r->own && !read_floors(r))
        return false;
    if (safe_db_has(&r->d, "frame_data") &&
        !read_sqlite_rows(r, "SELECT frame, geometry_hash FROM frame_data", read_frame))
        return false;
    if (!recording_build_finish(r->b, &rate, out))
        return recording_build_problem(r->b, r->d.problems);
    if (complete(r, &rate, out))
        return true;
    recording_free(out);
    return false;
}

/// Reads a database that has been opened, or not, and closes it.
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
    bool opened = safe_db_open(&r.d, path, problems);
    return read_and_close(&r, opened, out);
}

bool recording_read_sqlite(const void *bytes, size_t size, const recording_hints *hints,
                           recording_build *b, recording *out, problem_list *problems)
{
    sqlite_reader r = {.b = b, .hints = hints};
    bool opened = safe_db_open_bytes(&r.d, bytes, size, problems);
    return read_and_close(&r, opened, out);
}
