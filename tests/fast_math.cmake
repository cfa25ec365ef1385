# Compiles the exact predicates as they are, which must succeed, and then with flags that break IEEE
# arithmetic, which must fail with the sources' own message.
# cmake -DCOMPILER=cc -DSOURCE_DIR=... -DOBJECT=scratch.o -P fast_math.cmake
function(compile source expected_message)
  execute_process(
    COMMAND ${COMPILER} -std=c17 -O2 -I${SOURCE_DIR}/include -I${SOURCE_DIR}/src ${ARGN}
      -c ${SOURCE_DIR}/src/geometry/${source} -o ${OBJECT}
    RESULT_VARIABLE result ERROR_VARIABLE messages)
  if(expected_message STREQUAL "")
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${source} does not compile without the flags either:\n${messages}")
    endif()
  elseif(result EQUAL 0)
    message(FATAL_ERROR "${source} compiles with ${ARGN}")
  elseif(NOT messages MATCHES "${expected_message}")
    message(FATAL_ERROR "${source} with ${ARGN} fails for another reason:\n${messages}")
  endif()
endfunction()

foreach(source predicates.c exact.c)
  compile(${source} "")
  foreach(flag -ffast-math -Ofast -ffinite-math-only)
    compile(${source} "exact predicates need IEEE arithmetic" ${flag})
  endforeach()
  # What -mfpmath=387 says where it exists: float.h then shows excess precision.
  compile(${source} "exact predicates need doubles without excess precision"
    -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2)
endforeach()
file(REMOVE ${OBJECT})
