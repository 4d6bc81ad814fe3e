// One program with every family of routines: under Lockstep it prints the same as without, and nothing is found.
// REQUIRES: mpich, openmpi
// RUN: mkdir -p %t.mpich %t.openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich/exe
// RUN: mpiexec.mpich -n 4 %t.mpich/exe %t.mpich/file >%t.plain
// RUN: FileCheck %s <%t.plain
// RUN: %lockstep run -n 4 --timeout 120 --json %t.json %t.mpich/exe %t.mpich/file >%t.out
// RUN: diff %t.plain %t.out
// RUN: %json-has %t.json findings.#=0 outcome.status=exited outcome.code=0
// RUN: %lockstep run --mpi mpich -n 4 --timeout 120 --json %t.json %s %t.mpich/file >%t.out
// RUN: diff %t.plain %t.out
// RUN: %json-has %t.json findings.#=0 outcome.status=exited outcome.code=0
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi/exe
// RUN: mpiexec.openmpi --allow-run-as-root --oversubscribe -n 4 %t.openmpi/exe %t.openmpi/file >%t.plain
// RUN: FileCheck %s <%t.plain
// RUN: %lockstep run -n 4 --timeout 120 --json %t.json %t.openmpi/exe %t.openmpi/file >%t.out
// RUN: diff %t.plain %t.out
// RUN: %json-has %t.json findings.#=0 outcome.status=exited outcome.code=0
// RUN: %lockstep run --mpi openmpi -n 4 --timeout 120 --json %t.json %s %t.openmpi/file >%t.out
// RUN: diff %t.plain %t.out
// RUN: %json-has %t.json findings.#=0 outcome.status=exited outcome.code=0
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kRanks = 4, kTag = 5 };

static int rank, next, previous;

