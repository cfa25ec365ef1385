# Compares the names that the shared library exports with the functions of the headers: they must be the same.
# cmake -DNM=nm -DLIBRARY=libwend.so -DSOURCE_DIR=... -P exports.cmake
cmake_minimum_required(VERSION 3.22)
include(${SOURCE_DIR}/cmake/exported_names.cmake)
file(GLOB headers ${SOURCE_DIR}/include/wend/*.h)
wend_exported_names(declared ${headers})
execute_process(COMMAND ${NM} -D --defined-only --format=posix ${LIBRARY}
  OUTPUT_VARIABLE exported COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " [^\n]*\n" ";" exported "${exported}")
list(REMOVE_ITEM exported "")
set(missing ${declared})
list(REMOVE_ITEM missing ${exported})
set(extra ${exported})
list(REMOVE_ITEM extra ${declared})
list(LENGTH declared count)
if(count EQUAL 0 OR missing OR extra)
  message(FATAL_ERROR "${count} functions declared, not exported: ${missing}; exported, not declared: ${extra}")
endif()
message(STATUS "${count} functions of the headers are exported, and nothing else")
