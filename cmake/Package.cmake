# What makes Lockstep usable from other builds and from a shell: the CMake package, the pkg-config file, the manual
# pages and the completions. All paths in them are relative, and the build tree has them too.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_BINARY_DIR}/lib/cmake/Lockstep)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/LockstepConfig.cmake.in ${package}/LockstepConfig.cmake
                              INSTALL_DESTINATION lib/cmake/Lockstep NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${package}/LockstepConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(${PROJECT_SOURCE_DIR}/cmake/LockstepAddTest.cmake ${package}/LockstepAddTest.cmake COPYONLY)
install(DIRECTORY ${package} DESTINATION lib/cmake)

configure_file(${PROJECT_SOURCE_DIR}/cmake/lockstep.pc.in ${CMAKE_BINARY_DIR}/lib/pkgconfig/lockstep.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/lib/pkgconfig/lockstep.pc DESTINATION lib/pkgconfig)

set(share ${CMAKE_BINARY_DIR}/share)
add_custom_command(
  OUTPUT ${share}/man/man1/lockstep.1
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${share}/man  # pages of commands that are gone
  COMMAND lockstep-docgen ${share}
  DEPENDS lockstep-docgen
  COMMENT "Writing manual pages and completions"
  VERBATIM)
add_custom_target(lockstep-docs ALL DEPENDS ${share}/man/man1/lockstep.1)
add_dependencies(lockstep-tool lockstep-docs)
foreach(folder man bash-completion zsh fish)
  install(DIRECTORY ${share}/${folder} DESTINATION share)
endforeach()
