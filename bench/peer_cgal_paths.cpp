// SPDX-License-Identifier: MIT
// A separate program for benchmarks, never installed: builds the sequence trees of CGAL's
// Surface_mesh_shortest_path (Xin and Wang 2009) on a triangulated floor, queries distances and
// paths, and prints the times. (The package is under the GPL and must not be part of `wend`.)
//
// Input is described in peer_format.h, with triangles; output is one JSON object. Sources and
// queries have their triangles, so no point location is needed. Doubles are the fastest kernel that
// the package supports.
#include <CGAL/Simple_cartesian.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_shortest_path.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

#include "bench/peer_plan.hpp"

namespace
{

using Kernel = CGAL::Simple_cartesian<double>;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Traits = CGAL::Surface_mesh_shortest_path_traits<Kernel, Mesh>;
using Paths = CGAL::Surface_mesh_shortest_path<Traits>;
using Place = Paths::Face_location;

constexpr std::uint32_t PATH_OF = 10; // one query in this many also returns its path

bool make_mesh(const peer::Plan &plan, Mesh &mesh)
{
    for (const peer::Place &p : plan.points)
        mesh.add_vertex(Kernel::Point_3(p.x, p.y, 0));
    for (const peer_triangle &t : plan.triangles)
        if (mesh.add_face(Mesh::Vertex_index(t.corners[0]), Mesh::Vertex_index(t.corners[1]),
                          Mesh::Vertex_index(t.corners[2])) == Mesh::null_face())
            return false;
    return true;
}

double twice_area(const peer::Place &a, const peer::Place &b, const peer::Place &c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// A move in its triangle. CGAL requires the corners in the order of the face's halfedges.
Place locate(const peer::Plan &plan, const Mesh &mesh, std::size_t move)
{
    Mesh::Face_index face(plan.move_triangles[move]);
    std::array<peer::Place, 3> corners;
    Mesh::Halfedge_index halfedge = mesh.halfedge(face);
    for (peer::Place &corner : corners) {
        corner = plan.points[mesh.source(halfedge)];
        halfedge = mesh.next(halfedge);
    }
    const peer::Place &p = plan.moves[move];
    double whole = twice_area(corners[0], corners[1], corners[2]);
    double first = twice_area(p, corners[1], corners[2]) / whole;
    double second = twice_area(corners[0], p, corners[2]) / whole;
    return {face, {first, second, 1 - first - second}};
}

struct Figures {
    double build = INFINITY;                       // seconds, the mean of all sources
    double distances = INFINITY, paths = INFINITY; // seconds for all queries
    double sum = 0;                                // of the distances
    std::size_t distance_count = 0, path_count = 0, path_points = 0;
};

double build_all(const Mesh &mesh, const std::vector<Place> &sources)
{
    double seconds = 0;
    for (const Place &source : sources) {
        Paths paths(mesh);
        double start = peer::worked();
        paths.add_source_point(source);
        paths.build_sequence_tree();
        seconds += peer::worked() - start;
    }
    return seconds / double(sources.size());
}

// The queries are distributed evenly over the first sources.
void ask_all(const Mesh &mesh, const std::vector<Place> &sources, const std::vector<Place> &queries,
             Figures &figures)
{
    double distances = 0, along = 0;
    figures.sum = 0;
    figures.distance_count = figures.path_count = figures.path_points = 0;
    std::size_t asked = std::min<std::size_t>(PEER_QUERY_SOURCES, sources.size());
    std::vector<Kernel::Point_3> points;
    for (std::size_t s = 0; s < asked; ++s) {
        Paths paths(mesh);
        paths.add_source_point(sources[s]);
        paths.build_sequence_tree();
        std::size_t first = queries.size() * s / asked, end = queries.size() * (s + 1) / asked;
        double start = peer::worked();
        for (std::size_t i = first; i < end; ++i)
            figures.sum +=
                paths.shortest_distance_to_source_points(queries[i].first, queries[i].second).first;
        double middle = peer::worked();
        for (std::size_t i = first; i < end; i += PATH_OF) {
            points.clear();
            paths.shortest_path_points_to_source_points(queries[i].first, queries[i].second,
                                                        std::back_inserter(points));
            figures.path_points += points.size();
            ++figures.path_count;
        }
        distances += middle - start;
        along += peer::worked() - middle;
        figures.distance_count += end - first;
    }
    figures.distances = std::min(figures.distances, distances);
    figures.paths = std::min(figures.paths, along);
}

} // namespace

int main()
{
    peer::Plan plan;
    if (!peer::read_plan(stdin, plan) || plan.header.source_count == 0 || plan.triangles.empty()) {
        std::fprintf(stderr, "wend-peer-cgal-paths: standard input holds no plan with triangles "
                             "and sources; wend bench runs this\n");
        return 2;
    }
    try {
        Mesh mesh;
        if (!make_mesh(plan, mesh)) {
            std::fprintf(stderr, "wend-peer-cgal-paths: these triangles are no surface\n");
            return 1;
        }
        std::vector<Place> sources, queries;
        for (std::size_t i = 0; i < plan.moves.size(); ++i)
            (i < plan.header.source_count ? sources : queries).push_back(locate(plan, mesh, i));
        Figures figures;
        for (std::uint32_t run = 0; run < plan.header.runs; ++run) {
            figures.build = std::min(figures.build, build_all(mesh, sources));
            ask_all(mesh, sources, queries, figures);
        }
        std::printf("{\"ms\": %.6f", 1e3 * figures.build);
        if (figures.distance_count > 0)
            std::printf(", \"queries_per_s\": %.1f, \"paths_per_s\": %.1f, \"path_points\": %.6f, "
                        "\"mean_distance\": %.17g",
                        double(figures.distance_count) / figures.distances,
                        double(figures.path_count) / figures.paths,
                        double(figures.path_points) / double(figures.path_count),
                        figures.sum / double(figures.distance_count));
        std::printf("}\n");
    } catch (const std::exception &error) {
        std::fprintf(stderr, "wend-peer-cgal-paths: %s\n", error.what());
        return 1;
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
