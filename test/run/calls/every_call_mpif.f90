! Every call of a Fortran program (mpif) is recorded once, at the line of the program and not inside the binding.
! REQUIRES: mpich, openmpi
! RUN: rm -rf %t.mpich %t.openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %lockstep run -q -n 2 --trace %t.mpich %t.mpich.exe
! RUN: %calls %t.mpich | grep -v communicator | FileCheck %s
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %lockstep run -q -n 2 --trace %t.openmpi %t.openmpi.exe
! RUN: %calls %t.openmpi | grep -v communicator | FileCheck %s
program every_call
  implicit none
  include 'mpif.h'
  integer :: rank, ranks, total, ierr
  integer :: half
  integer :: status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierr)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    call MPI_Send(total, 1, MPI_INTEGER, 1, 7, MPI_COMM_WORLD, ierr)
  else if (rank == 1) then
    call MPI_Recv(total, 1, MPI_INTEGER, 0, 7, MPI_COMM_WORLD, status, ierr)
  end if
  call MPI_Comm_free(half, ierr)
  call MPI_Finalize(ierr)
end program

! CHECK:      rank 0: MPI_Init every_call_mpif.f90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Comm_rank every_call_mpif.f90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Comm_size every_call_mpif.f90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Comm_split every_call_mpif.f90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Allreduce every_call_mpif.f90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Send every_call_mpif.f90:[[@LINE-13]]
! CHECK-NEXT: rank 0: MPI_Comm_free every_call_mpif.f90:[[@LINE-10]]
! CHECK-NEXT: rank 0: MPI_Finalize every_call_mpif.f90:[[@LINE-10]]
! CHECK-NEXT: rank 1: MPI_Init
! CHECK-NEXT: rank 1: MPI_Comm_rank
! CHECK-NEXT: rank 1: MPI_Comm_size
! CHECK-NEXT: rank 1: MPI_Comm_split
! CHECK-NEXT: rank 1: MPI_Allreduce
! CHECK-NEXT: rank 1: MPI_Recv every_call_mpif.f90:[[@LINE-19]]
! CHECK-NEXT: rank 1: MPI_Comm_free
! CHECK-NEXT: rank 1: MPI_Finalize
! CHECK-NOT:  rank
