! barrier_mpif.f90 put right: every rank comes to the barrier.
!
! Try: lockstep run -n 3 barrier_mpif_fixed.f90
program barrier
  implicit none
  include 'mpif.h'
  integer :: rank, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)

  if (rank == 0) print *, 'all set'
  call MPI_Barrier(MPI_COMM_WORLD, ierr)

  call MPI_Finalize(ierr)
end program
