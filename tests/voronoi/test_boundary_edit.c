// SPDX-License-Identifier: MIT
// Sites that come, go and move: after every edit the border is what a fresh one would be, an edit
// is refused exactly when the whole floor would be unsound, and what is taken back leaves no trace.
#include "tests/geometry/floor_scenes.h"
#include "tests/oracle/boundary.h"

enum { MAX_AGENTS = 12 };

// What should be there.
typedef struct plan {
    scene scene; ///< obstacles
    wend_site_id ids[MAX_SHAPES];
    uint32_t agent_count;
    wend_vec2 agents[MAX_AGENTS];
    wend_site_id agent_ids[MAX_AGENTS];
} plan;

static void print_plan(const plan *p)
{
    print_scene(&p->scene);
    for (uint32_t i = 0; i < p->agent_count; ++i)
        print_message("agent %.17g,%.17g\n", p->agents[i].x, p->agents[i].y);
}

static void copy_plan(plan *to, const plan *from)
{
    *to = *from;
    copy_scene(&to->scene, &from->scene);
}

static void drop_shape(plan *p, uint32_t number)
{
    scene *s = &p->scene;
    for (uint32_t i = number; i + 1 < s->shape_count; ++i) {
        memcpy(s->points[i], s->points[i + 1], sizeof s->points[i]);
        memcpy(s->ring_ends[i], s->ring_ends[i + 1], sizeof s->ring_ends[i]);
        s->shapes[i] = s->shapes[i + 1];
        s->shapes[i].points = s->points[i];
        s->shapes[i].ring_ends = s->ring_ends[i];
        p->ids[i] = p->ids[i + 1];
    }
    --s->shape_count;
}

// A shape of at least two points, at the end of the scene.
static void add_obstacle(plan *p, wend_random *random)
{
    do {
        add_random_shape(&p->scene, random, 8);
        if (p->scene.shapes[p->scene.shape_count - 1].point_count > 1)
            return;
        --p->scene.shape_count;
    } while (true);
}

// ---- a fresh one --------------------------------------------------------------------------------

static bool insert_agent(wend_boundary *boundary, wend_vec2 place, wend_site_id *id)
{
    wend_shape shape = {.points = &place, .point_count = 1};
    wend_error error;
    wend_result result = wend_boundary_insert(boundary, &shape, 0.25, id, &error);
    assert_true(result == WEND_OK || result == WEND_INVALID_GEOMETRY);
    return result == WEND_OK;
}

// Makes a plan's border afresh. False: the plan is unsound.
static bool make_fresh(wend_boundary *boundary, const plan *p)
{
    uint32_t count;
    wend_floor *floor = make_floor(&p->scene);
    bool sound = wend_floor_validate(floor, NULL, 0, &count, NULL) == WEND_OK;
    if (sound) {
        assert_int_equal(wend_boundary_make(boundary, floor, wend_box_empty(), NULL, NULL, NULL),
                         WEND_OK);
        wend_site_id id;
        for (uint32_t i = 0; i < p->agent_count && sound; ++i)
            sound = insert_agent(boundary, p->agents[i], &id);
        wend_boundary_settle(boundary);
        if (!sound)
            wend_boundary_free(boundary);
    }
    wend_floor_destroy(floor);
    return sound;
}

// ---- what has changed ---------------------------------------------------------------------------

typedef struct snapshot {
    size_t count, site_count;
    wend_element elements[4096];
    wend_element_link links[4096];
    wend_site sites[512];
} snapshot;

static void take_snapshot(snapshot *s, const wend_boundary *boundary)
{
    s->count = boundary->elements.count;
    s->site_count = boundary->sites.count;
    assert_true(s->count <= COUNT(s->elements) && s->site_count <= COUNT(s->sites));
    memcpy(s->elements, boundary->elements.data, s->count * sizeof *s->elements);
    memcpy(s->links, boundary->links.data, s->count * sizeof *s->links);
    memcpy(s->sites, boundary->sites.data, s->site_count * sizeof *s->sites);
}

static bool was_there(const snapshot *s, uint32_t number)
{
    return number < s->count && s->links[number].kind != WEND_ELEMENT_NONE;
}

static bool same_element(const wend_element *a, const wend_element *b)
{
    return wend_equal(a->p, b->p) && wend_equal(a->q, b->q) && wend_equal(a->from, b->from) &&
           wend_equal(a->to, b->to);
}

