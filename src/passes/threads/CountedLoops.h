// Loops with a constant number of rounds, in code that is not optimized: a counter in memory, compared with a constant.
#pragma once

#include <llvm/IR/Value.h>

#include <cstdint>

namespace lockstep::passes {

/// Whether the condition, at the head of a loop, lets at least this many rounds begin.
bool hasRounds(const llvm::Value &condition, std::int64_t rounds);

}  // namespace lockstep::passes
