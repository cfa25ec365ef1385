// SPDX-License-Identifier: MIT
// The gates of a mesh against a flood: behind a side lie the cells that can be reached through it
// without coming back to the cell that it belongs to.
#include "tests/oracle/ray.h"

typedef struct flood {
    bool *reached;
    uint32_t *list;
} flood;

// Marks all cells that can be reached from one without another.
static void spread(const wend_mesh *mesh, uint32_t from, uint32_t without, flood *f)
{
    uint32_t count = 0;
    memset(f->reached, 0, mesh->cell_limit * sizeof *f->reached);
    f->reached[from] = true;
    f->list[count++] = from;
    for (uint32_t i = 0; i < count; i++) {
        const wend_cell *cell = &mesh->cells[f->list[i]];
        for (uint32_t s = cell->first; s < cell->first + cell->count; s++) {
            uint32_t other = mesh->sides[s].cell;
            if (other == WEND_NONE || other == without || f->reached[other])
                continue;
            f->reached[other] = true;
            f->list[count++] = other;
        }
    }
}

static bool leads_to(wend_gate gate, uint32_t number)
{
    if (gate.from < gate.to)
        return gate.from <= number && number < gate.to;
    return number < gate.to || gate.from <= number;
}

static void check_gates(const wend_mesh *mesh, uint64_t seed)
{
    flood f = {calloc(mesh->cell_limit, sizeof *f.reached),
               calloc(mesh->cell_limit, sizeof *f.list)};
    assert_true(f.reached && f.list);
    wend_gates_prepare(mesh);
    for (uint32_t cell = 0; cell < mesh->cell_limit; cell++)
        for (uint32_t i = 0; i < mesh->cells[cell].count; i++) {
            uint32_t side = mesh->cells[cell].first + i;
            if (mesh->sides[side].cell == WEND_NONE)
                continue;
            spread(mesh, mesh->sides[side].cell, cell, &f);
            for (uint32_t other = 0; other < mesh->cell_limit; other++)
                if (mesh->cells[other].count > 0 && other != cell &&
                    mesh->cells[other].part == mesh->cells[cell].part &&
                    leads_to(mesh->gates[side], mesh->order[other]) != f.reached[other])
                    fail_msg("seed %llu: side %u of cell %u, cell %u", (unsigned long long)seed,
                             (unsigned)i, (unsigned)cell, (unsigned)other);
        }
    free(f.reached);
    free(f.list);
}

static void random_floors(void **state)
{
    (void)state;
    static plan p;
    for (uint64_t seed = 1; seed <= (long_tier() ? 2000 : 100); seed++) {
        plan_random(&p, seed);
        world w = make_world(&p);
        check_gates(w.mesh, seed);
        free_world(w);
    }
}

// Numbers of cells have holes after edits, and the gates are made anew.
static void after_edits(void **state)
{
    (void)state;
    static plan p;
    for (uint64_t seed = 1; seed <= (long_tier() ? 200 : 10); seed++) {
        wend_random random = wend_random_stream(seed, 7);
        plan_clear(&p, 8, true);
        plan_squares(&p, &random, 3);
        world w = make_world(&p);
        check_gates(w.mesh, seed);
        for (uint32_t i = 0; i < 20; i++) {
            wend_vec2 line[2] = {point_on_grid(&random, 8, 0), point_on_grid(&random, 8, 0)};
            wend_shape shape = {.points = line, .point_count = 2};
            wend_mesh_shape_id id;
            if (wend_mesh_insert(w.mesh, &shape, &id, NULL) != WEND_OK)
                continue;
            check_gates(w.mesh, seed);
            if (i % 2 == 0)
                assert_int_equal(wend_mesh_remove(w.mesh, id, NULL), WEND_OK);
            check_gates(w.mesh, seed);
        }
        free_world(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_floors),
        cmocka_unit_test(after_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
