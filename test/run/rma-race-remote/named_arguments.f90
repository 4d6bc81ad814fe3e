! The help names the target and the window of a Fortran call over several lines as the source does.
! RUN: %not66 %lockstep run -n 2 --timeout 60 %s 2>&1 | FileCheck %s
! CHECK: error: MPI_Put writes to memory of rank 1 that another MPI_Put still writes to
! CHECK: help: call MPI_Win_flush(owner(1), counter) after MPI_Put at line {{[0-9]+}}, before MPI_Put at line {{[0-9]+}}
program named_arguments
  use mpi_f08
  implicit none
  type(MPI_Win) :: counter
  integer :: rank, owner(2), value
  integer, asynchronous :: memory(4)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  owner = 1
  value = rank
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, counter)
  call MPI_Win_lock_all(0, counter)
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_INTEGER, & ! the origin
      & owner(1), 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, &
      counter)
    call MPI_Put(value, 1, MPI_INTEGER, owner(1), 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, counter)
  end if
  call MPI_Win_unlock_all(counter)
  call MPI_Win_free(counter)
  call MPI_Finalize()
end program
