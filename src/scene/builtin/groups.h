// SPDX-License-Identifier: MIT
// The scenes of Kamphuis and Overmars, "Motion Planning for Coherent Groups of Entities" (2003),
// section 4 and figure 3, each with 50 sheep that stay together. The figure is lost: these are what
// its words describe. Passages are so many percent of their usual width. NULL: out of memory.
#ifndef WEND_SCENE_BUILTIN_GROUPS_H
#define WEND_SCENE_BUILTIN_GROUPS_H

#include "scene/scene.h"

/// The least width of the shape of the sheep, and of the passages of the scenes. [Units: m]
#define SHEEP_WIDTH       2.5
#define NARROW_PASSAGE    3.0 ///< 1.2 times the shape's
#define CYLINDERS_PASSAGE 5.5
#define TREES_PASSAGE     7.0
#define CITY_PASSAGE      6.0

/// Two rooms, and one passage through the wall between them.
scene *builtin_group_narrow(uint32_t percent);
/// Pillars with many ways around them.
scene *builtin_group_cylinders(uint32_t percent);
/// Rows of trees. One sheep gets through between any two of them; all have to go around the rows.
scene *builtin_group_trees(uint32_t percent);
/// Houses along streets with sharp turns.
scene *builtin_group_city(uint32_t percent);

#endif
