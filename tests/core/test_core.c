// SPDX-License-Identifier: MIT
// Memory, arrays, the heap, ids and random numbers, each against something obvious.
#include "core/array.h"
#include "core/heap.h"
#include "core/ids.h"
#include "tests/support/support.h"
#include "wend/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void results_have_words(void **state)
{
    (void)state;
    for (int r = WEND_STALE; r <= WEND_NOT_FOUND; ++r)
        assert_string_not_equal(wend_result_name((wend_result)r), "unknown result");
    assert_string_equal(wend_result_name((wend_result)99), "unknown result");
    assert_true(wend_failed(WEND_OUT_OF_MEMORY));
    assert_false(wend_failed(WEND_PARTIAL));

    wend_error error;
    assert_int_equal(wend_fail(&error, WEND_BAD_ARGUMENT, "give %d", 7), WEND_BAD_ARGUMENT);
    assert_string_equal(wend_error_text(&error), "give 7");
    assert_false(error.has_position);
    wend_fail_at(&error, WEND_INVALID_GEOMETRY, (wend_vec2){1, 2}, "%s", "");
    assert_true(error.has_position && error.position.y == 2);
    assert_string_equal(wend_error_text(&error), "invalid geometry");
    assert_string_equal(wend_error_text(NULL), "ok");
    assert_int_equal(wend_fail(NULL, WEND_STALE, "nobody reads it"), WEND_STALE);

    char longer[sizeof error.text * 2];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    wend_fail(&error, WEND_INVALID_GEOMETRY, "%s", longer);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void allocation_that_overflows_is_refused(void **state)
{
    (void)state;
    assert_null(wend_allocate(NULL, SIZE_MAX / 2, 4));
    assert_null(wend_allocate(NULL, 0, 8));
    wend_array(double) a = {0};
    assert_false(wend_array_reserve(&a, NULL, SIZE_MAX / 4));
    assert_false(wend_array_reserve(&a, NULL, SIZE_MAX));
    assert_true(wend_array_reserve(&a, NULL, 1));
    a.data[a.count++] = 1.5;
    assert_false(wend_array_reserve(&a, NULL, SIZE_MAX));
    assert_true(a.count == 1 && a.data[0] == 1.5);
    wend_array_free(&a, NULL);
    assert_true(a.data == NULL && a.capacity == 0);
}

static void array_survives_every_failure(void **state)
{
    (void)state;
    for (size_t fail = 1; fail < 20; ++fail) {
        failing_allocator memory = {.fail_at = fail};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_array(uint32_t) a = {0};
        for (uint32_t i = 0; i < 1000; ++i) {
            if (!wend_array_reserve(&a, &allocator, 1))
                assert_true(wend_array_reserve(&a, &allocator, 1)); // it fails only once
            a.data[a.count++] = i;
        }
        for (uint32_t i = 0; i < 1000; ++i)
            assert_int_equal(a.data[i], i);
        wend_array_free(&a, &allocator);
        assert_int_equal(memory.bytes, 0);
    }
}

// The oracle: keys in a plain array, the smallest found by looking at all of them.
static uint32_t smallest(const double *keys, uint32_t count)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < count; ++i)
        if (!isnan(keys[i]) && (best == UINT32_MAX || keys[i] < keys[best]))
            best = i;
    return best;
}

// No entry precedes its parent, and all positions are correct.
static bool heap_is_consistent(const wend_heap *heap)
{
    size_t present = 0;
    for (uint32_t i = 0; i < heap->limit; ++i)
        present += heap->positions[i] != WEND_HEAP_ABSENT;
    for (size_t i = 0; i < heap->entries.count; ++i) {
        wend_heap_entry entry = heap->entries.data[i],
                        parent = heap->entries.data[(i - (i > 0)) / 4];
        if (heap->positions[entry.item] != i || entry.key < parent.key ||
            (entry.key == parent.key && entry.item < parent.item))
            return false;
    }
    return present == heap->entries.count;
}

