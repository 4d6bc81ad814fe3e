// Arguments that look wrong and are correct: insignificant arguments, handles from other sources, everything freed in
// the end.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s %t.file
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s %t.file
// RUN: %json-has %t.json findings.#=0
#include <mpi.h>
#include <stddef.h>

static int deleted;

static int onDelete(MPI_Comm comm, int keyval, void *value, void *extra) {
  int size;
  (void)keyval;
  (void)value;
  (void)extra;
  MPI_Comm_size(comm, &size);
  deleted += size;
  return MPI_SUCCESS;
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
  int size;
  MPI_Type_size(*type, &size);
  for (int i = 0; i < *length * size / (int)sizeof(int); i++) ((int *)inout)[i] += ((int *)in)[i];
}

static void pointToPoint(int rank) {
  int value = rank, other = 0;
  MPI_Status status;
  MPI_Request requests[2];
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(&other, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Sendrecv(&value, 1, MPI_INT, 1 - rank, 3, &other, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
               &status);
  MPI_Sendrecv(NULL, 0, MPI_INT, 1 - rank, 3, NULL, 0, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
}

static void datatypes(int rank) {
  struct {
    int a;
    double b;
  } item = {rank, 1.5};
  MPI_Aint places[2];
  int lengths[2] = {1, 1};
  MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, absolute, copy, resized, contents[1];
  int integers[3];
  MPI_Aint addresses[2];
  MPI_Get_address(&item.a, &places[0]);
  MPI_Get_address(&item.b, &places[1]);
  MPI_Type_create_struct(2, lengths, places, parts, &absolute);
  MPI_Type_commit(&absolute);
  MPI_Type_dup(absolute, &copy);
  MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD);
  MPI_Bcast(MPI_BOTTOM, 1, copy, 0, MPI_COMM_WORLD);
  MPI_Type_free(&absolute);
  MPI_Type_create_resized(copy, 0, 64, &resized);
  MPI_Type_get_contents(resized, 0, 2, 1, integers, addresses, contents);
  MPI_Type_free(&contents[0]);
  MPI_Type_free(&resized);
  MPI_Type_free(&copy);
}

static void collectives(int rank) {
  int value = rank, values[2] = {rank, rank}, counts[2] = {0, 1}, places[2] = {0, 0};
  MPI_Datatype two;
  MPI_Op op;
  MPI_Gather(rank == 0 ? MPI_IN_PLACE : &value, 1, MPI_INT, rank == 0 ? values : NULL, rank == 0 ? 1 : -1,
             rank == 0 ? MPI_INT : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &value, rank == 0 ? &value : NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Exscan(&value, values, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce_scatter(values, &value, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Gatherv(NULL, 0, MPI_INT, NULL, places, places, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_commit(&two);
  MPI_Op_create(add, 1, &op);
  MPI_Allreduce(MPI_IN_PLACE, values, 1, two, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Type_free(&two);
}

static void communicators(int rank) {
  int keyval, dims[1] = {2}, periods[1] = {1}, source, target, all[2], one = 1, value = 0;
  MPI_Comm part, ring, copy, pair, late;
  MPI_Request request;
  MPI_Group world, none;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, rank, &part);
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
  MPI_Comm_dup(ring, &copy);
  MPI_Cart_shift(copy, 0, 1, &source, &target);
  MPI_Neighbor_allgather(&one, 1, MPI_INT, all, 1, MPI_INT, copy);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, onDelete, &keyval, NULL);
  MPI_Comm_set_attr(copy, keyval, &one);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&ring);
  MPI_Comm_free_keyval(&keyval);
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - rank, 9, &pair);
  MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, pair);
  MPI_Allreduce(&one, &value, 1, MPI_INT, MPI_SUM, pair);
  MPI_Comm_disconnect(&pair);
  MPI_Comm_free(&part);
  MPI_Comm_idup(MPI_COMM_WORLD, &late, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(late);
  MPI_Comm_free(&late);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 0, NULL, &none);
  MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &part);
  if (none != MPI_GROUP_EMPTY) MPI_Group_free(&none);
  MPI_Group_free(&world);
}

static void windows(int rank) {
  static _Alignas(16) int memory[16];
  int value = 1, result = 0;
  MPI_Win win;
  MPI_Info info;
  MPI_Errhandler handler;
  MPI_Win_create(rank == 0 ? NULL : memory, rank == 0 ? 0 : sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, win);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, &result, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_get_info(win, &info);
  MPI_Info_free(&info);
  MPI_Win_get_errhandler(win, &handler);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  int rank;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pointToPoint(rank);
  datatypes(rank);
  collectives(rank);
  communicators(rank);
  windows(rank);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  MPI_File_write(file, NULL, 0, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return deleted == 2 ? 0 : 1;
}
