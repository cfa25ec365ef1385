// SPDX-License-Identifier: MIT
// Trajectory simplification. From a knot, the velocities that pass the next position within the
// tolerance form a box; for all positions up to a frame, the intersection of such boxes (swing
// filter; Elmeleegy et al. 2009). The next knot is in the last frame in which some of these
// velocities end on the grid, at the grid position nearest to the recorded one.
#include "replay/knots.h"

#include <math.h>

/// A velocity that ends on the grid is usually found at once. Otherwise a knot is placed after this
/// many frames, which bounds the frames processed twice.
enum { MOST_FRAMES_BACK = 16 };

/// Tolerance in grid units: one, minus rounding. (Values are below 2^29 and have 2^-24 to spare.)
#define TOLERANCE (1 - 0x1p-20)

/// Interval of velocities along an axis, in units per frame.
typedef struct slopes {
    double low, high;
} slopes;

/// Maps NAN to a number too: files are not trusted.
static double within_reach(double value)
{
    if (!(value > -REPLAY_REACH))
        return -REPLAY_REACH;
    return value < REPLAY_REACH ? value : REPLAY_REACH;
}

static wend_vec2 on_grid(const replay_grid *grid, wend_vec2 at)
{
    double y = grid->mirrored ? grid->origin.y - at.y : at.y - grid->origin.y;
    return (wend_vec2){within_reach((at.x - grid->origin.x) / grid->unit),
                       within_reach(y / grid->unit)};
}

replay_knot replay_knot_at(const replay_grid *grid, uint32_t frame, wend_vec2 at)
{
    wend_vec2 p = on_grid(grid, at);
    return (replay_knot){frame, (int32_t)floor(p.x + 0.5), (int32_t)floor(p.y + 0.5)};
}

/// Keeps the slopes within the tolerance of a displacement after a number of frames.
static void narrow(slopes *s, double away, double frames)
{
    double low = (away - TOLERANCE) / frames, high = (away + TOLERANCE) / frames;
    s->low = low > s->low ? low : s->low;
    s->high = high < s->high ? high : s->high;
}

/// Integer nearest to `away` that one of the slopes reaches after a number of frames.
static bool reach(const slopes *s, double away, double frames, double *end)
{
    double least = ceil(s->low * frames), most = floor(s->high * frames), to = floor(away + 0.5);
    to = to < least ? least : to;
    *end = to > most ? most : to;
    return least <= most;
}

/// Farthest position after `start` for a knot on a straight line from k; writes the knot.
static size_t farthest(const replay_grid *grid, const wend_vec2 *at, size_t count, size_t start,
                       replay_knot k, replay_knot *found)
{
    slopes x = {-INFINITY, INFINITY}, y = x;
    size_t best = start;
    for (size_t i = start + 1; i < count && i - best <= MOST_FRAMES_BACK; ++i) {
        wend_vec2 p = on_grid(grid, at[i]);
        double frames = (double)(i - start), away_x = p.x - k.x, away_y = p.y - k.y, end_x, end_y;
        narrow(&x, away_x, frames);
        narrow(&y, away_y, frames);
        if (x.low > x.high || y.low > y.high)
            break;
        if (!reach(&x, away_x, frames, &end_x) || !reach(&y, away_y, frames, &end_y))
            continue;
        best = i;
        *found = (replay_knot){k.frame + (uint32_t)(i - start), k.x + (int32_t)end_x,
                               k.y + (int32_t)end_y};
    }
    return best;
}

size_t replay_fit(const replay_grid *grid, const wend_vec2 *at, size_t count, replay_knot first,
                  replay_knot *knots)
{
    size_t found = 0;
    replay_knot k = first;
    for (size_t i = 0; i + 1 < count;) {
        i = farthest(grid, at, count, i, k, &k);
        knots[found++] = k;
    }
    return found;
}

static int32_t go_on(int32_t a, int32_t b, double frames, double more)
{
    return (int32_t)within_reach(b + floor(((double)b - a) * more / frames + 0.5));
}

replay_knot replay_predict(replay_knot a, replay_knot b, uint32_t frames)
{
    double before = b.frame - a.frame;
    return (replay_knot){b.frame + frames, go_on(a.x, b.x, before, frames),
                         go_on(a.y, b.y, before, frames)};
}
