// The early stage, before the vectorizer: gives an innermost loop one hook per range of its accesses, before the loop,
// and marks these accesses, so that the late stage skips them and the loop vectorizes as usual.
//
// Short ranges are first checked in the watch table, at both ends; for ranges longer than a page the call costs far
// less than the loop.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lockstep::instrument {

class EarlyStage : public llvm::PassInfoMixin<EarlyStage> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

}  // namespace lockstep::instrument
