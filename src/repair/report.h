// SPDX-License-Identifier: MIT
// The report of a repair: one line for each change, with its position. The lines are written at the
// end, when the outcome of every obstacle is known.
#ifndef WEND_REPAIR_REPORT_H
#define WEND_REPAIR_REPORT_H

#include "repair/outcome.h"

/// Further changes are counted, not printed.
enum { REPAIR_LINES = 100 };

typedef struct repair_report {
    FILE *out;            ///< NULL: changes are only counted
    wend_vec2 shift;      ///< from the scene's coordinates to those of the user
    size_t count;         ///< number of changes
    wend_defect *defects; ///< first defects of the input
    size_t defect_count, all_defects;
    wend_vec2 later[REPAIR_LINES]; ///< first positions of defects in later rounds
    size_t later_count;
} repair_report;

/// Keeps a copy of the defects of the input. [defects: kept, of all] False: out of memory.
bool repair_note_defects(repair_report *w, const wend_defect *defects, size_t kept, size_t all);

/// Keeps the positions of defects that a round left or caused: obstacles have other numbers then.
void repair_note_later(repair_report *w, const wend_defect *defects, size_t count);

/// Reports the repair of each defect, and the outcome of obstacles without one.
void repair_report_floor(repair_report *w, repair_outcome *outcome, const scene *after);

/// Reports an area that was repaired and has `parts` parts, of which the largest was kept.
void repair_report_area(repair_report *w, const scene_area *area, wend_vec2 place, size_t parts);

/// Prints the number of changes that were not printed, and frees the copies.
void repair_report_end(repair_report *w);

#endif
