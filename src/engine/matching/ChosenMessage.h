// The message that a receive from any source, or with any tag, gets where nobody has recorded which.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::engine {

struct ChosenMessage {
  std::size_t request = 0;  // that the call completes, by its place among those that it is given
  std::int64_t source = 0;  // by its rank in the communicator
  std::int64_t tag = 0;
};

}  // namespace lockstep::engine
