// The late stage: looks at the watch table before the hooks of every load and store that is left when the optimizer has
// done its work, at every level.
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
