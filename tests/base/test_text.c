// SPDX-License-Identifier: MIT
// Files as text, and problems as lines: UTF-8 to the letter, places, and words that are too long.
#include "tests/support/support.h"

#include "base/text.h"

#include <string.h>

static size_t first_bad_byte(const char *bytes, size_t size)
{
    text t;
    problem_list problems = {0};
    assert_true(text_copy(bytes, size, &t, &problems));
    size_t column = 0;
    if (!text_check_utf8(&t, &problems)) {
        assert_int_equal(problem_kept(&problems), 1);
        assert_int_equal(sscanf(problems.items[0].where, "1:%zu", &column), 1);
    }
    problem_free(&problems);
    text_free(&t);
    return column;
}

static void utf8_is_what_the_standard_says(void **state)
{
    (void)state;
    const char *good[] = {
        "", "a", "\u00e9\u20ac", "\U0001F600", "\xed\x9f\xbf", "\xee\x80\x80", "\xf4\x8f\xbf\xbf"};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
        assert_int_equal(first_bad_byte(good[i], strlen(good[i])), 0);
    const char *bad[] = {
        "a\x80",             // goes on with nothing begun
        "a\xc3",             // ends in the middle
        "a\xc3(",            //
        "a\xc0\xaf",         // longer than it need be
        "a\xe0\x80\xaf",     //
        "a\xf0\x80\x80\xaf", //
        "a\xed\xa0\x80",     // half of a surrogate pair
        "a\xf4\x90\x80\x80", // beyond the last character
        "a\xff",             //
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        assert_int_equal(first_bad_byte(bad[i], strlen(bad[i])), 2);
    assert_int_equal(first_bad_byte("a\0b", 3), 2);
}

static void places_count_lines_and_bytes(void **state)
{
    (void)state;
    text t;
    problem_list problems = {0};
    assert_true(text_copy("ab\n\ncd", 6, &t, &problems));
    const size_t expected[][2] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 1}, {3, 2}, {3, 3}};
    for (size_t offset = 0; offset <= 6; ++offset) {
        text_position at = text_place(&t, offset);
        assert_int_equal(at.line, expected[offset][0]);
        assert_int_equal(at.column, expected[offset][1]);
    }
    text_free(&t);
}

static void long_words_end_with_a_whole_character(void **state)
{
    (void)state;
    for (int lead = 0; lead < 4; ++lead) {
        char words[PROBLEM_TEXT_SIZE * 2] = "xxxx";
        words[lead] = 0;
        while (strlen(words) + 5 < sizeof words)
            strcat(words, "\U0001F600");
        text t;
        problem_list problems = {0};
        assert_true(text_copy("z", 1, &t, &problems));
        text_problem(&t, 0, &problems, "%s", words);
        problem_add(&problems, "%s", words);
        for (size_t i = 0; i < 2; ++i) {
            const char *what = problems.items[i].what;
            assert_true(strlen(what) > PROBLEM_TEXT_SIZE - 5);
            assert_int_equal(first_bad_byte(what, strlen(what)), 0);
        }
        problem_free(&problems);
        text_free(&t);
    }
}

static void problems_are_counted_beyond_those_kept(void **state)
{
    (void)state;
    problem_list problems = {.file = "plan"};
    for (int i = 0; i < PROBLEMS_KEPT + 7; ++i)
        assert_false(problem_at(&problems, (text_position){3, 4}, "wrong\n%d", i));
    assert_int_equal(problem_kept(&problems), PROBLEMS_KEPT);
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    problem_print(&problems, out);
    fclose(out);
    assert_memory_equal(printed, "wend: plan:3:4: wrong?0\n", 24);
    assert_non_null(strstr(printed, "wend: plan: and 7 more problems\n"));
    free(printed);
    problem_free(&problems);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_what_the_standard_says),
        cmocka_unit_test(places_count_lines_and_bytes),
        cmocka_unit_test(long_words_end_with_a_whole_character),
        cmocka_unit_test(problems_are_counted_beyond_those_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
