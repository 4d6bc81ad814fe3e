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

#include "passes/collectives/Mismatch.h"
#include "passes/ir/CallEffects.h"
#include "passes/ir/Flatten.h"

namespace lockstep::passes {

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
