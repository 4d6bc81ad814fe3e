// How the rank came to a branch, place by place, for a reader: where it was obtained, stored, and handed from function
// to function.
//
// The walk keeps what stored a value that depends on the rank (RankTaint). Calls are inlined by then; where the path
// goes from one function to another shows in the places themselves, which know where they were inlined.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <vector>

#include "passes/collectives/RankValue.h"

namespace lockstep::passes {

struct RankStep {
  enum class Kind { Obtained, Stored, Passed, Returned };
  Kind kind{};
  const llvm::DILocation *place = nullptr;

  friend bool operator==(const RankStep &, const RankStep &) = default;
};

/// In the order of the program; what stands in the branch's own line is left out, and so is the middle of a long way.
std::vector<RankStep> rankPath(const RankTaint &flow, const llvm::Instruction &branch);

}  // namespace lockstep::passes
