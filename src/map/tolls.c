// SPDX-License-Identifier: MIT
// Lines with a crossing cost (Farias 2020, §5.5, but with tolls: see wend/map_tolls.h).
//
// To the wave a line is a wall: corners beside it are sectors of their own, one on either side. But
// windows pass through, with the toll added to their distance, and corners update those on the
// other side. Legs stay straight, since the cost is the same wherever a line is crossed. Paths bend
// only at walls, at the ends of lines and where lines meet: there it may be cheaper to cross one
// than the other. Such corners look to all sides: superfluous windows are pruned.
//
// A root seen through lines is stored once more for each sum of tolls, with that sum in its
// distance.
#include "map/wave.h"

#include <inttypes.h>
#include <string.h>

// ---- costs of edges -----------------------------------------------------------------------------

/// No passage for windows.
#define NO_PASSAGE -1.0

/// Adds to the cost of leaving a triangle through an edge, in the direction away from the source.
static void add_toll(wend_map *map, uint32_t exit, double toll)
{
    double *cost = &map->tolls.of_edge.data[exit];
    *cost = *cost < 0 ? toll : *cost + toll;
}

static bool list_tolls(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    size_t count = 3 * (size_t)map->lookup.triangle_limit;
    map->tolls.of_edge.count = 0;
    if (!wend_array_reserve(&map->tolls.of_edge, &map->allocator, count))
        return false;
    while (map->tolls.of_edge.count < count)
        map->tolls.of_edge.data[map->tolls.of_edge.count++] = NO_PASSAGE;
    for (size_t i = 0; i < mesh->lines.count; ++i) {
        wend_mesh_line piece = mesh->lines.data[i];
        wend_map_toll toll = map->tolls.of_line.data[piece.line];
        // A window that leaves through the edge moves to the line's right; a traveller walks the
        // other way.
        add_toll(map, piece.edge, toll.to_left);
        add_toll(map, wend_twin(mesh, piece.edge), toll.to_right);
    }
    return true;
}

// ---- corners where lines meet -------------------------------------------------------------------

/// The spokes of lines and walls around a vertex.
typedef struct surroundings {
    uint32_t lines, walls;
    uint32_t spokes[2]; ///< the first two lines
} surroundings;

static surroundings visit_around(const wend_map *map, uint32_t spoke)
{
    const wend_mesh *mesh = map->lookup.mesh;
    surroundings found = {0};
    uint32_t h = spoke;
    do {
        if (map->tolls.of_edge.data[h] >= 0) {
            if (found.lines < 2)
                found.spokes[found.lines] = h;
            ++found.lines;
        } else {
            found.walls += wend_is_closed(mesh, h);
        }
        h = wend_turn_left(mesh, h);
    } while (h != spoke);
    return found;
}

/// The wall next to a spoke, to its left or right. [Limit: there is one]
static uint32_t next_wall(const wend_map *map, uint32_t h, bool left)
{
    const wend_mesh *mesh = map->lookup.mesh;
    do
        h = left ? wend_turn_left(mesh, h) : wend_turn_right(mesh, h);
    while (!wend_is_closed(mesh, h) || map->tolls.of_edge.data[h] >= 0);
    return h;
}

/// True if paths may bend at a vertex while they cross a line there.
static bool is_meeting(const wend_map *map, uint32_t spoke)
{
    const wend_mesh *mesh = map->lookup.mesh;
    const double *costs = map->tolls.of_edge.data;
    surroundings around = visit_around(map, spoke);
    uint32_t h = around.spokes[0];
    if (around.lines == 1) {
        if (around.walls == 0)
            return false; // they bend around the line's end, but do not cross it
        uint32_t right = next_wall(map, h, false), left = next_wall(map, h, true);
        return wend_sector_is_wide(wend_at(mesh, wend_origin(mesh, h)),
                                   wend_at(mesh, wend_target(mesh, right)),
                                   wend_at(mesh, wend_target(mesh, left)));
    }
    uint32_t other = around.spokes[1];
    bool runs_through = around.lines == 2 && around.walls == 0 &&
                        costs[h] == costs[wend_twin(mesh, other)] &&
                        costs[other] == costs[wend_twin(mesh, h)];
    return !runs_through;
}

