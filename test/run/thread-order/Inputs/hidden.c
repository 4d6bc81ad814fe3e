// Two threads that one critical region orders, in a library that is opened late and for itself alone.
#include <omp.h>

#include "relay.h"

void relay(void) {
  int isDone = 0;
#pragma omp parallel num_threads(2) shared(isDone)
  if (omp_get_thread_num() == 1) {
    takeFirst(0);
#pragma omp critical
    isDone = 1;
  } else {
    for (int seen = 0; !seen;) {
#pragma omp critical
      seen = isDone;
    }
    takeSecond(0);
  }
}
