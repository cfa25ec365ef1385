// SPDX-License-Identifier: MIT
// Sorting without allocation. (qsort may allocate, and passes no context.)
#include "geometry/sort.h"

#include <string.h>

// ---- keys: bottom-up merge sort, from runs sorted by insertion ----------------------------------

enum { FIRST_RUN = 8 };

static bool before(const wend_key *a, const wend_key *b)
{
    return a->at.x < b->at.x || (a->at.x == b->at.x && a->at.y < b->at.y);
}

static void sort_run(wend_key *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        wend_key key = keys[i];
        size_t at = i;
        for (; at > 0 && before(&key, &keys[at - 1]); at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

static void merge(const wend_key *left, size_t left_count, const wend_key *right,
                  size_t right_count, wend_key *out)
{
    const wend_key *left_end = left + left_count, *right_end = right + right_count;
    while (left < left_end && right < right_end)
        *out++ = before(right, left) ? *right++ : *left++;
    memcpy(out, left, (size_t)(left_end - left) * sizeof *out);
    memcpy(out + (left_end - left), right, (size_t)(right_end - right) * sizeof *out);
}

void wend_sort_keys(wend_key *keys, wend_key *scratch, size_t count)
{
    for (size_t i = 0; i < count; i += FIRST_RUN)
        sort_run(keys + i, count - i < FIRST_RUN ? count - i : FIRST_RUN);
    wend_key *from = keys, *to = scratch;
    for (size_t run = FIRST_RUN; run < count; run *= 2) {
        for (size_t i = 0; i < count; i += 2 * run) {
            size_t rest = count - i, left = rest < run ? rest : run;
            size_t right = rest - left < run ? rest - left : run;
            merge(from + i, left, from + i + left, right, to + i);
        }
        wend_key *other = from;
        from = to;
        to = other;
    }
    if (from != keys)
        memcpy(keys, from, count * sizeof *keys);
}

// ---- arbitrary items: heap sort -----------------------------------------------------------------

bool wend_number_precedes(const void *context, const void *one, const void *other)
{
    (void)context;
    return *(const uint32_t *)one < *(const uint32_t *)other;
}

static void swap(unsigned char *a, unsigned char *b, size_t size)
{
    unsigned char kept[64];
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < sizeof kept ? size - done : sizeof kept;
        memcpy(kept, a + done, part);
        memcpy(a + done, b + done, part);
        memcpy(b + done, kept, part);
    }
}

// Moves the item at the root of a heap of count items down to its position; no child comes after
// its parent.
static void sink(unsigned char *items, size_t root, size_t count, size_t size,
                 wend_before_fn *comes_before, const void *context)
{
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count &&
            comes_before(context, items + child * size, items + (child + 1) * size))
            child++;
        if (!comes_before(context, items + root * size, items + child * size))
            return;
        swap(items + root * size, items + child * size, size);
    }
}

void wend_sort(void *items, size_t count, size_t size, wend_before_fn *comes_before,
               const void *context)
{
    for (size_t root = count / 2; root-- > 0;)
        sink(items, root, count, size, comes_before, context);
    for (size_t last = count; last-- > 1;) {
        swap(items, (unsigned char *)items + last * size, size);
        sink(items, 0, last, size, comes_before, context);
    }
}
