// SPDX-License-Identifier: MIT
// The report of `wend verify` as an HTML page: a table by family, and for each test its setting,
// its result and plots. With several motion models, the table has a column for each, and plots of
// the same quantities are merged. One file without scripts, with plots as inline SVG.
#include "verify/verify.h"

#include "wend/version.h"

#include <stdio.h>
#include <string.h>

/// Two charts stand side by side. [Units: points]
enum { CHART_WIDTH = 390 };

// ---- text ---------------------------------------------------------------------------------------

static void write_text(FILE *out, const char *words)
{
    for (const char *c = words; *c; ++c) {
        if (*c == '<')
            fputs("&lt;", out);
        else if (*c == '>')
            fputs("&gt;", out);
        else if (*c == '&')
            fputs("&amp;", out);
        else if (*c == '"')
            fputs("&quot;", out);
        else
            fputc(*c, out);
    }
}

static void write_element(FILE *out, const char *open, const char *words, const char *close)
{
    fputs(open, out);
    write_text(out, words);
    fputs(close, out);
}

// ---- plots --------------------------------------------------------------------------------------

/// Writes bytes as a part of a data URI.
static bool write_escaped(void *context, const void *data, size_t size)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "-_.!~*'()/:;,=@+$ ";
    FILE *out = context;
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) {
        if (bytes[i] && strchr(plain, bytes[i]))
            fputc(bytes[i], out);
        else
            fprintf(out, "%%%02X", bytes[i]);
    }
    return !ferror(out);
}

/// False with report->error.
static bool write_chart(FILE *out, const chart *c, const char *words, chart_report *report)
{
    const chart_sheet sheet = {.charts = c,
                               .count = 1,
                               .kind = CANVAS_SVG,
                               .width = CHART_WIDTH,
                               .write = write_escaped,
                               .write_context = out};
    fputs("<img alt=\"", out);
    write_text(out, words);
    fputs(": ", out);
    write_text(out, c->title ? c->title : "");
    fputs("\" src=\"data:image/svg+xml,", out);
    bool good = chart_paint(&sheet, report);
    fputs("\">\n", out);
    return good;
}

// ---- the page -----------------------------------------------------------------------------------

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>wend verify</title>\n<style>\n"
    ":root { color-scheme: light dark; --text: #1d2125; --soft: #5c6670; --paper: #fff; --line: "
    "#dfe3e8; --good: #0a7a4b; --bad: #b3400a; }\n"
    "@media (prefers-color-scheme: dark) { :root { --text: #e4e7ea; --soft: #9aa4ae; --paper: "
    "#15181b; --line: #30363c; --good: #4cc38a; --bad: #f59a68; } }\n"
    "body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--paper); "
    "margin: 0 auto; max-width: 68rem; padding: 1.5rem; }\n"
    "h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; "
    "} h3 { font-size: 1.1rem; margin: 0; }\n"
    "table { border-collapse: collapse; width: 100%; margin: 1.2rem 0; }\n"
    "th, td { text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; "
    "border-bottom: 1px solid var(--line); }\n"
    "th { color: var(--soft); font-weight: 600; } .number { text-align: right; "
    "font-variant-numeric: tabular-nums; white-space: nowrap; }\n"
    "tbody th { color: inherit; padding-top: 1rem; }\n"
    "td:first-child, .word { white-space: nowrap; }\n"
    ".pass { color: var(--good); font-weight: 600; } .fail { color: var(--bad); font-weight: 600; "
    "}\n"
    ".number .word { display: inline-block; width: 3.6rem; text-align: left; padding-left: .5rem; "
    "}\n"
    "section { border-top: 1px solid var(--line); padding: 1.2rem 0; }\n"
    "section p { margin: .3rem 0; max-width: 48rem; } section table { margin: .6rem 0; } .models { "
    "width: auto; } .models "
    ".number { padding-left: 1.5rem; } .found td:last-child { width: 100%; padding-left: .8rem; } "
    ".soft { color: var(--soft); }\n"
    ".wide { overflow-x: auto; }\n"
    ".plots { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem; margin-top: "
    ".8rem; }\n"
    ".plots img { max-width: 100%; background: #fff; border: 1px solid var(--line); "
    "border-radius: 4px; }\n"
    "a { color: inherit; }\n"
    // Five columns do not fit a phone: two lines per test, and the value only further below. A
    // comparison scrolls sideways below the names of the tests.
    "@media (max-width: 40rem) { body { padding: 1rem; } .one thead, .one .number, .one .number + "
    "td { display: none; } "
    ".one tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid "
    "var(--line); } "
    ".one td, .one th { border: 0; padding: .2rem 0; } .one th { padding-top: 1rem; } .one "
    "td:last-child { grid-column: 1 / -1; color: var(--soft); }\n"
    ".many td:first-child { position: sticky; left: 0; background: var(--paper); } .many .label { "
    "display: none; } .many .number .word { display: block; width: auto; padding: 0; text-align: "
    "right; }\n"
    ".found tr { display: grid; grid-template-columns: 1fr auto auto; column-gap: .8rem; "
    "border-bottom: 1px solid var(--line); } .found td { border: 0; padding: .2rem 0; } "
    ".found td:last-child { grid-column: 1 / -1; padding-left: 0; } .models .number { "
    "padding-left: "
    ".3rem; } }\n"
    "@media print { section { break-inside: avoid; } }\n"
    "</style>\n</head>\n<body>\n<h1>wend verify</h1>\n";

