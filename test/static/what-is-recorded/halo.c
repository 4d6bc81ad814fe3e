// What a run records, over two sources: buffers and windows, through a function of the other source; not what stays
// inside the program.
// RUN: %check --what-is-recorded %s %S/Inputs/exchange.c --json %t.json 2>/dev/null | FileCheck %s --match-full-lines
// RUN: %json-has %t.json coverage.recorded.objects=11
// CHECK-NOT: {{.*}}weights is known{{.*}}
// CHECK: {{.*}}halo.c:[[#@LINE+8]]: border is known through MPI_Send at {{.*}}exchange.c:5
// CHECK: {{.*}}halo.c:[[#@LINE+14]]: malloc is known through MPI_Win_create at {{.*}}halo.c:[[#@LINE+16]]
// CHECK-NOT: {{.*}}is known{{.*}}
// CHECK: 2 of 11 variables and allocations
#include <mpi.h>
#include <stdlib.h>

static double weights[8];
static double border[8];

void exchange(double *data, int n);

int main(void) {
  MPI_Init(NULL, NULL);
  double *own = calloc(8, sizeof *own);
  double *grid = malloc(64 * sizeof *grid);
  MPI_Win win;
  MPI_Win_create(grid, 64 * sizeof *grid, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 8; ++i) own[i] = weights[i];
  exchange(border, 8);
  MPI_Win_free(&win);
  MPI_Finalize();
}
