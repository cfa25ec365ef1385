// SPDX-License-Identifier: MIT
// The report of `wend verify` as an HTML page: a table, and for each test its setting, its result
// and plots. One file without scripts, with plots as inline SVG.
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
    "h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 0; }\n"
    "table { border-collapse: collapse; width: 100%; margin: 1.2rem 0; }\n"
    "th, td { text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; "
    "border-bottom: 1px solid var(--line); }\n"
    "th { color: var(--soft); font-weight: 600; } td.number { text-align: right; "
    "font-variant-numeric: tabular-nums; }\n"
    ".pass { color: var(--good); font-weight: 600; } .fail { color: var(--bad); font-weight: 600; "
    "}\n"
    "section { border-top: 1px solid var(--line); padding: 1.2rem 0; }\n"
    "section p { margin: .3rem 0; max-width: 48rem; } .soft { color: var(--soft); }\n"
    ".wide { overflow-x: auto; }\n"
    ".plots { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem; margin-top: "
    ".8rem; }\n"
    ".plots img { max-width: 100%; background: #fff; border: 1px solid var(--line); "
    "border-radius: 4px; }\n"
    "a { color: inherit; }\n"
    // Five columns do not fit a phone: two lines per test, and the value only further below.
    "@media (max-width: 40rem) { thead, td.number, td.number + td { display: none; } "
    "tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid var(--line); } "
    "td { border: 0; padding: .2rem 0; } td:last-child { grid-column: 1 / -1; "
    "color: var(--soft); } }\n"
    "@media print { section { break-inside: avoid; } }\n"
    "</style>\n</head>\n<body>\n<h1>wend verify</h1>\n";

static const char *class_of(const verify_finding *f)
{
    return f->ran && f->pass ? "pass" : "fail";
}

static void write_summary(FILE *out, const verify_finding *findings, size_t count)
{
    verify_counts counts = verify_count_results(findings, count);
    fprintf(out,
            "<p>wend %s. %zu tests: <span class=\"pass\">%zu passed</span>, <span "
            "class=\"fail\">%zu failed</span>, %zu of these for a known reason, which is listed "
            "below.</p>\n",
            WEND_VERSION, count, counts.passed, counts.failed, counts.known);
    const wend_agent_def agent = wend_default_agent_def();
    fprintf(out,
            "<p class=\"soft\">All tests use one parameter set: radius %g "
            "m; preferred speed %g ± %g m/s (normal, from %g to %g) unless a test states "
            "another; time step %g s; planner %s, motion model %s. Results of stochastic tests are "
            "means over seeds.</p>\n",
            agent.radius, VERIFY_SPEED, VERIFY_SPEED_DEVIATION, VERIFY_SPEED_LEAST,
            VERIFY_SPEED_MOST, wend_default_world_def().step,
            scene_planner_name(agent.planner, false), scene_motion_name(agent.motion, false));
}

static void write_table(FILE *out, const verify_finding *findings, size_t count)
{
    fputs("<div "
          "class=\"wide\"><table>\n<thead><tr><th>test</th><th>result</th><th>figure</th><th></th>"
          "<th>criterion</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t i = 0; i < count; ++i) {
        const verify_finding *f = &findings[i];
        fprintf(out, "<tr><td><a href=\"#%s\">%s</a></td><td class=\"%s\">%s</td>", f->test->name,
                f->test->name, class_of(f), verify_word(f));
        if (f->ran)
            fprintf(out, "<td class=\"number\">%.4g</td>", f->figure);
        else
            fputs("<td></td>", out);
        write_element(out, "<td class=\"soft\">", f->test->figure, "</td>");
        write_element(out, "<td>", f->test->criterion, "</td></tr>\n");
    }
    fputs("</tbody>\n</table></div>\n", out);
}

static bool write_section(FILE *out, const verify_finding *f, chart_report *report)
{
    const verify_test *test = f->test;
    bool good = true;
    fprintf(out, "<section id=\"%s\">\n<h2>", test->name);
    write_text(out, test->title);
    fprintf(out, " <span class=\"%s\">%s</span></h2>\n", class_of(f), verify_word(f));
    write_element(out, "<p class=\"soft\">", test->name, " · ");
    write_element(out, "", test->source, "</p>\n");
    write_element(out, "<p>", test->setting, "</p>\n");
    write_element(out, "<p><b>Criterion:</b> ", test->criterion, "</p>\n");
    write_element(out, "<p><b>Result:</b> ", f->found, "</p>\n");
    if (f->ran && !f->pass && test->known)
        write_element(out, "<p><b>Known cause:</b> ", test->known, "</p>\n");
    if (f->chart_count > 0) {
        fputs("<div class=\"plots\">\n", out);
        for (size_t i = 0; i < f->chart_count && good; ++i)
            good = write_chart(out, &f->charts[i], test->title, report);
        fputs("</div>\n", out);
    }
    fputs("</section>\n", out);
    return good;
}

bool verify_write_page(FILE *out, const verify_finding *findings, size_t count,
                       chart_report *report)
{
    fputs(head, out);
    write_summary(out, findings, count);
    write_table(out, findings, count);
    for (size_t i = 0; i < count; ++i)
        if (!write_section(out, &findings[i], report))
            return false;
    fputs("</body>\n</html>\n", out);
    return true;
}
