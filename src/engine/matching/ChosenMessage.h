// The message chosen for a wildcard receive if no record says which one it got.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::engine {

struct ChosenMessage {
  std::size_t request = 0;  // completed by the call: index among the call's requests
  std::int64_t source = 0;  // rank in the communicator
  std::int64_t tag = 0;
};

}  // namespace lockstep::engine
