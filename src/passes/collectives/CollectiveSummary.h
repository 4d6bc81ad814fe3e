// What one rank may do in a function, as far as collectives are concerned: a graph of blocks with their collective
// calls.
//
// A branch that the walk could decide for its rank has one successor, otherwise several. SequenceMatch.h compares the
// summaries of two ranks.
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
    Own,      // on the processes whose ranks are explored
    Foreign,  // certainly on other processes
    Unclear,
  };
  const llvm::CallBase *call = nullptr;
  const mpi::RoutineInfo *info = nullptr;  // null: a call of unknown code
  const llvm::Function *inside = nullptr;  // the function that runs the collective, perhaps among others
  Group group = Group::Unclear;
  bool makesHandle = false;  // creates a communicator, window or file on the same processes
  RankValue handle{};        // the communicator, window or file
  RankValue root{};          // unknown if the routine has none
  RankValue op{};
  RankValue type{};  // and the amount of data, if ranks must agree on them
  RankValue count{};

  friend bool operator==(const CollectiveEvent &, const CollectiveEvent &) = default;
};

struct BehaviorNode {
  enum class End { Next, Choice, Return, Abort };
  const llvm::BasicBlock *block = nullptr;
  std::vector<CollectiveEvent> events;
  End end = End::Return;
  std::vector<unsigned> next;
  const RankTaint *flow = nullptr;            // of a branch: why its condition depends on the rank
  const llvm::Instruction *gotten = nullptr;  // or the source of a value that other ranks do not have

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
  std::vector<BehaviorNode> nodes;  // the first one is the entry
  std::vector<RankBranch> rankBranches;
  std::vector<RankValue> rankedHandles;  // communicators whose rank was queried
  std::unique_ptr<std::deque<RankTaint>> flows;
};

}  // namespace lockstep::passes
