// SPDX-License-Identifier: MIT
// The position of a value in a JSON text. jansson's values have no positions, so a value with a
// problem is found again by its path through the text that jansson has accepted.
#ifndef WEND_BASE_JSON_POSITION_H
#define WEND_BASE_JSON_POSITION_H

#include "base/text.h"

/// One step of a path into a JSON text: to a member of an object, or to an item of a list. The
/// steps are linked upwards, so that a reader can keep them on its stack. A step whose `up` is NULL
/// is the root: the whole text.
typedef struct json_path {
    const struct json_path *up;
    const char *key; ///< the member's name; NULL: index counts
    size_t index;    ///< the item's number, from 0
} json_path;

/// Maximum length of a path.
enum { JSON_PATH_MOST = 16 };

/// The offset of the value's first byte. False if there is no such value. Accepts any text, takes
/// linear time and does not recurse.
bool json_place(const text *t, const json_path *path, size_t *offset);

/// The offset of the quote before the key of a member.
bool json_place_key(const text *t, const json_path *path, size_t *offset);

/// The offset after the string that opens at the quote at `offset`; the text's size if it is not
/// closed.
size_t json_skip_string(const text *t, size_t offset);

#endif
