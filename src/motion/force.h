// SPDX-License-Identifier: MIT
// What the files of the social forces share: the forces on one body.
#ifndef WEND_MOTION_FORCE_H
#define WEND_MOTION_FORCE_H

#include "motion/contacts.h"
#include "wend/force.h"

/// What the threads of a sub-step are given.
typedef struct forcing {
    const wend_force_def *def;
    const contacts *at;
    wend_vec2 *headings; ///< by body: the directions of their wishes, of length 1; 0, 0: it stands
} forcing;

/// The forces on a body but that to its wish, and the velocity that it wishes under them.
typedef struct force_sum {
    wend_vec2 push; ///< [Units: m/s^2]
    wend_vec2 wish; ///< [Units: m/s]
} force_sum;

force_sum wend_force_sum(const forcing *f, uint32_t body);

/// The direction of a wish, of length 1; 0, 0: there is none.
wend_vec2 wend_force_heading(const wend_wish *wish);

#endif