static void heap_agrees_with_a_plain_search(void **state)
{
    (void)state;
    enum { ITEMS = 200 };
    for (uint64_t seed = 0; seed < 20; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        double keys[ITEMS];
        for (int i = 0; i < ITEMS; ++i)
            keys[i] = NAN; // absent
        wend_heap heap;
        wend_heap_init(&heap, NULL);
        assert_true(wend_heap_reserve(&heap, ITEMS / 2));
        assert_true(wend_heap_reserve(&heap, ITEMS));
        for (int i = 0; i < 3000; ++i) {
            uint32_t item = wend_random_below(&random, ITEMS);
            double key = wend_random_below(&random, 20); // few different keys: ties are usual
            switch (wend_random_below(&random, 8)) {
            case 0:
            case 1:
            case 2:
                if (!wend_heap_empty(&heap)) {
                    uint32_t best = smallest(keys, ITEMS);
                    wend_heap_entry top = wend_heap_pop(&heap);
                    assert_int_equal(top.item, best);
                    assert_true(top.key == keys[best]);
                    keys[best] = NAN;
                }
                break;
            default: {
                bool changes = isnan(keys[item]) || key < keys[item];
                assert_int_equal(wend_heap_push(&heap, item, key), changes);
                if (changes)
                    keys[item] = key;
            }
            }
            assert_true(heap_is_consistent(&heap));
        }
        wend_heap_clear(&heap);
        assert_true(wend_heap_empty(&heap));
        assert_true(heap_is_consistent(&heap));
        wend_heap_free(&heap);
    }
}

static void heap_survives_every_failure(void **state)
{
    (void)state;
    for (size_t fail = 1; fail < 6; ++fail) {
        failing_allocator memory = {.fail_at = fail};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_heap heap;
        wend_heap_init(&heap, &allocator);
        for (uint32_t limit = 1; limit < 1000; limit *= 3)
            if (wend_heap_reserve(&heap, limit) || wend_heap_reserve(&heap, limit))
                wend_heap_push(&heap, limit - 1, limit);
        assert_int_equal(heap.entries.count, 7);
        assert_true(heap_is_consistent(&heap));
        wend_heap_free(&heap);
        assert_int_equal(memory.bytes, 0);
    }
}

static void stale_ids_are_caught(void **state)
{
    (void)state;
    wend_id_pool pool = {0};
    assert_false(wend_id_valid(&pool, (wend_id){0, 0}));
    assert_false(wend_id_valid(&pool, (wend_id){1, 1}));
    wend_id a = wend_id_take(&pool), b = wend_id_take(&pool);
    assert_int_equal(wend_id_slot(a), 0);
    assert_int_equal(wend_id_slot(b), 1);
    assert_true(wend_id_give(&pool, a));
    assert_false(wend_id_give(&pool, a));
    assert_false(wend_id_valid(&pool, a));
    assert_true(wend_id_is_null(wend_id_of_slot(&pool, 0)));
    wend_id again = wend_id_take(&pool);
    assert_int_equal(wend_id_slot(again), 0);
    assert_true(wend_id_pack(again) != wend_id_pack(a));
    assert_false(wend_id_valid(&pool, a));
    assert_true(wend_id_pack(wend_id_of_slot(&pool, 0)) == wend_id_pack(again));
    assert_true(wend_id_valid(&pool, wend_id_unpack(wend_id_pack(again))));
    assert_int_equal(pool.in_use, 2);
    // A generation that is even names no use of a slot, even if the free slot has just that one.
    assert_true(wend_id_give(&pool, again));
    assert_false(wend_id_valid(&pool, (wend_id){1, pool.generations.data[0]}));
    // The last generation of a slot is never followed by the first again.
    pool.generations.data[1] = UINT32_MAX;
    assert_true(wend_id_give(&pool, (wend_id){2, UINT32_MAX}));
    for (int i = 0; i < 10; ++i)
        assert_int_not_equal(wend_id_slot(wend_id_take(&pool)), 1);
    wend_id_pool_free(&pool);
}

