// SPDX-License-Identifier: MIT
// A ROS map: a YAML file that defines the meaning of the pixels of a picture beside it (the
// map_server package of ROS and ROS 2).
#ifndef WEND_FORMATS_ROS_H
#define WEND_FORMATS_ROS_H

#include "formats/image.h"

typedef enum ros_mode {
    ROS_TRINARY,
    ROS_SCALE,
    ROS_RAW, ///< a pixel is a percentage, 0 to 100, and more means unknown
} ros_mode;

typedef struct ros_map {
    char *image;            ///< the picture's path as written; freed by ros_map_free
    text_position image_at; ///< of the path in the text
    double resolution;      ///< of a pixel [Units: m]
    double origin[3];       ///< x and y of the lower left corner, yaw [Units: m, m, rad]
    bool negate;            ///< white is occupied, not black
    double occupied_thresh; ///< pixels with a larger probability are occupied
    double free_thresh;     ///< pixels with a smaller probability are free
    ros_mode mode;
} ros_map;

/// Reads the YAML text. False with problems.
bool ros_map_parse(const text *t, ros_map *map, problem_list *problems);
void ros_map_free(ros_map *map);

/// The scene of a map and its picture. Only pixels that are known to be free are free: occupied,
/// unknown and transparent pixels are walls, because a robot must not plan through unobserved
/// space.
scene *ros_map_scene(const ros_map *map, const image *picture, problem_list *problems);

#endif
