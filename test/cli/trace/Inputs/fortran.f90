! A buffer that is changed while it is being sent.
program main
  use mpi
  implicit none
  integer :: rank, request, ierror
  integer :: values(4)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  values = rank
  if (rank == 0) then
    call MPI_Isend(values, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror)
    values(2) = 5
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  else if (rank == 1) then
    call MPI_Recv(values, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  end if
  call MPI_Finalize(ierror)
end program main
