! The requests of a Fortran program: their address is recorded if the binding passes the program's own variable, and 0
! if it makes a copy; special values of Fortran are those of C. MPICH's mpi_f08 copies arrays.
! REQUIRES: mpich, openmpi
! DEFINE: %{run} = %lockstep run -q -n 2 --trace %t.trace %t.exe && %records %t.trace | FileCheck %s --check-prefixes
! RUN: rm -rf %t.trace && %mpifort-mpich -g -O0 -DMPI_F08 %s -o %t.exe && %{run}=CHECK,MPICH -DARRAY=copy
! RUN: rm -rf %t.trace && %mpifort-mpich -g -O0 -DMPI_MODULE %s -o %t.exe && %{run}=CHECK,MPICH -DARRAY=own
! RUN: rm -rf %t.trace && %mpifort-mpich -g -O0 -DMPIF_H %s -o %t.exe && %{run}=CHECK,MPICH -DARRAY=own
! RUN: rm -rf %t.trace && %mpifort-openmpi -g -O0 -DMPI_F08 %s -o %t.exe && %{run}=CHECK,OPENMPI
! RUN: rm -rf %t.trace && %mpifort-openmpi -g -O0 -DMPI_MODULE %s -o %t.exe && %{run}=CHECK,OPENMPI
! RUN: rm -rf %t.trace && %mpifort-openmpi -g -O0 -DMPIF_H %s -o %t.exe && %{run}=CHECK,OPENMPI
program requests
#if defined MPI_F08
  use mpi_f08
#elif defined MPI_MODULE
  use mpi
#endif
  implicit none
#ifdef MPIF_H
  include 'mpif.h'
#endif
  integer :: rank, ierr, values(4)
#ifdef MPI_F08
  type(MPI_Request) :: one, many(2)
#else
  integer :: one, many(2)
#endif
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Irecv(values(1), 1, MPI_INTEGER, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, one, ierr)
  call MPI_Wait(one, MPI_STATUS_IGNORE, ierr)
  call MPI_Recv_init(values(1), 2, MPI_INTEGER, 1 - rank, 5, MPI_COMM_WORLD, many(1), ierr)
  call MPI_Send_init(values(3), 1, MPI_INTEGER, 1 - rank, 5, MPI_COMM_WORLD, many(2), ierr)
  call MPI_Startall(2, many, ierr)
  call MPI_Waitall(2, many, MPI_STATUSES_IGNORE, ierr)
  call MPI_Request_free(many(1), ierr)
  call MPI_Request_free(many(2), ierr)
  call MPI_Allreduce(MPI_IN_PLACE, values, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(MPI_BOTTOM, 0, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program

! MPICH:   rank 0: MPI_Irecv buf=* count=1 datatype=MPI_INTEGER source=PROC_NULL tag=ANY_TAG comm=0 request=*
! OPENMPI: rank 0: MPI_Irecv buf=* count=1 datatype=MPI_INTEGER source=PROC_NULL tag=ANY_TAG comm=0 request=0
! CHECK:   rank 0: MPI_Irecv -> request=SHARED
! MPICH:   rank 0: MPI_Wait request=SHARED status=0 own
! OPENMPI: rank 0: MPI_Wait request=SHARED {{.*}} copy
! MPICH:   rank 0: MPI_Recv_init {{.*}} request=*
! OPENMPI: rank 0: MPI_Recv_init {{.*}} request=0
! MPICH:   rank 0: MPI_Startall count=2 array_of_requests=[0,1] [[ARRAY]]
! OPENMPI: rank 0: MPI_Startall count=2 array_of_requests=[0,1] copy
! MPICH:   rank 0: MPI_Waitall count=2 array_of_requests=[0,1] [[ARRAY]] array_of_statuses=0
! OPENMPI: rank 0: MPI_Waitall count=2 array_of_requests=[0,1] copy
! CHECK:   rank 0: MPI_Waitall -> {{.*}} array_of_statuses={1,5,0,4}
! MPICH:   rank 0: MPI_Request_free request=0 own
! OPENMPI: rank 0: MPI_Request_free request=0 copy
! CHECK:   rank 0: MPI_Request_free -> request=null
! CHECK:   rank 0: MPI_Allreduce sendbuf=IN_PLACE recvbuf=*
! CHECK:   rank 0: MPI_Bcast buffer=0 count=0
