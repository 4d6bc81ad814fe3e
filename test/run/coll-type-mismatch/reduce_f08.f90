! Fortran (mpi_f08): a reduction over integers on one rank and over reals on the other.
! REQUIRES: mpich, openmpi
! RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch
! RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-type-mismatch
program main
  use mpi_f08
  implicit none
  integer :: rank, ierr
  integer :: values(4), total(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  values = 0
  if (rank == 0) then
    call MPI_Allreduce(values, total, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  else
    call MPI_Allreduce(values, total, 4, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program

! CHECK: reduce_f08.f90:{{[0-9]+}}:{{.*}}error: {{.*}} rank 0 uses 4 x MPI_INTEGER, rank 1 uses 4 x MPI_REAL [coll-type-mismatch]
