# The module `mpi` for flang, one for each MPI that has a Fortran wrapper, in lib/lockstep/flang/<mpi>/mpi.mod. Without
# flang, or where it cannot compile an mpif.h, sources with `use mpi` are left to gfortran.
include(FindMpis)
add_custom_target(lockstep-flang-modules ALL)
find_program(LOCKSTEP_FLANG NAMES flang-new-19 flang-new)

foreach(mpi ${LOCKSTEP_MPIS})
  string(REGEX REPLACE "mpicc([^/]*)$" "mpifort\\1" wrapper ${LOCKSTEP_${mpi}_CC})
  if(NOT LOCKSTEP_FLANG OR NOT EXISTS ${wrapper})
    continue()
  endif()
  execute_process(COMMAND ${wrapper} -show OUTPUT_VARIABLE line OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  separate_arguments(includes UNIX_COMMAND "${line}")
  list(FILTER includes INCLUDE REGEX "^-I")
  string(JOIN " " flags ${LOCKSTEP_${mpi}_COMPILE})
  set(folder ${CMAKE_BINARY_DIR}/${LOCKSTEP_LIBDIR}/flang/${mpi})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/flang/${mpi}/mpi.f90)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${folder}/mpi.mod
    COMMAND ${CMAKE_COMMAND} "-DCOMPILER=${CMAKE_C_COMPILER}" "-DFLAGS=${flags}" -DOUTPUT=${source}
            -P ${PROJECT_SOURCE_DIR}/cmake/FlangModule.cmake
    COMMAND ${LOCKSTEP_FLANG} -fsyntax-only -J ${folder} ${includes} ${source} ||
            ${CMAKE_COMMAND} -E echo "flang cannot compile the mpif.h of ${mpi}, use mpi is left to gfortran"
    DEPENDS ${PROJECT_SOURCE_DIR}/cmake/FlangModule.cmake ${wrapper}
    VERBATIM)
  add_custom_target(lockstep-flang-module-${mpi} DEPENDS ${folder}/mpi.mod)
  add_dependencies(lockstep-flang-modules lockstep-flang-module-${mpi})
  install(FILES ${folder}/mpi.mod DESTINATION ${LOCKSTEP_LIBDIR}/flang/${mpi} OPTIONAL)
endforeach()
