// SPDX-License-Identifier: MIT
// Trajectories as a table: where every agent is in every frame. `wend run -o FILE.csv` writes such
// tables; other programs do, too.
#ifndef WEND_IO_TRAILS_H
#define WEND_IO_TRAILS_H

#include "io/text.h"

/// More rows than this are refused.
#define TRAILS_MAX_POINTS ((size_t)1 << 24)

/// An agent's way through consecutive frames.
typedef struct trail {
    uint64_t id;
    size_t first, count; ///< in points and frames
} trail;

/// Zeroed it is empty.
typedef struct trails {
    wend_vec2 *points; ///< of the trails, one after the other
    uint32_t *frames;  ///< of the points, ascending within a trail
    size_t point_count;
    trail *list; ///< by id, then by frame
    size_t count;
    size_t agent_count; ///< different ids
} trails;

/// Reads a table. The first line, or a comment before it, names the columns: frame, id, x and y
/// must be among them, in any order and in any case ("x/m" is x, too); others are not looked at.
/// Columns are parted by commas, semicolons, or else blanks; lines that start with '#' are
/// comments; rows may come in any order. Where an agent is missing in a frame its trail ends and
/// another begins: frames that differ by the file's least difference are consecutive. False with a
/// problem, and with nothing to free. Stands any bytes.
bool trails_read(const text *t, trails *out, problem_list *problems);

/// The same for a file, "-" is standard input.
bool trails_load(const char *path, trails *out, problem_list *problems);

void trails_free(trails *t);

/// The box around all points; empty if there are none.
wend_box trails_box(const trails *t);

#endif