static void ids_of_other_kinds_are_stale(void **state)
{
    (void)state;
    wend_id_pool pools[WEND_ID_MESH_SHAPE + 1] = {0};
    wend_id ids[WEND_ID_MESH_SHAPE + 1];
    for (int i = 0; i <= WEND_ID_MESH_SHAPE; ++i) {
        pools[i] = wend_id_pool_make((wend_id_kind)i, &(wend_allocator){0});
        ids[i] = wend_id_take(&pools[i]);
        assert_int_equal(wend_id_slot(ids[i]), 0);
    }
    for (int i = 0; i <= WEND_ID_MESH_SHAPE; ++i)
        for (int k = 0; k <= WEND_ID_MESH_SHAPE; ++k)
            assert_int_equal(wend_id_valid(&pools[i], ids[k]), i == k);
    // The first use of a slot, and the second.
    assert_true(wend_id_pack(wend_id_first_of_slot(&pools[3], 0)) == wend_id_pack(ids[3]));
    assert_true(wend_id_give(&pools[3], ids[3]));
    assert_int_equal(wend_id_slot(wend_id_take(&pools[3])), 0);
    assert_true(wend_id_is_null(wend_id_first_of_slot(&pools[3], 0)));
    for (int i = 0; i <= WEND_ID_MESH_SHAPE; ++i)
        wend_id_pool_free(&pools[i]);
}

static void id_pool_survives_every_failure(void **state)
{
    (void)state;
    for (size_t fail = 1; fail < 12; ++fail) {
        failing_allocator memory = {.fail_at = fail};
        wend_id_pool pool = {.allocator = failing_allocator_of(&memory)};
        wend_id ids[100];
        int nulls = 0;
        for (int i = 0; i < 100; ++i) {
            ids[i] = wend_id_take(&pool);
            nulls += wend_id_is_null(ids[i]);
        }
        assert_int_equal(nulls, fail <= memory.calls);
        for (int i = 0; i < 100; ++i)
            assert_int_equal(wend_id_give(&pool, ids[i]), !wend_id_is_null(ids[i]));
        assert_int_equal(pool.in_use, 0);
        wend_id_pool_free(&pool);
        assert_int_equal(memory.bytes, 0);
    }
}

// A copy gives the same ids from there on, also when it was another copy before and memory is
// short.
static void id_pool_copies_go_on_alike(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_id_pool pool = {.allocator = allocator}, copy = {0};
    wend_random random = wend_random_stream(3, 0);
    wend_id ids[40] = {{0, 0}};
    for (int round = 0; round < 30; ++round) {
        for (int i = 0; i < 20; ++i) {
            wend_id *id = &ids[wend_random_below(&random, 40)];
            if (!wend_id_give(&pool, *id))
                *id = wend_id_take(&pool);
        }
        memory.fail_at = memory.calls + 1;
        while (!wend_id_pool_copy(&copy, &pool, &allocator))
            memory.fail_at = 0;
        memory.fail_at = 0;
        wend_hash a = wend_hash_start(), b = wend_hash_start();
        wend_id_pool_hash(&pool, &a);
        wend_id_pool_hash(&copy, &b);
        assert_int_equal(wend_hash_end(&a), wend_hash_end(&b));
        assert_int_equal(pool.in_use, copy.in_use);
        for (int i = 0; i < 40; ++i)
            assert_int_equal(wend_id_valid(&pool, ids[i]), wend_id_valid(&copy, ids[i]));
    }
    assert_true(wend_id_pool_reserve(&pool, 100) && wend_id_pool_reserve(&copy, 100));
    size_t calls = memory.calls;
    for (int i = 0; i < 100; ++i)
        assert_true(wend_id_pack(wend_id_take(&pool)) == wend_id_pack(wend_id_take(&copy)));
    assert_int_equal(memory.calls, calls);
    wend_id_pool_free(&pool);
    wend_id_pool_free(&copy);
    assert_int_equal(memory.bytes, 0);
}

