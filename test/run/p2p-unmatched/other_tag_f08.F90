! Fortran, mpi_f08: two messages with different tags are sent, and only one of them is received.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-unmatched findings.0.severity=error
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-unmatched findings.0.severity=error
! RUN: %mpifort-mpich -g -O0 -DOK %s -o %t.mpich.exe
! RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s --check-prefix=OK
! RUN: %json-has %t.json findings.#=0
! RUN: %mpifort-openmpi -g -O0 -DOK %s -o %t.openmpi.exe
! RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s --check-prefix=OK
! RUN: %json-has %t.json findings.#=0
! OK-NOT: {{error|warning|note}}:
! OK: lockstep: no errors; 2 ranks
program main
  use mpi_f08
  implicit none
  integer :: rank, value, ierr
  value = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Send(value, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ierr)
    ! CHECK: other_tag_f08.F90:[[@LINE+1]]: error: the message that MPI_Send sends to rank 1 with tag 2 on MPI_COMM_WORLD is never received [p2p-unmatched]
    call MPI_Send(value, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, ierr)
  else
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
#ifdef OK
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
#endif
  end if
  call MPI_Finalize(ierr)
end program
