// The accesses of a thread since its last recorded event: its open segment.
#pragma once

namespace lockstep::runtime {

struct ThreadState;

/// Writes the open segment and begins a new one. Comes before every record that ends a segment: calls, returns, thread
/// order, the end of the thread. Costs a look when nothing was accessed.
void publishAccesses(ThreadState &thread);

}  // namespace lockstep::runtime
