// What all ranks do, for one number of ranks: where each has a single path, the engine judges their run.
#pragma once

#include <set>
#include <vector>

#include "passes/symex/Interpreter.h"
#include "passes/symex/runs/DecidedRun.h"

namespace lockstep::passes::symex {

/// The paths of one rank.
struct RankRun {
  RankConfig config;
  Extent extent;
  std::vector<State> paths;        // to the finalization of MPI
  std::set<std::size_t> refusals;  // indices of the paths on which the program exits with an error of its own
};

/// The behavior of all ranks for one number of ranks, if each has a single path.
class DecidedRanks {
 public:
  explicit DecidedRanks(int size) : ranks_(static_cast<std::size_t>(size)) {}

  /// `ends`: the continuations of the run's paths to the end of the process.
  void take(const RankRun &run, const std::vector<State> &ends);

  bool isDecided() const;
  /// Whether more follows from all ranks together than from each alone.
  bool isPartlyKnown() const;
  /// Nothing unless every rank is decided.
  std::vector<report::Finding> judge() const;
  /// Whether a rank makes a call that MPI does not accept, such as a message to a rank that does not exist: the program
  /// is not meant for this number of ranks.
  bool isRefused() const { return isRefused_; }
  const std::vector<DecidedRank> &ranks() const { return ranks_; }

 private:
  std::vector<DecidedRank> ranks_;
  bool isRefused_ = false;
};

}  // namespace lockstep::passes::symex
