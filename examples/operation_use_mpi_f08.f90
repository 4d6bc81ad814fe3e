! Bug: rank 0 asks for the sum, the others for the maximum. Binding: use mpi_f08
! Fix: the operation is the same on all ranks, see operation_use_mpi_f08_fixed.f90.
!
! Try: lockstep run -n 3 operation_use_mpi_f08.f90
program operation
  use mpi_f08
  implicit none
  integer :: rank, part, total
  type(MPI_Op) :: op
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)

  part = rank + 1
  op = MPI_MAX
  if (rank == 0) op = MPI_SUM
  call MPI_Allreduce(part, total, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  print *, 'rank', rank, 'has', total

  call MPI_Finalize()
end program
