// The path of a rank value to a branch, for the reader of a report: where it was obtained, stored, and passed between
// functions.
//
// The walk records what stored a rank-dependent value (RankTaint). Calls are inlined by then; the debug locations show
// where the path enters another function.
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

/// In program order; omits steps on the branch's own line, and the middle of a long path.
std::vector<RankStep> rankPath(const RankTaint &flow, const llvm::Instruction &branch);

}  // namespace lockstep::passes