static size_t how_often(const uint32_t *numbers, size_t count, uint32_t number)
{
    size_t found = 0;
    for (size_t i = 0; i < count; ++i)
        found += numbers[i] == number;
    return found;
}

// came and gone are the difference to the snapshot, no more and no less.
static void assert_told(const snapshot *s, const wend_boundary *boundary)
{
    for (uint32_t i = 0; i < boundary->elements.count; ++i) {
        bool before = was_there(s, i), now = boundary->links.data[i].kind != WEND_ELEMENT_NONE;
        require(how_often(boundary->came.data, boundary->came.count, i) == (now && !before));
        require(how_often(boundary->gone.data, boundary->gone.count, i) == (before && !now));
        if (now && before) {
            require(same_element(&s->elements[i], &boundary->elements.data[i]));
            require(s->links[i].kind == boundary->links.data[i].kind);
        }
    }
}

static void assert_unchanged(const snapshot *s, const wend_boundary *boundary)
{
    require(boundary->elements.count == s->count);
    require(boundary->links.count == s->count);
    for (uint32_t i = 0; i < boundary->elements.count; ++i) {
        const wend_element_link *link = &boundary->links.data[i];
        if (!was_there(s, i)) {
            require(link->kind == WEND_ELEMENT_NONE);
            continue;
        }
        const wend_element_link *old = &s->links[i];
        require(same_element(&s->elements[i], &boundary->elements.data[i]));
        require(link->next == old->next && link->previous == old->previous &&
                link->start == old->start && link->end == old->end && link->wall == old->wall &&
                link->site == old->site && link->sibling == old->sibling &&
                link->kind == old->kind && link->bend == old->bend);
    }
    for (uint32_t i = 0; i < boundary->sites.count; ++i) {
        const wend_site *site = &boundary->sites.data[i];
        wend_site none = {0}, old = i < s->site_count ? s->sites[i] : none;
        require(wend_site_id_equal(site->id, old.id));
        if (!wend_site_id_is_null(old.id))
            require(site->element == old.element && site->hidden == old.hidden &&
                    site->point_count == old.point_count && site->radius == old.radius &&
                    wend_equal(site->position, old.position) &&
                    wend_id_valid(&boundary->ids, site->id.raw));
    }
}

// ---- random edits -------------------------------------------------------------------------------

static wend_vec2 random_place(const plan *p, wend_random *random)
{
    wend_vec2 place = {wend_random_between(random, -2, 14), wend_random_between(random, -2, 14)};
    switch (wend_random_below(random, 5)) {
    case 0: // on the lattice, as most corners are
        return (wend_vec2){round(place.x), round(place.y)};
    case 1: // on a line of it
        return (wend_vec2){round(place.x), place.y};
    case 2: // at another agent, or all but there
        if (p->agent_count > 0) {
            place = p->agents[wend_random_below(random, p->agent_count)];
            place.x += wend_random_between(random, -1, 1) * 1e-9;
        }
        return place;
    default:
        return place;
    }
}

// Edits the plan and, in the same way, the border; false if that was refused, as it must.
typedef wend_result edit_fn(wend_boundary *boundary, plan *p, wend_random *random);

static wend_result insert_obstacle(wend_boundary *boundary, plan *p, wend_random *random)
{
    if (p->scene.shape_count == MAX_SHAPES)
        return WEND_OK;
    add_obstacle(p, random);
    uint32_t last = p->scene.shape_count - 1;
    return wend_boundary_insert(boundary, &p->scene.shapes[last], 0, &p->ids[last], NULL);
}

static wend_result remove_obstacle(wend_boundary *boundary, plan *p, wend_random *random)
{
    if (p->scene.shape_count == 0)
        return WEND_OK;
    uint32_t number = wend_random_below(random, p->scene.shape_count);
    wend_site_id id = p->ids[number];
    drop_shape(p, number);
    return wend_boundary_remove(boundary, id, NULL);
}