// What all ranks have come to, added up and printed by one.
static void show(const char *family, int mine) {
  int total = 0;
  MPI_Reduce(&mine, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %d\n", family, total);
}

static void messages(void) {
  int out = rank + 1, in[5] = {0, 0, 0, 0, 0}, attached;
  MPI_Request requests[5];
  void *buffer = malloc(1000 + MPI_BSEND_OVERHEAD), *detached;
  MPI_Buffer_attach(buffer, 1000 + MPI_BSEND_OVERHEAD);
  for (int i = 0; i < 4; ++i) MPI_Irecv(&in[i], 1, MPI_INT, previous, i, MPI_COMM_WORLD, &requests[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
  MPI_Ssend(&out, 1, MPI_INT, next, 1, MPI_COMM_WORLD);
  MPI_Rsend(&out, 1, MPI_INT, next, 2, MPI_COMM_WORLD);
  MPI_Bsend(&out, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Sendrecv(&out, 1, MPI_INT, next, kTag, &in[4], 1, MPI_INT, previous, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(&out, 1, MPI_INT, next, kTag, previous, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Buffer_detach(&detached, &attached);
  free(buffer);
  show("modes", in[0] + in[1] + in[2] + in[3] + in[4] + out + (detached == buffer));
}

static void persistent(void) {
  int out = 0, in = 0, sum = 0;
  MPI_Request requests[2];
  MPI_Send_init(&out, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&in, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 3; ++i) {
    out = rank + 10 * i;
    MPI_Startall(2, requests);
    for (int left = 2, index; left > 0; --left) MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    sum += in;
  }
  for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
  show("persistent", sum);
}

static void probes(void) {
  int out[3] = {rank, rank, rank}, in[3] = {0, 0, 0}, count, flag = 0, cancelled;
  MPI_Status status;
  MPI_Message message;
  MPI_Request requests[2], never;
  MPI_Isend(out, 2, MPI_INT, next, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, 3, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Probe(previous, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  MPI_Recv(in, count, MPI_INT, previous, 0, MPI_COMM_WORLD, &status);
  while (!flag) MPI_Improbe(previous, 1, MPI_COMM_WORLD, &flag, &message, &status);
  MPI_Mrecv(in, 3, MPI_INT, &message, &status);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Irecv(in, 1, MPI_INT, previous, 99, MPI_COMM_WORLD, &never);
  MPI_Cancel(&never);
  MPI_Wait(&never, &status);
  MPI_Test_cancelled(&status, &cancelled);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  show("probe and cancel", count + in[2] + cancelled + 100 * flag);
}

static void collectives(void) {
  int value = rank == 1 ? 7 : 0, all[kRanks], mine = 0, sums[kRanks], out[kRanks], in[kRanks];
  int counts[kRanks] = {1, 1, 1, 1}, places[kRanks] = {3, 2, 1, 0}, flag = 0;
  MPI_Request requests[3];
  MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Allgatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Scatter(all, 1, MPI_INT, &mine, 1, MPI_INT, 2, MPI_COMM_WORLD);
  for (int i = 0; i < kRanks; ++i) out[i] = 10 * rank + i;
  MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Scan(&rank, &sums[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  sums[1] = 0;
  MPI_Exscan(&rank, &sums[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce_scatter_block(out, &sums[2], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  sums[3] = rank;
  MPI_Allreduce(MPI_IN_PLACE, &sums[3], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Igather(&rank, 1, MPI_INT, all, 1, MPI_INT, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
  while (!flag) MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
  show("collectives", value + all[1] + mine + in[0] + sums[0] + (rank > 0 ? sums[1] : 0) + sums[2] + sums[3]);
}

static void larger(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; ++i)
    if (((int *)in)[i] > ((int *)inout)[i]) ((int *)inout)[i] = ((int *)in)[i];
}

static void typesAndOps(void) {
  int matrix[4][4], column[4] = {0, 0, 0, 0}, size, best, position = 0, a = 0, b = 0, value = rank + 1;
  char packed[64];
  MPI_Datatype columnType, resized, pairType;
  MPI_Op op;
  for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = i + rank;
  MPI_Type_vector(4, 1, 4, MPI_INT, &columnType);
  MPI_Type_create_resized(columnType, 0, sizeof(int), &resized);
  MPI_Type_commit(&resized);
  MPI_Type_free(&columnType);
  MPI_Sendrecv(&matrix[0][2], 1, resized, next, 0, column, 4, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_size(resized, &size);
  MPI_Type_free(&resized);
  int lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Type_create_struct(2, lengths, places, types, &pairType);
  MPI_Type_commit(&pairType);
  MPI_Bcast(column, 1, pairType, 0, MPI_COMM_WORLD);
  MPI_Type_free(&pairType);
  MPI_Op_create(larger, 1, &op);
  MPI_Allreduce(&value, &best, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Pack(&rank, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
  MPI_Pack(&value, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
  MPI_Sendrecv_replace(packed, position, MPI_PACKED, next, 0, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  position = 0;
  MPI_Unpack(packed, sizeof packed, &position, &a, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(packed, sizeof packed, &position, &b, 1, MPI_INT, MPI_COMM_WORLD);
  show("types and operations", column[0] + column[3] + size + best + a + b);
}

static void topologies(void) {
  int dims[2] = {0, 0}, periods[2] = {1, 0}, around[4] = {-1, -1, -1, -1}, up, down, coordinates[2], in[2], out[2];
  int index[kRanks] = {1, 3, 5, 6}, edges[6] = {1, 0, 2, 1, 3, 2}, count, neighbors[2];
  int sources[1] = {previous}, targets[1] = {next}, fromPrevious = -1;
  MPI_Comm grid, row, graph, ring;
  MPI_Dims_create(kRanks, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_shift(grid, 0, 1, &up, &down);
  MPI_Cart_coords(grid, rank, 2, coordinates);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, around, 1, MPI_INT, grid);
  MPI_Cart_sub(grid, (const int[]){0, 1}, &row);
  MPI_Barrier(row);
  MPI_Graph_create(MPI_COMM_WORLD, kRanks, index, edges, 0, &graph);
  MPI_Graph_neighbors_count(graph, rank, &count);
  MPI_Graph_neighbors(graph, rank, count, neighbors);
  for (int i = 0; i < 2; ++i) in[i] = 0, out[i] = 3 * rank + i;
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, MPI_UNWEIGHTED, 1, targets, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                 0, &ring);
  MPI_Request request;
  MPI_Ineighbor_allgather(&rank, 1, MPI_INT, &fromPrevious, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
  MPI_Comm_free(&graph);
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
  show("topologies", up + down + coordinates[1] + around[0] + around[1] + count + in[0] + in[1] + fromPrevious);
}

static void groupsAndIntercommunicators(void) {
  int odd[2] = {1, 3}, groupRank = 0, sum = 0, low = rank < 2, remote, in = 0, value = rank;
  MPI_Group world, odds, evens;
  MPI_Comm oddComm, half, bridge, merged, copy;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, odd, &odds);
  MPI_Group_difference(world, odds, &evens);
  MPI_Comm_create(MPI_COMM_WORLD, odds, &oddComm);
  if (oddComm != MPI_COMM_NULL) {
    MPI_Comm_rank(oddComm, &groupRank);
    MPI_Comm_free(&oddComm);
  }
  MPI_Group_free(&evens);
  MPI_Group_free(&odds);
  MPI_Group_free(&world);
  MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? 2 : 0, kTag, &bridge);
  MPI_Comm_remote_size(bridge, &remote);
  MPI_Sendrecv(&value, 1, MPI_INT, rank % 2, 0, &in, 1, MPI_INT, rank % 2, 0, bridge, MPI_STATUS_IGNORE);
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, bridge);
  MPI_Intercomm_merge(bridge, !low, &merged);
  MPI_Comm_dup(merged, &copy);
  MPI_Barrier(copy);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&bridge);
  MPI_Comm_free(&half);
  show("groups and intercommunicators", groupRank + remote + in + sum);
}

static void oneSided(void) {
  int *memory, got = -1, old = -1, one = 1, result = 0;
  MPI_Win win;
  MPI_Group world, from, to;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  memset(memory, 0, 8 * sizeof(int));
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  result += got + memory[0] + memory[1];

  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &previous, &from);
  MPI_Group_incl(world, 1, &next, &to);
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  MPI_Put(&rank, 1, MPI_INT, next, 2, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  result += memory[2];
  MPI_Group_free(&to);
  MPI_Group_free(&from);
  MPI_Group_free(&world);

  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 3, MPI_SUM, win);
  MPI_Win_flush(1, win);
  MPI_Win_unlock(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Request request;
  MPI_Rget(&got, 1, MPI_INT, 1, 3, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Get_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, next, 4, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  result += got + old;
  MPI_Win_free(&win);
  show("one-sided", result);
}

static void files(const char *name) {
  int out = 3 * rank, in = -1, sum = 0;
  MPI_File file;
  MPI_Offset size;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at_all(file, 0, &out, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_read_at(file, next, &in, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_get_size(file, &size);
  sum = in + (int)size;
  MPI_File_close(&file);
  show("files", sum);
}

static int deleted;
static int countDelete(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  ++deleted;
  return MPI_SUCCESS;
}

static int handled;
static void countError(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  handled += *code != MPI_SUCCESS;
}

static void objects(void) {
  int keyval, found, count, length, errorClass;
  char key[MPI_MAX_INFO_KEY + 1], name[MPI_MAX_OBJECT_NAME], *value;
  MPI_Comm copy;
  MPI_Info info, second;
  MPI_Errhandler handler;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, countDelete, &keyval, NULL);
  MPI_Comm_set_attr(copy, keyval, key);
  MPI_Comm_get_attr(copy, keyval, &value, &found);
  MPI_Comm_free_keyval(&keyval);
  MPI_Info_create(&info);
  MPI_Info_set(info, "first", "1");
  MPI_Info_dup(info, &second);
  MPI_Info_set(second, "second", "2");
  MPI_Info_get_nkeys(second, &count);
  MPI_Info_get_nthkey(second, 0, key);
  MPI_Info_free(&second);
  MPI_Info_free(&info);
  MPI_Comm_create_errhandler(countError, &handler);
  MPI_Comm_set_errhandler(copy, handler);
  MPI_Errhandler_free(&handler);
  MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER);
  MPI_Error_class(MPI_ERR_OTHER, &errorClass);
  MPI_Comm_set_name(copy, "a copy");
  MPI_Comm_get_name(copy, name, &length);
  MPI_Comm_free(&copy);
  show("objects", found + (value == key) + count + handled + deleted + length + (errorClass == MPI_ERR_OTHER));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  next = (rank + 1) % kRanks;
  previous = (rank + kRanks - 1) % kRanks;
  messages();
  persistent();
  probes();
  collectives();
  typesAndOps();
  topologies();
  groupsAndIntercommunicators();
  oneSided();
  files(argv[1]);
  objects();
  MPI_Finalize();
  return 0;
}

// CHECK:      modes 64
// CHECK-NEXT: persistent 138
// CHECK-NEXT: probe and cancel 18
// CHECK-NEXT: collectives 211
// CHECK-NEXT: types and operations 178
// CHECK-NEXT: topologies 67
// CHECK-NEXT: groups and intercommunicators 27
// CHECK-NEXT: one-sided 38
// CHECK-NEXT: files 82
// CHECK-NEXT: objects 52
