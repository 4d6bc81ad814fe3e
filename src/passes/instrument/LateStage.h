// The late stage, after the optimizer, at every optimization level: inserts a check of the watch table and a hook for
// every remaining load and store.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lockstep::instrument {

class LateStage : public llvm::PassInfoMixin<LateStage> {
 public:
  explicit LateStage(bool isOptimized) : isOptimized_(isOptimized) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }

 private:
  bool isOptimized_;
};

}  // namespace lockstep::instrument
