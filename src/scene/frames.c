// SPDX-License-Identifier: MIT
// Frames of coordinates (see frames.h).
#include "scene/frames.h"

bool frames_mirrored(const scene *s)
{
    return s->flipped != 0;
}

static bool in_degrees(const scene *s)
{
    return s->plane.x_factor != 0;
}

wend_vec2 frames_to_metres(const scene *s, wend_vec2 p)
{
    if (in_degrees(s))
        return p;
    double y = p.y + s->origin.y;
    return (wend_vec2){p.x + s->origin.x, frames_mirrored(s) ? s->flipped - y : y};
}

wend_vec2 frames_from_metres(const scene *s, wend_vec2 p)
{
    if (in_degrees(s))
        return p;
    double y = frames_mirrored(s) ? s->flipped - p.y : p.y;
    return (wend_vec2){p.x - s->origin.x, y - s->origin.y};
}

wend_vec2 frames_to_source(const scene *s, wend_vec2 p)
{
    return in_degrees(s) ? geographic_unproject(&s->plane, p) : frames_to_metres(s, p);
}

/// A JSON scene has its own frame; other formats have the source's.
static bool has_own_frame(const scene *s)
{
    return s->source.size > 0;
}

wend_vec2 frames_to_file(const scene *s, wend_vec2 p)
{
    return has_own_frame(s) ? p : frames_to_source(s, p);
}

wend_vec2 frames_from_file(const scene *s, wend_vec2 p)
{
    if (has_own_frame(s))
        return p;
    return in_degrees(s) ? geographic_project(&s->plane, p) : frames_from_metres(s, p);
}
