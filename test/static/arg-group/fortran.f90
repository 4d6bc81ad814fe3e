! MPI_GROUP_NULL has no size in Fortran, either.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: count
  call MPI_Init(ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: group of MPI_Group_size (argument 1) is MPI_GROUP_NULL [arg-group]
  call MPI_Group_size(MPI_GROUP_NULL, count, ierr)
  call MPI_Finalize(ierr)
end program
