module environment
  use mpi
  implicit none
contains
  subroutine finish()
    integer :: ierr
    logical :: isFinalized
    call MPI_Finalized(isFinalized, ierr)
    if (.not. isFinalized) call MPI_Finalize(ierr)
  end subroutine finish
end module environment

program ok
  use environment
  implicit none
  integer :: ierr, rank, n
  logical :: isInitialized
  call MPI_Initialized(isInitialized, ierr)
  if (.not. isInitialized) call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = command_argument_count()
  if (n > 3) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  if (n > 2) stop 2
  print *, rank
  call finish()
  call finish()
  stop
end program ok
