// The inlined check of the watch table, for accesses in one block and one segment.
//
// All these accesses share one branch, at the end of the sequence: a hook may be anywhere in the segment of its access.
// Accesses at constant distances from each other also share a lookup: if they are less than a page apart, the pages of
// the first and the last byte are all there are. The slow path checks each object again and calls the hook of each
// access.
#pragma once

#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include "passes/instrument/Hooks.h"
#include "passes/instrument/accesses/Access.h"

namespace lockstep::instrument {

/// Accesses decided by one lookup.
struct WatchCheck {
  llvm::SmallVector<Access, 4> members;
  std::int64_t low = 0;  // the first byte, relative to the first member, and the one past the last
  std::int64_t high = 0;
  std::size_t lowest = 0;  // the member at `low`
};

class Run {
 public:
  bool isEmpty() const { return looks_.empty(); }
  /// No further object should be added: all addresses stay in registers until the end of the sequence.
  bool isFull() const;
  void add(const Access &access, llvm::ScalarEvolution &evolution);
  /// Inserts the checks and hooks before an instruction that follows all accesses.
  void emit(llvm::Instruction &end, Hooks &hooks) const;

 private:
  std::vector<WatchCheck> looks_;
};

}  // namespace lockstep::instrument
