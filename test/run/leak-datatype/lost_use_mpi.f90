! A datatype that is never freed, with use mpi.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN:  %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN:  %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
program lost
  use mpi
  implicit none
  integer :: kind, other, ierr
  integer :: values(2)
  values = 0
  call MPI_Init(ierr)
  ! CHECK: lost_use_mpi.f90:[[@LINE+1]]: warning: the datatype that MPI_Type_contiguous makes here is never freed [leak-datatype]
  call MPI_Type_contiguous(2, MPI_INTEGER, kind, ierr)
  call MPI_Type_commit(kind, ierr)
  call MPI_Type_contiguous(2, MPI_INTEGER, other, ierr)
  call MPI_Bcast(values, 1, kind, 0, MPI_COMM_WORLD, ierr)
  call MPI_Type_free(other, ierr)
  call MPI_Type_create_f90_integer(9, other, ierr)
  call MPI_Finalize(ierr)
end program
