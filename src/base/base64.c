// SPDX-License-Identifier: MIT
// Bytes as base64 (see base64.h).
#include "base/base64.h"

size_t base64_text(const uint8_t *data, size_t size, char text[BASE64_TEXT])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = 0;
    for (size_t i = 0; i < size; i += 3) {
        const uint8_t *from = data + i;
        size_t left = size - i;
        uint32_t bits = (uint32_t)from[0] << 16;
        bits |= left > 1 ? (uint32_t)from[1] << 8 : 0;
        bits |= left > 2 ? from[2] : 0;
        text[length++] = digits[bits >> 18];
        text[length++] = digits[bits >> 12 & 63];
        text[length++] = left > 1 ? digits[bits >> 6 & 63] : '=';
        text[length++] = left > 2 ? digits[bits & 63] : '=';
    }
    return length;
}
