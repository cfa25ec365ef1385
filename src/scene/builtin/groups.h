// SPDX-License-Identifier: MIT
// The scenes of Kamphuis and Overmars, "Motion Planning for Coherent Groups of Entities" (2003),
// section 4 and figure 3, each with a coherent group of 50 sheep. The paper's figure is
// unavailable; these scenes follow its description. Passages have that percentage of their usual
// width. NULL: out of memory.
#ifndef WEND_SCENE_BUILTIN_GROUPS_H
#define WEND_SCENE_BUILTIN_GROUPS_H

#include "scene/scene.h"

/// Minimum width of the shape of the sheep, and of the passages of the scenes. [Units: m]
#define SHEEP_WIDTH       2.5
#define NARROW_PASSAGE    3.0 ///< 1.2 times the shape's
#define CYLINDERS_PASSAGE 5.5
#define TREES_PASSAGE     7.0
#define CITY_PASSAGE      6.0

/// Two rooms, and one passage through the wall between them.
scene *builtin_group_narrow(uint32_t percent);
/// Pillars with many paths around them.
scene *builtin_group_cylinders(uint32_t percent);
/// Rows of trees. A single sheep passes between any two trees; the group goes around the rows.
scene *builtin_group_trees(uint32_t percent);
/// Houses along streets with sharp turns.
scene *builtin_group_city(uint32_t percent);

#endif
