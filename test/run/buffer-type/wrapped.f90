! The types of variables are known to the run of a program that lockstep-mpifort compiled with -g.
! REQUIRES: mpich
! RUN: %lockstep-mpifort --mpi=mpich -g -O1 %s -o %t 2>&1 | FileCheck %s --check-prefix=COMPILED
! COMPILED-NOT: argument unused
! RUN: %not66 %lockstep run -n 2 --timeout 60 %t 2>&1 | FileCheck %s
module sizes
  integer :: cells(8)
end module
program wrapped
  use mpi
  use sizes
  implicit none
  integer :: error
  call MPI_Init(error)
  cells = 1
  ! CHECK: wrapped.f90:[[@LINE+1]]:{{.*}}: error: buffer of MPI_Bcast (argument 1) points to integers of 4 bytes, but the datatype is MPI_REAL [buffer-type]
  call MPI_Bcast(cells(2), 1, MPI_REAL, 0, MPI_COMM_WORLD, error)
  call MPI_Bcast(cells(3), 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
! CHECK: 1 error
