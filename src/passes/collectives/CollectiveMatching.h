// Finds collectives of a function that do not match on all ranks.
//
// Analyzes the functions of the flattened module (Flatten.h), where calls are inlined. For every communicator whose
// rank a function queries, a few sizes are explored, with every rank (RankWalk.h), and the ranks are compared with rank
// 0 (SequenceMatch.h). Sizes for which a guard ends the program count as matching. A mismatch at some sizes only, if
// with another size all ranks make the same call, is a note: the program may be meant for that size, unless all smaller
// sizes match only because no rank takes the other side of the branch there, as with `if (rank != 2)` and 2 ranks. If
// the ranks may diverge at a condition that could not be computed, they are explored again with sample input values;
// ranks that match then are not reported.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "passes/collectives/Mismatch.h"
#include "passes/ir/CallEffects.h"
#include "passes/ir/Flatten.h"
#include "report/Document.h"

namespace lockstep::passes {

struct CollectiveVerdicts {
  FlatModule flat;                                        // module of the verdicts
  std::vector<Mismatch> calls;                            // different collectives, or none on the other side
  std::vector<Mismatch> arguments;                        // the same collective; root or operation may differ
  std::map<const llvm::CallBase *, std::set<int>> sizes;  // numbers of ranks at which all ranks make the call
  std::set<std::string> tooLarge;                         // functions not explored, with their callees
  std::vector<report::NotJudged> notJudged;               // the same, with the reason
};

CollectiveVerdicts matchCollectives(const llvm::Module &module, const CallEffects &effects,
                                    const FlattenLimits &limits);

}  // namespace lockstep::passes
