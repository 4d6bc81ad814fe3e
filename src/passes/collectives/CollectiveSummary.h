// What one rank may do in a function, as far as collectives go: a graph of blocks with the collective calls in them.
//
// Where the walk could decide a branch for its rank there is one way on; where it could not there are several. The
// behaviors of two ranks are compared in SequenceMatch.h.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <deque>
#include <memory>
#include <vector>

#include "mpi/Routine.h"
#include "passes/collectives/RankValue.h"

namespace lockstep::passes {

struct CollectiveEvent {
  enum class Group {
    Own,      // over the processes whose ranks are explored
    Foreign,  // over others, for sure
    Unclear,
  };
  const llvm::CallBase *call = nullptr;
  const mpi::RoutineInfo *info = nullptr;  // null: a call into code that is not seen
  const llvm::Function *inside = nullptr;  // the collective is run inside this function, perhaps among others
  Group group = Group::Unclear;
  bool makesHandle = false;  // of a communicator, window or file over the same processes
  RankValue handle{};        // the communicator, window or file
  RankValue root{};          // unknown where the routine has none
  RankValue op{};
  RankValue type{};  // and the amount of data, where they must agree between ranks
  RankValue count{};

  friend bool operator==(const CollectiveEvent &, const CollectiveEvent &) = default;
};

struct BehaviorNode {
  enum class End { Next, Choice, Return, Abort };
  const llvm::BasicBlock *block = nullptr;
  std::vector<CollectiveEvent> events;
  End end = End::Return;
  std::vector<unsigned> next;
  const RankTaint *flow = nullptr;            // of a choice: why its condition depends on the rank
  const llvm::Instruction *gotten = nullptr;  // or where it got what other ranks do not have

  friend bool operator==(const BehaviorNode &a, const BehaviorNode &b) {
    return a.block == b.block && a.events == b.events && a.end == b.end && a.next == b.next && !a.flow == !b.flow &&
           !a.gotten == !b.gotten;
  }
};

struct RankBranch {
  const llvm::BasicBlock *block = nullptr;
  const RankTaint *flow = nullptr;
};

struct CollectiveSummary {
  std::vector<BehaviorNode> nodes;  // the first is the entry
  std::vector<RankBranch> rankBranches;
  std::vector<RankValue> rankedHandles;  // communicators whose rank was asked for
  std::unique_ptr<std::deque<RankTaint>> flows;
};

}  // namespace lockstep::passes
