// SPDX-License-Identifier: MIT
// Runs programs as a user would, in a folder of their own, and keeps what they print.
#ifndef WEND_TESTS_SUPPORT_PROCESS_H
#define WEND_TESTS_SUPPORT_PROCESS_H

#include "tests/support/support.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// What a program has printed and how it ended.
typedef struct ran {
    int code; ///< its exit status; 128 + the number of the signal that ended it
    char out[60000], err[20000];
} ran;

/// Makes a folder for files and goes there. Call it as the group's setup.
static inline int enter_folder(void **state)
{
    static char folder[] = "/tmp/wend-test-XXXXXX";
    *state = folder;
    setenv("WEND", WEND_COMMAND, 1);
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static inline int leave_folder(void **state)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", (const char *)*state);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static inline int exit_code(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static inline void read_back(FILE *file, char *buffer, size_t size)
{
    rewind(file);
    buffer[fread(buffer, 1, size - 1, file)] = 0;
    fclose(file);
}

/// Runs a line of shell; $WEND is the command. Both outputs are files, so nothing can block.
static inline ran *run(const char *line)
{
    static ran result;
    FILE *out = tmpfile(), *err = tmpfile();
    assert_non_null(out);
    assert_non_null(err);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    result.code = exit_code(status);
    read_back(out, result.out, sizeof result.out);
    read_back(err, result.err, sizeof result.err);
    return &result;
}

/// Runs a line and wants this exit status; shows what was printed if it is another.
static inline ran *run_expect(int code, const char *line)
{
    ran *r = run(line);
    if (r->code != code)
        print_message("%s\nstdout: %s\nstderr: %s\n", line, r->out, r->err);
    assert_int_equal(r->code, code);
    return r;
}

static inline void assert_contains(const char *whole, const char *wanted)
{
    if (!strstr(whole, wanted)) {
        print_message("not found: %s\nin: %s\n", wanted, whole);
        fail();
    }
}

/// Standard output as one JSON object and nothing else.
static inline json_t *parse_object(const ran *r)
{
    json_error_t error;
    json_t *object = json_loads(r->out, 0, &error);
    if (!object)
        print_message("%s in: %s\n", error.text, r->out);
    assert_true(json_is_object(object));
    return object;
}

static inline void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/// The whole content; free it. NULL: there is no such file.
static inline char *file_content(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t capacity = 1 << 20;
    char *content = malloc(capacity);
    assert_non_null(content);
    content[fread(content, 1, capacity - 1, file)] = 0;
    fclose(file);
    return content;
}

/// The number, or the string, of that key.
static inline double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        print_message("%s is no number\n", key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static inline const char *string(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    assert_non_null(value);
    return value;
}

#endif
