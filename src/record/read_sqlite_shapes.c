// SPDX-License-Identifier: MIT
// The tables of coherent groups in a database: their members, and their shapes.
#include "record/read_sqlite.h"
#include "record/recording_shapes.h"

#include <stdlib.h>

/// Maximum number of pieces of the shapes of a file.
#define MOST_PIECES ((size_t)1 << 24)

static void read_member(sqlite_reader *r, sqlite3_stmt *row)
{
    uint64_t id = safe_db_whole(&r->d, row, 0, "an id", INT64_MAX);
    uint64_t group = safe_db_whole(&r->d, row, 1, "a group", SCENE_MAX_GROUPS - 1);
    uint32_t agent = r->d.failed ? UINT32_MAX : read_sqlite_find_agent(r->out, id);
    if (agent != UINT32_MAX)
        r->out->agents[agent].coherent = (uint32_t)group + 1;
}

/// Adds a piece to the shapes, which come by frame, group and piece.
static void read_shape(sqlite_reader *r, sqlite3_stmt *row)
{
    static const char what[] = "a shape of a group";
    safe_db *d = &r->d;
    uint64_t frame = safe_db_whole(d, row, 0, "a frame", RECORDING_MOST_FRAME);
    uint64_t group = safe_db_whole(d, row, 1, "a group", SCENE_MAX_GROUPS - 1);
    uint64_t piece = safe_db_whole(d, row, 2, what, MOST_PIECES - 1);
    double width = safe_db_number(d, row, 3, what, WEND_MAX_COORDINATE);
    const wend_path_piece read = {.a = safe_db_point(d, row, 4, what, what),
                                  .b = safe_db_point(d, row, 6, what, what),
                                  .corner = safe_db_point(d, row, 8, what, what),
                                  .turn = (int)safe_db_number(d, row, 10, what, 1)};
    if (d->failed)
        return;
    uint32_t here = read_sqlite_frame(r->out, frame);
    raw_shape *last = r->shapes.count > 0 ? &r->shapes.data[r->shapes.count - 1] : NULL;
    if (piece == 0) {
        if (!wend_array_reserve(&r->shapes, NULL, 1)) {
            safe_db_no_memory(d);
            return;
        }
        last = &r->shapes.data[r->shapes.count++];
        *last = (raw_shape){(uint32_t)group, here, (uint32_t)r->pieces.count, 0, width};
    } else if (!last || last->group != group || last->frame != here || last->count != piece) {
        safe_db_problem(d, "is damaged: a shape in wend_shapes lacks a piece");
        return;
    }
    if (width > 0) {
        if (r->pieces.count >= MOST_PIECES || !wend_array_push(&r->pieces, NULL, read))
            safe_db_no_memory(d);
        else
            ++last->count;
    }
}

/// Makes the shapes of their pieces, and hands them over.
static void make_shapes(sqlite_reader *r)
{
    recorded_shape *shapes = malloc((r->shapes.count + 1) * sizeof *shapes);
    bool good = shapes && !r->d.failed;
    for (size_t i = 0; good && i < r->shapes.count; ++i) {
        const raw_shape *raw = &r->shapes.data[i];
        shapes[i] = (recorded_shape){.group = raw->group, .frame = raw->frame};
        good = raw->count == 0 || recording_make_shape(r->out, r->pieces.data + raw->first,
                                                       raw->count, raw->width, &shapes[i].shape);
    }
    if (good) {
        recording_set_shapes(r->out, shapes, r->shapes.count);
    } else {
        free(shapes);
        if (!r->d.failed)
            safe_db_no_memory(&r->d);
    }
}

void read_sqlite_shapes(sqlite_reader *r)
{
    if (!safe_db_has(&r->d, "wend_shapes") || !safe_db_has(&r->d, "wend_members"))
        return;
    read_sqlite_rows(r, "SELECT id, coherent_group FROM wend_members", read_member);
    read_sqlite_rows(r,
                     "SELECT frame, coherent_group, piece, width, a_x, a_y, b_x, b_y, corner_x, "
                     "corner_y, turn FROM wend_shapes ORDER BY frame, coherent_group, piece",
                     read_shape);
    make_shapes(r);
    wend_array_free(&r->shapes, NULL);
    wend_array_free(&r->pieces, NULL);
    if (!r->d.failed)
        (void)read_sqlite_states_fit(r, r->out->coherent_count, "groups");
}
