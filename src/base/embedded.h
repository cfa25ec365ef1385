// SPDX-License-Identifier: MIT
// Files that cmake/embed.cmake has put inside the binary.
#ifndef WEND_BASE_EMBEDDED_H
#define WEND_BASE_EMBEDDED_H

#include <stddef.h>

typedef struct embedded_file {
    const char *name; ///< without folder; scenes also without extension
    const char *text; ///< UTF-8, ends with 0; may have bytes >= 0x80
} embedded_file;

typedef struct embedded_table {
    const embedded_file *files;
    size_t count;
} embedded_table;

extern const embedded_table embedded_scenes; ///< scenes/
extern const embedded_table embedded_verify; ///< scenes/verify/: those of `wend verify`
extern const embedded_table embedded_viewer; ///< viewer/: the parts of the replay page

#endif
