// SPDX-License-Identifier: MIT
// Distributions of the properties of spawned agents.
#ifndef WEND_WORLD_GOALS_SPREAD_H
#define WEND_WORLD_GOALS_SPREAD_H

#include "core/hash.h"
#include "wend/agent.h"
#include "wend/random.h"

/// Checks a spread around a mean; `what` names the property in errors.
wend_result wend_spread_check(double mean, const wend_spread *spread, const char *what,
                              wend_error *error);

/// Draws a value. [Limit: the spread is valid]
double wend_spread_draw(double mean, const wend_spread *spread, wend_random *random);

void wend_spread_hash(const wend_spread *spread, wend_hash *hash);

#endif
