// An OMPT tool: prints that it was started, and how many regions it has seen.
#include <omp-tools.h>
#include <stdio.h>

static int regions;

static void onParallelBegin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel, unsigned threads,
                            int flags, const void *place) {
  (void)task, (void)frame, (void)parallel, (void)threads, (void)flags, (void)place;
  ++regions;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_parallel_begin, (ompt_callback_t)onParallelBegin);
  return 1;
}

static void finalize(ompt_data_t *data) {
  (void)data;
  printf("tool: %d regions\n", regions);
  fflush(stdout);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  (void)version, (void)runtime;
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
