// SPDX-License-Identifier: MIT
// Spatial index of points, segments and boxes: a bounding-box tree, built in bulk or updated in
// place. Results do not depend on the order of updates: of items at equal distances the smaller
// number is returned. Queries do not allocate.
#ifndef WEND_INDEX_H
#define WEND_INDEX_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_item_kind {
    WEND_ITEM_SEGMENT, ///< from a to b; a point if they are equal
    WEND_ITEM_BOX,     ///< filled box with the corners a (minimum) and b (maximum)
} wend_item_kind;

/// One item of the index.
typedef struct wend_item {
    wend_vec2 a, b; ///< [Limit: coordinates up to 1e150]
    wend_item_kind kind;
} wend_item;

/// A spatial index. Queries are const and may run in any number of threads concurrently.
typedef struct wend_index wend_index;

/// Creates an index of count items (0 is allowed); item i gets the number i. O(count log count). No
/// reference is retained. Returns WEND_BAD_ARGUMENT if an item is beyond its limits. allocator
/// [opt]. [Limit: count <= 2^30]
WEND_API wend_result wend_index_create(const wend_item *items, uint32_t count,
                                       const wend_allocator *allocator, wend_index **index,
                                       wend_error *error);

/// Destroys an index. NULL is allowed.
WEND_API void wend_index_destroy(wend_index *index);

/// Inserts an item; *number is the smallest unused number. O(log n). Returns WEND_BAD_ARGUMENT if
/// the item is beyond its limits.
WEND_API wend_result wend_index_insert(wend_index *index, wend_item item, uint32_t *number,
                                       wend_error *error);

/// Removes an item. O(log n). [Limit: number is in use]
WEND_API void wend_index_remove(wend_index *index, uint32_t number);

/// Replaces an item and keeps its number; cheap after small moves. Never fails: without memory only
/// the quality of the tree suffers. [Limit: number is in use, item within its limits]
WEND_API void wend_index_move(wend_index *index, uint32_t number, wend_item item);

/// Number of items.
WEND_API uint32_t wend_index_count(const wend_index *index);

/// The item with this number. [Limit: number is in use]
WEND_API wend_item wend_index_item(const wend_index *index, uint32_t number);

/// Bounding box of all items.
WEND_API wend_box wend_index_bounds(const wend_index *index);

/// No item.
#define WEND_NO_ITEM UINT32_MAX

/// Result of a query for one item.
typedef struct wend_near {
    uint32_t number; ///< WEND_NO_ITEM if there is none
    double distance; ///< distance to point; INFINITY if there is none [Units: m]
    wend_vec2 point; ///< the item's closest point, or where the ray hits it
} wend_near;

/// The item nearest to p within limit (INFINITY: any distance). Distances equal those of
/// wend_segment_distance and wend_box_distance to the bit.
WEND_API wend_near wend_index_nearest(const wend_index *index, wend_vec2 p, double limit);

/// The items within radius of p, sorted by number. Writes at most capacity numbers, the smallest
/// ones, and their total to *count. Returns WEND_BUFFER_TOO_SMALL if they do not all fit. numbers
/// may be NULL if capacity is 0.
WEND_API wend_result wend_index_within(const wend_index *index, wend_vec2 p, double radius,
                                       uint32_t *numbers, uint32_t capacity, uint32_t *count);

/// The items whose boxes intersect box, sorted by number; otherwise like wend_index_within.
WEND_API wend_result wend_index_in_box(const wend_index *index, wend_box box, uint32_t *numbers,
                                       uint32_t capacity, uint32_t *count);

/// The first item hit by the segment ray from a to b. Whether an item is hit is decided exactly;
/// the order is that of the rounded distances from a to the hit points (see wend_segments_meet). A
/// box is hit where the ray enters it, or at a if a is inside.
WEND_API wend_near wend_index_first_hit(const wend_index *index, wend_segment ray);

/// Calls visit for every item whose box intersects the bounding box of the segment ray, in
/// unspecified order, until visit returns false.
typedef bool wend_visit_fn(void *context, uint32_t number);
WEND_API void wend_index_along(const wend_index *index, wend_segment ray, wend_visit_fn *visit,
                               void *context);

/// WEND_OK if the tree is consistent: every item is in one leaf, and every box is the exact
/// bounding box of its children.
WEND_API wend_result wend_index_check(const wend_index *index, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