static void mark_corner(wend_map *map, uint32_t h)
{
    wend_corner *corner = &map->corners.data[map->corner_of.data[h]];
    corner->turns = corner->meets = true;
}

static void mark_meetings(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (size_t i = 0; i < mesh->lines.count; ++i) {
        uint32_t h = mesh->lines.data[i].edge, twin = wend_twin(mesh, h);
        if (is_meeting(map, h)) {
            mark_corner(map, h);
            mark_corner(map, wend_next(twin));
        }
        if (is_meeting(map, twin)) {
            mark_corner(map, twin);
            mark_corner(map, wend_next(h));
        }
    }
}

// ---- roots beyond lines -------------------------------------------------------------------------

/// Reserves an entry for every root. False: out of memory.
static bool reserve_seen(wend_map *map)
{
    wend_tolls *tolls = &map->tolls;
    if (!wend_array_reserve(&tolls->seen, &map->allocator,
                            map->roots.count + 1 - tolls->seen.count))
        return false;
    while (tolls->seen.count < map->roots.count) {
        uint32_t number = (uint32_t)tolls->seen.count;
        tolls->seen.data[tolls->seen.count++] = (wend_toll_root){number, WEND_MAP_NONE, 0};
    }
    return true;
}

/// The root as seen from beyond a line; WEND_MAP_NONE: out of memory.
static uint32_t root_beyond(wend_map *map, uint32_t root, double toll)
{
    if (toll == 0)
        return root;
    if (!reserve_seen(map)) {
        map->starved = true;
        return WEND_MAP_NONE;
    }
    const wend_toll_root *seen = map->tolls.seen.data;
    uint32_t own = seen[root].own;
    double sum = seen[root].toll + toll;
    for (uint32_t i = seen[own].next; i != WEND_MAP_NONE; i = seen[i].next)
        if (seen[i].toll == sum)
            return i;
    wend_map_root copy = map->roots.data[own];
    copy.distance += sum;
    uint32_t number = wend_wave_add_root(map, copy, WEND_NONE);
    if (number == WEND_MAP_NONE)
        return number;
    map->tolls.seen.data[map->tolls.seen.count++] =
        (wend_toll_root){own, map->tolls.seen.data[own].next, sum};
    map->tolls.seen.data[own].next = number;
    return number;
}

double wend_tolls_before(const wend_map *map, uint32_t root)
{
    return root < map->tolls.seen.count ? map->tolls.seen.data[root].toll : 0;
}

// ---- wave ---------------------------------------------------------------------------------------

void wend_tolls_pass(wend_map *map, const wend_map_window *window, uint32_t exit)
{
    double toll = map->tolls.of_edge.data[exit];
    if (toll < 0)
        return;
    wend_map_window tolled = *window;
    tolled.root = root_beyond(map, window->root, toll);
    if (tolled.root == WEND_MAP_NONE)
        return;
    tolled.base = map->roots.data[tolled.root].distance;
    wend_wave_cross(map, &tolled, exit);
}

/// A source at a corner has covered its own sector: beyond a line, that corner does.
static void open_beyond(wend_map *map, uint32_t number, uint32_t root)
{
    wend_corner *corner = &map->corners.data[number];
    if (!wend_map_is_at(&map->roots.data[root], corner->at))
        return;
    corner->turns = corner->meets = true;
    wend_heap_push(&map->heap, number, corner->distance);
}

