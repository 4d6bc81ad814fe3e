! Fortran, use mpi: a persistent receive that is started again before it is complete.
! MPI_Startall, because gfortran 12 gives a call whose arguments are all variables the line of the block around it.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=request-double-start findings.0.severity=error
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=request-double-start findings.0.severity=error
program main
  use mpi
  implicit none
  integer :: rank, ierr, requests(1)
  integer, asynchronous :: value
  value = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Recv_init(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Startall(1, requests, ierr)
    call MPI_Startall(1, requests, ierr)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
    call MPI_Request_free(requests(1), ierr)
  else
    call MPI_Send(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program

! CHECK: twice_mpi.f90:[[@LINE-9]]: error: the persistent operation of MPI_Recv_init is started again before it is complete [request-double-start]
! CHECK: twice_mpi.f90:[[@LINE-11]]: note: is active since here
