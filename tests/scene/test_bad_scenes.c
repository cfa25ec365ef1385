// SPDX-License-Identifier: MIT
// Every bad scene in tests/bad is refused with exactly the words in its .expected file, which are
// what `wend check` prints. WEND_REGOLD=1 rewrites those files; tests/bad/README.md says more.
// What is too large to keep is made here.
#include "base/json_text.h"
#include "formats/formats.h"
#include "scene/check/check.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define FOLDER   WEND_SOURCE_DIR "/tests/bad/"
#define EXPECTED ".expected"
enum { LEAST_BAD_SCENES = 200, NAME_SIZE = 300, PATH_SIZE = 2000 };

// The whole of what is printed, without `wend: `; NULL if the scene is sound. Free it.
static char *complaints(const problem_list *problems)
{
    if (problems->count == 0)
        return NULL;
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    problem_print(problems, out);
    fclose(out);
    char *to = printed;
    for (const char *line = printed; *line;) {
        assert_memory_equal(line, "wend: ", 6);
        line += 6;
        size_t length = strcspn(line, "\n") + 1;
        memmove(to, line, length);
        to += length;
        line += length;
    }
    *to = 0;
    return printed;
}

static char *check_file(const char *path, const char *name)
{
    problem_list problems = {.file = name};
    const scene_format *format = scene_format_of(path);
    assert_non_null(format);
    scene *s = scene_load_as(path, format, &problems);
    if (s)
        scene_check(s, &problems);
    else
        assert_true(problems.count > 0);
    scene_free(s);
    char *said = complaints(&problems);
    problem_free(&problems);
    return said;
}

static bool ends_with(const char *s, const char *end)
{
    size_t size = strlen(s), end_size = strlen(end);
    return size >= end_size && strcmp(s + size - end_size, end) == 0;
}

static void write_expected(const char *path, const char *said)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fputs(said, out);
    assert_int_equal(fclose(out), 0);
}

// True if what is said about the bad file is what its .expected file holds.
static bool as_expected(const char *name)
{
    char path[PATH_SIZE], expected_path[PATH_SIZE];
    snprintf(path, sizeof path, FOLDER "%s", name);
    snprintf(expected_path, sizeof expected_path, FOLDER "%s" EXPECTED, name);
    char *said = check_file(path, name);
    if (!said) {
        print_error("%s: a bad scene passes as sound\n", name);
        return false;
    }
    const char *regold = getenv("WEND_REGOLD");
    if (regold && regold[0])
        write_expected(expected_path, said);
    problem_list problems = {0};
    text expected = {0};
    bool good = text_read_file(expected_path, &expected, &problems);
    if (!good)
        print_error("%s: has no %s file\n", name, EXPECTED);
    else if (strcmp(said, expected.data) != 0)
        print_error("%s: said\n%sexpected\n%s", name, said, expected.data);
    good = good && strcmp(said, expected.data) == 0;
    problem_free(&problems);
    text_free(&expected);
    free(said);
    return good;
}

static void test_every_bad_scene_is_refused_in_the_expected_words(void **state)
{
    (void)state;
    DIR *folder = opendir(FOLDER);
    assert_non_null(folder);
    size_t tried = 0, wrong = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "%s", entry->d_name);
        bool is_json = ends_with(name, ".json");
        // Files of other formats count only if something is expected of them: they may be parts of
        // scenes and no scenes themselves.
        if (!is_json && (!ends_with(name, EXPECTED) || ends_with(name, ".json" EXPECTED)))
            continue;
        if (!is_json)
            name[strlen(name) - strlen(EXPECTED)] = 0;
        ++tried;
        wrong += !as_expected(name);
    }
    closedir(folder);
    assert_int_equal(wrong, 0);
    assert_true(tried >= LEAST_BAD_SCENES);
}

// The one problem of a text that is made here.
static void expect_problem(const char *data, size_t size, const char *where, const char *what)
{
    problem_list problems = {0};
    text t = {0};
    assert_true(text_copy(data, size, &t, &problems));
    assert_null(scene_read_json(&t, NULL, &problems));
    assert_int_equal(problems.count, 1);
    assert_string_equal(problems.items[0].where, where);
    assert_string_equal(problems.items[0].what, what);
    problem_free(&problems);
    text_free(&t);
}

