// SPDX-License-Identifier: MIT
// The commands' tables, and what is made from them: --help, the man page, and completions, which
// are tried out in bash and zsh.
#include "tests/support/process.h"

#include "cli/options.h"
#include "scene/scene.h"
#include "wend/version.h"
#include "world/models/motion.h"
#include "world/planners/planner.h"

#include <ctype.h>

/// The part of a text from one mark to the next, or to the end; free it.
static char *part(const char *content, const char *from, const char *to)
{
    const char *start = strstr(content, from);
    if (!start)
        print_message("not found: %s\n", from);
    assert_non_null(start);
    start += strlen(from);
    const char *end = strstr(start, to);
    size_t size = end ? (size_t)(end - start) : strlen(start);
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, start, size);
    copy[size] = 0;
    return copy;
}

/// True if the word stands in the text with no letter, digit or dash at either side.
static bool has_word(const char *content, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = content; (at = strstr(at, word)); ++at) {
        bool begins = at == content || !(isalnum((unsigned char)at[-1]) || at[-1] == '-');
        bool ends = !(isalnum((unsigned char)at[size]) || at[size] == '-');
        if (begins && ends)
            return true;
    }
    return false;
}

static void assert_word(const char *content, const char *word, const char *where)
{
    if (!has_word(content, word))
        print_message("%s has no %s\n", where, word);
    assert_true(has_word(content, word));
}

/// Every option of a command, as "--name", and letters as "-o", are words of the text.
static void assert_options(const char *content, const option *options, const char *where,
                           bool letters)
{
    char word[80];
    for (const option *o = options; o && o->name; ++o) {
        snprintf(word, sizeof word, "--%s", o->name);
        assert_word(content, word, where);
        snprintf(word, sizeof word, "-%c", o->letter);
        if (letters && o->letter)
            assert_word(content, word, where);
    }
}

/// Every word of such a list is an option of the command.
static void assert_names(const command *c, const char *list)
{
    char name[OPTION_WORD_SIZE];
    while (list && next_word(&list, name)) {
        bool found = false;
        const option *o;
        for (int i = 0; (o = option_at(c, i)); ++i)
            found = found || strcmp(o->name, name) == 0;
        if (!found)
            print_message("wend %s has no --%s\n", c->name, name);
        assert_true(found);
    }
}

/// No name, old or new, stands for two options of a command.
static void assert_unique(const command *c)
{
    const option *a, *b;
    for (int i = 0; (a = option_at(c, i)); ++i)
        for (int k = 0; (b = option_at(c, k)); ++k) {
            assert_true(i == k || strcmp(a->name, b->name) != 0);
            assert_true(i == k || !a->letter || a->letter != b->letter);
            assert_true(!a->old || strcmp(a->old, b->name) != 0);
            assert_true(i == k || !a->old || !b->old || strcmp(a->old, b->old) != 0);
        }
}

static void test_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < command_count; ++i) {
        const command *c = commands[i];
        assert_ptr_equal(command_find(c->name), c);
        assert_true(c->summary[0] && c->examples[0] && c->run);
        assert_true(isupper((unsigned char)c->summary[0]));
        assert_unique(c);
        const option *o;
        int count = 0;
        for (; (o = option_at(c, count)); ++count) {
            assert_true((o->kind == ARGUMENT_NONE) == (o->value == NULL));
            assert_true(isupper((unsigned char)o->about[0]));
            assert_true(o->about[strlen(o->about) - 1] != '.');
            assert_true((o->kind == ARGUMENT_NUMBER || o->kind == ARGUMENT_WHOLE) ==
                        (o->min < o->max));
            assert_true(o->choices || (o->kind != ARGUMENT_CHOICE && o->kind != ARGUMENT_LIST &&
                                       o->kind != ARGUMENT_OUTPUT));
            assert_names(c, o->needs);
            assert_names(c, o->excludes);
        }
        assert_true(count <= OPTIONS_MAX);
    }
}

