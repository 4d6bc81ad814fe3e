// Where two ranks do not make the same collective call, or not with the same arguments.
#pragma once

#include <vector>

#include <llvm/IR/InstrTypes.h>

#include "mpi/Routine.h"
#include "passes/collectives/RankPath.h"
#include "passes/collectives/RankValue.h"
#include "report/Rule.h"

namespace lockstep::passes {

/// What a rank does at the place in question.
struct RankCall {
  int rank = 0;
  const llvm::CallBase *call = nullptr;  // null: no further collective call
  const mpi::RoutineInfo *info = nullptr;
  const llvm::Function *inside = nullptr;  // where the collective is run, if not at the call itself
  bool onSomeRanks = false;                // only some ranks get there
  RankValue root{};
  RankValue op{};
  RankValue type{};
  RankValue count{};
};

struct Mismatch {
  report::Severity severity{};
  bool isCertain = false;       // whichever way open conditions go
  int size = 0;                 // number of ranks explored
  bool isForSomeSizes = false;  // with another number all ranks make the call
  RankCall first;
  RankCall second;
  const llvm::Instruction *branch = nullptr;      // where the ranks part; null where that is not clear
  bool isLoop = false;                            // the branch ends a loop around the first call
  const llvm::Instruction *obtainedBy = nullptr;  // the branch is by what only some ranks got here
  bool isByFailure = false;                       // only one side of that branch is wrong
  const llvm::Instruction *rankCall = nullptr;    // where the branch's condition got the rank from
  std::vector<RankStep> path{};                   // by which the rank came to the branch
};

}  // namespace lockstep::passes
