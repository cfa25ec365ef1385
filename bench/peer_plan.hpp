// SPDX-License-Identifier: MIT
// Common parts of comparison programs: reading the plan (peer_format.h), and the clock.
#ifndef WEND_BENCH_PEER_PLAN_HPP
#define WEND_BENCH_PEER_PLAN_HPP

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

#include "bench/peer_format.h"

namespace peer
{

struct Place {
    double x, y;
};

struct Plan {
    peer_header header;
    std::vector<Place> points;
    std::vector<peer_wall> walls;
    std::vector<Place> moves;
    std::vector<peer_triangle> triangles;
    std::vector<std::uint32_t> move_triangles; // triangles of the moves, if there are triangles
};

template <typename Item>
bool read_items(std::FILE *in, std::uint32_t count, std::vector<Item> &items)
{
    for (std::uint32_t i = 0; i < count; ++i) {
        Item item;
        if (std::fread(&item, sizeof item, 1, in) != 1)
            return false;
        items.push_back(item);
    }
    return true;
}

inline bool read_plan(std::FILE *in, Plan &plan)
{
    const peer_header &header = plan.header;
    if (std::fread(&plan.header, sizeof plan.header, 1, in) != 1 || header.magic != PEER_MAGIC ||
        header.runs == 0 || !read_items(in, header.point_count, plan.points) ||
        !read_items(in, header.wall_count, plan.walls) ||
        !read_items(in, header.move_count, plan.moves) ||
        !read_items(in, header.triangle_count, plan.triangles) ||
        !read_items(in, header.triangle_count ? header.move_count : 0, plan.move_triangles))
        return false;
    for (const peer_wall &wall : plan.walls)
        if (wall.a >= plan.points.size() || wall.b >= plan.points.size())
            return false;
    for (const peer_triangle &triangle : plan.triangles)
        for (std::uint32_t corner : triangle.corners)
            if (corner >= plan.points.size())
                return false;
    for (std::uint32_t triangle : plan.move_triangles)
        if (triangle >= plan.triangles.size())
            return false;
    return header.source_count <= header.move_count;
}

// Points that are not an end of any wall.
inline std::vector<Place> lone_points(const Plan &plan)
{
    std::vector<bool> is_end(plan.points.size(), false);
    for (const peer_wall &wall : plan.walls)
        is_end[wall.a] = is_end[wall.b] = true;
    std::vector<Place> lone;
    for (std::size_t i = 0; i < plan.points.size(); ++i)
        if (!is_end[i])
            lone.push_back(plan.points[i]);
    return lone;
}

// CPU seconds of this thread.
inline double worked()
{
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

} // namespace peer

#endif
