// Which writes to a word a value shows that was read there. See ValueEdges.h.
#pragma once

#include <cstdint>

#include "engine/order/Order.h"
#include "engine/values/WordHistory.h"

namespace lockstep::engine {

struct WordRead {
  WordWritePtr write{};  // that the same operation makes; null: it only reads
  Stamp begun;
  std::uint32_t bytes = 0;
  bool isAccess = false;  // by the program, not by a call
};

/// The writes that the read must have seen; none where that is not certain.
WordWrites sourcesOf(const Order &order, WordHistory &word, const WordRead &read, std::uint64_t value);

}  // namespace lockstep::engine
