// SPDX-License-Identifier: MIT
// What a picture of a flow shows as useful is what the library says, away from borders: the one
// joins cells, the other follows stream lines.
#include "tests/support/support.h"

#include "flow/useful_cells.h"
#include "formats/formats.h"
#include "scene/build/flow.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <stdlib.h>

/// Places asked for in each scene.
enum { PLACES = 120 };

/// Cells so near to one that differs are not judged: where passages are a cell wide, cells err.
enum { BORDER = 3 };

typedef struct tally {
    uint32_t judged, useful, wrong;
} tally;

static bool is_judged(const wend_flow_cells *cells, uint32_t column, uint32_t row)
{
    size_t middle = (size_t)row * cells->columns + column;
    if (column < BORDER || row < BORDER || column + BORDER >= cells->columns ||
        row + BORDER >= cells->rows)
        return false;
    for (uint32_t y = row - BORDER; y <= row + BORDER; ++y)
        for (uint32_t x = column - BORDER; x <= column + BORDER; ++x) {
            size_t at = (size_t)y * cells->columns + x;
            if (cells->level[at] < 0 || cells->is_useful[at] != cells->is_useful[middle])
                return false;
        }
    return true;
}

static void judge(const wend_flow *flow, const wend_flow_cells *cells, wend_random *random,
                  tally *t)
{
    for (int i = 0; i < PLACES; ++i) {
        uint32_t column = wend_random_below(random, cells->columns);
        uint32_t row = wend_random_below(random, cells->rows);
        if (!is_judged(cells, column, row))
            continue;
        wend_vec2 p = {cells->box.min.x + (column + 0.5) * cells->cell,
                       cells->box.min.y + (row + 0.5) * cells->cell};
        bool shown = wend_flow_cell_is_useful(cells, p);
        ++t->judged;
        t->useful += shown;
        t->wrong += shown != wend_flow_is_useful(flow, p);
    }
}

static void check_scene(const char *name, tally *t)
{
    problem_list problems = {0};
    wend_error error = {0};
    wend_random random = wend_random_stream(1, 9);
    scene *s = scene_load(name, &problems);
    assert_non_null(s);
    wend_box box = scene_box(s);
    // Cells along the longer side: coarse ones leave wider borders that are not judged.
    double cell = fmax(box.max.x - box.min.x, box.max.y - box.min.y) / (long_tier() ? 400 : 200);
    wend_flow *flow;
    wend_flow_cells cells = {.box.min = box.min, .cell = cell};
    cells.columns = (uint32_t)ceil((box.max.x - box.min.x) / cell);
    cells.rows = (uint32_t)ceil((box.max.y - box.min.y) / cell);
    cells.box.max = (wend_vec2){box.min.x + cells.columns * cell, box.min.y + cells.rows * cell};
    size_t count = (size_t)cells.columns * cells.rows;
    cells.level = malloc(count * sizeof *cells.level);
    cells.is_useful = malloc(count * sizeof *cells.is_useful);
    assert_true(cells.level && cells.is_useful);
    assert_int_equal(scene_make_flow(s, &flow, &error), WEND_OK);
    for (int i = 0; i < 4; ++i) {
        const wend_flow_request question = {.width = i < 2 ? 0 : 2 * scene_flow_radius(s),
                                            .from_top = i % 2 == 1};
        assert_int_equal(wend_flow_solve(flow, &question, &error), WEND_OK);
        assert_int_equal(wend_flow_paint(flow, &cells, &error), WEND_OK);
        assert_true(cells.highest >= wend_flow_value(flow) - cell);
        judge(flow, &cells, &random, t);
    }
    free(cells.level);
    free(cells.is_useful);
    wend_flow_destroy(flow);
    scene_free(s);
}

static void test_useful(void **state)
{
    (void)state;
    static const char *const names[] = {"lanes-2", "lanes-3", "lanes-missed-1", "lanes-missed-2",
                                        "flow-many"};
    tally t = {0};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        check_scene(names[i], &t);
    if (t.wrong > 0)
        print_message("%u places, %u useful, %u wrong\n", t.judged, t.useful, t.wrong);
    // Both kinds come up.
    assert_true(t.useful > 300 && t.judged - t.useful > 100);
    assert_int_equal(t.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_useful)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
