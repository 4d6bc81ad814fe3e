subroutine average(values, count, communicator, result) bind(c, name='average')
  use kinds
  use mpi
  implicit none
  integer(c_int), value :: count, communicator
  real(c_double), intent(in) :: values(count)
  real(c_double), intent(out) :: result
  real(c_double) :: total
  integer :: ranks, ierr
  call MPI_Comm_size(communicator, ranks, ierr)
  call MPI_Allreduce(sum(values), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, communicator, ierr)
  result = total / (ranks * count)
end subroutine
