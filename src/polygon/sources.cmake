set(polygon_sources
  face_sample.c
  geos.c
  ground.c
  overlay.c
  planar.c
  polygons.c
)
