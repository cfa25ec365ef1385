// SPDX-License-Identifier: MIT
// Assembles the replay page (see page.h): page.html with its four markers @@TITLE@@, @@STYLE@@,
// @@DATA@@ and @@SCRIPTS@@ replaced.
#include "replay/page.h"

#include "base/embedded.h"

#include <string.h>

/// Data of the replacements.
typedef struct page {
    const recording *r;
    const replay_options *options;
    FILE *out;
    replay_report *report;
    problem_list *problems;
} page;

static bool write_title(const page *p)
{
    for (const char *at = p->options->title ? p->options->title : ""; *at; ++at) {
        switch (*at) {
        case '&':
            fputs("&amp;", p->out);
            break;
        case '<':
            fputs("&lt;", p->out);
            break;
        case '>':
            fputs("&gt;", p->out);
            break;
        default:
            putc(*at, p->out);
        }
    }
    return true;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

/// Writes all files with an extension, in the order of viewer.cmake.
static bool write_files(const page *p, const char *ending)
{
    for (size_t i = 0; i < embedded_viewer.count; ++i) {
        const embedded_file *file = &embedded_viewer.files[i];
        if (!ends_with(file->name, ending))
            continue;
        fputs(file->text, p->out);
        putc('\n', p->out);
    }
    return true;
}

static bool write_style(const page *p)
{
    return write_files(p, ".css");
}

static bool write_scripts(const page *p)
{
    return write_files(p, ".js");
}

static bool write_data(const page *p)
{
    return replay_write(p->r, p->options, p->out, p->report, p->problems);
}

static const struct {
    const char *mark;
    bool (*write)(const page *p);
} marks[] = {
    {"@@TITLE@@", write_title},
    {"@@STYLE@@", write_style},
    {"@@DATA@@", write_data},
    {"@@SCRIPTS@@", write_scripts},
};
enum { MARKS = sizeof marks / sizeof marks[0] };

bool view_page_write(const recording *r, const replay_options *options, FILE *out,
                     replay_report *report, problem_list *problems)
{
    const page p = {r, options, out, report, problems};
    const char *rest = NULL;
    for (size_t i = 0; i < embedded_viewer.count && !rest; ++i)
        if (ends_with(embedded_viewer.files[i].name, ".html"))
            rest = embedded_viewer.files[i].text;
    bool good = rest != NULL;
    for (int i = 0; good && i < MARKS; ++i) {
        const char *mark = strstr(rest, marks[i].mark);
        if (!mark)
            continue;
        fwrite(rest, 1, (size_t)(mark - rest), out);
        good = marks[i].write(&p);
        rest = mark + strlen(marks[i].mark);
    }
    if (good)
        fputs(rest, out);
    return good;
}
