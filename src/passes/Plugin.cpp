// The compiler plugin: runs the static rules on a module before anything is inlined, at every optimization level.
//
// PipelineStart is the only extension point that sees the front end's code and is also called at -O0. For opt the pass
// is named `lockstep-check`. If its options name a list of modules, these are judged instead of the current one:
// `lockstep check` starts the compiler on an empty module for that, so that the tool itself links no LLVM optimizer and
// survives a crash of the analysis.
#include <cstdlib>

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/raw_ostream.h>

#include "passes/CheckProgram.h"
#include "passes/Output.h"
#include "passes/PluginOptions.h"
#include "passes/StaticRule.h"
#include "passes/ir/CallLines.h"

namespace lockstep::passes {

namespace {

bool isFailure(const std::vector<report::Finding> &findings, const PluginOptions &options) {
  return report::hasAtLeast(findings, options.warningsFail ? report::Severity::Warning : report::Severity::Error);
}

void fail(llvm::LLVMContext &context, const PluginOptions &options) {
  const llvm::StringRef end = options.warningsFail ? "the findings above end the compilation [-Werror=lockstep=warning]"
                                                   : "the errors above end the compilation [-Werror=lockstep]";
  if (options.errorsFail) context.emitError(end);
  if (!options.errorsExit) return;
  llvm::errs() << "error: " << end << '\n';
  std::_Exit(EXIT_FAILURE);  // the driver, a separate process, removes the output
}

class CheckPass : public llvm::PassInfoMixin<CheckPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    const PluginOptions options = pluginOptions();
    if (!options.modules.empty())
      checkProgram(options);
    else if (isFailure(output(runRules(module, kWhileCompiling, options.initialContext), options), options))
      fail(module.getContext(), options);
    if (options.linesOfCalls) keepLinesOfCalls(module);
    return llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }  // also on functions that clang marks optnone
};

void registerPasses(llvm::PassBuilder &builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager &manager, llvm::OptimizationLevel) { manager.addPass(CheckPass()); });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager &manager, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != "lockstep-check") return false;
        manager.addPass(CheckPass());
        return true;
      });
}

}  // namespace

}  // namespace lockstep::passes

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "lockstep", "1", lockstep::passes::registerPasses};
}
