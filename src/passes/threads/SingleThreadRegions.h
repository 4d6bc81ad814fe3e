// The regions that one thread of a team executes, by the branch that enters them: single, masked, sections, and
// branches of the program on the thread number or on MPI_Is_thread_main.
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
