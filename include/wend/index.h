// SPDX-License-Identifier: MIT
// A spatial index over points, segments and boxes: a tree of boxes that is built at once or changed
// in place. Answers do not depend on how the tree came to be: equal distances go to the smaller
// item. Queries take no memory.
#ifndef WEND_INDEX_H
#define WEND_INDEX_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_item_kind {
    WEND_ITEM_SEGMENT, ///< from a to b; a point where they are equal
    WEND_ITEM_BOX,     ///< the filled box with the corners a (least) and b (greatest)
} wend_item_kind;

/// One thing in the index.
typedef struct wend_item {
    wend_vec2 a, b; ///< [Limit: coordinates up to 1e150]
    wend_item_kind kind;
} wend_item;

/// A spatial index. Queries are const: any number of threads may ask at once.
typedef struct wend_index wend_index;

/// Makes an index of count items (0 is fine); item i gets the number i. O(count log count). No
/// reference is retained. allocator [opt]. [Limit: count <= 2^30] Items beyond their limits are
/// WEND_BAD_ARGUMENT.
WEND_API wend_result wend_index_create(const wend_item *items, uint32_t count,
                                       const wend_allocator *allocator, wend_index **index,
                                       wend_error *error);

/// NULL is allowed.
WEND_API void wend_index_destroy(wend_index *index);

/// Adds an item and says its number: the smallest one that is free. O(log n). An item beyond its
/// limits is WEND_BAD_ARGUMENT.
WEND_API wend_result wend_index_insert(wend_index *index, wend_item item, uint32_t *number,
                                       wend_error *error);

/// Removes an item. O(log n). [Limit: number is in use]
WEND_API void wend_index_remove(wend_index *index, uint32_t number);

/// Replaces an item, keeping its number; cheap when it moved little. Never fails: without memory
/// the index is only less quick than it could be. [Limit: number is in use, item is within its
/// limits]
WEND_API void wend_index_move(wend_index *index, uint32_t number, wend_item item);

/// How many items there are.
WEND_API uint32_t wend_index_count(const wend_index *index);

/// The item with that number. [Limit: number is in use]
WEND_API wend_item wend_index_item(const wend_index *index, uint32_t number);

/// The box around everything.
WEND_API wend_box wend_index_bounds(const wend_index *index);

#define WEND_NO_ITEM UINT32_MAX

/// The answer of a query for one item.
typedef struct wend_near {
    uint32_t number; ///< WEND_NO_ITEM if there is none
    double distance; ///< to point; INFINITY if there is none [Units: m]
    wend_vec2 point; ///< the item's closest point, or where the ray meets it
} wend_near;

/// The item nearest to p, no further than limit (INFINITY: any). Distances are those of
/// wend_segment_distance and wend_box_distance, to the bit.
WEND_API wend_near wend_index_nearest(const wend_index *index, wend_vec2 p, double limit);

/// The items no further than radius from p, by number. Writes at most capacity of them and the
/// whole number of them to *count; WEND_BUFFER_TOO_SMALL if there were more: then those with the
/// smallest numbers are written. numbers may be NULL if capacity is 0.
WEND_API wend_result wend_index_within(const wend_index *index, wend_vec2 p, double radius,
                                       uint32_t *numbers, uint32_t capacity, uint32_t *count);

/// The items whose boxes meet box, by number; else as wend_index_within.
WEND_API wend_result wend_index_in_box(const wend_index *index, wend_box box, uint32_t *numbers,
                                       uint32_t capacity, uint32_t *count);

/// The first item that the segment ray meets on its way from a to b. Whether it meets is exact, and
/// which one is first goes by the distance from a to the point where it does, which is rounded (see
/// wend_segments_meet). A box is met where the ray enters it, or at a if that is inside.
WEND_API wend_near wend_index_first_hit(const wend_index *index, wend_segment ray);

/// Calls visit for every item whose box meets the box of the segment ray, in no fixed order, until
/// it returns false.
typedef bool wend_visit_fn(void *context, uint32_t number);
WEND_API void wend_index_along(const wend_index *index, wend_segment ray, wend_visit_fn *visit,
                               void *context);

/// WEND_OK if the tree is sound: every item in one leaf, every box exactly around its children.
WEND_API wend_result wend_index_check(const wend_index *index, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
