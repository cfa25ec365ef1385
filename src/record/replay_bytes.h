// SPDX-License-Identifier: MIT
// The bytes of a replay: small numbers in one byte each, deflated, as a line of base64.
#ifndef WEND_RECORD_REPLAY_BYTES_H
#define WEND_RECORD_REPLAY_BYTES_H

#include "core/array.h"

#include <stdio.h>

/// Bytes that grow. Zeroed it is empty. When memory is short it remembers that and takes no more,
/// so that writers look once, in the end.
typedef struct replay_bytes {
    wend_array(uint8_t) items;
    bool failed;
} replay_bytes;

/// Appends a number: one byte below REPLAY_ESCAPE; else that byte and what is left in groups of
/// seven bits, lowest first, the top bit of a byte telling that another follows.
void replay_put(replay_bytes *b, uint32_t value);
/// The same for one that may be negative: 0, -1, 1, -2 are 0, 1, 2, 3.
void replay_put_signed(replay_bytes *b, int32_t value);
void replay_append(replay_bytes *b, const replay_bytes *more);
void replay_bytes_free(replay_bytes *b);

/// The first value of a byte that stands for more than itself.
enum { REPLAY_ESCAPE = 255 };

/// Deflates the bytes (with zlib's header and checksum) and writes them as one line of base64,
/// whose length *written [opt] gets. False: out of memory. Errors of the file are left in it.
bool replay_line(const uint8_t *data, size_t size, FILE *out, size_t *written);

#endif
