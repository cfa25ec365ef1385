set(group_sources
  clearance.c
  outline.c
  shape.c
  size.c
  spine.c
)
