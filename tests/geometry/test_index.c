// SPDX-License-Identifier: MIT
// The spatial index against looking at every item, degenerate input first: ties everywhere, equal
// items, points, one line, huge coordinates; as built, and after random changes.
#include "tests/oracle/index.h"

#include "geometry/index_tree.h"

// ---- tests --------------------------------------------------------------------------------------

static void built_index_answers_like_a_list(void **state)
{
    list l;
    for (uint32_t round = 0; round < rounds(40); round++) {
        wend_random random = seeded(1, round);
        for (input kind = 0; kind < INPUT_COUNT; kind++) {
            uint32_t count = 1 + wend_random_below(&random, round % 2 ? MOST : 60);
            wend_index *index = create_random(&l, &random, kind, count);
            check_items(index, &l);
            check_queries(index, &l, &random, kind, 6);
            wend_index_destroy(index);
        }
    }
    passed(state);
}

// Small sizes one by one: where leaves and levels begin.
static void every_small_size_builds(void **state)
{
    list l;
    wend_random random = seeded(2, 0);
    for (uint32_t count = 0; count < MOST; count += count < 120 ? 1 : 37) {
        wend_index *index = create_random(&l, &random, INPUT_SEGMENTS_ON_GRID, count);
        check_items(index, &l);
        check_queries(index, &l, &random, INPUT_SEGMENTS_ON_GRID, 1);
        wend_index_destroy(index);
    }
    passed(state);
}

static uint32_t smallest_free(const list *l)
{
    uint32_t number = 0;
    while (l->used[number])
        number++;
    return number;
}

// One insert, remove or move; `growing` is the chance of an insert in 256.
static void change(wend_index *index, list *l, wend_random *random, input kind, uint32_t growing)
{
    uint32_t count = wend_index_count(index), choice = wend_random_below(random, 256);
    if (count == 0 || (choice < growing && count < MOST)) {
        uint32_t expected = smallest_free(l), number = WEND_NO_ITEM;
        wend_item item = random_item(random, kind);
        assert_int_equal(wend_index_insert(index, item, &number, NULL), WEND_OK);
        assert_int_equal(number, expected);
        l->used[number] = true;
        l->items[number] = item;
    } else if (choice & 1) {
        uint32_t number = pick(l, random);
        wend_index_remove(index, number);
        l->used[number] = false;
    } else {
        uint32_t number = pick(l, random);
        l->items[number] = nudged(random, kind, l->items[number]);
        wend_index_move(index, number, l->items[number]);
    }
}

// A fresh index of the same items gives the same answers. Its numbers have no gaps, but are in the
// same order, so ties fall the same way.
static void check_fresh(const wend_index *index, const list *l, wend_random *random, input kind)
{
    wend_item items[MOST];
    uint32_t numbers[MOST], count = 0;
    for (uint32_t i = 0; i < MOST; i++) {
        if (l->used[i]) {
            items[count] = l->items[i];
            numbers[count++] = i;
        }
    }
    wend_index *fresh = create(items, count, NULL);
    for (uint32_t i = 0; i < 30; i++) {
        wend_vec2 p = random_query(random, kind, l), q = random_query(random, kind, l);
        wend_near a = wend_index_nearest(index, p, INFINITY);
        wend_near b = wend_index_nearest(fresh, p, INFINITY);
        b.number = b.number == WEND_NO_ITEM ? b.number : numbers[b.number];
        assert_true(a.number == b.number && a.distance == b.distance && a.point.x == b.point.x &&
                    a.point.y == b.point.y);
        a = wend_index_first_hit(index, (wend_segment){p, q});
        b = wend_index_first_hit(fresh, (wend_segment){p, q});
        b.number = b.number == WEND_NO_ITEM ? b.number : numbers[b.number];
        assert_true(a.number == b.number && a.distance == b.distance && a.point.x == b.point.x &&
                    a.point.y == b.point.y);
    }
    wend_index_destroy(fresh);
}

static void changed_index_answers_like_a_list(void **state)
{
    list l;
    for (uint32_t round = 0; round < rounds(2); round++) {
        for (input kind = INPUT_EQUAL; kind < INPUT_COUNT; kind++) {
            wend_random random = seeded(3 + round, kind);
            wend_index *index =
                create_random(&l, &random, kind, wend_random_below(&random, MOST / 2));
            // Up to full, about as large, down to nothing, and up again.
            const uint32_t growing[] = {200, 86, 20, 200};
            for (uint32_t batch = 0; batch < 24; batch++) {
                for (uint32_t i = 0; i < 60; i++)
                    change(index, &l, &random, kind, growing[batch / 6]);
                check_items(index, &l);
                check_queries(index, &l, &random, kind, 2);
            }
            check_fresh(index, &l, &random, kind);
            wend_index_destroy(index);
        }
    }
    passed(state);
}