static char *repeated(const char *piece, size_t count, size_t *size)
{
    size_t length = strlen(piece);
    char *all = malloc(length * count + 1);
    assert_non_null(all);
    for (size_t i = 0; i < count; ++i)
        memcpy(all + i * length, piece, length);
    *size = length * count;
    all[*size] = 0;
    return all;
}

static void test_ten_thousand_levels_are_refused_with_their_place(void **state)
{
    (void)state;
    size_t size;
    char *deep = repeated("[", 10000, &size);
    expect_problem(deep, size, "1:65",
                   "lists and objects are nested more than 64 levels deep: 64 is the most");
    free(deep);
    deep = repeated("{\"a\":\n", 10000, &size);
    expect_problem(deep, size, "65:1",
                   "lists and objects are nested more than 64 levels deep: 64 is the most");
    free(deep);
}

static void test_too_many_values_are_refused(void **state)
{
    (void)state;
    size_t size;
    char *many = repeated("0,", JSON_MOST_VALUES + 1, &size);
    many[0] = '[';
    char where[40];
    snprintf(where, sizeof where, "1:%d", 2 * JSON_MOST_VALUES);
    expect_problem(many, size, where,
                   "the file has more than 16777216 values: split the scene, or simplify it");
    free(many);
}

static void test_too_many_corners_are_refused(void **state)
{
    (void)state;
    // Each of these circles stands for 720 corners: a short text, but a large scene.
    static const char start[] = "{\"wend\": 1, \"obstacles\": [\n",
                      circle[] = "{\"circle\": [0, 0], \"radius\": 1000},\n";
    size_t size, count = SCENE_MAX_CORNERS / 700;
    char *circles = repeated(circle, count, &size);
    char *all = malloc(size + sizeof start + 8);
    assert_non_null(all);
    strcpy(all, start);
    memcpy(all + strlen(start), circles, size);
    strcpy(all + strlen(start) + size - 2, "\n]}");
    problem_list problems = {0};
    text t = {0};
    assert_true(text_copy(all, strlen(all), &t, &problems));
    assert_null(scene_read_json(&t, NULL, &problems));
    assert_int_equal(problems.count, 1);
    assert_non_null(strstr(problems.items[0].what, "more than 16777216 corners"));
    problem_free(&problems);
    text_free(&t);
    free(circles);
    free(all);
}

// Every text that was cut short says so, wherever the cut is.
static void test_every_cut_says_so(void **state)
{
    (void)state;
    static const char whole[] =
        "{\"wend\": 1, \"name\": \"h\\u00e4\\\\ll\", \"bounds\": [[0, -0.5], [4.0e1, 0], [4, 2]],\n"
        " \"areas\": {\"left\": {\"polygon\": [[0, 0], [3, 0], [3, 20]], \"role\": \"exit\"}}}";
    for (size_t size = 1; size < sizeof whole - 1; ++size) {
        problem_list problems = {0};
        text t = {0};
        assert_true(text_copy(whole, size, &t, &problems));
        assert_null(scene_read_json(&t, NULL, &problems));
        assert_int_equal(problems.count, 1);
        if (!strstr(problems.items[0].what, "the file is cut short")) {
            print_error("cut to %zu bytes: %s\n", size, problems.items[0].what);
            fail();
        }
        problem_free(&problems);
        text_free(&t);
    }
}

static void test_a_file_of_a_gigabyte_is_refused_unread(void **state)
{
    (void)state;
    char path[] = "/tmp/wend-large-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    if (ftruncate(file, (off_t)1 << 30) != 0) {
        close(file);
        unlink(path);
        print_message("no room for a sparse file of 1 GB\n");
        skip();
    }
    close(file);
    problem_list problems = {0};
    scene *s = scene_load_as(path, scene_format_of("large.json"), &problems);
    unlink(path);
    assert_null(s);
    assert_int_equal(problems.count, 1);
    assert_string_equal(problems.items[0].what,
                        "the file is larger than 256 MB, which is the most wend reads");
    problem_free(&problems);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_bad_scene_is_refused_in_the_expected_words),
        cmocka_unit_test(test_ten_thousand_levels_are_refused_with_their_place),
        cmocka_unit_test(test_too_many_values_are_refused),
        cmocka_unit_test(test_too_many_corners_are_refused),
        cmocka_unit_test(test_every_cut_says_so),
        cmocka_unit_test(test_a_file_of_a_gigabyte_is_refused_unread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
