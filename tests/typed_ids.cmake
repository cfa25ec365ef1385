# Compiles typed_ids.c, which removes an agent, with the id type of every kind of object: it must succeed for agents and fail
# for all others because of the type.
# cmake -DCOMPILER=cc -DSOURCE_DIR=... -P typed_ids.cmake
file(STRINGS ${SOURCE_DIR}/include/wend/ids.h kinds REGEX "^WEND_ID\\([a-z_]+\\)")
list(LENGTH kinds count)
if(count LESS 13)
  message(FATAL_ERROR "only ${count} kinds of ids were found in ids.h")
endif()
foreach(line ${kinds})
  string(REGEX REPLACE "WEND_ID\\(([a-z_]+)\\).*" "wend_\\1_id" type "${line}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C
      ${COMPILER} -std=c17 -fsyntax-only -I${SOURCE_DIR}/include -DID=${type} ${SOURCE_DIR}/tests/typed_ids.c
    RESULT_VARIABLE result ERROR_VARIABLE messages)
  if(type STREQUAL "wend_agent_id")
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "an agent's own id does not compile:\n${messages}")
    endif()
  elseif(result EQUAL 0)
    message(FATAL_ERROR "a ${type} compiles where a wend_agent_id is expected")
  elseif(NOT messages MATCHES "incompatible type" OR NOT messages MATCHES "${type}")
    message(FATAL_ERROR "a ${type} fails for another reason:\n${messages}")
  endif()
endforeach()
