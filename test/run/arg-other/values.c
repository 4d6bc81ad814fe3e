// Arguments for which the library returns an error code, or that it does not check.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s %t.mpich 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s %t.openmpi 2>&1 | FileCheck %s
#include <mpi.h>
#include <stddef.h>

static int keep(MPI_Datatype type, int key, void *extra, void *in, void *out, int *flag) {
  (void)type, (void)key, (void)extra, (void)in, (void)out;
  *flag = 0;
  return MPI_SUCCESS;
}
static int forget(MPI_Datatype type, int key, void *value, void *extra) {
  (void)type, (void)key, (void)value, (void)extra;
  return MPI_SUCCESS;
}

int main(int argc, char **argv) {
  double value = 1;
  int sizes[2] = {4, 4}, subsizes[2] = {2, 2}, starts[2] = {3, 0}, dims[2] = {2, 1}, periods[2] = {0, 0}, key;
  int ranks[2] = {0, 5}, from, to;
  MPI_File file;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Comm grid;
  MPI_Group all, some = MPI_GROUP_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_seek(file, 8, MPI_SEEK_SET);
  MPI_File_seek(file, -8, MPI_SEEK_CUR);
  // CHECK-DAG: values.c:[[@LINE+1]]:{{[0-9]+}}: error: offset of MPI_File_read_at (argument 2) is -8, but an offset into a file is not negative [arg-other]
  MPI_File_read_at(file, -(MPI_Offset)sizeof value, &value, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  // CHECK-DAG: values.c:[[@LINE+1]]:{{[0-9]+}}: error: offset of MPI_File_seek (argument 2) is -8, but an offset into a file is not negative [arg-other]
  MPI_File_seek(file, -8, MPI_SEEK_SET);
  MPI_File_close(&file);
  // CHECK-DAG: values.c:[[@LINE+1]]:{{[0-9]+}}: error: array_of_starts of MPI_Type_create_subarray (argument 4) holds 3 as element 0, but 2 elements from there on reach beyond the 4 of the array [arg-other]
  if (MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type) == MPI_SUCCESS) MPI_Type_free(&type);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
  MPI_Cart_shift(grid, 1, 1, &from, &to);
  // CHECK-DAG: values.c:[[@LINE+1]]:{{[0-9]+}}: error: direction of MPI_Cart_shift (argument 2) is 2, but the communicator has 2 dimensions, counted from 0 [arg-other]
  MPI_Cart_shift(grid, 2, 1, &from, &to);
  MPI_Comm_free(&grid);
  MPI_Type_create_keyval(keep, forget, &key, NULL);
  // CHECK-DAG: values.c:[[@LINE+1]]:{{[0-9]+}}: error: keyval of MPI_Comm_set_attr (argument 2) is a key for attributes of datatypes, but the call is about communicators [arg-other]
  if (MPI_Comm_set_attr(MPI_COMM_WORLD, key, NULL) == MPI_SUCCESS) MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  MPI_Type_free_keyval(&key);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  // CHECK-DAG: values.c:[[@LINE+1]]:{{[0-9]+}}: error: ranks of MPI_Group_incl (argument 3) holds 5 as element 1, but the group has ranks 0 to 1 [arg-rank]
  if (MPI_Group_incl(all, 2, ranks, &some) == MPI_SUCCESS) MPI_Group_free(&some);
  MPI_Group_free(&all);
  // CHECK-DAG: values.c:[[@LINE+1]]:{{[0-9]+}}: error: newtype of MPI_Type_contiguous (argument 3) is NULL, but the call stores a result there [arg-other]
  MPI_Type_contiguous(2, MPI_INT, NULL);
  MPI_Finalize();
  return 0;
}
