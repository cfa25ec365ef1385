// SPDX-License-Identifier: MIT
// The queue between the simulating and the writing thread: everything arrives as it was, in order,
// however little room there is; one that waits is woken when nobody takes frames any more.
#include "tests/support/support.h"

#include "record/frame_queue.h"
#include "wend/random.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

enum { DOORS = 3, MOVERS = 2, MOST_ROWS = 60 };

/// Frame number i, always the same; room for what it points to.
typedef struct made_frame {
    record_frame frame;
    record_row rows[MOST_ROWS];
    record_agent came[8];
    char goals[8][24];
    record_leaving left[8];
    record_gate gates[8];
    bool shut[DOORS];
    wend_vec2 movers[MOVERS];
} made_frame;

static void make(made_frame *m, uint64_t number)
{
    wend_random random = wend_random_stream(number, 3);
    memset(m, 0, sizeof *m);
    m->frame = (record_frame){.number = number,
                              .time = (double)number / 10,
                              .rows = m->rows,
                              .came = m->came,
                              .left = m->left,
                              .row_count = wend_random_below(&random, MOST_ROWS + 1),
                              .came_count = wend_random_below(&random, 9),
                              .left_count = wend_random_below(&random, 9),
                              .gates = m->gates,
                              .gate_count = wend_random_below(&random, 9),
                              .shut = m->shut,
                              .movers = m->movers};
    for (uint32_t i = 0; i < m->frame.row_count; ++i)
        m->rows[i] = (record_row){i, {wend_random_unit(&random), (double)number}, 1, 0};
    for (uint32_t i = 0; i < m->frame.came_count; ++i) {
        snprintf(m->goals[i], sizeof m->goals[i], "goal %u", (unsigned)(number % 1000 + i));
        m->came[i] = (record_agent){.number = i, .goal = i % 3 ? m->goals[i] : NULL, .role = "r"};
    }
    for (uint32_t i = 0; i < m->frame.left_count; ++i)
        m->left[i] = (record_leaving){.number = i, .time = (double)number};
    for (uint32_t i = 0; i < m->frame.gate_count; ++i)
        m->gates[i] = (record_gate){.number = i, .mouths[1].out.y = (double)number};
    for (int i = 0; i < DOORS; ++i)
        m->shut[i] = wend_random_below(&random, 2);
    for (int i = 0; i < MOVERS; ++i)
        m->movers[i].x = wend_random_unit(&random);
}

static void check(const record_frame *frame, uint64_t number)
{
    made_frame m;
    make(&m, number);
    assert_true(frame->number == number && frame->time == m.frame.time);
    assert_int_equal(frame->row_count, m.frame.row_count);
    assert_int_equal(frame->came_count, m.frame.came_count);
    assert_int_equal(frame->left_count, m.frame.left_count);
    for (uint32_t i = 0; i < frame->row_count; ++i)
        assert_true(frame->rows[i].number == i && frame->rows[i].at.x == m.rows[i].at.x &&
                    frame->rows[i].at.y == (double)number);
    for (uint32_t i = 0; i < frame->came_count; ++i) {
        assert_int_equal(frame->came[i].goal != NULL, i % 3 != 0);
        if (frame->came[i].goal)
            assert_string_equal(frame->came[i].goal, m.goals[i]);
        assert_string_equal(frame->came[i].role, "r");
    }
    for (uint32_t i = 0; i < frame->left_count; ++i)
        assert_true(frame->left[i].number == i && frame->left[i].time == (double)number);
    assert_int_equal(frame->gate_count, m.frame.gate_count);
    for (uint32_t i = 0; i < frame->gate_count; ++i)
        assert_true(frame->gates[i].number == i &&
                    frame->gates[i].mouths[1].out.y == (double)number);
    assert_memory_equal(frame->shut, m.shut, sizeof m.shut);
    assert_memory_equal(frame->movers, m.movers, sizeof m.movers);
}

static void nap(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000 * microseconds}, NULL);
}

typedef struct putting {
    frame_queue *q;
    uint64_t count;
    frame_queue_result last;
    bool slow;
} putting;

/// What is put is overwritten at once: the queue has copies.
static void *put_frames(void *argument)
{
    putting *p = argument;
    made_frame m;
    p->last = FRAME_QUEUE_TAKEN;
    for (uint64_t i = 0; i < p->count && p->last == FRAME_QUEUE_TAKEN; ++i) {
        make(&m, i);
        p->last = frame_queue_put(p->q, &m.frame);
        memset(&m, 0xee, sizeof m);
        if (p->slow && i % 50 == 0)
            nap(300);
    }
    frame_queue_end(p->q);
    return NULL;
}

static void test_everything_arrives(void **state)
{
    (void)state;
    static const size_t rooms[] = {0, 1, 3000, 1 << 20};
    for (int k = 0; k < 8; ++k) {
        putting p = {.count = 2000, .slow = k < 4};
        pthread_t thread;
        p.q = frame_queue_create(DOORS, MOVERS, rooms[k % 4]);
        assert_non_null(p.q);
        assert_int_equal(pthread_create(&thread, NULL, put_frames, &p), 0);
        uint64_t taken = 0;
        for (bool over = false; !over;) {
            const record_frame *frame = frame_queue_take(p.q, k == 2 ? 0 : 0.01, &over);
            assert_false(frame && over);
            if (!frame)
                continue;
            check(frame, taken++);
            frame_queue_give_back(p.q);
            if (!p.slow && taken % 100 == 0)
                nap(300);
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(taken == p.count && p.last == FRAME_QUEUE_TAKEN);
        frame_queue_free(p.q);
    }
}

static void test_refused(void **state)
{
    (void)state;
    // One thread waits for room when the other gives up.
    putting p = {.q = frame_queue_create(DOORS, MOVERS, 2000), .count = 100000};
    pthread_t thread;
    assert_non_null(p.q);
    assert_int_equal(pthread_create(&thread, NULL, put_frames, &p), 0);
    bool over;
    for (uint64_t taken = 0; taken < 20;) {
        const record_frame *frame = frame_queue_take(p.q, 1, &over);
        if (!frame)
            continue;
        check(frame, taken++);
        frame_queue_give_back(p.q);
    }
    nap(2000);
    frame_queue_refuse(p.q);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(p.last, FRAME_QUEUE_REFUSED);
    assert_null(frame_queue_take(p.q, 0, &over));
    assert_true(over);
    frame_queue_free(p.q);
}

static void test_empty(void **state)
{
    (void)state;
    frame_queue *q = frame_queue_create(0, 0, 100);
    bool over = true;
    assert_null(frame_queue_take(q, 0.001, &over));
    assert_false(over);
    frame_queue_end(q);
    assert_null(frame_queue_take(q, 100, &over));
    assert_true(over);
    frame_queue_free(q);
    frame_queue_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything_arrives),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
