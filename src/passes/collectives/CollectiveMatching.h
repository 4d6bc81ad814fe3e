// Which collectives of a function do not meet on all ranks.
//
// Looked at are the functions of the flattened module (Flatten.h), where calls have become part of their callers. Every
// communicator whose rank a function asks for is explored with a few sizes, every rank of it (RankWalk.h), and
// the ranks are compared with rank 0 (SequenceMatch.h). Sizes for which a guard ends the program compare as in step.
// What goes wrong with some sizes only, while with another one the same call is made by all ranks, is a note: the
// program may be meant for that size. Where the ranks may part at a condition that could not be computed, they are
// explored again with examples for what the program gets from outside; ranks that stay in step then are not told of.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "passes/collectives/CollectiveSummary.h"
#include "passes/collectives/RankPath.h"
#include "passes/ir/CallEffects.h"
#include "passes/ir/Flatten.h"
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

struct CollectiveVerdicts {
  FlatModule flat;                                        // that the verdicts speak of
  std::vector<Mismatch> calls;                            // different collectives, or none on the other side
  std::vector<Mismatch> arguments;                        // the same collective; root or operation may differ
  std::map<const llvm::CallBase *, std::set<int>> sizes;  // at which numbers of ranks all ranks make the call
  std::set<std::string> tooLarge;                         // functions, with what they call, that were not explored
};

CollectiveVerdicts matchCollectives(const llvm::Module &module, const CallEffects &effects,
                                    const FlattenLimits &limits);

}  // namespace lockstep::passes
