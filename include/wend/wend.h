// SPDX-License-Identifier: MIT
// wend: paths and crowds in the plane. Includes the whole public API.
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include "wend/agent.h"
#include "wend/aim.h"
#include "wend/barriers.h"
#include "wend/base.h"
#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/flow.h"
#include "wend/force.h"
#include "wend/geometry.h"
#include "wend/id.h"
#include "wend/index.h"
#include "wend/lanes.h"
#include "wend/mang.h"
#include "wend/mang_plan.h"
#include "wend/map.h"
#include "wend/map_tolls.h"
#include "wend/map_weights.h"
#include "wend/mesh.h"
#include "wend/neighbour.h"
#include "wend/obstacles.h"
#include "wend/orca.h"
#include "wend/path.h"
#include "wend/pursuit.h"
#include "wend/random.h"
#include "wend/raster.h"
#include "wend/roadmap.h"
#include "wend/steer.h"
#include "wend/tasks.h"
#include "wend/version.h"
#include "wend/voronoi.h"
#include "wend/walls.h"
#include "wend/world.h"

#endif
