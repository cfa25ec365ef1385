# The command and what it stands on: io, draw, cli and the benchmarks, with their libraries.
find_package(PkgConfig REQUIRED)
pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(geos REQUIRED IMPORTED_TARGET geos)
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)

include(io/sources.cmake)
include(draw/sources.cmake)
include(cli/sources.cmake)
include(../bench/sources.cmake)
list(TRANSFORM io_sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/io/)
list(TRANSFORM draw_sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/draw/)
list(TRANSFORM cli_sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/cli/)
list(TRANSFORM bench_sources PREPEND ${PROJECT_SOURCE_DIR}/bench/)

# scenes/*.json become C strings; scenes/scenes.cmake lists them.
include(${PROJECT_SOURCE_DIR}/scenes/scenes.cmake)
list(TRANSFORM scene_files PREPEND ${PROJECT_SOURCE_DIR}/scenes/)
set(embedded ${CMAKE_CURRENT_BINARY_DIR}/embedded_scenes.c)
list(JOIN scene_files "|" scene_files_argument)
add_custom_command(OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} "-DFILES=${scene_files_argument}" -DOUT=${embedded}
    -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${scene_files} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)

# Everything but main, so that tests and fuzzers can link it too.
add_library(wend_tools STATIC EXCLUDE_FROM_ALL ${io_sources} ${draw_sources} ${cli_sources}
  ${bench_sources} ${embedded})
set_target_properties(wend_tools PROPERTIES C_EXTENSIONS OFF UNITY_BUILD OFF)
target_compile_definitions(wend_tools PUBLIC _POSIX_C_SOURCE=200809L)
target_include_directories(wend_tools PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
target_link_libraries(wend_tools PUBLIC wend_static PkgConfig::jansson PkgConfig::geos PkgConfig::cairo
  PkgConfig::yaml PRIVATE wend_flags)

add_executable(wend_command cli/main.c)
set_target_properties(wend_command PROPERTIES OUTPUT_NAME wend C_EXTENSIONS OFF
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_link_libraries(wend_command PRIVATE wend_tools wend_flags)
