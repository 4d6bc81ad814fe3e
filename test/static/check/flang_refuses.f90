! A source with a feature that flang lacks: gfortran compiles it, `check` says why the rules did not analyze it, `run`
! says so in its coverage, live and from the trace, and the run-time rules work. Errors of both compilers are shown
! once, by the one that reads the source.
! REQUIRES: mpich, openmpi
! RUN: rm -rf %t && mkdir %t && cd %t && %check --json check.json %s 2>&1 | FileCheck %s
! RUN: cd %t && %check -q %s 2>&1 | count 0
! RUN: %json-has %t/check.json findings.#=0 coverage.notSeenByRules.#=1
! RUN: cd %t && %not66 %lockstep run -n 2 --mpi mpich --trace trace --json run.json %s 2>&1 | FileCheck --check-prefix=RAN %s
! RUN: %json-has %t/run.json findings.#=1 coverage.notSeenByRules.#=1
! RUN: cd %t && %not66 %lockstep analyze trace 2>&1 | FileCheck --check-prefix=RAN %s
! RUN: cd %t && %not66 %lockstep run -n 2 --mpi openmpi %s 2>&1 | FileCheck --check-prefix=RAN %s
! RUN: cd %t && %lockstep run -n 2 --mpi mpich --cflags=-fcheck=bounds %examples/root_use_mpi_fixed.f90 2>&1 | FileCheck --check-prefix=OPTION %s
! OPTION: not seen by the static rules: {{.*}}root_use_mpi_fixed.f90

! RUN: cd %t && echo '[{"directory": "%t", "file": "%s", "arguments": ["fc", "-c", "%s"]}]' >compile_commands.json
! RUN: cd %t && %check -p . 2>&1 | FileCheck %s
! RUN: cd %t && echo 'no Fortran at all' >wrong.f90 && %not64 %check wrong.f90 2>&1 | FileCheck --check-prefix=WRONG %s
! RUN: cd %t && rm -rf trace *.json wrong.f90 && ls | count 0
! WRONG: error: Could not parse wrong.f90
! WRONG-NOT: Error:
! WRONG: lockstep: error: wrong.f90 does not compile

! CHECK: lockstep: note: flang refuses {{.*}}flang_refuses.f90 ({{.*}}not yet implemented: parameterized derived types): the static rules did not look at it, gfortran compiled it; `lockstep run` checks what it does
! CHECK: lockstep: nothing was checked; 0 MPI calls seen; not seen by the static rules: {{.*}}flang_refuses.f90
program main
  use mpi
  implicit none
  type :: vector(length)
    integer, len :: length
    integer :: values(length)
  end type
  type(vector(3)) :: v
  integer :: ierr, rank
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  v%values = rank
  ! RAN: flang_refuses.f90:[[@LINE+1]]:{{.*}}error: {{.*}}[coll-root-mismatch]
  call MPI_Bcast(v%values, 3, MPI_INTEGER, rank, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
! RAN: lockstep: 1 error{{.*}}not seen by the static rules: {{.*}}flang_refuses.f90
