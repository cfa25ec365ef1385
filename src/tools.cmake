# The command and the layers it is built from, with their libraries, and the benchmarks.
find_package(PkgConfig REQUIRED)
pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(geos REQUIRED IMPORTED_TARGET geos)
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(sqlite REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(zlib REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)

set(tools_sources)
foreach(folder base polygon scene repair formats record measure run draw replay video verify cli)
  include(${folder}/sources.cmake)
  list(TRANSFORM ${folder}_sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/)
  list(APPEND tools_sources ${${folder}_sources})
endforeach()
include(../bench/sources.cmake)
list(TRANSFORM bench_sources PREPEND ${PROJECT_SOURCE_DIR}/bench/)

# Files become C strings inside the binary, as the table embedded_<table> (base/embedded.h). The lists:
# scenes/scenes.cmake, scenes/verify/verify.cmake, viewer/viewer.cmake.
set(embedded_sources)
function(embed table folder files)
  list(TRANSFORM files PREPEND ${folder}/)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded_${table}.c)
  list(JOIN files "|" argument)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${argument}" -DTABLE=${table} -DOUT=${out}
      -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)
  set(embedded_sources ${embedded_sources} ${out} PARENT_SCOPE)
endfunction()
include(${PROJECT_SOURCE_DIR}/scenes/scenes.cmake)
embed(scenes ${PROJECT_SOURCE_DIR}/scenes "${scene_files}")
include(${PROJECT_SOURCE_DIR}/scenes/verify/verify.cmake)
if(verify_files)
  embed(verify ${PROJECT_SOURCE_DIR}/scenes/verify "${verify_files}")
endif()
include(${PROJECT_SOURCE_DIR}/viewer/viewer.cmake)
if(viewer_files)
  embed(viewer ${PROJECT_SOURCE_DIR}/viewer "${viewer_files}")
endif()

# Everything but main, so that tests and fuzzers can link it too.
add_library(wend_tools STATIC EXCLUDE_FROM_ALL ${tools_sources} ${bench_sources} ${embedded_sources})
set_target_properties(wend_tools PROPERTIES C_EXTENSIONS OFF UNITY_BUILD OFF)
target_compile_definitions(wend_tools PUBLIC _POSIX_C_SOURCE=200809L)
target_compile_options(wend_tools PRIVATE ${wend_tools_coverage})
target_include_directories(wend_tools PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
target_link_libraries(wend_tools PUBLIC wend_static PkgConfig::jansson PkgConfig::geos PkgConfig::cairo
  PkgConfig::yaml PkgConfig::sqlite PkgConfig::zlib PRIVATE wend_flags)

add_executable(wend_command cli/main.c)
set_target_properties(wend_command PROPERTIES OUTPUT_NAME wend C_EXTENSIONS OFF
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_link_libraries(wend_command PRIVATE wend_tools wend_flags)
# The man page is made from the tables of options; a cross-built command cannot be run.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
  add_custom_command(TARGET wend_command POST_BUILD
    COMMAND wend_command help --man > ${PROJECT_BINARY_DIR}/wend.1 VERBATIM)
endif()
