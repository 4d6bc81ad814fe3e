// The regions that one thread of a team executes, by the branch that enters them: single, masked, sections, and
// branches of the program on the thread number or on MPI_Is_thread_main. A branch on another condition of the thread
// number is the region of one thread in teams of some sizes. The result of an atomic operation chooses threads, too.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "passes/threads/ParallelismWords.h"

namespace lockstep::passes {

/// A condition of the thread number, as numbers: number OPERATION operand COMPARED TO other.
struct NumberTest {
  llvm::Instruction::BinaryOps operation{};  // of the number and `operand`; 0: the number itself
  std::int64_t operand = 0;
  llvm::CmpInst::Predicate predicate{};
  std::int64_t other = 0;

  bool holdsFor(std::int64_t thread) const;
};

struct RegionOpening {
  WordToken::Kind kind{};
  const llvm::Instruction *at = nullptr;
  const llvm::BasicBlock *body = nullptr;      // the region is what this block dominates
  std::int64_t thread = WordToken::kNoNumber;  // set if the program determines it
  std::optional<NumberTest> test{};            // a region of one thread only if one passes the test
};

std::vector<RegionOpening> findOpenings(const llvm::Function &function);

}  // namespace lockstep::passes
