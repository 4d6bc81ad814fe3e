// The regions that only one thread of a team runs, by the branch that opens them: single, masked, sections, and what
// the program itself chooses a thread for by its number or by asking MPI for the main one.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "passes/threads/ParallelismWords.h"

namespace lockstep::passes {

struct RegionOpening {
  WordToken::Kind kind{};
  const llvm::Instruction *at = nullptr;
  const llvm::BasicBlock *body = nullptr;      // the region is what this block dominates
  std::int64_t thread = WordToken::kNoNumber;  // set if the program determines it
};

std::vector<RegionOpening> findOpenings(const llvm::Function &function);

}  // namespace lockstep::passes
