! A section with gaps is sent as a copy, whose lifetime ends with the call although the operation is pending; a section
! without gaps is sent directly, and the rest of the array is free.
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
#ifdef OK
  call MPI_Isend(sent(3:6), 4, MPI_INTEGER, mod(rank + 1, size), 0, MPI_COMM_WORLD, requests(2), ierr)
  sent(2) = 1
  sent(7) = 1
#else
  ! CHECK-DAG: section.F90:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Isend still uses it [buffer-race]
  call MPI_Isend(sent(1:8:2), 4, MPI_INTEGER, mod(rank + 1, size), 0, MPI_COMM_WORLD, requests(2), ierr)
#endif
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
  deallocate (sent, got)
  call MPI_Finalize(ierr)
end program main
