! Every call of a Fortran program is recorded once, at the line of the program and not inside the binding, whether that is
! mpi_f08, mpi or mpif.h.
! REQUIRES: mpich, openmpi
! DEFINE: %{run} = %lockstep run -q -n 2 --trace %t.trace %t.exe && %calls %t.trace | grep -v communicator | FileCheck %s
! RUN: rm -rf %t.trace && %mpifort-mpich -g -O0 -DMPI_F08 %s -o %t.exe && %{run}
! RUN: rm -rf %t.trace && %mpifort-mpich -g -O0 -DMPI_MODULE %s -o %t.exe && %{run}
! RUN: rm -rf %t.trace && %mpifort-mpich -g -O0 -DMPIF_H %s -o %t.exe && %{run}
! RUN: rm -rf %t.trace && %mpifort-openmpi -g -O0 -DMPI_F08 %s -o %t.exe && %{run}
! RUN: rm -rf %t.trace && %mpifort-openmpi -g -O0 -DMPI_MODULE %s -o %t.exe && %{run}
! RUN: rm -rf %t.trace && %mpifort-openmpi -g -O0 -DMPIF_H %s -o %t.exe && %{run}
program every_call
#if defined MPI_F08
  use mpi_f08
#elif defined MPI_MODULE
  use mpi
#endif
  implicit none
#ifdef MPIF_H
  include 'mpif.h'
#endif
  integer :: rank, ranks, total, ierr
#ifdef MPI_F08
  type(MPI_Comm) :: half
  type(MPI_Status) :: status
#else
  integer :: half, status(MPI_STATUS_SIZE)
#endif
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

! CHECK:      rank 0: MPI_Init every_call.F90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Comm_rank every_call.F90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Comm_size every_call.F90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Comm_split every_call.F90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Allreduce every_call.F90:[[@LINE-14]]
! CHECK-NEXT: rank 0: MPI_Send every_call.F90:[[@LINE-13]]
! CHECK-NEXT: rank 0: MPI_Comm_free every_call.F90:[[@LINE-10]]
! CHECK-NEXT: rank 0: MPI_Finalize every_call.F90:[[@LINE-10]]
! CHECK-NEXT: rank 1: MPI_Init
! CHECK-NEXT: rank 1: MPI_Comm_rank
! CHECK-NEXT: rank 1: MPI_Comm_size
! CHECK-NEXT: rank 1: MPI_Comm_split
! CHECK-NEXT: rank 1: MPI_Allreduce
! CHECK-NEXT: rank 1: MPI_Recv every_call.F90:[[@LINE-19]]
! CHECK-NEXT: rank 1: MPI_Comm_free
! CHECK-NEXT: rank 1: MPI_Finalize
! CHECK-NOT:  rank
