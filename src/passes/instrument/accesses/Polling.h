// Loads that poll: their value decides whether their own loop goes on, and nothing else in the loop does.
//
// Such a load meets a concurrent store by design, which the engine judges more softly than a load whose value is used.
// Recognized in the code as the front end made it, where locals are still in memory, and again at the end; between the
// two the optimizer turns `while (*p == 0)` into a test in front of the loop and one at its end, and the mark stays
// with both.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace lockstep::instrument {

void markPolls(llvm::Function &function, const llvm::LoopInfo &loops);
bool isPoll(const llvm::Instruction &load);

}  // namespace lockstep::instrument
