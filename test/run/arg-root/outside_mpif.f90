! An invalid root, through mpif.h; the similar calls next to it are correct.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
program outside
  implicit none
  include 'mpif.h'
  integer :: value, total, ierr
  value = 1
  call MPI_Init(ierr)
  call MPI_Send(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, ierr)
  total = 1
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  ! CHECK: outside_mpif.f90:[[@LINE+1]]: error: root of MPI_Bcast (argument 4) is 2, but MPI_COMM_WORLD has ranks 0 to 1 [arg-root]
  call MPI_Bcast(value, 1, MPI_INTEGER, 2, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
