// Special values are recorded equally for every MPI library: ranks, tags, colors, indices, buffers, lock types,
// assertions, predefined handles of the kinds without numbers.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 2 --trace %t.mpich %s
// RUN: %records %t.mpich | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 2 --trace %t.openmpi %s
// RUN: %records %t.openmpi | FileCheck %s
#include <mpi.h>

static void communicate(int rank) {
  int value = rank, other = 0, source, dest;
  MPI_Comm half, line;
  int size = 2, periods = 0;
  MPI_Sendrecv(&value, 1, MPI_INT, 1 - rank, 3, &other, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
  MPI_Recv(MPI_BOTTOM, 0, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &half);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periods, 0, &line);
  MPI_Cart_shift(line, 0, 1, &source, &dest);
  if (half != MPI_COMM_NULL) MPI_Comm_free(&half);
  MPI_Comm_free(&line);
}

static void complete(void) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Message message;
  int index, count, indices[2], ranks[2] = {0, MPI_PROC_NULL}, translated[2];
  MPI_Group world, self;
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(MPI_BOTTOM, 0, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Comm_group(MPI_COMM_SELF, &self);
  MPI_Group_translate_ranks(world, 2, ranks, self, translated);
  MPI_Group_free(&self);
  MPI_Group_free(&world);
}

static void access(int rank) {
  _Alignas(16) int memory = 0;
  MPI_Win win;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, MPI_MODE_NOCHECK, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Errhandler handler;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  communicate(rank);
  complete();
  access(rank);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&handler);
  MPI_Info_dup(MPI_INFO_ENV, &info);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}

// CHECK:      rank 0: MPI_Sendrecv sendbuf=* sendcount=1 sendtype=MPI_INT dest=1 sendtag=3 recvbuf=* recvcount=1
// CHECK-SAME: recvtype=MPI_INT source=ANY_SOURCE recvtag=ANY_TAG comm=0 status=0{{$}}
// CHECK:      rank 0: MPI_Send buf=* count=1 datatype=MPI_INT dest=PROC_NULL tag=3 comm=0
// CHECK:      rank 0: MPI_Recv buf=0 count=0 datatype=MPI_INT source=PROC_NULL tag=ANY_TAG comm=0 status=0{{$}}
// CHECK:      rank 0: MPI_Allreduce sendbuf=IN_PLACE recvbuf=* count=1
// CHECK:      rank 0: MPI_Comm_split comm=0 color=UNDEFINED key=0
// CHECK:      rank 0: MPI_Comm_split -> newcomm=null
// CHECK:      rank 0: MPI_Cart_shift -> rank_source=PROC_NULL rank_dest=1
// CHECK:      rank 0: MPI_Waitany count=2 array_of_requests=[null,null] own
// CHECK:      rank 0: MPI_Waitany -> {{.*}} index=UNDEFINED
// CHECK:      rank 0: MPI_Waitsome -> {{.*}} outcount=UNDEFINED
// CHECK:      rank 0: MPI_Mprobe source=PROC_NULL tag=0
// CHECK:      rank 0: MPI_Mprobe -> message=NO_PROC
// CHECK:      rank 0: MPI_Mrecv buf=0 count=0 datatype=MPI_INT message=NO_PROC
// CHECK:      rank 0: MPI_Mrecv -> message=null
// CHECK:      rank 0: MPI_Group_translate_ranks {{.*}} ranks1=[0,PROC_NULL]
// CHECK:      rank 0: MPI_Group_translate_ranks -> ranks2=[0,PROC_NULL]
// CHECK:      rank 0: MPI_Win_fence assertion=10 win
// CHECK:      rank 0: MPI_Win_fence assertion=20 win
// CHECK:      rank 0: MPI_Win_lock lock_type=1 rank=0 assertion=1 win
// CHECK:      rank 0: MPI_Win_lock lock_type=2 rank=0 assertion=0 win
// CHECK:      rank 0: MPI_Comm_get_errhandler -> errhandler=FATAL
// CHECK:      rank 0: MPI_Comm_set_errhandler comm=0 errhandler=RETURN
// CHECK:      rank 0: MPI_Errhandler_free errhandler=FATAL own
// CHECK:      rank 0: MPI_Info_dup info=ENV
// CHECK:      rank 0: MPI_Info_free info=0 own
// CHECK:      rank 0: MPI_Info_free -> info=null
// CHECK:      rank 1: MPI_Group_translate_ranks -> ranks2=[UNDEFINED,PROC_NULL]
