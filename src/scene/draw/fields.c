// SPDX-License-Identifier: MIT
// Drawing of resources (see draw.h).
#include "scene/draw/draw.h"

#include <math.h>
#include <stdio.h>

// A colour not used for agents.
#define FIELD_OLIVE 0x8a9a1bffu

// Opacity (0 to 255) of the densest patch, and least opacity of the others.
#define MOST_OPAQUE  150
#define LEAST_OPAQUE 25

static const wend_ink sample_ink = {.fill = WEND_ALPHA(FIELD_OLIVE, MOST_OPAQUE)};

double scene_patch_density(const wend_patch *patch)
{
    return patch->amount * patch->value / (patch->radius * patch->radius);
}

static void describe_field(const scene_resource *field, const wend_draw *draw)
{
    double densest = 0;
    for (uint32_t i = 0; i < field->def.patch_count; ++i)
        densest = fmax(densest, scene_patch_density(&field->def.patches[i]));
    for (uint32_t i = 0; i < field->def.patch_count; ++i) {
        const wend_patch *patch = &field->def.patches[i];
        double opaque = fmax(LEAST_OPAQUE, MOST_OPAQUE * (scene_patch_density(patch) / densest));
        wend_ink ink = {.fill = WEND_ALPHA(FIELD_OLIVE, (int)opaque)};
        draw->circle(draw->context, patch->position, patch->radius, ink);
    }
}

void scene_describe_fields(const scene *s, const wend_draw *draw)
{
    char title[80] = "";
    uint32_t patches = 0;
    for (uint32_t i = 0; i < s->resource_count; ++i)
        patches += s->resources[i].def.patch_count;
    if (patches > 0)
        snprintf(title, sizeof title, "to gather, %u", patches);
    if (!draw->layer(draw->context, "fields", title, sample_ink))
        return;
    for (uint32_t i = 0; i < s->resource_count; ++i)
        describe_field(&s->resources[i], draw);
}