static wend_result move_obstacle(wend_boundary *boundary, plan *p, wend_random *random)
{
    if (p->scene.shape_count == 0)
        return WEND_OK;
    uint32_t number = wend_random_below(random, p->scene.shape_count);
    wend_site_id id = p->ids[number];
    if (wend_random_below(random, 2) == 0) { // another shape
        drop_shape(p, number);
        add_obstacle(p, random);
    } else { // the same, elsewhere
        static scene old;
        copy_scene(&old, &p->scene);
        double x = grid(random, 4) - 2, y = grid(random, 4) - 2;
        const wend_shape *shape = &old.shapes[number];
        drop_shape(p, number);
        wend_shape *moved = add_shape(&p->scene, shape->points, shape->point_count);
        uint32_t last = p->scene.shape_count - 1;
        moved->ring_count = shape->ring_count;
        memcpy(p->scene.ring_ends[last], shape->ring_ends, sizeof p->scene.ring_ends[last]);
        for (uint32_t i = 0; i < moved->point_count; ++i)
            p->scene.points[last][i] = (wend_vec2){shape->points[i].x + x, shape->points[i].y + y};
    }
    uint32_t last = p->scene.shape_count - 1;
    p->ids[last] = id;
    if (p->scene.shapes[last].point_count == 1) // a point of the floor becomes an agent
        return WEND_BAD_ARGUMENT;
    return wend_boundary_move(boundary, id, &p->scene.shapes[last], 0, NULL);
}

static wend_result add_agent(wend_boundary *boundary, plan *p, wend_random *random)
{
    if (p->agent_count == MAX_AGENTS)
        return WEND_OK;
    wend_vec2 place = random_place(p, random);
    p->agents[p->agent_count] = place;
    wend_shape shape = {.points = &place, .point_count = 1};
    return wend_boundary_insert(boundary, &shape, 0.25, &p->agent_ids[p->agent_count++], NULL);
}

static wend_result remove_agent(wend_boundary *boundary, plan *p, wend_random *random)
{
    if (p->agent_count == 0)
        return WEND_OK;
    uint32_t number = wend_random_below(random, p->agent_count--);
    wend_site_id id = p->agent_ids[number];
    p->agents[number] = p->agents[p->agent_count];
    p->agent_ids[number] = p->agent_ids[p->agent_count];
    return wend_boundary_remove(boundary, id, NULL);
}

static wend_result move_agent(wend_boundary *boundary, plan *p, wend_random *random)
{
    if (p->agent_count == 0)
        return WEND_OK;
    uint32_t number = wend_random_below(random, p->agent_count);
    wend_vec2 place = random_place(p, random), old = p->agents[number];
    if (wend_random_below(random, 2) == 0)
        place = (wend_vec2){old.x + wend_random_between(random, -0.3, 0.3),
                            old.y + wend_random_between(random, -0.3, 0.3)};
    p->agents[number] = place;
    wend_shape shape = {.points = &place, .point_count = 1};
    return wend_boundary_move(boundary, p->agent_ids[number], &shape, 0.25, NULL);
}

static wend_result edit(wend_boundary *boundary, plan *p, wend_random *random)
{
    static edit_fn *const edits[] = {insert_obstacle, insert_obstacle, remove_obstacle,
                                     move_obstacle,   add_agent,       add_agent,
                                     remove_agent,    move_agent,      move_agent};
    return edits[wend_random_below(random, COUNT(edits))](boundary, p, random);
}

// One edit, judged by a fresh border.
static void edit_and_compare(wend_boundary *boundary, plan *p, wend_random *random)
{
    static plan old;
    copy_plan(&old, p);
    wend_result result = edit(boundary, p, random);
    if (result == WEND_BAD_ARGUMENT) { // not an edit
        copy_plan(p, &old);
        return;
    }
    wend_boundary fresh;
    bool sound = make_fresh(&fresh, p);
    if (sound != (result == WEND_OK) || (sound && !same_border(boundary, &fresh))) {
        print_plan(&old);
        print_plan(p);
        fail_msg("seed %u: the edit's result is %s", (unsigned)scene_seed,
                 wend_result_name(result));
    }
    assert_checked(boundary);
    if (sound)
        wend_boundary_free(&fresh);
    else
        copy_plan(p, &old);
}

static void start(wend_boundary *boundary, plan *p, wend_random *random)
{
    static findings found;
    do {
        memset(p, 0, sizeof *p);
        set_box_bounds(&p->scene, -3, -3, 15, 15);
        for (uint32_t i = wend_random_below(random, 5); i > 0; --i)
            add_random_shape(&p->scene, random, 8);
        find_flaws(&p->scene, &found);
    } while (found.count > 0);
    assert_true(make_fresh(boundary, p));
    for (uint32_t i = 0; i < p->scene.shape_count; ++i)
        p->ids[i] = (wend_site_id){wend_id_of_slot(&boundary->ids, i)};
}

