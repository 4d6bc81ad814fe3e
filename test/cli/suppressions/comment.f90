! A comment hides the finding of a Fortran program.
! REQUIRES: mpich
! RUN: %mpifort-mpich -g %s -o %t
! RUN: %lockstep run -n 2 %t 2>&1 | FileCheck %s
program comment
  use mpi
  integer :: rank, total, ierr, op
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  op = merge(MPI_MAX, MPI_SUM, rank == 0)
  ! lockstep: ignore(coll-op-mismatch) the result is not used
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program comment
! CHECK: lockstep: no errors; {{.*}}; 1 known finding hidden
