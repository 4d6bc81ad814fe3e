! Fortran, use mpi: the receive is never completed.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=request-missing-wait findings.0.severity=error
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=request-missing-wait findings.0.severity=error
program main
  use mpi
  implicit none
  integer :: rank, ierr, request
  integer, asynchronous :: value
  value = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Irecv(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr)
  else
    call MPI_Send(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program

! CHECK: irecv_mpi.f90:[[@LINE-7]]: error: the operation of MPI_Irecv is never completed [request-missing-wait]