static void run_edits(uint64_t seed, int rounds)
{
    static plan p, settled;
    static snapshot before;
    scene_seed = seed;
    wend_random random = wend_random_stream(seed, 62);
    wend_boundary boundary;
    start(&boundary, &p, &random);
    for (int round = 0; round < rounds; ++round) {
        copy_plan(&settled, &p);
        take_snapshot(&before, &boundary);
        for (uint32_t i = wend_random_below(&random, 4); i > 0; --i)
            edit_and_compare(&boundary, &p, &random);
        assert_told(&before, &boundary);
        if (wend_random_below(&random, 4) == 0) {
            wend_boundary_undo(&boundary);
            assert_unchanged(&before, &boundary);
            assert_checked(&boundary);
            copy_plan(&p, &settled);
        } else {
            wend_boundary_settle(&boundary);
        }
    }
    wend_boundary_free(&boundary);
}

static void test_random_edits(void **state)
{
    (void)state;
    uint64_t seeds = long_tier() ? 5000 : 200;
    for (uint64_t seed = 0; seed < seeds; ++seed)
        run_edits(seed, 40);
}

// ---- growing ------------------------------------------------------------------------------------

// Far more agents than the grid was made for: it is made anew, and long walls are cut.
static void test_growth(void **state)
{
    (void)state;
    static plan p;
    memset(&p, 0, sizeof p);
    set_box_bounds(&p.scene, 0, 0, 100, 100);
    add_segment(&p.scene, 10, 50, 90, 51);
    add_segment(&p.scene, 20, 20, 80, 20);
    add_box(&p.scene, 20, 20, 80, 30);     // the wall is the segment's
    add_segment(&p.scene, 20, 30, 80, 30); // it has no side of its own
    wend_boundary boundary;
    assert_true(make_fresh(&boundary, &p));
    uint32_t columns = boundary.grid.columns;
    wend_random random = wend_random_stream(1, 63);
    static wend_site_id ids[2000];
    for (int i = 0; i < 2000; ++i) {
        wend_vec2 place = {wend_random_between(&random, 0, 100),
                           wend_random_between(&random, 0, 100)};
        while (!insert_agent(&boundary, place, &ids[i])) // inside of the box
            place.y += 7;
        if (i == 1000)
            wend_boundary_settle(&boundary);
    }
    assert_checked(&boundary);
    assert_true(boundary.grid.columns > 2 * columns);
    for (int i = 1001; i < 2000; ++i)
        assert_int_equal(wend_boundary_remove(&boundary, ids[i], NULL), WEND_OK);
    assert_checked(&boundary);
    assert_true(boundary.sites.data[3].hidden);
    wend_boundary_undo(&boundary);
    assert_checked(&boundary);
    size_t points = 0;
    for (size_t i = 0; i < boundary.links.count; ++i)
        points += boundary.links.data[i].kind == WEND_ELEMENT_POINT;
    assert_true(points > 990 && points <= 1001);
    wend_boundary_free(&boundary);
}

// ---- words --------------------------------------------------------------------------------------