static const char *class_of(const verify_finding *f)
{
    return f->ran && f->pass ? "pass" : "fail";
}

static void write_word(FILE *out, const verify_finding *f)
{
    fprintf(out, "<span class=\"word %s\">%s</span>", class_of(f), verify_word(f));
}

static void write_value(FILE *out, const verify_finding *f, const char *open, const char *close)
{
    char words[VERIFY_VALUE_SIZE];
    write_element(out, open, verify_value_text(f, words), close);
}

static const verify_test *test_at(const verify_results *r, size_t index)
{
    return verify_result_of(r, index, 0)->test;
}

/// True if the test is the first of its family.
static bool begins_family(const verify_results *r, size_t index)
{
    return index == 0 ||
           verify_family_of(test_at(r, index - 1)) != verify_family_of(test_at(r, index));
}

// ---- summary ------------------------------------------------------------------------------------

static void write_counts(FILE *out, const verify_results *r)
{
    verify_counts counts = verify_count_results(r, 0);
    fprintf(out,
            "<p>wend %s, motion model %s. %zu tests: <span class=\"pass\">%zu passed</span>, <span "
            "class=\"fail\">%zu failed</span>, %zu of these for a known cause, which is listed "
            "below.</p>\n",
            WEND_VERSION, verify_result_of(r, 0, 0)->motion, r->test_count, counts.passed,
            counts.failed, counts.known);
}

static void write_models(FILE *out, const verify_results *r)
{
    fprintf(out,
            "<p>wend %s. %zu tests with %zu motion models.</p>\n<div class=\"wide\"><table "
            "class=\"models\">\n<thead><tr><th>motion model</th><th class=\"number\">passed</th>"
            "<th class=\"number\">failed</th><th class=\"number\">known</th>"
            "<th class=\"number\">not run</th></tr></thead>\n<tbody>\n",
            WEND_VERSION, r->test_count, r->model_count);
    for (size_t m = 0; m < r->model_count; ++m) {
        verify_counts counts = verify_count_results(r, m);
        fprintf(out,
                "<tr><td>%s</td><td class=\"number\">%zu</td><td class=\"number\">%zu</td>"
                "<td class=\"number\">%zu</td><td class=\"number\">%zu</td></tr>\n",
                verify_result_of(r, 0, m)->motion, counts.passed, counts.failed, counts.known,
                counts.not_run);
    }
    fputs("</tbody>\n</table></div>\n", out);
}

static void write_summary(FILE *out, const verify_results *r)
{
    if (r->model_count == 1)
        write_counts(out, r);
    else
        write_models(out, r);
    const wend_agent_def agent = scene_default_agents().def.agent;
    fprintf(out,
            "<p class=\"soft\">All tests use one parameter set: radius %g "
            "m; preferred speed %g ± %g m/s (normal, from %g to %g) unless a test states "
            "another; time step %g s; planner %s. Results of stochastic tests are means over "
            "seeds.</p>\n",
            agent.radius, VERIFY_SPEED, VERIFY_SPEED_DEVIATION, VERIFY_SPEED_LEAST,
            VERIFY_SPEED_MOST, wend_default_world_def().step,
            scene_planner_name(wend_default_agent_def().planner, false));
}

// ---- table --------------------------------------------------------------------------------------

static void write_row(FILE *out, const verify_finding *f)
{
    fprintf(out, "<tr><td><a href=\"#%s\">%s</a></td><td>", f->test->name, f->test->name);
    write_word(out, f);
    write_value(out, f, "</td><td class=\"number\">", "</td>");
    write_element(out, "<td class=\"soft\">", f->test->figure, "</td>");
    write_element(out, "<td>", f->test->criterion, "</td></tr>\n");
}

