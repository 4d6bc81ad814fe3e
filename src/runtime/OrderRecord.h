// Writes down what the stub tells about the order between threads (see order/Order.h).
#pragma once

#include <cstdint>

#include "trace/Record.h"

namespace lockstep::runtime {

void writeThreadOrder(trace::ThreadEvent event, std::uint64_t object);

}  // namespace lockstep::runtime
