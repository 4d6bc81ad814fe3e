! Accesses of gfortran's code, recorded in the same way; a local array that is passed to MPI is seen too.
! REQUIRES: mpich
! RUN: rm -rf %t.trace
! RUN: %mpifort-mpich -O2 -g -fsanitize=thread -fno-tree-pta -c %s -o %t.o && %mpifort-mpich %t.o %tsan -o %t.m
! RUN: %not66 %lockstep run -q -n 2 --trace %t.trace %t.m
! RUN: %records %t.trace access MPI_Wait MPI_Irecv | FileCheck %s
program accesses
  use mpi
  implicit none
  integer :: rank, error, request
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call exchange(rank)
  call MPI_Finalize(error)
contains
  subroutine exchange(rank)
    integer, intent(in) :: rank
    real(8) :: buffer(100)
    integer :: i
    buffer = 1
    if (rank == 0) then
      call MPI_Irecv(buffer, 50, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, request, error)
      do i = 41, 60
        buffer(i) = i
      end do
      call MPI_Wait(request, MPI_STATUS_IGNORE, error)
      if (buffer(1) /= 1) stop 1
    else
      call MPI_Send(buffer, 50, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, error)
    end if
  end subroutine
end program

! CHECK-NOT: access
! CHECK: rank 0: MPI_Irecv ->
! CHECK: rank 0: access site={{[0-9]+}} store {{8|16}} bytes at buffer 0 + 320, {{10|5}} times by {{8|16}}{{$}}
! CHECK-NOT: rank 0: access
! CHECK: rank 0: MPI_Wait
