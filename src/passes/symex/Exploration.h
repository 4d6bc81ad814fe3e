// The explorations of a program, and what they prove.
//
// The program is explored for every rank of a few numbers of ranks; of a module without a beginning every function that
// the others do not call. What a path without open branches shows, or every
// path that comes by the place where it begins, is certain. What only some paths show, by branches that can go both
// ways, is possible. The rest is not said: a path by a value that the exploration has lost may not exist.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "passes/ir/CallEffects.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

struct ExplorationResult {
  std::vector<report::Finding> findings;   // of all rules
  std::set<std::string> notToTheEnd = {};  // functions with more paths, or longer ones, than may be explored
};

ExplorationResult exploreModule(const llvm::Module &module, const CallEffects &effects);

}  // namespace lockstep::passes::symex