// These numbers are a promise: recordings, scenes and hashes of every version stand on them.
static void random_streams_are_fixed_for_ever(void **state)
{
    (void)state;
    static const uint32_t first[3][4] = {
        {0x1edc539b, 0x7fd74e5c, 0xbb9e86e0, 0x67880b65},
        {0xbd6777dc, 0x77e8a027, 0x5da9ba02, 0x5d7bbb97},
        {0xac9e54b1, 0x14029da6, 0xcfb6cb3f, 0xcf263aa5},
    };
    const uint64_t seeds[3] = {0, 1, UINT64_MAX}, streams[3] = {0, 0, 12345678901};
    for (int k = 0; k < 3; ++k) {
        wend_random random = wend_random_stream(seeds[k], streams[k]);
        for (int i = 0; i < 4; ++i)
            assert_int_equal(wend_random_u32(&random), first[k][i]);
    }
    wend_random random = wend_random_stream(42, 7);
    assert_true(wend_random_u64(&random) == UINT64_C(0x88c91209b289f65e));
    assert_int_equal(wend_random_below(&random, 1000), 347);
    assert_true(wend_random_unit(&random) == 0x1.036b4e37190c7p-1);
    assert_true(wend_random_between(&random, -3, 5) == -0x1.24386b6bdfbf4p+0);
}

static void random_numbers_are_even(void **state)
{
    (void)state;
    enum { BINS = 100, DRAWS = 200000 };
    for (uint64_t stream = 0; stream < 4; ++stream) {
        wend_random random = wend_random_stream(9, stream);
        int below[BINS] = {0}, unit[BINS] = {0};
        for (int i = 0; i < DRAWS; ++i) {
            ++below[wend_random_below(&random, BINS)];
            ++unit[(int)(wend_random_unit(&random) * BINS)];
        }
        double chi_below = 0, chi_unit = 0, expected = (double)DRAWS / BINS;
        for (int i = 0; i < BINS; ++i) {
            chi_below += (below[i] - expected) * (below[i] - expected) / expected;
            chi_unit += (unit[i] - expected) * (unit[i] - expected) / expected;
        }
        // 99 degrees of freedom: mean 99, deviation 14; five deviations either way.
        assert_true(chi_below > 29 && chi_below < 169);
        assert_true(chi_unit > 29 && chi_unit < 169);
    }
    // Without throwing again, three quarters of 2^32 would favour the lower third by half.
    wend_random random = wend_random_stream(1, 1);
    int lower = 0;
    for (int i = 0; i < 30000; ++i)
        lower += wend_random_below(&random, 3u << 30) < 1u << 30;
    assert_true(lower > 9600 && lower < 10400);
    for (int i = 0; i < 1000; ++i) {
        double x = wend_random_between(&random, -1.7e308, 1.7e308);
        assert_true(isfinite(x));
        assert_true(wend_random_between(&random, 2.5, 2.5) == 2.5);
        assert_int_equal(wend_random_below(&random, 1), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_have_words),
        cmocka_unit_test(allocation_that_overflows_is_refused),
        cmocka_unit_test(array_survives_every_failure),
        cmocka_unit_test(heap_agrees_with_a_plain_search),
        cmocka_unit_test(heap_survives_every_failure),
        cmocka_unit_test(stale_ids_are_caught),
        cmocka_unit_test(ids_of_other_kinds_are_stale),
        cmocka_unit_test(id_pool_survives_every_failure),
        cmocka_unit_test(id_pool_copies_go_on_alike),
        cmocka_unit_test(random_streams_are_fixed_for_ever),
        cmocka_unit_test(random_numbers_are_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