/// The values and verdicts of all models.
static void write_compared_row(FILE *out, const verify_results *r, size_t test)
{
    const verify_test *of = test_at(r, test);
    fprintf(out, "<tr><td><a href=\"#%s\">%s</a></td>", of->name, of->name);
    write_element(out, "<td class=\"label\">", of->title, "</td>");
    write_element(out, "<td class=\"label soft\">", of->figure, "</td>");
    for (size_t m = 0; m < r->model_count; ++m) {
        const verify_finding *f = verify_result_of(r, test, m);
        write_value(out, f, "<td class=\"number\">", "");
        write_word(out, f);
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

static void write_table(FILE *out, const verify_results *r)
{
    bool one = r->model_count == 1;
    fprintf(out, "<div class=\"wide\"><table class=\"%s\">\n<thead><tr><th>test</th>",
            one ? "one" : "many");
    if (one)
        fputs("<th>result</th><th class=\"number\">value</th><th></th><th>criterion</th>", out);
    else
        fputs("<th class=\"label\"></th><th class=\"label\">value</th>", out);
    for (size_t m = 0; !one && m < r->model_count; ++m)
        fprintf(out, "<th class=\"number\">%s</th>", verify_result_of(r, 0, m)->motion);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < r->test_count; ++i) {
        if (begins_family(r, i))
            write_element(out, "<tr><th colspan=\"99\">", verify_family_of(test_at(r, i))->title,
                          "</th></tr>\n");
        if (one)
            write_row(out, verify_result_of(r, i, 0));
        else
            write_compared_row(out, r, i);
    }
    fputs("</tbody>\n</table></div>\n", out);
}

// ---- tests --------------------------------------------------------------------------------------

static const char *known_cause(const verify_finding *f)
{
    return f->ran && !f->pass ? f->known : NULL;
}

/// What each model gave.
static void write_found(FILE *out, const verify_results *r, size_t test)
{
    fputs("<table class=\"found\"><tbody>\n", out);
    for (size_t m = 0; m < r->model_count; ++m) {
        const verify_finding *f = verify_result_of(r, test, m);
        fprintf(out, "<tr><td><b style=\"color: #%06x\">%s</b></td><td>",
                (unsigned)(verify_model_colour(m) >> 8), f->motion);
        write_word(out, f);
        write_value(out, f, "</td><td class=\"number\">", "</td>");
        write_element(out, "<td>", f->found, "");
        if (known_cause(f))
            write_element(out, "<br><span class=\"soft\">Known cause: ", f->known, "</span>");
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
}

/// The charts with an index: one of all models, or one for each.
static bool write_charts(FILE *out, const verify_results *r, size_t test, size_t index,
                         chart_report *report)
{
    const char *title = test_at(r, test)->title;
    verify_merged merged;
    if (r->model_count > 1 && verify_merge(r, test, index, &merged)) {
        bool good = write_chart(out, &merged.chart, title, report);
        verify_merged_free(&merged);
        return good;
    }
    for (size_t m = 0; m < r->model_count; ++m) {
        const verify_finding *f = verify_result_of(r, test, m);
        if (index >= f->chart_count)
            continue;
        chart c = f->charts[index];
        char words[200];
        snprintf(words, sizeof words, "%s: %s", f->motion, c.title ? c.title : "");
        if (r->model_count > 1)
            c.title = words;
        if (!write_chart(out, &c, title, report))
            return false;
    }
    return true;
}

static bool write_plots(FILE *out, const verify_results *r, size_t test, chart_report *report)
{
    size_t count = 0;
    for (size_t m = 0; m < r->model_count; ++m)
        if (verify_result_of(r, test, m)->chart_count > count)
            count = verify_result_of(r, test, m)->chart_count;
    if (count == 0)
        return true;
    fputs("<div class=\"plots\">\n", out);
    bool good = true;
    for (size_t i = 0; i < count && good; ++i)
        good = write_charts(out, r, test, i, report);
    fputs("</div>\n", out);
    return good;
}

static bool write_section(FILE *out, const verify_results *r, size_t index, chart_report *report)
{
    const verify_test *test = test_at(r, index);
    const verify_finding *f = verify_result_of(r, index, 0);
    fprintf(out, "<section id=\"%s\">\n<h3>", test->name);
    write_text(out, test->title);
    if (r->model_count == 1) {
        fputc(' ', out);
        write_word(out, f);
    }
    write_element(out, "</h3>\n<p class=\"soft\">", test->name, " · ");
    write_element(out, "", test->source, "</p>\n");
    write_element(out, "<p>", test->setting, "</p>\n");
    write_element(out, "<p><b>Criterion:</b> ", test->criterion, "</p>\n");
    if (r->model_count == 1) {
        write_element(out, "<p><b>Result:</b> ", f->found, "</p>\n");
        if (known_cause(f))
            write_element(out, "<p><b>Known cause:</b> ", f->known, "</p>\n");
    } else {
        write_element(out, "<p><b>Value:</b> ", test->figure, "</p>\n");
        write_found(out, r, index);
    }
    bool good = write_plots(out, r, index, report);
    fputs("</section>\n", out);
    return good;
}

bool verify_write_page(FILE *out, const verify_results *r, chart_report *report)
{
    fputs(head, out);
    write_summary(out, r);
    write_table(out, r);
    for (size_t i = 0; i < r->test_count; ++i) {
        if (begins_family(r, i))
            write_element(out, "<h2>", verify_family_of(test_at(r, i))->title, "</h2>\n");
        if (!write_section(out, r, i, report))
            return false;
    }
    fputs("</body>\n</html>\n", out);
    return true;
}
