# Lists the routines that an mpi.h declares: cmake -DCOMPILER=… -DFLAGS=… -DOUTPUT=… -P DeclaredRoutines.cmake
# A routine counts when its PMPI_ twin is declared; types and macros have none.
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
file(WRITE ${OUTPUT}.c "#include <mpi.h>\n")
execute_process(COMMAND ${COMPILER} ${flags} -E -P ${OUTPUT}.c OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${OUTPUT}.c)
string(REGEX MATCHALL "PMPI_[A-Z][A-Za-z0-9_]* *\\(" names "${text}")
list(TRANSFORM names REPLACE "PMPI_([A-Za-z0-9_]*) *\\(" "\\1")
list(REMOVE_DUPLICATES names)
list(TRANSFORM names REPLACE "(.+)" "DECLARED(\\1)\n")
string(JOIN "" rows ${names})
file(WRITE ${OUTPUT} "${rows}")
