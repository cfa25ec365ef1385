# The built-in scenes, in the order `wend scenes` lists them.
set(scene_files
  hall.json
  corridor.json
  bottleneck.json
  crossing.json
  pillars.json
  office.json
  museum.json
  contacts.json
  16-blocks.json
  dungeon.json
  castle.json
)
