// SPDX-License-Identifier: MIT
// What a repair changed, in words: one line for each change, with its place. The lines are written
// when all is done, as only then it is known what is left of an obstacle.
#ifndef WEND_IO_REPAIR_WORDS_H
#define WEND_IO_REPAIR_WORDS_H

#include "io/repair_fates.h"

/// Further changes are counted, not printed.
enum { REPAIR_LINES = 100 };

typedef struct repair_words {
    FILE *out;        ///< NULL: changes are only counted
    wend_vec2 shift;  ///< from the scene's coordinates to those that the user knows
    size_t count;     ///< of changes so far
    wend_flaw *flaws; ///< of the scene that was given, the first ones
    size_t flaw_count, all_flaws;
    wend_vec2 later[REPAIR_LINES]; ///< where later rounds found something, the first places
    size_t later_count;
} repair_words;

/// Keeps a copy of the flaws of the scene that was given. [flaws: kept, of all] False: no memory.
bool repair_note_flaws(repair_words *w, const wend_flaw *flaws, size_t kept, size_t all);

/// Keeps where a round of repair left or made flaws: obstacles have other numbers by then.
void repair_note_later(repair_words *w, const wend_flaw *flaws, size_t count);

/// Says what was done about each flaw, and what became of obstacles that had none.
void repair_say_floor(repair_words *w, repair_fates *fates, const scene *after);

/// An area was made sound and has so many parts, of which the largest was kept.
void repair_say_area(repair_words *w, const scene_area *area, wend_vec2 place, size_t parts);

/// Says how many changes were not printed, and frees what was kept.
void repair_words_end(repair_words *w);

#endif
