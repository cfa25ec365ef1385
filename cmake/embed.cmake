# Writes OUT: a C file with the text of each of FILES (separated by |) as a string, and their names
# (without .json), as the table embedded_TABLE.
# An initialiser of numbers, because C compilers need not take string literals longer than 4095.
string(REPLACE "|" ";" FILES "${FILES}")
set(body "// Made by cmake/embed.cmake.\n#include \"base/embedded.h\"\n\n")
set(rows "")
set(number 0)
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "\\.json$" "" name ${name})
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND body "static const char text_${number}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", text_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND body "\nstatic const embedded_file files[] = {\n${rows}};\n")
string(APPEND body "const embedded_table embedded_${TABLE} = {files, ${number}};\n")
file(WRITE ${OUT} "${body}")
