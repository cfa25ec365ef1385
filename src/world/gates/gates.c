// SPDX-License-Identifier: MIT
// The gates of a world: finding them, a grid for those near a point; free, copy, hash.
#include "world/gates/gates.h"

#include "core/memory.h"
#include "wend/geometry.h"
#include "wend/vec2.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

/// Most cells of the grid, for each gate and in addition.
enum { CELLS_PER_GATE = 16, MORE_CELLS = 256 };

// ---- grid ---------------------------------------------------------------------------------------

/// The area from which a gate's agents come.
static wend_box area_of(const wend_world_gates *gates, const wend_passage *gate)
{
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < gate->point_count; ++i)
        box = wend_box_add(box, gates->points.data[gate->first_point + i].at);
    for (int m = 0; m < 2; ++m)
        box = wend_box_add(wend_box_add(box, gate->mouths[m].left), gate->mouths[m].right);
    double far = WEND_GATE_REACH * gates->radius;
    return (wend_box){{box.min.x - far, box.min.y - far}, {box.max.x + far, box.max.y + far}};
}

typedef struct cell_range {
    uint32_t left, right, low, high;
} cell_range;

static uint32_t line_of(double x, double per_cell, uint32_t count)
{
    double line = floor(x * per_cell);
    return line > 0 ? line < count ? (uint32_t)line : count - 1 : 0;
}

static cell_range range_of(const wend_world_gates *gates, wend_box box)
{
    wend_vec2 from = gates->box.min;
    return (cell_range){line_of(box.min.x - from.x, gates->per_cell, gates->columns),
                        line_of(box.max.x - from.x, gates->per_cell, gates->columns),
                        line_of(box.min.y - from.y, gates->per_cell, gates->rows),
                        line_of(box.max.y - from.y, gates->per_cell, gates->rows)};
}

/// Counts the gates of each cell (add false), or adds them from the last to the first.
static void fill_cells(wend_world_gates *gates, bool add)
{
    for (uint32_t i = (uint32_t)gates->gates.count; i-- > 0;) {
        cell_range range = range_of(gates, area_of(gates, &gates->gates.data[i]));
        for (uint32_t row = range.low; row <= range.high; ++row)
            for (uint32_t column = range.left; column <= range.right; ++column) {
                uint32_t *start = &gates->starts.data[row * gates->columns + column];
                if (add)
                    gates->items.data[--*start] = i;
                else
                    ++*start;
            }
    }
}

static bool make_grid(wend_world_gates *gates, const wend_allocator *allocator)
{
    gates->box = wend_box_empty();
    gates->starts.count = gates->items.count = gates->columns = gates->rows = 0;
    if (gates->gates.count == 0)
        return true;
    for (size_t i = 0; i < gates->gates.count; ++i)
        gates->box = wend_box_join(gates->box, area_of(gates, &gates->gates.data[i]));
    double width = gates->box.max.x - gates->box.min.x,
           height = gates->box.max.y - gates->box.min.y;
    double most = (double)(CELLS_PER_GATE * gates->gates.count + MORE_CELLS);
    double cell = fmax(WEND_GATE_REACH / 2 * gates->radius, sqrt(width * height / most));
    gates->per_cell = 1 / cell;
    gates->columns = (uint32_t)(width * gates->per_cell) + 1;
    gates->rows = (uint32_t)(height * gates->per_cell) + 1;
    size_t cells = (size_t)gates->columns * gates->rows;
    if (!wend_array_reserve(&gates->starts, allocator, cells + 1))
        return false;
    memset(gates->starts.data, 0, (cells + 1) * sizeof *gates->starts.data);
    gates->starts.count = cells + 1;
    fill_cells(gates, false);
    uint32_t total = 0;
    for (size_t i = 0; i < cells; ++i)
        gates->starts.data[i] = total += gates->starts.data[i];
    gates->starts.data[cells] = total;
    if (!wend_array_reserve(&gates->items, allocator, total))
        return false;
    gates->items.count = total;
    fill_cells(gates, true);
    return true;
}

