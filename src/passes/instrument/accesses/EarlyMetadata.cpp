#include "passes/instrument/accesses/EarlyMetadata.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>

#include "passes/instrument/Calls.h"
#include "passes/instrument/Exclusion.h"
#include "passes/instrument/accesses/Polling.h"
#include "passes/instrument/accesses/Site.h"
#include "passes/instrument/objects/ObjectTypes.h"

namespace lockstep::instrument {

llvm::PreservedAnalyses EarlyMetadata::run(llvm::Module &module, llvm::ModuleAnalysisManager &manager) {
  auto &functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const Exclusion exclusion(module);
  for (llvm::Function &function : module) {
    if (function.isDeclaration()) continue;
    keepCallsApart(function);
    if (exclusion.covers(function)) continue;
    function.addFnAttr(llvm::Attribute::SanitizeThread);
    noteSites(function);
    noteTypes(function);
    markPolls(function, functions.getResult<llvm::LoopAnalysis>(function));
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace lockstep::instrument
