// SPDX-License-Identifier: MIT
// BLAKE2b with a digest of 8 bytes: the key of a geometry in a recording, as JuPedSim makes it.
#ifndef WEND_RECORD_BLAKE2B_H
#define WEND_RECORD_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

/// The digest as a signed big-endian number.
int64_t blake2b_8(const void *bytes, size_t size);

#endif
