! Fortran, mpif.h: both ranks receive before they send.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock findings.0.severity=error outcome.status=deadlock
program main
  implicit none
  include 'mpif.h'
  integer :: rank, value, ierr
  value = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Recv(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
  else
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Send(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program

! CHECK: head_to_head_mpif.f90:[[@LINE-9]]: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Recv for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
! CHECK: head_to_head_mpif.f90:[[@LINE-7]]: note: 
