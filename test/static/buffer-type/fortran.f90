! Reals are broadcast as MPI_INTEGER in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  real :: values(4)
  call MPI_Init(ierr)
  values = 0
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: buffer of MPI_Bcast (argument 1) points to floating-point numbers of 4 bytes, but the datatype is MPI_INTEGER [buffer-type]
  call MPI_Bcast(values, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
