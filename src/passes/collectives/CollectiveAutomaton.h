// What one rank does, reduced to what one communicator sees: collectives on it, and the choices between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include <llvm/ADT/DenseSet.h>

#include "passes/collectives/CollectiveSummary.h"
#include "passes/ir/FlowGraph.h"

namespace lockstep::passes {

/// What the comparison is about: a communicator, window or file, and the branches that depend on the rank.
struct StepContext {
  const FlowGraph &graph;
  const llvm::DenseSet<const llvm::BasicBlock *> &rankBranches;
  RankValue handle;
};

struct AutomatonState {
  enum class Kind {
    Call,
    End,
    Anything,  // aborts, runs unseen code that only some ranks run, or spins: suits every partner
    Common,    // a choice that all ranks meet, perhaps not equally often
    Free,      // a choice that only some ranks meet
  };
  Kind kind = Kind::Anything;
  CollectiveEvent event{};
  const llvm::BasicBlock *block = nullptr;
  std::vector<unsigned> next{};
  bool dependsOnRank = false;
  bool isOfItsOwn = false;  // by what only some ranks have got
  bool leavesLoop = false;
  bool onSomeRanks = false;

  bool isChoice() const { return kind == Kind::Common || kind == Kind::Free; }
};

using Blocks = std::set<const llvm::BasicBlock *>;

class CollectiveAutomaton {
 public:
  /// Choices that all ranks meet at the blocks `kept` stay even if they make no difference to this rank.
  CollectiveAutomaton(const StepContext &context, const CollectiveSummary &behavior, const Blocks &kept);

  unsigned start() const { return starts_.front(); }
  const AutomatonState &at(unsigned point) const { return points_[point]; }
  /// The blocks of the choices that all ranks meet; those by the rank or what only some have got, or all of them.
  Blocks commonChoices(bool onlyByRank) const;
  /// The points that can be reached through choices, free ones only or common ones too; `enough` of them.
  std::set<unsigned> beyond(unsigned point, bool throughCommon, std::size_t enough = SIZE_MAX) const;

 private:
  void addNode(const StepContext &context, const BehaviorNode &node);
  void link(const CollectiveSummary &behavior);
  void dropIdleChoices(const Blocks &kept);
  bool isIdle(unsigned point);
  unsigned resolve(unsigned point) const;

  std::vector<AutomatonState> points_;
  std::vector<unsigned> starts_;  // of each node
  std::vector<unsigned> ends_;
  std::vector<unsigned> alias_;
};

}  // namespace lockstep::passes
