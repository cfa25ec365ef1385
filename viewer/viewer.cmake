# The parts of the replay page, which `wend view` puts together in this order.
set(viewer_files
)
