// The early stage, in front of the vectoriser: an innermost loop gets one hook per range of its accesses in front of
// it, and the accesses are marked, so that the late stage leaves them alone and the loop vectorises as it would.
//
// Short ranges are looked up in the watch table first, at both ends; for what is longer than a page the call costs less
// than the loop by far.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lockstep::instrument {

class EarlyStage : public llvm::PassInfoMixin<EarlyStage> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

}  // namespace lockstep::instrument
