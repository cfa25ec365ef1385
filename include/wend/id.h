// SPDX-License-Identifier: MIT
// Names of things that wend owns: agents, obstacles, sites. Copied by value; zero is null.
#ifndef WEND_ID_H
#define WEND_ID_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A slot and the generation of its use. When the thing is removed its id turns stale and stays so:
/// functions that take it return WEND_STALE, even when the slot is used again.
typedef struct wend_id {
    uint32_t slot1; ///< the slot plus 1; 0 is null
    uint32_t generation;
} wend_id;

static inline bool wend_id_null(wend_id id)
{
    return id.slot1 == 0;
}

static inline bool wend_id_equal(wend_id a, wend_id b)
{
    return a.slot1 == b.slot1 && a.generation == b.generation;
}

/// One number for hash tables and files, and back.
static inline uint64_t wend_id_pack(wend_id id)
{
    return (uint64_t)id.generation << 32 | id.slot1;
}

static inline wend_id wend_id_unpack(uint64_t packed)
{
    wend_id id = {(uint32_t)packed, (uint32_t)(packed >> 32)};
    return id;
}

#ifdef __cplusplus
}
#endif

#endif
