// SPDX-License-Identifier: MIT
// Any bytes as the YAML of a ROS map, with a small image that has walls, unknown, free and
// transparent pixels, touching in corners.
#include "fuzz_import.h"

#include "formats/ros.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint16_t pixels[] = {
        0, 255, 0,   205, 255, 0,   //
        0, 0,   255, 255, 60,  255, //
        0, 255, 0,   0,   0,   IMAGE_TRANSPARENT,
    };
    image picture = {.width = 6, .height = 3, .white = 255, .pixels = pixels};
    problem_list problems = {0};
    ros_map map;
    text t = {0};
    if (text_copy(data, size, &t, &problems) && ros_map_parse(&t, &map, &problems)) {
        // A map of millimetres a million kilometres away is below the tolerance, so invalid.
        fuzz_check(ros_map_scene(&map, &picture, &problems), false);
        ros_map_free(&map);
    }
    text_free(&t);
    problem_free(&problems);
    fuzz_read(scene_read_ros, data, size, false);
    return 0;
}
