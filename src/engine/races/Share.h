// Several engines can judge one job: the memory that each of them judges.
//
// All of them replay the order. Engine 0 also runs the rules that are not about memory, so it gets only one owner of
// memory for every `count` owners that each other engine gets.
#pragma once

namespace lockstep::engine {

struct Share {
  unsigned index = 0;
  unsigned count = 1;
  bool isFirst() const { return index == 0; }
  bool has(int owner) const {
    const unsigned others = count - 1;
    const unsigned turn = static_cast<unsigned>(owner) % (others * count + 1);
    return index == (turn == 0 ? 0 : (turn - 1) % others + 1);
  }
};

}  // namespace lockstep::engine
