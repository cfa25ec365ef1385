// SPDX-License-Identifier: MIT
// The wave: windows propagate from triangle to triangle in the order of distance, as in the exact
// geodesic algorithms (J. Chen and Y. Han 1990; S.-Q. Xin and G.-J. Wang 2009), and update the
// distances of corners.
//
// The side of a ray on which a corner lies is decided exactly, so two windows that separate at a
// corner leave no gap between them.
#include "map/entry.h"

#include "geometry/predicates.h"

#include <string.h>

// ---- queue --------------------------------------------------------------------------------------

/// Maximum index of buckets: more distant entries are not ordered.
#define MAX_BUCKETS 0x1p62

static uint64_t bucket_of(const wend_map_queue *queue, double key)
{
    double position = key * queue->per_metre;
    uint64_t bucket = (uint64_t)(position < MAX_BUCKETS ? position : MAX_BUCKETS);
    return bucket > queue->now ? bucket : queue->now;
}

static uint32_t *head_of(wend_map_queue *queue, uint64_t bucket)
{
    return &queue->heads[bucket % WEND_MAP_BUCKETS];
}

static void clear_queue(wend_map_queue *queue)
{
    queue->entries.count = 0;
    queue->spare = queue->later = WEND_NONE;
    queue->waiting = 0;
    queue->now = 0;
    memset(queue->heads, 0xff, sizeof queue->heads); // WEND_NONE
}

/// An entry to be filled; NULL: out of memory.
static wend_map_entry *acquire_entry(wend_map *map)
{
    wend_map_queue *queue = &map->queue;
    if (queue->spare == WEND_NONE) {
        if (queue->entries.count == queue->entries.capacity &&
            !wend_array_reserve(&queue->entries, &map->allocator, 1)) {
            map->starved = true;
            return NULL;
        }
        queue->entries.data[queue->entries.count].next = WEND_NONE;
        queue->spare = (uint32_t)queue->entries.count++;
    }
    return &queue->entries.data[queue->spare];
}

/// Adds the last acquired entry to its bucket.
static void add_entry(wend_map_queue *queue)
{
    uint32_t at = queue->spare;
    wend_map_entry *entry = &queue->entries.data[at];
    uint32_t *head = head_of(queue, bucket_of(queue, entry->key));
    queue->spare = entry->next;
    entry->next = *head;
    *head = at;
    ++queue->waiting;
}

/// Removes an entry of the current bucket, to be released; WEND_NONE: there is none.
static uint32_t acquire(wend_map_queue *queue)
{
    uint32_t *head = head_of(queue, queue->now);
    while (*head != WEND_NONE) {
        uint32_t at = *head;
        wend_map_entry *first = &queue->entries.data[at];
        *head = first->next;
        if (bucket_of(queue, first->key) == queue->now) {
            --queue->waiting;
            return at;
        }
        first->next = queue->later;
        queue->later = at;
    }
    return WEND_NONE;
}

static void release(wend_map_queue *queue, uint32_t at)
{
    queue->entries.data[at].next = queue->spare;
    queue->spare = at;
}

static uint64_t earliest(const wend_map_queue *queue)
{
    uint64_t bucket = UINT64_MAX;
    for (uint32_t i = 0; i < WEND_MAP_BUCKETS; ++i)
        for (uint32_t at = queue->heads[i]; at != WEND_NONE; at = queue->entries.data[at].next) {
            uint64_t own = bucket_of(queue, queue->entries.data[at].key);
            bucket = own < bucket ? own : bucket;
        }
    return bucket;
}

/// True if the current bucket is not empty, not only later ones with the same slot.
static bool has_any(wend_map_queue *queue)
{
    uint32_t at = *head_of(queue, queue->now);
    while (at != WEND_NONE && bucket_of(queue, queue->entries.data[at].key) != queue->now)
        at = queue->entries.data[at].next;
    return at != WEND_NONE;
}

/// Advances to the next bucket that is not empty, or that a corner waits for; `limit` is the first
/// corner's.
static void advance(wend_map_queue *queue, uint64_t limit)
{
    *head_of(queue, queue->now) = queue->later;
    queue->later = WEND_NONE;
    for (uint32_t i = 0; i < WEND_MAP_BUCKETS; ++i) {
        ++queue->now;
        if (queue->now == limit || has_any(queue))
            return;
    }
    uint64_t next = queue->waiting > 0 ? earliest(queue) : UINT64_MAX;
    queue->now = next < limit ? next : limit;
}

