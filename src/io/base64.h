// SPDX-License-Identifier: MIT
// Bytes as base64 (RFC 4648), a block at a time.
#ifndef WEND_IO_BASE64_H
#define WEND_IO_BASE64_H

#include <stddef.h>
#include <stdint.h>

/// So many bytes at a time give text that can be put one after the other; the last block may have
/// fewer.
enum { BASE64_BLOCK = 3072, BASE64_TEXT = BASE64_BLOCK / 3 * 4 };

/// The text of at most BASE64_BLOCK bytes, without a final 0. Returns its length.
size_t base64_text(const uint8_t *data, size_t size, char text[BASE64_TEXT]);

#endif
