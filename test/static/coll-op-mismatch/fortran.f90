! Rank 0 reduces with MPI_SUM, the others with MPI_MAX, in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, mine, all
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  mine = rank
  if (rank == 0) then
    ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: the ranks call MPI_Allreduce with different operations: MPI_SUM on rank 0, MPI_MAX on rank 1 [coll-op-mismatch]
    call MPI_Allreduce(mine, all, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  else
    call MPI_Allreduce(mine, all, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program
