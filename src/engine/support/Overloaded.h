// Functions as one overloaded function: what std::visit is given, with one of them for every alternative.
#pragma once

namespace lockstep::engine {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace lockstep::engine
