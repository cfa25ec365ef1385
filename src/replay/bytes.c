// SPDX-License-Identifier: MIT
// Byte encoding of a replay (see bytes.h).
#include "replay/bytes.h"

#include "base/base64.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// Maximum bytes of a number: the escape and five groups of seven bits.
enum { MOST_BYTES = 6 };

void replay_write_number(replay_bytes *b, uint32_t value)
{
    if (b->failed || !wend_array_reserve(&b->items, NULL, MOST_BYTES)) {
        b->failed = true;
        return;
    }
    uint8_t *to = b->items.data + b->items.count;
    size_t count = 0;
    if (value < REPLAY_ESCAPE) {
        to[count++] = (uint8_t)value;
    } else {
        to[count++] = REPLAY_ESCAPE;
        for (value -= REPLAY_ESCAPE; value >= 128; value >>= 7)
            to[count++] = (uint8_t)(value | 128);
        to[count++] = (uint8_t)value;
    }
    b->items.count += count;
}

void replay_write_signed(replay_bytes *b, int32_t value)
{
    uint32_t twice = (uint32_t)value << 1;
    replay_write_number(b, value < 0 ? ~twice : twice);
}

void replay_append(replay_bytes *b, const replay_bytes *more)
{
    size_t size = more->items.count;
    b->failed = b->failed || more->failed || !wend_array_reserve(&b->items, NULL, size);
    if (b->failed || size == 0)
        return;
    memcpy(b->items.data + b->items.count, more->items.data, size);
    b->items.count += size;
}

void replay_bytes_free(replay_bytes *b)
{
    wend_array_free(&b->items, NULL);
    b->failed = false;
}

static void write_base64(const uint8_t *data, size_t size, FILE *out)
{
    char text[BASE64_TEXT];
    for (size_t start = 0; start < size; start += BASE64_BLOCK) {
        size_t count = size - start < BASE64_BLOCK ? size - start : BASE64_BLOCK;
        fwrite(text, 1, base64_text(data + start, count, text), out);
    }
    putc('\n', out);
}

bool replay_line(const uint8_t *data, size_t size, FILE *out, size_t *written)
{
    uLongf deflated_size = compressBound((uLong)size);
    uint8_t *deflated = malloc(deflated_size);
    bool good = deflated && compress(deflated, &deflated_size, data, (uLong)size) == Z_OK;
    if (good && out)
        write_base64(deflated, deflated_size, out);
    if (good && written)
        *written = (deflated_size + 2) / 3 * 4 + 1;
    free(deflated);
    return good;
}
