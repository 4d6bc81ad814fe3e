# lockstep_add_test([NAME] name NPROCS n [MPI mpich|openmpi] [WORKING_DIRECTORY folder] [OPTIONS option...]
#                   COMMAND target|program [argument...])
#
# Adds the CTest test `name`: the program on n ranks under `lockstep run`. It fails where Lockstep finds an error or the
# program fails. OPTIONS are those of `lockstep run`. COMMAND comes last; all that follows belongs to the program.
function(lockstep_add_test)
  # Split by hand: an argument of the program may look like one of our keywords, be empty or hold a semicolon. So that
  # it stays as it is, it becomes a bracket argument of the code that is evaluated below.
  set(ours "")
  set(program "")
  set(arguments "")
  set(command FALSE)
  if(ARGC EQUAL 0 OR ARGV0 STREQUAL "COMMAND")
    message(FATAL_ERROR "lockstep_add_test: a name, NPROCS and COMMAND are needed")
  endif()
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE ${last})
    if(NOT program STREQUAL "")
      string(APPEND arguments " [==[${ARGV${i}}]==]")
    elseif(command)
      set(program "${ARGV${i}}")
    elseif(ARGV${i} STREQUAL "COMMAND")
      set(command TRUE)
    else()
      list(APPEND ours "${ARGV${i}}")
    endif()
  endforeach()

  list(GET ours 0 first)
  if(NOT first STREQUAL "NAME")
    list(PREPEND ours NAME)
  endif()
  cmake_parse_arguments(TEST "" "NAME;NPROCS;MPI;WORKING_DIRECTORY" "OPTIONS" ${ours})
  if(TEST_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lockstep_add_test: unknown arguments: ${TEST_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TEST_NAME OR NOT TEST_NPROCS OR NOT program)
    message(FATAL_ERROR "lockstep_add_test: a name, NPROCS and COMMAND are needed")
  endif()

  if(TARGET "${program}")
    set(program "$<TARGET_FILE:${program}>")
  endif()
  set(more "")
  if(TEST_MPI)
    list(APPEND more --mpi ${TEST_MPI})
  endif()
  set(place "")
  if(TEST_WORKING_DIRECTORY)
    set(place WORKING_DIRECTORY "${TEST_WORKING_DIRECTORY}")
  endif()

  # The tool's place is taken from this file's: variables of find_package may not reach the caller's folder.
  get_filename_component(tool "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../bin/lockstep" ABSOLUTE)
  cmake_language(EVAL CODE "add_test(NAME \"\${TEST_NAME}\"
    COMMAND \"\${tool}\" run -n \${TEST_NPROCS} \${more} \${TEST_OPTIONS} \"\${program}\" ${arguments} \${place})")
  set_tests_properties("${TEST_NAME}" PROPERTIES PROCESSORS ${TEST_NPROCS} LABELS lockstep)
endfunction()
