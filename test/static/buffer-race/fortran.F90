! A store to an element that a pending send reads, in Fortran; the other half of the array is free.
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
  integer :: ierr, rank, size, sending, receiving
  integer :: values(8), got(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  values = rank
  call MPI_Irecv(got, 4, MPI_INTEGER, mod(rank + size - 1, size), 0, MPI_COMM_WORLD, receiving, ierr)
  ! CHECK-DAG: fortran.F90:[[@LINE+1]]:{{.*}}note: pending since here
  call MPI_Isend(values, 4, MPI_INTEGER, mod(rank + 1, size), 0, MPI_COMM_WORLD, sending, ierr)
  values(5:8) = 0
#ifdef OK
  call MPI_Wait(sending, MPI_STATUS_IGNORE, ierr)
#endif
  ! CHECK-DAG: fortran.F90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  values(1) = 0
#ifndef OK
  call MPI_Wait(sending, MPI_STATUS_IGNORE, ierr)
#endif
  call MPI_Wait(receiving, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