wend_gate_list wend_gates_near(const wend_world_gates *gates, wend_vec2 p)
{
    if (gates->columns == 0 || wend_box_distance(gates->box, p) > 0)
        return (wend_gate_list){NULL, NULL};
    cell_range range = range_of(gates, (wend_box){p, p});
    const uint32_t *start = gates->starts.data + (size_t)range.low * gates->columns + range.left;
    return (wend_gate_list){gates->items.data + start[0], gates->items.data + start[1]};
}

wend_gate_axis wend_gates_axis(const wend_world_gates *gates, const wend_passage *gate, wend_vec2 p)
{
    const wend_passage_point *points = gates->points.data + gate->first_point;
    wend_vec2 in = wend_scale(gate->mouths[0].out, -1);
    wend_gate_axis axis = {.distance = INFINITY};
    uint32_t last = gate->point_count - 1;
    for (uint32_t i = 0; i < last; ++i) {
        wend_vec2 by = wend_sub(points[i + 1].at, points[i].at);
        wend_vec2 at = wend_segment_closest((wend_segment){points[i].at, points[i + 1].at}, p);
        double distance = wend_distance(at, p), length = wend_length(by);
        if (distance >= axis.distance)
            continue;
        axis = (wend_gate_axis){.at = at,
                                .distance = distance,
                                .radius = fmax(points[i].radius, points[i + 1].radius),
                                .along = length > 0 ? wend_scale(by, 1 / length) : in};
    }
    for (int m = 0; m < 2; ++m)
        if (wend_equal(axis.at, points[m * last].at))
            axis.out = fmax(axis.out, wend_dot(gate->mouths[m].out, wend_sub(p, axis.at)));
    return axis;
}

// ---- finding ------------------------------------------------------------------------------------

/// Mean and largest radius of the agents.
static void find_radii(const wend_crowd *crowd, double *mean, double *most)
{
    double sum = 0;
    uint32_t count = 0;
    *most = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        if (crowd->bodies[i].radius >= 0) {
            sum += crowd->bodies[i].radius;
            *most = fmax(*most, crowd->bodies[i].radius);
            ++count;
        }
    *mean = count > 0 ? sum / count : 0;
}

static wend_result find_on(const wend_world *world, double width, const wend_shape_list *list,
                           wend_passages *found)
{
    wend_floor *floor;
    wend_voronoi *walls;
    wend_result result =
        wend_obstacles_floor_of(&world->obstacles, list, &world->allocator, &floor);
    if (result != WEND_OK)
        return result;
    wend_voronoi_def def = wend_default_voronoi_def();
    def.frame = wend_mesh_box(world->obstacles.mesh);
    def.tasks = world->tasks;
    def.allocator = world->allocator;
    result = wend_voronoi_create(floor, &def, &walls, NULL);
    wend_floor_destroy(floor);
    if (result != WEND_OK)
        return result;
    result = wend_passages_find(walls, width, &world->allocator, found, NULL);
    wend_voronoi_destroy(walls);
    return result;
}

static bool keep(wend_world_gates *gates, const wend_passages *found,
                 const wend_allocator *allocator)
{
    gates->gates.count = gates->points.count = gates->rights.count = 0;
    if (!wend_array_reserve(&gates->gates, allocator, found->count) ||
        !wend_array_reserve(&gates->points, allocator, found->point_count) ||
        !wend_array_reserve(&gates->rights, allocator, found->count))
        return false;
    for (uint32_t i = 0; i < found->count; ++i) {
        gates->gates.data[gates->gates.count++] = found->list[i];
        gates->rights.data[gates->rights.count++] = (wend_gate_right){0};
    }
    for (uint32_t i = 0; i < found->point_count; ++i)
        gates->points.data[gates->points.count++] = found->points[i];
    return make_grid(gates, allocator);
}

void wend_gates_forget(wend_world *world)
{
    wend_world_gates *gates = &world->gates;
    gates->gates.count = gates->points.count = gates->rights.count = 0;
    gates->columns = gates->rows = 0;
    gates->known = gates->wanted = false;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        world->crowd.walkers[i].gate1 = 0;
}

