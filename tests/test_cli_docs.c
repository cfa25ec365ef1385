// SPDX-License-Identifier: MIT
// The man page, the completions and --help can't drift from the commands' tables: every command and
// option must appear in each, and nothing else. The bash completion is tried out in bash.
#include "process.h"

#include "cli/command.h"
#include "io/formats.h"
#include "wend/version.h"
#include "world/guide.h"
#include "world/move.h"

#include <ctype.h>

static char *source(const char *path)
{
    char full[500];
    snprintf(full, sizeof full, "%s/%s", WEND_SOURCE_DIR, path);
    char *content = file_content(full);
    if (!content)
        print_message("missing: %s\n", full);
    assert_non_null(content);
    return content;
}

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

static bool is_option(const command *c, const char *name, size_t size)
{
    const option *tables[] = {c->options, common_options};
    for (int t = 0; t < 2; ++t)
        for (const option *o = tables[t]; o && o->name; ++o)
            if (strlen(o->name) == size && strncmp(o->name, name, size) == 0)
                return true;
    return false;
}

/// Every "--name" in the text is an option of the command.
static void assert_only_options(const char *content, const command *c, const char *where)
{
    for (const char *at = content; (at = strstr(at, "--")); at += 2) {
        size_t size = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-");
        if (size > 0 && !is_option(c, at + 2, size)) {
            print_message("%s: wend %s has no %.*s\n", where, c->name, (int)size + 2, at);
            fail();
        }
    }
}

/// Takes the backslashes out of a man page, so that "\-\-json" can be found as "--json".
static void strip_backslashes(char *content)
{
    char *to = content;
    for (const char *from = content; *from; ++from)
        if (*from != '\\' || from[1] != '-')
            *to++ = *from;
    *to = 0;
}

