// Explores a program by symbolic execution, and derives findings from the explored paths.
//
// Runs main for every rank of a few world sizes; in a module without main, every function that no other one calls. A
// finding on a path without undecided branches, or on every path through its origin, is certain; on some paths, split
// by input, it is possible. Others are dropped: a path that depends on a forgotten value may be infeasible.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "passes/ir/CallEffects.h"
#include "report/Document.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

struct ExplorationResult {
  std::vector<report::Finding> findings;   // of all rules
  std::set<std::string> notToTheEnd = {};  // functions with more or longer paths than the limits allow
  std::vector<report::NotJudged> notJudged = {};
};

ExplorationResult exploreModule(const llvm::Module &module, const CallEffects &effects);

}  // namespace lockstep::passes::symex
