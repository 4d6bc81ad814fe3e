! Fortran, mpi_f08: nobody asks for the second tag.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-unmatched findings.0.severity=error
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-unmatched findings.0.severity=error
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
  end if
  call MPI_Finalize(ierr)
end program

! CHECK: other_tag_f08.f90:[[@LINE-7]]: error: the message that MPI_Send sends to rank 1 with tag 2 on MPI_COMM_WORLD is never received [p2p-unmatched]
