// SPDX-License-Identifier: MIT
// Output files appear whole or not at all: after errors, exits and signals, over links, devices and
// existing files.
#include "tests/support/process.h"

#include "base/output.h"

#include <dirent.h>
#include <signal.h>
#include <time.h>

static void assert_content(const char *path, const char *expected)
{
    char *content = file_content(path);
    assert_non_null(content);
    assert_string_equal(content, expected);
    free(content);
}

/// How many temporary files of outputs are here.
static int temporary_files(void)
{
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    struct dirent *entry;
    while ((entry = readdir(folder)))
        count += strncmp(entry->d_name, ".wend-", 6) == 0;
    closedir(folder);
    return count;
}

static void test_commit(void **state)
{
    (void)state;
    output out;
    assert_true(output_open(&out, "a.txt"));
    fputs("whole", out.file);
    assert_int_equal(access("a.txt", F_OK), -1);
    assert_int_equal(temporary_files(), 1);
    assert_true(output_commit(&out));
    assert_content("a.txt", "whole");
    assert_int_equal(temporary_files(), 0);
}

static void test_discard_keeps_the_old(void **state)
{
    (void)state;
    write_file("b.txt", "old");
    output out;
    assert_true(output_open(&out, "b.txt"));
    fputs("new", out.file);
    output_discard(&out);
    assert_content("b.txt", "old");
    assert_int_equal(temporary_files(), 0);
}

static void test_several_at_once(void **state)
{
    (void)state;
    output outs[OUTPUT_MOST], more;
    char name[32];
    for (int i = 0; i < OUTPUT_MOST; ++i) {
        snprintf(name, sizeof name, "many-%d", i);
        assert_true(output_open(&outs[i], name));
        fputs(name, outs[i].file);
    }
    assert_false(output_open(&more, "one-too-many"));
    assert_int_equal(errno, EMFILE);
    for (int i = 0; i < OUTPUT_MOST; ++i)
        assert_true(output_commit(&outs[i]));
    assert_content("many-5", "many-5");
    assert_int_equal(temporary_files(), 0);
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 0777;
}

static void test_permissions(void **state)
{
    (void)state;
    output out;
    mode_t old = umask(027);
    assert_true(output_open(&out, "new-file"));
    assert_true(output_commit(&out));
    assert_int_equal(mode_of("new-file"), 0640);
    umask(old);

    write_file("private", "x");
    assert_int_equal(chmod("private", 0600), 0);
    assert_true(output_open(&out, "private"));
    assert_true(output_commit(&out));
    assert_int_equal(mode_of("private"), 0600);
}

static void test_links(void **state)
{
    (void)state;
    write_file("target", "old");
    assert_int_equal(symlink("target", "link"), 0);
    output out;
    assert_true(output_open(&out, "link"));
    fputs("new", out.file);
    assert_true(output_commit(&out));
    assert_content("target", "new");
    struct stat status;
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));

    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_false(output_open(&out, "dangling"));
}

static void test_refusals(void **state)
{
    (void)state;
    output out;
    assert_false(output_open(&out, "no-such-folder/x"));
    assert_int_equal(errno, ENOENT);
    assert_false(output_open(&out, "."));
    assert_int_equal(errno, EISDIR);
    assert_false(output_open(&out, ""));
    char name[400];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert_false(output_open(&out, name));
    assert_int_equal(errno, ENAMETOOLONG);
    // The name of a new file may be as long as the file system allows.
    name[255] = 0;
    assert_true(output_open(&out, name));
    assert_true(output_commit(&out));
    if (geteuid() != 0) { // root may write everything
        write_file("read-only", "kept");
        assert_int_equal(chmod("read-only", 0444), 0);
        assert_false(output_open(&out, "read-only"));
        assert_content("read-only", "kept");
    }
    assert_int_equal(temporary_files(), 0);
}

