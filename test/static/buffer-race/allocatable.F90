! A store to an allocatable array before the send that reads it is complete.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
! RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
! RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
! OK-NOT: {{warning|error}}:
! OK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, size, requests(2)
  integer, allocatable :: sent(:), got(:)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  allocate (sent(8), got(8))
  sent = rank
  call MPI_Irecv(got, 8, MPI_INTEGER, mod(rank + size - 1, size), 0, MPI_COMM_WORLD, requests(1), ierr)
  ! CHECK-DAG: allocatable.F90:[[@LINE+1]]:{{.*}}note: pending since here
  call MPI_Isend(sent, 8, MPI_INTEGER, mod(rank + 1, size), 0, MPI_COMM_WORLD, requests(2), ierr)
#ifdef OK
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
#endif
  ! CHECK-DAG: allocatable.F90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  sent(3) = 1
#ifndef OK
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
#endif
  deallocate (sent, got)
  call MPI_Finalize(ierr)
end program main
