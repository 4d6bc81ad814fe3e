// The inlined look at the watch table, for a run of accesses that lie in one block and one segment.
//
// All accesses of a run share one branch, at the end of the run: a hook may come anywhere in the segment of its access.
// Accesses at constant distances from each other share their look as well: where they lie less than a page apart, the
// pages of the first and the last byte are all the pages there are. What the branch leads to looks at each object again
// and calls the hook of each access.
#pragma once

#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include "passes/instrument/Hooks.h"
#include "passes/instrument/accesses/Access.h"

namespace lockstep::instrument {

/// Accesses that one look decides about.
struct WatchCheck {
  llvm::SmallVector<Access, 4> members;
  std::int64_t low = 0;  // the first byte, counted from the first member, and the one behind the last
  std::int64_t high = 0;
  std::size_t lowest = 0;  // the member at `low`
};

class Run {
 public:
  bool isEmpty() const { return looks_.empty(); }
  /// No further object should be added: the addresses of all stay in registers to the end of the run.
  bool isFull() const;
  void add(const Access &access, llvm::ScalarEvolution &evolution);
  /// The checks and hooks, before an instruction that all accesses come before.
  void emit(llvm::Instruction &end, Hooks &hooks) const;

 private:
  std::vector<WatchCheck> looks_;
};

}  // namespace lockstep::instrument