bool wend_gates_make(wend_world *world)
{
    wend_world_gates *gates = &world->gates;
    double most;
    wend_shape_list list;
    wend_passages found = {.list = NULL};
    find_radii(&world->crowd, &gates->radius, &most);
    wend_result result = WEND_OUT_OF_MEMORY;
    if (most <= 0)
        return true;
    if (wend_obstacles_list(&world->obstacles, false, &world->allocator, &list))
        result = find_on(world, WEND_PASSAGE_RADII * most, &list, &found);
    wend_shape_list_free(&list, &world->allocator);
    wend_gates_forget(world);
    // Should the diagram refuse geometry that the mesh accepted, there are no gates.
    bool done = result != WEND_OUT_OF_MEMORY && keep(gates, &found, &world->allocator);
    wend_passages_free(&found);
    if (!done)
        wend_gates_forget(world);
    gates->wanted = true;
    gates->known = done;
    gates->version = world->obstacles.version;
    return done;
}

// ---- interface for the host ---------------------------------------------------------------------

uint32_t wend_world_gate_count(const wend_world *world)
{
    return (uint32_t)world->gates.gates.count;
}

wend_result wend_world_gate(const wend_world *world, uint32_t number, wend_world_gate_state *state,
                            wend_error *error)
{
    const wend_world_gates *gates = &world->gates;
    *state = (wend_world_gate_state){.direction = 0};
    if (number >= gates->gates.count)
        return wend_fail(error, WEND_BAD_ARGUMENT, "gate %u does not exist: there are %zu", number,
                         gates->gates.count);
    const wend_gate_right *right = &gates->rights.data[number];
    *state = (wend_world_gate_state){.passage = gates->gates.data[number],
                                     .direction = right->direction,
                                     .closing = right->closing,
                                     .changes = right->changes,
                                     .waited = right->waited};
    return WEND_OK;
}

const wend_passage_point *wend_world_gate_axis(const wend_world *world, uint32_t number)
{
    const wend_world_gates *gates = &world->gates;
    return number < gates->gates.count ? &gates->points.data[gates->gates.data[number].first_point]
                                       : NULL;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_gate_memory_free(wend_gate_memory *memory, const wend_allocator *allocator)
{
    wend_array_free(&memory->visits, allocator);
    wend_array_free(&memory->sides, allocator);
}

void wend_world_gates_free(wend_world_gates *gates, const wend_allocator *allocator)
{
    wend_array_free(&gates->gates, allocator);
    wend_array_free(&gates->points, allocator);
    wend_array_free(&gates->rights, allocator);
    wend_array_free(&gates->starts, allocator);
    wend_array_free(&gates->items, allocator);
    *gates = (wend_world_gates){.known = false};
}

bool wend_world_gates_copy(wend_world_gates *to, const wend_world_gates *from,
                           const wend_allocator *allocator)
{
    to->box = from->box;
    to->per_cell = from->per_cell;
    to->columns = from->columns;
    to->rows = from->rows;
    to->radius = from->radius;
    to->version = from->version;
    to->known = from->known;
    to->wanted = from->wanted;
    return wend_array_copy(&to->gates, &from->gates, allocator) &&
           wend_array_copy(&to->points, &from->points, allocator) &&
           wend_array_copy(&to->rights, &from->rights, allocator) &&
           wend_array_copy(&to->starts, &from->starts, allocator) &&
           wend_array_copy(&to->items, &from->items, allocator);
}

// Which gates there are follows from the walls and the agents when they were found.
void wend_world_gates_hash(const wend_world_gates *gates, wend_hash *hash)
{
    wend_hash_u64(hash,
                  (uint64_t)gates->gates.count << 2 | (uint64_t)gates->known << 1 | gates->wanted);
    wend_hash_u64(hash, gates->known ? gates->version : 0);
    wend_hash_double(hash, gates->known ? gates->radius : 0);
    for (size_t i = 0; i < gates->rights.count; ++i) {
        const wend_gate_right *right = &gates->rights.data[i];
        if (right->changes == 0 && right->direction == 0 && right->waited == 0 &&
            right->passed[0] == 0 && right->passed[1] == 0)
            continue;
        wend_hash_u64(hash, (uint64_t)i << 32 | right->changes);
        wend_hash_u64(hash, (uint64_t)right->direction << 1 | right->closing);
        wend_hash_doubles(hash, right->since, right->waited, right->passed[0], right->passed[1]);
    }
}
