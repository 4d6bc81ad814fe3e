! REQUIRES: mpich, openmpi
! RUN: %check %s 2>&1 | FileCheck %s
! RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
! CHECK-NOT: {{warning|error}}:
! CHECK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, size
  integer :: values(8), beside(4), request, other
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  values = rank
  call MPI_Irecv(beside, 4, MPI_INTEGER, mod(rank + size - 1, size), 0, MPI_COMM_WORLD, other, ierr)
  call MPI_Isend(values, 4, MPI_INTEGER, mod(rank + 1, size), 0, MPI_COMM_WORLD, request, ierr)
  values(5:8) = 0
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  values(1) = 0
  call MPI_Wait(other, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
