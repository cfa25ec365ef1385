// SPDX-License-Identifier: MIT
// Byte encoding of a replay: small numbers in one byte each, deflated, as lines of base64.
#ifndef WEND_REPLAY_BYTES_H
#define WEND_REPLAY_BYTES_H

#include "core/array.h"

#include <stdio.h>

/// Growing byte buffer. Empty if zeroed. An allocation failure is remembered and further writes are
/// ignored, so that writers check once, at the end.
typedef struct replay_bytes {
    wend_array(uint8_t) items;
    bool failed;
} replay_bytes;

/// Appends a number: one byte below REPLAY_ESCAPE; otherwise that byte and the rest in groups of
/// seven bits, lowest first, with the top bit set if another follows.
void replay_write_number(replay_bytes *b, uint32_t value);
/// The same for a signed number: 0, -1, 1, -2 become 0, 1, 2, 3.
void replay_write_signed(replay_bytes *b, int32_t value);
void replay_append(replay_bytes *b, const replay_bytes *more);
void replay_bytes_free(replay_bytes *b);

/// Escape byte of larger numbers.
enum { REPLAY_ESCAPE = 255 };

/// Deflates the bytes (with zlib's header and checksum) and writes them as one line of base64 of
/// length *written [opt]. False: out of memory. File errors remain in the FILE.
bool replay_line(const uint8_t *data, size_t size, FILE *out, size_t *written);

#endif
