// The run of a program in which the behavior of every rank is determined by the program: the engine judges it like a
// recorded run.
//
// For the engine a recorded Leave is a fact. Here no call has returned yet, so a rank is held in it until the engine
// says that it can return. When no rank can proceed, calls return that would block only in a library without buffering;
// after that, a receive with several candidates takes the message of the lowest rank.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "passes/symex/RankTrace.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

/// The behavior of a rank, up to the end of the process or the finalization of MPI.
struct DecidedRank {
  std::shared_ptr<const RankTrace> trace;
  bool isToTheEnd = false;
  std::set<const llvm::CallBase *> outOfSight;  // calls whose objects unexplored code may have freed
};

/// Whether the rule's findings come from here; other rules are judged per rank.
bool isJudgedByEngine(report::Rule rule);

/// Errors between ranks, and the ranks' leaks: once for all ranks.
std::vector<report::Finding> judgeRun(const std::vector<DecidedRank> &ranks);

}  // namespace lockstep::passes::symex
