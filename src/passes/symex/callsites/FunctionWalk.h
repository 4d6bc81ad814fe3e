// A walk over a function in which paths meet: every block is executed with what all ways to it agree on.
//
// The counterpart of the exploration of paths (Interpreter.h): it reaches every call of a program of any size, in a
// time linear in the size of the code, but knows only what is the same on all paths. Blocks are walked in topological
// order, the rounds of a loop as a part of their own: the first with what is known in front of the loop, a second one
// with what the two agree on, so that what the loop changes is unknown. Functions that lead to MPI are walked in the
// context of the call, within a budget; for other code, and beyond the budget, what it may have changed is forgotten.
// States grow with the program, and are copied where paths part and meet: the budget counts that, too.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

class FunctionWalk {
 public:
  /// Called with what is noticed, and the stack where it is.
  using Notice = std::function<void(const Note &note, const std::vector<Frame> &stack)>;

  enum class Calls : std::uint8_t { Walked, Skipped };

  FunctionWalk(const Program &program, bool isPart, Calls calls, Budget &budget, Notice notice);

  /// From its beginning, with unknown arguments.
  void walk(const llvm::Function &function);

 private:
  struct Body;

  std::optional<State> walkBody(State entry, std::size_t depth);
  void walkRegion(Body &body, const llvm::Loop *loop);
  void walkLoop(Body &body, const llvm::Loop &loop);
  void walkBlock(Body &body, const llvm::BasicBlock &block);
  void call(Body &body, State state, std::vector<State> &running);
  void resume(Body &body, State state, std::vector<State> &running);
  void leave(Body &body, const llvm::BasicBlock &block, State state);
  bool mayWalk(const State &state) const;
  void collect(State &state);
  void meet(std::optional<State> &place, State state);

  const Program &program_;
  Calls calls_;
  Notice notice_;
  const Budget &budget_;
  std::uint64_t reserve_;  // steps for what follows the calls that are walked
  std::unique_ptr<Listener> model_;
  Interpreter interpreter_;
  std::map<const llvm::Function *, unsigned> walks_;
};

}  // namespace lockstep::passes::symex
