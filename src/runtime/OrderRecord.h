// Writes down what the stub tells about the order between threads (see order/Order.h).
//
// That a thread or a region of OpenMP has begun is written with the first record behind it. When it ends without one,
// it has handed over nothing that its end would have to tell: neither is written, and threads that never have anything
// on record make no stream.
#pragma once

#include <cstdint>

#include "trace/Record.h"

namespace lockstep::runtime {

void writeThreadOrder(trace::ThreadEvent event, std::uint64_t object);

}  // namespace lockstep::runtime
