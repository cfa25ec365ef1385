// SPDX-License-Identifier: MIT
// The table of gates in a database.
#include "record/read_sqlite.h"

#include <stdlib.h>

/// Maximum number of states of gates that are read; others are left out.
#define MOST_STATES "1000000"
#define MOST_POINTS "16000000"

/// A state in an unknown frame is left out.
static void read_gate(sqlite_reader *r, sqlite3_stmt *row)
{
    static const char what[] = "a mouth of a gate";
    safe_db *d = &r->d;
    recording *out = r->out;
    uint64_t frame = safe_db_whole(d, row, 0, "a frame", RECORDING_MOST_FRAME);
    recorded_gate gate = {.state.number = (uint32_t)safe_db_whole(d, row, 1, "a gate", UINT32_MAX),
                          .state.direction =
                              (uint32_t)safe_db_whole(d, row, 2, "a direction of a gate", 2),
                          .state.closing = safe_db_whole(d, row, 3, "closing", 1) == 1};
    for (int i = 0; i < 2; ++i) {
        const int first = 4 + 6 * i; // column
        gate.state.mouths[i] = (record_mouth){.a = safe_db_point(d, row, first, what, what),
                                              .b = safe_db_point(d, row, first + 2, what, what),
                                              .out = safe_db_point(d, row, first + 4, what, what)};
    }
    if (d->failed || out->gate_count == r->most_gates)
        return;
    gate.frame = read_sqlite_frame(out, frame);
    if (gate.frame < out->frame_count)
        out->gates[out->gate_count++] = gate;
}

/// A bend of an axis; those of states that were left out, and too many of them, are left out.
static void read_axis(sqlite_reader *r, sqlite3_stmt *row)
{
    safe_db *d = &r->d;
    recording *out = r->out;
    uint64_t number = safe_db_whole(d, row, 0, "a frame", RECORDING_MOST_FRAME);
    uint32_t gate = (uint32_t)safe_db_whole(d, row, 1, "a gate", UINT32_MAX);
    wend_vec2 point = safe_db_point(d, row, 2, "an axis of a gate", "an axis of a gate");
    uint32_t frame = d->failed ? UINT32_MAX : read_sqlite_frame(out, number);
    if (frame >= out->frame_count)
        return;
    // The states are sorted like this.
    uint32_t low = 0, high = out->gate_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const recorded_gate *g = &out->gates[middle];
        bool before = g->state.number < gate || (g->state.number == gate && g->frame < frame);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    recorded_gate *g = low < out->gate_count ? &out->gates[low] : NULL;
    if (g && g->state.number == gate && g->frame == frame && g->state.axis_count < RECORD_AXIS)
        g->state.axis[g->state.axis_count++] = point;
}

static void count_gate(sqlite_reader *r, sqlite3_stmt *row)
{
    (void)row;
    ++r->most_gates;
}

void read_sqlite_gates(sqlite_reader *r)
{
    recording *out = r->out;
    if (!safe_db_has(&r->d, "wend_gates"))
        return;
    read_sqlite_rows(r, "SELECT 1 FROM wend_gates LIMIT " MOST_STATES, count_gate);
    out->gates = malloc(((size_t)r->most_gates + 1) * sizeof *out->gates);
    if (!out->gates)
        safe_db_no_memory(&r->d);
    else if (r->most_gates > 0)
        read_sqlite_rows(r,
                         "SELECT frame, gate, direction, closing, a1_x, a1_y, b1_x, b1_y, out1_x,"
                         " out1_y, a2_x, a2_y, b2_x, b2_y, out2_x, out2_y FROM wend_gates"
                         " ORDER BY gate, frame LIMIT " MOST_STATES,
                         read_gate);
    // Recordings of before have none: the axes are straight.
    if (out->gate_count > 0 && safe_db_has(&r->d, "wend_gate_axes"))
        read_sqlite_rows(r,
                         "SELECT frame, gate, x, y FROM wend_gate_axes"
                         " ORDER BY gate, frame, point LIMIT " MOST_POINTS,
                         read_axis);
}
