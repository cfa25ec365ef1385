// SPDX-License-Identifier: MIT
// Positions on a triangular lattice, the densest packing of equal discs: for crowds too dense for
// random placement (random sequential adsorption of discs jams at a coverage of 0.547; see E. L.
// Hinrichsen, J. Feder, T. Jossang, "Geometry of random sequential adsorption", 1986).
#include "world/goals/placement.h"

#include <math.h>

enum {
    LATTICES = 6,       // tried: two aligned with a corner of the box, the others shifted at random
    WIDENINGS = 6,      // bisections of the spacing when there are more sites than needed
    CHECKED = 256,      // sites and rows checked for one waiting disc
    MAX_SITES = 1 << 22 // sites of a lattice: a larger area gets a coarser one
};

// Relative margin of the spacing, for rounding.
#define SPARE 0x1p-20

typedef struct lattice {
    wend_vec2 origin; // first site of the first row, in turned coordinates
    double spacing;
    bool turned; // rows run along y
} lattice;

// Iterates over the sites of a lattice inside the area, row by row.
typedef struct walk {
    const lattice *on;
    uint64_t left; // remaining budget, in rows, intervals and sites
    double row, last_row;
    double site, last_site; // in the current interval of the row
    uint32_t crossing, crossings;
} walk;

static double row_height(const lattice *on)
{
    return on->spacing * (sqrt(3.0) / 2);
}

static double row_start(const lattice *on, double row)
{
    return on->origin.x + (row - 2 * floor(row / 2)) * (on->spacing / 2);
}

static walk start_walk(const wend_placement *placement, const lattice *on, uint64_t budget)
{
    double low = on->turned ? placement->box.min.x : placement->box.min.y;
    double high = on->turned ? placement->box.max.x : placement->box.max.y;
    double height = row_height(on);
    return (walk){.on = on,
                  .left = budget,
                  .row = ceil((low - on->origin.y) / height) - 1,
                  .last_row = floor((high - on->origin.y) / height),
                  .site = 1};
}

static bool next_site(wend_placement *placement, walk *w, wend_vec2 *at)
{
    const lattice *on = w->on;
    for (; w->left > 0; w->left--) {
        if (w->site <= w->last_site) {
            double x = row_start(on, w->row) + w->site++ * on->spacing;
            double y = on->origin.y + w->row * row_height(on);
            *at = on->turned ? (wend_vec2){y, x} : (wend_vec2){x, y};
            w->left--;
            return true;
        }
        if (w->crossing + 1 >= w->crossings) {
            if (++w->row > w->last_row)
                return false;
            double height = on->origin.y + w->row * row_height(on);
            w->crossings = wend_placement_cross(placement, on->turned, height, false);
            w->crossing = 0;
            if (w->crossings < 2)
                continue;
        }
        double low = placement->crossings.data[w->crossing++];
        double high = placement->crossings.data[w->crossing++];
        double start = row_start(on, w->row);
        w->site = ceil((low - start) / on->spacing);
        // An interval outside the box was clipped to nothing.
        w->last_site = low < high ? floor((high - start) / on->spacing) : w->site - 1;
    }
    return false;
}

static uint32_t count_sites(wend_placement *placement, const lattice *on, double radius)
{
    walk w = start_walk(placement, on, UINT64_MAX);
    uint32_t count = 0;
    wend_vec2 at;
    while (next_site(placement, &w, &at))
        count += wend_placement_is_free(placement, at, radius);
    return count;
}

// The smallest spacing for discs of that radius.
static double least_spacing(const wend_placement *placement, double radius)
{
    double width = placement->box.max.x - placement->box.min.x;
    double height = placement->box.max.y - placement->box.min.y;
    double coarse = sqrt(width * height / MAX_SITES);
    coarse = fmax(coarse, fmax(width, height) * placement->area.count / MAX_SITES);
    return fmax(2 * radius * (1 + SPARE), coarse);
}

// Lattices 0 and 1 are aligned with the lower left corner, where a wall may be.
static lattice make_lattice(const wend_placement *placement, uint32_t number, double spacing,
                            double radius, wend_random *random)
{
    lattice on = {.spacing = spacing, .turned = number % 2};
    wend_vec2 corner = placement->box.min;
    if (on.turned)
        corner = (wend_vec2){corner.y, corner.x};
    on.origin = (wend_vec2){corner.x + radius, corner.y + radius};
    if (number >= 2) {
        on.origin.x += spacing * wend_random_unit(random);
        on.origin.y += spacing * wend_random_unit(random);
    }
    return on;
}

// Increases the spacing while there are sites for all discs. Returns the number of sites.
static uint32_t widen(wend_placement *placement, lattice *on, uint32_t sites, uint32_t wanted,
                      double radius)
{
    lattice wider = *on;
    double low = on->spacing, high = 1.1 * on->spacing * sqrt((double)sites / wanted);
    for (int i = 0; i < WIDENINGS && sites > wanted; i++) {
        wider.spacing = (low + high) / 2;
        uint32_t count = count_sites(placement, &wider, radius);
        if (count >= wanted) {
            low = wider.spacing;
            *on = wider;
            sites = count;
        } else {
            high = wider.spacing;
        }
    }
    return sites;
}

uint32_t wend_placement_lattice(wend_placement *placement, uint32_t wanted, uint32_t enough,
                                wend_random *random)
{
    double radius = 0;
    for (uint32_t i = 0; i < wanted; i++)
        radius = fmax(radius, placement->radii.data[i]);
    double spacing = least_spacing(placement, radius);
    lattice best = {.spacing = spacing};
    uint32_t sites = 0;
    for (uint32_t i = 0; i < LATTICES && sites < wanted; i++) {
        lattice on = make_lattice(placement, i, spacing, radius, random);
        uint32_t count = count_sites(placement, &on, radius);
        if (count > sites) {
            sites = count;
            best = on;
        }
    }
    if ((sites < wanted ? sites : wanted) <= enough)
        return 0;
    sites = widen(placement, &best, sites, wanted, radius);

    // Each disc gets a site; each set of sites is equally likely (D. E. Knuth, "Seminumerical
    // Algorithms", 3.4.2, algorithm S).
    walk w = start_walk(placement, &best, UINT64_MAX);
    uint32_t placed = 0;
    wend_vec2 at;
    while (placed < wanted && next_site(placement, &w, &at)) {
        if (!wend_placement_is_free(placement, at, radius))
            continue;
        if (wend_random_unit(random) * sites < wanted - placed)
            wend_placement_add(placement, at, placement->radii.data[placed++]);
        sites--;
    }
    return placed;
}

bool wend_placement_try_lattice(wend_placement *placement, double radius, wend_random *random)
{
    double spacing = least_spacing(placement, radius);
    lattice on = make_lattice(placement, 2 + wend_random_below(random, 2), spacing, radius, random);
    walk w = start_walk(placement, &on, CHECKED);
    w.row += floor((w.last_row - w.row) * wend_random_unit(random));
    wend_vec2 at;
    while (next_site(placement, &w, &at))
        if (wend_placement_is_free(placement, at, radius)) {
            wend_placement_add(placement, at, radius);
            return true;
        }
    return false;
}
