// SPDX-License-Identifier: MIT
// Figures as JSON, text and CSV (see figures.h).
#include "base/figures.h"

#include "base/problem.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

enum {
    LABEL_WIDTH = 20,
    USUAL_DIGITS = 4,
    POINT_DIGITS = 6,
    CSV_DIGITS = 12,
    PLAIN_SIZE = 1000,
};

// ---- JSON ---------------------------------------------------------------------------------------

json_t *real_to_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *integer_to_json(json_int_t value)
{
    return json_integer(value);
}

json_t *boolean_to_json(bool value)
{
    return json_boolean(value);
}

json_t *text_to_json(const char *s)
{
    json_t *value = s ? json_string(s) : json_null();
    if (value)
        return value;
    // A file name may hold any bytes, JSON only UTF-8.
    char plain[PLAIN_SIZE];
    snprintf(plain, sizeof plain, "%s", s);
    for (char *c = plain; *c; ++c)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    return json_string(plain);
}

json_t *json_to_json(json_t *value)
{
    return value;
}

json_t *list_add(json_t *list, json_t *item)
{
    if (list && json_array_append_new(list, item) == 0)
        return list;
    if (!list)
        json_decref(item);
    json_decref(list);
    return NULL;
}

json_t *object_add(json_t *object, json_t *more)
{
    bool good = object && more && json_object_update(object, more) == 0;
    json_decref(more);
    if (good)
        return object;
    json_decref(object);
    return NULL;
}

// ---- text ---------------------------------------------------------------------------------------

/// Coordinates as "x,y"; the length of other lists.
static void list_text(const json_t *list, int digits, char text[FIGURE_TEXT_SIZE])
{
    const json_t *x = json_array_get(list, 0), *y = json_array_get(list, 1);
    digits = digits ? digits : POINT_DIGITS;
    if (json_array_size(list) == 2 && json_is_real(x) && json_is_real(y))
        snprintf(text, FIGURE_TEXT_SIZE, "%.*g,%.*g", digits, json_real_value(x), digits,
                 json_real_value(y));
    else
        snprintf(text, FIGURE_TEXT_SIZE, "%zu", json_array_size(list));
}

/// "key value, key value", without counts that are 0.
static void object_text(json_t *object, int digits, char text[FIGURE_TEXT_SIZE])
{
    size_t used = 0;
    const char *key;
    json_t *value;
    text[0] = 0;
    json_object_foreach(object, key, value)
    {
        char one[FIGURE_TEXT_SIZE];
        figure_text(value, digits, one);
        if (used < FIGURE_TEXT_SIZE && strcmp(one, "0") != 0)
            used += (size_t)snprintf(text + used, FIGURE_TEXT_SIZE - used, "%s%s %s",
                                     used ? ", " : "", key, one);
    }
}

void figure_text(const json_t *value, int digits, char text[FIGURE_TEXT_SIZE])
{
    double real = json_real_value(value);
    bool large = digits == 0 && fabs(real) >= 1000;
    snprintf(text, FIGURE_TEXT_SIZE, "-"); // null, or no such key
    if (json_is_string(value))
        snprintf(text, FIGURE_TEXT_SIZE, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, FIGURE_TEXT_SIZE, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value) && large)
        snprintf(text, FIGURE_TEXT_SIZE, "%.0f", real);
    else if (json_is_real(value))
        snprintf(text, FIGURE_TEXT_SIZE, "%.*g", digits ? digits : USUAL_DIGITS, real);
    else if (json_is_boolean(value))
        snprintf(text, FIGURE_TEXT_SIZE, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_array(value))
        list_text(value, digits, text);
    else if (json_is_object(value))
        object_text((json_t *)value, digits, text);
    make_plain(text); // names come from untrusted files
}

static bool is_shown(const figure *f)
{
    const json_t *value = f->value;
    if (!f->label || !value || json_is_null(value))
        return false;
    return !f->if_any || json_number_value(value) != 0 || json_is_true(value) ||
           json_is_string(value) || json_array_size(value) > 0 || json_object_size(value) > 0;
}

static void print_figure(const figure *f, FILE *out)
{
    char text[FIGURE_TEXT_SIZE];
    bool share = f->unit && strcmp(f->unit, "%") == 0 && json_is_real(f->value);
    json_t *percent = share ? json_real(100 * json_real_value(f->value)) : NULL;
    figure_text(percent ? percent : f->value, f->digits, text);
    json_decref(percent);
    if (text[0])
        fprintf(out, "%-*s%s%s%s\n", LABEL_WIDTH, f->label, text, f->unit ? " " : "",
                f->unit ? f->unit : "");
}

json_t *figures_to_json(const figure *rows, size_t count, FILE *out)
{
    json_t *object = json_object();
    bool good = object;
    for (const figure *f = rows; f < rows + count; ++f) {
        if (out && is_shown(f))
            print_figure(f, out);
        // Continues after a failure, because it also releases the values.
        good = json_object_set_new(object, f->key, f->value) == 0 && good;
    }
    if (good)
        return object;
    json_decref(object);
    return NULL;
}

// ---- CSV ----------------------------------------------------------------------------------------

/// Writes a field, in quotes where CSV requires them.
static void print_field(const char *field, FILE *out)
{
    bool quoted = field[strcspn(field, ",\"\r\n")] != 0;
    if (quoted)
        putc('"', out);
    for (; *field; ++field) {
        if (*field == '"')
            putc('"', out);
        putc(*field, out);
    }
    if (quoted)
        putc('"', out);
}

void csv_row(FILE *out, const char *types, ...)
{
    va_list fields;
    va_start(fields, types);
    for (const char *type = types; *type; ++type) {
        if (type != types)
            putc(',', out);
        double value = *type == 'f' ? va_arg(fields, double) : NAN;
        if (isfinite(value))
            fprintf(out, "%.*g", CSV_DIGITS, value);
        else if (*type == 'u')
            fprintf(out, "%llu", (unsigned long long)va_arg(fields, uint64_t));
        else if (*type == 's')
            print_field(va_arg(fields, const char *), out);
    }
    va_end(fields);
    putc('\n', out);
}