/// Updates the corners to one side, as long as it improves them.
static void update_side(wend_map *map, uint32_t number, bool left)
{
    const wend_mesh *mesh = map->lookup.mesh;
    double distance = map->corners.data[number].distance;
    uint32_t root = map->corners.data[number].parent;
    for (;;) {
        const wend_corner *corner = &map->corners.data[number];
        uint32_t exit = left ? wend_prev(corner->last) : corner->first;
        double toll = map->tolls.of_edge.data[exit];
        if (toll < 0)
            return;
        root = root_beyond(map, root, toll);
        if (root == WEND_MAP_NONE)
            return;
        distance += toll;
        uint32_t spoke = left ? wend_twin(mesh, exit) : wend_next(wend_twin(mesh, exit));
        if (!wend_wave_update(map, spoke, distance, root))
            return;
        number = map->corner_of.data[spoke];
        open_beyond(map, number, root);
    }
}

void wend_tolls_update(wend_map *map, uint32_t number)
{
    update_side(map, number, true);
    update_side(map, number, false);
}

void wend_tolls_open(wend_map *map, uint32_t number)
{
    wend_corner corner = map->corners.data[number];
    const wend_map_root *parent = &map->roots.data[corner.parent];
    uint32_t home = map->corner_of_root.data[corner.parent];
    // A source exactly here has opened the whole sector already, unless it is seen through lines,
    // or opened another one only.
    if (wend_map_is_at(parent, corner.at) && wend_tolls_before(map, corner.parent) == 0 &&
        (home == WEND_NONE || home == number))
        return;
    wend_map_root root = {.a = corner.at,
                          .b = corner.at,
                          .distance = corner.distance,
                          .parent = corner.parent,
                          .source = parent->source};
    uint32_t own = wend_wave_add_root(map, root, number);
    if (own == WEND_MAP_NONE)
        return;
    map->corners.data[number].root = own;
    wend_map_window window = {.origin = corner.at, .base = corner.distance, .root = own};
    wend_map_open_around(map, number, &window, NULL, 0);
}

// ---- map ----------------------------------------------------------------------------------------

wend_result wend_tolls_check(const wend_mesh *mesh, const wend_map_input *input, wend_error *error)
{
    const wend_map_toll *tolls = input->tolls;
    uint32_t count = input->toll_count;
    if (count != mesh->line_count)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "tolls for %" PRIu32 " lines, but the mesh has %" PRIu32
                         ": one toll per line is required",
                         count, mesh->line_count);
    if (!tolls && count > 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "tolls is NULL but toll_count is not 0");
    for (uint32_t i = 0; i < count; ++i)
        if (!(fmin(tolls[i].to_left, tolls[i].to_right) >= 0 &&
              tolls[i].to_left <= WEND_MAP_MAX_OFFSET && tolls[i].to_right <= WEND_MAP_MAX_OFFSET))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "line %" PRIu32 ": tolls are %g m and %g m, but must be 0 to "
                             "%g",
                             i, tolls[i].to_left, tolls[i].to_right, WEND_MAP_MAX_OFFSET);
    return WEND_OK;
}

bool wend_tolls_store(wend_map *map, const wend_map_input *input)
{
    uint32_t count = input->toll_count;
    if (!wend_array_reserve(&map->tolls.of_line, &map->allocator, count))
        return false;
    if (count > 0) // they may be the map's own
        memmove(map->tolls.of_line.data, input->tolls, count * sizeof *input->tolls);
    map->tolls.of_line.count = count;
    return true;
}

bool wend_tolls_assign(wend_map *map)
{
    if (!wend_map_has_tolls(map))
        return true;
    if (!list_tolls(map))
        return false;
    mark_meetings(map);
    return true;
}

wend_result wend_map_build_tolled(wend_map *map, const wend_mesh *mesh,
                                  const wend_map_source *sources, uint32_t source_count,
                                  const wend_map_toll *tolls, uint32_t toll_count,
                                  wend_error *error)
{
    const wend_map_input input = {.sources = sources,
                                  .source_count = source_count,
                                  .tolls = tolls,
                                  .toll_count = toll_count,
                                  .tolled = true};
    return wend_map_build_from(map, mesh, &input, error);
}