/// A name that an option had in an earlier version still works, and is not shown.
static void test_old_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < command_count; ++i)
        for (const option *o = commands[i]->options; o && o->name; ++o) {
            if (!o->old)
                continue;
            char line[200], old[80];
            snprintf(old, sizeof old, "--%s", o->old);
            snprintf(line, sizeof line, "\"$WEND\" help %s", commands[i]->name);
            assert_false(has_word(run_expect(0, line)->out, old));
            snprintf(line, sizeof line, "\"$WEND\" %s %s=", commands[i]->name, old);
            ran *r = run_expect(2, line);
            snprintf(line, sizeof line, "--%s: ", o->name);
            assert_contains(r->err, line);
        }
}

static void test_help(void **state)
{
    (void)state;
    for (size_t i = 0; i < command_count; ++i) {
        const command *c = commands[i];
        char line[100];
        snprintf(line, sizeof line, "\"$WEND\" %s --help", c->name);
        ran *r = run_expect(0, line);
        assert_options(r->out, c->options, "--help", true);
        assert_options(r->out, common_options, "--help", true);
        assert_contains(r->out, c->summary);
        assert_contains(r->out, "Examples:\n  wend ");
        assert_string_equal(r->err, "");
        char *help = strdup(r->out);
        snprintf(line, sizeof line, "\"$WEND\" help %s", c->name);
        assert_string_equal(run_expect(0, line)->out, help);
        free(help);
        assert_word(run_expect(0, "\"$WEND\" --help")->out, c->name, "wend --help");
    }
}

/// Takes roff's fonts and backslashes out, so that "\\fB\\-\\-json\\fR" can be found as "--json".
static void strip_roff(char *content)
{
    char *to = content;
    for (const char *from = content; *from; ++from)
        if (from[0] == '\\' && from[1] == 'f')
            from += 2;
        else if (from[0] != '\\' || from[1] != '-')
            *to++ = *from;
    *to = 0;
}

static void test_man_page(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" help --man");
    assert_string_equal(r->err, "");
    write_file("wend.1", r->out);
    char *page = strdup(r->out);
    strip_roff(page);
    assert_contains(page, "\"wend " WEND_VERSION "\"");
    char *options = part(page, "\n.SH OPTIONS", "\n.SH ");
    assert_options(options, common_options, "the man page", true);
    free(options);
    for (size_t i = 0; i < command_count; ++i) {
        char mark[80];
        snprintf(mark, sizeof mark, "\n.SS wend %s ", commands[i]->name);
        char *section = part(page, mark, "\n.S");
        assert_options(section, commands[i]->options, mark, true);
        free(section);
    }
    free(page);
    if (run("command -v man")->code == 0)
        assert_string_equal(run_expect(0, "man --warnings -l wend.1 > /dev/null")->err, "");
}

// ---- completions --------------------------------------------------------------------------------

#define COMPLETIONS WEND_SOURCE_DIR "/tools/completions/"

/// What zsh would offer for the last of the words: candidates with descriptions, or how to look for
/// files.
static const char *complete_zsh(const char *words)
{
    char line[1000];
    snprintf(line, sizeof line,
             "zsh -fc 'fpath=(\"" COMPLETIONS "\" $fpath); autoload -Uz _wend; "
             "_describe() { print -rl -- ${(P)3} }; _files() { print files \"$@\" }; "
             "words=(\"$WEND\" %s); CURRENT=$#words; _wend'",
             words);
    return run_expect(0, line)->out;
}