// Things that wander for a long time: the tree stays sound and the answers right.
static void wandering_items_are_found(void **state)
{
    list l;
    wend_random random = seeded(5, 0);
    wend_index *index = create_random(&l, &random, INPUT_MIXED, MOST);
    for (uint32_t step = 0; step < rounds(20); step++) {
        for (uint32_t i = 0; i < MOST; i++) {
            wend_vec2 by = random_point(&random, 0.3);
            l.items[i].a = (wend_vec2){l.items[i].a.x + by.x, l.items[i].a.y + by.y};
            l.items[i].b = (wend_vec2){l.items[i].b.x + by.x, l.items[i].b.y + by.y};
            wend_index_move(index, i, l.items[i]);
        }
        check_items(index, &l);
        check_queries(index, &l, &random, INPUT_MIXED, 2);
    }
    check_fresh(index, &l, &random, INPUT_MIXED);
    wend_index_destroy(index);
    passed(state);
}

// How much a search has to look at: the girths of all boxes in the tree.
static double girth_of_tree(const wend_index *index)
{
    double sum = 0;
    uint32_t stack[WEND_INDEX_STACK], waiting = 0;
    stack[waiting++] = index->root;
    while (waiting > 0) {
        const wend_node *node = &index->nodes[stack[--waiting]];
        for (uint32_t i = 0; node->level > 0 && i < node->count; i++) {
            sum += wend_box_girth(wend_entry_box(node, i));
            stack[waiting++] = node->ids[i];
        }
    }
    return sum;
}

// However long points wander, and however they came to be where they are, the tree is nearly as
// good as a fresh one.
static void quality_does_not_rot(void **state)
{
    list l = {0};
    wend_random random = seeded(15, 0);
    for (uint32_t i = 0; i < MOST; i++) {
        wend_vec2 p = random_point(&random, 10);
        l.items[i] = (wend_item){p, p, WEND_ITEM_SEGMENT};
        l.used[i] = true;
    }
    wend_index *index = create(l.items, MOST, NULL);
    for (uint32_t step = 0; step < 60; step++) {
        for (uint32_t i = 0; i < MOST; i++) { // most little, some far, all in the same square
            double most = i % 50 == 0 ? 20 : 0.5;
            wend_vec2 by = random_point(&random, most), p = l.items[i].a;
            p.x = fmax(-10, fmin(10, p.x + by.x));
            p.y = fmax(-10, fmin(10, p.y + by.y));
            l.items[i].a = l.items[i].b = p;
            wend_index_move(index, i, l.items[i]);
        }
        if (step % 20 != 19)
            continue;
        check_items(index, &l);
        wend_index *fresh = create(l.items, MOST, NULL);
        double ratio = girth_of_tree(index) / girth_of_tree(fresh);
        if (ratio > 1.25)
            fail_msg("after %u steps the boxes are %.2f times as large", step + 1, ratio);
        wend_index_destroy(fresh);
    }
    wend_index_destroy(index);
    passed(state);
}

static void everything_can_be_removed(void **state)
{
    list l;
    wend_random random = seeded(6, 0);
    wend_index *index = create_random(&l, &random, INPUT_MIXED, MOST);
    for (uint32_t i = 0; i < MOST; i++) {
        uint32_t number = pick(&l, &random);
        wend_index_remove(index, number);
        l.used[number] = false;
        if (i % 10 == 0 || i + 20 > MOST)
            check_items(index, &l);
    }
    assert_int_equal(wend_index_count(index), 0);
    assert_int_equal(wend_index_nearest(index, (wend_vec2){0, 0}, INFINITY).number, WEND_NO_ITEM);
    wend_index_destroy(index);
    passed(state);
}

