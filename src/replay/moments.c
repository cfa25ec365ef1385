// SPDX-License-Identifier: MIT
// Layers of a replay that change with time: the multi-agent navigation graph and the first goals of
// agents that use it. They are reconstructed from the recorded positions, at moments as close
// together as the size permits.
#include "replay/parts.h"
#include "scene/shape.h"

#include "polygon/polygons.h"
#include "scene/frames.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Share of the size limit for moments.
#define MOMENT_SHARE 0.3
/// Maximum rate of moments, and maximum interval; if the interval would be longer, there are none,
/// because lines would be far from the agents.
#define MOST_MOMENTS 10.0 // [Units: 1/s]
#define FARTHEST     5.0  // [Units: s]
/// Number of moments from which sizes are estimated.
enum { SAMPLED_MOMENTS = 8 };
/// Moments per line of the data.
enum { MOMENTS_IN_GROUP = 32 };
/// Segments per parabola of the graph.
enum { PARABOLA_LINES = 6 };
/// Maximum number of consecutive points omitted from a line, which keeps the search linear.
enum { MOST_LEFT_OUT = 50 };
/// Radius of agents without one. [Units: m]
#define USUAL_RADIUS wend_default_agent_def().radius

// ---- graph of a moment --------------------------------------------------------------------------

static bool is_guided(const recording *r, const recorded_agent *agent)
{
    const wend_planner_info *planner =
        agent->planner != 0 ? wend_planner_info_named(r->names[agent->planner]) : NULL;
    return planner && planner->has_first_goal;
}

/// Position in the frame of the ground.
static wend_vec2 to_ground(const replay_moments *m, wend_vec2 p)
{
    return m->own ? frames_from_metres(m->own, p) : p;
}

static wend_vec2 to_metres(const replay_moments *m, wend_vec2 p)
{
    return m->own ? frames_to_metres(m->own, p) : p;
}

/// Sites added to the walls in a frame.
typedef struct sites {
    wend_site_change *changes;
    wend_vec2 *points; ///< points of moving obstacles
    uint32_t count, point_count;
} sites;

static void add_site(sites *all, wend_shape shape, double radius)
{
    all->changes[all->count++] =
        (wend_site_change){.kind = WEND_SITE_INSERT, .shape = shape, .radius = radius};
}

static void add_mover(sites *all, const scene_shape *shape, wend_vec2 by)
{
    wend_shape moved = shape_view(shape);
    wend_vec2 *points = all->points + all->point_count;
    all->point_count += shape->point_count;
    for (uint32_t i = 0; i < shape->point_count; ++i)
        points[i] = (wend_vec2){shape->points[i].x + by.x, shape->points[i].y + by.y};
    moved.points = points;
    add_site(all, moved, 0);
}

static void add_agents(const replay_moments *m, uint32_t frame, sites *all)
{
    const recording *r = m->r;
    for (size_t i = r->frame_starts[frame]; i < r->frame_starts[frame + 1]; ++i) {
        size_t row = r->by_frame[i];
        double radius = r->agents[r->row_agent[row]].radius;
        wend_vec2 *place = &all->points[all->point_count++];
        *place = to_ground(m, r->at[row]);
        add_site(all, (wend_shape){.points = place, .point_count = 1},
                 radius > 0 ? radius : USUAL_RADIUS);
    }
}

/// Collects shut doors, moving obstacles and agents. False: out of memory.
static bool find_sites(const replay_moments *m, uint32_t frame, sites *all)
{
    const recording *r = m->r;
    uint32_t doors = m->own && r->shut ? m->own->door_count : 0;
    uint32_t movers = m->own && r->movers ? m->own->mover_count : 0;
    size_t agents = r->frame_starts[frame + 1] - r->frame_starts[frame], points = agents;
    for (uint32_t i = 0; i < movers; ++i)
        points += m->own->movers[i].body.shape.point_count;
    all->changes = malloc((agents + doors + movers + 1) * sizeof *all->changes);
    all->points = malloc((points + 1) * sizeof *all->points);
    if (!all->changes || !all->points)
        return false;
    for (uint32_t i = 0; i < doors; ++i)
        if (r->shut[(size_t)frame * doors + i])
            add_site(all, shape_view(&m->own->doors[i].body.shape), 0);
    for (uint32_t i = 0; i < movers; ++i)
        add_mover(all, &m->own->movers[i].body.shape, r->movers[(size_t)frame * movers + i]);
    add_agents(m, frame, all);
    return true;
}

