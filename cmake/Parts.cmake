# One target per folder of src/: lockstep_part(NAME mpi LINK ...) makes lockstep_mpi from every .cpp below the folder, but
# for those behind EXCEPT.
# Parts are object libraries: rules register themselves, and a static archive would drop what nobody names.
function(lockstep_part)
  cmake_parse_arguments(PART "" "NAME" "LINK;EXCEPT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(TRANSFORM PART_EXCEPT PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(REMOVE_ITEM sources ${PART_EXCEPT})
  add_library(lockstep_${PART_NAME} OBJECT ${sources})
  target_include_directories(lockstep_${PART_NAME} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(lockstep_${PART_NAME} PUBLIC ${PART_LINK})
endfunction()

# lockstep_uses(target parts...) links the named parts, with their objects, into a program or shared library. Name every
# part that is needed: an object library does not bring the objects of those it depends on.
function(lockstep_uses target)
  foreach(part ${ARGN})
    target_link_libraries(${target} PRIVATE lockstep_${part})
  endforeach()
endfunction()

# lockstep_unit_tests(part parts...) makes unit-part from every .cpp of the calling folder, with the named parts.
function(lockstep_unit_tests name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_executable(unit-${name} ${sources})
  set_target_properties(unit-${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/unit
                                                OUTPUT_NAME ${name}Tests)
  add_dependencies(lockstep-tests unit-${name})
  target_link_libraries(unit-${name} PRIVATE GTest::gtest GTest::gtest_main)
  lockstep_uses(unit-${name} ${ARGN})
  target_precompile_headers(unit-${name} PRIVATE ${LOCKSTEP_COMMON_HEADERS} <gtest/gtest.h>)
endfunction()
