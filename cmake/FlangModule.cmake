# Writes the source of a module `mpi` for flang, which cannot read the one that came with an MPI built by gfortran:
# cmake -DCOMPILER=… -DFLAGS=… -DOUTPUT=mpi.f90 -P FlangModule.cmake
#
# The constants come from the MPI's own mpif.h. Its routines are taken from mpi.h and get an external declaration, so
# that they can stand in `use mpi, only:`. Those with a choice buffer and no string or callback get an interface that
# takes any argument, so that flang does not warn when two calls pass buffers of different types.
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
file(WRITE ${OUTPUT}.c "#include <mpi.h>\n")
execute_process(COMMAND ${COMPILER} ${flags} -E -P ${OUTPUT}.c OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${OUTPUT}.c)
string(REGEX MATCHALL "int PMPI_[A-Z][A-Za-z0-9_]* *\\([^;]*\\)" prototypes "${text}")

set(externals "")
set(interfaces "")
foreach(prototype ${prototypes})
  string(REGEX MATCH "PMPI_([A-Za-z0-9_]*) *\\((.*)\\)" matched "${prototype}")
  set(name ${CMAKE_MATCH_1})
  set(parameters "${CMAKE_MATCH_2}")
  string(APPEND externals "  external PMPI_${name}\n")
  if(NOT parameters MATCHES "void *\\*[^*]" OR parameters MATCHES "char|_function|_fn|\\*\\*")
    string(APPEND externals "  external MPI_${name}\n")
    continue()
  endif()
  string(REGEX MATCHALL "," commas "${parameters}")
  list(LENGTH commas last)
  set(dummies "")
  set(ignored "")
  foreach(i RANGE ${last})
    list(APPEND dummies a${i})
    list(APPEND ignored "(tkrdmac)a${i}")
  endforeach()
  string(REPLACE ";" "," dummies "${dummies}")
  string(REPLACE ";" "," ignored "${ignored}")
  string(REPLACE "a" "      integer :: a" declarations "${dummies}")
  string(REPLACE "," "(*)\n" declarations "${declarations}")
  string(APPEND interfaces "    subroutine MPI_${name}( &\n      ${dummies},ierror)\n"
         "      !dir$ ignore_tkr ${ignored}\n${declarations}(*)\n      integer :: ierror\n    end subroutine\n")
endforeach()
file(WRITE ${OUTPUT} "module mpi\n  include 'mpif.h'\n${externals}  interface\n${interfaces}  end interface\nend module\n")
