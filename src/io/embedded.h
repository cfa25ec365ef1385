// SPDX-License-Identifier: MIT
// Files that cmake/embed.cmake has put inside the binary.
#ifndef WEND_IO_EMBEDDED_H
#define WEND_IO_EMBEDDED_H

#include <stddef.h>

typedef struct embedded_file {
    const char *name; ///< without folder and extension
    const char *text; ///< ends with 0
} embedded_file;

extern const embedded_file embedded_scenes[];
extern const size_t embedded_scene_count;

#endif