static void test_zsh_completion(void **state)
{
    (void)state;
    if (run("command -v zsh")->code != 0) {
        print_message("no zsh here\n");
        skip();
    }
    assert_string_equal(complete_zsh("ch"), "check:Check scenes for defects\n");
    assert_string_equal(complete_zsh("check hall --f"),
                        "--format:Input format (default: by file extension)\n");
    assert_string_equal(complete_zsh("check --format=geo"), "--format=geojson:\n");
    assert_string_equal(complete_zsh("draw hall --layers=bounds,mov"), "--layers=bounds,movers:"
                                                                       "Parts of the scene\n");
    assert_string_equal(complete_zsh("draw hall -o \"\""), "files -g *.(svg|png|pdf)\n");
    assert_string_equal(complete_zsh("check off"), "office:built-in scene\nfiles\n");
    assert_string_equal(complete_zsh("run hall --planner ma"),
                        "mang:path on the multi-agent navigation graph\n"
                        "map:shortest path from a shared path map\n");
}

/// What bash would offer for the last of the words, one per line.
static const char *complete_bash(const char *words)
{
    char line[1000];
    snprintf(line, sizeof line,
             "bash -c 'source \"" COMPLETIONS "wend.bash\"; "
             "COMP_WORDS=(\"$WEND\" %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _wend; "
             "printf \"%%s\\n\" \"${COMPREPLY[@]}\"'",
             words);
    return run_expect(0, line)->out;
}

static void test_bash_completion(void **state)
{
    (void)state;
    if (run("command -v bash")->code != 0) {
        print_message("no bash here\n");
        skip();
    }
    write_file("my plan.json", "");
    assert_string_equal(complete_bash("ch"), "check\n");
    assert_string_equal(complete_bash("--v"), "--version\n");
    assert_string_equal(complete_bash("help con"), "convert\n");
    assert_string_equal(complete_bash("check --q"), "--quiet\n");
    assert_string_equal(complete_bash("convert --rep"), "--repair\n");
    assert_string_equal(complete_bash("check off"), "office\n");
    assert_string_equal(complete_bash("check my"), "my plan.json\n");
    assert_string_equal(complete_bash("draw hall -o my"), "my plan.json\n");
    assert_string_equal(complete_bash("scenes cast"), "castle\n");
    assert_string_equal(complete_bash("check --format geo"), "geojson\n");
    assert_string_equal(complete_bash("check --format = geo"), "geojson\n");
    assert_string_equal(complete_bash("convert --out-format wk"), "wkt\n");
    assert_string_equal(complete_bash("scenes my"), "\n");
    assert_string_equal(complete_bash("draw hall --layers ob"), "obstacles\n");
    assert_string_equal(complete_bash("draw hall --layers bounds,areas,a"),
                        "bounds,areas,areas\nbounds,areas,agents\n");
    assert_string_equal(complete_bash("run hall --planner vo"), "voronoi\n");
    assert_string_equal(complete_bash("run hall --motion st"), "steer\n");
    assert_string_equal(complete_bash("plan hall --planner vo"), "voronoi\n");
    assert_string_equal(complete_bash("plan hall --layers paths,cu"), "paths,curve\n");
    assert_string_equal(complete_bash("help --h"), "--help\n");
    const char *all = complete_bash("\"\"");
    for (size_t i = 0; i < command_count; ++i)
        assert_word(all, commands[i]->name, "bash");
}

/// --help of run lists every planner and motion model.
static void test_planners_and_motions(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" run --help");
    char *planners = part(r->out, "--planner", " --"), *motions = part(r->out, "--motion", " --");
    for (int kind = 0; kind < WEND_PLANNER_COUNT; ++kind)
        assert_word(planners, scene_planner_name((unsigned)kind, false), "--planner");
    for (int kind = 0; kind < WEND_MOTION_COUNT; ++kind)
        assert_word(motions, scene_motion_name((unsigned)kind, false), "--motion");
    free(planners);
    free(motions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_old_names),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_man_page),
        cmocka_unit_test(test_bash_completion),
        cmocka_unit_test(test_zsh_completion),
        cmocka_unit_test(test_planners_and_motions),
    };
    return cmocka_run_group_tests_name("cli_docs", tests, enter_folder, leave_folder);
}
