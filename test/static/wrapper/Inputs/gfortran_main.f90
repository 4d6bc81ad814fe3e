program gfortran_main
  use mpi_f08
  implicit none
  integer :: value = 3
  call MPI_Init()
  call flang_part(value)
  print *, 'gfortran', value
  call MPI_Finalize()
end program
