// Combines functions into one overloaded function, as std::visit needs it.
#pragma once

namespace lockstep::engine {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace lockstep::engine
