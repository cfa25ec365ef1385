# Headers, both libraries, find_package(wend CONFIG), pkg-config; with the tools also the command, its
# man page and completions.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/wend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set_target_properties(wend_static PROPERTIES EXPORT_NAME wend)
set_target_properties(wend_shared PROPERTIES EXPORT_NAME shared)
install(TARGETS wend_static wend_shared EXPORT wend-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
install(EXPORT wend-targets NAMESPACE wend:: DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/wend-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/wend-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/wend-config-version.cmake
  DESTINATION ${package_folder})

# The prefix is found from the .pc file's own place, so that a moved copy still works; not where the
# libraries' folder was given as a whole path.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(WEND_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
  set(WEND_PC_LIBDIR "${CMAKE_INSTALL_FULL_LIBDIR}")
  set(WEND_PC_INCLUDEDIR "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  set(WEND_PC_PREFIX "\${pcfiledir}/${up}")
  set(WEND_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(WEND_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(WEND_PC_PRIVATE "-lm -lpthread")
if(WEND_LIBATOMIC)
  string(APPEND WEND_PC_PRIVATE " -latomic")
endif()
configure_file(cmake/wend.pc.in ${CMAKE_CURRENT_BINARY_DIR}/wend.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/wend.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(WEND_TOOLS)
  install(TARGETS wend_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/wend.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
  install(FILES tools/completions/wend.bash RENAME wend
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES tools/completions/_wend DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
