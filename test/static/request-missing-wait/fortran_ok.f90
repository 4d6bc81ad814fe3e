! REQUIRES: mpich, openmpi
! RUN: %check %s 2>&1 | FileCheck %s
! RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
! CHECK-NOT: {{warning|error}}:
! CHECK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, size
  integer :: values(4), requests(4), i
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  do i = 1, 4
    call MPI_Irecv(values(i), 1, MPI_INTEGER, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, requests(i), ierr)
  end do
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
