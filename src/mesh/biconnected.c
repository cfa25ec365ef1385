// SPDX-License-Identifier: MIT
// Dead ends: some sides of a cell lead to a region that has no other border than that cell. A
// shortest path of a point enters it only if it ends there, because it never returns to a convex
// cell. In plans with many rooms most of the free space consists of such regions.
//
// These regions are the blocks of the graph of cells (Hopcroft and Tarjan, "Algorithm 447", 1973).
// A depth-first search makes a tree of the cells. If no cell of the tree below a child of cell a
// has a side to a cell above a, then the child's tree is such a region: it is cut off by a. Cells
// are numbered so that each tree is a range of numbers, and so is a together with what it cuts off.
//
//            a                numbers:  a  b...  c...  d...
//         /  |  \                          <-------->        cut off by a
//        b   c   d ---> above a
//
// The gates are built when a query first needs them after an edit, by one thread while the others
// wait, so that all queries on a mesh see the same.
#include "mesh/mesh.h"

#include <sched.h>

// State of the cells while the gates are built, in memory that is otherwise used only in edits.
typedef struct maker {
    wend_mesh *mesh;
    uint32_t *low; ///< [capacity] the first cell that the tree below has a side to; later whether
                   ///< the tree is cut off
    uint32_t *parent; ///< [capacity]
    uint32_t *size;   ///< [capacity] of the tree
} maker;

/// Numbers of a cell, stored in the gates of its sides until these are built.
enum {
    NEXT_SIDE = 0, ///< next side to visit; later the number for the next cut-off child's tree
    CUT_OFF = 1,   ///< cells cut off
    OTHERS = 2,    ///< the number for the next other child's tree
};

static uint32_t *note(const maker *m, uint32_t cell, uint32_t which)
{
    return &m->mesh->gates[m->mesh->cells[cell].first + which].from;
}

/// Enters a cell; visited cells are listed in the gates too.
static void enter(maker *m, uint32_t cell, uint32_t parent, uint32_t *time)
{
    m->mesh->gates[*time].to = cell;
    m->mesh->order[cell] = m->low[cell] = (*time)++;
    m->parent[cell] = parent;
    *note(m, cell, NEXT_SIDE) = *note(m, cell, CUT_OFF) = 0;
}

/// Leaves a cell when its whole tree has been visited. Returns its parent.
static uint32_t leave(maker *m, uint32_t cell, uint32_t time)
{
    uint32_t parent = m->parent[cell], *order = m->mesh->order;
    m->size[cell] = time - order[cell];
    if (parent == WEND_NONE)
        return parent;
    bool cut_off = m->low[cell] >= order[parent];
    if (m->low[cell] < m->low[parent])
        m->low[parent] = m->low[cell];
    m->low[cell] = cut_off;
    if (cut_off)
        *note(m, parent, CUT_OFF) += m->size[cell];
    return parent;
}

static void walk(maker *m, uint32_t root, uint32_t *time)
{
    const wend_mesh *mesh = m->mesh;
    uint32_t cell = root;
    enter(m, root, WEND_NONE, time);
    while (cell != WEND_NONE) {
        uint32_t *next = note(m, cell, NEXT_SIDE);
        if (*next == mesh->cells[cell].count) {
            cell = leave(m, cell, *time);
            continue;
        }
        uint32_t other = mesh->sides[mesh->cells[cell].first + (*next)++].cell;
        if (other == WEND_NONE)
            continue;
        if (mesh->order[other] == WEND_NONE) {
            enter(m, other, cell, time);
            cell = other;
        } else if (mesh->order[other] < m->low[cell]) {
            m->low[cell] = mesh->order[other];
        }
    }
}

/// Assigns a cell its final number: first those that its parent cuts off, then the others.
static void number(maker *m, uint32_t cell)
{
    uint32_t parent = m->parent[cell], *order = &m->mesh->order[cell];
    if (parent != WEND_NONE) {
        uint32_t *next = note(m, parent, m->low[cell] ? NEXT_SIDE : OTHERS);
        *order = *next;
        *next += m->size[cell];
    }
    *note(m, cell, NEXT_SIDE) = *order + 1;
    *note(m, cell, OTHERS) = *order + 1 + *note(m, cell, CUT_OFF);
}

/// The child of a cell whose tree contains the cell with that number.
static uint32_t child_above(const maker *m, uint32_t cell, uint32_t number)
{
    const wend_mesh *mesh = m->mesh;
    uint32_t i = mesh->cells[cell].first, child;
    do
        child = mesh->sides[i++].cell;
    while (child == WEND_NONE || m->parent[child] != cell || number < mesh->order[child] ||
           number >= mesh->order[child] + m->size[child]);
    return child;
}

static void set_gates(const maker *m, uint32_t cell)
{
    const wend_mesh *mesh = m->mesh;
    uint32_t first = mesh->cells[cell].first, own = mesh->order[cell];
    uint32_t end = own + 1 + *note(m, cell, CUT_OFF);
    for (uint32_t i = first; i < first + mesh->cells[cell].count; ++i) {
        uint32_t other = mesh->sides[i].cell;
        wend_gate gate = {end, own};
        if (other != WEND_NONE && mesh->order[other] > own && mesh->order[other] < end) {
            uint32_t child = child_above(m, cell, mesh->order[other]);
            gate = (wend_gate){mesh->order[child], mesh->order[child] + m->size[child]};
        }
        mesh->gates[i] = gate;
    }
}

static void make_gates(wend_mesh *mesh)
{
    maker m = {mesh, mesh->stack, mesh->stack + mesh->capacity,
               mesh->stack + 2 * (size_t)mesh->capacity};
    uint32_t time = 0;
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell)
        mesh->order[cell] = WEND_NONE;
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell)
        if (mesh->cells[cell].count > 0 && mesh->order[cell] == WEND_NONE)
            walk(&m, cell, &time);
    for (uint32_t i = 0; i < time; ++i)
        number(&m, mesh->gates[i].to);
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell)
        if (mesh->cells[cell].count > 0)
            set_gates(&m, cell);
}

void wend_gates_prepare(const wend_mesh *mesh)
{
    wend_mesh *cache = (wend_mesh *)mesh; // the gates are a cache, not part of the mesh
    uint64_t wanted = mesh->layout + 1;
    while (atomic_load_explicit(&cache->gated, memory_order_acquire) != wanted) {
        if (atomic_exchange_explicit(&cache->gating, true, memory_order_acquire)) {
            sched_yield();
            continue;
        }
        if (atomic_load_explicit(&cache->gated, memory_order_relaxed) != wanted) {
            make_gates(cache);
            atomic_store_explicit(&cache->gated, wanted, memory_order_release);
        }
        atomic_store_explicit(&cache->gating, false, memory_order_release);
    }
}