static void test_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < command_count; ++i) {
        const command *c = commands[i];
        assert_ptr_equal(command_find(c->name), c);
        assert_true(c->summary[0] && c->examples[0] && c->run);
        assert_true(isupper((unsigned char)c->summary[0]));
        size_t count = 0;
        for (const option *o = common_options; o->name; ++o)
            ++count;
        for (const option *o = c->options; o && o->name; ++o) {
            ++count;
            assert_true((o->kind == OPTION_FLAG) == (o->value == NULL));
            assert_true(o->about && o->about[0]);
        }
        assert_true(count <= OPTIONS_MAX);
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

static void test_man_page(void **state)
{
    (void)state;
    char *page = source("docs/wend.1");
    strip_backslashes(page);
    assert_contains(page, "\"wend " WEND_VERSION "\"");
    char *options = part(page, "\n.SH OPTIONS", "\n.SH ");
    assert_options(options, common_options, "docs/wend.1", true);
    free(options);
    for (size_t i = 0; i < command_count; ++i) {
        char mark[80];
        snprintf(mark, sizeof mark, "\n.SS wend %s ", commands[i]->name);
        char *section = part(page, mark, "\n.S");
        assert_options(section, commands[i]->options, mark, true);
        assert_only_options(section, commands[i], "docs/wend.1");
        free(section);
    }
    char *formats = part(page, "\n.SH FORMATS", "\n.SH ");
    for (size_t i = 0; i < scene_format_count; ++i)
        assert_word(formats, scene_formats[i].name, "FORMATS in docs/wend.1");
    free(formats);
    free(page);
    if (run("command -v man")->code == 0) {
        ran *r = run_expect(0, "man --warnings -l '" WEND_SOURCE_DIR "/docs/wend.1' > /dev/null");
        assert_string_equal(r->err, "");
    }
}

/// The formats that can be read, or written, separated by spaces.
static void formats_list(char *list, size_t size, bool writable)
{
    size_t used = 0;
    list[0] = 0;
    for (size_t i = 0; i < scene_format_count; ++i)
        if (writable ? scene_formats[i].write != NULL : scene_formats[i].read != NULL)
            used += (size_t)snprintf(list + used, size - used, "%s%s", used ? " " : "",
                                     scene_formats[i].name);
}

static void assert_formats(const char *content)
{
    char list[200];
    formats_list(list, sizeof list, false);
    assert_contains(content, list);
    formats_list(list, sizeof list, true);
    assert_contains(content, list);
}

static void test_bash_completion(void **state)
{
    (void)state;
    char *script = source("tools/completions/wend.bash");
    assert_formats(script);
    char *options = part(script, "_wend_options()", "\n}");
    char *first = part(script, "COMP_CWORD == 1", "\n        return");
    for (size_t i = 0; i < command_count; ++i) {
        char mark[80];
        snprintf(mark, sizeof mark, " %s)", commands[i]->name);
        char *entry = part(options, mark, ";;");
        assert_options(entry, commands[i]->options, "wend.bash", false);
        assert_options(entry, common_options, "wend.bash", false);
        assert_only_options(entry, commands[i], "wend.bash");
        free(entry);
        assert_word(first, commands[i]->name, "wend.bash");
    }
    free(options);
    free(first);
    free(script);
}

static void test_zsh_completion(void **state)
{
    (void)state;
    char *script = source("tools/completions/_wend");
    assert_formats(script);
    char *common = part(script, "common=(", "\n    )");
    assert_options(common, common_options, "_wend", true);
    char *names = part(script, "_wend_commands()", "\n}");
    for (size_t i = 0; i < command_count; ++i) {
        char mark[80];
        snprintf(mark, sizeof mark, "\n        %s)\n", commands[i]->name);
        char *entry = part(script, mark, ";;");
        assert_options(entry, commands[i]->options, "_wend", true);
        assert_only_options(entry, commands[i], "_wend");
        free(entry);
        assert_word(names, commands[i]->name, "_wend");
    }
    free(common);
    free(names);
    free(script);
    if (run("command -v zsh")->code == 0)
        assert_string_equal(
            run_expect(0, "zsh -n '" WEND_SOURCE_DIR "/tools/completions/_wend'")->err, "");
}

/// What bash would offer for the last of the words, one per line.
static const char *complete_words(const char *words)
{
    char line[1000];
    snprintf(line, sizeof line,
             "bash -c 'source \"" WEND_SOURCE_DIR "/tools/completions/wend.bash\"; "
             "COMP_WORDS=(\"$WEND\" %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _wend; "
             "printf \"%%s\\n\" \"${COMPREPLY[@]}\"'",
             words);
    return run_expect(0, line)->out;
}

static void test_bash_completion_works(void **state)
{
    (void)state;
    if (run("command -v bash")->code != 0) {
        print_message("no bash here\n");
        skip();
    }
    write_file("my plan.json", "");
    assert_string_equal(complete_words("ch"), "check\n");
    assert_string_equal(complete_words("--v"), "--version\n");
    assert_string_equal(complete_words("help con"), "convert\n");
    assert_string_equal(complete_words("check --q"), "--quiet\n");
    assert_string_equal(complete_words("convert --rep"), "--repair\n");
    assert_string_equal(complete_words("check off"), "office\n");
    assert_string_equal(complete_words("check my"), "my plan.json\n");
    assert_string_equal(complete_words("draw hall -o my"), "my plan.json\n");
    assert_string_equal(complete_words("scenes cast"), "castle\n");
    assert_string_equal(complete_words("check --format geo"), "geojson\n");
    assert_string_equal(complete_words("check --format = geo"), "geojson\n");
    assert_string_equal(complete_words("convert --out-format wk"), "wkt\n");
    assert_string_equal(complete_words("scenes my"), "\n");
    assert_string_equal(complete_words("draw hall --layers ob"), "obstacles\n");
    assert_string_equal(complete_words("draw hall --layers bounds,areas,a"),
                        "bounds,areas,areas\nbounds,areas,agents\n");
    assert_string_equal(complete_words("run hall --guide vo"), "voronoi\n");
    assert_string_equal(complete_words("run hall --motion st"), "steer\n");
    assert_string_equal(complete_words("plan hall --guide vo"), "voronoi\n");
    assert_string_equal(complete_words("plan hall --layers paths,cu"), "paths,curve\n");
    assert_string_equal(complete_words("help --h"), "--help\n");
    const char *all = complete_words("\"\"");
    for (size_t i = 0; i < command_count; ++i)
        assert_word(all, commands[i]->name, "bash");
}

/// In that text the part from either mark on, up to the end of an entry, has all names.
static void assert_guides_and_motions(const char *content, const char *guide, const char *motion,
                                      const char *end, const char *where)
{
    char *guides = part(content, guide, end), *motions = part(content, motion, end);
    for (int kind = 0; kind < WEND_GUIDE_KINDS; ++kind)
        assert_word(guides, wend_guide_of((wend_guide_kind)kind)->name, where);
    for (int kind = 0; kind < WEND_MOTION_KINDS; ++kind)
        assert_word(motions, wend_motion_of((wend_motion_kind)kind)->name, where);
    free(guides);
    free(motions);
}

static void test_guides_and_motions(void **state)
{
    (void)state;
    assert_guides_and_motions(run_expect(0, "\"$WEND\" run --help")->out, "--guide", "--motion",
                              "\n", "wend run --help");
    char *page = source("docs/wend.1"), *section = part(page, "\n.SS wend run", "\n.SS ");
    strip_backslashes(section);
    assert_guides_and_motions(section, "BI --guide", "BI --motion", "\n.TP", "docs/wend.1");
    char *bash = source("tools/completions/wend.bash"), *zsh = source("tools/completions/_wend");
    assert_guides_and_motions(bash, "--guide)", "--motion)", ";;", "wend.bash");
    char *entry = part(zsh, "\n        run)\n", ";;");
    assert_guides_and_motions(entry, "--guide=", "--motion=", "\n", "_wend");
    char *const made[] = {page, section, bash, zsh, entry};
    for (size_t i = 0; i < sizeof made / sizeof *made; ++i)
        free(made[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_man_page),
        cmocka_unit_test(test_bash_completion),
        cmocka_unit_test(test_zsh_completion),
        cmocka_unit_test(test_bash_completion_works),
        cmocka_unit_test(test_guides_and_motions),
    };
    return cmocka_run_group_tests_name("cli_docs", tests, enter_folder, leave_folder);
}