static void test_devices(void **state)
{
    (void)state;
    output out;
    assert_true(output_open(&out, "/dev/null"));
    fputs("x", out.file);
    assert_true(output_commit(&out));
    if (access("/dev/full", W_OK) == 0) {
        assert_true(output_open(&out, "/dev/full"));
        fputs("x", out.file);
        assert_false(output_commit(&out));
        assert_int_equal(errno, ENOSPC);
        // Also when it was an earlier write that failed.
        assert_true(output_open(&out, "/dev/full"));
        for (int i = 0; i < 100000; ++i)
            fputs("line\n", out.file);
        fflush(out.file);
        assert_false(output_commit(&out));
        assert_int_equal(errno, ENOSPC);
    }

    assert_int_equal(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_true(output_open(&out, "pipe"));
    fputs("through", out.file);
    assert_true(output_commit(&out));
    char got[16] = "";
    assert_int_equal(read(reader, got, sizeof got), 7);
    assert_string_equal(got, "through");
    close(reader);
}

static void test_target_goes_away(void **state)
{
    (void)state;
    assert_int_equal(mkdir("gone", 0700), 0);
    output out;
    assert_true(output_open(&out, "gone/file"));
    // A folder appears under the asked name: the rename fails.
    assert_int_equal(mkdir("gone/file", 0700), 0);
    assert_false(output_commit(&out));
    assert_int_equal(rmdir("gone/file"), 0);
    assert_int_equal(rmdir("gone"), 0); // empty: the temporary file has gone too
}

/// What the child does with its half-written output.
typedef enum ending { BY_SIGNAL, BY_EXIT } ending;

/// Starts a process that has half written "c.txt" and waits (or exits); returns when it has.
static pid_t start_writer(ending how, bool ignore_hangup)
{
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGHUP, ignore_hangup ? SIG_IGN : SIG_DFL);
        output_guard();
        output out;
        bool opened = output_open(&out, "c.txt");
        if (opened) {
            fputs("half", out.file);
            fflush(out.file);
        }
        if (write(ready[1], opened ? "y" : "n", 1) != 1 || how == BY_EXIT)
            exit(3);
        for (;;)
            pause();
    }
    char answer = 0;
    assert_int_equal(read(ready[0], &answer, 1), 1);
    assert_int_equal(answer, 'y');
    close(ready[0]);
    close(ready[1]);
    return child;
}

static int wait_for(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return exit_code(status);
}

static void test_signals(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < 4; ++i) {
        write_file("c.txt", "old");
        pid_t child = start_writer(BY_SIGNAL, false);
        assert_int_equal(temporary_files(), 1);
        kill(child, signals[i]);
        assert_int_equal(wait_for(child), 128 + signals[i]);
        assert_int_equal(temporary_files(), 0);
        assert_content("c.txt", "old");
    }
}

static void test_exit(void **state)
{
    (void)state;
    unlink("c.txt");
    pid_t child = start_writer(BY_EXIT, false);
    assert_int_equal(wait_for(child), 3);
    assert_int_equal(temporary_files(), 0);
    assert_int_equal(access("c.txt", F_OK), -1);
}

static void test_ignored_signals_stay_ignored(void **state)
{
    (void)state;
    pid_t child = start_writer(BY_SIGNAL, true);
    kill(child, SIGHUP);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0); // still there
    kill(child, SIGTERM);
    assert_int_equal(wait_for(child), 128 + SIGTERM);
    assert_int_equal(temporary_files(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commit),
        cmocka_unit_test(test_discard_keeps_the_old),
        cmocka_unit_test(test_several_at_once),
        cmocka_unit_test(test_permissions),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_target_goes_away),
        cmocka_unit_test(test_signals),
        cmocka_unit_test(test_exit),
        cmocka_unit_test(test_ignored_signals_stay_ignored),
    };
    return cmocka_run_group_tests_name("output", tests, enter_folder, leave_folder);
}
