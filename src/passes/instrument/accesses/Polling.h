// Polling loads: their value decides whether their own loop continues, and nothing else in the loop does.
//
// Such a load races with a concurrent store by design, which the engine judges as less severe than a load whose value
// is used. Polling is recognized in the front end's code, where locals are still in memory, and again at the end; in
// between the optimizer rotates `while (*p == 0)` into a test before the loop and one at its end, and both keep the
// mark.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace lockstep::instrument {

void markPolls(llvm::Function &function, const llvm::LoopInfo &loops);
bool isPoll(const llvm::Instruction &load);

}  // namespace lockstep::instrument