/// Inserts all sites that do not intersect others. False: out of memory.
static bool insert_sites(wend_voronoi *voronoi, sites *all)
{
    for (;;) {
        uint32_t refused = 0;
        wend_result result = wend_voronoi_change(voronoi, all->changes, all->count, &refused, NULL);
        if (result == WEND_OK || result == WEND_OUT_OF_MEMORY)
            return result == WEND_OK;
        --all->count;
        memmove(all->changes + refused, all->changes + refused + 1,
                (all->count - refused) * sizeof *all->changes);
    }
}

// ---- packing ------------------------------------------------------------------------------------

/// Line encoder: each line is its number of segments, its start minus the end of the previous line,
/// and the displacement of each segment.
typedef struct line_writer {
    const replay_moments *m;
    replay_bytes lines;           ///< lines of one kind
    uint32_t count;               ///< their number
    wend_array(replay_knot) line; ///< current line
    replay_knot end;              ///< last position
    bool failed;
} line_writer;

static void add_place(line_writer *w, wend_vec2 at)
{
    if (w->failed || !wend_array_reserve(&w->line, NULL, 1))
        w->failed = true;
    else
        w->line.data[w->line.count++] = replay_knot_at(&w->m->grid, 0, to_metres(w->m, at));
}

static bool add_piece(void *context, const wend_voronoi_piece *piece)
{
    line_writer *w = context;
    int parts = piece->parabola ? PARABOLA_LINES : 1;
    for (int k = w->line.count > 0; k <= parts; ++k)
        add_place(w, wend_piece_point(piece, (double)k / parts, NULL));
    return !w->failed;
}

/// True if all knots are within a unit of the line between the first and the last.
static bool are_straight(const replay_knot *knots, size_t count)
{
    replay_knot a = knots[0], b = knots[count - 1];
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    for (size_t i = 1; i + 1 < count; ++i) {
        double ox = knots[i].x - a.x, oy = knots[i].y - a.y;
        double along = ox * dx + oy * dy;
        if (fabs(ox * dy - oy * dx) > length || along < 0 || along > length * length)
            return false;
    }
    return true;
}

static void put_knot(line_writer *w, replay_bytes *out, replay_knot k)
{
    replay_write_signed(out, k.x - w->end.x);
    replay_write_signed(out, k.y - w->end.y);
    w->end = k;
}

/// Ends a line, without redundant points, unless it is shorter than a unit.
static void end_line(line_writer *w)
{
    replay_knot *knots = w->line.data;
    size_t count = w->line.count, kept = 0;
    for (size_t i = 0; i < count;) {
        size_t next = i + 1;
        knots[kept++] = knots[i];
        while (next + 1 < count && next - i < MOST_LEFT_OUT &&
               are_straight(knots + i, next - i + 2))
            ++next;
        i = next;
    }
    w->line.count = 0;
    if (kept < 2 || (kept == 2 && knots[0].x == knots[1].x && knots[0].y == knots[1].y))
        return;
    replay_write_number(&w->lines, (uint32_t)kept - 1);
    for (size_t i = 0; i < kept; ++i)
        put_knot(w, &w->lines, knots[i]);
    ++w->count;
}

/// Writes the lines of a kind and their number.
static void write_lines(line_writer *w, replay_bytes *out)
{
    replay_write_number(out, w->count);
    replay_append(out, &w->lines);
    w->lines.items.count = 0;
    w->count = 0;
}

static void put_red(line_writer *w, const wend_voronoi *voronoi, replay_bytes *out)
{
    uint32_t count = wend_mang_graph_of(w->m->mang)->edge_count;
    for (uint32_t edge = 0; edge < count; ++edge) {
        wend_mang_edge_pieces(w->m->mang, voronoi, edge, add_piece, w);
        end_line(w);
    }
    write_lines(w, out);
}

static void put_black(line_writer *w, const wend_voronoi *voronoi, replay_bytes *out)
{
    const wend_mang_graph *graph = wend_mang_graph_of(w->m->mang);
    for (uint32_t cell = 0; cell < graph->cell_count; ++cell)
        for (uint32_t link = 0; link < graph->cells[cell].link_count; ++link) {
            wend_voronoi_piece piece = wend_mang_link_piece(w->m->mang, voronoi, cell, link);
            add_piece(w, &piece);
            end_line(w);
        }
    write_lines(w, out);
}

/// Writes first goals: their number, and for each the number of agents skipped before it, and its
/// position minus the previous one.
static void write_goals(line_writer *w, uint32_t frame, replay_bytes *out)
{
    const recording *r = w->m->r;
    uint32_t count = 0, next = 0;
    size_t begin = r->frame_starts[frame], end = r->frame_starts[frame + 1];
    for (size_t i = begin; r->aims && i < end; ++i)
        count += !isnan(r->aims[r->by_frame[i]].x);
    replay_write_number(out, count);
    for (size_t i = begin; r->aims && i < end; ++i) {
        size_t row = r->by_frame[i];
        if (isnan(r->aims[row].x))
            continue;
        replay_write_number(out, r->row_agent[row] - next);
        put_knot(w, out, replay_knot_at(&w->m->grid, 0, r->aims[row]));
        next = r->row_agent[row] + 1;
    }
}

