! operation_use_mpi_f08.f90 put right: all ranks ask for the sum.
!
! Try: lockstep run -n 3 operation_use_mpi_f08_fixed.f90
program operation
  use mpi_f08
  implicit none
  integer :: rank, part, total
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)

  part = rank + 1
  call MPI_Allreduce(part, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  print *, 'rank', rank, 'has', total

  call MPI_Finalize()
end program
