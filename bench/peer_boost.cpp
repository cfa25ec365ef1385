// SPDX-License-Identifier: MIT
// A separate program for benchmarks, never installed: builds the Voronoi diagram of a plan's points
// and walls with Boost.Polygon and prints the time.
//
// Input is described in peer_format.h; output is one JSON object. Boost uses 32-bit integers:
// coordinates are scaled by the largest power of two that fits, and rounded. The time is that of
// construct_voronoi, the minimum of the runs, without scaling and without freeing the diagram.
// Boost's diagram includes both sides of every wall, also inside polygons.
#include <boost/polygon/point_data.hpp>
#include <boost/polygon/segment_data.hpp>
#include <boost/polygon/voronoi.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

#include "bench/peer_plan.hpp"

namespace
{

using Point = boost::polygon::point_data<std::int32_t>;
using Segment = boost::polygon::segment_data<std::int32_t>;
using Diagram = boost::polygon::voronoi_diagram<double>;

// Boost's limits are 32 bits; one bit is kept in reserve.
const double LARGEST = double(1 << 30);

struct Sites {
    std::vector<Point> points;
    std::vector<Segment> segments;
};

Sites make_sites(const peer::Plan &plan)
{
    double largest = 1;
    for (const peer::Place &p : plan.points)
        largest = std::max({largest, std::fabs(p.x), std::fabs(p.y)});
    double scale = std::exp2(std::floor(std::log2(LARGEST / largest)));
    auto scaled = [scale](const peer::Place &p) {
        return Point(std::int32_t(std::lround(p.x * scale)),
                     std::int32_t(std::lround(p.y * scale)));
    };
    Sites sites;
    for (const peer::Place &p : peer::lone_points(plan))
        sites.points.push_back(scaled(p));
    for (const peer_wall &wall : plan.walls)
        sites.segments.emplace_back(scaled(plan.points[wall.a]), scaled(plan.points[wall.b]));
    return sites;
}

} // namespace

int main()
{
    peer::Plan plan;
    if (!peer::read_plan(stdin, plan)) {
        std::fprintf(stderr,
                     "wend-peer-boost: standard input holds no plan; wend bench runs this\n");
        return 2;
    }
    try {
        const Sites sites = make_sites(plan);
        double best = INFINITY;
        std::size_t cells = 0, edges = 0;
        for (std::uint32_t run = 0; run < plan.header.runs; ++run) {
            Diagram diagram;
            double start = peer::worked();
            boost::polygon::construct_voronoi(sites.points.begin(), sites.points.end(),
                                              sites.segments.begin(), sites.segments.end(),
                                              &diagram);
            best = std::min(best, peer::worked() - start);
            cells = diagram.num_cells();
            edges = diagram.num_edges() / 2;
        }
        std::printf("{\"ms\": %.6f, \"cells\": %zu, \"edges\": %zu}\n", 1e3 * best, cells, edges);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "wend-peer-boost: %s\n", error.what());
        return 1;
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
