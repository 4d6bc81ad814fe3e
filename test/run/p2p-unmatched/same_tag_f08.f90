! Fortran, mpi_f08: every tag that is sent is asked for.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=0
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=0
program main
  use mpi_f08
  implicit none
  integer :: rank, value, ierr
  value = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Send(value, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ierr)
    call MPI_Send(value, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, ierr)
  else
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Finalize(ierr)
end program

! CHECK-NOT: {{error|warning|note}}:
! CHECK: lockstep: no errors; 2 ranks
