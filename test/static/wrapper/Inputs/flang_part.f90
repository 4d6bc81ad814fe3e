subroutine flang_part(value)
  implicit none
  include 'mpif.h'
  integer, intent(inout) :: value
  integer :: ierr
  call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  print *, 'flang', value
end subroutine
