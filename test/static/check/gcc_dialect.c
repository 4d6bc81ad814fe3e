// C that gcc accepts with warnings and clang refuses is analyzed: implicit declarations and int, pointers that do not
// fit, a build with -Werror, options that only gcc knows.
// RUN: %not66 %check --json %t.json %s -- -Werror -Wall -fno-tree-pta -fmax-errors=3 -DBUG 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-count coverage.sources=1
// CHECK: gcc_dialect.c:{{.*}}: error: {{.*}} [arg-count]
// RUN: %check %s -- -Werror -fno-tree-pta 2>&1 | FileCheck %s --check-prefix=OK
// OK: warning: call to undeclared
// OK: lockstep: no errors; 4 MPI calls
#include <mpi.h>

total;

int compare(int *a, int *b) { return *a - *b; }

int add(a, b)
  int a, b;
{
  return a + b;
}

static empty(x) {
  if (x) return;
  return 3;
}

int main(int argc, char **argv) {
  int values[4] = {4, 3, 2, 1};
  char *text = 5;
  long *wide = values;
  int number = text;
  MPI_Init(&argc, &argv);
  qsort(values, 4, sizeof(int), compare);
  printf("%d\n", add(1, 2));
#ifdef BUG
  MPI_Bcast(values, -1, MPI_INT, 0, MPI_COMM_WORLD);
#else
  MPI_Bcast(wide, 4, MPI_INT, 0, MPI_COMM_WORLD);
#endif
  total = empty(number);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