static void bad_arguments_are_refused(void **state)
{
    wend_index *index = NULL;
    wend_error error = {0};
    wend_item bad[] = {{{0, 0}, {1, 1}, WEND_ITEM_SEGMENT}, {{0, NAN}, {1, 1}, WEND_ITEM_SEGMENT}};
    assert_int_equal(wend_index_create(bad, 2, NULL, &index, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "item 1"));
    bad[1] = (wend_item){{0, 3}, {1, 1}, WEND_ITEM_BOX};
    assert_int_equal(wend_index_create(bad, 2, NULL, &index, &error), WEND_BAD_ARGUMENT);
    index = create(bad, 1, NULL);
    uint32_t number, count = 99;
    assert_int_equal(wend_index_insert(index, bad[1], &number, &error), WEND_BAD_ARGUMENT);
    bad[1] = (wend_item){{0, 0}, {INFINITY, 1}, WEND_ITEM_SEGMENT};
    assert_int_equal(wend_index_insert(index, bad[1], &number, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_index_count(index), 1);
    // No place, or no radius, to search from: nothing is found.
    const wend_vec2 places[] = {{NAN, 0}, {0, INFINITY}, {1e153, 1e153}, {-1e300, 0}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(wend_index_nearest(index, places[i], INFINITY).number, WEND_NO_ITEM);
        assert_int_equal(wend_index_within(index, places[i], 1, NULL, 0, &count), WEND_OK);
        assert_int_equal(count, 0);
        wend_segment ray = {{-1, 0}, places[i]};
        assert_int_equal(wend_index_first_hit(index, ray).number, WEND_NO_ITEM);
    }
    assert_int_equal(wend_index_nearest(index, (wend_vec2){0, 0}, -1).number, WEND_NO_ITEM);
    assert_int_equal(wend_index_nearest(index, (wend_vec2){0, 0}, NAN).number, WEND_NO_ITEM);
    assert_int_equal(wend_index_in_box(index, wend_box_empty(), NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    wend_box everything = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    assert_int_equal(wend_index_in_box(index, everything, &number, 1, &count), WEND_OK);
    assert_int_equal(count, 1);
    wend_index_destroy(index);
    wend_index_destroy(NULL);
    passed(state);
}

// Distances whose squares differ and whose roots do not are ties.
static void nearly_equal_squares_are_ties(void **state)
{
    wend_random random = seeded(7, 0);
    for (uint32_t round = 0; round < rounds(2000); round++) {
        wend_vec2 p = random_point(&random, 10);
        double angle = wend_random_between(&random, 0, 7);
        list l = {0};
        for (uint32_t i = 0; i < 20; i++) { // points about one away from p
            wend_vec2 q = {p.x + cos(angle + i), p.y + sin(angle + i)};
            l.items[i] = (wend_item){q, q, WEND_ITEM_SEGMENT};
            l.used[i] = true;
        }
        wend_index *index = create(l.items, 20, NULL);
        check_point(index, &l, p);
        check_within(index, &l, p, list_nearest(&l, p, INFINITY).distance);
        wend_index_destroy(index);
    }
    passed(state);
}

// Points on a ray, exactly, where products and even differences of their coordinates are rounded:
// they are met all the same.
static void points_on_a_ray_are_hit(void **state)
{
    for (uint32_t round = 0; round < rounds(200); round++) {
        wend_random random = seeded(13, round);
        list l = {0};
        wend_vec2 p[42];
        for (uint32_t i = 0; i < 42; i++) {
            double n = floor(wend_random_between(&random, -0x1p50, 0x1p50));
            p[i] = (wend_vec2){3 * n, 7 * n};
        }
        for (uint32_t i = 0; i < 40; i++) {
            l.items[i] = (wend_item){p[i], p[i], WEND_ITEM_SEGMENT};
            l.used[i] = true;
        }
        wend_index *index = create(l.items, 40, NULL);
        check_ray(index, &l, (wend_segment){p[40], p[41]});
        check_ray(index, &l, (wend_segment){p[0], p[41]});
        wend_index_destroy(index);
    }
    passed(state);
}

// Feet by an end of segments whose ends differ much in size: the index rounds as the plain
// function.
static void distances_are_equal_to_the_bit(void **state)
{
    for (uint32_t round = 0; round < rounds(2000); round++) {
        wend_random random = seeded(14, round);
        wend_vec2 a = random_point(&random, 1e9), b = random_point(&random, 1);
        wend_vec2 off = random_point(&random, 1e-7);
        wend_vec2 p = {b.x + off.x - a.y * 1e-9, b.y + off.y + a.x * 1e-9};
        list l = {0};
        l.items[0] = (wend_item){a, b, WEND_ITEM_SEGMENT};
        l.used[0] = true;
        wend_index *index = create(l.items, 1, NULL);
        check_point(index, &l, p);
        wend_index_destroy(index);
    }
    passed(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(built_index_answers_like_a_list, tell_seed),
        cmocka_unit_test_teardown(every_small_size_builds, tell_seed),
        cmocka_unit_test_teardown(changed_index_answers_like_a_list, tell_seed),
        cmocka_unit_test_teardown(wandering_items_are_found, tell_seed),
        cmocka_unit_test_teardown(quality_does_not_rot, tell_seed),
        cmocka_unit_test_teardown(everything_can_be_removed, tell_seed),
        cmocka_unit_test_teardown(bad_arguments_are_refused, tell_seed),
        cmocka_unit_test_teardown(nearly_equal_squares_are_ties, tell_seed),
        cmocka_unit_test_teardown(points_on_a_ray_are_hit, tell_seed),
        cmocka_unit_test_teardown(distances_are_equal_to_the_bit, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