/// Writes the moment of a frame. False: out of memory.
static bool write_moment(const replay_moments *m, uint32_t frame, replay_bytes *out)
{
    wend_voronoi *voronoi = NULL;
    wend_mang_def def = wend_default_mang_def();
    sites all = {0};
    bool good = find_sites(m, frame, &all) &&
                wend_voronoi_copy(m->walls, NULL, &voronoi, NULL) == WEND_OK &&
                insert_sites(voronoi, &all) &&
                wend_mang_build(m->mang, voronoi, &def, NULL, NULL) == WEND_OK;
    line_writer lines = {.m = m};
    if (good) {
        put_black(&lines, voronoi, out);
        put_red(&lines, voronoi, out);
        write_goals(&lines, frame, out);
    }
    good = good && !lines.failed && !out->failed;
    replay_bytes_free(&lines.lines);
    wend_array_free(&lines.line, NULL);
    wend_voronoi_destroy(voronoi);
    free(all.changes);
    free(all.points);
    return good;
}

// ---- choice of moments --------------------------------------------------------------------------

/// Mean size of a moment in the data. False: out of memory.
static bool estimate(const replay_moments *m, double *size)
{
    replay_bytes bytes = {0};
    size_t written = 0;
    bool good = true;
    for (uint32_t i = 0; good && i < SAMPLED_MOMENTS; ++i) {
        double share = (i + 0.5) / SAMPLED_MOMENTS;
        good = write_moment(m, (uint32_t)(share * m->r->frame_count), &bytes);
    }
    good = good && replay_line(bytes.items.data, bytes.items.count, NULL, &written);
    replay_bytes_free(&bytes);
    *size = (double)written / SAMPLED_MOMENTS;
    return good;
}

/// Chooses the interval of moments in frames. 0: none.
static bool choose_every(replay_moments *m, size_t limit)
{
    double size, fps = m->r->fps;
    if (!estimate(m, &size))
        return false;
    double least = fmax(1, floor(fps / MOST_MOMENTS));
    double every = fmax(least, ceil(size * m->r->frame_count / (MOMENT_SHARE * (double)limit)));
    m->every = every <= fmax(least, FARTHEST * fps) ? (uint32_t)every : 0;
    return true;
}

static bool anybody_guided(const recording *r)
{
    for (uint32_t i = 0; i < r->agent_count; ++i)
        if (is_guided(r, &r->agents[i]))
            return true;
    return false;
}

/// Diagram of the walls; none if they are invalid. False: out of memory.
static bool make_walls(replay_moments *m, const scene *ground, wend_box box)
{
    bool starved;
    wend_vec2 corners[] = {to_ground(m, box.min), to_ground(m, box.max)};
    wend_voronoi_def def = wend_default_voronoi_def();
    def.frame = scene_open_frame(wend_box_of(corners, 2), 0);
    wend_floor *floor = replay_valid_floor(ground, &starved);
    if (!floor)
        return !starved;
    wend_result result = wend_voronoi_create(floor, &def, &m->walls, NULL);
    wend_floor_destroy(floor);
    return result != WEND_OUT_OF_MEMORY;
}

bool replay_moments_choose(replay_moments *m, const recording *r, wend_box box,
                           const replay_grid *grid, size_t limit)
{
    bool own;
    const scene *ground = replay_ground(r, &own);
    *m = (replay_moments){.r = r,
                          .own = own ? ground : NULL,
                          .grid = *grid,
                          .group = MOMENTS_IN_GROUP,
                          .goals = r->aims != NULL};
    if (!ground || r->frame_count == 0 || !anybody_guided(r))
        return true;
    if (!make_walls(m, ground, box))
        return false;
    if (m->walls && (wend_mang_create(NULL, &m->mang, NULL) != WEND_OK || !choose_every(m, limit)))
        return false;
    m->count = m->every > 0 ? (r->frame_count - 1) / m->every + 1 : 0;
    m->groups = (m->count + m->group - 1) / m->group;
    return true;
}

bool replay_moments_group(const replay_moments *m, uint32_t group, replay_bytes *out)
{
    bool good = true;
    out->items.count = 0;
    for (uint32_t i = group * m->group; good && i < m->count && i < (group + 1) * m->group; ++i)
        good = write_moment(m, i * m->every, out);
    return good;
}

void replay_moments_free(replay_moments *m)
{
    wend_voronoi_destroy(m->walls);
    wend_mang_destroy(m->mang);
    *m = (replay_moments){0};
}
