// SPDX-License-Identifier: MIT
// Bytes as base64 (RFC 4648), a block at a time.
#ifndef WEND_BASE_BASE64_H
#define WEND_BASE_BASE64_H

#include <stddef.h>
#include <stdint.h>

/// Bytes per block, and characters of its text. Texts of blocks of this size can be concatenated;
/// the last block may be smaller.
enum { BASE64_BLOCK = 3072, BASE64_TEXT = BASE64_BLOCK / 3 * 4 };

/// The text of at most BASE64_BLOCK bytes, without a final 0. Returns its length.
size_t base64_text(const uint8_t *data, size_t size, char text[BASE64_TEXT]);

#endif
