// SPDX-License-Identifier: MIT
// The spatial index where memory runs out, and where two threads ask at once.
#include "tests/oracle/index.h"

#include <pthread.h>

// ---- out of memory ------------------------------------------------------------------------------

typedef struct scarce_memory {
    uint32_t left; // allocations until one fails
    bool for_ever; // and all after it
    size_t bytes, blocks;
} scarce_memory;

static void *scarce_allocate(void *context, size_t size)
{
    scarce_memory *memory = context;
    assert_true(size > 0);
    if (memory->left == 0) {
        memory->left = memory->for_ever ? 0 : UINT32_MAX;
        return NULL;
    }
    memory->left--;
    memory->bytes += size;
    memory->blocks++;
    return malloc(size);
}

static void scarce_release(void *context, void *block, size_t size)
{
    scarce_memory *memory = context;
    memory->bytes -= size;
    memory->blocks--;
    free(block);
}

static void create_without_memory(void **state)
{
    list l;
    wend_random random = seeded(8, 0);
    wend_index_destroy(create_random(&l, &random, INPUT_MIXED, MOST));
    bool done = false;
    for (uint32_t n = 0; !done; n++) {
        scarce_memory memory = {.left = n};
        wend_allocator allocator = {scarce_allocate, scarce_release, &memory};
        wend_index *index = NULL;
        wend_error error = {0};
        wend_result result = wend_index_create(l.items, MOST, &allocator, &index, &error);
        done = memory.left < UINT32_MAX - 1000; // this time none failed
        if (result == WEND_OK) {
            check_items(index, &l);
            wend_index_destroy(index);
        } else {
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
            assert_null(index);
            assert_true(error.text[0] != 0);
        }
        assert_true(memory.bytes == 0 && memory.blocks == 0);
    }
    passed(state);
}

// Fails the n-th allocation of a series of inserts, for every n, or all from the n-th on.
static void insert_without_memory(void **state)
{
    bool done = false;
    for (uint32_t n = 0; !done; n++) {
        scarce_memory memory = {.left = UINT32_MAX - 1};
        wend_allocator allocator = {scarce_allocate, scarce_release, &memory};
        wend_index *index = create(NULL, 0, &allocator);
        wend_random random = seeded(9, 0);
        list l = {0};
        memory.left = n / 2;
        memory.for_ever = n % 2;
        uint32_t refused = 0;
        for (uint32_t i = 0; i < 300; i++) {
            uint32_t number = WEND_NO_ITEM;
            wend_item item = random_item(&random, INPUT_MIXED);
            wend_result result = wend_index_insert(index, item, &number, NULL);
            if (result == WEND_OUT_OF_MEMORY) {
                assert_int_equal(number, WEND_NO_ITEM);
                check_items(index, &l);
                if (refused++ == 0)
                    check_queries(index, &l, &random, INPUT_MIXED, 2);
                continue;
            }
            assert_int_equal(result, WEND_OK);
            assert_int_equal(number, i - refused);
            l.items[number] = item;
            l.used[number] = true;
        }
        check_items(index, &l);
        assert_true(refused <= 1 || memory.for_ever);
        done = refused == 0;
        wend_index_destroy(index);
        assert_true(memory.bytes == 0 && memory.blocks == 0);
    }
    passed(state);
}

// Moving never fails, even if there is no memory at all; removing and inserting again may.
static void move_without_memory(void **state)
{
    for (input kind = INPUT_EQUAL; kind < INPUT_COUNT; kind++) {
        scarce_memory memory = {.left = UINT32_MAX - 1, .for_ever = true};
        wend_allocator allocator = {scarce_allocate, scarce_release, &memory};
        list l;
        wend_random random = seeded(10, kind);
        wend_index_destroy(create_random(&l, &random, kind, 300));
        wend_index *index = create(l.items, 300, &allocator);
        memory.left = 0;
        for (uint32_t i = 0; i < 1000; i++) {
            uint32_t number = wend_random_below(&random, 300);
            l.items[number] = nudged(&random, INPUT_MIXED, l.items[number]);
            wend_index_move(index, number, l.items[number]);
        }
        check_items(index, &l);
        check_queries(index, &l, &random, INPUT_MIXED, 10);
        for (uint32_t i = 0; i < 200; i++) {
            uint32_t number = pick(&l, &random);
            wend_index_remove(index, number);
            l.used[number] = false;
            wend_item item = random_item(&random, kind);
            if (wend_index_insert(index, item, &number, NULL) != WEND_OK)
                continue;
            l.used[number] = true;
            l.items[number] = item;
        }
        check_items(index, &l);
        wend_index_destroy(index);
        assert_true(memory.bytes == 0 && memory.blocks == 0);
    }
    passed(state);
}

// ---- two threads --------------------------------------------------------------------------------

typedef struct thread_work {
    const wend_index *index;
    uint64_t hash;
} thread_work;

static void *ask(void *argument)
{
    thread_work *work = argument;
    wend_random random = wend_random_stream(11, 0);
    for (uint32_t i = 0; i < 3000; i++) {
        wend_vec2 p = random_point(&random, 10), q = random_point(&random, 10);
        uint32_t numbers[16], count;
        wend_index_within(work->index, p, 1, numbers, 16, &count);
        const uint32_t answers[3] = {wend_index_nearest(work->index, p, INFINITY).number,
                                     wend_index_first_hit(work->index, (wend_segment){p, q}).number,
                                     count};
        for (int k = 0; k < 3; k++)
            work->hash = work->hash * 1099511628211u + answers[k];
    }
    return NULL;
}

static void two_threads_ask_at_once(void **state)
{
    list l;
    wend_random random = seeded(12, 0);
    wend_index *index = create_random(&l, &random, INPUT_MIXED, MOST);
    thread_work work[3] = {{index, 0}, {index, 0}, {index, 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &work[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    ask(&work[2]);
    assert_true(work[0].hash == work[2].hash && work[1].hash == work[2].hash);
    wend_index_destroy(index);
    passed(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(create_without_memory, tell_seed),
        cmocka_unit_test_teardown(insert_without_memory, tell_seed),
        cmocka_unit_test_teardown(move_without_memory, tell_seed),
        cmocka_unit_test_teardown(two_threads_ask_at_once, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
