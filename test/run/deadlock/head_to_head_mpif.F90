! Fortran, mpif.h: both ranks receive before they send; one of them must send first.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
! RUN: %mpifort-mpich -g -O0 -DOK %s -o %t.mpich.exe
! RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s --check-prefix=OK
! RUN: %json-has %t.json findings.#=0
! RUN: %mpifort-openmpi -g -O0 -DOK %s -o %t.openmpi.exe
! RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s --check-prefix=OK
! RUN: %json-has %t.json findings.#=0
! OK-NOT: {{error|warning|note}}:
! OK: lockstep: no errors; 2 ranks
program main
  implicit none
  include 'mpif.h'
  integer :: rank, value, ierr
  value = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    ! CHECK: head_to_head_mpif.F90:[[@LINE+1]]: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Recv for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
    call MPI_Recv(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
  else
#ifdef OK
    call MPI_Send(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
#endif
    ! CHECK: head_to_head_mpif.F90:[[@LINE+1]]: note:
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
#ifndef OK
    call MPI_Send(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
#endif
  end if
  call MPI_Finalize(ierr)
end program
