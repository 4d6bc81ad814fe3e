! Fortran (mpif.h): the root expects more from a rank than it sends.
! REQUIRES: mpich, openmpi
! RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch
! RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-count-mismatch
program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierr
  integer :: values(4), all(8)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  values = rank
  call MPI_Gather(values, 4 - rank, MPI_INTEGER, all, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program

! CHECK: gather_mpif.f90:{{[0-9]+}}:{{.*}}error: {{.*}} rank 1 sends 3 x MPI_INTEGER to rank 0, which expects 4 x MPI_INTEGER [coll-count-mismatch]