static void test_refusals(void **state)
{
    (void)state;
    static plan p;
    memset(&p, 0, sizeof p);
    set_box_bounds(&p.scene, 0, 0, 20, 20);
    add_box(&p.scene, 5, 5, 10, 10);
    wend_boundary boundary;
    assert_true(make_fresh(&boundary, &p));
    const wend_vec2 inside[] = {{6, 6}, {7, 6}, {7, 7}}, out[] = {{30, 30}, {31, 30}};
    const wend_vec2 around[] = {{4, 4}, {11, 4}, {11, 11}, {4, 11}}, no_place[] = {{NAN, 1}};
    const wend_vec2 cross[] = {{4, 6}, {6, 6.5}}, near[] = {{1, 1}, {5 - 1e-9, 7}};
    const wend_vec2 in_it[] = {{6, 6}}, spike[] = {{1, 1}, {2, 1}, {3, 1}};
    const wend_shape shapes[] = {{inside, NULL, 0, 3},   {out, NULL, 0, 2},   {around, NULL, 0, 4},
                                 {no_place, NULL, 0, 1}, {cross, NULL, 0, 2}, {near, NULL, 0, 2},
                                 {in_it, NULL, 0, 1},    {spike, NULL, 0, 3}};
    wend_site_id id;
    for (size_t i = 0; i < COUNT(shapes); ++i) {
        wend_error error = {0};
        assert_int_equal(wend_boundary_insert(&boundary, &shapes[i], 0, &id, &error),
                         WEND_INVALID_GEOMETRY);
        assert_true(wend_site_id_is_null(id) && error.text[0]);
    }
    const wend_vec2 fine[] = {{1, 1}, {2, 2}};
    const wend_shape shape = {fine, NULL, 0, 2}, empty = {0};
    wend_error error;
    assert_int_equal(wend_boundary_insert(&boundary, &empty, 0, &id, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_boundary_insert(&boundary, &shape, -1, &id, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_boundary_insert(&boundary, &shape, 0, &id, &error), WEND_OK);
    wend_site_id bounds = {wend_id_of_slot(&boundary.ids, boundary.bounds_slot)};
    assert_int_equal(wend_boundary_remove(&boundary, bounds, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_boundary_remove(&boundary, id, &error), WEND_OK);
    assert_int_equal(wend_boundary_remove(&boundary, id, &error), WEND_STALE); // not settled yet
    wend_boundary_settle(&boundary);
    assert_int_equal(wend_boundary_move(&boundary, id, &shape, 0, &error), WEND_STALE);
    wend_boundary_free(&boundary);
}

// ---- memory -------------------------------------------------------------------------------------

// An edit that runs out of memory changes nothing.
static void test_memory(void **state)
{
    (void)state;
    static plan p, old;
    static snapshot before;
    for (uint64_t seed = 0; seed < (long_tier() ? 300 : 20); ++seed) {
        scene_seed = seed;
        wend_random random = wend_random_stream(seed, 64);
        failing_allocator memory = {0};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_boundary made, boundary = {0};
        start(&made, &p, &random);
        assert_true(wend_boundary_copy(&boundary, &made, &allocator));
        wend_boundary_free(&made);
        for (int round = 0; round < 12; ++round) {
            wend_random again = random;
            wend_result result = WEND_OUT_OF_MEMORY;
            copy_plan(&old, &p);
            take_snapshot(&before, &boundary);
            for (size_t k = 1; result == WEND_OUT_OF_MEMORY; ++k) {
                random = again;
                copy_plan(&p, &old);
                memory.fail_at = memory.calls + k;
                result = edit(&boundary, &p, &random);
                memory.fail_at = 0;
                if (result != WEND_OK)
                    assert_unchanged(&before, &boundary);
                assert_checked(&boundary);
            }
            if (result != WEND_OK)
                copy_plan(&p, &old);
            wend_boundary_settle(&boundary);
        }
        wend_boundary_free(&boundary);
        assert_int_equal(memory.bytes, 0);
    }
}

// Agents that walk take no memory once it is there.
static void test_warm(void **state)
{
    (void)state;
    static plan p;
    memset(&p, 0, sizeof p);
    set_box_bounds(&p.scene, 0, 0, 20, 20);
    add_box(&p.scene, 5, 5, 10, 10);
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_boundary made, boundary = {0};
    assert_true(make_fresh(&made, &p));
    assert_true(wend_boundary_copy(&boundary, &made, &allocator));
    wend_boundary_free(&made);
    wend_site_id ids[10];
    for (int i = 0; i < 10; ++i)
        assert_true(insert_agent(&boundary, (wend_vec2){1 + 1.5 * i, 2}, &ids[i]));
    size_t calls = 0;
    for (int step = 0; step < 200; ++step) {
        if (step == 100)
            calls = memory.calls;
        for (int i = 0; i < 10; ++i) {
            wend_vec2 place = {1 + 1.5 * i + 0.01 * (step % 100), 2 + 0.02 * (step % 100)};
            wend_shape shape = {.points = &place, .point_count = 1};
            assert_int_equal(wend_boundary_move(&boundary, ids[i], &shape, 0.25, NULL), WEND_OK);
        }
        wend_boundary_settle(&boundary);
    }
    assert_int_equal(memory.calls, calls);
    wend_boundary_free(&boundary);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_edits), cmocka_unit_test(test_growth),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_memory),
        cmocka_unit_test(test_warm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
