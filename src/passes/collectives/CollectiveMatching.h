// Finds collectives of a function that do not match on all ranks.
//
// Analyzes the functions of the flattened module (Flatten.h), where calls are inlined. For every communicator whose
// rank a function queries, a few sizes are explored, with every rank (RankWalk.h), and the ranks are compared with rank
// 0 (SequenceMatch.h). Sizes for which a guard ends the program count as matching. A mismatch at some sizes only, if
// with another size all ranks make the same call, is a note: the program may be meant for that size. If the ranks may
// diverge at a condition that could not be computed, they are explored again with sample input values; ranks that match
// then are not reported.
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

/// What a rank does at the divergence.
struct RankCall {
  int rank = 0;
  const llvm::CallBase *call = nullptr;  // null: no further collective call
  const mpi::RoutineInfo *info = nullptr;
  const llvm::Function *inside = nullptr;  // the function that runs the collective, if not the call itself
  bool onSomeRanks = false;                // only some ranks get there
  RankValue root{};
  RankValue op{};
  RankValue type{};
  RankValue count{};
};

struct Mismatch {
  report::Severity severity{};
  bool isCertain = false;       // for all outcomes of undecided conditions
  int size = 0;                 // number of ranks explored
  bool isForSomeSizes = false;  // with another number, all ranks make the call
  RankCall first;
  RankCall second;
  const llvm::Instruction *branch = nullptr;      // where the ranks diverge; null if unclear
  bool isLoop = false;                            // the branch exits a loop around the first call
  const llvm::Instruction *obtainedBy = nullptr;  // the branch depends on this call, whose result only some ranks have
  bool isByFailure = false;                       // only one side of that branch is wrong
  const llvm::Instruction *rankCall = nullptr;    // the source of the rank in the branch's condition
  std::vector<RankStep> path{};                   // how the rank reached the branch
};

struct CollectiveVerdicts {
  FlatModule flat;                                        // module of the verdicts
  std::vector<Mismatch> calls;                            // different collectives, or none on the other side
  std::vector<Mismatch> arguments;                        // the same collective; root or operation may differ
  std::map<const llvm::CallBase *, std::set<int>> sizes;  // numbers of ranks at which all ranks make the call
  std::set<std::string> tooLarge;                         // functions not explored, with their callees
};

CollectiveVerdicts matchCollectives(const llvm::Module &module, const CallEffects &effects,
                                    const FlattenLimits &limits);

}  // namespace lockstep::passes
