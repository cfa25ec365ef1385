// SPDX-License-Identifier: MIT
// What a picture of a flow shows as useful is what the library says, away from borders: the one
// joins cells, the other follows stream lines.
#include "support.h"

#include "cli/flow_draw.h"
#include "io/formats.h"
#include "io/scene_flow.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>

/// Places asked for in each scene.
enum { PLACES = 120 };

/// Cells so near to one that differs are not judged: where passages are a cell wide, cells err.
enum { BORDER = 3 };

typedef struct tally {
    uint32_t judged, useful, wrong;
} tally;

static bool is_judged(const flow_cells *cells, uint32_t column, uint32_t row)
{
    const map_frame *frame = &cells->frame;
    size_t middle = (size_t)row * frame->columns + column;
    if (column < BORDER || row < BORDER || column + BORDER >= frame->columns ||
        row + BORDER >= frame->rows)
        return false;
    for (uint32_t y = row - BORDER; y <= row + BORDER; ++y)
        for (uint32_t x = column - BORDER; x <= column + BORDER; ++x) {
            size_t at = (size_t)y * frame->columns + x;
            if (cells->level[at] < 0 || cells->is_useful[at] != cells->is_useful[middle])
                return false;
        }
    return true;
}

static void judge(const flow_job *job, const flow_cells *cells, wend_random *random, tally *t)
{
    const map_frame *frame = &cells->frame;
    for (int i = 0; i < PLACES; ++i) {
        uint32_t column = wend_random_below(random, frame->columns);
        uint32_t row = wend_random_below(random, frame->rows);
        if (!is_judged(cells, column, row))
            continue;
        wend_vec2 p = {frame->box.min.x + (column + 0.5) * frame->cell,
                       frame->box.min.y + (row + 0.5) * frame->cell};
        bool shown = flow_cell_is_useful(cells, p);
        ++t->judged;
        t->useful += shown;
        t->wrong += shown != wend_flow_is_useful(job->flow, p);
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
    flow_job job = {.file = name};
    assert_int_equal(scene_make_flow(s, &job.flow, &error), WEND_OK);
    for (int i = 0; i < 4; ++i) {
        const wend_flow_question question = {.width = i < 2 ? 0 : 2 * scene_flow_radius(s),
                                             .from_top = i % 2 == 1};
        flow_cells cells = {0};
        assert_int_equal(wend_flow_solve(job.flow, &question, &error), WEND_OK);
        assert_int_equal(flow_paint(&job, map_frame_of(box, cell), &cells), EXIT_DONE);
        assert_true(cells.highest >= wend_flow_value(job.flow) - cell);
        judge(&job, &cells, &random, t);
        flow_cells_free(&cells);
    }
    wend_flow_destroy(job.flow);
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
