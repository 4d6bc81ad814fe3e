! A put after the last fence, with use mpi_f08.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
program no_last_fence
  use mpi_f08
  implicit none
  integer :: value, rank, ierr
  integer, save :: memory(16) = 0  ! a static array of this size lies at a multiple of 16
  type(MPI_Win) :: win
  value = 1
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Win_create(memory, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(value, 1, MPI_INTEGER, 1 - rank, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)
  ! CHECK: no_last_fence_f08.f90:[[@LINE+1]]: error: the epoch of the last fence is used but never closed before MPI_Win_free [rma-epoch]
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