// ---- corners ------------------------------------------------------------------------------------

/// Sums of rounded lengths that differ by no more than this fraction belong to equal paths.
#define TIE_SHARE 0x1p-49

/// True if a corner is to take a new distance. Of equal paths the one with fewer turns is kept:
/// along collinear walls there are many. A corner that is already a root is opened again only where
/// the order of distance is broken, in updates and by bodies that are rounded down, and only if it
/// is nearer by more than rounding.
static bool is_nearer(const wend_map *map, const wend_corner *corner, double distance,
                      uint32_t root)
{
    if (corner->root != WEND_MAP_NONE)
        return (map->updating || map->bodies.def) &&
               distance < corner->distance - wend_map_slack(map, distance);
    double tie = TIE_SHARE * distance;
    if (!(distance <= corner->distance + tie))
        return false;
    return distance < corner->distance - tie || corner->parent == WEND_MAP_NONE ||
           map->roots.data[root].distance < map->roots.data[corner->parent].distance;
}

bool wend_wave_update(wend_map *map, uint32_t spoke, double distance, uint32_t root)
{
    uint32_t number = map->corner_of.data[spoke];
    wend_corner *corner = &map->corners.data[number];
    if (!is_nearer(map, corner, distance, root))
        return false;
    corner->distance = distance;
    corner->parent = root;
    corner->via = spoke / 3;
    if (map->bodies.def && wend_bodies_visit(map, number, root))
        return true;
    if (corner->turns)
        wend_heap_push(&map->heap, number, distance);
    return true;
}

void wend_wave_visit(wend_map *map, uint32_t spoke, double distance, uint32_t root)
{
    if (wend_wave_update(map, spoke, distance, root) && wend_map_has_tolls(map))
        wend_tolls_update(map, map->corner_of.data[spoke]);
}

uint32_t wend_wave_add_root(wend_map *map, wend_map_root root, uint32_t corner)
{
    if (map->spare_roots.count > 0) {
        uint32_t number = map->spare_roots.data[--map->spare_roots.count];
        map->roots.data[number] = root;
        map->corner_of_root.data[number] = corner;
        return number;
    }
    if (!wend_array_reserve(&map->roots, &map->allocator, 1) ||
        !wend_array_reserve(&map->corner_of_root, &map->allocator, 1)) {
        map->starved = true;
        return WEND_MAP_NONE;
    }
    map->roots.data[map->roots.count] = root;
    map->corner_of_root.data[map->corner_of_root.count++] = corner;
    return (uint32_t)map->roots.count++;
}

// ---- windows ------------------------------------------------------------------------------------

static void record(wend_map *map, const wend_map_window *window, wend_map_span span)
{
    if (map->log.count == map->log.capacity || map->spans.count == map->spans.capacity)
        if (!wend_array_reserve(&map->log, &map->allocator, 1) ||
            !wend_array_reserve(&map->spans, &map->allocator, 1)) {
            map->starved = true;
            return;
        }
    map->log.data[map->log.count++] = *window;
    map->spans.data[map->spans.count++] = span;
}

void wend_wave_cross(wend_map *map, const wend_map_window *window, uint32_t exit)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_map_entry *entry = acquire_entry(map);
    if (!entry)
        return;
    entry->window = *window;
    entry->window.edge = wend_twin(mesh, exit) | (window->edge & WEND_WINDOW_SEGMENT);
    wend_entry_measure(map, entry);
    if (wend_entry_holds(map, entry))
        add_entry(&map->queue);
}

void wend_wave_send(wend_map *map, const wend_map_window *window, uint32_t exit)
{
    if (!wend_is_closed(map->lookup.mesh, exit))
        wend_wave_cross(map, window, exit);
    else if (map->bodies.def)
        wend_bodies_meet(map, window, exit);
    else if (wend_map_has_tolls(map))
        wend_tolls_pass(map, window, exit);
}

void wend_wave_record(wend_map *map, const wend_map_window *window)
{
    wend_map_window started = *window;
    started.edge |= WEND_WINDOW_STARTS;
    record(map, &started, (wend_map_span){0, 0});
}

