set(video_sources
  discs.c
  encoder.c
  picture.c
  sink.c
)
