! The send buffer of a reduction overlaps its receive buffer in Fortran; two halves of an array do not.
! RUN: %not66 %check %s 2>&1 | FileCheck %s
program overlap
  use mpi
  implicit none
  integer :: ierr, values(8)
  values = 0
  call MPI_Init(ierr)
  call MPI_Allreduce(values(1), values(3), 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  ! CHECK: fortran.f90:[[#@LINE-1]]:{{.*}}error: MPI_Allreduce reads sendbuf and writes recvbuf, and the two overlap [buffer-overlap]
  call MPI_Allreduce(values(1), values(5), 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  ! CHECK-NOT: buffer-overlap
  call MPI_Finalize(ierr)
end program overlap
