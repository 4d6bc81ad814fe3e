! A derived datatype is broadcast before it is committed, in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  integer :: values(4), type
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  values = rank
  call MPI_Type_contiguous(4, MPI_INTEGER, type, ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: datatype of MPI_Bcast (argument 3) is a datatype that is not committed [arg-datatype]
  call MPI_Bcast(values, 1, type, 0, MPI_COMM_WORLD, ierr)
  call MPI_Type_free(type, ierr)
  call MPI_Finalize(ierr)
end program
