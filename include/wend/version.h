// SPDX-License-Identifier: MIT
// Version of wend. CMake and the command read it from this file; there is no second copy.
#ifndef WEND_VERSION_H
#define WEND_VERSION_H

#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 1
#define WEND_VERSION_PATCH 0

#define WEND_VERSION_TEXT_(a, b, c) #a "." #b "." #c
#define WEND_VERSION_TEXT(a, b, c)  WEND_VERSION_TEXT_(a, b, c)
#define WEND_VERSION                WEND_VERSION_TEXT(WEND_VERSION_MAJOR, WEND_VERSION_MINOR, WEND_VERSION_PATCH)

#endif
