// SPDX-License-Identifier: MIT
// What a repair changed, in words: one line for each change, with its place.
#ifndef WEND_IO_REPAIR_WORDS_H
#define WEND_IO_REPAIR_WORDS_H

#include "io/scene.h"

typedef struct repair_words {
    FILE *out;       ///< NULL: changes are only counted
    wend_vec2 shift; ///< from the scene's coordinates to those that the user knows
    size_t count;    ///< of changes so far
} repair_words;

/// What is done about each flaw of a scene that is about to be repaired. [flaws: kept, of all]
void repair_say_flaws(repair_words *w, const scene *s, const wend_flaw *flaws, size_t kept,
                      size_t all);

/// The same for the flaws that a round of repair left or brought to light: obstacles have other
/// numbers by then.
void repair_say_more(repair_words *w, const wend_flaw *flaws, size_t count);

/// An area was made sound and has so many parts, of which the largest was kept.
void repair_say_area(repair_words *w, const scene_area *area, wend_vec2 place, size_t parts);

#endif
