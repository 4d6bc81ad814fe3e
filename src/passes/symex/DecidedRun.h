// The run of a program in which every rank does what follows from the program: the engine judges it like one that was
// recorded.
//
// A recorded Leave is truth to the engine. Here nobody has left a call, so a rank is held in it until the engine says
// that what it waits for is there. Where nothing moves any more a call returns that only a library would hold which
// does not buffer; after that, a receive with a choice takes the message of the lowest rank.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "passes/symex/RankTrace.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

/// What a rank does, to the end of the process or to the finalization of MPI.
struct DecidedRank {
  std::shared_ptr<const RankTrace> trace;
  bool isToTheEnd = false;
  std::set<const llvm::CallBase *> outOfSight;  // calls whose objects others may have freed
};

/// Rules whose findings come from here; the others are judged by what each rank does.
bool isJudgedByEngine(report::Rule rule);

/// What goes wrong between the ranks, and what they leave behind: once for all ranks.
std::vector<report::Finding> judgeRun(const std::vector<DecidedRank> &ranks);

}  // namespace lockstep::passes::symex
