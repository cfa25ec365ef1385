// SPDX-License-Identifier: MIT
// A text file of numbers (see text_file.h).
#include "record/text_file.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Digits of a coordinate behind the point, and their power of ten.
enum { DIGITS = 5 };
#define SCALE 100000u

enum { BUFFER_SIZE = 1 << 16 };

static bool cannot_write(problem_list *problems, int error)
{
    return problem_add(problems, "cannot write: %s", strerror(error ? error : EIO));
}

bool text_file_open(text_file *file, const char *path, problem_list *problems)
{
    *file = (text_file){.buffer = malloc(BUFFER_SIZE)};
    if (!file->buffer)
        return problem_no_memory(problems);
    if (output_open(&file->out, path))
        return true;
    int error = errno;
    free(file->buffer);
    *file = (text_file){0};
    return cannot_write(problems, error);
}

static bool flush(text_file *file)
{
    errno = 0;
    if (file->error == 0 && fwrite(file->buffer, 1, file->used, file->out.file) < file->used)
        file->error = errno ? errno : EIO;
    file->used = 0;
    return file->error == 0;
}

bool text_file_line(text_file *file)
{
    return file->used <= BUFFER_SIZE - TEXT_FILE_LINE || flush(file);
}

void text_file_char(text_file *file, char c)
{
    assert(file->used < BUFFER_SIZE);
    file->buffer[file->used++] = c;
}

/// At least so many digits.
static void put_digits(text_file *file, uint64_t value, int least)
{
    char digits[24];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    while (count < least)
        digits[count++] = '0';
    while (count > 0)
        text_file_char(file, digits[--count]);
}

void text_file_whole(text_file *file, uint64_t value)
{
    put_digits(file, value, 1);
}

void text_file_metres(text_file *file, double value)
{
    long long scaled = llround(value * SCALE);
    uint64_t size = (uint64_t)(scaled < 0 ? -scaled : scaled);
    if (scaled < 0)
        text_file_char(file, '-');
    put_digits(file, size / SCALE, 1);
    text_file_char(file, '.');
    put_digits(file, size % SCALE, DIGITS);
}

bool text_file_words(text_file *file, const char *words)
{
    for (; *words; ++words) {
        if (file->used == BUFFER_SIZE && !flush(file))
            return false;
        text_file_char(file, *words);
    }
    return text_file_line(file);
}

bool text_file_close(text_file *file, problem_list *problems)
{
    bool whole = flush(file);
    int error = file->error;
    if (!whole)
        output_discard(&file->out);
    else if (!output_commit(&file->out))
        error = errno ? errno : EIO;
    free(file->buffer);
    *file = (text_file){0};
    return error == 0 || cannot_write(problems, error);
}

void text_file_discard(text_file *file)
{
    output_discard(&file->out);
    free(file->buffer);
    *file = (text_file){0};
}
