// Annotations made before the optimizer runs: which loads poll, the source location of each access, and that no
// function may load speculatively.
//
// The attribute sanitize_thread forbids speculative loads, which would be races that the program does not have. It also
// prevents inlining of excluded code into other code.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lockstep::instrument {

class EarlyMetadata : public llvm::PassInfoMixin<EarlyMetadata> {
 public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }
};

}  // namespace lockstep::instrument
