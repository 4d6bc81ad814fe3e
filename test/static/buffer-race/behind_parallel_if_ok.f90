! The store comes when the receive is complete.
! RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
! CHECK-NOT: {{warning|error}}:
! CHECK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, n, rank, request, buffer, i, total(10)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = command_argument_count()
  !$omp parallel do if(n > 1)
  do i = 1, 10
    total(i) = i
  end do
  call MPI_Irecv(buffer, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  buffer = 1
  call MPI_Finalize(ierr)
end program
