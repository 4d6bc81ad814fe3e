// What must be noted before the optimizer: which loads poll, where each access is, and that no function may load what
// the source does not.
//
// The attribute sanitize_thread forbids the optimizer to load speculatively, which would be a race that the program
// does not have. It also keeps code that is excluded from being inlined into code that is not.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lockstep::instrument {

class EarlyMetadata : public llvm::PassInfoMixin<EarlyMetadata> {
 public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }
};

}  // namespace lockstep::instrument