/// A window of a point visits the corner opposite to its edge, and continues on either side of it.
static void pass_point(wend_map *map, const wend_map_window *window, uint32_t only)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t h = wend_window_edge(window), right_exit = wend_next(h), left_exit = wend_prev(h);
    wend_vec2 corner = wend_at(mesh, wend_origin(mesh, left_exit));
    int left = wend_orient2d_fast(window->origin, window->left, corner);
    int right = left > 0 ? 1 : wend_orient2d_fast(window->origin, window->right, corner);
    if (left <= 0 && right >= 0 && only == WEND_NONE)
        wend_wave_visit(map, left_exit, window->base + wend_distance(window->origin, corner),
                        window->root);
    wend_map_window part = *window;
    if (left < 0 && only != right_exit) {
        part.right = right >= 0 ? corner : window->right;
        wend_wave_send(map, &part, left_exit);
        part.right = window->right;
    }
    if (right > 0 && only != left_exit) {
        part.left = left <= 0 ? corner : window->left;
        wend_wave_send(map, &part, right_exit);
    }
}

/// The same for the window of a segment.
static void pass_segment(wend_map *map, const wend_map_window *window, uint32_t only)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t h = wend_window_edge(window), right_exit = wend_next(h), left_exit = wend_prev(h);
    wend_vec2 corner = wend_at(mesh, wend_origin(mesh, left_exit));
    double projection = wend_window_projection(window, corner);
    if (projection >= window->from && projection <= window->to && only == WEND_NONE)
        wend_wave_visit(map, left_exit, window->base + wend_window_height(window, corner),
                        window->root);
    wend_map_window part = *window;
    if (projection > window->from && only != right_exit) {
        part.to = projection < window->to ? projection : window->to;
        wend_wave_send(map, &part, left_exit);
        part.to = window->to;
    }
    if (projection < window->to && only != left_exit) {
        part.from = projection > window->from ? projection : window->from;
        wend_wave_send(map, &part, right_exit);
    }
}

void wend_wave_pass(wend_map *map, const wend_map_window *window, uint32_t only)
{
    if (wend_window_is_segment(window))
        pass_segment(map, window, only);
    else
        pass_point(map, window, only);
}

/// A window enters its triangle. Memory for the two that it may become is reserved.
static void enter(wend_map *map, wend_map_entry *entry)
{
    const wend_mesh *mesh = map->lookup.mesh;
    if (!wend_entry_holds(map, entry) || !wend_entry_trim(map, entry))
        return;
    uint32_t h = wend_window_edge(&entry->window);
    if (map->updating && map->states.data[h / 3] == WEND_STATE_CLEAN &&
        !wend_map_is_news(map, entry))
        return;
    uint32_t number = wend_map_edge_of(mesh, h);
    wend_map_edge *edge = &map->edges.data[number];
    edge->recent[1] = edge->recent[0];
    edge->recent[0] = (uint32_t)map->log.count;
    wend_map_span span = {entry->lo + entry->shy_lo, entry->hi - entry->shy_hi};
    if (number != h)
        span = (wend_map_span){edge->length - span.to, edge->length - span.from};
    record(map, &entry->window, span);
    ++map->size.steps;
    wend_wave_pass(map, &entry->window, WEND_NONE);
}

// ---- wave ---------------------------------------------------------------------------------------

void wend_wave_begin(wend_map *map)
{
    clear_queue(&map->queue);
    wend_heap_clear(&map->heap);
    map->log.count = map->spans.count = 0;
    map->starved = false;
    map->size.steps = 0;
}

/// Items of the heap are corners and, after these, bodies.
static void open_item(wend_map *map, uint32_t item)
{
    if (item < map->corners.count)
        wend_map_open_corner(map, item);
    else
        wend_bodies_open(map, item - (uint32_t)map->corners.count);
}

bool wend_wave_run(wend_map *map)
{
    wend_map_queue *queue = &map->queue;
    while (!map->starved) {
        for (uint32_t at; !map->starved && (at = acquire(queue)) != WEND_NONE; release(queue, at))
            if (wend_array_reserve(&queue->entries, &map->allocator, 2))
                enter(map, &queue->entries.data[at]);
            else
                map->starved = true;
        uint64_t corner = wend_heap_empty(&map->heap)
                              ? UINT64_MAX
                              : bucket_of(queue, map->heap.entries.data[0].key);
        if (corner == queue->now)
            open_item(map, wend_heap_pop(&map->heap).item);
        else if (queue->waiting > 0 || corner != UINT64_MAX)
            advance(queue, corner);
        else
            break;
    }
    return !map->starved;
}
